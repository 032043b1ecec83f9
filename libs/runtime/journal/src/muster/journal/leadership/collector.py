"""Keeps Python's garbage collector out of batches: it runs between them, and only over young objects.

A leader's state is large, lives long and has hardly any reference cycles. Left alone, the collector starts in
the middle of a batch, and a full collection of a state of 100,000 jobs takes 2 s, longer than a lease lasts.
So automatic collection is off while a leader runs. Young objects are collected in the pause after a batch
that was not full, and after SATURATED new objects at the latest; what survives is frozen: no later collection
looks at it. Cycles among frozen objects are freed once the process has dropped its state and stands by.
"""

from __future__ import annotations

import gc
from types import TracebackType
from typing import Final, Self

IDLE: Final = 5_000
"""Number of new objects that are collected when no input waits; takes a few milliseconds (estimated)."""

SATURATED: Final = 200_000
"""Number of new objects that are collected even if inputs wait; takes 50 to 80 ms."""


class Collector:
    """Context manager that decides when this process collects garbage.

    On exit Python's collector is as it was before.
    """

    def __init__(self) -> None:
        self._was_enabled = False
        self._dropped = False

    def __enter__(self) -> Self:
        self._was_enabled = gc.isenabled()
        gc.disable()
        gc.freeze()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        gc.unfreeze()
        if self._was_enabled:
            gc.enable()

    def caught_up(self) -> None:
        """Freeze a state that was just loaded or folded: it is large, and it is not garbage."""
        gc.freeze()

    def between_batches(self, *, idle: bool) -> None:
        """Collect young objects if there are enough; no batch is under way.

        Args:
            idle: Whether nothing waits to be decided.
        """
        if gc.get_count()[0] >= (IDLE if idle else SATURATED):
            gc.collect(0)
            gc.freeze()

    def state_dropped(self) -> None:
        """Remember that a state was dropped, so that its cycles are collected when there is time."""
        self._dropped = True

    def standing_by(self) -> None:
        """Collect everything once after a state was dropped; call it when nothing waits for this process."""
        if self._dropped:
            self._dropped = False
            gc.unfreeze()
            gc.collect()
            gc.freeze()
