"""A question about costs counts whole days, or hours: what it asks for otherwise is refused, not widened."""

from __future__ import annotations

from datetime import datetime

import pytest
from muster.api import Problem
from muster.metering.core.ledger import DAY_MS
from muster.metering.core.state import WINDOW_MS
from muster.metering.edge.costs import Step
from muster.metering.edge.periods import period_of

MIDNIGHT_MS = 1_795_219_200_000
"""2026-11-21, UTC."""

NOW_MS = MIDNIGHT_MS + 9 * WINDOW_MS + 1


def period(step: Step, since: str | None, until: str | None) -> tuple[int, int]:
    """Milliseconds since MIDNIGHT_MS."""
    first, last = (None if text is None else datetime.fromisoformat(text) for text in (since, until))
    since_ms, until_ms = period_of(step, first, last, NOW_MS)
    return since_ms - MIDNIGHT_MS, until_ms - MIDNIGHT_MS


@pytest.mark.parametrize(
    ("step", "since", "until", "first_ms", "last_ms"),
    [
        (Step.DAY, "2026-11-21T00:00Z", "2026-11-22T00:00Z", 0, DAY_MS),
        (Step.TOTAL, "2026-11-21T02:00+02:00", "2026-11-21T19:00-05:00", 0, DAY_MS),
        (Step.HOUR, "2026-11-21T00:00+02:00", "2026-11-21T00:00Z", -2 * WINDOW_MS, 0),
        (Step.DAY, None, None, -29 * DAY_MS, DAY_MS),
        (Step.HOUR, None, None, 10 * WINDOW_MS - 30 * DAY_MS, 10 * WINDOW_MS),
        (Step.MONTH, "2026-11-21T00:00Z", None, 0, DAY_MS),
        (Step.DAY, None, "2026-11-21T00:00Z", -30 * DAY_MS, 0),
    ],
)
def test_a_question_gets_the_days_or_hours_that_it_names(
    step: Step, since: str | None, until: str | None, first_ms: int, last_ms: int
) -> None:
    assert period(step, since, until) == (first_ms, last_ms)


@pytest.mark.parametrize(
    ("step", "since", "until", "field", "allowed"),
    [
        (
            Step.DAY,
            "2026-11-21T00:00+02:00",
            None,
            "since",
            "midnight in UTC, such as 2026-11-20T00:00:00.000Z",
        ),
        (
            Step.HOUR,
            "2026-11-21T00:00+05:30",
            None,
            "since",
            "a full hour in UTC, such as 2026-11-20T18:00:00.000Z",
        ),
        (
            Step.TOTAL,
            None,
            "2026-11-21T23:59:59.999Z",
            "until",
            "midnight in UTC, such as 2026-11-21T00:00:00.000Z",
        ),
        (
            Step.DAY,
            "2026-11-22T00:00Z",
            "2026-11-21T00:00Z",
            "since",
            "a time before until, which is 2026-11-21T00:00:00.000Z",
        ),
        (
            Step.DAY,
            "2026-11-21T00:00Z",
            "2026-11-21T00:00Z",
            "since",
            "a time before until, which is 2026-11-21T00:00:00.000Z",
        ),
        (
            Step.DAY,
            "2026-11-22T00:00Z",
            None,
            "since",
            "a time before the end of the day in progress, which is 2026-11-22T00:00:00.000Z",
        ),
    ],
)
def test_parts_of_days_or_hours_and_reversed_times_are_refused(
    step: Step, since: str | None, until: str | None, field: str, allowed: str
) -> None:
    with pytest.raises(Problem) as refused:
        period(step, since, until)
    assert refused.value.status == 422
    [violation] = refused.value.violations
    assert (violation.field, violation.allowed) == (field, allowed)
