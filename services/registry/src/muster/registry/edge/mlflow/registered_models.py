"""Registered models: each is a model repository of the same name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from fastapi import APIRouter
from muster.api.commands.log import minted
from muster.events.registry_commands import (
    CreateRepository,
    DeleteRepository,
    DescribeRepository,
    Label,
    MoveRepository,
    RepositoryType,
    SetAlias,
    Visibility,
)
from muster.registry.core.repositories.access import Level
from muster.registry.core.requests import signature
from muster.registry.edge.hub.asked import Ask, Asked
from muster.registry.edge.mlflow.asked import (
    API,
    body_of,
    full_name,
    items_of,
    labels_of,
    model_of,
    page_said,
    text,
    told,
    version_of,
)
from muster.registry.edge.mlflow.errors import MlflowRoute, absent
from muster.registry.edge.mlflow.filters import REPOSITORIES as NAMED
from muster.registry.edge.mlflow.reading import aliases_of, versions_of
from muster.registry.edge.mlflow.said import registered_models_said, versions_said
from muster.registry.edge.mlflow.searching import Search, found
from muster.registry.edge.reading import REPOSITORIES, RepositoryRow
from muster.registry.edge.seeing import seen_by
from muster.views.reading.pages import Condition

SEARCH: Final = Search(
    select=REPOSITORIES + "LEFT JOIN described d ON d.repository = r.repository",
    searched=NAMED,
    order="r.name, r.repository",
    size=100,
)

router = APIRouter(include_in_schema=False, prefix=f"{API}/registered-models", route_class=MlflowRoute)


@router.post("/create")
async def create(ask: Ask) -> dict[str, Any]:
    """A repository for a model, if there is none of this name."""
    body = await body_of(ask)
    namespace, name = full_name(ask, text(body, "name"))
    command = CreateRepository(
        repository=minted("repo"),
        repository_type=RepositoryType.MODEL,
        namespace=namespace,
        name=name,
        visibility=Visibility.INTERNAL,
        **signature(ask.who),
    )
    made = (await told(ask, command)).subject
    description, tags = text(body, "description", ""), labels_of(body, "tags")
    if description or tags:
        about = DescribeRepository(
            repository=made, description=description or None, tags=tags, **signature(ask.who)
        )
        await told(ask, about)
    return await _said(ask, await ask.repository_with_id(made, Level.SEE))


@router.get("/get")
async def read(ask: Ask, name: str) -> dict[str, Any]:
    """One by its name."""
    return await _said(ask, await model_of(ask, name, Level.SEE))


@router.get("/search")
async def search(ask: Ask) -> dict[str, Any]:
    """Those that the caller may see, by name."""
    query = ask.request.query_params
    body: dict[str, Any] = {**query, "order_by": query.getlist("order_by")}
    conditions = [
        Condition("type", "r.type = %(type)s AND NOT r.deleted", RepositoryType.MODEL.value),
        *seen_by(ask.who),
    ]
    rows, size, skipped = await found(ask, SEARCH, RepositoryRow, body, conditions)
    return page_said("registered_models", await registered_models_said(ask, rows), size, skipped)


@router.patch("/update")
async def describe(ask: Ask) -> dict[str, Any]:
    """Its description."""
    body = await body_of(ask)
    return await _described(ask, body, description=text(body, "description", ""))


@router.post("/rename")
async def rename(ask: Ask) -> dict[str, Any]:
    """Another name, in the same organisation."""
    body = await body_of(ask)
    model = await model_of(ask, text(body, "name"), Level.ADMIN)
    namespace, name = full_name(ask, text(body, "new_name"))
    command = MoveRepository(
        repository=model.repository, namespace=namespace, name=name, **signature(ask.who)
    )
    await told(ask, command)
    return await _said(ask, await ask.repository_with_id(model.repository, Level.SEE))


@router.delete("/delete")
async def delete(ask: Ask) -> dict[str, Any]:
    """The repository is gone for everybody at once, with its versions."""
    model = await model_of(ask, text(await body_of(ask), "name"), Level.ADMIN)
    await told(ask, DeleteRepository(repository=model.repository, **signature(ask.who)))
    return {}


@router.post("/set-tag")
async def tag(ask: Ask) -> dict[str, Any]:
    """A tag in place of an earlier one."""
    body = await body_of(ask)
    await _described(ask, body, tags=(Label(name=text(body, "key"), value=text(body, "value", "")),))
    return {}


@router.delete("/delete-tag")
async def untag(ask: Ask) -> dict[str, Any]:
    """A tag less."""
    body = await body_of(ask)
    await _described(ask, body, removed_tags=(text(body, "key"),))
    return {}


@router.post("/alias")
async def set_alias(ask: Ask) -> dict[str, Any]:
    """A name leads to a version."""
    body = await body_of(ask)
    model = await model_of(ask, text(body, "name"), Level.WRITE)
    version = await version_of(ask, model, body.get("version"))
    command = SetAlias(
        repository=model.repository,
        alias=text(body, "alias"),
        version=version.version,
        **signature(ask.who),
    )
    await told(ask, command)
    return {}


@router.delete("/alias")
async def delete_alias(ask: Ask) -> dict[str, Any]:
    """A name leads nowhere."""
    body = await body_of(ask)
    model = await model_of(ask, text(body, "name"), Level.WRITE)
    await told(ask, SetAlias(repository=model.repository, alias=text(body, "alias"), **signature(ask.who)))
    return {}


@router.get("/alias")
async def read_alias(ask: Ask, name: str, alias: str) -> dict[str, Any]:
    """The version that a name leads to."""
    model = await model_of(ask, name, Level.SEE)
    for each in await aliases_of(ask.gateway.tables, [model.repository]):
        if each.alias == alias.lower():
            version = await version_of(ask, model, each.version)
            return {"model_version": (await versions_said(ask, {model.repository: model}, [version]))[0]}
    raise absent(f"alias of {model.full_name}", alias)


@router.post("/get-latest-versions")
async def latest(ask: Ask) -> dict[str, Any]:
    """Of each stage the newest version."""
    return await _latest(ask, await body_of(ask))


@router.get("/get-latest-versions")
async def latest_asked(ask: Ask) -> dict[str, Any]:
    """The same."""
    query = ask.request.query_params
    return await _latest(ask, {**query, "stages": query.getlist("stages")})


async def _latest(ask: Asked, body: Mapping[str, Any]) -> dict[str, Any]:
    model = await model_of(ask, text(body, "name"), Level.SEE)
    stages = {str(each).lower() for each in items_of(body, "stages")}
    rows = [
        row
        for row in await versions_of(ask.gateway.tables, [model.repository])
        if not stages or row.stage.lower() in stages
    ]
    return {"model_versions": await versions_said(ask, {model.repository: model}, rows)}


async def _described(ask: Asked, body: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    model = await model_of(ask, text(body, "name"), Level.WRITE)
    await told(ask, DescribeRepository(repository=model.repository, **changes, **signature(ask.who)))
    return await _said(ask, model)


async def _said(ask: Asked, model: RepositoryRow) -> dict[str, Any]:
    return {"registered_model": (await registered_models_said(ask, [model]))[0]}
