"""GPUs that a job holds and does not use: told once all of them idle (hang), then ended by policy (ADR 77).

Agents report a task when each of its GPUs was busy for less than 5 % of policy.gpu_idle_max_ms. Where the
policy says so (gpu_idle_ends_after_ms), a job whose GPUs still idle so long after its owner was told is asked
for a checkpoint and ended. For that only what multiprocessors did counts: what the driver says is told.
"""

from __future__ import annotations

from muster.events.job_events import JobWarned, Watchdog, WatchdogAction
from muster.jobs.values.quantities import format_duration
from muster.scheduler.core.batch import orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.state.job import Attempt, Job


def end(batch: BatchContext, job: Job, attempt: Attempt) -> None:
    """End a job whose GPUs have idled for long enough."""
    after_ms = batch.state.policy.gpu_idle_ends_after_ms
    idled = format_duration(after_ms)
    message = f"its GPUs have idled for {idled} since that was told, the most that the policy allows"
    batch.emit(
        JobWarned(
            job_id=job.job_id,
            attempt=attempt.number,
            watchdog=Watchdog.IDLE_GPUS,
            action=WatchdogAction.ENDED,
            message=message,
            tenant=job.tenant,
            team=job.spec.team,
        )
    )
    orders.stop(batch, job, message)
