"""The JSON of answers, from rows as the statements return them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from muster.api.cursors import PageRequest
from muster.events.metering_commands import Rate, RateCard
from muster.metering.edge.amounts import GpuHours, GpuTime, Money
from muster.metering.edge.costs import EXACT, CostAnswer, ExactRow, rounded
from muster.metering.edge.efficiency import JobEfficiencyAnswer, JobRow, used_by_job
from muster.metering.edge.http import NEWEST_CARDS, CardAnswer, CardRow, card_answer
from pydantic import TypeAdapter

HOUR_US = 3_600_000_000
NOON_MS = 1_795_262_400_000


def json_of(kind: Any, value: object) -> Any:
    """The JSON that a route sends: validated and serialized by the answer's type."""
    adapter = TypeAdapter[Any](kind)
    return adapter.dump_python(adapter.validate_python(value), mode="json")


@pytest.mark.parametrize(
    ("kind", "amount", "text"),
    [
        (Money, 81240, "812.40"),
        (Money, -5, "-0.05"),
        (GpuHours, 324_960, "324.960"),
        (GpuHours, -1, "-0.001"),
        (GpuTime, HOUR_US // 2, "0.500"),
        (GpuTime, 1_800_000, "0.001"),
        (GpuTime, 1_799_999, "0.000"),
        (GpuTime, -1_800_000, "-0.001"),
    ],
)
def test_amounts_are_exact_text(kind: Any, amount: int, text: str) -> None:
    assert json_of(kind, amount) == text


def test_a_sum_is_sent_with_its_period_and_its_rounded_amounts() -> None:
    row = ExactRow(
        starts_at_ms=NOON_MS,
        key=["vision", "A100"],
        currency="USD",
        gpu=Decimal(HOUR_US * EXACT),
        cost=Decimal(250 * EXACT),
        charged=Decimal(125 * EXACT + EXACT // 2),
        lost_gpu=Decimal(0),
        lost=Decimal(-EXACT),
        settled=False,
    )
    assert json_of(list[CostAnswer], rounded([row], ("team", "gpu_model"))) == [
        {
            "starts_at": "2026-11-21T12:00:00.000Z",
            "key": {"team": "vision", "gpu_model": "A100"},
            "currency": "USD",
            "gpu_hours": "1.000",
            "cost": "2.50",
            "charged": "1.26",
            "lost_gpu_hours": "0.000",
            "lost": "-0.01",
            "settled": False,
        }
    ]


def job(**changes: Any) -> JobRow:
    """A job that held two GPUs for ten hours and used one of them half the time."""
    values: dict[str, Any] = {
        "job_id": "job-a",
        "key": ["job-a", "vision", "ann"],
        "currency": "USD",
        "gpu_us": 20 * HOUR_US,
        "measured_ms": 20 * HOUR_US // 1000,
        "by_driver_ms": 0,
        "busy_ms": 5 * HOUR_US // 1000,
        "charged": 50_00,
        "idle": 37_50,
        "idle_ms": 15 * HOUR_US // 1000,
        "gpus": 2,
        "gpus_used": 1,
        "memory_mib": 0,
        "memory_used_mib": 0,
    }
    return JobRow(**values | changes)


def test_a_job_is_sent_with_its_use_and_advice() -> None:
    assert json_of(JobEfficiencyAnswer, used_by_job(job())) == {
        "key": {"job": "job-a", "team": "vision", "user": "ann"},
        "currency": "USD",
        "gpu_hours": "20.000",
        "measured_gpu_hours": "20.000",
        "by_driver_gpu_hours": "0.000",
        "busy_gpu_hours": "5.000",
        "busy_percent": "25.0",
        "charged": "50.00",
        "idle_charged": "37.50",
        "charged_per_busy_gpu_hour": "10.00",
        "gpus": 2,
        "gpus_used": 1,
        "memory_mib": 0,
        "memory_used_mib": 0,
        "advice": {"message": "requested 2 GPUs, used 1", "saved": "25.00"},
    }


def test_ratios_of_nothing_are_null() -> None:
    sent = json_of(JobEfficiencyAnswer, used_by_job(job(measured_ms=0, busy_ms=0)))
    assert (sent["busy_percent"], sent["charged_per_busy_gpu_hour"], sent["advice"]) == (None, None, None)


def test_a_card_is_sent_as_it_was_written_with_its_period() -> None:
    rate = Rate(gpu_model="A100", commitment="", spot=False, gpu_hour_micros=2_500_000)
    card = RateCard(
        name="autumn", currency="USD", default_gpu_hour_micros=4_000_000, rates=(rate,), tier_percent={}
    )
    row: CardRow = {
        "at_offset": 7,
        "card": card.to_datum(),
        "starts_at": NOON_MS,
        "ends_at": None,
        "rerated": False,
        "requested_by": "bill",
        "decided_at": NOON_MS,
    }
    sent = json_of(CardAnswer, card_answer(row))
    assert sent["rates"] == [{"gpu_model": "A100", "commitment": "", "spot": False, "gpu_hour": "2.50"}]
    assert [*sent][-5:] == ["starts_at", "ends_at", "rerated", "requested_by", "decided_at"]
    assert (sent["starts_at"], sent["ends_at"]) == ("2026-11-21T12:00:00.000Z", None)


def test_cards_of_one_batch_are_all_listed_when_a_page_ends_between_them() -> None:
    rows: list[CardRow] = [
        {
            "at_offset": offset,
            "card": {},
            "starts_at": NOON_MS,
            "ends_at": None,
            "rerated": True,
            "requested_by": "bill",
            "decided_at": NOON_MS,
        }
        for offset in (7, 8)
    ]
    first = PageRequest(limit=1).cut(rows, NEWEST_CARDS)
    rest = PageRequest(limit=1, token=first["next_page_token"]).cut(rows, NEWEST_CARDS)
    assert [row["at_offset"] for row in (*first["items"], *rest["items"])] == [8, 7]
