"""Prices as people write them: what is allowed, and the commands that follow."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.metering_commands import (
    ActivateRates,
    IdleSplit,
    OffPeak,
    Rate,
    RateCard,
    RerateUsage,
    Weekday,
)
from muster.jobs import (
    InvalidDocument,
    RatesRequest,
    ReratingRequest,
    card_data,
    filled,
    rates_violation_as_written,
    rates_violations,
    to_rates,
    to_rerating,
)
from muster.jobs.values.off_peak import (
    HOUR_MS,
    WEEK_HOURS,
    next_off_peak_ms,
    off_peak_percent,
    percent_ms,
    tier_at,
)
from muster.jobs.values.quantities import format_money, parse_money, parse_time
from muster.testkit.laws import examples

DAY_MS = 86_400_000
WRITTEN: dict[str, Any] = {
    "name": "autumn",
    "currency": "EUR",
    "default_gpu_hour": "4.00",
    "rates": [
        {"gpu_model": "A100", "gpu_hour": "2.50"},
        {"gpu_model": "A100", "commitment": "1y", "gpu_hour": "1.750001"},
        {"gpu_model": "A100", "spot": True, "gpu_hour": "1"},
    ],
    "tier_percent": {"batch-inference": 60},
    "storage_gb_month": "0.02",
    "idle": "proportional",
    "off_peak": [
        {"from_hour": 0, "until_hour": 6, "percent": 60},
        {"days": ["saturday", "sunday"], "from_hour": 6, "until_hour": 24, "percent": 70},
    ],
}
CARD = RateCard(
    name="autumn",
    currency="EUR",
    default_gpu_hour_micros=4_000_000,
    rates=(
        Rate(gpu_model="A100", commitment="", spot=False, gpu_hour_micros=2_500_000),
        Rate(gpu_model="A100", commitment="1y", spot=False, gpu_hour_micros=1_750_001),
        Rate(gpu_model="A100", commitment="", spot=True, gpu_hour_micros=1_000_000),
    ),
    tier_percent={"BATCH_INFERENCE": 60},
    storage_gb_month_micros=20_000,
    idle=IdleSplit.PROPORTIONAL,
    off_peak=(
        OffPeak(from_hour=0, until_hour=6, percent=60),
        OffPeak(days=(Weekday.SATURDAY, Weekday.SUNDAY), from_hour=6, until_hour=24, percent=70),
    ),
)
NIGHT = WRITTEN["off_peak"][0]


def test_requests_become_the_same_records_on_the_log() -> None:
    asked = filled(RatesRequest, {**WRITTEN, "starts_at": "2026-11-23T10:00:00Z"})
    command = to_rates(asked, "bill")
    assert command == ActivateRates(card=CARD, starts_at_ms=1_795_428_000_000, requested_by="bill")
    assert rates_violations(command) == ()
    assert to_rates(filled(RatesRequest, card_data(CARD)), "bill").card == CARD
    days = {"starts_at": "2026-11-01T00:00:00Z", "ends_at": "2026-11-03T00:00:00Z"}
    rerating = to_rerating(filled(ReratingRequest, WRITTEN | days), "bill")
    assert (rerating.card, rerating.ends_at_ms - rerating.starts_at_ms) == (CARD, 2 * DAY_MS)
    assert rates_violations(rerating) == ()


@pytest.mark.parametrize(
    ("changed", "field", "value", "allowed"),
    [
        ({"currency": "JPY"}, "currency", "JPY", "two decimals"),
        ({"default_gpu_hour": 2.5}, "default_gpu_hour", "2.5", "in quotes"),
        ({"default_gpu_hour": "0"}, "default_gpu_hour", "0", "from 0.000001 to 1000000"),
        ({"default_gpu_hour": "-1"}, "default_gpu_hour", "-1", "from 0.000001"),
        ({"default_gpu_hour": "1.0000001"}, "default_gpu_hour", "1.0000001", "six decimals"),
        ({"default_gpu_hour": "1000000.01"}, "default_gpu_hour", "1000000.01", "to 1000000"),
        ({"rates": [WRITTEN["rates"][1]] * 2}, "rates[1]", "A100 1y", "rates[0] is for the same"),
        ({"tier_percent": {"gold": 5}}, "tier_percent.gold", "gold", "tiers"),
        ({"tier_percent": {"interactive": 1001}}, "tier_percent.interactive", "1001", "0 to 1000"),
        ({"storage_gb_month": "0"}, "storage_gb_month", "0", "from 0.000001 to 1000000"),
        ({"storage_gb_month": "-1"}, "storage_gb_month", "-1", "from 0.000001"),
        ({"idle": "evenly"}, "idle", "evenly", "proportional"),
        ({"off_peak": [NIGHT | {"percent": 0}]}, "off_peak[0].percent", "0", "from 1 to 99"),
        ({"off_peak": [NIGHT | {"percent": -5}]}, "off_peak[0].percent", "-5", "from 1 to 99"),
        ({"off_peak": [NIGHT | {"percent": 100}]}, "off_peak[0].percent", "100", "from 1 to 99"),
        ({"off_peak": [NIGHT | {"percent": 59.5}]}, "off_peak[0].percent", "59.5", "a whole number"),
        ({"off_peak": [NIGHT | {"from_hour": -1}]}, "off_peak[0].from_hour", "-1", "from 0 to 23"),
        ({"off_peak": [NIGHT | {"from_hour": 24}]}, "off_peak[0].from_hour", "24", "from 0 to 23"),
        ({"off_peak": [NIGHT | {"until_hour": 25}]}, "off_peak[0].until_hour", "25", "from 1 to 24"),
        ({"off_peak": [NIGHT | {"from_hour": 22}]}, "off_peak[0].until_hour", "6", "past midnight is two"),
        ({"off_peak": [NIGHT | {"from_hour": 6}]}, "off_peak[0].until_hour", "6", "from 7 to 24"),
        ({"off_peak": [NIGHT | {"days": ["caturday"]}]}, "off_peak[0].days[0]", "caturday", "'saturday'"),
        (
            {"off_peak": [NIGHT, {"days": ["tuesday"], "from_hour": 5, "until_hour": 7, "percent": 50}]},
            "off_peak[1]",
            "tuesday 5 to 7: 50 %",
            "off_peak[0] has tuesday 5",
        ),
        (
            {"off_peak": [NIGHT | {"days": ["monday", "monday"]}]},
            "off_peak[0]",
            "monday, monday 0 to 6: 60 %",
            "off_peak[0] has monday 0",
        ),
        ({"from": "2026-11-23"}, "from", "2026-11-23", "did you mean 'starts_at'?"),
        ({"starts_at": "2026-11-23T10:30:00Z"}, "starts_at", "2026-11-23T10:30:00.000Z", "a full hour"),
    ],
)
def test_invalid_prices_are_refused(changed: dict[str, Any], field: str, value: str, allowed: str) -> None:
    with pytest.raises(InvalidDocument) as refused:
        filled(RatesRequest, WRITTEN | changed)
    [found] = refused.value.violations
    assert (found.field, found.value) == (field, value)
    assert allowed in found.allowed


def at(text: str) -> int:
    """A time of the week that began on Monday, 2026-11-23."""
    return parse_time(f"2026-11-{text}Z")


@pytest.mark.parametrize(
    ("time", "percent"),
    [
        ("23T00:00", 60),
        ("23T05:59:59.999", 60),
        ("23T06:00", 100),
        ("27T23:59", 100),
        ("28T00:00", 60),
        ("28T06:00", 70),
        ("29T23:59", 70),
        ("30T06:00", 100),
    ],
)
def test_hours_of_the_week_are_utc(time: str, percent: int) -> None:
    assert off_peak_percent(CARD.off_peak, at(time)) == percent


@pytest.mark.parametrize(
    ("tier", "hour", "percent"),
    [(100, 60, 60), (60, 60, 36), (65, 75, 49), (150, 99, 149), (1, 50, 1), (1, 49, 0), (0, 60, 0)],
)
def test_tier_and_hour_are_charged_to_a_whole_percent_half_a_percent_up(
    tier: int, hour: int, percent: int
) -> None:
    assert tier_at(tier, hour) == percent


@examples(50)
@given(
    st.integers(0, WEEK_HOURS * HOUR_MS),
    st.integers(0, 30 * HOUR_MS),
    st.integers(0, 30 * HOUR_MS),
    st.integers(0, 200),
)
def test_charges_across_hours_are_the_sum_of_their_parts(
    starts_at_ms: int, first_ms: int, then_ms: int, tier_percent: int
) -> None:
    def charged_ms(since_ms: int, ms: int) -> int:
        return percent_ms(CARD.off_peak, tier_percent, since_ms, ms)

    parts = charged_ms(starts_at_ms, first_ms) + charged_ms(starts_at_ms + first_ms, then_ms)
    assert charged_ms(starts_at_ms, first_ms + then_ms) == parts
    assert charged_ms(starts_at_ms, first_ms) <= tier_percent * first_ms
    hour_ms = charged_ms(starts_at_ms // HOUR_MS * HOUR_MS, HOUR_MS)
    assert hour_ms == HOUR_MS * tier_at(tier_percent, off_peak_percent(CARD.off_peak, starts_at_ms))


@pytest.mark.parametrize(
    ("after", "starts"),
    [("23T00:00", "24T00:00"), ("23T23:59", "24T00:00"), ("28T00:00", "29T00:00"), ("29T05:00", "30T00:00")],
)
def test_the_next_off_peak_hours_are_those_in_which_less_is_charged_than_before_them(
    after: str, starts: str
) -> None:
    assert next_off_peak_ms(CARD.off_peak, at(after)) == at(starts)
    assert next_off_peak_ms((), at(after)) is None
    assert next_off_peak_ms((OffPeak(from_hour=0, until_hour=24, percent=50),), at(after)) is None


@pytest.mark.parametrize(
    ("first", "last", "field"), [(1, DAY_MS, "starts_at_ms"), (DAY_MS, DAY_MS, "ends_at_ms")]
)
def test_days_are_whole(first: int, last: int, field: str) -> None:
    asked = RerateUsage(card=CARD, starts_at_ms=first, ends_at_ms=last, requested_by="bill")
    [found] = rates_violations(asked)
    assert found.field == field
    assert rates_violation_as_written(found).field == field.removesuffix("_ms")


def test_a_price_of_storage_below_nought_is_named_as_the_record_and_the_request_have_it() -> None:
    card = replace(CARD, storage_gb_month_micros=-1)
    [found] = rates_violations(ActivateRates(card=card, starts_at_ms=None, requested_by="bill"))
    assert (found.field, found.value) == ("card.storage_gb_month_micros", "-0.000001")
    assert rates_violation_as_written(found).field == "storage_gb_month"


def test_invalid_times_are_refused_without_an_error() -> None:
    [found] = rates_violations(ActivateRates(card=CARD, starts_at_ms=-1, requested_by="bill"))
    assert (found.field, found.value) == ("starts_at_ms", "-1")


@pytest.mark.parametrize(
    ("text", "micros"), [("2.50", 2_500_000), ("0.000001", 1), ("12.00", 12_000_000), ("0.125", 125_000)]
)
def test_money_is_exact(text: str, micros: int) -> None:
    assert (parse_money(text), format_money(micros)) == (micros, text)
    assert format_money(-micros) == f"-{text}"


@pytest.mark.parametrize("text", ["", "2,50", "-1", "1e3", ".5", "1.", " 1", "1.1234567"])
def test_other_text_is_no_money(text: str) -> None:
    with pytest.raises(ValueError, match="is not an amount"):
        parse_money(text)
