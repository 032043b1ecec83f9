"""Time spans of costs, as commands take them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

import typer

DAY_S: Final = 86_400
EVER: Final = "2020-01-01T00:00:00Z"
"""Before any cell."""


def ago(span_s: float) -> str:
    """The time so long ago."""
    return f"{datetime.now(UTC) - timedelta(seconds=span_s):%Y-%m-%dT%H:%M:%SZ}"


def month(text: str) -> tuple[str, str]:
    """Its first day and that of the next.

    Raises:
        typer.BadParameter: it is no month.
    """
    try:
        first = datetime.strptime(text, "%Y-%m").replace(tzinfo=UTC)
    except ValueError:
        raise typer.BadParameter(f"--month {text}: a month is written like 2026-11") from None
    following = (first + timedelta(days=31)).replace(day=1)
    return f"{first:%Y-%m-%dT00:00:00Z}", f"{following:%Y-%m-%dT00:00:00Z}"
