"""Files that are whole or absent, also after a power cut."""

from __future__ import annotations

import os
from pathlib import Path


def write_durably(file: Path, data: bytes) -> None:
    """Write a temporary file, sync it, rename it into place, sync the folder. Only its owner may read it.

    Raises:
        OSError: the disk is full or the folder is gone.
    """
    temporary = file.with_name(f".{file.name}.{os.getpid()}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    temporary.replace(file)
    sync_folder(file.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in the folder survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
