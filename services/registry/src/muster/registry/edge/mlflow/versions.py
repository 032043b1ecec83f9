"""Versions of registered models: a commit with the files of a run, logged model or repository, and a number.

No bytes are copied: the commit refers to content that the organisation already has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import unquote

from fastapi import APIRouter
from muster.events.registry_commands import (
    ChangeVersion,
    Label,
    RegisterVersion,
    RepositoryType,
)
from muster.registry.core.access import Level
from muster.registry.core.repositories.refs import MAIN
from muster.registry.core.requests import signature
from muster.registry.core.tracking.entities import STAGES
from muster.registry.edge.mlflow.answers import location, version_answers
from muster.registry.edge.mlflow.errors import MlflowRoute, invalid
from muster.registry.edge.mlflow.files import register
from muster.registry.edge.mlflow.filters import VERSIONS as NAMED
from muster.registry.edge.mlflow.lookup import (
    API,
    body_of,
    labels_of,
    model_of,
    page_answer,
    run_of,
    submit,
    text,
    version_of,
)
from muster.registry.edge.mlflow.queries import VERSIONS, VersionRow, aliases_of
from muster.registry.edge.mlflow.searches import Search, run_search
from muster.registry.edge.queries import RepositoryRow
from muster.registry.edge.requests.context import Context, RequestContext
from muster.registry.edge.visibility import visible_to
from muster.store.trees import Directory, File
from muster.views.reading.pages import Condition

_SOURCES: Final = (
    re.compile(r"mlflow-artifacts:/(?P<place>[^/].*)"),
    re.compile(r"runs:/(?P<run>[^/]+)/?(?P<path>.*)"),
    re.compile(r"models:/(?P<logged>m-[0-9a-f]{32})"),
    re.compile(r"hf://(?P<hub>[^/@]+/[^/@]+)(?:@(?P<at>[^/]+))?/?(?P<path>.*)"),
    re.compile(r"models:/(?P<name>[^/@]+)(?:/(?P<version>\d+)|@(?P<alias>[^/]+))"),
)
_SOURCE_ALLOWED: Final = (
    "mlflow-artifacts:/REPOSITORY/REVISION/PATH, runs:/RUN/PATH, hf://NAMESPACE/NAME@REVISION/PATH, "
    "models:/m-ID, models:/NAME/VERSION or models:/NAME@ALIAS: files that this registry stores"
)
SEARCH: Final = Search(
    select=VERSIONS + "JOIN repositories r ON r.repository = v.repository",
    searched=NAMED,
    order="v.changed_at_ms DESC, r.name, v.version DESC",
    size=1_000,
)

router = APIRouter(include_in_schema=False, prefix=f"{API}/model-versions", route_class=MlflowRoute)


@router.post("/create")
async def create(context: Context) -> dict[str, Any]:
    """Register the next version of a model, with the files of the source."""
    body = await body_of(context)
    model, source = await model_of(context, text(body, "name"), Level.WRITE), text(body, "source")
    files = await _files(context, source)
    run = text(body, "run_id", "")
    if run:
        await run_of(context, run, Level.READ)
    commit = await register(context, model, source, files)
    command = RegisterVersion(
        repository=model.repository,
        commit=commit,
        source=source,
        run=run,
        model=text(body, "model_id", ""),
        run_link=text(body, "run_link", ""),
        description=text(body, "description", ""),
        tags=labels_of(body, "tags"),
        **signature(context.who),
    )
    row = await submit(context, command)
    return await _version_answer(context, model, row.subject)


@router.get("/get")
async def read(context: Context, name: str, version: str) -> dict[str, Any]:
    """Return a version by its number."""
    return await _version_answer(context, await model_of(context, name, Level.SEE), version)


@router.get("/search")
async def search(context: Context) -> dict[str, Any]:
    """Return versions of models that the caller may see, most recently changed first."""
    query = context.request.query_params
    body: dict[str, Any] = {**query, "order_by": query.getlist("order_by")}
    conditions = [
        Condition(
            "type", "r.type = %(type)s AND NOT r.deleted AND NOT v.removed", RepositoryType.MODEL.value
        ),
        *visible_to(context.who),
    ]
    rows, size, skipped = await run_search(context, SEARCH, VersionRow, body, conditions)
    repositories = {
        name: await context.repository_with_id(name, Level.SEE) for name in {row.repository for row in rows}
    }
    return page_answer("model_versions", await version_answers(context, repositories, rows), size, skipped)


@router.get("/get-download-uri")
async def download_uri(context: Context, name: str, version: str) -> dict[str, Any]:
    """Return the artifact address of a version: its own repository, independent of the run."""
    model = await model_of(context, name, Level.READ)
    row = await version_of(context, model, version)
    return {"artifact_uri": location(model.repository, row.commit)}


@router.patch("/update")
async def describe(context: Context) -> dict[str, Any]:
    """Set the version's description."""
    body = await body_of(context)
    return await _changed(context, body, description=text(body, "description", ""))


@router.delete("/delete")
async def delete(context: Context) -> dict[str, Any]:
    """Delete a version; its number is not reused."""
    body = await body_of(context)
    model = await model_of(context, text(body, "name"), Level.ADMIN)
    await _change(context, model, body, removed=True)
    return {}


@router.post("/transition-stage")
async def transition(context: Context) -> dict[str, Any]:
    """Move a version to a stage; on request, archive the other versions in that stage."""
    body = await body_of(context)
    stages = {stage.lower(): stage for stage in STAGES}
    wanted_stage = text(body, "stage")
    if wanted_stage.lower() not in stages:
        raise invalid("stage", wanted_stage, ", ".join(STAGES))
    archive = body.get("archive_existing_versions") in {True, "true"}
    return await _changed(context, body, stage=stages[wanted_stage.lower()], archive_others=archive)


@router.post("/set-tag")
async def tag(context: Context) -> dict[str, Any]:
    """Set a tag, replacing an earlier value."""
    body = await body_of(context)
    await _changed(context, body, tags=(Label(name=text(body, "key"), value=text(body, "value", "")),))
    return {}


@router.delete("/delete-tag")
async def untag(context: Context) -> dict[str, Any]:
    """Delete a tag."""
    body = await body_of(context)
    await _changed(context, body, removed_tags=(text(body, "key"),))
    return {}


async def _files(context: RequestContext, source: str) -> dict[str, File]:
    """Return the files that a source names, by path below it."""
    repository, revision, path = await _place(context, source)
    commit = await context.commit(repository, revision)
    top = await context.entry(commit, path) if path else Directory(commit.root)
    if isinstance(top, File):
        return {path.rpartition("/")[2]: top}
    under = f"{path}/" if path else ""
    entries = await context.entries(commit, path)
    files = {name.removeprefix(under): each for name, each in entries if isinstance(each, File)}
    if not files:
        raise invalid("source", source, "a place with at least one file")
    return files


async def _place(context: RequestContext, source: str) -> tuple[RepositoryRow, str, str]:
    """Return repository, revision and path of a source, if the caller may read it."""
    matches = (pattern.fullmatch(source) for pattern in _SOURCES)
    found = next((match for match in matches if match is not None), None)
    match found.groupdict() if found is not None else {}:
        case {"place": str(place)}:
            repository, _, rest = place.partition("/")
            revision, _, path = rest.partition("/")
            return await context.repository_with_id(repository, Level.READ), revision, path.strip("/")
        case {"run": str(run), "path": str(path)}:
            row = await run_of(context, run, Level.READ)
            return await context.repository_with_id(row.repository, Level.READ), row.run, path.strip("/")
        case {"logged": str(logged)}:
            row = await run_of(context, logged, Level.READ)
            return await context.repository_with_id(row.repository, Level.READ), row.run, ""
        case {"hub": str(name), "at": revision, "path": str(path)}:
            return await model_of(context, name, Level.READ), unquote(revision or MAIN), path.strip("/")
        case {"name": str(name), "version": version, "alias": alias}:
            model = await model_of(context, name, Level.READ)
            for each in await aliases_of(context.gateway.tables, [model.repository]) if alias else ():
                if each.alias == str(alias).lower():
                    version = each.version
            return model, (await version_of(context, model, version)).commit, ""
        case _:
            raise invalid("source", source, _SOURCE_ALLOWED)


async def _changed(context: RequestContext, body: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    model = await model_of(context, text(body, "name"), Level.WRITE)
    return await _version_answer(context, model, await _change(context, model, body, **changes))


async def _change(
    context: RequestContext, model: RepositoryRow, body: Mapping[str, Any], **changes: Any
) -> int:
    version = await version_of(context, model, body.get("version"))
    command = ChangeVersion(
        repository=model.repository, version=version.version, **changes, **signature(context.who)
    )
    await submit(context, command)
    return version.version


async def _version_answer(context: RequestContext, model: RepositoryRow, version: Any) -> dict[str, Any]:
    row = await version_of(context, model, version)
    return {"model_version": (await version_answers(context, {model.repository: model}, [row]))[0]}
