"""The time for decisions: the wall clock's, except that it never stands still or goes back.

A wall clock may be set back, or the previous leader's may have been ahead. Times of decisions never fall, so
without this no back-off, limit or deadline would pass until the wall clock had caught up.
"""

from __future__ import annotations

from muster.journal.clock import Clock


class PassingTime:
    """The time of one leadership: starts from the log's and advances at least as fast as the monotonic clock.

    Args:
        clock: Monotonic time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.begin(0)

    def begin(self, reached_ms: int) -> None:
        """Start from the time that the log has reached, milliseconds since 1970 UTC."""
        self._last_ms, self._since_ms = reached_ms, self._clock.monotonic_ms()

    def at(self, wall_ms: int) -> int:
        """Return the time for a reading of the wall clock; both milliseconds since 1970 UTC."""
        monotonic_ms = self._clock.monotonic_ms()
        self._last_ms = max(wall_ms, self._last_ms + monotonic_ms - self._since_ms)
        self._since_ms = monotonic_ms
        return self._last_ms
