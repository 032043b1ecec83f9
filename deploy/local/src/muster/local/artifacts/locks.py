"""A lock file: one line per file, `sha256 size path`, where path is its place in any Maven repository."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Pin:
    """One file, with its size and SHA-256."""

    sha256: str
    size_bytes: int
    path: str

    @property
    def cached(self) -> Path:
        """The path of the verified file in the cache."""
        return cache_root() / "maven" / self.path

    @property
    def present(self) -> bool:
        """Whether the complete file is in the cache; only verified files get this name."""
        return self.cached.exists() and self.cached.stat().st_size == self.size_bytes


def cache_root() -> Path:
    """${XDG_CACHE_HOME:-~/.cache}/muster: shared by every stack of this user."""
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "muster"


@cache
def read_lock(name: str) -> tuple[Pin, ...]:
    """The pins of one server, in class path order; none for a server that is a Python package."""
    lock = resources.files("muster.local.artifacts").joinpath("locks", f"{name}.lock")
    if not lock.is_file():
        return ()
    lines = (line.split() for line in lock.read_text().splitlines() if not line.startswith("#"))
    return tuple(Pin(sha256, int(size), path) for sha256, size, path in lines)
