"""A service is little more than its rules: what every service copies belongs to the libraries."""

from __future__ import annotations

import ast
import tokenize
from io import StringIO
from pathlib import Path

TEMPLATE = Path(__file__).parents[2] / "tools/new_service/template/services/zebra/src"

LINES_MAX = 150
"""Lines of code of a service that decides, projects, answers, has commands, a reactor and a worker."""

NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def code_lines(source: str) -> int:
    """Count the lines that are neither blank, comment nor docstring; imports and texts of SQL count."""
    documented: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and ast.get_docstring(node) is not None:
                documented.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    lines: set[int] = set()
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type not in NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - documented)


def test_code_lines_are_neither_blank_nor_comment_nor_docstring() -> None:
    head = '"""Doc."""\n\nimport os  # why\n\n\n'
    function = 'def f() -> str:\n    """Doc,\n\n    long.\n    """\n    # why\n    return """\nx\n"""\n'
    assert (code_lines(head), code_lines(head + function)) == (1, 5)


def test_a_new_service_is_small() -> None:
    files = TEMPLATE.rglob("*.py.in")
    sizes = {str(path.relative_to(TEMPLATE)): code_lines(path.read_text()) for path in files}
    assert 0 < sum(sizes.values()) <= LINES_MAX, sizes
