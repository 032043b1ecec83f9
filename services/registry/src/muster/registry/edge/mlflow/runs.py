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
from muster.registry.core.repositories.access import Level
from muster.registry.core.requests import signature
from muster.registry.core.tracking.limits import LABEL, LABEL_ALLOWED
from muster.registry.edge.asking import PATIENCE_S
from muster.registry.edge.hub.asked import Ask, Asked
from muster.registry.edge.mlflow.asked import (
    API,
    body_of,
    experiment_of,
    items_of,
    labels_of,
    page_of,
    page_said,
    run_of,
    text,
    told,
    whole,
)
from muster.registry.edge.mlflow.errors import MlflowRoute, absent, invalid
from muster.registry.edge.mlflow.filters import RUNS as NAMED
from muster.registry.edge.mlflow.reading import REMOVED, RUNS, RunRow, history_of, models_of_runs
from muster.registry.edge.mlflow.said import metric_said, run_info, runs_said
from muster.registry.edge.mlflow.searching import Search, found
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
async def create(ask: Ask) -> dict[str, Any]:
    """A run begins; who names it not gets a name for it."""
    body = await body_of(ask)
    experiment = await experiment_of(ask, text(body, "experiment_id", "0"), Level.WRITE)
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
        started_at_ms=whole(body, "start_time", ask.gateway.log.clock.now_ms()),
        params=(),
        tags=(*(tag for tag in tags if tag.name != _NAME_TAG), Label(name=_NAME_TAG, value=name)),
        **signature(ask.who),
    )
    await told(ask, command)
    return {"run": (await runs_said(ask, [await run_of(ask, run, Level.READ)]))[0]}


@router.post("/runs/update")
async def update(ask: Ask) -> dict[str, Any]:
    """What has become of a run, and its name."""
    body = await body_of(ask)
    run, status, name = await _run(ask, body), text(body, "status", ""), text(body, "run_name", "")
    if status and status not in RunStatus.__members__:
        raise invalid("status", status, ", ".join(RunStatus.__members__))
    command = ChangeRun(
        repository=run.repository,
        run=run.run,
        status=RunStatus(status) if status else None,
        ended_at_ms=whole(body, "end_time") if body.get("end_time") is not None else None,
        name=name or None,
        tags=(Label(name=_NAME_TAG, value=name),) if name else (),
        **signature(ask.who),
    )
    await told(ask, command)
    return {"run_info": run_info(await run_of(ask, run.run, Level.READ))}


@router.post("/runs/delete")
async def put_away(ask: Ask) -> dict[str, Any]:
    """Out of sight; nothing of it is removed."""
    return await _change(ask, await body_of(ask), removed=True)


@router.post("/runs/restore")
async def restore(ask: Ask) -> dict[str, Any]:
    """In sight again."""
    return await _change(ask, await body_of(ask), removed=False)


@router.post("/runs/log-parameter")
async def log_param(ask: Ask) -> dict[str, Any]:
    """A parameter is set once."""
    body = await body_of(ask)
    return await _change(ask, body, params=(_label(body),))


@router.post("/runs/set-tag")
async def tag(ask: Ask) -> dict[str, Any]:
    """A tag in place of an earlier one."""
    body = await body_of(ask)
    label = _label(body)
    name = label.value if label.name == _NAME_TAG and label.value else None
    return await _change(ask, body, tags=(label,), name=name)


@router.post("/runs/delete-tag")
async def untag(ask: Ask) -> dict[str, Any]:
    """A tag less."""
    body = await body_of(ask)
    return await _change(ask, body, removed_tags=(text(body, "key"),))


@router.post("/runs/log-metric")
async def log_metric(ask: Ask) -> dict[str, Any]:
    """One value."""
    body = await body_of(ask)
    return await _measured(ask, await _run(ask, body), [body])


@router.post("/runs/log-batch")
async def log_batch(ask: Ask) -> dict[str, Any]:
    """Parameters and tags, which are decided, then values, which are told; a repetition changes nothing."""
    body = await body_of(ask)
    run, metrics = await _run(ask, body), items_of(body, "metrics")
    params, tags = labels_of(body, "params"), labels_of(body, "tags")
    if params or tags:
        name = next((tag.value for tag in tags if tag.name == _NAME_TAG), None)
        await _change(ask, {"run_id": run.run}, params=params, tags=tags, name=name)
    return await _measured(ask, run, metrics) if metrics else {}


@router.post("/runs/log-inputs")
async def log_inputs(ask: Ask) -> dict[str, Any]:
    """Datasets that a run has read."""
    body = await body_of(ask)
    return await _change(ask, body, datasets=tuple(map(_dataset, items_of(body, "datasets"))))


@router.post("/runs/outputs")
async def log_outputs(ask: Ask) -> dict[str, Any]:
    """Models that a run has logged; each said so itself when it was made, so nothing is kept."""
    body = await body_of(ask)
    run = await _run(ask, body)
    known = {each.run for each in await models_of_runs(ask.gateway.tables, [run.run])}
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
async def log_model(ask: Ask) -> dict[str, Any]:
    """What older clients say beside the files that they upload: a tag of the run."""
    body = await body_of(ask)
    return await _change(
        ask, body, tags=(Label(name="mlflow.log-model.history", value=f"[{text(body, 'model_json')}]"),)
    )


@router.get("/runs/get")
async def read(ask: Ask, run_id: str = "", run_uuid: str = "") -> dict[str, Any]:
    """All that is known of a run."""
    run = await run_of(ask, run_id or run_uuid, Level.READ)
    if run.kind != RunKind.RUN:
        raise absent("run", run_id)
    return {"run": (await runs_said(ask, [run]))[0]}


@router.post("/runs/search")
async def search(ask: Ask) -> dict[str, Any]:
    """Runs of some experiments, the newest first unless it is said otherwise."""
    body = await body_of(ask)
    given = [str(each) for each in items_of(body, "experiment_ids")]
    if len(given) > EXPERIMENTS_MAX:
        raise invalid("experiment_ids", f"{len(given)} of them", f"at most {EXPERIMENTS_MAX}")
    ids = [(await experiment_of(ask, each, Level.READ)).repository for each in given]
    wanted = _REMOVED.get(str(body.get("run_view_type") or "ACTIVE_ONLY").upper())
    if wanted is None:
        raise invalid("run_view_type", str(body.get("run_view_type")), ", ".join(_REMOVED))
    conditions = [
        Condition("kind", "r.kind = %(kind)s", RunKind.RUN.value),
        Condition("repositories", "r.repository = ANY(%(repositories)s)", ids),
        Condition("removed", f"{REMOVED} = ANY(%(removed)s)", wanted),
    ]
    rows, size, skipped = await found(ask, SEARCH, RunRow, body, conditions)
    return page_said("runs", await runs_said(ask, rows), size, skipped)


@router.get("/metrics/get-history")
async def history(  # noqa: PLR0917  (the query)
    ask: Ask,
    metric_key: str,
    run_id: str = "",
    run_uuid: str = "",
    page_token: str = "",
    max_results: Annotated[int | None, Query()] = None,
) -> dict[str, Any]:
    """Every value of a metric, by step."""
    run = await run_of(ask, run_id or run_uuid, Level.READ)
    size, skipped = page_of({"max_results": max_results, "page_token": page_token or None}, HISTORY_MAX)
    rows = await history_of(ask.gateway.tables, [run.run], metric_key, _STEPS, size + 1, skipped)
    return page_said("metrics", [metric_said(row) for row in rows], size, skipped)


@router.get("/metrics/get-history-bulk-interval")
async def histories(  # noqa: PLR0917  (the query)
    ask: Ask,
    metric_key: str,
    run_ids: Annotated[list[str], Query()],
    start_step: int = _STEPS[0],
    end_step: int = _STEPS[1],
    max_results: Annotated[int, Query(ge=1, le=HISTORY_MAX)] = 2_500,
) -> dict[str, Any]:
    """Values of a metric of several runs, for charts; of each at most so many, evenly from what is there."""
    if len(run_ids) > RUNS_MAX:
        raise invalid("run_ids", f"{len(run_ids)} of them", f"at most {RUNS_MAX}")
    runs = [(await run_of(ask, run, Level.READ)).run for run in run_ids]
    steps = (start_step, end_step)
    rows = await history_of(ask.gateway.tables, runs, metric_key, steps, HISTORY_MAX)
    said: list[dict[str, Any]] = []
    for run in runs:
        of_run = [row for row in rows if row.run == run]
        every = max(1, -(-len(of_run) // max_results))
        said += [metric_said(row) for row in of_run[::every]]
    return {"metrics": said}


async def _run(ask: Asked, body: Mapping[str, Any]) -> RunRow:
    """Return the run that a body names, if the caller may write it."""
    run = await run_of(ask, text(body, "run_id", "") or text(body, "run_uuid"), Level.WRITE)
    if run.kind != RunKind.RUN:
        raise absent("run", run.run)
    return run


async def _change(ask: Asked, body: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    run = await _run(ask, body)
    await told(ask, ChangeRun(repository=run.repository, run=run.run, **changes, **signature(ask.who)))
    return {}


async def _measured(ask: Asked, run: RunRow, metrics: Sequence[Any]) -> dict[str, Any]:
    """Append values to the topic of runs, and wait for the tables, because the caller may read them next."""
    if len(metrics) > METRICS_MAX:
        raise invalid("metrics", f"{len(metrics)} of them", f"at most {METRICS_MAX} at once")
    if run.removed:
        raise invalid("run_id", run.run, "a run that was not deleted")
    points = tuple(_point(each) for each in metrics)
    repository = await ask.repository_with_id(run.repository, Level.WRITE)
    fact = MetricsLogged(
        repository=run.repository,
        run=run.run,
        points=points,
        tenant=repository.tenant,
        requested_by=ask.who.name,
    )
    gateway = ask.gateway
    gateway.limit.admit(ask.caller.tenant)
    position = await gateway.log.append(ask.caller, RUN_EVENTS, stamped(fact, run.run, gateway.log.stamp()))
    if not await gateway.tables.wait_for(position, PATIENCE_S):
        raise unavailable(
            "the values are on the log and not in the tables yet; to send them again is no harm"
        )
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
