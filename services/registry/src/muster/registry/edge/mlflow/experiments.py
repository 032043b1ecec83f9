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
from muster.registry.core.repositories.access import Level
from muster.registry.core.requests import signature
from muster.registry.edge.hub.asked import Ask, Asked
from muster.registry.edge.mlflow.asked import API, body_of, experiment_of, labels_of, page_said, text, told
from muster.registry.edge.mlflow.errors import MlflowRoute, absent, invalid
from muster.registry.edge.mlflow.filters import REPOSITORIES as NAMED
from muster.registry.edge.mlflow.said import experiments_said
from muster.registry.edge.mlflow.searching import Search, found
from muster.registry.edge.reading import REPOSITORIES, RepositoryRow, repository_named
from muster.registry.edge.seeing import seen_by
from muster.views.reading.pages import Condition

SEARCH: Final = Search(
    select=REPOSITORIES + "LEFT JOIN described d ON d.repository = r.repository",
    searched=NAMED,
    order="coalesce(d.changed_at_ms, r.changed_at_ms) DESC, r.repository",
    size=1_000,
)

router = APIRouter(include_in_schema=False, prefix=f"{API}/experiments", route_class=MlflowRoute)


@router.post("/create")
async def create(ask: Ask) -> dict[str, Any]:
    """An experiment of the caller's organisation; its files are kept here, wherever the client wants them."""
    body = await body_of(ask)
    name, tags, wanted = text(body, "name"), labels_of(body, "tags"), text(body, "artifact_location", "")
    if wanted:
        raise invalid("artifact_location", wanted, "nothing: files are kept in the store of the registry")
    command = CreateRepository(
        repository=minted("repo"),
        repository_type=RepositoryType.EXPERIMENT,
        namespace=ask.caller.tenant,
        name=name,
        visibility=Visibility.INTERNAL,
        **signature(ask.who),
    )
    made = (await told(ask, command)).subject
    if tags:
        await told(ask, DescribeRepository(repository=made, tags=tags, **signature(ask.who)))
    return {"experiment_id": made}


@router.get("/get")
async def read(ask: Ask, experiment_id: str) -> dict[str, Any]:
    """One by its id; 0 is the one of who names none."""
    return await _said(ask, await experiment_of(ask, experiment_id, Level.SEE))


@router.get("/get-by-name")
async def read_named(ask: Ask, experiment_name: str) -> dict[str, Any]:
    """One of the caller's organisation by its name; upper and lower case are one."""
    tables = ask.gateway.tables
    row = await repository_named(tables, RepositoryType.EXPERIMENT, ask.caller.tenant, experiment_name)
    if row is None:
        raise absent("experiment", experiment_name)
    try:
        return await _said(ask, await experiment_of(ask, row.repository, Level.SEE))
    except Problem as problem:
        if problem.members.get("error_code") == "RESOURCE_DOES_NOT_EXIST":
            raise absent("experiment", experiment_name) from None
        raise


@router.post("/search")
async def search(ask: Ask) -> dict[str, Any]:
    """Those that the caller may see, what changed last first."""
    body = await body_of(ask)
    wanted = _ARCHIVED.get(str(body.get("view_type") or "ACTIVE_ONLY").upper())
    if wanted is None:
        raise invalid("view_type", str(body.get("view_type")), ", ".join(_ARCHIVED))
    conditions = [
        Condition("type", "r.type = %(type)s AND NOT r.deleted", RepositoryType.EXPERIMENT.value),
        Condition("archived", "coalesce(d.archived, false) = ANY(%(archived)s)", wanted),
        *seen_by(ask.who),
    ]
    rows, size, skipped = await found(ask, SEARCH, RepositoryRow, body, conditions)
    return page_said("experiments", await experiments_said(ask, rows), size, skipped)


@router.post("/update")
async def rename(ask: Ask) -> dict[str, Any]:
    """Another name."""
    body = await body_of(ask)
    experiment = await experiment_of(ask, text(body, "experiment_id"), Level.ADMIN)
    command = MoveRepository(
        repository=experiment.repository,
        namespace=experiment.namespace,
        name=text(body, "new_name"),
        **signature(ask.who),
    )
    await told(ask, command)
    return {}


@router.post("/delete")
async def put_away(ask: Ask) -> dict[str, Any]:
    """Out of sight; nothing of it is removed."""
    return await _archive(ask, archived=True)


@router.post("/restore")
async def restore(ask: Ask) -> dict[str, Any]:
    """In sight again."""
    return await _archive(ask, archived=False)


@router.post("/set-experiment-tag")
async def tag(ask: Ask) -> dict[str, Any]:
    """A tag in place of an earlier one."""
    body = await body_of(ask)
    label = Label(name=text(body, "key"), value=text(body, "value", ""))
    return await _describe(ask, body, tags=(label,))


@router.post("/delete-experiment-tag")
async def untag(ask: Ask) -> dict[str, Any]:
    """A tag less."""
    body = await body_of(ask)
    return await _describe(ask, body, removed_tags=(text(body, "key"),))


async def _archive(ask: Asked, *, archived: bool) -> dict[str, Any]:
    return await _describe(ask, await body_of(ask), archived=archived)


async def _describe(ask: Asked, body: dict[str, Any], **changes: Any) -> dict[str, Any]:
    experiment = await experiment_of(ask, text(body, "experiment_id"), Level.WRITE)
    command = DescribeRepository(repository=experiment.repository, **changes, **signature(ask.who))
    await told(ask, command)
    return {}


async def _said(ask: Asked, experiment: RepositoryRow) -> dict[str, Any]:
    return {"experiment": (await experiments_said(ask, [experiment]))[0]}


_ARCHIVED: Final = {"ACTIVE_ONLY": [False], "DELETED_ONLY": [True], "ALL": [False, True]}
