"""Designs of charts: limits for a wanted mean run length between false alarms, from a baseline's own scores.

Limits for normal values signal too often on skewed scores: made for one false alarm in 500, single scores of
1 to 5 give one in 221. So run lengths are computed for the law of the baseline's scores, and of their means.

That law is known from m scores only, and a chart that reaches the wanted run length under it falls short
under the true one about every second time. With an assurance (exceedance criterion: Albers and Kallenberg,
Metrika 59, 2004; Gandy and Kvaloy, Scandinavian J. Statistics 40, 2013) the run length is reached under the
two least favourable laws that are as far from the counted one as chance takes it, one for each side.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

from muster.statistics.arrays import probability
from muster.statistics.charts.cusum import Cusum
from muster.statistics.charts.cusum_run_lengths import Standardised, both_sides, one_side, standardised
from muster.statistics.charts.ewma import Ewma, Start
from muster.statistics.charts.ewma_chains import EwmaChain
from muster.statistics.charts.ewma_run_lengths import chain_mean, chain_run_length, ewma_chain
from muster.statistics.charts.families import Family, Limits
from muster.statistics.charts.laws import Law, NormalLaw, ScoreLaw, law_of_counts
from muster.statistics.charts.run_lengths import RunLength
from muster.statistics.distributions import normal_quantile
from muster.statistics.sums import rounded

_EWMA_LIMIT_MAX: Final = 12.0
_CUSUM_LIMIT_MAX: Final = 8.0
"""Largest decision limit times the reference: 16 for a reference of 0.5."""

_SIGNIFICANT: Final = 6


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
    """EWMA chart with its properties.

    Attributes:
        chart: The chart.
        size: Number of scores in each mean.
        in_control: Run length if the baseline's law is the true one, to six significant digits.
    """

    chart: Ewma
    size: int
    in_control: RunLength


@dataclass(frozen=True, slots=True)
class CusumDesign:
    """CUSUM chart with its properties.

    Attributes:
        chart: The chart.
        size: Number of scores in each mean.
        in_control: Run length if the baseline's law is the true one, to six significant digits.
    """

    chart: Cusum
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
        assurance: Probability, over baselines of this size, that the chart reaches the wanted run length;
            None takes the baseline's law for the true one.

    Raises:
        ValueError: An argument is out of range, all scores are equal, or no limits reach the run length.
    """
    law = _varying(baseline)
    charts = _EwmaCharts(Ewma(rounded(law.mean), rounded(law.sigma), weight, 1.0, 1.0, start), size)
    chart = charts.chart(*_limits(Family(charts, low_share), baseline, law, arl, assurance))
    return EwmaDesign(chart, size, _figures(charts.run_length(law, chart.low, chart.high)))


def cusum_for_baseline(
    baseline: Baseline,
    *,
    arl: float,
    reference: float = 0.5,
    size: int = 20,
    low_share: float = 0.8,
    head_start: float = 0.0,
    assurance: float | None = 0.9,
) -> CusumDesign:
    """Return the CUSUM chart of means of scores that has a wanted mean run length between false alarms.

    Args:
        baseline: In-control scores.
        arl: Wanted mean number of means between false alarms, above 1.
        reference: Half the shift that is to be found soonest, in standard deviations of a mean.
        size: Number of scores in each mean.
        low_share: Share of false alarms on the low side; 1 or 0 turns the other side off.
        head_start: Share of its limit at which each sum begins.
        assurance: Probability, over baselines of this size, that the chart reaches the wanted run length;
            None takes the baseline's law for the true one.

    Raises:
        ValueError: An argument is out of range, all scores are equal, or no limits reach the run length.
    """
    law = _varying(baseline)
    charts = _CusumCharts(Cusum(rounded(law.mean), rounded(law.sigma), reference, 1.0, 1.0, head_start), size)
    chart = charts.chart(*_limits(Family(charts, low_share), baseline, law, arl, assurance))
    return CusumDesign(chart, size, _figures(charts.run_length(law, chart.low, chart.high)))


def ewma_for_normal(
    *,
    arl: float,
    weight: float = 0.1,
    low_share: float = 0.5,
    start: Start = Start.FIXED,
    known: int | None = None,
    assurance: float = 0.9,
) -> EwmaDesign:
    """Return the EWMA chart of standard normal values with a wanted mean run length between false alarms.

    Args:
        arl: Wanted mean number of values between false alarms, above 1.
        weight: Weight of the newest value.
        low_share: Share of false alarms on the low side; 1 or 0 turns the other side off.
        start: Limits of the first values.
        known: Number of values from which mean and standard deviation were estimated, 2 or more; None: they
            are the true ones.
        assurance: Probability, over such estimates, that the chart reaches the wanted run length.

    Raises:
        ValueError: An argument is out of range.
    """
    low_law, high_law = _estimated(known, assurance)
    charts = _EwmaCharts(Ewma(0.0, 1.0, weight, 1.0, 1.0, start), 1)
    chart = charts.chart(*Family(charts, low_share).limits(arl, low_law, high_law))
    law = NormalLaw()
    return EwmaDesign(chart, 1, _figures(charts.run_length(law, chart.low, chart.high)))


def cusum_for_normal(
    *, arl: float, reference: float = 0.5, low_share: float = 0.5, head_start: float = 0.0
) -> CusumDesign:
    """Return the CUSUM chart of standard normal values with a wanted mean run length between false alarms.

    Raises:
        ValueError: An argument is out of range.
    """
    law = NormalLaw()
    charts = _CusumCharts(Cusum(0.0, 1.0, reference, 1.0, 1.0, head_start), 1)
    chart = charts.chart(*Family(charts, low_share).limits(arl, law, law))
    return CusumDesign(chart, 1, _figures(charts.run_length(law, chart.low, chart.high)))


def _estimated(known: int | None, assurance: float) -> tuple[NormalLaw, NormalLaw]:
    """Return the laws that standardised values may have when mean and deviation are estimates, by side.

    The mean is off by a standard error times the quantile of the assurance, and the deviation is as much too
    small in its own standard errors; both at once is less likely than either, so the assurance is exceeded.
    """
    if known is None:
        return NormalLaw(), NormalLaw()
    if known < 2:
        raise ValueError(f"known is {known}; must be 2 or more")
    error = normal_quantile(probability("assurance", assurance)) / math.sqrt(known)
    wider = 1 + error / math.sqrt(2)
    return NormalLaw(-error, wider), NormalLaw(error, wider)


class _EwmaCharts:
    """EWMA charts that differ in their limits."""

    largest = _EWMA_LIMIT_MAX

    def __init__(self, chart: Ewma, size: int) -> None:
        self._chart, self._size = chart, size
        self._chains = dict[Law, EwmaChain]()

    def chart(self, low: float, high: float) -> Ewma:
        return replace(self._chart, low=low, high=high)

    def run_length(self, law: Law, low: float, high: float) -> RunLength:
        return chain_run_length(self._chain(law), self.chart(low, high))

    def mean(self, law: Law, low: float, high: float) -> float:
        return chain_mean(self._chain(law), self.chart(low, high))

    def alone(self, law: Law, limit: float, *, low: bool) -> float:
        low_limit, high_limit = (limit, math.inf) if low else (math.inf, limit)
        fixed = replace(self._chart, low=low_limit, high=high_limit, start=Start.FIXED)
        return chain_mean(self._chain(law), fixed)

    def _chain(self, law: Law) -> EwmaChain:
        if law not in self._chains:
            self._chains[law] = ewma_chain(self._chart, law, self._size, self.largest)
        return self._chains[law]


class _CusumCharts:
    """CUSUM charts that differ in their limits."""

    def __init__(self, chart: Cusum, size: int) -> None:
        self._chart, self._size = chart, size
        self._values = dict[Law, Standardised]()
        self._sides = dict[tuple[Law, float, bool], float]()
        self.largest = _CUSUM_LIMIT_MAX / chart.reference

    def chart(self, low: float, high: float) -> Cusum:
        return replace(self._chart, low=low, high=high)

    def run_length(self, law: Law, low: float, high: float) -> RunLength:
        return both_sides(self.chart(low, high), self._means(law))

    def mean(self, law: Law, low: float, high: float) -> float:
        return self.run_length(law, low, high).mean

    def alone(self, law: Law, limit: float, *, low: bool) -> float:
        if (law, limit, low) not in self._sides:
            chart = self.chart(limit, math.inf) if low else self.chart(math.inf, limit)
            self._sides[law, limit, low] = one_side(chart, self._means(law), low=low)[0]
        return self._sides[law, limit, low]

    def _means(self, law: Law) -> Standardised:
        if law not in self._values:
            self._values[law] = standardised(self._chart, law, self._size)
        return self._values[law]


def _varying(baseline: Baseline) -> ScoreLaw:
    if sum(count > 0 for count in baseline.counts) < 2:
        raise ValueError(f"baseline is {baseline.size} equal scores; must be scores of two values or more")
    return baseline.law


def _limits(family: Family, baseline: Baseline, law: ScoreLaw, arl: float, assurance: float | None) -> Limits:
    if assurance is None:
        return family.limits(arl, law, law)
    missed = 1 - probability("assurance", assurance)
    return family.limits(arl, *family.least_favourable(law, arl, missed, baseline.size))


def _figures(found: RunLength) -> RunLength:
    mean = float(f"{found.mean:.{_SIGNIFICANT}g}")
    return RunLength(mean, float(f"{found.low_share:.{_SIGNIFICANT}g}"))
