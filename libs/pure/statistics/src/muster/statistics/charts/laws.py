"""Laws of the values on a chart: scores on a grid, their shifts and means of several, and the normal law."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from muster.statistics.arrays import FloatArray, Numbers, above_zero, numbers

_NEGLIGIBLE: Final = 1e-15
"""Probability of values of a mean that are left out, at either end."""

_TILT_MAX: Final = 500.0
_BISECTIONS: Final = 200


@dataclass(frozen=True, slots=True)
class NormalLaw:
    """Normal law of single values.

    Attributes:
        mean: Mean.
        sigma: Standard deviation.
    """

    mean: float = 0.0
    sigma: float = 1.0

    def __post_init__(self) -> None:
        """Check the figures.

        Raises:
            ValueError: sigma is not finite and above 0.
        """
        above_zero("sigma", self.sigma)


@dataclass(frozen=True, slots=True)
class ScoreLaw:
    """Law of single scores on an even grid.

    Attributes:
        lowest: First score of the grid.
        step: Distance between neighbours.
        probabilities: Of each score of the grid, shape (k,); they add up to 1.
    """

    lowest: float
    step: float
    probabilities: tuple[float, ...]

    def __post_init__(self) -> None:
        """Check the figures.

        Raises:
            ValueError: The step is not above 0, or the probabilities do not add up to 1 within 1e-9.
        """
        above_zero("step", self.step)
        checked = numbers("probabilities", self.probabilities, low=0.0, high=1.0)
        if abs(math.fsum(checked.tolist()) - 1) > 1e-9:
            raise ValueError(f"probabilities add up to {math.fsum(checked.tolist())}; must add up to 1")

    @property
    def scores(self) -> list[float]:
        """Scores of the grid, shape (k,)."""
        return [self.lowest + self.step * place for place in range(len(self.probabilities))]

    @property
    def mean(self) -> float:
        """Mean of a score."""
        return math.fsum(map(_product, self.scores, self.probabilities))

    @property
    def sigma(self) -> float:
        """Standard deviation of a score."""
        mean = self.mean
        return math.sqrt(
            math.fsum(
                p * (score - mean) ** 2 for score, p in zip(self.scores, self.probabilities, strict=True)
            )
        )


Law = ScoreLaw | NormalLaw


@dataclass(frozen=True, slots=True)
class Atoms:
    """Standardised values with their probabilities, both of shape (k,)."""

    values: FloatArray
    probabilities: FloatArray


def law_of_counts(lowest: float, step: float, counts: Sequence[int]) -> ScoreLaw:
    """Return the law of scores that were counted.

    Args:
        lowest: First score of the grid.
        step: Distance between neighbours.
        counts: How often each score of the grid was seen, shape (k,).

    Raises:
        ValueError: A count is below 0, or nothing was counted.
    """
    checked = numbers("counts", counts, low=0.0)
    whole = math.fsum(checked.tolist())
    above_zero("sum of counts", whole)
    return ScoreLaw(lowest, step, tuple((checked / whole).tolist()))


def counts_of(scores: Numbers, lowest: float, step: float, points: int) -> tuple[int, ...]:
    """Return how often each point of a grid was seen; scores between points count for the nearest.

    Raises:
        ValueError: A score is more than half a step outside of the grid.
    """
    above_zero("step", step)
    half = step / 2
    checked = numbers("scores", scores, low=lowest - half, high=lowest + step * (points - 1) + half)
    places = np.clip(np.floor((checked - lowest) / step + 0.5), 0, points - 1).astype(np.int64)
    return tuple(np.bincount(places, minlength=points).tolist())


def tilted(law: ScoreLaw, directions: Sequence[float], amount: float) -> ScoreLaw:
    """Return the law with probabilities in proportion to p exp(amount * direction) (exponential tilting)."""
    present = [d for d, p in zip(directions, law.probabilities, strict=True) if p > 0]
    top = max(amount * each for each in present)
    weights = [
        p * math.exp(amount * d - top) if p > 0 else 0.0
        for d, p in zip(directions, law.probabilities, strict=True)
    ]
    whole = math.fsum(weights)
    return ScoreLaw(law.lowest, law.step, tuple(each / whole for each in weights))


def shifted(law: Law, sigmas: float) -> Law:
    """Return the law with its mean shifted by standard deviations of a score.

    The normal law is moved; scores stay on their grid and are tilted exponentially by their value.

    Raises:
        ValueError: No law on these scores has such a mean.
    """
    if isinstance(law, NormalLaw):
        return NormalLaw(law.mean + sigmas * law.sigma, law.sigma)
    wanted = law.mean + sigmas * law.sigma
    present = [score for score, p in zip(law.scores, law.probabilities, strict=True) if p > 0]
    if not present[0] < wanted < present[-1] and sigmas:
        raise ValueError(f"sigmas is {sigmas}; must leave the mean between {present[0]} and {present[-1]}")
    low, high = -_TILT_MAX / law.step, _TILT_MAX / law.step
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if tilted(law, law.scores, middle).mean < wanted:
            low = middle
        else:
            high = middle
    return tilted(law, law.scores, high) if sigmas else law


def mixed(law: ScoreLaw, place: int, share: float) -> ScoreLaw:
    """Return the law of scores of which a share is replaced by the score at a place of the grid.

    With place 0 and share 0.05, 5 % of the answers have become the worst.

    Raises:
        ValueError: The place is not on the grid, or the share is not 0 to 1.
    """
    if not 0 <= place < len(law.probabilities):
        raise ValueError(f"place is {place}; must be 0 to {len(law.probabilities) - 1}")
    if not 0 <= share <= 1:
        raise ValueError(f"share is {share}; must be 0 to 1")
    mixture = [p * (1 - share) for p in law.probabilities]
    mixture[place] += share
    return ScoreLaw(law.lowest, law.step, tuple(mixture))


def sum_law(probabilities: FloatArray, size: int) -> tuple[int, FloatArray]:
    """Return the law of a sum of places on the grid, as its first place and the probabilities from there on.

    Convolved by repeated doubling; ends of less than 1e-15 are cut off.
    """
    offset, whole = 0, np.ones(1)
    power_offset, power = 0, probabilities
    left = size
    while left:
        if left & 1:
            offset, whole = _trimmed(offset + power_offset, np.convolve(whole, power))
        left >>= 1
        if left:
            power_offset, power = _trimmed(2 * power_offset, np.convolve(power, power))
    return offset, whole


def standardised_means(law: ScoreLaw, centre: float, sigma: float, size: int) -> Atoms:
    """Return the law of (mean - centre) sqrt(size) / sigma, where the mean is of `size` independent scores.

    Raises:
        ValueError: size is below 1.
    """
    if size < 1:
        raise ValueError(f"size is {size}; must be 1 or more")
    offset, probabilities = sum_law(np.asarray(law.probabilities, dtype=np.float64), size)
    places = (np.arange(probabilities.size) + offset) / size
    values = (law.lowest - centre + law.step * places) * (math.sqrt(size) / sigma)
    return Atoms(values, probabilities / math.fsum(probabilities.tolist()))


def standardised_normal(law: NormalLaw, centre: float, sigma: float, size: int) -> NormalLaw:
    """Return the law of (mean - centre) sqrt(size) / sigma, where the mean is of `size` normal values."""
    return NormalLaw((law.mean - centre) * math.sqrt(size) / sigma, law.sigma / sigma)


def _trimmed(offset: int, probabilities: FloatArray) -> tuple[int, FloatArray]:
    held = np.flatnonzero(probabilities > _NEGLIGIBLE)
    return offset + int(held[0]), probabilities[held[0] : held[-1] + 1]


def _product(left: float, right: float) -> float:
    return left * right
