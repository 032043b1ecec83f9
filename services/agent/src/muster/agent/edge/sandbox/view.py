"""View: the paths of this machine that a task's processes see, and where they appear."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import muster
from muster.agent.core.containment import Access, Mount, in_order

HOME = "/home/job"
"""The home of every job: empty at the start of an attempt, its own."""

_SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/opt",
    "/sys",
    "/nix/store",
)
_POINTERS = ("/etc/resolv.conf",)
"""Links out of _SYSTEM without whose targets a job finds no name server."""
_NOTHING = "/dev/null"
_TEMPORARY = ("/tmp", "/var/tmp")  # noqa: S108  (paths inside, each attempt's own)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPaths:
    """Paths that belong to one task.

    Attributes:
        writable: Folders that appear at the same path; like all of these, without symbolic links.
        home: Folder that appears as HOME.
        temporary: Folder that appears as /tmp.
        devices: Device files that appear at the same path.
    """

    writable: tuple[Path, ...]
    home: Path
    temporary: Path
    devices: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Paths visible to all tasks of a node.

    Attributes:
        hidden: Folders that no task sees, even below a visible path; without symbolic links.
        hidden_files: The same for files, each replaced by a device that cannot be opened.
        readable: Paths that every task may read, besides the system and the agent's interpreter.
        writable: Paths that every task may write.
    """

    hidden: tuple[Path, ...]
    hidden_files: tuple[Path, ...] = ()
    readable: tuple[Path, ...] = ()
    writable: tuple[Path, ...] = ()

    def mounts(self, own: TaskPaths) -> tuple[Mount, ...]:
        """The file system of one task."""
        shared = [
            *_mounts_of(_SYSTEM),
            *_targets(_POINTERS),
            *_mounts_of(_interpreter()),
            *_mounts_of(self.readable),
            *_mounts_of(self.writable, Access.WRITE),
        ]
        return in_order(
            [
                *shared,
                *(Mount(Access.HIDE, str(path)) for path in self.hidden if _lies_in(path, shared)),
                *(
                    Mount(Access.READ, str(path), _NOTHING)
                    for path in self.hidden_files
                    if _lies_in(path, shared)
                ),
                *(Mount(Access.WRITE, str(path), str(path)) for path in own.writable),
                *(Mount(Access.DEVICE, str(path), str(path)) for path in own.devices),
                Mount(Access.WRITE, HOME, str(own.home)),
                *(Mount(Access.WRITE, path, str(own.temporary)) for path in _TEMPORARY),
            ]
        )


def _mounts_of(paths: Iterable[str | Path], access: Access = Access.READ) -> Iterator[Mount]:
    """Mount the real path of every path that exists; if it leads over a link, add the link as well."""
    for each in paths:
        path, real = os.path.abspath(each), os.path.realpath(each)
        if os.path.exists(real):
            yield Mount(access, real, real)
            if real != path:
                yield Mount(Access.LINK, path, real)


def _targets(links: Iterable[str]) -> Iterator[Mount]:
    yield from (
        Mount(Access.READ, real, real) for real in map(os.path.realpath, links) if os.path.exists(real)
    )


def _interpreter() -> Iterator[str]:
    """Yield the folders of the agent's own Python: PATH begins with it, so a job's `python3` is this one.

    Not all of sys.path: it may hold the agent's current folder.
    """
    yield from (sys.prefix, sys.base_prefix)
    yield from muster.__path__


def _lies_in(path: Path, mounts: Iterable[Mount]) -> bool:
    return any(path.is_relative_to(mount.path) for mount in mounts if mount.access is not Access.LINK)
