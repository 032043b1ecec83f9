"""A xorb: chunks, one behind the other, each with a header of eight bytes and compressed on its own.

    version (0)  stored length, 24 bits  scheme  raw length, 24 bits  stored bytes
 Schemes are 0: as they are; 1: an LZ4 frame; 2: an LZ4 frame of the bytes 0, 4, 8 ..., then 1, 5, 9 ...,
and so on, which suits numbers of four bytes. A footer may follow (`chunk_lists`); who verifies does not
believe it.
 Whether bytes are what their name says is decided by one reading, in memory for one chunk: every chunk is
unpacked and hashed, and the hashes give the name. Other bytes that unpack to the same chunks are the same
xorb.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from struct import Struct
from typing import Final, NamedTuple

import numpy as np
from muster.cas.chunk_lists import (
    CHUNKS_MAX,
    FOOTER_MAX_BYTES,
    FOOTER_TAG,
    HEADER_BYTES,
    XORB_MAX_BYTES,
    ChunkList,
)
from muster.cas.chunking import CHUNK_MAX_BYTES
from muster.cas.compiled import spread
from muster.cas.errors import Malformed
from muster.cas.hashing import Tree, chunk_hash, to_hex
from muster.cas.lz4_frames import Broken, Unpacker, pack

NONE, LZ4, GROUPED_LZ4 = range(3)
"""The schemes."""

STORED_CHUNK_MAX_BYTES: Final = 2 * CHUNK_MAX_BYTES
"""Maximum bytes of one stored chunk: the limit of stock clients."""

STORED_MAX_BYTES: Final = XORB_MAX_BYTES + CHUNKS_MAX * HEADER_BYTES + FOOTER_MAX_BYTES
"""Maximum bytes of the object: all chunks incompressible, with a footer."""

_FORM: Final = "xorb"
_HEADER: Final = Struct("<II")
_TRIED_EVERY: Final = 16
"""Chunks for which the scheme stays that suited the first of them best."""


class Unpacked(NamedTuple):
    """A chunk: its uncompressed bytes, and where its header begins."""

    raw: bytes
    offset: int


class Reader:
    """Reads chunks from the incoming bytes of a xorb, or of a part of one that begins with a header.

    Args:
        offset: Offset of the first byte in the xorb; messages name offsets in the xorb.
    """

    def __init__(self, offset: int = 0) -> None:
        self._offset = offset
        self._rest = b""
        self._is_behind = False
        self._unpacker = Unpacker()

    def feed(self, piece: bytes | memoryview) -> Iterator[Unpacked]:
        """The chunks that are complete with the next piece. To be read to the end before the next call.

        Raises:
            Malformed: A header or a chunk's bytes are not what the format allows.
        """
        data = memoryview(self._rest + piece if self._rest else piece)
        at, size = 0, len(data)
        while not self._is_behind and at + HEADER_BYTES <= size:
            if bytes(data[at : at + len(FOOTER_TAG)]) == FOOTER_TAG:
                self._is_behind = True
                break
            stored, scheme, raw = self._header(data, at)
            end = at + HEADER_BYTES + stored
            if end > size:
                break
            yield Unpacked(self._raw(data[at + HEADER_BYTES : end], scheme, raw, at), self._offset + at)
            at = end
        self._offset += at
        self._rest = bytes(data[at:]) if not self._is_behind else b""

    def finish(self) -> int:
        """Return the offset at which the chunks end.

        Raises:
            Malformed: The bytes end within a chunk.
        """
        if self._rest:
            raise Malformed(_FORM, self._offset, "bytes left", len(self._rest), "a whole chunk, or none")
        return self._offset

    def _header(self, data: memoryview, at: int) -> tuple[int, int, int]:
        """Stored length, scheme and raw length of the header at `at`."""
        first, second = _HEADER.unpack_from(data, at)
        version, stored, scheme, raw = first & 0xFF, first >> 8, second & 0xFF, second >> 8
        place = self._offset + at
        if version:
            raise Malformed(_FORM, place, "version", version, "0")
        if scheme > GROUPED_LZ4:
            raise Malformed(_FORM, place + 4, "scheme", scheme, "0 (none), 1 (LZ4), 2 (byte groups and LZ4)")
        if not 0 < raw <= CHUNK_MAX_BYTES:
            raise Malformed(_FORM, place + 5, "raw length", raw, f"1 to {CHUNK_MAX_BYTES} bytes")
        if not 0 < stored <= STORED_CHUNK_MAX_BYTES:
            raise Malformed(_FORM, place + 1, "stored length", stored, f"1 to {STORED_CHUNK_MAX_BYTES} bytes")
        if scheme == NONE and stored != raw:
            raise Malformed(_FORM, place + 1, "stored length", stored, f"{raw}, the raw length: scheme is 0")
        return stored, scheme, raw

    def _raw(self, stored: memoryview, scheme: int, raw_length: int, at: int) -> bytes:
        if scheme == NONE:
            return bytes(stored)
        place = self._offset + at + HEADER_BYTES
        try:
            raw, read, is_end = self._unpacker.unpack(stored, raw_length + 1)
        except Broken as error:
            raise Malformed(_FORM, place, "LZ4 frame", f"broken ({error})", "one whole frame") from error
        if not is_end or read != len(stored) or len(raw) != raw_length:
            is_all = is_end and read == len(stored)
            found = f"of {len(raw)} bytes" if is_all else f"not at its end after {read} bytes read"
            allowed = f"{raw_length} bytes of {len(stored)}, as the header says"
            raise Malformed(_FORM, place, "LZ4 frame", found, allowed)
        return raw if scheme == LZ4 else _ungrouped(raw)


def verify(pieces: Iterable[bytes | memoryview], expected: bytes) -> ChunkList:
    """Read a whole xorb and return its list of chunks.

    Raises:
        Malformed: It breaks the format or a limit, or its chunks do not give the expected hash.
    """
    reader, building = Reader(), _Building()
    received = 0
    for piece in pieces:
        received += len(piece)
        if received > STORED_MAX_BYTES:
            raise Malformed(_FORM, STORED_MAX_BYTES, "length", "more", f"{STORED_MAX_BYTES} bytes")
        for raw, offset in reader.feed(piece):
            building.add(raw, offset)
    found = building.whole(reader.finish())
    if found.xorb != expected:
        raise Malformed(_FORM, 0, "hash", to_hex(found.xorb), f"{to_hex(expected)}, its name")
    return found


class Writer:
    """Puts chunks into one xorb, each compressed as suits it.

    Args:
        is_compressed: False: every chunk as it is.
    """

    def __init__(self, *, is_compressed: bool = True) -> None:
        self._building = _Building()
        self._parts: list[bytes] = []
        self._stored = 0
        self._is_compressed = is_compressed
        self._scheme = NONE

    def has_room(self, raw_length: int) -> bool:
        """Whether one more chunk of this length fits."""
        building = self._building
        return len(building.raw_ends) < CHUNKS_MAX and building.raw_bytes + raw_length <= XORB_MAX_BYTES

    def add(self, raw: bytes) -> int:
        """Add a chunk and return its place.

        Raises:
            Malformed: The chunk is empty or too long, or does not fit.
        """
        if not 0 < len(raw) <= CHUNK_MAX_BYTES:
            raise Malformed(_FORM, self._stored, "raw length", len(raw), f"1 to {CHUNK_MAX_BYTES} bytes")
        place = len(self._parts)
        if self._is_compressed and place % _TRIED_EVERY == 0:
            self._scheme = min((NONE, LZ4, GROUPED_LZ4), key=lambda scheme: len(_packed(raw, scheme)))
        scheme, stored = self._scheme, _packed(raw, self._scheme)
        if len(stored) >= len(raw):
            scheme, stored = NONE, raw
        self._building.add(raw, self._stored)
        header = _HEADER.pack(len(stored) << 8, scheme | len(raw) << 8)
        self._parts.append(header + stored)
        self._stored += HEADER_BYTES + len(stored)
        return place

    def finish(self) -> tuple[bytes, ChunkList]:
        """Return the xorb without a footer, and its list of chunks.

        Raises:
            Malformed: The xorb is empty.
        """
        return b"".join(self._parts), self._building.whole(self._stored)


def encode(chunks: Sequence[bytes], *, is_compressed: bool = True) -> tuple[bytes, ChunkList]:
    """Encode all chunks as one xorb; return it and its list of chunks.

    Raises:
        Malformed: There is none, one is empty or too long, or all are too many.
    """
    writer = Writer(is_compressed=is_compressed)
    for raw in chunks:
        writer.add(raw)
    return writer.finish()


def uncompressed(raw: Callable[[int, int], bytes], chunks: ChunkList, first: int, last: int) -> bytes:
    """Bytes of a xorb of which no chunk is compressed, from one up to another, both with it.

    Args:
        raw: Gives bytes of all chunks together, from one up to, not with, another.
        chunks: List of such a xorb's chunks: chunk_lists.uncompressed.
        first: The first byte.
        last: The last byte.
    """
    start, stop = bisect_right(chunks.stored_ends, first), bisect_right(chunks.stored_ends, last) + 1
    begin = chunks.raw_begin(start)
    content = memoryview(raw(begin, chunks.raw_ends[stop - 1]))
    parts: list[bytes | memoryview] = []
    for place in range(start, stop):
        at, length = chunks.raw_begin(place) - begin, chunks.raw_length(place, place + 1)
        parts += [_HEADER.pack(length << 8, NONE | length << 8), content[at : at + length]]
    skipped = first - chunks.stored_begin(start)
    return b"".join(parts)[skipped : skipped + last + 1 - first]


class _Building:
    """A chunk list in the making."""

    def __init__(self) -> None:
        self.raw_bytes = 0
        self.raw_ends = array("I")
        self._begins = array("I")
        self._hashes: list[bytes] = []
        self._tree = Tree()

    def add(self, raw: bytes, offset: int) -> None:
        """Add the next chunk, whose header is at an offset."""
        if len(self._hashes) == CHUNKS_MAX:
            raise Malformed(_FORM, offset, "number of chunks", "more", f"{CHUNKS_MAX}")
        self.raw_bytes += len(raw)
        if self.raw_bytes > XORB_MAX_BYTES:
            raise Malformed(_FORM, offset, "raw bytes of all chunks", "more", f"{XORB_MAX_BYTES}")
        hash_ = chunk_hash(raw)
        self._hashes.append(hash_)
        self._tree.add(hash_, len(raw))
        self.raw_ends.append(self.raw_bytes)
        self._begins.append(offset)

    def whole(self, end: int) -> ChunkList:
        """The list, when the last chunk ends at `end`."""
        if not self._hashes:
            raise Malformed(_FORM, 0, "number of chunks", 0, f"1 to {CHUNKS_MAX}")
        stored_ends = self._begins[1:]
        stored_ends.append(end)
        return ChunkList(self._tree.root(), b"".join(self._hashes), self.raw_ends, stored_ends)


def _packed(raw: bytes, scheme: int) -> bytes:
    if scheme == NONE:
        return raw
    return pack(raw if scheme == LZ4 else _grouped(raw))


def _grouped(raw: bytes) -> bytes:
    return b"".join(raw[byte::4] for byte in range(4))


def _ungrouped(grouped: bytes) -> bytes:
    raw = np.empty(len(grouped), np.uint8)
    spread(np.frombuffer(grouped, np.uint8), raw)
    return raw.tobytes()
