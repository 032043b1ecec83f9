"""Off-peak hours: jobs are charged less in them, the platform bears the difference, nothing else changes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.deciding import About, Input
from muster.events.job_commands import Tier
from muster.events.job_events import NodeLost, QueueCreated
from muster.events.metering_commands import (
    ActivateRates,
    BudgetScope,
    BudgetTerms,
    IdleSplit,
    OffPeak,
    Rate,
    RateCard,
    RerateUsage,
    SetBudget,
    Weekday,
)
from muster.events.shared.command_answers import CommandRejected
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import BudgetMeasured, ChargeKind, DayCharged
from muster.metering.core.costs import prices
from muster.metering.core.ledger import DAY_MS, Day, cents_of
from muster.metering.core.running import BURNT_PER_MICRO, burning, running
from muster.metering.core.state import DAYS, RATES
from muster.testkit.cores import build
from muster.testkit.cores.metered import MINUTE_MS, MeteredCell, bound, ended, queued
from muster.testkit.laws import examples

HOUR = 60
DAY = 24 * HOUR
EVENING = OffPeak(from_hour=20, until_hour=24, percent=60)
NIGHT = OffPeak(from_hour=0, until_hour=6, percent=50)
CARD = RateCard(
    name="autumn",
    currency="USD",
    default_gpu_hour_micros=4_000_000,
    rates=(Rate(gpu_model="A100", commitment="", spot=False, gpu_hour_micros=2_500_000),),
    tier_percent={"BATCH_INFERENCE": 65},
    off_peak=(NIGHT, EVENING),
)


def priced(card: RateCard = CARD) -> MeteredCell:
    """A cell with these prices and a node of 4 GPUs, from midnight of a Wednesday, UTC."""
    cell = MeteredCell(DAY_MS)
    cell.tell(-30, Watermark(seq=0, at_ms=0))
    activate = ActivateRates(card=card, starts_at_ms=cell.start_ms, requested_by="bill")
    cell.tell(0, activate, build.node("n1", gpus=4))
    return cell


@pytest.fixture
def cell() -> MeteredCell:
    return priced()


def run(cell: MeteredCell, job_id: str, hours: tuple[float, float], tier: Tier | None = None) -> None:
    """A job on GPU 0 of the node, from one hour to another."""
    cell.tell(
        hours[0] * HOUR, queued(job_id, tier=tier or Tier.STANDARD_TRAINING), bound(job_id, ("n1", (0,)))
    )
    cell.tell(hours[1] * HOUR, ended(job_id))


def pass_day(cell: MeteredCell, days: int = 1) -> None:
    cell.tell(days * DAY + 2, Watermark(seq=1, at_ms=0))


def test_a_job_across_the_border_is_charged_less_from_there_and_the_platform_bears_it(
    cell: MeteredCell,
) -> None:
    run(cell, "job-a", (18.5, 21.3))
    pass_day(cell)
    whole, less = 7_00, 1_30
    assert cell.cents() == {
        "BALANCE": (0, less),
        "IDLE": (240_00 - whole, 240_00 - whole),
        "JOB job-a": (whole, whole - less),
    }
    hours = {charge.job_id: charge.gpu_us / 3_600_000_000 for charge in cell.charged()["n1", 0].charges}
    assert hours["job-a"] == 2.8


def test_tier_and_hour_are_multiplied_to_a_whole_percent(cell: MeteredCell) -> None:
    run(cell, "job-a", (19, 21), Tier.BATCH_INFERENCE)
    run(cell, "job-b", (22, 23), Tier.BATCH_INFERENCE)
    pass_day(cell)
    shares = [share for hour in cell.recorded for share in hour.shares if share.job_id == "job-a"]
    assert [share.charged_percent for share in shares] == [65, 39]
    assert cell.cents()["JOB job-a"] == (5_00, floor(250 * 0.65 + 250 * 0.39))
    assert cell.cents()["JOB job-b"] == (2_50, 98), "97.5 cents"
    at_night = priced()
    run(at_night, "job-a", (1, 2), Tier.BATCH_INFERENCE)
    pass_day(at_night)
    assert at_night.cents()["JOB job-a"] == (2_50, 83), "65 % x 50 % is 32.5 %, charged are 33 %"


@pytest.mark.parametrize("idle", [*IdleSplit])
def test_gpus_without_a_job_are_charged_as_at_other_hours(idle: IdleSplit) -> None:
    cells = [priced(replace(CARD, idle=idle, off_peak=off_peak)) for off_peak in ((), CARD.off_peak)]
    for cell in cells:
        settings = build.queue_settings(guarantee_gpus=2)
        cell.tell(
            1,
            QueueCreated(queue="deep", tenant="acme", description="", requested_by="op", settings=settings),
        )
        run(cell, "job-a", (2, 4))
        cell.tell(5 * HOUR, NodeLost(node_id="n1", silent_ms=10 * MINUTE_MS))
        pass_day(cell)
    plain, off_peak = (cell.cents() for cell in cells)
    assert (plain.pop("JOB job-a"), off_peak.pop("JOB job-a")) == ((5_00, 5_00), (5_00, 2_50))
    assert off_peak.pop("BALANCE") == (0, 2_50)
    assert plain == off_peak


def test_days_of_the_week_are_those_of_utc() -> None:
    cell = priced(replace(CARD, off_peak=(replace(EVENING, days=(Weekday.THURSDAY,)),)))
    cell.tell(0, queued("job-a"), bound("job-a", ("n1", (0,))))
    pass_day(cell, 3)
    assert [cell.cents(day)["JOB job-a"] for day in (0, 1, 2)] == [
        (60_00, 60_00),
        (60_00, 56_00),
        (60_00, 60_00),
    ]


def test_a_late_fact_corrects_what_was_charged_less(cell: MeteredCell) -> None:
    cell.tell(19 * HOUR, queued("job-a"), bound("job-a", ("n1", (0,))))
    pass_day(cell)
    assert cell.cents()["JOB job-a"] == (12_50, 8_50)
    cell.tell(DAY + 5, NodeLost(node_id="n1", silent_ms=125 * MINUTE_MS))
    assert cell.cents()["JOB job-a"] == (7_50, 5_50), "19 to 22"


def test_prices_that_begin_within_a_day_bring_their_own_hours(cell: MeteredCell) -> None:
    later = replace(CARD, name="later", off_peak=(replace(EVENING, from_hour=10, percent=10),))
    starts_at_ms = cell.start_ms + 12 * HOUR * MINUTE_MS
    cell.tell(1, ActivateRates(card=later, starts_at_ms=starts_at_ms, requested_by="bill"))
    cell.tell(0, queued("job-a"), bound("job-a", ("n1", (0,))))
    pass_day(cell)
    assert cell.cents()["JOB job-a"] == (60_00, 6 * 1_25 + 6 * 2_50 + 12 * 25)


def rerating(cell: MeteredCell, card: RateCard) -> RerateUsage:
    ends_at_ms = cell.start_ms + DAY_MS
    return RerateUsage(card=card, starts_at_ms=cell.start_ms, ends_at_ms=ends_at_ms, requested_by="bill")


def test_a_day_is_priced_anew_by_hours_that_no_card_had_then() -> None:
    cell = priced(replace(CARD, off_peak=()))
    run(cell, "job-a", (18.5, 21.3))
    pass_day(cell)
    assert cell.cents()["JOB job-a"] == (7_00, 7_00)
    cell.tell(DAY + 3, rerating(cell, CARD))
    assert cell.cents()["JOB job-a"] == (7_00, 5_70)
    cell.tell(DAY + 4, rerating(cell, replace(CARD, off_peak=())))
    assert cell.cents()["JOB job-a"] == (7_00, 7_00)


def test_days_without_hourly_usage_cannot_be_re_rated_by_off_peak_hours(cell: MeteredCell) -> None:
    run(cell, "job-a", (18.5, 21.3))
    pass_day(cell)
    state = cell.core.state
    for key, day in list(state.scan(DAYS)):
        state.put(DAYS, key, Day(tuple(replace(part, hourly_gpu_us=()) for part in day.parts)))
    asked = rerating(cell, CARD)
    given_input = Input(
        topic="metering-commands",
        event_id="e",
        key="rates",
        correlation_id="c",
        payload=asked,
        seq=None,
        occurred_at_ms=cell.start_ms,
        about=About(RATES),
    )
    [fact] = prices.rerate(state, given_input, asked)
    assert isinstance(fact.payload, CommandRejected)
    [wrong] = fact.payload.violations
    assert (wrong.field, wrong.value) == ("card.off_peak", "every day 0 to 6: 50 %, every day 20 to 24: 60 %")
    assert wrong.allowed.startswith("empty for days until 2023-11-15T00:00:00.000Z")
    without = replace(asked, card=replace(CARD, off_peak=()))
    [fact] = prices.rerate(state, given_input, without)
    assert not isinstance(fact.payload, CommandRejected)


@pytest.mark.parametrize(
    ("off_peak", "field", "allowed"),
    [
        ((replace(NIGHT, percent=0),), "card.off_peak[0].percent", "1 to 99"),
        ((replace(NIGHT, percent=-1),), "card.off_peak[0].percent", "1 to 99"),
        ((NIGHT, replace(NIGHT, until_hour=25)), "card.off_peak[1].until_hour", "1 to 24"),
        ((replace(NIGHT, from_hour=-1),), "card.off_peak[0].from_hour", "0 to 23"),
        ((replace(EVENING, until_hour=3),), "card.off_peak[0].until_hour", "past midnight is two"),
        ((NIGHT, EVENING, replace(NIGHT, from_hour=5)), "card.off_peak[2]", "off_peak[0] has monday 5"),
    ],
)
def test_hours_that_are_none_are_refused(
    cell: MeteredCell, off_peak: tuple[OffPeak, ...], field: str, allowed: str
) -> None:
    card = replace(CARD, off_peak=off_peak)
    cell.tell(1, ActivateRates(card=card, starts_at_ms=None, requested_by="bill"))
    rejected = [fact for fact in cell.decided if isinstance(fact, CommandRejected)][-1]
    assert [each.field for each in rejected.violations] == [field]
    assert allowed in rejected.violations[0].allowed


def test_a_budget_is_measured_as_it_is_charged(cell: MeteredCell) -> None:
    terms = BudgetTerms(
        scope=BudgetScope.TEAM, of="vision", currency="USD", amount_micros=10**9, warn_percent=80
    )
    cell.tell(1, SetBudget(budget="b", tenant="acme", terms=terms, requested_by="bill"))
    run(cell, "job-a", (18.5, 21.3))
    cell.tell(22 * HOUR + 2, Watermark(seq=1, at_ms=0))
    before = [fact.spent_micros for fact in cell.decided if isinstance(fact, BudgetMeasured)][-1]
    assert before == 5_700_000
    pass_day(cell)
    after = [fact.spent_micros for fact in cell.decided if isinstance(fact, BudgetMeasured)][-1]
    assert after == cell.cents()["JOB job-a"][1] * 10_000 == 5_700_000
    late = SetBudget(budget="late", tenant="acme", terms=terms, requested_by="bill")
    cell.tell(DAY + 3, late)
    assert [fact.spent_micros for fact in cell.decided if isinstance(fact, BudgetMeasured)][-1] == after


def test_the_burn_rate_is_that_of_the_hour_in_progress(cell: MeteredCell) -> None:
    cell.tell(0, queued("job-a"), bound("job-a", ("n1", (0,))))

    def an_hour(hour: float) -> int:
        at_ms = cell.start_ms + int(hour * HOUR * MINUTE_MS)
        held = [each for each in burning(cell.core.state, at_ms) if each.owner.job_id]
        return sum(each.charged for each in held) // BURNT_PER_MICRO // 10_000

    assert [an_hour(hour) for hour in (5.9, 6, 19.99, 20)] == [1_25, 2_50, 2_50, 1_50]


JOBS = st.lists(
    st.tuples(
        st.integers(0, 2 * DAY - 2),
        st.integers(1, DAY),
        st.integers(1, 999),
        st.sampled_from(Tier),
    ),
    max_size=4,
)
"""First minute, number of minutes, thousandths of a GPU, and tier."""


@st.composite
def cards(draw: st.DrawFn) -> RateCard:
    """With hours of the week, none of them twice."""
    borders = sorted(draw(st.lists(st.integers(0, 24), min_size=2, max_size=8, unique=True)))
    days = st.lists(st.sampled_from(Weekday), unique=True).map(tuple)
    off_peak = [
        OffPeak(days=draw(days), from_hour=first, until_hour=last, percent=draw(st.integers(1, 99)))
        for first, last in zip(borders[::2], borders[1::2], strict=False)
    ]
    rate = replace(CARD.rates[0], gpu_hour_micros=draw(st.integers(1, 9_999_999)))
    tier_percent = {tier.value: draw(st.integers(0, 200)) for tier in Tier}
    idle = draw(st.sampled_from(IdleSplit))
    return replace(CARD, rates=(rate,), off_peak=tuple(off_peak), tier_percent=tier_percent, idle=idle)


def exact_cents(cell: MeteredCell, card: RateCard, day: int, job_id: str) -> Fraction:
    """Compute the charge of a job for a day, minute by minute of its recorded hours."""
    found, first_ms = Fraction(0), cell.start_ms + day * DAY_MS
    for hour in cell.recorded:
        for share in hour.shares:
            if share.job_id == job_id and first_ms <= hour.starts_at_ms < first_ms + DAY_MS:
                of_day = (hour.starts_at_ms - first_ms) // (HOUR * MINUTE_MS)
                weekday = [*Weekday][(2 + day) % 7]  # the cell begins with a Wednesday
                percent = card.tier_percent[share.payer.tier]
                for each in card.off_peak:
                    if each.from_hour <= of_day < each.until_hour and weekday in (each.days or Weekday):
                        percent = floor(Fraction(percent * each.percent, 100) + Fraction(1, 2))
                micros = share.gpu_us * card.rates[0].gpu_hour_micros * percent
                found += Fraction(micros, 3_600_000_000 * 10_000 * 100)
    return found


@examples(40)
@given(cards(), JOBS)
def test_whatever_is_off_peak_each_day_adds_up_and_each_job_is_charged_by_its_hours(
    card: RateCard, jobs: list[tuple[int, int, int, Tier]]
) -> None:
    cell = priced(card)
    told: list[tuple[int, int, tuple[Any, ...]]] = []
    for n, (first, minutes, milli, tier) in enumerate(jobs):
        job_id = f"job-{n}"
        told.append((first, n, (queued(job_id, tier=tier), bound(job_id, ("n1", (n,)), milli=milli))))
        told.append((first + minutes, n, (ended(job_id),)))
    for minute, _, facts in sorted(told, key=lambda each: each[:2]):
        cell.tell(minute, *facts)
    end_ms = cell.start_ms + 4 * DAY_MS
    foretold = [fact for fact in running(cell.core.state, end_ms) if isinstance(fact, DayCharged)]
    pass_day(cell, 4)
    charged_days = cell.charged()
    for (_, day), charged in charged_days.items():
        assert cell.cents(day), "costs and charges add up to the node"
        assert charged.cents == cents_of(charged.rates)
        for charge in charged.charges:
            if charge.kind is ChargeKind.JOB:
                assert abs(charge.charged_cents - exact_cents(cell, card, day, charge.job_id)) < 1
    for fact in foretold:
        assert fact == charged_days[fact.node_id, (fact.starts_at_ms - cell.start_ms) // DAY_MS]
