"""Runs: create, update, log params, tags, metrics and datasets, search, and read metric histories."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, cast

from fastapi import APIRouter, Query
from muster.api.problems import unavailable
from muster.events.registry_commands import (
    ChangeRun,
    CreateRun,
    DatasetUse,
    Label,
    RunKind,
    RunStatus,
)
from muster.events.run_events import MetricPoint, MetricsLogged
from muster.events.topics import RUN_EVENTS
from muster.events.wire.stamp import stamped
from muster.registry.core.access import Level
from muster.registry.core.requests import signature
from muster.registry.core.tracking.limits import LABEL, LABEL_ALLOWED
from muster.registry.edge.commands import PATIENCE_S
from muster.registry.edge.mlflow.answers import metric_answer, run_answers, run_info
from muster.registry.edge.mlflow.errors import MlflowRoute, absent, invalid
from muster.registry.edge.mlflow.filters import RUNS as NAMED
from muster.registry.edge.mlflow.lookup import (
    API,
    body_of,
    experiment_of,
    items_of,
    labels_of,
    page_answer,
    page_of,
    run_of,
    submit,
    text,
    whole,
)
from muster.registry.edge.mlflow.queries import REMOVED, RUNS, RunRow, history_of, models_of_runs
from muster.registry.edge.mlflow.searches import Search, run_search
from muster.registry.edge.requests.context import Context, RequestContext
from muster.views.reading.pages import Condition

METRICS_MAX: Final = 1_000
"""Maximum number of metric values of a request; MLflow clients use the same limit."""
HISTORY_MAX: Final = 25_000
EXPERIMENTS_MAX: Final = 1_000
RUNS_MAX: Final = 100
_NAME_TAG: Final = "mlflow.runName"
SEARCH: Final = Search(select=RUNS, searched=NAMED, order="r.started_at_ms DESC, r.run", size=1_000)
_REMOVED: Final = {"ACTIVE_ONLY": [False], "DELETED_ONLY": [True], "ALL": [False, True]}
_STEPS: Final = (-(2**63), 2**63 - 1)

router = APIRouter(include_in_schema=False, prefix=API, route_class=MlflowRoute)


@router.post("/runs/create")
async def create(context: Context) -> dict[str, Any]:
    """Create a run; without a name it gets a generated one."""
    body = await body_of(context)
    experiment = await experiment_of(context, text(body, "experiment_id", "0"), Level.WRITE)
    run, tags = secrets.token_hex(16), labels_of(body, "tags")
    named = next((tag.value for tag in tags if tag.name == _NAME_TAG), "")
    name = text(body, "run_name", "") or named or f"run-{run[:8]}"
    command = CreateRun(
        repository=experiment.repository,
        run=run,
        kind=RunKind.RUN,
        name=name,
        model_type="",
        source_run="",
        started_at_ms=whole(body, "start_time", context.gateway.log.clock.now_ms()),
        params=(),
        tags=(*(tag for tag in tags if tag.name != _NAME_TAG), Label(name=_NAME_TAG, value=name)),
        **signature(context.who),
    )
    await submit(context, command)
    return {"run": (await run_answers(context, [await run_of(context, run, Level.READ)]))[0]}


@router.post("/runs/update")
async def update(context: Context) -> dict[str, Any]:
    """Update the status, end time or name of a run."""
    body = await body_of(context)
    run, status, name = await _run(context, body), text(body, "status", ""), text(body, "run_name", "")
    if status and status not in RunStatus.__members__:
        raise invalid("status", status, ", ".join(RunStatus.__members__))
    command = ChangeRun(
        repository=run.repository,
        run=run.run,
        status=RunStatus(status) if status else None,
        ended_at_ms=whole(body, "end_time") if body.get("end_time") is not None else None,
        name=name or None,
        tags=(Label(name=_NAME_TAG, value=name),) if name else (),
        **signature(context.who),
    )
    await submit(context, command)
    return {"run_info": run_info(await run_of(context, run.run, Level.READ))}


@router.post("/runs/delete")
async def put_away(context: Context) -> dict[str, Any]:
    """Delete the run from lists and searches; nothing is removed."""
    return await _change(context, await body_of(context), removed=True)


@router.post("/runs/restore")
async def restore(context: Context) -> dict[str, Any]:
    """Restore a deleted run."""
    return await _change(context, await body_of(context), removed=False)


@router.post("/runs/log-parameter")
async def log_param(context: Context) -> dict[str, Any]:
    """Log a param; it can be set only once."""
    body = await body_of(context)
    return await _change(context, body, params=(_label(body),))


@router.post("/runs/set-tag")
async def tag(context: Context) -> dict[str, Any]:
    """Set a tag, replacing an earlier value."""
    body = await body_of(context)
    label = _label(body)
    name = label.value if label.name == _NAME_TAG and label.value else None
    return await _change(context, body, tags=(label,), name=name)


@router.post("/runs/delete-tag")
async def untag(context: Context) -> dict[str, Any]:
    """Delete a tag."""
    body = await body_of(context)
    return await _change(context, body, removed_tags=(text(body, "key"),))


@router.post("/runs/log-metric")
async def log_metric(context: Context) -> dict[str, Any]:
    """Log one metric value."""
    body = await body_of(context)
    return await _measured(context, await _run(context, body), [body])


@router.post("/runs/log-batch")
async def log_batch(context: Context) -> dict[str, Any]:
    """Log params and tags by a command, then append metric values; a repeated request changes nothing."""
    body = await body_of(context)
    run, metrics = await _run(context, body), items_of(body, "metrics")
    params, tags = labels_of(body, "params"), labels_of(body, "tags")
    if params or tags:
        name = next((tag.value for tag in tags if tag.name == _NAME_TAG), None)
        await _change(context, {"run_id": run.run}, params=params, tags=tags, name=name)
    return await _measured(context, run, metrics) if metrics else {}


@router.post("/runs/log-inputs")
async def log_inputs(context: Context) -> dict[str, Any]:
    """Record datasets that a run has read."""
    body = await body_of(context)
    return await _change(context, body, datasets=tuple(map(_dataset, items_of(body, "datasets"))))


@router.post("/runs/outputs")
async def log_outputs(context: Context) -> dict[str, Any]:
    """Check models that a run has logged; nothing is stored, as each logged model already names its run."""
    body = await body_of(context)
    run = await _run(context, body)
    known = {each.run for each in await models_of_runs(context.gateway.tables, [run.run])}
    for each in items_of(body, "models"):
        match each:
            case {"model_id": str(model)}:
                pass
            case _:
                model = str(each)
        if model not in known:
            raise invalid("models", model, f"models that were made with the source_run_id {run.run}")
    return {}


@router.post("/runs/log-model")
async def log_model(context: Context) -> dict[str, Any]:
    """Store the model metadata that older clients send in addition to the files, as a tag of the run."""
    body = await body_of(context)
    return await _change(
        context, body, tags=(Label(name="mlflow.log-model.history", value=f"[{text(body, 'model_json')}]"),)
    )


@router.get("/runs/get")
async def read(context: Context, run_id: str = "", run_uuid: str = "") -> dict[str, Any]:
    """Return a run."""
    run = await run_of(context, run_id or run_uuid, Level.READ)
    if run.kind != RunKind.RUN:
        raise absent("run", run_id)
    return {"run": (await run_answers(context, [run]))[0]}


@router.post("/runs/search")
async def search(context: Context) -> dict[str, Any]:
    """Return runs of some experiments; default order: newest first."""
    body = await body_of(context)
    given = [str(each) for each in items_of(body, "experiment_ids")]
    if len(given) > EXPERIMENTS_MAX:
        raise invalid("experiment_ids", f"{len(given)} items", f"at most {EXPERIMENTS_MAX}")
    ids = [(await experiment_of(context, each, Level.READ)).repository for each in given]
    wanted = _REMOVED.get(str(body.get("run_view_type") or "ACTIVE_ONLY").upper())
    if wanted is None:
        raise invalid("run_view_type", str(body.get("run_view_type")), ", ".join(_REMOVED))
    conditions = [
        Condition("kind", "r.kind = %(kind)s", RunKind.RUN.value),
        Condition("repositories", "r.repository = ANY(%(repositories)s)", ids),
        Condition("removed", f"{REMOVED} = ANY(%(removed)s)", wanted),
    ]
    rows, size, skipped = await run_search(context, SEARCH, RunRow, body, conditions)
    return page_answer("runs", await run_answers(context, rows), size, skipped)


@router.get("/metrics/get-history")
async def history(  # noqa: PLR0917  (the query)
    context: Context,
    metric_key: str,
    run_id: str = "",
    run_uuid: str = "",
    page_token: str = "",
    max_results: Annotated[int | None, Query()] = None,
) -> dict[str, Any]:
    """Return all values of a metric, ordered by step."""
    run = await run_of(context, run_id or run_uuid, Level.READ)
    size, skipped = page_of({"max_results": max_results, "page_token": page_token or None}, HISTORY_MAX)
    rows = await history_of(context.gateway.tables, [run.run], metric_key, _STEPS, size + 1, skipped)
    return page_answer("metrics", [metric_answer(row) for row in rows], size, skipped)


@router.get("/metrics/get-history-bulk-interval")
async def histories(  # noqa: PLR0917  (the query)
    context: Context,
    metric_key: str,
    run_ids: Annotated[list[str], Query()],
    start_step: int = _STEPS[0],
    end_step: int = _STEPS[1],
    max_results: Annotated[int, Query(ge=1, le=HISTORY_MAX)] = 2_500,
) -> dict[str, Any]:
    """Return values of a metric of several runs, for charts: at most `max_results` of each, evenly spaced."""
    if len(run_ids) > RUNS_MAX:
        raise invalid("run_ids", f"{len(run_ids)} items", f"at most {RUNS_MAX}")
    runs = [(await run_of(context, run, Level.READ)).run for run in run_ids]
    steps = (start_step, end_step)
    rows = await history_of(context.gateway.tables, runs, metric_key, steps, HISTORY_MAX)
    values: list[dict[str, Any]] = []
    for run in runs:
        of_run = [row for row in rows if row.run == run]
        every = max(1, -(-len(of_run) // max_results))
        values += [metric_answer(row) for row in of_run[::every]]
    return {"metrics": values}


async def _run(context: RequestContext, body: Mapping[str, Any]) -> RunRow:
    """Return the run that a body names, if the caller may write it."""
    run = await run_of(context, text(body, "run_id", "") or text(body, "run_uuid"), Level.WRITE)
    if run.kind != RunKind.RUN:
        raise absent("run", run.run)
    return run


async def _change(context: RequestContext, body: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    run = await _run(context, body)
    await submit(
        context, ChangeRun(repository=run.repository, run=run.run, **changes, **signature(context.who))
    )
    return {}


async def _measured(context: RequestContext, run: RunRow, metrics: Sequence[Any]) -> dict[str, Any]:
    """Append values to the topic of runs, and wait for the tables, because the caller may read them next."""
    if len(metrics) > METRICS_MAX:
        raise invalid("metrics", f"{len(metrics)} items", f"at most {METRICS_MAX} at once")
    if run.removed:
        raise invalid("run_id", run.run, "a run that was not deleted")
    points = tuple(_point(each) for each in metrics)
    repository = await context.repository_with_id(run.repository, Level.WRITE)
    fact = MetricsLogged(
        repository=run.repository,
        run=run.run,
        points=points,
        tenant=repository.tenant,
        requested_by=context.who.name,
    )
    gateway = context.gateway
    gateway.limit.admit(context.caller.tenant)
    position = await gateway.log.append(
        context.caller, RUN_EVENTS, stamped(fact, run.run, gateway.log.stamp())
    )
    if not await gateway.tables.wait_for(position, PATIENCE_S):
        raise unavailable("the values are on the log but not in the tables yet; sending them again is safe")
    return {}


def _point(given: Any) -> MetricPoint:
    """Parse a metric value; clients send infinities and NaN as text."""
    if not isinstance(given, dict):
        raise invalid("metrics", str(given), "objects with key, value, timestamp and step")
    body = cast("dict[str, Any]", given)
    name = text(body, "key")
    if not LABEL.fullmatch(name):
        raise invalid("key", name, LABEL_ALLOWED)
    try:
        value = float(body.get("value", ""))
    except (TypeError, ValueError, OverflowError):
        raise invalid(f"value of {name}", str(body.get("value")), "a number") from None
    return MetricPoint(
        name=name,
        value=value + 0.0,  # not -0.0: one value is one row
        at_ms=whole(body, "timestamp", 0),
        step=whole(body, "step", 0),
        model=text(body, "model_id", ""),
        dataset=text(body, "dataset_name", ""),
        dataset_digest=text(body, "dataset_digest", ""),
    )


def _label(body: Mapping[str, Any]) -> Label:
    return Label(name=text(body, "key"), value=text(body, "value", ""))


def _dataset(given: Any) -> DatasetUse:
    match given:
        case {"dataset": {"name": str(name), "digest": str(digest), **fields}}:
            return DatasetUse(
                name=name,
                digest=digest,
                source_type=text(fields, "source_type", ""),
                source=text(fields, "source", ""),
                schema=text(fields, "schema", ""),
                profile=text(fields, "profile", ""),
                tags=labels_of(given, "tags"),
            )
        case _:
            raise invalid("datasets", str(given), "objects with a dataset that has a name and a digest")
