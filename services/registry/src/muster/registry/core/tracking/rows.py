"""Map facts about runs and versions to table rows. PURE."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from muster.events.registry_commands import Label, RunKind
from muster.events.registry_events import (
    AliasSet,
    RepositoryDescribed,
    RunChanged,
    RunCreated,
    VersionChanged,
    VersionRegistered,
)
from muster.events.run_events import RunEvent
from muster.journal import Delivery
from muster.registry.core.tracking.entities import FIRST_STAGE
from muster.views.rows import Upsert

Tracked = RunCreated | RunChanged | RepositoryDescribed | VersionRegistered | VersionChanged | AliasSet


def rows(fact: Tracked, at_ms: int) -> Sequence[Upsert]:
    """Return the rows of one fact."""
    match fact:
        case RunCreated():
            return _run(fact, at_ms)
        case RunChanged():
            return _changed(fact, at_ms)
        case RepositoryDescribed():
            fields = {"description": fact.description, "archived": fact.archived}
            columns = {name: value for name, value in fields.items() if value is not None}
            row = Upsert("described", {"repository": fact.repository}, {**columns, "changed_at_ms": at_ms})
            return [row, *_labels(fact.repository, fact.tags, fact.removed_tags)]
        case VersionRegistered():
            return _version(fact, at_ms)
        case VersionChanged():
            fields = {"description": fact.description, "stage": fact.stage, "removed": fact.removed or None}
            columns = {name: value for name, value in fields.items() if value is not None}
            key = {"repository": fact.repository, "version": fact.version}
            row = Upsert("model_versions", key, {**columns, "changed_at_ms": at_ms})
            return [row, *_labels(about_version(fact.repository, fact.version), fact.tags, fact.removed_tags)]
        case AliasSet():
            key = {"repository": fact.repository, "alias": fact.alias}
            return [Upsert("aliases", key, {"version": fact.version})]


def metric_rows(delivery: Delivery[RunEvent]) -> Iterable[Upsert]:
    """Yield a row for each value; a retried value gives the same row, so client retries add nothing."""
    fact = delivery.envelope.payload
    for point in fact.points:
        key = {
            "run": fact.run,
            "name": point.name,
            "step": point.step,
            "at_ms": point.at_ms,
            "value": _number(point.value),
            "model": point.model,
            "dataset": point.dataset,
            "dataset_digest": point.dataset_digest,
        }
        yield Upsert("metrics", key)


def about_version(repository: str, version: int) -> str:
    """Return the key of a version's labels."""
    return f"{repository}/{version}"


def _number(value: float) -> float | str:
    """Return a value as JSON; infinities and NaN, which JSON lacks, become texts that Postgres reads."""
    if math.isnan(value):
        return "NaN"
    return value if math.isfinite(value) else _INFINITE[value > 0]


def _run(fact: RunCreated, at_ms: int) -> Sequence[Upsert]:
    columns: dict[str, object] = {
        "repository": fact.repository,
        "kind": fact.kind.value,
        "name": fact.name,
        "model_type": fact.model_type,
        "source_run": fact.source_run,
        "status": "RUNNING" if fact.kind is RunKind.RUN else "PENDING",
        "started_at_ms": fact.started_at_ms,
        "created_by": fact.requested_by,
        "changed_at_ms": at_ms,
        "removed": False,
    }
    return [
        Upsert("runs", {"run": fact.run}, columns),
        *_params(fact.run, fact.params),
        *_labels(fact.run, fact.tags),
    ]


def _changed(fact: RunChanged, at_ms: int) -> Sequence[Upsert]:
    fields = {
        "status": None if fact.status is None else fact.status.value,
        "ended_at_ms": fact.ended_at_ms,
        "name": fact.name,
        "removed": fact.removed,
    }
    columns = {name: value for name, value in fields.items() if value is not None}
    datasets = [
        Upsert(
            "run_datasets",
            {"run": fact.run, "name": each.name, "digest": each.digest},
            {"dataset": each.to_datum()},
        )
        for each in fact.datasets
    ]
    return [
        Upsert("runs", {"run": fact.run}, {**columns, "changed_at_ms": at_ms}),
        *_params(fact.run, fact.params),
        *_labels(fact.run, fact.tags, fact.removed_tags),
        *datasets,
    ]


def _version(fact: VersionRegistered, at_ms: int) -> Sequence[Upsert]:
    columns: dict[str, object] = {
        "commit": fact.commit,
        "source": fact.source,
        "run": fact.run,
        "model": fact.model,
        "run_link": fact.run_link,
        "description": fact.description,
        "stage": FIRST_STAGE,
        "created_by": fact.requested_by,
        "created_at_ms": at_ms,
        "changed_at_ms": at_ms,
        "removed": False,
    }
    key = {"repository": fact.repository, "version": fact.version}
    return [
        Upsert("model_versions", key, columns),
        *_labels(about_version(fact.repository, fact.version), fact.tags),
    ]


def _params(run: str, params: Iterable[Label]) -> Iterator[Upsert]:
    for param in params:
        yield Upsert("params", {"run": run, "name": param.name}, {"value": param.value})


def _labels(about: str, tags: Iterable[Label], removed: Iterable[str] = ()) -> Iterator[Upsert]:
    for name in removed:
        yield Upsert("labels", {"about": about, "name": name}, {"value": None})
    for tag in tags:
        yield Upsert("labels", {"about": about, "name": tag.name}, {"value": tag.value})


_INFINITE: Final = ("-Infinity", "Infinity")
