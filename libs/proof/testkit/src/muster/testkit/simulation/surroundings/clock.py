"""A process's clock: it runs at the world's pace, but may be set."""

from __future__ import annotations

from muster.journal import Clock


class ProcessClock:
    """Clock of one process.

    Args:
        world: The clock by which time passes.

    Attributes:
        ahead_ms: Lead of the wall clock over the world's; negative: behind.
    """

    def __init__(self, world: Clock) -> None:
        self._world = world
        self.ahead_ms = 0

    def now_ms(self) -> int:
        """Return the time that this process sees, milliseconds since 1970 UTC."""
        return self._world.now_ms() + self.ahead_ms

    def monotonic_ms(self) -> int:
        """Milliseconds since the world began."""
        return self._world.monotonic_ms()
