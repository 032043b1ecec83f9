"""Logged models: each has files, params, tags and a status of its own."""

from __future__ import annotations

import secrets
from typing import Any, Final

from fastapi import APIRouter
from muster.events.registry_commands import ChangeRun, CreateRun, RunKind, RunStatus
from muster.registry.core.repositories.access import Level
from muster.registry.core.requests import signature
from muster.registry.edge.hub.asked import Ask, Asked
from muster.registry.edge.mlflow.asked import (
    API,
    body_of,
    experiment_of,
    items_of,
    labels_of,
    page_said,
    run_of,
    text,
    told,
)
from muster.registry.edge.mlflow.errors import MlflowRoute, absent, invalid
from muster.registry.edge.mlflow.filters import MODELS_OF_RUNS
from muster.registry.edge.mlflow.reading import REMOVED, RUNS, RunRow
from muster.registry.edge.mlflow.said import logged_models_said
from muster.registry.edge.mlflow.searching import Search, found
from muster.views.reading.pages import Condition

SEARCH: Final = Search(select=RUNS, searched=MODELS_OF_RUNS, order="r.started_at_ms DESC, r.run", size=100)
_PREFIX: Final = "LOGGED_MODEL_"

router = APIRouter(include_in_schema=False, prefix=f"{API}/logged-models", route_class=MlflowRoute)


@router.post("")
async def create(ask: Ask) -> dict[str, Any]:
    """It is there, and its files are awaited."""
    body = await body_of(ask)
    experiment = await experiment_of(ask, text(body, "experiment_id"), Level.WRITE)
    model = f"m-{secrets.token_hex(16)}"
    command = CreateRun(
        repository=experiment.repository,
        run=model,
        kind=RunKind.MODEL,
        name=text(body, "name", "") or f"model-{model[2:10]}",
        model_type=text(body, "model_type", ""),
        source_run=text(body, "source_run_id", ""),
        started_at_ms=ask.gateway.log.clock.now_ms(),
        params=labels_of(body, "params"),
        tags=labels_of(body, "tags"),
        **signature(ask.who),
    )
    await told(ask, command)
    return await _said(ask, model)


@router.post("/search")
async def search(ask: Ask) -> dict[str, Any]:
    """Models of some experiments, the newest first unless it is said otherwise."""
    body = await body_of(ask)
    ids = [
        (await experiment_of(ask, str(each), Level.READ)).repository
        for each in items_of(body, "experiment_ids")
    ]
    orders = [_order(each) for each in items_of(body, "order_by")]
    conditions = [
        Condition("kind", "r.kind = %(kind)s", RunKind.MODEL.value),
        Condition("repositories", "r.repository = ANY(%(repositories)s)", ids),
        Condition("removed", f"{REMOVED} = %(removed)s", False),
    ]
    rows, size, skipped = await found(ask, SEARCH, RunRow, {**body, "order_by": orders}, conditions)
    return page_said("models", await logged_models_said(ask, rows), size, skipped)


@router.get("/{model}")
async def read(ask: Ask, model: str) -> dict[str, Any]:
    """All that is known of a model."""
    return await _said(ask, (await _model(ask, model, Level.READ)).run)


@router.patch("/{model}")
async def finalize(ask: Ask, model: str) -> dict[str, Any]:
    """Its files are there, or did not come."""
    status = text(await body_of(ask), "status").removeprefix(_PREFIX)
    if status not in RunStatus.__members__:
        raise invalid("status", status, f"{_PREFIX}READY or {_PREFIX}UPLOAD_FAILED")
    await _change(ask, model, status=RunStatus(status), ended_at_ms=ask.gateway.log.clock.now_ms())
    return await _said(ask, model)


@router.delete("/{model}")
async def put_away(ask: Ask, model: str) -> dict[str, Any]:
    """Out of sight; its files stay."""
    return await _change(ask, model, removed=True)


@router.patch("/{model}/tags")
async def tag(ask: Ask, model: str) -> dict[str, Any]:
    """Tags in place of earlier ones."""
    await _change(ask, model, tags=labels_of(await body_of(ask), "tags"))
    return await _said(ask, model)


@router.delete("/{model}/tags/{name:path}")
async def untag(ask: Ask, model: str, name: str) -> dict[str, Any]:
    """A tag less."""
    return await _change(ask, model, removed_tags=(name,))


@router.post("/{model}/params")
async def log_params(ask: Ask, model: str) -> dict[str, Any]:
    """Each is set once."""
    return await _change(ask, model, params=labels_of(await body_of(ask), "params"))


async def _model(ask: Asked, model: str, needed: Level) -> RunRow:
    row = await run_of(ask, model, needed) if model.startswith("m-") else None
    if row is None or row.kind != RunKind.MODEL or row.removed:
        raise absent("logged model", model)
    return row


async def _change(ask: Asked, model: str, **changes: Any) -> dict[str, Any]:
    row = await _model(ask, model, Level.WRITE)
    await told(ask, ChangeRun(repository=row.repository, run=row.run, **changes, **signature(ask.who)))
    return {}


async def _said(ask: Asked, model: str) -> dict[str, Any]:
    row = await _model(ask, model, Level.READ)
    return {"model": (await logged_models_said(ask, [row]))[0]}


def _order(given: Any) -> str:
    """Convert an order given as an object, as clients send it here, to the text used elsewhere."""
    match given:
        case {"field_name": str(name), **others}:
            return f"{name} {'ASC' if others.get('ascending', True) else 'DESC'}"
        case _:
            raise invalid("order_by", str(given), "objects with a field_name, and perhaps ascending")
