"""Questions "which line decides?" are answered in three files: README, a package's docstring, a module."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = 10
TABLE = (ROOT / "README.md").read_text().partition("## Which line decides?\n")[2].partition("\n## ")[0]
ROW = re.compile(r"\| (.+\?) \| \[.+\]\((.+/__init__\.py)\) \| `(\w+)\.([\w.]+)` \|")


class Answer(NamedTuple):
    """A row of the table: the question, its package, and the module and function that decide it."""

    question: str
    package: str
    module: str
    function: str


ANSWERS = [Answer(*found.groups()) for found in map(ROW.fullmatch, TABLE.splitlines()) if found]


def test_readme_answers_all_questions() -> None:
    rows = [line for line in TABLE.splitlines() if line.startswith("| ")][1:]
    assert [row for row in rows if not ROW.fullmatch(row)] == []
    assert len({each.question for each in ANSWERS}) == QUESTIONS


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: f"{answer.module}.{answer.function}")
def test_readme_leads_by_docstrings_to_the_function_that_decides(answer: Answer) -> None:
    package = ROOT / answer.package
    listed = re.compile(rf"^ *{answer.module}(\.py)? ", re.MULTILINE)
    assert listed.search(docstring(package)), f"{answer.package} does not list {answer.module}"
    module = package.with_name(f"{answer.module}.py")
    assert f"`{answer.function}`" in docstring(module), f"{module} does not name {answer.function}"
    assert answer.function in definitions(ast.parse(module.read_text()))


def docstring(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text())) or ""


def definitions(scope: ast.Module | ast.ClassDef, within: str = "") -> set[str]:
    """Return the dotted names of all functions of a module, those of its classes included."""
    names = {f"{within}{each.name}" for each in scope.body if isinstance(each, ast.FunctionDef)}
    classes = [each for each in scope.body if isinstance(each, ast.ClassDef)]
    return names.union(*(definitions(each, f"{within}{each.name}.") for each in classes))
