"""`muster drift`, against a canned API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from muster.sampling.subjects import subject_of
from muster.testkit.api.canned_api import Answer, Api
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
    api.on("GET", "/v1/drift-alarms", Answer(200, {"alarms": [alarm()]}))
    table = muster("drift", "show", MODEL)
    assert "refusals" in table.out
    assert "ALARM" in table.out
    drawn = muster("drift", "show", MODEL, "--measure", "refusals").out
    assert "X" in drawn
    assert max(map(len, drawn.splitlines())) <= 80


def test_an_open_alarm_is_listed_and_acknowledged(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/drift-alarms", Answer(200, {"alarms": [alarm()]}))
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
    }
    api.on("POST", "/v1/drift-simulations", Answer(200, answer))
    file = tmp_path / "monitor.yaml"
    file.write_text("subgroup: 10m\n")
    ended = muster("drift", "simulate", str(file), "--samples-per-minute", "0.5")
    assert "A chart has limits after 8 h" in ended.out
    assert "one false alarm in 7 d" in ended.out
    assert "a subgroup has 5 samples; must be at least 10" in ended.err


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
    return {"charts": [chart], "subgroups": subgroups}


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
        "at": "2026-11-29T06:32:00Z",
        "text": "acme/answers@4f1c0de chat de: share of refusals rose from 10.0 % to 60.0 %",
        "ended": None,
        "known_to": None,
        "known_reason": None,
    }
