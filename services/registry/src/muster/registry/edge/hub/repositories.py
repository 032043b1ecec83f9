"""Repositories: create, delete, move, change settings, describe, and list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse
from muster.api.commands.log import minted
from muster.api.problems import Problem
from muster.events.registry_commands import (
    CreateRepository,
    DeleteRepository,
    MoveRepository,
    RepositoryType,
    SetVisibility,
    Visibility,
)
from muster.identity.principal import MODELS_WRITE
from muster.jobs.values.quantities import format_time
from muster.registry.core.access import Level
from muster.registry.core.documents import tags_of
from muster.registry.core.names import personal
from muster.registry.core.requests import about_repository, signature
from muster.registry.edge.hub.files import entry_answer
from muster.registry.edge.queries import CommitRow, RepositoryRow
from muster.registry.edge.refusals import bad_request, refusal
from muster.registry.edge.requests.bodies import field_of, json_object
from muster.registry.edge.requests.context import (
    REPOSITORY,
    TYPES,
    WEB_PREFIX,
    Context,
    RequestContext,
    Types,
)
from muster.registry.edge.searching import (
    BadCursor,
    Criteria,
    Sort,
    cursor_of,
    find_repositories,
    key_of,
    list_repositories,
)
from muster.store.trees import File
from muster.views.reading.pages import Key

PAGE_MAX: Final = 1_000
_NAMES: Final = {
    "model": RepositoryType.MODEL,
    "dataset": RepositoryType.DATASET,
    "space": RepositoryType.SPACE,
}
_PLURAL: Final = {type_: plural for plural, type_ in TYPES.items()}
_VISIBILITY: Final = {
    "public": Visibility.PUBLIC,
    "internal": Visibility.INTERNAL,
    "private": Visibility.PRIVATE,
    "restricted": Visibility.RESTRICTED,
}

router = APIRouter(include_in_schema=False)


@router.post("/api/repos/create")
async def create(context: Context) -> Response:
    """Create a repository; without a visibility, its organisation can read it."""
    body = await json_object(context.request)
    type_ = _type(body)
    name, namespace = field_of(body, "name", str), field_of(body, "organization", str, "")
    namespace = namespace or personal(context.caller.tenant, context.caller.subject)
    url = f"{context.base_url}/{WEB_PREFIX[type_]}{namespace}/{name}"
    command = CreateRepository(
        repository=minted("repo"),
        repository_type=type_,
        namespace=namespace,
        name=name,
        visibility=_visibility(body) or Visibility.INTERNAL,
        **signature(_writer(context).who),
    )
    try:
        row = await context.submit(about_repository(command, context.gateway.log.stamp()))
    except Problem as problem:
        problem.members["url"] = url  # clients read it when the repository may exist
        raise
    return JSONResponse({"url": url, "name": f"{namespace}/{name}", "id": row.subject})


@router.delete("/api/repos/delete")
async def delete(context: Context) -> dict[str, Any]:
    """Delete a repository, immediately and for everyone."""
    body = await json_object(context.request)
    namespace = field_of(body, "organization", str, "") or personal(
        context.caller.tenant, context.caller.subject
    )
    types = _PLURAL[_type(body)]
    repository = await context.repository(types, namespace, field_of(body, "name", str), Level.ADMIN)
    command = DeleteRepository(repository=repository.repository, **signature(context.who))
    await context.submit(about_repository(command, context.gateway.log.stamp()))
    return {}


@router.post("/api/repos/move")
async def move(context: Context) -> dict[str, Any]:
    """Rename a repository within its organisation."""
    body = await json_object(context.request)
    namespace, name = _full_name(body, "fromRepo")
    to_namespace, to_name = _full_name(body, "toRepo")
    repository = await context.repository(_PLURAL[_type(body)], namespace, name, Level.ADMIN)
    command = MoveRepository(
        repository=repository.repository, namespace=to_namespace, name=to_name, **signature(context.who)
    )
    await context.submit(about_repository(command, context.gateway.log.stamp()))
    return {}


@router.put(REPOSITORY + "/settings")
async def settings(types: Types, namespace: str, name: str, context: Context) -> dict[str, Any]:
    """Set the visibility, by `visibility`, `private`, or `gated` for files that need a grant."""
    body = await json_object(context.request)
    repository = await context.repository(types, namespace, name, Level.ADMIN)
    visibility = _visibility(body)
    if visibility is None:
        raise bad_request("the body sets no visibility; must have visibility, private or gated")
    command = SetVisibility(repository=repository.repository, visibility=visibility, **signature(context.who))
    await context.submit(about_repository(command, context.gateway.log.stamp()))
    return {"private": visibility is not Visibility.PUBLIC, "gated": _gated(visibility)}


@router.get(REPOSITORY + "/auth-check")
async def may_read(types: Types, namespace: str, name: str, context: Context) -> dict[str, Any]:
    """Answer 200 if the caller may read the repository."""
    await context.repository(types, namespace, name, Level.READ)
    return {}


@router.get(REPOSITORY + "/auth-check/write")
async def may_write(types: Types, namespace: str, name: str, context: Context) -> dict[str, Any]:
    """Answer 200 if the caller may write to the repository."""
    await context.repository(types, namespace, name, Level.WRITE)
    return {}


@router.get(REPOSITORY)
async def info(
    types: Types, namespace: str, name: str, context: Context, *, blobs: bool = False
) -> dict[str, Any]:
    """Describe a repository at the head of main."""
    return await _info(
        context, await context.repository(types, namespace, name, Level.SEE), "main", blobs=blobs
    )


@router.get(REPOSITORY + "/revision/{rest:path}")
async def info_at(
    types: Types, namespace: str, name: str, rest: str, context: Context, *, blobs: bool = False
) -> dict[str, Any]:
    """Describe a repository at a revision."""
    repository = await context.repository(types, namespace, name, Level.SEE)
    return await _info(context, repository, rest, blobs=blobs)


@router.get("/api/{types}")
async def repositories(
    types: Types,
    context: Context,
    *,
    search: Annotated[str, Query(max_length=200)] = "",
    author: Annotated[str, Query(max_length=200)] = "",
    filter: Annotated[list[str] | None, Query()] = None,
    pipeline_tag: Annotated[str, Query(max_length=200)] = "",
    sort: Annotated[str, Query(max_length=40)] = "",
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 100,
    cursor: Annotated[str, Query(max_length=400)] = "",
) -> Response:
    """Return a page of repositories that the caller may see, most recently changed first.

    Words, tags and other orders use the search index, which lags commits by some seconds.
    """
    tags = [tag for value in filter or () for tag in value.split(",") if tag]
    criteria = Criteria(
        type=TYPES[types],
        text=search,
        author=author,
        tags=tags,
        pipelines=[pipeline_tag] if pipeline_tag else (),
        sort=_SORTS.get(sort, "changed"),
    )
    if criteria == Criteria(type=criteria.type, author=criteria.author, sort="changed"):
        page = await list_repositories(
            context.gateway.tables, context.who, criteria, limit, _key(cursor, criteria)
        )
    else:
        key = _key(cursor, criteria)
        page = await find_repositories(
            context.gateway.tables, context.services.search, context.who, criteria, limit, key
        )
    answer = JSONResponse([_repository_answer(row, None) for row in page.rows])
    if page.next_key is not None:
        url = context.request.url.include_query_params(cursor=cursor_of(page.next_key))
        answer.headers["Link"] = f'<{context.base_url}/api/{types}?{url.query}>; rel="next"'
    return answer


def _writer(context: RequestContext) -> RequestContext:
    if not context.caller.allows(MODELS_WRITE):
        raise refusal(403, f"{context.who.name} may not write; needed is a token with {MODELS_WRITE}")
    return context


async def _info(
    context: RequestContext, repository: RepositoryRow, revision: str, *, blobs: bool
) -> dict[str, Any]:
    commit = await context.commit(repository, revision)
    answer = _repository_answer(repository, commit)
    entries = await context.entries(commit)
    files = [(path, entry) for path, entry in entries if isinstance(entry, File)]
    answer["siblings"] = [_sibling(path, entry, blobs=blobs) for path, entry in files]
    answer["usedStorage"] = sum({entry.hash: entry.size_bytes for _, entry in files}.values())
    return answer


def _sibling(path: str, entry: File, *, blobs: bool) -> dict[str, Any]:
    if not blobs:
        return {"rfilename": path}
    fields = entry_answer(path, entry)
    sibling: dict[str, Any] = {"rfilename": path, "size": entry.size_bytes, "blobId": entry.oid}
    if "lfs" in fields:
        lfs = fields["lfs"]
        sibling["lfs"] = {"sha256": lfs["oid"], "size": lfs["size"], "pointerSize": lfs["pointerSize"]}
    return sibling


def _repository_answer(repository: RepositoryRow, commit: CommitRow | None) -> dict[str, Any]:
    card: dict[str, Any] = repository.card or {}
    changed_at_ms = repository.changed_at_ms if commit is None else commit.at_ms
    answer: dict[str, Any] = {
        "_id": repository.repository,
        "id": repository.full_name,
        "author": repository.namespace,
        "sha": repository.head if commit is None else commit.commit,
        "createdAt": format_time(repository.created_at_ms),
        "lastModified": format_time(changed_at_ms),
        "private": repository.visibility is not Visibility.PUBLIC,
        "visibility": repository.visibility.value.lower(),
        "gated": _gated(repository.visibility),
        "disabled": repository.quarantine is not None,
        "downloads": repository.downloads,
        "downloadsAllTime": repository.total_downloads,
        "likes": 0,
        "tags": tags_of(card),
    }
    if repository.type is RepositoryType.MODEL:
        answer["modelId"] = repository.full_name
        answer |= {name: card[field] for name, field in _MODEL.items() if card.get(field)}
    if card:
        answer["cardData"] = {name: card[field] for name, field in _CARD.items() if card.get(field)}
    return answer


def _type(body: dict[str, Any]) -> RepositoryType:
    value = field_of(body, "type", str, "model")
    if value not in _NAMES:
        raise bad_request(f"type is {value[:80]!r}; must be one of {', '.join(_NAMES)}")
    return _NAMES[value]


def _visibility(body: dict[str, Any]) -> Visibility | None:
    """Return the visibility that a request body sets; None: it sets none."""
    if body.get("gated") in {"auto", "manual"}:
        return Visibility.RESTRICTED
    value = body.get("visibility")
    if value is not None:
        if value not in _VISIBILITY:
            raise bad_request(f"visibility is {str(value)[:80]!r}; must be one of {', '.join(_VISIBILITY)}")
        return _VISIBILITY[value]
    if isinstance(body.get("private"), bool):
        return Visibility.PRIVATE if body["private"] else Visibility.PUBLIC
    return Visibility.INTERNAL if body.get("gated") is False else None


def _gated(visibility: Visibility) -> str | bool:
    return "manual" if visibility is Visibility.RESTRICTED else False


def _full_name(body: dict[str, Any], field: str) -> tuple[str, str]:
    namespace, slash, name = field_of(body, field, str).partition("/")
    if not slash:
        raise bad_request(f"{field} is {namespace[:80]!r}; must be NAMESPACE/NAME")
    return namespace, name


def _key(cursor: str, criteria: Criteria) -> Key | None:
    try:
        return key_of(cursor, criteria.sort)
    except BadCursor as error:
        raise bad_request(f"{error}, in its Link header") from None


_SORTS: Final[Mapping[str, Sort]] = {"createdAt": "created", "downloads": "downloads"}
"""Sort orders by their names in the Hub's API; any other name sorts by the latest change."""

_MODEL: Final = {"pipeline_tag": "pipeline", "library_name": "library"}
_CARD: Final = {
    "license": "licence",
    "base_model": "base_models",
    "datasets": "datasets",
    "tags": "tags",
    **_MODEL,
}
