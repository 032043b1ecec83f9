"""Xorbs that hold the same chunks several times: the distinct chunks alone, and files moved to these.

Stock clients pack files that they read at once into one xorb, and look for repeats only within each of them
and in xorbs that are complete. So equal files of one upload become a xorb with their chunks many times, and
others with the same chunks.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from muster.cas import xorbs
from muster.cas.chunk_lists import ChunkList
from muster.cas.errors import Malformed
from muster.cas.hashing import file_hash, range_hash, to_hex, xorb_hash
from muster.cas.shards import File, Term, Xorb

REPEATED_SHARE_MIN: Final = 0.1
"""Share of a xorb's stored bytes from which its repeats are worth another xorb."""


class Replaced(NamedTuple):
    """A xorb that is not stored, and the stored one with its chunks.

    Attributes:
        xorb: The former.
        stored: Hash of the latter.
    """

    xorb: Xorb
    stored: bytes


def is_repetitive(chunks: ChunkList) -> bool:
    """Whether so much of a xorb repeats that it should be stored without repeats."""
    distinct = sum(chunks.stored_ends[place] - chunks.stored_begin(place) for place in _firsts(chunks))
    return chunks.stored_bytes - distinct >= REPEATED_SHARE_MIN * chunks.stored_bytes


def is_covered(chunks: ChunkList, by: ChunkList) -> bool:
    """Whether another xorb has all chunks of a xorb."""
    if chunks.chunk(0) not in by.hashes:  # much faster than the exact comparison below
        return False
    there = {by.chunk(place) for place in range(len(by))}
    return all(chunks.chunk(place) in there for place in range(len(chunks)))


def without_repeats(data: bytes, chunks: ChunkList) -> tuple[bytes, ChunkList]:
    """Return the xorb of the distinct chunks, in the order of their first places, and its list of chunks.

    Args:
        data: Bytes of the xorb.
        chunks: Its list of chunks.

    Raises:
        Malformed: the bytes are not those that the list was made from.
    """
    firsts = _firsts(chunks)
    distinct = b"".join(data[chunks.stored_begin(place) : chunks.stored_ends[place]] for place in firsts)
    named = xorb_hash((chunks.chunk(place), chunks.raw_length(place, place + 1)) for place in firsts)
    return distinct, xorbs.verify([distinct], named)


def description(chunks: ChunkList) -> Xorb:
    """Return a xorb as a shard describes it."""
    places = range(len(chunks))
    return Xorb(chunks.xorb, tuple((chunks.chunk(at), chunks.raw_length(at, at + 1)) for at in places))


def as_file(chunks: ChunkList, stored: ChunkList) -> File:
    """Return a xorb as a file that lies in the stored xorb with its chunks."""
    whole = Term(chunks.xorb, 0, len(chunks), chunks.raw_bytes)
    proof = chunks.range_hash(0, len(chunks))
    replaced = Replaced(description(chunks), stored.xorb)
    return moved(
        File(file_hash(chunks.xorb), (whole,), (proof,)), {chunks.xorb: replaced}, {stored.xorb: stored}
    )


def moved(file: File, gone: Mapping[bytes, Replaced], held: Mapping[bytes, ChunkList]) -> File:
    """Return a file whose terms name stored xorbs only. Nothing is trusted: `shards.prove` checks the result.

    Args:
        file: The file as its uploader describes it.
        gone: Xorbs that are not stored.
        held: Lists of chunks of the stored ones.

    Raises:
        Malformed: a term of such a xorb lacks chunks or their proof.
    """
    if len(file.proofs) != len(file.terms) or not any(term.xorb in gone for term in file.terms):
        return file
    terms: list[Term] = []
    proofs: list[bytes] = []
    for term, proof in zip(file.terms, file.proofs, strict=True):
        found = gone.get(term.xorb)
        if found is None:
            terms.append(term)
            proofs.append(proof)
            continue
        for part in _moved_term(term, proof, found, held[found.stored]):
            terms.append(part)
            proofs.append(held[part.xorb].range_hash(part.start, part.end))
    return File(file.hash, tuple(terms), tuple(proofs), file.sha256)


def _moved_term(term: Term, proof: bytes, gone: Replaced, held: ChunkList) -> list[Term]:
    """Split a term into ranges of the stored xorb."""
    hashes = [hash_ for hash_, _ in gone.xorb.chunks[term.start : term.end]]
    if term.end > len(gone.xorb.chunks):
        raise Malformed("file", 0, "chunk behind the last", term.end, f"up to {len(gone.xorb.chunks)}")
    if range_hash(b"".join(hashes)) != proof:
        raise Malformed("file", 0, "proof of a range", to_hex(proof), "the hash over its chunks' hashes")
    places = {held.chunk(at): at for at in range(len(held))}
    lying = [places[hash_] for hash_ in hashes]
    begins = [0, *(at for at in range(1, len(lying)) if lying[at] != lying[at - 1] + 1), len(lying)]
    ranges = [(lying[begin], lying[end - 1] + 1) for begin, end in pairwise(begins)]
    return [Term(held.xorb, start, end, held.raw_length(start, end)) for start, end in ranges]


def _firsts(chunks: ChunkList) -> list[int]:
    """Return the first place of each distinct chunk, ascending."""
    found: dict[bytes, int] = {}
    for place in range(len(chunks)):
        found.setdefault(chunks.chunk(place), place)
    return list(found.values())
