"""Records of datasets, and samples of Inspect, as cases."""

from __future__ import annotations

import json
from typing import Any

import pytest
from muster.golden.importing.cases import Imported
from muster.golden.importing.inspect import SAMPLE, import_samples
from muster.golden.importing.records import CHOICES_REQUEST, FieldMapping, import_records
from muster.golden.importing.tables import read_records
from muster.jobs import InvalidDocument


def samples(text: str, file: str = "samples.jsonl", **fields: str) -> Imported:
    mapping = FieldMapping(task="qa", fields={**SAMPLE, **fields}, chosen=fields)
    return import_samples(file, read_records(file, text.encode()), mapping)


def records(text: str, file: str = "data.jsonl", *, index: bool = True, **given: Any) -> Imported:
    fields = given.pop("fields")
    mapping = FieldMapping(task="qa", fields=fields, chosen=fields, index_choices=index, **given)
    return import_records(file, read_records(file, text.encode()), mapping)


def wrong(made: Any, *args: Any, **given: Any) -> str:
    with pytest.raises(InvalidDocument) as caught:
        made(*args, **given)
    return caught.value.describe()[0]


def test_a_sample_of_inspect_is_a_case() -> None:
    lines = [
        {"input": "Capital of France?", "target": "Paris", "id": 7, "metadata": {"topic": "geography"}},
        {
            "input": [{"role": "user", "content": "Where are the boots?"}],
            "target": ["bathtub", "the bathtub"],
        },
        {
            "input": [
                {"role": "user", "content": [{"type": "text", "text": "Hi"}, {"type": "text", "text": "you"}]}
            ]
        },
    ]
    first, second, third = samples("\n".join(map(json.dumps, lines))).cases
    assert first == {
        "id": "7",
        "task": "qa",
        "prompt": "Capital of France?",
        "expected": ["Paris"],
        "metadata": {"topic": "geography"},
        "provenance": {"origin": "dataset", "source": "samples.jsonl:1"},
    }
    assert second["messages"] == [{"role": "user", "content": "Where are the boots?"}]
    assert (second["id"], second["expected"]) == ("case-2", ["bathtub", "the bathtub"])
    assert (third["messages"][0]["content"], "expected" in third) == ("Hi\nyou", False)


def test_choices_are_listed_by_letters_and_the_letter_is_checked() -> None:
    [case] = samples('{"input": "2 + 2?", "choices": ["3", "4", "5"], "target": "B"}').cases
    assert case["prompt"] == f"2 + 2?\n\nA) 3\nB) 4\nC) 5\n\n{CHOICES_REQUEST}"
    assert (case["expected"], case["checks"]) == (["B"], [{"kind": "normalised"}])


def test_samples_come_from_csv_with_choices_and_metadata_in_cells() -> None:
    text = 'input,target,choices,metadata\n"2 + 2?",A,"4, 5","{""topic"": ""sums""}"\n\n'
    [case] = samples(text, "samples.csv").cases
    assert "A) 4\nB) 5" in case["prompt"]
    assert case["metadata"] == {"topic": "sums"}
    assert case["provenance"]["source"] == "samples.csv:2"


def test_columns_that_no_field_takes_are_listed() -> None:
    text = '{"input": "x", "sandbox": "docker", "files": {}}\n{"input": "y", "sandbox": "docker"}'
    assert [(loss.what, loss.reason) for loss in samples(text).losses] == [
        ("column files", "no field takes it (1 record)"),
        ("column sandbox", "no field takes it (2 records)"),
    ]


def test_a_dataset_is_mapped_column_by_column() -> None:
    line = {
        "qid": "q1",
        "ctx": "Ann is 7.",
        "q": "How old?",
        "answers": {"text": ["7", "seven"]},
        "doc": 3,
        "n": 1,
    }
    fields = {"id": "qid", "prompt": "{{ctx}}\n{{ q }}", "expected": "answers.text", "cluster": "doc"}
    found = records(json.dumps(line), fields=fields, metadata=["n"])
    assert found.cases == (
        {
            "id": "q1",
            "task": "qa",
            "prompt": "Ann is 7.\nHow old?",
            "expected": ["7", "seven"],
            "cluster": "3",
            "metadata": {"n": 1},
            "provenance": {"origin": "dataset", "source": "data.jsonl:1"},
        },
    )
    assert found.losses == ()


def test_the_right_choice_is_an_index_a_letter_or_its_text() -> None:
    lines = [{"q": "?", "choices": ["x", "y"], "a": answer} for answer in (1, "B", "y")]
    fields = {"prompt": "q", "choices": "choices", "expected": "a"}
    found = records(json.dumps(lines), "data.json", fields=fields)
    assert [case["expected"] for case in found.cases] == [["B"], ["B"], ["B"]]
    assert wrong(records, json.dumps(lines), "data.json", fields=fields, index=False) == (
        "data.json: [0].a is 1; must be one right choice: a letter of AB, or its text"
    )


def test_an_expected_object_is_checked_as_json() -> None:
    [case] = records('{"q": "?", "a": {"total": 12}}', fields={"prompt": "q", "expected": "a"}).cases
    assert case["checks"] == [{"kind": "schema", "document": {"const": {"total": 12}}}]


def test_the_expected_text_stands_behind_a_marker() -> None:
    given: dict[str, Any] = {"fields": {"prompt": "q", "expected": "a"}, "expected_after": "####"}
    [case] = records(json.dumps({"q": "?", "a": "3 * 4 = 12\n#### 12\n"}), **given).cases
    assert case["expected"] == ["12"]
    assert wrong(records, '{"q": "?", "a": "12"}', **given) == (
        "data.jsonl:1: a is 12; must be a text with '####' in it once"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[1]", "samples.jsonl:1 is [1]; must be a JSON object"),
        ('{"input": "x"}\n{"input": ', "samples.jsonl:2 is unreadable: line 1"),
        ('{"input": ""}', "samples.jsonl:1: input is empty; must be text or messages; columns are input"),
        ('{"input": "x", "id": "a b"}', "samples.jsonl:1: id is a b; must be 1 to 200 printable"),
        (
            '{"input": "x", "id": 1}\n{"input": "y", "id": 1}',
            "samples.jsonl:2: id is 1; must be an id that samples.jsonl:1",
        ),
        (
            '{"input": [{"role": "tool", "content": "x"}]}',
            "input[0].role is tool; must be one of system, user, assistant",
        ),
        ('{"input": [{"role": "user", "content": [{"type": "image"}]}]}', "input[0].content is "),
        ('{"input": "x", "choices": ["a", "b"], "target": ["A", "B"]}', "samples.jsonl:1: target is "),
        (
            '{"input": "x", "choices": ["a", "b"]}',
            "samples.jsonl:1: target is missing; must be one right choice",
        ),
        ('{"input": "x", "choices": ["a"]}', "samples.jsonl:1: choices is "),
        ('{"input": "x", "metadata": "{"}', "samples.jsonl:1: metadata is unreadable: "),
        ('{"input": "x", "target": NaN}', "samples.jsonl:1 is unreadable: NaN is not a JSON number"),
        ("", "samples.jsonl is empty; must be a file with at least one case"),
    ],
)
def test_a_sample_that_cannot_be_read_is_named_by_line_and_field(text: str, sentence: str) -> None:
    assert sentence in wrong(samples, text)


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("a.xlsx", "", "a.xlsx is of unknown format; must be a file whose name ends in .jsonl"),
        ("a.csv", "input,target\n1\n", "a.csv:2 is 1 cell; must be a row of 2, as the header"),
        ("a.csv", "input,input\n", "a.csv:1 is "),
        ("a.csv", 'input\n"x', "a.csv:"),
        ("a.csv", "\udcff", "byte 0 is not UTF-8"),
    ],
)
def test_a_table_that_cannot_be_read_is_named_by_line(file: str, text: str, sentence: str) -> None:
    with pytest.raises(InvalidDocument) as caught:
        read_records(file, text.encode("utf-8", "surrogateescape"))
    assert sentence in caught.value.describe()[0]


def test_a_column_that_no_record_has_is_an_error() -> None:
    said = wrong(records, '{"q": "?", "answer": "x"}', fields={"prompt": "q", "expected": "answr"})
    assert said == "data.jsonl: expected is answr; must be a column: q, answer"
    said = wrong(records, '{"q": "?"}', fields={"prompt": "q"}, metadata=["level"])
    assert said == "data.jsonl: metadata is level; must be a column: q"
    assert wrong(FieldMapping, task="t", fields={"answer": "a"}).startswith(
        "--field answer is a; must be id, task, prompt"
    )
