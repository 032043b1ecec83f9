"""Decisions as records: a Batch on the scheduler's log, facts on job-events, orders on node-commands.

Facts of all partitions have one order, by seq and index; watermarks say up to where it is complete (ADR 42).
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.events.job_events import (
    DemandForecast,
    FailureRulesActivated,
    PolicyActivated,
    PreemptionAccepted,
    PreemptionRefused,
)
from muster.events.node_commands import StartTask, StopTask, TestNode
from muster.events.scheduler_log import Batch, Decision
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.topics import JOB_EVENTS, NODE_COMMANDS, SCHEDULER_LOG
from muster.events.wire.envelope import Envelope
from muster.journal import Outgoing
from muster.scheduler.core.batch.context import Consequence


def outgoing(batch: Batch, consequences: Sequence[Consequence], producer: str) -> list[Outgoing]:
    """All records that one transaction writes."""
    log = Envelope(
        event_id=f"{batch.cell}:{batch.seq_first}",
        key=batch.cell,
        occurred_at_ms=batch.observed_at_ms,
        producer=producer,
        correlation_id=f"{batch.cell}:{batch.seq_first}",
        payload=batch,
    )
    records = [Outgoing(SCHEDULER_LOG, log)]
    for decision, correlation_id, tenant, number, causation_id, sender in consequences:
        payload = decision.payload
        is_order = isinstance(payload, StartTask | StopTask | TestNode)
        envelope = Envelope(
            event_id=decision.event_id,
            key=key_of(decision),
            occurred_at_ms=batch.observed_at_ms,
            producer=producer,
            correlation_id=correlation_id,
            causation_id=causation_id,
            seq=None if is_order else decision.cause_seq,
            index=None if is_order else number,
            tenant=None if is_order else tenant,
            sender=None if is_order else sender,
            payload=payload,
        )
        records.append(Outgoing(NODE_COMMANDS if is_order else JOB_EVENTS, envelope))
    return records


def watermarks(cell: str, seq: int, at_ms: int, producer: str) -> list[Outgoing]:
    """One watermark per partition of the facts; all consequences of the inputs up to `seq` precede it."""
    return [
        Outgoing(
            JOB_EVENTS,
            Envelope(
                event_id=f"{cell}:{seq}.w{partition}",
                key=cell,
                occurred_at_ms=at_ms,
                producer=producer,
                correlation_id=f"{cell}:{seq}",
                payload=Watermark(seq=seq, at_ms=at_ms),
            ),
            partition=partition,
        )
        for partition in range(JOB_EVENTS.partitions)
    ]


def key_of(decision: Decision) -> str:
    """The key of a decision's record: the node of an order, else the job, node or queue of the fact."""
    payload = decision.payload
    match payload:
        case StartTask() | StopTask() | TestNode():
            return payload.node_id
        case CommandRejected() | CommandRepeated():
            return payload.subject
        case PolicyActivated():
            return "policy"
        case FailureRulesActivated():
            return "failure-rules"
        case DemandForecast():
            return "forecast"
        case PreemptionAccepted() | PreemptionRefused():
            return payload.job_id or payload.reservation
        case _:
            return next(
                str(getattr(payload, name))
                for name in ("job_id", "node_id", "queue")
                if getattr(payload, name, "")
            )
