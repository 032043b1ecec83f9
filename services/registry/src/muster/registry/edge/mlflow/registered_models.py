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
from muster.registry.core.access import Level
from muster.registry.core.requests import signature
from muster.registry.edge.mlflow.answers import registered_model_answers, version_answers
from muster.registry.edge.mlflow.errors import MlflowRoute, absent
from muster.registry.edge.mlflow.filters import REPOSITORIES as NAMED
from muster.registry.edge.mlflow.lookup import (
    API,
    body_of,
    full_name,
    items_of,
    labels_of,
    model_of,
    page_answer,
    submit,
    text,
    version_of,
)
from muster.registry.edge.mlflow.queries import aliases_of, versions_of
from muster.registry.edge.mlflow.searches import Search, run_search
from muster.registry.edge.queries import REPOSITORIES, RepositoryRow
from muster.registry.edge.requests.context import Context, RequestContext
from muster.registry.edge.visibility import visible_to
from muster.views.reading.pages import Condition

SEARCH: Final = Search(
    select=REPOSITORIES + "LEFT JOIN described d ON d.repository = r.repository",
    searched=NAMED,
    order="r.name, r.repository",
    size=100,
)

router = APIRouter(include_in_schema=False, prefix=f"{API}/registered-models", route_class=MlflowRoute)


@router.post("/create")
async def create(context: Context) -> dict[str, Any]:
    """Create a registered model, with the repository of this name; fails if it exists."""
    body = await body_of(context)
    namespace, name = full_name(context, text(body, "name"))
    command = CreateRepository(
        repository=minted("repo"),
        repository_type=RepositoryType.MODEL,
        namespace=namespace,
        name=name,
        visibility=Visibility.INTERNAL,
        **signature(context.who),
    )
    made = (await submit(context, command)).subject
    description, tags = text(body, "description", ""), labels_of(body, "tags")
    if description or tags:
        about = DescribeRepository(
            repository=made, description=description or None, tags=tags, **signature(context.who)
        )
        await submit(context, about)
    return await _model_answer(context, await context.repository_with_id(made, Level.SEE))


@router.get("/get")
async def read(context: Context, name: str) -> dict[str, Any]:
    """Return a registered model by its name."""
    return await _model_answer(context, await model_of(context, name, Level.SEE))


@router.get("/search")
async def search(context: Context) -> dict[str, Any]:
    """Return registered models that the caller may see; default order: by name."""
    query = context.request.query_params
    body: dict[str, Any] = {**query, "order_by": query.getlist("order_by")}
    conditions = [
        Condition("type", "r.type = %(type)s AND NOT r.deleted", RepositoryType.MODEL.value),
        *visible_to(context.who),
    ]
    rows, size, skipped = await run_search(context, SEARCH, RepositoryRow, body, conditions)
    return page_answer("registered_models", await registered_model_answers(context, rows), size, skipped)


@router.patch("/update")
async def describe(context: Context) -> dict[str, Any]:
    """Set the model's description."""
    body = await body_of(context)
    return await _describe(context, body, description=text(body, "description", ""))


@router.post("/rename")
async def rename(context: Context) -> dict[str, Any]:
    """Rename the model within its organisation."""
    body = await body_of(context)
    model = await model_of(context, text(body, "name"), Level.ADMIN)
    namespace, name = full_name(context, text(body, "new_name"))
    command = MoveRepository(
        repository=model.repository, namespace=namespace, name=name, **signature(context.who)
    )
    await submit(context, command)
    return await _model_answer(context, await context.repository_with_id(model.repository, Level.SEE))


@router.delete("/delete")
async def delete(context: Context) -> dict[str, Any]:
    """Delete the model's repository with all versions, immediately and for everyone."""
    model = await model_of(context, text(await body_of(context), "name"), Level.ADMIN)
    await submit(context, DeleteRepository(repository=model.repository, **signature(context.who)))
    return {}


@router.post("/set-tag")
async def tag(context: Context) -> dict[str, Any]:
    """Set a tag, replacing an earlier value."""
    body = await body_of(context)
    await _describe(context, body, tags=(Label(name=text(body, "key"), value=text(body, "value", "")),))
    return {}


@router.delete("/delete-tag")
async def untag(context: Context) -> dict[str, Any]:
    """Delete a tag."""
    body = await body_of(context)
    await _describe(context, body, removed_tags=(text(body, "key"),))
    return {}


@router.post("/alias")
async def set_alias(context: Context) -> dict[str, Any]:
    """Point an alias to a version."""
    body = await body_of(context)
    model = await model_of(context, text(body, "name"), Level.WRITE)
    version = await version_of(context, model, body.get("version"))
    command = SetAlias(
        repository=model.repository,
        alias=text(body, "alias"),
        version=version.version,
        **signature(context.who),
    )
    await submit(context, command)
    return {}


@router.delete("/alias")
async def delete_alias(context: Context) -> dict[str, Any]:
    """Delete an alias."""
    body = await body_of(context)
    model = await model_of(context, text(body, "name"), Level.WRITE)
    await submit(
        context, SetAlias(repository=model.repository, alias=text(body, "alias"), **signature(context.who))
    )
    return {}


@router.get("/alias")
async def read_alias(context: Context, name: str, alias: str) -> dict[str, Any]:
    """Return the version that an alias points to."""
    model = await model_of(context, name, Level.SEE)
    for each in await aliases_of(context.gateway.tables, [model.repository]):
        if each.alias == alias.lower():
            version = await version_of(context, model, each.version)
            return {
                "model_version": (await version_answers(context, {model.repository: model}, [version]))[0]
            }
    raise absent(f"alias of {model.full_name}", alias)


@router.post("/get-latest-versions")
async def latest(context: Context) -> dict[str, Any]:
    """Return the newest version of each stage."""
    return await _latest(context, await body_of(context))


@router.get("/get-latest-versions")
async def latest_by_query(context: Context) -> dict[str, Any]:
    """Return the newest version of each stage, for clients that send a query."""
    query = context.request.query_params
    return await _latest(context, {**query, "stages": query.getlist("stages")})


async def _latest(context: RequestContext, body: Mapping[str, Any]) -> dict[str, Any]:
    model = await model_of(context, text(body, "name"), Level.SEE)
    stages = {str(each).lower() for each in items_of(body, "stages")}
    rows = [
        row
        for row in await versions_of(context.gateway.tables, [model.repository])
        if not stages or row.stage.lower() in stages
    ]
    return {"model_versions": await version_answers(context, {model.repository: model}, rows)}


async def _describe(context: RequestContext, body: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    model = await model_of(context, text(body, "name"), Level.WRITE)
    await submit(
        context, DescribeRepository(repository=model.repository, **changes, **signature(context.who))
    )
    return await _model_answer(context, model)


async def _model_answer(context: RequestContext, model: RepositoryRow) -> dict[str, Any]:
    return {"registered_model": (await registered_model_answers(context, [model]))[0]}
