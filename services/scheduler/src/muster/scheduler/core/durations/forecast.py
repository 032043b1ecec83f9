"""Forecast: the calibrated distribution of one run time, from a history (durations.estimator).

It consists of two distributions, both mixtures of histograms. The *spread* is over run times of similar
attempts. The *calibration* is over ranks: the part of the predicted spread that was below an attempt's actual
run time. If spreads are right, ranks are uniform, and nine in ten are below 0.9. If not, nine in ten are
below some other rank, and the spread is read at that rank.
"""

from __future__ import annotations

from typing import Final

from muster.scheduler.core.durations.histogram import (
    LEAF_BITS,
    POSITIONS,
    Distribution,
    position_of,
    value_at,
)
from muster.scheduler.core.durations.history import ATTEMPT_WEIGHT, DurationHistory

MEDIAN: Final = 500
BOUND: Final = 900
_LEVELS: Final = 1_000
"""Quantile levels are thousandths."""

Points = tuple[tuple[int, int], ...]
"""(position, count): the counts of one attempt, ATTEMPT_WEIGHT in total."""

STRENGTH: Final = 3
"""Weight of a coarser group in a finer one, in attempts: 2 to 4 gave equal results (ADR 13)."""

_CALIBRATION_STRENGTH: Final = 64
"""Weight, in attempts, of a coarser calibration in a finer one, and of no correction in the coarsest."""

_STRENGTHS: Final = (STRENGTH * ATTEMPT_WEIGHT, _CALIBRATION_STRENGTH * ATTEMPT_WEIGHT)
"""Strengths of the two mixtures, in counts."""

_ESTIMATE_BITS: Final = 24
"""A run time equal to its estimate counts as 2 ** 24: the middle of the positions."""

_EIGHTHS: Final = (1, 3, 5, 7)
"""A quarter of a truncated attempt counts at each of these eighths of the mass beyond the truncation."""


class Forecast:
    """The calibrated distribution of a job's run time.

    Args:
        history: The history.
        kind: Name of the calibration: forecasts of one kind share it.
        user: User: forecasts for one user share a finer calibration.
        groups: Groups of run times, finest first.
        estimate_ms: The job's estimate, if run times in the groups are relative to estimates; None: they are
            in milliseconds.

    Attributes:
        groups: As given.
        calibrators: Groups of ranks, finest first: of the user; of forecasts with about as much history; of
            all forecasts of the kind.
    """

    __slots__ = ("_estimate_ms", "_history", "_mixtures", "calibrators", "groups")

    def __init__(
        self,
        history: DurationHistory,
        kind: str,
        user: str,
        groups: tuple[str, ...],
        estimate_ms: int | None = None,
    ) -> None:
        rested_on = history.attempts(groups[0]).bit_length()
        self.groups = groups
        self.calibrators = (f"rank/{kind}/user/{user}", f"rank/{kind}/{rested_on}", f"rank/{kind}")
        self._estimate_ms = estimate_ms
        self._history = history
        self._mixtures: tuple[Distribution, Distribution] | None = None

    @property
    def _spread(self) -> Distribution:
        return self._mixed()[0]

    @property
    def _calibration(self) -> Distribution:
        return self._mixed()[1]

    def median_and_bound_ms(self) -> tuple[int, int]:
        """The quantiles MEDIAN and BOUND of the run time, ms."""
        history = self._history
        if history.table is None:
            median_ms, bound_ms = self.quantiles_ms((MEDIAN, BOUND))
            return median_ms, bound_ms
        spread, ranks = history.histograms(self.groups), history.histograms(self.calibrators)
        median, bound = history.table.quantiles(spread, ranks, _STRENGTHS, (MEDIAN, BOUND))
        return self._value(median), self._value(bound)

    def quantiles_ms(self, levels: tuple[int, ...], elapsed_ms: int = 0) -> tuple[int, ...]:
        """Quantiles of the run time, ms, given that it exceeds `elapsed_ms`; levels in thousandths."""
        begun = 0
        if elapsed_ms:
            rank = self._share(self._spread.mass_below(self._position(elapsed_ms)))
            begun = self._calibration.mass_below(rank)
        left = self._calibration.mass - begun
        return tuple(self._value(self._read(begun + left * level // _LEVELS)) for level in levels)

    def learn_whole(self, ran_ms: int) -> None:
        """Add a whole attempt to its groups and calibrators: its run points and its rank points."""
        history = self._history
        if history.table is not None:
            position = self._position(ran_ms)
            history.learn_whole(history.table, self.groups, self.calibrators, _STRENGTHS[0], position)
            return
        ran, ranks = self.run_points(ran_ms, whole=True), self.rank_points(ran_ms, whole=True)
        history.learn(self.groups, ran)
        history.learn(self.calibrators, ranks)

    def run_points(self, ran_ms: int, *, whole: bool) -> Points:
        """The points of an attempt in the histograms of run times.

        What was truncated counts among the longer attempts. Where there are none, every second attempt that
        has lasted so long is taken to last twice as long.
        """
        position = self._position(ran_ms)
        if whole:
            return ((position, ATTEMPT_WEIGHT),)
        last = max((each.last for each in self._history.histograms(self.groups)), default=-1)
        if position >> LEAF_BITS >= last:
            lived = value_at(position)
            return _quarters([position_of(lived * 8 // (8 - part)) for part in _EIGHTHS])
        end = (last + 1 << LEAF_BITS) - 1
        below = self._spread.mass_below(position)
        beyond = self._spread.mass - below
        longer = [self._spread.position_above(below + beyond * part // 8) for part in _EIGHTHS]
        return _quarters([min(max(position, each), end) for each in longer])

    def rank_points(self, ran_ms: int, *, whole: bool) -> Points:
        """The points of an attempt in the histograms of ranks.

        They are spread evenly over the ranks of its leaf, or, if it was truncated, over all ranks beyond. For
        whole attempts this is the non-randomised rank of Czado, Gneiting and Held (Biometrics 2009).
        """
        position = self._position(ran_ms)
        if whole:
            below, width = self._spread.mass_around(position)
        else:
            below = self._spread.mass_below(position)
            width = self._spread.mass - below
        return _quarters([self._share(below + width * part // 8) for part in _EIGHTHS])

    def loss(self, ran_ms: int) -> int:
        """The pinball loss of the median and the bound, on the logarithmic scale."""
        position = self._position(ran_ms)
        loss = 0
        for level in (MEDIAN, BOUND):
            beyond = position - self._read(self._calibration.mass * level // _LEVELS)
            loss += beyond * level if beyond > 0 else -beyond * (_LEVELS - level)
        return loss // _LEVELS

    def _mixed(self) -> tuple[Distribution, Distribution]:
        """The spread and the calibration, as they are when one of them is first asked."""
        if self._mixtures is None:
            spread_strength, calibration_strength = _STRENGTHS
            self._mixtures = (
                self._history.mixture(self.groups, spread_strength),
                self._history.mixture(self.calibrators, calibration_strength),
            )
        return self._mixtures

    def _share(self, mass: int) -> int:
        """A mass of the spread as a rank, which is a position."""
        return min(mass * POSITIONS // self._spread.mass, POSITIONS - 1)

    def _read(self, calibrated_mass: int) -> int:
        rank = self._calibration.position_above(calibrated_mass)
        return self._spread.position_above(rank * self._spread.mass // POSITIONS)

    def _position(self, ms: int) -> int:
        return position_of(ms if self._estimate_ms is None else (ms << _ESTIMATE_BITS) // self._estimate_ms)

    def _value(self, position: int) -> int:
        value = value_at(position)
        return value if self._estimate_ms is None else (value * self._estimate_ms) >> _ESTIMATE_BITS


def _quarters(positions: list[int]) -> Points:
    """A quarter of an attempt at each of four positions; positions of one leaf are merged."""
    counts: dict[int, int] = {}
    for position in positions:
        leaf = position >> LEAF_BITS
        counts[leaf] = counts.get(leaf, 0) + ATTEMPT_WEIGHT // 4
    return tuple((leaf << LEAF_BITS, count) for leaf, count in counts.items())
