"""The container: a magic, blocks, and behind them an index with everything needed to read them.

    b"MSTRDLT1"  block ... block  index (zstd of msgpack)  u32 CRC-32 of it  u64 its length  b"1TLDRTSM"
    block:       u8 method  u32 CRC-32 of the restored bytes  then
                 RAW: the bytes    SAME: nothing    else: for each plane u32 length, then the planes;
                 a plane as long as the block has items is stored as it is, a shorter one is a zstd frame

Numbers are little-endian. The index stands behind the blocks so that a container is written in one pass;
every block can be restored alone, so that a range of the file costs its own blocks.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final
from zlib import crc32

import msgspec
import zstandard
from muster.tensors.deltas.transforms import WIDTHS, Coding, Method
from muster.tensors.sources import Source

MAGIC: Final = b"MSTRDLT1"
END: Final = b"1TLDRTSM"
VERSION: Final = 1
BLOCK_BYTES: Final = 1 << 20
"""Larger blocks are 1 to 4 % smaller in the container and, out of the cache, up to half as fast."""
BLOCK_BYTES_MAX: Final = 64 << 20
INDEX_BYTES_MAX: Final = 256 << 20
BLOCK_HEAD: Final = struct.Struct("<BI")
LENGTH: Final = struct.Struct("<I")
TAIL: Final = struct.Struct("<IQ8s")


class DeltaInvalid(ValueError):
    """The container is damaged, does not fit its bases, or was never one."""


class Base(msgspec.Struct, frozen=True, array_like=True):
    """A file that a container depends on, and that has to be kept as long as the container.

    Attributes:
        key: Key that the writer gave it, such as its SHA-256.
        size_bytes: Its size.
    """

    key: str
    size_bytes: int


class Segment(msgspec.Struct, frozen=True, array_like=True):
    """A stretch of the file that is encoded in one way: a tensor, the header, or a gap between them.

    Attributes:
        begin: Offset of its first byte in the file.
        end: Offset behind its last byte.
        method: Its encoding; single blocks may be RAW or SAME instead.
        width: Bytes of an item.
        exponent_low: The lowest bit of an item's exponent.
        exponent_bits: Width of an item's exponent, bits.
        base: Position of its base among the bases; -1: none.
        base_begin: Offset of its counterpart in the base.
    """

    begin: int
    end: int
    method: int = Method.RAW
    width: int = 1
    exponent_low: int = 0
    exponent_bits: int = 0
    base: int = -1
    base_begin: int = 0

    @property
    def coding(self) -> Coding:
        """Encoding of its blocks."""
        return Coding(Method(self.method), self.width, self.exponent_low, self.exponent_bits)


class Index(msgspec.Struct, frozen=True, array_like=True):
    """The index of a container: everything needed to read it.

    Attributes:
        version: Version of the container's format.
        size_bytes: Size of the file.
        sha256: SHA-256 of the file.
        block_bytes: Maximum bytes of the file in one block.
        bases: The files that it depends on.
        segments: The file from front to back, without gaps.
        block_lengths: Bytes of each block in the container, in order.
    """

    version: int
    size_bytes: int
    sha256: bytes
    block_bytes: int
    bases: list[Base]
    segments: list[Segment]
    block_lengths: list[int]


class Block(msgspec.Struct, frozen=True):
    """A block: its segment, its bytes in the file, and its place in the container."""

    segment: Segment
    begin: int
    end: int
    offset: int
    length: int


def tail_of(index: Index) -> bytes:
    """Return the bytes that follow the blocks."""
    packed = zstandard.ZstdCompressor(level=3).compress(msgspec.msgpack.encode(index))
    return packed + TAIL.pack(crc32(packed), len(packed), END)


def index_of(source: Source) -> Index:
    """The index of a container, checked.

    Raises:
        DeltaInvalid: It is not a container, or is damaged.
    """
    size = source.size_bytes
    if size < len(MAGIC) + TAIL.size or source.read(0, len(MAGIC)) != MAGIC:
        raise DeltaInvalid(f"container must begin with {MAGIC!r}, of version {VERSION}")
    checksum, length, end = TAIL.unpack(source.read(size - TAIL.size, size))
    held = size - TAIL.size - len(MAGIC)
    if end != END or length > min(held, INDEX_BYTES_MAX):
        raise DeltaInvalid(f"container must end with an index of at most {held} bytes and {END!r}")
    packed = source.read(size - TAIL.size - length, size - TAIL.size)
    if crc32(packed) != checksum:
        raise DeltaInvalid("index: its bytes do not have its CRC-32")
    index = _decoded(packed)
    _check(index, held - length)
    return index


def blocks_of(index: Index) -> Iterator[Block]:
    """Yield all blocks in order."""
    offset = len(MAGIC)
    lengths = iter(index.block_lengths)
    for segment in index.segments:
        for begin in range(segment.begin, segment.end, index.block_bytes):
            length = next(lengths)
            yield Block(segment, begin, min(segment.end, begin + index.block_bytes), offset, length)
            offset += length


def block_count(segments: list[Segment], block_bytes: int) -> int:
    """Return the number of blocks of the segments."""
    return sum(-(-(segment.end - segment.begin) // block_bytes) for segment in segments)


def frame_content(frame: bytes, length: int, where: str) -> bytes:
    """Decompress a zstd frame that must hold `length` bytes.

    Raises:
        DeltaInvalid: It is not a frame, or holds another number of bytes.
    """
    try:
        if zstandard.frame_content_size(frame) != length:
            raise DeltaInvalid(f"{where}: size differs; must be {length} bytes")
        return zstandard.ZstdDecompressor().decompress(frame, max_output_size=length, allow_extra_data=False)
    except zstandard.ZstdError as error:
        raise DeltaInvalid(f"{where}: {error}") from None


def _decoded(packed: bytes) -> Index:
    try:
        length = zstandard.frame_content_size(packed)
        if not 0 <= length <= INDEX_BYTES_MAX:
            raise DeltaInvalid(f"index has {length} bytes; must have at most {INDEX_BYTES_MAX}")
        return msgspec.msgpack.decode(frame_content(packed, length, "index"), type=Index)
    except (zstandard.ZstdError, msgspec.DecodeError) as error:
        raise DeltaInvalid(f"index: {error}") from None


def _check(index: Index, blocks_bytes: int) -> None:
    if index.version != VERSION:
        raise DeltaInvalid(f"version is {index.version}; must be {VERSION}")
    if not 8 <= index.block_bytes <= BLOCK_BYTES_MAX or index.block_bytes % 8:
        raise DeltaInvalid(
            f"block_bytes is {index.block_bytes}; must be a multiple of 8, at most {BLOCK_BYTES_MAX}"
        )
    check_segments(index.segments, index.bases, index.size_bytes)
    if len(index.block_lengths) != block_count(index.segments, index.block_bytes):
        raise DeltaInvalid(f"block_lengths has {len(index.block_lengths)} blocks; must match the segments")
    if min(index.block_lengths, default=BLOCK_HEAD.size) < BLOCK_HEAD.size:
        raise DeltaInvalid(
            f"block_lengths has a block that is too short; must be {BLOCK_HEAD.size} bytes or more"
        )
    if sum(index.block_lengths) != blocks_bytes:
        raise DeltaInvalid(f"block_lengths add up to {sum(index.block_lengths)}; must be {blocks_bytes}")


def check_segments(segments: list[Segment], bases: list[Base], size_bytes: int) -> None:
    """Check that segments cover the file and lie within their bases.

    Raises:
        DeltaInvalid: They do not; the text names the segment and the valid values.
    """
    cursor = 0
    for number, segment in enumerate(segments):
        where = f"segment {number}"
        if segment.begin != cursor or segment.end < segment.begin:
            raise DeltaInvalid(f"{where} is bytes {segment.begin} to {segment.end}; must begin at {cursor}")
        cursor = segment.end
        if segment.method not in set(Method) or segment.width not in WIDTHS:
            raise DeltaInvalid(f"{where}: method {segment.method} or width {segment.width} is unknown")
        if (segment.end - segment.begin) % segment.width:
            raise DeltaInvalid(f"{where} has {segment.end - segment.begin} bytes; must have whole items")
        if not (0 <= segment.exponent_low < 64 and 0 <= segment.exponent_bits <= 64):
            raise DeltaInvalid(f"{where}: exponent is outside of the item; must be within bits 0 to 63")
        _check_base(where, segment, bases)
    if cursor != size_bytes:
        raise DeltaInvalid(f"segments end at {cursor}; must end at {size_bytes}, with the file")


def _check_base(where: str, segment: Segment, bases: list[Base]) -> None:
    if segment.base == -1:
        if Method(segment.method).needs_base:
            raise DeltaInvalid(f"{where} has no base; must have one of {len(bases)}")
        return
    if not 0 <= segment.base < len(bases):
        raise DeltaInvalid(f"{where}: base is {segment.base}; must be 0 to {len(bases) - 1}")
    base_end = segment.base_begin + segment.end - segment.begin
    if segment.base_begin < 0 or base_end > bases[segment.base].size_bytes:
        held = bases[segment.base].size_bytes
        raise DeltaInvalid(f"{where} ends at {base_end} of its base; must end by {held}")
