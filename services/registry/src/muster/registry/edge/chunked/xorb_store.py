"""Xorbs and records in the store. All calls block on the store, so routes run them in threads.

Each xorb has its chunk list stored beside it, made from the verified bytes. A record is a shard of one file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

from muster.cas import chunk_lists, shards, xorbs
from muster.cas.chunk_lists import KEY_ENDING, ChunkList
from muster.cas.errors import Malformed
from muster.cas.hashing import from_hex, to_hex
from muster.cas.naming import digest_of, encrypted_as
from muster.cas.shards import File, Shard, Xorb
from muster.events.registry_commands import ObjectKind
from muster.registry.core.state import object_id
from muster.registry.core.storage.uploads import object_at, sent_key
from muster.registry.edge.content import Content, NotProven
from muster.registry.edge.lru import LruCache
from muster.store import StoreUnavailable

CHUNKS_MAX: Final = 4_194_304
"""Maximum number of chunks in all cached chunk lists: about 256 GB of files, in about 160 MB of memory."""

TERMS_MAX: Final = 500_000
"""Maximum number of terms in all cached files, about 100 MB of memory."""

_AT_ONCE: Final = 8


class Arrived(NamedTuple):
    """A verified xorb: its key, and its list of chunks."""

    key: str
    chunks: ChunkList


class XorbStore:
    """Xorbs and records. Every method may raise StoreUnavailable.

    Args:
        content: The bytes of all objects.
    """

    def __init__(self, content: Content) -> None:
        self.content = content
        self._lists: LruCache[ChunkList] = LruCache(CHUNKS_MAX, len)
        self._records: LruCache[Shard] = LruCache(TERMS_MAX, _entries)

    def prove(self, object_: str, upload: str, size_bytes: int) -> Arrived:
        """Verify an uploaded xorb where no client can write any longer.

        A rejected write-once upload stays until its reservation ends: if it were removed now, its sender
        could upload something else, and a concurrent request would remove that even if it was proven.

        Args:
            object_: Object id of the xorb.
            upload: Id of the upload.
            size_bytes: The announced size.

        Raises:
            NotProven: nothing was uploaded, or it is not this xorb.
        """
        key = self.content.arrived(object_, upload)
        received = 0

        def pieces() -> Iterator[bytes]:
            nonlocal received
            for piece in self.content.pieces(key):
                received += len(piece)
                yield piece

        try:
            held = xorbs.verify(pieces(), from_hex(digest_of(object_)))
            if received != size_bytes:
                raise NotProven(f"{received} bytes were uploaded; must be {size_bytes}, as announced")
        except (Malformed, NotProven) as error:
            if key != sent_key(object_, upload):
                self.content.delete(key)
            raise NotProven(str(error)) from None
        self.keep(key, held)
        return Arrived(key, held)

    def put(self, held: ChunkList, object_: str, upload: str, data: bytes) -> str:
        """Store a xorb that this process has verified, and return its key."""
        key = self.content.put(object_, upload, data)
        self.keep(key, held)
        return key

    def keep(self, key: str, held: ChunkList) -> None:
        """Store the chunk list of a verified xorb beside it."""
        self.content.write(key + KEY_ENDING, chunk_lists.encode(held))
        self._lists.put(key, held)

    def lists(self, keys: Mapping[bytes, str]) -> dict[bytes, ChunkList]:
        """Return the chunk lists of xorbs, given their keys.

        Raises:
            NoSuchObject: one does not exist.
        """
        with ThreadPoolExecutor(_AT_ONCE) as readers:
            return dict(zip(keys, readers.map(self._list, keys.values()), strict=True))

    def file(self, key: str) -> File:
        """Return the file that a record describes.

        Raises:
            NoSuchObject: the record does not exist.
        """
        (file,) = self.record(key).files
        return file

    def record(self, key: str) -> Shard:
        """Return a record: a shard of one file, and of xorbs that are not stored although clients name them.

        Raises:
            NoSuchObject: it does not exist.
        """
        found = self._records.get(key)
        if found is not None:
            return found
        data = self.content.read(key)
        if hashlib.sha256(data).hexdigest() != digest_of(object_at(key)):
            raise StoreUnavailable(f"the store returns corrupt bytes of {key}")
        record = shards.decode(data)
        self._records.put(key, record)
        return record

    def _list(self, key: str) -> ChunkList:
        found = self._lists.get(key)
        if found is not None:
            return found
        try:
            held = chunk_lists.decode(self.content.read(key + KEY_ENDING))
        except Malformed as error:
            raise StoreUnavailable(
                f"the store returns corrupt bytes of {key}{KEY_ENDING}: {error}"
            ) from error
        if to_hex(held.xorb) != digest_of(object_at(key)):
            raise StoreUnavailable(
                f"{key}{KEY_ENDING} is the chunk list of another xorb, {to_hex(held.xorb)}"
            )
        self._lists.put(key, held)
        return held


def object_of(xorb: bytes, encryption_key: str) -> str:
    """Return the object id of a xorb that is encrypted with the key of this name (empty: not encrypted)."""
    return object_id(ObjectKind.XORB, encrypted_as(to_hex(xorb), encryption_key))


def keys_of(there: Mapping[str, str]) -> dict[bytes, str]:
    """Return keys by xorb hash, from keys by object id."""
    return {from_hex(digest_of(object_)): key for object_, key in there.items()}


def record_of(file: File, gone: Iterable[Xorb] = ()) -> bytes:
    """Return the record of a file: the bytes that locate its chunks.

    Args:
        file: The file.
        gone: Xorbs that clients may name although they are not stored.
    """
    return shards.encode(Shard((file,), tuple(gone)))


def xorbs_of(files: Iterable[File]) -> list[bytes]:
    """Return the xorbs that these files use, without duplicates."""
    return list(dict.fromkeys(term.xorb for file in files for term in file.terms))


def _entries(record: Shard) -> int:
    return sum(len(file.terms) for file in record.files) + sum(len(xorb.chunks) for xorb in record.xorbs)
