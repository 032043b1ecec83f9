"""What became of each command: the facts that answer one fill the table `commands`. Pure.

A fact follows from a command when its envelope says so (`causation_id`). But a command may also set other
jobs in motion, so only the facts that carry a command out count as its answer. Some of these also follow from
things that are no commands (a job that stops because its node was lost): then the row has the id of that
thing, and nobody asks for it.
"""

from __future__ import annotations

from typing import Any, assert_never

from muster.events import job_events as fact
from muster.events.command_answers import CommandRejected, CommandRepeated
from muster.events.datum import Record
from muster.journal.journal import Delivery
from muster.submit.core.states import CommandOutcome
from muster.views.rows import Upsert


def command_rows(payload: fact.Payload, delivery: Delivery[Record]) -> list[Upsert]:
    """The command this fact answers, if it answers one."""
    cause = delivery.envelope.causation_id
    match payload:
        case CommandRejected():
            return [_rejected(payload)]
        case CommandRepeated():
            return [_answered(payload.command_id, payload.subject, outcome=CommandOutcome.REPEATED)]
        case fact.JobQueued():
            return _accepted(cause, payload.job_id, payload.tenant)
        case fact.JobStopping() | fact.JobCancelled() | fact.JobSuspended() | fact.JobResumed():
            return _accepted(cause, payload.job_id)
        case (
            fact.NodeCordoned()
            | fact.NodeUncordoned()
            | fact.NodeDraining()
            | fact.NodeUndrained()
            | fact.NodeTagged()
            | fact.MaintenanceScheduled()
            | fact.MaintenanceEnded()
        ):
            return _accepted(cause, payload.node_id)
        case fact.QueueCreated() | fact.QueueConfigured() | fact.QueueDeleted():
            return _accepted(cause, payload.queue, payload.tenant)
        case fact.CapacityReserved() | fact.CapacityReservationEnded():
            return _accepted(cause, payload.reservation, payload.tenant)
        case fact.PolicyActivated():
            return _accepted(cause, payload.policy.name)
        case (
            fact.PlanFact()
            | fact.JobFact()
            | fact.NodeFact()
            | fact.QueueMeasured()
            | fact.CapacityReassigned()
            | fact.CapacityReservationStarted()
        ):
            return []  # no command asks for these
        case _:
            assert_never(payload)


def _accepted(cause: str | None, subject: str, tenant: str | None = None) -> list[Upsert]:
    return [_answered(cause, subject, outcome=CommandOutcome.ACCEPTED, tenant=tenant)] if cause else []


def _rejected(payload: CommandRejected) -> Upsert:
    problem = {
        "command": payload.command,
        "code": payload.code.value,
        "detail_code": payload.detail_code,
        "message": payload.message,
        "violations": [violation.to_datum() for violation in payload.violations],
    }
    columns = {"tenant": payload.tenant, "problem": problem}
    return _answered(payload.command_id, payload.subject, outcome=CommandOutcome.REJECTED, **columns)


def _answered(command_id: str, subject: str, **columns: Any) -> Upsert:
    return Upsert("commands", {"command_id": command_id}, {"subject": subject, **columns})
