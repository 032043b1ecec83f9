"""Layouts: no tensor-parallel group is divided among NVLink domains; a required unit holds all ranks."""

from __future__ import annotations

from muster.events.job_commands import Strictness, Topology
from muster.events.job_events import GangBound, JobQueued, NodeJoined, NodeRelocated
from muster.events.node_heartbeats import Location
from muster.events.scheduler_log import Batch
from muster.testkit.checker.breach import Breaches

_FIELDS = {"NVLINK_DOMAIN": 4, "LEAF": 3, "SPINE": 2, "CELL": 1}
"""Number of names of a node's path, outermost first, that name the unit of a level."""


class Layouts:
    """Knows the location of every node and the topology that every gang requested."""

    def __init__(self, breaches: Breaches) -> None:
        self._breaches = breaches
        self._places: dict[str, Location] = {}
        self._asked: dict[str, Topology] = {}

    def take(self, batch: Batch) -> None:
        """Check one batch."""
        for decision in batch.decisions:
            match decision.payload:
                case (
                    NodeJoined(node_id=node_id, location=location)
                    | NodeRelocated(node_id=node_id, location=location)
                ):
                    self._places[node_id] = location
                case JobQueued(job_id=job_id, spec=spec) if spec.topology is not None:
                    self._asked[job_id] = spec.topology
                case GangBound(job_id=job_id) as bound if job_id in self._asked:
                    self._check(decision.event_id, self._asked[job_id], bound)
                case _:
                    pass  # moves no node and places nothing

    def _check(self, at: str, asked: Topology, bound: GangBound) -> None:
        nodes = [place.node_id for place in bound.placements]
        size = asked.tensor_parallel_ranks
        for first in range(0, len(nodes), size):
            domains = {self._unit(node_id, "NVLINK_DOMAIN") for node_id in nodes[first : first + size]}
            self._breaches.expect(len(domains) == 1, "a tensor-parallel group is not divided", at, domains)
        if asked.within is not None and asked.strictness is Strictness.REQUIRED:
            units = {self._unit(node_id, asked.within.name) for node_id in nodes}
            self._breaches.expect(len(units) == 1, "a required unit holds all ranks", at, units)

    def _unit(self, node_id: str, level: str) -> tuple[str, ...]:
        """The unit of a level that a node is in: the smallest known one up to it, else the node itself."""
        at = self._places.get(node_id, Location())
        path = (at.cell, at.spine, at.leaf, at.nvlink_domain)
        for depth in range(_FIELDS.get(level, 5), 5):
            if path[depth - 1]:
                return path[:depth]
        return ("node", node_id)
