"""Forecast of a month's total, as a range with a stated confidence level. PURE.

The forecast for a future day is the mean of its last four weekdays, averaged with the mean of all 28 days.
The relative errors of such forecasts for sums of as many days, at every day of the history, give the range:
split conformal prediction (Vovk, Gammerman, Shafer: Algorithmic Learning in a Random World, 2005).

Sums that begin on neighbouring days overlap, so fewer of them are independent: of n sums of d days about
n / d. The quantiles lie further out by the ratio of that number to itself plus 8, the smallest addend with
which back-tests on generated and recorded histories reached the level (`tests/bench/bench_forecast.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

LEVEL_PERCENT: Final = 80
"""Percentage of cases in which the sum lies in the range."""
TRAIN_DAYS: Final = 28
SUMS_MIN: Final = 28
"""Minimum number of past sums for a range."""
HISTORY_DAYS_MAX: Final = 365
_WEEK: Final = 7
_PARTS: Final = 1_000_000
_SLACK: Final = 8


class Range(NamedTuple):
    """Range of a future sum, in the unit of the days; holds in LEVEL_PERCENT of cases."""

    low: int
    high: int


def forecast(days: Sequence[int], to_come: int) -> Range | None:
    """Forecast the sum of future days.

    Args:
        days: Sums of complete days, oldest first, without a gap; never negative.
        to_come: Number of days after the last of them.

    Returns:
        Range of the sum; None: the history is too short to estimate the error.

    Raises:
        ValueError: `to_come` is below 1.
    """
    if to_come < 1:
        raise ValueError(f"to_come is {to_come}; must be 1 or more")
    days = days[-HISTORY_DAYS_MAX:]
    errors = sorted(
        (sum(days[origin : origin + to_come]) - point) * _PARTS // point
        for origin in range(TRAIN_DAYS, len(days) - to_come + 1)
        if (point := _point_forecast(days[:origin], to_come)) > 0
    )
    point = _point_forecast(days, to_come) if len(days) >= TRAIN_DAYS else 0
    if len(errors) < SUMS_MIN or point == 0:
        return None
    outside = _outside(len(errors), to_come)
    low, high = errors[outside], errors[-1 - outside]
    return Range(max(0, point + point * low // _PARTS), max(0, point + point * high // _PARTS))


def _point_forecast(days: Sequence[int], to_come: int) -> int:
    """Return the point forecast from the last 28 days."""
    recent = days[-TRAIN_DAYS:]
    mean = sum(recent)
    found = 0
    for ahead in range(to_come):
        weekday = recent[ahead % _WEEK :: _WEEK]
        found += sum(weekday) * (TRAIN_DAYS // len(weekday)) + mean
    return found // (2 * TRAIN_DAYS)


def _outside(count: int, to_come: int) -> int:
    """Return the number of errors to leave out at each end."""
    tail = (100 - LEVEL_PERCENT) * (count + 1) * count
    return max(0, tail // (200 * (count + _SLACK * to_come)) - 1)
