"""Query parameters `since` and `until` of cost queries: whole days in UTC, or hours for hourly sums."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final

from fastapi import Query
from muster.api import invalid_request
from muster.api.periods import Moment, not_before, span_ms
from muster.jobs.documents.refusal import invalid
from muster.jobs.values.quantities import format_time
from muster.metering.core.ledger import DAY_MS
from muster.metering.core.state import WINDOW_MS
from muster.metering.edge.costs import Step

SINCE_DAYS: Final = 30
"""Length of the default period, days."""

Since = Annotated[
    Moment | None,
    Query(
        description="Midnight in UTC, with its zone (a full hour, where sums are of hours). "
        "Absent: 30 days before `until`.",
        examples=["2026-11-01T00:00:00Z"],
    ),
]

Until = Annotated[
    Moment | None,
    Query(
        description="The end, exclusive: also midnight or a full hour. "
        "Absent: the end of the day or hour in progress.",
        examples=["2026-12-01T00:00:00Z"],
    ),
]

_HOUR: Final = ("hour", "a full hour in UTC", WINDOW_MS)
_DAY: Final = ("day", "midnight in UTC", DAY_MS)


def period_of(step: Step, since: datetime | None, until: datetime | None, now_ms: int) -> tuple[int, int]:
    """Return the period of a query, in whole days, or in whole hours for hourly sums.

    Args:
        step: Period of the sums.
        since: Start; default: SINCE_DAYS before the end.
        until: End, exclusive; default: end of the day or hour in progress.
        now_ms: Current time, milliseconds since 1970 UTC.

    Raises:
        Problem: 422, a time lies within a day or hour, or the start is not before the end.
    """
    unit, start, unit_ms = _HOUR if step is Step.HOUR else _DAY
    since_ms, until_ms = span_ms(since, until)
    inside = [
        invalid(name, format_time(at_ms), f"{start}, such as {format_time(at_ms - at_ms % unit_ms)}")
        for name, at_ms in (("since", since_ms), ("until", until_ms))
        if at_ms is not None and at_ms % unit_ms
    ]
    if inside:
        raise invalid_request(inside)
    if until_ms is None:
        until_ms = now_ms + -now_ms % unit_ms
    if since_ms is None:
        since_ms = until_ms - SINCE_DAYS * DAY_MS
    if since_ms >= until_ms:
        raise not_before(since_ms, f"the end of the {unit} in progress, which is {format_time(until_ms)}")
    return since_ms, until_ms
