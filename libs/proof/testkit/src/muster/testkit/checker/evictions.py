"""Evictions: of two jobs one yields to the other at most once, and no job yields too often within a day.

A loop of jobs that stop each other would break the first rule at once; one among three or more the second.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Final

from muster.events.job_events import JobStopping, PolicyActivated
from muster.events.scheduler_log import Batch
from muster.testkit.checker.breach import Breaches

PAIR: Final = "of two jobs one yields to the other at most once"
OFTEN: Final = "no job yields more often within a day than the policy allows"

_DAY_MS: Final = 86_400_000
_PER_DAY_MAX: Final = 3
"""Evictions of a job per day that a log without a policy allows."""


class Evictions:
    """Tracks which job yielded to which, and when."""

    def __init__(self, breaches: Breaches) -> None:
        self._breaches = breaches
        self._pairs: set[frozenset[str]] = set()
        self._at_ms: dict[str, deque[int]] = {}
        self._per_day_max = _PER_DAY_MAX

    def take(self, batch: Batch) -> None:
        """Check one batch."""
        for decision in batch.decisions:
            self.note(decision.event_id, decision.payload, batch.observed_at_ms)

    def note(self, at: str, fact: Any, now_ms: int) -> None:
        """Check one fact of a batch at this time."""
        match fact:
            case PolicyActivated():
                self._per_day_max = fact.policy.preemptions_per_job_day_max
            case JobStopping() if fact.plan_id:
                self._yields(at, fact, now_ms)
            case _:
                pass

    def _yields(self, at: str, stopping: JobStopping, now_ms: int) -> None:
        job_id, to = stopping.job_id, stopping.yields_to
        if not to:
            return  # it leaves the nodes of a reservation, which it knew of
        pair = frozenset((job_id, to))
        self._breaches.expect(pair not in self._pairs, PAIR, at, f"{job_id} yields to {to}")
        self._pairs.add(pair)
        times = self._at_ms.setdefault(job_id, deque())
        times.append(now_ms)
        while times[0] <= now_ms - _DAY_MS:
            times.popleft()
        few = len(times) <= self._per_day_max
        self._breaches.expect(few, OFTEN, at, f"{job_id} yields {len(times)} times within a day")
