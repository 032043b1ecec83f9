"""Versions of registered models: a commit with the files of a run, logged model or repository, and a number.

No bytes are copied: the commit refers to content that the organisation already has.
"""

from __future__ import annotations

import hashlib
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
from muster.registry.core.repositories.access import Level
from muster.registry.core.repositories.refs import MAIN
from muster.registry.core.requests import signature
from muster.registry.core.tracking.entities import STAGES
from muster.registry.edge.hub.asked import Ask, Asked
from muster.registry.edge.hub.making import Wanted, committed
from muster.registry.edge.mlflow.asked import (
    API,
    body_of,
    labels_of,
    model_of,
    page_said,
    run_of,
    text,
    told,
    version_of,
)
from muster.registry.edge.mlflow.errors import MlflowRoute, invalid
from muster.registry.edge.mlflow.filters import VERSIONS as NAMED
from muster.registry.edge.mlflow.reading import VERSIONS, VersionRow, aliases_of
from muster.registry.edge.mlflow.said import location, versions_said
from muster.registry.edge.mlflow.searching import Search, found
from muster.registry.edge.reading import RepositoryRow
from muster.registry.edge.seeing import seen_by
from muster.store.trees import Directory, File
from muster.views.reading.pages import Condition

KEPT: Final = ("README.md", ".gitattributes")
"""Files at a model's root that a new version keeps: the card, and git's attributes."""

_SOURCES: Final = (
    re.compile(r"mlflow-artifacts:/(?P<place>[^/].*)"),
    re.compile(r"runs:/(?P<run>[^/]+)/?(?P<path>.*)"),
    re.compile(r"models:/(?P<logged>m-[0-9a-f]{32})"),
    re.compile(r"hf://(?P<hub>[^/@]+/[^/@]+)(?:@(?P<at>[^/]+))?/?(?P<path>.*)"),
    re.compile(r"models:/(?P<name>[^/@]+)(?:/(?P<version>\d+)|@(?P<alias>[^/]+))"),
)
_SOURCE_ALLOWED: Final = (
    "mlflow-artifacts:/REPOSITORY/REVISION/PATH, runs:/RUN/PATH, hf://NAMESPACE/NAME@REVISION/PATH, "
    "models:/m-ID, models:/NAME/VERSION or models:/NAME@ALIAS: files that the registry keeps"
)
SEARCH: Final = Search(
    select=VERSIONS + "JOIN repositories r ON r.repository = v.repository",
    searched=NAMED,
    order="v.changed_at_ms DESC, r.name, v.version DESC",
    size=1_000,
)

router = APIRouter(include_in_schema=False, prefix=f"{API}/model-versions", route_class=MlflowRoute)


@router.post("/create")
async def create(ask: Ask) -> dict[str, Any]:
    """The model has these files, and this is its next version."""
    body = await body_of(ask)
    model, source = await model_of(ask, text(body, "name"), Level.WRITE), text(body, "source")
    files = await _files(ask, source)
    run = text(body, "run_id", "")
    if run:
        await run_of(ask, run, Level.READ)
    commit = await _commit(ask, model, source, files)
    command = RegisterVersion(
        repository=model.repository,
        commit=commit,
        source=source,
        run=run,
        model=text(body, "model_id", ""),
        run_link=text(body, "run_link", ""),
        description=text(body, "description", ""),
        tags=labels_of(body, "tags"),
        **signature(ask.who),
    )
    row = await told(ask, command)
    return await _said(ask, model, row.subject)


@router.get("/get")
async def read(ask: Ask, name: str, version: str) -> dict[str, Any]:
    """One by its number."""
    return await _said(ask, await model_of(ask, name, Level.SEE), version)


@router.get("/search")
async def search(ask: Ask) -> dict[str, Any]:
    """Versions of models that the caller may see, what changed last first."""
    query = ask.request.query_params
    body: dict[str, Any] = {**query, "order_by": query.getlist("order_by")}
    conditions = [
        Condition(
            "type", "r.type = %(type)s AND NOT r.deleted AND NOT v.removed", RepositoryType.MODEL.value
        ),
        *seen_by(ask.who),
    ]
    rows, size, skipped = await found(ask, SEARCH, VersionRow, body, conditions)
    repositories = {
        name: await ask.repository_with_id(name, Level.SEE) for name in {row.repository for row in rows}
    }
    return page_said("model_versions", await versions_said(ask, repositories, rows), size, skipped)


@router.get("/get-download-uri")
async def download_uri(ask: Ask, name: str, version: str) -> dict[str, Any]:
    """Where its files are: in its own repository, whatever becomes of the run."""
    model = await model_of(ask, name, Level.READ)
    row = await version_of(ask, model, version)
    return {"artifact_uri": location(model.repository, row.commit)}


@router.patch("/update")
async def describe(ask: Ask) -> dict[str, Any]:
    """Its description."""
    body = await body_of(ask)
    return await _changed(ask, body, description=text(body, "description", ""))


@router.delete("/delete")
async def delete(ask: Ask) -> dict[str, Any]:
    """It is gone; its number is not given again."""
    body = await body_of(ask)
    model = await model_of(ask, text(body, "name"), Level.ADMIN)
    await _change(ask, model, body, removed=True)
    return {}


@router.post("/transition-stage")
async def transition(ask: Ask) -> dict[str, Any]:
    """Its stage; others there are archived if that is asked for."""
    body = await body_of(ask)
    stages = {stage.lower(): stage for stage in STAGES}
    given = text(body, "stage")
    if given.lower() not in stages:
        raise invalid("stage", given, ", ".join(STAGES))
    archive = body.get("archive_existing_versions") in {True, "true"}
    return await _changed(ask, body, stage=stages[given.lower()], archive_others=archive)


@router.post("/set-tag")
async def tag(ask: Ask) -> dict[str, Any]:
    """A tag in place of an earlier one."""
    body = await body_of(ask)
    await _changed(ask, body, tags=(Label(name=text(body, "key"), value=text(body, "value", "")),))
    return {}


@router.delete("/delete-tag")
async def untag(ask: Ask) -> dict[str, Any]:
    """A tag less."""
    body = await body_of(ask)
    await _changed(ask, body, removed_tags=(text(body, "key"),))
    return {}


async def _files(ask: Asked, source: str) -> dict[str, File]:
    """Return the files that a source names, by path below it."""
    repository, revision, path = await _place(ask, source)
    commit = await ask.commit(repository, revision)
    top = await ask.entry(commit, path) if path else Directory(commit.root)
    if isinstance(top, File):
        return {path.rpartition("/")[2]: top}
    under = f"{path}/" if path else ""
    entries = await ask.entries(commit, path)
    files = {name.removeprefix(under): each for name, each in entries if isinstance(each, File)}
    if not files:
        raise invalid("source", source, "a place with files; there are none")
    return files


async def _place(ask: Asked, source: str) -> tuple[RepositoryRow, str, str]:
    """Return repository, revision and path of a source, if the caller may read it."""
    matches = (pattern.fullmatch(source) for pattern in _SOURCES)
    found = next((match for match in matches if match is not None), None)
    match found.groupdict() if found is not None else {}:
        case {"place": str(place)}:
            repository, _, rest = place.partition("/")
            revision, _, path = rest.partition("/")
            return await ask.repository_with_id(repository, Level.READ), revision, path.strip("/")
        case {"run": str(run), "path": str(path)}:
            row = await run_of(ask, run, Level.READ)
            return await ask.repository_with_id(row.repository, Level.READ), row.run, path.strip("/")
        case {"logged": str(logged)}:
            row = await run_of(ask, logged, Level.READ)
            return await ask.repository_with_id(row.repository, Level.READ), row.run, ""
        case {"hub": str(name), "at": revision, "path": str(path)}:
            return await model_of(ask, name, Level.READ), unquote(revision or MAIN), path.strip("/")
        case {"name": str(name), "version": version, "alias": alias}:
            model = await model_of(ask, name, Level.READ)
            for each in await aliases_of(ask.gateway.tables, [model.repository]) if alias else ():
                if each.alias == str(alias).lower():
                    version = each.version
            return model, (await version_of(ask, model, version)).commit, ""
        case _:
            raise invalid("source", source, _SOURCE_ALLOWED)


async def _commit(ask: Asked, model: RepositoryRow, source: str, files: Mapping[str, File]) -> str:
    """Commit these files to the model's main branch, next to its card, and return the commit's id."""
    head = await ask.commit(model, MAIN)
    at_root = await ask.entries(head, recursive=False)
    gone = [
        path if isinstance(entry, File) else f"{path}/"
        for path, entry in at_root
        if path in files or path not in KEPT
    ]
    wanted = Wanted(
        title=f"Register {source}"[:200], steps=[*((path, None) for path in gone), *files.items()]
    )
    digest = hashlib.sha256(repr((source, sorted(files.items()))).encode()).hexdigest()
    return await committed(ask, model, MAIN, wanted, digest)


async def _changed(ask: Asked, body: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    model = await model_of(ask, text(body, "name"), Level.WRITE)
    return await _said(ask, model, await _change(ask, model, body, **changes))


async def _change(ask: Asked, model: RepositoryRow, body: Mapping[str, Any], **changes: Any) -> int:
    version = await version_of(ask, model, body.get("version"))
    command = ChangeVersion(
        repository=model.repository, version=version.version, **changes, **signature(ask.who)
    )
    await told(ask, command)
    return version.version


async def _said(ask: Asked, model: RepositoryRow, version: Any) -> dict[str, Any]:
    row = await version_of(ask, model, version)
    return {"model_version": (await versions_said(ask, {model.repository: model}, [row]))[0]}
