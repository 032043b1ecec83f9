"""Searches of the registry's own API."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from muster.api import CallerOfRepositories
from muster.api.commands.routes import NOT_OLDER_OF_REPOSITORIES, Gateway
from muster.api.cursors import LIMIT, Limit, NextPageToken, PageToken
from muster.api.document.answers import Time, answers
from muster.api.problems import Problem, invalid_request
from muster.events.registry_commands import RepositoryType
from muster.events.shared.command_answers import Violation
from muster.identity import Principal
from muster.registry.core.documents import Found, tags_of
from muster.registry.core.federation.door import merge, sum_facets
from muster.registry.edge.commands import who_is
from muster.registry.edge.queries import RepositoryRow
from muster.registry.edge.requests.services import Services
from muster.registry.edge.searching import (
    TEXT_CHARS_MAX,
    BadCursor,
    Criteria,
    Sort,
    cursor_of,
    facets,
    find_repositories,
    key_of,
)
from typing_extensions import TypedDict

Values = Annotated[list[str] | None, Query(max_length=20)]

router = APIRouter(tags=["repositories"])


class FoundRepository(TypedDict):
    """A repository in the result of a search."""

    registry: Annotated[str | None, "Name of the registry that has it; null: this one."]
    type: Annotated[str, "model, dataset or space."]
    name: Annotated[str, "NAMESPACE/NAME."]
    visibility: str
    tags: Annotated[
        list[str], "Tags from its card: its own, its library, licence:..., base_model:..., dataset:..."
    ]
    licence: Annotated[str, "Licence; empty: its card names none."]
    created_at: Annotated[Time | None, "Null: another registry does not say."]
    changed_at: Time | None
    downloads: Annotated[int, "Downloads within 30 days; each token that reads it counts once an hour."]
    commit: Annotated[str, "Head of main."]
    quarantine: Annotated[str | None, "Reason why its files are closed; null: they are not."]


class AskedRegistry(TypedDict):
    """Outcome of another registry that was queried."""

    name: str
    found: Annotated[int, "Number of repositories that it returned, at most `limit`."]
    problem: Annotated[str | None, "Reason why it did not answer; null: it did."]


class SearchAnswer(TypedDict):
    """One page of search results."""

    items: list[FoundRepository]
    facets: Annotated[
        dict[str, dict[str, int]] | None,
        "Number of results by field and value, over all pages; null: not requested.",
    ]
    registries: Annotated[list[AskedRegistry], "Other registries that were queried."]
    next_page_token: NextPageToken


@router.get(
    "/v1/search",
    summary="Search repositories",
    dependencies=[NOT_OLDER_OF_REPOSITORIES],
    responses=answers({200: SearchAnswer}, 422, 503),
)
async def search(  # noqa: PLR0917  (what narrows it)
    request: Request,
    caller: CallerOfRepositories,
    gateway: Gateway,
    text: Annotated[
        str, Query(max_length=TEXT_CHARS_MAX, description="Words that must all be in the name or the card.")
    ] = "",
    type: Annotated[
        Literal["model", "dataset", "space"] | None, Query(description="Repository type; absent: all.")
    ] = None,
    author: Annotated[str, Query(max_length=96, description="Namespace.")] = "",
    tag: Values = None,
    licence: Values = None,
    library: Values = None,
    pipeline: Values = None,
    sort: Annotated[
        Sort,
        Query(description="First result: best match, latest change, newest, or most downloads."),
    ] = "relevance",
    with_facets: Annotated[
        bool, Query(description="Count the results by tag, licence, library and other fields.")
    ] = False,
    limit: Limit = LIMIT,
    page_token: PageToken = None,
    federated: Annotated[bool, Query(description="Also search all other configured registries.")] = False,
    registries: Annotated[
        list[str] | None, Query(max_length=20, description="Also search these other registries, by name.")
    ] = None,
) -> SearchAnswer:
    """Finds repositories that the caller may see; new commits appear after some seconds.

    Results of other registries are those that their configured tokens may see; such a search has one page.
    """
    services: Services = request.app.state.services
    await services.admit(caller)
    criteria = Criteria(
        type=None if type is None else RepositoryType(type.upper()),
        text=text,
        author=author,
        tags=tag or (),
        licences=licence or (),
        libraries=library or (),
        pipelines=pipeline or (),
        sort=sort,
    )
    try:
        behind = key_of(page_token or "", sort)
    except BadCursor:
        allowed = "the next_page_token of the previous page, with the same sort"
        wrong = Violation(field="page_token", value=str(page_token)[:80], allowed=allowed)
        raise invalid_request([wrong]) from None
    who = who_is(caller)
    others = _others(services, caller, registries or (), page_token) if federated or registries else ()
    page, answered = await asyncio.gather(
        find_repositories(gateway.tables, services.search, who, criteria, limit, behind),
        services.federation.ask(caller.tenant, others, criteria, limit, with_facets=with_facets),
    )
    counted = await facets(gateway.tables, services.search, who, criteria) if with_facets else None
    lists = [("", [_found(row) for row in page.rows]), *((each.name, each.found) for each in answered)]
    return {
        "items": [_answer(name, each) for name, each in merge(lists, sort, limit)]
        if others
        else [_answer("", each) for each in lists[0][1]],
        "facets": None if counted is None else sum_facets([counted, *(each.facets for each in answered)]),
        "registries": [
            {"name": each.name, "found": len(each.found), "problem": each.problem or None}
            for each in answered
        ],
        "next_page_token": None if page.next_key is None or others else cursor_of(page.next_key),
    }


def _others(services: Services, caller: Principal, named: Sequence[str], token: str | None) -> Sequence[str]:
    """Return the names of the other registries to query.

    Raises:
        Problem: 403 the token is limited to some repositories of this registry; 422 there is no such
            registry, or the request has a page token.
    """
    if caller.repositories is not None:
        text = "the token is limited to some repositories of this registry"
        raise Problem(403, "forbidden", "Not allowed", text)
    known = services.federation.names(caller.tenant)
    wrong = [
        Violation(
            field="registries", value=name[:80], allowed=", ".join(known) or "empty: none is configured"
        )
        for name in named
        if name not in known
    ]
    if token is not None:
        wrong.append(Violation(field="page_token", value=token[:80], allowed="absent with other registries"))
    if wrong:
        raise invalid_request(wrong)
    return named or known


def _found(row: RepositoryRow) -> Found:
    card = row.card or {}
    return Found(
        type=row.type.value.lower(),
        name=row.full_name,
        visibility=row.visibility.value.lower(),
        tags=tuple(tags_of(card)),
        licence=str(card.get("licence", "")),
        created_at_ms=row.created_at_ms,
        changed_at_ms=row.changed_at_ms,
        downloads=row.downloads,
        commit=row.head,
        quarantine=row.quarantine,
    )


def _answer(registry: str, each: Found) -> FoundRepository:
    return {
        "registry": registry or None,
        "type": each.type,
        "name": each.name,
        "visibility": each.visibility,
        "tags": list(each.tags),
        "licence": each.licence,
        "created_at": each.created_at_ms or None,
        "changed_at": each.changed_at_ms or None,
        "downloads": each.downloads,
        "commit": each.commit,
        "quarantine": each.quarantine,
    }
