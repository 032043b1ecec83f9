"""Markov chains of an EWMA: how it moves from one value to the next, and when it signals.

Laws of scores: Brook and Evans (Biometrika 59, 1972) on an even lattice around 0. A step leads from a lattice
point to a place between two others and is split between them so that its mean is kept; the variance that
splitting adds, spacing^2 / 6, is taken out of the scores. Whether a step signals is decided at the place
itself, so wider limits never signal sooner, to the last bit: solvers rely on it.

The normal law: Nystrom's method with Gauss-Legendre nodes (Crowder, Technometrics 29, 1987; Champ and Rigdon,
Communications in Statistics 20, 1991).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

import numpy as np
from muster.statistics.arrays import FloatArray, IntArray
from muster.statistics.charts.laws import Atoms, NormalLaw
from muster.statistics.charts.linear import lattice_moves
from muster.statistics.distributions import normal_tail

_NODES: Final = 61
_POINTS_PER_SPREAD: Final = ((20, 36), (50, 24), (math.inf, 16))
"""Lattice points by the number of values of a law: with fewer values the statistic's own law is rougher."""

_OPEN_SIDE: Final = 5.0
"""Spreads that a side without a limit reaches; what would go further stays there."""

_ROOT_2PI: Final = math.sqrt(2 * math.pi)


class Moves(NamedTuple):
    """Steps from some states.

    Attributes:
        states: Values of the statistic after the step where it did not signal, shape (m,).
        matrix: Probabilities from the states before to these, shape (before, m).
        low: Probability of a signal on the low side, shape (before,).
        high: Likewise on the high side.
    """

    states: FloatArray
    matrix: FloatArray
    low: FloatArray
    high: FloatArray


class EwmaChain(Protocol):
    """Chain of a statistic."""

    def states(self, low: float, high: float) -> FloatArray:
        """Return the states between two limits, shape (m,)."""
        ...

    def moves(self, before: FloatArray, low: float, high: float) -> Moves:
        """Return the steps from states, of which those outside of -low to high signal."""
        ...

    def expected(self, before: FloatArray, low: float, high: float, ahead: FloatArray) -> FloatArray:
        """Return mean steps to a signal, and the probability that it is a low one, one step earlier.

        Args:
            before: States before the step, shape (n,).
            low: Lower limit of the step, without its sign.
            high: Upper limit of the step.
            ahead: Both figures, or only the first, at `states(low, high)`, shape (m, 2) or (m, 1).
        """
        ...


@dataclass(frozen=True, slots=True)
class NormalEwma:
    """EWMA of normal values.

    Attributes:
        weight: Weight of the newest value.
        law: Law of the standardised values.
    """

    weight: float
    law: NormalLaw

    def states(self, low: float, high: float) -> FloatArray:
        """Return the Gauss-Legendre nodes between the limits, shape (m,)."""
        low, high = self._inside(low, high)
        return (high + low) / 2 * _legendre()[0] + (high - low) / 2

    def moves(self, before: FloatArray, low: float, high: float) -> Moves:
        """Return the steps from states, of which those outside of -low to high signal."""
        open_low, open_high = math.isinf(low), math.isinf(high)
        low, high = self._inside(low, high)
        half = (high + low) / 2
        states = half * _legendre()[0] + (high - low) / 2
        scale = self.weight * self.law.sigma
        centres = (1 - self.weight) * before + self.weight * self.law.mean
        matrix = np.exp(-0.5 * ((states[None, :] - centres[:, None]) / scale) ** 2)
        matrix *= half / (scale * _ROOT_2PI) * _legendre()[1][None, :]
        none = np.zeros(before.size)
        return Moves(
            states,
            matrix,
            none if open_low else _tails((centres + low) / scale),
            none if open_high else _tails((high - centres) / scale),
        )

    def expected(self, before: FloatArray, low: float, high: float, ahead: FloatArray) -> FloatArray:
        """Return mean steps to a signal, and the probability that it is a low one, one step earlier."""
        moves = self.moves(before, low, high)
        return moves.matrix @ ahead + np.column_stack([np.ones(before.size), moves.low])[:, : ahead.shape[1]]

    def _inside(self, low: float, high: float) -> tuple[float, float]:
        reach = 2 * _OPEN_SIDE * math.sqrt(self.weight / (2 - self.weight)) * self.law.sigma
        return min(low, max(reach - self.law.mean, reach)), min(high, max(reach + self.law.mean, reach))


@dataclass(frozen=True, slots=True)
class LatticeEwma:
    """EWMA of scores.

    Attributes:
        spacing: Distance between lattice points.
        points: All lattice points, shape (n,).
        targets: Place to which each score leads from each point, shape (n, k).
        places: Lattice point at or below it, as an index, shape (n, k).
        parts: Share of the step that goes to the point above, shape (n, k).
        lower: Probability of the score and the point below, shape (n, k).
        upper: Probability of the score and the point above, shape (n, k).
        probabilities: Of the scores, shape (k,).
        open_low: How far states go on the low side where it has no limit, without the sign.
        open_high: Likewise on the high side.
    """

    spacing: float
    points: FloatArray
    targets: FloatArray
    places: IntArray
    parts: FloatArray
    lower: FloatArray
    upper: FloatArray
    probabilities: FloatArray
    open_low: float
    open_high: float

    def states(self, low: float, high: float) -> FloatArray:
        """Return the lattice points between the limits and the next ones beyond, shape (m,)."""
        first, last = self._range(low, high)
        return self.points[first:last]

    def moves(self, before: FloatArray, low: float, high: float) -> Moves:
        """Return the steps from states, of which those outside of -low to high signal."""
        rows = self._rows(before)
        first, last = self._range(low, high)
        width = last - first
        targets = self.targets[rows]
        below, above = targets < -low, targets > high
        chances = np.where(below | above, 0.0, self.probabilities[None, :])
        places, parts = self._within(rows, first, width)
        return Moves(
            self.points[first:last],
            lattice_moves(places, parts, chances, width),
            below @ self.probabilities,
            above @ self.probabilities,
        )

    def expected(self, before: FloatArray, low: float, high: float, ahead: FloatArray) -> FloatArray:
        """Return mean steps to a signal, and the probability that it is a low one, one step earlier."""
        rows = self._rows(before)
        first, last = self._range(low, high)
        targets, places = self.targets[rows], self.places[rows]
        below = targets < -low
        inside = ~(below | (targets > high))
        found = np.empty((before.size, ahead.shape[1]))
        for column in range(ahead.shape[1]):
            values = np.pad(ahead[:, column], (first, self.points.size - last), mode="edge")
            moved = self.lower[rows] * values[places] + self.upper[rows] * values[places + 1]
            found[:, column] = (moved * inside).sum(axis=1)
        found[:, 0] += 1
        if ahead.shape[1] > 1:
            found[:, 1] += below @ self.probabilities
        return found

    def _rows(self, before: FloatArray) -> slice:
        begin = round((float(before[0]) - float(self.points[0])) / self.spacing)
        return slice(begin, begin + before.size)

    def _within(self, rows: slice, first: int, width: int) -> tuple[IntArray, FloatArray]:
        """Places and parts among the states from the first one on; the last one of an open side holds all."""
        places, parts = self.places[rows] - first, self.parts[rows]
        parts = np.where(places > width - 2, 1.0, np.where(places < 0, 0.0, parts))
        return np.clip(places, 0, width - 2), parts

    def _range(self, low: float, high: float) -> tuple[int, int]:
        least, most = float(self.points[0]), float(self.points[-1])
        low = min(self.open_low, -least) if math.isinf(low) else low
        high = min(self.open_high, most) if math.isinf(high) else high
        first = math.floor((max(-low, least) - least) / self.spacing)
        last = math.ceil((min(high, most) - least) / self.spacing) + 1
        return first, min(max(last, first + 2), self.points.size)


def lattice_ewma(weight: float, atoms: Atoms, reach: float) -> LatticeEwma:
    """Return the chain of an EWMA of scores.

    Args:
        weight: Weight of the newest value.
        atoms: Law of the standardised values.
        reach: How far limits go, in spreads of the EWMA.
    """
    spread = math.sqrt(weight / (2 - weight))
    spacing = spread / next(points for values, points in _POINTS_PER_SPREAD if atoms.values.size < values)
    least, most = float(atoms.values[0]), float(atoms.values[-1])
    centre = float(atoms.values @ atoms.probabilities)
    first = math.floor(max(min(least, 0.0), min(centre, 0.0) - reach * spread) / spacing) - 1
    last = math.ceil(min(max(most, 0.0), max(centre, 0.0) + reach * spread) / spacing) + 1
    points = np.arange(first, last + 1, dtype=np.float64) * spacing
    shrunk = math.sqrt(max(1 - spacing * spacing / (6 * weight * weight), 0.25))
    values = centre + (atoms.values - centre) * shrunk
    targets = (1 - weight) * points[:, None] + weight * values[None, :]
    along = np.clip(targets / spacing - first, 0.0, points.size - 1.0)
    places = np.minimum(along.astype(np.int64), points.size - 2)
    parts = along - places
    upper = parts * atoms.probabilities
    return LatticeEwma(
        spacing,
        points,
        targets,
        places,
        parts,
        atoms.probabilities - upper,
        upper,
        atoms.probabilities,
        open_low=_OPEN_SIDE * spread - min(centre, 0.0),
        open_high=_OPEN_SIDE * spread + max(centre, 0.0),
    )


@lru_cache(1)
def _legendre() -> tuple[FloatArray, FloatArray]:
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    return nodes, weights


def _tails(values: FloatArray) -> FloatArray:
    return np.array([normal_tail(each) for each in values.tolist()])
