"""Reads any range of a file stored in xorbs; the caller fetches the bytes of xorbs.

Chunks are unpacked and hashed again: corrupt ones raise an error and are never served.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from muster.cas import xorbs
from muster.cas.chunk_lists import ChunkList
from muster.cas.errors import Malformed
from muster.cas.hashing import chunk_hash
from muster.cas.reconstructions import reconstruct
from muster.cas.shards import Term

FETCHED_BYTES: Final = 8 * 1024 * 1024
"""Approximate size of one fetch."""

Fetch = Callable[[bytes, int, int], Iterable[bytes]]
"""(xorb, first, last) -> its bytes from `first` to `last`, inclusive, in pieces."""


def parts_of(term: Term, chunks: ChunkList) -> Iterator[Term]:
    """Split a term into parts of about FETCHED_BYTES."""
    start = term.start
    for end in range(term.start + 1, term.end + 1):
        length = chunks.raw_length(start, end)
        if length >= FETCHED_BYTES or end == term.end:
            yield Term(term.xorb, start, end, length)
            start = end


def fetch_part(fetch: Fetch, chunks: ChunkList, part: Term) -> list[bytes]:
    """The chunks of a part, unpacked and hashed.

    Raises:
        Malformed: The chunks differ from those that were stored.
    """
    first, last = chunks.stored_begin(part.start), chunks.stored_ends[part.end - 1] - 1
    reader = xorbs.Reader(first)
    found: list[bytes] = []
    for piece in fetch(part.xorb, first, last):
        for chunk in reader.feed(piece):
            if chunk_hash(chunk.raw) != chunks.chunk(part.start + len(found)):
                raise Malformed("xorb", chunk.offset, "chunk", "another", "the one that was stored")
            found.append(chunk.raw)
    reader.finish()
    return found


class ChunkedFile:
    """A file in xorbs, as a source of bytes.

    Args:
        terms: The whole file.
        held: Lists of its xorbs' chunks.
        fetch: Gets bytes of a xorb.

    Attributes:
        size_bytes: Size of the file.
    """

    def __init__(self, terms: Sequence[Term], held: Mapping[bytes, ChunkList], fetch: Fetch) -> None:
        self._terms = terms
        self._held = held
        self._fetch = fetch
        self.size_bytes = sum(term.raw_bytes for term in terms)

    def read(self, begin: int, end: int) -> bytes:
        """Bytes `begin` to `end`, exclusive.

        Raises:
            Malformed: The fetched bytes differ from those that were stored.
        """
        if begin == end:
            return b""
        plan = reconstruct(self._terms, self._held, begin, end)
        skipped, left = plan.skipped, end - begin
        pieces: list[bytes] = []
        for term in plan.terms:
            for part in parts_of(term, self._held[term.xorb]):
                raw = b"".join(fetch_part(self._fetch, self._held[term.xorb], part))
                pieces.append(raw[skipped : skipped + left])
                left -= len(pieces[-1])
                skipped = max(0, skipped - len(raw))
        return b"".join(pieces)
