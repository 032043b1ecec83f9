"""SealedStore: an ObjectStore that encrypts objects whose keys name an encryption key.

If the key is a secret of the key ring, objects are sealed before they leave the process and opened in it.
If it is a key of the store's KMS, the store encrypts with it and decrypts for anyone with an address. Whether
it does encrypt is tested once with probes: some stores accept the request, confirm it, and keep plain bytes.
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
"""Prefix of the objects that test whether the store encrypts."""
_PART_BYTES: Final = 16 * 2**20
_PARTS_MAX: Final = 9_000
"""Below the 10,000 that S3 takes."""
_KNOWN_MAX: Final = 4_096
"""Number of objects whose headers are cached: a reader of ranges fetches each header once."""
_TRIES: Final = 3
"""Attempts to read a range of an object that is overwritten meanwhile."""
_BY_KMS: Final = frozenset({"aws:kms", "aws:kms:dsse"})
_NO_ENCRYPTION: Final[dict[str, Any]] = {"ServerSideEncryption": "muster-asks"}
"""An algorithm that no store has: one that confirms it confirms anything."""
_UNENCRYPTED: Final = frozenset({Operation.PUT, Operation.PUT_ONCE, Operation.BEGIN})
"""Operations that need an encryption header, which stock clients do not send."""


class NoAddress(Exception):
    """The store cannot offer an address for this operation, because the object is encrypted."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A sealed object as it is stored now: its unsealed size and its key."""

    etag: str
    size_bytes: int
    key: ObjectKey


class SealedStore(ObjectStore):
    """One bucket, some of whose keys name encryption keys. Safe to share between threads.

    Raises what ObjectStore raises; also StoreUnavailable if the ring lacks a key, the bytes differ from those
    that were sealed, or the store does not encrypt. Sizes are unsealed, but for those of `sizes_bytes`.

    Raises:
        ValueError: by every method that reads or writes: the name after ~ in a key is malformed.
    """

    def __init__(self, settings: StoreSettings) -> None:
        super().__init__(settings)
        self.ring = KeyRing(settings.key_ring_file)
        self._lock = threading.Lock()
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._encrypts: set[str] = set()

    def is_addressed(self, use: Use) -> bool:
        """Whether the store can offer an address for this use."""
        match self._key_at(use.key):
            case Secret():
                return False
            case Kms():
                return use.operation not in _UNENCRYPTED
            case None:
                return True

    def presigned(self, use: Use, good_for_s: int) -> str:
        """Like ObjectStore.presigned.

        Raises:
            NoAddress: the object is sealed, or the request would need an encryption header.
        """
        if not self.is_addressed(use):
            raise NoAddress(f"{use.key}: encrypted; no address for {use.operation.value}, use the API")
        return super().presigned(use, good_for_s)

    def require_key(self, name: str) -> None:
        """Check that objects can be stored under the encryption key of this name now.

        Raises:
            StoreUnavailable: they cannot be; the text says why.
        """
        if isinstance(key := self.ring.key(name), Kms):
            self._require_encryption(key)

    def put(self, key: str, data: bytes) -> str:
        """Like ObjectStore.put."""
        secret = self._secret_at(key)
        return super().put(key, data if secret is None else b"".join(_sealed([data], secret)))

    def put_stream(self, key: str, stream: IO[bytes]) -> str:
        """Like ObjectStore.put_stream."""
        if self._secret_at(key) is None:
            return super().put_stream(key, stream)
        self.put_pieces(key, iter(lambda: stream.read(PIECE_BYTES), b""), 4 * _PART_BYTES)
        return self.uri(key)

    def put_pieces(self, key: str, pieces: Iterable[bytes], part_bytes: int) -> None:
        """Like ObjectStore.put_pieces."""
        secret = self._secret_at(key)
        super().put_pieces(key, pieces if secret is None else _sealed(pieces, secret), part_bytes)

    def get(self, key: str) -> bytes:
        """Like ObjectStore.get."""
        return super().get(key) if self._secret_at(key) is None else b"".join(self.pieces(key))

    def fetch(self, key: str, sha256: str, into: Path, *, bytes_max: int | None = None) -> None:
        """Like ObjectStore.fetch."""
        if self._secret_at(key) is None:
            super().fetch(key, sha256, into, bytes_max=bytes_max)
        else:
            write_checked(key, self.pieces(key), sha256, into, bytes_max)

    def size_bytes(self, key: str) -> int:
        """Like ObjectStore.size_bytes."""
        size = super().size_bytes(key)
        if self._secret_at(key) is None:
            return size
        with _damage_as_unavailable(key):
            return opened_bytes(size)

    def pieces(self, key: str, first: int = 0, last: int | None = None) -> Iterator[bytes]:
        """Like ObjectStore.pieces; yields authenticated bytes only."""
        secret = self._secret_at(key)
        if secret is None:
            yield from super().pieces(key, first, last)
        elif first == 0 and last is None:
            yield from self._whole(key, secret)
        else:
            yield from self._range(key, secret, first, last)

    def copy(self, key: str, to: str) -> None:
        """Like ObjectStore.copy; an object sealed under another key is opened and sealed again on the way."""
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
        return _kms_fields(found)

    def _key_at(self, key: str) -> Key | None:
        """Return the encryption key of an object; None: it is not encrypted."""
        name = key_in(key)
        return self.ring.key(name) if name else None

    def _secret_at(self, key: str) -> bytes | None:
        found = self._key_at(key)
        return found.secret if isinstance(found, Secret) else None

    def _whole(self, key: str, secret: bytes) -> Iterator[bytes]:
        with sorted_errors(key), _damage_as_unavailable(key):
            answer = self._client.get_object(Bucket=self.bucket, Key=key)
            body, size = answer["Body"], opened_bytes(answer["ContentLength"])
            object_key = key_of(body.read(HEADER_BYTES), secret)
            yield from opened(body.iter_chunks(PIECE_BYTES), object_key, span(0, size, size))

    def _range(self, key: str, secret: bytes, first: int, last: int | None) -> Iterator[bytes]:
        with sorted_errors(key), _damage_as_unavailable(key):
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
        """The object was overwritten meanwhile."""
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
        """Test every way of writing: stores encrypt with some ways and not with others."""
        with self._lock:
            if key.key_id in self._encrypts:
                return
        probe = f"{PROBES}{os.urandom(16).hex()}"
        try:
            if self._confirms_anything(probe):
                raise StoreUnavailable(
                    f"the store does not encrypt with its key {key.key_id!r}: it accepts any name of an "
                    "algorithm and keeps plain bytes; use a store that encrypts"
                )
            for way, probed in self._probes(probe, key):
                if not _is_encrypted(self._head(probed), key):
                    raise StoreUnavailable(
                        f"the store does not encrypt what is {way} with its key {key.key_id!r}: "
                        "it accepts the request and keeps plain bytes; use a key that the store has"
                    )
        finally:
            self.abort_parts(_in_parts(probe))
            for each in self.keys(probe):
                self.delete(each)
        with self._lock:
            self._encrypts.add(key.key_id)

    def _confirms_anything(self, probe: str) -> bool:
        with sorted_errors(probe):
            try:
                self._client.put_object(Bucket=self.bucket, Key=probe, Body=b"", **_NO_ENCRYPTION)
            except ClientError:
                return False
            return self._head(probe).items() >= _NO_ENCRYPTION.items()

    def _probes(self, probe: str, key: Kms) -> Iterator[tuple[str, str]]:
        """Write a probe in each way; yield the way's name and the probe's key."""
        bucket, more = self.bucket, _kms_fields(key)
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


def _kms_fields(key: Kms) -> dict[str, Any]:
    return {"ServerSideEncryption": "aws:kms", "SSEKMSKeyId": key.key_id}


def _is_encrypted(answer: dict[str, Any], key: Kms) -> bool:
    """Whether the store encrypted with this key; it alone knows which key an alias stands for."""
    said = str(answer.get("SSEKMSKeyId", ""))
    is_same = said == key.key_id or said.endswith(f"/{key.key_id}") or "alias/" in key.key_id
    return answer.get("ServerSideEncryption") in _BY_KMS and bool(said) and is_same


@contextmanager
def _damage_as_unavailable(key: str) -> Generator[None]:
    """Turn errors about sealed bytes into StoreUnavailable."""
    try:
        yield
    except OtherSecret as error:
        raise StoreUnavailable(f"{key}: encryption key {key_in(key)!r}: {error}") from None
    except Damaged as error:
        raise WrongBytes(f"{key} comes back as other bytes: {error}") from None
    except OutsideObject as error:
        raise StoreUnavailable(f"{key}: {error}") from None
