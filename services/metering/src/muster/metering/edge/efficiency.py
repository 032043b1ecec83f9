"""Allocated and used GPU time side by side: sums, and the jobs with the most idle time.

Allocated time is what the ledger charges for, from recorded hours; used time is measured by heartbeats,
independently (ADR 95): by multiprocessors where measured, else as the driver reports. Unmeasured time is not
estimated: idle costs are those of the measured part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, LiteralString

from muster.metering.core.sums import add_up
from muster.metering.edge.costs import EXACT, Question, Sight, asked_of
from muster.views.reading.tables import Tables
from psycopg import sql

JOBS_MAX: Final = 100
"""Maximum number of jobs of an answer."""


@dataclass(frozen=True, slots=True)
class EfficiencyRow:
    """Sum of allocated and used GPU time.

    Attributes:
        key: Values of the dimensions.
        currency: ISO 4217; empty: no price applied.
        gpu_us: Allocated GPU microseconds.
        charged_cents: Charge for the allocated time, by recorded hours.
        measured_ms: Measured GPU time, milliseconds.
        by_driver_ms: Part of it measured only by the driver.
        busy_ms: Busy part of the measured time, milliseconds.
        idle_cents: Charge for the idle part of the measured time.
    """

    key: list[str]
    currency: str
    gpu_us: int
    charged_cents: int
    measured_ms: int
    by_driver_ms: int
    busy_ms: int
    idle_cents: int


@dataclass(frozen=True, slots=True)
class ExactRow:
    """Sum before it is rounded: its amounts in cents, each times EXACT."""

    key: list[str]
    currency: str
    gpu_us: int
    charged: Decimal
    measured_ms: int
    by_driver_ms: int
    busy_ms: int
    idle: Decimal


@dataclass(frozen=True, slots=True)
class JobRow:
    """Job with all its attempts.

    Attributes:
        job_id: Job.
        team: Team of its payer.
        user_name: User of its payer.
        currency: ISO 4217; empty: no price applied.
        gpu_us: Allocated GPU microseconds.
        charged_cents: Charge for the allocated time.
        measured_ms: Measured GPU time, milliseconds.
        by_driver_ms: Part of it measured only by the driver.
        busy_ms: Busy part of the measured time, milliseconds.
        idle_cents: Charge for the idle part of the measured time.
        gpus: Maximum number of GPUs held by an attempt.
        gpus_used: Maximum number of those that were busy for 5 % of some five minutes.
        memory_mib: Largest memory limit on a node, MiB; 0: unlimited.
        memory_used_mib: Peak memory used on a node, MiB.
    """

    job_id: str
    team: str
    user_name: str
    currency: str
    gpu_us: int
    charged_cents: int
    measured_ms: int
    by_driver_ms: int
    busy_ms: int
    idle_cents: int
    gpus: int
    gpus_used: int
    memory_mib: int
    memory_used_mib: int


async def efficiency(tables: Tables, sight: Sight, question: Question) -> Sequence[EfficiencyRow]:
    """Return the sums, most idle first; ROWS_MAX + 1 rows: there are more."""
    statement, parameters = _statement(_SUMS, sight, question)
    rows = await tables.rows(ExactRow, statement, {**parameters, "exact": Decimal(EXACT)})
    currencies = [row.currency for row in rows]
    charged = add_up(currencies, [int(row.charged) for row in rows], EXACT)
    idle = add_up(currencies, [int(row.idle) for row in rows], EXACT)
    return [
        EfficiencyRow(
            row.key,
            row.currency,
            row.gpu_us,
            charged_cents,
            row.measured_ms,
            row.by_driver_ms,
            row.busy_ms,
            idle_cents,
        )
        for row, charged_cents, idle_cents in zip(rows, charged, idle, strict=True)
    ]


async def idle_jobs(tables: Tables, sight: Sight, question: Question) -> Sequence[JobRow]:
    """Return the jobs with measurements, most idle first."""
    statement, parameters = _statement(_JOBS, sight, question)
    return await tables.rows(JobRow, statement, {**parameters, "rows_max": JOBS_MAX})


def _statement(text: LiteralString, sight: Sight, question: Question) -> tuple[sql.Composed, dict[str, Any]]:
    key, where, parameters = asked_of(sight, question)
    had = sql.SQL(_HAD).format(key=key, where=where)
    return sql.SQL(text).format(had=had, did=sql.SQL(_DID), idle=sql.SQL(_IDLE)), parameters


_HAD: Final[LiteralString] = """
    SELECT {key} AS key, job_id, attempt, node_id, min(team) AS team, min(user_name) AS user_name,
           max(currency) AS currency, sum(gpu_us)::bigint AS gpu_us,
           sum(gpu_us::numeric * gpu_hour_micros * charged_percent) / 3600000000000000 AS charged
    FROM usage r WHERE hour_ms >= %(since_ms)s AND hour_ms < %(until_ms)s AND kind = 'JOB' AND {where}
    GROUP BY 1, 2, 3, 4
"""
"""GPU time of jobs and its charge, in unrounded cents."""

_DID: Final[LiteralString] = """
    SELECT job_id, attempt, node_id,
           sum(coalesce(sm_measured_ms, kernel_measured_ms, 0))::bigint AS measured_ms,
           sum(CASE WHEN sm_measured_ms IS NULL THEN coalesce(kernel_measured_ms, 0) ELSE 0 END)::bigint
               AS by_driver_ms,
           sum(coalesce(sm_busy_ms, kernel_busy_ms, 0))::bigint AS busy_ms,
           max(cardinality(gpus)) AS gpus,
           (SELECT count(DISTINCT index) FROM measured b, unnest(b.gpus_busy) AS index
            WHERE b.job_id = m.job_id AND b.attempt = m.attempt AND b.node_id = m.node_id
              AND b.starts_at_ms >= %(since_ms)s AND b.starts_at_ms < %(until_ms)s)::int AS gpus_used,
           max(memory_mib) AS memory_mib, max(memory_used_mib) AS memory_used_mib
    FROM measured m WHERE starts_at_ms >= %(since_ms)s AND starts_at_ms < %(until_ms)s
    GROUP BY job_id, attempt, node_id
"""
"""Use of GPUs by the same jobs, as heartbeats measured it."""

_IDLE: Final[LiteralString] = """
    charged * least(1, coalesce((measured_ms - busy_ms) * 1000.0 / nullif(gpu_us, 0), 0))
"""

_SUMS: Final[LiteralString] = """
    WITH had AS ({had}), did AS ({did})
    SELECT key, max(currency) AS currency, sum(gpu_us)::bigint AS gpu_us,
           trunc(sum(charged) * %(exact)s) AS charged,
           coalesce(sum(measured_ms), 0)::bigint AS measured_ms,
           coalesce(sum(by_driver_ms), 0)::bigint AS by_driver_ms,
           coalesce(sum(busy_ms), 0)::bigint AS busy_ms,
           trunc(sum({idle}) * %(exact)s) AS idle
    FROM had LEFT JOIN did USING (job_id, attempt, node_id)
    GROUP BY key ORDER BY idle DESC, gpu_us DESC, key LIMIT %(rows_max)s
"""

_JOBS: Final[LiteralString] = """
    WITH had AS ({had}), did AS ({did}), attempts AS (
        SELECT job_id, attempt, min(team) AS team, min(user_name) AS user_name, max(currency) AS currency,
               sum(gpu_us) AS gpu_us, sum(charged) AS charged, sum(measured_ms) AS measured_ms,
               sum(by_driver_ms) AS by_driver_ms, sum(busy_ms) AS busy_ms, sum({idle}) AS idle,
               sum(gpus) AS gpus, sum(gpus_used) AS gpus_used, max(memory_mib) AS memory_mib,
               max(memory_used_mib) AS memory_used_mib
        FROM had JOIN did USING (job_id, attempt, node_id) GROUP BY job_id, attempt
    )
    SELECT job_id, min(team) AS team, min(user_name) AS user_name, max(currency) AS currency,
           sum(gpu_us)::bigint AS gpu_us, round(sum(charged))::bigint AS charged_cents,
           sum(measured_ms)::bigint AS measured_ms, sum(by_driver_ms)::bigint AS by_driver_ms,
           sum(busy_ms)::bigint AS busy_ms, round(sum(idle))::bigint AS idle_cents,
           max(gpus)::int AS gpus, max(gpus_used)::int AS gpus_used,
           max(memory_mib)::bigint AS memory_mib, max(memory_used_mib)::bigint AS memory_used_mib
    FROM attempts WHERE measured_ms > 0 GROUP BY job_id
    ORDER BY idle_cents DESC, sum(measured_ms - busy_ms) DESC, job_id LIMIT %(rows_max)s
"""
