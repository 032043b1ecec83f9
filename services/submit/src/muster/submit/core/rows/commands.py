"""Mapping of facts to the commands they answer, as rows of `commands` (`muster.views.commands`). Pure."""

from __future__ import annotations

from typing import assert_never

from muster.events import job_events as fact
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Record
from muster.journal.journal import Delivery
from muster.views.commands import accepted, answered
from muster.views.rows import Upsert


def command_rows(payload: fact.Payload, delivery: Delivery[Record]) -> list[Upsert]:
    """Return the row of the command that this fact answers, if any."""
    match payload:
        case CommandRejected() | CommandRepeated():
            return answered(payload, delivery)
        case fact.JobQueued():
            return accepted(delivery, payload.job_id, payload.tenant)
        case fact.JobStopping() | fact.JobCancelled() | fact.JobSuspended() | fact.JobResumed():
            return accepted(delivery, payload.job_id)
        case (
            fact.NodeCordoned()
            | fact.NodeUncordoned()
            | fact.NodeDraining()
            | fact.NodeUndrained()
            | fact.NodeTagged()
            | fact.MaintenanceScheduled()
            | fact.MaintenanceEnded()
            | fact.NodeReclaiming()
            | fact.NodeSpared()
            | fact.NodeTesting()
            | fact.NodeForgotten()
        ):
            return accepted(delivery, payload.node_id)
        case (
            fact.QueueCreated()
            | fact.QueueConfigured()
            | fact.QueueDeleted()
            | fact.QueueRestricted()
            | fact.QueueRestrictionEnded()
        ):
            return accepted(delivery, payload.queue, payload.tenant)
        case fact.CapacityReserved() | fact.CapacityReservationEnded():
            return accepted(delivery, payload.reservation, payload.tenant)
        case fact.PolicyActivated():
            return accepted(delivery, payload.policy.name)
        case fact.FailureRulesActivated():
            return accepted(delivery, f"version {payload.version}")
        case (
            Watermark()
            | fact.PlanFact()
            | fact.JobFact()
            | fact.CheckpointFact()
            | fact.OutputFact()
            | fact.NodeFact()
            | fact.QueueMeasured()
            | fact.CapacityReassigned()
            | fact.CapacityReservationStarted()
        ):
            return []  # no command asks for these
        case _:
            assert_never(payload)
