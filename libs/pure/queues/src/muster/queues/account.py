"""Account: a queue's usage over time, and the credit it has earned (ADR 20). Bounded and exact.

Usage is an area: GPU in use at model price, times time. It is kept in BUCKETS sums over the window, the
oldest dropped; nothing is kept per job. Every number is an integer, so that equal logs give equal accounts on
every machine; the decay is a table of fixed-point powers made from integer square roots.

Units: usage and credit are thousandths of a GPU times milliseconds, at model price ("milli_ms").
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isqrt
from typing import Final, Self

from muster.events.operator_commands import Policy

BUCKETS: Final = 120
"""Number of sums that cover a window: six hours each for thirty days."""

ONE: Final = 1 << 32
"""A weight of one."""

_STEPS: Final = 64
_PRECISION: Final = 62


@dataclass(frozen=True, slots=True)
class Terms:
    """The part of the policy that accounts follow.

    Attributes:
        window_ms: Usage older than this is forgotten.
        half_life_ms: Usage this old counts half.
        credit_max_ms: Credit holds at most a guarantee unused for this long.
        bucket_ms: Length of one bucket; follows from the window.
    """

    window_ms: int
    half_life_ms: int
    credit_max_ms: int
    bucket_ms: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bucket_ms", max(1, self.window_ms // BUCKETS))

    @classmethod
    def of(cls, policy: Policy) -> Self:
        """The terms that a policy sets."""
        return cls(policy.share_window_ms, policy.share_half_life_ms, policy.credit_max_ms)


@dataclass(slots=True)
class Account:
    """Account of one queue.

    Attributes:
        in_use_milli: GPU held now at model price; derived from the jobs.
        due_milli: Guaranteed GPU at model price; derived from the settings.
        settled_ms: Time up to which sums and credit are complete.
        sums: Usage by number of bucket since 1970, oldest first.
        credit_milli_ms: Unused guarantee that is not yet spent, at settled_ms.
    """

    in_use_milli: int = 0
    due_milli: int = 0
    settled_ms: int = 0
    sums: dict[int, int] = field(default_factory=dict[int, int])
    credit_milli_ms: int = 0
    _past: tuple[int, int] = field(default=(-1, 0), repr=False, compare=False)
    _settled_by: Terms | None = field(default=None, repr=False, compare=False)

    def settle(self, terms: Terms, now_ms: int) -> None:
        """Complete sums and credit up to now; to be called before in_use_milli or due_milli changes."""
        if now_ms == self.settled_ms and terms is self._settled_by:
            return  # nothing has been used since
        self._settled_by = terms
        self.credit_milli_ms = self.credit_at(terms, now_ms)
        if self.in_use_milli:
            self._fill(terms, now_ms)
        self.settled_ms = now_ms
        oldest = now_ms // terms.bucket_ms - BUCKETS
        while self.sums and next(iter(self.sums)) <= oldest:
            del self.sums[next(iter(self.sums))]

    def credit_at(self, terms: Terms, now_ms: int) -> int:
        """Credit at a time from settled_ms on: earned while less than due is in use, spent while more is."""
        if not self.settled_ms:
            return 0
        earned = (self.due_milli - self.in_use_milli) * (now_ms - self.settled_ms)
        return min(max(0, self.credit_milli_ms + earned), self.due_milli * terms.credit_max_ms)

    def usage_at(self, terms: Terms, now_ms: int) -> int:
        """Return the decayed usage over the window; usage since settled_ms counts in full."""
        current = now_ms // terms.bucket_ms
        if self._past[0] != current:
            self._past = (current, self._decayed(terms, current))
        return self._past[1] + self.sums.get(current, 0) + self.in_use_milli * (now_ms - self.settled_ms)

    def change_terms(self, before: Terms, after: Terms, now_ms: int) -> None:
        """Settle under the old terms and go on under the new; sums move to the buckets they begin in."""
        self.settle(before, now_ms)
        self._past, self._settled_by = (-1, 0), None
        if before.bucket_ms != after.bucket_ms:
            sums, self.sums = self.sums, {}
            for number, amount in sums.items():
                moved = number * before.bucket_ms // after.bucket_ms
                self.sums[moved] = self.sums.get(moved, 0) + amount

    def _decayed(self, terms: Terms, current: int) -> int:
        """Return the decayed usage in the buckets before the current one."""
        return sum(
            amount * weight((current - number) * terms.bucket_ms, terms.half_life_ms) // ONE
            for number, amount in self.sums.items()
            if 0 < current - number < BUCKETS
        )

    def _fill(self, terms: Terms, now_ms: int) -> None:
        """Spread the usage since settled_ms over the buckets that it falls into."""
        bucket_ms = terms.bucket_ms
        start = max(self.settled_ms, now_ms - terms.window_ms)
        if start // bucket_ms < now_ms // bucket_ms:
            self._past = (-1, 0)  # buckets before the present one are filled, be it to their last moment
        while start < now_ms:
            number = start // bucket_ms
            end = min(now_ms, (number + 1) * bucket_ms)
            self.sums[number] = self.sums.get(number, 0) + self.in_use_milli * (end - start)
            start = end


def weight(age_ms: int, half_life_ms: int) -> int:
    """2 ** -(age / half life), as a part of ONE; the age is cut to 64ths of a half life."""
    halvings, step = divmod(age_ms * _STEPS // half_life_ms, _STEPS)
    return _POWERS[step] >> halvings


def _powers() -> tuple[int, ...]:
    """2 ** -(i / 64) for i below 64, as parts of ONE."""
    root = 2 << _PRECISION
    for _ in range(_STEPS.bit_length() - 1):
        root = isqrt(root << _PRECISION)
    power, powers = 1 << _PRECISION, list[int]()
    for _ in range(_STEPS):
        powers.append(power >> (_PRECISION - 32))
        power = (power << _PRECISION) // root
    return tuple(powers)


_POWERS: Final = _powers()
