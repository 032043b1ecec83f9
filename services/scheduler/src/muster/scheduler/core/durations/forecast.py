"""Forecast: the calibrated distribution of one run time, from what a history knows (durations.estimator).

Two distributions, both mixtures of histograms. The *spread* is over run times: what similar attempts took.
The *calibration* is over ranks: how much of the spread predicted for it lay below what an attempt then took.
Where spreads are right, ranks lie evenly, and nine in ten below nine tenths. Where they are not, nine in ten
lie below some other rank, and that is the one to read the spread at.
"""

from __future__ import annotations

from typing import Final

from muster.scheduler.core.durations.histogram import LEAF_BITS, POSITIONS, Mixture, position_of, value_at
from muster.scheduler.core.durations.history import ATTEMPT_WEIGHT, DurationHistory

MEDIAN: Final = 500
BOUND: Final = 900
_LEVELS: Final = 1_000
"""Levels are thousandths."""

Points = tuple[tuple[int, int], ...]
"""(position, count): where an attempt counts, ATTEMPT_WEIGHT in all."""

STRENGTH: Final = 3
"""Attempts that a coarser group weighs in a finer one: 2 to 4 are alike in the laboratory (ADR 13)."""

_CALIBRATION_STRENGTH: Final = 64
"""Attempts that a coarser calibration weighs in a finer one, and no correction in the coarsest."""

_ESTIMATE_BITS: Final = 24
"""A run time equal to its estimate counts as 2 ** 24: the middle of the positions."""

_EIGHTHS: Final = (1, 3, 5, 7)
"""A quarter of a cut attempt counts at each of these parts of what lies beyond the cut."""


class Forecast:
    """How long a job will run.

    Args:
        history: What is known.
        kind: Names the calibration: forecasts of one kind are read alike.
        user: So do those for one user.
        groups: Whose run times, finest first.
        estimate_ms: Run times in those groups are counted in estimates; this is the job's. None: they are
            counted in milliseconds.

    Attributes:
        groups: As given.
        calibrators: Groups of ranks, finest first: of the user; of forecasts that rested on about as much; of
            all of the kind.
    """

    __slots__ = ("_calibration", "_estimate_ms", "_spread", "calibrators", "groups")

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
        self._spread = Mixture(history.known(groups), STRENGTH * ATTEMPT_WEIGHT)
        self._calibration = Mixture(history.known(self.calibrators), _CALIBRATION_STRENGTH * ATTEMPT_WEIGHT)

    def quantiles_ms(self, levels: tuple[int, ...], elapsed_ms: int = 0) -> tuple[int, ...]:
        """Run times that so many thousandths of those do not exceed which take longer than `elapsed_ms`."""
        begun = 0
        if elapsed_ms:
            rank = self._share(self._spread.mass_below(self._position(elapsed_ms)))
            begun = self._calibration.mass_below(rank)
        left = self._calibration.mass - begun
        return tuple(self._value(self._read(begun + left * level // _LEVELS)) for level in levels)

    def run_points(self, ran_ms: int, *, whole: bool) -> Points:
        """Where an attempt counts among run times."""
        position = self._position(ran_ms)
        if whole:
            return ((position, ATTEMPT_WEIGHT),)
        below = self._spread.mass_below(position)
        beyond = self._spread.mass - below
        return _quarters(
            [max(position, self._spread.position_above(below + beyond * part // 8)) for part in _EIGHTHS]
        )

    def rank_points(self, ran_ms: int, *, whole: bool) -> Points:
        """Where an attempt counts among ranks: evenly over those of its leaf, or, if cut, of all beyond.

        For whole ones this is the non-randomised rank of Czado, Gneiting and Held (Biometrics 2009).
        """
        position = self._position(ran_ms)
        if whole:
            below, width = self._spread.mass_around(position)
        else:
            below = self._spread.mass_below(position)
            width = self._spread.mass - below
        return _quarters([self._share(below + width * part // 8) for part in _EIGHTHS])

    def loss(self, ran_ms: int) -> int:
        """How bad median and bound were: the pinball loss of both, on the logarithmic scale."""
        position = self._position(ran_ms)
        loss = 0
        for level in (MEDIAN, BOUND):
            beyond = position - self._read(self._calibration.mass * level // _LEVELS)
            loss += beyond * level if beyond > 0 else -beyond * (_LEVELS - level)
        return loss // _LEVELS

    def _share(self, mass: int) -> int:
        """Mass of the spread as a rank, a position."""
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
    """A quarter of an attempt at each of four positions; those of one leaf, which count alike, as one."""
    counts: dict[int, int] = {}
    for position in positions:
        leaf = position >> LEAF_BITS
        counts[leaf] = counts.get(leaf, 0) + ATTEMPT_WEIGHT // 4
    return tuple((leaf << LEAF_BITS, count) for leaf, count in counts.items())
