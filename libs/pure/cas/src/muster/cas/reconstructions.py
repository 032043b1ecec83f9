"""A file, or a range of it, as byte ranges of xorbs.

A range begins and ends anywhere; what is fetched are whole chunks. So an answer says how many bytes of its
first term to skip; at the end the reader stops where its range does. Chunks that lie side by side in a xorb
are one fetch. Every fetch has an address of its own: S3 answers one range a request.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from muster.cas.chunk_lists import ChunkList
from muster.cas.hashing import to_hex
from muster.cas.shards import Term

_RANGE: Final = re.compile(r"bytes=([0-9]{1,20})-([0-9]{0,20})", re.ASCII)
_SUFFIX: Final = re.compile(r"bytes=-([0-9]{1,20})", re.ASCII)


class RangeNotSatisfiable(ValueError):
    """A range that has no byte of the file.

    Attributes:
        size: The file's bytes.
    """

    def __init__(self, asked: str, size: int) -> None:
        super().__init__(f"Range is {asked}; allowed: from 0 up to {size - 1}, the last byte of {size}")
        self.size = size


def parse_range(header: str | None, size: int) -> tuple[int, int]:
    """Parse a `Range` header to its first byte and exclusive end; without one, the whole file.

    A form that is not known, or several ranges, are ignored, as RFC 9110 (14.2) lets a server do.

    Raises:
        RangeNotSatisfiable: Nothing of the file is in the range.
    """
    header = (header or "").strip()
    if suffix := _SUFFIX.fullmatch(header):
        asked = int(suffix[1])
        if not asked or not size:
            raise RangeNotSatisfiable(header, size)
        return max(0, size - asked), size
    if not (given := _RANGE.fullmatch(header)):
        return 0, size
    first, last = int(given[1]), int(given[2] or size)
    if first > last:
        return 0, size
    if first >= size:
        raise RangeNotSatisfiable(header, size)
    return first, min(last + 1, size)


@dataclass(frozen=True, slots=True)
class Fetch:
    """Chunks `start` up to, not with, `end` of a xorb are its bytes `first` to `last`, both with it."""

    start: int
    end: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """Reconstruction of a range of a file.

    Attributes:
        skipped: Bytes of the first term that stand before the range.
        terms: Whole chunks, in order.
        fetches: For each xorb of the terms what to fetch of it, ascending.
    """

    skipped: int
    terms: tuple[Term, ...]
    fetches: Mapping[bytes, tuple[Fetch, ...]]

    @property
    def fetched_bytes(self) -> int:
        """Bytes of all fetches."""
        return sum(one.last + 1 - one.first for some in self.fetches.values() for one in some)


def touched(terms: Sequence[Term], first: int, end: int) -> tuple[int, int, int]:
    """Return the terms that a range needs (first, exclusive end), and the offset of the first."""
    ends = list(accumulate(term.raw_bytes for term in terms))
    begin = bisect_right(ends, first)
    stop = bisect_right(ends, end - 1) + 1
    return begin, stop, ends[begin - 1] if begin else 0


def reconstruct(
    terms: Sequence[Term], held: Mapping[bytes, ChunkList], first: int, end: int
) -> Reconstruction:
    """Bytes `first` up to, not with, `end` of the file of these terms; at least one, none beyond the file.

    Args:
        terms: The whole file, or those from `touched` with `first` and `end` counted from their begin.
        held: The chunk lists of their xorbs.
        first: The first byte.
        end: The byte behind the last.
    """
    begin, stop, place = touched(terms, first, end)
    cut: list[Term] = []
    skipped = 0
    for at in range(begin, stop):
        term = terms[at]
        chunks = held[term.xorb]
        origin = chunks.raw_begin(term.start) - place
        start, last = term.start, term.end
        if at == begin:
            start = bisect_right(chunks.raw_ends, origin + first, term.start, term.end)
            skipped = origin + first - chunks.raw_begin(start)
        if at == stop - 1:
            last = bisect_right(chunks.raw_ends, origin + end - 1, start, term.end) + 1
        cut.append(Term(term.xorb, start, last, chunks.raw_length(start, last)))
        place += term.raw_bytes
    return Reconstruction(skipped, tuple(cut), _fetches(cut, held))


def v1(plan: Reconstruction, address: Callable[[bytes, Fetch], str]) -> dict[str, object]:
    """The answer of `/v1/reconstructions`: each fetch with its address."""
    return {
        "offset_into_first_range": plan.skipped,
        "terms": _terms(plan.terms),
        "fetch_info": {
            to_hex(xorb): [
                {
                    "range": {"start": one.start, "end": one.end},
                    "url": address(xorb, one),
                    "url_range": {"start": one.first, "end": one.last},
                }
                for one in fetches
            ]
            for xorb, fetches in plan.fetches.items()
        },
    }


def v2(plan: Reconstruction, address: Callable[[bytes, Fetch], str]) -> dict[str, object]:
    """The answer of `/v2/reconstructions`: each address with its one range."""
    return {
        "offset_into_first_range": plan.skipped,
        "terms": _terms(plan.terms),
        "xorbs": {
            to_hex(xorb): [
                {
                    "url": address(xorb, one),
                    "ranges": [
                        {
                            "chunks": {"start": one.start, "end": one.end},
                            "bytes": {"start": one.first, "end": one.last},
                        }
                    ],
                }
                for one in fetches
            ]
            for xorb, fetches in plan.fetches.items()
        },
    }


def _terms(terms: Iterable[Term]) -> list[dict[str, object]]:
    return [
        {
            "hash": to_hex(term.xorb),
            "unpacked_length": term.raw_bytes,
            "range": {"start": term.start, "end": term.end},
        }
        for term in terms
    ]


def _fetches(terms: Iterable[Term], held: Mapping[bytes, ChunkList]) -> dict[bytes, tuple[Fetch, ...]]:
    """Return the fetches for these terms; adjacent or overlapping ranges of chunks are merged."""
    ranges: dict[bytes, list[tuple[int, int]]] = {}
    for term in terms:
        ranges.setdefault(term.xorb, []).append((term.start, term.end))
    return {xorb: tuple(_joined(sorted(some), held[xorb])) for xorb, some in ranges.items()}


def _joined(ranges: Sequence[tuple[int, int]], chunks: ChunkList) -> Iterable[Fetch]:
    start, end = ranges[0]
    for next_start, next_end in ranges[1:]:
        if next_start > end:
            yield _fetch(start, end, chunks)
            start, end = next_start, next_end
        else:
            end = max(end, next_end)
    yield _fetch(start, end, chunks)


def _fetch(start: int, end: int, chunks: ChunkList) -> Fetch:
    return Fetch(start, end, chunks.stored_begin(start), chunks.stored_ends[end - 1] - 1)
