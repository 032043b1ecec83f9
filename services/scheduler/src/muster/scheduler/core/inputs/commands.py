"""Commands of people and pipelines: submit, cancel, suspend, resume; queues, reservations; nodes; policy.

Every command results in at least one fact that names it (ADR 4): its effect, CommandRejected, or
CommandRepeated. A job of another tenant is reported as not found.
"""

from __future__ import annotations

from typing import assert_never

from muster.events.job_commands import CancelJob, ResumeJob, SubmitJob, SuspendJob
from muster.events.job_events import (
    CapacityReservationEnded,
    FailureRulesActivated,
    JobCancelled,
    JobQueued,
    JobResumed,
    JobSuspended,
    NodeTesting,
    PolicyActivated,
    QueueConfigured,
    QueueCreated,
    QueueDeleted,
    QueueRestricted,
    QueueRestrictionEnded,
    ReservationEnd,
)
from muster.events.operator_commands import (
    ActivateFailureRules,
    ActivatePolicy,
    CancelMaintenance,
    CheckNode,
    CordonNode,
    DrainNode,
    ForgetNode,
    ReclaimNode,
    ScheduleMaintenance,
    SpareNode,
    TagNode,
    UncordonNode,
    UndrainNode,
)
from muster.events.queue_commands import (
    CancelCapacityReservation,
    ConfigureQueue,
    CreateQueue,
    DeleteQueue,
    LiftRestriction,
    QueueOrder,
    QueueSettings,
    ReserveCapacity,
    RestrictQueue,
)
from muster.events.refusal import Refusal
from muster.events.scheduler_log import CommandInvalid
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode, Violation
from muster.jobs.lifecycle import JobState
from muster.queues import tree_changes
from muster.queues.tree import HIGHEST_THAT_SHARES, SHARED_TENANT, UNSET, Queue, shares_time
from muster.scheduler.core import reasons
from muster.scheduler.core.batch import orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.durations import estimator
from muster.scheduler.core.evolve.evolve import Command, NodeCommand, was_carried_out
from muster.scheduler.core.inputs import admission, dependencies, node_commands, restrictions
from muster.scheduler.core.reserve import advance
from muster.scheduler.core.state.failure_rules import active_rules
from muster.scheduler.core.state.job import TIER_RANK, EndedJob, Job
from muster.scheduler.core.state.state import State
from muster.scheduler.core.watch import suspects


def submit(batch: BatchContext, command: SubmitJob) -> None:
    """Queue a job; the same submission again is answered with CommandRepeated."""
    known = batch.state.jobs.get(command.job_id) or batch.state.ended.get(command.job_id)
    if known is None:
        refusal = dependencies.refusal(batch.state, command) or admission.resubmission(batch.state, command)
        if refusal:
            _refuse(batch, command, refusal)
        else:
            batch.emit(_queued(batch.state, command))
            reasons.report_awaiting(batch, command.job_id)
    elif admission.is_same(known, command):
        _repeated(batch, command)
    else:
        text = f"job {command.job_id} already exists with a different spec; choose another id or omit it"
        _refuse(batch, command, Refusal(RejectionCode.ALREADY_EXISTS, text))


def carry_out(batch: BatchContext, command: Command) -> None:
    """Carry out any other command, unless it was carried out before."""
    if was_carried_out(batch.state, batch.cause):
        _repeated(batch, command)
        return
    batch.observe(command)
    match command:
        case CancelJob() | SuspendJob() | ResumeJob():
            _change_job(batch, command)
        case CreateQueue():
            _create_queue(batch, command)
        case ConfigureQueue():
            _configure_queue(batch, command)
        case DeleteQueue():
            _delete_queue(batch, command)
        case RestrictQueue() | LiftRestriction():
            _restrict_queue(batch, command)
        case ReserveCapacity():
            _reserve_capacity(batch, command)
        case CancelCapacityReservation():
            _cancel_reservation(batch, command)
        case (
            CordonNode() | UncordonNode() | DrainNode() | UndrainNode() | TagNode() | ScheduleMaintenance()
            | CancelMaintenance() | ReclaimNode() | SpareNode() | CheckNode() | ForgetNode()
        ):  # fmt: skip
            _change_node(batch, command)
        case ActivatePolicy():
            batch.emit(PolicyActivated(policy=command.policy, requested_by=command.requested_by))
        case ActivateFailureRules():
            _activate_rules(batch, command)
        case _:
            assert_never(command)


def refuse_invalid(batch: BatchContext, command: CommandInvalid) -> None:
    """Reject a command that was turned away before it was sequenced."""
    batch.emit(
        CommandRejected(
            command_id=command.command_id,
            command=command.command,
            subject=command.subject,
            tenant=command.tenant,
            code=command.code,
            message=command.message,
            violations=command.violations,
        )
    )


def _queued(state: State, command: SubmitJob) -> JobQueued:
    """The accepted job with its estimated run time."""
    features = estimator.features_of(command.tenant, command.spec, policy=state.policy)
    predicted = estimator.predict(state.durations, features)
    return JobQueued(
        job_id=command.job_id,
        tenant=command.tenant,
        spec=command.spec,
        predicted_p50_ms=predicted.p50_ms,
        predicted_p90_ms=predicted.p90_ms,
    )


def _change_job(batch: BatchContext, command: CancelJob | SuspendJob | ResumeJob) -> None:
    job = batch.state.jobs.get(command.job_id) or batch.state.ended.get(command.job_id)
    if job is None or job.tenant != command.tenant:
        _refuse(batch, command, Refusal(RejectionCode.NOT_FOUND, f"there is no job {command.job_id}"))
    elif isinstance(job, EndedJob):
        if isinstance(command, CancelJob) and job.state is JobState.CANCELLED:
            _repeated(batch, command)
        else:
            _wrong_state(batch, command, f"job {command.job_id} has ended: {job.state}")
    elif isinstance(command, ResumeJob):
        if job.state is JobState.SUSPENDED:
            batch.emit(JobResumed(job_id=job.job_id, requested_by=command.requested_by))
            reasons.report_awaiting(batch, job.job_id)
        else:
            _wrong_state(batch, command, f"job {job.job_id} is {job.state}; must be SUSPENDED to be resumed")
    else:
        _stop_job(batch, command, job)


def _stop_job(batch: BatchContext, command: CancelJob | SuspendJob, job: Job) -> None:
    cancel = isinstance(command, CancelJob)
    becomes = JobState.CANCELLED if cancel else JobState.SUSPENDED
    requested = job.stop_request.becomes if job.stop_request else None
    if becomes in (job.state, requested):
        _repeated(batch, command)
    elif job.attempt is None:
        ended = JobCancelled if cancel else JobSuspended
        batch.emit(ended(job_id=job.job_id, requested_by=command.requested_by, reason=command.reason))
    elif requested is JobState.CANCELLED:
        _wrong_state(batch, command, f"job {job.job_id} is being cancelled")
    else:
        verb = "cancelled" if cancel else "suspended"
        reason = f"{verb} by {command.requested_by}" + (f": {command.reason}" if command.reason else "")
        orders.stop(batch, job, reason)


def _create_queue(batch: BatchContext, command: CreateQueue) -> None:
    tree = batch.state.queues
    if tree.meant_by(command.tenant, command.queue) is not None:
        text = f"queue {command.queue!r} already exists"
        _refuse(batch, command, Refusal(RejectionCode.ALREADY_EXISTS, text))
        return
    refusal = tree_changes.settings(tree, command.tenant, command.queue, command.settings or UNSET)
    if refusal:
        _refuse(batch, command, refusal)
        return
    batch.emit(
        QueueCreated(
            queue=command.queue,
            tenant=command.tenant,
            description=command.description,
            requested_by=command.requested_by,
            settings=command.settings,
        )
    )


def _configure_queue(batch: BatchContext, command: ConfigureQueue) -> None:
    queue = _own_queue(batch, command)
    if queue is None:
        return
    if queue.settings == command.settings:
        _repeated(batch, command)
        return
    refusal = tree_changes.settings(batch.state.queues, *queue.key, command.settings)
    refusal = refusal or _tier_that_does_not_share(batch.state, queue, command.settings)
    if refusal:
        _refuse(batch, command, refusal)
        return
    batch.emit(
        QueueConfigured(
            queue=command.queue,
            tenant=command.tenant,
            settings=command.settings,
            requested_by=command.requested_by,
        )
    )


def _tier_that_does_not_share(state: State, queue: Queue, settings: QueueSettings) -> Refusal | None:
    """Why a queue cannot share time from now on: a job is in it that never does."""
    if settings.order is not QueueOrder.LEAST_ATTAINED_SERVICE or shares_time(queue):
        return None
    never = (
        job.job_id
        for job in state.jobs.values()
        if TIER_RANK[job.spec.tier] < HIGHEST_THAT_SHARES
        and state.queues.meant_by(job.tenant, job.spec.queue) is queue
    )
    job_id = min(never, default=None)  # not the first: a loaded state has its jobs in another order
    if job_id is None:
        return None
    allowed = "FIFO, PRIORITY or DRF until its premium and production jobs have ended"
    text = f"settings.order is {settings.order}; must be {allowed}, such as {job_id}"
    violation = Violation(field="settings.order", value=settings.order, allowed=allowed)
    return Refusal(RejectionCode.INVALID, text, (violation,))


def _delete_queue(batch: BatchContext, command: DeleteQueue) -> None:
    queue = _own_queue(batch, command)
    if queue is None:
        return
    refusal = tree_changes.deletion(queue, advance.of_queue(batch.state, queue.key))
    if refusal:
        _refuse(batch, command, refusal)
        return
    batch.emit(QueueDeleted(queue=command.queue, tenant=command.tenant, requested_by=command.requested_by))


def _restrict_queue(batch: BatchContext, command: RestrictQueue | LiftRestriction) -> None:
    queue = _own_queue(batch, command)
    if queue is None:
        return
    found: QueueRestricted | QueueRestrictionEnded | Refusal | None
    if isinstance(command, RestrictQueue):
        found = restrictions.restricted(batch.state, queue, command)
    else:
        found = restrictions.lifted(queue, command)
    if found is None:
        _repeated(batch, command)
    elif isinstance(found, Refusal):
        _refuse(batch, command, found)
    else:
        batch.emit(found)


def _reserve_capacity(batch: BatchContext, command: ReserveCapacity) -> None:
    found = advance.reserved(batch.state, command)
    if isinstance(found, Refusal):
        _refuse(batch, command, found)
    else:
        batch.emit(found)


def _cancel_reservation(batch: BatchContext, command: CancelCapacityReservation) -> None:
    kept = batch.state.capacity.get((command.tenant, command.reservation))
    if kept is None:
        text = f"there is no reservation {command.reservation!r}"
        _refuse(batch, command, Refusal(RejectionCode.NOT_FOUND, text))
        return
    batch.emit(
        CapacityReservationEnded(
            reservation=command.reservation,
            tenant=command.tenant,
            queue=kept.queue[1],
            reason=ReservationEnd.CANCELLED,
            requested_by=command.requested_by,
        )
    )


def _activate_rules(batch: BatchContext, command: ActivateFailureRules) -> None:
    """Judge failures by these rules; facts name a version, so none is ever given to two texts."""
    before, after = batch.state.failure_rules, active_rules(command.rules)
    if before is not None and before.sha256 == after.sha256:
        _repeated(batch, command)
        return
    if before is not None and after.rules.version <= before.rules.version:
        allowed = f"a whole number above {before.rules.version}, the version in effect"
        wrong = Violation(field="version", value=str(after.rules.version), allowed=allowed)
        message = f"version is {wrong.value}; must be {allowed}"
        _refuse(batch, command, Refusal(RejectionCode.INVALID, message, (wrong,)))
        return
    batch.emit(
        FailureRulesActivated(
            version=after.rules.version,
            sha256=after.sha256,
            rules=command.rules,
            requested_by=command.requested_by,
        )
    )


def _own_queue(
    batch: BatchContext, command: ConfigureQueue | DeleteQueue | RestrictQueue | LiftRestriction
) -> Queue | None:
    """The tenant's queue that a command names; if there is none, rejects the command and returns None."""
    tree = batch.state.queues
    queue = tree.by_key.get((command.tenant, command.queue))
    if queue is None and (SHARED_TENANT, command.queue) in tree.by_key:
        text = f"queue {command.queue!r} is shared and cannot be changed"
        _refuse(batch, command, Refusal(RejectionCode.FORBIDDEN, text))
    elif queue is None:
        _refuse(batch, command, Refusal(RejectionCode.NOT_FOUND, f"there is no queue {command.queue!r}"))
    return queue


def _change_node(batch: BatchContext, command: NodeCommand) -> None:
    found = node_commands.judge(batch.state, command)
    if found is None:
        _repeated(batch, command)
    elif isinstance(found, Refusal):
        _refuse(batch, command, found)
    else:
        batch.emit(found)
        if isinstance(found, NodeTesting):
            suspects.order(batch, found.node_id, found.reason or f"requested by {found.requested_by}")


def _subject(command: SubmitJob | Command) -> tuple[str, str]:
    """The subject of a command, and its tenant ("" for operators' commands)."""
    match command:
        case SubmitJob() | CancelJob() | SuspendJob() | ResumeJob():
            return command.job_id, command.tenant
        case CreateQueue() | ConfigureQueue() | DeleteQueue() | RestrictQueue() | LiftRestriction():
            return command.queue, command.tenant
        case ReserveCapacity() | CancelCapacityReservation():
            return command.reservation, command.tenant
        case (
            CordonNode() | UncordonNode() | DrainNode() | UndrainNode() | TagNode() | ScheduleMaintenance()
            | CancelMaintenance() | ReclaimNode() | SpareNode() | CheckNode() | ForgetNode()
        ):  # fmt: skip
            return command.node_id, ""
        case ActivatePolicy():
            return "policy", ""
        case ActivateFailureRules():
            return "failure-rules", ""
        case _:
            assert_never(command)


def _refuse(batch: BatchContext, command: SubmitJob | Command, refusal: Refusal) -> None:
    subject, tenant = _subject(command)
    batch.emit(
        CommandRejected(
            command_id=batch.cause.event_id,
            command=type(command).__name__,
            subject=subject,
            tenant=tenant,
            code=refusal.code,
            message=refusal.message,
            violations=refusal.violations,
        )
    )


def _wrong_state(batch: BatchContext, command: Command, message: str) -> None:
    _refuse(batch, command, Refusal(RejectionCode.WRONG_STATE, message))


def _repeated(batch: BatchContext, command: SubmitJob | Command) -> None:
    subject, _ = _subject(command)
    batch.emit(
        CommandRepeated(command_id=batch.cause.event_id, command=type(command).__name__, subject=subject)
    )
