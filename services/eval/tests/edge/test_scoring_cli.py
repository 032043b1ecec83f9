"""`muster eval score`, and `show` of its runs, against a canned API."""

from __future__ import annotations

import json
from typing import Any

import pytest
from muster.testkit.api.canned_api import Answer, Api
from muster.testkit.api.command import Muster

PATH = "/v1/eval-answer-scores/s-1"
FOUND: dict[str, Any] = {
    "run": "s-1",
    "state": "completed",
    "reason": "",
    "code": "",
    "config": "release",
    "judge": "judge-1",
    "judge_hash": "7c" * 32,
    "repository": "acme/tiny",
    "commit": "1f" * 20,
    "golden_set": "6d" * 32,
    "cases": 3,
    "fresh": True,
    "results": [
        {"case": "c1", "task": "letter", "score": 0.75, "unread": 1, "code": ""},
        {"case": "c2", "task": "letter", "score": 0.25, "unread": 0, "code": ""},
    ],
    "tasks": [{"task": "letter", "cases": 3, "missing": 1}],
    "requested_by": "acme/ann",
    "started_at": "2026-11-28T12:00:00.000Z",
    "ended_at": "2026-11-28T12:01:00.000Z",
    "cost": "0.31",
    "cap": "0.50",
}
COMMAND = ("eval", "score", "release", "-r", "acme/tiny@v2", "--id", "s-1", "--fresh", "--cases", "3")


@pytest.fixture(autouse=True)
def _api_url(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setenv("MUSTER_EVAL_URL", api.url)
    api.on("PUT", PATH, Answer(200, {"outcome": "accepted"}))
    api.on("GET", PATH, Answer(200, FOUND))
    api.on("GET", "/v1/evals/s-1", Answer(404, {"title": "Not found", "status": 404, "detail": "no"}))


def test_a_run_over_kept_answers_shows_each_task(api: Api, muster: Muster) -> None:
    ended = muster(*COMMAND, "--cap", "0.5", "--wait")
    assert ended.code == 0
    [asked] = api.requests("PUT", PATH)
    assert asked.json == {"config": "release", "repository": "acme/tiny", "revision": "v2", "cap": "0.5"}
    assert (asked.query["cases"], asked.query["fresh"]) == (["3"], ["true"])
    [row] = [line.split() for line in ended.out.splitlines() if line.startswith("letter")]
    assert row == ["letter", "0.500", "2", "3", "1", "1"]
    assert "scored without expected texts" in ended.err


def test_show_leads_to_the_scores_of_such_a_run(muster: Muster) -> None:
    ended = muster("eval", "show", "s-1", "-o", "json")
    assert (ended.code, json.loads(ended.out)["results"]) == (0, FOUND["results"])


def test_a_run_that_was_stopped_ends_with_12_and_says_why(api: Api, muster: Muster) -> None:
    stopped = {**FOUND, "state": "stopped", "code": "CAP_REACHED", "reason": "cap is 0.50 USD"}
    api.on("GET", PATH, Answer(200, stopped))
    ended = muster(*COMMAND, "--wait")
    assert ended.code == 12
    assert "did not run to its end: CAP_REACHED: cap is 0.50 USD" in ended.err
