"""A row of numbers as a row of bars."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

_BARS: Final = "▁▂▃▄▅▆▇█"
_NOTHING: Final = "·"


def sparkline(values: Sequence[Decimal]) -> str:
    """A bar for each, the largest full; a dot where there is nothing."""
    most = max(values, default=Decimal(0))
    return "".join(_bar(value, most) for value in values)


def _bar(value: Decimal, most: Decimal) -> str:
    if value <= 0:
        return _NOTHING
    return _BARS[min(len(_BARS) - 1, int(value * len(_BARS) / most))]
