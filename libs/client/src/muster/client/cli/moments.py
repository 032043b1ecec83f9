"""A time as people name it on the command line: a moment, or so much later than another."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from muster.client.errors import InvalidRequest


def now_ms() -> int:
    """This machine's clock, milliseconds since 1970."""
    return (datetime.now(UTC) - datetime.fromtimestamp(0, UTC)) // timedelta(milliseconds=1)


def moment_ms(text: str, since_ms: int) -> int:
    """Milliseconds since 1970 of "2026-12-01T08:00Z"; of "90m" or "in 90m", so long after `since_ms`.

    Raises:
        InvalidRequest: it is neither.
    """
    from muster.jobs.values.quantities import parse_duration, parse_time

    try:
        return since_ms + parse_duration(text.removeprefix("in "))
    except ValueError:
        try:
            return parse_time(text)
        except ValueError:
            hint = "allowed: a time like 2026-12-01T08:00Z, or a duration like 90m"
            raise InvalidRequest(f"{text!r} is not a time", hint=hint) from None
