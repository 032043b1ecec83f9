"""Laws of the rubric: no answer breaks a check, order is without influence, and time is linear."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.scoring.rubric.checks import Check, parse_check
from muster.scoring.rubric.findings import Case
from muster.scoring.rubric.judging import judge_all
from muster.scoring.rubric.normal_form import normal_form
from muster.testkit.laws import examples
from test_ifeval import EXAMPLES

CASE = Case(expected=("42",), sources={"a": "the sky", "b": ""})
CHECKS: list[Check] = [
    parse_check(check)
    for check in [
        {"kind": "exact"},
        {"kind": "normalised"},
        {"kind": "pattern", "pattern": "(a*)*b|(x+x+)+y", "match": "anywhere"},
        {"kind": "schema", "document": {"type": "array", "uniqueItems": True}, "allow_fence": True},
        {"kind": "number", "percent": "fraction"},
        {"kind": "headings", "titles": ["a", "b"]},
        *(
            {"kind": "form", "form": form}
            for form in ("json", "bullets", "numbered", "table", "code", "line")
        ),
        {"kind": "citations"},
        *(
            {"kind": "instruction", "instruction": name, "arguments": arguments, "loose": loose}
            for name, arguments, *_ in EXAMPLES
            for loose in (False, True)
        ),
    ]
]
PIECES = [
    "*",
    "**",
    "***",
    '"',
    "“",
    "[",
    "]",
    "<<",
    ">>",
    "```",
    "#",
    "-",
    "1.",
    ",",
    ".",
    "P.S.",
    "\n",
    " ",
    "%",
    "é",
    "e5",
]
ANSWERS = st.one_of(
    st.text(st.characters()), st.lists(st.sampled_from([*PIECES, "\ud800", "a", "Day 1", "[a]"])).map("".join)
)


@given(ANSWERS)
@examples(60)
def test_no_answer_breaks_a_check_and_the_order_of_checks_is_without_influence(answer: str) -> None:
    found = judge_all(CHECKS, answer, CASE)
    assert found == judge_all(CHECKS[::-1], answer, CASE)[::-1]
    assert all(finding.reason and "\n" not in finding.reason for finding in found)


@given(st.text())
@examples(60)
def test_blanks_around_an_answer_are_without_influence_on_its_normal_form(text: str) -> None:
    form = normal_form(text)
    assert normal_form(f" \n{text}\t") == form == " ".join(form.split())


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists))
@examples(100)
def test_data_that_is_no_check_is_refused_with_a_sentence(data: Any) -> None:
    for candidate in (data, {"kind": data}, {"kind": "exact", "expected": [data, ""]}):
        with pytest.raises(ValueError, match=r" is .*; must be "):
            parse_check(candidate)


def hostile(length: int) -> list[str]:
    """Return answers of a number of pieces each, on which careless patterns take quadratic time."""
    return [
        *(piece * length + "x" for piece in PIECES),
        "1,000" * length,
        "[" * length + "]" * length,
        "```" + " " * length + "x```",
        "a" + "\u0301\u0323" * length,
        "\uff9e\u0323" * length,
        "." + '"' * length + "x",
        "|-" * length,
        "Day " * length,
        "[" + "1," * length + "1]",
    ]


@pytest.mark.parametrize("length", [1_000, pytest.param(200_000, marks=pytest.mark.long)])
def test_hostile_answers_end_in_linear_time(length: int) -> None:
    """With 200,000 pieces and quadratic time in any check this would run into the limit of tests."""
    for answer in hostile(length):
        assert len(judge_all(CHECKS, answer, CASE)) == len(CHECKS)
