"""SeaweedFS: an S3 that enforces conditions of writes, as the stack's own does not."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import boto3
from botocore.client import Config
from botocore.exceptions import BotoCoreError, ClientError
from muster.local.processes.ports import free_block
from muster.store import StoreSettings
from muster.testkit.environments import environment
from muster.testkit.patience import Patience

LOCK: Final = Path(__file__).with_name("seaweedfs-4.lock")
_GRPC_FROM: Final = 20
"""Offset of the ports between its own parts."""


@contextmanager
def seaweedfs(folder: Path, bucket: str = "muster", *, has_kms: bool = False) -> Generator[StoreSettings]:
    """Run one with an empty bucket; its files are in the folder.

    Args:
        folder: Folder of its files.
        bucket: Name of the bucket to create.
        has_kms: Whether it encrypts, with any key that a request names; keys are lost when it ends.

    Raises:
        TimeoutError: it does not answer within a minute; the text is the end of its log.
    """
    first = free_block()[0]
    at = {name: first + number for number, name in enumerate(("s3", "master", "volume", "filer"))}
    ports = [f"-{name}.port={port}" for name, port in at.items()]
    ports += [f"-{name}.port.grpc={port + _GRPC_FROM}" for name, port in at.items()]
    given = StoreSettings(
        endpoint=f"http://127.0.0.1:{at['s3']}",
        access_key="muster",
        secret_key="muster-local-secret",  # noqa: S106  (opens a store on this machine's loopback only)
        bucket=bucket,
    )
    (folder / "data").mkdir(parents=True)
    arguments = [f"-dir={folder / 'data'}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-s3", *ports]
    if has_kms:
        (folder / "s3.json").write_text(json.dumps(_with_kms(given)))
        arguments.append(f"-s3.config={folder / 's3.json'}")
    arguments += ["-s3.port.iceberg=0", "-s3.port.lance=0", "-volume.preStopSeconds=0"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603  (a package's own program)
            [environment(LOCK) / "bin/weed", "server", *arguments],
            env={**os.environ, "AWS_ACCESS_KEY_ID": "muster", "AWS_SECRET_ACCESS_KEY": given.secret_key},
            stdout=log,
            stderr=log,
        )
    try:
        _make_bucket(given, process, folder / "log")
        yield given
    finally:
        process.kill()  # a clean stop takes 15 s, for files that nothing needs
        process.wait()


def _with_kms(given: StoreSettings) -> dict[str, Any]:
    credentials = [{"accessKey": given.access_key, "secretKey": given.secret_key}]
    may = {"name": "muster", "credentials": credentials, "actions": ["Admin", "Read", "Write", "List"]}
    provider = {"type": "local", "enableOnDemandCreate": True}
    return {"identities": [may], "kms": {"default_provider": "local", "providers": {"local": provider}}}


def _make_bucket(given: StoreSettings, process: subprocess.Popen[bytes], log: Path) -> None:
    s3 = boto3.client(  # pyright: ignore[reportUnknownMemberType]
        "s3",
        endpoint_url=given.endpoint,
        aws_access_key_id=given.access_key,
        aws_secret_access_key=given.secret_key,
        region_name="us-east-1",
        config=Config(s3={"addressing_style": "path"}, retries={"total_max_attempts": 1}),
    )
    patience = Patience()
    while process.poll() is None and not patience.is_over():
        try:
            s3.create_bucket(Bucket=given.bucket)
            s3.put_object(Bucket=given.bucket, Key="ready", Body=b"ready")
            s3.delete_object(Bucket=given.bucket, Key="ready")
        except s3.exceptions.BucketAlreadyOwnedByYou:
            time.sleep(0.2)
        except (BotoCoreError, ClientError):
            time.sleep(0.2)
        else:
            return
    raise TimeoutError(f"SeaweedFS does not take objects: {log.read_text()[-2_000:]}")
