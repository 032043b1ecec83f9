"""Draw a row of numbers as a row of bars."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

_BARS: Final = "▁▂▃▄▅▆▇█"
_NOTHING: Final = "·"
_GAP: Final = " "


def sparkline(values: Sequence[Decimal | None]) -> str:
    """Draw a bar for each number, the largest full; a dot for zero, a gap for an unknown value."""
    most = max((value for value in values if value is not None), default=Decimal(0))
    return "".join(_GAP if value is None else _bar(value, most) for value in values)


def _bar(value: Decimal, most: Decimal) -> str:
    if value <= 0:
        return _NOTHING
    return _BARS[min(len(_BARS) - 1, int(value * len(_BARS) / most))]
