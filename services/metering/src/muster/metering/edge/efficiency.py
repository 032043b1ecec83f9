"""Allocated and used GPU time side by side: sums, and the jobs that idle most.

Allocated is what the ledger charges for, from recorded hours; used is what beats measured, apart
(ADR 95): by multiprocessors where they were measured, else by what the driver says. A part that was not
measured is not guessed: costs of idling are those of the measured part.
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
"""Most jobs of an answer."""


@dataclass(frozen=True, slots=True)
class EfficiencyRow:
    """A sum.

    Attributes:
        key: Values of the dimensions.
        currency: ISO 4217; empty: nothing priced it.
        gpu_us: Allocated, GPU microseconds.
        charged_cents: What that comes to, as recorded hour by hour.
        measured_ms: GPU time that was measured, milliseconds.
        by_driver_ms: Of it only by the driver.
        busy_ms: Of what was measured, busy.
        idle_cents: What the measured part that was not busy comes to.
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
    """A sum before it is rounded: its amounts in cents, each times EXACT."""

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
    """A job, all its attempts together.

    Attributes:
        job_id: Job.
        team: Of its payer.
        user_name: Of its payer.
        currency: ISO 4217; empty: nothing priced it.
        gpu_us: Allocated, GPU microseconds.
        charged_cents: What that comes to.
        measured_ms: GPU time that was measured, milliseconds.
        by_driver_ms: Of it only by the driver.
        busy_ms: Of what was measured, busy.
        idle_cents: What the measured part that was not busy comes to.
        gpus: GPUs that an attempt held, at most.
        gpus_used: Of them busy at least once for 5 % of five minutes, at most.
        memory_mib: Memory that it had on a node, at most; 0: without limit.
        memory_used_mib: Most that it used of that.
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
    """The sums, what idled most first; one more than ROWS_MAX: there are more."""
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
    """Jobs of which something was measured, what idled most first."""
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
"""GPU time of jobs and its charge, in cents that are not rounded."""

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
