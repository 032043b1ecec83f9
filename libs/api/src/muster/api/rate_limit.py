"""How many commands a tenant may put on the log, or how many requests somebody may send: a token bucket each.

One log has one order: what a tenant sends in a burst is decided before what others send after it. A bucket
fills at a steady rate, and a burst takes what is in it; who asks for more is told when there will be enough.
Each process of an API counts for itself, from full buckets.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

from muster.api.problems import Problem
from muster.journal import Clock

_BUCKETS_MAX: Final = 10_000
"""Buckets kept; beyond it those that are full again are forgotten, which changes nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """How many commands of one tenant, or requests of one principal, are taken.

    Attributes:
        per_s: A second, at least 1.
        burst: At once after a rest; also the most that one request may bring.
    """

    per_s: int
    burst: int


class RateLimit:
    """The buckets of all tenants, or principals; used by one event loop.

    Args:
        rate: Of each of them.
        clock: For durations.
        whose: What each of them is, in words.
        what: What is counted, in words.
    """

    def __init__(self, rate: Rate, clock: Clock, *, whose: str = "tenant", what: str = "commands") -> None:
        self._rate = rate
        self._clock = clock
        self._whose, self._what = whose, what
        self._full_at: dict[str, int] = {}
        """When each bucket will be full: milliseconds times the rate a second, so that sums are exact."""

    def admit(self, name: str, count: int = 1) -> None:
        """Count commands that are about to be appended, or a request that is about to be answered.

        Raises:
            Problem: 429, with Retry-After: it has sent too many. None of these is counted.
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
            f"allowed: {rate.per_s} a second, so try again in {retry_after_s} s",
            headers={"Retry-After": str(retry_after_s)},
        )
