"""Decides when a standby has seen no progress of the leader for too long.

Progress is a batch in the log, or a renewed lease. The time-out has a random part, so that two standbys
rarely take over at the same moment, and a new leader is not replaced during its minimum tenure, so that two
processes do not take leadership from each other in turns. Only durations are compared, never the clocks of
two machines.
"""

from __future__ import annotations

from muster.journal.clock import Clock
from muster.journal.leadership.settings import LeaderSettings


class Silence:
    """One standby's time-out.

    Args:
        settings: Length of the time-out.
        clock: Clock for durations.
        chance: Fraction of the random part, from 0 to 1.
    """

    def __init__(self, settings: LeaderSettings, clock: Clock, chance: float) -> None:
        self._clock = clock
        self._patience_ms = settings.silence_ms + int(settings.silence_jitter_ms * chance)
        self._tenure_min_ms = settings.tenure_min_ms
        self._progress_at_ms = clock.monotonic_ms()
        self._epoch: int | None = None
        self._epoch_since_ms: int | None = None

    def saw_progress(self, epoch: int) -> None:
        """Note that the leader of this epoch made progress, now.

        An epoch older than the newest known is ignored: its leader was fenced and does not know it yet.
        """
        if self._epoch is not None and epoch < self._epoch:
            return
        self._progress_at_ms = self._clock.monotonic_ms()
        if self._epoch is not None and epoch > self._epoch:
            self._epoch_since_ms = self._progress_at_ms  # only if this epoch was seen to begin
        self._epoch = epoch

    def left_ms(self) -> int:
        """Return the remaining time to wait, milliseconds; 0 or less: take over."""
        until_ms = self._progress_at_ms + self._patience_ms
        if self._epoch_since_ms is not None:
            until_ms = max(until_ms, self._epoch_since_ms + self._tenure_min_ms)
        return until_ms - self._clock.monotonic_ms()
