"""Code of answers: the rule that finds it, and values of calls held against those expected."""

from __future__ import annotations

from typing import Any

import pytest
from muster.scoring.rubric.checks import CodeCheck, parse_check
from muster.scoring.rubric.coding import CodeRun, code_of, judge_code
from muster.scoring.rubric.findings import Case, InvalidCheck
from muster.scoring.rubric.judging import judge


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("x = 1\n", "x = 1\n"),
        (" \n", None),
        ("Sure:\n```python\nx = 1\n```\nDone.\n```python\ny = 2\n```", "x = 1"),
        ("```\nx = 1\n```", "x = 1"),
        ("```bash\npip install x\n```\nthen\n```py\nx = 1\n```", "x = 1"),
        ("1. First:\n   ```python\n   if x:\n       y()\n   ```", "if x:\n    y()"),
        ("```python\nx = 1", "x = 1"),
        ("```Python3\nx = '```'\n```", "x = '```'"),
        ("```rust\nfn main() {}\n```", None),
        ("```rust\nfn main() {}", None),
        ("```python\n```", ""),
    ],
)
def test_the_code_of_an_answer_is_its_first_block_of_python_or_all_of_it(
    answer: str, code: str | None
) -> None:
    assert code_of(answer) == code


@pytest.mark.long
def test_a_million_fences_are_read_in_linear_time() -> None:
    assert code_of("```a\n" * 200_000) is None


@pytest.mark.parametrize(
    ("output", "returns", "words"),
    [
        (b'{"value": 5}\n', 5, ""),
        (b'{"value": 5.0}\n', 5, ""),
        (b'{"value": {"b": [1], "a": null}}\n', {"a": None, "b": [1.0]}, ""),
        (b'{"value": true}\n', 1, "'add(2, 3)' is 'true'; expected is '1'"),
        (b'{"value": "5"}\n', 5, "is '\"5\"'; expected is '5'"),
        (b'{"value": 6}\n', 5, "is '6'; expected is '5'"),
        (b'{"error": "ZeroDivisionError: no"}\n', 5, "'add(2, 3)' fails: 'ZeroDivisionError: no'"),
        (b'{"value": 5, "error": ""}\n', 5, "'add(2, 3)' fails: "),
        (b"5\n", 5, "fails: 'no value'"),
        (b'{"value": NaN}\n', 5, "holds NaN"),
        (b"passed\n", 5, "is no JSON"),
        (b'{"value": 5}', 5, "has no value: the program ended"),
        (b"", 5, "has no value: the program ended"),
        (b"\xff\n", 5, "is no JSON"),
    ],
)
def test_a_value_counts_when_it_is_the_expected_json_value(output: bytes, returns: Any, words: str) -> None:
    finding = judge_code(CodeRun(output, "ended"), [("add(2, 3)", returns)])
    assert finding.passed is (words == "")
    assert words in finding.reason


def test_every_call_must_have_its_value() -> None:
    calls = [("f(1)", 1), ("f(2)", 2)]
    assert judge_code(CodeRun(b'{"value": 1}\n{"value": 2}\n', "ended"), calls).passed
    cut = judge_code(CodeRun(b'{"value": 1}\n', "took longer than 1 s"), calls)
    assert (cut.passed, cut.reason) == (False, "'f(2)' has no value: the program took longer than 1 s")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "calls is missing; must be in a check of this kind"),
        ({"calls": []}, "calls is 0 items; must be 1 or more items"),
        ({"calls": [{"call": "x =", "returns": 1}]}, "call is 'x ='; must be an expression of Python"),
        ({"calls": [{"call": "f()", "returns": 1}], "time_s": 0}, "time_s is '0'; must be greater than 0"),
    ],
)
def test_a_malformed_check_of_code_names_the_field(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidCheck) as refused:
        parse_check({"kind": "code", **fields})
    assert str(refused.value).startswith(sentence)


def test_a_check_of_code_is_never_judged_without_a_sandbox() -> None:
    check = parse_check({"kind": "code", "calls": [{"call": "f()", "returns": 1}]})
    assert isinstance(check, CodeCheck)
    with pytest.raises(InvalidCheck, match="must be one that needs no sandbox"):
        judge(check, "def f(): return 1", Case())
