"""A server whose disk is full: its data lies in a file system of its own, filled to the last byte."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from muster.testkit.faults.fault import Impossible

_PIECE: Final = bytes(1 << 16)


@contextmanager
def small_disk(folder: Path, size_mib: int) -> Generator[SmallDisk]:
    """Have a folder lie in a file system of this size; its server must not run at either end.

    Args:
        folder: The folder; its content is kept.
        size_mib: Size of the file system, MiB.

    Raises:
        Impossible: this user may not mount.
    """
    real = folder.resolve()  # it may be a link to where an unprivileged account can reach it
    aside = real.with_name(f"{real.name}.aside")
    if os.geteuid() != 0:
        raise Impossible("mounting a file system of limited size needs root")
    real.rename(aside)
    try:
        real.mkdir()
        mounted = _run("mount", "-t", "tmpfs", "-o", f"size={size_mib}m", "muster-small-disk", str(real))
        if mounted:
            raise Impossible(f"mounting a file system of limited size: {mounted}")
        try:
            _copy(aside, real)
            yield SmallDisk(real)
            SmallDisk(real).empty()
            shutil.rmtree(aside)
            _copy(real, aside)
        finally:
            _run("umount", "-l", str(real))
    finally:
        real.rmdir()
        aside.rename(real)


class SmallDisk:
    """A file system that can be filled and emptied.

    Args:
        folder: Mount point.
    """

    def __init__(self, folder: Path) -> None:
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Leave no room."""
        with self._ballast.open("ab", buffering=0) as file:
            try:
                while True:
                    file.write(_PIECE)
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise

    def empty(self) -> None:
        """Make room again."""
        self._ballast.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """Copy with owners, modes and holes."""
    failed = _run("cp", "-a", "--sparse=always", f"{source}/.", f"{target}/")
    if failed:
        raise OSError(f"copying {source} to {target}: {failed}")


def _run(*command: str) -> str:
    """Run a command and return the errors of a failed one; empty: it succeeded."""
    done = subprocess.run(  # noqa: S603  (commands of this file)
        command, capture_output=True, text=True, check=False
    )
    return done.stderr.strip() if done.returncode else ""
