"""OffPeakRequest: hours of the week as people write them, with their conversion to the card of rates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Self, TypeAlias

from muster.events.metering_commands import OffPeak, Weekday
from muster.jobs.forms.form import Form
from muster.jobs.values.off_peak import DAY_HOURS
from muster.jobs.values.rules import Allowed, choice, refuse, whole, written
from pydantic import model_validator

WeekdayField: TypeAlias = Annotated[Weekday, *choice(Weekday)]
_DAYS: Final = f"a list of days: {', '.join(written(day) for day in Weekday)}"


class OffPeakRequest(Form):
    """Hours of the week, UTC, in which jobs are charged less."""

    meant: ClassVar[Mapping[str, str]] = {"from": "from_hour", "until": "until_hour", "day": "days"}

    days: Annotated[tuple[WeekdayField, ...], Allowed(_DAYS)] = ()
    """Days of the week; absent: every day."""
    from_hour: Annotated[int, *whole(0, DAY_HOURS - 1)]
    """The first hour, UTC."""
    until_hour: Annotated[int, *whole(1, DAY_HOURS)]
    """End, UTC, exclusive, later than `from_hour`: a night needs two entries."""
    percent: Annotated[int, *whole(1, 99)]
    """Percentage of the tier's charge that applies in these hours; the platform bears the rest."""

    @model_validator(mode="after")
    def _has_hours(self) -> Self:
        if self.until_hour <= self.from_hour:
            allowed = (
                f"a whole number from {self.from_hour + 1} to {DAY_HOURS}, later than from_hour; what goes "
            )
            allowed += "past midnight is two: until 24, and from 0"
            raise refuse(field="until_hour", value=str(self.until_hour), allowed=allowed)
        return self


def to_off_peak(requests: Sequence[OffPeakRequest]) -> tuple[OffPeak, ...]:
    """Return the off-peak hours as records of a rate card."""
    return tuple(
        OffPeak(days=each.days, from_hour=each.from_hour, until_hour=each.until_hour, percent=each.percent)
        for each in requests
    )


def off_peak_data(off_peak: Sequence[OffPeak]) -> list[dict[str, Any]]:
    """Return off-peak hours as people write them; not validated."""
    return [
        {
            "days": [written(day) for day in each.days],
            "from_hour": each.from_hour,
            "until_hour": each.until_hour,
            "percent": each.percent,
        }
        for each in off_peak
    ]
