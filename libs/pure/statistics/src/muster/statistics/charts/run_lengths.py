"""Run lengths: how many values a chart takes to its first signal, on average and in distribution.

From the first value on (zero state). In control it is the time between false alarms, with a law shifted the
delay of detection.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from muster.statistics.arrays import FloatArray, probability
from muster.statistics.charts.linear import solved

LONGEST: Final = 1e12
"""Mean run lengths above are infinite."""

_STEPS_MAX: Final = 200_000
_NOTHING_LEFT: Final = 1e-12
_CALM: Final = 3
"""Steps without a change of the hazard that count as settled; one alone could be a turning point."""

_SILENT_MAX: Final = 2_000
"""Steps after which a chart that cannot signal yet is taken for one that never does."""


@dataclass(frozen=True, slots=True)
class RunLength:
    """Mean run length of a chart.

    Attributes:
        mean: Values to the first signal, on average (ARL); infinite: it practically never signals.
        low_share: Probability that this signal is on the low side.
    """

    mean: float
    low_share: float


@dataclass(frozen=True, slots=True)
class Distribution:
    """Distribution of a run length.

    Attributes:
        survival: Probability of no signal in the first t values, for t = 0, 1, ...; shape (n,).
        ratio: Factor from each to the next one beyond them.
    """

    survival: tuple[float, ...]
    ratio: float

    @property
    def mean(self) -> float:
        """Values to the first signal, on average."""
        tail = self.survival[-1] / (1 - self.ratio) if self.ratio < 1 else math.inf
        return math.fsum(self.survival[:-1]) + tail

    def quantile(self, p: float) -> float:
        """Return the number of values within which a signal comes with probability p or more.

        Raises:
            ValueError: p is not strictly between 0 and 1.
        """
        left = 1 - probability("p", p)
        if self.survival[-1] <= left:
            return float(np.searchsorted(-np.asarray(self.survival), -left))
        if not 0 < self.ratio < 1:
            return math.inf
        return len(self.survival) - 1 + math.ceil(math.log(left / self.survival[-1]) / math.log(self.ratio))


def figures_ahead(matrix: FloatArray, right: FloatArray) -> FloatArray | None:
    """Return expected figures from each state to the signal, (I - matrix)^-1 right, shape (m, k).

    Args:
        matrix: Probabilities of moves between states that do not signal, shape (m, m).
        right: Figures of one step, shape (m, k); the first column is 1, for the mean run length.

    Returns:
        None if a mean run length is beyond `LONGEST`.
    """
    try:
        found = solved(matrix, right)
    except np.linalg.LinAlgError:
        return None
    return found if float(found[:, 0].min()) > 0 and float(found[:, 0].max()) <= LONGEST else None


def settled_distribution(
    begun: list[float], mass: FloatArray, matrix: FloatArray, alarms: FloatArray, *, tolerance: float
) -> Distribution:
    """Return the distribution of a run length, followed until its hazard no longer changes.

    Args:
        begun: Survival of the first values.
        mass: Probabilities of the states at the next value, shape (m,).
        matrix: Probabilities of moves between states, shape (m, m).
        alarms: Probability of a signal in the next step from each state, shape (m,).
        tolerance: Relative change of the hazard in one step that counts as none.
    """
    survival, hazard, calm = [*begun], -1.0, 0
    for step in range(_STEPS_MAX):
        left = float(mass.sum())
        survival.append(left)
        before, hazard = hazard, float(mass @ alarms) / left if left > 0 else 1.0
        calm = calm + 1 if abs(hazard - before) <= tolerance * hazard else 0
        settled = calm >= _CALM and (hazard > 0 or step >= _SILENT_MAX)
        if settled or left < _NOTHING_LEFT:
            break
        mass = mass @ matrix
    return Distribution(tuple(survival), 1 - hazard)
