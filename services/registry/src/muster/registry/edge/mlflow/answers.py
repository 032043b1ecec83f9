"""Experiments, runs and models in MLflow's format."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from muster.registry.core.tracking.entities import FIRST_STAGE
from muster.registry.core.tracking.rows import about_version
from muster.registry.edge.mlflow.lookup import shown_name
from muster.registry.edge.mlflow.queries import (
    AliasRow,
    LabelRow,
    MetricRow,
    RunRow,
    VersionRow,
    aliases_of,
    datasets_of,
    described,
    labels_about,
    latest_metrics,
    metrics_of_models,
    models_of_runs,
    params_of,
    versions_of,
)
from muster.registry.edge.queries import RepositoryRow
from muster.registry.edge.requests.context import RequestContext

_MODEL_STATUS: Final = {
    "PENDING": "LOGGED_MODEL_PENDING",
    "READY": "LOGGED_MODEL_READY",
    "UPLOAD_FAILED": "LOGGED_MODEL_UPLOAD_FAILED",
}


def location(repository: str, revision: str = "", path: str = "") -> str:
    """Return the artifact address of a repository, revision or path."""
    parts = [part for part in (repository, revision, path) if part]
    return f"mlflow-artifacts:/{'/'.join(parts)}"


async def experiment_answers(context: RequestContext, found: Sequence[RepositoryRow]) -> list[dict[str, Any]]:
    """Return experiments with their tags."""
    ids = [each.repository for each in found]
    about, labels = (
        await described(context.gateway.tables, ids),
        await labels_about(context.gateway.tables, ids),
    )
    answers: list[dict[str, Any]] = []
    for each in found:
        known = about.get(each.repository)
        is_archived = known is not None and bool(known.archived)
        answers.append(
            {
                "experiment_id": each.repository,
                "name": each.name,
                "artifact_location": location(each.repository),
                "lifecycle_stage": "deleted" if is_archived else "active",
                "creation_time": each.created_at_ms,
                "last_update_time": each.changed_at_ms if known is None else known.changed_at_ms,
                "tags": pairs(labels.get(each.repository, ())),
            }
        )
    return answers


async def run_answers(context: RequestContext, found: Sequence[RunRow]) -> list[dict[str, Any]]:
    """Return runs with params, tags, latest metrics, datasets and logged models."""
    tables, ids = context.gateway.tables, [each.run for each in found]
    params, labels = await params_of(tables, ids), await labels_about(tables, ids)
    metrics, datasets = await latest_metrics(tables, ids), await datasets_of(tables, ids)
    models: dict[str, list[RunRow]] = {}
    for model in await models_of_runs(tables, ids):
        models.setdefault(model.source_run, []).append(model)
    return [
        {
            "info": run_info(each),
            "data": {
                "metrics": [metric_answer(metric) for metric in metrics.get(each.run, ())],
                "params": pairs(params.get(each.run, ())),
                "tags": pairs(labels.get(each.run, ())),
            },
            "inputs": {"dataset_inputs": [_dataset(one) for one in datasets.get(each.run, ())]},
            "outputs": {
                "model_outputs": [{"model_id": one.run, "step": 0} for one in models.get(each.run, ())]
            },
        }
        for each in found
    ]


def run_info(run: RunRow) -> dict[str, Any]:
    """Return the info of a run, without params, tags and metrics."""
    info: dict[str, Any] = {
        "run_id": run.run,
        "run_uuid": run.run,
        "run_name": run.name,
        "experiment_id": run.repository,
        "user_id": run.created_by.partition("/")[2],
        "status": run.status,
        "start_time": run.started_at_ms,
        "artifact_uri": location(run.repository, run.run),
        "lifecycle_stage": "deleted" if run.removed else "active",
    }
    return info if run.ended_at_ms is None else {**info, "end_time": run.ended_at_ms}


async def logged_model_answers(context: RequestContext, found: Sequence[RunRow]) -> list[dict[str, Any]]:
    """Return logged models with params, tags and latest metrics."""
    tables, ids = context.gateway.tables, [each.run for each in found]
    params, labels = await params_of(tables, ids), await labels_about(tables, ids)
    metrics = await metrics_of_models(tables, ids)
    return [
        {
            "info": {
                "model_id": each.run,
                "experiment_id": each.repository,
                "name": each.name,
                "creation_timestamp_ms": each.started_at_ms,
                "last_updated_timestamp_ms": each.changed_at_ms,
                "artifact_uri": location(each.repository, each.run),
                "status": _MODEL_STATUS.get(each.status, "LOGGED_MODEL_STATUS_UNSPECIFIED"),
                "model_type": each.model_type,
                "source_run_id": each.source_run,
                "tags": pairs(labels.get(each.run, ())),
            },
            "data": {
                "params": pairs(params.get(each.run, ())),
                "metrics": [metric_answer(metric) for metric in metrics.get(each.run, ())],
            },
        }
        for each in found
    ]


async def registered_model_answers(
    context: RequestContext, found: Sequence[RepositoryRow]
) -> list[dict[str, Any]]:
    """Return registered models with the newest version of each stage."""
    tables, ids = context.gateway.tables, [each.repository for each in found]
    about, labels = await described(tables, ids), await labels_about(tables, ids)
    aliases = await aliases_of(tables, ids)
    rows = {each.repository: each for each in found}
    newest: dict[str, list[dict[str, Any]]] = {}
    versions = await versions_of(tables, ids)
    for row, result in zip(versions, await version_answers(context, rows, versions), strict=True):
        newest.setdefault(row.repository, []).append(result)
    answers: list[dict[str, Any]] = []
    for each in found:
        known = about.get(each.repository)
        answer: dict[str, Any] = {
            "name": shown_name(context, each),
            "creation_timestamp": each.created_at_ms,
            "last_updated_timestamp": max(each.changed_at_ms, known.changed_at_ms if known else 0),
            "user_id": each.created_by,
            "description": (known.description if known else None) or "",
            "latest_versions": newest.get(each.repository, []),
            "tags": pairs(labels.get(each.repository, ())),
            "aliases": [
                {"alias": one.alias, "version": str(one.version)}
                for one in aliases
                if one.repository == each.repository
            ],
        }
        answers.append(answer)
    return answers


async def version_answers(
    context: RequestContext, repositories: Mapping[str, RepositoryRow], found: Sequence[VersionRow]
) -> list[dict[str, Any]]:
    """Return versions of these repositories; a quarantined one is not READY and has the reason."""
    tables = context.gateway.tables
    labels = await labels_about(tables, [about_version(each.repository, each.version) for each in found])
    aliases = await aliases_of(tables, list({each.repository for each in found}))
    return [
        {
            **_version(each, aliases),
            "name": shown_name(context, repositories[each.repository]),
            **_status(repositories[each.repository].quarantine),
            "tags": pairs(labels.get(about_version(each.repository, each.version), ())),
        }
        for each in found
    ]


def metric_answer(metric: MetricRow) -> dict[str, Any]:
    """Return a metric value; infinities and NaN become names, as in Protobuf's JSON mapping."""
    result: dict[str, Any] = {
        "key": metric.name,
        "value": _number(metric.value),
        "timestamp": metric.at_ms,
        "step": metric.step,
        "run_id": metric.run,
    }
    named = {
        "model_id": metric.model,
        "dataset_name": metric.dataset,
        "dataset_digest": metric.dataset_digest,
    }
    return result | {name: value for name, value in named.items() if value}


def pairs(labels: Iterable[LabelRow]) -> list[dict[str, str]]:
    """Return params or tags as key-value objects."""
    return [{"key": each.name, "value": each.value} for each in labels]


def _version(version: VersionRow, aliases: Sequence[AliasRow]) -> dict[str, Any]:
    leads = (version.repository, version.version)
    return {
        "version": str(version.version),
        "creation_timestamp": version.created_at_ms,
        "last_updated_timestamp": version.changed_at_ms,
        "user_id": version.created_by,
        "current_stage": version.stage or FIRST_STAGE,
        "description": version.description,
        "source": version.source,
        "run_id": version.run,
        "run_link": version.run_link,
        "model_id": version.model,
        "aliases": [each.alias for each in aliases if (each.repository, each.version) == leads],
    }


def _status(quarantine: str | None) -> dict[str, str]:
    if quarantine is None:
        return {"status": "READY", "status_message": ""}
    return {"status": "FAILED_REGISTRATION", "status_message": f"in quarantine: {quarantine}"}


def _number(value: float) -> float | str:
    if math.isnan(value):
        return "NaN"
    return value if math.isfinite(value) else ("-Infinity", "Infinity")[value > 0]


def _dataset(dataset: Mapping[str, Any]) -> dict[str, Any]:
    fields = ("name", "digest", "source_type", "source", "schema", "profile")
    result = {field: dataset[field] for field in fields if dataset.get(field)}
    tags = [{"key": tag["name"], "value": tag["value"]} for tag in dataset.get("tags", ())]
    return {"dataset": result, "tags": tags}
