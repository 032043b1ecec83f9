"""Agreement of raters: Cohen's kappa with cluster-bootstrap intervals, Krippendorff's alpha.

Sources: Cohen (Educational and Psychological Measurement 20, 1960; quadratic weights: Psychological
Bulletin 70, 1968); Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011); percentile intervals
from resampled clusters: Davison and Hinkley, "Bootstrap Methods and their Application" (1997), 3.8.

Tables are counted in whole numbers, so a kappa is one rounded division.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, auto

import numpy as np
from muster.statistics.arrays import IntArray, Labels, grouped, probability, require_length
from muster.statistics.estimates import Interval
from muster.statistics.seeds import indices


class Weighting(StrEnum):
    """Cost of a disagreement: one, or the square of the distance in the order of categories."""

    PLAIN = auto()
    QUADRATIC = auto()


class Level(StrEnum):
    """Scale of measurement of Krippendorff's alpha."""

    NOMINAL = auto()
    ORDINAL = auto()
    INTERVAL = auto()


@dataclass(frozen=True, slots=True)
class KappaInterval:
    """Percentile interval of kappa.

    Attributes:
        interval: Between the quantiles alpha / 2 and 1 - alpha / 2 of the resamples.
        undefined: Resamples left out because both raters used one and the same category throughout.
    """

    interval: Interval
    undefined: int


def cohen_kappa(
    first: Labels, second: Labels, categories: Labels, weighting: Weighting = Weighting.PLAIN
) -> float:
    """Return Cohen's kappa of two raters.

    Args:
        first: Labels of one rater, shape (n,).
        second: Labels of the other for the same cases, shape (n,).
        categories: All possible labels; for quadratic weights in their order and evenly spaced.
        weighting: Cost of a disagreement.

    Raises:
        ValueError: Lengths differ, a label is no category, or both raters use one and the same category
            throughout: kappa is undefined then.
    """
    tables = _tables(first, second, categories, [0] * len(first), least=1)
    kappa = _kappa(tables[0].reshape(-1), _disagreement(len(categories), weighting))
    if math.isnan(kappa):
        raise ValueError(f"first and second is {first[0]!r} throughout; must be two categories or more")
    return kappa


def cohen_kappa_interval(
    first: Labels,
    second: Labels,
    categories: Labels,
    clusters: Labels | None = None,
    *,
    seed: str,
    weighting: Weighting = Weighting.PLAIN,
    alpha: float = 0.05,
    draws: int = 2_000,
) -> KappaInterval:
    """Return the percentile interval of Cohen's kappa from resampled clusters.

    Args:
        first: Labels of one rater, shape (n,).
        second: Labels of the other for the same cases, shape (n,).
        categories: All possible labels.
        clusters: Cluster of each case, shape (n,); None: cases are independent.
        seed: Of the resamples.
        weighting: Cost of a disagreement.
        alpha: Probability of missing kappa, half of it on each side.
        draws: Number of resamples.

    Raises:
        ValueError: As `cohen_kappa`, there are fewer than two clusters, or alpha or draws is out of range.
    """
    if draws < 1:
        raise ValueError(f"draws is {draws}; must be 1 or more")
    probability("alpha", alpha)
    cohen_kappa(first, second, categories, weighting)
    tables = _tables(first, second, categories, clusters, least=2)
    flat, weights = tables.reshape(tables.shape[0], -1), _disagreement(len(categories), weighting)
    kappas = np.array([_kappa(_resampled(flat, seed, draw), weights) for draw in range(draws)])
    defined = kappas[~np.isnan(kappas)]
    if not defined.size:
        raise ValueError("first and second is one category in every resample; must be two or more")
    low, high = np.quantile(defined, (alpha / 2, 1 - alpha / 2)).tolist()
    return KappaInterval(Interval(low, high), draws - defined.size)


def krippendorff_alpha(
    ratings: Sequence[Sequence[str | int | None]], categories: Labels, level: Level = Level.NOMINAL
) -> float:
    """Return Krippendorff's alpha of any number of raters, with missing ratings.

    Args:
        ratings: Ratings of each rater, all of the same length; None: not rated.
        categories: All possible labels in their order; whole numbers for the level INTERVAL.
        level: Scale of measurement.

    Raises:
        ValueError: Lengths differ, a label is no category, no case is rated twice, or all ratings that
            count are one category: alpha is undefined then.
    """
    places = _places(categories)
    counts = np.zeros((len(ratings[0]) if ratings else 0, len(categories)), dtype=np.int64)
    for number, rater in enumerate(ratings):
        require_length(f"ratings[{number}]", len(rater), "ratings[0]", counts.shape[0])
        for case, label in enumerate(rater):
            if label is not None:
                counts[case, _place(f"ratings[{number}]", case, label, places)] += 1
    raters = counts.sum(axis=1)
    counts, raters = counts[raters >= 2], raters[raters >= 2]
    if not raters.size:
        raise ValueError("ratings is without a case rated twice; must have one")
    marginals = counts.sum(axis=0)
    distances = _distances(marginals, categories, level)
    expected = float(marginals @ distances @ marginals)
    if expected == 0:
        raise ValueError("ratings is one category throughout; must be two or more")
    observed = math.fsum(
        float(row @ distances @ row) / (int(rated) - 1) for row, rated in zip(counts, raters, strict=True)
    )
    return 1 - (int(marginals.sum()) - 1) * observed / expected


def _tables(
    first: Labels, second: Labels, categories: Labels, clusters: Labels | None, *, least: int
) -> IntArray:
    """Contingency table of each cluster, shape (clusters, categories, categories)."""
    places = _places(categories)
    require_length("second", len(second), "first", len(first))
    if not len(first):
        raise ValueError("first is 0 labels; must be 1 or more")
    grouping = grouped(clusters, len(first), least=least)
    rows = [_place("first", case, label, places) for case, label in enumerate(first)]
    columns = [_place("second", case, label, places) for case, label in enumerate(second)]
    tables = np.zeros((grouping.count, len(places), len(places)), dtype=np.int64)
    np.add.at(tables, (grouping.index, np.array(rows), np.array(columns)), 1)
    return tables


def _places(categories: Labels) -> dict[str | int, int]:
    places = {category: place for place, category in enumerate(categories)}
    if not 2 <= len(places) == len(categories):
        raise ValueError(f"categories is {list(categories)}; must be two or more distinct labels")
    return places


def _place(field: str, case: int, label: str | int, places: dict[str | int, int]) -> int:
    place = places.get(label)
    if place is None:
        allowed = ", ".join(map(repr, places))
        raise ValueError(f"{field}[{case}] is {label!r}; must be one of {allowed}")
    return place


def _disagreement(categories: int, weighting: Weighting) -> IntArray:
    places = np.arange(categories, dtype=np.int64)
    distances = np.abs(places[:, None] - places[None, :])
    return distances**2 if weighting is Weighting.QUADRATIC else np.minimum(distances, 1)


def _resampled(tables: IntArray, seed: str, draw: int) -> IntArray:
    """Table of as many clusters, drawn with replacement, shape (categories^2,)."""
    drawn = indices(seed, f"kappa {draw}", (1, tables.shape[0]), tables.shape[0])[0]
    return np.bincount(drawn, minlength=tables.shape[0]) @ tables


def _kappa(flat: IntArray, weights: IntArray) -> float:
    """Kappa of a flat table; not a number where no disagreement is expected."""
    table = flat.reshape(weights.shape)
    expected = int(table.sum(axis=1) @ weights @ table.sum(axis=0))
    observed = int((weights * table).sum()) * int(table.sum())
    return 1 - observed / expected if expected else math.nan


def _distances(marginals: IntArray, categories: Labels, level: Level) -> IntArray:
    """Four times the squared distances between categories, in whole numbers; shape (k, k)."""
    if level is Level.NOMINAL:
        return 4 * _disagreement(marginals.size, Weighting.PLAIN)
    if level is Level.INTERVAL:
        if not all(isinstance(category, int) for category in categories):
            raise ValueError(f"categories is {list(categories)}; must be whole numbers for an interval scale")
        values = np.array(categories, dtype=np.int64)
        return 4 * (values[:, None] - values[None, :]) ** 2
    doubled = 2 * np.cumsum(marginals) - marginals  # the middle of each category's ranks, twice
    return (doubled[:, None] - doubled[None, :]) ** 2
