"""`muster eval`, against a canned API."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from muster.eval.cli.reports import ReportForm
from muster.eval.cli.verdicts import exit_code
from muster.eval.core.configs.documents import parse_cases
from muster.eval.core.reporting.rendering import Form
from muster.jobs import InvalidDocument
from muster.testkit.api.canned_api import Answer, Api, paged
from muster.testkit.api.command import Muster
from muster.testkit.api.documented import filled

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


HEAD = ("GET", "/api/models/acme/extract/revision/main", Answer(200, {"sha": "1f" * 20}))


@pytest.fixture(autouse=True)
def _api_url(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setenv("MUSTER_EVAL_URL", api.url)


def test_a_run_that_waits_ends_with_the_code_of_its_verdict(api: Api, muster: Muster) -> None:
    api.on(*HEAD)
    api.on("PUT", "/v1/evals/ci-1", Answer(200, {"outcome": "accepted"}))
    api.on("GET", "/v1/evals/ci-1", Answer(200, FAILED))
    ended = muster("eval", "run", "acme/extract", "-c", "release", "--id", "ci-1", "--wait")
    assert ended.code == 10
    assert "acme/extract@1f1f1f1f1f1f by release: failed" in ended.err
    assert "200 of 200 cases have a score, 20 from the cache" in ended.err
    assert "muster eval cases ci-1 --flipped" in ended.err
    assert "-0.120" in ended.out
    [request] = api.requests("PUT", "/v1/evals/ci-1")
    assert request.json["revision"] == "1f" * 20, "the registry's head: the eval service may not know it yet"


def test_a_version_of_which_the_service_has_not_read_yet_is_asked_for_again(api: Api, muster: Muster) -> None:
    body = {"type": "/problems/not-found", "title": "Not found", "status": 404}
    unknown, no_config = (
        Answer(404, {**body, "detail": detail})
        for detail in (f"commit is {'1f' * 20} of repo-a; must be one", "config release does not exist")
    )
    api.on(*HEAD)
    api.on("PUT", "/v1/evals/ci-1", unknown, Answer(200, {"outcome": "accepted"}))
    assert muster("eval", "run", "acme/extract", "-c", "release", "--id", "ci-1").code == 0
    assert len(api.requests("PUT", "/v1/evals/ci-1")) == 2
    for words, answer in ((("acme/extract@v2",), unknown), (("acme/extract",), no_config)):
        api.on("PUT", "/v1/evals/ci-2", answer)
        assert muster("eval", "run", *words, "-c", "release", "--id", "ci-2").code == 3
    assert len(api.requests("PUT", "/v1/evals/ci-2")) == 2, "once each"


def test_the_same_id_again_leads_to_the_evaluation_that_has_it(api: Api, muster: Muster) -> None:
    api.on(*HEAD)
    api.on("PUT", "/v1/evals/ci-1", Answer(200, {"outcome": "repeated"}))
    api.on("GET", "/v1/evals/ci-1", Answer(200, FAILED))
    exists = "Evaluation ci-1 exists already; no second one starts\n"
    again = muster("eval", "run", "acme/extract", "-c", "release", "--id", "ci-1")
    assert (again.code, again.err.startswith(exists)) == (0, True)
    awaited = muster("eval", "run", "acme/extract", "-c", "release", "--id", "ci-1", "--wait")
    assert (awaited.code, awaited.err.startswith(exists)) == (10, True)


@pytest.mark.slow
def test_the_newest_evaluation_of_a_commit_is_awaited_once_it_has_started(api: Api, muster: Muster) -> None:
    runs = [{**FAILED, "run": "auto-2", "commit": "3a" * 20}, FAILED]
    api.on("GET", "/v1/evals", paged([]), paged(runs))
    running = {**FAILED, "state": "running", "verdict": None, "done": 40}
    api.on("GET", "/v1/evals/ci-1", Answer(200, running), Answer(200, FAILED))
    ended = muster("eval", "show", "acme/extract@1f1f1f1", "--wait", "--check")
    assert (ended.code, "failed" in ended.err) == (10, True)
    assert api.requests("GET", "/v1/evals")[0].query["repository"] == ["acme/extract"]


@pytest.mark.slow
def test_waiting_for_a_model_takes_no_verdict_of_a_former_version(api: Api, muster: Muster) -> None:
    former, pushed = {**FAILED, "run": "auto-1"}, {**FAILED, "run": "auto-2", "commit": "3a" * 20}
    api.on("GET", "/api/models/acme/extract/revision/main", Answer(200, {"sha": "3a" * 20}))
    api.on("GET", "/v1/evals", paged([former]), paged([pushed, former]))
    api.on("GET", "/v1/evals/auto-2", Answer(200, pushed))
    ended = muster("eval", "show", "acme/extract", "--wait", "--check")
    assert (ended.code, "acme/extract@3a3a3a3a3a3a by release: failed" in ended.err) == (10, True)


def test_a_version_without_an_evaluation_is_said_to_have_none(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/evals", paged([FAILED]))
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
    api.on(*HEAD)
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
    assert "next:  muster eval show ci-1\n" in ended.err
    [request] = api.requests("POST", "/v1/evals/ci-1/stop")
    assert request.json == {"reason": "a newer commit is out"}


def test_a_probe_is_stopped_and_named_as_one(api: Api, muster: Muster) -> None:
    api.on("POST", "/v1/evals/p-1/stop", Answer(200, {"outcome": "accepted"}))
    api.on("GET", "/v1/eval-probes/p-1", Answer(200, {"run": "p-1", "config": "release"}))
    ended = muster("eval", "stop", "p-1")
    assert (ended.code, "Probe p-1 stopped" in ended.err) == (0, True)
    assert "next:  muster eval probes release\n" in ended.err


@pytest.mark.parametrize("words", [(), ("--wait",), ("--format", "markdown")])
def test_a_probe_that_is_taken_for_an_evaluation_is_named_as_one(
    api: Api, muster: Muster, words: tuple[str, ...]
) -> None:
    api.on("GET", "/v1/eval-probes/p-1", Answer(200, {"run": "p-1", "config": "release"}))
    ended = muster("eval", "show", "p-1", *words)
    assert (ended.code, "p-1 is a probe of a judge, not an evaluation" in ended.err) == (3, True)
    assert "hint:  muster eval probes release" in ended.err


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
    api.on("GET", "/v1/evals/ci-1/cases", paged([case]))
    ended = muster("eval", "cases", "ci-1", "--failed", "-o", "jsonl")
    assert [json.loads(line) for line in ended.out.splitlines()] == filled(
        "GET", "/v1/evals/ci-1/cases", 200, {"items": [case]}
    )["items"]


def test_cases_are_listed_page_by_page_up_to_the_limit(api: Api, muster: Muster) -> None:
    pages = [([f"c{n}" for n in range(1000)], "two"), (["c1000", "c1001"], None)]
    answers = [paged([{"case_id": name} for name in names], token=token) for names, token in pages]
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


RELEASE = "golden_set: letters\nendpoint:\n  model: m\n"


def test_a_config_can_have_a_new_judge_score_kept_answers(api: Api, muster: Muster, tmp_path: Path) -> None:
    file = tmp_path / "release.yaml"
    file.write_text(RELEASE)
    api.on("PUT", "/v1/eval-configs/release", Answer(200, {"outcome": "accepted"}))
    ended = muster("eval", "config", "release", str(file), "--rejudge", "5")
    done = "Eval config release is in force; up to 5 versions that it has scored are judged again"
    assert (ended.code, done in ended.err) == (0, True)
    assert "next:  muster eval list\n" in ended.err
    [request] = api.requests("PUT", "/v1/eval-configs/release")
    assert request.query["rejudge"] == ["5"]


@pytest.mark.parametrize(
    ("more", "option"),
    [
        ("", "--url URL "),
        ("  url: http://127.0.0.1:8000/v1\n", ""),
        ("serve: {queue: default, run: serve}\n", ""),
    ],
)
def test_the_command_after_a_config_names_the_url_where_the_config_has_none(
    api: Api, muster: Muster, tmp_path: Path, more: str, option: str
) -> None:
    file = tmp_path / "release.yaml"
    file.write_text(RELEASE + more)
    api.on("PUT", "/v1/eval-configs/release", Answer(200, {"outcome": "accepted"}))
    ended = muster("eval", "config", "release", str(file))
    assert f"next:  muster eval run NAMESPACE/NAME --config release {option}--wait\n" in ended.err


def test_an_evaluation_that_started_by_itself_names_its_ref_and_its_job(api: Api, muster: Muster) -> None:
    found = {**FAILED, "requested_by": "", "trigger": "tag v1", "job_id": "job-4x5k", "url": "http://n:1/v1"}
    api.on("GET", "/v1/evals/ci-1", Answer(200, found))
    assert "served by job-4x5k at http://n:1/v1" in muster("eval", "show", "ci-1").err
    api.on("GET", "/v1/evals", paged([found]))
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
    assert "same comparison as in the verdict" in shown.err
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
    for part in ("total", "1f1f1f1f1f1f", "0.700", "0.660", "0.850", "blocked, config, set or judge changed"):
        assert part in shown.out, part
    raw = muster("eval", "series", "release", "-o", "jsonl")
    assert json.loads(raw.out) == {"task": "total", **POINT}


def test_the_picture_of_a_series_is_written_to_a_file(api: Api, muster: Muster, tmp_path: Path) -> None:
    picture = Answer(200, {"config": "release", "repository": "acme/extract", "tasks": []})
    api.on("GET", "/v1/eval-configs/release/series", picture)
    file = tmp_path / "release.svg"
    assert muster("eval", "series", "release", "--format", "svg", "--file", str(file)).code == 0
    assert (json.loads(file.read_bytes()), api.asked[-1].query["format"]) == (picture.body, ["svg"])
    ended = muster("eval", "series", "release", "--file", str(file))
    assert (ended.code, "--file needs --format svg" in ended.err) == (2, True)


CONFIG = """\
prompts: [file://prompt.txt]
tests:
  - vars: {q: "2 + 2?"}
    assert: [{type: equals, value: 4}, {type: llm-rubric, value: is short}]
"""


def test_cases_of_promptfoo_are_imported_with_the_files_beside_the_config(
    muster: Muster, tmp_path: Path
) -> None:
    (tmp_path / "prompt.txt").write_text("What is {{q}}\n")
    (tmp_path / "promptfooconfig.yaml").write_text(CONFIG)
    out = tmp_path / "sums.jsonl"
    file = str(tmp_path / "promptfooconfig.yaml")
    ended = muster("eval", "import", file, "--format", "promptfoo", "--task", "sums", "--out", str(out))
    assert ended.code == 0, ended.err
    assert "left out: promptfooconfig.yaml:4: tests[0].assert[1]: llm-rubric" in ended.err
    assert "1 cases, 1 with checks of their own; left out: 1" in ended.err
    assert json.loads(out.read_text())["prompt"] == "What is 2 + 2?"


def test_a_file_that_a_config_names_and_that_is_missing_is_named(muster: Muster, tmp_path: Path) -> None:
    (tmp_path / "promptfooconfig.yaml").write_text(CONFIG)
    ended = muster("eval", "import", str(tmp_path / "promptfooconfig.yaml"), "--format", "promptfoo")
    assert (ended.code, "prompt.txt: no such file" in ended.err) == (2, True)


def test_a_parquet_file_of_a_dataset_is_imported(muster: Muster, tmp_path: Path) -> None:
    parquet: Any = import_module("pyarrow.parquet")
    arrow: Any = import_module("pyarrow")
    file = tmp_path / "test.parquet"
    row = {"question": "2 + 2?", "choices": ["3", "4"], "answer": 1, "subject": "sums"}
    parquet.write_table(arrow.Table.from_pylist([row]), file)
    fields = ("prompt=question", "expected=answer", "cluster=subject")
    options = [word for field in fields for word in ("--field", field)]
    ended = muster("eval", "import", str(file), "--format", "hf", *options)
    assert ended.code == 0, ended.err
    case = json.loads(ended.out)
    assert (case["expected"], case["cluster"]) == (["B"], "sums")
    file.write_bytes(b"PAR1")
    ended = muster("eval", "import", str(file), "--format", "hf", *options)
    assert (ended.code, "test.parquet is not a Parquet file" in ended.err) == (2, True)


def test_a_wrong_sample_is_named_by_file_line_and_field(muster: Muster, tmp_path: Path) -> None:
    file = tmp_path / "samples.jsonl"
    file.write_text('{"input": "x"}\n{"question": "y"}\n')
    ended = muster("eval", "import", str(file), "--format", "inspect")
    assert ended.code == 2
    assert "samples.jsonl:2: input is missing; must be text or messages; columns are question" in ended.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--format", "hf", "--field", "prompt"), "--field is prompt; must be FIELD=COLUMN"),
        (("--format", "promptfoo", "--metadata", "x"), "are for datasets, not for promptfoo"),
        (("--format", "jsonl", "--field", "answer=x"), "--field answer is x; must be id, task, prompt"),
    ],
)
def test_a_wrong_mapping_is_named(
    muster: Muster, tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    file = tmp_path / "data.jsonl"
    file.write_text('{"prompt": "x"}\n')
    ended = muster("eval", "import", str(file), *words)
    assert (ended.code, sentence in ended.err) == (2, True), ended.err


LONG = "How many bolts of blue and of white fiber does it take in total to make a robe?"


def golden_file(folder: Path, *cases: dict[str, Any]) -> str:
    lines = [json.dumps({"id": f"c{n}", "task": "t", **case}) for n, case in enumerate(cases)]
    (folder / "set.jsonl").write_text("\n".join(lines) + "\n")
    return str(folder / "set.jsonl")


def test_near_duplicates_are_told_apart_by_cluster_and_put_into_one(muster: Muster, tmp_path: Path) -> None:
    file = golden_file(tmp_path, {"prompt": LONG}, {"prompt": "Why?"}, {"prompt": LONG + " Please."})
    ended = muster("eval", "check", file, "-o", "jsonl")
    assert ended.code == 1
    [found] = map(json.loads, ended.out.splitlines())
    assert (found["finding"], found["cases"]) == ("near-duplicates", ["c0", "c2"])
    assert "should share" in found["note"]
    out = tmp_path / "clustered.jsonl"
    assert muster("eval", "check", file, "--out", str(out)).code == 0
    assert muster("eval", "check", str(out)).code == 0
    clusters = [json.loads(line).get("cluster") for line in out.read_text().splitlines()]
    assert clusters == ["near-c0", None, "near-c0"]


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("train.jsonl", f'{{"m": [{{"content": "x"}}]}}\n{json.dumps({"q": LONG})}', "train.jsonl:2"),
        ("train.csv", f'q,a\n"{LONG}",3\n', "train.csv:2"),
        ("train.txt", f"x\n\n{LONG[:17]}\n{LONG[17:]}\n", "train.txt:3"),
    ],
)  # fmt: skip
def test_a_case_in_training_text_is_named_with_its_place(
    muster: Muster, tmp_path: Path, name: str, text: str, place: str
) -> None:
    (tmp_path / name).write_text(text)
    file = golden_file(tmp_path, {"prompt": LONG, "expected": "3"}, {"prompt": "Why?"})
    ended = muster("eval", "check", file, "--against", str(tmp_path / name), "-o", "jsonl")
    assert ended.code == 1, ended.err
    [found] = map(json.loads, ended.out.splitlines())
    assert (found["cases"], found["share"], found["place"]) == (["c0"], 1.0, place)
    assert "1 of 2 cases were not searched for" in ended.err


def test_held_out_cases_are_checked_and_nothing_of_them_is_printed(muster: Muster, tmp_path: Path) -> None:
    canary = "canary-of-a-held-out-case"
    held_out = {"subset": "held_out", "expected": "seven", "metadata": {"canary": canary}}
    file = golden_file(tmp_path, {"prompt": LONG}, {"prompt": f"{LONG} Say so.", **held_out})
    (tmp_path / "train.txt").write_text(f"{LONG} Say so.\n{canary} seven\n")
    ended = muster("eval", "check", file, "--against", str(tmp_path / "train.txt"), "-o", "jsonl")
    assert ended.code == 1, ended.err
    found = {each["finding"]: each for each in map(json.loads, ended.out.splitlines())}
    assert set(found) == {"held-out case told", "in training text", "canary in training text"}
    assert found["held-out case told"]["note"].startswith("remove the held-out case or those like it")
    assert found["canary in training text"]["note"] == "that of c1"
    assert not any(part in ended.out + ended.err for part in (canary, "seven", "bolts", "Say so"))


def test_the_check_and_the_service_refuse_the_same_clusters(muster: Muster, tmp_path: Path) -> None:
    plain, held_out = {"expected": "3", "cluster": "x"}, {"subset": "held_out", "cluster": "x"}
    file = golden_file(tmp_path, {"prompt": LONG, **plain}, {"prompt": "Why?", **held_out})
    out = tmp_path / "clustered.jsonl"
    ended = muster("eval", "check", file, "--out", str(out), "-o", "jsonl")
    [found] = map(json.loads, ended.out.splitlines())
    with pytest.raises(InvalidDocument) as refused:
        parse_cases(Path(file).read_bytes())
    [violation] = refused.value.violations
    assert (ended.code, found["finding"], found["cases"]) == (1, "mixed cluster", ["c1"])
    assert (found["place"], violation.field) == ("set.jsonl:2: cluster", "line 2.cluster")
    assert found["note"] == f"must be {violation.allowed}"
    assert f"{out} not written: set.jsonl:2: cluster must be" in ended.err
    assert not out.exists()


def test_clusters_are_written_as_the_service_accepts_them(muster: Muster, tmp_path: Path) -> None:
    held_out = {"subset": "held_out"}
    file = golden_file(
        tmp_path,
        {"prompt": LONG, "expected": "3"},
        {"prompt": f"{LONG} Say so.", **held_out},
        {"prompt": "Name three primes below ten.", **held_out},
        {"prompt": "Name three primes below ten, please.", **held_out},
    )
    out = tmp_path / "clustered.jsonl"
    ended = muster("eval", "check", file, "--out", str(out), "-o", "jsonl")
    assert (ended.code, "should share" in ended.out) == (1, False)
    clusters = [json.loads(line).get("cluster") for line in out.read_text().splitlines()]
    assert clusters == [None, None, "near-c2", "near-c2"]
    assert parse_cases(out.read_bytes()).held_out_tasks[0].clusters == 2


def test_a_new_cluster_that_would_mix_cases_is_not_written(muster: Muster, tmp_path: Path) -> None:
    named = {"prompt": "Why?", "subset": "held_out", "cluster": "near-c0"}
    file = golden_file(tmp_path, {"prompt": LONG}, {"prompt": f"{LONG} Please."}, named)
    out = tmp_path / "clustered.jsonl"
    ended = muster("eval", "check", file, "--out", str(out))
    assert (ended.code, out.exists(), "should share" in ended.out) == (1, False, True)
    assert "not written: set.jsonl:3: cluster must be a cluster of held-out cases alone" in ended.err


def test_a_training_text_that_cannot_be_read_is_named(muster: Muster, tmp_path: Path) -> None:
    file = golden_file(tmp_path, {"prompt": "x"})
    ended = muster("eval", "check", file, "--against", str(tmp_path / "none.jsonl"))
    assert (ended.code, "none.jsonl: No such file" in ended.err) == (2, True)
    (tmp_path / "train.jsonl").write_text('{"a": 1}\n{')
    ended = muster("eval", "check", file, "--against", str(tmp_path / "train.jsonl"))
    assert (ended.code, "train.jsonl:2" in ended.err) == (2, True)


def test_cases_are_proposed_line_by_line_and_known_ones_are_counted(
    api: Api, muster: Muster, tmp_path: Path
) -> None:
    path = "/v1/golden-sets/invoices/proposals"
    file = tmp_path / "failures.jsonl"
    file.write_text('{"task": "t", "prompt": "x"}\n\n{"task": "t", "prompt": "y"}\n')
    api.on("POST", path, Answer(200, {"outcome": "repeated"}))
    ended = muster("eval", "propose", "invoices", str(file), "--source", "ticket 4711")
    assert (ended.code, "2 cases proposed for invoices, 2 of them before" in ended.err) == (0, True), (
        ended.err
    )
    requests = api.requests("POST", path)
    assert [each.json["prompt"] for each in requests] == ["x", "y"]
    assert requests[0].query["source"] == ["ticket 4711"]
    api.on("POST", path, Answer(409, {"title": "Conflict", "status": 409, "detail": "was rejected before"}))
    ended = muster("eval", "propose", "invoices", str(file))
    assert (ended.code, "failures.jsonl:3: was rejected before" in ended.err) == (0, True), ended.err
    wrong = [{"field": "task", "value": "t", "allowed": "a task of invoices: total"}]
    api.on("POST", path, Answer(422, {"title": "Invalid", "status": 422, "detail": "x", "violations": wrong}))
    ended = muster("eval", "propose", "invoices", str(file))
    assert ended.code == 2
    assert "failures.jsonl:1 is not a valid case" in ended.err


def test_a_proposal_is_decided_one_way_or_the_other(api: Api, muster: Muster) -> None:
    path = f"/v1/golden-sets/invoices/proposals/{'9b' * 8}/decision"
    api.on("POST", path, Answer(200, {"outcome": "accepted"}))
    command = ("eval", "decide", "invoices", "9b" * 8)
    accepted = muster(*command, "--accept")
    rejected = muster(*command, "--reject", "--reason", "unreadable")
    assert ("it is part of invoices" in accepted.err, "rejected for invoices" in rejected.err) == (True, True)
    bodies = [each.json for each in api.requests("POST", path)]
    assert bodies == [
        {"decision": "accept", "reason": ""},
        {"decision": "reject", "reason": "unreadable"},
    ]
    assert muster(*command).code == 2


def test_proposals_are_listed_by_state_and_one_is_shown_with_its_text(api: Api, muster: Muster) -> None:
    proposal = {
        "proposal": "9b" * 8,
        "case_id": "production-1",
        "task": "total",
        "state": "open",
        "source": "ticket 4711",
        "proposed_by": "acme/bot",
        "proposed_at": "2026-11-28T04:00:00Z",
        "reason": "",
        "decided_by": "",
        "decided_at": None,
    }
    path = "/v1/golden-sets/invoices/proposals"
    api.on("GET", path, paged([proposal]))
    ended = muster("eval", "proposals", "invoices", "--state", "all")
    assert (ended.code, "production-1" in ended.out) == (0, True)
    assert api.asked[-1].query["state"] == ["all"]
    api.on("GET", f"{path}/{'9b' * 8}", Answer(200, {"proposal": proposal, "case": {"prompt": "Total?"}}))
    shown = muster("eval", "proposals", "invoices", "9b" * 8)
    assert json.loads(shown.out)["case"] == {"prompt": "Total?"}


def test_the_history_of_a_set_or_of_a_case_is_listed(api: Api, muster: Muster) -> None:
    case = {"case_id": "inv-1", "task": "t", "runs": 3, "scored": 2, "mean": 0.5, "changes": 1, "last": None}
    api.on("GET", "/v1/golden-sets/invoices/history", paged([case]))
    ended = muster("eval", "history", "invoices", "-c", "release", "--runs", "5")
    assert (ended.code, "0.500" in ended.out) == (0, True)
    query = api.asked[-1].query
    assert (query["config"], query["runs"], query["limit"]) == (["release"], ["5"], ["100"])
    run = {
        "run": "ci-1",
        "repository": "acme/extract",
        "commit": "1f" * 20,
        "config": "release",
        "golden_set": "7a" * 32,
        "score": 0.0,
        "code": "",
        "reason": "the answer is empty",
        "at": "2026-11-28T04:00:00Z",
    }
    api.on("GET", "/v1/golden-sets/invoices/history/inv-1", paged([run]))
    ended = muster("eval", "history", "invoices", "inv-1", "-o", "jsonl")
    assert json.loads(ended.out) == run
