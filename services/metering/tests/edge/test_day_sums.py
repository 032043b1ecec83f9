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
from muster.metering.edge.costs import CostAnswer, Question, Sight, Step, costs
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
                "gpu_us": chance.randint(1, 4 * 3_600_000_000),
            }
            place = {"partition": 0, "offset": len(batches), "n": number}
            hour = {
                "hour_ms": day * APART_MS + 3_600_000,
                "gpu_hour_micros": 2_345_678,
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
            for step in (Step.HOUR, Step.DAY, Step.MONTH, Step.TOTAL):
                view_agrees(endpoints["MUSTER_POSTGRES_DSN"], view.name, step)
    with psycopg.connect(endpoints["MUSTER_POSTGRES_DSN"], options=f"-c search_path={view.name}") as read:
        counted = "count(*) FILTER (WHERE in_month), count(*) FILTER (WHERE summed), count(*)"
        found = read.execute(f"SELECT {counted} FROM summed_days").fetchone()
    assert found is not None
    assert 0 < found[0] < found[1] < found[2] == DAYS, "sums of months, others of days, and rows"


def view_agrees(dsn: str, name: str, step: Step) -> None:
    """By node and job is asked of the rows, the others of the sums: all come to the same total."""

    async def all_ways() -> Sequence[Sequence[CostAnswer]]:
        async with Tables.connected(dsn, view=name) as tables:
            return [
                await costs(tables, SIGHT, Question(since_ms=0, until_ms=DAYS * APART_MS, step=step, by=by))
                for by in ((), ("job",), ("node",), ("team", "model"), ("team", "model", "node"))
            ]

    answers = asyncio.run(all_ways())
    whole, *others = [_sums(rows, 0) for rows in answers]
    assert whole
    assert others == [whole] * 4
    summed, by_node = (_sums(rows, 2) for rows in answers[3:])
    assert summed.keys() == by_node.keys()
    for key, amounts in summed.items():
        assert amounts[0] == by_node[key][0], key
        assert amounts[1:] == pytest.approx(by_node[key][1:], abs=4), key  # each is rounded for its answer


def _sums(rows: Sequence[CostAnswer], dimensions: int) -> dict[tuple[Any, ...], list[int]]:
    """Whether all is charged, and amounts, of each period, currency and value of the first dimensions."""
    found: dict[tuple[Any, ...], list[int]] = defaultdict(lambda: [1, 0, 0, 0, 0, 0])
    for row in rows:
        key = [*row["key"].values()][:dimensions]
        sums = found[row["starts_at"], row["currency"], *key]
        sums[0] &= row["settled"]
        amounts = (row["gpu_hours"], row["lost_gpu_hours"], row["cost"], row["charged"], row["lost"])
        for place, amount in enumerate(amounts, 1):
            sums[place] += amount
    return found
