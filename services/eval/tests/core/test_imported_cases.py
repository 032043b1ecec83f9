"""Imported cases: a golden set takes them, and their checks pass and fail the answers that promptfoo does."""

from __future__ import annotations

from typing import Any

import pytest
from muster.eval.core.configs.documents import cases_of, parse_cases
from muster.golden.importing.assertions import checks_of
from muster.golden.importing.promptfoo import import_promptfoo
from muster.golden.importing.records import FieldMapping, import_records
from muster.golden.importing.tables import read_records
from muster.scoring.rubric.checks import parse_check
from muster.scoring.rubric.findings import Case
from muster.scoring.rubric.judging import judge_all

SCHEMA = {"type": "object", "required": ["total"], "properties": {"total": {"type": "number"}}}


@pytest.mark.parametrize(
    ("kind", "value", "right", "other"),
    [
        ("equals", "Yarr", "Yarr", "Yarr!"),
        ("equals", 4, "4", "5"),
        ("equals", {"a": [1, None]}, '{ "a": [1, null] }', '{"a": [1]}'),
        ("not-equals", "a.b", "axb", "a.b"),
        ("contains", "C++ (new) #1", "in C++ (new) #1!", "in c++ (new) #1"),
        ("contains", "a\nb", "a\nb", "a b"),
        ("contains", 0, "0 left", "none left"),
        ("icontains", "Dónde está", "DÓNDE ESTÁ?", "donde esta"),
        ("not-icontains", "sorry", "Here it is", "SORRY, no"),
        ("contains-any", ["1,000", "x|y"], "is x|y", "is x"),
        ("contains-any", '"1,000", in stock', "1,000 left", "1 left"),
        ("icontains-any", ["a b", "c"], "A B", "ab"),
        ("not-contains-any", ["a", "b"], "c", "b"),
        ("contains-all", ["red", "blue"], "blue, red", "red"),
        ("icontains-all", "red, Blue", "BLUE, Red", "blue"),
        ("regex", r"\d{4}", "in 1999", "in 199"),
        ("regex", "^yes$", "yes", "yes\nno"),
        ("not-regex", r"\bAI\b", "said", "an AI"),
        ("starts-with", "Dear ", "Dear Ann", "Oh, Dear Ann"),
        ("not-starts-with", "Dear", "Hi", "Dear"),
        ("ends-with", ".", "Done.", "Done. "),
        ("is-json", None, "[1]", "[1] it is"),
        ("is-json", SCHEMA, '{"total": 3}', '{"total": "3"}'),
        ("is-json", "{type: object, required: [total]}", '{"total": 3}', "{}"),
    ],
)
def test_an_assertion_and_its_checks_agree(kind: str, value: Any, right: str, other: str) -> None:
    checks = [parse_check(each) for each in checks_of(kind, value)]
    passes = [all(each.passed for each in judge_all(checks, answer, Case())) for answer in (right, other)]
    assert passes == [True, False]


CONFIG = b"""\
prompts:
  - 'Total of {{invoice}}, as JSON?'
  - '[{"role": "system", "content": "Answer in JSON."}, {"role": "user", "content": "{{invoice}}"}]'
tests:
  - vars: {invoice: "2 x 4.50 EUR"}
    assert:
      - type: is-json
        value: {type: object, required: [total]}
      - type: javascript
        value: JSON.parse(output).total === 9
"""


def test_an_imported_config_is_a_golden_set() -> None:
    imported = import_promptfoo("promptfooconfig.yaml", CONFIG, lambda path: path.encode(), task="total")
    golden = parse_cases(imported.lines.encode())
    [task] = golden.tasks
    assert (task.task, task.cases, task.clusters, task.checked) == ("total", 2, 1, 2)
    assert [case.metadata["not_carried_over"] for case in cases_of(golden.lines)] == [["javascript"]] * 2


def test_an_imported_dataset_is_a_golden_set() -> None:
    text = b'question,choice_a,answer\n"Which, ""a"" or b?","a","x\ny"\n'
    mapping = FieldMapping(task="qa", fields={"prompt": "question", "expected": "answer"})
    imported = import_records("qa.csv", read_records("qa.csv", text), mapping)
    [case] = cases_of(parse_cases(imported.lines.encode()).lines)
    assert (case.prompt, case.expected, case.id) == ('Which, "a" or b?', ("x\ny",), "case-1")


def test_choices_pass_an_answer_of_the_right_letter_however_it_is_written() -> None:
    text = b'{"q": "2 + 2?", "c": ["4", "5"], "a": 0}'
    fields = {"prompt": "q", "choices": "c", "expected": "a"}
    mapping = FieldMapping(task="qa", fields=fields, index_choices=True)
    [line] = import_records("qa.jsonl", read_records("qa.jsonl", text), mapping).lines.splitlines()
    [case] = cases_of(parse_cases(line.encode()).lines)
    scored = {
        answer: all(each.passed for each in judge_all(case.checks, answer, Case(expected=case.expected)))
        for answer in ("A", "a)", " (A) ", "B", "4", "A or B")
    }
    assert scored == {"A": True, "a)": True, " (A) ": True, "B": False, "4": False, "A or B": False}
