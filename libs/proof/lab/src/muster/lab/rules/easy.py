"""EASY backfill with users' limits: the head gets a reservation; others may overtake without delaying it.

Lifka, "The ANL/IBM SP scheduling system", JSSPP 1995; Mu'alem and Feitelson, TPDS 2001. When the head does
not fit, runs are assumed to end at their limits until it does; that time and those nodes are its reservation.
Another job may start if it ends by that time, or if it does not use the reserved resources. Each departure
recomputes the reservation. With exact durations the head starts no later than first promised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muster.cluster import Cluster, ClusterError, Placement
from muster.lab.loads.load import Load, TraceJob
from muster.lab.rules.contender import Move, Start
from muster.lab.rules.floor import Floor
from muster.lab.rules.waiting import Kind

NEVER_MS = 1 << 62
"""Later than any other time."""


@dataclass(slots=True)
class Reservation:
    """The reservation of the head.

    Attributes:
        at_ms: Latest start, milliseconds.
        node_ids: Reserved nodes.
        then: These nodes at that time, with the head placed.
    """

    at_ms: int
    node_ids: tuple[str, ...]
    then: Cluster

    def admits(self, places: Sequence[Placement]) -> bool:
        """Whether a run that outlasts the reservation's start may run here; if so, it is recorded."""
        taken: list[Placement] = []
        for place in places:
            if place.node_id in self.node_ids:
                try:
                    self.then.take(place)
                except ClusterError:
                    for earlier in taken:
                        self.then.give_back(earlier)
                    return False
                taken.append(place)
        return True


class Easy:
    """One queue; placement by best fit.

    Attributes:
        promised_ms: First promised start of each head, milliseconds; to check the rule.
    """

    def __init__(self, load: Load) -> None:
        self._floor = Floor(load, "bestfit")
        self._nodes = {node.node_id: node for node in load.nodes}
        self._line: dict[str, TraceJob] = {}
        self._fresh: list[TraceJob] = []
        self._running: dict[str, tuple[int, TraceJob]] = {}
        self._reservation: Reservation | None = None
        self._full: dict[Kind, None] = {}
        self._full_beyond: dict[Kind, None] = {}
        self.promised_ms: dict[str, int] = {}

    def arrive(self, job: TraceJob) -> None:
        """Add it to the end of the queue."""
        self._line[job.job_id] = job
        self._fresh.append(job)

    def depart(self, job_id: str, finished: bool) -> None:
        """Free its resources; the head's reservation may become earlier.

        A job that has not finished takes its old place.
        """
        job = self._floor.end(job_id)
        del self._running[job_id]
        self._reservation = None
        if not finished:
            line = [*self._line.values(), job]
            self._line = {each.job_id: each for each in sorted(line, key=lambda each: each.arrival_ms)}

    def node_leaves(self, node_id: str) -> None:
        """Close a node, and stop its runs."""
        self._floor.leave(node_id)
        self._reservation = None

    def node_gone(self, node_id: str) -> None:
        """Close a node."""
        self._floor.gone(node_id)
        self._reservation = None

    def node_back(self, node_id: str) -> None:
        """Open a node."""
        self._floor.back(node_id)
        self._reservation = None

    def decide(self, now_ms: int) -> Sequence[Move]:
        """Start heads until one does not fit; then backfill."""
        if self._reservation is not None:
            candidates, starts = self._fresh, []
        else:
            starts = self._start_heads(now_ms)
            if self._line:
                self._reserve(next(iter(self._line.values())), now_ms)
            candidates = list(self._line.values())[1:]
        self._fresh = []
        if self._reservation is not None:
            starts += self._backfill(candidates, self._reservation, now_ms)
        return [*self._floor.evacuated(), *starts]

    def deadline_ms(self) -> int | None:
        """Return None: only events change anything; a job that ends too late now would also do so later."""
        return None

    def _start_heads(self, now_ms: int) -> list[Start]:
        starts: list[Start] = []
        for job in list(self._line.values()):
            places = self._floor.find(job)
            if places is None:
                break
            starts.append(self._start(job, places, now_ms))
        return starts

    def _backfill(self, candidates: Sequence[TraceJob], reservation: Reservation, now_ms: int) -> list[Start]:
        starts: list[Start] = []
        for job in candidates:
            kind = (job.shape, job.ranks)
            ends_in_time = now_ms + job.limit_ms <= reservation.at_ms
            if kind in self._full or (kind in self._full_beyond and not ends_in_time):
                continue
            places = self._floor.find(job)
            if places is None:
                self._full[kind] = None
            elif not ends_in_time and not reservation.admits(places):
                places = self._find_beside(job, reservation)
                if places is None:
                    self._full_beyond[kind] = None
            if places is not None:
                starts.append(self._start(job, places, now_ms))
        return starts

    def _find_beside(self, job: TraceJob, reservation: Reservation) -> tuple[Placement, ...] | None:
        """Placements that use no node of the reservation."""
        with self._floor.cluster.without(reservation.node_ids):
            return self._floor.find(job)

    def _start(self, job: TraceJob, places: tuple[Placement, ...], now_ms: int) -> Start:
        del self._line[job.job_id]
        self._running[job.job_id] = (now_ms + job.limit_ms, job)
        return self._floor.start(job, places)

    def _reserve(self, head: TraceJob, now_ms: int) -> None:
        """Assume that runs end in the order of their limits until the head fits."""
        cluster = self._floor.cluster
        runs = sorted((end_ms, job_id) for job_id, (end_ms, _) in self._running.items())
        places = None
        at_ms, index = now_ms, 0
        with cluster.trial():
            while places is None and index < len(runs):
                at_ms, job_id = runs[index]
                index += 1
                for place in self._floor.places(job_id):
                    cluster.give_back(place)
                places = self._floor.find(head)
        if places is None:  # nodes that it needs are gone: until they are back, no job delays it
            self._reservation = Reservation(NEVER_MS, (), Cluster("bestfit"))
            return
        staying = [job_id for _, job_id in runs[index:]]
        self._reservation = Reservation(*self._as_it_will_be(max(at_ms, now_ms), places, staying))
        self._full, self._full_beyond = {}, {}
        self.promised_ms.setdefault(head.job_id, self._reservation.at_ms)

    def _as_it_will_be(
        self, at_ms: int, places: Sequence[Placement], staying: Sequence[str]
    ) -> tuple[int, tuple[str, ...], Cluster]:
        node_ids = tuple(dict.fromkeys(place.node_id for place in places))
        then = Cluster("bestfit")
        for node_id in node_ids:
            then.add(self._nodes[node_id])
        for job_id in staying:
            for place in self._floor.places(job_id):
                if place.node_id in node_ids:
                    then.take(place)
        for place in places:
            then.take(place)
        return at_ms, node_ids, then
