"""Watchdog checks that become due by time alone, dispatched to the right watchdog."""

from __future__ import annotations

from muster.jobs.lifecycle import JobState
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.evolve.watching import idle_due_ms
from muster.scheduler.core.state.job import Attempt, Job
from muster.scheduler.core.state.state import State
from muster.scheduler.core.watch import idle, unanswered, wall_time


def look(batch: BatchContext) -> None:
    """Run all due watchdog checks: warn about or end jobs."""
    state = batch.state
    while due := state.watches.due(state.now_ms):
        for job_id in due:
            job = state.jobs[job_id]
            if job.attempt is not None:
                _look_at(batch, job, job.attempt)


def deadline_ms(state: State) -> int | None:
    """Time of the next due check, ms since 1970 UTC; None: none is scheduled."""
    return state.watches.next_ms


def _look_at(batch: BatchContext, job: Job, attempt: Attempt) -> None:
    if job.state is JobState.STOPPING:
        unanswered.look_at(batch, job, attempt)
        return
    idle_ms = idle_due_ms(batch.state, attempt)
    if idle_ms is not None and idle_ms <= batch.state.now_ms:
        idle.end(batch, job, attempt)
    else:
        wall_time.look_at(batch, job, attempt)
