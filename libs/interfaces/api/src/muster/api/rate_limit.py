"""Token buckets that limit the commands of each tenant, or the requests of each principal.

One log has one order: a burst of one tenant is decided before what others send after it. A bucket fills at a
steady rate, and a burst uses up its contents; a caller that exceeds it gets the time to retry after. Each
process of an API counts separately, starting with full buckets.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

from muster.api.problems import Problem
from muster.journal import Clock

_BUCKETS_MAX: Final = 10_000
"""Number of buckets kept; beyond it, full ones are forgotten, which has no effect."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """Limit of one tenant's commands, or of one principal's requests.

    Attributes:
        per_s: Sustained rate per second, at least 1.
        burst: Number allowed at once after a rest; also the maximum of a single request.
    """

    per_s: int
    burst: int


class RateLimit:
    """Buckets of all tenants, or principals; used by one event loop.

    Args:
        rate: Limit of each bucket.
        clock: Clock for durations.
        whose: Word for the owner of a bucket, for messages.
        what: Word for the counted items, for messages.
    """

    def __init__(self, rate: Rate, clock: Clock, *, whose: str = "tenant", what: str = "commands") -> None:
        self._rate = rate
        self._clock = clock
        self._whose, self._what = whose, what
        self._full_at: dict[str, int] = {}
        """Time when each bucket is full: milliseconds times the rate per second, so that sums are exact."""

    def admit(self, name: str, count: int = 1) -> None:
        """Count commands about to be appended, or a request about to be answered.

        Raises:
            Problem: 429 with Retry-After: the limit is exceeded. None of these is counted.
        """
        per_s = self._rate.per_s
        now = self._clock.monotonic_ms() * per_s
        full_at = max(self._full_at.get(name, 0), now) + 1000 * count
        early = full_at - now - 1000 * self._rate.burst
        if early > 0:
            raise self._too_many(name, ceil(early / (1000 * per_s)))
        self._full_at[name] = full_at
        if len(self._full_at) > _BUCKETS_MAX:
            self._full_at = {each: at for each, at in self._full_at.items() if at > now}

    def _too_many(self, name: str, retry_after_s: int) -> Problem:
        rate = self._rate
        return Problem(
            429,
            f"too-many-{self._what}",
            f"Too many {self._what}",
            f"{self._whose} {name} has sent more than {rate.burst} {self._what} at once; "
            f"the limit is {rate.per_s} a second. Retry in {retry_after_s} s.",
            headers={"Retry-After": str(retry_after_s)},
        )
