"""`muster eval probe` and `probes`, against a canned API."""

from __future__ import annotations

import json
from typing import Any

import pytest
from muster.eval.cli.probing import exit_code
from muster.testkit.api.canned_api import Answer, Api
from muster.testkit.api.command import Muster

SPOT: dict[str, Any] = {
    "kind": "padding",
    "pairs": 100,
    "misled": 30,
    "share": 0.3,
    "low": 0.219,
    "high": 0.395,
    "change": 0.07,
    "cases": ["mail-1", "mail-2"],
}
FOUND: dict[str, Any] = {
    "run": "p-1",
    "state": "completed",
    "reason": "",
    "code": "",
    "config": "release",
    "judge": "judge-1",
    "judge_hash": "7c" * 32,
    "repository": "acme/tiny",
    "commit": "1f" * 20,
    "golden_set": "6d" * 32,
    "cases": 100,
    "spots": [SPOT],
    "requested_by": "acme/ann",
    "started_at": "2026-11-28T12:00:00.000Z",
    "ended_at": "2026-11-28T12:01:00.000Z",
    "cost": "0.31",
    "cap": "0.50",
}
PLAN = {"config": "release", "judge": "judge-1", "judge_hash": "7c" * 32, "verdicts": 900, "priced": True}


@pytest.fixture(autouse=True)
def _asked(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setenv("MUSTER_EVAL_URL", api.url)
    api.on("GET", "/v1/eval-configs/release/probe-plan", Answer(200, {**PLAN, "cost": "0.29"}))
    api.on("PUT", "/v1/eval-probes/p-1", Answer(200, {"outcome": "accepted"}))
    api.on("GET", "/v1/eval-probes/p-1", Answer(200, FOUND))


def test_a_probe_says_what_it_costs_before_it_starts_and_ends_with_what_it_found(
    api: Api, muster: Muster
) -> None:
    words = ("eval", "probe", "release", "--id", "p-1", "--cap", "0.50", "--cases", "100", "-r", "acme/tiny")
    ended = muster(*words)
    assert ended.code == 10
    assert (
        "asks judge judge-1 for at most 900 verdicts, for about 0.29 USD; never more than 0.50 USD"
        in ended.err
    )
    assert ["padding", "0.300", "0.219", "0.395", "100", "+0.070"] in [
        line.split()[:6] for line in ended.out.splitlines()
    ]
    [asked] = api.requests("PUT", "/v1/eval-probes/p-1")
    assert json.loads(asked.body) == {"config": "release", "cap": "0.50", "repository": "acme/tiny"}
    assert asked.query["cases"] == ["100"]


def test_an_estimate_starts_nothing(api: Api, muster: Muster) -> None:
    ended = muster("eval", "probe", "release", "--estimate", "-o", "json")
    assert (ended.code, json.loads(ended.out)["cost"]) == (0, "0.29")
    assert api.requests("PUT", "/v1/eval-probes/p-1") == []


@pytest.mark.parametrize(
    ("low", "high", "state", "code"),
    [
        (0.0, 0.1, "completed", 0),
        (0.1, 0.3, "completed", 11),
        (0.25, 0.3, "completed", 10),
        (0.25, 0.3, "stopped", 10),
        (0.0, 0.1, "stopped", 12),
        (None, None, "failed", 12),
        (None, None, "completed", 11),
    ],
)
def test_a_blind_spot_counts_where_its_interval_lies(
    low: float | None, high: float | None, state: str, code: int
) -> None:
    spots = [] if low is None else [{**SPOT, "low": low, "high": high}]
    assert exit_code({**FOUND, "state": state, "spots": spots}, 0.2) == code


def test_probes_are_listed_with_the_share_of_each_kind(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/eval-probes", Answer(200, {"probes": [FOUND]}))
    ended = muster("eval", "probes", "release")
    assert ended.code == 0
    [row] = [line.split() for line in ended.out.splitlines() if line.startswith("p-1")]
    assert row[:5] == ["p-1", "release", "7c7c7c7c7c7c", "completed", "0.300"]
