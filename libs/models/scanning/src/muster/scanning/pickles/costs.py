"""Costs of a pickle by its structure: keys to hash, numbers of one hash, copies of one value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, cast

_WEIGHT_MAX: Final = 10_000_000
"""Values in a key, each counted as often as it occurs: hashing visits all of them."""
_DEPTH_MAX: Final = 5_000
"""Tuples in one another in a key: the reader's stack overflows while it hashes them."""
_LARGE: Final = (1 << 61) - 1
"""Python hashes a whole number modulo this prime, so smaller ones never share a hash."""
_ALIKE_MAX: Final = 5_000
"""Different numbers of one hash: storing them as keys compares each with each."""
_NUMBERS_KEPT: Final = 200_000


class Cut(tuple[Any, ...]):
    """A tuple of which only the first items are kept.

    Attributes:
        weight: Values in the other items.
        depth: Deepest nesting in them.
    """

    weight: int
    depth: int


class Costs:
    """Costs of one pickle so far."""

    def __init__(self) -> None:
        self._weighed: dict[int, tuple[Any, int, int]] = {}
        self._numbers: dict[int, set[int]] = {}
        self._kept = 0
        self._copies: dict[int, tuple[Any, int]] = {}

    def cut(self, items: list[Any], kept: int) -> tuple[Any, ...]:
        """Make a tuple of the first items; the others only count when it is hashed."""
        if len(items) <= kept:
            return tuple(items)
        made = Cut(items[:kept])
        rest = [self.weigh(cast("tuple[Any, ...]", each)) for each in items[kept:] if isinstance(each, tuple)]
        made.weight = len(items) - kept + sum(weight for weight, _ in rest)
        made.depth = max((depth for _, depth in rest), default=0)
        return made

    def keys(self, keys: Iterable[Any]) -> str:
        """Problem with hashing these keys; empty: they are ordinary."""
        for key in keys:
            if isinstance(key, tuple):
                weight, depth = self.weigh(cast("tuple[Any, ...]", key))
                if weight > _WEIGHT_MAX:
                    return f"a key of more than {_WEIGHT_MAX} values"
                if depth > _DEPTH_MAX:
                    return f"a key of tuples more than {_DEPTH_MAX} deep"
        return ""

    def number(self, value: int) -> str:
        """Problem with the hash of this number and earlier ones; empty: they are ordinary."""
        if -_LARGE < value < _LARGE:
            return ""
        alike = self._numbers.setdefault(hash(value), set())
        self._kept += value not in alike
        alike.add(value)
        if self._kept > _NUMBERS_KEPT:
            self._numbers = {key: held for key, held in self._numbers.items() if len(held) > 1}
            self._kept = sum(map(len, self._numbers.values()))
        return f"more than {_ALIKE_MAX} numbers of the same hash" if len(alike) > _ALIKE_MAX else ""

    def copied(self, value: Any, size: int) -> int:
        """Bytes that one more copy of a value takes; the first one is what any pickle does."""
        _, count = self._copies.get(id(value), (value, 0))
        self._copies[id(value)] = value, count + 1
        return size if count else 0

    def weigh(self, value: tuple[Any, ...]) -> tuple[int, int]:
        """Count the values of a tuple, each as often as it occurs, and its depth."""
        waiting: list[tuple[Any, ...]] = [value]
        while waiting:
            each = waiting[-1]
            if id(each) in self._weighed:
                waiting.pop()
                continue
            inner = [cast("tuple[Any, ...]", item) for item in each if isinstance(item, tuple)]
            new = [item for item in inner if id(item) not in self._weighed]
            if new:
                waiting += new
                continue
            waiting.pop()
            known = [self._weighed[id(item)] for item in inner]
            weight = len(each) + sum(weight for _, weight, _ in known) + getattr(each, "weight", 0)
            depth = 1 + max((*(depth for _, _, depth in known), getattr(each, "depth", 0)), default=0)
            self._weighed[id(each)] = each, min(weight, 1 << 60), depth
        _, weight, depth = self._weighed[id(value)]
        return weight, depth
