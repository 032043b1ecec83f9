"""Time spans that the cost commands accept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

import typer

DAY_S: Final = 86_400
EVER: Final = "2020-01-01T00:00:00Z"
"""A time before any cell existed."""


def ago(span_s: float) -> str:
    """Return the time `span_s` seconds ago."""
    return f"{datetime.now(UTC) - timedelta(seconds=span_s):%Y-%m-%dT%H:%M:%SZ}"


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
