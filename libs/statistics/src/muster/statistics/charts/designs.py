"""Designs of charts: limits for a wanted mean run length between false alarms, from the baseline's own scores.

The family of limits: for each lower limit the upper one that lets the sides alarm in the wanted proportion,
each side judged on its own with fixed limits. Of this family the narrowest limits are taken with which the
whole chart, with its start, reaches the wanted run length.

The guarantee (Albers and Kallenberg, Metrika 59, 2004: exceedance probabilities; Gandy and Kvaløy,
Scandinavian J. Statistics 40, 2013): the scores' law is known from m scores only, and a chart that reaches the
wanted run length under the counted law falls short of it under the true one about every second time. So the
run length has to be reached under the two least favourable laws that are as far from the counted one as chance
takes it: one for each side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from muster.statistics.arrays import probability
from muster.statistics.charts.chains import Chain
from muster.statistics.charts.ewma import Ewma, Start
from muster.statistics.charts.laws import Law, NormalLaw, ScoreLaw, law_of_counts, tilted
from muster.statistics.charts.run_lengths import RunLength, ewma_chain, run_length
from muster.statistics.charts.search import least
from muster.statistics.distributions import normal_quantile
from muster.statistics.sums import rounded

FINENESS: Final = 1_024
"""Limits are multiples of 1 / FINENESS."""

_LIMIT_MAX: Final = 12
_DIFFERENCE: Final = 0.02
"""Amount of tilting over which slopes of run lengths are taken, in standard deviations of the direction."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """In-control scores on an even grid.

    Attributes:
        lowest: First score of the grid.
        step: Distance between neighbours.
        counts: How often each score of the grid was seen, shape (k,).
    """

    lowest: float
    step: float
    counts: tuple[int, ...]

    @property
    def law(self) -> ScoreLaw:
        """Law of a score, as counted."""
        return law_of_counts(self.lowest, self.step, self.counts)

    @property
    def size(self) -> int:
        """Number of scores."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class EwmaDesign:
    """Chart with its properties.

    Attributes:
        chart: The chart.
        size: Number of scores in each mean.
        in_control: Run length if the baseline's law is the true one.
    """

    chart: Ewma
    size: int
    in_control: RunLength


def ewma_for_baseline(
    baseline: Baseline,
    *,
    arl: float,
    weight: float = 0.1,
    size: int = 20,
    low_share: float = 0.8,
    start: Start = Start.FAST,
    assurance: float | None = 0.9,
) -> EwmaDesign:
    """Return the EWMA chart of means of scores that has a wanted mean run length between false alarms.

    Args:
        baseline: In-control scores.
        arl: Wanted mean number of means between false alarms, above 1.
        weight: Weight of the newest mean.
        size: Number of scores in each mean.
        low_share: Share of false alarms on the low side; 1 or 0 turns the other side off.
        start: Limits of the first means.
        assurance: Probability, over baselines of this size, that the chart reaches the wanted run length; None
            takes the baseline's law for the true one.

    Raises:
        ValueError: An argument is out of range, or all scores of the baseline are equal.
    """
    law = baseline.law
    if sum(count > 0 for count in baseline.counts) < 2:
        raise ValueError(f"baseline is {baseline.size} equal scores; must have two or more values")
    family = _Family(law, rounded(law.mean), rounded(law.sigma), weight, size, low_share, start)
    low_law = high_law = law
    if assurance is not None:
        missed = 1 - probability("assurance", assurance)
        low_law, high_law = family.least_favourable(arl, missed, baseline.size)
    return family.design(arl, low_law, high_law)


def ewma_for_normal(
    *,
    arl: float,
    weight: float = 0.1,
    low_share: float = 0.5,
    start: Start = Start.FIXED,
    centre: float = 0.0,
    sigma: float = 1.0,
) -> EwmaDesign:
    """Return the EWMA chart of normal values with a wanted mean run length between false alarms.

    Raises:
        ValueError: An argument is out of range.
    """
    law = NormalLaw(centre, sigma)
    return _Family(law, centre, sigma, weight, 1, low_share, start).design(arl, law, law)


class _Family:
    """Charts of one baseline that differ in their limits only."""

    def __init__(
        self,
        law: Law,
        centre: float,
        sigma: float,
        weight: float,
        size: int,
        low_share: float,
        start: Start,
    ) -> None:
        if not 0 <= low_share <= 1:
            raise ValueError(f"low_share is {low_share}; must be 0 to 1")
        self._law, self._size, self._low_share = law, size, low_share
        self._narrow = Ewma(centre, sigma, weight, 1.0, 1.0, start)

    def design(self, arl: float, low_law: Law, high_law: Law) -> EwmaDesign:
        """Return the narrowest chart that reaches a run length under both laws."""
        if not 1 < arl < math.inf:
            raise ValueError(f"arl is {arl}; must be finite and above 1")
        chains = [self._chain(low_law)]
        chains += [] if high_law is low_law else [self._chain(high_law)]
        lows = lru_cache(None)(lambda limit: self._one_sided(chains[0], limit, low=True))
        highs = lru_cache(None)(lambda limit: self._one_sided(chains[-1], limit, low=False))
        most, odds = _LIMIT_MAX * FINENESS, 0.0
        first = least(lows, arl, guess=3 * FINENESS, most=most)
        mirror = first

        @lru_cache(None)
        def chart(limit: int) -> Ewma:
            nonlocal mirror
            if self._low_share == 0:
                return self._chart(math.inf, limit / FINENESS)
            if self._low_share == 1:
                return self._chart(limit / FINENESS, math.inf)
            odds = self._low_share / (1 - self._low_share)
            mirror = least(highs, min(lows(limit) * odds, 1e12), guess=mirror, most=most)
            return self._chart(limit / FINENESS, mirror / FINENESS)

        @lru_cache(None)
        def shortest(limit: int) -> float:
            mean = run_length(chains[0], chart(limit)).mean
            return min([mean] + [run_length(each, chart(limit)).mean for each in chains[1:] if mean >= arl])

        chosen = chart(least(shortest, arl, guess=first, most=most))
        return EwmaDesign(chosen, self._size, run_length(self._chain(self._law), chosen))

    def least_favourable(self, arl: float, missed: float, known: int) -> tuple[ScoreLaw, ScoreLaw]:
        """Return the laws under which the sides alarm soonest, as far from the baseline as chance takes it.

        Directions are polynomials of the score, of degree 1 and 2, orthonormal under the baseline's law: they
        shift the mean, widen the law and thicken a tail at once, as an unlucky baseline does. Tilted by c /
        sqrt(known) along one, the law is c standard errors away (as in empirical likelihood).
        """
        assert isinstance(self._law, ScoreLaw)
        directions = _orthonormal(self._law)
        laws = list[ScoreLaw]()
        for low, share in ((True, self._low_share), (False, 1 - self._low_share)):
            if not share:
                laws.append(self._law)
                continue
            chain = self._chain(self._law)
            figure = lru_cache(None)(lambda limit, low=low, chain=chain: self._one_sided(chain, limit, low=low))
            limit = least(figure, arl, guess=3 * FINENESS, most=_LIMIT_MAX * FINENESS)
            slopes = [
                math.log(
                    self._one_sided(self._chain(tilted(self._law, each, -_DIFFERENCE)), limit, low=low)
                    / self._one_sided(self._chain(tilted(self._law, each, _DIFFERENCE)), limit, low=low)
                )
                for each in directions
            ]
            norm = math.hypot(*slopes)
            worst = [math.fsum(s * d for s, d in zip(slopes, at, strict=True)) / norm for at in zip(*directions, strict=True)]
            errors = -normal_quantile(missed * share)
            laws.append(tilted(self._law, worst, errors / math.sqrt(known)))
        return laws[0], laws[1]

    def _chart(self, low: float, high: float) -> Ewma:
        narrow = self._narrow
        return Ewma(narrow.centre, narrow.sigma, narrow.weight, low, high, narrow.start)

    def _chain(self, law: Law) -> Chain:
        return ewma_chain(self._narrow, law, self._size, _LIMIT_MAX)

    def _one_sided(self, chain: Chain, limit: int, *, low: bool) -> float:
        narrow, multiple = self._narrow, limit / FINENESS
        sides = (multiple, math.inf) if low else (math.inf, multiple)
        return run_length(chain, Ewma(narrow.centre, narrow.sigma, narrow.weight, *sides, Start.FIXED)).mean


def _orthonormal(law: ScoreLaw) -> list[list[float]]:
    """Polynomials of the scores, of degree 1 and, with three scores or more, 2; mean 0 and variance 1."""
    mean, sigma = law.mean, law.sigma
    first = [(score - mean) / sigma for score in law.scores]
    skewness = math.fsum(p * x**3 for p, x in zip(law.probabilities, first, strict=True))
    second = [x * x - skewness * x - 1 for x in first]
    spread = math.fsum(p * x * x for p, x in zip(law.probabilities, second, strict=True))
    if spread < 1e-9:
        return [first]
    return [first, [x / math.sqrt(spread) for x in second]]
