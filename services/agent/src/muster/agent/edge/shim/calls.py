"""Calls that ask ranks for a checkpoint: POST to an address that a rank has registered.

A rank registers by a file in its progress folder, `checkpoint.url`, with an address of its own machine such
as http://127.0.0.1:8080/checkpoint. The file is the job's, so it is read as any file of a job: small, plain,
and only addresses of the loopback are called. An answer of 2xx within CALL_S is a promise to save.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from muster.agent.edge.disk.task_dir import RankPlan

FILE: Final = "checkpoint.url"
FOLDER: Final = "MUSTER_PROGRESS_DIR"
CALL_S: Final = 5.0

_BYTES_MAX: Final = 1024
_SUCCESS: Final = 2
"""First digit of the HTTP statuses that mean success."""
_LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


class Address(NamedTuple):
    """Address at which a rank accepts requests for a checkpoint."""

    host: str
    port: int
    path: str


def registered(ranks: Sequence[RankPlan]) -> list[Address]:
    """The addresses that ranks have registered and that may be called, each once."""
    folders = [rank.env[FOLDER] for rank in ranks if FOLDER in rank.env]
    found = [_address_in(Path(folder) / FILE) for folder in folders]
    return [*dict.fromkeys(each for each in found if each is not None)]


def promised(addresses: Sequence[Address]) -> int:
    """Call all of them at once; return how many promise to save. Takes no longer than one call may."""
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415  (few tasks are asked so)

    with ThreadPoolExecutor(len(addresses)) as pool:
        return sum(pool.map(_promises, addresses))


def _address_in(file: Path) -> Address | None:
    with suppress(OSError, ValueError):
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            text = os.read(descriptor, _BYTES_MAX) if stat.S_ISREG(os.fstat(descriptor).st_mode) else b""
        finally:
            os.close(descriptor)
        url = urlsplit(text.decode("ascii").strip())
        if url.scheme == "http" and url.hostname in _LOOPBACK and url.port:
            return Address(url.hostname, url.port, f"{url.path or '/'}{'?' if url.query else ''}{url.query}")
    return None


def _promises(address: Address) -> bool:
    from http.client import HTTPConnection, HTTPException  # noqa: PLC0415  (likewise)

    connection = HTTPConnection(address.host, address.port, timeout=CALL_S)
    try:
        connection.request("POST", address.path)
        return connection.getresponse().status // 100 == _SUCCESS
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        connection.close()
