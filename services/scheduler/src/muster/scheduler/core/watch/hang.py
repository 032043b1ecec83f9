"""Agents' suspicions about running ranks: silent, silent since start, bad loss, or idle GPUs (ADR 77).

A gang hangs if all its tasks are silent: often only rank 0 writes, so one silent node means nothing. The
owner is notified once per attempt; or the attempt is ended and retried as the job allows, if the job limits
its silence (`hang_after_ms`) or the policy ends hung jobs (`hang_ends`). No checkpoint is requested, as a
hung job would not respond. A loss that is NaN or diverges is reported. So are idle GPUs, once those of all
tasks idle; `idle` decides whether that ends the job.
"""

from __future__ import annotations

from muster.events.job_events import JobWarned, Watchdog, WatchdogAction
from muster.events.task_events import TaskHeard, TaskSuspected
from muster.jobs.lifecycle import JobState
from muster.scheduler.core.batch import orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.evolve.attempts import SUSPICIONS, live_task
from muster.scheduler.core.state.job import Attempt, Job
from muster.scheduler.core.state.state import State


def reported(batch: BatchContext, report: TaskSuspected | TaskHeard) -> None:
    """Handle an agent's suspicion about its ranks, or the report that they produce output again."""
    live = live_task(batch.state, report.node_id, report.job_id, report.attempt)
    if live is None:
        return
    batch.observe(report)
    job, attempt, _ = live
    if isinstance(report, TaskHeard) or job.state is JobState.STOPPING:
        return
    watchdog = _concerned(attempt, report)
    if watchdog is not None and watchdog not in attempt.warned:
        _warn(batch, job, attempt, report, watchdog)


def _concerned(attempt: Attempt, report: TaskSuspected) -> Watchdog | None:
    """Return the watchdog whose condition the gang now meets; None: not all tasks are silent or idle."""
    watchdog = SUSPICIONS[report.suspicion]
    live = [task for task in attempt.tasks.values() if not task.exited]
    if watchdog is Watchdog.LOSS:
        return watchdog
    if watchdog is Watchdog.IDLE_GPUS:
        return watchdog if all([task.idle is not None for task in live]) else None
    silent = [task.silent for task in live]
    if None in silent:
        return None
    return Watchdog.HANG if Watchdog.HANG in silent else Watchdog.START_UP


def _warn(batch: BatchContext, job: Job, attempt: Attempt, report: TaskSuspected, watchdog: Watchdog) -> None:
    action = _action(batch.state, job, watchdog)
    message = report.message
    batch.emit(
        JobWarned(
            job_id=job.job_id,
            attempt=attempt.number,
            watchdog=watchdog,
            action=action,
            message=message,
            node_id=report.node_id if report.rank is not None else None,
            rank=report.rank,
            tenant=job.tenant,
            team=job.spec.team,
        )
    )
    if action is not WatchdogAction.TOLD:
        orders.stop(batch, job, message)


def _action(state: State, job: Job, watchdog: Watchdog) -> WatchdogAction:
    own = watchdog is Watchdog.HANG and job.spec.hang_after_ms is not None
    silent = watchdog in (Watchdog.HANG, Watchdog.START_UP)
    ends = own or (silent and state.policy.hang_ends)
    return WatchdogAction.RETRIED if ends else WatchdogAction.TOLD
