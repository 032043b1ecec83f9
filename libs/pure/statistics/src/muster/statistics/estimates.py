"""Means of one run with their errors, for independent cases and for clusters; intervals and tests.

Sources: Miller, "Adding Error Bars to Evals" (arXiv 2411.00640): the central limit theorem's standard error
and the clustered one; the factor G / (G - 1) and Student's t with G - 1 degrees of freedom are those of
Cameron and Miller, "A Practitioner's Guide to Cluster-Robust Inference" (J. Human Resources 50, 2015).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum, auto

from muster.statistics.arrays import FloatArray, Grouping, Labels, Numbers, grouped, numbers, probability
from muster.statistics.distributions import (
    normal_quantile,
    normal_tail,
    student_t_quantile,
    student_t_tail,
)
from muster.statistics.sums import by_cluster, mean


class Alternative(StrEnum):
    """Direction of a test: what is claimed when the null hypothesis is rejected."""

    GREATER = auto()
    LESS = auto()
    TWO_SIDED = auto()


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its error.

    Attributes:
        mean: The point estimate.
        standard_error: Its standard error; 0 where all clusters agree exactly, which says nothing about the
            rare case: use a bound of `proportions` or `sequences` then.
        degrees_of_freedom: Of Student's t; infinite: the normal distribution.
        cases: Number of cases.
        clusters: Number of clusters; as many as cases where these are independent.
    """

    mean: float
    standard_error: float
    degrees_of_freedom: float
    cases: int
    clusters: int


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval by its two ends."""

    low: float
    high: float


def mean_estimate(values: Numbers, clusters: Labels | None = None) -> Estimate:
    """Return the mean over cases with its clustered standard error.

    sqrt(G / (G - 1) * sum_g (sum_{i in g} (s_i - mean))^2) / n; with independent cases this is
    sqrt(sum_i (s_i - mean)^2 / (n (n - 1))).

    Args:
        values: A score a case, shape (n,).
        clusters: Cluster of each case, shape (n,); None: cases are independent.

    Raises:
        ValueError: A value is not finite, lengths differ, or there are fewer than two clusters.
    """
    scores = numbers("values", values)
    return grouped_estimate(scores, grouped(clusters, scores.size))


def grouped_estimate(scores: FloatArray, clusters: Grouping) -> Estimate:
    """Return the mean of checked scores, shape (n,), with its clustered standard error."""
    point = mean(scores)
    error = clustered_error(scores - point, clusters) / scores.size
    return Estimate(point, error, clusters.count - 1, scores.size, clusters.count)


def clustered_error(residuals: FloatArray, clusters: Grouping) -> float:
    """Return the error of the sum of residuals, shape (n,): sqrt(G / (G - 1) * sum_g (sum in g)^2)."""
    squared = math.fsum([part * part for part in by_cluster(residuals, clusters)])
    return math.sqrt(squared * clusters.count / (clusters.count - 1))


def two_sided(estimate: Estimate, alpha: float = 0.05) -> Interval:
    """Return the interval that misses the mean with probability alpha, half of it on each side.

    Raises:
        ValueError: alpha is not strictly between 0 and 1.
    """
    half = _quantile(estimate, 1 - probability("alpha", alpha) / 2) * estimate.standard_error
    return Interval(estimate.mean - half, estimate.mean + half)


def lower_bound(estimate: Estimate, alpha: float = 0.05) -> float:
    """Return the bound that the mean is below with probability alpha.

    Raises:
        ValueError: alpha is not strictly between 0 and 1.
    """
    return estimate.mean - _quantile(estimate, 1 - probability("alpha", alpha)) * estimate.standard_error


def upper_bound(estimate: Estimate, alpha: float = 0.05) -> float:
    """Return the bound that the mean is above with probability alpha.

    Raises:
        ValueError: alpha is not strictly between 0 and 1.
    """
    return estimate.mean + _quantile(estimate, 1 - probability("alpha", alpha)) * estimate.standard_error


def p_value(estimate: Estimate, null: float = 0.0, alternative: Alternative = Alternative.TWO_SIDED) -> float:
    """Return the p-value of the test that the mean is `null`.

    Without any error (all clusters agree) the p-value is 0 where the mean lies beyond `null`, else 1.

    Args:
        estimate: The mean and its error.
        null: Mean under the null hypothesis.
        alternative: Direction of the claim.
    """
    distance = estimate.mean - null
    if alternative is Alternative.LESS:
        distance = -distance
    if alternative is Alternative.TWO_SIDED:
        return min(1.0, 2 * _tail(estimate, abs(distance)))
    return _tail(estimate, distance)


def _tail(estimate: Estimate, distance: float) -> float:
    if estimate.standard_error == 0:
        return 0.0 if distance > 0 else 1.0
    statistic = distance / estimate.standard_error
    if math.isinf(estimate.degrees_of_freedom):
        return normal_tail(statistic)
    return student_t_tail(statistic, estimate.degrees_of_freedom)


def _quantile(estimate: Estimate, p: float) -> float:
    if math.isinf(estimate.degrees_of_freedom):
        return normal_quantile(p)
    return student_t_quantile(p, estimate.degrees_of_freedom)
