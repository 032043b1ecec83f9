"""Writing so that a file is there whole or not at all, whatever ends the process or the machine."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_PIECE_BYTES = 8 * 2**20


def write(path: Path, pieces: Iterable[bytes | memoryview], writer: str = "") -> None:
    """Write under a temporary name in the same folder, sync, rename. Call sync_folder afterwards.

    Args:
        path: The file.
        pieces: Contents of the file.
        writer: Tells apart processes that write the same file at once.

    Raises:
        OSError: the disk refuses; nothing of the file is left then.
    """
    part = part_of(path, writer)
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666)
        try:
            for piece in pieces:
                _write_all(descriptor, memoryview(piece))
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(part, path)
    except OSError:
        with suppress(OSError):
            os.unlink(part)
        raise


def part_of(path: Path, writer: str = "") -> Path:
    """The temporary name of a file that is being written."""
    return path.parent / f".{path.name}{writer}.part"


def link(source: Path, path: Path) -> bool:
    """Give a file a second name; whether that worked: not every file system has links."""
    part = part_of(path)
    try:
        with suppress(FileNotFoundError):
            os.unlink(part)
        os.link(source, part)
        os.replace(part, path)
        with suppress(FileNotFoundError):
            os.unlink(part)  # both names were already the same file: rename does nothing then
    except OSError:
        return False
    return True


def sync_folder(folder: Path) -> None:
    """Make the names in a folder last."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, and make their names last."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    with suppress(FileExistsError):
        os.mkdir(folder)
    sync_folder(folder.parent)


def remove(path: Path) -> None:
    """Remove a file; without effect when it is gone."""
    with suppress(FileNotFoundError):
        os.unlink(path)


def remove_folder(folder: Path) -> None:
    """Remove a folder that holds only files; without effect when it is gone."""
    with suppress(FileNotFoundError):
        for name in os.listdir(folder):
            os.unlink(folder / name)
        os.rmdir(folder)


def _write_all(descriptor: int, data: memoryview) -> None:
    """Write all bytes: the kernel may accept only a part, and at most 2 GiB."""
    rest = data.cast("B") if data.nbytes else data
    while rest.nbytes:
        rest = rest[os.write(descriptor, rest[:_PIECE_BYTES]) :]
