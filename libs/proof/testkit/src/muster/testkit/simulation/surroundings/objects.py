"""The object store, in memory; it can be down."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from muster.store import NoSuchObject, StoreUnavailable


class MemoryObjects:
    """Bytes under keys.

    Args:
        around_put: Called before and after every `put`: a process may die there.

    Attributes:
        down: Set to have every call fail, as when S3 does not answer.
    """

    def __init__(self, around_put: Callable[[], None] = lambda: None) -> None:
        self.down = False
        self._around_put = around_put
        self._data: dict[str, bytes] = {}

    def put(self, key: str, data: bytes) -> str:
        """Store."""
        self._around_put()
        self._answer()
        self._data[key] = data
        self._around_put()
        return f"memory://{key}"

    def put_stream(self, key: str, stream: BinaryIO) -> str:
        """Store."""
        return self.put(key, stream.read())

    def fetch(self, key: str, sha256: str, into: Path) -> None:
        """Fetch an object and check its hash."""
        data = self.get(key)
        if hashlib.sha256(data).hexdigest() != sha256:
            raise NoSuchObject(f"{key}: has another hash")
        into.write_bytes(data)

    def get(self, key: str) -> bytes:
        """Read."""
        self._answer()
        if key not in self._data:
            raise NoSuchObject(key)
        return self._data[key]

    def keys(self, prefix: str) -> list[str]:
        """Return every key with this prefix, in order."""
        self._answer()
        return sorted(key for key in self._data if key.startswith(prefix))

    def delete(self, key: str) -> None:
        """Remove."""
        self._answer()
        self._data.pop(key, None)

    def _answer(self) -> None:
        if self.down:
            raise StoreUnavailable("the store is down")
