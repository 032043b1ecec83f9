"""Entities in this process."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import cast

from muster.deciding.stores.store import Change, Entry
from sortedcontainers import SortedDict

Ordered = dict[str, bytes]
# sortedcontainers has no types; this is what the constructor gives, and what `irange` is.
_ordered = cast("Callable[[], Ordered]", SortedDict)


class MemoryStore:
    """Fast, bounded by memory, gone with the process."""

    def __init__(self) -> None:
        self._kinds: dict[str, Ordered] = {}
        self._reached: bytes | None = None

    def get(self, kind: str, key: str) -> bytes | None:
        """One entity; None when there is none."""
        entities = self._kinds.get(kind)
        return None if entities is None else entities.get(key)

    def scan(self, kind: str, first: str, until: str | None) -> Iterator[tuple[str, bytes]]:
        """Entities of a kind from `first` on, before `until`, in key order."""
        entities = self._kinds.get(kind)
        if entities is None:
            return
        irange = cast("Callable[..., Iterator[str]]", entities.irange)  # type: ignore[attr-defined]
        for key in irange(first, until, (True, False)):
            yield key, entities[key]

    def reached(self) -> bytes | None:
        """Return the log's progress in this store; None: it is empty."""
        return self._reached

    def merge(self, changes: Iterable[Change], reached: bytes) -> None:
        """Take over changes and how far the log is with them."""
        for kind, key, entity in list(changes):
            entities = self._kinds.get(kind)
            if entities is None:
                entities = self._kinds[kind] = _ordered()
            if entity is None:
                entities.pop(key, None)
            else:
                entities[key] = entity
        self._reached = reached

    def load(self, entries: Iterable[Entry], reached: bytes) -> None:
        """Forget everything, then take these."""
        self.clear()
        self.merge(entries, reached)

    def clear(self) -> None:
        """Forget everything."""
        self._kinds, self._reached = {}, None

    @contextmanager
    def dump(self) -> Generator[Generator[Entry]]:
        """Return every entity as of now; copies the references at once."""
        copied = [(kind, list(entities.items())) for kind, entities in sorted(self._kinds.items())]
        yield ((kind, key, entity) for kind, entities in copied for key, entity in entities)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
