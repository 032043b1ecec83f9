"""Decides which requests are sampled. PURE.

A request is sampled if the hash of its id is among the lowest 1/N of all hashes. N depends only on the
requests before it, never on its own hash, so a sample stands for N requests. N is recorded with it.

N is `one_in`, and less when traffic is low: enough for the traffic of the previous minute, and 1 while a
series (task, segment) has fewer samples than the part of the minute that has passed calls for. N rises when
the previous second would have had too many samples. What still exceeds `per_second_max` counts as dropped.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final, TypeAlias

from muster.sampling.policies import ONE_IN_MAX, SamplingPolicy

Series: TypeAlias = tuple[str, str]
"""Task and segment."""

MINUTE_MS: Final = 60_000

SERIES_MAX: Final = 1_000
"""Most series that are counted apart in a minute. Clients choose their names, so memory needs a bound."""

OVERFLOW: Final[Series] = ("*", "*")
"""Series that counts the requests beyond these."""

_HASHES: Final = 2**64
_WHOLE: Final = 10**12
"""One expected sample; integers add up to the same sum on every machine."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Decision about one request.

    Attributes:
        sampled: Whether to sample it.
        one_in: The N that was applied.
        over_limit: Whether it was chosen but exceeded `per_second_max`.
    """

    sampled: bool
    one_in: int
    over_limit: bool = False


@dataclass(slots=True)
class _Counts:
    """Requests of a series in this minute and in the one before."""

    before: int = 0
    seen: int = 0
    sampled: int = 0


class Chooser:
    """Counts requests and decides about each; one thread at a time.

    Args:
        policy: The rates.
    """

    def __init__(self, policy: SamplingPolicy) -> None:
        self.set_policy(policy)
        self._minute = 0
        self._period: int = 0
        self._counts: dict[Series, _Counts] = {}
        self._taken = 0
        self._expected = 0
        self._expected_before = 0

    def set_policy(self, policy: SamplingPolicy) -> None:
        """Apply other rates from now on; what was counted stays."""
        self._policy = policy
        # A limit below one a second is one sample in a longer period.
        self._period_ms: int = max(1_000, round(1_000 / policy.per_second_max))
        self._period_max = max(1, int(policy.per_second_max))

    def choose(self, request: str, series: Series, now_ms: int) -> Choice:
        """Decide about a request.

        Args:
            request: Its id.
            series: Its task and segment.
            now_ms: The time, milliseconds of a clock that never goes back.
        """
        self._advance(now_ms)
        counts = self._counts_of(series)
        rate = self._rate_for(counts, now_ms % MINUTE_MS)
        counts.seen += 1
        self._expected += _WHOLE // rate
        pressure = max(1, -(-self._expected_before // (self._period_max * _WHOLE)))
        one_in = min(rate * pressure, ONE_IN_MAX)
        if hash_of(request) >= _HASHES // one_in:
            return Choice(sampled=False, one_in=one_in)
        if self._taken >= self._period_max:
            return Choice(sampled=False, one_in=one_in, over_limit=True)
        self._taken += 1
        counts.sampled += 1
        return Choice(sampled=True, one_in=one_in)

    def _advance(self, now_ms: int) -> None:
        period, minute = now_ms // self._period_ms, now_ms // MINUTE_MS
        if period != self._period:
            self._expected_before = self._expected if period == self._period + 1 else 0
            self._period, self._taken, self._expected = period, 0, 0
        if minute != self._minute:
            follows = minute == self._minute + 1
            kept = self._counts.items() if follows else ()
            self._counts = {series: _Counts(before=each.seen) for series, each in kept if each.seen}
            self._minute = minute

    def _counts_of(self, series: Series) -> _Counts:
        if series not in self._counts and len(self._counts) >= SERIES_MAX:
            series = OVERFLOW
        return self._counts.setdefault(series, _Counts())

    def _rate_for(self, counts: _Counts, passed_ms: int) -> int:
        """Return the N that this series needs, without the limit of all series."""
        least = self._policy.per_window_min
        if least == 0:
            return self._policy.one_in
        if counts.sampled * MINUTE_MS < least * passed_ms:
            return 1
        return max(1, min(self._policy.one_in, max(counts.before, counts.seen) // least))


def hash_of(request: str) -> int:
    """Return the hash of a request's id, from 0 to 2**64 - 1."""
    digest = hashlib.blake2b(
        request.encode("utf-8", "replace"), digest_size=8, person=b"muster-sample"
    ).digest()
    return int.from_bytes(digest, "big")
