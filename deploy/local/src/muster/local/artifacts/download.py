"""Download pinned files to the cache: in parallel, resumed when interrupted, verified by their hash."""

from __future__ import annotations

import fcntl
import hashlib
import os
import ssl
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx
from muster.local.artifacts.locks import Pin, cache_root
from muster.local.errors import UnavailableError

_PARALLEL = 6
_ATTEMPTS = 4
_PAUSE_S = 0.5
_TIMEOUT_S = 60.0
_PARTIAL_CONTENT = 206

Advance = Callable[[int], None]
"""Receives the number of bytes that have arrived since its last call."""


def fetch(pins: Sequence[Pin], advance: Advance) -> None:
    """Download every pinned file that is not in the cache. A second process waits and then finds them.

    Raises:
        UnavailableError: a file is still missing or wrong after several attempts.
    """
    if all(pin.present for pin in pins):
        return
    with _alone(), httpx.Client(timeout=_TIMEOUT_S, follow_redirects=True, verify=_trust()) as client:
        missing = [pin for pin in dict.fromkeys(pins) if not pin.present]
        repository = _repository()
        with ThreadPoolExecutor(_PARALLEL) as pool:
            try:
                list(pool.map(partial(fetch_one, client, repository, advance), missing))
            except OSError as error:
                raise UnavailableError(
                    f"cannot store downloads in {cache_root()}: {error.strerror}"
                ) from error


def _trust() -> ssl.SSLContext:
    """Trust the usual certificate authorities and the machine's own, which a company proxy may need."""
    context = httpx.create_ssl_context()
    context.load_default_certs()
    return context


def fetch_one(client: httpx.Client, repository: str, advance: Advance, pin: Pin) -> None:
    """Download one file: continue where an earlier attempt stopped, start over when the hash is wrong.

    Only attempts that download nothing are counted, so that an unreliable connection still succeeds.
    """
    unfinished = pin.cached.with_name(f"{pin.cached.name}.part")
    unfinished.parent.mkdir(parents=True, exist_ok=True)
    problem, vain = "", 0
    while vain < _ATTEMPTS:
        had_bytes = _size(unfinished)
        try:
            _append_rest(client, f"{repository}/{pin.path}", unfinished, pin, advance)
        except httpx.HTTPError as error:
            problem = f"{type(error).__name__}: {error}"
            vain = 0 if _size(unfinished) > had_bytes else vain + 1
            time.sleep(_PAUSE_S)
            continue
        actual = _sha256(unfinished)
        if actual == pin.sha256:
            unfinished.replace(pin.cached)
            return
        problem, vain = f"SHA-256 is {actual}; must be {pin.sha256}", vain + 1
        unfinished.unlink()
    raise UnavailableError(f"cannot download {pin.path} after {_ATTEMPTS} attempts: {problem}")


def _append_rest(client: httpx.Client, url: str, unfinished: Path, pin: Pin, advance: Advance) -> None:
    have = _size(unfinished)
    if have > pin.size_bytes:
        unfinished.unlink()
        have = 0
    if have == pin.size_bytes:
        return
    headers = {"Accept-Encoding": "identity", **({"Range": f"bytes={have}-"} if have else {})}
    with client.stream("GET", url, headers=headers) as answer:
        answer.raise_for_status()
        resumed = answer.status_code == _PARTIAL_CONTENT
        with unfinished.open("ab" if resumed else "wb") as file:
            for chunk in answer.iter_raw():
                file.write(chunk)
                advance(len(chunk))


def _repository() -> str:
    """The Maven repository: $MUSTER_MAVEN_REPOSITORY, or jgo's default."""
    if mirror := os.environ.get("MUSTER_MAVEN_REPOSITORY"):
        return mirror.rstrip("/")
    from jgo.maven import MavenContext  # noqa: PLC0415  (slow to import, and needed for a first start only)

    return next(iter(MavenContext().remote_repos.values())).rstrip("/")


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


@contextmanager
def _alone() -> Generator[None]:
    """Lock the cache against other processes that download."""
    cache_root().mkdir(parents=True, exist_ok=True)
    with (cache_root() / "download.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
