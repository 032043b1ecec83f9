"""Lists in pages: every list takes `limit` and `page_token`, and answers with `items` and `next_page_token`.

A token is the start of the next page in the ordering, not a number of rows to skip (keyset pagination). It is
opaque to callers and grants no rights: its query is filtered by tenant as always.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Generic, LiteralString, TypeAlias, TypeVar, cast

from fastapi import Depends, Query
from muster.api.problems import invalid_request
from muster.events.shared.command_answers import Violation
from muster.views.reading.pages import Key, Keyset
from muster.views.reading.tables import Statement, Tables
from pydantic import Field
from typing_extensions import TypedDict

LIMIT: Final = 100
"""Items of a page without `limit`."""
LIMIT_MAX: Final = 1_000
TOKEN_CHARS_MAX: Final = 4_096
"""Long enough for two 300-character names in any script."""

Limit = Annotated[int, Query(ge=1, le=LIMIT_MAX, description=f"Items per page; default: {LIMIT}.")]
PageToken = Annotated[
    str | None, Query(max_length=TOKEN_CHARS_MAX, description="next_page_token of the page before.")
]
NextPageToken = Annotated[
    str | None, Field(description="`page_token` of the next page; null: the last page.")
]

_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-f]{4})|.)")
"""Escapes in JSON; those of control characters are six bytes each, the characters themselves one."""

_NOT_STORED: Final = re.compile("[\0\ud800-\udfff]")
"""Characters that Postgres cannot take."""

T = TypeVar("T")
R = TypeVar("R")
Kinds: TypeAlias = Sequence[type[int] | type[str]]


class ListAnswer(TypedDict, Generic[T]):
    """One page of a list."""

    items: list[T]
    next_page_token: NextPageToken


@dataclass(frozen=True, slots=True)
class Order:
    """Order of a list: items or attributes of its rows that are together unique, with their types.

    Attributes:
        columns: Type by name; times are ints.
        descending: Whether the largest comes first.
    """

    columns: Mapping[LiteralString, type[int] | type[str]]
    descending: bool = False

    @property
    def kinds(self) -> Kinds:
        """Types of a key's parts."""
        return tuple(self.columns.values())

    def key_of(self, row: object) -> Key:
        """Return the key of a row, a mapping or an object with attributes."""
        if isinstance(row, Mapping):
            items = cast("Mapping[str, int | str]", row)
            return tuple(items[column] for column in self.columns)
        return tuple(getattr(row, column) for column in self.columns)


@dataclass(frozen=True, slots=True)
class PageRequest:
    """The page of a list that a caller requests.

    Attributes:
        limit: Items of the page.
        token: next_page_token of the page before; None: the first page.
    """

    limit: int = LIMIT
    token: str | None = None

    def behind(self, kinds: Kinds) -> Key | None:
        """Return the key after which the page begins; None: it is the first page.

        Raises:
            Problem: 422, the token is not one of ours.
        """
        return None if self.token is None else decode(self.token, *kinds)

    async def read(
        self, tables: Tables, kind: type[R], statement: Statement, parameters: Mapping[str, Any], order: Order
    ) -> ListAnswer[R]:
        """Return the page of a statement's rows.

        Args:
            tables: Tables of the service.
            kind: Type of the rows: its fields are the statement's columns.
            statement: SELECT without ORDER BY and LIMIT.
            parameters: Parameters of the statement.
            order: Order of the list, by columns of the statement.

        Raises:
            Problem: 422, the token is not one of ours.
            Unavailable: Postgres does not answer.
        """
        keyset = Keyset(tuple(order.columns), order.descending)
        behind = self.behind(order.kinds)
        page = await tables.listed(
            kind, statement, parameters, keyset, order.key_of, size=self.limit, behind=behind
        )
        return listed(page.rows, page.next_key)

    def cut(self, rows: Iterable[R], order: Order) -> ListAnswer[R]:
        """Return the page of a list held in memory.

        Args:
            rows: All rows, in any order.
            order: Order of the list.

        Raises:
            Problem: 422, the token is not one of ours.
        """
        behind = self.behind(order.kinds)
        ordered = sorted(rows, key=order.key_of, reverse=order.descending)
        if behind is not None and order.descending:
            ordered = [row for row in ordered if order.key_of(row) < behind]
        elif behind is not None:
            ordered = [row for row in ordered if order.key_of(row) > behind]
        more = len(ordered) > self.limit
        return listed(ordered[: self.limit], order.key_of(ordered[self.limit - 1]) if more else None)


async def _page_request(limit: Limit = LIMIT, page_token: PageToken = None) -> PageRequest:
    return PageRequest(limit, page_token)


Paging = Annotated[PageRequest, Depends(_page_request)]
"""Declares the query parameters `limit` and `page_token` of a route that lists."""


def encode(key: Sequence[int | str]) -> str:
    """Return the token of the page after the row with this ordering key."""
    text = json.dumps(list(key), separators=(",", ":"), ensure_ascii=False)
    text = _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else found[0], text)
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
        values = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True), strict=False)
    except (binascii.Error, ValueError, RecursionError):
        raise _not_ours(token) from None
    if not isinstance(values, list):
        raise _not_ours(token)
    key = tuple(cast("list[int | str]", values))
    if len(key) != len(kinds) or not all(map(_fits, key, kinds)):
        raise _not_ours(token)
    return key


def listed(items: Iterable[T], next_key: Key | None) -> ListAnswer[T]:
    """Return a page as shown in answers.

    Args:
        items: Items of the page.
        next_key: The key after which the next page begins; None: there is no next page.
    """
    return {"items": list(items), "next_page_token": None if next_key is None else encode(next_key)}


def converted(page: ListAnswer[R], convert: Callable[[R], T]) -> ListAnswer[T]:
    """Return a page of rows as a page of items.

    Args:
        page: The rows.
        convert: Makes an item of a row.
    """
    return {"items": [convert(row) for row in page["items"]], "next_page_token": page["next_page_token"]}


def _fits(value: object, kind: type) -> bool:
    """Whether a store can compare with the value: 64-bit numbers, text without NUL and surrogates."""
    if isinstance(value, str):
        return kind is str and not _NOT_STORED.search(value)
    return kind is int and type(value) is int and abs(value) < 2**63


def _not_ours(token: str) -> Exception:
    allowed = "a next_page_token of an earlier answer to the same query"
    return invalid_request([Violation(field="page_token", value=token[:80], allowed=allowed)])
