"""How fast jobs may save, so that all of them together do not drown the store (ADR 92, ADR 100).

    a job               what its nodes store, at most policy.job_upload_bytes_per_s
    taken away          all that its nodes store (move.taken): its time is short, and it has its turn
    all that stop       policy.store_upload_bytes_per_s
    all that run        policy.background_upload_bytes_per_s, each the part of it that it holds of the cell

A drain waits until the store has as much left as its jobs may use (move.maintenance). What somebody waits
for (a preemption, a suspension, another size) does not wait: it has what is left, and at least the store's
bandwidth divided by SHARES.
"""

from __future__ import annotations

from typing import Final

from muster.jobs.lifecycle import JobState
from muster.scheduler.core.state.job import Attempt, Job
from muster.scheduler.core.state.state import State

SHARES: Final = 100
"""A stop that does not wait for its turn has at least the store's bandwidth divided by this."""


def of_job(state: State, job: Job) -> int:
    """What a job may use when it stops, bytes per second."""
    return min(of_nodes(state, job), state.policy.job_upload_bytes_per_s)


def in_background(state: State, attempt: Attempt) -> int:
    """What a job that starts may use while it runs, bytes per second.

    Its part of what all that run have is the mean of its parts of all GPUs and all CPUs. None is held twice,
    so the parts of all jobs are one at most, whoever starts and ends.
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
    """What the nodes of a job store, at most what the store takes, bytes per second."""
    nodes = len(job.attempt.tasks) if job.attempt else 1
    return min(nodes * state.policy.node_upload_bytes_per_s, state.policy.store_upload_bytes_per_s)


def left(state: State) -> int:
    """What the store has left beside those that save already, bytes per second."""
    return max(0, state.policy.store_upload_bytes_per_s - state.uploads.bytes_per_s)


def left_for(state: State, job: Job) -> int:
    """What a job has that stops now, whatever the others do, bytes per second."""
    return min(of_job(state, job), max(left(state), state.policy.store_upload_bytes_per_s // SHARES))


def is_promised(state: State) -> bool:
    """Whether jobs on nodes that will be taken away have yet to begin to save: drains wait for them."""
    on_taken = (state.jobs[job_id] for node_id in state.taken for job_id in state.nodes[node_id].job_ids)
    return any(
        job.spec.checkpoint.enabled and job.state is not JobState.STOPPING and job.stop_request is None
        for job in on_taken
    )
