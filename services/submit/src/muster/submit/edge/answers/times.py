"""Times as formatted in answers."""

from __future__ import annotations

from typing import Annotated

from muster.jobs.values.quantities import format_time
from pydantic import Field

Time = Annotated[str, Field(json_schema_extra={"format": "date-time"}, examples=["2026-11-21T02:29:21.123Z"])]
"""ISO 8601 in UTC."""


def iso(time_ms: int | None) -> str | None:
    """Milliseconds since 1970 as ISO 8601 in UTC, exact: 2026-11-21T02:29:21.123Z."""
    return None if time_ms is None else format_time(time_ms)
