"""Upload bandwidth of jobs that save, so that together they do not overload the store (ADR 92, ADR 100).

    one job             the upload bandwidth of its nodes, at most policy.job_upload_bytes_per_s
    job being reclaimed the full bandwidth of its nodes (move.taken): time is short, and it has its own slot
    all stopping jobs   policy.store_upload_bytes_per_s
    all running jobs    policy.background_upload_bytes_per_s, split in proportion to their parts of the cell

A drain waits until the store has as much bandwidth left as its jobs may use (move.maintenance). Stops that
someone is waiting for (preemption, suspension, resize) do not wait: they get what is left, and at least the
store's bandwidth divided by SHARES.
"""

from __future__ import annotations

from typing import Final

from muster.jobs.lifecycle import JobState
from muster.scheduler.core.state.job import Attempt, Job
from muster.scheduler.core.state.state import State

SHARES: Final = 100
"""A stop that does not wait for bandwidth gets at least the store's bandwidth divided by this."""


def of_job(state: State, job: Job) -> int:
    """Upload bandwidth that a job may use when it stops, bytes per second."""
    return min(of_nodes(state, job), state.policy.job_upload_bytes_per_s)


def in_background(state: State, attempt: Attempt) -> int:
    """Upload bandwidth that a starting job may use while it runs, bytes per second.

    Its fraction of the background bandwidth is the mean of its fractions of all GPUs and of all CPUs. No
    resource is held twice, so the fractions of all jobs never add up to more than one.
    """
    policy = state.policy
    if not policy.background_upload_bytes_per_s:
        return policy.job_upload_bytes_per_s
    shapes = [place.shape for task in attempt.tasks.values() for place in task.placements]
    held = (sum([shape.cpu_milli for shape in shapes]), sum([shape.gpu_milli_total for shape in shapes]))
    totals = state.cluster.totals()
    parts = [
        policy.background_upload_bytes_per_s * milli // total
        for milli, total in zip(held, (totals.cpu_milli_total, totals.gpu.total_milli), strict=True)
        if total
    ]
    return min(policy.job_upload_bytes_per_s, max(1, sum(parts) // max(1, len(parts))))


def of_nodes(state: State, job: Job) -> int:
    """Upload bandwidth of a job's nodes, limited by that of the store, bytes per second."""
    nodes = len(job.attempt.tasks) if job.attempt else 1
    return min(nodes * state.policy.node_upload_bytes_per_s, state.policy.store_upload_bytes_per_s)


def available(state: State) -> int:
    """Store bandwidth not used by jobs that are already saving, bytes per second."""
    return max(0, state.policy.store_upload_bytes_per_s - state.uploads.bytes_per_s)


def left_for(state: State, job: Job) -> int:
    """Bandwidth for a job that stops now and cannot wait for others, bytes per second."""
    return min(of_job(state, job), max(available(state), state.policy.store_upload_bytes_per_s // SHARES))


def is_promised(state: State) -> bool:
    """Whether jobs on nodes about to be reclaimed have yet to begin saving: drains wait for them."""
    on_taken = (state.jobs[job_id] for node_id in state.taken for job_id in state.nodes[node_id].job_ids)
    return any(
        job.spec.checkpoint.enabled and job.state is not JobState.STOPPING and job.stop_request is None
        for job in on_taken
    )
