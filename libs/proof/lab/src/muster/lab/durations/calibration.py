"""Calibration: the rate at which stated bounds hold, measured in sequence: predict, observe, learn.

For comparison, the same runs are predicted without a history per user, from all runs together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import exp2, log2
from typing import Final

from muster.lab.durations.run_times import Run
from muster.scheduler.core.durations.estimator import learn, quantiles_ms
from muster.scheduler.core.durations.history import DurationHistory

LEVELS: Final = (500, 750, 900, 950)
"""Stated probabilities, thousandths."""

BOUND: Final = LEVELS.index(900)

GROUP_MIN: Final = 400
"""Fewest runs of a user for a figure per user; the standard deviation is 1.5 % there."""


@dataclass(slots=True)
class Count:
    """Number of times that bounds held.

    Attributes:
        runs: Number of runs predicted.
        held: Number of these for which the bound held, by level.
        log2_bound: Sum of log2 of the 90 % bounds in milliseconds.
    """

    runs: int = 0
    held: list[int] = field(default_factory=lambda: [0] * len(LEVELS))
    log2_bound: float = 0.0

    def add(self, takes_ms: int, stated_ms: Sequence[int]) -> None:
        """Count one run and the bounds stated for it."""
        self.runs += 1
        self.log2_bound += log2(max(1, stated_ms[BOUND]))
        for level, bound_ms in enumerate(stated_ms):
            self.held[level] += takes_ms <= bound_ms

    def observed_pct(self, level: int) -> float:
        """Return how often the bound of a level held, percent."""
        return 100 * self.held[level] / self.runs


@dataclass(frozen=True, slots=True)
class Calibration:
    """The result for one load.

    Attributes:
        load: Name of the load.
        all_runs: Counts of all users.
        by_who: Counts of each user with at least GROUP_MIN runs.
        without_history: Counts of all users, predicted from all runs together.
    """

    load: str
    all_runs: Count
    by_who: dict[str, Count]
    without_history: Count

    def as_json(self) -> dict[str, object]:
        """The load's part of `muster sim durations --json`."""
        observed = {f"{level / 10:g}": self.all_runs.observed_pct(i) for i, level in enumerate(LEVELS)}
        return {
            "runs": self.all_runs.runs,
            "observed_pct": {level: round(pct, 2) for level, pct in observed.items()},
            "observed_90_pct_by_user": {
                who: round(count.observed_pct(BOUND), 2) for who, count in sorted(self.by_who.items())
            },
            "bound_90_typical_s": round(typical_s(self.all_runs), 1),
            "bound_90_typical_without_history_s": round(typical_s(self.without_history), 1),
        }


def calibrate(load: str, runs: Sequence[Run]) -> Calibration:
    """Predict and learn a load's runs, with and without knowing the users."""
    stated = _measure(runs)
    big = {who: count for who, count in _by_who(runs, stated).items() if count.runs >= GROUP_MIN}
    return Calibration(load, _sum(runs, stated), big, count_held([_nobody(run) for run in runs]))


def count_held(runs: Sequence[Run]) -> Count:
    """Predict and learn runs; return how often the bounds held, over all users."""
    return _sum(runs, _measure(runs))


def typical_s(count: Count) -> float:
    """Geometric mean of the 90 % bounds, seconds, which a heavy tail distorts little."""
    return exp2(count.log2_bound / count.runs) / 1_000


def _measure(runs: Sequence[Run]) -> list[tuple[int, ...]]:
    """The bounds stated for each run when it began; () when none could be stated."""
    history = DurationHistory()
    stated: list[tuple[int, ...]] = [()] * len(runs)
    begins = [(run.begins, index, True) for index, run in enumerate(runs)]
    ends = [(run.ends, index, False) for index, run in enumerate(runs)]
    for _, index, begun in sorted(begins + ends):
        run = runs[index]
        if begun:
            stated[index] = quantiles_ms(history, run.features, LEVELS)
        else:
            learn(history, run.features, run.ran_ms, whole=run.ran_ms == run.takes_ms)
    return stated


def _nobody(run: Run) -> Run:
    """The run without its user, as an estimator without history sees it."""
    features = run.features._replace(user="any", groups=("all",), estimate_ms=None)
    return Run(run.who, features, run.takes_ms, run.ran_ms, run.begins, run.ends)


def _sum(runs: Iterable[Run], stated: Iterable[tuple[int, ...]]) -> Count:
    count = Count()
    for run, bounds_ms in zip(runs, stated, strict=True):
        if bounds_ms:
            count.add(run.takes_ms, bounds_ms)
    return count


def _by_who(runs: Iterable[Run], stated: Iterable[tuple[int, ...]]) -> dict[str, Count]:
    counts: dict[str, Count] = {}
    for run, bounds_ms in zip(runs, stated, strict=True):
        if bounds_ms:
            counts.setdefault(run.who, Count()).add(run.takes_ms, bounds_ms)
    return counts
