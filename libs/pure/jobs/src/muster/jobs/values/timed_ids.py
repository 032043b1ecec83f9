"""Job ids that carry the time they were made at, so that an old one is recognised without being remembered.

`job-`, ten digits of Crockford's base 32 for the milliseconds since 1970 UTC (as in a ULID,
https://github.com/ulid/spec), then ten characters that tell apart the jobs of one millisecond. The first
digit is 0 until the year 3084, which no id of another key begins with (the base 32 of RFC 4648 has no 0).
"""

from __future__ import annotations

import re
from typing import Final

MADE_AT_MS_END: Final = 1 << 45
"""The first time that does not fit, in the year 3084."""

_TIME_DIGITS: Final = 10
_SUFFIX_CHARS: Final = 10
_CROCKFORD: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_PYTHON: Final = "0123456789abcdefghijklmnopqrstuv"
"""The digits that int() reads in base 32."""
_TO_PYTHON: Final = str.maketrans(_CROCKFORD, _PYTHON)
_TIMED: Final = re.compile(rf"job-(0[{_CROCKFORD}]{{{_TIME_DIGITS - 1}}})[a-z0-9]{{{_SUFFIX_CHARS}}}")


def timed_job_id(made_at_ms: int, suffix: str) -> str:
    """A job id that carries a time.

    Args:
        made_at_ms: Milliseconds since 1970 UTC, below MADE_AT_MS_END.
        suffix: At least ten characters of a-z and 0-9, of which the first ten are taken.
    """
    digits = "".join(_CROCKFORD[made_at_ms >> 5 * place & 31] for place in reversed(range(_TIME_DIGITS)))
    return f"job-{digits}{suffix[:_SUFFIX_CHARS]}"


def made_at_ms(job_id: str) -> int | None:
    """The time that a job id carries, ms since 1970 UTC; None: it carries none."""
    found = _TIMED.fullmatch(job_id)
    return int(found[1].translate(_TO_PYTHON), 32) if found else None
