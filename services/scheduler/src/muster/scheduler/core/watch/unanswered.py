"""Nodes that do not take their orders: no new jobs are placed there (ADR 171).

A node may be silent for its whole lease, up to an hour, and a live agent may fail to receive orders. Such a
node is suspected, even while it beats: if it does not answer a stop order in time, until it answers; and if
its heartbeats show that it does not store an order in time, until they show that it has stored all of them.
An order that is stored may take as long as it needs. Running jobs stay until the lease expires, counted from
the end of the time for storing if the node beats.
"""

from __future__ import annotations

from muster.cluster.occupancy import NodeHealth
from muster.events.job_events import NodeLost, NodeSuspected, SilenceCause
from muster.events.node_heartbeats import NodeHeartbeat
from muster.scheduler.core import limits
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.evolve import watching
from muster.scheduler.core.state.job import Attempt, Job
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.state import State


def look_at(batch: BatchContext, job: Job, attempt: Attempt) -> None:
    """Suspect the nodes that have not answered in time."""
    state = batch.state
    for node_id in attempt.tasks:
        node = state.nodes[node_id]
        if node.health is NodeHealth.READY and owes(state, node):
            since_ms = attempt.tasks[node_id].answers_by_ms
            silent_ms = max(0, state.now_ms - since_ms)
            cause = SilenceCause.STOP_UNANSWERED
            batch.emit(NodeSuspected(node_id=node_id, silent_ms=silent_ms, cause=cause))
    watching.renew(state, job)


def owes(state: State, node: Node) -> bool:
    """Whether a node has left an order to stop unanswered for too long."""
    for job_id in node.job_ids:
        attempt = state.jobs[job_id].attempt
        task = attempt.tasks[node.joined.node_id] if attempt else None
        if task is not None and not task.exited and 0 < task.answers_by_ms <= state.now_ms:
            return True
    return False


def doubt(node: Node, beat: NodeHeartbeat, waits_ms: int) -> NodeSuspected | NodeLost | None:
    """Judge a node that beats and has left an order unstored for `waits_ms`; None: nothing changes yet."""
    cause = SilenceCause.ORDER_NOT_STORED
    known = node.silence is cause
    if node.health is NodeHealth.LOST:
        return None if known else NodeLost(node_id=beat.node_id, silent_ms=waits_ms, cause=cause)
    if not known and waits_ms >= limits.ORDER_STORED_MS:
        return NodeSuspected(node_id=beat.node_id, silent_ms=waits_ms, cause=cause)
    if known and waits_ms >= limits.ORDER_STORED_MS + beat.lease_ms:
        return NodeLost(node_id=beat.node_id, silent_ms=waits_ms, cause=cause)
    return None
