"""Off-peak hours: hours of the week in which jobs are charged less.

Hours are UTC, so that none of them comes twice or never, as local ones do when clocks change. They are full
clock hours, like those by which usage is recorded, which splits usage at their ends anyway.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.events.metering_commands import OffPeak, Weekday

HOUR_MS: Final = 3_600_000
DAY_HOURS: Final = 24
WEEK_HOURS: Final = 7 * DAY_HOURS

_WEEK: Final = tuple(Weekday)
_FIRST_DAY: Final = _WEEK.index(Weekday.THURSDAY)
"""1970 began with a Thursday."""
_WHOLE: Final = 100


def off_peak_percent(off_peak: Sequence[OffPeak], at_ms: int) -> int:
    """Return the percentage of the tier's charge that applies at a time; 100: not off-peak.

    Args:
        off_peak: A card's off-peak hours, without overlaps.
        at_ms: Milliseconds since 1970 UTC.
    """
    days, hour = divmod(at_ms // HOUR_MS, DAY_HOURS)
    day = _WEEK[(days + _FIRST_DAY) % len(_WEEK)]
    for each in off_peak:
        if each.from_hour <= hour < each.until_hour and (not each.days or day in each.days):
            return each.percent
    return _WHOLE


def tier_at(tier_percent: int, off_peak_percent: int) -> int:
    """Return the charged percentage of a job's cost: tier x hour, rounded half up to a whole percent."""
    return (tier_percent * off_peak_percent + _WHOLE // 2) // _WHOLE


def percent_ms(off_peak: Sequence[OffPeak], tier_percent: int, starts_at_ms: int, duration_ms: int) -> int:
    """Return a job's run time in milliseconds, each weighted by the percentage charged at that time.

    Args:
        off_peak: The card's off-peak hours.
        tier_percent: Percentage that its tier is charged.
        starts_at_ms: Start of the job, milliseconds since 1970 UTC.
        duration_ms: Run time of the job.
    """
    found, ends_at_ms = 0, starts_at_ms + duration_ms
    while starts_at_ms < ends_at_ms:
        until_ms = min(ends_at_ms, (starts_at_ms // HOUR_MS + 1) * HOUR_MS)
        found += (until_ms - starts_at_ms) * tier_at(tier_percent, off_peak_percent(off_peak, starts_at_ms))
        starts_at_ms = until_ms
    return found


def hours_of(each: OffPeak) -> list[tuple[Weekday, int]]:
    """Return its hours of the week as day and hour; hours outside 0 to 23 are left out."""
    hours = range(max(0, each.from_hour), min(DAY_HOURS, each.until_hour))
    return [(day, hour) for day in each.days or _WEEK for hour in hours]


def next_off_peak_ms(off_peak: Sequence[OffPeak], after_ms: int) -> int | None:
    """Return when the charge next falls, milliseconds since 1970 UTC; None: never."""
    hour = after_ms // HOUR_MS
    for starts_at_ms in range((hour + 1) * HOUR_MS, (hour + 1 + WEEK_HOURS) * HOUR_MS, HOUR_MS):
        if off_peak_percent(off_peak, starts_at_ms) < off_peak_percent(off_peak, starts_at_ms - HOUR_MS):
            return starts_at_ms
    return None


def format_off_peak(each: OffPeak) -> str:
    """Format off-peak hours for people: "saturday, sunday 0 to 6: 60 %"."""
    days = ", ".join(day.value.lower() for day in each.days) or "every day"
    return f"{days} {each.from_hour} to {each.until_hour}: {each.percent} %"
