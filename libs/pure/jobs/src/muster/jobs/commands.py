"""Violations of a whole command: the scheduler validates everything on the command topics with them."""

from __future__ import annotations

from typing import assert_never

from muster.events import job_commands, operator_commands, queue_commands
from muster.events.job_commands import CancelJob, ResumeJob, SubmitJob, SuspendJob
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
    ReserveCapacity,
    RestrictQueue,
)
from muster.events.shared.command_answers import Violation
from muster.jobs.forms.node import node_violations
from muster.jobs.forms.policy import policy_violations
from muster.jobs.forms.reservation import reservation_violations
from muster.jobs.forms.restriction import restriction_violations
from muster.jobs.records.queues import settings_violations
from muster.jobs.records.spec import violations
from muster.jobs.values.ids import id_violations, text_violations

Command = job_commands.Payload | queue_commands.Payload | operator_commands.Payload


def command_violations(command: Command) -> tuple[Violation, ...]:
    """All violations that follow from the command alone; the core checks it against the cluster."""
    match command:
        case SubmitJob(job_id=job_id, tenant=tenant, spec=spec):
            within = tuple(
                Violation(field=f"spec.{v.field}", value=v.value, allowed=v.allowed) for v in violations(spec)
            )
            return id_violations(job_id=job_id, tenant=tenant) + within
        case CancelJob() | SuspendJob() | ResumeJob():
            names = id_violations(
                job_id=command.job_id, tenant=command.tenant, requested_by=command.requested_by
            )
            return names + text_violations(reason=command.reason)
        case (
            CreateQueue() | ConfigureQueue() | DeleteQueue() | RestrictQueue() | LiftRestriction()
            | ReserveCapacity() | CancelCapacityReservation()
        ):  # fmt: skip
            return _of_queue(command)
        case (
            CordonNode() | UncordonNode() | DrainNode() | UndrainNode() | TagNode() | ScheduleMaintenance()
            | CancelMaintenance() | ReclaimNode() | SpareNode() | CheckNode() | ForgetNode()
        ):  # fmt: skip
            names = id_violations(node_id=command.node_id, requested_by=command.requested_by)
            return names + node_violations(command)
        case ActivatePolicy(policy=policy, requested_by=requested_by):
            return id_violations(requested_by=requested_by) + policy_violations(policy)
        case ActivateFailureRules(requested_by=requested_by):
            return id_violations(requested_by=requested_by)
        case _:
            assert_never(command)


def _of_queue(command: queue_commands.Payload) -> tuple[Violation, ...]:
    sender = {"tenant": command.tenant, "requested_by": command.requested_by}
    match command:
        case CreateQueue():
            settings = settings_violations(command.settings) if command.settings else ()
            about = text_violations(description=command.description)
            return id_violations(queue=command.queue, **sender) + about + settings
        case ConfigureQueue():
            return id_violations(queue=command.queue, **sender) + settings_violations(command.settings)
        case DeleteQueue():
            return id_violations(queue=command.queue, **sender)
        case RestrictQueue():
            return id_violations(queue=command.queue, **sender) + restriction_violations(command)
        case LiftRestriction():
            return id_violations(queue=command.queue, restriction=command.restriction, **sender)
        case ReserveCapacity():
            return id_violations(**sender) + reservation_violations(command)
        case CancelCapacityReservation():
            return id_violations(reservation=command.reservation, **sender)
        case _:
            assert_never(command)
