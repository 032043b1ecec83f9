"""`muster drift`, against a canned API."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from muster.events.subjects import subject_of
from muster.testkit.api.canned_api import Answer, Api, paged
from muster.testkit.api.command import Muster

MODEL = "acme/answers"
PATH = f"/v1/drift-models/{MODEL}"


@pytest.fixture(autouse=True)
def _address(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_DRIFT_URL", api.url)


def test_a_model_is_watched_as_a_file_says(api: Api, muster: Muster, tmp_path: Path) -> None:
    api.on("PUT", PATH, Answer(200, {"outcome": "accepted"}))
    file = tmp_path / "monitor.yaml"
    file.write_text("subgroup: 10m\n")
    ended = muster("drift", "watch", MODEL, str(file))
    assert (ended.code, f"{MODEL} is watched" in ended.err) == (0, True)


def test_a_wrong_monitor_is_named_with_its_line(api: Api, muster: Muster, tmp_path: Path) -> None:
    wrong = {"field": "subgroup", "value": "7m", "allowed": "one of 1s, 2s"}
    api.on("PUT", PATH, Answer(422, {"title": "no", "violations": [wrong]}))
    file = tmp_path / "monitor.yaml"
    file.write_text("measures: [errors]\nsubgroup: 7m\n")
    ended = muster("drift", "watch", MODEL, str(file))
    assert ended.code != 0
    assert "is not a valid monitor" in ended.err
    assert "monitor.yaml:2" in ended.err


def test_charts_are_a_line_each_and_drawn_within_80_columns(api: Api, muster: Muster) -> None:
    api.on("GET", f"{PATH}/charts", Answer(200, charts()))
    api.on("GET", "/v1/drift-alarms", paged([alarm()]))
    table = muster("drift", "show", MODEL)
    assert "refusals" in table.out
    assert "ALARM" in table.out
    drawn = muster("drift", "show", MODEL, "--measure", "refusals").out
    assert "X" in drawn
    assert max(map(len, drawn.splitlines())) <= 80


def test_a_measure_without_a_value_in_the_newest_subgroup_is_not_measured(api: Api, muster: Muster) -> None:
    found = charts()
    found["subgroups"][-1]["points"] = []
    api.on("GET", f"{PATH}/charts", Answer(200, found))
    api.on("GET", "/v1/drift-alarms", paged([]))
    [_, row] = muster("drift", "show", MODEL).out.splitlines()
    assert "not measured" in row
    assert "60.0 %" not in row


def test_samples_in_the_open_window_are_shown_before_they_are_measured(api: Api, muster: Muster) -> None:
    series = {"commit": "4f1c0de9a8b7", "task": "chat", "segment": "de"}
    found = charts() | {"open": [series | {"start": "2026-11-29T06:40:00.000Z", "samples": 1_012}]}
    api.on("GET", f"{PATH}/charts", Answer(200, found))
    api.on("GET", "/v1/drift-alarms", paged([]))
    _, _, shown = muster("drift", "show", MODEL).out.partition("\n\n")
    assert shown == "so far in the open window of 4f1c0de chat de: 1,012 samples\n"


def test_shifts_of_inputs_are_shown_within_80_columns(api: Api, muster: Muster) -> None:
    api.on("GET", f"{PATH}/charts", Answer(200, charts() | {"inputs": [inputs()]}))
    api.on("GET", "/v1/drift-alarms", paged([]))
    _, _, found = muster("drift", "show", MODEL).out.partition("\n\n")
    assert found.splitlines() == [
        "inputs of 4f1c0de chat de, 2026-11-29 05:00 to 2026-11-29 06:00:",
        "  input-length: small shift, PSI 0.02, p 0.0001; 2,050 samples",
        "  script: not enough data; unknown in 100.0 %, 0.5 % before; 2,050 samples",
        "  template: SHIFTED, PSI 0.61, p 0.0000; new: 9f86d081884c (41.0 %), beta (3.0",
        "    %); 2,050 samples",
    ]


def test_findings_of_the_judge_fit_in_80_columns(api: Api, muster: Muster) -> None:
    api.on("GET", f"{PATH}/charts", Answer(200, judged()))
    api.on("GET", "/v1/drift-alarms", paged([]))
    table, _, found = muster("drift", "show", MODEL).out.partition("\n\n")
    assert "quality" in table
    assert found.splitlines() == [
        "baseline of 4f1c0de by release: 0.86, 200 cases, 2026-11-29 05:00",
        "  judge checked 2026-11-29 06:00: not moved; difference +0.010 on 50 answers, p",
        "    0.4200",
        "4f1c0de chat de: 18 of 20 samples judged, 2 not measured: texts of 2 samples are",
        "  gone (2026-11-29 06:37 to 06:38); 2 later subgroups wait for the judge",
        "  gap to the baseline: -0.40 standard deviations of one score, standard error",
        "    0.12",
        "judging has cost at most 4.20 USD in the last 24 hours",
    ]


def test_unknown_quality_is_shown_with_its_reason(api: Api, muster: Muster) -> None:
    found = judged()
    found["baselines"][0] |= {"mean": None, "missing": "the registry has no model acme/answers"}
    found["baselines"][0] |= {"compared": None, "unchecked": None}
    found["charts"], found["cost_day"] = [], None
    found["subgroups"][37] |= {"judged": 0, "unjudged": 20, "unjudged_reason": "today's limit is spent"}
    found["subgroups"][37]["points"] = []
    api.on("GET", f"{PATH}/charts", Answer(200, found))
    api.on("GET", "/v1/drift-alarms", paged([]))
    said = muster("drift", "show", MODEL).out
    for text in (
        "baseline of 4f1c0de by release: none: the registry has no model acme/answers",
        "judge not checked: there is no baseline",
        "4f1c0de chat de: not measured: today's limit is spent",
        "gap to the baseline: not measured, the chart is learning",
        "judging has cost nothing in the last 24 hours",
    ):
        assert text in said
    assert "not measured" in said.splitlines()[1]


def test_a_judge_that_has_moved_or_was_not_checked_is_named(api: Api, muster: Muster) -> None:
    found = judged()
    found["baselines"][0] |= {"moved": True, "unchecked": "eval has not answered within 2 hours"}
    api.on("GET", f"{PATH}/charts", Answer(200, found))
    api.on("GET", "/v1/drift-alarms", paged([]))
    said = " ".join(muster("drift", "show", MODEL).out.split())
    assert "judge checked 2026-11-29 06:00: MOVED, no alarm about quality is raised" in said
    assert "last check of the judge failed: eval has not answered within 2 hours" in said


def test_charts_are_written_to_a_file_whose_name_says_the_form(
    api: Api, muster: Muster, tmp_path: Path
) -> None:
    api.on("GET", f"{PATH}/charts", Answer(200, charts()))
    api.on("GET", f"{PATH}/charts/plot", Answer(200, chunks=("<svg/>",)))
    api.on("GET", "/v1/drift-alarms", paged([]))
    file = tmp_path / "charts.svg"
    ended = muster("drift", "show", MODEL, "--measure", "refusals", "--plot", str(file))
    assert (ended.code, f"Wrote {file}" in ended.err) == (0, True)
    [asked] = api.requests("GET", f"{PATH}/charts/plot")
    assert (asked.query["format"], asked.query["measure"]) == (["svg"], ["refusals"])
    assert muster("drift", "show", MODEL, "--plot", str(tmp_path / "charts.html")).code == 0
    assert api.requests("GET", f"{PATH}/charts/plot")[-1].query["format"] == ["html"]
    wrong = muster("drift", "show", MODEL, "--plot", "charts.png")
    assert (wrong.code, "must end in .svg or .html" in wrong.err) == (2, True)


def test_an_alarm_is_shown_with_its_worst_samples_and_the_rollback(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/drift-alarms", paged([alarm() | WORST]))
    api.on("GET", "/v1/drift-alarms/drift-1", Answer(200, alarm() | WORST))
    listed = muster("drift", "alarms")
    assert "OPEN, rollback" in listed.out
    assert "0.00 of 2" in listed.out
    assert "muster drift alarms ALARM" in listed.err
    shown = muster("drift", "alarms", "drift-1")
    assert "rollback  asked for: the version is to be taken back" in shown.out
    assert [each.split() for each in shown.out.splitlines()[-2:]] == [
        ["5f0c3f6c", "0.00", "2026-11-29", "06:31"],
        ["6a1d4e7d", "0.25", "2026-11-29", "06:30"],
    ]
    assert "muster drift samples drift-1" in shown.err
    assert json.loads(muster("drift", "alarms", "drift-1", "-o", "json").out)["rollback"] is True


def test_samples_are_shown_without_what_their_texts_would_do_to_a_terminal(api: Api, muster: Muster) -> None:
    kept = {
        "sample": "5f0c3f6c",
        "score": 0.0,
        "at": "2026-11-29T06:31:07.000Z",
        "texts": "kept",
        "model": "tiny",
        "latency_ms": 1_200,
        "conversation": [{"role": "user", "content": "How\nlong?\x1b[2J"}],
        "answer": "6a1d4e7d  score 1.00",
        "sources": [],
    }
    nothing = {"model": None, "latency_ms": None, "conversation": None, "answer": None, "sources": None}
    gone = {**kept, **nothing, "sample": "6a1d4e7d", "texts": "gone"}
    none = {**kept, **nothing, "sample": "7b2e5f8e", "texts": "none", "model": "tiny", "latency_ms": 9}
    found = {"alarm": "drift-1", "text": "quality fell", "samples": [kept, gone, none]}
    api.on("GET", "/v1/drift-alarms/drift-1/samples", Answer(200, found))
    assert muster("drift", "samples", "drift-1").out.splitlines() == [
        "5f0c3f6c  score 0.00  2026-11-29 06:31  tiny, 1,200 ms",
        "  user:",
        "    How",
        "    long?\\x1b[2J",
        "  answer:",
        "    6a1d4e7d  score 1.00",
        "",
        "6a1d4e7d  score 0.00  2026-11-29 06:31",
        "  texts are gone: samples are kept for 7 days",
        "",
        "7b2e5f8e  score 0.00  2026-11-29 06:31  tiny, 9 ms",
        "  no texts: the server kept none",
    ]
    assert json.loads(muster("drift", "samples", "drift-1", "-o", "json").out) == found


def test_an_alarm_without_samples_says_so(api: Api, muster: Muster) -> None:
    found: dict[str, Any] = {"alarm": "drift-1", "text": "", "samples": []}
    api.on("GET", "/v1/drift-alarms/drift-1/samples", Answer(200, found))
    ended = muster("drift", "samples", "drift-1")
    assert (ended.out, "no sample that may be shown" in ended.err) == ("", True)


def test_an_open_alarm_is_listed_and_acknowledged(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/drift-alarms", paged([alarm()]))
    api.on("PUT", "/v1/drift-alarms/drift-1/acknowledgement", Answer(200, {"outcome": "accepted"}))
    assert "share of refusals rose" in muster("drift", "alarms").out
    assert "drift-1 is acknowledged" in muster("drift", "ack", "drift-1", "--reason", "known").err


def test_a_user_is_forgotten_by_the_hash_that_servers_record(
    api: Api, muster: Muster, tmp_path: Path
) -> None:
    file, user_hash = tmp_path / "key", subject_of("ann", b"k")
    file.write_text("k\n")
    path = f"/v1/drift-forgotten-users/{user_hash}"
    api.on("PUT", path, Answer(200, {"outcome": "accepted"}))
    assert "ann is forgotten" in muster("drift", "forget", "--user", "ann", "--key-file", str(file)).err
    assert muster("drift", "forget", "--hash", user_hash).code == 0
    assert len(api.requests("PUT", path)) == 2
    assert not any("ann" in f"{each.path}{each.body}" for each in api.asked)


def test_a_user_without_a_key_is_not_forgotten(api: Api, muster: Muster, tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("\n")
    ended = muster("drift", "forget", "--user", "ann", "--key-file", str(file))
    assert (ended.code, "is empty; must be the key" in ended.err) == (2, True)
    for wrong in (["--user", "ann"], [], ["--hash", "a", "--key-file", str(file)]):
        assert muster("drift", "forget", *wrong).code == 2
    assert not api.asked


def test_a_simulation_says_when_subgroups_are_too_small(api: Api, muster: Muster, tmp_path: Path) -> None:
    answer = {
        "samples": 5,
        "samples_min": 10,
        "learning_s": 30_000,
        "run_length": 4_032.0,
        "limit": 4.5,
        "false_alarm_every_s": 604_800,
        "delays": [{"shift": 0.5, "mean_s": None, "slow_s": None}],
        "judging": None,
    }
    api.on("POST", "/v1/drift-simulations", Answer(200, answer))
    file = tmp_path / "monitor.yaml"
    file.write_text("subgroup: 10m\n")
    ended = muster("drift", "simulate", str(file), "--samples-per-minute", "0.5")
    assert "A chart has limits after 8 h" in ended.out
    assert "one false alarm in 7 d" in ended.out
    assert "a subgroup has 5 samples; must be at least 10" in ended.err


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        ((5.76, 8.64), "The limit of 5 USD a day is enough for 58 to 87 % of a day's samples"),
        ((4.0, 6.0), "is enough for 83 to 100 % of a day's samples"),
        ((2.0, 3.0), "Samples stay within the limit of 5 USD a day."),
        ((None, None), "The cost is unknown without a price"),
    ],
)
def test_a_simulation_compares_the_cost_of_judging_with_its_limit(
    api: Api, muster: Muster, tmp_path: Path, cost: tuple[float | None, float | None], said: str
) -> None:
    low, high = cost
    costs = [
        {"what": "samples", "answers": 14_400, "low_usd": low, "high_usd": high},
        {"what": "anchors", "answers": 50, "low_usd": low, "high_usd": high},
        {"what": "baseline", "answers": 200, "low_usd": low, "high_usd": high},
    ]
    judging = {
        "verdicts_min": 2,
        "verdicts_max": 3,
        "rules_tokens": 300,
        "verdict_tokens": 100,
        "series": 5,
        "daily_usd": 5.0,
        "costs": costs,
    }
    answer = {
        "samples": 40,
        "samples_min": 10,
        "learning_s": 30_000,
        "run_length": 4_032.0,
        "limit": 4.5,
        "false_alarm_every_s": 604_800,
        "delays": [{"shift": 0.5, "mean_s": 3_600, "slow_s": 7_200}],
        "judging": judging,
    }
    api.on("POST", "/v1/drift-simulations", Answer(200, answer))
    file = tmp_path / "monitor.yaml"
    file.write_text("subgroup: 10m\n")
    prices = ["--input-tokens", "0.15", "--output-tokens", "0.6"] if low is not None else []
    ended = muster("drift", "simulate", str(file), "-s", "4", *prices)
    assert said in " ".join(ended.out.split())
    assert "28,800 to 43,200" in ended.out
    assert "a verdict reads 1,300 tokens and writes 100" in " ".join(ended.out.split())
    assert max(map(len, ended.out.splitlines()[1:])) <= 80
    [asked] = api.requests("POST", "/v1/drift-simulations")
    assert asked.query.get("input_usd") == (["0.15"] if prices else None)


def test_a_price_of_one_kind_of_tokens_is_no_price(api: Api, muster: Muster, tmp_path: Path) -> None:
    file = tmp_path / "monitor.yaml"
    file.write_text("subgroup: 10m\n")
    ended = muster("drift", "simulate", str(file), "-s", "4", "--input-tokens", "1")
    assert (ended.code, "must be both, or neither" in ended.err) == (2, True)
    assert not api.asked


def test_a_command_without_an_address_says_what_to_set(
    muster: Muster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MUSTER_DRIFT_URL")
    ended = muster("drift", "ls")
    assert (ended.code, "MUSTER_DRIFT_URL" in ended.err) == (6, True)


def charts() -> dict[str, Any]:
    """Forty subgroups, of which the last ones are beyond the limit."""
    subgroups = [
        {
            "commit": "4f1c0de9a8b7",
            "task": "chat",
            "segment": "de",
            "start": f"2026-11-29T06:{minute:02}:00Z",
            "end": f"2026-11-29T06:{minute + 1:02}:00Z",
            "samples": 40,
            "seen": 40_000,
            "dropped": 0,
            "judged": None,
            "unjudged": None,
            "unjudged_reason": None,
            "points": [
                {
                    "measure": "refusals",
                    "state": "WATCHED",
                    "count": 40,
                    "value": 0.1 if minute < 30 else 0.6,
                    "deviation": 0.3,
                    "statistic": 0.1 if minute < 30 else (minute - 29) * 0.8,
                    "low": -1.0,
                    "high": 1.2,
                }
            ],
        }
        for minute in range(40)
    ]
    chart = {
        "commit": "4f1c0de9a8b7",
        "task": "chat",
        "segment": "de",
        "measure": "refusals",
        "center": 0.1,
    }
    nothing: dict[str, Any] = {"baselines": [], "inputs": [], "open": [], "cost_day": None}
    return nothing | {"charts": [chart], "subgroups": subgroups}


def inputs() -> dict[str, Any]:
    """Inputs of an hour: a small shift, no known scripts, new templates."""
    stable: dict[str, Any] = {
        "column": "input-length",
        "verdict": "SMALL",
        "psi": 0.02,
        "psi_by_chance": 0.01,
        "p_value": 0.0001,
        "reference_samples": 2_000,
        "samples": 2_050,
        "reference_unknown": 0,
        "unknown": 0,
        "new": [],
        "reasons": [],
    }
    unknown = {"verdict": "NOT_ENOUGH_DATA", "psi": 0.0, "reference_unknown": 10, "unknown": 2_050}
    new = [{"name": "9f86d081884c7d659a2f", "share": 0.41}, {"name": "beta", "share": 0.03}]
    large = {"verdict": "LARGE", "psi": 0.61, "p_value": 0.0, "new": new, "reasons": ["values"]}
    return {
        "commit": "4f1c0de9a8b7",
        "task": "chat",
        "segment": "de",
        "start": "2026-11-29T05:00:00.000Z",
        "end": "2026-11-29T06:00:00.000Z",
        "reference_start": "2026-11-28T05:00:00.000Z",
        "subgroups": 50,
        "shifts": [
            stable,
            stable | {"column": "script"} | unknown,
            stable | {"column": "template"} | large,
        ],
    }


def judged() -> dict[str, Any]:
    """The same, and quality: the last two subgroups wait for the judge."""
    found = charts()
    for subgroup in found["subgroups"][:38]:
        subgroup |= {"judged": 18, "unjudged": 2, "unjudged_reason": "texts of 2 samples are gone"}
        [point] = subgroup["points"]
        subgroup["points"] = [point, {**point, "measure": "quality", "value": 0.82, "statistic": 0.1}]
    [chart] = found["charts"]
    quality = {"measure": "quality", "center": 0.82, "baseline": 0.86, "gap": -0.4, "gap_uncertainty": 0.12}
    found["charts"].append({**chart, **quality})
    found["baselines"] = [
        {
            "commit": "4f1c0de9a8b7",
            "config": "release",
            "mean": 0.86,
            "cases": 200,
            "at": "2026-11-29T05:00:00.000Z",
            "missing": None,
            "compared": "2026-11-29T06:00:00.000Z",
            "compared_cases": 50,
            "difference": 0.01,
            "p_value": 0.42,
            "moved": False,
            "unchecked": "",
        }
    ]
    return found | {"cost_day": 4.2}


WORST: dict[str, Any] = {
    "rollback": True,
    "worst": [
        {"sample": "5f0c3f6c", "score": 0.0, "at": "2026-11-29T06:31:07.000Z"},
        {"sample": "6a1d4e7d", "score": 0.25, "at": "2026-11-29T06:30:02.000Z"},
    ],
}


def alarm() -> dict[str, Any]:
    """An open alarm."""
    return {
        "alarm": "drift-1",
        "repository": MODEL,
        "commit": "4f1c0de9a8b7",
        "task": "chat",
        "segment": "de",
        "measure": "refusals",
        "began": "2026-11-29T06:30:00Z",
        "began_after": "2026-11-29T06:29:00Z",
        "began_before": "2026-11-29T06:31:00Z",
        "at": "2026-11-29T06:32:00Z",
        "text": "acme/answers@4f1c0de chat de: share of refusals rose from 10.0 % to 60.0 %",
        "worst": [],
        "rollback": False,
        "ended": None,
        "ended_reason": None,
        "known_to": None,
        "known_reason": None,
    }
