"""LRU cache with a limit on the total weight of its values. Thread-safe."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")


class LruCache(Generic[V]):
    """Cache of values by key; the least recently used ones are evicted.

    Args:
        weight_max: Maximum total weight of all values.
        weigh: Returns the weight of a value; a value heavier than `weight_max` is not cached.
    """

    def __init__(self, weight_max: int, weigh: Callable[[V], int]) -> None:
        self._weight_max = weight_max
        self._weigh = weigh
        self._values: OrderedDict[str, V] = OrderedDict()
        self._weight = 0
        self._lock = threading.Lock()

    def get(self, key: str) -> V | None:
        """Return the value; None: not cached."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: str, value: V) -> None:
        """Cache a value."""
        with self._lock:
            if key in self._values:
                self._weight -= self._weigh(self._values.pop(key))
            if self._weigh(value) > self._weight_max:
                return
            self._values[key] = value
            self._weight += self._weigh(value)
            while self._weight > self._weight_max:
                _, gone = self._values.popitem(last=False)
                self._weight -= self._weigh(gone)
