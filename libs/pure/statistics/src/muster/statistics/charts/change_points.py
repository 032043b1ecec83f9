"""Change points: when the shift began that a chart has signalled.

The mean of normal values was at the centre up to some moment and at another, unknown mean from then on. The
likeliest moment maximises S^2 / 2N, where S is the sum of standardised values since then and N their number
(Pignatiello and Samuel, J. Quality Technology 33, 2001). The interval holds all moments whose log likelihood
ratio is near the largest (Siegmund, International Statistical Review 54, 1986).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from muster.statistics.arrays import IntArray, Numbers, above_zero, numbers, probability, require_length
from muster.statistics.charts.signals import Side


@dataclass(frozen=True, slots=True)
class ChangePoint:
    """Beginning of a shift.

    Attributes:
        began: Place of the first shifted value, from 0.
        earliest: First place of the interval.
        latest: Last place of the interval.
        mean: Mean of the values since.
    """

    began: int
    earliest: int
    latest: int
    mean: float


def change_point(
    values: Numbers,
    centre: float,
    sigma: float,
    side: Side,
    *,
    sizes: Sequence[int] | None = None,
    confidence: float = 0.9,
) -> ChangePoint:
    """Return when a shift began, from the values up to and including the one that signalled.

    Args:
        values: Values, or means, since the chart began, oldest first, shape (n,).
        centre: In-control mean.
        sigma: In-control standard deviation of a single value.
        side: Side of the signal.
        sizes: How many values each is the mean of, shape (n,); None: single values.
        confidence: Probability that the interval holds the true moment. In simulations of 0.9 it held it in
            0.89 to 0.99 of runs, for shifts from 0.5 standard deviations of a value to 3.

    Raises:
        ValueError: No values, or an argument is out of range.
    """
    checked = numbers("values", values)
    above_zero("sigma", sigma)
    probability("confidence", confidence)
    counts = np.ones(checked.size, dtype=np.int64) if sizes is None else _sizes(sizes, checked.size)
    sign = -1.0 if side is Side.LOW else 1.0
    total, number = 0.0, 0
    ratios = [0.0] * checked.size
    shifts: list[float] = ((checked - centre) * counts * (sign / sigma)).tolist()
    for place in range(checked.size - 1, -1, -1):
        total += shifts[place]
        number += int(counts[place])
        ratios[place] = max(total, 0.0) ** 2 / (2 * number)
    began = max(range(checked.size), key=lambda place: (ratios[place], place))
    cut = ratios[began] + math.log(1 - math.sqrt(confidence))
    near = [place for place, ratio in enumerate(ratios) if ratio >= cut]
    since = counts[began:]
    mean = math.fsum((checked[began:] * since).tolist()) / int(since.sum())
    return ChangePoint(began, near[0], near[-1], mean)


def _sizes(sizes: Sequence[int], values: int) -> IntArray:
    require_length("sizes", len(sizes), "the values", values)
    return numbers("sizes", sizes, low=1).astype(np.int64)
