"""Keys of entities filed under a time: the due ones are found without a look at the others. PURE."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muster.deciding.core.entities import Changes, Entities, Kind

_DIGITS: Final = 16


class ByTime:
    """Index of keys by time, the earliest first.

    Args:
        name: Name of its kind of entity, unique within the service.
        separator: Stands between time and key in the state; must never change in a service.
    """

    def __init__(self, name: str, separator: str = "/") -> None:
        self._entries = Kind(name, str)
        self._separator = separator

    def file(self, state: Changes, at_ms: int, key: str) -> None:
        """File a key under this time."""
        state.put(self._entries, self._key(at_ms, key), key)

    def remove(self, state: Changes, at_ms: int, key: str) -> None:
        """Remove a key from this time."""
        state.delete(self._entries, self._key(at_ms, key))

    def until(self, state: Entities, at_ms: int) -> Iterator[str]:
        """Yield the keys filed under times up to this one, the earliest first."""
        return (key for _, key in state.scan(self._entries, until=self._key(at_ms + 1)))

    def first_ms(self, state: Entities) -> int | None:
        """Return the earliest time that has a key; None: there is none."""
        first = next(state.scan(self._entries), None)
        return None if first is None else int(first[0][:_DIGITS])

    def _key(self, at_ms: int, key: str = "") -> str:
        return f"{at_ms:0{_DIGITS}d}{self._separator}{key}"
