"""Run lengths of CUSUM charts.

A side alone is a Markov chain whose state is its sum, with an atom at 0 (Brook and Evans, Biometrika 59,
1972; for the normal law with Gauss-Legendre nodes: Vance, J. Quality Technology 18, 1986). Both sides
together follow from the sides alone (Lucas and Crosier, Technometrics 24, 1982), exactly where a sum that
signals leaves the other one at 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from muster.statistics.arrays import FloatArray
from muster.statistics.charts.cusum import Cusum
from muster.statistics.charts.laws import Atoms, Law, NormalLaw, standardised_means, standardised_normal
from muster.statistics.charts.linear import lattice_moves
from muster.statistics.charts.run_lengths import (
    Distribution,
    RunLength,
    figures_ahead,
    settled_distribution,
)
from muster.statistics.distributions import normal_tail

_POINTS_PER_SIGMA: Final = 24
_NODES: Final = 61
_SETTLED: Final = 1e-9
_ROOT_2PI: Final = math.sqrt(2 * math.pi)

Standardised = Atoms | NormalLaw


@dataclass(frozen=True, slots=True)
class CusumSide:
    """One side of a chart as a Markov chain.

    Attributes:
        matrix: Probabilities of moves between states that do not signal, shape (m, m); the first state is 0.
        alarms: Probability of a signal from each state, shape (m,).
        start: Probabilities of the states after the first value, from the head start, shape (m,).
    """

    matrix: FloatArray
    alarms: FloatArray
    start: FloatArray


def cusum_run_length(chart: Cusum, law: Law, size: int = 1) -> RunLength:
    """Return the mean run length of a CUSUM chart of means.

    Args:
        chart: The chart.
        law: Law of single values.
        size: Number of values in each mean.
    """
    return both_sides(chart, standardised(chart, law, size))


def cusum_distribution(chart: Cusum, law: Law, size: int = 1) -> Distribution:
    """Return the distribution of the run length of a CUSUM chart of means.

    Both sides: whichever signals first leaves the other at 0, from where it goes on alone. So the first
    signal of the high side is the first of all, or follows one of the low side after a run from 0; likewise
    for the low side, and both equations are solved forwards.
    """
    values = standardised(chart, law, size)
    sides = [
        side(chart, values, low=low) for low in (True, False) if (chart.low if low else chart.high) < math.inf
    ]
    begun = [_followed(each, each.start) for each in sides]
    if len(sides) == 1:
        return begun[0]
    again = [_followed(each, each.matrix[0]) for each in sides]
    length = max(len(each.survival) for each in begun + again)
    low, high, low_again, high_again = (_ends(each, length) for each in begun + again)
    low_first, high_first, survival = np.zeros(length), np.zeros(length), [1.0]
    for t in range(1, length):
        low_first[t] = low[t] - high_first[1:t] @ low_again[t - 1 : 0 : -1]
        high_first[t] = high[t] - low_first[1:t] @ high_again[t - 1 : 0 : -1]
        survival.append(survival[-1] - float(low_first[t] + high_first[t]))
    return Distribution(tuple(survival), survival[-1] / survival[-2])


def standardised(chart: Cusum, law: Law, size: int) -> Standardised:
    """Return the law of the standardised means on a chart."""
    if isinstance(law, NormalLaw):
        return standardised_normal(law, chart.centre, chart.sigma, size)
    return standardised_means(law, chart.centre, chart.sigma, size)


def both_sides(chart: Cusum, values: Standardised) -> RunLength:
    """Return the mean run length of a chart of standardised values."""
    lows, highs = (one_side(chart, values, low=low) for low in (True, False))
    (low, low_begun), (high, high_begun) = lows, highs
    if math.isinf(low) or math.isinf(high):
        if math.isinf(low) and math.isinf(high):
            return RunLength(math.inf, 0.5)
        return RunLength(low_begun, 1.0) if math.isinf(high) else RunLength(high_begun, 0.0)
    mean = (high_begun * low + high * low_begun - high * low) / (high + low)
    return RunLength(mean, (high_begun - mean) / high)


def one_side(chart: Cusum, values: Standardised, *, low: bool) -> tuple[float, float]:
    """Return the mean run length of a side alone, from 0 and from its head start."""
    if math.isinf(chart.low if low else chart.high):
        return math.inf, math.inf
    chain = side(chart, values, low=low)
    ahead = figures_ahead(chain.matrix, np.ones((chain.alarms.size, 1)))
    if ahead is None:
        return math.inf, math.inf
    return float(ahead[0, 0]), 1 + float(chain.start @ ahead[:, 0])


def side(chart: Cusum, values: Standardised, *, low: bool) -> CusumSide:
    """Return one side of a chart as a Markov chain."""
    limit = chart.low if low else chart.high
    begin = np.array([chart.head_start * limit])
    if isinstance(values, NormalLaw):
        moves = _normal_moves(NormalLaw(-values.mean if low else values.mean, values.sigma), chart, limit)
    else:
        atoms = Atoms(-values.values[::-1], values.probabilities[::-1]) if low else values
        moves = _lattice_moves(atoms, chart, limit)
    matrix, alarms = moves(None)
    return CusumSide(matrix, alarms, moves(begin)[0][0])


_Moves = Callable[[FloatArray | None], tuple[FloatArray, FloatArray]]


def _normal_moves(law: NormalLaw, chart: Cusum, limit: float) -> _Moves:
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    states = np.concatenate([[0.0], limit / 2 * (nodes + 1)])

    def moves(before: FloatArray | None) -> tuple[FloatArray, FloatArray]:
        centres = (states if before is None else before) + law.mean - chart.reference
        density = np.exp(-0.5 * ((states[None, 1:] - centres[:, None]) / law.sigma) ** 2)
        density *= limit / 2 * weights[None, :] / (law.sigma * _ROOT_2PI)
        below = [normal_tail(each / law.sigma) for each in centres.tolist()]
        above = [normal_tail((limit - each) / law.sigma) for each in centres.tolist()]
        return np.column_stack([below, density]), np.array(above)

    return moves


def _lattice_moves(atoms: Atoms, chart: Cusum, limit: float) -> _Moves:
    """Moves on an even lattice from 0; a step is split between two points as on the lattice of an EWMA."""
    spacing = 1 / _POINTS_PER_SIGMA
    width = math.ceil(limit / spacing) + 1
    states = spacing * np.arange(width)
    centre = float(atoms.values @ atoms.probabilities)
    values = centre + (atoms.values - centre) * math.sqrt(1 - spacing * spacing / 6) - chart.reference

    def moves(before: FloatArray | None) -> tuple[FloatArray, FloatArray]:
        begin = states if before is None else before
        targets = np.maximum(begin[:, None] + values[None, :], 0.0)
        beyond = targets > limit
        chances = np.where(beyond, 0.0, atoms.probabilities[None, :])
        along = np.minimum(targets / spacing, width - 1.0)
        places = np.minimum(along.astype(np.int64), width - 2)
        return lattice_moves(places, along - places, chances, width), beyond @ atoms.probabilities

    return moves


def _followed(chain: CusumSide, start: FloatArray) -> Distribution:
    return settled_distribution([1.0], start, chain.matrix, chain.alarms, tolerance=_SETTLED)


def _ends(distribution: Distribution, length: int) -> FloatArray:
    """Probability that the run ends with each value, shape (length,); the first entry is for none, 0."""
    known = np.asarray(distribution.survival)
    beyond = known[-1] * distribution.ratio ** np.arange(1, length - known.size + 1)
    return -np.diff(np.concatenate([[1.0], known, beyond]))
