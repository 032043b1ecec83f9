"""Waiting: jobs in lines of equal (shape, ranks): when the first of a line does not fit, none of it does."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from heapq import heapify, heappop, heapreplace

from muster.cluster import Shape
from muster.lab.loads.load import TraceJob

Kind = tuple[Shape, int]
"""Shape and ranks."""


class Waiting:
    """Jobs that wait, first come first served with skipping.

    A kind that did not fit stays closed until `reopen`: between departures room only shrinks.
    """

    def __init__(self) -> None:
        self._lines: dict[Kind, deque[tuple[int, TraceJob]]] = {}
        self._closed: dict[Kind, None] = {}
        self._places = 0

    def add(self, job: TraceJob) -> None:
        """A job stands at the end."""
        self._places += 1
        self._lines.setdefault((job.shape, job.ranks), deque()).append((self._places, job))

    def reopen(self) -> None:
        """Something was freed: every kind may be tried again."""
        self._closed.clear()

    def serve(self, start: Callable[[TraceJob], bool], most: int | None = None) -> int:
        """Offer jobs in the order they came, skipping kinds that do not fit.

        Args:
            start: Starts a job; False when it does not fit.
            most: Stop after so many starts.

        Returns:
            Jobs started.
        """
        started = 0
        heads = [(line[0][0], kind) for kind, line in self._lines.items() if kind not in self._closed]
        heapify(heads)
        while heads and started != most:
            kind = heads[0][1]
            line = self._lines[kind]
            if not start(line[0][1]):
                self._closed[kind] = None
                heappop(heads)
                continue
            started += 1
            line.popleft()
            if line:
                heapreplace(heads, (line[0][0], kind))
            else:
                del self._lines[kind]
                heappop(heads)
        return started
