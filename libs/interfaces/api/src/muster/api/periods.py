"""Query parameters `since` and `until`: times with their zone, `since` before `until`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Final

from muster.api.problems import invalid_request
from muster.jobs.documents.refusal import invalid
from muster.jobs.values.quantities import format_time
from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

_EPOCH: Final = datetime.fromtimestamp(0, UTC)

ALLOWED: Final = "a time with its zone, such as 2026-11-21T09:00:00Z"


def _zoned(text: Any) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise PydanticCustomError("time", f"{ALLOWED}; in an address, + is %2B" if " " in text else ALLOWED)
    return found


Moment = Annotated[datetime, BeforeValidator(_zoned)]
"""ISO 8601 with an offset or Z: a time without its zone is rejected, not guessed."""


def span_ms(since: datetime | None, until: datetime | None) -> tuple[int | None, int | None]:
    """Return both times in milliseconds since 1970 UTC.

    Raises:
        Problem: 422, `since` is not before `until`.
    """
    first_ms, last_ms = (None if each is None else _ms(each) for each in (since, until))
    if first_ms is not None and last_ms is not None and first_ms >= last_ms:
        raise not_before(first_ms, f"until, which is {format_time(last_ms)}")
    return first_ms, last_ms


def not_before(since_ms: int, end: str) -> Exception:
    """Return the 422 for a `since` that is not before the end of its span."""
    return invalid_request([invalid("since", format_time(since_ms), f"a time before {end}")])


def _ms(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(milliseconds=1)
