"""A file to a container, block by block, in one pass: memory does not grow with the file."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from hashlib import sha256
from typing import Final
from zlib import crc32

import zstandard
from muster.tensors.deltas.container import (
    BLOCK_BYTES,
    BLOCK_HEAD,
    LENGTH,
    MAGIC,
    VERSION,
    Base,
    Index,
    Segment,
    check_segments,
    tail_of,
)
from muster.tensors.deltas.transforms import Coding, Method, planes_of
from muster.tensors.sources import Source

TEXT_LEVEL: Final = 3
"""Compression level for single bytes: headers, text, quantised blocks."""
ENTROPY_ONLY: Final = zstandard.ZstdCompressionParameters(
    compression_level=1, strategy=zstandard.STRATEGY_FAST, min_match=7, hash_log=6, window_log=15
)
"""Parameters for planes of numbers: these have hardly any repetitions, so the search for them is kept cheap
and the Huffman coder does the work. A frame's blocks are no longer than its window, 32 KiB, so that
each group of GROUPED has codes of its own. Smaller and faster than levels: `tests/bench/bench_tensors.py`."""


class Packer:
    """Blocks of a file as blocks of a container. One for each thread."""

    def __init__(self) -> None:
        self._text = zstandard.ZstdCompressor(level=TEXT_LEVEL)
        self._numbers = zstandard.ZstdCompressor(compression_params=ENTROPY_ONLY)

    def packed(self, coding: Coding, target: bytes, base: bytes) -> bytes:
        """A block; SAME if it is the base's, RAW where nothing is won."""
        checksum = crc32(target)
        if base and target == base:
            return BLOCK_HEAD.pack(Method.SAME, checksum)
        if coding.method not in (Method.RAW, Method.SAME):
            planes = self.planes(coding, target, base)
            if sum(map(len, planes)) + LENGTH.size * len(planes) < len(target):
                lengths = b"".join(LENGTH.pack(len(plane)) for plane in planes)
                return b"".join((BLOCK_HEAD.pack(coding.method, checksum), lengths, *planes))
        return BLOCK_HEAD.pack(Method.RAW, checksum) + target

    def planes(self, coding: Coding, target: bytes, base: bytes) -> list[bytes]:
        """The planes of a block, each compressed or, where that is not shorter, as it is."""
        compressor = self._text if coding.width == 1 else self._numbers
        planes = (plane.tobytes() for plane in planes_of(coding, target, base))
        return [min(compressor.compress(plane), plane, key=len) for plane in planes]


def encoded(
    target: Source, segments: list[Segment], bases: Mapping[str, Source], block_bytes: int = BLOCK_BYTES
) -> Generator[bytes]:
    """The container of a file, in pieces.

    Args:
        target: The file.
        segments: Its stretches and their encodings, without gaps; `base` is a position in `bases`.
        bases: By key, in the order that segments count.
        block_bytes: Maximum bytes of the file in a block, a multiple of 8.

    Raises:
        DeltaInvalid: The segments do not cover the file or do not lie in their bases.
    """
    files = list(bases.values())
    named = [Base(key, file.size_bytes) for key, file in bases.items()]
    check_segments(segments, named, target.size_bytes)
    packer, digest = Packer(), sha256()
    lengths: list[int] = []
    yield MAGIC
    for segment in segments:
        for begin in range(segment.begin, segment.end, block_bytes):
            content = target.read(begin, min(segment.end, begin + block_bytes))
            digest.update(content)
            block = packer.packed(segment.coding, content, base_bytes(segment, files, begin, len(content)))
            lengths.append(len(block))
            yield block
    yield tail_of(Index(VERSION, target.size_bytes, digest.digest(), block_bytes, named, segments, lengths))


def base_bytes(segment: Segment, bases: list[Source], begin: int, length: int) -> bytes:
    """The base's bytes for those of a segment that begin at `begin` of the file; none without a base."""
    if segment.base < 0:
        return b""
    base_begin = segment.base_begin + begin - segment.begin
    return bases[segment.base].read(base_begin, base_begin + length)
