"""Keys of entities filed under a time: what is due is found without looking at all the others. PURE."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muster.deciding.core.entities import Changes, Entities, Kind

_DIGITS: Final = 16


class ByTime:
    """What is filed under which time, the earliest first.

    Args:
        name: Of the kind of its entries, unique within the service.
        separator: Between the time and what is filed; what a service began with stays, as it is in its state.
    """

    def __init__(self, name: str, separator: str = "/") -> None:
        self._entries = Kind(name, str)
        self._separator = separator

    def file(self, state: Changes, at_ms: int, what: str) -> None:
        """File it under this time."""
        state.put(self._entries, self._key(at_ms, what), what)

    def remove(self, state: Changes, at_ms: int, what: str) -> None:
        """Take it from under this time."""
        state.delete(self._entries, self._key(at_ms, what))

    def until(self, state: Entities, at_ms: int) -> Iterator[str]:
        """What is filed under times up to this one, the earliest first."""
        return (what for _, what in state.scan(self._entries, until=self._key(at_ms + 1)))

    def first_ms(self, state: Entities) -> int | None:
        """The earliest time under which something is filed."""
        first = next(state.scan(self._entries), None)
        return None if first is None else int(first[0][:_DIGITS])

    def _key(self, at_ms: int, what: str = "") -> str:
        return f"{at_ms:0{_DIGITS}d}{self._separator}{what}"
