"""The maintenance windows of all nodes, by time. Derived from the nodes."""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import Final

from muster.cluster.occupancy import Window

CUTS_MAX: Final = 16
"""Distinct closing times that placements distinguish: for each, the kernel keeps the set of open nodes."""


class Windows:
    """The maintenance windows of all nodes, sorted by time."""

    def __init__(self) -> None:
        self._due: list[tuple[int, str]] = []
        self._starts: list[int] = []

    def add(self, node_id: str, window: Window) -> None:
        """Add a node's window."""
        insort(self._due, (window.due_ms, node_id))
        if not window.begun:
            insort(self._starts, window.starts_at_ms)

    def remove(self, node_id: str, window: Window) -> None:
        """Remove a node's window."""
        del self._due[bisect_left(self._due, (window.due_ms, node_id))]
        if not window.begun:
            del self._starts[bisect_left(self._starts, window.starts_at_ms)]

    @property
    def next_ms(self) -> int | None:
        """When the next window begins or ends, ms since 1970 UTC; None when there is none."""
        return self._due[0][0] if self._due else None

    def due(self, now_ms: int) -> list[str]:
        """Nodes whose window begins or ends at or before `now_ms`, the earliest first."""
        return [node_id for _, node_id in self._due[: bisect_left(self._due, (now_ms + 1,))]]

    def cut_ms(self, until_ms: int) -> int:
        """The bound for a job that ends at `until_ms`: nodes that close by then are not eligible; 0: all are.

        With more than CUTS_MAX window starts it is rounded up, so that there are at most CUTS_MAX answers.
        """
        before = bisect_left(self._starts, until_ms)
        if not before:
            return 0
        step = -(-len(self._starts) // CUTS_MAX)
        last = min(len(self._starts), -(-before // step) * step) - 1
        return self._starts[last]
