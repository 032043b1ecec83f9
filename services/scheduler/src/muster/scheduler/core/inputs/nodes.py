"""Nodes and GPUs: what the failure detector observed becomes fact, unless the state says so already.

The detector (edge/detector.py) decides when silence means something; here is decided what follows. A
suspected node gets nothing new, and what runs there goes on. A lost one gives up its attempts: they end when
the other nodes of their gangs have stopped, and are tried again elsewhere. It is ordered to stop them too,
for the day it returns.
"""

from __future__ import annotations

from typing import assert_never

from muster.cluster.occupancy import NodeHealth
from muster.events.job_events import (
    GpuRecovered,
    GpuUnhealthy,
    NodeJoined,
    NodeLost,
    NodeRecovered,
    NodeRelocated,
    NodeSuspected,
)
from muster.events.task_events import AgentStarted
from muster.scheduler.core.batch import orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.evolve import reconcile
from muster.scheduler.core.inputs import attempts
from muster.scheduler.core.state.node import Node

Observation = (
    NodeJoined | NodeSuspected | NodeRecovered | NodeLost | NodeRelocated | GpuUnhealthy | GpuRecovered
)  # fmt: skip


def observed(batch: BatchContext, event: Observation) -> None:
    """Take note of what the failure detector saw, if it is news."""
    node = batch.state.nodes.get(event.node_id)
    if not _is_news(node, event):
        return
    before = [] if node is None else _live_jobs(batch, event.node_id)
    batch.emit(event)
    lost = [job_id for job_id in before if job_id not in _live_jobs(batch, event.node_id)]
    _draw_consequences(batch, event.node_id, lost)


def agent_started(batch: BatchContext, event: AgentStarted) -> None:
    """Reconcile what an agent runs with what it should."""
    found = reconcile.found_running(batch.state, event)
    lost = reconcile.given_up(batch.state, event)
    strangers = reconcile.strangers(batch.state, event)
    batch.observe(event)
    for ref in strangers:
        orders.stop_ref(batch, event.node_id, ref, "this attempt should not run here")
    for job_id in found:
        attempts.settle(batch, job_id)
    _draw_consequences(batch, event.node_id, lost)


def _is_news(node: Node | None, event: Observation) -> bool:
    match event:
        case NodeJoined():
            return node is None or event != node.introduced or node.health is not NodeHealth.READY
        case NodeSuspected():
            return node is not None and node.health is NodeHealth.READY
        case NodeRecovered():
            return node is not None and node.health is not NodeHealth.READY
        case NodeLost():
            return node is not None and node.health is not NodeHealth.LOST
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


def _live_jobs(batch: BatchContext, node_id: str) -> list[str]:
    """Jobs with a task on the node that is not over, by id."""
    live: list[str] = []
    for job_id in sorted(batch.state.nodes[node_id].job_ids):
        attempt = batch.state.jobs[job_id].attempt
        if attempt is not None and not attempt.tasks[node_id].exited:
            live.append(job_id)
    return live


def _draw_consequences(batch: BatchContext, node_id: str, lost: list[str]) -> None:
    for job_id in lost:
        orders.stop_on(batch, node_id, batch.state.jobs[job_id], "this attempt was given up")
        attempts.settle(batch, job_id)
