"""Violations of a whole command: the scheduler validates everything on the command topics with them."""

from __future__ import annotations

from typing import assert_never

from muster.events import job_commands, operator_commands, queue_commands
from muster.events.job_commands import CancelJob, ResumeJob, SubmitJob, SuspendJob
from muster.events.operator_commands import (
    ActivateFailureRules,
    ActivatePolicy,
    CancelMaintenance,
    CordonNode,
    DrainNode,
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
    ReserveCapacity,
)
from muster.events.shared.command_answers import Violation
from muster.jobs.forms.node import node_violations
from muster.jobs.forms.policy import policy_violations
from muster.jobs.forms.reservation import reservation_violations
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
        case CreateQueue():
            names = id_violations(
                queue=command.queue, tenant=command.tenant, requested_by=command.requested_by
            )
            settings = settings_violations(command.settings) if command.settings else ()
            return names + text_violations(description=command.description) + settings
        case ConfigureQueue():
            names = id_violations(
                queue=command.queue, tenant=command.tenant, requested_by=command.requested_by
            )
            return names + settings_violations(command.settings)
        case DeleteQueue():
            return id_violations(
                queue=command.queue, tenant=command.tenant, requested_by=command.requested_by
            )
        case ReserveCapacity(tenant=tenant, requested_by=requested_by):
            return id_violations(tenant=tenant, requested_by=requested_by) + reservation_violations(command)
        case CancelCapacityReservation():
            return id_violations(
                reservation=command.reservation, tenant=command.tenant, requested_by=command.requested_by
            )
        case (
            CordonNode() | UncordonNode() | DrainNode() | UndrainNode() | TagNode() | ScheduleMaintenance()
            | CancelMaintenance() | ReclaimNode() | SpareNode()
        ):  # fmt: skip
            names = id_violations(node_id=command.node_id, requested_by=command.requested_by)
            return names + node_violations(command)
        case ActivatePolicy(policy=policy, requested_by=requested_by):
            return id_violations(requested_by=requested_by) + policy_violations(policy)
        case ActivateFailureRules(requested_by=requested_by):
            return id_violations(requested_by=requested_by)
        case _:
            assert_never(command)
