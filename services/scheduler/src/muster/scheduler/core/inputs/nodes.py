"""Nodes and GPUs: an observation of the failure detector becomes a fact if it changes the state.

The detector (edge/detector.py) decides when a node is suspected or lost; this module decides what follows. A
suspected node gets no new jobs and keeps those that it runs. It recovers once heartbeats arrive, all orders
are stored and all stop orders answered. The attempts on a lost node are given up: they
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
    NodeNoted,
    NodeReclaiming,
    NodeRecovered,
    NodeRefused,
    NodeRelocated,
    NodeSpared,
    NodeSuspected,
    SilenceCause,
)
from muster.events.task_events import (
    AgentStarted,
    NodeNoteReported,
    NodeReclaimAnnounced,
    NodeReclaimWithdrawn,
)
from muster.scheduler.core import limits
from muster.scheduler.core.batch import orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.evolve import nodes as evolve_nodes
from muster.scheduler.core.evolve import reconcile
from muster.scheduler.core.inputs import attempts
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.state import State
from muster.scheduler.core.watch import faults, suspects, unanswered

_UNSTORED: Final = SilenceCause.ORDER_NOT_STORED
_UNKNOWN_DRAIN: Final = orders.Drain(limits.GRACE_MS_UNKNOWN)

Observation = (
    NodeJoined | NodeSuspected | NodeRecovered | NodeLost | NodeForgotten | NodeRefused | NodeRelocated
    | GpuUnhealthy | GpuRecovered
)  # fmt: skip


def observed(batch: BatchContext, event: Observation) -> None:
    """Handle an observation of the failure detector; one without a change reports that a node was heard."""
    node = batch.state.nodes.get(event.node_id)
    if _changes_state(batch.state, node, event):
        _carry_out(batch, event, node)
    if _is_heard(event) and event.node_id in batch.state.nodes:
        evolve_nodes.record_heartbeat(batch.state, event.node_id)


def _is_heard(event: Observation) -> bool:
    """Whether an observation was made of a heartbeat, rather than of its absence."""
    if isinstance(event, NodeSuspected | NodeLost):
        return event.cause is SilenceCause.ORDER_NOT_STORED
    return isinstance(event, NodeJoined | NodeRecovered)


def _carry_out(batch: BatchContext, event: Observation, node: Node | None) -> None:
    before = [] if node is None else _live_jobs(batch, event.node_id)
    boot_before = "" if node is None else node.introduced.machine_boot_id
    batch.emit(event)
    if isinstance(event, NodeJoined) and node is not None:
        faults.rebooted(batch, node, event, boot_before)
    lost = [job_id for job_id in before if job_id not in _live_jobs(batch, event.node_id)]
    _give_up(batch, event.node_id, lost)


def agent_started(batch: BatchContext, event: AgentStarted) -> None:
    """Reconcile what an agent runs with what it should run."""
    found = reconcile.found_running(batch.state, event)
    lost = reconcile.given_up(batch.state, event)
    strangers = reconcile.strangers(batch.state, event)
    batch.observe(event)
    if (
        event.fresh
        and (node := batch.state.nodes.get(event.node_id)) is not None
        and node.reclaim is not None
    ):
        batch.emit(NodeSpared(node_id=event.node_id, reason="another machine has its name"))
    for ref in strangers:
        orders.stop_ref(batch, event.node_id, ref, "this attempt should not run here", _UNKNOWN_DRAIN)
    for job_id in found:
        attempts.settle(batch, job_id)
    _give_up(batch, event.node_id, lost)
    suspects.asked_again(batch, event.node_id)


def reclaim_reported(batch: BatchContext, event: NodeReclaimAnnounced | NodeReclaimWithdrawn) -> None:
    """Close a node that will be reclaimed, or open it again if the same announcement was withdrawn.

    The agent says how much time is left, and the deadline follows by the scheduler's time, so the clocks of
    nodes do not matter. A report that was long on its way makes it too late, never too early: an announcement
    is repeated while it stands, and only an earlier deadline counts.
    """
    state = batch.state
    node = state.nodes.get(event.node_id)
    if node is None:
        return
    known = node.reclaim
    same = known is not None and known.notice_id == event.notice_id
    if isinstance(event, NodeReclaimWithdrawn):
        if same:
            batch.emit(NodeSpared(node_id=event.node_id, reason="the announcement was withdrawn"))
        return
    deadline_ms = None
    if event.remaining_ms is not None:
        deadline_ms = state.now_ms + min(max(0, event.remaining_ms), limits.RECLAIM_AHEAD_MS_MAX)
    if (
        known is not None
        and (same or deadline_ms is None)
        and not _is_earlier(deadline_ms, known.deadline_ms)
    ):
        return
    batch.emit(
        NodeReclaiming(
            node_id=event.node_id,
            notice_id=event.notice_id,
            deadline_ms=deadline_ms,
            source=event.source,
            reason=event.message,
        )
    )


def noted(batch: BatchContext, event: NodeNoteReported) -> None:
    """Report a problem that a node reports about itself."""
    if event.node_id in batch.state.nodes:
        batch.emit(NodeNoted(node_id=event.node_id, note=event.note))


def _is_earlier(deadline_ms: int | None, known_ms: int | None) -> bool:
    """Whether a deadline is worth a fact: it is the first, or earlier by more than transit varies."""
    if deadline_ms is None:
        return False
    return known_ms is None or deadline_ms < known_ms - limits.RECLAIM_EARLIER_MS


def _changes_state(state: State, node: Node | None, event: Observation) -> bool:
    match event:
        case NodeJoined():
            return node is None or event != node.introduced or node.health is not NodeHealth.READY
        case NodeSuspected(cause=cause):
            unstored = node is not None and cause is _UNSTORED and node.silence is not _UNSTORED
            return node is not None and (
                node.health is NodeHealth.READY or (node.health is NodeHealth.SUSPECTED and unstored)
            )
        case NodeRecovered():
            return (
                node is not None and node.health is not NodeHealth.READY and not unanswered.owes(state, node)
            )
        case NodeLost(cause=cause):
            return node is not None and (node.health is not NodeHealth.LOST or node.silence is not cause)
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
    """Whether a node can be forgotten: it is lost, holds nothing, and has no marks or faults."""
    marked = node.cordoned or node.draining or node.window or node.labels or node.taints
    faulty = node.gpus_unhealthy or node.faults
    holds = node.has_attempts or node.is_reserved
    return node.health is NodeHealth.LOST and not marked and not faulty and not holds


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
