"""Signals of a chart: the side, the statistic and the limit that it crossed."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Side(StrEnum):
    """Direction of a shift."""

    LOW = "low"
    HIGH = "high"


class Signal(NamedTuple):
    """A statistic beyond its limit.

    Attributes:
        side: Direction in which the values have moved.
        statistic: Value of the statistic, in standard deviations of one standardised value.
        limit: Limit that it crossed, in the same unit, with its sign.
    """

    side: Side
    statistic: float
    limit: float
