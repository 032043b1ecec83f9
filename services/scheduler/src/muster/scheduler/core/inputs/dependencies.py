"""Jobs that start after others (ADR 176): which may be named, and what follows if one ends otherwise.

A job can only name jobs that the scheduler knows when it is submitted, so no cycle can arise. It is cancelled
when one of them ends otherwise than required; jobs that wait for it follow, in the order of their arrival.
"""

from __future__ import annotations

from typing import Final

from muster.events.job_commands import RequiredEnd, SubmitJob
from muster.events.job_events import JobCancelled
from muster.events.refusal import Refusal
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.jobs.lifecycle import JobState
from muster.scheduler.core import limits
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.state.state import State

_ENDED: Final = {
    JobState.SUCCEEDED: "succeeded",
    JobState.FAILED: "failed",
    JobState.CANCELLED: "was cancelled",
}
_REQUIRED: Final = {RequiredEnd.OK: "succeeded", RequiredEnd.FAILED: "failed", RequiredEnd.ANY: "ended"}


def refusal(state: State, command: SubmitJob) -> Refusal | None:
    """The reason to refuse a job: it names one that its tenant does not have, or that is forgotten."""
    for job_id in sorted(command.spec.after):
        known = state.jobs.get(job_id) or state.ended.get(job_id)
        if known is None or known.tenant != command.tenant:
            kept = state.policy.jobs_ended_kept_max
            allowed = (
                f"a job of tenant {command.tenant} that has not ended, or is among the last {kept:,} that did"
            )
            violation = Violation(field="after", value=job_id, allowed=allowed)
            return Refusal(RejectionCode.INVALID, f"after is {job_id}; must be {allowed}", (violation,))
    return None


def cancel_unmet(batch: BatchContext) -> None:
    """Cancel the jobs for which another ended otherwise than required, and those that wait for them."""
    state = batch.state
    for _ in range(limits.DEPENDENTS_CANCELLED_MAX):
        if not state.dependents.unmet:
            return
        job = state.jobs[state.dependents.unmet[0][1]]
        other, ended = next((other, ended) for other, ended in job.awaits.items() if ended is not None)
        required = _REQUIRED[job.spec.after[other]]
        reason = f"{other} {_ENDED[ended]}; this job was to start only after it {required}"
        batch.emit(JobCancelled(job_id=job.job_id, requested_by="", reason=reason))


def deadline_ms(state: State) -> int | None:
    """Time at which jobs are to be cancelled without an input: now, if some are left over; None: never."""
    return state.now_ms if state.dependents.unmet else None
