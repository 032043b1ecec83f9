"""Protocol of sinks that closed windows go to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from muster.journal.windows.rows import Progress, WindowRow


class ClosedSink(Protocol):
    """Stores closed windows, at least once, and how far each partition is. One thread at a time."""

    def positions(self) -> Mapping[int, Progress]:
        """Return the furthest stored progress of each partition; partitions without one are missing.

        Raises:
            Exception: the store failed; the call is repeated.
        """
        ...

    def close(self, rows: Sequence[WindowRow], progress: Progress) -> None:
        """Store windows of one partition, then its progress; returns when both are safe.

        A window may come again, from this worker or another, with the same id and the same content.

        Raises:
            Exception: the store failed; the call is repeated with the same arguments.
        """
        ...
