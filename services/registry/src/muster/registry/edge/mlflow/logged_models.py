"""Logged models: each has files, params, tags and a status of its own."""

from __future__ import annotations

import secrets
from typing import Any, Final

from fastapi import APIRouter
from muster.events.registry_commands import ChangeRun, CreateRun, RunKind, RunStatus
from muster.registry.core.access import Level
from muster.registry.core.requests import signature
from muster.registry.edge.mlflow.answers import logged_model_answers
from muster.registry.edge.mlflow.errors import MlflowRoute, absent, invalid
from muster.registry.edge.mlflow.filters import MODELS_OF_RUNS
from muster.registry.edge.mlflow.lookup import (
    API,
    body_of,
    experiment_of,
    items_of,
    labels_of,
    page_answer,
    run_of,
    submit,
    text,
)
from muster.registry.edge.mlflow.queries import REMOVED, RUNS, RunRow
from muster.registry.edge.mlflow.searches import Search, run_search
from muster.registry.edge.requests.context import Context, RequestContext
from muster.views.reading.pages import Condition

SEARCH: Final = Search(select=RUNS, searched=MODELS_OF_RUNS, order="r.started_at_ms DESC, r.run", size=100)
_PREFIX: Final = "LOGGED_MODEL_"

router = APIRouter(include_in_schema=False, prefix=f"{API}/logged-models", route_class=MlflowRoute)


@router.post("")
async def create(context: Context) -> dict[str, Any]:
    """Create a logged model, whose files are uploaded next."""
    body = await body_of(context)
    experiment = await experiment_of(context, text(body, "experiment_id"), Level.WRITE)
    model = f"m-{secrets.token_hex(16)}"
    command = CreateRun(
        repository=experiment.repository,
        run=model,
        kind=RunKind.MODEL,
        name=text(body, "name", "") or f"model-{model[2:10]}",
        model_type=text(body, "model_type", ""),
        source_run=text(body, "source_run_id", ""),
        started_at_ms=context.gateway.log.clock.now_ms(),
        params=labels_of(body, "params"),
        tags=labels_of(body, "tags"),
        **signature(context.who),
    )
    await submit(context, command)
    return await _model_answer(context, model)


@router.post("/search")
async def search(context: Context) -> dict[str, Any]:
    """Return logged models of some experiments; default order: newest first."""
    body = await body_of(context)
    ids = [
        (await experiment_of(context, str(each), Level.READ)).repository
        for each in items_of(body, "experiment_ids")
    ]
    orders = [_order(each) for each in items_of(body, "order_by")]
    conditions = [
        Condition("kind", "r.kind = %(kind)s", RunKind.MODEL.value),
        Condition("repositories", "r.repository = ANY(%(repositories)s)", ids),
        Condition("removed", f"{REMOVED} = %(removed)s", False),
    ]
    rows, size, skipped = await run_search(context, SEARCH, RunRow, {**body, "order_by": orders}, conditions)
    return page_answer("models", await logged_model_answers(context, rows), size, skipped)


@router.get("/{model}")
async def read(context: Context, model: str) -> dict[str, Any]:
    """Return a logged model."""
    return await _model_answer(context, (await _model(context, model, Level.READ)).run)


@router.patch("/{model}")
async def finalize(context: Context, model: str) -> dict[str, Any]:
    """Mark the model as ready, or its upload as failed."""
    status = text(await body_of(context), "status").removeprefix(_PREFIX)
    if status not in RunStatus.__members__:
        raise invalid("status", status, f"{_PREFIX}READY or {_PREFIX}UPLOAD_FAILED")
    await _change(context, model, status=RunStatus(status), ended_at_ms=context.gateway.log.clock.now_ms())
    return await _model_answer(context, model)


@router.delete("/{model}")
async def put_away(context: Context, model: str) -> dict[str, Any]:
    """Remove the model from lists and searches; its files stay."""
    return await _change(context, model, removed=True)


@router.patch("/{model}/tags")
async def tag(context: Context, model: str) -> dict[str, Any]:
    """Set tags, replacing earlier values."""
    await _change(context, model, tags=labels_of(await body_of(context), "tags"))
    return await _model_answer(context, model)


@router.delete("/{model}/tags/{name:path}")
async def untag(context: Context, model: str, name: str) -> dict[str, Any]:
    """Delete a tag."""
    return await _change(context, model, removed_tags=(name,))


@router.post("/{model}/params")
async def log_params(context: Context, model: str) -> dict[str, Any]:
    """Log params; each can be set only once."""
    return await _change(context, model, params=labels_of(await body_of(context), "params"))


async def _model(context: RequestContext, model: str, needed: Level) -> RunRow:
    row = await run_of(context, model, needed) if model.startswith("m-") else None
    if row is None or row.kind != RunKind.MODEL or row.removed:
        raise absent("logged model", model)
    return row


async def _change(context: RequestContext, model: str, **changes: Any) -> dict[str, Any]:
    row = await _model(context, model, Level.WRITE)
    await submit(
        context, ChangeRun(repository=row.repository, run=row.run, **changes, **signature(context.who))
    )
    return {}


async def _model_answer(context: RequestContext, model: str) -> dict[str, Any]:
    row = await _model(context, model, Level.READ)
    return {"model": (await logged_model_answers(context, [row]))[0]}


def _order(order: Any) -> str:
    """Convert an order given as an object, as clients send it here, to the text used elsewhere."""
    match order:
        case {"field_name": str(name), **others}:
            return f"{name} {'ASC' if others.get('ascending', True) else 'DESC'}"
        case _:
            raise invalid("order_by", str(order), "objects with a field_name, and perhaps ascending")
