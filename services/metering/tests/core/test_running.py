"""Running costs: the day as if it ended now, to the cent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import pytest
from muster.deciding import Entities, Kind
from muster.events.job_commands import Tier
from muster.events.job_events import QueueCreated
from muster.events.metering_commands import ActivateRates, Rate, RateCard
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import DayCharged, UsageRecorded
from muster.metering.core.ledger import DAY_MS, cents_of
from muster.metering.core.running import BURNT_PER_MICRO, burning, running
from muster.metering.core.state import NODES
from muster.testkit.cores import build
from muster.testkit.cores.metered import MINUTE_MS, MeteredCell, bound, ended, queued

CARD = RateCard(
    name="autumn",
    currency="USD",
    default_gpu_hour_micros=4_000_000,
    rates=(Rate(gpu_model="A100", commitment="", spot=False, gpu_hour_micros=2_500_000),),
    tier_percent={},
)


@pytest.fixture
def cell() -> MeteredCell:
    """Priced, with a node of 4 GPUs, from midnight."""
    cell = MeteredCell(DAY_MS)
    cell.tell(-30, Watermark(seq=0, at_ms=0))
    activate = ActivateRates(card=CARD, starts_at_ms=cell.start_ms, requested_by="bill")
    cell.tell(0, activate, build.node("n1", gpus=4))
    return cell


def days(cell: MeteredCell, minute: float) -> list[DayCharged]:
    now_ms = cell.start_ms + int(minute * MINUTE_MS)
    return [fact for fact in running(cell.core.state, now_ms) if isinstance(fact, DayCharged)]


def so_far(cell: MeteredCell, minute: float) -> dict[str, int]:
    """Cents by job, and what is idle."""
    [day] = days(cell, minute)
    assert day.cents == cents_of(day.rates) == sum(charge.cost_cents for charge in day.charges)
    return {charge.job_id or charge.kind.value: charge.charged_cents for charge in day.charges}


def test_the_hour_in_progress_counts_up_to_now(cell: MeteredCell) -> None:
    cell.tell(10, queued("job-a"), bound("job-a", ("n1", (0, 1))))
    assert so_far(cell, 22) == {"job-a": 1_00, "IDLE": 2_67}, "10 min of 4 GPUs and 12 of 2"
    cell.tell(40, ended("job-a"))
    assert so_far(cell, 60)["job-a"] == 2_50


def test_recorded_hours_and_those_that_are_not_are_one_day(cell: MeteredCell) -> None:
    cell.tell(0, queued("job-a"), bound("job-a", ("n1", (0,))))
    cell.tell(125, Watermark(seq=1, at_ms=0))
    assert so_far(cell, 126) == {"job-a": 5_25, "IDLE": 15_75}
    assert so_far(cell, 246) == {"job-a": 10_25, "IDLE": 30_75}, "hours of which no fact has come yet"


def test_running_costs_at_the_end_of_the_day_are_its_charges(cell: MeteredCell) -> None:
    cell.tell(7, queued("job-a"), bound("job-a", ("n1", (0,))))
    cell.tell(1001, ended("job-a"))
    running = days(cell, 24 * 60)
    cell.tell(24 * 60 + 2, Watermark(seq=1, at_ms=0))
    [charged] = cell.charged().values()
    assert running == [charged]
    assert days(cell, 24 * 60) == [], "a charged day is no longer running"


def test_a_node_without_a_price_costs_nothing() -> None:
    cell = MeteredCell(DAY_MS)
    cell.tell(0, build.node("n1", gpus=4))
    [hour] = running(cell.core.state, cell.start_ms + 30 * MINUTE_MS)
    assert isinstance(hour, UsageRecorded)
    assert hour.gpu_us == 2 * 3_600_000_000


class Counting:
    """A state that counts how often each kind is gone through."""

    def __init__(self, state: Entities) -> None:
        self._state = state
        self.scans = Counter[str]()

    def scan(self, kind: Kind[Any], **within: Any) -> Iterator[tuple[str, Any]]:
        self.scans[kind.name] += 1
        return self._state.scan(kind, **within)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)


def test_nodes_are_gone_through_as_often_whatever_their_number(cell: MeteredCell) -> None:
    settings = build.queue_settings(guarantee_gpus=1)
    cell.tell(
        1,
        QueueCreated(queue="science", tenant="acme", description="", requested_by="op", settings=settings),
    )
    scans = list[int]()
    for more in (range(2, 3), range(3, 20)):
        cell.tell(2, *(build.node(f"n{number}", gpus=1) for number in more))
        state = Counting(cell.core.state)
        told = list(running(cast("Entities", state), cell.start_ms + 9 * MINUTE_MS))
        scans.append(state.scans[NODES.name])
    assert len(told) == 2 * 19
    assert scans[0] == scans[1]


def an_hour(cell: MeteredCell, minute: float) -> dict[str, int]:
    """Cents for an hour of what is held, by job, and what is idle."""
    found: dict[str, int] = {}
    for each in burning(cell.core.state, cell.start_ms + int(minute * MINUTE_MS)):
        name = each.owner.job_id or each.owner.kind.value
        found[name] = found.get(name, 0) + each.charged // BURNT_PER_MICRO // 10_000
    return found


def test_the_burn_rate_follows_held_gpus_and_prices_in_force(cell: MeteredCell) -> None:
    assert an_hour(cell, 0) == {"IDLE": 10_00}
    batch, rate = {Tier.BATCH_INFERENCE.value: 50}, replace(CARD.rates[0], gpu_hour_micros=3_000_000)
    dearer = replace(CARD, tier_percent=batch, rates=(rate,))
    cell.tell(5, ActivateRates(card=dearer, starts_at_ms=cell.start_ms + 60 * MINUTE_MS, requested_by="bill"))
    cell.tell(10, queued("job-a", tier=Tier.BATCH_INFERENCE), bound("job-a", ("n1", (0,)), milli=500))
    assert an_hour(cell, 10) == {"job-a": 1_25, "IDLE": 8_75}
    assert an_hour(cell, 60) == {"job-a": 75, "IDLE": 10_50}
    cell.tell(62, ended("job-a"))
    assert an_hour(cell, 62) == {"IDLE": 12_00}
