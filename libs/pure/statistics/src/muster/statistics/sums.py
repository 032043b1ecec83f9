"""Sums that are the same on any CPU, and the one rounding of figures that go into facts.

`math.fsum` rounds once, at the end: its result depends neither on the order nor on how wide the processor's
vectors are, as that of `numpy.sum` does.
"""

from __future__ import annotations

import math
from typing import Final

from muster.statistics.arrays import FloatArray, Grouping

DECIMALS: Final = 9
"""Decimals of a figure in a fact: below what matters, above what differs between CPUs."""


def total(values: FloatArray) -> float:
    """Return the correctly rounded sum of values of shape (n,)."""
    return math.fsum(values.tolist())


def mean(values: FloatArray) -> float:
    """Return the mean of values of shape (n,), n >= 1; a constant's is exact, so its variance is 0."""
    return min(max(total(values) / values.size, float(values.min())), float(values.max()))


def variance(values: FloatArray) -> float:
    """Return the sample variance, divisor n - 1, of values of shape (n,), n >= 2."""
    return squares(values - mean(values)) / (values.size - 1)


def squares(values: FloatArray) -> float:
    """Return the sum of squares of values of shape (n,)."""
    return total(values * values)


def products(left: FloatArray, right: FloatArray) -> float:
    """Return the sum of products of two arrays of shape (n,)."""
    return total(left * right)


def covariance(left: FloatArray, right: FloatArray) -> float:
    """Return the sample covariance, divisor n - 1, of two arrays of shape (n,), n >= 2."""
    return products(left - mean(left), right - mean(right)) / (left.size - 1)


def by_cluster(values: FloatArray, clusters: Grouping) -> list[float]:
    """Return the sum of values, shape (n,), in each cluster, in the order of their numbers."""
    if clusters.count == values.size:
        return values.tolist()
    parts = [list[float]() for _ in range(clusters.count)]
    index: list[int] = clusters.index.tolist()
    for cluster, value in zip(index, values.tolist(), strict=True):
        parts[cluster].append(value)
    return [math.fsum(part) for part in parts]


def rounded(figure: float) -> float:
    """Return a figure as it goes into facts: rounded to 1e-9, never negative zero.

    Raises:
        ValueError: It is not finite.
    """
    if not math.isfinite(figure):
        raise ValueError(f"figure is {figure}; must be finite")
    return round(figure, DECIMALS) + 0.0
