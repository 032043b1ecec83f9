"""What a record on `job-events` says about the graph in Neo4j. Pure.

    (User)-[:SUBMITTED]->(Job)-[:HAS_ATTEMPT]->(Attempt)-[:RAN_ON {ranks, gpu_milli}]->(Node)
                                               (Attempt)-[:BOUND_AS]->(Gang)
                                               (Attempt)-[:CAUSED_BY]->(Attempt)   the one before, whose end
                                               it follows (Attempt)-[:ENDED_BY]->(Cause)      when it did not
                                               end well (Attempt)-[:FAILED_ON]->(Node)      where the first
                                               rank failed (Node)-[:LOST_BY]->(Cause)

A Cause is the one input of the scheduler (a lost node, a task's end, a command) that several facts follow
from, so "what else ended because of this" is two steps. The graph grows with attempts and the nodes they use,
not with events.
"""

from __future__ import annotations

from typing import Final, assert_never, cast

from muster.events import job_events as fact
from muster.events.shared.command_answers import CommandFact
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Record
from muster.journal.journal import Delivery
from muster.submit.core.job_changes import job_changes
from muster.views.rows import Edge, GraphRow, Node

LABELS: Final = ("User", "Job", "Attempt", "Gang", "Node", "Cause")


def graph_rows(delivery: Delivery[Record]) -> list[GraphRow]:
    """The nodes and edges of one record, in the order in which they apply."""
    payload = cast("fact.Payload", delivery.envelope.payload)
    at_ms, cause = delivery.envelope.occurred_at_ms, delivery.envelope.causation_id
    match payload:
        case fact.JobQueued():
            return _queued(payload, at_ms)
        case fact.GangBound():
            return [_state(payload, at_ms), *_bound(payload, at_ms)]
        case fact.JobStarted():
            return [
                _state(payload, at_ms),
                _attempt(payload.job_id, payload.attempt, {"started_at_ms": at_ms}),
            ]
        case fact.AttemptEnded():
            return _ended(payload, at_ms, cause)
        case (
            fact.JobStopping()
            | fact.JobRequeued()
            | fact.JobSucceeded()
            | fact.JobFailed()
            | fact.JobCancelled()
            | fact.JobSuspended()
            | fact.JobResumed()
        ):
            return [_state(payload, at_ms)]
        case fact.NodeJoined():
            hardware = {"gpu_model": payload.gpu_model, "gpu_count": payload.gpu_count, "lost_at_ms": None}
            return [Node("Node", payload.node_id, hardware)]
        case fact.NodeLost():
            return _node_lost(payload, at_ms, cause)
        case (
            CommandFact()
            | Watermark()
            | fact.PlanFact()
            | fact.JobPending()
            | fact.JobResizing()
            | fact.JobMoving()
            | fact.CheckpointRecorded()
            | fact.NodeFact()
            | fact.QueueFact()
            | fact.ReservationFact()
            | fact.PolicyFact()
        ):
            return []  # nothing that would connect one thing with another
        case _:
            assert_never(payload)


def _queued(queued: fact.JobQueued, at_ms: int) -> list[GraphRow]:
    spec = queued.spec
    job = Node(
        "Job",
        queued.job_id,
        {
            "tenant": queued.tenant,
            "name": spec.name,
            "team": spec.team,
            "project": spec.project,
            "queue": spec.queue,
            "ranks": spec.ranks,
            "state": "QUEUED",
            "submitted_at_ms": at_ms,
        },
    )
    user = Node("User", f"{queued.tenant}/{spec.user}", {"tenant": queued.tenant, "name": spec.user})
    return [Edge("SUBMITTED", user, job)]


def _bound(bound: fact.GangBound, at_ms: int) -> list[GraphRow]:
    attempt = _attempt(bound.job_id, bound.attempt, {"attempt": bound.attempt, "bound_at_ms": at_ms})
    ranks: dict[str, list[int]] = {}
    gpu_milli: dict[str, int] = {}
    for place in bound.placements:
        ranks.setdefault(place.node_id, []).append(place.rank)
        gpu_milli[place.node_id] = gpu_milli.get(place.node_id, 0) + place.gpu_milli * len(place.gpu_indices)
    gang = Node(
        "Gang",
        attempt.key,
        {
            "ranks": len(bound.placements),
            "nodes": len(ranks),
            "gpu_milli": sum(gpu_milli.values()),
            "waited_ms": bound.waited_ms,
            "master": f"{bound.master_address}:{bound.master_port}",
        },
    )
    rows: list[GraphRow] = [
        Edge("HAS_ATTEMPT", Node("Job", bound.job_id), attempt),
        Edge("BOUND_AS", attempt, gang),
    ]
    if bound.attempt > 1:
        rows.append(Edge("CAUSED_BY", attempt, _attempt(bound.job_id, bound.attempt - 1)))
    rows += [
        Edge("RAN_ON", attempt, Node("Node", node), {"ranks": ranks[node], "gpu_milli": gpu_milli[node]})
        for node in sorted(ranks)
    ]
    return rows


def _ended(ended: fact.AttemptEnded, at_ms: int, cause: str | None) -> list[GraphRow]:
    outcome = {"outcome": ended.outcome.value, "exit_code": ended.exit_code, "message": ended.message}
    attempt = _attempt(ended.job_id, ended.attempt, {**outcome, "ended_at_ms": at_ms})
    rows: list[GraphRow] = [attempt]
    if ended.outcome is not fact.AttemptOutcome.SUCCEEDED:
        if cause:
            rows.append(Edge("ENDED_BY", attempt, Node("Cause", cause)))
        if ended.node_id:
            failure = {"rank": ended.rank, "exit_code": ended.exit_code, "signal": ended.signal}
            rows.append(Edge("FAILED_ON", attempt, Node("Node", ended.node_id), failure))
    return rows


def _node_lost(lost: fact.NodeLost, at_ms: int, cause: str | None) -> list[GraphRow]:
    node = Node("Node", lost.node_id, {"lost_at_ms": at_ms})
    return [Edge("LOST_BY", node, Node("Cause", cause)), node] if cause else [node]


def _state(payload: fact.JobPayload, at_ms: int) -> Node:
    return Node("Job", payload.job_id, {"state": job_changes(payload, at_ms)["state"].value})


def _attempt(job_id: str, attempt: int, properties: dict[str, object] | None = None) -> Node:
    return Node("Attempt", f"{job_id}/{attempt}", properties or {})
