"""Nodes that do not answer a stop order in time: no new jobs are placed there.

A node may be silent for its whole lease, up to an hour, and a live agent may fail to receive orders. Such a
node is suspected until it answers, even while it beats; its running jobs stay until its lease expires.
"""

from __future__ import annotations

from muster.cluster.occupancy import NodeHealth
from muster.events.job_events import NodeSuspected
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
            batch.emit(NodeSuspected(node_id=node_id, silent_ms=max(0, state.now_ms - since_ms)))
    watching.renew(state, job)


def owes(state: State, node: Node) -> bool:
    """Whether a node has left an order to stop unanswered for too long."""
    for job_id in node.job_ids:
        attempt = state.jobs[job_id].attempt
        task = attempt.tasks[node.joined.node_id] if attempt else None
        if task is not None and not task.exited and 0 < task.answers_by_ms <= state.now_ms:
            return True
    return False
