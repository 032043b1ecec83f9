"""Quantities as people write them, and the exact integers they mean. Each pair is inverse on canonical text.

Values are integers (milliseconds, MiB, thousandths), because their sums are exact and replay bit for bit.
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
_TIME: Final = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{3}))?)?"
    r"(?:Z|([+-])([0-9]{2}):([0-9]{2}))"
)
_MONEY: Final = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,6}))?")
_DAY_MS: Final = 86_400_000


def parse_duration(text: str) -> int:
    """Milliseconds of "90s", "1h30m", "2d", "250ms": units from large to small, each at most once.

    Raises:
        ValueError: the text is not a duration.
    """
    match = _DURATION.fullmatch(text)
    if not text or match is None:
        raise ValueError(f"{text!r} is not a duration such as 90s or 1h30m")
    counts = zip(match.groups(), _DURATION_UNITS, strict=True)
    return sum(int(count) * unit_ms for count, (_, unit_ms) in counts if count)


def format_duration(duration_ms: int) -> str:
    """The canonical text: largest unit first, no zero units; "0s" for zero."""
    parts: list[str] = []
    rest = abs(duration_ms)
    for unit, unit_ms in _DURATION_UNITS:
        count, rest = divmod(rest, unit_ms)
        if count:
            parts.append(f"{count}{unit}")
    return ("-" if duration_ms < 0 else "") + ("".join(parts) or "0s")


def parse_time(text: str) -> int:
    """Milliseconds since 1970 of "2026-11-21T09:00:00Z": ISO 8601, to the minute at least, with its offset.

    Raises:
        ValueError: the text is not a time, or there is no such time.
    """
    match = _TIME.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a time such as 2026-11-21T09:00:00Z")
    year, month, day, hour, minute, second, millis = (int(part or 0) for part in match.groups()[:7])
    offset_hour, offset_minute = int(match[9] or 0), int(match[10] or 0)
    days = _days(year, month, day) if 1 <= month <= 12 else 0
    if _date(days) != (year, month, day) or hour > 23 or max(minute, second, offset_minute) > 59:
        raise ValueError(f"there is no time {text!r}")
    offset_min = (offset_hour * 60 + offset_minute) * (-1 if match[8] == "-" else 1)
    return days * _DAY_MS + ((hour * 60 + minute - offset_min) * 60 + second) * 1000 + millis


def format_time(time_ms: int) -> str:
    """The canonical text, in UTC, exact: 2026-11-21T02:29:21.123Z."""
    days, rest_ms = divmod(time_ms, _DAY_MS)
    year, month, day = _date(days)
    rest, millis = divmod(rest_ms, 1000)
    clock = f"{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}.{millis:03}"
    return f"{year:04}-{month:02}-{day:02}T{clock}Z"


def _days(year: int, month: int, day: int) -> int:
    """Days since 1970 of a date of the Gregorian calendar; years begin in March, so leap days come last."""
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
    return year * 365 + year // 4 - year // 100 + year // 400 + (month * 153 + 2) // 5 + day - 719_469


def _date(days: int) -> tuple[int, int, int]:
    """The inverse of `_days`."""
    year = (days + 719_468) * 400 // 146_097 + 1
    while _days(year, 3, 1) > days:
        year -= 1
    rest = days - _days(year, 3, 1)
    month = (rest * 5 + 2) // 153
    day = rest - (month * 153 + 2) // 5 + 1
    return (year, month + 3, day) if month < 10 else (year + 1, month - 9, day)


def parse_memory(text: str) -> int:
    """MiB of "512MiB", "4GiB", "1TiB".

    Raises:
        ValueError: the text is not a memory size.
    """
    match = _MEMORY.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a memory size such as 512MiB or 4GiB")
    return int(match[1]) * dict(_MEMORY_UNITS)[match[2]]


def format_memory(memory_mib: int) -> str:
    """The canonical text, in the largest unit that divides the size."""
    for unit, unit_mib in _MEMORY_UNITS:
        if memory_mib and memory_mib % unit_mib == 0:
            return f"{memory_mib // unit_mib}{unit}"
    return "0MiB"


def format_size(size_bytes: int) -> str:
    """Bytes in the largest unit that keeps them readable: 512B, 1.5MiB, 560GiB."""
    for unit, one in (("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size_bytes >= one:
            return f"{size_bytes / one:.3g}{unit}"
    return f"{size_bytes}B"


def parse_money(text: str) -> int:
    """Millionths of "2.50": an amount of a currency with at most six decimals.

    Raises:
        ValueError: the text is not such an amount.
    """
    match = _MONEY.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not an amount such as 2.50")
    return int(match[1]) * 1_000_000 + int((match[2] or "").ljust(6, "0"))


def format_money(micros: int) -> str:
    """The canonical text: two decimals, and more where they count."""
    units, rest = divmod(abs(micros), 1_000_000)
    decimals = f"{rest:06}".rstrip("0").ljust(2, "0")
    return f"{'-' if micros < 0 else ''}{units}.{decimals}"


def to_milli(number: float) -> int:
    """Thousandths of a number that has at most three decimals.

    Raises:
        ValueError: the number is not finite, or has more than three decimals.
    """
    if not math.isfinite(number):
        raise ValueError(f"{number} is not finite")
    milli = round(number * 1000)
    # Next to a thousand million, floats are further apart than a millionth of a thousandth.
    if abs(number * 1000 - milli) > 1e-6 + abs(number) * 1e-12:
        raise ValueError(f"{number} has more than three decimals")
    return milli


def from_milli(milli: int) -> int | float:
    """The number for these thousandths as people write it: 2, not 2.0."""
    return milli // 1000 if milli % 1000 == 0 else milli / 1000
