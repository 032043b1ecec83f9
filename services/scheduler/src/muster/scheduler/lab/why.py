"""What a story says of a job when asked: its state, and why it waits."""

from __future__ import annotations

from muster.scheduler.core.state import State


def why(state: State, job_id: str) -> str:
    """One sentence about a job."""
    job = state.jobs.get(job_id)
    if job is None:
        return f"{job_id} is over"
    line = state.pending.line_of(job)
    if line is None or line.reason is None:
        return f"{job_id} is {job.state.lower()}"
    return f"{job_id} waits, {line.reason.code}: {line.reason.message}"
