"""A bill folded from what metering decides about what the scheduler's core tells."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from muster.cluster import NodeCapacity, Shape
from muster.events.job_events import AttemptEnded, GangBound, JobQueued, NodeTagged
from muster.events.operator_commands import TagNode
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import ChargeKind
from muster.lab.figures.bill import BUSY, IDLE, NOT_BUSY, STATES, Bill, Billing
from muster.lab.figures.metered import Metered
from muster.lab.loads import month
from muster.lab.loads.load import HOUR_MS, Load, TraceJob
from muster.lab.pictures.bill_picture import budgets_picture, cost_picture, gpus_picture, used_picture
from muster.lab.replay.replay import Replay
from muster.lab.rules.reporter import Reporter

DAYS = 2
NODES = (
    NodeCapacity("n1", 64_000, 512 * 1_024, "A100", 8),
    NodeCapacity("n2", 64_000, 512 * 1_024, "H100", 8),
)
TAG = TagNode(node_id="n1", labels={"commitment": "1y"}, requested_by="op")


def job(name: str, gpus: int, hours: int, team: str) -> TraceJob:
    shape = Shape(gpus, 1_000, (), 1_000, 1_024)
    return TraceJob(name, HOUR_MS, hours * HOUR_MS, hours * HOUR_MS, shape, queue=team)


LOAD = Load("two", NODES, (job("job-a", 8, 10, "vision"), job("job-b", 8, 20, "language")))


def live(load: Load) -> tuple[list[Any], Bill]:
    """Return the reported facts, and the bill."""
    told: list[Any] = []
    billing = Billing(month.STARTS_AT_MS, DAYS, lambda job_id: 25)
    metered = Metered(billing.take, batch_max=3)
    for at_ms, command in month.prices():
        metered.take(month.STARTS_AT_MS + at_ms, command)

    def tell(at_ms: int, fact: Any) -> None:
        told.append(fact)
        metered.take(month.STARTS_AT_MS + at_ms, fact)

    Replay(load, Reporter(load, [(2 * HOUR_MS, TAG)], tell)).run()
    metered.take(month.STARTS_AT_MS + DAYS * month.DAY_MS + HOUR_MS, Watermark(seq=1, at_ms=0))
    metered.settle()
    return told, billing.bill()


@pytest.fixture(scope="module")
def lived() -> tuple[list[Any], Bill]:
    return live(LOAD)


def test_decisions_are_reported_and_operators_commands_take_effect(lived: tuple[list[Any], Bill]) -> None:
    kinds = (JobQueued, GangBound, AttemptEnded, NodeTagged)
    assert [sum(isinstance(fact, kind) for fact in lived[0]) for kind in kinds] == [2, 2, 2, 1]


def test_every_gpu_is_one_thing_and_every_cent_has_an_owner(lived: tuple[list[Any], Bill]) -> None:
    bill = lived[1]
    every_hour = zip(*(bill.hourly_gpus[state] for state in STATES), strict=True)
    assert {round(sum(hour), 6) for hour in every_hour} == {16}
    assert sum(bill.hourly_gpus[BUSY]) == pytest.approx(8 * 30 / 4)
    assert sum(bill.hourly_gpus[NOT_BUSY]) == pytest.approx(8 * 30 * 3 / 4)
    assert bill.discrepancies == 0
    assert bill.node_days == 2 * DAYS
    assert sum(bill.kind_cents.values()) == bill.cents
    assert sum(map(sum, bill.daily_cents.values())) == bill.cents
    assert bill.kind_cents[ChargeKind.JOB] == sum(team.job_cents for team in bill.teams.values())
    assert {name: team.gpu_us // (1_000 * HOUR_MS) for name, team in bill.teams.items()} == {
        "vision": 80,
        "language": 160,
    }


def test_pictures_are_complete_and_name_the_payers(lived: tuple[list[Any], Bill]) -> None:
    bill = lived[1]
    for drawn in (
        cost_picture(bill, [(1.0, "cheaper")]),
        gpus_picture(bill),
        used_picture(bill),
        budgets_picture(bill),
    ):
        words = " ".join(each.text or "" for each in ElementTree.fromstring(drawn).iter())
        assert "nan" not in drawn
        assert "vision" in words or IDLE in words
