"""Readable xorbs, as readers ask for them.

Readers know nothing of how else a xorb may be stored: they ask for its chunk list and the key to read now.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from muster.cas.chunk_lists import ChunkList
from muster.views.reading.tables import Tables


class Located(Protocol):
    """Xorbs that can be read. Every method blocks on the store and may raise StoreUnavailable."""

    def lists(self, wanted: Collection[bytes] | None = None) -> dict[bytes, ChunkList]:
        """Return chunk lists of all or the wanted xorbs, as they describe the bytes at their keys."""
        ...

    def key(self, xorb: bytes) -> str:
        """Return the key where a xorb can be read now."""
        ...

    def readable(self, wanted: Collection[bytes]) -> dict[bytes, str]:
        """Return the keys where several xorbs can be read now."""
        ...


class Locator(Protocol):
    """Finds the bytes of xorbs."""

    async def locate(self, tables: Tables, keys: Mapping[bytes, str]) -> Located:
        """Return xorbs, given their keys as uploaded."""
        ...
