"""moto: an S3 with storage classes that refuses unknown ones, unlike the stack's own."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
from muster.local.processes.ports import free_block
from muster.store import StoreSettings
from muster.testkit.environments import environment
from muster.testkit.patience import Patience

LOCK: Final = Path(__file__).with_name("moto-5.lock")


@contextmanager
def moto(folder: Path, bucket: str = "muster") -> Generator[StoreSettings]:
    """Run moto with an empty bucket in memory; its log is in the folder.

    Raises:
        TimeoutError: it does not answer within a minute; the text is the end of its log.
    """
    port = free_block()[0]
    given = StoreSettings(
        endpoint=f"http://127.0.0.1:{port}",
        access_key="muster",
        secret_key="muster-local-secret",  # noqa: S106  (opens a store on this machine's loopback only)
        bucket=bucket,
    )
    home = environment(LOCK)
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603  (a package's own program)
            [home / "bin/python", home / "bin/moto_server", "-H", "127.0.0.1", "-p", str(port)],
            stdout=log,
            stderr=log,
        )
    try:
        _make_bucket(given, process, folder / "log")
        yield given
    finally:
        process.terminate()
        process.wait()


def _make_bucket(given: StoreSettings, process: subprocess.Popen[bytes], log: Path) -> None:
    patience = Patience()
    with httpx.Client(base_url=given.endpoint, trust_env=False) as http:
        while process.poll() is None and not patience.is_over():
            try:
                http.put(f"/{given.bucket}").raise_for_status()
            except httpx.HTTPError:
                time.sleep(0.2)
            else:
                return
    raise TimeoutError(f"moto does not take objects: {log.read_text()[-2_000:]}")
