"""PURE. Exponential backoff: pauses after consecutive failures.

Backoff   the rule: the first pause, doubled after each failure, up to the longest
Pauses    applies a rule: counts the failures, starts over after a success

Nothing here sleeps or draws random numbers. Callers wait in their own way: on a stop event, on a manual
clock, until a time kept in a table. A loop that only retries a call a few times is four lines around these.
"""

from __future__ import annotations

from dataclasses import dataclass

_DOUBLINGS_MAX = 40


@dataclass(frozen=True, slots=True)
class Backoff:
    """Pauses that double after each failure.

    Attributes:
        first_ms: Pause after the first failure, milliseconds.
        longest_ms: Longest pause, milliseconds.
    """

    first_ms: int
    longest_ms: int

    def pause_ms(self, failures: int, *, jitter: float = 0.0) -> int:
        """Return the pause after this many consecutive failures, milliseconds.

        Args:
            failures: Consecutive failures, 1 or more.
            jitter: Fraction to subtract, from 0 (none) to 1; a random number from callers that must not all
                retry at the same moment.

        Raises:
            ValueError: `failures` is below 1, or `jitter` is not from 0 to 1.
        """
        if failures < 1:
            raise ValueError(f"failures is {failures}; must be 1 or more")
        if not 0 <= jitter <= 1:
            raise ValueError(f"jitter is {jitter}; must be 0 to 1")
        pause_ms = min(self.first_ms << min(failures - 1, _DOUBLINGS_MAX), self.longest_ms)
        return int(pause_ms * (1 - jitter))


class Pauses:
    """Applies a rule for one loop; one thread at a time."""

    def __init__(self, rule: Backoff) -> None:
        self._rule = rule
        self._failures = 0

    def next_ms(self, *, jitter: float = 0.0) -> int:
        """Count one more failure; return the pause after it, milliseconds."""
        self._failures += 1
        return self._rule.pause_ms(self._failures, jitter=jitter)

    def reset(self) -> None:
        """Count from zero again, after a success."""
        self._failures = 0
