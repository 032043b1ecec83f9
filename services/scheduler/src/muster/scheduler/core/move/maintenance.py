"""Nodes are closed gently: drained, or for a window that was scheduled (ADR 29).

    cordon    nothing new is placed there; what runs goes on
    drain     nothing new, and what runs there is moved: it stops with its grace, as for a checkpoint, and
              waits again in its place; the attempt counts neither as failed nor as lost
    window    until it starts, only what is believed to have ended by then (its stated bound: 90 %, at most
              the wall time limit) is placed there; then as drained, until it ends

Production inference is never stopped for want of a place: it is moved only when there is room for it
elsewhere, one job at a time; until then its node stays as it is, and the window waits for it.
"""

from __future__ import annotations

from muster.events.job_commands import Tier
from muster.events.job_events import MaintenanceEnded, MaintenanceStarted
from muster.jobs.lifecycle import JobState
from muster.scheduler.core.batch import orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.move import elastic
from muster.scheduler.core.placement import search
from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.state import State


def update_windows(batch: BatchContext) -> None:
    """Begin and end the windows that are due."""
    state = batch.state
    while due := state.windows.due(state.now_ms):
        for node_id in due:
            _update_window(batch, node_id)


def move(batch: BatchContext) -> None:
    """Ask what runs on nodes that are to be empty to stop; after the waiting jobs have been placed."""
    state = batch.state
    for node_id in sorted(state.leaving):
        node = state.nodes[node_id]
        for job_id in sorted(node.job_ids):
            if _may_move(state, state.jobs[job_id]):
                orders.stop(batch, state.jobs[job_id], _why(node), requeues=True)


def deadline_ms(state: State) -> int | None:
    """When a window begins or ends next."""
    return state.windows.next_ms


def _update_window(batch: BatchContext, node_id: str) -> None:
    window = batch.state.nodes[node_id].window
    if window is not None and (window.begun or window.ends_at_ms <= batch.state.now_ms):
        batch.emit(MaintenanceEnded(node_id=node_id))
    else:
        batch.emit(MaintenanceStarted(node_id=node_id))


def _may_move(state: State, job: Job) -> bool:
    """Whether a job on a node that is to be empty is asked to stop now."""
    if job.state is JobState.STOPPING or job.stop_request is not None:
        return False
    return job.spec.tier is not Tier.PRODUCTION_INFERENCE or _has_another_placement(state, job)


def _has_another_placement(state: State, job: Job) -> bool:
    """Whether there is room for it elsewhere that nobody else who is being moved counts on."""
    moving = (state.jobs[job_id] for node_id in state.leaving for job_id in state.nodes[node_id].job_ids)
    if any(other.spec.tier is job.spec.tier and other.state is JobState.STOPPING for other in moving):
        return False
    held = elastic.placements_of(job)
    with state.cluster.trial():
        elastic.give_back(state, held)
        return search.find_for(state, job, job.placement_class._replace(ranks=len(held))) is not None


def _why(node: Node) -> str:
    name = node.joined.node_id
    return f"{name} is being drained" if node.draining else f"maintenance of {name} has begun"
