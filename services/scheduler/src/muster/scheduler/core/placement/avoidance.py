"""A retry avoids the nodes where earlier attempts failed, as long as other nodes exist (ADR 26).

A bad node fails its jobs early, is free again at once and would get the next job: it would drain the queue.
So a job records the last NODES_AVOIDED_MAX nodes where its attempts failed, were refused or were lost. It is
not placed there, and waits instead, as long as the other open nodes could hold it when empty. When they could
not, it may be placed anywhere.
"""

from __future__ import annotations

from muster.events.job_events import AttemptEnded, AttemptOutcome
from muster.scheduler.core.limits import NODES_AVOIDED_MAX
from muster.scheduler.core.placement import gpu_models
from muster.scheduler.core.state.job import Job, PlacementClass
from muster.scheduler.core.state.state import State

_BLAMED = (AttemptOutcome.FAILED, AttemptOutcome.REFUSED, AttemptOutcome.LOST)


def note(job: Job, ended: AttemptEnded) -> None:
    """Record the node of an attempt that failed, was refused or was lost."""
    if ended.outcome in _BLAMED and ended.node_id is not None:
        others = [node_id for node_id in job.avoids if node_id != ended.node_id]
        job.avoids = (*others, ended.node_id)[-NODES_AVOIDED_MAX:]
        job.placement_class = job.placement_class._replace(avoids=tuple(sorted(job.avoids)))


def avoided(state: State, needs: PlacementClass) -> tuple[str, ...]:
    """The known nodes that a gang must avoid now; empty when the other nodes could not hold it."""
    if not needs.avoids:
        return ()
    known = tuple(node_id for node_id in needs.avoids if node_id in state.nodes)
    if known and any(
        state.cluster.fits_open(shape, needs.ranks, needs.where, without=known)
        for shape in gpu_models.in_order(state, needs)
    ):
        return known
    return ()
