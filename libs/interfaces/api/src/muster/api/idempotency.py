"""The Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header-07): a POST sent twice happens once.

There is no store of keys. A keyed request gets an id derived from tenant and key, so the log itself
recognises it: a repeated request is the same job (CommandRepeated), and another request under the same key is
rejected by the log's one reader (ALREADY_EXISTS), whichever API instance received it.
"""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Header
from muster.api.problems import Problem

KEY_CHARS_MAX: Final = 128

IdempotencyKey = Annotated[
    str | None,
    Header(
        min_length=1,
        max_length=KEY_CHARS_MAX,
        pattern=r"^[!-~]+$",
        description="1 to 128 printable ASCII characters; the same key is the same request.",
    ),
]


def key_reused(key: str, subject: str) -> Problem:
    """Return the 422 for a key that was used for another request before."""
    detail = f"Idempotency-Key {key[:KEY_CHARS_MAX]} stands for {subject}, which differs from this request"
    return Problem(422, "idempotency-key-reused", "Idempotency key reused", detail)
