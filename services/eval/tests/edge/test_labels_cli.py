"""`muster eval label`, against a canned API that answers as the real one reads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from muster.eval.core.labels import LABELS_MAX, parse_labels
from muster.events.eval_commands import Label
from muster.jobs import InvalidDocument
from muster.testkit.api.canned_api import Answer, Api, Asked
from muster.testkit.api.command import Muster


@pytest.fixture
def received(api: Api, monkeypatch: pytest.MonkeyPatch) -> list[Label]:
    """Labels that the API has read, in their order."""
    monkeypatch.setenv("MUSTER_EVAL_URL", api.url)
    found: list[Label] = []

    def answer(asked: Asked) -> Answer:
        try:
            found.extend(parse_labels(asked.body, "ann"))
        except InvalidDocument as error:
            wrong = [{"field": v.field, "value": v.value, "allowed": v.allowed} for v in error.violations]
            return Answer(422, {"status": 422, "title": "Invalid request", "violations": wrong})
        return Answer(200, {"outcome": "accepted"})

    api.on("POST", "/v1/eval-labels", answer)
    return found


def test_one_case_is_labelled(received: list[Label], muster: Muster) -> None:
    ended = muster("eval", "label", "ci-1", "mail-1", "4", "--comment", "late", "--person", "bea")
    assert (ended.code, "Case mail-1 of ci-1 has the score 4" in ended.err) == (0, True)
    assert received == [Label(run="ci-1", case="mail-1", person="bea", score=4, comment="late", line=1)]


def test_a_file_is_sent_in_pieces_that_keep_the_numbers_of_its_lines(
    received: list[Label], muster: Muster, tmp_path: Path
) -> None:
    file, count = tmp_path / "labels.jsonl", LABELS_MAX + 50
    rows = [json.dumps({"run": "ci-1", "case": f"c{n}", "score": 3}) for n in range(count)]
    file.write_text("\n\n".join(rows))
    ended = muster("eval", "label", "--file", str(file))
    assert (ended.code, f"{count} labels of {file} are recorded" in ended.err) == (0, True)
    assert [(each.case, each.line) for each in received] == [(f"c{n}", 2 * n + 1) for n in range(count)]


def test_a_wrong_line_of_a_file_is_named_with_what_is_recorded(
    received: list[Label], muster: Muster, tmp_path: Path
) -> None:
    file = tmp_path / "labels.jsonl"
    rows = [{"run": "ci-1", "case": f"c{n}", "score": 3 if n < 230 else 7} for n in range(231)]
    file.write_text("\n".join(map(json.dumps, rows)))
    ended = muster("eval", "label", "--file", str(file))
    assert ended.code == 2
    assert f"{file} has labels that are not valid; the 200 labels before line 201 are recorded" in ended.err
    assert "line 231.score" in ended.err
    assert len(received) == 200


def test_a_wrong_label_has_no_line(received: list[Label], muster: Muster) -> None:
    ended = muster("eval", "label", "ci-1", "mail-1", "4", "--comment", "x" * 301)
    assert (ended.code, "line 1" in ended.err, "comment" in ended.err, received) == (2, False, True, [])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "must be all three, or --file"),
        (("ci-1", "mail-1"), "must be all three, or --file"),
        (("--file", "x.jsonl", "--person", "bea"), "must be alone"),
    ],
)
def test_what_is_missing_is_said(muster: Muster, words: tuple[str, ...], sentence: str) -> None:
    ended = muster("eval", "label", *words)
    assert (ended.code, sentence in ended.err) == (2, True)


def test_an_empty_file_is_named(muster: Muster, tmp_path: Path) -> None:
    file = tmp_path / "labels.jsonl"
    file.write_text("\n\n")
    ended = muster("eval", "label", "--file", str(file))
    assert (ended.code, "labels.jsonl is empty" in ended.err) == (2, True)
