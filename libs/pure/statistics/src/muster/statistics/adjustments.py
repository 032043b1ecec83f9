"""Less noise for the same cases: control variates from each case's history, and strata.

A covariate helps as far as its mean over the population is known better than from the cases scored. A run
that stops early knows the history of the whole golden set: that gain is real. A run over the whole set has
nothing to adjust by, and the error for cases beyond the set stays as it was; `covariate_cases` says which
it is.

Sources: Deng et al., "Improving the Sensitivity of Online Controlled Experiments by Utilizing Pre-Experiment
Data" (CUPED, WSDM 2013); regression estimator and double sampling: Cochran, "Sampling Techniques" (3rd ed.,
1977), chapters 7 and 12; strata: chapter 5.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from muster.statistics.arrays import (
    FloatArray,
    Grouping,
    Labels,
    Numbers,
    grouped,
    numbers,
    require_length,
)
from muster.statistics.estimates import Estimate, clustered_error, grouped_estimate
from muster.statistics.sums import mean, products, squares, total

_SHARES_PRECISION: Final = 1e-9


@dataclass(frozen=True, slots=True)
class AdjustedMean:
    """A mean adjusted by a covariate, beside the plain one.

    Attributes:
        adjusted: With G - 2 degrees of freedom, as the slope takes one; the plain mean where the covariate is
            constant.
        plain: The unadjusted mean.
        slope: Of scores on the covariate; 0 where it is constant.
    """

    adjusted: Estimate
    plain: Estimate
    slope: float


def control_variate_mean(
    values: Numbers,
    covariate: Numbers,
    *,
    covariate_mean: float,
    covariate_cases: int | None = None,
    clusters: Labels | None = None,
) -> AdjustedMean:
    """Return the mean at the population mean of a covariate: the intercept of a regression, with its error.

    The error is the clustered sandwich of least squares with the factor G / (G - 1) * (n - 1) / (n - 2), and
    slope^2 var(covariate) / N more for a covariate mean that is itself a mean of N cases.

    Args:
        values: Scores, or paired differences, shape (n,).
        covariate: What is known of each case without this run, shape (n,); such as its history.
        covariate_mean: Mean of the covariate over all cases that the claim is about.
        covariate_cases: N, the number of cases that mean was taken over, n or more; None: it is known
            exactly, the claim being about these very cases.
        clusters: Cluster of each case, shape (n,); None: cases are independent.

    Raises:
        ValueError: A value is not finite, lengths differ, there are fewer than three clusters, or
            covariate_cases is below n.
    """
    scores, known = numbers("values", values), numbers("covariate", covariate)
    require_length("covariate", known.size, "values", scores.size)
    groups = grouped(clusters, scores.size, least=3)
    [target] = numbers("covariate_mean", [covariate_mean]).tolist()
    if covariate_cases is not None and covariate_cases < scores.size:
        raise ValueError(f"covariate_cases is {covariate_cases}; must be {scores.size} or more")
    plain = grouped_estimate(scores, groups)
    centred = known - mean(known)
    spread = squares(centred)
    if spread == 0:
        return AdjustedMean(plain, plain, 0.0)
    slope = products(scores - plain.mean, centred) / spread
    distance = target - mean(known)
    residuals = scores - plain.mean - slope * centred
    influence = residuals * (1 / scores.size + distance * centred / spread)
    squared = clustered_error(influence, groups) ** 2 * (scores.size - 1) / (scores.size - 2)
    if covariate_cases is not None:
        squared += slope**2 * spread / (scores.size - 1) / covariate_cases
    adjusted = Estimate(
        plain.mean + slope * distance, math.sqrt(squared), groups.count - 2, scores.size, groups.count
    )
    return AdjustedMean(adjusted, plain, slope)


def stratified_mean(
    values: Numbers,
    strata: Labels,
    shares: Mapping[str, float] | Mapping[int, float],
    clusters: Labels | None = None,
) -> Estimate:
    """Return the mean over strata of known shares: sum W_h mean_h, error sqrt(sum W_h^2 SE_h^2).

    Degrees of freedom: clusters minus strata.

    Args:
        values: Scores, shape (n,).
        strata: Stratum of each case, shape (n,).
        shares: Share of each stratum in the population; together 1.
        clusters: Cluster of each case, shape (n,), each within one stratum; None: cases are independent.

    Raises:
        ValueError: A value is not finite, lengths differ, shares are not positive or not 1 together, a
            stratum has no share or fewer than two clusters, or a cluster lies in two strata.
    """
    scores = numbers("values", values)
    require_length("strata", len(strata), "values", scores.size)
    parts = _by_stratum(scores, strata, _checked_shares(shares), grouped(clusters, scores.size))
    point = math.fsum(share * part.mean for share, part in parts)
    squared = math.fsum((share * part.standard_error) ** 2 for share, part in parts)
    count = sum(part.clusters for _, part in parts)
    return Estimate(point, math.sqrt(squared), count - len(parts), scores.size, count)


def _checked_shares(shares: Mapping[str, float] | Mapping[int, float]) -> dict[str | int, float]:
    for stratum, share in shares.items():
        if not 0 < share <= 1:
            raise ValueError(f"shares[{stratum!r}] is {share}; must be above 0 and at most 1")
    whole = total(numbers("shares", [*shares.values()]))
    if abs(whole - 1) > _SHARES_PRECISION:
        raise ValueError(f"shares is {whole} together; must be 1")
    return dict(shares.items())


def _by_stratum(
    scores: FloatArray, strata: Labels, shares: dict[str | int, float], clusters: Grouping
) -> list[tuple[float, Estimate]]:
    """Share and estimate of each stratum, in the order of shares."""
    owners: dict[int, str | int] = {}
    for stratum, cluster in zip(strata, clusters.index.tolist(), strict=True):
        if stratum not in shares:
            raise ValueError(f"strata holds {stratum!r}; must be one of {', '.join(map(repr, shares))}")
        if owners.setdefault(cluster, stratum) != stratum:
            raise ValueError(f"clusters is shared by strata {owners[cluster]!r} and {stratum!r}; must not be")
    parts: list[tuple[float, Estimate]] = []
    for stratum, share in shares.items():
        within = np.array([each == stratum for each in strata])
        groups = grouped(clusters.index[within].tolist(), int(within.sum()), field=f"clusters of {stratum!r}")
        parts.append((share, grouped_estimate(scores[within], groups)))
    return parts
