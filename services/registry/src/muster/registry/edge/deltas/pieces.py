"""Derives the delta segments of a xorb from those of the files in it. PURE.

A file is described by segments relative to base files (muster.tensors.repacking); a xorb holds stretches of
one or more files, and so do its base xorbs. A stretch may begin and end within a number: the bytes at its
ends become segments without a base.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from muster.cas.chunk_lists import ChunkList
from muster.cas.shards import Term
from muster.tensors.deltas import Method, Segment


class Stretch(NamedTuple):
    """Consecutive bytes of a file that are consecutive in a xorb.

    Attributes:
        begin: Offset of the first byte in the file.
        length: Number of bytes.
        xorb: Hash of the xorb.
        xorb_begin: Offset of the first byte in the uncompressed xorb.
    """

    begin: int
    length: int
    xorb: bytes
    xorb_begin: int


@dataclass(frozen=True, slots=True)
class DescribedFile:
    """A file and its description relative to base files.

    Attributes:
        segments: Segments of the file from front to back; `base` is an index into `bases`.
        stretches: Stretches of the file in xorbs.
        bases: Stretches of each base file in xorbs.
    """

    segments: Sequence[Segment]
    stretches: Sequence[Stretch]
    bases: Sequence[Sequence[Stretch]]


class DescribedXorb(NamedTuple):
    """Description of a xorb relative to base xorbs.

    Attributes:
        segments: Segments of the uncompressed xorb from front to back; `base` is an index into `bases`.
        bases: Hashes of the base xorbs.
    """

    segments: list[Segment]
    bases: list[bytes]


def stretches_of(terms: Iterable[Term], held: Mapping[bytes, ChunkList]) -> list[Stretch]:
    """Return the stretches of a file, from front to back."""
    found: list[Stretch] = []
    at = 0
    for term in terms:
        found.append(Stretch(at, term.raw_bytes, term.xorb, held[term.xorb].raw_begin(term.start)))
        at += term.raw_bytes
    return found


def describe_xorb(xorb: bytes, size_bytes: int, files: Iterable[DescribedFile]) -> DescribedXorb:
    """Describe a xorb from the files known to use it; the rest becomes segments without a base.

    Args:
        xorb: Hash of the xorb.
        size_bytes: Size of all its chunks, uncompressed.
        files: Files that may have stretches in it.
    """
    bases: dict[bytes, int] = {}
    segments: list[Segment] = []
    at = 0
    for stretch, file in _in_order(xorb, files):
        begin, end = max(at, stretch.xorb_begin), stretch.xorb_begin + stretch.length
        if begin >= end:
            continue
        if begin > at:
            segments.append(_alone(at, begin))
        shift = stretch.begin - stretch.xorb_begin
        for piece, base in _pieces(file, begin + shift, end + shift):
            number = -1 if base is None else bases.setdefault(base, len(bases))
            moved = (piece.begin - shift, piece.end - shift, piece.method, piece.width)
            how = (piece.exponent_low, piece.exponent_bits, number, piece.base_begin)
            segments.append(Segment(*moved, *how))
        at = end
    if at < size_bytes:
        segments.append(_alone(at, size_bytes))
    return DescribedXorb(segments, list(bases))


def _in_order(xorb: bytes, files: Iterable[DescribedFile]) -> list[tuple[Stretch, DescribedFile]]:
    found = [(stretch, file) for file in files for stretch in file.stretches if stretch.xorb == xorb]
    return sorted(found, key=lambda each: (each[0].xorb_begin, -each[0].length))


def _pieces(file: DescribedFile, begin: int, end: int) -> Iterator[tuple[Segment, bytes | None]]:
    """Split a byte range of a file into pieces of its segments, each with its base xorb or None."""
    begins = [segment.begin for segment in file.segments]
    for segment in file.segments[bisect_right(begins, begin) - 1 :]:
        if segment.begin >= end:
            return
        first, last = max(begin, segment.begin), min(end, segment.end)
        if first >= last:
            continue
        if segment.base < 0:
            yield from _aligned(segment, first, last, None, 0)
            continue
        shift = segment.base_begin - segment.begin
        for stretch in _within(file.bases[segment.base], first + shift, last + shift):
            in_xorb = stretch.xorb_begin - stretch.begin + shift
            lowest = max(first, stretch.begin - shift)
            highest = min(last, stretch.begin + stretch.length - shift)
            yield from _aligned(segment, lowest, highest, stretch.xorb, in_xorb)


def _within(stretches: Sequence[Stretch], begin: int, end: int) -> Iterator[Stretch]:
    """Yield the stretches of a file that overlap a range."""
    begins = [stretch.begin for stretch in stretches]
    for stretch in stretches[bisect_right(begins, begin) - 1 :]:
        if stretch.begin >= end:
            return
        if stretch.length:
            yield stretch


def _aligned(
    segment: Segment, begin: int, end: int, base: bytes | None, shift: int
) -> Iterator[tuple[Segment, bytes | None]]:
    """Split a piece of a segment into whole numbers and the loose bytes before and after them."""
    first = min(end, begin + -(begin - segment.begin) % segment.width)
    last = first + (end - first) // segment.width * segment.width
    if begin < first:
        yield _alone(begin, first), None
    if first < last:
        how = (segment.method, segment.width, segment.exponent_low, segment.exponent_bits)
        base_begin = 0 if base is None else first + shift
        yield Segment(first, last, *how, -1 if base is None else 0, base_begin), base
    if last < end:
        yield _alone(last, end), None


def _alone(begin: int, end: int) -> Segment:
    return Segment(begin, end, Method.PLANES)
