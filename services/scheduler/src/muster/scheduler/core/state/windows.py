"""Windows: when which nodes close for maintenance, and open again. Derived from the nodes."""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import Final

from muster.cluster.occupancy import Window

CUTS_MAX: Final = 16
"""Times of closing that placements tell apart: for each the kernel keeps the nodes that are open then."""


class Windows:
    """The windows of all nodes, by time."""

    def __init__(self) -> None:
        self._due: list[tuple[int, str]] = []
        self._starts: list[int] = []

    def add(self, node_id: str, window: Window) -> None:
        """A node has a window."""
        insort(self._due, (window.due_ms, node_id))
        if not window.begun:
            insort(self._starts, window.starts_at_ms)

    def remove(self, node_id: str, window: Window) -> None:
        """A node has it no longer."""
        del self._due[bisect_left(self._due, (window.due_ms, node_id))]
        if not window.begun:
            del self._starts[bisect_left(self._starts, window.starts_at_ms)]

    @property
    def next_ms(self) -> int | None:
        """When one begins or ends next; None: there is none."""
        return self._due[0][0] if self._due else None

    def due(self, now_ms: int) -> list[str]:
        """Nodes whose window begins or ends by now, the earliest first."""
        return [node_id for _, node_id in self._due[: bisect_left(self._due, (now_ms + 1,))]]

    def cut_ms(self, until_ms: int) -> int:
        """Nodes that close by the time returned will not do for what runs until `until_ms`; 0: all will.

        With more than CUTS_MAX starts ahead it is rounded up, so that there are no more different answers.
        """
        before = bisect_left(self._starts, until_ms)
        if not before:
            return 0
        step = -(-len(self._starts) // CUTS_MAX)
        last = min(len(self._starts), -(-before // step) * step) - 1
        return self._starts[last]
