"""ObjectStore: one S3 bucket; its many errors become two, StoreUnavailable and NoSuchObject."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import boto3
from boto3.exceptions import Boto3Error
from boto3.s3.transfer import TransferConfig
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.client import Config
from botocore.credentials import Credentials
from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError
from botocore.utils import percent_encode
from muster.store.uses import Operation, Use

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client
    from mypy_boto3_s3.type_defs import CompletedPartTypeDef, CopySourceTypeDef

_CALLS: Final[Mapping[Operation, tuple[str, tuple[str, ...]]]] = {
    Operation.GET: ("get_object", ()),
    Operation.PUT: ("put_object", ()),
    Operation.PUT_ONCE: ("put_object", ("IfNoneMatch",)),
    Operation.BEGIN: ("create_multipart_upload", ()),
    Operation.PART: ("upload_part", ("UploadId", "PartNumber")),
    Operation.COMPLETE: ("complete_multipart_upload", ("UploadId",)),
    Operation.ABORT: ("abort_multipart_upload", ("UploadId",)),
}
"""The S3 call behind each operation, and the fields of a use that it takes."""

PIECE_BYTES = 1024 * 1024
_COPYING: Final = TransferConfig(multipart_threshold=4 * 2**30, multipart_chunksize=2**30)
"""The error code of S3 for a copy of more than 5 GiB in one call."""
_TOO_LARGE_TO_COPY: Final = "InvalidRequest"
_NONE_BEGUN: Final = "NoSuchUpload"
"""rclone's error code when parts are listed before any upload has begun since its start."""
_NO_CLASS: Final = "MUSTER_ASKS"
"""A class that no store has: a store that accepts it accepts any, and the class has no effect."""
STANDARD: Final = "STANDARD"
"""The storage class of objects stored without one."""
_READ_S: Final = 20
_COPY_S: Final = 900
"""Seconds for which a store may be silent: it sends nothing while it copies gigabytes."""
_CONNECTIONS_MAX: Final = 32
_REGION: Final = "us-east-1"
OK: Final = 200
NOT_FOUND = 404
PRECONDITION_FAILED: Final = 412
NOT_IMPLEMENTED: Final = 501


class StoreUnavailable(Exception):
    """S3 does not answer or is overloaded; retry later."""


class WrongBytes(StoreUnavailable):
    """S3 gives back other bytes than were stored, as their seal shows."""


class NoSuchObject(Exception):
    """S3 has no such object, or the object's content does not match its hash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreSettings:
    """Address of the bucket and the credentials for it.

    Attributes:
        endpoint: http(s)://host:port of the S3 API.
        access_key: Access key id.
        secret_key: Secret of the access key.
        bucket: One bucket for everything; the first part of a key names the kind of object.
        key_ring_file: The key ring that a SealedStore seals and opens with; None: no keys.
    """

    endpoint: str
    access_key: str
    secret_key: str = field(repr=False)
    bucket: str = "muster"
    key_ring_file: Path | None = None


class ObjectStore:
    """One bucket. Safe to share between threads.

    Every method raises StoreUnavailable when trying again later is right.
    """

    def __init__(self, settings: StoreSettings) -> None:
        self.bucket = settings.bucket
        self._settings = settings
        self._client = _client(settings, _READ_S)

    def _encryption(self, key: str) -> dict[str, Any]:
        """Return the request fields that say how the store is to encrypt the object at a key."""
        del key
        return {}

    @cached_property
    def _copier(self) -> S3Client:
        return _client(self._settings, _COPY_S)

    def uri(self, key: str) -> str:
        """The address (s3://BUCKET/KEY) that events carry."""
        return f"s3://{self.bucket}/{key}"

    def key(self, uri: str) -> str:
        """Return the key in an address of this bucket.

        Raises:
            ValueError: the address names another bucket, or has no key.
        """
        parts = urlsplit(uri)
        if parts.scheme != "s3" or parts.netloc != self.bucket or not parts.path.strip("/"):
            raise ValueError(f"address is {uri!r}; must be s3://{self.bucket}/<key>")
        return parts.path.lstrip("/")

    def put(self, key: str, data: bytes) -> str:
        """Store a small object and return its address."""
        with sorted_errors(key):
            more = self._encryption(key)
            if more or not self._is_put_directly(key, data):
                self._client.put_object(Bucket=self.bucket, Key=key, Body=data, **more)
        return self.uri(key)

    def _is_put_directly(self, key: str, data: bytes) -> bool:
        """Put an object by a request of its own; False: the store did not take it, the client has to put it.

        A call of the client takes twice the CPU, and waits for the store's leave to send the body. Commits of
        thousands of small files consist of these calls.
        """
        at = f"{self._settings.endpoint}/{self.bucket}/{percent_encode(key, safe='/~')}"
        request = AWSRequest("PUT", at, data=data, headers={"Content-Length": str(len(data))})
        self._signer.add_auth(request)
        try:
            sent = self._session.send(request.prepare())
        except HTTPClientError:  # among others a connection that the store has closed meanwhile
            return False
        return sent.status_code == OK

    @cached_property
    def _session(self) -> Any:
        """Connections of the client; no stubs describe them."""
        return self._client._endpoint.http_session  # pyright: ignore

    @cached_property
    def _signer(self) -> S3SigV4Auth:
        credentials = Credentials(self._settings.access_key, self._settings.secret_key)
        return S3SigV4Auth(credentials, "s3", _REGION)

    def put_stream(self, key: str, stream: IO[bytes]) -> str:
        """Store a large object in parts and return its address."""
        with sorted_errors(key):
            self._client.upload_fileobj(stream, self.bucket, key, ExtraArgs=self._encryption(key))
        return self.uri(key)

    def put_pieces(self, key: str, pieces: Iterable[bytes], part_bytes: int) -> None:
        """Store a large object that becomes visible only when it is complete.

        Args:
            key: Key of the object.
            pieces: Its bytes, in order; if they raise, the error is passed on and no object appears.
            part_bytes: Size of a part, at least 5 MiB; a store takes at most 10,000 parts.
        """
        upload_id = self.begin_parts(key)
        try:
            etags = [
                self._put_part(key, upload_id, number, part)
                for number, part in enumerate(_parts(pieces, part_bytes), start=1)
            ]
            self.end_parts(key, upload_id, etags)
        except BaseException:
            self._abort(key, upload_id)
            raise

    def _abort(self, key: str, upload_id: str) -> None:
        """Abort this upload in parts; other uploads begun at the same key continue."""
        with suppress(NoSuchObject), sorted_errors(key):
            self._client.abort_multipart_upload(Bucket=self.bucket, Key=key, UploadId=upload_id)

    def _put_part(self, key: str, upload_id: str, number: int, part: bytes) -> str:
        with sorted_errors(key):
            return self._client.upload_part(
                Bucket=self.bucket, Key=key, UploadId=upload_id, PartNumber=number, Body=part
            )["ETag"]

    def get(self, key: str) -> bytes:
        """Read a small object.

        Raises:
            NoSuchObject: the object does not exist.
        """
        with sorted_errors(key):
            return self._client.get_object(Bucket=self.bucket, Key=key)["Body"].read()

    def fetch(self, key: str, sha256: str, into: Path, *, bytes_max: int | None = None) -> None:
        """Download an object into a file and check its hash.

        Raises:
            NoSuchObject: the object does not exist, exceeds bytes_max, or has another hash.
            OSError: the disk is full.
        """
        with sorted_errors(key):
            body = self._client.get_object(Bucket=self.bucket, Key=key)["Body"]
            write_checked(key, body.iter_chunks(PIECE_BYTES), sha256, into, bytes_max)

    def exists(self, key: str) -> bool:
        """Whether the object exists."""
        try:
            with sorted_errors(key):
                self._client.head_object(Bucket=self.bucket, Key=key)
        except NoSuchObject:
            return False
        return True

    def size_bytes(self, key: str) -> int:
        """Return the size of an object.

        Raises:
            NoSuchObject: the object does not exist.
        """
        with sorted_errors(key):
            return self._client.head_object(Bucket=self.bucket, Key=key)["ContentLength"]

    def keys(self, prefix: str) -> list[str]:
        """All keys with this prefix, sorted."""
        return sorted(self.sizes_bytes(prefix))

    def sizes_bytes(self, prefix: str) -> dict[str, int]:
        """Return the stored sizes of all objects with this prefix, by key."""
        with sorted_errors(prefix):
            pages = self._client.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=prefix)
            found = (item for page in pages for item in page.get("Contents", ()))
            return {item.get("Key", ""): item.get("Size", 0) for item in found}

    def presigned(self, use: Use, good_for_s: int) -> str:
        """Return a URL that permits this operation for `good_for_s` seconds; sends no request."""
        call, fields = _CALLS[use.operation]
        given = {"UploadId": use.upload_id, "PartNumber": use.part, "IfNoneMatch": "*"}
        parameters: dict[str, Any] = {"Bucket": self.bucket, "Key": use.key, **{f: given[f] for f in fields}}
        return self._client.generate_presigned_url(call, Params=parameters, ExpiresIn=good_for_s)

    def writes_once(self, key: str) -> bool:
        """Whether the store enforces the condition of PUT_ONCE, so that it overwrites nothing.

        Tested at a key of its own, because some stores accept the condition and overwrite all the same.
        """
        self.put(key, b"first")
        try:
            return self._refuses_to_write_again(key)
        finally:
            self.delete(key)

    def pieces(self, key: str, first: int = 0, last: int | None = None) -> Iterator[bytes]:
        """Yield an object's bytes in pieces, from `first` to `last` inclusive; without `last`, to the end.

        Raises:
            NoSuchObject: the object does not exist.
        """
        with sorted_errors(key):
            if first == 0 and last is None:  # an empty object has no range
                answer = self._client.get_object(Bucket=self.bucket, Key=key)
            else:
                span = f"bytes={first}-{'' if last is None else last}"
                answer = self._client.get_object(Bucket=self.bucket, Key=key, Range=span)
            yield from answer["Body"].iter_chunks(PIECE_BYTES)

    def copy(self, key: str, to: str) -> None:
        """Copy an object within the store.

        Raises:
            NoSuchObject: the object does not exist.
        """
        source: CopySourceTypeDef = {"Bucket": self.bucket, "Key": key}
        more = self._encryption(to)
        with sorted_errors(key):
            try:
                self._copier.copy_object(Bucket=self.bucket, Key=to, CopySource=source, **more)
            except ClientError as error:
                if error.response.get("Error", {}).get("Code") != _TOO_LARGE_TO_COPY:
                    raise
                self._copier.copy(source, self.bucket, to, ExtraArgs=more, Config=_COPYING)

    def _refuses_to_write_again(self, key: str) -> bool:
        with sorted_errors(key):
            try:
                self._client.put_object(Bucket=self.bucket, Key=key, Body=b"second", IfNoneMatch="*")
            except ClientError as error:
                if _status(error) in {PRECONDITION_FAILED, NOT_IMPLEMENTED}:
                    return _status(error) == PRECONDITION_FAILED
                raise
        return False

    def knows_classes(self, key: str) -> bool:
        """Whether the store has storage classes; tested with an object at this key, which is then deleted."""
        with sorted_errors(key):
            try:
                # The text is no class, so the types know none such.
                self._client.put_object(Bucket=self.bucket, Key=key, Body=b"", StorageClass=_NO_CLASS)  # pyright: ignore[reportArgumentType]
            except ClientError as error:
                if error.response.get("Error", {}).get("Code") == "InvalidStorageClass":
                    return True
                raise
            self._client.delete_object(Bucket=self.bucket, Key=key)
            return False

    def storage_class(self, key: str) -> str:
        """Return the storage class of an object.

        Raises:
            NoSuchObject: the object does not exist.
        """
        with sorted_errors(key):
            return self._client.head_object(Bucket=self.bucket, Key=key).get("StorageClass") or STANDARD

    def move_to_class(self, key: str, storage_class: str) -> None:
        """Move an object to another storage class by copying it onto itself, in parts if it is large.

        Readers see the same bytes throughout. An interrupted move can be repeated.

        Raises:
            NoSuchObject: the object does not exist.
        """
        source: CopySourceTypeDef = {"Bucket": self.bucket, "Key": key}
        more = {"StorageClass": storage_class, **self._encryption(key)}
        with sorted_errors(key):
            self._copier.copy(source, self.bucket, key, ExtraArgs=more, Config=_COPYING)

    def begin_parts(self, key: str) -> str:
        """Begin an upload in parts and return its id."""
        with sorted_errors(key):
            begun = self._client.create_multipart_upload(Bucket=self.bucket, Key=key, **self._encryption(key))
            return begun["UploadId"]

    def end_parts(self, key: str, upload_id: str, etags: Sequence[str]) -> None:
        """The object is the parts with these entity tags, from part 1 on.

        Raises:
            NoSuchObject: nothing was begun so, or it has ended.
        """
        parts: list[CompletedPartTypeDef] = [
            {"PartNumber": number, "ETag": etag} for number, etag in enumerate(etags, start=1)
        ]
        with sorted_errors(key):
            self._client.complete_multipart_upload(
                Bucket=self.bucket, Key=key, UploadId=upload_id, MultipartUpload={"Parts": parts}
            )

    def abort_parts(self, key: str) -> None:
        """Abort every unfinished upload in parts at this key."""
        with sorted_errors(key):
            for begun, upload_id in self._begun(key):
                if begun == key:
                    self._client.abort_multipart_upload(Bucket=self.bucket, Key=key, UploadId=upload_id)

    def parts_begun(self, prefix: str) -> list[str]:
        """Return the keys with this prefix, sorted, that have unfinished uploads in parts."""
        with sorted_errors(prefix):
            return sorted({key for key, _ in self._begun(prefix)})

    def _begun(self, prefix: str) -> list[tuple[str, str]]:
        """Return keys with the ids of their unfinished uploads."""
        pages = self._client.get_paginator("list_multipart_uploads").paginate(
            Bucket=self.bucket, Prefix=prefix
        )
        try:
            found = [one for page in pages for one in page.get("Uploads", ())]
        except ClientError as error:
            if error.response.get("Error", {}).get("Code") != _NONE_BEGUN:
                raise
            return []
        return [(one.get("Key", ""), one.get("UploadId", "")) for one in found]

    def delete(self, key: str) -> None:
        """Delete an object; a missing one is not an error."""
        with sorted_errors(key):
            self._client.delete_object(Bucket=self.bucket, Key=key)


def write_checked(key: str, pieces: Iterable[bytes], sha256: str, into: Path, bytes_max: int | None) -> None:
    """Write the incoming bytes of an object into a file and check its hash.

    Raises:
        NoSuchObject: it is larger than bytes_max, or has another hash.
        OSError: the disk is full.
    """
    digest, size = hashlib.sha256(), 0
    with into.open("wb") as file:
        for piece in pieces:
            size += len(piece)
            if bytes_max is not None and size > bytes_max:
                raise NoSuchObject(f"{key} is too large; allowed: at most {bytes_max} bytes")
            digest.update(piece)
            file.write(piece)
    if digest.hexdigest() != sha256:
        raise NoSuchObject(f"{key}: its SHA-256 is {digest.hexdigest()}; allowed: {sha256}")


def _parts(pieces: Iterable[bytes], part_bytes: int) -> Iterator[bytes]:
    """Regroup bytes into parts of one size, at least one; the last may be smaller."""
    waiting = bytearray()
    is_first = True
    for piece in pieces:
        waiting += piece
        while len(waiting) > part_bytes:
            yield bytes(waiting[:part_bytes])
            del waiting[:part_bytes]
            is_first = False
    if waiting or is_first:
        yield bytes(waiting)


def _client(settings: StoreSettings, read_timeout_s: int) -> S3Client:
    return boto3.client(  # pyright: ignore[reportUnknownMemberType]
        "s3",
        endpoint_url=settings.endpoint,
        aws_access_key_id=settings.access_key,
        aws_secret_access_key=settings.secret_key,
        region_name=_REGION,
        config=Config(
            signature_version="s3v4",  # older ones would sign addresses without their method
            connect_timeout=2,
            read_timeout=read_timeout_s,
            max_pool_connections=_CONNECTIONS_MAX,
            retries={"total_max_attempts": 2, "mode": "standard"},
            s3={"addressing_style": "path"},
            # Stores other than Amazon's do not know the newer checksum trailers.
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
        ),
    )


def _status(error: ClientError) -> int:
    return error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)


@contextmanager
def sorted_errors(key: str) -> Generator[None]:
    """Turn errors of S3 about a key into NoSuchObject or StoreUnavailable."""
    try:
        yield
    except ClientError as error:
        if _status(error) == NOT_FOUND:
            raise NoSuchObject(f"{key}: {error}") from error
        raise StoreUnavailable(f"{key}: {error}") from error
    except (BotoCoreError, Boto3Error) as error:
        raise StoreUnavailable(f"{key}: {error}") from error
