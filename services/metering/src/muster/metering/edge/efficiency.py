"""Allocated and used GPU time side by side: sums, and the jobs with the most idle time.

Allocated time is what the ledger charges for, from recorded hours; used time is measured by heartbeats,
independently (ADR 95): by multiprocessors where measured, else as the driver reports. Unmeasured time is not
estimated: idle costs are those of the measured part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Final, LiteralString

from muster.api.cursors import ListAnswer, NextPageToken, Order, PageRequest, converted
from muster.api.document.answers import Time
from muster.metering.core.costs.advice import Used, advice
from muster.metering.core.costs.sums import add_up
from muster.metering.edge.amounts import GPU_US_PER_HOUR, GpuTime, Money
from muster.metering.edge.costs import EXACT, Question, Sight, asked_of
from muster.views.reading.tables import Tables
from psycopg import sql
from pydantic import Field
from typing_extensions import TypedDict


class EfficiencyAnswer(TypedDict):
    """Allocated GPU time, and its use as far as it was measured."""

    key: Annotated[dict[str, str], Field(description="Values of the dimensions.")]
    currency: Annotated[str, Field(description="ISO 4217; empty: no rate card was in force.")]
    gpu_hours: Annotated[GpuTime, Field(description="Allocated to jobs.")]
    measured_gpu_hours: Annotated[GpuTime, Field(description="Measured part of them.")]
    by_driver_gpu_hours: Annotated[GpuTime, Field(description="Part measured by the driver alone: a hint.")]
    busy_gpu_hours: Annotated[GpuTime, Field(description="Busy part of the measured hours.")]
    busy_percent: Annotated[str | None, Field(description="Busy part of the measured hours; null: none.")]
    charged: Annotated[Money, Field(description="Charge of the recorded hours, at their prices.")]
    idle_charged: Annotated[Money, Field(description="Part of it for measured GPU time that was not busy.")]
    charged_per_busy_gpu_hour: Annotated[
        Money | None,
        Field(description="If unmeasured time was as busy as measured time; null: nothing was busy."),
    ]


class EfficienciesAnswer(TypedDict):
    """Sums, most idle first."""

    since: Time
    until: Time
    by: list[str]
    items: list[EfficiencyAnswer]


class AdviceAnswer(TypedDict):
    """Effect of a smaller request."""

    message: str
    saved: Annotated[Money, Field(description="Less than was charged; memory has no price of its own.")]


class JobEfficiencyAnswer(EfficiencyAnswer):
    """A job, all its attempts together."""

    gpus: Annotated[int, Field(description="Maximum number of GPUs held by an attempt.")]
    gpus_used: Annotated[int, Field(description="How many were busy for at least 5 % of some five minutes.")]
    memory_mib: Annotated[int, Field(description="Largest memory limit on a node, MiB; 0: unlimited.")]
    memory_used_mib: int
    advice: AdviceAnswer | None


class JobEfficienciesAnswer(TypedDict):
    """Jobs with measurements, most idle first."""

    since: Time
    until: Time
    items: list[JobEfficiencyAnswer]
    next_page_token: NextPageToken


@dataclass(frozen=True, slots=True, kw_only=True)
class UseRow:
    """Allocated and used GPU time, as the statements have it.

    Attributes:
        key: Values of the dimensions.
        currency: ISO 4217; empty: no price applied.
        gpu_us: Allocated GPU microseconds.
        measured_ms: Measured GPU time, milliseconds.
        by_driver_ms: Part of it measured only by the driver.
        busy_ms: Busy part of the measured time, milliseconds.
        charged: Charge for the allocated time, by recorded hours: cents, or cents times EXACT.
        idle: Charge for the idle part of the measured time, likewise.
    """

    key: list[str]
    currency: str
    gpu_us: int
    measured_ms: int
    by_driver_ms: int
    busy_ms: int
    charged: int | Decimal
    idle: int | Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRow(UseRow):
    """A job with all its attempts: key columns of the list, and the job's resources."""

    job_id: str
    idle_ms: int
    gpus: int
    gpus_used: int
    memory_mib: int
    memory_used_mib: int


async def efficiency(tables: Tables, sight: Sight, question: Question) -> list[EfficiencyAnswer]:
    """Return the sums, most idle first; ROWS_MAX + 1 of them: there are more."""
    statement, parameters = _statement(_SUMS, sight, question)
    rows = await tables.rows(UseRow, statement, {**parameters, "exact": Decimal(EXACT)})
    currencies = [row.currency for row in rows]
    charged = add_up(currencies, [int(row.charged) for row in rows], EXACT)
    idle = add_up(currencies, [int(row.idle) for row in rows], EXACT)
    return [used(row, question.by, *amounts) for row, *amounts in zip(rows, charged, idle, strict=True)]


async def idle_jobs(
    tables: Tables, sight: Sight, question: Question, paging: PageRequest
) -> ListAnswer[JobEfficiencyAnswer]:
    """Return a page of the jobs with measurements, most idle first.

    Args:
        tables: The tables.
        sight: What the caller may see.
        question: Period and filters.
        paging: The page.
    """
    statement, parameters = _statement(_JOBS, sight, question)
    return converted(await paging.read(tables, JobRow, statement, parameters, _MOST_IDLE), used_by_job)


def used(row: UseRow, by: Sequence[str], charged: int, idle: int) -> EfficiencyAnswer:
    """Return the answer about a row.

    Args:
        row: The row.
        by: Names of the values in its key.
        charged: Its charge, cents.
        idle: Part of the charge for idle time, cents.
    """
    per_hour = None
    if row.busy_ms and row.gpu_us:
        per_hour = round(charged * GPU_US_PER_HOUR * row.measured_ms / (row.gpu_us * row.busy_ms))
    return {
        "key": dict(zip(by, row.key, strict=True)),
        "currency": row.currency,
        "gpu_hours": row.gpu_us,
        "measured_gpu_hours": row.measured_ms * 1000,
        "by_driver_gpu_hours": row.by_driver_ms * 1000,
        "busy_gpu_hours": row.busy_ms * 1000,
        "busy_percent": f"{100 * row.busy_ms / row.measured_ms:.1f}" if row.measured_ms else None,
        "charged": charged,
        "idle_charged": idle,
        "charged_per_busy_gpu_hour": per_hour,
    }


def used_by_job(row: JobRow) -> JobEfficiencyAnswer:
    """Return the answer about a job, with advice for the next request."""
    gpu_ms, charged = row.gpu_us // 1000, int(row.charged)
    had = Used(row.gpus, row.gpus_used, row.memory_mib, row.memory_used_mib, gpu_ms, row.measured_ms, charged)
    found = advice(had)
    return {
        **used(row, ("job", "team", "user"), charged, int(row.idle)),
        "gpus": row.gpus,
        "gpus_used": row.gpus_used,
        "memory_mib": row.memory_mib,
        "memory_used_mib": row.memory_used_mib,
        "advice": None if found is None else {"message": found.message, "saved": found.saved_cents},
    }


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
    SELECT job_id, ARRAY[job_id, min(team), min(user_name)] AS key, max(currency) AS currency,
           sum(gpu_us)::bigint AS gpu_us, round(sum(charged))::bigint AS charged,
           sum(measured_ms)::bigint AS measured_ms, sum(by_driver_ms)::bigint AS by_driver_ms,
           sum(busy_ms)::bigint AS busy_ms, round(sum(idle))::bigint AS idle,
           sum(measured_ms - busy_ms)::bigint AS idle_ms,
           max(gpus)::int AS gpus, max(gpus_used)::int AS gpus_used,
           max(memory_mib)::bigint AS memory_mib, max(memory_used_mib)::bigint AS memory_used_mib
    FROM attempts WHERE measured_ms > 0 GROUP BY job_id
"""
_MOST_IDLE: Final = Order({"idle": int, "idle_ms": int, "job_id": str}, descending=True)
