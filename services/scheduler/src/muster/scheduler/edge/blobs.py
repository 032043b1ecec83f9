"""Bytes under names in S3. What botocore raises becomes OSError, so that callers need not know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

_FAULTS = (BotoCoreError, ClientError)


class S3Blobs:
    """One bucket.

    Args:
        endpoint: URL of the S3 server.
        access_key: Of its user.
        secret_key: Of its user.
        bucket: Must exist.
    """

    def __init__(self, endpoint: str, access_key: str, secret_key: str, bucket: str) -> None:
        self._bucket = bucket
        self._client: S3Client = boto3.client(  # pyright: ignore[reportUnknownMemberType]  (overloads per service)
            "s3",
            endpoint_url=endpoint,
            aws_access_key_id=access_key,
            aws_secret_access_key=secret_key,
            region_name="us-east-1",
            config=Config(
                connect_timeout=2,
                read_timeout=10,
                retries={"max_attempts": 2},
                s3={"addressing_style": "path"},
            ),
        )

    def put(self, key: str, data: bytes) -> None:
        """Store."""
        try:
            self._client.put_object(Bucket=self._bucket, Key=key, Body=data)
        except _FAULTS as error:
            raise OSError(f"putting {key}: {error}") from error

    def get(self, key: str) -> bytes:
        """Read."""
        try:
            return self._client.get_object(Bucket=self._bucket, Key=key)["Body"].read()
        except _FAULTS as error:
            raise OSError(f"getting {key}: {error}") from error

    def keys(self, prefix: str) -> list[str]:
        """Names with this beginning."""
        pages = self._client.get_paginator("list_objects_v2").paginate(Bucket=self._bucket, Prefix=prefix)
        try:
            return [entry["Key"] for page in pages for entry in page.get("Contents", []) if "Key" in entry]
        except _FAULTS as error:
            raise OSError(f"listing {prefix}: {error}") from error

    def delete(self, key: str) -> None:
        """Forget."""
        try:
            self._client.delete_object(Bucket=self._bucket, Key=key)
        except _FAULTS as error:
            raise OSError(f"deleting {key}: {error}") from error
