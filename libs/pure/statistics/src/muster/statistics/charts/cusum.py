"""CUSUM charts: cumulative sums of what standardised values exceed a reference by, one for each side.

    C+_t = max(0, C+_{t-1} + x_t - k)
    C-_t = max(0, C-_{t-1} - x_t - k),  x_t = (value - centre) sqrt(size) / sigma

signals when C- is above low or C+ above high. With a head start both begin at that share of their limits
(fast initial response: Lucas and Crosier, Technometrics 24, 1982).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from muster.statistics.arrays import above_zero
from muster.statistics.charts.signals import Side, Signal


@dataclass(frozen=True, slots=True)
class Cusum:
    """CUSUM chart of values, or of means of several values.

    Attributes:
        centre: In-control mean.
        sigma: In-control standard deviation of a single value.
        reference: k, half the shift that is to be found soonest, in standard deviations of a value.
        low: Decision limit of the low side; infinite: side off.
        high: Decision limit of the high side.
        head_start: Share of its limit at which each sum begins, 0 up to 1, exclusive.
    """

    centre: float
    sigma: float
    reference: float
    low: float
    high: float
    head_start: float = 0.0

    def __post_init__(self) -> None:
        """Check the figures.

        Raises:
            ValueError: One is out of range.
        """
        if not math.isfinite(self.centre):
            raise ValueError(f"centre is {self.centre}; must be finite")
        above_zero("sigma", self.sigma)
        above_zero("reference", self.reference)
        for field, limit in (("low", self.low), ("high", self.high)):
            if not limit > 0:
                raise ValueError(f"{field} is {limit}; must be above 0")
        if not 0 <= self.head_start < 1:
            raise ValueError(f"head_start is {self.head_start}; must be 0 up to 1, exclusive")

    def begin(self) -> CusumState:
        """Return the state before the first value."""
        return CusumState(
            self.low * self.head_start if self.low < math.inf else 0.0,
            self.high * self.head_start if self.high < math.inf else 0.0,
        )


class CusumState(NamedTuple):
    """State between two values.

    Attributes:
        low: Sum of the low side, 0 or more.
        high: Sum of the high side.
        steps: Number of values.
    """

    low: float
    high: float
    steps: int = 0


def step(chart: Cusum, state: CusumState, value: float, size: int = 1) -> tuple[CusumState, Signal | None]:
    """Return the state after a value, and a signal if a sum is beyond its limit.

    Args:
        chart: The chart.
        state: State before the value; the first is `chart.begin()`.
        value: A value, or the mean of several.
        size: How many values it is the mean of.
    """
    shift = (value - chart.centre) / chart.sigma
    if size != 1:
        shift *= math.sqrt(size)
    low = state.low - shift - chart.reference
    high = state.high + shift - chart.reference
    after = CusumState(low if low > 0.0 else 0.0, high if high > 0.0 else 0.0, state.steps + 1)
    if low > chart.low:
        return after, Signal(Side.LOW, -low, -chart.low)
    if high > chart.high:
        return after, Signal(Side.HIGH, high, chart.high)
    return after, None
