"""Experiments: create, find, describe, rename, archive and restore."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter
from muster.api.commands.log import minted
from muster.api.problems import Problem
from muster.events.registry_commands import (
    CreateRepository,
    DescribeRepository,
    Label,
    MoveRepository,
    RepositoryType,
    Visibility,
)
from muster.registry.core.access import Level
from muster.registry.core.requests import signature
from muster.registry.edge.mlflow.answers import experiment_answers
from muster.registry.edge.mlflow.errors import MlflowRoute, absent, invalid
from muster.registry.edge.mlflow.filters import REPOSITORIES as NAMED
from muster.registry.edge.mlflow.lookup import (
    API,
    body_of,
    experiment_of,
    labels_of,
    page_answer,
    submit,
    text,
)
from muster.registry.edge.mlflow.searches import Search, run_search
from muster.registry.edge.queries import REPOSITORIES, RepositoryRow, repository_named
from muster.registry.edge.requests.context import Context, RequestContext
from muster.registry.edge.visibility import visible_to
from muster.views.reading.pages import Condition

SEARCH: Final = Search(
    select=REPOSITORIES + "LEFT JOIN described d ON d.repository = r.repository",
    searched=NAMED,
    order="coalesce(d.changed_at_ms, r.changed_at_ms) DESC, r.repository",
    size=1_000,
)

router = APIRouter(include_in_schema=False, prefix=f"{API}/experiments", route_class=MlflowRoute)


@router.post("/create")
async def create(context: Context) -> dict[str, Any]:
    """Create an experiment in the caller's organisation; its artifacts are always stored in this registry."""
    body = await body_of(context)
    name, tags, wanted = text(body, "name"), labels_of(body, "tags"), text(body, "artifact_location", "")
    if wanted:
        raise invalid("artifact_location", wanted, "empty: artifacts are stored in this registry")
    command = CreateRepository(
        repository=minted("repo"),
        repository_type=RepositoryType.EXPERIMENT,
        namespace=context.caller.tenant,
        name=name,
        visibility=Visibility.INTERNAL,
        **signature(context.who),
    )
    made = (await submit(context, command)).subject
    if tags:
        await submit(context, DescribeRepository(repository=made, tags=tags, **signature(context.who)))
    return {"experiment_id": made}


@router.get("/get")
async def read(context: Context, experiment_id: str) -> dict[str, Any]:
    """Return an experiment by its id; 0 is the organisation's default experiment."""
    return await _experiment_answer(context, await experiment_of(context, experiment_id, Level.SEE))


@router.get("/get-by-name")
async def read_named(context: Context, experiment_name: str) -> dict[str, Any]:
    """Return an experiment of the caller's organisation by its name, ignoring case."""
    tables = context.gateway.tables
    row = await repository_named(tables, RepositoryType.EXPERIMENT, context.caller.tenant, experiment_name)
    if row is None:
        raise absent("experiment", experiment_name)
    try:
        return await _experiment_answer(context, await experiment_of(context, row.repository, Level.SEE))
    except Problem as problem:
        if problem.members.get("error_code") == "RESOURCE_DOES_NOT_EXIST":
            raise absent("experiment", experiment_name) from None
        raise


@router.post("/search")
async def search(context: Context) -> dict[str, Any]:
    """Return experiments that the caller may see, most recently changed first."""
    body = await body_of(context)
    wanted = _ARCHIVED.get(str(body.get("view_type") or "ACTIVE_ONLY").upper())
    if wanted is None:
        raise invalid("view_type", str(body.get("view_type")), ", ".join(_ARCHIVED))
    conditions = [
        Condition("type", "r.type = %(type)s AND NOT r.deleted", RepositoryType.EXPERIMENT.value),
        Condition("archived", "coalesce(d.archived, false) = ANY(%(archived)s)", wanted),
        *visible_to(context.who),
    ]
    rows, size, skipped = await run_search(context, SEARCH, RepositoryRow, body, conditions)
    return page_answer("experiments", await experiment_answers(context, rows), size, skipped)


@router.post("/update")
async def rename(context: Context) -> dict[str, Any]:
    """Rename the experiment."""
    body = await body_of(context)
    experiment = await experiment_of(context, text(body, "experiment_id"), Level.ADMIN)
    command = MoveRepository(
        repository=experiment.repository,
        namespace=experiment.namespace,
        name=text(body, "new_name"),
        **signature(context.who),
    )
    await submit(context, command)
    return {}


@router.post("/delete")
async def put_away(context: Context) -> dict[str, Any]:
    """Archive the experiment; nothing is removed."""
    return await _archive(context, archived=True)


@router.post("/restore")
async def restore(context: Context) -> dict[str, Any]:
    """Restore the experiment."""
    return await _archive(context, archived=False)


@router.post("/set-experiment-tag")
async def tag(context: Context) -> dict[str, Any]:
    """Set a tag, replacing an earlier value."""
    body = await body_of(context)
    label = Label(name=text(body, "key"), value=text(body, "value", ""))
    return await _describe(context, body, tags=(label,))


@router.post("/delete-experiment-tag")
async def untag(context: Context) -> dict[str, Any]:
    """Delete a tag."""
    body = await body_of(context)
    return await _describe(context, body, removed_tags=(text(body, "key"),))


async def _archive(context: RequestContext, *, archived: bool) -> dict[str, Any]:
    return await _describe(context, await body_of(context), archived=archived)


async def _describe(context: RequestContext, body: dict[str, Any], **changes: Any) -> dict[str, Any]:
    experiment = await experiment_of(context, text(body, "experiment_id"), Level.WRITE)
    command = DescribeRepository(repository=experiment.repository, **changes, **signature(context.who))
    await submit(context, command)
    return {}


async def _experiment_answer(context: RequestContext, experiment: RepositoryRow) -> dict[str, Any]:
    return {"experiment": (await experiment_answers(context, [experiment]))[0]}


_ARCHIVED: Final = {"ACTIVE_ONLY": [False], "DELETED_ONLY": [True], "ALL": [False, True]}
