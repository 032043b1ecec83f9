"""Run lengths: how many values a chart takes to its first signal, on average and in distribution.

From the first value on (zero state), with the limits of the chart's start. In control it is the time between
false alarms, with a law shifted the delay of detection.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from muster.statistics.arrays import FloatArray, probability
from muster.statistics.charts.chains import Chain, NormalEwma, lattice_ewma
from muster.statistics.charts.ewma import Ewma, width_factors
from muster.statistics.charts.laws import Law, NormalLaw, standardised_means, standardised_normal
from muster.statistics.charts.linear import solved

LONGEST: Final = 1e12
"""Mean run lengths above are infinite."""

_STEPS_MAX: Final = 200_000
_SETTLED: Final = 1e-10


@dataclass(frozen=True, slots=True)
class RunLength:
    """Mean run length of a chart.

    Attributes:
        mean: Values to the first signal, on average (ARL); infinite: it practically never signals.
        low_share: Probability that this signal is on the low side.
    """

    mean: float
    low_share: float


@dataclass(frozen=True, slots=True)
class Distribution:
    """Distribution of a run length.

    Attributes:
        survival: Probability of no signal in the first t values, for t = 0, 1, ...; shape (n,).
        ratio: Factor from each to the next one beyond them.
    """

    survival: tuple[float, ...]
    ratio: float

    @property
    def mean(self) -> float:
        """Values to the first signal, on average."""
        tail = self.survival[-1] / (1 - self.ratio) if self.ratio < 1 else math.inf
        return math.fsum(self.survival[:-1]) + tail

    def quantile(self, p: float) -> float:
        """Return the number of values within which a signal comes with probability p or more.

        Raises:
            ValueError: p is not strictly between 0 and 1.
        """
        left = 1 - probability("p", p)
        if self.survival[-1] <= left:
            return float(np.searchsorted(-np.asarray(self.survival), -left))
        if not 0 < self.ratio < 1:
            return math.inf
        return len(self.survival) - 1 + math.ceil(math.log(left / self.survival[-1]) / math.log(self.ratio))


def ewma_run_length(chart: Ewma, law: Law, size: int = 1) -> RunLength:
    """Return the mean run length of an EWMA chart of means.

    Args:
        chart: The chart.
        law: Law of single values.
        size: Number of values in each mean.
    """
    return run_length(ewma_chain(chart, law, size), chart)


def ewma_distribution(chart: Ewma, law: Law, size: int = 1) -> Distribution:
    """Return the distribution of the run length of an EWMA chart of means."""
    chain = ewma_chain(chart, law, size)
    spread, at = chart.spread, np.zeros(1)
    survival, mass = [1.0], np.ones(1)
    for factor in width_factors(chart.start, chart.weight, until=1e-9):
        moves = chain.moves(at, chart.low * spread * factor, chart.high * spread * factor)
        mass, at = mass @ moves.matrix, moves.states
        survival.append(float(mass.sum()))
    moves = chain.moves(at, chart.low * spread, chart.high * spread)
    mass = mass @ moves.matrix
    moves = chain.moves(moves.states, chart.low * spread, chart.high * spread)
    return _settled(survival, mass, moves.matrix, moves.low + moves.high, chart.weight)


def ewma_chain(chart: Ewma, law: Law, size: int, reach: float = 0.0) -> Chain:
    """Return the chain of an EWMA chart of means.

    Args:
        chart: The chart; its limits matter only for how far the chain reaches.
        law: Law of single values.
        size: Number of values in each mean.
        reach: How far limits go at least, in spreads of the EWMA.
    """
    if isinstance(law, NormalLaw):
        return NormalEwma(chart.weight, standardised_normal(law, chart.centre, chart.sigma, size))
    finite = [each for each in (chart.low, chart.high) if each < math.inf]
    return lattice_ewma(
        chart.weight,
        standardised_means(law, chart.centre, chart.sigma, size),
        max(reach, 6.0, *finite) + 1.0,
    )


def run_length(chain: Chain, chart: Ewma) -> RunLength:
    """Return the mean run length of an EWMA chart on a chain of `ewma_chain`."""
    spread = chart.spread
    low, high = chart.low * spread, chart.high * spread
    moves = chain.moves(chain.states(low, high), low, high)
    ahead = _solved(moves.matrix, np.column_stack([np.ones(moves.low.size), moves.low]))
    if ahead is None:
        return RunLength(math.inf, 0.5)
    factors = width_factors(chart.start, chart.weight)
    limits = [(low * each, high * each) for each in factors] + [(low, high)]
    for number in range(len(limits) - 1, -1, -1):
        at = chain.states(*limits[number - 1]) if number else np.zeros(1)
        ahead = chain.expected(at, *limits[number], ahead)
    mean, lows = float(ahead[0, 0]), float(ahead[0, 1])
    return RunLength(mean, min(max(lows, 0.0), 1.0)) if 0 < mean <= LONGEST else RunLength(math.inf, 0.5)


def _solved(matrix: FloatArray, right: FloatArray) -> FloatArray | None:
    """Return (I - matrix)^-1 right; None if a mean run length is beyond all measure."""
    try:
        found = solved(matrix, right)
    except np.linalg.LinAlgError:
        return None
    longest = float(found[:, 0].max())
    return found if float(found[:, 0].min()) > 0 and longest <= LONGEST else None


def _settled(
    survival: list[float], mass: FloatArray, matrix: FloatArray, alarms: FloatArray, weight: float
) -> Distribution:
    """Go on with fixed limits until the hazard no longer changes."""
    hazard = -1.0
    for _ in range(_STEPS_MAX):
        left = float(mass.sum())
        survival.append(left)
        before, hazard = hazard, float(mass @ alarms) / left if left > 0 else 1.0
        if abs(hazard - before) <= _SETTLED * weight * hazard or left < 1e-12:
            break
        mass = mass @ matrix
    return Distribution(tuple(survival), 1 - hazard)
