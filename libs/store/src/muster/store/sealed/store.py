"""SealedStore: an ObjectStore that keeps what lies under an encryption key as this key says.

A key of the ring that is a secret: bytes are sealed before they leave, and opened here. A key of the store's
KMS: the store is told to encrypt with it, and opens for whoever has an address; whether it really does is
tried once with probes, since stores take the request, say that they have done it, and keep the bytes as they
are.
"""

from __future__ import annotations

import math
import os
import threading
from collections import OrderedDict
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from botocore.exceptions import ClientError
from muster.store.objects import (
    PIECE_BYTES,
    ObjectStore,
    StoreSettings,
    StoreUnavailable,
    WrongBytes,
    sorted_errors,
    write_checked,
)
from muster.store.sealed.ring import Key, KeyRing, Kms, Secret, key_in
from muster.store.sealed.sealing import (
    HEADER_BYTES,
    SALT_BYTES,
    Damaged,
    ObjectKey,
    OtherSecret,
    OutsideObject,
    key_of,
    opened,
    opened_bytes,
    sealed,
    span,
)
from muster.store.uses import Operation, Use

if TYPE_CHECKING:
    from mypy_boto3_s3.type_defs import CopySourceTypeDef, GetObjectOutputTypeDef

PROBES: Final = "encryption-probes/"
"""Where it is tried whether the store encrypts."""
_PART_BYTES: Final = 16 * 2**20
_PARTS_MAX: Final = 9_000
"""S3 takes 10,000."""
_KNOWN_MAX: Final = 4_096
"""Of objects whose headers are remembered: who reads in ranges asks for each once."""
_TRIES: Final = 3
"""Of a range of an object that is written again meanwhile."""
_BY_KMS: Final = frozenset({"aws:kms", "aws:kms:dsse"})
_NO_ENCRYPTION: Final[dict[str, Any]] = {"ServerSideEncryption": "muster-asks"}
"""No store encrypts so: one that says that it does says whatever it is told."""
_UNENCRYPTED: Final = frozenset({Operation.PUT, Operation.PUT_ONCE, Operation.BEGIN})
"""Who uses an address for these would have to say with which key: stock clients do not."""


class NoAddress(Exception):
    """The store has no address at which this could be done with an object that is sealed."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a sealed object as it lies there now: how large it is, opened, and its key."""

    etag: str
    size_bytes: int
    key: ObjectKey


class SealedStore(ObjectStore):
    """One bucket, some of whose keys name encryption keys. Safe to share between threads.

    As ObjectStore; and StoreUnavailable where the ring lacks a key, what comes back is not what was sealed,
    or the store does not encrypt. Sizes are those of what was sealed, but for `sizes_bytes`.

    Raises:
        ValueError: by every method that reads or writes: what a key says after ~ is no name.
    """

    def __init__(self, settings: StoreSettings) -> None:
        super().__init__(settings)
        self.ring = KeyRing(settings.key_ring_file)
        self._lock = threading.Lock()
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._encrypts: set[str] = set()

    def is_addressed(self, use: Use) -> bool:
        """Whether the store has an address for this."""
        match self._key_at(use.key):
            case Secret():
                return False
            case Kms():
                return use.operation not in _UNENCRYPTED
            case None:
                return True

    def presigned(self, use: Use, good_for_s: int) -> str:
        """As ObjectStore.presigned.

        Raises:
            NoAddress: it is sealed, or the store would have to be told how to encrypt it.
        """
        if not self.is_addressed(use):
            raise NoAddress(f"{use.key}: it is encrypted; allowed is to {use.operation.value} it by an API")
        return super().presigned(use, good_for_s)

    def require_key(self, name: str) -> None:
        """Objects can be kept under the encryption key of this name now.

        Raises:
            StoreUnavailable: they cannot; the text says why.
        """
        if isinstance(key := self.ring.key(name), Kms):
            self._require_encryption(key)

    def put(self, key: str, data: bytes) -> str:
        """As ObjectStore.put."""
        secret = self._secret_at(key)
        return super().put(key, data if secret is None else b"".join(_sealed([data], secret)))

    def put_stream(self, key: str, stream: IO[bytes]) -> str:
        """As ObjectStore.put_stream."""
        if self._secret_at(key) is None:
            return super().put_stream(key, stream)
        self.put_pieces(key, iter(lambda: stream.read(PIECE_BYTES), b""), 4 * _PART_BYTES)
        return self.uri(key)

    def put_pieces(self, key: str, pieces: Iterable[bytes], part_bytes: int) -> None:
        """As ObjectStore.put_pieces."""
        secret = self._secret_at(key)
        super().put_pieces(key, pieces if secret is None else _sealed(pieces, secret), part_bytes)

    def get(self, key: str) -> bytes:
        """As ObjectStore.get."""
        return super().get(key) if self._secret_at(key) is None else b"".join(self.pieces(key))

    def fetch(self, key: str, sha256: str, into: Path, *, bytes_max: int | None = None) -> None:
        """As ObjectStore.fetch."""
        if self._secret_at(key) is None:
            super().fetch(key, sha256, into, bytes_max=bytes_max)
        else:
            write_checked(key, self.pieces(key), sha256, into, bytes_max)

    def size_bytes(self, key: str) -> int:
        """As ObjectStore.size_bytes."""
        size = super().size_bytes(key)
        if self._secret_at(key) is None:
            return size
        with _told(key):
            return opened_bytes(size)

    def pieces(self, key: str, first: int = 0, last: int | None = None) -> Iterator[bytes]:
        """As ObjectStore.pieces; what is not authenticated is not given."""
        secret = self._secret_at(key)
        if secret is None:
            yield from super().pieces(key, first, last)
        elif first == 0 and last is None:
            yield from self._whole(key, secret)
        else:
            yield from self._range(key, secret, first, last)

    def copy(self, key: str, to: str) -> None:
        """As ObjectStore.copy; what is sealed under another key is read and sealed on the way."""
        source, target = self._key_at(key), self._key_at(to)
        if source == target or not {type(source), type(target)} & {Secret}:
            super().copy(key, to)
            return
        part_bytes = max(_PART_BYTES, math.ceil(self.size_bytes(key) / _PARTS_MAX))
        self.put_pieces(to, self.pieces(key), part_bytes)

    def _encryption(self, key: str) -> dict[str, Any]:
        found = self._key_at(key)
        if not isinstance(found, Kms):
            return {}
        self._require_encryption(found)
        return _asked(found)

    def _key_at(self, key: str) -> Key | None:
        """What an object is kept under; None: nothing."""
        name = key_in(key)
        return self.ring.key(name) if name else None

    def _secret_at(self, key: str) -> bytes | None:
        found = self._key_at(key)
        return found.secret if isinstance(found, Secret) else None

    def _whole(self, key: str, secret: bytes) -> Iterator[bytes]:
        with sorted_errors(key), _told(key):
            answer = self._client.get_object(Bucket=self.bucket, Key=key)
            body, size = answer["Body"], opened_bytes(answer["ContentLength"])
            object_key = key_of(body.read(HEADER_BYTES), secret)
            yield from opened(body.iter_chunks(PIECE_BYTES), object_key, span(0, size, size))

    def _range(self, key: str, secret: bytes, first: int, last: int | None) -> Iterator[bytes]:
        with sorted_errors(key), _told(key):
            for _ in range(_TRIES):
                known = self._about(key, secret)
                end = known.size_bytes if last is None else min(last + 1, known.size_bytes)
                wanted = span(first, end, known.size_bytes)
                answer = self._part(key, wanted.stored_first, wanted.stored_end(known.size_bytes))
                if answer["ETag"] == known.etag:
                    yield from opened(answer["Body"].iter_chunks(PIECE_BYTES), known.key, wanted)
                    return
                self._forget(key)
        raise StoreUnavailable(f"{key} is written again and again")

    def _forget(self, key: str) -> None:
        """Something else was written there."""
        with self._lock:
            self._known.pop(key, None)

    def _about(self, key: str, secret: bytes) -> _Known:
        with self._lock:
            if (found := self._known.pop(key, None)) is not None:
                self._known[key] = found
                return found
        answer = self._part(key, 0, HEADER_BYTES)
        stored_bytes = int(answer["ContentRange"].rpartition("/")[2])
        object_key = key_of(answer["Body"].read(), secret)
        found = _Known(answer["ETag"], opened_bytes(stored_bytes), object_key)
        with self._lock:
            self._known[key] = found
            if len(self._known) > _KNOWN_MAX:
                self._known.popitem(last=False)
        return found

    def _part(self, key: str, first: int, end: int) -> GetObjectOutputTypeDef:
        return self._client.get_object(Bucket=self.bucket, Key=key, Range=f"bytes={first}-{end - 1}")

    def _require_encryption(self, key: Kms) -> None:
        """Every way of writing is tried: that one is encrypted says nothing of another."""
        with self._lock:
            if key.key_id in self._encrypts:
                return
        probe = f"{PROBES}{os.urandom(16).hex()}"
        try:
            if self._says_whatever_it_is_told(probe):
                raise StoreUnavailable(
                    f"the store does not encrypt with its key {key.key_id!r}: it keeps any word for an "
                    "algorithm, and the bytes as they are; allowed is a store that encrypts"
                )
            for way, asked in self._probes(probe, key):
                if not _is_encrypted(self._head(asked), key):
                    raise StoreUnavailable(
                        f"the store does not encrypt what is {way} with its key {key.key_id!r}: "
                        "it takes the request and keeps the bytes as they are; allowed is a key that it has"
                    )
        finally:
            self.abort_parts(_in_parts(probe))
            for each in self.keys(probe):
                self.delete(each)
        with self._lock:
            self._encrypts.add(key.key_id)

    def _says_whatever_it_is_told(self, probe: str) -> bool:
        with sorted_errors(probe):
            try:
                self._client.put_object(Bucket=self.bucket, Key=probe, Body=b"", **_NO_ENCRYPTION)
            except ClientError:
                return False
            return self._head(probe).items() >= _NO_ENCRYPTION.items()

    def _probes(self, probe: str, key: Kms) -> Iterator[tuple[str, str]]:
        """Each way of writing, and where it was written so."""
        bucket, more = self.bucket, _asked(key)
        with sorted_errors(probe):
            self._client.put_object(Bucket=bucket, Key=f"{probe}-put", Body=b"probe", **more)
            yield "put", f"{probe}-put"
            self._client.put_object(Bucket=bucket, Key=f"{probe}-plain", Body=b"probe")
            source: CopySourceTypeDef = {"Bucket": bucket, "Key": f"{probe}-plain"}
            self._client.copy_object(Bucket=bucket, Key=f"{probe}-copied", CopySource=source, **more)
            yield "copied", f"{probe}-copied"
            at = _in_parts(probe)
            begun = self._client.create_multipart_upload(Bucket=bucket, Key=at, **more)["UploadId"]
            part = self._client.upload_part(
                Bucket=bucket, Key=at, UploadId=begun, PartNumber=1, Body=b"probe"
            )
            self.end_parts(at, begun, [part["ETag"]])
            yield "written in parts", at

    def _head(self, key: str) -> dict[str, Any]:
        with sorted_errors(key):
            return dict(self._client.head_object(Bucket=self.bucket, Key=key))


def _sealed(pieces: Iterable[bytes], secret: bytes) -> Iterator[bytes]:
    return sealed(pieces, ObjectKey(secret, os.urandom(SALT_BYTES)))


def _in_parts(probe: str) -> str:
    return f"{probe}-parts"


def _asked(key: Kms) -> dict[str, Any]:
    return {"ServerSideEncryption": "aws:kms", "SSEKMSKeyId": key.key_id}


def _is_encrypted(answer: dict[str, Any], key: Kms) -> bool:
    """With this key; what an alias stands for, only the store knows."""
    said = str(answer.get("SSEKMSKeyId", ""))
    is_same = said == key.key_id or said.endswith(f"/{key.key_id}") or "alias/" in key.key_id
    return answer.get("ServerSideEncryption") in _BY_KMS and bool(said) and is_same


@contextmanager
def _told(key: str) -> Generator[None]:
    """What is wrong with sealed bytes, as the store's failure that it is."""
    try:
        yield
    except OtherSecret as error:
        raise StoreUnavailable(f"{key}: encryption key {key_in(key)!r}: {error}") from None
    except Damaged as error:
        raise WrongBytes(f"{key} comes back as other bytes: {error}") from None
    except OutsideObject as error:
        raise StoreUnavailable(f"{key}: {error}") from None
