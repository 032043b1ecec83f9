"""Confidence sequences: bounds of a mean that hold at every moment at once, so a run may stop at any.

    betting          capital of a gambler against each candidate mean; the tightest, for one moment a call
    empirical        predictable empirical Bernstein: bounds at every moment in one pass, for curves

Both hold for any distribution on [low, high] and any number of clusters, also for rare failures where
Student's interval does not. Time-uniform: Howard et al., arXiv 1810.08240 (definitions; Ville's
inequality). The two constructions: Waudby-Smith and Ramdas, arXiv 2010.09686, hedged capital process with
predictable plug-in bets and predictable plug-in empirical Bernstein.

Assumed: clusters come in random order (`seeds.seeded_order`) and are a sample of those the claim is about;
each moves within known limits. With `sizes` the mean is that over cases, each cluster weighted by its size;
without, that of clusters. Weighting keeps the argument: under mean m the bet on size * (cluster mean - m)
is fair.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from muster.statistics.arrays import FloatArray, Numbers, numbers, probability, require_length
from muster.statistics.estimates import Interval

BET_MAX: Final = 0.9
"""A bet risks at most this part of the capital."""

_PRECISION: Final = 1e-13
_BISECTIONS_MAX: Final = 60
_LEAST_MEAN: Final = 1e-300
_STEPS_MAX: Final = 60


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds at every moment, each at least as tight as the one before.

    Attributes:
        low: Lower bounds after 1 to n clusters, shape (n,).
        high: Upper bounds, shape (n,).
    """

    low: FloatArray
    high: FloatArray


@dataclass(frozen=True, slots=True)
class _Bets:
    """Scores on [0, 1] with what is bet on each before it is seen.

    Attributes:
        scores: Cluster means, shape (n,).
        weights: Sizes as parts of the largest, shape (n,).
        stakes: Bets, not yet limited by the candidate mean, shape (n,).
    """

    scores: FloatArray
    weights: FloatArray
    stakes: FloatArray


def betting(
    means: Numbers,
    *,
    low: float = 0.0,
    high: float = 1.0,
    sizes: Sequence[int] | None = None,
    largest: int = 1,
    alpha: float = 0.05,
    planned: int | None = None,
) -> Interval:
    """Return the two-sided interval after the last of the clusters; alpha holds over all moments together.

    Args:
        means: Mean score of each cluster in the order drawn, shape (n,).
        low: Least possible mean of a cluster.
        high: Largest possible one.
        sizes: Cases of each cluster, shape (n,); None: clusters count alike.
        largest: Size of the largest cluster of the whole set, known before the run.
        alpha: Probability of ever missing the mean, half of it on each side.
        planned: Number of clusters for which bets are best; None: for none in particular. Any choice made
            before the run is valid at every moment.

    Raises:
        ValueError: A mean or size is out of range, lengths differ, or alpha is not strictly between 0 and 1.
    """
    half = probability("alpha", alpha) / 2
    scores = _unit("means", means, low, high)
    return Interval(
        low + (high - low) * _bound_below(scores, sizes, largest, half, planned),
        high - (high - low) * _bound_below(1 - scores, sizes, largest, half, planned),
    )


def betting_lower(
    means: Numbers,
    *,
    low: float = 0.0,
    high: float = 1.0,
    sizes: Sequence[int] | None = None,
    largest: int = 1,
    alpha: float = 0.05,
    planned: int | None = None,
) -> float:
    """Return the one-sided lower bound after the last of the clusters; arguments as of `betting`.

    Raises:
        ValueError: As `betting`.
    """
    scores = _unit("means", means, low, high)
    return low + (high - low) * _bound_below(scores, sizes, largest, alpha, planned)


def betting_upper(
    means: Numbers,
    *,
    low: float = 0.0,
    high: float = 1.0,
    sizes: Sequence[int] | None = None,
    largest: int = 1,
    alpha: float = 0.05,
    planned: int | None = None,
) -> float:
    """Return the one-sided upper bound after the last of the clusters; arguments as of `betting`.

    Raises:
        ValueError: As `betting`.
    """
    scores = 1 - _unit("means", means, low, high)
    return high - (high - low) * _bound_below(scores, sizes, largest, alpha, planned)


def empirical_bernstein(
    means: Numbers, *, low: float = 0.0, high: float = 1.0, alpha: float = 0.05
) -> Bounds:
    """Return two-sided bounds of the mean of cluster means after each cluster.

    The centre is the mean weighted by the bets; the radius (log(2 / alpha) + sum v_i psi(b_i)) / sum b_i with
    v_i the squared distance from the mean before and psi(b) = -log(1 - b) - b.

    Args:
        means: Mean score of each cluster in the order drawn, shape (n,).
        low: Least possible mean of a cluster.
        high: Largest possible one.
        alpha: Probability of ever missing the mean on either side.

    Raises:
        ValueError: A mean is out of range, or alpha is not strictly between 0 and 1.
    """
    scores = _unit("means", means, low, high)
    tail = probability("alpha", alpha) / 2
    bets = _bets(scores, np.ones(scores.size), tail, None)
    stakes = np.minimum(bets.stakes, BET_MAX)
    surprise = (scores - _means_before(scores, np.ones(scores.size))) ** 2
    spent = np.cumsum(surprise * (-np.log1p(-stakes) - stakes))
    staked = np.cumsum(stakes)
    centre, radius = np.cumsum(stakes * scores) / staked, (-math.log(tail) + spent) / staked
    lower = np.maximum.accumulate(np.maximum(centre - radius, 0.0))
    upper = np.minimum.accumulate(np.minimum(centre + radius, 1.0))
    return Bounds(low + (high - low) * lower, low + (high - low) * upper)


def _unit(field: str, values: Numbers, low: float, high: float) -> FloatArray:
    """Scores moved to [0, 1]."""
    if not -math.inf < low < high < math.inf:
        raise ValueError(f"low is {low}; must be finite and below high, which is {high}")
    return (numbers(field, values, low=low, high=high) - low) / (high - low)


def _bound_below(
    scores: FloatArray, sizes: Sequence[int] | None, largest: int, alpha: float, planned: int | None
) -> float:
    """Lower bound of the mean of scores on [0, 1]; of mirrored scores it is 1 minus the upper one."""
    bets = _bets(scores, _weights(sizes, largest, scores.size), probability("alpha", alpha), planned)
    return _lower(bets, alpha)


def _weights(sizes: Sequence[int] | None, largest: int, count: int) -> FloatArray:
    if sizes is None:
        return np.ones(count)
    require_length("sizes", len(sizes), "means", count)
    return numbers("sizes", sizes, low=1, high=largest) / largest


def _bets(scores: FloatArray, weights: FloatArray, alpha: float, planned: int | None) -> _Bets:
    """Bets sqrt(2 log(1 / alpha) / (variance before * t log(t + 1))); a planned n replaces t log(t + 1)."""
    if planned is not None and planned < 1:
        raise ValueError(f"planned is {planned}; must be 1 or more")
    moments = np.arange(1, scores.size + 1, dtype=np.float64)
    residuals = weights * (scores - _means_after(scores, weights))
    after = (0.25 + np.cumsum(residuals * residuals)) / (moments + 1)
    before = np.concatenate(([0.25], after[:-1]))
    horizon = moments * np.log1p(moments) if planned is None else np.full(scores.size, float(planned))
    return _Bets(scores, weights, np.sqrt(-2 * math.log(alpha) / (before * horizon)))


def _means_after(scores: FloatArray, weights: FloatArray) -> FloatArray:
    """Weighted means up to each moment, with half a success in one case before the first."""
    return (0.5 + np.cumsum(weights * scores)) / (1 + np.cumsum(weights))


def _means_before(scores: FloatArray, weights: FloatArray) -> FloatArray:
    return np.concatenate(([0.5], _means_after(scores, weights)[:-1]))


def _lower(bets: _Bets, alpha: float) -> float:
    """The largest mean against which the gambler has at some moment had 1 / alpha times the first capital.

    Capital falls as the candidate mean rises, so it is found by bisection: it changes continuously with the
    data and so does not depend on the last bit of a logarithm, as a grid of candidates would. Most middles
    lie outside the narrow interval that is searched first, and are judged without computing capital there.
    """
    capital, goal = _Capital(bets), 1 / alpha
    inside, outside = 0.0, 1.0
    with np.errstate(over="ignore", under="ignore"):
        below, above = _narrowed(capital, goal)
        for _ in range(_BISECTIONS_MAX):
            if outside - inside <= _PRECISION:
                break
            middle = (inside + outside) / 2
            if middle <= below or (middle < above and capital.highest(middle) >= goal):
                inside = middle
            else:
                outside = middle
    return inside


def _narrowed(capital: _Capital, goal: float) -> tuple[float, float]:
    """Return means close together: at the first, capital reaches the goal, and at the second it does not.

    Each step is where a secant of the logarithm of capital crosses the goal; then twice as far from the end
    that it moved, to bring the other one close; and halfway between both when neither halved their distance.
    """
    below, above = 0.0, 1.0
    excess, lack = capital.excess(_LEAST_MEAN, goal), capital.excess(1.0, goal)
    if lack >= 0:
        return 1.0, math.inf
    if excess < 0:
        return -math.inf, 0.0
    tried, moved_below = 2, False
    for _ in range(_STEPS_MAX):
        width = above - below
        share = excess / (excess - lack) if tried < 2 else 0.5
        if tried == 1:
            share = min(2 * share, 0.5) if moved_below else max(2 * share - 1, 0.5)
        place = below + width * share
        if width <= _PRECISION or not below < place < above:
            break
        found = capital.excess(place, goal)
        moved_below = found >= 0
        if moved_below:
            below, excess = place, found
        else:
            above, lack = place, found
        tried = tried + 1 if above - below > width / 2 else 0
    return below, above


class _Capital:
    """Capital of the gambler as a function of the candidate mean.

    Args:
        bets: Scores with what is bet on each.
    """

    def __init__(self, bets: _Bets) -> None:
        self._bets = bets
        self._equal = bool((bets.weights == 1).all())

    def highest(self, mean: float) -> float:
        """Return the highest capital so far of bets on a mean above this; what underflows is lost."""
        bets = self._bets
        stakes = np.minimum(bets.stakes, BET_MAX / mean)
        if not self._equal:
            stakes *= bets.weights
        return float(np.multiply.accumulate(1 + stakes * (bets.scores - mean)).max())

    def excess(self, mean: float, goal: float) -> float:
        """Return the logarithm of the highest capital over a goal: 0 or more only if it reaches the goal."""
        capital = self.highest(mean)
        return math.log(capital / goal) if capital >= goal else min(math.log(capital / goal), -_LEAST_MEAN)
