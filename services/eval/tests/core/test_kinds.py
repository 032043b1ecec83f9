"""Kinds of golden cases: required fields, implied checks, and the JSON Schema that says the same."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from muster.eval.core.configs.documents import case_schema, cases_of, parse_cases
from muster.events.refusal import in_words
from muster.jobs import InvalidDocument
from muster.scoring.rubric.findings import Case
from muster.scoring.rubric.judging import judge_all

PAGE = Path(__file__).parents[4] / "docs/how-to/prepare-a-golden-set.md"


def line(**fields: Any) -> bytes:
    return json.dumps({"id": "a", "task": "t", "prompt": "?", **fields}).encode()


def passes(stored: bytes, *answers: str) -> list[bool]:
    [case] = cases_of(stored)
    own = Case(expected=case.expected, sources=case.sources)
    return [all(each.passed for each in judge_all(case.checks, answer, own)) for answer in answers]


def test_an_extraction_without_checks_is_checked_as_equal_json() -> None:
    golden = parse_cases(line(kind="extraction", expected=['{"total": 9, "of": ["a"]}', "null"]))
    answers = ('{"of": ["a"],\n "total": 9.0}', "null", '{"total": 9}', '{"of":["a"],"total":9} it is')
    assert passes(golden.lines, *answers) == [True, True, False, False]
    assert golden.tasks[0].checked == 1


def test_a_safety_case_without_checks_is_checked_as_its_label() -> None:
    golden = parse_cases(line(kind="safety", labels=["safe", "unsafe"], expected="unsafe"))
    assert passes(golden.lines, "Unsafe.", "safe", "not unsafe") == [True, False, False]


def test_own_checks_and_open_questions_stay_as_they_are() -> None:
    own = {"kind": "schema", "document": {"type": "object"}}
    several: list[dict[str, Any]] = [
        {"kind": "extraction", "checks": [own]},
        {"kind": "qa", "expected": "x"},
        {"kind": "qa", "sources": {"a": "b"}},
        {"expected": "x"},
    ]
    for fields in several:
        [case] = cases_of(parse_cases(line(**fields)).lines)
        assert [check.kind for check in case.checks] == [check["kind"] for check in fields.get("checks", [])]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"kind": "extraction"}, "expected is empty; must be JSON, or a check of kind schema in its place"),
        ({"kind": "extraction", "expected": "{x"}, "expected is a text that is no JSON"),
        ({"kind": "qa"}, "expected is empty; must be a reference answer, or sources in its place"),
        ({"kind": "safety", "expected": "safe"}, "labels is empty; must be at least 2 labels"),
        (
            {"kind": "safety", "expected": "safe", "labels": ["safe", "Safe!"]},
            "labels is safe, Safe!; must be at least 2 labels, each another word",
        ),
        (
            {"kind": "safety", "expected": "Unsafe", "labels": ["safe", "unsafe"]},
            "expected is Unsafe; must be one of safe, unsafe",
        ),
        ({"kind": "safety", "labels": ["safe", "unsafe"]}, "expected is empty; must be one of safe, unsafe"),
        (
            {"kind": "qa", "expected": "x", "labels": ["a", "b"]},
            "labels is a, b; must be absent unless kind",
        ),
        ({"kind": "chat"}, "kind is chat; must be 'extraction', 'qa' or 'safety'"),
        ({"provenance": {"origin": "web"}}, "provenance.origin is web; must be"),
        (
            {"provenance": {"origin": "written", "created": "2026-13-01"}},
            "provenance.created is 2026-13-01; must",
        ),
    ],
)
def test_a_case_without_the_fields_of_its_kind_is_named(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidDocument) as caught:
        parse_cases(line(**fields))
    assert in_words(caught.value.violations[:1]).startswith(f"line 1.{sentence}")


@pytest.mark.parametrize(
    ("fields", "valid"),
    [
        ({"kind": "extraction"}, False),
        ({"kind": "extraction", "expected": ""}, False),
        ({"kind": "extraction", "expected": "{}"}, True),
        ({"kind": "extraction", "checks": [{"kind": "schema", "document": {"type": "object"}}]}, True),
        ({"kind": "extraction", "checks": [{"kind": "form", "form": "json"}]}, False),
        ({"kind": "qa"}, False),
        ({"kind": "qa", "expected": ["x", "y"]}, True),
        ({"kind": "qa", "sources": dict[str, str]()}, False),
        ({"kind": "safety", "labels": ["a", "b"], "expected": ["a"]}, True),
        ({"kind": "safety", "labels": ["a"], "expected": "a"}, False),
        ({"kind": "safety", "labels": ["a", "b"], "expected": ["a", "b"]}, False),
        ({"kind": "safety", "expected": "a"}, False),
        (dict[str, str](), True),
    ],
)
def test_the_published_schema_and_the_reader_agree(fields: dict[str, Any], valid: bool) -> None:
    text = line(**fields)
    found = jsonschema_rs.validator_for(case_schema()).is_valid(json.loads(text))
    try:
        parse_cases(text)
        read = True
    except InvalidDocument:
        read = False
    assert (found, read) == (valid, valid)


def test_the_cases_of_the_page_are_a_golden_set() -> None:
    blocks = re.findall(r"```\n(\{.*?\})\n```", PAGE.read_text(), re.DOTALL)
    found = [case.kind for block in blocks for case in cases_of(parse_cases(block.encode()).lines)]
    assert found == ["extraction", "qa", "safety", None]
