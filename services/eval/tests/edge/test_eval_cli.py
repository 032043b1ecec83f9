"""`muster eval`, against a canned API."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from muster.eval.cli import ReportForm, exit_code
from muster.eval.core.reporting.rendering import Form
from muster.testkit.api.canned_api import Answer, Api
from muster.testkit.api.command import Muster

TASK = {
    "task": "extract",
    "verdict": "FAILED",
    "value": 0.7,
    "lower": 0.66,
    "threshold": 0.85,
    "difference": -0.12,
    "margin": 0.02,
    "detectable": 0.05,
    "cases": 200,
    "cases_needed": None,
}
FAILED: dict[str, Any] = {
    "run": "ci-1",
    "state": "completed",
    "verdict": "failed",
    "blocking": True,
    "reason": "extract: 0.700 is below 0.85",
    "code": "",
    "repository": "acme/extract",
    "commit": "1f" * 20,
    "baseline": "2e" * 20,
    "config": "release",
    "tasks": [TASK],
    "cases": 200,
    "done": 200,
    "scored": 200,
    "cached": 20,
    "tokens_in": 0,
    "tokens_out": 0,
    "requested_by": "acme/ci",
    "started_at": "2026-11-28T04:00:00Z",
    "ended_at": "2026-11-28T04:01:00Z",
    "cost": "0.0342",
    "unsettled": "0.00",
    "cap": "5.00",
    "trigger": "",
    "job_id": "",
    "url": "",
}


@pytest.fixture(autouse=True)
def _asked(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setenv("MUSTER_EVAL_URL", api.url)


def test_a_run_that_waits_ends_with_the_code_of_its_verdict(api: Api, muster: Muster) -> None:
    api.on("PUT", "/v1/evals/ci-1", Answer(200, {"outcome": "accepted"}))
    api.on("GET", "/v1/evals/ci-1", Answer(200, FAILED))
    ended = muster("eval", "run", "acme/extract", "-c", "release", "--id", "ci-1", "--wait")
    assert ended.code == 10
    assert "acme/extract@1f1f1f1f1f1f by release: failed" in ended.err
    assert "200 of 200 cases have a score, 20 from the cache" in ended.err
    assert "muster eval cases ci-1 --flipped" in ended.err
    assert "-0.120" in ended.out


def test_the_newest_evaluation_of_a_commit_is_awaited_once_it_has_started(api: Api, muster: Muster) -> None:
    runs = [{**FAILED, "run": "auto-2", "commit": "3a" * 20}, FAILED]
    api.on("GET", "/v1/evals", Answer(200, {"evals": []}), Answer(200, {"evals": runs}))
    running = {**FAILED, "state": "running", "verdict": None, "done": 40}
    api.on("GET", "/v1/evals/ci-1", Answer(200, running), Answer(200, FAILED))
    ended = muster("eval", "show", "acme/extract@1f1f1f1", "--wait", "--check")
    assert (ended.code, "failed" in ended.err) == (10, True)
    assert api.requests("GET", "/v1/evals")[0].query["repository"] == ["acme/extract"]


def test_a_version_without_an_evaluation_is_said_to_have_none(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/evals", Answer(200, {"evals": [FAILED]}))
    told = muster("eval", "show", "acme/extract@3a3a")
    assert (told.code, "acme/extract@3a3a has no evaluation" in told.err) == (3, True)


@pytest.mark.parametrize(
    ("verdict", "blocking", "code"),
    [
        ("passed", True, 0),
        ("failed", True, 10),
        ("failed", False, 0),
        ("inconclusive", True, 11),
        ("inconclusive", False, 11),
        (None, None, 12),
    ],
)
def test_each_verdict_has_its_exit_code(verdict: str | None, blocking: bool | None, code: int) -> None:
    assert exit_code({**FAILED, "verdict": verdict, "blocking": blocking}) == code


def test_a_wrong_config_is_named_by_its_line(api: Api, muster: Muster, tmp_path: Path) -> None:
    file = tmp_path / "release.yaml"
    file.write_text("golden_set: x\nendpoint:\n  model: m\n  timeout: 3\n")
    problem = {
        "title": "Invalid request",
        "status": 422,
        "detail": "endpoint.timeout is 3; must be left out",
        "violations": [{"field": "endpoint.timeout", "value": "3", "allowed": "left out"}],
    }
    api.on("PUT", "/v1/eval-configs/release", Answer(422, problem))
    ended = muster("eval", "config", "release", str(file))
    assert ended.code == 2
    assert f"{file}:4: endpoint.timeout" in ended.err


REPORT = Answer(200, {"of": "ci-1"})


def test_the_command_offers_every_form_of_a_report() -> None:
    """It has its own list, since it imports the client alone."""
    assert [each.value for each in ReportForm] == [each.value for each in Form]


def test_a_report_is_written_to_a_file_and_the_exit_code_is_the_verdict_s(
    api: Api, muster: Muster, tmp_path: Path
) -> None:
    api.on("PUT", "/v1/evals/ci-1", Answer(200, {"outcome": "accepted"}))
    api.on("GET", "/v1/evals/ci-1", Answer(200, FAILED))
    api.on("GET", "/v1/evals/ci-1/report", REPORT)
    file = tmp_path / "eval.xml"
    command = ("eval", "run", "acme/extract", "-c", "release", "--id", "ci-1", "--wait", "--format", "junit")
    ended = muster(*command, "--file", str(file))
    assert (ended.code, json.loads(file.read_bytes())) == (10, REPORT.body)
    [request] = api.requests("GET", "/v1/evals/ci-1/report")
    assert request.query == {"format": ["junit"]}
    shown = muster("eval", "show", "ci-1", "--format", "markdown", "--check")
    assert (shown.code, json.loads(shown.out)) == (10, REPORT.body)


@pytest.mark.parametrize(
    "words", [("run", "acme/x", "-c", "r", "--format", "junit"), ("show", "ci-1", "--file", "eval.xml")]
)
def test_a_report_needs_a_verdict_and_a_form(muster: Muster, words: tuple[str, ...]) -> None:
    ended = muster("eval", *words)
    assert (ended.code, "needs --" in ended.err) == (2, True)


def test_a_run_is_stopped_with_a_reason(api: Api, muster: Muster) -> None:
    api.on("POST", "/v1/evals/ci-1/stop", Answer(200, {"outcome": "accepted"}))
    ended = muster("eval", "stop", "ci-1", "--reason", "a newer commit is out")
    assert (ended.code, "Evaluation ci-1 stopped" in ended.err) == (0, True)
    [request] = api.requests("POST", "/v1/evals/ci-1/stop")
    assert request.json == {"reason": "a newer commit is out"}


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({}, "cost 0.0342 of at most 5.00 USD\n"),
        ({"unsettled": "0.02"}, "cost 0.0342 of at most 5.00 USD, at most 0.02 besides\n"),
        ({"cost": None, "cap": None}, "cost unknown: the model has no price (`muster eval price`)\n"),
        ({"cost": None, "cap": None, "job_id": "job-7"}, "cost: the GPU time of that job (`muster cost`)\n"),
    ],
)
def test_a_run_says_what_it_cost_or_that_nobody_knows(
    api: Api, muster: Muster, changed: dict[str, Any], line: str
) -> None:
    api.on("GET", "/v1/evals/ci-1", Answer(200, {**FAILED, **changed}))
    assert line in muster("eval", "show", "ci-1").err


def test_a_price_needs_both_of_its_parts(muster: Muster) -> None:
    ended = muster("eval", "price", "invoices", "--input-tokens", "0.15")
    assert (ended.code, "must be both, or --remove" in ended.err) == (2, True)


def test_one_kind_of_case_is_chosen_at_a_time(muster: Muster) -> None:
    ended = muster("eval", "cases", "ci-1", "--failed", "--flipped")
    assert (ended.code, "must be one of them" in ended.err) == (2, True)


def test_cases_are_listed_as_lines(api: Api, muster: Muster) -> None:
    case = {
        "case_id": "inv-1",
        "task": "extract",
        "score": 0.0,
        "code": "",
        "reason": "the number is 3; expected is 4 +- 0",
        "baseline": 1.0,
        "cached": False,
        "tokens_out": 3,
        "latency_ms": 80,
        "key": "9b" * 32,
        "cost": "0.000019",
    }
    api.on("GET", "/v1/evals/ci-1/cases", Answer(200, {"cases": [case], "next_page_token": None}))
    ended = muster("eval", "cases", "ci-1", "--failed", "-o", "jsonl")
    assert [json.loads(line) for line in ended.out.splitlines()] == [case]


def test_cases_are_listed_page_by_page_up_to_the_limit(api: Api, muster: Muster) -> None:
    pages = [([f"c{n}" for n in range(1000)], "two"), (["c1000", "c1001"], None)]
    answers = [
        Answer(200, {"cases": [{"case_id": name} for name in names], "next_page_token": token})
        for names, token in pages
    ]
    api.on("GET", "/v1/evals/ci-1/cases", *answers)
    every = muster("eval", "cases", "ci-1", "-n", "5000", "--code", "TIMEOUT", "-o", "name")
    assert every.out.split() == [f"c{n}" for n in range(1002)]
    first, second = api.requests("GET", "/v1/evals/ci-1/cases")
    assert first.query == {"which": ["all"], "code": ["TIMEOUT"], "limit": ["1000"]}
    assert second.query == {**first.query, "page_token": ["two"]}


def test_a_command_without_an_address_says_what_to_set(
    muster: Muster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MUSTER_EVAL_URL")
    ended = muster("eval", "show", "ci-1")
    assert (ended.code, "MUSTER_EVAL_URL" in ended.err) == (6, True)


def test_a_judge_its_savings_and_its_warnings_are_shown(api: Api, muster: Muster) -> None:
    warning = "judge llama-70b and model llama-8b are of one family, llama: judges favour their own"
    judged = {"judge_hash": "7c" * 32, "judged": 120, "judge_unread": 2, "warnings": [warning]}
    api.on("GET", "/v1/evals/ci-1", Answer(200, {**FAILED, **judged}))
    shown = muster("eval", "show", "ci-1").err
    line = "judge 7c7c7c7c7c7c scored 120 of them; checks decided 40%; 2 verdicts could not be read"
    assert line in shown
    assert f"warning: {warning}" in shown


def test_a_config_can_have_a_new_judge_score_kept_answers(api: Api, muster: Muster, tmp_path: Path) -> None:
    file = tmp_path / "release.yaml"
    file.write_text("golden_set: letters\n")
    api.on("PUT", "/v1/eval-configs/release", Answer(200, {"outcome": "accepted"}))
    assert muster("eval", "config", "release", str(file), "--rejudge", "5").code == 0
    assert api.asked[-1].query["rejudge"] == ["5"]


def test_an_evaluation_that_started_by_itself_names_its_ref_and_its_job(api: Api, muster: Muster) -> None:
    found = {**FAILED, "requested_by": "", "trigger": "tag v1", "job_id": "job-4x5k", "url": "http://n:1/v1"}
    api.on("GET", "/v1/evals/ci-1", Answer(200, found))
    assert "served by job-4x5k at http://n:1/v1" in muster("eval", "show", "ci-1").err
    api.on("GET", "/v1/evals", Answer(200, {"evals": [found]}))
    assert "tag v1" in muster("eval", "list").out


COMPARED_RUN: dict[str, Any] = {
    "run": "ci-1",
    "repository": "acme/extract",
    "commit": "1f" * 20,
    "config": "release",
    "state": "completed",
    "cases": 200,
    "scored": 198,
    "paid": 150,
    "cached": 50,
    "cost": "0.0342",
    "latency_p50_ms": 80,
    "latency_p95_ms": 210,
    "tokens_out": 600,
}
COMPARED: dict[str, Any] = {
    "run": COMPARED_RUN,
    "baseline": {**COMPARED_RUN, "run": "ci-0", "cost": None, "latency_p50_ms": None, "latency_p95_ms": None},
    "of_verdict": True,
    "warnings": ["the configs differ: checks or sampling may explain differences"],
    "tasks": [
        {
            "task": "extract",
            "cases": 198,
            "value": 0.7,
            "coverage": 0.99,
            "baseline_cases": 200,
            "baseline_value": 0.82,
            "pairs": 198,
            "difference": -0.12,
            "lower": -0.16,
            "upper": -0.08,
            "detectable": 0.05,
            "worsened": 30,
            "improved": 6,
        }
    ],
    "flipped": [
        {
            "case_id": "inv-1",
            "task": "extract",
            "score": 0.0,
            "baseline": 1.0,
            "change": -1.0,
            "reason": "the number is 3; expected is 4",
        }
    ],
}


def test_two_evaluations_are_compared_with_bounds_flips_cost_and_latency(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/evals/ci-1/comparison", Answer(200, COMPARED))
    shown = muster("eval", "compare", "ci-1", "ci-0", "-n", "1")
    assert shown.code == 0
    assert api.asked[-1].query == {"baseline": ["ci-0"], "limit": ["1"]}
    for figure in ("-0.120", "-0.160", "-0.080", "198/200", "150", "50", "0.0342", "210", "inv-1"):
        assert figure in shown.out, figure
    assert "the verdict compares the same" in shown.err
    assert "warning: the configs differ" in shown.err
    assert "1 of 36 flipped cases, the worst first; --limit shows more" in shown.err
    raw = muster("eval", "compare", "ci-1", "-o", "json")
    assert json.loads(raw.out) == COMPARED


def test_a_comparison_that_is_refused_says_what_differs(api: Api, muster: Muster) -> None:
    wrong = {
        "field": "baseline",
        "value": "ci-0, scored by checks alone",
        "allowed": "scored as ci-1, by judge 7c",
    }
    problem = {"title": "Invalid request", "status": 422, "detail": "", "violations": [wrong]}
    api.on("GET", "/v1/evals/ci-1/comparison", Answer(422, problem))
    ended = muster("eval", "compare", "ci-1", "ci-0")
    assert (ended.code, "scored by checks alone" in ended.err) == (2, True), ended.err


POINT: dict[str, Any] = {
    "commit": "1f" * 20,
    "run": "ci-1",
    "cases": 200,
    "value": 0.7,
    "lower": 0.66,
    "threshold": 0.85,
    "verdict": "failed",
    "blocked": True,
    "in_production": False,
    "other_terms": True,
}


def test_a_series_is_a_row_for_each_task_and_version(api: Api, muster: Muster) -> None:
    found = {
        "config": "release",
        "repository": "acme/extract",
        "tasks": [{"task": "total", "points": [POINT]}],
    }
    api.on("GET", "/v1/eval-configs/release/series", Answer(200, found))
    shown = muster("eval", "series", "release", "-r", "acme/extract", "--task", "total", "-n", "9")
    assert (shown.code, "acme/extract by release" in shown.err) == (0, True)
    asked = {"repository": ["acme/extract"], "task": ["total"], "limit": ["9"]}
    assert api.asked[-1].query == asked
    for part in ("total", "1f1f1f1f1f1f", "0.700", "0.660", "0.850", "blocked, other terms from here"):
        assert part in shown.out, part
    raw = muster("eval", "series", "release", "-o", "jsonl")
    assert json.loads(raw.out) == {"task": "total", **POINT}


def test_the_picture_of_a_series_is_written_to_a_file(api: Api, muster: Muster, tmp_path: Path) -> None:
    api.on("GET", "/v1/eval-configs/release/series", REPORT)
    file = tmp_path / "release.svg"
    assert muster("eval", "series", "release", "--format", "svg", "--file", str(file)).code == 0
    assert (json.loads(file.read_bytes()), api.asked[-1].query["format"]) == (REPORT.body, ["svg"])
    ended = muster("eval", "series", "release", "--file", str(file))
    assert (ended.code, "--file needs --format svg" in ended.err) == (2, True)
