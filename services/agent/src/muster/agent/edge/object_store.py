"""ObjectStore: S3, with its many errors sorted into two: not there now, and not there."""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import boto3
from boto3.exceptions import Boto3Error
from botocore.client import Config
from botocore.exceptions import BotoCoreError, ClientError
from muster.agent.core.object_keys import uri_of

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

PIECE_BYTES = 1024 * 1024


class StoreUnavailable(Exception):
    """S3 does not answer, or not now: trying again later is right."""


class NoSuchObject(Exception):
    """S3 answers, and has no such object, or another one than its hash says."""


class ObjectStore:
    """One bucket. Safe to share between threads."""

    def __init__(self, endpoint: str, access_key: str, secret_key: str, bucket: str) -> None:
        self.bucket = bucket
        self._client: S3Client = boto3.client(  # pyright: ignore[reportUnknownMemberType]
            "s3",
            endpoint_url=endpoint,
            aws_access_key_id=access_key,
            aws_secret_access_key=secret_key,
            region_name="us-east-1",
            config=Config(
                connect_timeout=2,
                read_timeout=20,
                retries={"total_max_attempts": 2, "mode": "standard"},
                s3={"addressing_style": "path"},
                # Stores other than Amazon's do not know the newer checksum trailers.
                request_checksum_calculation="when_required",
                response_checksum_validation="when_required",
            ),
        )

    def put(self, key: str, data: bytes) -> str:
        """Store a few bytes; their address.

        Raises:
            StoreUnavailable: try again later.
        """
        with _sorted_errors(key):
            self._client.put_object(Bucket=self.bucket, Key=key, Body=data)
        return uri_of(self.bucket, key)

    def put_stream(self, key: str, stream: BinaryIO) -> str:
        """Store many bytes, in parts; their address.

        Raises:
            StoreUnavailable: try again later.
        """
        with _sorted_errors(key):
            self._client.upload_fileobj(stream, self.bucket, key)
        return uri_of(self.bucket, key)

    def fetch(self, key: str, sha256: str, into: Path, *, bytes_max: int | None = None) -> None:
        """Bring an object here and see that it is the one its hash says.

        Raises:
            StoreUnavailable: try again later.
            NoSuchObject: it is not there, is larger than bytes_max, or has another hash.
            OSError: the disk is full.
        """
        digest, size = hashlib.sha256(), 0
        with _sorted_errors(key), into.open("wb") as stream:
            body = self._client.get_object(Bucket=self.bucket, Key=key)["Body"]
            for piece in body.iter_chunks(PIECE_BYTES):
                size += len(piece)
                if bytes_max is not None and size > bytes_max:
                    raise NoSuchObject(f"{key} is larger than {bytes_max} bytes, the most allowed")
                digest.update(piece)
                stream.write(piece)
        if digest.hexdigest() != sha256:
            raise NoSuchObject(f"{key}: its SHA-256 is {digest.hexdigest()}; allowed: {sha256}")


@contextmanager
def _sorted_errors(key: str) -> Generator[None]:
    try:
        yield
    except ClientError as error:
        status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
        if status == 404:
            raise NoSuchObject(f"{key}: {error}") from error
        raise StoreUnavailable(f"{key}: {error}") from error
    except (BotoCoreError, Boto3Error) as error:
        raise StoreUnavailable(f"{key}: {error}") from error
