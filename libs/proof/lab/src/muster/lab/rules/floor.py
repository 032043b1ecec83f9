"""Floor: the shared part of the baselines: a cluster and its runs."""

from __future__ import annotations

from muster.cluster import Cluster, Placement
from muster.lab.loads.load import Load, TraceJob
from muster.lab.rules.contender import Start, Stop


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
        self._jobs: dict[str, TraceJob] = {}
        self._leaving: list[str] = []

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
        self._places[job.job_id], self._jobs[job.job_id] = places, job
        return Start(job.job_id, places)

    def end(self, job_id: str) -> TraceJob:
        """Free the resources of a run; returns its job."""
        for place in self._places.pop(job_id):
            self.cluster.give_back(place)
        return self._jobs.pop(job_id)

    def places(self, job_id: str) -> tuple[Placement, ...]:
        """The placements of a running job."""
        return self._places[job_id]

    def leave(self, node_id: str) -> None:
        """Prepare for the loss of a node: nothing starts there any more, and its runs have to stop."""
        self.cluster.set_schedulable(node_id, False)
        self._leaving.append(node_id)

    def gone(self, node_id: str) -> None:
        """A node is gone: nothing starts there."""
        self.cluster.set_schedulable(node_id, False)

    def back(self, node_id: str) -> None:
        """A node is back."""
        self.cluster.set_schedulable(node_id, True)

    def evacuated(self) -> list[Stop]:
        """Return stops of the runs on nodes that will soon be gone; each run once."""
        leaving, self._leaving = {*self._leaving}, []
        if not leaving:
            return []
        runs = self._places.items()
        return [
            Stop(job_id, saves=True)
            for job_id, places in runs
            if any(place.node_id in leaving for place in places)
        ]
