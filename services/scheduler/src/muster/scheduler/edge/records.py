"""Decisions as records: a Batch on the scheduler's log, facts on job-events, orders on node-commands."""

from __future__ import annotations

from collections.abc import Sequence

from muster.events.command_answers import CommandRejected, CommandRepeated
from muster.events.envelope import Envelope
from muster.events.job_events import PolicyActivated
from muster.events.node_commands import StartTask, StopTask
from muster.events.scheduler_log import Batch, Decision
from muster.events.topics import JOB_EVENTS, NODE_COMMANDS, SCHEDULER_LOG
from muster.journal import Outgoing
from muster.scheduler.core.batch.context import Consequence


def outgoing(batch: Batch, consequences: Sequence[Consequence], producer: str) -> list[Outgoing]:
    """Everything that one transaction writes."""
    causes = {entry.seq: entry.event_id for entry in batch.inputs}
    log = Envelope(
        event_id=f"{batch.cell}:{batch.seq_first}",
        key=batch.cell,
        occurred_at_ms=batch.observed_at_ms,
        producer=producer,
        correlation_id=f"{batch.cell}:{batch.seq_first}",
        payload=batch,
    )
    records = [Outgoing(SCHEDULER_LOG, log)]
    for decision, correlation_id in consequences:
        payload = decision.payload
        envelope = Envelope(
            event_id=decision.event_id,
            key=key_of(decision),
            occurred_at_ms=batch.observed_at_ms,
            producer=producer,
            correlation_id=correlation_id,
            causation_id=causes[decision.cause_seq],
            payload=payload,
        )
        topic = NODE_COMMANDS if isinstance(payload, StartTask | StopTask) else JOB_EVENTS
        records.append(Outgoing(topic, envelope))
    return records


def key_of(decision: Decision) -> str:
    """What a decision is about, and so ordered by: a node for orders, else the job, node or queue."""
    payload = decision.payload
    match payload:
        case StartTask() | StopTask():
            return payload.node_id
        case CommandRejected() | CommandRepeated():
            return payload.subject
        case PolicyActivated():
            return "policy"
        case _:
            return next(
                str(getattr(payload, name))
                for name in ("job_id", "node_id", "queue")
                if getattr(payload, name, "")
            )
