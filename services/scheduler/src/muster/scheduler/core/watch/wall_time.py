"""Wall-time limit per tier: no attempt holds its nodes for longer (policy.wall_time_max_ms; ADR 77).

The owner is notified once, at 90 % of the time. When the time is over, the job is ended like one that will be
resumed: with time for a checkpoint (batch.orders), then SIGTERM and SIGKILL. A limit set by the job itself is
enforced by its agents, on their own clocks.
"""

from __future__ import annotations

from muster.events.job_events import JobWarned, Watchdog, WatchdogAction
from muster.jobs.values.quantities import format_duration
from muster.jobs.values.rules import written
from muster.scheduler.core.batch import orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.state.job import Attempt, Job


def look_at(batch: BatchContext, job: Job, attempt: Attempt) -> None:
    """Warn about or end a job that has reached its wall-time threshold."""
    limit_ms = batch.state.policy.wall_time_max_ms[job.spec.tier]
    over = Watchdog.WALL_TIME in attempt.warned
    message = _ended(job, limit_ms) if over else _warning(job, limit_ms)
    batch.emit(
        JobWarned(
            job_id=job.job_id,
            attempt=attempt.number,
            watchdog=Watchdog.WALL_TIME,
            action=WatchdogAction.ENDED if over else WatchdogAction.TOLD,
            message=message,
            tenant=job.tenant,
            team=job.spec.team,
        )
    )
    if over:
        orders.stop(batch, job, message)


def _warning(job: Job, limit_ms: int) -> str:
    own_ms = job.spec.wall_time_max_ms
    if own_ms is not None and own_ms <= limit_ms:
        return f"90 % of its wall_time of {format_duration(own_ms)} has passed; at the limit it is ended"
    end = "asked for a checkpoint and ended" if job.spec.checkpoint.enabled else "ended"
    limit = f"the {format_duration(limit_ms)} that {_tier(job)} allows"
    return f"90 % of {limit} has passed; at the limit it is {end}"


def _ended(job: Job, limit_ms: int) -> str:
    return f"it has held its nodes for {format_duration(limit_ms)}, the most that {_tier(job)} allows"


def _tier(job: Job) -> str:
    return f"tier {written(job.spec.tier)}"
