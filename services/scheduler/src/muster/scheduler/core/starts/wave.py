"""First come, first served on one resource: when each waiting job gets its amount."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from muster.scheduler.core.state.job import NEVER_MS


class Waiting(NamedTuple):
    """A waiting job.

    Attributes:
        job_id: The job.
        amount: The amount that it takes.
        runs_ms: How long it holds the amount; None: unknown, so it never releases it.
    """

    job_id: str
    amount: int
    runs_ms: int | None


class Wave:
    """The starts of waiting jobs, computed lazily.

    Args:
        now_ms: The present time, ms since 1970 UTC.
        free: The amount that is free now.
        releases: (time, amount) of the releases by the present holders; changed.
        waiting: The waiting jobs in scheduling order; none passes another.
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
        """When a job gets its amount, ms since 1970 UTC; NEVER_MS: unknown."""
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
