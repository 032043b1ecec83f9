"""What is found once about many equal records: recurring jobs have the same spec, decoded once (ADR 62)."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class ByIdentity(Generic[K, V]):
    """What was found about objects that never change; the oldest are dropped.

    Args:
        most: How many objects are remembered, and kept alive.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[int, tuple[K, V]] = OrderedDict()

    def get(self, about: K) -> V | None:
        """What was found about this very object; None: nothing is remembered."""
        found = self._found.get(id(about))
        return found[1] if found is not None else None

    def clear(self) -> None:
        """Forget everything."""
        self._found.clear()

    def put(self, about: K, value: V) -> V:
        """Remember and return a value."""
        if len(self._found) >= self._most:
            self._found.popitem(last=False)
        self._found[id(about)] = about, value
        return value
