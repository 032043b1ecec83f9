"""Binding: the fact that a gang has its places, and the orders that follow from it."""

from __future__ import annotations

from collections.abc import Sequence

from muster.cluster import Placement
from muster.events.job_events import GangBound, RankPlacement
from muster.scheduler.core import orders, policy_sharing
from muster.scheduler.core.job import Job
from muster.scheduler.core.turn import Turn


def bind(turn: Turn, job: Job, placements: Sequence[Placement], because: str) -> None:
    """Bind a waiting job to places that are free, in rank order."""
    master = turn.state.nodes[placements[0].node_id]
    turn.emit(
        GangBound(
            job_id=job.job_id,
            attempt=job.attempts + 1,
            placements=tuple(rank_placement(rank, place) for rank, place in enumerate(placements)),
            master_address=master.joined.address,
            master_port=orders.port_for(master),
            waited_ms=turn.state.now_ms - job.queued_at_ms,
            reason=because,
        )
    )
    if job.attempt is not None:
        orders.start(turn, job, job.attempt)


def rank_placement(rank: int, place: Placement) -> RankPlacement:
    """Where one rank runs, as facts say it."""
    return RankPlacement(
        rank=rank,
        node_id=place.node_id,
        gpu_indices=place.gpu_indices,
        gpu_milli=place.shape.gpu_milli,
        sharing=policy_sharing.sharing_of(place.shape.sharing),
        mig_profile=place.instance.profile if place.instance else None,
        mig_start=place.instance.start if place.instance else None,
    )
