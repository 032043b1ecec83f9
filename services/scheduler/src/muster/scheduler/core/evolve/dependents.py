"""Jobs that wait for others to end (ADR 176): which of them are awaited still, and the end of waiting."""

from __future__ import annotations

from muster.jobs.lifecycle import JobState
from muster.scheduler.core.state.dependents import is_met
from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.state import State


def queued(state: State, job: Job) -> None:
    """Record which of the jobs named by a new one it waits for: live ones, and those that ended otherwise."""
    for other, required in sorted(job.spec.after.items()):
        record = state.ended.get(other) if other not in state.jobs else None
        if record is None or not is_met(required, record.state):
            job.awaits[other] = record.state if record else None
    state.dependents.add(job)


def ended(state: State, job: Job) -> None:
    """Record the end of a job for those that wait for it; the last end makes one an ordinary waiting job."""
    state.dependents.remove(job)
    for job_id in state.dependents.pop(job):
        dependent = state.jobs[job_id]
        state.dirty[f"job/{job_id}"] = None
        if state.dependents.end(dependent, job):
            dependent.queued_at_ms = state.now_ms
            if dependent.state is JobState.QUEUED:
                state.pending.admit(dependent, state.now_ms)
