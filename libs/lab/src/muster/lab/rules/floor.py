"""Floor: the shared part of the baselines: a cluster and its runs."""

from __future__ import annotations

from muster.cluster import Cluster, Placement
from muster.lab.loads.load import Load, TraceJob
from muster.lab.rules.contender import Start


class Floor:
    """A cluster on which whole gangs start and end.

    Args:
        load: The load, for its nodes.
        score: The kernel's placement score: "ours", "fgd" or "bestfit".

    Attributes:
        cluster: The kernel.
    """

    def __init__(self, load: Load, score: str) -> None:
        self.cluster = Cluster(score)
        for node in load.nodes:
            self.cluster.add(node)
        self._places: dict[str, tuple[Placement, ...]] = {}

    def find(self, job: TraceJob) -> tuple[Placement, ...] | None:
        """Placements for all ranks, or None."""
        if job.ranks == 1:
            place = self.cluster.find(job.shape)
            return None if place is None else (place,)
        return self.cluster.find_gang(job.shape, job.ranks)

    def start(self, job: TraceJob, places: tuple[Placement, ...]) -> Start:
        """Take the placements."""
        for place in places:
            self.cluster.take(place)
        self._places[job.job_id] = places
        return Start(job.job_id, places)

    def end(self, job_id: str) -> None:
        """Free the resources of a run."""
        for place in self._places.pop(job_id):
            self.cluster.give_back(place)

    def places(self, job_id: str) -> tuple[Placement, ...]:
        """The placements of a running job."""
        return self._places[job_id]
