"""FIFO: strictly first come, first served. The head of the queue blocks all jobs behind it."""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Sequence

from muster.lab.loads.load import Load, TraceJob
from muster.lab.rules.contender import Move
from muster.lab.rules.floor import Floor


class Fifo:
    """One queue, no overtaking; placement by best fit."""

    def __init__(self, load: Load) -> None:
        self._floor = Floor(load, "bestfit")
        self._line: deque[TraceJob] = deque()

    def arrive(self, job: TraceJob) -> None:
        """Add it to the end of the queue."""
        self._line.append(job)

    def depart(self, job_id: str, finished: bool) -> None:
        """Free the resources of a job; an unfinished one takes its old place."""
        job = self._floor.end(job_id)
        if not finished:
            insort(self._line, job, key=_arrival)

    def node_leaves(self, node_id: str) -> None:
        """Close a node, and stop its runs."""
        self._floor.leave(node_id)

    def node_gone(self, node_id: str) -> None:
        """Close a node."""
        self._floor.gone(node_id)

    def node_back(self, node_id: str) -> None:
        """Open a node."""
        self._floor.back(node_id)

    def decide(self, now_ms: int) -> Sequence[Move]:
        """Start heads until one does not fit."""
        del now_ms
        moves: list[Move] = [*self._floor.evacuated()]
        while self._line and (places := self._floor.find(self._line[0])):
            moves.append(self._floor.start(self._line.popleft(), places))
        return moves

    def deadline_ms(self) -> int | None:
        """None: without an event nothing changes."""
        return None


def _arrival(job: TraceJob) -> int:
    return job.arrival_ms
