"""First come, first served on one resource: when each of those who wait gets its part (explain.start)."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from muster.scheduler.core.state.job import NEVER_MS


class Waiting(NamedTuple):
    """One that waits for its part.

    Attributes:
        job_id: Who.
        amount: How much it takes.
        runs_ms: How long it keeps it; None: nobody knows, so for ever.
    """

    job_id: str
    amount: int
    runs_ms: int | None


class Wave:
    """The starts of all that wait, worked out no further than somebody asks.

    Args:
        now_ms: When it begins.
        free: What is there now.
        releases: (when, how much) is given back by those who hold it now.
        waiting: In the order of their turns; nobody passes another.
    """

    def __init__(
        self, now_ms: int, free: int, releases: list[tuple[int, int]], waiting: Iterable[Waiting]
    ) -> None:
        self._at_ms = now_ms
        self._free = free
        self._releases = releases
        heapify(self._releases)
        self._waiting = iter(waiting)
        self._starts: dict[str, int] = {}

    def start_ms(self, job_id: str) -> int:
        """When one of them gets its part; NEVER_MS: unknown."""
        while job_id not in self._starts:
            following = next(self._waiting, None)
            if following is None:
                return NEVER_MS
            self._starts[following.job_id] = self._serve(following)
        return self._starts[job_id]

    def _serve(self, one: Waiting) -> int:
        while self._free < one.amount:
            if not self._releases:
                self._at_ms = NEVER_MS
                return NEVER_MS
            at_ms, amount = heappop(self._releases)
            self._at_ms = max(self._at_ms, at_ms)
            self._free += amount
        self._free -= one.amount
        if one.runs_ms is not None:
            heappush(self._releases, (self._at_ms + one.runs_ms, one.amount))
        return self._at_ms
