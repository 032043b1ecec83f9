"""Bytes in, xorbs out: chunks that are stored already are referred to, the others are packed.

Memory is one xorb, and 32 bytes a chunk.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from muster.cas.chunk_lists import ChunkList
from muster.cas.chunking import Chunker
from muster.cas.hashing import HASH_BYTES, Tree, chunk_hash, file_hash, is_key_chunk, range_hash, to_hex
from muster.cas.index import Place
from muster.cas.shards import File, Term
from muster.cas.xorbs import Writer

Find = Callable[[Sequence[bytes]], Sequence[Place | None]]
"""Returns the known places of chunks with these hashes."""


class NewXorb(NamedTuple):
    """A xorb to store, and its list of chunks."""

    data: bytes
    held: ChunkList


@dataclass(slots=True)
class _Part:
    """Chunks `start` to `end`, exclusive, of a xorb; an empty name: of the one being packed."""

    xorb: bytes
    start: int
    end: int
    raw_bytes: int


class Cut:
    """The chunking of one file.

    Args:
        find: Asked for every chunk that is not in the xorb being packed.
    """

    def __init__(self, find: Find) -> None:
        self._find = find
        self._digest = hashlib.sha256()
        self._tree = Tree()
        self._hashes = bytearray()
        self._parts: list[_Part] = []
        self._unnamed: list[_Part] = []
        self._keys: list[tuple[bytes, _Part]] = []
        self._writer = Writer()
        self._packed: dict[bytes, int] = {}

    def xorbs(self, pieces: Iterable[bytes]) -> Iterator[NewXorb]:
        """Yield the new xorbs of a file, each when it is full; `find` should know it before the next.

        Args:
            pieces: All bytes of the file.
        """
        chunker = Chunker()
        for piece in pieces:
            self._digest.update(piece)
            yield from self._take(chunker.feed(piece))
        yield from self._take(chunker.finish())
        yield from self._close()

    @property
    def sha256(self) -> str:
        """SHA-256 of the bytes read so far."""
        return self._digest.hexdigest()

    def file(self) -> File:
        """Return the places of the file's chunks; call once, after taking all xorbs."""
        terms = tuple(Term(part.xorb, part.start, part.end, part.raw_bytes) for part in self._parts)
        proofs: list[bytes] = []
        begin = 0
        for term in terms:
            end = begin + HASH_BYTES * (term.end - term.start)
            proofs.append(range_hash(bytes(self._hashes[begin:end])))
            begin = end
        return File(file_hash(self._tree.root()), terms, tuple(proofs), self.sha256)

    def key_chunks(self) -> list[tuple[str, str]]:
        """Return the chunks that clients query, with their xorbs: the first, and those with a key hash."""
        return [(to_hex(chunk), to_hex(part.xorb)) for chunk, part in self._keys]

    def _take(self, chunks: Sequence[bytes]) -> Iterator[NewXorb]:
        hashes = [chunk_hash(raw) for raw in chunks]
        for raw, hash_, known in zip(chunks, hashes, self._find(hashes), strict=True):
            place = known
            if hash_ in self._packed:
                place = Place(b"", self._packed[hash_])
            elif place is None:
                if not self._writer.has_room(len(raw)):
                    yield from self._close()
                self._packed[hash_] = self._writer.add(raw)
                place = Place(b"", self._packed[hash_])
            self._refer(place, hash_, len(raw))

    def _refer(self, place: Place, hash_: bytes, length: int) -> None:
        """The file goes on with this chunk."""
        last = self._parts[-1] if self._parts else None
        if last is not None and (last.xorb, last.end) == place:
            last.end += 1
            last.raw_bytes += length
        else:
            last = _Part(place.xorb, place.chunk, place.chunk + 1, length)
            self._parts.append(last)
            if not place.xorb:
                self._unnamed.append(last)
        if not self._hashes or is_key_chunk(hash_):
            self._keys.append((hash_, last))
        self._hashes += hash_
        self._tree.add(hash_, length)

    def _close(self) -> Iterator[NewXorb]:
        """The xorb being packed is whole, if it holds anything."""
        if not self._packed:
            return
        data, held = self._writer.finish()
        for part in self._unnamed:
            part.xorb = held.xorb
        self._writer, self._packed, self._unnamed = Writer(), {}, []
        yield NewXorb(data, held)
