"""What became of each command: the facts that answer one fill the table `commands`. Pure.

A fact follows from a command when its envelope says so (`causation_id`). But a command may also set other
jobs in motion: an elastic job shrinks for the one submitted, a drain stops what runs on the node. The first
fact that follows from a command answers it (index 0 of its input); the others lie in any partition and are
read in any order, so they must not write the row. Facts may also follow from things that are no commands (a
job that stops because its node was lost): then the row has the id of that thing, and nobody asks for it.
"""

from __future__ import annotations

from typing import assert_never

from muster.events import job_events as fact
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Record
from muster.journal.journal import Delivery
from muster.views.commands import accepted, rejected, repeated
from muster.views.rows import Upsert


def command_rows(payload: fact.Payload, delivery: Delivery[Record]) -> list[Upsert]:
    """The command this fact answers, if it answers one."""
    cause = None if delivery.envelope.index else delivery.envelope.causation_id
    match payload:
        case CommandRejected():
            return [rejected(payload)]
        case CommandRepeated():
            return [repeated(payload)]
        case fact.JobQueued():
            return accepted(cause, payload.job_id, payload.tenant)
        case fact.JobStopping() | fact.JobCancelled() | fact.JobSuspended() | fact.JobResumed():
            return accepted(cause, payload.job_id)
        case (
            fact.NodeCordoned()
            | fact.NodeUncordoned()
            | fact.NodeDraining()
            | fact.NodeUndrained()
            | fact.NodeTagged()
            | fact.MaintenanceScheduled()
            | fact.MaintenanceEnded()
        ):
            return accepted(cause, payload.node_id)
        case fact.QueueCreated() | fact.QueueConfigured() | fact.QueueDeleted():
            return accepted(cause, payload.queue, payload.tenant)
        case fact.CapacityReserved() | fact.CapacityReservationEnded():
            return accepted(cause, payload.reservation, payload.tenant)
        case fact.PolicyActivated():
            return accepted(cause, payload.policy.name)
        case (
            Watermark()
            | fact.PlanFact()
            | fact.JobFact()
            | fact.NodeFact()
            | fact.QueueMeasured()
            | fact.CapacityReassigned()
            | fact.CapacityReservationStarted()
        ):
            return []  # no command asks for these
        case _:
            assert_never(payload)
