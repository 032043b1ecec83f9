"""Content-defined chunking of a stream, with the same boundaries as hf_xet.

The gear hash of the last 64 bytes ends a chunk when its first 16 bits are zero: every 64 KiB on average.
No chunk but a stream's last has less than 8 KiB, none more than 128 KiB. A chunk's first bytes cannot end
it, so they are not hashed, up to 65 bytes before the least length: the window is full again when a cut may
come. What stands before a cut does not count after it; so a change moves the cuts near it, and those that
follow stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np
from muster.cas.compiled import cuts
from muster.cas.gear import GEAR

CHUNK_LEAST_BYTES: Final = 8 * 1024
CHUNK_MEAN_BYTES: Final = 64 * 1024
CHUNK_MAX_BYTES: Final = 128 * 1024

_WINDOW_BYTES: Final = 64
_GEAR: Final = np.array(GEAR, np.uint64)
_LIMITS: Final = np.array(
    [CHUNK_LEAST_BYTES, CHUNK_MAX_BYTES, CHUNK_LEAST_BYTES - _WINDOW_BYTES - 1], np.int64
)


class Chunker:
    """Cuts a stream that comes in pieces of any size; holds one open chunk, at most 128 KiB."""

    def __init__(self) -> None:
        self._open = bytearray()
        self._state = np.uint64(0)

    def feed(self, piece: bytes | bytearray | memoryview) -> list[bytes]:
        """The chunks that end in the next piece of the stream."""
        view = memoryview(piece)
        ends = np.empty(len(view) // CHUNK_LEAST_BYTES + 2, np.int64)
        data = np.frombuffer(view, np.uint8)
        found, _, state = cuts(data, len(self._open), self._state, _GEAR, _LIMITS, ends)
        self._state = np.uint64(state)
        chunks: list[bytes] = []
        begin = 0
        for end in ends[:found].tolist():
            chunks.append(b"".join((self._open, view[begin:end])))
            self._open.clear()
            begin = end
        self._open += view[begin:]
        return chunks

    def finish(self) -> list[bytes]:
        """The last chunk, if bytes are left; the chunker is as new."""
        rest = [bytes(self._open)] if self._open else []
        self.__init__()
        return rest


def chunks_of(pieces: Iterable[bytes | bytearray | memoryview]) -> Iterator[bytes]:
    """Yield all chunks of a stream, in order."""
    chunker = Chunker()
    for piece in pieces:
        yield from chunker.feed(piece)
    yield from chunker.finish()
