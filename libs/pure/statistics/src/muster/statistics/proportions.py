"""Bounds of pass rates: Wilson, Clopper-Pearson, the rule of three, and how many cases a threshold takes.

Sources: Wilson (JASA 22, 1927); Clopper and Pearson (Biometrika 26, 1934); Hanley and Lippman-Hand, "If
nothing goes wrong, is everything all right?" (JAMA 249, 1983) for the rule of three; for clusters the
effective sample size of Korn and Graubard (Survey Methodology 24, 1998) in Wilson's formula, as Dean and
Pagano compare it (J. Survey Statistics and Methodology 3, 2015).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum, auto

from muster.statistics.arrays import Labels, Numbers, above_zero, grouped, numbers, probability
from muster.statistics.distributions import beta_quantile, normal_quantile, student_t_quantile
from muster.statistics.estimates import Interval, grouped_estimate


class Bound(StrEnum):
    """Method of a bound.

    WILSON is the shorter one and keeps its level on average over pass rates; EXACT (Clopper-Pearson) keeps
    it at every pass rate.
    """

    WILSON = auto()
    EXACT = auto()


@dataclass(frozen=True, slots=True)
class EffectiveRate:
    """A mean of scores from 0 to 1, and the number of independent pass-or-fail cases that are worth as much.

    Attributes:
        rate: The mean.
        cases: Effective number of cases: at most the real one, and the number of clusters where all scores
            are 0 or all are 1, since these say nothing about how alike the cases of a cluster are.
    """

    rate: float
    cases: float


def wilson(passed: float, cases: float, alpha: float = 0.05) -> Interval:
    """Return Wilson's two-sided interval of a pass rate.

    Args:
        passed: Number of passes; a fraction where `cases` is an effective number.
        cases: Number of cases, above 0.
        alpha: Probability of missing the rate, half of it on each side.

    Raises:
        ValueError: The counts are impossible, or alpha is not strictly between 0 and 1.
    """
    _require_counts(passed, cases)
    return _wilson(passed, cases, normal_quantile(1 - probability("alpha", alpha) / 2))


def wilson_lower(passed: float, cases: float, alpha: float = 0.05) -> float:
    """Return Wilson's one-sided lower bound of a pass rate; arguments as of `wilson`.

    Raises:
        ValueError: The counts are impossible, or alpha is not from 0 to 1/2, exclusive.
    """
    return wilson(passed, cases, 2 * _half("alpha", alpha)).low


def wilson_upper(passed: float, cases: float, alpha: float = 0.05) -> float:
    """Return Wilson's one-sided upper bound of a pass rate; arguments as of `wilson`.

    Raises:
        ValueError: The counts are impossible, or alpha is not from 0 to 1/2, exclusive.
    """
    return wilson(passed, cases, 2 * _half("alpha", alpha)).high


def clopper_pearson(passed: int, cases: int, alpha: float = 0.05) -> Interval:
    """Return the exact two-sided interval of a pass rate.

    Args:
        passed: Number of passes.
        cases: Number of cases, 1 or more.
        alpha: Largest probability of missing the rate, half of it on each side.

    Raises:
        ValueError: The counts are impossible, or alpha is not strictly between 0 and 1.
    """
    _require_counts(passed, cases)
    tail = probability("alpha", alpha) / 2
    low = beta_quantile(tail, passed, cases - passed + 1) if passed else 0.0
    high = beta_quantile(1 - tail, passed + 1, cases - passed) if passed < cases else 1.0
    return Interval(low, high)


def clopper_pearson_lower(passed: int, cases: int, alpha: float = 0.05) -> float:
    """Return the exact one-sided lower bound of a pass rate; without a failure it is alpha^(1/n).

    Raises:
        ValueError: The counts are impossible, or alpha is not from 0 to 1/2, exclusive.
    """
    return clopper_pearson(passed, cases, 2 * _half("alpha", alpha)).low


def clopper_pearson_upper(passed: int, cases: int, alpha: float = 0.05) -> float:
    """Return the exact one-sided upper bound of a pass rate.

    Raises:
        ValueError: The counts are impossible, or alpha is not from 0 to 1/2, exclusive.
    """
    return clopper_pearson(passed, cases, 2 * _half("alpha", alpha)).high


def rule_of_three(cases: int) -> float:
    """Return the rule of thumb for the 95 % upper bound of a failure rate after no failure: 3 / n, at most 1.

    For people to check a figure by; gates use `clopper_pearson_upper`.

    Raises:
        ValueError: There is no case.
    """
    if cases < 1:
        raise ValueError(f"cases is {cases}; must be 1 or more")
    return min(1.0, 3 / cases)


def cases_needed(threshold: float, alpha: float = 0.05, bound: Bound = Bound.WILSON) -> int:
    """Return the smallest n for which n passes of n have a one-sided lower bound at or above a threshold.

    Wilson's bound is then n / (n + z^2), the exact one alpha^(1/n): 0.95 takes 52 or 59 cases, 0.85 16 or 19.

    Args:
        threshold: Least pass rate, strictly between 0 and 1.
        alpha: Of the one-sided bound, below 1/2.
        bound: Method.

    Raises:
        ValueError: The threshold is not strictly between 0 and 1, or alpha not strictly between 0 and 1/2.
    """
    probability("threshold", threshold)
    if bound is Bound.WILSON:
        z = normal_quantile(1 - _half("alpha", alpha))
        return math.ceil(z * z * threshold / (1 - threshold))
    return math.ceil(math.log(_half("alpha", alpha)) / math.log(threshold))


def effective_rate(values: Numbers, clusters: Labels | None = None, alpha: float = 0.05) -> EffectiveRate:
    """Return a mean of scores from 0 to 1 with its effective number of cases, for Wilson's bounds.

    n* = rate (1 - rate) / SE^2 * (t_{n-1} / t_{G-1})^2 with the clustered SE and quantiles at alpha, at
    most n (Korn and Graubard 1998).

    Args:
        values: Scores from 0 to 1, shape (n,).
        clusters: Cluster of each case, shape (n,); None: cases are independent.
        alpha: Of the one-sided bound that the result is for, below 1/2.

    Raises:
        ValueError: A score is not from 0 to 1, lengths differ, or there are fewer than two clusters.
    """
    p = 1 - _half("alpha", alpha)
    scores = numbers("values", values, low=0, high=1)
    estimate = grouped_estimate(scores, grouped(clusters, scores.size))
    spread = estimate.mean * (1 - estimate.mean)
    if spread == 0:
        return EffectiveRate(estimate.mean, estimate.clusters)
    if estimate.standard_error == 0:
        return EffectiveRate(estimate.mean, estimate.cases)
    ratio = student_t_quantile(p, estimate.cases - 1) / student_t_quantile(p, estimate.clusters - 1)
    effective = spread / estimate.standard_error**2 * ratio**2
    return EffectiveRate(estimate.mean, min(float(estimate.cases), effective))


def rate_lower(values: Numbers, clusters: Labels | None = None, alpha: float = 0.05) -> float:
    """Return Wilson's one-sided lower bound of a mean of scores from 0 to 1 at its effective number of cases.

    Raises:
        ValueError: As `effective_rate`.
    """
    effective = effective_rate(values, clusters, alpha)
    return wilson_lower(effective.rate * effective.cases, effective.cases, alpha)


def _wilson(passed: float, cases: float, z: float) -> Interval:
    rate, square = passed / cases, z * z
    centre = (passed + square / 2) / (cases + square)
    half = z * math.sqrt(cases * rate * (1 - rate) + square / 4) / (cases + square)
    low = 0.0 if passed == 0 else max(0.0, centre - half)
    return Interval(low, 1.0 if passed == cases else min(1.0, centre + half))


def _require_counts(passed: float, cases: float) -> None:
    above_zero("cases", cases)
    if not 0 <= passed <= cases:
        raise ValueError(f"passed is {passed}; must be 0 to {cases}")


def _half(field: str, value: float) -> float:
    if not 0 < value < 0.5:
        raise ValueError(f"{field} is {value}; must be above 0 and below 0.5")
    return value
