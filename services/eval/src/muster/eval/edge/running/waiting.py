"""Questions of a run that wait to be asked, in its order."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from muster.scoring.executing.items import Item

M = TypeVar("M")


class Waiting(Generic[M]):
    """Questions that are taken in groups and may be put back in front; true if some were put back.

    Args:
        groups: Read as they are needed; empty ones are passed over.
    """

    def __init__(self, groups: Iterator[Sequence[Item[M]]]) -> None:
        self._groups = groups
        self._front: deque[Sequence[Item[M]]] = deque()

    def __bool__(self) -> bool:
        return bool(self._front)

    def take(self) -> Sequence[Item[M]]:
        """Return the next group; empty: nothing waits."""
        if self._front:
            return self._front.popleft()
        return next((group for group in self._groups if group), ())

    def put_back(self, items: Sequence[Item[M]]) -> None:
        """Have these next."""
        if items:
            self._front.appendleft(items)
