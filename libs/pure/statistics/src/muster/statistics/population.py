"""Shifts of inputs: has a column another distribution than in the reference, and by how much.

The size of a shift is the population stability index (PSI, Siddiqi, Credit Risk Scorecards, 2006): below 0.1
none to speak of, from 0.25 a large one. Its significance is Pearson's chi-square test of homogeneity. An
alarm takes both: in a huge window anything is significant, in a small one PSI is large by chance.

What a column is, categories or a histogram with stated edges, the caller says; nothing is guessed from
values. Nulls are no values: their share is a finding of its own, and each column is judged on its own rows.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

import numpy as np
from muster.statistics.arrays import Numbers, numbers, probability
from muster.statistics.distributions import chi_square_tail, normal_tail

PSI_MODERATE: Final = 0.1
PSI_LARGE: Final = 0.25
NULL_SHARE_MIN: Final = 0.05
"""Difference of null shares that is worth an alarm."""

NEW_SHARE_MIN: Final = 0.01
"""Share of a new category that is worth an alarm."""

LEAST_ROWS: Final = 30
"""Rows below which a window says nothing."""

_SMOOTHING: Final = 0.5
"""Added to each count before shares are taken, so that empty bins have a logarithm."""

_EXPECTED_MIN: Final = 5.0
"""Bins with fewer expected rows are pooled for the test (Cochran, Biometrics 10, 1954)."""


class Verdict(StrEnum):
    """Outcome of comparing a column.

    NOT_ENOUGH_DATA: One of the windows has too few rows with a value.
    NOT_TESTABLE: Both windows hold nulls only.
    STABLE: No difference that chance would not make.
    SMALL: A difference beyond chance, below the size of an alarm.
    MODERATE: Beyond chance, PSI from 0.1.
    LARGE: Beyond chance, PSI from 0.25.
    """

    NOT_ENOUGH_DATA = "not-enough-data"
    NOT_TESTABLE = "not-testable"
    STABLE = "stable"
    SMALL = "small"
    MODERATE = "moderate"
    LARGE = "large"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of one window.

    Attributes:
        counts: Rows by category, or by bin of a histogram; without nulls.
        nulls: Rows without a value.
    """

    counts: Mapping[str, int]
    nulls: int = 0

    def __post_init__(self) -> None:
        """Check the counts.

        Raises:
            ValueError: A count is below 0.
        """
        for name, count in [*self.counts.items(), ("nulls", self.nulls)]:
            if count < 0:
                raise ValueError(f"count of {name} is {count}; must be 0 or more")

    @property
    def valued(self) -> int:
        """Rows with a value."""
        return sum(self.counts.values())


@dataclass(frozen=True, slots=True)
class NewCategory:
    """Category that the reference does not have.

    Attributes:
        name: The category.
        share: Its share of the current rows with a value.
        p_value: Probability of at least so different shares if nothing has changed.
    """

    name: str
    share: float
    p_value: float


@dataclass(frozen=True, slots=True)
class Shift:
    """Comparison of a column in two windows.

    Attributes:
        verdict: Of the values.
        psi: Population stability index, 0 or more; 0 where nothing is tested.
        psi_by_chance: What sampling alone adds to it: (bins - 1) (1 / n + 1 / m).
        p_value: Of the chi-square test; 1 where nothing is tested or only one value is seen.
        null_shares: Share of nulls in the reference and now.
        null_p_value: Of the test that both shares are equal; 1 with too few rows.
        new: Categories that only the current window has, the most frequent first.
        vanished: Categories that only the reference has.
        alarms: Reasons for an alarm: "values", "nulls", "new-category"; empty: none.
    """

    verdict: Verdict
    psi: float
    psi_by_chance: float
    p_value: float
    null_shares: tuple[float, float]
    null_p_value: float
    new: tuple[NewCategory, ...]
    vanished: tuple[str, ...]
    alarms: tuple[str, ...]


def categories(values: Iterable[str | None]) -> Column:
    """Return a column of categories from its rows; None is a null."""
    counts, nulls = dict[str, int](), 0
    for value in values:
        if value is None:
            nulls += 1
        else:
            counts[value] = counts.get(value, 0) + 1
    return Column(counts, nulls)


def histogram(values: Iterable[float | None], edges: Sequence[float]) -> Column:
    """Return a numeric column as a histogram.

    A bin holds its lower edge and not its upper one; the first and the last bin are open. None and NaN are
    nulls, infinite values belong to the open bins.

    Args:
        values: Rows.
        edges: Inner edges, rising, such as those of `edges_of`; without any all values share one bin.

    Raises:
        ValueError: Edges are not finite or do not rise.
    """
    checked: list[float] = numbers("edges", edges, least=0).tolist()
    if any(high <= low for low, high in pairwise(checked)):
        raise ValueError(f"edges is {checked}; must rise")
    names = _names(checked)
    counts, nulls = [0] * len(names), 0
    for value in values:
        if value is None or math.isnan(value):
            nulls += 1
        else:
            counts[bisect_right(checked, value)] += 1
    return Column(dict(zip(names, counts, strict=True)), nulls)


def edges_of(values: Numbers, bins: int = 10) -> tuple[float, ...]:
    """Return inner edges of bins with about equal numbers of a reference's rows.

    An edge lies halfway between two values that occur, so that a rounding error does not change a value's
    bin: with the values 0.5 and 1.0 the only edge is 0.75. A constant has none.

    Args:
        values: Values of the reference, without nulls, shape (n,).
        bins: Largest number of bins, 2 or more.

    Raises:
        ValueError: Values are not finite, or there are fewer than two bins.
    """
    if bins < 2:
        raise ValueError(f"bins is {bins}; must be 2 or more")
    ordered = np.sort(numbers("values", values))
    distinct, first = np.unique(ordered, return_index=True)
    if distinct.size == 1:
        return ()
    begins: list[int] = first[1:].tolist()
    middles: list[float] = (distinct[:-1] / 2 + distinct[1:] / 2).tolist()
    if len(begins) < bins:
        return tuple(middles)
    chosen = list[float]()
    for cut in range(1, bins):
        wanted = cut * ordered.size / bins
        at = min(range(len(begins)), key=lambda place, wanted=wanted: (abs(begins[place] - wanted), place))
        if not chosen or middles[at] > chosen[-1]:
            chosen.append(middles[at])
    return tuple(chosen)


def compare(
    reference: Column, current: Column, *, alpha: float = 0.01, least_rows: int = LEAST_ROWS
) -> Shift:
    """Compare a column in two windows.

    Args:
        reference: The column in the reference.
        current: The column now, with the same categories or edges.
        alpha: Level of each test; over many columns correct the p-values (`multiplicity.holm`).
        least_rows: Rows with a value that each window must have.

    Raises:
        ValueError: alpha is not strictly between 0 and 1.
    """
    probability("alpha", alpha)
    names = sorted(reference.counts.keys() | current.counts.keys())
    before = [reference.counts.get(name, 0) for name in names]
    after = [current.counts.get(name, 0) for name in names]
    nulls, null_p_value = _null_shares(reference, current, least_rows)
    verdict, psi, by_chance, p_value = Verdict.NOT_ENOUGH_DATA, 0.0, 0.0, 1.0
    if not reference.valued and not current.valued:
        verdict = Verdict.NOT_TESTABLE
    enough = min(reference.valued, current.valued) >= least_rows
    if enough:
        psi, by_chance = _psi(before, after)
        p_value = _homogeneity(before, after)
        verdict = _verdict(psi, p_value, alpha)
    new = tuple(_new_categories(names, before, after)) if enough else ()
    vanished = tuple(n for n, b, a in zip(names, before, after, strict=True) if b and not a) if enough else ()
    alarms = {
        "values": verdict in {Verdict.MODERATE, Verdict.LARGE},
        "nulls": null_p_value < alpha and abs(nulls[1] - nulls[0]) >= NULL_SHARE_MIN,
        "new-category": any(each.p_value < alpha and each.share >= NEW_SHARE_MIN for each in new),
    }
    reasons = tuple(name for name, raised in alarms.items() if raised)
    return Shift(verdict, psi, by_chance, p_value, nulls, null_p_value, new, vanished, reasons)


def drifted_share(shifts: Iterable[Shift]) -> float:
    """Return the share of columns with an alarm among those that could be judged; 0 if none could."""
    judged = [
        bool(each.alarms)
        for each in shifts
        if each.alarms or each.verdict not in {Verdict.NOT_ENOUGH_DATA, Verdict.NOT_TESTABLE}
    ]
    return sum(judged) / len(judged) if judged else 0.0


def two_proportions(first: int, of_first: int, second: int, of_second: int) -> float:
    """Return the two-sided p-value that two shares are equal (z test with the pooled share)."""
    pooled = (first + second) / (of_first + of_second)
    spread = math.sqrt(pooled * (1 - pooled) * (1 / of_first + 1 / of_second))
    return 2 * normal_tail(abs(first / of_first - second / of_second) / spread) if spread else 1.0


def _verdict(psi: float, p_value: float, alpha: float) -> Verdict:
    if p_value >= alpha:
        return Verdict.STABLE
    if psi < PSI_MODERATE:
        return Verdict.SMALL
    return Verdict.MODERATE if psi < PSI_LARGE else Verdict.LARGE


def _null_shares(reference: Column, current: Column, least: int) -> tuple[tuple[float, float], float]:
    rows = [(each.nulls, each.nulls + each.valued) for each in (reference, current)]
    before, after = (nulls / of if of else 0.0 for nulls, of in rows)
    if min(of for _, of in rows) < least:
        return (before, after), 1.0
    return (before, after), two_proportions(*rows[0], *rows[1])


def _psi(before: Sequence[int], after: Sequence[int]) -> tuple[float, float]:
    seen = [(b, a) for b, a in zip(before, after, strict=True) if b or a]
    whole = [sum(column) + _SMOOTHING * len(seen) for column in zip(*seen, strict=True)]
    shares = [((b + _SMOOTHING) / whole[0], (a + _SMOOTHING) / whole[1]) for b, a in seen]
    by_chance = (len(seen) - 1) * (1 / sum(before) + 1 / sum(after))
    return math.fsum((now - then) * math.log(now / then) for then, now in shares), by_chance


def _homogeneity(before: Sequence[int], after: Sequence[int]) -> float:
    rows, current = sum(before) + sum(after), sum(after)
    smaller = min(current, rows - current) / rows
    pooled, rest = list[tuple[int, int]](), (0, 0)
    for b, a in zip(before, after, strict=True):
        if (a + b) * smaller >= _EXPECTED_MIN:
            pooled.append((b, a))
        else:
            rest = (rest[0] + b, rest[1] + a)
    if sum(rest):
        pooled.append(rest)
    if len(pooled) < 2:
        return 1.0
    share = current / rows
    square = math.fsum((a - (a + b) * share) ** 2 / ((a + b) * share * (1 - share)) for b, a in pooled)
    return chi_square_tail(square, len(pooled) - 1)


def _new_categories(names: Sequence[str], before: Sequence[int], after: Sequence[int]) -> list[NewCategory]:
    then, now = sum(before), sum(after)
    found = [
        NewCategory(name, a / now, two_proportions(0, then, a, now))
        for name, b, a in zip(names, before, after, strict=True)
        if a and not b
    ]
    return sorted(found, key=lambda each: (-each.share, each.name))


def _names(edges: Sequence[float]) -> list[str]:
    ends = ["-inf", *(repr(each) for each in edges), "inf"]
    return [f"[{low}, {high})" for low, high in pairwise(ends)]
