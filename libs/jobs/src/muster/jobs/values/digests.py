"""Digests that one service reports and another compares."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256


def parts_digest(digests: Sequence[str]) -> str:
    """What stands for all parts of a checkpoint: SHA-256 of theirs, one a line, in the order of ranks."""
    return sha256("".join([f"{each}\n" for each in digests]).encode()).hexdigest()
