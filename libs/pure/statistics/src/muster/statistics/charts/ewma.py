"""EWMA charts: exponentially weighted means of standardised values, with a limit for each side.

    z_t = (1 - w) z_{t-1} + w x_t,  x_t = (value - centre) sqrt(size) / sigma,  z_0 = 0

signals when z_t is below -low or above high times s_t, where s_t = sqrt(w / (2 - w)) times the factor of the
chart's start (Lucas and Saccucci, Technometrics 32, 1990; Steiner, J. Quality Technology 31, 1999).

A step is a few floating-point operations without powers or logarithms, so the states of a replay are equal
bit by bit on any CPU.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from muster.statistics.arrays import above_zero
from muster.statistics.charts.signals import Side, Signal

_FAST_SHARE: Final = 0.5
"""Share of the width with which FAST limits begin: Steiner's f."""

_FAST_FADE: Final = 0.8122523963562356
"""0.5^0.3: Steiner's a = 0.3 leaves 1 % of the narrowing at the 20th value."""


class Start(StrEnum):
    """Limits of the first values, as factors of the final width.

    FIXED: 1. The classical chart; blind to a shift that is there from the beginning.
    EXACT: sqrt(1 - (1 - w)^(2t)), the standard deviation that z_t really has.
    FAST: EXACT times 1 - 0.5^(1 + 0.3 (t - 1)): Steiner's fast initial response.
    HEAD_START: 1 - 0.5 (1 - w)^t: the two one-sided EWMAs of Lucas and Saccucci, each beginning halfway to
        its limit, are one EWMA with these limits, because both forget their starts at the same rate.
    """

    FIXED = "fixed"
    EXACT = "exact"
    FAST = "fast"
    HEAD_START = "head-start"


@dataclass(frozen=True, slots=True)
class Ewma:
    """EWMA chart of values, or of means of several values.

    Attributes:
        centre: In-control mean.
        sigma: In-control standard deviation of a single value.
        weight: Weight of the newest value, above 0, at most 1.
        low: Lower limit in standard deviations of the EWMA, without its sign; infinite: side off.
        high: Upper limit likewise.
        start: Limits of the first values.
    """

    centre: float
    sigma: float
    weight: float
    low: float
    high: float
    start: Start = Start.FAST

    def __post_init__(self) -> None:
        """Check the figures.

        Raises:
            ValueError: One is out of range.
        """
        if not math.isfinite(self.centre):
            raise ValueError(f"centre is {self.centre}; must be finite")
        above_zero("sigma", self.sigma)
        if not 0 < self.weight <= 1:
            raise ValueError(f"weight is {self.weight}; must be above 0 and at most 1")
        for field, limit in (("low", self.low), ("high", self.high)):
            if not limit > 0:
                raise ValueError(f"{field} is {limit}; must be above 0")

    @property
    def spread(self) -> float:
        """Standard deviation of the EWMA in the long run, in those of one standardised value."""
        return math.sqrt(self.weight / (2 - self.weight))


class EwmaState(NamedTuple):
    """State between two values.

    Attributes:
        statistic: EWMA of the standardised values.
        steps: Number of values.
        retained: (1 - weight)^steps.
        narrowing: What FAST takes off the width of the next limits.
    """

    statistic: float = 0.0
    steps: int = 0
    retained: float = 1.0
    narrowing: float = _FAST_SHARE


def step(chart: Ewma, state: EwmaState, value: float, size: int = 1) -> tuple[EwmaState, Signal | None]:
    """Return the state after a value, and a signal if the EWMA is beyond a limit.

    After a signal the caller restarts with `EwmaState()`, or goes on to see how long the signal lasts.

    Args:
        chart: The chart.
        state: State before the value.
        value: A value, or the mean of several.
        size: How many values it is the mean of.
    """
    weight = chart.weight
    kept = 1.0 - weight
    shift = (value - chart.centre) / chart.sigma
    if size != 1:
        shift *= math.sqrt(size)
    statistic = kept * state.statistic + weight * shift
    retained = kept * state.retained
    width = chart.spread
    narrowing = state.narrowing
    if retained > 1e-12 or narrowing > 1e-12:
        width *= width_factor(chart.start, retained, narrowing)
        narrowing *= _FAST_FADE
    after = EwmaState(statistic, state.steps + 1, retained, narrowing)
    if statistic < -chart.low * width:
        return after, Signal(Side.LOW, statistic, -chart.low * width)
    if statistic > chart.high * width:
        return after, Signal(Side.HIGH, statistic, chart.high * width)
    return after, None


def width_factor(start: Start, retained: float, narrowing: float) -> float:
    """Return the width of limits as a share of the final width.

    Args:
        start: Start of the chart.
        retained: (1 - weight)^t at the t-th value.
        narrowing: 0.5^(1 + 0.3 (t - 1)).
    """
    if start is Start.FIXED:
        return 1.0
    if start is Start.HEAD_START:
        return 1.0 - _FAST_SHARE * retained
    exact = math.sqrt(1.0 - retained * retained)
    return exact * (1.0 - narrowing) if start is Start.FAST else exact


def width_factors(start: Start, weight: float, *, until: float = 1e-4) -> list[float]:
    """Return the factors of the first limits, until they are within `until` of 1; empty if all are."""
    found = list[float]()
    retained, narrowing = 1.0, _FAST_SHARE
    while start is not Start.FIXED:
        retained *= 1.0 - weight
        factor = width_factor(start, retained, narrowing)
        narrowing *= _FAST_FADE
        if 1.0 - factor <= until:
            break
        found.append(factor)
    return found
