"""Time spans that the cost commands accept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

import typer

HOUR_S: Final = 3_600
DAY_S: Final = 86_400
EVER: Final = "2020-01-01T00:00:00Z"
"""A time before any cell existed."""


def ago(span_s: float, unit_s: int = DAY_S) -> str:
    """Return the start of the UTC day, or hour, `span_s` seconds ago: services count whole ones."""
    at_s = int(datetime.now(UTC).timestamp() - span_s)
    return f"{datetime.fromtimestamp(at_s - at_s % unit_s, UTC):%Y-%m-%dT%H:%M:%SZ}"


def month(text: str) -> tuple[str, str]:
    """Return the first day of a month and of the next.

    Raises:
        typer.BadParameter: the text is not a month.
    """
    try:
        first = datetime.strptime(text, "%Y-%m").replace(tzinfo=UTC)
    except ValueError:
        raise typer.BadParameter(f"--month is {text}; must be YYYY-MM, e.g. 2026-11") from None
    following = (first + timedelta(days=31)).replace(day=1)
    return f"{first:%Y-%m-%dT00:00:00Z}", f"{following:%Y-%m-%dT00:00:00Z}"
