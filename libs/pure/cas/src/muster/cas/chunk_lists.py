"""Contents of a xorb: each chunk's hash, its end in the uncompressed bytes, and its end in the object.

Serialized it is the footer that xet defines behind a xorb's chunks ("XETBLOB", version 1). Stock clients
leave it off; the store keeps one beside each xorb, made from verified bytes. With it a range of a file is
found without reading the xorb, and the chunk index can be rebuilt from all of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Final

from muster.cas.errors import Malformed
from muster.cas.hashing import HASH_BYTES, range_hash, xorb_hash

CHUNKS_MAX: Final = 8 * 1024
"""Maximum number of chunks of one xorb."""

XORB_MAX_BYTES: Final = 64 * 1024 * 1024
"""Maximum uncompressed bytes of one xorb."""

HEADER_BYTES: Final = 8
"""Bytes of the header before each chunk in a xorb."""

FOOTER_TAG: Final = b"XETBLOB"
"""Tag in place of another chunk's header when a footer follows."""

_FORM: Final = "chunk list"
_BEGIN: Final = Struct(f"<7sB{HASH_BYTES}s")
_SECTION: Final = Struct("<7sBI")
_END: Final = Struct("<III16sI")
_HASHES_TAG: Final = b"XBLBHSH"
_PLACES_TAG: Final = b"XBLBBND"
_VERSION: Final = 1
_HASHES_VERSION: Final = 0
_PLACES_VERSION: Final = 1
_FIXED_BYTES: Final = _BEGIN.size + 2 * _SECTION.size + _END.size
_CHUNK_BYTES: Final = HASH_BYTES + 4 + 4

FOOTER_MAX_BYTES: Final = _FIXED_BYTES + CHUNKS_MAX * _CHUNK_BYTES

KEY_ENDING: Final = ".chunks"
"""Suffix of a xorb's key for its list, which is made from verified bytes."""


@dataclass(frozen=True, slots=True)
class ChunkList:
    """The chunks of one xorb.

    Attributes:
        xorb: The xorb's hash.
        hashes: The chunks' hashes, one after the other.
        raw_ends: End of each chunk, uncompressed, bytes from the xorb's beginning.
        stored_ends: End of each chunk in the object, headers included, bytes.
    """

    xorb: bytes
    hashes: bytes
    raw_ends: Sequence[int]
    stored_ends: Sequence[int]

    def __len__(self) -> int:
        return len(self.raw_ends)

    @property
    def raw_bytes(self) -> int:
        """Uncompressed bytes of all chunks."""
        return self.raw_ends[-1]

    @property
    def stored_bytes(self) -> int:
        """Stored bytes of all chunks, without a footer."""
        return self.stored_ends[-1]

    def chunk(self, place: int) -> bytes:
        """The hash of the chunk at a place."""
        return self.hashes[place * HASH_BYTES : (place + 1) * HASH_BYTES]

    def raw_begin(self, place: int) -> int:
        """Return the offset of a chunk in the uncompressed bytes."""
        return self.raw_ends[place - 1] if place else 0

    def stored_begin(self, place: int) -> int:
        """Return the offset of a chunk in the object."""
        return self.stored_ends[place - 1] if place else 0

    def raw_length(self, start: int, end: int) -> int:
        """Return the uncompressed bytes of chunks `start` to `end`, exclusive; 0 < `end`."""
        return self.raw_ends[end - 1] - self.raw_begin(start)

    def range_hash(self, start: int, end: int) -> bytes:
        """Return the proof of chunks `start` to `end`, exclusive."""
        return range_hash(memoryview(self.hashes)[start * HASH_BYTES : end * HASH_BYTES])


def uncompressed(chunks: ChunkList) -> ChunkList:
    """The same chunks as they lie in a xorb of which none is compressed, which follows from them alone."""
    ends = array("I", (end + HEADER_BYTES * (place + 1) for place, end in enumerate(chunks.raw_ends)))
    return ChunkList(chunks.xorb, chunks.hashes, chunks.raw_ends, ends)


def encode(chunks: ChunkList) -> bytes:
    """The list written down as a footer behind the chunks would be, its length in the last four bytes."""
    count = len(chunks)
    places_bytes = _SECTION.size + 2 * 4 * count
    hashes_bytes = _SECTION.size + HASH_BYTES * count
    info_bytes = _BEGIN.size + hashes_bytes + places_bytes + _END.size - 4
    return b"".join(
        (
            _BEGIN.pack(FOOTER_TAG, _VERSION, chunks.xorb),
            _SECTION.pack(_HASHES_TAG, _HASHES_VERSION, count),
            chunks.hashes,
            _SECTION.pack(_PLACES_TAG, _PLACES_VERSION, count),
            _numbers(chunks.stored_ends),
            _numbers(chunks.raw_ends),
            _END.pack(
                count,
                hashes_bytes + places_bytes + _END.size - 4,
                places_bytes + _END.size - 4,
                bytes(16),
                info_bytes,
            ),
        )
    )


def decode(data: bytes) -> ChunkList:
    """A list that was written down.

    Raises:
        Malformed: Not a list, or inconsistent: its hashes and lengths do not give its xorb's hash.
    """
    count = _count(data)
    tag, version, xorb = _BEGIN.unpack_from(data)
    _require(tag == FOOTER_TAG, 0, "tag", tag, FOOTER_TAG)
    _require(version == _VERSION, 7, "version", version, _VERSION)
    at = _section(data, _BEGIN.size, _HASHES_TAG, _HASHES_VERSION, count)
    hashes = data[at : at + HASH_BYTES * count]
    at = _section(data, at + HASH_BYTES * count, _PLACES_TAG, _PLACES_VERSION, count)
    stored_ends = _ascending(data, at, count, "stored end")
    raw_ends = _ascending(data, at + 4 * count, count, "raw end")
    found = ChunkList(xorb, hashes, raw_ends, stored_ends)
    name = xorb_hash((found.chunk(place), found.raw_length(place, place + 1)) for place in range(count))
    _require(
        name == xorb, _BEGIN.size - HASH_BYTES, "xorb", xorb.hex(), f"{name.hex()}, what the chunks give"
    )
    return found


def _count(data: bytes) -> int:
    """Return the number of chunks of a list of this length."""
    count, rest = divmod(len(data) - _FIXED_BYTES, _CHUNK_BYTES)
    allowed = f"{_FIXED_BYTES} and {_CHUNK_BYTES} for each of 1 to {CHUNKS_MAX} chunks"
    _require(rest == 0 and 0 < count <= CHUNKS_MAX, 0, "length in bytes", len(data), allowed)
    said = int.from_bytes(data[-4:], "little")
    _require(said == len(data) - 4, len(data) - 4, "length of the footer", said, len(data) - 4)
    return count


def _section(data: bytes, at: int, tag: bytes, version: int, count: int) -> int:
    """Check the section at `at` and return the offset of its content."""
    found = _SECTION.unpack_from(data, at)
    _require(found == (tag, version, count), at, "section", found, (tag, version, count))
    return at + _SECTION.size


def _numbers(values: Sequence[int]) -> bytes:
    return Struct(f"<{len(values)}I").pack(*values)


def _ascending(data: bytes, at: int, count: int, field: str) -> Sequence[int]:
    values = array("I", Struct(f"<{count}I").unpack_from(data, at))
    before = 0
    for place, value in enumerate(values):
        _require(value > before, at + 4 * place, field, value, f"more than {before}, the end before")
        before = value
    return values


def _require(is_so: bool, offset: int, field: str, value: object, allowed: object) -> None:
    if not is_so:
        raise Malformed(_FORM, offset, field, value, str(allowed))
