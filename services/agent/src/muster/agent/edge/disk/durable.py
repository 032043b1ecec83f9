"""Files that are whole or absent, also after a power cut; for some, room is reserved against a full disk."""

from __future__ import annotations

import os
from pathlib import Path


def reserve(file: Path, size: int) -> None:
    """Take room for a file that will be written later; it does not exist until then.

    Args:
        file: The file.
        size: Bytes to reserve. More can be written where the disk has room.

    Raises:
        OSError: the disk is full or the folder is gone.
    """
    descriptor = os.open(_room(file), os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        os.posix_fallocate(descriptor, 0, size)
    finally:
        os.close(descriptor)


def write_durably(file: Path, data: bytes) -> None:
    """Write into the reserved room or a new file, sync it, rename it. Only its owner may read it.

    Raises:
        OSError: the disk is full, or the folder is gone.
    """
    room = _room(file)
    written = room if room.exists() else file.with_name(f".{file.name}.{os.getpid()}")
    descriptor = os.open(written, os.O_WRONLY | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(data)
        stream.truncate()
        stream.flush()
        os.fsync(stream.fileno())
    written.replace(file)
    sync_folder(file.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in the folder survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _room(file: Path) -> Path:
    return file.with_name(f".{file.name}.room")
