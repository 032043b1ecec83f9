"""Binding: emits that a gang is bound, or that GPUs are cut for it, and the start orders that follow."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from muster.cluster import MIG, Placement, Shape
from muster.events.job_events import GangBound, GpuGeometryChanged, RankPlacement, RankShape
from muster.jobs.values.quantities import format_duration
from muster.queues import forecast
from muster.scheduler.core.batch import orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.placement import constraints, geometry, search
from muster.scheduler.core.state import gpu_sharing
from muster.scheduler.core.state.job import Job, PlacementClass
from muster.scheduler.core.state.node import port_for
from muster.scheduler.core.state.state import State

_SHAPES_REMEMBERED: Final = 4_096
"""Number of shapes whose field of facts is cached. It affects speed only."""


def bind(
    batch: BatchContext, job: Job, placements: Sequence[Placement], because: str, gap_of: str = ""
) -> None:
    """Bind a waiting job to free placements, given in rank order.

    Args:
        batch: The batch.
        job: The job.
        placements: Where.
        because: The reason, as the fact says it.
        gap_of: The job that these nodes are kept for, if this one fills the gap until that fits.
    """
    master = batch.state.nodes[placements[0].node_id]
    until_ms = None if gap_of else _guaranteed_until_ms(batch.state, job)
    batch.emit(
        GangBound(
            job_id=job.job_id,
            attempt=job.attempts + 1,
            placements=tuple([rank_placement(rank, placement) for rank, placement in enumerate(placements)]),
            master_address=master.joined.address,
            master_port=port_for(master),
            waited_ms=batch.state.now_ms - job.queued_at_ms,
            reason=because if until_ms is None else f"{because}; {_guaranteed(batch.state)}",
            tenant=job.tenant,
            queue=job.spec.queue,
            each=rank_shape(job.shape),
            gap_of=gap_of,
            guaranteed_until_ms=until_ms,
        )
    )
    if job.attempt is not None:
        orders.start(batch, job, job.attempt)


def _guaranteed_until_ms(state: State, job: Job) -> int | None:
    """End of the guaranteed duration of a best-effort job bound now, ms since 1970 UTC; None: no such end.

    Not for fillers of a backfill window, which yield when the window's gang fits.
    """
    key = job.scheduling_key
    if state.demand.quota_milli is None or key is None:
        return None
    if not forecast.is_best_effort(state.queues.by_key[key.queue], key):
        return None
    return state.now_ms + state.policy.guaranteed_duration_ms


def _guaranteed(state: State) -> str:
    return f"its GPUs are guaranteed for {format_duration(state.policy.guaranteed_duration_ms)}"


def find_by_cutting(batch: BatchContext, job: Job, needs: PlacementClass) -> tuple[Placement, ...] | None:
    """Change the geometry of empty GPUs so that a waiting job fits.

    Args:
        batch: The batch.
        job: A job that does not fit with the present geometries.
        needs: Its placement class, or a narrower one.

    Returns:
        Its placements in rank order; None, with nothing changed, if that does not help.
    """
    bounded = constraints.bounded(batch.state, job, needs)
    changed, cut = geometry.changes(batch.state, bounded), needs.shape.sharing == MIG
    for node_id, index in changed:
        batch.emit(GpuGeometryChanged(node_id=node_id, gpu_index=index, cut=cut, for_job_id=job.job_id))
    return search.find_for(batch.state, job, needs) if changed else None


@lru_cache(maxsize=_SHAPES_REMEMBERED)
def rank_shape(shape: Shape) -> RankShape:
    """Convert the resources of one rank, besides its GPUs, to a field of facts."""
    return RankShape(
        cpu_milli=shape.cpu_milli,
        memory_mib=shape.memory_mib,
        gpu_models=shape.gpu_models,
        sharing_key=shape.sharing,
    )


def rank_placement(rank: int, placement: Placement) -> RankPlacement:
    """Convert the placement of one rank to a field of facts."""
    return RankPlacement(
        rank=rank,
        node_id=placement.node_id,
        gpu_indices=placement.gpu_indices,
        gpu_milli=placement.shape.gpu_milli,
        sharing=gpu_sharing.sharing_of(placement.shape.sharing),
        mig_profile=placement.instance.profile if placement.instance else None,
        mig_start=placement.instance.start if placement.instance else None,
    )
