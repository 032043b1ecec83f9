"""Cost of a day: prices from the log, cents that add up, corrections and re-ratings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.job_commands import Tier
from muster.events.job_events import (
    NodeCordoned,
    NodeForgotten,
    NodeLost,
    NodeTagged,
    QueueCreated,
    QueueDeleted,
)
from muster.events.metering_commands import ActivateRates, IdleSplit, Rate, RateCard, RerateUsage
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import (
    ChargesCorrected,
    DayCharged,
    RatesActivated,
    UsageRecorded,
    UsageRerated,
)
from muster.metering.core.ledger import DAY_MS, cents_of, in_units, split
from muster.metering.core.state import CARDS, CHARGED, DAYS, RERATABLE_MS, RERATINGS, UNCHARGED
from muster.testkit.cores import build
from muster.testkit.cores.metered import MINUTE_MS, MeteredCell, bound, ended, queued
from muster.testkit.laws import examples

HOUR = 60
DAY = 24 * HOUR
A100 = Rate(gpu_model="A100", commitment="", spot=False, gpu_hour_micros=2_500_000)
SPOT = replace(A100, spot=True, gpu_hour_micros=1_000_000)
YEAR = replace(A100, commitment="1y", gpu_hour_micros=1_500_000)
CARD = RateCard(
    name="autumn",
    currency="USD",
    default_gpu_hour_micros=4_000_000,
    rates=(A100, SPOT, YEAR),
    tier_percent={"BATCH_INFERENCE": 60, "PREMIUM_TRAINING": 150},
)


def activate(card: RateCard = CARD, starts_at_ms: int | None = None) -> ActivateRates:
    return ActivateRates(card=card, starts_at_ms=starts_at_ms, requested_by="bill")


@pytest.fixture
def cell() -> MeteredCell:
    """Priced, with a node of 4 GPUs, from midnight."""
    cell = MeteredCell(DAY_MS)
    cell.tell(-30, Watermark(seq=0, at_ms=0))
    cell.tell(0, activate(starts_at_ms=cell.start_ms), build.node("n1", gpus=4))
    return cell


def ask(cell: MeteredCell, minute: float, command: Any, event_id: str = "") -> None:
    """Somebody asks once facts have reached that minute."""
    cell.tell(minute, Watermark(seq=0, at_ms=0))
    cell.tell(minute, command, event_id=event_id)


def pass_day(cell: MeteredCell, days: int = 1) -> None:
    cell.tell(days * DAY + 2, Watermark(seq=1, at_ms=0))


def last(cell: MeteredCell, kind: type[Any]) -> Any:
    return [fact for fact in cell.decided if isinstance(fact, kind)][-1]


def test_a_day_costs_its_gpu_hours_at_the_rate_of_the_node(cell: MeteredCell) -> None:
    cell.tell(60, queued("job-a"), bound("job-a", ("n1", (0, 1))))
    cell.tell(11 * HOUR, ended("job-a"))
    assert not cell.charged(), "a day is charged when it is over"
    pass_day(cell)
    assert cell.cents() == {"IDLE": (190_00, 190_00), "JOB job-a": (50_00, 50_00)}
    day = cell.charged()["n1", 0]
    assert (day.currency, day.cents, cents_of(day.rates)) == ("USD", 240_00, 240_00)
    assert [(rate.card, rate.by_default, rate.gpu_us) for rate in day.rates] == [
        ("autumn", False, day.gpu_us)
    ]
    (job,) = [charge for charge in day.charges if charge.job_id]
    assert (job.payer.tenant, job.payer.team, job.gpu_us) == ("acme", "vision", 20 * 3_600 * 10**6)


def test_cents_of_thirds_add_up(cell: MeteredCell) -> None:
    third = replace(A100, gpu_hour_micros=1_000_000)
    cell.tell(1, activate(replace(CARD, rates=(third,)), cell.start_ms))
    for n in range(3):
        cell.tell(10, bound(f"job-{n}", ("n1", (n,))))
        cell.tell(30, ended(f"job-{n}"))
    pass_day(cell)
    found = cell.cents()
    assert sorted(found[f"JOB job-{n}"][0] for n in range(3)) == [33, 33, 34]
    assert found["IDLE"] == (95_00, 95_00)


def test_a_tier_is_charged_a_part_and_the_platform_bears_the_rest(cell: MeteredCell) -> None:
    cell.tell(0, queued("job-a", tier=Tier.BATCH_INFERENCE), bound("job-a", ("n1", (0,))))
    cell.tell(0, queued("job-b", tier=Tier.PREMIUM_TRAINING), bound("job-b", ("n1", (1,))))
    pass_day(cell)
    assert cell.cents() == {
        "BALANCE": (0, 24_00 - 30_00),
        "IDLE": (120_00, 120_00),
        "JOB job-a": (60_00, 36_00),
        "JOB job-b": (60_00, 90_00),
    }


def test_an_unknown_model_has_the_default_and_the_charge_says_so(cell: MeteredCell) -> None:
    cell.tell(0, build.node("n2", gpus=1, model="H300"))
    pass_day(cell)
    day = cell.charged()["n2", 0]
    assert [(rate.gpu_model, rate.by_default, rate.gpu_hour_micros) for rate in day.rates] == [
        ("H300", True, 4_000_000)
    ]
    assert day.cents == 96_00


@pytest.mark.parametrize(
    ("labels", "cents"),
    [
        ({"capacity-type": "spot"}, 24_00),
        ({"commitment": "1y"}, 36_00),
        ({"commitment": "3y"}, 96_00),
        ({"capacity-type": "on-demand"}, 60_00),
    ],
)
def test_how_a_node_was_bought_is_what_its_labels_say(
    cell: MeteredCell, labels: dict[str, str], cents: int
) -> None:
    cell.tell(0, build.node("n2", gpus=1, labels=labels))
    cell.tell(0, build.node("n3", gpus=1), NodeTagged(node_id="n3", labels=labels, requested_by="op"))
    pass_day(cell)
    assert [cell.charged()[node_id, 0].cents for node_id in ("n2", "n3")] == [cents, cents]


def test_labels_set_by_operators_override_announced_ones(cell: MeteredCell) -> None:
    """Within an hour, what holds at its end."""
    cell.tell(0, build.node("n2", gpus=1, labels={"capacity-type": "spot"}))
    on_demand = NodeTagged(node_id="n2", labels={"capacity-type": "on-demand"}, requested_by="op")
    cell.tell(0, on_demand)
    cell.tell(12 * HOUR, replace(on_demand, labels={}))
    pass_day(cell)
    assert cell.charged()["n2", 0].cents == 12 * 2_50 + 12 * 1_00


def test_prices_change_with_an_hour_and_the_past_keeps_its_own(cell: MeteredCell) -> None:
    later = replace(CARD, name="later", rates=(replace(A100, gpu_hour_micros=10**6),))
    ask(cell, 10 * HOUR + 5, activate(later))
    assert last(cell, RatesActivated).starts_at_ms == cell.start_ms + 10 * HOUR * MINUTE_MS
    pass_day(cell)
    assert cell.cents() == {"IDLE": (4 * (10 * 2_50 + 14 * 1_00),) * 2}
    assert [rate.card for rate in cell.charged()["n1", 0].rates] == ["autumn", "later"]
    hours = [fact.gpu_hour_micros for fact in cell.recorded]
    assert hours == [2_500_000] * 10 + [1_000_000] * 14


def test_hours_before_the_first_prices_cost_nothing_and_say_so() -> None:
    cell = MeteredCell(DAY_MS)
    cell.tell(0, build.node("n1", gpus=4))
    ask(cell, HOUR, activate(starts_at_ms=cell.start_ms + 20 * HOUR * MINUTE_MS))
    pass_day(cell)
    day = cell.charged()["n1", 0]
    assert (day.cents, [rate.card for rate in day.rates]) == (40_00, ["", "autumn"])
    assert day.gpu_us == 96 * 3_600 * 10**6


def test_without_prices_nothing_is_charged() -> None:
    cell = MeteredCell(DAY_MS)
    cell.tell(0, build.node("n1", gpus=4))
    pass_day(cell)
    assert cell.recorded
    assert not cell.charged()


@pytest.mark.parametrize(
    ("changed", "field", "allowed"),
    [
        ({"currency": "GPU"}, "card.currency", "ISO 4217"),
        ({"currency": "JPY"}, "card.currency", "ISO 4217"),
        ({"default_gpu_hour_micros": 0}, "card.default_gpu_hour_micros", "from 0.000001 to 1000000"),
        ({"rates": (replace(A100, gpu_hour_micros=0),)}, "card.rates[0].gpu_hour_micros", "from 0.000001"),
        ({"rates": (replace(A100, gpu_hour_micros=-1),)}, "card.rates[0].gpu_hour_micros", "from 0.000001"),
        ({"rates": (A100, SPOT, A100)}, "card.rates[2]", "rates[0] is for the same"),
        ({"tier_percent": {"GOLD": 10}}, "card.tier_percent.GOLD", "tiers"),
        ({"tier_percent": {"INTERACTIVE": -1}}, "card.tier_percent.interactive", "0 to 1000"),
    ],
)
def test_prices_that_are_none_are_refused(
    cell: MeteredCell, changed: dict[str, Any], field: str, allowed: str
) -> None:
    cell.tell(1, activate(replace(CARD, **changed)))
    rejected = last(cell, CommandRejected)
    assert [each.field for each in rejected.violations] == [field]
    assert allowed in rejected.violations[0].allowed
    assert rejected.violations[0].value in rejected.message


def test_prices_are_not_set_for_hours_that_are_over(cell: MeteredCell) -> None:
    ask(cell, 2 * HOUR + 5, activate(starts_at_ms=cell.start_ms + HOUR * MINUTE_MS))
    (wrong,) = last(cell, CommandRejected).violations
    assert (wrong.field, wrong.allowed[:24]) == ("starts_at_ms", "2023-11-15T02:00:00.000Z")
    assert "re-rated" in wrong.allowed


def test_periods_do_not_overlap_and_a_planned_card_can_be_replaced(cell: MeteredCell) -> None:
    at_ms = cell.start_ms + 5 * HOUR * MINUTE_MS
    cell.tell(1, activate(replace(CARD, name="planned"), at_ms))
    cell.tell(2, activate(replace(CARD, name="before"), at_ms - HOUR * MINUTE_MS))
    (wrong,) = last(cell, CommandRejected).violations
    assert wrong.allowed == "after 2023-11-15T05:00:00.000Z, where the period of planned begins"
    cell.tell(3, activate(replace(CARD, name="better", rates=()), at_ms))
    pass_day(cell)
    assert [rate.card for rate in cell.charged()["n1", 0].rates] == ["autumn", "better"]


def test_the_currency_changes_at_midnight_only(cell: MeteredCell) -> None:
    euros = replace(CARD, currency="EUR")
    cell.tell(1, activate(euros, cell.start_ms + HOUR * MINUTE_MS))
    (wrong,) = last(cell, CommandRejected).violations
    assert (wrong.field, wrong.value) == ("card.currency", "EUR")
    cell.tell(2, activate(euros, cell.start_ms + DAY_MS))
    pass_day(cell, 2)
    assert [cell.charged()["n1", day].currency for day in (0, 1)] == ["USD", "EUR"]


def test_a_late_fact_corrects_the_charges_of_its_day(cell: MeteredCell) -> None:
    cell.tell(20 * HOUR, queued("job-a"), bound("job-a", ("n1", (0,))))
    pass_day(cell)
    assert cell.cents() == {"IDLE": (230_00, 230_00), "JOB job-a": (10_00, 10_00)}
    cell.tell(DAY + 5, NodeLost(node_id="n1", silent_ms=65 * MINUTE_MS), event_id="lost")
    (correction,) = [fact for fact in cell.decided if isinstance(fact, ChargesCorrected)]
    assert (correction.cause, correction.cents, correction.gpu_us) == ("lost", 0, 0)
    assert cell.cents() == {
        "IDLE": (222_50, 222_50),
        "JOB job-a": (7_50, 7_50),
        "OVERHEAD SILENT": (10_00, 10_00),
    }


def test_hardware_that_is_told_late_is_priced_as_what_it_was(cell: MeteredCell) -> None:
    cell.tell(0, build.node("n2", gpus=1))
    pass_day(cell)
    cell.tell(20 * HOUR, build.node("n2", gpus=1, labels={"capacity-type": "spot"}))
    day = cell.charged()["n2", 0]
    assert day.cents == cents_of(day.rates) == 20 * 2_50 + 4 * 1_00


def test_a_day_that_came_to_nothing_is_charged_nothing(cell: MeteredCell) -> None:
    cell.tell(23 * HOUR, build.node("n2", gpus=1))
    pass_day(cell)
    assert cell.cents(node_id="n2") == {"IDLE": (2_50, 2_50)}
    cell.tell(23 * HOUR, NodeLost(node_id="n2", silent_ms=0), NodeForgotten(node_id="n2", lost_ms=0))
    assert cell.cents(node_id="n2") == {}


def test_a_day_that_came_to_nothing_before_it_was_over_can_still_be_charged(cell: MeteredCell) -> None:
    cell.tell(HOUR, build.node("n2", gpus=1))
    cell.tell(3 * HOUR, NodeCordoned(node_id="n1", requested_by="op", reason=""))
    cell.tell(HOUR, NodeLost(node_id="n2", silent_ms=0), NodeForgotten(node_id="n2", lost_ms=0))
    pass_day(cell)
    empty = cell.charged()["n2", 0]
    assert (empty.currency, empty.cents, empty.charges) == ("", 0, ())
    cell.tell(23 * HOUR, build.node("n2", gpus=1))
    cell.tell(DAY + 3, Watermark(seq=2, at_ms=0))
    later = cell.charged()["n2", 0]
    assert (later.currency, later.cents) == ("USD", 2_50)
    asked = RerateUsage(
        card=replace(CARD, rates=()),
        starts_at_ms=cell.start_ms,
        ends_at_ms=cell.start_ms + DAY_MS,
        requested_by="bill",
    )
    cell.tell(DAY + 4, asked)
    assert cell.charged()["n2", 0].cents == 4_00


def test_days_that_are_over_are_priced_anew_when_somebody_asks(cell: MeteredCell) -> None:
    cell.tell(0, queued("job-a"), bound("job-a", ("n1", (0,))))
    pass_day(cell, 2)
    before = cell.charged()
    cheap = replace(CARD, name="rebate", rates=(replace(A100, gpu_hour_micros=10**6),))
    first = RerateUsage(
        card=cheap, starts_at_ms=cell.start_ms, ends_at_ms=cell.start_ms + DAY_MS, requested_by="bill"
    )
    cell.tell(2 * DAY + 3, first, event_id="rebate-1")
    rerated, correction = last(cell, UsageRerated), last(cell, ChargesCorrected)
    assert rerated.rerating_id == correction.cause == "rebate-1"
    assert cell.cents() == {"IDLE": (72_00, 72_00), "JOB job-a": (24_00, 24_00)}
    assert cell.charged()["n1", 1] == before["n1", 1]
    cell.tell(2 * DAY + 4, NodeCordoned(node_id="n1", requested_by="op", reason=""))
    cell.tell(2 * DAY + 5, replace(first, card=CARD), event_id="rebate-2")
    assert cell.cents(0) == {"IDLE": (180_00, 180_00), "JOB job-a": (60_00, 60_00)}


def test_days_without_prices_get_them_by_a_re_rating() -> None:
    cell = MeteredCell(DAY_MS)
    cell.tell(0, build.node("n1", gpus=4))
    pass_day(cell, 2)
    asked = RerateUsage(
        card=CARD, starts_at_ms=cell.start_ms, ends_at_ms=cell.start_ms + DAY_MS, requested_by="bill"
    )
    cell.tell(2 * DAY + 3, asked)
    assert {place: day.cents for place, day in cell.charged().items()} == {("n1", 0): 240_00}


@pytest.mark.parametrize(
    ("days", "currency", "field", "allowed"),
    [
        ((0.5, 2), "USD", "starts_at_ms", "midnight"),
        ((0, 0), "USD", "ends_at_ms", "after 2023-11-15"),
        ((0, 3), "USD", "ends_at_ms", "2023-11-17T00:00:00.000Z or earlier"),
        ((-60, 1), "USD", "starts_at_ms", "2023-10-13T00:00:00.000Z or later"),
        ((0, 1), "EUR", "card.currency", "USD, in which 2023-11-15"),
    ],
)
def test_re_ratings_that_cannot_be_are_refused(
    cell: MeteredCell, days: tuple[float, float], currency: str, field: str, allowed: str
) -> None:
    pass_day(cell, 2)
    asked = RerateUsage(
        card=replace(CARD, currency=currency),
        starts_at_ms=cell.start_ms + int(days[0] * DAY_MS),
        ends_at_ms=cell.start_ms + int(days[1] * DAY_MS),
        requested_by="bill",
    )
    cell.tell(2 * DAY + 3, asked)
    (wrong,) = last(cell, CommandRejected).violations
    assert wrong.field == field
    assert allowed in wrong.allowed


def test_a_command_that_comes_twice_is_answered_once(cell: MeteredCell) -> None:
    asked = activate(starts_at_ms=cell.start_ms + DAY_MS)
    cell.tell(5, asked, event_id="c1")
    cell.tell(6, asked, event_id="c1")
    assert last(cell, CommandRepeated).command_id == "c1"


@pytest.mark.slow
def test_state_is_bounded(cell: MeteredCell) -> None:
    days = RERATABLE_MS // DAY_MS
    cell.tell(1, activate(replace(CARD, name="next"), cell.start_ms + DAY_MS))
    for day in range(1, days + 10):
        cell.tell(day * DAY + 2, Watermark(seq=day, at_ms=0))
        if day == 3:
            asked = RerateUsage(
                card=CARD, starts_at_ms=cell.start_ms, ends_at_ms=cell.start_ms + DAY_MS, requested_by="bill"
            )
            cell.tell(day * DAY + 2, asked)
    state = cell.core.state
    assert (len(list(state.scan(DAYS))), len(list(state.scan(CHARGED)))) == (days, days)
    assert [card.name for _, card in state.scan(CARDS)] == ["next"]
    assert list(state.scan(RERATINGS)) == []
    assert len(list(state.scan(UNCHARGED))) == 0
    assert len(cell.charged()) == days + 9


@pytest.mark.slow
def test_a_cell_that_was_quiet_for_long_is_charged_all_its_days(cell: MeteredCell) -> None:
    cell.tell(1, activate(replace(CARD, name="next", rates=()), cell.start_ms + 10 * DAY_MS))
    pass_day(cell, 60)
    charged = cell.charged()
    assert [charged["n1", day].cents for day in (0, 9, 10, 59)] == [240_00, 240_00, 384_00, 384_00]
    assert len([fact for fact in cell.decided if isinstance(fact, DayCharged)]) == 60
    assert len([fact for fact in cell.decided if isinstance(fact, UsageRecorded)]) == 60 * 24


@examples(200)
@given(st.lists(st.integers(-(10**6), 10**6), max_size=12), st.integers(1, 10**5))
def test_cents_add_up_and_each_is_next_to_what_is_due(exact: list[int], cent: int) -> None:
    found = in_units(exact, cent)
    assert abs(2 * (sum(found) * cent - sum(exact))) <= cent
    assert all(abs(each * cent - due) < cent for each, due in zip(found, exact, strict=True))
    assert all(each == 0 for each, due in zip(found, exact, strict=True) if due == 0)


SHARED = replace(CARD, name="shared", idle=IdleSplit.PROPORTIONAL)


def test_idle_gpus_are_charged_to_jobs_beside_them_if_the_card_says_so(cell: MeteredCell) -> None:
    ask(cell, 1, activate(SHARED, cell.start_ms + HOUR * MINUTE_MS))
    cell.tell(5, build.node("n2", gpus=4))
    cell.tell(12 * HOUR, queued("job-a"), bound("job-a", ("n1", (0,))))
    cell.tell(12 * HOUR, queued("job-b", team="audio"), bound("job-b", ("n1", (1, 2))))
    cell.tell(DAY + 2, Watermark(seq=1, at_ms=0))
    assert cell.cents() == {
        "IDLE": (150_00, 10_00),  # the hour before the card: 4 GPUs
        "IDLE job-a": (0, 46_67),
        "IDLE job-b": (0, 93_33),
        "JOB job-a": (30_00, 30_00),
        "JOB job-b": (60_00, 60_00),
    }
    assert [*cell.cents(node_id="n2")] == ["IDLE"], "where no job was, the platform is charged"
    [beside] = [
        each for each in cell.charged()["n1", 0].charges if (each.kind, each.job_id) == ("IDLE", "job-b")
    ]
    assert (beside.payer.team, beside.reason, beside.gpu_us) == ("audio", "SHARED", 0)


OWED = replace(CARD, name="owed", idle=IdleSplit.GUARANTEE)


def queue(name: str, guarantee: int | None, parent: str = "", tenant: str = "acme") -> QueueCreated:
    settings = build.queue_settings(guarantee_gpus=guarantee, parent=parent or None)
    return QueueCreated(queue=name, tenant=tenant, description="", requested_by="op", settings=settings)


def owed(cell: MeteredCell, node_id: str = "n1", day: int = 0) -> dict[tuple[str, str], int]:
    """Cents charged for what was idle, by payer."""
    charges = cell.charged()[node_id, day].charges
    return {(e.payer.tenant, e.payer.queue): e.charged_cents for e in charges if e.kind == "IDLE"}


def test_idle_gpus_are_charged_to_queues_by_what_they_are_guaranteed(cell: MeteredCell) -> None:
    ask(cell, 1, activate(OWED, cell.start_ms + HOUR * MINUTE_MS))
    cell.tell(5, queue("science", 3), queue("research", 1, "science"), queue("art", 1, tenant="rival"))
    cell.tell(6, queue("nothing", None), build.node("n2", gpus=4))
    cell.tell(12 * HOUR, queued("job-a"), bound("job-a", ("n1", (0, 1))))
    cell.tell(DAY + 2, Watermark(seq=1, at_ms=0))
    # n1: 80 GPU hours idle before the card's hour of 4 and beside the job: 72 of them by the card, at 2.50
    assert owed(cell) == {
        ("", ""): 4 * 2_50 + 68 * 2_50 * 4 // 8,
        ("acme", "research"): 68 * 2_50 // 8,
        ("acme", "science"): 68 * 2_50 * 2 // 8,
        ("rival", "art"): 68 * 2_50 // 8,
    }
    [row] = [each for each in cell.charged()["n1", 0].charges if each.payer.queue == "art"]
    assert (row.reason, row.reservation, row.gpu_us, row.cost_cents) == ("GUARANTEED", "", 0, 0)


def test_more_may_be_guaranteed_than_there_is(cell: MeteredCell) -> None:
    ask(cell, 1, activate(OWED, cell.start_ms + HOUR * MINUTE_MS))
    cell.tell(5, queue("science", 6), queue("art", 2))
    cell.tell(DAY + 2, Watermark(seq=1, at_ms=0))
    assert owed(cell) == {
        ("", ""): 4 * 2_50,
        ("acme", "science"): 92 * 2_50 * 3 // 4,
        ("acme", "art"): 92 * 2_50 // 4,
    }


def test_a_day_that_is_rerated_knows_what_was_guaranteed_then(cell: MeteredCell) -> None:
    cell.tell(5, queue("science", 4))
    cell.tell(DAY + 2, Watermark(seq=1, at_ms=0))
    gone = QueueDeleted(queue="science", tenant="acme", requested_by="op")
    cell.tell(DAY + HOUR, gone, queue("art", 4))
    cell.tell(2 * DAY + 2, Watermark(seq=1, at_ms=0))
    days = {"starts_at_ms": cell.start_ms, "ends_at_ms": cell.start_ms + 2 * DAY_MS}
    ask(cell, 2 * DAY + 3, RerateUsage(card=OWED, requested_by="bill", **days))
    assert (owed(cell), owed(cell, day=1)) == (
        {("", ""): 0, ("acme", "science"): 240_00},
        {("", ""): 0, ("acme", "art"): 240_00},
    )


def test_days_are_rerated_by_another_split(cell: MeteredCell) -> None:
    cell.tell(0, queued("job-a"), bound("job-a", ("n1", (0,))))
    cell.tell(DAY + 2, Watermark(seq=1, at_ms=0))
    day = {"starts_at_ms": cell.start_ms, "ends_at_ms": cell.start_ms + DAY_MS}
    ask(cell, DAY + 3, RerateUsage(card=SHARED, requested_by="bill", **day))
    assert cell.cents() == {"IDLE": (180_00, 0), "IDLE job-a": (0, 180_00), "JOB job-a": (60_00, 60_00)}


@examples(100)
@given(st.integers(0, 10**24), st.lists(st.integers(1, 10**15), min_size=1, max_size=8))
def test_parts_are_in_proportion_and_add_up(amount: int, weights: list[int]) -> None:
    parts = split(amount, weights)
    assert sum(parts) == amount
    whole = sum(weights)
    assert all(abs(part * whole - amount * each) < whole for part, each in zip(parts, weights, strict=True))
