"""Nodes and GPUs: an observation of the failure detector becomes a fact if it changes the state.

The detector (edge/detector.py) decides when a node is suspected or lost; this module decides what follows. A
suspected node gets no new jobs and keeps those that it runs. The attempts on a lost node are given up: they
end when the other nodes of their gangs have stopped, and are retried elsewhere. The lost node is ordered to
stop them too, in case it returns.
"""

from __future__ import annotations

from typing import Final, assert_never

from muster.cluster.occupancy import NodeHealth
from muster.events.job_events import (
    GpuRecovered,
    GpuUnhealthy,
    NodeForgotten,
    NodeJoined,
    NodeLost,
    NodeRecovered,
    NodeRefused,
    NodeRelocated,
    NodeSuspected,
)
from muster.events.task_events import AgentStarted
from muster.scheduler.core import limits
from muster.scheduler.core.batch import orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.evolve import reconcile
from muster.scheduler.core.inputs import attempts
from muster.scheduler.core.state.node import Node

_UNKNOWN_DRAIN: Final = orders.Drain(limits.GRACE_MS_UNKNOWN)

Observation = (
    NodeJoined | NodeSuspected | NodeRecovered | NodeLost | NodeForgotten | NodeRefused | NodeRelocated
    | GpuUnhealthy | GpuRecovered
)  # fmt: skip


def observed(batch: BatchContext, event: Observation) -> None:
    """Handle an observation of the failure detector; without effect if it changes nothing."""
    node = batch.state.nodes.get(event.node_id)
    if not _changes_state(node, event):
        return
    before = [] if node is None else _live_jobs(batch, event.node_id)
    batch.emit(event)
    lost = [job_id for job_id in before if job_id not in _live_jobs(batch, event.node_id)]
    _give_up(batch, event.node_id, lost)


def agent_started(batch: BatchContext, event: AgentStarted) -> None:
    """Reconcile what an agent runs with what it should run."""
    found = reconcile.found_running(batch.state, event)
    lost = reconcile.given_up(batch.state, event)
    strangers = reconcile.strangers(batch.state, event)
    batch.observe(event)
    for ref in strangers:
        orders.stop_ref(batch, event.node_id, ref, "this attempt should not run here", _UNKNOWN_DRAIN)
    for job_id in found:
        attempts.settle(batch, job_id)
    _give_up(batch, event.node_id, lost)


def _changes_state(node: Node | None, event: Observation) -> bool:
    match event:
        case NodeJoined():
            return node is None or event != node.introduced or node.health is not NodeHealth.READY
        case NodeSuspected():
            return node is not None and node.health is NodeHealth.READY
        case NodeRecovered():
            return node is not None and node.health is not NodeHealth.READY
        case NodeLost():
            return node is not None and node.health is not NodeHealth.LOST
        case NodeForgotten():
            return node is not None and _is_forgettable(node)
        case NodeRefused():
            return True
        case NodeRelocated(location=location):
            return node is not None and node.introduced.location != location
        case GpuUnhealthy(gpu_index=index):
            return (
                node is not None
                and 0 <= index < node.introduced.gpu_count
                and index not in node.gpus_unhealthy
            )
        case GpuRecovered(gpu_index=index):
            return node is not None and index in node.gpus_unhealthy
        case _:
            assert_never(event)


def _is_forgettable(node: Node) -> bool:
    """Whether a node can go without a trace: it is lost, holds nothing, and nothing was said of it."""
    marked = node.cordoned or node.draining or node.window or node.labels or node.taints or node.reservations
    holds = node.job_ids or node.kept or node.held_for or node.successor or node.gpus_unhealthy
    return node.health is NodeHealth.LOST and not marked and not holds


def _live_jobs(batch: BatchContext, node_id: str) -> list[str]:
    """Jobs with a task on the node that is not over, by id."""
    live: list[str] = []
    for job_id in sorted(batch.state.nodes[node_id].job_ids):
        attempt = batch.state.jobs[job_id].attempt
        if attempt is not None and not attempt.tasks[node_id].exited:
            live.append(job_id)
    return live


def _give_up(batch: BatchContext, node_id: str, lost: list[str]) -> None:
    for job_id in lost:
        orders.stop_on(batch, node_id, batch.state.jobs[job_id], "this attempt was given up")
        attempts.settle(batch, job_id)
