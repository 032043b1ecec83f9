"""Binding: the fact that a gang has its places, and the orders that follow from it."""

from __future__ import annotations

from collections.abc import Sequence

from muster.cluster import Placement
from muster.events.job_events import GangBound, RankPlacement
from muster.scheduler.core import orders
from muster.scheduler.core.job import Job
from muster.scheduler.core.turn import Turn


def bind(turn: Turn, job: Job, placements: Sequence[Placement], because: str) -> None:
    """Bind a waiting job to places that are free, in rank order."""
    master = turn.state.nodes[placements[0].node_id]
    milli = job.shape.gpu_milli
    turn.emit(
        GangBound(
            job_id=job.job_id,
            attempt=job.attempts + 1,
            placements=tuple(
                RankPlacement(rank=rank, node_id=p.node_id, gpu_indices=p.gpu_indices, gpu_milli=milli)
                for rank, p in enumerate(placements)
            ),
            master_address=master.joined.address,
            master_port=orders.port_for(master),
            waited_ms=turn.state.now_ms - job.queued_at_ms,
            reason=because,
        )
    )
    if job.attempt is not None:
        orders.start(turn, job, job.attempt)
