"""A retry avoids the nodes where earlier attempts failed, as long as other nodes exist (ADR 26).

A bad node fails its jobs early, is free again at once and would get the next job: it would drain the queue.
So a job records the last NODES_AVOIDED_MAX nodes where its attempts failed, were refused or were lost. It is
not placed there, and waits instead, as long as the other open nodes could hold it when empty. When they could
not, it may be placed anywhere.
"""

from __future__ import annotations

from muster.cluster.occupancy import avoided_now, avoids_after
from muster.events.job_events import AttemptEnded
from muster.scheduler.core.placement import gpu_models
from muster.scheduler.core.state.job import Job, PlacementClass
from muster.scheduler.core.state.state import State


def note(job: Job, ended: AttemptEnded) -> None:
    """Record the node of an attempt that failed, was refused or was lost."""
    avoids = avoids_after(job.avoids, ended)
    if avoids != job.avoids:
        job.avoids = avoids
        job.placement_class = job.placement_class._replace(avoids=tuple(sorted(avoids)))


def avoided(state: State, needs: PlacementClass) -> tuple[str, ...]:
    """The known nodes that a gang must avoid now; empty when the other nodes could not hold it."""
    if not needs.avoids:
        return ()
    shapes = gpu_models.in_order(state, needs)
    return avoided_now(state.cluster, state.nodes, needs.avoids, shapes, needs.ranks, needs.where)
