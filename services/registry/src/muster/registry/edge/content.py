"""Bytes in the store: put, copied to where no client can write, read back and proven; addresses of them.

Everything here waits for the store, so that routes call it in threads.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import IO, Final, NamedTuple

from muster.api.commands.log import drawn
from muster.cas.naming import digest_of
from muster.registry.core.storage.uploads import copies_prefix, sent_key, staging_key
from muster.registry.edge.remembered import Remembered
from muster.registry.edge.tiering.cdn import Cdn
from muster.store import NoSuchObject
from muster.store.sealed import SealedStore, key_in
from muster.store.uses import Operation, Use

READ_S: Final = 900
"""How long an address for reading is good; it is minted at the moment it is asked for."""
WRITE_S: Final = 20 * 3600
"""How long one for writing is; it leads to what nobody reads before it is proven. What is put there after the
claim has ended, a day after it began, nobody would remove: four hours are for bytes that are under way."""
PARTS_MAX: Final = 9_000
"""S3 takes 10,000."""
PART_BYTES: Final = 64 * 2**20
STAGED_PART_BYTES: Final = 16 * 2**20
"""Of what comes by this API, which holds a part in memory."""
PART_BYTES_MAX: Final = 5 * 2**30
"""What S3 takes."""
PROBES: Final = "registry/probes/"
"""Where it is tried what the store can do."""
_ONCE: Final = "writes once where it is told to: xorbs are proven where clients put them"
_AGAIN: Final = "writes again whatever it is told: xorbs are proven as copies where no client can write"
LISTINGS_BYTES_MAX: Final = 64 * 2**20
"""Of listings that are remembered."""

_log = logging.getLogger(__name__)


class NotProven(Exception):
    """What was uploaded is not what was announced; the text says how."""


class Parts(NamedTuple):
    """Where the parts of an object go.

    Attributes:
        upload_id: What the store knows them by.
        part_bytes: Size of each but the last.
        urls: One for each.
    """

    upload_id: str
    part_bytes: int
    urls: list[str]


class Content:
    """The objects of repositories. Every method may raise StoreUnavailable.

    Args:
        store: The bucket.
        cdn: Stands before it, for those who read; None: they read from the store.
    """

    def __init__(self, store: SealedStore, cdn: Cdn | None = None) -> None:
        self._store = store
        self._cdn = cdn
        self._listings: Remembered[bytes] = Remembered(LISTINGS_BYTES_MAX, len)

    def require_key(self, name: str) -> None:
        """Objects can be kept under the encryption key of this name; StoreUnavailable says why not."""
        self._store.require_key(name)

    def put(self, object_: str, upload: str, data: bytes) -> str:
        """Store bytes whose hash this process has made; the key."""
        key = f"{copies_prefix(object_, upload)}{drawn()}"
        self._store.put(key, data)
        return key

    def put_file(self, object_: str, upload: str, file: IO[bytes]) -> str:
        """The same of a file that this process has read and hashed; the key."""
        key = f"{copies_prefix(object_, upload)}{drawn()}"
        file.seek(0)
        self._store.put_stream(key, file)
        return key

    @cached_property
    def is_written_once(self) -> bool:
        """Whether the store keeps a client from writing again where it has written: found out once."""
        once = self._store.writes_once(f"{PROBES}{drawn()}")
        _log.info("the store %s", _ONCE if once else _AGAIN)
        return once

    def arrived(self, object_: str, upload: str) -> str:
        """Where the bytes of an upload lie that its client cannot change any longer; the key.

        Where the client put them once, or else a copy.

        Raises:
            NotProven: nothing was uploaded.
        """
        sent = sent_key(object_, upload)
        if self.is_put_once(object_, upload) and self._store.exists(sent):
            return sent
        return self.copied(object_, upload)

    def is_put_once(self, object_: str, upload: str) -> bool:
        """Whether a client is to put an upload where it stays: the store writes once, and has an address."""
        return self.is_written_once and self._store.is_addressed(
            Use(Operation.PUT_ONCE, sent_key(object_, upload))
        )

    def copied(self, object_: str, upload: str, staged: str = "") -> str:
        """Copy what a client has uploaded to where it cannot write; the key.

        Args:
            object_: What it is announced as.
            upload: The upload that it is proven for.
            staged: The key at which it was sent; empty: that of the same upload.

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
        """Copy what a client has uploaded to where it cannot write, read it back and hash it; the key.

        Args:
            object_: What it is announced as.
            upload: The upload that it is proven for.
            size_bytes: Announced with it.
            staged: The key at which it was sent; empty: that of the same upload.

        Raises:
            NotProven: nothing was uploaded, or it has another size or hash.
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
                f"allowed are {size_bytes} bytes with SHA-256 {announced}"
            )
        return key

    def write(self, key: str, data: bytes) -> None:
        """Store bytes beside a copy."""
        self._store.put(key, data)

    def stage(self, key: str, pieces: Iterable[bytes], size_bytes: int) -> None:
        """Store what a client sends, as a client would itself where the store has an address.

        Args:
            key: A `staging_key`.
            pieces: What comes; what they raise is raised, and nothing lies there.
            size_bytes: Announced with it.

        Raises:
            NotProven: it has another size; nothing lies there.
        """
        part_bytes = max(STAGED_PART_BYTES, -(-size_bytes // PARTS_MAX))
        self._store.put_pieces(key, _of_size(pieces, size_bytes), part_bytes)

    def size_bytes(self, key: str) -> int:
        """As ObjectStore.size_bytes."""
        return self._store.size_bytes(key)

    def read(self, key: str) -> bytes:
        """A small object, or what lies beside one: who reads it sees whether it is what was stored.

        Raises:
            NoSuchObject: it is not there.
        """
        return self._store.get(key)

    def pieces(self, key: str, first: int = 0, last: int | None = None) -> Iterator[bytes]:
        """As ObjectStore.pieces."""
        return self._store.pieces(key, first, last)

    def first(self, prefix: str) -> str | None:
        """The first of the keys with this prefix; None: there is none."""
        return next(iter(self._store.keys(prefix)), None)

    def keys(self, prefix: str) -> list[str]:
        """As ObjectStore.keys."""
        return self._store.keys(prefix)

    def copy(self, key: str, to: str) -> None:
        """Copy what this process, or one like it, has put there.

        Raises:
            NoSuchObject: it is not there.
        """
        self._store.copy(key, to)

    def delete(self, key: str) -> None:
        """Remove a copy that nothing refers to."""
        self._store.delete(key)

    def discard(self, key: str) -> None:
        """The same, with what lies beside it."""
        for each in self._store.keys(key):
            self._store.delete(each)

    def read_address(self, key: str, good_for_s: int = READ_S) -> str:
        """Where the store, or the CDN before it, lets an object be read, for so many seconds.

        A CDN would keep it, so what an organisation has encrypted goes past it.

        Raises:
            NoAddress: it is sealed: only this API can open it.
        """
        signed = self._store.presigned(Use(Operation.GET, key), good_for_s)
        return signed if self._cdn is None or key_in(key) else self._cdn.address(signed, good_for_s)

    def write_address(self, object_: str, upload: str) -> str:
        """Where a client puts the bytes of an upload.

        Raises:
            NoAddress: they are to be encrypted, and a client would not say so: it puts them into this API.
        """
        return self._store.presigned(Use(Operation.PUT, staging_key(upload, object_)), WRITE_S)

    def write_once_address(self, object_: str, upload: str) -> str:
        """Where a client puts them once, with the headers ONCE; only if `is_put_once`."""
        return self._store.presigned(Use(Operation.PUT_ONCE, sent_key(object_, upload)), WRITE_S)

    def takes_parts(self, object_: str, upload: str) -> bool:
        """Whether the store has addresses for the parts of an upload."""
        return self._store.is_addressed(Use(Operation.PART, staging_key(upload, object_)))

    def write_parts(self, object_: str, upload: str, size_bytes: int, part_bytes: int) -> Parts:
        """The same in parts of this size; only if it `takes_parts`."""
        begun = self.begin_parts(object_, upload, -(-size_bytes // part_bytes))
        return begun._replace(part_bytes=part_bytes)

    def begin_parts(self, object_: str, upload: str, count: int) -> Parts:
        """Where so many parts of an upload go whose size is not known yet; only if it `takes_parts`."""
        key = staging_key(upload, object_)
        upload_id = self._store.begin_parts(key)
        urls = [
            self._store.presigned(Use(Operation.PART, key, upload_id, number), WRITE_S)
            for number in range(1, count + 1)
        ]
        return Parts(upload_id, 0, urls)

    def abort_parts(self, object_: str, upload: str) -> None:
        """What was begun in parts is given up; what has ended stays."""
        self._store.abort_parts(staging_key(upload, object_))

    def hashed(self, object_: str, upload: str) -> tuple[str, int]:
        """SHA-256 and size of what a client has uploaded, as it lies there now.

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
        """All parts are there; said twice, it is done once.

        Raises:
            NotProven: nothing was begun so.
        """
        key = staging_key(upload, object_)
        try:
            self._store.end_parts(key, upload_id, etags)
        except NoSuchObject:
            if not self._store.exists(key):
                raise NotProven(f"upload {upload}: no parts of it are awaited") from None

    def listing(self, hash_: str, key_of: Callable[[], str]) -> bytes:
        """A directory's listing; those that were read lately are remembered.

        Args:
            hash_: Of it, as objects have it.
            key_of: Where it lies; asked only when it is not remembered.

        Raises:
            NoSuchObject: it is not there.
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
        """Keep a listing at hand; those that were asked for longest ago make room."""
        self._listings.put(hash_, listing)


def _of_size(pieces: Iterable[bytes], size_bytes: int) -> Iterator[bytes]:
    """The same; what is more or less than was announced ends it.

    Raises:
        NotProven: it is.
    """
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > size_bytes:
            break
        yield piece
    if size != size_bytes:
        more = "more" if size > size_bytes else f"{size}"
        raise NotProven(f"{more} bytes were sent; allowed are {size_bytes}, as announced")
