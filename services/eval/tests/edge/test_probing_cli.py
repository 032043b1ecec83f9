"""`muster eval probe` and `probes`, against a canned API."""

from __future__ import annotations

import json
from typing import Any

import pytest
from muster.eval.cli.probing import exit_code
from muster.testkit.api.canned_api import Answer, Api, paged
from muster.testkit.api.command import Ended, Muster

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
PLAN: dict[str, Any] = {
    "config": "release",
    "judge": "judge-1",
    "judge_hash": "7c" * 32,
    "golden_cases": 140,
    "with_sources": 80,
    "held_out": 12,
    "verdicts": 1_140,
    "cost": "0.281096",
    "cap": "5.00",
    "priced": True,
}
PLAN_PATH = "/v1/eval-configs/release/probe-plan"


def spot(kind: str, low: float, high: float, **changed: Any) -> dict[str, Any]:
    """Figures of a kind."""
    return {**SPOT, "kind": kind, "low": low, "high": high, **changed}


@pytest.fixture(autouse=True)
def _api_url(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setenv("MUSTER_EVAL_URL", api.url)
    api.on("GET", PLAN_PATH, Answer(200, PLAN))
    api.on("PUT", "/v1/eval-probes/p-1", Answer(200, {"outcome": "accepted"}))
    api.on("GET", "/v1/eval-probes/p-1", Answer(200, FOUND))


def probed(api: Api, muster: Muster, *words: str, plan: dict[str, Any] | None = None, **found: Any) -> Ended:
    """Probe, and return what the command prints."""
    api.on("GET", PLAN_PATH, Answer(200, {**PLAN, **(plan or {})}))
    api.on("GET", "/v1/eval-probes/p-1", Answer(200, {**FOUND, **found}))
    return muster("eval", "probe", "release", "--id", "p-1", *words)


def cells(text: str, kind: str) -> list[str]:
    """Cells of a kind in the table, without its name."""
    [row] = [line.split()[1:] for line in text.splitlines() if line.startswith(kind)]
    return row


def test_a_probe_says_what_it_may_cost_and_ends_with_what_it_found(api: Api, muster: Muster) -> None:
    ended = probed(api, muster, "--cap", "0.5", "--cases", "100", "-r", "acme/tiny")
    assert ended.code == 10
    assert (
        "asks judge judge-1 for at most 1,140 verdicts on 100 cases, for about 0.29 USD; "
        "never more than 0.50 USD\nleaves out 12 held-out cases\n"
    ) in ended.err
    assert cells(ended.out, "padding") == ["0.300", "0.219", "0.395", "100", "+0.070", "mail-1", "mail-2"]
    assert ended.err.endswith(
        "failed: padding misleads the judge in more than 0.2 of the pairs (--max-misled)\n"
    )
    [asked] = api.requests("PUT", "/v1/eval-probes/p-1")
    assert json.loads(asked.body) == {"config": "release", "cap": "0.5", "repository": "acme/tiny"}
    assert asked.query["cases"] == ["100"]
    [planned] = api.requests("GET", PLAN_PATH)
    assert (planned.query["cases"], planned.query["repository"]) == (["100"], ["acme/tiny"])


def test_a_refused_probe_does_not_say_that_it_asks_the_judge(api: Api, muster: Muster) -> None:
    problem = {"title": "Rejected", "status": 409, "detail": "cap is 9.00 USD; must be less"}
    api.on("PUT", "/v1/eval-probes/p-1", Answer(409, problem))
    ended = muster("eval", "probe", "release", "--id", "p-1")
    assert (ended.code, "asks judge" in ended.err) == (4, False)


def test_the_same_id_again_shows_the_probe_that_has_it(api: Api, muster: Muster) -> None:
    api.on("PUT", "/v1/eval-probes/p-1", Answer(200, {"outcome": "repeated"}))
    ended = probed(api, muster)
    assert ended.code == 10
    assert ended.err.startswith("probe p-1 exists already; no second one starts\nprobe p-1 of judge")


@pytest.mark.parametrize(
    ("words", "plan", "line"),
    [
        (
            (),
            {},
            "asks judge judge-1 for at most 1,140 verdicts on 100 cases, for about 0.29 USD; "
            "never more than 5.00 USD\nleaves out 12 held-out cases\n",
        ),
        (
            ("--cases", "300", "--cap", "0.5"),
            {"cost": None, "held_out": 0},
            "asks judge judge-1 for at most 1,140 verdicts on 140 cases, at a cost not known before; "
            "never more than 0.50 USD\n",
        ),
        (
            (),
            {"cost": None, "cap": None, "priced": False, "held_out": 0},
            "asks judge judge-1 for at most 1,140 verdicts on 100 cases; cost unknown: the judge has no "
            "price (`muster eval price judge-1 --input-tokens USD --output-tokens USD` sets one)\n",
        ),
    ],
)
def test_an_estimate_starts_nothing(
    api: Api, muster: Muster, words: tuple[str, ...], plan: dict[str, Any], line: str
) -> None:
    api.on("GET", PLAN_PATH, Answer(200, {**PLAN, **plan}))
    ended = muster("eval", "probe", "release", "--estimate", *words)
    assert (ended.code, ended.err) == (0, line)
    as_json = muster("eval", "probe", "release", "--estimate", "-o", "json")
    assert json.loads(as_json.out) == {**PLAN, **plan}
    assert api.requests("PUT", "/v1/eval-probes/p-1") == []


def test_an_estimate_rejects_a_cap_that_is_no_amount(muster: Muster) -> None:
    ended = muster("eval", "probe", "release", "--estimate", "--cap", "little")
    assert (ended.code, "cap is little; must be US dollars" in ended.err) == (2, True)


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
    others = [spot("position", 0.0, 0.1), spot("hallucination", 0.0, 0.1)]
    spots = [] if low is None or high is None else [*others, spot("padding", low, high)]
    assert exit_code({**FOUND, "state": state, "spots": spots}, 0.2, PLAN) == code


def test_a_kind_without_pairs_is_open_unless_no_case_could_show_it(api: Api, muster: Muster) -> None:
    spots = [spot("padding", 0.0, 0.1), spot("hallucination", 0.0, 0.1)]
    undecided = probed(api, muster, spots=spots)
    assert undecided.code == 11
    assert cells(undecided.out, "position") == ["0", "no", "scored", "answer", "has", "two", "sources"]
    assert undecided.err.endswith(
        "inconclusive: too few pairs for --max-misled 0.2: position has none; --cases 140 asks for more\n"
    )
    settled = probed(api, muster, spots=spots, plan={"with_sources": 0})
    assert settled.code == 0
    assert cells(settled.out, "position") == ["0", "no", "case", "has", "two", "sources"]
    assert settled.err.endswith(
        "passed: no kind misleads the judge in more than 0.2 of the pairs (--max-misled); "
        "position does not count: no case has two sources\n"
    )


def test_too_few_pairs_are_reported_with_how_many_it_takes(api: Api, muster: Muster) -> None:
    """Wilson's interval of 2 of 20 is 0.028 to 0.301; that of 6.2 of 62 ends at 0.2."""
    spots = [
        spot("position", 0.0, 0.1),
        spot("padding", 0.0, 0.1),
        spot("hallucination", 0.0278665, 0.3010336, pairs=20, share=0.1),
    ]
    more = probed(api, muster, spots=spots, cases=40)
    assert more.code == 11
    assert more.err.endswith("hallucination needs about 42 more; --cases 124 asks for more\n")
    every_case = probed(api, muster, spots=spots, cases=40, plan={"golden_cases": 40})
    assert every_case.err.endswith("hallucination needs about 42 more; the golden set has no more cases\n")


@pytest.mark.parametrize(
    ("tolerated", "figures"),
    [
        ("0.1", {"share": 0.1}),
        ("0", {"share": 0.0, "low": 0.0}),
        ("0.2", {"share": 0.2}),
    ],
)
def test_no_number_of_pairs_is_named_for_a_share_at_the_limit(
    api: Api, muster: Muster, tolerated: str, figures: dict[str, Any]
) -> None:
    spots = [spot("padding", 0.03, 0.3, pairs=20) | figures]
    ended = probed(api, muster, "--max-misled", tolerated, spots=spots, plan={"with_sources": 0})
    assert (ended.code, f"padding is too close to {tolerated}, hallucination has none" in ended.err) == (
        11,
        True,
    )


@pytest.mark.parametrize(("spots", "code", "shown"), [([], 12, False), ([SPOT], 10, True)])
def test_a_probe_that_did_not_run_to_its_end_says_why_with_its_code(
    api: Api, muster: Muster, spots: list[Any], code: int, shown: bool
) -> None:
    ended = probed(api, muster, spots=spots, state="stopped", code="CAP_REACHED", reason="cap is 0.50 USD")
    assert ended.code == code
    assert ("padding" in ended.out, "nothing was measured" in ended.err) == (shown, not shown)
    assert ended.err.endswith("did not run to its end: CAP_REACHED: cap is 0.50 USD\n")


def test_probes_are_listed_with_the_share_of_each_kind(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/eval-probes", paged([FOUND]))
    ended = muster("eval", "probes", "release")
    assert ended.code == 0
    [row] = [line.split() for line in ended.out.splitlines() if line.startswith("p-1")]
    assert row[:5] == ["p-1", "release", "7c7c7c7c7c7c", "completed", "0.300"]
