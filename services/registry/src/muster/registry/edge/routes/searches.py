"""Searches of the registry's own API."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Literal, cast

from fastapi import APIRouter, Query, Request
from muster.api import CallerOfRepositories
from muster.api.commands.routes import NOT_OLDER_OF_REPOSITORIES, Gateway
from muster.api.document.answers import answers
from muster.api.problems import Problem, invalid_request
from muster.events.registry_commands import RepositoryType
from muster.events.shared.command_answers import Violation
from muster.identity import Principal
from muster.registry.core.documents import tags_of
from muster.registry.core.federation import Found, merged, summed
from muster.registry.edge.asking import who_is
from muster.registry.edge.hub.asked import Hub
from muster.registry.edge.reading import RepositoryRow
from muster.registry.edge.searching import (
    TEXT_CHARS_MAX,
    BadCursor,
    Sort,
    Wanted,
    cursor_of,
    facets,
    found,
    key_of,
)
from typing_extensions import TypedDict

PAGE_MAX = 100
Values = Annotated[list[str] | None, Query(max_length=20)]

router = APIRouter(tags=["repositories"])


class FoundRepository(TypedDict):
    """A repository that a search has found."""

    registry: Annotated[str | None, "Which other registry has found it; null: this one."]
    type: Annotated[str, "model, dataset or space."]
    name: Annotated[str, "NAMESPACE/NAME."]
    visibility: str
    tags: Annotated[list[str], "Of its card: its own, its library, licence:..., base_model:..., dataset:..."]
    licence: Annotated[str, "Empty: its card says none."]
    created_at_ms: int
    changed_at_ms: int
    downloads: Annotated[int, "Tokens that read files of it in an hour, each once an hour, in 30 days."]
    commit: Annotated[str, "Of main."]
    quarantine: Annotated[str | None, "Why its files are closed; null: they are not."]


class AskedRegistry(TypedDict):
    """Another registry that was asked."""

    name: str
    found: Annotated[int, "Repositories that it has found, as many as were asked for at most."]
    problem: Annotated[str | None, "Why it has not answered; null: it has."]


class SearchAnswer(TypedDict):
    """A page of what a search has found."""

    repositories: list[FoundRepository]
    facets: Annotated[
        dict[str, dict[str, int]] | None, "Field, value, number, of all that count; null: not asked for."
    ]
    registries: Annotated[list[AskedRegistry], "Others that were asked, too."]
    next_cursor: Annotated[str | None, "For the next page; null: there is none."]


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
        str, Query(max_length=TEXT_CHARS_MAX, description="Words of the name or the card; all must be there.")
    ] = "",
    type: Annotated[Literal["model", "dataset", "space"] | None, Query(description="What for.")] = None,
    author: Annotated[str, Query(max_length=96, description="Namespace.")] = "",
    tag: Values = None,
    licence: Values = None,
    library: Values = None,
    pipeline: Values = None,
    sort: Annotated[
        Sort,
        Query(description="What comes first: the best, the latest change, the newest, the most downloaded."),
    ] = "relevance",
    with_facets: Annotated[bool, Query(description="Count what would narrow it further.")] = False,
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 20,
    cursor: Annotated[str, Query(max_length=400, description="Of the page before.")] = "",
    federated: Annotated[
        bool, Query(description="Ask all other registries that are configured, too.")
    ] = False,
    registries: Annotated[
        list[str] | None, Query(max_length=20, description="Also search these other registries, by name.")
    ] = None,
) -> SearchAnswer:
    """What the caller may see; some seconds behind commits.

    Other registries show what their configured tokens may see. With them there is one page.
    """
    hub: Hub = request.app.state.hub
    await hub.admit(caller)
    wanted = Wanted(
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
        behind = key_of(cursor, sort)
    except BadCursor:
        allowed = "what the page before says, with the same sort"
        raise invalid_request([Violation(field="cursor", value=cursor[:80], allowed=allowed)]) from None
    who = who_is(caller)
    others = _others(hub, caller, registries or (), cursor) if federated or registries else ()
    page, answered = await asyncio.gather(
        found(gateway.tables, hub.search, who, wanted, limit, behind),
        hub.federation.ask(caller.tenant, others, wanted, limit, with_facets=with_facets),
    )
    counted = await facets(gateway.tables, hub.search, who, wanted) if with_facets else None
    lists = [("", [_found(row) for row in page.rows]), *((each.name, each.found) for each in answered)]
    return {
        "repositories": [_said(name, each) for name, each in merged(lists, sort, limit)]
        if others
        else [_said("", each) for each in lists[0][1]],
        "facets": None if counted is None else summed([counted, *(each.facets for each in answered)]),
        "registries": [
            {"name": each.name, "found": len(each.found), "problem": each.problem or None}
            for each in answered
        ],
        "next_cursor": None if page.next_key is None or others else cursor_of(page.next_key),
    }


def _others(hub: Hub, caller: Principal, named: Sequence[str], cursor: str) -> Sequence[str]:
    """Return the names of the other registries to query.

    Raises:
        Problem: 403 the token is limited to some repositories of this registry; 422 there is no such
            registry, or the request has a cursor.
    """
    if caller.repositories is not None:
        text = "the token is for some repositories of this registry only"
        raise Problem(403, "forbidden", "Not allowed", text)
    known = hub.federation.names(caller.tenant)
    wrong = [
        Violation(field="registries", value=name[:80], allowed=", ".join(known) or "none is configured")
        for name in named
        if name not in known
    ]
    if cursor:
        wrong.append(Violation(field="cursor", value=cursor[:80], allowed="none with other registries"))
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


def _said(registry: str, each: Found) -> FoundRepository:
    said = {**asdict(each), "tags": list(each.tags), "registry": registry or None}
    return cast("FoundRepository", said)
