"""Idempotency keys that carry the time they were made at: UUIDs of version 7 (RFC 9562, 5.7).

A client makes them; the id of the job that such a key asks for carries the same time (`timed_ids`).
"""

from __future__ import annotations

import re
from typing import Final

RANDOM_BYTES: Final = 10

_UUID_7: Final = re.compile("(0[0-9a-f]{7})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
"""A UUID of version 7; its first digit is 0 until the year 2527."""


def timed_key(now_ms: int, chance: bytes) -> str:
    """A key that begins with the time: 48 bits of it, then 74 random ones.

    Args:
        now_ms: Milliseconds since 1970 UTC.
        chance: RANDOM_BYTES random bytes.
    """
    with_version = (now_ms << 80 | int.from_bytes(chance, "big")) & ~(0xF << 76) | 7 << 76
    digits = f"{with_version & ~(0x3 << 62) | 0x2 << 62:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def time_of(key: str) -> int | None:
    """The time in a key, ms since 1970 UTC; None: it carries none."""
    found = _UUID_7.fullmatch(key.lower())
    return int(found[1] + found[2], 16) if found else None
