"""A retry avoids the nodes where the attempts before it went wrong, while others exist (ADR 26).

A bad node ends its jobs early, is free again at once, and would be given the next one: it eats the queue. So
a job remembers the last NODES_AVOIDED_MAX nodes that its attempts failed on, were refused by, or were lost
with, and is not placed there, as long as the other open nodes would hold it when empty; it waits for them
rather. When they would not, it may go anywhere.
"""

from __future__ import annotations

from muster.events.job_events import AttemptEnded, AttemptOutcome
from muster.scheduler.core.limits import NODES_AVOIDED_MAX
from muster.scheduler.core.placement import gpu_models
from muster.scheduler.core.state.job import Job, PlacementClass
from muster.scheduler.core.state.state import State

_BLAMED = (AttemptOutcome.FAILED, AttemptOutcome.REFUSED, AttemptOutcome.LOST)


def note(job: Job, ended: AttemptEnded) -> None:
    """Remember where an attempt went wrong."""
    if ended.outcome in _BLAMED and ended.node_id is not None:
        others = [node_id for node_id in job.avoids if node_id != ended.node_id]
        job.avoids = (*others, ended.node_id)[-NODES_AVOIDED_MAX:]
        job.placement_class = job.placement_class._replace(avoids=tuple(sorted(job.avoids)))


def avoided(state: State, needs: PlacementClass) -> tuple[str, ...]:
    """The nodes that a gang is kept from now: those it avoids, while the others would do."""
    if needs.avoids and any(
        state.cluster.fits_open(shape, needs.ranks, needs.where, without=needs.avoids)
        for shape in gpu_models.in_order(state, needs)
    ):
        return needs.avoids
    return ()
