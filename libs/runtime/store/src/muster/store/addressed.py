"""AddressedStore: reads and writes objects at presigned addresses, without credentials of the store.

An address (a presigned URL) is good for one operation on one object for some minutes. `Addresses` gives
them to who may have them; this uses them. What is large is written in parts, as `ObjectStore` does.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple, Protocol, TypeAlias
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

import httpx
from muster.store.objects import PIECE_BYTES, NoSuchObject, StoreUnavailable, write_checked
from muster.store.uses import Operation, Use

PART_BYTES: Final = 16 * 2**20
PARTS_MAX: Final = 9_000
"""S3 takes 10,000."""
_TIMEOUT: Final = httpx.Timeout(connect=2.0, read=20.0, write=20.0, pool=20.0)
_UPLOAD_ID: Final = re.compile(r"<UploadId>([^<]+)</UploadId>")


_METHOD: Final = {
    Operation.GET: "GET",
    Operation.PUT: "PUT",
    Operation.BEGIN: "POST",
    Operation.PART: "PUT",
    Operation.COMPLETE: "POST",
    Operation.ABORT: "DELETE",
}


class Address(NamedTuple):
    """Presigned URL of one operation, and the object that it operates on.

    Attributes:
        url: Presigned; secret for as long as it is valid.
        uri: The object's address as events carry it, s3://BUCKET/KEY.
    """

    url: str
    uri: str


class NotGranted(Exception):
    """The caller may not perform this operation; retrying does not help."""


class Addresses(Protocol):
    """Source of presigned addresses."""

    def address(self, use: Use) -> Address:
        """Return an address that is valid for some minutes from now.

        Raises:
            NotGranted: the operation is not permitted.
            StoreUnavailable: try again later.
        """
        ...

    def forget(self, use: Use) -> None:
        """Discard a cached address that the store did not accept."""
        ...


Pace: TypeAlias = Callable[[int], None]
"""Called with a number of bytes; returns once they may be sent."""


def _at_once(size_bytes: int) -> None:
    pass


class AddressedStore:
    """Reads and writes objects at presigned addresses. Safe to share between threads.

    Every method raises StoreUnavailable when a later retry may succeed, and NotGranted when it cannot.
    """

    def __init__(self) -> None:
        self._http = httpx.Client(timeout=_TIMEOUT, trust_env=False)

    def put(self, addresses: Addresses, key: str, data: bytes) -> str:
        """Store a small object and return its address for events."""
        use = Use(Operation.PUT, key)
        self._ask(addresses, use, data)
        return addresses.address(use).uri

    def put_stream(self, addresses: Addresses, key: str, stream: BinaryIO, pace: Pace = _at_once) -> str:
        """Store a large object, from the stream's position to its end; return its address for events.

        Args:
            addresses: Source of the addresses to write to.
            key: Key of the object.
            stream: A file, open for reading.
            pace: Called with a number of bytes before they are sent; may block.
        """
        size = os.fstat(stream.fileno()).st_size
        part_bytes = max(PART_BYTES, math.ceil(size / PARTS_MAX))
        if size <= part_bytes:
            pace(size)
            return self.put(addresses, key, stream.read())
        begun = self._ask(addresses, Use(Operation.BEGIN, key), b"").text
        found = _UPLOAD_ID.search(begun)
        if found is None:
            raise StoreUnavailable(f"{key}: no upload id in {begun[:200]!r}")
        upload_id = found[1]
        try:
            self._put_parts(addresses, key, upload_id, stream, part_bytes, pace)
        except BaseException:
            # Uploads that cannot be aborted now are cleared by the bucket's rule for unfinished uploads.
            with suppress(StoreUnavailable, NotGranted, NoSuchObject):
                self._ask(addresses, Use(Operation.ABORT, key, upload_id), b"")
            raise
        return addresses.address(Use(Operation.COMPLETE, key, upload_id)).uri

    def fetch(
        self, addresses: Addresses, key: str, sha256: str, into: Path, *, bytes_max: int | None = None
    ) -> None:
        """Download an object into a file and check its hash.

        Raises:
            NoSuchObject: the object does not exist, exceeds bytes_max, or has another hash.
            OSError: the disk is full.
        """
        use = Use(Operation.GET, key)
        try:
            with self._http.stream("GET", addresses.address(use).url) as answer:
                if not answer.is_success:
                    answer.read()
                    self._judge(addresses, use, answer)
                write_checked(key, answer.iter_bytes(PIECE_BYTES), sha256, into, bytes_max)
        except httpx.TransportError as error:
            raise StoreUnavailable(f"{key}: {type(error).__name__}: {error}") from error

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def _put_parts(  # noqa: PLR0917  (what, where to, how)
        self,
        addresses: Addresses,
        key: str,
        upload_id: str,
        stream: BinaryIO,
        part_bytes: int,
        pace: Pace,
    ) -> None:
        parts: list[str] = []
        while piece := stream.read(part_bytes):
            pace(len(piece))
            number = len(parts) + 1
            answer = self._ask(addresses, Use(Operation.PART, key, upload_id, number), piece)
            tag = escape(answer.headers.get("ETag", ""))
            parts.append(f"<Part><PartNumber>{number}</PartNumber><ETag>{tag}</ETag></Part>")
        body = f"<CompleteMultipartUpload>{''.join(parts)}</CompleteMultipartUpload>"
        done = self._ask(addresses, Use(Operation.COMPLETE, key, upload_id), body.encode())
        if "<Error>" in done.text:  # S3 may answer 200 before it knows
            raise StoreUnavailable(f"{key}: {done.text[:300]}")

    def _ask(self, addresses: Addresses, use: Use, data: bytes) -> httpx.Response:
        body = BytesIO(data)  # bytes would be copied again for each piece that the socket takes
        try:
            answer = self._http.request(_METHOD[use.operation], addresses.address(use).url, content=body)
        except httpx.TransportError as error:
            raise StoreUnavailable(f"{use.key}: {type(error).__name__}: {error}") from error
        if not answer.is_success:
            self._judge(addresses, use, answer)
        return answer

    def _judge(self, addresses: Addresses, use: Use, answer: httpx.Response) -> None:
        """Raise the exception that an unsuccessful response stands for."""
        said = f"{use.key}: HTTP {answer.status_code}: {answer.text[:200]}"
        if answer.status_code == HTTPStatus.NOT_FOUND:
            raise NoSuchObject(said)
        addresses.forget(use)  # it may have expired
        raise StoreUnavailable(said)


def key_of(uri: str) -> str:
    """Return the key in an address s3://BUCKET/KEY.

    Raises:
        ValueError: the address has another form.
    """
    parts = urlsplit(uri)
    if parts.scheme != "s3" or not parts.netloc or not parts.path.strip("/"):
        raise ValueError(f"address is {uri!r}; must be s3://BUCKET/KEY")
    return parts.path.lstrip("/")
