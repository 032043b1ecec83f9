"""A year of costs by team and model, over many rows of usage in a Postgres of its own.

    python tests/bench/bench_costs.py --rows 50000000 --folder /var/tmp/costs

The tables are metering's, with their triggers; `usage` is not logged and has only the index that is used
here, so that it is written in minutes. Rows are generated in Postgres, a day at a time as the projection
writes them: 8 jobs of 6 hours on each node, each hour a row; then the day's charges, one for each job and
node. There are 12 teams, 60 users, 60 models, 3 GPU models. Queries take the path of `/v1/costs`. The folder
takes about 300 bytes a row; it is removed at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import psycopg
from muster.local import stack
from muster.local.home import Home
from muster.metering.core.ledger import DAY_MS
from muster.metering.edge.costs import Question, Sight, Step, costs
from muster.metering.edge.projections import DDL
from muster.views.postgres.view import PostgresView
from muster.views.reading.tables import Tables

FIRST_MS: Final = 1_764_547_200_000
"""2025-12-01, UTC: twelve whole months follow."""
DAYS: Final = 365
EACH_NODE: Final = 8 * 24
"""Rows of usage of a node and day."""
ASKED: Final = 15
FRESH: Final = 5
"""Connections that are only asked once, before those that are asked ASKED times."""
SCHEMA: Final = "metering"

_WHOSE: Final = """
    'n' || node, (ARRAY['A100', 'H100', 'H200'])[1 + node % 3], 'acme', 'team-' || team, 'project-' || team,
    'user-' || who, 'queue-' || team, (ARRAY['STANDARD_TRAINING', 'BATCH_INFERENCE'])[1 + job % 2],
    'model-' || team || '-' || job % 5, '{}'::jsonb, 'JOB', '', 'job-' || %(day)s || '-' || job, 1, '', 'USD'
"""
_JOBS: Final = """
    SELECT node, turn, node * 32 + turn AS job, who, who / 5 AS team
    FROM generate_series(0, %(nodes)s - 1) AS node, generate_series(0, 31) AS turn,
         LATERAL (SELECT (node * 7 + turn * 13) %% 60 AS who) AS picked
"""
USAGE: Final = f"""
INSERT INTO usage
SELECT 0, %(offset)s, row_number() OVER (), %(day_ms)s + (turn / 8 * 6 + hour) * 3600000, %(day_ms)s,
    {_WHOSE.replace("% ", "%% ")}, 3600000000, 2500000, 100
FROM ({_JOBS}) AS jobs, generate_series(0, 5) AS hour
"""
CHARGES: Final = f"""
INSERT INTO charges SELECT 0, %(offset)s, row_number() OVER (), md5(%(day)s || '-' || job), %(day_ms)s,
    {_WHOSE.replace("% ", "%% ")}, 6 * 3600000000, 0, 1500, 1500, NULL, NULL
FROM ({_JOBS}) AS jobs
"""
CHARGED: Final = (
    "INSERT INTO days SELECT %(day_ms)s, 'n' || node, '[]' FROM generate_series(0, %(nodes)s - 1) AS node"
)


def main() -> None:
    """Generate, ask, tell, drop."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000, help="of usage, about")
    parser.add_argument("--folder", type=Path, required=True)
    asked = parser.parse_args()
    home = Home(asked.folder.absolute())
    try:
        endpoints = stack.up(home, only=["postgres"], any_ports=True).endpoints.environment()
        measure(endpoints["MUSTER_POSTGRES_DSN"], max(1, asked.rows // DAYS // EACH_NODE))
    finally:
        stack.down(home)
        shutil.rmtree(asked.folder)


def measure(dsn: str, nodes: int) -> None:
    """Generate rows for these nodes, then query."""
    view = PostgresView(dsn, schema=SCHEMA, tables=DDL)
    view.prepare()
    view.close()
    with psycopg.connect(dsn, autocommit=True, options=f"-c search_path={SCHEMA}") as made:
        made.execute("DROP INDEX usage_by_hour, usage_by_job")
        made.execute("ALTER TABLE usage DROP CONSTRAINT usage_pkey")
        made.execute("ALTER TABLE usage SET UNLOGGED")
    with psycopg.connect(
        dsn, autocommit=True, options=f"-c search_path={SCHEMA} -c synchronous_commit=off"
    ) as into:
        began = time.monotonic()
        for day in range(DAYS):
            _write_day(
                into, {"day": str(day), "day_ms": FIRST_MS + day * DAY_MS, "nodes": nodes, "offset": day}
            )
            if day % 30 == 29:
                say(f"{day + 1} days in {time.monotonic() - began:.0f} s")
        into.execute("ANALYZE")
        for table in ("usage", "charges", "day_sums", "month_sums"):
            count, size = into.execute(
                f"SELECT count(*), pg_size_pretty(pg_total_relation_size('{table}')) FROM {table}"
            ).fetchone() or (0, "")
            say(f"{table}: {count:,} rows, {size}")
        began = time.monotonic()
        into.execute("UPDATE summed_days SET summed = false, in_month = false WHERE day_ms = %s", (FIRST_MS,))
        into.execute("SELECT sum_days(%s), sum_months(%s)", (FIRST_MS + DAYS * DAY_MS,) * 2)
        say(f"to sum a day and its month again: {time.monotonic() - began:.2f} s")
    asyncio.run(ask(dsn))


def _write_day(into: psycopg.Connection[Any], day: Mapping[str, Any]) -> None:
    """Write a day's hours, then its charges, each in one transaction."""
    with into.transaction():
        into.execute(USAGE.encode(), day)
    with into.transaction():
        into.execute(CHARGED.encode(), day)
        into.execute(CHARGES.encode(), day)


async def ask(dsn: str) -> None:
    """Run each query several times, as an operator and as a member; the first ones include connecting."""
    year = Question(since_ms=FIRST_MS, until_ms=FIRST_MS + DAYS * DAY_MS, by=("team", "model"))
    month = Question(since_ms=FIRST_MS, until_ms=FIRST_MS + 31 * DAY_MS, by=("team", "model"), step=Step.DAY)
    whole = Sight("acme", whole=True, teams=(), user="", platform=True)
    member = Sight("acme", whole=False, teams=("team-3",), user="user-17", platform=False)
    asked = {
        "12 months by team and model": (whole, year),
        "the same by month": (whole, replace(year, step=Step.MONTH)),
        "the same of one team's member": (member, year),
        "a month by team and model, by day": (whole, month),
    }
    for name, (sight, question) in asked.items():
        firsts = [(await _took_ms(dsn, sight, question, 1))[0] for _ in range(FRESH)]
        first, *rest = await _took_ms(dsn, sight, question, ASKED)
        fresh = " ".join(f"{ms:.0f}" for ms in (*firsts, first))
        took = f"then p50 {statistics.median(rest):.0f}, max {max(rest):.0f} ms"
        say(f"{name}: first of a connection {fresh} ms, {took}")


async def _took_ms(dsn: str, sight: Sight, question: Question, times: int) -> list[float]:
    """Return the durations of a query, run `times` times on connections of its own."""
    took_ms = list[float]()
    async with Tables.connected(dsn, view=SCHEMA) as tables:
        for _ in range(times):
            began = time.perf_counter()
            await costs(tables, sight, question)
            took_ms.append((time.perf_counter() - began) * 1000)
    return took_ms


def say(text: str) -> None:
    """One line, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
