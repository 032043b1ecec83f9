"""Waiting jobs in groups of equal (shape, ranks): when the first of a group does not fit, none of it does."""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Callable
from heapq import heapify, heappop, heapreplace

from muster.cluster import Shape
from muster.lab.loads.load import TraceJob

Kind = tuple[Shape, int]
"""Shape and ranks."""


class Waiting:
    """Waiting jobs, first come, first served with skipping.

    A group that did not fit is skipped until `reopen`, because between departures free resources only shrink.
    """

    def __init__(self) -> None:
        self._lines: dict[Kind, deque[tuple[int, TraceJob]]] = {}
        self._closed: dict[Kind, None] = {}
        self._places: dict[str, int] = {}

    def add(self, job: TraceJob) -> None:
        """Add a job at the end, or at its old place if it waited before."""
        place = self._places.setdefault(job.job_id, len(self._places))
        line = self._lines.setdefault((job.shape, job.ranks), deque())
        if line and line[-1][0] > place:
            insort(line, (place, job), key=_place)
        else:
            line.append((place, job))

    def reopen(self) -> None:
        """Resources were freed: every group may be tried again."""
        self._closed.clear()

    def serve(self, start: Callable[[TraceJob], bool], most: int | None = None) -> int:
        """Offer jobs in order of arrival, skipping groups that do not fit.

        Args:
            start: Starts a job; False when it does not fit.
            most: Stop after this many starts; None: no limit.

        Returns:
            Number of jobs started.
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


def _place(entry: tuple[int, TraceJob]) -> int:
    return entry[0]
