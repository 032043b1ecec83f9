"""Closing nodes without killing jobs: drains and scheduled maintenance windows (ADR 29).

    cordon    no new jobs are placed on the node; running jobs stay
    drain     no new jobs, and running jobs are moved: they stop with their grace, as for a checkpoint, and
              are queued again with their arrival sequence; the attempt counts neither as failed nor as lost
    window    until it starts, only jobs that are estimated to end by then (90th percentile, at most the
              wall-time limit) are placed on the node; from then until its end the node is drained

Jobs that save take turns, in the order of their nodes: the next one stops when the store has as much
bandwidth left as it may use (batch.bandwidth), and no job on a node to be reclaimed waits to save. A job's
bandwidth is free again when its ranks have ended, so turns need no fixed times.

Production inference is stopped only when there is room for it elsewhere, one job at a time. Until then it
stays on its node, and the maintenance has to wait for it.
"""

from __future__ import annotations

from muster.events.job_commands import Tier
from muster.events.job_events import MaintenanceEnded, MaintenanceStarted
from muster.jobs.lifecycle import JobState
from muster.scheduler.core.batch import bandwidth, orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.move import elastic
from muster.scheduler.core.placement import search
from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.state import State


def update_windows(batch: BatchContext) -> None:
    """Begin and end the maintenance windows that are due."""
    state = batch.state
    while due := state.windows.due(state.now_ms):
        for node_id in due:
            _update_window(batch, node_id)


def move(batch: BatchContext) -> None:
    """Stop jobs on nodes that are to be emptied; called after waiting jobs have been placed."""
    state = batch.state
    full = False
    for node_id in sorted(state.leaving):
        if node_id in state.taken:
            continue  # move.taken drains it
        node = state.nodes[node_id]
        for job in [state.jobs[job_id] for job_id in sorted(node.job_ids)]:
            if not _may_move(state, job):
                continue
            full = full or (job.spec.checkpoint.enabled and not _has_turn(state, job))
            if not (full and job.spec.checkpoint.enabled):
                orders.stop(batch, job, _why(node), requeues=True)


def turn_of(state: State, job: Job) -> int | None:
    """Count the jobs that save before a running job that waits for its turn; None: it waits for no turn.

    Counts the jobs that save now, and those on nodes to be emptied, in the order in which they stop.
    """
    nodes = [state.nodes[node_id] for node_id in job.attempt.tasks] if job.attempt else []
    if not job.spec.checkpoint.enabled or not any(node.leaving for node in nodes):
        return None
    if not _may_move(state, job) or any(node.joined.node_id in state.taken for node in nodes):
        return None
    before: dict[str, None] = {}
    for node_id in sorted(state.leaving.keys() - state.taken.keys()):
        for job_id in sorted(state.nodes[node_id].job_ids):
            if job_id == job.job_id:
                return len(before | dict.fromkeys(state.uploads.by_job))
            other = state.jobs[job_id]
            if other.spec.checkpoint.enabled and _may_move(state, other):
                before[job_id] = None
    return None


def deadline_ms(state: State) -> int | None:
    """When the next window begins or ends, ms since 1970 UTC; None: there is none."""
    return state.windows.next_ms


def _update_window(batch: BatchContext, node_id: str) -> None:
    window = batch.state.nodes[node_id].window
    if window is not None and (window.begun or window.ends_at_ms <= batch.state.now_ms):
        batch.emit(MaintenanceEnded(node_id=node_id))
    else:
        batch.emit(MaintenanceStarted(node_id=node_id))


def _may_move(state: State, job: Job) -> bool:
    """Whether a job on a node that is to be emptied may be stopped now."""
    if job.state is JobState.STOPPING or job.stop_request is not None:
        return False
    return job.spec.tier is not Tier.PRODUCTION_INFERENCE or has_another_placement(state, job)


def has_another_placement(state: State, job: Job) -> bool:
    """Whether there is room elsewhere, and no other job of its tier that is being moved may need it."""
    moving = (state.jobs[job_id] for node_id in state.leaving for job_id in state.nodes[node_id].job_ids)
    if any(other.spec.tier is job.spec.tier and other.state is JobState.STOPPING for other in moving):
        return False
    held = job.placements
    with state.cluster.trial():
        elastic.give_back(state, held)
        return search.find_for(state, job, job.placement_class._replace(ranks=len(held))) is not None


def _has_turn(state: State, job: Job) -> bool:
    """Whether the store has enough bandwidth left for a job to save, and no other job needs it sooner."""
    return bandwidth.of_job(state, job) <= bandwidth.available(state) and not bandwidth.is_promised(state)


def _why(node: Node) -> str:
    name = node.joined.node_id
    return f"{name} is being drained" if node.draining else f"maintenance of {name} has begun"
