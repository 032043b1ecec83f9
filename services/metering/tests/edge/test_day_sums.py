"""A year is read from sums of days: in every order of writing they say what the rows say."""

from __future__ import annotations

import asyncio
import random
import uuid
from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence
from typing import Any

import psycopg
import pytest
from muster.metering.core.ledger import DAY_MS
from muster.metering.edge.costs import CostRow, Question, Sight, Step, costs
from muster.metering.edge.projections import DDL
from muster.views.postgres.view import PostgresView
from muster.views.reading.tables import Tables
from muster.views.rows import Append, TableRow, Upsert
from muster.views.view import Span

pytestmark = pytest.mark.stack

DAYS = 8
APART_MS = 9 * DAY_MS
"""Between the days, so that they lie in three months."""
SIGHT = Sight("acme", whole=True, teams=(), user="", platform=True)
NOTHING: dict[str, Any] = {
    "project": "",
    "user_name": "ann",
    "queue": "",
    "tier": "",
    "labels": {},
    "reason": "",
    "reservation": "",
    "currency": "USD",
}


@pytest.fixture
def view(endpoints: Mapping[str, str]) -> Generator[PostgresView]:
    view = PostgresView(endpoints["MUSTER_POSTGRES_DSN"], schema=f"sums_{uuid.uuid4().hex[:8]}", tables=DDL)
    view.prepare()
    try:
        yield view
    finally:
        view.drop()
        view.close()


def history(chance: random.Random) -> list[list[TableRow]]:
    """Batches: hours, then charges of whole days and corrections, each day's after the day's hours."""
    batches: list[list[TableRow]] = []
    whose: dict[str, Any] = {}
    for day in range(DAYS):
        for number in range(8):
            whose = {
                **NOTHING,
                "tenant": chance.choice(("acme", "acme", "rival", "")),
                "team": chance.choice(("vision", "speech")),
                "model_name": chance.choice(("llama", "bert")),
                "node_id": f"n{number % 4}",
                "gpu_model": chance.choice(("A100", "H100")),
                "kind": "JOB",
                "job_id": f"job-{day}-{number}",
                "attempt": 1,
                "day_ms": day * APART_MS,
                "gpu_us": 3_600_000_000 * chance.randint(1, 4),
            }
            place = {"partition": 0, "offset": len(batches), "n": number}
            hour = {
                "hour_ms": day * APART_MS + 3_600_000,
                "gpu_hour_micros": 2_500_000,
                "charged_percent": 100,
            }
            rows: list[TableRow] = [Append("usage", place, {**whose, **hour})]
            if chance.random() < 0.6:  # of a day that may be summed by now
                began, hour_ms = max(0, day - chance.choice((3, 4))), 3_600_000
                span = {"opened_ms": began * APART_MS, "ended_ms": began * APART_MS + 2 * hour_ms}
                lost = {"lost_from_ms": began * APART_MS + hour_ms, "outcome": "LOST", "loss": "NODE_LOST"}
                rows.append(
                    Upsert("attempts", {"job_id": f"job-{began}-{number}", "attempt": 1}, span | lost)
                )
            batches.append(rows)
        for charged in (day - 1, chance.randint(0, day - 1)) if day else ():
            for number in range(2):
                cents = {"cost_cents": chance.randint(-50, 500), "charged_cents": chance.randint(0, 500)}
                place = {"partition": 0, "offset": len(batches), "n": number}
                extra = {"charge_id": "c", "byte_ms": 0, "rate": None, "cause": None}
                whose = {**whose, "day_ms": charged * APART_MS, "node_id": f"n{number}"}
                paid = Upsert("days", {"day_ms": charged * APART_MS, "node_id": f"n{number}"}, {"rates": []})
                batches.append([paid, Append("charges", place, {**whose, **extra, **cents})])
    return batches


def test_sums_of_days_say_what_the_rows_say(endpoints: Mapping[str, str], view: PostgresView) -> None:
    chance = random.Random(12)
    for number, batch in enumerate(history(chance)):
        first = None if number == 0 else number
        view.apply(batch, [Span("usage-events", 0, first, number + 1)])
        if number % 5 == 0:
            for step in (Step.DAY, Step.MONTH):
                view_agrees(endpoints["MUSTER_POSTGRES_DSN"], view.name, step)
    with psycopg.connect(endpoints["MUSTER_POSTGRES_DSN"], options=f"-c search_path={view.name}") as read:
        counted = "count(*) FILTER (WHERE in_month), count(*) FILTER (WHERE summed), count(*)"
        found = read.execute(f"SELECT {counted} FROM summed_days").fetchone()
    assert found is not None
    assert 0 < found[0] < found[1] < found[2] == DAYS, "sums of months, others of days, and rows"


def view_agrees(dsn: str, name: str, step: Step) -> None:
    """By node is asked of the rows; what it adds up to, of the sums."""

    async def both() -> Sequence[Sequence[CostRow]]:
        async with Tables.connected(dsn, view=name) as tables:
            whole = Question(since_ms=0, until_ms=DAYS * APART_MS, step=step, by=("team", "model"))
            by_node = Question(since_ms=0, until_ms=DAYS * APART_MS, step=step, by=("team", "model", "node"))
            return await costs(tables, SIGHT, whole), await costs(tables, SIGHT, by_node)

    summed, by_node = asyncio.run(both())
    found: dict[tuple[Any, ...], list[int]] = defaultdict(lambda: [0, 0, 0, 0, 0, 1])
    for row in by_node:
        sums = found[row.starts_at_ms, *row.key[:2], row.currency]
        amounts = (row.gpu_us, row.cost_cents, row.charged_cents, row.lost_gpu_us, row.lost_cents)
        for place, amount in enumerate(amounts):
            sums[place] += amount
        sums[5] &= row.settled
    said = {
        (row.starts_at_ms, *row.key, row.currency): [
            row.gpu_us,
            row.cost_cents,
            row.charged_cents,
            row.lost_gpu_us,
            row.lost_cents,
            row.settled,
        ]
        for row in summed
    }
    assert said.keys() == found.keys()
    for key, amounts in said.items():
        assert amounts[:3] + amounts[5:] == found[key][:3] + found[key][5:], key
        assert amounts[3:5] == pytest.approx(found[key][3:5], abs=3), key  # each node's part is rounded
