"""Budgets of false alarms: days between them, over all series, and run lengths as multiples of sigma."""

from __future__ import annotations

from muster.statistics.arrays import above_zero
from muster.statistics.charts.designs import ewma_for_normal
from muster.statistics.charts.ewma import Ewma, Start
from muster.statistics.charts.ewma_run_lengths import ewma_run_length
from muster.statistics.charts.laws import NormalLaw


def arl_for_days(days: float, means_per_day: float, series: int = 1) -> float:
    """Return the mean run length for a wanted time between false alarms, in means.

    S series share one budget: each alarms by itself, so each has to wait S times as long.

    Args:
        days: Wanted days between false alarms over all series.
        means_per_day: Means that each series has a day.
        series: Number of series.

    Raises:
        ValueError: An argument is not above 0, or the days are shorter than the time to one mean.
    """
    above_zero("days", days)
    above_zero("means_per_day", means_per_day)
    if series < 1:
        raise ValueError(f"series is {series}; must be 1 or more")
    found = days * means_per_day * series
    if found <= 1:
        raise ValueError(
            f"days is {days}; must be above {1 / (means_per_day * series):g}: the time to one mean"
        )
    return found


def days_for_arl(arl: float, means_per_day: float, series: int = 1) -> float:
    """Return the days between false alarms over all series, the inverse of `arl_for_days`.

    Raises:
        ValueError: An argument is not above 0.
    """
    above_zero("arl", arl)
    above_zero("means_per_day", means_per_day)
    if series < 1:
        raise ValueError(f"series is {series}; must be 1 or more")
    return arl / (means_per_day * series)


def arl_for_multiple(multiple: float, weight: float, start: Start = Start.FIXED) -> float:
    """Return the mean run length of a two-sided EWMA chart of normal values with limits at this many sigma.

    Raises:
        ValueError: An argument is out of range.
    """
    return ewma_run_length(Ewma(0.0, 1.0, weight, multiple, multiple, start), NormalLaw()).mean


def multiple_for_arl(arl: float, weight: float, start: Start = Start.FIXED) -> float:
    """Return the least limits, in multiples of sigma and in steps of 1/512, with a mean run length.

    Raises:
        ValueError: An argument is out of range.
    """
    return ewma_for_normal(arl=arl, weight=weight, start=start).chart.low
