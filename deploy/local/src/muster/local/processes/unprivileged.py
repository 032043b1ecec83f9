"""Servers that refuse to run as root (PostgreSQL, Elasticsearch) run as `nobody` when root starts the stack.

`nobody` usually cannot enter root's home, where the data, the cache and the packages may be. What it must
read or write is then under /var/lib/muster, which only root can create, and MUSTER_HOME holds a link to it.
For an ordinary user every function here does nothing.
"""

from __future__ import annotations

import hashlib
import os
import pwd
import shutil
import stat
from pathlib import Path

from muster.local.home import move_into_place

_NAME = "nobody"
_SHARED = Path("/var/lib/muster")


def account() -> str | None:
    """The user to run such a server as; None when the caller is not root, so that it runs as the caller."""
    return _NAME if os.geteuid() == 0 else None


def folder(path: Path) -> Path:
    """A folder at `path` (perhaps by a link) that the server's account owns and can reach."""
    if account() is None:
        return own(path)
    place = path.resolve()
    if not _enterable(place.parent):
        place = _SHARED / hashlib.sha256(str(path).encode()).hexdigest()[:16]
        place.mkdir(parents=True, exist_ok=True)
        if not path.is_symlink():
            path.rmdir()
            path.symlink_to(place)
    return own(place)


def own(path: Path) -> Path:
    """Make the server's account the owner of the folder at `path`, without access for others."""
    path.mkdir(exist_ok=True)
    if account() is not None:
        owner = pwd.getpwnam(_NAME)
        os.chown(path, owner.pw_uid, owner.pw_gid)
    path.chmod(0o700)
    return path


def readable(tree: Path) -> Path:
    """A folder with the same content as `tree` that the server's account can read."""
    if account() is None or not tree.exists() or _enterable(tree):
        return tree
    # An upgrade recreates the folder, so its time identifies the version.
    version = f"{tree} {tree.stat().st_mtime_ns}"
    copy = _SHARED / "programs" / hashlib.sha256(version.encode()).hexdigest()[:16]
    if not copy.exists():
        partial = copy.with_name(f"{copy.name}.{os.getpid()}")
        shutil.copytree(tree, partial, symlinks=True)
        move_into_place(partial, copy)
    return copy


def _enterable(path: Path) -> bool:
    """Whether every user may enter `path` and every folder above it."""
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in (path, *path.parents))
