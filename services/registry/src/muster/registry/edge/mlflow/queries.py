"""Queries: runs, logged models, params, tags, metrics, datasets, and versions of registered models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from muster.views.reading.tables import Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """A run, or a model that a run has logged."""

    run: str
    repository: str
    kind: str
    name: str
    model_type: str
    source_run: str
    status: str
    started_at_ms: int
    ended_at_ms: int | None
    created_by: str
    changed_at_ms: int
    removed: bool
    """Whether it is deleted, itself or with its experiment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelRow:
    """A parameter or a tag."""

    about: str
    name: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricRow:
    """A value of a metric."""

    run: str
    name: str
    step: int
    at_ms: int
    value: float
    model: str
    dataset: str
    dataset_digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetRow:
    """A dataset that a run has read."""

    run: str
    dataset: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRow:
    """A version of a registered model."""

    repository: str
    version: int
    commit: str
    source: str
    run: str
    model: str
    run_link: str
    description: str
    stage: str
    created_by: str
    created_at_ms: int
    changed_at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AliasRow:
    """An alias of a version."""

    repository: str
    alias: str
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribedRow:
    """Description and archived flag of a repository."""

    repository: str
    description: str | None
    archived: bool | None
    changed_at_ms: int


async def run_with_id(tables: Tables, run: str) -> RunRow | None:
    """Return a run by its id; None: not found."""
    return await tables.row(RunRow, RUNS + "WHERE r.run = %(run)s", {"run": run})


async def models_of_runs(tables: Tables, runs: Sequence[str]) -> Sequence[RunRow]:
    """Return the models that these runs have logged, oldest first."""
    return await tables.rows(RunRow, _MODELS, {"runs": list(runs)}) if runs else []


async def params_of(tables: Tables, runs: Sequence[str]) -> Mapping[str, list[LabelRow]]:
    """Return the parameters of these runs, by run."""
    return _grouped(await tables.rows(LabelRow, _PARAMS, {"runs": list(runs)}) if runs else [])


async def labels_about(tables: Tables, about: Sequence[str]) -> Mapping[str, list[LabelRow]]:
    """Return tags, by the run, model, version or repository they are attached to."""
    return _grouped(await tables.rows(LabelRow, _LABELS, {"about": list(about)}) if about else [])


async def latest_metrics(tables: Tables, runs: Sequence[str]) -> Mapping[str, list[MetricRow]]:
    """Return the value at the highest step of every metric of these runs, by run."""
    found: dict[str, list[MetricRow]] = {}
    rows = await tables.rows(MetricRow, _LATEST, {"runs": list(runs)})
    for row in rows:
        found.setdefault(row.run, []).append(row)
    return found


async def metrics_of_models(tables: Tables, models: Sequence[str]) -> Mapping[str, list[MetricRow]]:
    """Return the value at the highest step of every metric of logged models, by model."""
    found: dict[str, list[MetricRow]] = {}
    rows = await tables.rows(MetricRow, _OF_MODELS, {"models": list(models)})
    for row in rows:
        found.setdefault(row.model, []).append(row)
    return found


async def history_of(  # noqa: PLR0917  (what is asked for)
    tables: Tables, runs: Sequence[str], name: str, steps: tuple[int, int], size: int, skipped: int = 0
) -> Sequence[MetricRow]:
    """Return values of a metric, by run, ordered by step and time.

    Args:
        tables: The tables.
        runs: Ids of the runs.
        name: Name of the metric.
        steps: First and last step, both inclusive.
        size: Maximum number of values per run.
        skipped: Number of values per run to skip.
    """
    parameters = {"runs": list(runs), "name": name, "first": steps[0], "last": steps[1]}
    return await tables.rows(MetricRow, _HISTORY, {**parameters, "size": size, "skipped": skipped})


async def datasets_of(tables: Tables, runs: Sequence[str]) -> Mapping[str, list[dict[str, Any]]]:
    """Return the datasets that these runs have read, by run."""
    found: dict[str, list[dict[str, Any]]] = {}
    rows = await tables.rows(DatasetRow, _DATASETS, {"runs": list(runs)})
    for row in rows:
        found.setdefault(row.run, []).append(row.dataset)
    return found


async def version_numbered(tables: Tables, repository: str, version: int) -> VersionRow | None:
    """Return a version by its number; None: not found, or removed."""
    statement = VERSIONS + "WHERE NOT v.removed AND v.repository = %(repository)s AND v.version = %(version)s"
    return await tables.row(VersionRow, statement, {"repository": repository, "version": version})


async def versions_of(tables: Tables, repositories: Sequence[str]) -> Sequence[VersionRow]:
    """Return the newest version of each repository and stage."""
    return (
        await tables.rows(VersionRow, _NEWEST, {"repositories": list(repositories)}) if repositories else []
    )


async def aliases_of(tables: Tables, repositories: Sequence[str]) -> Sequence[AliasRow]:
    """Return the aliases of versions of these repositories, ordered by alias."""
    return await tables.rows(AliasRow, _ALIASES, {"repositories": list(repositories)}) if repositories else []


async def described(tables: Tables, repositories: Sequence[str]) -> Mapping[str, DescribedRow]:
    """Return descriptions and archived flags, by repository."""
    found = await tables.rows(DescribedRow, _DESCRIBED, {"repositories": list(repositories)})
    return {row.repository: row for row in found}


def _grouped(rows: Sequence[LabelRow]) -> Mapping[str, list[LabelRow]]:
    found: dict[str, list[LabelRow]] = {}
    for row in rows:
        found.setdefault(row.about, []).append(row)
    return found


REMOVED: Final = "(r.removed OR coalesce(d.archived, false))"
"""Whether a run of RUNS is deleted, itself or with its experiment."""

RUNS: Final = (
    """
SELECT r.run, r.repository, r.kind, r.name, r.model_type, r.source_run, r.status, r.started_at_ms,
       r.ended_at_ms, r.created_by, r.changed_at_ms, """
    + REMOVED
    + """ AS removed
FROM runs r LEFT JOIN described d ON d.repository = r.repository
"""
)
"""SELECT ... FROM of RunRow, without WHERE."""

VERSIONS: Final = """
SELECT v.repository, v.version, v.commit, v.source, v.run, v.model, v.run_link, v.description, v.stage,
       v.created_by, v.created_at_ms, v.changed_at_ms
FROM model_versions v
"""
"""SELECT ... FROM of VersionRow, without WHERE."""

_MODELS: Final = (
    RUNS
    + "WHERE r.source_run = ANY(%(runs)s) AND r.source_run <> '' AND NOT r.removed ORDER BY r.started_at_ms"
)
_PARAMS: Final = """
SELECT run AS about, name, value FROM params WHERE run = ANY(%(runs)s) ORDER BY run, name
"""
_LABELS: Final = """
SELECT about, name, value FROM labels WHERE about = ANY(%(about)s) AND value IS NOT NULL ORDER BY about, name
"""
_LATEST: Final = """
WITH RECURSIVE names AS (
    SELECT a.run, (SELECT min(m.name) FROM metrics m WHERE m.run = a.run) AS name
    FROM unnest(%(runs)s::text[]) AS a(run)
    UNION ALL
    SELECT n.run, (SELECT min(m.name) FROM metrics m WHERE m.run = n.run AND m.name > n.name)
    FROM names n WHERE n.name IS NOT NULL
)
SELECT l.* FROM names n, LATERAL (
    SELECT m.run, m.name, m.step, m.at_ms, m.value, m.model, m.dataset, m.dataset_digest
    FROM metrics m WHERE m.run = n.run AND m.name = n.name
    ORDER BY m.step DESC, m.at_ms DESC, m.value DESC LIMIT 1
) l
"""
"""Skips from name to name in the index, so its cost does not grow with the number of values."""
_OF_MODELS: Final = """
SELECT DISTINCT ON (model, name) run, name, step, at_ms, value, model, dataset, dataset_digest
FROM metrics WHERE model = ANY(%(models)s) AND model <> ''
ORDER BY model, name, step DESC, at_ms DESC, value DESC
"""
_HISTORY: Final = """
SELECT h.* FROM unnest(%(runs)s::text[]) AS a(run), LATERAL (
    SELECT DISTINCT ON (m.step, m.at_ms, m.value)
        m.run, m.name, m.step, m.at_ms, m.value, m.model, m.dataset, m.dataset_digest
    FROM metrics m
    WHERE m.run = a.run AND m.name = %(name)s AND m.step BETWEEN %(first)s AND %(last)s
    ORDER BY m.step, m.at_ms, m.value, m.model DESC LIMIT %(size)s OFFSET %(skipped)s
) h
"""
_DATASETS: Final = (
    "SELECT run, dataset FROM run_datasets WHERE run = ANY(%(runs)s) ORDER BY run, name, digest"
)
_NEWEST: Final = """
SELECT DISTINCT ON (v.repository, v.stage) v.repository, v.version, v.commit, v.source, v.run, v.model,
       v.run_link, v.description, v.stage, v.created_by, v.created_at_ms, v.changed_at_ms
FROM model_versions v WHERE v.repository = ANY(%(repositories)s) AND NOT v.removed
ORDER BY v.repository, v.stage, v.version DESC
"""
_ALIASES: Final = """
SELECT a.repository, a.alias, a.version FROM aliases a JOIN model_versions v USING (repository, version)
WHERE a.repository = ANY(%(repositories)s) AND NOT v.removed ORDER BY a.alias
"""
_DESCRIBED: Final = """
SELECT repository, description, archived, changed_at_ms FROM described
WHERE repository = ANY(%(repositories)s)
"""
