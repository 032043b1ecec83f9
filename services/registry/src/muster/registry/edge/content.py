"""Object bytes in the store: write, copy out of clients' reach, read back and prove; presigned addresses.

All calls block on the store, so routes run them in threads.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import IO, Final, NamedTuple, Protocol

from muster.api.commands.log import drawn
from muster.cas.naming import digest_of
from muster.registry.core.storage.uploads import copies_prefix, sent_key, staging_key
from muster.registry.edge.lru import LruCache
from muster.store import NoSuchObject
from muster.store.sealed import SealedStore, key_in
from muster.store.uses import Operation, Use

READ_S: Final = 900
"""Lifetime of an address for reading, in seconds; it is signed when it is requested."""
WRITE_S: Final = 20 * 3600
"""Lifetime of an address for writing, in seconds; uploaded bytes are not read before they are proven. An
upload reservation ends after 24 h, and bytes that arrive later would never be removed: the four hours in
between are for transfers under way."""
PARTS_MAX: Final = 9_000
"""Maximum number of parts of an upload; S3 accepts 10,000."""
PART_BYTES: Final = 64 * 2**20
STAGED_PART_BYTES: Final = 16 * 2**20
"""Minimum part size of uploads through this API, which holds one part in memory."""
PART_BYTES_MAX: Final = 5 * 2**30
"""Maximum part size that S3 accepts."""
PROBES: Final = "registry/probes/"
"""Prefix of keys that probe the store's capabilities."""
_ONCE: Final = "supports write-once uploads: xorbs are verified where clients upload them"
_AGAIN: Final = (
    "does not support write-once uploads: xorbs are copied out of clients' reach and verified there"
)
LISTINGS_BYTES_MAX: Final = 64 * 2**20
"""Size limit of the cache of directory listings."""

_log = logging.getLogger(__name__)


class NotProven(Exception):
    """The uploaded bytes differ from what was announced; the message says how."""


class Parts(NamedTuple):
    """Addresses for the parts of an upload.

    Attributes:
        upload_id: The store's id of the multipart upload.
        part_bytes: Size of each part but the last; 0: not known yet.
        urls: One address per part, in order.
    """

    upload_id: str
    part_bytes: int
    urls: list[str]


class Cdn(Protocol):
    """A CDN in front of the bucket."""

    def address(self, signed: str, good_for_s: int) -> str:
        """Return its address for a signed address of the store."""
        ...


class Content:
    """The objects of repositories. Every method may raise StoreUnavailable.

    Args:
        store: The bucket.
        cdn: CDN in front of the bucket for downloads; None: clients read from the store.
    """

    def __init__(self, store: SealedStore, cdn: Cdn | None = None) -> None:
        self._store = store
        self._cdn = cdn
        self._listings: LruCache[bytes] = LruCache(LISTINGS_BYTES_MAX, len)

    def require_key(self, name: str) -> None:
        """Check that objects can be stored under the encryption key of this name.

        Raises:
            StoreUnavailable: they cannot; the message says why.
        """
        self._store.require_key(name)

    def put(self, object_: str, upload: str, data: bytes) -> str:
        """Store bytes that this process has hashed, and return the key."""
        key = f"{copies_prefix(object_, upload)}{drawn()}"
        self._store.put(key, data)
        return key

    def put_file(self, object_: str, upload: str, file: IO[bytes]) -> str:
        """Store a file that this process has read and hashed, and return the key."""
        key = f"{copies_prefix(object_, upload)}{drawn()}"
        file.seek(0)
        self._store.put_stream(key, file)
        return key

    @cached_property
    def is_written_once(self) -> bool:
        """Whether the store rejects a second write to the same key; probed once per process."""
        once = self._store.writes_once(f"{PROBES}{drawn()}")
        _log.info("the store %s", _ONCE if once else _AGAIN)
        return once

    def arrived(self, object_: str, upload: str) -> str:
        """Return the key of an upload's bytes that its client can no longer change.

        This is where the client wrote them, if the store accepts one write only; otherwise a copy.

        Raises:
            NotProven: nothing was uploaded.
        """
        sent = sent_key(object_, upload)
        if self.is_put_once(object_, upload) and self._store.exists(sent):
            return sent
        return self.copied(object_, upload)

    def is_put_once(self, object_: str, upload: str) -> bool:
        """Whether a client uploads straight to the final key: the store has write-once addresses for it."""
        return self.is_written_once and self._store.is_addressed(
            Use(Operation.PUT_ONCE, sent_key(object_, upload))
        )

    def copied(self, object_: str, upload: str, staged: str = "") -> str:
        """Copy uploaded bytes to where the client cannot write, and return the key.

        Args:
            object_: The announced object.
            upload: Id of the upload that is being proven.
            staged: Key of the uploaded bytes; empty: the staging key of the same upload.

        Raises:
            NotProven: nothing was uploaded.
        """
        key = f"{copies_prefix(object_, upload)}{drawn()}"
        try:
            self._store.copy(staged or staging_key(upload, object_), key)
        except NoSuchObject:
            raise NotProven(f"{object_}: nothing was uploaded") from None
        return key

    def prove(self, object_: str, upload: str, size_bytes: int, staged: str = "") -> str:
        """Copy uploaded bytes to where the client cannot write, verify the copy's hash, and return its key.

        Args:
            object_: The announced object.
            upload: Id of the upload that is being proven.
            size_bytes: The announced size.
            staged: Key of the uploaded bytes; empty: the staging key of the same upload.

        Raises:
            NotProven: nothing was uploaded, or its size or hash differs.
        """
        key = self.copied(object_, upload, staged)
        digest, size = hashlib.sha256(), 0
        for piece in self._store.pieces(key):
            digest.update(piece)
            size += len(piece)
        announced = digest_of(object_)
        if (size, digest.hexdigest()) != (size_bytes, announced):
            self._store.delete(key)
            raise NotProven(
                f"{object_}: {size} bytes with SHA-256 {digest.hexdigest()} were uploaded; "
                f"must be {size_bytes} bytes with SHA-256 {announced}"
            )
        return key

    def write(self, key: str, data: bytes) -> None:
        """Store bytes beside a copy."""
        self._store.put(key, data)

    def stage(self, key: str, pieces: Iterable[bytes], size_bytes: int) -> None:
        """Stage bytes that a client uploads through this API, because the store has no address for them.

        Args:
            key: A `staging_key`.
            pieces: The bytes as they arrive; an exception of theirs propagates, and nothing is stored.
            size_bytes: The announced size.

        Raises:
            NotProven: the size differs; nothing is stored.
        """
        part_bytes = max(STAGED_PART_BYTES, -(-size_bytes // PARTS_MAX))
        self._store.put_pieces(key, _of_size(pieces, size_bytes), part_bytes)

    def size_bytes(self, key: str) -> int:
        """As ObjectStore.size_bytes."""
        return self._store.size_bytes(key)

    def read(self, key: str) -> bytes:
        """Read a small object, or data stored beside one; the caller verifies its content.

        Raises:
            NoSuchObject: it does not exist.
        """
        return self._store.get(key)

    def pieces(self, key: str, first: int = 0, last: int | None = None) -> Iterator[bytes]:
        """As ObjectStore.pieces."""
        return self._store.pieces(key, first, last)

    def first(self, prefix: str) -> str | None:
        """Return the first key with this prefix; None: no such key."""
        return next(iter(self._store.keys(prefix)), None)

    def keys(self, prefix: str) -> list[str]:
        """As ObjectStore.keys."""
        return self._store.keys(prefix)

    def copy(self, key: str, to: str) -> None:
        """Copy an object that this process or another replica has written.

        Raises:
            NoSuchObject: it does not exist.
        """
        self._store.copy(key, to)

    def delete(self, key: str) -> None:
        """Remove a copy that nothing refers to."""
        self._store.delete(key)

    def discard(self, key: str) -> None:
        """Remove a copy with everything stored beside it."""
        for each in self._store.keys(key):
            self._store.delete(each)

    def read_address(self, key: str, good_for_s: int = READ_S) -> str:
        """Return an address at the store or its CDN where an object can be read for `good_for_s` seconds.

        Encrypted objects bypass the CDN, which would cache them.

        Raises:
            NoAddress: the object is sealed; only this API can decrypt it.
        """
        signed = self._store.presigned(Use(Operation.GET, key), good_for_s)
        return signed if self._cdn is None or key_in(key) else self._cdn.address(signed, good_for_s)

    def write_address(self, object_: str, upload: str) -> str:
        """Return the address where a client uploads bytes to the store.

        Raises:
            NoAddress: the bytes must be encrypted, so the client has to upload them through this API.
        """
        return self._store.presigned(Use(Operation.PUT, staging_key(upload, object_)), WRITE_S)

    def write_once_address(self, object_: str, upload: str) -> str:
        """Return the write-once address of an upload, for use with the headers ONCE; needs `is_put_once`."""
        return self._store.presigned(Use(Operation.PUT_ONCE, sent_key(object_, upload)), WRITE_S)

    def takes_parts(self, object_: str, upload: str) -> bool:
        """Whether the store has addresses for the parts of an upload."""
        return self._store.is_addressed(Use(Operation.PART, staging_key(upload, object_)))

    def write_parts(self, object_: str, upload: str, size_bytes: int, part_bytes: int) -> Parts:
        """Return addresses for an upload in parts of `part_bytes`; needs `takes_parts`."""
        begun = self.begin_parts(object_, upload, -(-size_bytes // part_bytes))
        return begun._replace(part_bytes=part_bytes)

    def begin_parts(self, object_: str, upload: str, count: int) -> Parts:
        """Return addresses for `count` parts of an upload of unknown size; needs `takes_parts`."""
        key = staging_key(upload, object_)
        upload_id = self._store.begin_parts(key)
        urls = [
            self._store.presigned(Use(Operation.PART, key, upload_id, number), WRITE_S)
            for number in range(1, count + 1)
        ]
        return Parts(upload_id, 0, urls)

    def abort_parts(self, object_: str, upload: str) -> None:
        """Abort an upload in parts; a completed one stays."""
        self._store.abort_parts(staging_key(upload, object_))

    def hashed(self, object_: str, upload: str) -> tuple[str, int]:
        """Return the SHA-256 and the size in bytes of an upload as it is stored now.

        Raises:
            NotProven: nothing was uploaded.
        """
        digest, size = hashlib.sha256(), 0
        try:
            for piece in self._store.pieces(staging_key(upload, object_)):
                digest.update(piece)
                size += len(piece)
        except NoSuchObject:
            raise NotProven(f"upload {upload}: nothing was uploaded") from None
        return digest.hexdigest(), size

    def end_parts(self, object_: str, upload: str, upload_id: str, etags: list[str]) -> None:
        """Complete an upload in parts; a repeated call has no effect.

        Raises:
            NotProven: no such upload was begun.
        """
        key = staging_key(upload, object_)
        try:
            self._store.end_parts(key, upload_id, etags)
        except NoSuchObject:
            if not self._store.exists(key):
                raise NotProven(f"upload {upload}: no multipart upload is in progress") from None

    def listing(self, hash_: str, key_of: Callable[[], str]) -> bytes:
        """Return a directory's listing, from the cache if it was read recently.

        Args:
            hash_: Hash of the listing's object.
            key_of: Returns its key; called only when the listing is not cached.

        Raises:
            NoSuchObject: it does not exist, or its bytes have another hash.
        """
        found = self._listings.get(hash_)
        if found is not None:
            return found
        data = self._store.get(key_of())
        if hashlib.sha256(data).hexdigest() != digest_of(hash_):
            raise NoSuchObject(f"tree/{hash_}: its bytes have another hash")
        self.remember(hash_, data)
        return data

    def remember(self, hash_: str, listing: bytes) -> None:
        """Cache a listing; the least recently used ones are evicted."""
        self._listings.put(hash_, listing)


def _of_size(pieces: Iterable[bytes], size_bytes: int) -> Iterator[bytes]:
    """Pass pieces on, and check that they have `size_bytes` together.

    Raises:
        NotProven: they have more or fewer bytes.
    """
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > size_bytes:
            break
        yield piece
    if size != size_bytes:
        more = "more" if size > size_bytes else f"{size}"
        raise NotProven(f"{more} bytes were sent; must be {size_bytes}, as announced")
