"""Digests that one service reports and another compares."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256


def parts_digest(digests: Sequence[str]) -> str:
    """Return one digest for all parts of a checkpoint: SHA-256 over theirs, one a line, by rank."""
    return sha256("".join([f"{each}\n" for each in digests]).encode()).hexdigest()
