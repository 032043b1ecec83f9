"""Run lengths of EWMA charts, from the first value on, with the limits of the chart's start.

Mean run lengths are followed backwards: from the fixed limits of the long run, where they solve a system of
linear equations, through the limits of the first values. Distributions are followed forwards.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from muster.statistics.arrays import FloatArray
from muster.statistics.charts.ewma import Ewma, width_factors
from muster.statistics.charts.ewma_chains import EwmaChain, NormalEwma, lattice_ewma
from muster.statistics.charts.laws import Law, NormalLaw, standardised_means, standardised_normal
from muster.statistics.charts.run_lengths import (
    LONGEST,
    Distribution,
    RunLength,
    figures_ahead,
    settled_distribution,
)

_REACH_MIN: Final = 6.0
_NEVER: Final = RunLength(math.inf, 0.5)


def ewma_run_length(chart: Ewma, law: Law, size: int = 1) -> RunLength:
    """Return the mean run length of an EWMA chart of means.

    Args:
        chart: The chart.
        law: Law of single values.
        size: Number of values in each mean.
    """
    return chain_run_length(ewma_chain(chart, law, size), chart)


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
    return settled_distribution(
        survival, mass, moves.matrix, moves.low + moves.high, tolerance=1e-10 * chart.weight
    )


def ewma_chain(chart: Ewma, law: Law, size: int, reach: float = 0.0) -> EwmaChain:
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
        max(reach, _REACH_MIN, *finite) + 1.0,
    )


def chain_run_length(chain: EwmaChain, chart: Ewma) -> RunLength:
    """Return the mean run length of an EWMA chart on a chain, and the share of low signals."""
    found = _from_start(chain, chart, 2)
    return RunLength(float(found[0]), min(max(float(found[1]), 0.0), 1.0)) if found.size else _NEVER


def chain_mean(chain: EwmaChain, chart: Ewma) -> float:
    """Return the mean run length of an EWMA chart on a chain of `ewma_chain`."""
    found = _from_start(chain, chart, 1)
    return float(found[0]) if found.size else math.inf


def _from_start(chain: EwmaChain, chart: Ewma, figures: int) -> FloatArray:
    """Mean run length and probability of a low signal, or only the first; empty if it hardly ever signals."""
    spread = chart.spread
    low, high = chart.low * spread, chart.high * spread
    moves = chain.moves(chain.states(low, high), low, high)
    ahead = figures_ahead(moves.matrix, np.column_stack([np.ones(moves.low.size), moves.low])[:, :figures])
    if ahead is None:
        return np.empty(0)
    factors = width_factors(chart.start, chart.weight)
    limits = [(low * each, high * each) for each in factors] + [(low, high)]
    for number in range(len(limits) - 1, -1, -1):
        at = chain.states(*limits[number - 1]) if number else np.zeros(1)
        ahead = chain.expected(at, *limits[number], ahead)
    return ahead[0] if 0 < float(ahead[0, 0]) <= LONGEST else np.empty(0)
