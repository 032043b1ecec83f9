"""Record of events in a simulation, to read after a failure and to count over many."""

from __future__ import annotations

from collections import Counter, deque
from typing import Final

from muster.journal import Clock

LINES_KEPT: Final = 400


class Died(BaseException):
    """The process ends here, as by SIGKILL. Its own code never catches this; its driver does."""


class History:
    """Records events.

    Args:
        clock: The world's.

    Attributes:
        counts: Number of events of each kind.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._begin_ms = clock.monotonic_ms()
        self._lines: deque[str] = deque(maxlen=LINES_KEPT)
        self.counts: Counter[str] = Counter()

    def add(self, who: str, what: str) -> None:
        """Record that something happened to a process now."""
        self.counts[what] += 1
        self._lines.append(f"{self._clock.monotonic_ms() - self._begin_ms:8,d} ms  {who:8} {what}")

    @property
    def lines(self) -> tuple[str, ...]:
        """The newest, oldest first."""
        return tuple(self._lines)
