"""Paths named in files: whether they stay in the file's folder."""

from __future__ import annotations

import re
from typing import Final

_DRIVE: Final = re.compile(r"[A-Za-z]:")


def leaves(path: str) -> bool:
    """Whether a path leads out of its folder, on any system."""
    plain = path.replace("\\", "/")
    return plain.startswith(("/", "~")) or _DRIVE.match(plain) is not None or ".." in plain.split("/")
