"""Archives of working files, sound or not, written entry by entry."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Callable
from typing import TypeAlias

Make: TypeAlias = Callable[[tarfile.TarFile], None]
"""Adds an entry to an archive."""


def add(name: str, data: bytes = b"x", **fields: object) -> Make:
    """Add a file, or another kind of entry by fields of its TarInfo."""

    def make(tar: tarfile.TarFile) -> None:
        member = tarfile.TarInfo(name)
        member.size = len(data)
        for field, value in fields.items():
            setattr(member, field, value)
        tar.addfile(member, io.BytesIO(data))

    return make


def archive(*members: Make, tar_format: int = tarfile.PAX_FORMAT) -> bytes:
    """A tar.gz of these entries, in this order."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz", format=tar_format) as tar:
        for make in members:
            make(tar)
    return buffer.getvalue()
