"""Search for repositories that the caller may see.

Documents lag the tables by some seconds, so search results are hints: rows come from the tables, and
`access.level_of` checks again that the caller may see each of them.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from muster.events.registry_commands import RepositoryType
from muster.registry.core import access
from muster.registry.core.access import Level, VisibleRepositories, Who
from muster.registry.core.documents import FACETS, REPOSITORIES, sought_parts
from muster.registry.edge.queries import REPOSITORIES as REPOSITORY_ROWS
from muster.registry.edge.queries import (
    RepositoryRow,
    granted_to,
    repositories_named,
    repositories_with_ids,
)
from muster.registry.edge.visibility import visible_to
from muster.views.reading.pages import Condition, Key, Keyset, Page, page
from muster.views.reading.search import Search
from muster.views.reading.tables import Tables

Sort = Literal["relevance", "changed", "created", "downloads"]

TEXT_CHARS_MAX: Final = 200
"""Maximum length of a search text; longer ones are truncated."""
GRANTED_MAX: Final = 10_000
"""Maximum number of repositories that a caller finds through grants, besides those visible without one."""
FACET_VALUES: Final = 20

_ORDERS: Final[Mapping[str, Sequence[Mapping[str, str]]]] = {
    "relevance": [{"_score": "desc"}, {"changed_at_ms": "desc"}, {"repository": "asc"}],
    "changed": [{"changed_at_ms": "desc"}, {"repository": "asc"}],
    "created": [{"created_at_ms": "desc"}, {"repository": "asc"}],
    "downloads": [{"downloads": "desc"}, {"changed_at_ms": "desc"}, {"repository": "asc"}],
}
_NAME_BOOST: Final = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Criteria:
    """Criteria of a search; empty ones do not restrict it.

    Attributes:
        type: Repository type; None: any.
        text: Words that must all be in the name or the card; for the name, parts of words match.
        author: Namespace.
        tags: Tags that must all match, in the form of `documents.tags_of`.
        licences: Licences, any of which matches.
        libraries: Libraries, any of which matches.
        pipelines: Pipelines, any of which matches.
        sort: Sort order.
    """

    type: RepositoryType | None = None
    text: str = ""
    author: str = ""
    tags: Sequence[str] = ()
    licences: Sequence[str] = ()
    libraries: Sequence[str] = ()
    pipelines: Sequence[str] = ()
    sort: Sort = "relevance"


class BadCursor(ValueError):
    """The cursor does not belong to this search."""


def search_of(url: str, view: str) -> Search:
    """Return a client for the documents of repositories, whose page keys end with the repository's id."""
    return Search(
        url, view=view, collection=REPOSITORIES, order={"changed_at_ms": "desc", "repository": "asc"}
    )


async def list_repositories(
    tables: Tables, who: Who, criteria: Criteria, size: int, behind: Key | None
) -> Page[RepositoryRow]:
    """Return a page of repositories of a type or an author from the tables, most recently changed first.

    Raises:
        Unavailable: Postgres does not answer.
    """
    conditions = [
        Condition("type", "r.type = %(type)s", None if criteria.type is None else criteria.type.value),
        Condition("author", "lower(r.namespace) = %(author)s", criteria.author.lower() or None),
        *visible_to(who),
    ]
    return await tables.page(
        RepositoryRow,
        REPOSITORY_ROWS,
        Keyset(("r.changed_at_ms", "r.repository"), descending=True),
        lambda row: (row.changed_at_ms, row.repository),
        conditions=conditions,
        size=size,
        behind=behind,
    )


async def find_repositories(  # noqa: PLR0917  (who asks whom for what)
    tables: Tables, search: Search, who: Who, criteria: Criteria, size: int, behind: Key | None
) -> Page[RepositoryRow]:
    """Return a page of search results; repositories that became invisible meanwhile are left out.

    Raises:
        Unavailable: Elasticsearch or Postgres does not answer.
    """
    query = await _allowed(tables, who, criteria)
    keys = await search.find(query, size + 1, behind, _ORDERS[criteria.sort])
    ids = [str(key[-1]) for key in keys[:size]]
    rows = {row.repository: row for row in await repositories_with_ids(tables, ids)}
    seen = [
        rows[id_]
        for id_ in ids
        if id_ in rows and access.level_of(who, rows[id_], rows[id_].grants) > Level.NONE
    ]
    return Page(rows=seen, next_key=page(ids, list(keys), size).next_key)


async def facets(
    tables: Tables, search: Search, who: Who, criteria: Criteria
) -> Mapping[str, Mapping[str, int]]:
    """Count the search results that the caller may see by value of each of FACETS.

    Raises:
        Unavailable: Elasticsearch or Postgres does not answer.
    """
    return await search.counts(await _allowed(tables, who, criteria), FACETS, FACET_VALUES)


def query_of(
    criteria: Criteria, seen: VisibleRepositories, granted: Sequence[str], within: Sequence[str] | None = None
) -> dict[str, Any]:
    """Build the Elasticsearch query of a search.

    Args:
        criteria: The search.
        seen: Repositories that the caller may see without a grant.
        granted: Ids of repositories that the caller may see by a grant.
        within: Ids of the only repositories to search; None: no such limit.
    """
    shown = [_all(fields) for fields in seen.alternatives]
    filters: list[dict[str, Any]] = [
        {"bool": {"should": [*shown, {"terms": {"repository": list(granted)}}]}},
        *({"term": {"tags": tag}} for tag in criteria.tags),
    ]
    if within is not None:
        filters.append({"terms": {"repository": list(within)}})
    if criteria.type is not None:
        filters.append({"term": {"type": criteria.type.value}})
    if criteria.author:
        filters.append({"term": {"author": criteria.author.lower()}})
    for field, values in (
        ("licence", criteria.licences),
        ("library", criteria.libraries),
        ("pipeline", criteria.pipelines),
    ):
        if values:
            filters.append({"terms": {field: list(values)}})
    sought = {"must": [_text(words)]} if (words := criteria.text[:TEXT_CHARS_MAX].strip()) else {}
    return {"bool": {**sought, "filter": filters, "must_not": [{"term": {"deleted": True}}]}}


def cursor_of(key: Key) -> str:
    """Encode a page key as a cursor for the next request."""
    return base64.urlsafe_b64encode(json.dumps(list(key)).encode()).decode()


def key_of(cursor: str, sort: Sort) -> Key | None:
    """Decode a cursor to a page key; None: the cursor is empty.

    Raises:
        BadCursor: it does not belong to this sort order.
    """
    if not cursor:
        return None
    try:
        key: object = json.loads(base64.urlsafe_b64decode(cursor))
    except (binascii.Error, ValueError, RecursionError):
        key = None
    places = cast("list[object]", key) if isinstance(key, list) else []
    numbers = all(isinstance(each, int | float) and not isinstance(each, bool) for each in places[:-1])
    if len(places) != len(_ORDERS[sort]) or not numbers or not isinstance(places[-1], str):
        raise BadCursor(f"cursor is {cursor[:80]!r}; must be the cursor from the previous answer")
    return cast("Key", tuple(places))


async def _allowed(tables: Tables, who: Who, criteria: Criteria) -> dict[str, Any]:
    seen = access.visible_to(who)
    within = None if seen.names is None else await repositories_named(tables, seen.names)
    return query_of(criteria, seen, await granted_to(tables, seen.grantees, GRANTED_MAX), within)


def _all(fields: Mapping[str, str]) -> dict[str, Any]:
    return {"bool": {"filter": [{"term": {name: value}} for name, value in fields.items()]}}


def _text(words: str) -> dict[str, Any]:
    """Return the query for text: all words anywhere in the document, or each as part of the name."""
    anywhere = {
        "query": words,
        "fields": ["everything"],
        "default_operator": "and",
        "flags": "AND|OR|NOT|PHRASE|PREFIX|WHITESPACE|ESCAPE",
    }
    parts = [{"term": {"parts": part}} for word in words.lower().split() for part in sought_parts(word)]
    in_name = {"constant_score": {"filter": {"bool": {"filter": parts}}, "boost": _NAME_BOOST}}
    should = [{"simple_query_string": anywhere}, *([in_name] if parts else [])]
    return {"bool": {"should": should, "minimum_should_match": 1}}
