"""Price of a job before it is submitted: `submit --dry-run` and `cost whatif`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from muster.client.cli import moments
from muster.client.cli.pricing.price import Kind, card_at, cheaper, prices
from muster.jobs.values.quantities import format_time, parse_time
from muster.testkit.api.canned_api import Answer, Api, paged, problem

Muster = Callable[..., Any]
HOUR_MS = 3_600_000
CARD = {
    "name": "autumn",
    "currency": "USD",
    "default_gpu_hour": "9.00",
    "rates": [
        {"gpu_model": "A100", "commitment": "", "spot": False, "gpu_hour": "2.50"},
        {"gpu_model": "H100", "commitment": "", "spot": False, "gpu_hour": "4.10"},
        {"gpu_model": "H100", "commitment": "", "spot": True, "gpu_hour": "1.75"},
    ],
    "tier_percent": {"batch-inference": 60},
    "starts_at": "2026-01-01T00:00:00.000Z",
    "rerated": False,
}
PLANNED = {
    **CARD,
    "name": "winter",
    "default_gpu_hour": "1.00",
    "rates": [],
    "starts_at": "9999-01-01T00:00:00.000Z",
}


def run_time(model: str, *ms: int | None) -> dict[str, Any]:
    return {"gpu_model": model, **dict(zip(("shortest_ms", "middle_ms", "longest_ms"), ms, strict=True))}


LEARNED = {
    "basis": "runs of the same user and shape",
    "samples": 57,
    "models": [
        run_time("A100", 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS),
        run_time("H100", HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS),
    ],
}


@pytest.fixture
def job_file(tmp_path: Path) -> Path:
    file = tmp_path / "job.yaml"
    file.write_text("name: train\nranks: 2\nresources: {gpus: 4}\nrun: echo hello\n")
    return file


@pytest.fixture
def priced(api: Api) -> Api:
    """Nodes of three kinds, rates for them, and attempts to learn from."""
    nodes = [
        {"node_id": name, "state": "ready", "gpu_count": 8, "gpu_model": model, "labels": labels}
        for name, model, labels in (
            ("n1", "H100", {}),
            ("n2", "A100", {}),
            ("n3", "H100", {"capacity-type": "spot"}),
        )
    ]
    api.on("GET", "/v1/nodes", paged(nodes))
    api.on("GET", "/v1/rates", paged([CARD]))
    api.on("POST", "/v1/run-times", Answer(200, LEARNED))
    return api


def test_a_dry_run_shows_the_price_as_a_range_and_cheaper_choices(
    priced: Api, muster: Muster, job_file: Path
) -> None:
    told = muster("submit", str(job_file), "--dry-run")
    assert told.code == 0
    assert (
        "estimated cost per attempt: 40.00 to 160.00 USD on A100; "
        "80 % of similar attempts, from 57 runs of the same user and shape\n" in told.err
    )
    assert "cheaper: H100 spot: 14.00 to 56.00 USD; spot nodes can be reclaimed\n" in told.err
    assert "nothing was submitted" in told.err
    [asked] = priced.requests("POST", "/v1/run-times")
    assert (asked.json["ranks"], asked.json["resources"]["gpus"]) == (2, 4)
    assert not priced.requests("POST", "/v1/jobs")


def test_each_kind_of_gpus_has_its_price(priced: Api, muster: Muster, job_file: Path) -> None:
    told = muster("cost", "whatif", str(job_file), "--set", "tier=batch-inference")
    assert [line.split() for line in told.out.splitlines()[1:]] == [
        ["H100", "spot", "1.75", "2h", "8.40", "16.80", "33.60", "USD"],
        ["H100", "4.10", "2h", "19.68", "39.36", "78.72", "USD"],
        ["A100", "2.50", "4h", "24.00", "48.00", "96.00", "USD"],
    ]
    never = muster("cost", "whatif", str(job_file), "--set", "spot=never", "-o", "json")
    assert [each["spot"] for each in json.loads(never.out)["items"]] == [False, False]


def test_a_card_that_begins_later_may_be_cheaper(priced: Api, muster: Muster, job_file: Path) -> None:
    priced.on("GET", "/v1/rates", paged([PLANNED, CARD]))
    told = muster("cost", "whatif", str(job_file))
    assert "| from 9999-01-01T00:00Z on, H100: 8.00 to 32.00 USD" in told.err


OFF_PEAK: list[dict[str, Any]] = [{"days": [], "from_hour": 20, "until_hour": 24, "percent": 50}]
KINDS = [Kind("A100"), Kind("H100")]


def at(text: str) -> int:
    return parse_time(f"2026-11-{text}:00Z")


def prices_at(
    text: str, *cards: Any, tier: str = "standard-training", middle_h: float = 2
) -> tuple[str, str]:
    """Median cost of such an attempt on the cheapest kind, and the cheaper choices."""
    job = {"resources": {"gpus": 1}, "ranks": 1, "tier": tier}
    ran = run_time("H100", HOUR_MS, int(middle_h * HOUR_MS), 4 * HOUR_MS)
    learned = {**LEARNED, "models": [ran]}
    card = card_at(cards, format_time(at(text)))
    assert card is not None
    return (
        str(prices(job, learned, KINDS, card, at(text))[0].middle),
        cheaper(job, learned, KINDS, cards, at(text)),
    )


def test_an_attempt_across_the_border_of_off_peak_hours_is_charged_at_both_rates() -> None:
    card = {**CARD, "off_peak": OFF_PEAK}
    assert prices_at("23T17:00", card)[0] == "8.20"
    assert prices_at("23T19:00", card)[0] == "6.15"
    assert prices_at("23T20:00", card)[0] == "4.10"
    assert prices_at("23T23:30", card)[0] == "7.18", "half an hour of two is off-peak: 1.025 + 6.15"
    assert prices_at("23T20:00", card, tier="batch-inference")[0] == "2.46", "60 % x 50 %"


def test_a_start_in_the_next_off_peak_hours_is_suggested_where_it_costs_less() -> None:
    card = {**CARD, "off_peak": OFF_PEAK}
    assert prices_at("23T10:00", card)[1] == (
        "off-peak, started at 2026-11-23T20:00Z, H100: 2.05 to 8.20 USD"
    )
    assert prices_at("23T20:00", card)[1] == "", "it is as cheap now"
    late = prices_at("23T23:30", card)[1]
    assert late.startswith("off-peak, started at 2026-11-24T20:00Z"), "most of it would not be off-peak"
    only = {**CARD, "off_peak": [{**OFF_PEAK[0], "days": ["sunday"]}]}
    assert prices_at("23T10:00", only)[1].startswith("off-peak, started at 2026-11-29T20:00Z")
    assert prices_at("23T10:00", CARD)[1] == ""


def test_a_card_that_begins_before_the_off_peak_hours_takes_their_place() -> None:
    card = {**CARD, "off_peak": OFF_PEAK}
    before = {**PLANNED, "starts_at": "2026-11-23T19:00:00.000Z"}
    assert prices_at("23T10:00", before, card)[1] == "from 2026-11-23T19:00Z on, H100: 1.00 to 4.00 USD"
    after = {**PLANNED, "starts_at": "2026-11-23T21:00:00.000Z"}
    assert prices_at("23T10:00", after, card)[1] == (
        "off-peak, started at 2026-11-23T20:00Z, H100: 2.05 to 8.20 USD "
        "| from 2026-11-23T21:00Z on, H100: 1.00 to 4.00 USD"
    )


def test_off_peak_hours_are_in_the_line_of_a_dry_run_and_of_whatif(
    priced: Api, muster: Muster, job_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moments, "now_ms", lambda: at("23T10:00"))
    priced.on("GET", "/v1/rates", paged([{**CARD, "off_peak": OFF_PEAK}]))
    line = (
        "cheaper: H100 spot: 14.00 to 56.00 USD; spot nodes can be reclaimed "
        "| off-peak, started at 2026-11-23T20:00Z, H100 spot: 7.00 to 28.00 USD\n"
    )
    assert line in muster("submit", str(job_file), "--dry-run").err
    assert line in muster("cost", "whatif", str(job_file)).err


def test_the_owner_s_estimate_counts_until_attempts_have_ended(
    priced: Api, muster: Muster, job_file: Path
) -> None:
    said = {"basis": "nothing yet", "samples": 0, "models": [run_time("H100", None, None, 2 * HOUR_MS)]}
    nothing = {**said, "models": [run_time("H100", None, None, None)]}
    priced.on("POST", "/v1/run-times", Answer(200, said), Answer(200, nothing))
    told = muster("submit", str(job_file), "--dry-run").err
    assert "estimated cost per attempt: at most 65.60 USD on H100; no past attempts to learn from" in told
    assert "cheaper: H100 spot: at most 28.00 USD" in told
    assert "no price: no past attempts to learn from" in muster("submit", str(job_file), "--dry-run").err


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (paged([]), "no price: no rates are in effect"),
        (problem(401, "unauthorized", "not yours"), "no price: not yours"),
    ],
)
def test_without_a_price_the_job_is_checked_all_the_same(
    priced: Api, muster: Muster, job_file: Path, answer: Answer, why: str
) -> None:
    priced.on("GET", "/v1/rates", answer)
    told = muster("submit", str(job_file), "--dry-run")
    assert (told.code, why in told.err) == (0, True), told.err
