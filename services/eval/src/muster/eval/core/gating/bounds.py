"""Confidence bounds of a mean, by the method that its cases allow. PURE.

    EXACT    Clopper-Pearson, for scores 0 and 1 of independent cases
    STUDENT  Student's t with the clustered error, stretched for skewness; at least 20 clusters vary
    BETTING  holds for any distribution, and at every moment of a run: few clusters vary, or it stopped early

A cluster varies if its mean is not the commonest one; for differences the commonest mostly is 0. Rare changes
all for the worse make the t interval too short: with 25 of them it misses in 9 % of runs instead of 5 %. They
are skewed, and the transformation of Hall (J. Royal Statistical Society B 54, 1992; one-sided intervals: Zhou
and Gao, The American Statistician 54, 2000) takes that out. It is used only where it makes a bound wider.
Rates are in docs/explanation/how-sure-is-a-verdict.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache
from typing import Final

import numpy as np
from muster.statistics import proportions, sequences
from muster.statistics.arrays import FloatArray, Grouping
from muster.statistics.distributions import student_t_quantile
from muster.statistics.sums import DECIMALS, by_cluster, mean, rounded

VARIED_CLUSTERS_MIN: Final = 20
"""With fewer, neither the variance nor the skewness of the rest is known well enough."""


class Method(Enum):
    """Method of a bound."""

    EXACT = auto()
    STUDENT = auto()
    BETTING = auto()


@dataclass(frozen=True, slots=True)
class Series:
    """Values of cases in the order of the run.

    Attributes:
        values: Shape (n,), n >= 1, from `low` to 1.
        clusters: Of the cases, numbered in the order of the run.
        low: Least possible value: 0 for scores, -1 for differences.
        clusters_planned: Clusters of the whole plan.
        largest: Cases of its largest cluster.
    """

    values: FloatArray
    clusters: Grouping
    low: float
    clusters_planned: int
    largest: int

    @property
    def cases(self) -> int:
        """Number of cases."""
        return self.values.size


@dataclass(frozen=True, slots=True)
class _Moments:
    """Second and third moment of a mean.

    Attributes:
        error: Clustered standard error, sqrt(G / (G - 1) * sum r^2) / n over clusters' sums of residuals r.
        skew: sum r^3 / (sum r^2)^1.5: their skewness over the root of G.
    """

    error: float
    skew: float


@dataclass(frozen=True, slots=True)
class Bounded:
    """A mean with one-sided bounds.

    Attributes:
        series: The values.
        method: Of the bounds.
        mean: Over cases.
        lower: Bound that the true mean is below with probability alpha at most, rounded to 1e-9.
        standard_error: Clustered; 0 for one cluster, or where all agree.
        varied: Clusters whose mean is not the commonest one.
    """

    series: Series
    method: Method
    mean: float
    lower: float
    standard_error: float
    varied: int

    def upper(self, alpha: float) -> float:
        """Return the bound that the true mean is above with probability alpha at most, rounded to 1e-9."""
        mirrored = replace(self.series, values=self.series.low + 1 - self.series.values)
        return rounded(self.series.low + 1 - _lower(mirrored, self.method, alpha, _moments(mirrored)))


def bounded(series: Series, alpha: float, *, complete: bool) -> Bounded:
    """Return the mean of a series with bounds by the method that its cases allow.

    Args:
        series: Scores or differences.
        alpha: Of the lower bound, below 1/2.
        complete: Whether the run did all planned cases, with no look at results before its end.
    """
    _, frequencies = np.unique(np.round(_cluster_means(series), DECIMALS), return_counts=True)
    varied = series.clusters.count - int(frequencies.max())
    method, moments = _method(series, varied, complete=complete), _moments(series)
    return Bounded(
        series=series,
        method=method,
        mean=mean(series.values),
        lower=rounded(_lower(series, method, alpha, moments)),
        standard_error=moments.error,
        varied=varied,
    )


def is_exact(series: Series) -> bool:
    """Return whether scores are those of independent cases that are right or wrong."""
    return series.low == 0 and series.largest == 1 and bool(np.isin(series.values, (0.0, 1.0)).all())


def _method(series: Series, varied: int, *, complete: bool) -> Method:
    if not complete:
        return Method.BETTING
    if is_exact(series):
        return Method.EXACT
    return Method.STUDENT if varied >= VARIED_CLUSTERS_MIN else Method.BETTING


def _lower(series: Series, method: Method, alpha: float, moments: _Moments) -> float:
    match method:
        case Method.EXACT:
            return _exact_lower(int(series.values.sum()), series.cases, alpha)
        case Method.STUDENT:
            t = student_t_quantile(1 - alpha, series.clusters.count - 1)
            reach = max(t, _skewed(t, moments.skew)) * moments.error
            return max(series.low, mean(series.values) - reach)
        case Method.BETTING:
            ever = sequences.betting_lower(
                _cluster_means(series),
                low=series.low,
                sizes=_sizes(series),
                largest=series.largest,
                alpha=alpha,
                planned=series.clusters_planned,
            )
            # The tightest of all moments: beyond the mean only if the order was not random.
            return min(ever, mean(series.values))


@lru_cache(1_024)
def _exact_lower(passed: int, cases: int, alpha: float) -> float:
    """Return the bound of Clopper and Pearson, the dearest computation of a gate."""
    return proportions.clopper_pearson_lower(passed, cases, alpha)


def _sizes(series: Series) -> list[int]:
    return np.bincount(series.clusters.index, minlength=series.clusters.count).tolist()


def _cluster_means(series: Series) -> list[float]:
    if series.clusters.count == series.cases:
        return np.clip(series.values, series.low, 1.0).tolist()
    sums = by_cluster(series.values, series.clusters)
    return [min(max(part / size, series.low), 1.0) for part, size in zip(sums, _sizes(series), strict=True)]


def _moments(series: Series) -> _Moments:
    count = series.clusters.count
    residuals = by_cluster(series.values - mean(series.values), series.clusters)
    spread = math.fsum([each * each for each in residuals])
    if count == 1 or spread == 0:
        return _Moments(0.0, 0.0)
    error = math.sqrt(spread * count / (count - 1)) / series.cases
    return _Moments(error, math.fsum([each**3 for each in residuals]) / spread**1.5)


def _skewed(t: float, skew: float) -> float:
    """Invert Hall's transformation T + a T^2 / 3 + a^2 T^3 / 27 + a / 6 of Student's statistic at t.

    T is ((1 + a (t - a / 6))^(1/3) - 1) * 3 / a.
    """
    if skew == 0:
        return t
    grown = skew * (t - skew / 6)
    root = math.expm1(math.log1p(grown) / 3) if grown > -1 else math.cbrt(1 + grown) - 1
    return 3 * root / skew
