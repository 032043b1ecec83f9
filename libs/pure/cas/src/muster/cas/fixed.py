"""A file in fixed chunks: 64 MiB each, the last one shorter, known by their SHA-256.

They need no code to be made (`split -b 64M`, `sha256sum`). The hashes, in order, are the file's manifest.
Where the bytes lie is another matter: a fixed chunk is a range of the file, whatever that is stored as.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

FIXED_BYTES: Final = 64 * 1024 * 1024


def chunks_in(size_bytes: int) -> int:
    """Return the number of fixed chunks of a file of this size."""
    return -(-size_bytes // FIXED_BYTES)


class Manifest:
    """The manifest of a stream that comes in pieces of any size."""

    def __init__(self) -> None:
        self._whole: list[str] = []
        self._open = hashlib.sha256()
        self._open_bytes = 0

    def feed(self, piece: bytes | memoryview) -> None:
        """The next piece of the stream."""
        view = memoryview(piece)
        while view:
            part = view[: FIXED_BYTES - self._open_bytes]
            self._open.update(part)
            self._open_bytes += len(part)
            view = view[len(part) :]
            if self._open_bytes == FIXED_BYTES:
                self._close()

    def chunks(self) -> tuple[str, ...]:
        """SHA-256 of each fixed chunk so far, 64 hexadecimal digits."""
        return (*self._whole, self._open.hexdigest()) if self._open_bytes else tuple(self._whole)

    def _close(self) -> None:
        self._whole.append(self._open.hexdigest())
        self._open, self._open_bytes = hashlib.sha256(), 0


def manifest_of(pieces: Iterable[bytes | memoryview]) -> tuple[str, ...]:
    """The manifest of a whole stream."""
    manifest = Manifest()
    for piece in pieces:
        manifest.feed(piece)
    return manifest.chunks()
