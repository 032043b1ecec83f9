"""Conversion of records on `job-events` to the graph in Neo4j: failures, their causes and effects. Pure.

    (Job)-[:HAS_ATTEMPT]->(Attempt)-[:CAUSED_BY]->(Attempt)   the one before, whose end it follows
                          (Attempt)-[:ENDED_BY]->(Cause)      when it did not end well
                          (Attempt)-[:FAILED_ON]->(Node)      where the first rank failed
                          (Node)-[:LOST_BY]->(Cause)

A Cause is the one input of the scheduler (a lost node, a task's end, a command) that several facts follow
from, so "what else ended because of this" is two steps. A job whose first attempt succeeds is not in the
graph: the tables describe it fully, and it has no connections. So the graph grows with failures, not with
jobs.
"""

from __future__ import annotations

from typing import Any, Final, assert_never, cast

from muster.events import job_events as fact
from muster.events.shared.command_answers import CommandFact
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope
from muster.journal.journal import Delivery
from muster.views.rows import Edge, GraphRow, Node

LABELS: Final = ("Job", "Attempt", "Node", "Cause")


def graph_rows(delivery: Delivery[Record]) -> list[GraphRow]:
    """Return the nodes and edges of one record, in the order in which they apply."""
    envelope = delivery.envelope
    payload = cast("fact.Payload", envelope.payload)
    match payload:
        case fact.GangBound():
            return _bound(payload, envelope)
        case fact.AttemptEnded():
            return _ended(payload, envelope)
        case fact.NodeJoined():
            hardware = {"gpu_model": payload.gpu_model, "gpu_count": payload.gpu_count, "lost_at_ms": None}
            return [Node("Node", payload.node_id, hardware)]
        case fact.NodeLost():
            return _node_lost(payload, envelope)
        case (
            CommandFact()
            | Watermark()
            | fact.JobFact()
            | fact.CheckpointFact()
            | fact.OutputFact()
            | fact.PlanFact()
            | fact.NodeFact()
            | fact.QueueFact()
            | fact.ReservationFact()
            | fact.PolicyFact()
        ):
            return []  # these connect nothing
        case _:
            assert_never(payload)


def _bound(bound: fact.GangBound, envelope: Envelope[Record]) -> list[GraphRow]:
    """Return the edges of an attempt that follows another."""
    if bound.attempt == 1:
        return []
    attempt = _attempt(bound.job_id, bound.attempt, bound_at_ms=envelope.occurred_at_ms)
    return [
        Edge("HAS_ATTEMPT", _job(bound.job_id, envelope), attempt),
        Edge("CAUSED_BY", attempt, _attempt(bound.job_id, bound.attempt - 1)),
    ]


def _ended(ended: fact.AttemptEnded, envelope: Envelope[Record]) -> list[GraphRow]:
    """Return the nodes and edges of an attempt that failed, or that followed one."""
    went_well = ended.outcome is fact.AttemptOutcome.SUCCEEDED
    if went_well and ended.attempt == 1:
        return []
    attempt = _attempt(
        ended.job_id,
        ended.attempt,
        outcome=ended.outcome.value,
        exit_code=ended.exit_code,
        message=ended.message,
        ended_at_ms=envelope.occurred_at_ms,
    )
    rows: list[GraphRow] = [Edge("HAS_ATTEMPT", _job(ended.job_id, envelope), attempt)]
    if not went_well and envelope.causation_id:
        rows.append(Edge("ENDED_BY", attempt, Node("Cause", envelope.causation_id)))
    if not went_well and ended.node_id:
        failure = {"rank": ended.rank, "exit_code": ended.exit_code, "signal": ended.signal}
        rows.append(Edge("FAILED_ON", attempt, Node("Node", ended.node_id), failure))
    return rows


def _node_lost(lost: fact.NodeLost, envelope: Envelope[Record]) -> list[GraphRow]:
    node = Node("Node", lost.node_id, {"lost_at_ms": envelope.occurred_at_ms})
    return [Edge("LOST_BY", node, Node("Cause", envelope.causation_id))] if envelope.causation_id else [node]


def _job(job_id: str, envelope: Envelope[Record]) -> Node:
    return Node("Job", job_id, {"tenant": envelope.tenant})


def _attempt(job_id: str, attempt: int, **properties: Any) -> Node:
    return Node("Attempt", f"{job_id}/{attempt}", {"attempt": attempt, **properties})
