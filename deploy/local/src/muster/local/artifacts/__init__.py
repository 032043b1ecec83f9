"""Files of the Java servers, from a Maven repository, pinned by size and SHA-256 in locks/.

locks.py      reads a lock file
download.py   fetches missing files: resumes interrupted downloads, repeats those with a wrong hash
unpack.py     unpacks an archive once
relock.py     rewrites the lock files (`python -m muster.local.artifacts.relock`), for maintainers
"""

from __future__ import annotations

from pathlib import Path

from muster.local.artifacts.locks import Pin, cache_root, read_lock
from muster.local.artifacts.unpack import unpack


def jars(name: str) -> list[Path]:
    """Return the files of lock `name` in the cache, in class path order."""
    return [pin.cached for pin in read_lock(name)]


def unpacked(name: str) -> Path:
    """Return the unpacked folder of the one archive that lock `name` pins."""
    (pin,) = read_lock(name)
    return unpack(pin.cached, cache_root() / "unpacked" / f"{name}-{pin.sha256[:12]}")


__all__ = ["Pin", "jars", "read_lock", "unpacked"]
