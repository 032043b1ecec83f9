"""A file stored in xorbs, read at any offset: xorbs as uploaded, or restored from deltas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from muster.cas import chunk_lists, xorbs
from muster.cas.chunk_lists import KEY_ENDING, ChunkList
from muster.cas.chunked_file import ChunkedFile
from muster.cas.hashing import from_hex
from muster.cas.naming import digest_of
from muster.cas.shards import File, Term
from muster.scanner.edge.reading.locating import DifferenceRow
from muster.scanner.edge.reading.sources import StoredObject, patiently
from muster.store import StoreUnavailable
from muster.store.sealed import SealedStore
from muster.tensors import sources
from muster.tensors.deltas import DeltaInvalid, Restored
from muster.tensors.sources import Source


def chunked_file(
    store: SealedStore, file: File, keys: Mapping[bytes, str], differences: Mapping[bytes, DifferenceRow]
) -> Source:
    """A file as a source of bytes; each chunk is hashed as it is read.

    Args:
        store: The store that holds the bytes.
        file: Locations of its chunks.
        keys: Key of each xorb, also of one replaced by a delta: the list of its chunks is stored beside it.
        differences: Deltas of the xorbs that were replaced.
    """
    held = {xorb: _chunk_list(store, key) for xorb, key in keys.items()}
    held |= {xorb: chunk_lists.uncompressed(held[xorb]) for xorb in differences}

    @cache
    def restored(xorb: bytes) -> Source:
        return _restored(store, differences[xorb])

    def fetch(xorb: bytes, first: int, last: int) -> Iterable[bytes]:
        if xorb not in differences:
            return store.pieces(keys[xorb], first, last)
        try:
            return (xorbs.uncompressed(restored(xorb).read, held[xorb], first, last),)
        except DeltaInvalid as error:
            raise StoreUnavailable(f"{differences[xorb].delta_key}: {error}") from error

    return ChunkedFile(file.terms, held, fetch)


def _restored(store: SealedStore, row: DifferenceRow) -> Source:
    """The chunks of a xorb together, of its difference and what that is from."""
    lying = {digest_of(hash_): key for hash_, key in row.bases.items()}
    bases = {digits: _whole(store, key, from_hex(digits)) for digits, key in lying.items()}
    size_bytes = patiently(lambda: store.size_bytes(row.delta_key))
    return Restored(sources.Windowed(StoredObject(store, row.delta_key, size_bytes)), bases)


def _whole(store: SealedStore, key: str, xorb: bytes) -> Source:
    """The chunks of a xorb that is stored as uploaded, together."""
    held = _chunk_list(store, key)

    def fetch(_: bytes, first: int, last: int) -> Iterable[bytes]:
        return store.pieces(key, first, last)

    whole = Term(xorb, 0, len(held), held.raw_bytes)
    return sources.Windowed(ChunkedFile([whole], {xorb: held}, fetch))


def _chunk_list(store: SealedStore, key: str) -> ChunkList:
    return chunk_lists.decode(patiently(lambda: store.get(key + KEY_ENDING)))
