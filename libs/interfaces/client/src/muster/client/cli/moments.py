"""Parse times on the command line: a point in time, or an offset from another."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from muster.client.errors import InvalidRequest


def now_ms() -> int:
    """Read this machine's clock in milliseconds since 1970 UTC."""
    return (datetime.now(UTC) - datetime.fromtimestamp(0, UTC)) // timedelta(milliseconds=1)


def moment_ms(text: str, since_ms: int) -> int:
    """Parse a time such as "2026-12-01T08:00Z", or an offset from `since_ms` such as "90m" or "in 90m".

    Returns:
        Milliseconds since 1970 UTC.

    Raises:
        InvalidRequest: the text is neither.
    """
    from muster.jobs.values.quantities import parse_duration, parse_time

    try:
        return since_ms + parse_duration(text.removeprefix("in "))
    except ValueError:
        try:
            return parse_time(text)
        except ValueError:
            hint = "use a time such as 2026-12-01T08:00Z, or a duration such as 90m"
            raise InvalidRequest(f"{text!r} is not a time", hint=hint) from None
