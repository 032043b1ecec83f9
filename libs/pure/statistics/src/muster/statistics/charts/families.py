"""Families of limits: one lower limit after another, each with the upper limit that goes with it.

The upper limit is the least with which the sides signal in the wanted proportion, each side judged alone and
without its start. Of the family the narrowest limits are taken with which the whole chart, with its start,
reaches the wanted mean run length. Both searches are over whole numbers and monotone, so under the same laws
a longer run length never narrows a limit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, Protocol

from muster.statistics.charts.laws import Law, NormalLaw, ScoreLaw, mixed, tilted
from muster.statistics.charts.run_lengths import LONGEST
from muster.statistics.charts.search import least
from muster.statistics.distributions import normal_quantile

FINENESS: Final = 512
"""Limits are multiples of 1 / FINENESS."""

_COARSE: Final = 8
"""The other limit is a multiple of _COARSE / FINENESS: of a share of alarms 1 % is near enough."""

_SLOPE: Final = 0.02
"""Amount of tilting over which slopes of run lengths are taken, in standard deviations of the direction."""

_UNSEEN: Final = 0.5
"""Scores added at the end of the grid."""

Limits = tuple[float, float]


class Charts(Protocol):
    """Charts that differ in their limits only."""

    largest: float

    def mean(self, law: Law, low: float, high: float) -> float:
        """Return the mean run length with the chart's start."""
        ...

    def alone(self, law: Law, limit: float, *, low: bool) -> float:
        """Return the mean run length of one side alone, from the centre, without a start."""
        ...


class Family:
    """Family of limits.

    Args:
        charts: Charts that differ in their limits.
        low_share: Share of alarms on the low side, 0 to 1.

    Raises:
        ValueError: The share is out of range.
    """

    def __init__(self, charts: Charts, low_share: float) -> None:
        if not 0 <= low_share <= 1:
            raise ValueError(f"low_share is {low_share}; must be 0 to 1")
        self._charts, self._low_share = charts, low_share
        self._most = int(charts.largest * FINENESS)
        self._figures: dict[tuple[Law, bool], dict[int, float]] = {}

    def limits(self, arl: float, low_law: Law, high_law: Law) -> Limits:
        """Return the narrowest limits that reach a mean run length under both laws.

        Args:
            arl: Wanted mean run length, above 1.
            low_law: Law by which the low side is judged.
            high_law: Law by which the high side is judged; the same unless a guarantee parts them.

        Raises:
            ValueError: The run length is not finite and above 1, or no limits reach it.
        """
        if not 1 < arl < math.inf:
            raise ValueError(f"arl is {arl}; must be finite and above 1")
        pair = self._pairs(low_law, high_law)
        others = [] if high_law is low_law else [high_law]

        @cache
        def shortest(number: int) -> float:
            mean = self._charts.mean(low_law, *pair(number))
            if mean < arl:
                return mean
            return min([mean] + [self._charts.mean(each, *pair(number)) for each in others])

        law = low_law if self._low_share else high_law
        first = self._alone(law, arl, low=self._low_share > 0)
        number = least(shortest, arl, guess=first, most=self._most, unit=FINENESS)
        if number == self._most:
            raise ValueError(
                f"arl is {arl}; must be within reach of limits up to {self._charts.largest:g}: take a larger "
                "baseline, smaller means or a heavier weight"
            )
        return pair(number)

    def least_favourable(self, law: ScoreLaw, arl: float, missed: float, known: int) -> tuple[Law, Law]:
        """Return the laws under which each side alarms soonest, as far from a law as chance takes it.

        Directions are polynomials of the score of degree 1 and 2, orthonormal under the law: an unlucky
        baseline shifts the mean, narrows the spread and thins a tail all at once. The worst direction is that
        of the gradient of the side's log run length, and the tilted law lies as many standard errors away as
        make the side miss in its share of the missed charts. Half a score is added at the end of the grid,
        since the worst score may be absent from a small baseline by chance.

        Args:
            law: Law as counted.
            arl: Wanted mean run length.
            missed: Probability that a chart may miss it.
            known: Number of scores counted.
        """
        laws = list[Law]()
        for low, share in ((True, self._low_share), (False, 1 - self._low_share)):
            if not share:
                laws.append(law)
                continue
            wide = mixed(law, 0 if low else len(law.probabilities) - 1, _UNSEEN / (known + _UNSEEN))
            directions = _orthonormal(wide)
            limit = self._alone(wide, arl, low=low) / FINENESS
            slopes = [self._slope(wide, each, limit, low=low) for each in directions]
            norm = math.hypot(*slopes)
            worst = [
                math.fsum(slope * place for slope, place in zip(slopes, places, strict=True)) / norm
                for places in zip(*directions, strict=True)
            ]
            laws.append(tilted(wide, worst, normal_quantile(missed * share) / math.sqrt(known)))
        return laws[0], laws[1]

    def _slope(self, law: ScoreLaw, direction: Sequence[float], limit: float, *, low: bool) -> float:
        """Change of the log run length of a side with the tilting of the law."""
        more, less = (
            self._charts.alone(tilted(law, direction, amount), limit, low=low) for amount in (_SLOPE, -_SLOPE)
        )
        return math.log(min(more, LONGEST) / min(less, LONGEST)) / (2 * _SLOPE)

    def _pairs(self, low_law: Law, high_law: Law) -> Callable[[int], Limits]:
        """From the number of the leading limit, the lower one if it has any share, to both limits."""
        if self._low_share in {0, 1} or (self._low_share == 0.5 and isinstance(low_law, NormalLaw)):
            low, high = (1.0 if share else math.inf for share in (self._low_share, 1 - self._low_share))
            return lambda number: (low * number / FINENESS, high * number / FINENESS)
        odds = self._low_share / (1 - self._low_share)

        @cache
        def other(coarse: int) -> float:
            alone = self._figure(low_law, coarse, low=True)
            return self._alone(high_law, min(alone * odds, LONGEST), low=False) / FINENESS

        def pair(number: int) -> Limits:
            return number / FINENESS, other(-(-number // _COARSE))

        return pair

    def _alone(self, law: Law, arl: float, *, low: bool) -> int:
        """Number of the least coarse limit at which a side alone reaches a run length."""
        unit = FINENESS // _COARSE
        known = self._figures.get((law, low), {})
        guess = min(known, key=lambda each: abs(math.log(known[each] / arl)), default=3 * unit)
        most = self._most // _COARSE
        return _COARSE * least(
            lambda coarse: self._figure(law, coarse, low=low), arl, guess=guess, most=most, unit=unit
        )

    def _figure(self, law: Law, coarse: int, *, low: bool) -> float:
        """Mean run length of a side alone, at a coarse limit."""
        known = self._figures.setdefault((law, low), {})
        if coarse not in known:
            known[coarse] = self._charts.alone(law, coarse * _COARSE / FINENESS, low=low)
        return known[coarse]


def _orthonormal(law: ScoreLaw) -> list[list[float]]:
    """Polynomials of the scores of degree 1 and, if three or more occur, 2; mean 0 and variance 1."""
    mean, sigma = law.mean, law.sigma
    first = [(score - mean) / sigma for score in law.scores]
    skewness = math.fsum(p * x**3 for p, x in zip(law.probabilities, first, strict=True))
    second = [x * x - skewness * x - 1 for x in first]
    square = math.fsum(p * x * x for p, x in zip(law.probabilities, second, strict=True))
    if square < 1e-9:
        return [first]
    return [first, [x / math.sqrt(square) for x in second]]
