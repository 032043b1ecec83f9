"""Jobs that hold GPUs without using them: reported once all GPUs idle (hang), then ended by policy (ADR 77).

Agents report a task if each of its GPUs was busy for less than 5 % of policy.gpu_idle_max_ms. If the policy
sets gpu_idle_ends_after_ms, a job whose GPUs are still idle that long after its owner was notified gets time
for a checkpoint and is ended. Only multiprocessor activity counts for that; the driver's figures only lead to
a notification.
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
    message = f"its GPUs have been idle for {idled} since the warning, the most that the policy allows"
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
