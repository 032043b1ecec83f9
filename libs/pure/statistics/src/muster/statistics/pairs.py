"""Candidate against baseline on the same cases: paired clustered difference, exact McNemar test."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from muster.statistics.arrays import Labels, Numbers, grouped, numbers, require_length
from muster.statistics.distributions import fair_coin_tail
from muster.statistics.estimates import Alternative, Estimate, grouped_estimate
from muster.statistics.sums import covariance, variance


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """Mean of candidate - baseline over the cases both have.

    Attributes:
        estimate: The mean difference with its paired, clustered error.
        standard_deviation: Of the differences of single cases: the input of `power`.
        unpaired_standard_error: The error if cases were not paired; for comparison only.
        correlation: Between candidate and baseline; None where one of them is constant.
        improved: Cases in which the candidate scores higher.
        worsened: Cases in which it scores lower.
        changed_clusters: Clusters with a case that improved or worsened. With few of them the t interval is
            too short: docs/explanation/how-sure-is-a-verdict.md has rates and a rule.
    """

    estimate: Estimate
    standard_deviation: float
    unpaired_standard_error: float
    correlation: float | None
    improved: int
    worsened: int
    changed_clusters: int


def paired_difference(
    candidate: Numbers, baseline: Numbers, clusters: Labels | None = None
) -> PairedDifference:
    """Compare a candidate with a baseline case by case.

    Source: Miller (arXiv 2411.00640), section on paired differences; errors as in `estimates`.

    Args:
        candidate: A score a case, shape (n,).
        baseline: Scores of the same cases in the same order, shape (n,).
        clusters: Cluster of each case, shape (n,); None: cases are independent.

    Raises:
        ValueError: A value is not finite, lengths differ, or there are fewer than two clusters.
    """
    new, old = numbers("candidate", candidate), numbers("baseline", baseline)
    require_length("baseline", old.size, "candidate", new.size)
    differences = new - old
    groups = grouped(clusters, new.size)
    estimate = grouped_estimate(differences, groups)
    spread = variance(new), variance(old)
    flat = min(spread) == 0
    return PairedDifference(
        estimate=estimate,
        standard_deviation=math.sqrt(variance(differences)),
        unpaired_standard_error=math.sqrt(math.fsum(spread) / new.size),
        correlation=None if flat else covariance(new, old) / math.sqrt(spread[0] * spread[1]),
        improved=int(np.count_nonzero(differences > 0)),
        worsened=int(np.count_nonzero(differences < 0)),
        changed_clusters=np.unique(groups.index[differences != 0]).size,
    )


def mcnemar_exact(improved: int, worsened: int, alternative: Alternative = Alternative.TWO_SIDED) -> float:
    """Return the p-value of McNemar's exact test: under no difference each flip is a toss of a fair coin.

    For independent cases with scores 0 and 1. Without any flip it is 1.

    Args:
        improved: Cases that only the candidate gets right.
        worsened: Cases that only the baseline gets right.
        alternative: GREATER claims that the candidate is better.

    Raises:
        ValueError: A count is negative.
    """
    for field, count in (("improved", improved), ("worsened", worsened)):
        if count < 0:
            raise ValueError(f"{field} is {count}; must be 0 or more")
    flips = improved + worsened
    if alternative is Alternative.GREATER:
        return fair_coin_tail(worsened, flips)
    if alternative is Alternative.LESS:
        return fair_coin_tail(improved, flips)
    return min(1.0, 2 * fair_coin_tail(min(improved, worsened), flips))
