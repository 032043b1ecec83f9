"""`muster eval label` and `calibrate`, against a canned API that answers as the real one reads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from muster.eval.core.people.calibration import Labelled, calibration
from muster.eval.core.people.labels import LABELS_MAX, parse_labels
from muster.events.eval_commands import Label
from muster.jobs import InvalidDocument
from muster.testkit.api.canned_api import Answer, Api, Asked, paged
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
        ((), "must be all three, or --file or --next"),
        (("ci-1", "mail-1"), "must be all three, or --file or --next"),
        (("ci-1", "mail-1", "--next", "release"), "must be alone, or with --person and --limit"),
        (("--file", "x.jsonl", "--person", "bea"), "must be alone"),
    ],
)
def test_missing_arguments_are_named(muster: Muster, words: tuple[str, ...], sentence: str) -> None:
    ended = muster("eval", "label", *words)
    assert (ended.code, sentence in ended.err) == (2, True)


def test_an_empty_file_is_named(muster: Muster, tmp_path: Path) -> None:
    file = tmp_path / "labels.jsonl"
    file.write_text("\n\n")
    ended = muster("eval", "label", "--file", str(file))
    assert (ended.code, "labels.jsonl is empty" in ended.err) == (2, True)


def calibrated(*labels: Labelled) -> dict[str, object]:
    """An answer of the API."""
    interval = {"value": 0.7, "low": 0.65, "high": 0.75}
    run = {"run": "ci-1", "labelled": 40, "unlabelled": 60, "weight": 0.8}
    return {
        "config": "release",
        "judge_hash": "7c" * 32,
        "labelled_at": "2026-11-21T04:00:00.123Z" if labels else None,
        "calibration": calibration(labels, seed="judge"),
        "run": {**run, "corrected": interval, "people": interval, "judge": interval} if labels else None,
    }


def labelled(n: int, judge: int, score: int, person: str = "ann") -> Labelled:
    return Labelled(answer=f"a{n}", task="mail", cluster=f"a{n}", judge=judge, person=person, score=score)


def test_a_calibration_is_shown_beside_the_ceiling(
    received: list[Label], api: Api, muster: Muster, tmp_path: Path
) -> None:
    del received
    labels = [labelled(1, 4, 3), labelled(1, 4, 4, "bea"), labelled(2, 2, 2), labelled(2, 2, 3, "bea")]
    api.on("GET", "/v1/eval-configs/release/calibration", Answer(200, calibrated(*labels)))
    api.on("GET", "/v1/eval-configs/release/calibration/plot", Answer(200, {"svg": 1}))
    file = tmp_path / "plot.svg"
    ended = muster("eval", "calibrate", "release", "--plot", str(file), "--run", "ci-1")
    assert ended.code == 0
    assert "judge 7c7c7c7c7c7c: 4 labels of 2 answers by ann, bea" in ended.err
    rows = [line.split() for line in ended.out.splitlines()]
    assert [row[0] for row in rows if row and row[0] in {"judge", "people"}] == ["judge", "people"]
    assert ["mail", "3.00", "3.00", "0.000"] in [row[:4] for row in rows]
    assert ["2", "2.50", "1"] in rows
    assert "run ci-1: corrected mean 0.700 (0.650 to 0.750); by 40 labelled cases alone" in ended.err
    assert json.loads(file.read_bytes()) == {"svg": 1}
    assert api.requests("GET", "/v1/eval-configs/release/calibration")[0].query == {"run": ["ci-1"]}


def test_a_judge_without_labels_is_said_to_be_uncalibrated(
    received: list[Label], api: Api, muster: Muster
) -> None:
    del received
    api.on("GET", "/v1/eval-configs/release/calibration", Answer(200, calibrated()))
    ended = muster("eval", "calibrate", "release")
    assert (ended.code, "judge 7c7c7c7c7c7c is not calibrated" in ended.err) == (0, True)
    assert json.loads(muster("eval", "calibrate", "release", "-o", "json").out) == calibrated()


QUEUE = {
    "config": "release",
    "judge_hash": "7c" * 32,
    "run": "ci-1",
    "planned": 100,
    "done": 40,
    "twice": 20,
    "due_at": None,
    "people": [{"person": "bea", "labelled": 40, "open": 60}],
    "next": [
        {
            "case_id": "mail-1",
            "task": "mail",
            "conversation": [{"role": "user", "content": "Write to Ann.\nBe short."}],
            "expected": [],
            "sources": {"manual": "Be kind."},
            "answer": "Dear Ann,\x1b[2J\nno.",
        }
    ],
}


def test_the_next_answer_is_shown_with_its_question(received: list[Label], api: Api, muster: Muster) -> None:
    del received
    path = "/v1/eval-configs/release/labelling"
    api.on("GET", path, Answer(200, QUEUE))
    ended = muster("eval", "label", "--next", "release", "--person", "bea")
    assert ended.code == 0
    assert "40 of 100 answers of ci-1 are scored; 20 go to two people" in ended.err
    assert "user:\n  Write to Ann.\n  Be short.\nsource manual:\n  Be kind.\n" in ended.out
    assert "ANSWER:\n  Dear Ann, [2J\n  no.\n" in ended.out
    assert "muster eval label ci-1 mail-1 SCORE --person bea" in ended.err
    assert api.requests("GET", path)[0].query == {"limit": ["1"], "person": ["bea"]}
    assert json.loads(muster("eval", "label", "--next", "release", "-o", "json").out) == QUEUE


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        (
            {"due_at": "2027-02-19T04:00:00Z"},
            "nothing to score for you now; the next is due at 2027-02-19T04:00",
        ),
        ({}, "nothing to score for you now\n"),
        ({"run": ""}, "no answers to score: judge 7c7c7c7c7c7c has not completed an evaluation by release"),
    ],
)
def test_an_empty_queue_says_why(
    received: list[Label], api: Api, muster: Muster, changed: dict[str, str], line: str
) -> None:
    del received
    api.on("GET", "/v1/eval-configs/release/labelling", Answer(200, {**QUEUE, "next": [], **changed}))
    assert line in muster("eval", "label", "--next", "release").err


def listed(n: int) -> dict[str, object]:
    """A label of a list."""
    return {
        "run": "ci-1",
        "case_id": f"mail-{n}",
        "golden_set": "letters",
        "person": "bea",
        "score": 4,
        "comment": "late",
        "at": "2026-11-28T04:00:00.123Z",
        "key": f"{n:064d}",
        "answer": "7e" * 32,
    }


@pytest.fixture
def removed(received: list[Label], api: Api) -> list[str]:
    """Keys of the labels that the API has removed; it lists 250, in two pages."""
    del received
    found: list[str] = []

    def page(asked: Asked) -> Answer:
        first, last = (200, 250) if asked.query.get("page_token") == ["t"] else (0, 200)
        token = None if first else "t"
        return paged([listed(n) for n in range(first, last)], token=token)

    def remove(asked: Asked) -> Answer:
        found.extend(each["key"] for each in json.loads(asked.body)["labels"])
        return Answer(200, {"outcome": "accepted"})

    api.on("GET", "/v1/eval-labels", page)
    api.on("POST", "/v1/eval-labels/removal", remove)
    return found


def test_labels_are_listed_by_their_filters(removed: list[str], api: Api, muster: Muster) -> None:
    ended = muster("eval", "labels", "--set", "letters", "--person", "bea", "-n", "200")
    rows = [line.split() for line in ended.out.splitlines()]
    assert (ended.code, removed, len(rows)) == (0, [], 201)
    assert rows[1][:5] == ["ci-1", "mail-0", "letters", "bea", "4"]
    assert "more labels are left" in ended.err
    [asked] = api.requests("GET", "/v1/eval-labels")
    assert (asked.query["golden_set"], asked.query["person"]) == (["letters"], ["bea"])


def test_all_labels_of_a_person_are_removed_in_pieces(removed: list[str], muster: Muster) -> None:
    ended = muster("eval", "labels", "--person", "bea", "--remove", "--reason", "has left")
    assert (ended.code, "250 labels are removed" in ended.err) == (0, True)
    assert removed == [f"{n:064d}" for n in range(250)]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--remove",), "must be with --set, --run, --case or --person"),
        (("--reason", "x"), "must be with --remove"),
    ],
)
def test_a_removal_needs_a_filter(muster: Muster, words: tuple[str, ...], sentence: str) -> None:
    ended = muster("eval", "labels", *words)
    assert (ended.code, sentence in ended.err) == (2, True)
