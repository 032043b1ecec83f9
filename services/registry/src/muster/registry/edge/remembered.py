"""Values that were read lately, up to a weight of all together; safe to share between threads."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")


class Remembered(Generic[V]):
    """Values by key; those that were asked for longest ago make room.

    Args:
        weight_max: Of all values together.
        weigh: The weight of one; one that weighs more is not remembered.
    """

    def __init__(self, weight_max: int, weigh: Callable[[V], int]) -> None:
        self._weight_max = weight_max
        self._weigh = weigh
        self._values: OrderedDict[str, V] = OrderedDict()
        self._weight = 0
        self._lock = threading.Lock()

    def get(self, key: str) -> V | None:
        """The value; None: it is not remembered."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: str, value: V) -> None:
        """Keep a value at hand."""
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
