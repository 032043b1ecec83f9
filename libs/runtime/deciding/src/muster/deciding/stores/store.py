"""The contract of entity stores: tests/test_stores.py holds both to it."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Protocol, TypeAlias

Entry: TypeAlias = tuple[str, str, bytes]
"""(kind, key, entity)."""

Change: TypeAlias = tuple[str, str, bytes | None]
"""(kind, key, entity); None: removed."""


class EntityStore(Protocol):
    """Entities and how far the log is in them; one thread at a time, but for `dump`."""

    def get(self, kind: str, key: str) -> bytes | None:
        """Return one entity; None: it does not exist."""
        ...

    def scan(self, kind: str, first: str, until: str | None) -> Iterator[tuple[str, bytes]]:
        """Entities of a kind from `first` on, before `until`, in key order (by code point)."""
        ...

    def reached(self) -> bytes | None:
        """Return `reached` of the last `merge` or `load`; None: the store is empty."""
        ...

    def merge(self, changes: Iterable[Change], reached: bytes) -> None:
        """Apply changes and record the log's progress with them, atomically."""
        ...

    def load(self, entries: Iterable[Entry], reached: bytes) -> None:
        """Replace all entities by these."""
        ...

    def clear(self) -> None:
        """Forget everything."""
        ...

    def dump(self) -> AbstractContextManager[Generator[Entry]]:
        """Return every entity as of now, by kind and key; another thread may read it during a merge."""
        ...

    def close(self) -> None:
        """Release its resources."""
        ...
