"""PURE. How long to wait after so many failures in a row: the one home of growing pauses.

Backoff   a rule: the first pause, doubled after each failure, up to the longest
Pauses    a rule being followed: counts the failures, starts anew once something worked

Nothing here sleeps or draws chance. Who waits does so in its own way: on an event that stops it, on a manual
clock, until a time kept in a table. Loops that only call something a few times are four lines around these.
"""

from __future__ import annotations

from dataclasses import dataclass

_DOUBLINGS_MAX = 40


@dataclass(frozen=True, slots=True)
class Backoff:
    """Pauses that double.

    Attributes:
        first_ms: After the first failure, milliseconds.
        longest_ms: Never longer than this, milliseconds.
    """

    first_ms: int
    longest_ms: int

    def pause_ms(self, failures: int, *, jitter: float = 0.0) -> int:
        """How long to wait after so many failures in a row, milliseconds.

        Args:
            failures: In a row, from 1 on.
            jitter: The part to take off, from 0 (none) up to 1: drawn by callers who must not all return
                at the same moment.

        Raises:
            ValueError: `failures` is below 1, or `jitter` outside 0 to 1.
        """
        if failures < 1:
            raise ValueError(f"failures {failures}: allowed is 1 or more")
        if not 0 <= jitter <= 1:
            raise ValueError(f"jitter {jitter}: allowed is 0 to 1")
        pause_ms = min(self.first_ms << min(failures - 1, _DOUBLINGS_MAX), self.longest_ms)
        return int(pause_ms * (1 - jitter))


class Pauses:
    """A rule being followed by one loop; one thread at a time."""

    def __init__(self, rule: Backoff) -> None:
        self._rule = rule
        self._failures = 0

    def next_ms(self, *, jitter: float = 0.0) -> int:
        """Count one more failure; how long to wait for it, milliseconds."""
        self._failures += 1
        return self._rule.pause_ms(self._failures, jitter=jitter)

    def reset(self) -> None:
        """Something worked: the next failure is a first one."""
        self._failures = 0
