"""Quantities as people write them, and the exact integers they mean. Each pair is inverse on canonical text.

Integers, because sums of them are exact and replay bit for bit: milliseconds, MiB, thousandths.
"""

from __future__ import annotations

import math
import re
from typing import Final

_DURATION: Final = re.compile(
    r"(?:([0-9]{1,9})d)?(?:([0-9]{1,9})h)?(?:([0-9]{1,9})m)?(?:([0-9]{1,9})s)?(?:([0-9]{1,12})ms)?"
)
_DURATION_UNITS: Final = (("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1))
_MEMORY: Final = re.compile(r"([0-9]{1,12})(MiB|GiB|TiB)")
_MEMORY_UNITS: Final = (("TiB", 1 << 20), ("GiB", 1 << 10), ("MiB", 1))


def parse_duration(text: str) -> int:
    """Milliseconds of "90s", "1h30m", "2d", "250ms": units from large to small, each at most once.

    Raises:
        ValueError: it is not written like that.
    """
    match = _DURATION.fullmatch(text)
    if not text or match is None:
        raise ValueError(f"{text!r} is not a duration such as 90s or 1h30m")
    counts = zip(match.groups(), _DURATION_UNITS, strict=True)
    return sum(int(count) * unit_ms for count, (_, unit_ms) in counts if count)


def format_duration(duration_ms: int) -> str:
    """The canonical text: the largest units first, none that is zero; "0s" for nothing."""
    parts: list[str] = []
    rest = abs(duration_ms)
    for unit, unit_ms in _DURATION_UNITS:
        count, rest = divmod(rest, unit_ms)
        if count:
            parts.append(f"{count}{unit}")
    return ("-" if duration_ms < 0 else "") + ("".join(parts) or "0s")


def parse_memory(text: str) -> int:
    """MiB of "512MiB", "4GiB", "1TiB".

    Raises:
        ValueError: it is not written like that.
    """
    match = _MEMORY.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a memory size such as 512MiB or 4GiB")
    return int(match[1]) * dict(_MEMORY_UNITS)[match[2]]


def format_memory(memory_mib: int) -> str:
    """The canonical text: the largest unit that divides it."""
    for unit, unit_mib in _MEMORY_UNITS:
        if memory_mib and memory_mib % unit_mib == 0:
            return f"{memory_mib // unit_mib}{unit}"
    return "0MiB"


def to_milli(number: float) -> int:
    """Thousandths of a number that has at most three decimals.

    Raises:
        ValueError: it is not finite, or is finer than a thousandth.
    """
    if not math.isfinite(number):
        raise ValueError(f"{number} is not finite")
    milli = round(number * 1000)
    # Next to a thousand million, floats are further apart than a millionth of a thousandth.
    if abs(number * 1000 - milli) > 1e-6 + abs(number) * 1e-12:
        raise ValueError(f"{number} has more than three decimals")
    return milli


def from_milli(milli: int) -> int | float:
    """The number of thousandths as people write it: 2 and not 2.0."""
    return milli // 1000 if milli % 1000 == 0 else milli / 1000
