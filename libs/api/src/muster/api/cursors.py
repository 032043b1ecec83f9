"""Page tokens: the start of the next page in the ordering, not a number of rows to skip (keyset pagination).

A token is opaque to callers and grants no rights: its query is filtered by tenant as always.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, TypeAlias, TypeVar, cast

from fastapi import Query
from muster.api.problems import invalid_request
from muster.events.shared.command_answers import Violation
from muster.views.reading.pages import Key, Page

PAGE_SIZE_MAX: Final = 500
TOKEN_CHARS_MAX: Final = 512

PageSize = Annotated[int, Query(ge=1, le=PAGE_SIZE_MAX, description="Items per page.")]
PageToken = Annotated[
    str | None, Query(max_length=TOKEN_CHARS_MAX, description="next_page_token of the page before.")
]

T = TypeVar("T")
Row: TypeAlias = Mapping[str, Any]


def encode(key: Sequence[int | str]) -> str:
    """Return the token of the page after the row with this ordering key."""
    text = json.dumps(list(key), separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()


def decode(token: str, *kinds: type[int] | type[str]) -> Key:
    """Return the ordering key in a token.

    Args:
        token: Token as sent by the caller.
        kinds: Types of the key's parts.

    Raises:
        Problem: 422, the token is not one of ours.
    """
    try:
        padded = token + "=" * (-len(token) % 4)
        values = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        raise _not_ours(token) from None
    if not isinstance(values, list):
        raise _not_ours(token)
    key = tuple(cast("list[int | str]", values))
    if len(key) != len(kinds) or not all(map(_fits, key, kinds)):
        raise _not_ours(token)
    return key


def listed(page: Page[T], as_json: Callable[[T], Mapping[str, Any]]) -> dict[str, Any]:
    """Return a page as shown in answers."""
    token = encode(page.next_key) if page.next_key is not None else None
    return {"items": [as_json(row) for row in page.rows], "next_page_token": token}


def page_of(rows: Sequence[Row], key: str, size: int, token: str | None) -> dict[str, Any]:
    """Return a page of a short list, held in memory and sorted by `key`."""
    behind = decode(token, str)[0] if token else ""
    left = [row for row in rows if row[key] > behind]
    more = len(left) > size
    return {"items": left[:size], "next_page_token": encode((left[size - 1][key],)) if more else None}


def _fits(value: object, kind: type) -> bool:
    """Whether a store can compare with the value: 64-bit numbers, text without control characters."""
    if isinstance(value, str):
        return kind is str and value.isprintable()
    return kind is int and type(value) is int and abs(value) < 2**63


def _not_ours(token: str) -> Exception:
    allowed = "a next_page_token of an earlier answer to the same query"
    return invalid_request([Violation(field="page_token", value=token[:80], allowed=allowed)])
