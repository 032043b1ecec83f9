"""What queues would count if bound jobs yielded and waiting ones were placed: for trials."""

from __future__ import annotations

from collections.abc import Sequence

from muster.cluster import Placement
from muster.queues.tree import Used
from muster.queues.trial import Trial
from muster.scheduler.core.evolve import holdings
from muster.scheduler.core.move import elastic
from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.state import State


def yields(state: State, counts: Trial, job: Job, ranks_kept: int = 0) -> None:
    """Count a bound job as holding no more than its first ranks."""
    queue = holdings.queue_of(state, job)
    counts.count(queue, queue.sharer_of(job.tenant, job.spec), holdings.held_by(state, job), -1)
    if ranks_kept:
        holds(state, counts, job, elastic.placements_of(job)[:ranks_kept])


def holds(state: State, counts: Trial, job: Job, placements: Sequence[Placement]) -> None:
    """Count a job as holding these placements."""
    ranks: dict[str, int] = {}
    for placement in placements:
        model = state.nodes[placement.node_id].joined.gpu_model
        ranks[model] = ranks.get(model, 0) + 1
    on_spot = sum(state.cluster.is_spot(placement.node_id) for placement in placements)
    queue = holdings.queue_of(state, job)
    best_effort = job.attempt is not None and job.attempt.guaranteed_until_ms > 0
    held = Used.by_gang(job.shape, ranks, on_spot, tier=job.spec.tier, best_effort=best_effort)
    counts.count(queue, queue.sharer_of(job.tenant, job.spec), held, +1)
