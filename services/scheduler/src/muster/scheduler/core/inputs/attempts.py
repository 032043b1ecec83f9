"""Agents' reports about running attempts, and the end of an attempt, which is one event for all its nodes.

    all tasks have started     JobStarted
    a rank has failed          JobStopping, and the other ranks are ordered to stop
    all tasks are over         AttemptEnded, then the job's next state: ended, suspended, or queued again

A report about an attempt that is not live (its node was given up, or it is a duplicate) has no effect.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.cluster import Placement
from muster.events.job_events import (
    AttemptEnded,
    AttemptOutcome,
    JobCancelled,
    JobFailed,
    JobRequeued,
    JobStarted,
    JobSucceeded,
    JobSuspended,
    WatchdogAction,
)
from muster.events.task_events import TaskExited, TaskRefused, TaskStarted
from muster.jobs.lifecycle import JobState
from muster.scheduler.core import reasons
from muster.scheduler.core.batch import orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.evolve.attempts import live_task
from muster.scheduler.core.inputs import output, retry, verdicts
from muster.scheduler.core.inputs.verdicts import Judged
from muster.scheduler.core.move import defrag, elastic
from muster.scheduler.core.state.job import Attempt, Failure, Job, StopRequest
from muster.scheduler.core.watch import suspects


def task_reported(batch: BatchContext, report: TaskStarted | TaskExited | TaskRefused) -> None:
    """Handle a report that a node started its ranks, that they are over, or that it refused them."""
    if live_task(batch.state, report.node_id, report.job_id, report.attempt):
        batch.observe(report)
        if isinstance(report, TaskExited):
            output.written(batch, report)
        settle(batch, report.job_id)


def settle(batch: BatchContext, job_id: str) -> None:
    """Decide what follows from the present state of a job's live attempt."""
    job = batch.state.jobs[job_id]
    attempt = job.attempt
    if attempt is None:
        return
    if job.state is JobState.BOUND and attempt.started and attempt.failure is None:
        batch.emit(JobStarted(job_id=job_id, attempt=attempt.number))
    if attempt.exited:
        _end(batch, job, attempt)
    elif attempt.failure is not None and job.state is not JobState.STOPPING:
        orders.stop(batch, job, _why(attempt.failure))


def _end(batch: BatchContext, job: Job, attempt: Attempt) -> None:
    found = verdicts.judged(batch.state, job, attempt)
    failure, resize_to, move_to = found.failure if found else None, job.resize_to, job.move_to
    former = job.placements if resize_to or move_to else []
    outcome = _outcome(job, failure)
    batch.emit(
        AttemptEnded(
            job_id=job.job_id,
            attempt=attempt.number,
            outcome=outcome,
            exit_code=failure.exit_code if failure else 0,
            signal=failure.signal if failure else None,
            rank=failure.rank if failure else None,
            node_id=failure.node_id if failure else None,
            message=_why(failure) if failure else "",
            ran_ms=batch.state.now_ms - attempt.bound_at_ms,
            verdict=found.verdict if found else None,
        )
    )
    suspects.look(batch, (*job.avoids,) if found is None else (found.failure.node_id,))
    if found is None:
        batch.emit(JobSucceeded(job_id=job.job_id, attempt=attempt.number))
    elif job.stop_request is not None and job.stop_request.becomes is JobState.QUEUED:
        _requeue(batch, job, job.stop_request, outcome, found)
    elif job.stop_request is not None:
        becomes = JobCancelled if job.stop_request.becomes is JobState.CANCELLED else JobSuspended
        batch.emit(
            becomes(
                job_id=job.job_id, requested_by=job.stop_request.requested_by, reason=job.stop_request.reason
            )
        )
    elif resize_to and outcome is AttemptOutcome.STOPPED:
        _continue_resized(batch, job, former, resize_to)
    elif move_to and outcome is AttemptOutcome.STOPPED:
        _continue_moved(batch, job, former, move_to)
    elif attempt.ended_by(WatchdogAction.ENDED):
        _fail(batch, job, _why(found.failure), found.failure)
    else:
        _retry_or_fail(batch, job, outcome, found)


def _continue_resized(batch: BatchContext, job: Job, former: Sequence[Placement], size: int) -> None:
    batch.emit(
        JobRequeued(
            job_id=job.job_id,
            attempt_next=job.attempts + 1,
            reason=f"resized from {len(former)} to {size} ranks",
            not_before_ms=batch.state.now_ms,
        )
    )
    elastic.rebind(batch, job, former, size)


def _requeue(
    batch: BatchContext, job: Job, request: StopRequest, outcome: AttemptOutcome, found: Judged
) -> None:
    """Queue a job again that had to leave its node, unless it failed meanwhile."""
    if outcome is not AttemptOutcome.STOPPED:
        _retry_or_fail(batch, job, outcome, found)
        return
    batch.emit(
        JobRequeued(
            job_id=job.job_id,
            attempt_next=job.attempts + 1,
            reason=request.reason,
            not_before_ms=batch.state.now_ms,
        )
    )


def _continue_moved(
    batch: BatchContext, job: Job, former: Sequence[Placement], planned: Sequence[Placement]
) -> None:
    batch.emit(
        JobRequeued(
            job_id=job.job_id,
            attempt_next=job.attempts + 1,
            reason="moved",
            not_before_ms=batch.state.now_ms,
        )
    )
    defrag.rebind(batch, job, former, planned)


def _retry_or_fail(batch: BatchContext, job: Job, outcome: AttemptOutcome, found: Judged) -> None:
    if outcome is AttemptOutcome.LOST and (why := retry.quarantine(job, batch.state)):
        batch.emit(JobSuspended(job_id=job.job_id, requested_by="", reason=why))
        return
    decision = retry.decide(job, outcome, _why(found.failure), found, batch.state)
    if decision.retry_at_ms is None:
        _fail(batch, job, decision.reason, found.failure)
        return
    requeued = JobRequeued(
        job_id=job.job_id,
        attempt_next=job.attempts + 1,
        reason=decision.reason,
        not_before_ms=decision.retry_at_ms,
        memory_mib=decision.memory_mib,
    )
    batch.emit(requeued)
    reasons.report_retry_wait(batch, requeued)


def _fail(batch: BatchContext, job: Job, reason: str, failure: Failure) -> None:
    batch.emit(JobFailed(job_id=job.job_id, attempt=job.attempts, reason=reason, exit_code=failure.exit_code))


def _outcome(job: Job, failure: Failure | None) -> AttemptOutcome:
    if failure is None:
        return AttemptOutcome.SUCCEEDED
    if failure.outcome is AttemptOutcome.LOST and job.stop_request and job.stop_request.taken:
        return AttemptOutcome.STOPPED  # its node was reclaimed, as announced
    if failure.outcome is AttemptOutcome.STOPPED and not (job.stop_request or job.resize_to or job.move_to):
        return AttemptOutcome.LOST  # stopped without our order: treated as lost
    return failure.outcome


def _why(failure: Failure) -> str:
    if failure.message:
        return failure.message
    rank = "a rank" if failure.rank is None else f"rank {failure.rank}"
    if failure.signal is not None:
        return f"{rank} on {failure.node_id} was ended by signal {failure.signal}"
    if failure.exit_code is not None:
        return f"{rank} on {failure.node_id} ended with exit code {failure.exit_code}"
    return f"{rank} on {failure.node_id}: {failure.outcome.lower()}"
