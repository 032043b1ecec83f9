"""A judge's mean corrected by human labels: prediction-powered inference with a tuned weight (PPI++).

    lambda      cov(human, judge) / ((1 + n / N) var(judge)), clipped to [0, 1]
    corrected   lambda * mean(judge on N unlabelled) + mean(human - lambda * judge on n labelled)

Sources: Angelopoulos et al., "Prediction-powered inference" (Science 382, 2023); Angelopoulos, Duchi and
Zrnic, "PPI++" (arXiv 2311.01453). Variances have the divisor n - 1, where the package ppi-python has n. An
untuned correction, lambda = 1, can be wider than the human labels alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from muster.statistics.arrays import FloatArray, Labels, Numbers, grouped, numbers, require_length
from muster.statistics.estimates import Estimate, clustered_error, grouped_estimate
from muster.statistics.sums import covariance, mean, variance


@dataclass(frozen=True, slots=True)
class CorrectedMean:
    """A mean by human labels and a judge together, beside each alone.

    The three have normal intervals where cases are independent, as published, and Student's t where they are
    clustered.

    Attributes:
        corrected: Of both; unbiased whatever the judge does.
        human_only: Of the labelled cases.
        judge_only: Of the unlabelled cases; as biased as the judge.
        weight: The lambda used.
    """

    corrected: Estimate
    human_only: Estimate
    judge_only: Estimate
    weight: float


def corrected_mean(
    human: Numbers,
    judge: Numbers,
    judge_unlabelled: Numbers,
    *,
    clusters: Labels | None = None,
    clusters_unlabelled: Labels | None = None,
    weight: float | None = None,
) -> CorrectedMean:
    """Return the mean human score, estimated from few human labels and many verdicts of a judge.

    Args:
        human: Human scores of the labelled cases, shape (n,); these are a random sample.
        judge: The judge's scores of the same cases, shape (n,).
        judge_unlabelled: Its scores of the other cases, shape (N,).
        clusters: Cluster of each labelled case, shape (n,); None: all cases are independent.
        clusters_unlabelled: Cluster of each other case, shape (N,); a label here and above is one cluster.
        weight: Lambda from 0 (human labels only) to 1; None: tuned on the data.

    Raises:
        ValueError: A score is not finite, lengths differ, there are fewer than two cases or clusters of a
            kind, one kind of clusters is missing, or the weight is not from 0 to 1.
    """
    labels, seen = numbers("human", human, least=2), numbers("judge", judge, least=2)
    require_length("judge", seen.size, "human", labels.size)
    unseen = numbers("judge_unlabelled", judge_unlabelled, least=2)
    if (clusters is None) != (clusters_unlabelled is None):
        raise ValueError("clusters is given for one kind of cases; must be for both or none")
    if weight is None:
        weight = _tuned(labels, seen, unseen)
    elif not 0 <= weight <= 1:
        raise ValueError(f"weight is {weight}; must be 0 to 1")
    residuals = labels - weight * seen
    point = weight * mean(unseen) + mean(residuals)
    if clusters is None or clusters_unlabelled is None:
        error = math.sqrt(weight**2 * variance(unseen) / unseen.size + variance(residuals) / labels.size)
        count = labels.size + unseen.size
        corrected = Estimate(point, error, math.inf, count, count)
        return CorrectedMean(corrected, _independent(labels), _independent(unseen), weight)
    human_only = grouped_estimate(labels, grouped(clusters, labels.size))
    judge_only = grouped_estimate(unseen, grouped(clusters_unlabelled, unseen.size))
    corrected = _clustered(point, residuals, weight * unseen, [*clusters, *clusters_unlabelled])
    return CorrectedMean(corrected, human_only, judge_only, weight)


def _tuned(human: FloatArray, judge: FloatArray, unlabelled: FloatArray) -> float:
    """The weight of the least variance; 0 for a judge that always says the same."""
    spread = variance(np.concatenate((judge, unlabelled)))
    if spread == 0:
        return 0.0
    best = covariance(human, judge) / ((1 + human.size / unlabelled.size) * spread)
    return min(max(best, 0.0), 1.0)


def _independent(scores: FloatArray) -> Estimate:
    error = math.sqrt(variance(scores) / scores.size)
    return Estimate(mean(scores), error, math.inf, scores.size, scores.size)


def _clustered(point: float, residuals: FloatArray, weighted: FloatArray, labels: Labels) -> Estimate:
    """Error from what each cluster adds to both means, so that a cluster in both is counted as one."""
    parts = np.concatenate(
        ((residuals - mean(residuals)) / residuals.size, (weighted - mean(weighted)) / weighted.size)
    )
    clusters = grouped(labels, parts.size)
    error = clustered_error(parts, clusters)
    return Estimate(point, error, clusters.count - 1, parts.size, clusters.count)
