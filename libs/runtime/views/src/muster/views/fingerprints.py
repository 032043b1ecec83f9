"""Hashes of contents, independent of a store's order and formatting. Pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any


def digest(lines: Iterable[Any]) -> str:
    """SHA-256 of plain data, independent of its order."""
    whole = hashlib.sha256()
    for line in sorted(json.dumps(line, sort_keys=True, ensure_ascii=False) for line in lines):
        whole.update(line.encode())
        whole.update(b"\n")
    return whole.hexdigest()
