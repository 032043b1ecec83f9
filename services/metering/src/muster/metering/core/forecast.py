"""What a month will come to, as a range that holds as often as it says. PURE.

A day to come is taken for the mean of its last four weekdays, drawn half-way to the mean of all 28 days. How
far sums of as many days were off from what would have been said, at every day of the history, gives the
range: split conformal prediction (Vovk, Gammerman, Shafer: Algorithmic Learning in a Random World, 2005) of
errors in parts of what was said.

Sums that begin on neighbouring days share days, so there are fewer of them than it seems: of n sums of d days
about n / d. The quantiles lie further out by that number over itself and 8, the smallest addend with which
back-tests on generated and recorded histories came out as said (`tests/bench/bench_forecast.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

LEVEL_PERCENT: Final = 80
"""So often the sum lies in the range."""
TRAIN_DAYS: Final = 28
SUMS_MIN: Final = 28
"""A range needs so many sums of the past."""
HISTORY_DAYS_MAX: Final = 365
_WEEK: Final = 7
_PARTS: Final = 1_000_000
_SLACK: Final = 8


class Range(NamedTuple):
    """What a sum will be, in the unit of the days: within, as often as LEVEL_PERCENT says."""

    low: int
    high: int


def forecast(days: Sequence[int], to_come: int) -> Range | None:
    """The sum of days to come.

    Args:
        days: Sums of complete days, the oldest first, without a gap; never negative.
        to_come: How many days after the last of them.

    Returns:
        Its range; None: the history is too short to say how good a forecast is.

    Raises:
        ValueError: `to_come` is below 1.
    """
    if to_come < 1:
        raise ValueError(f"to_come {to_come}: allowed is 1 or more")
    days = days[-HISTORY_DAYS_MAX:]
    errors = sorted(
        (sum(days[origin : origin + to_come]) - said) * _PARTS // said
        for origin in range(TRAIN_DAYS, len(days) - to_come + 1)
        if (said := _said(days[:origin], to_come)) > 0
    )
    said = _said(days, to_come) if len(days) >= TRAIN_DAYS else 0
    if len(errors) < SUMS_MIN or said == 0:
        return None
    outside = _outside(len(errors), to_come)
    low, high = errors[outside], errors[-1 - outside]
    return Range(max(0, said + said * low // _PARTS), max(0, said + said * high // _PARTS))


def _said(days: Sequence[int], to_come: int) -> int:
    """The sum that the last 28 days let expect."""
    recent = days[-TRAIN_DAYS:]
    mean = sum(recent)
    found = 0
    for ahead in range(to_come):
        weekday = recent[ahead % _WEEK :: _WEEK]
        found += sum(weekday) * (TRAIN_DAYS // len(weekday)) + mean
    return found // (2 * TRAIN_DAYS)


def _outside(count: int, to_come: int) -> int:
    """How many errors to leave out at each end."""
    tail = (100 - LEVEL_PERCENT) * (count + 1) * count
    return max(0, tail // (200 * (count + _SLACK * to_come)) - 1)
