"""Tentative queue counts, as if bound jobs yielded and waiting jobs were placed: for trials."""

from __future__ import annotations

from collections.abc import Sequence

from muster.cluster import Placement
from muster.queues.tree import Used
from muster.queues.trial import Trial
from muster.scheduler.core.evolve import holdings
from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.state import State


def yields(state: State, counts: Trial, job: Job, ranks_kept: int = 0) -> None:
    """Count a bound job as holding no more than its first ranks."""
    resizes(state, counts, job, len(job.placements), ranks_kept)


def resizes(state: State, counts: Trial, job: Job, ranks_from: int, ranks_to: int) -> None:
    """Change the number of a bound job's first ranks that are counted; 0: the job is not counted at all."""
    queue, held = holdings.queue_of(state, job), job.placements
    for ranks, sign in ((ranks_from, -1), (ranks_to, +1)):
        if ranks:
            used = holdings.held_by(state, job) if ranks == len(held) else _used(state, job, held[:ranks])
            counts.count(queue, queue.sharer_of(job.tenant, job.spec), used, sign)


def holds(state: State, counts: Trial, job: Job, placements: Sequence[Placement]) -> None:
    """Count a job as holding these placements."""
    queue = holdings.queue_of(state, job)
    counts.count(queue, queue.sharer_of(job.tenant, job.spec), _used(state, job, placements), +1)


def _used(state: State, job: Job, placements: Sequence[Placement]) -> Used:
    """Return the amounts that a job would hold with these placements."""
    ranks: dict[str, int] = {}
    for placement in placements:
        model = state.nodes[placement.node_id].joined.gpu_model
        ranks[model] = ranks.get(model, 0) + 1
    on_spot = sum(state.cluster.is_spot(placement.node_id) for placement in placements)
    best_effort = job.attempt is not None and job.attempt.guaranteed_until_ms > 0
    return Used.by_gang(job.shape, ranks, on_spot, tier=job.spec.tier, best_effort=best_effort)
