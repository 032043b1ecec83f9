"""Texts are judged as their loaders read them: as Python decodes them, as YAML and JSON resolve them."""

from __future__ import annotations

import ast
import json
import time
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from muster.scanning.findings import Verdict
from muster.scanning.formats import documents, shells
from muster.scanning.rules import rules
from muster.scanning.scanner import scan
from muster.tensors.sources import Memory
from muster.testkit.hostile import texts
from muster.testkit.hostile.case import Case
from muster.testkit.laws import examples


def _rules(content: str | bytes, name: str) -> set[str]:
    raw = content.encode() if isinstance(content, str) else content
    return {each.rule for each in scan(Memory(raw), name).findings}


def _cases(room: Any) -> list[Case]:
    return list(room())


@pytest.mark.parametrize(
    "case",
    [each for each in texts.encoded() if each.path.startswith(("escape", "seven-", "seven.py"))],
    ids=lambda case: case.path,
)
def test_python_is_judged_as_python_decodes_it(case: Case) -> None:
    tree = ast.parse(case.content)
    assert any(isinstance(node, ast.Call) for node in ast.walk(tree))
    assert _rules(case.content, case.path) >= {"code.python", "code.encoding"}


@pytest.mark.parametrize(
    "case", [each for each in texts.encoded() if "wide" in each.path], ids=lambda case: case.path
)
def test_texts_of_two_bytes_a_character_are_judged_as_texts(case: Case) -> None:
    rules = _rules(case.content, case.path)
    assert rules & {"code.python", "document.python-tag", "document.target", "document.entity"}
    assert "format.unknown" not in rules


class _Resolved(yaml.SafeLoader):
    """A loader that tells which names a text has it call, and calls none."""

    called: list[str]


def _tell(loader: Any, suffix: str, _node: Any) -> None:
    loader.called.append(suffix)


_Resolved.add_multi_constructor("tag:yaml.org,2002:python/", _tell)  # pyright: ignore[reportUnknownMemberType]
for _prefix in ("!apply:", "!new:"):
    _Resolved.add_multi_constructor(_prefix, _tell)  # pyright: ignore[reportUnknownMemberType]


def _is_attack(text: str) -> bool:
    """Whether PyYAML's own loader resolves a name to call."""
    loader = _Resolved(text)
    loader.called = []
    try:
        while loader.check_data():  # pyright: ignore[reportUnknownMemberType]
            if "'_target_': 'os.system'" in str(loader.get_data()):
                return True
    except yaml.YAMLError:
        pass
    return bool(loader.called)


@pytest.mark.parametrize("name", texts.YAML_SPELLINGS)
def test_yaml_is_judged_by_what_its_loader_resolves(name: str) -> None:
    text = texts.YAML_SPELLINGS[name]
    assert _is_attack(text)
    assert _rules(text, f"{name}.yaml") & {"document.python-tag", "document.target"}


def test_tags_in_texts_and_comments_of_yaml_are_no_findings() -> None:
    assert _rules("a: 'see !!python/object/apply:os.system'\n# _target_: os.system\n", "a.yaml") == set()


@pytest.mark.parametrize("name", texts.TARGETS)
def test_the_table_of_pickles_judges_what_configurations_name(name: str) -> None:
    for ending, text in (
        ("json", json.dumps(texts.TARGETS[name])),
        ("yaml", yaml.safe_dump(texts.TARGETS[name])),
    ):
        report = scan(Memory(text.encode()), f"config.{ending}")
        assert [(each.rule, each.verdict) for each in report.findings] == [
            ("document.target", Verdict.MALICIOUS)
        ]


@pytest.mark.parametrize(
    ("target", "rule"),
    [
        ("torch.nn.Linear", None),
        ("nemo.collections.asr.models.EncDecCTCModel", None),
        ("src.models.Net", "document.unknown-target"),
        ("${oc.env:TARGET}", "document.unknown-target"),
        ("numpy.random.seed", "document.odd-target"),
        ("torch._dynamo.Anything", "document.odd-target"),
        ("sklearn.utils.os.system", "document.target"),
        ("my.own.__class__", "document.target"),
    ],
)
def test_a_target_that_is_not_known_is_inconclusive(target: str, rule: str | None) -> None:
    assert _rules(json.dumps({"_target_": target}), "config.json") == ({rule} if rule else set())


@pytest.mark.parametrize("name", texts.LOADERS)
def test_keys_by_which_libraries_import_modules_are_judged(name: str) -> None:
    assert _rules(json.dumps(texts.LOADERS[name]), name) & {"document.target", "remote-code.auto-map"}


@pytest.mark.parametrize("case", _cases(texts.unnamed), ids=lambda case: case.path)
def test_python_is_found_by_its_content(case: Case) -> None:
    assert "code.python" in _rules(case.content, case.path)


def test_a_text_that_is_no_python_is_not_judged_as_python() -> None:
    assert _rules("import the model, then eval(it)\n", "notes.txt") == set()
    assert _rules("import the model, then eval(it)\n", "notes.py") == {"code.unread"}


PACKED = [
    each for each in texts.carried() if each.path.startswith(("wrapper", "packed", "flax", "linked", "url"))
]


@pytest.mark.parametrize("case", PACKED, ids=lambda case: case.path)
def test_files_that_documents_carry_in_base64_are_scanned(case: Case) -> None:
    assert "pickle.dangerous-import" in _rules(case.content, case.path)


KEYS = st.sampled_from(
    [
        "class_name",
        "config",
        "module",
        "auto_map",
        "_target_",
        "target",
        "params",
        "type",
        "idx",
        "path",
        "cells",
        "metadata",
        "source",
        "cell_type",
        "lc",
        "id",
        "chat_template",
        "template",
        "__module__",
        "__loader__",
        "__class__",
        "_class_name",
        "auto_mapping",
        "cls",
        "protocol",
        "vocabulary",
    ]
)
PLAIN = (
    st.none() | st.booleans() | st.floats() | st.binary() | st.text() | st.sampled_from(["os.system", "code"])
)
DOCUMENTS = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6), max_leaves=20
)


@examples(200)
@given(DOCUMENTS)
def test_no_document_ends_its_judging(document: Any) -> None:
    assert all(rule in rules() for rule, _, _ in documents.judged(document))


@pytest.mark.parametrize("case", _cases(texts.doubled), ids=lambda case: case.path)
def test_each_value_of_a_doubled_key_is_judged(case: Case) -> None:
    rules = _rules(case.content, case.path)
    assert rules >= {"document.repeated"}
    assert rules & {"template.escape", "document.target", "keras.lambda"}


@pytest.mark.parametrize("line", texts.SHELLS)
def test_shell_that_runs_what_it_fetches_is_found(line: str) -> None:
    assert "code.shell" in _rules(f"#!/bin/sh\n{line}\n", "run.sh")


@pytest.mark.parametrize("line", texts.FETCHED_ONLY)
def test_shell_that_only_fetches_is_not_told(line: str) -> None:
    assert _rules(f"#!/bin/sh\n{line}\n", "run.sh") == set()


@pytest.mark.parametrize("cell", texts.CELLS)
def test_a_line_that_is_no_python_hides_no_other_line_of_its_cell(cell: str) -> None:
    is_unread = cell.startswith(("print 'two'", "this line"))
    rules = {"code.python", "code.unread"} if is_unread else {"code.python"}
    assert _rules(texts.notebook(cell), "a.ipynb") == rules


def test_a_cell_of_another_language_is_not_judged_as_python() -> None:
    assert _rules(texts.notebook("x <- c(1)", language="R"), "a.ipynb") == set()
    assert _rules(texts.notebook("x <- c(1,"), "a.ipynb") == {"code.unread"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "curl " * 100_000,
        "curl | sudo" + " -a 1" * 50_000,
        "wget /a" * 50_000,
        "x=$(curl " * 50_000,
        "curl -o a " * 25_000,
        "bash " * 50_000 + "curl",
        "/a" * 100_000 + " curl",
        "iwr " * 75_000,
    ],
    ids=lambda text: text[:12],
)
def test_no_text_takes_shells_a_long_time(text: str) -> None:
    before = time.process_time()
    list(shells.judged(text))
    assert time.process_time() - before < 5
