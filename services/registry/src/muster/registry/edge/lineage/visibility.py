"""Filters walks to what the caller may see: versions in visible repositories, and linked artifacts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, LiteralString

from muster.registry.core.access import Who
from muster.registry.core.lineage.answers import NAMES, visible_artifacts
from muster.registry.core.lineage.artifacts import kind_of, repository_of
from muster.registry.edge.lineage.connections import ConnectionRow
from muster.registry.edge.lineage.walks import EdgeRow, GateRow, ReachedRow
from muster.registry.edge.visibility import visible_to as visible_repositories_to
from muster.views.reading.tables import Tables
from psycopg import sql
from typing_extensions import TypedDict


class GateAnswer(TypedDict):
    """The verdict of a gate."""

    gate: str
    verdict: Annotated[str, "passed, failed or inconclusive."]


class NamedArtifact(TypedDict):
    """An artifact of the lineage graph."""

    artifact: str
    kind: str
    repository: str | None
    type: str | None
    organisation: str | None
    revision: str | None
    gates: Annotated[list[GateAnswer], "Latest verdict of each gate of an evaluation; otherwise empty."]


class ArtifactAnswer(NamedArtifact):
    """An artifact of a walk."""

    depth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRepository:
    """Name of a repository."""

    repository: str
    type_name: str
    full_name: str
    tenant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VisibleWalk:
    """Visible part of a walk.

    Attributes:
        repositories: Visible repositories of versions, by id.
        artifacts: Visible artifacts, in their order.
        edges: Edges between visible artifacts.
        hidden: Number of artifacts left out.
    """

    repositories: Mapping[str, NamedRepository]
    artifacts: Sequence[ReachedRow]
    edges: Sequence[EdgeRow]
    hidden: int


async def visible_to(
    tables: Tables, who: Who, starts: Sequence[str], rows: Sequence[ReachedRow], edges: Sequence[EdgeRow]
) -> VisibleWalk:
    """Filter a walk to what the caller may see; the starts are visible because the caller named them."""
    ids = {repository_of(row.artifact) for row in rows} - {""}
    repositories = await visible_repositories(tables, who, ids)
    seen = visible_artifacts(who, [row.artifact for row in rows], edges, repositories, starts)
    artifacts = [row for row in rows if row.artifact in seen]
    return VisibleWalk(
        repositories=repositories,
        artifacts=artifacts,
        edges=[edge for edge in edges if {edge.child, edge.parent} <= seen],
        hidden=len(rows) - len(artifacts),
    )


async def visible_repositories(
    tables: Tables, who: Who, repositories: Collection[str]
) -> Mapping[str, NamedRepository]:
    """Return those of these repositories that the caller may see, by id."""
    visible, values = _visible(who)
    statement = sql.SQL(_WITH_IDS).format(visible=visible)
    rows = await tables.rows(NamedRepository, statement, values | {"repositories": sorted(repositories)})
    return {row.repository: row for row in rows}


def _visible(who: Who) -> tuple[sql.Composed, dict[str, Any]]:
    """Return the condition for a repository `r` to be visible to the caller, and its parameters."""
    conditions = [each for each in visible_repositories_to(who) if each.value is not None]
    clause = sql.SQL(" AND ").join(sql.SQL(each.clause) for each in conditions)
    return clause, {each.parameter: each.value for each in conditions}


async def visible_among(
    tables: Tables, who: Who, artifacts: Iterable[str], *, starts: Iterable[str] = ()
) -> tuple[set[str], Mapping[str, NamedRepository]]:
    """Return the visible ones of artifacts, and the visible repositories of versions.

    Args:
        tables: The tables.
        who: The caller.
        artifacts: Artifacts.
        starts: Artifacts that the caller has named, and may see.
    """
    found = {*artifacts, *starts}
    edges = await _edges_that_show(tables, who, sorted(each for each in found if kind_of(each) != "version"))
    ends = found | {edge.child for edge in edges}
    repositories = await visible_repositories(tables, who, {repository_of(each) for each in ends} - {""})
    return visible_artifacts(who, ends, edges, repositories, starts) & found, repositories


async def _edges_that_show(tables: Tables, who: Who, artifacts: Sequence[str]) -> Sequence[ConnectionRow]:
    """Return an edge of the caller's organisation at each artifact, and of a visible version to each name."""
    parameters = {"tenant": who.tenant, "artifacts": artifacts}
    own = await tables.rows(ConnectionRow, _OWN_EDGE, parameters)
    names = [each for each in artifacts if kind_of(each) in NAMES]
    if not names:
        return own
    visible, values = _visible(who)
    statement = sql.SQL(_EDGE_TO_NAME).format(visible=visible)
    return [*own, *await tables.rows(ConnectionRow, statement, values | {"names": names})]


def run_of(artifact: str) -> str:
    """Return the id of an evaluation; empty: the artifact is none."""
    return artifact.rpartition("/")[2] if kind_of(artifact) == "evaluation" else ""


def artifact_answer(
    row: ReachedRow, repositories: Mapping[str, NamedRepository], gates: Mapping[str, Sequence[GateRow]]
) -> ArtifactAnswer:
    """Return an artifact of a walk in the API's format."""
    return {**named_artifact(row.artifact, repositories, gates), "depth": row.depth}


def named_artifact(
    artifact: str, repositories: Mapping[str, NamedRepository], gates: Mapping[str, Sequence[GateRow]]
) -> NamedArtifact:
    """Return an artifact in the API's format: a version with its repository, an evaluation with its gates."""
    found = repositories.get(repository_of(artifact))
    decided = gates.get(run_of(artifact), ())
    return {
        "artifact": artifact,
        "kind": kind_of(artifact),
        "repository": None if found is None else found.full_name,
        "type": None if found is None else found.type_name.lower(),
        "organisation": None if found is None else found.tenant,
        "revision": None if found is None else artifact.rpartition("/")[2],
        "gates": [{"gate": each.gate, "verdict": each.verdict} for each in decided],
    }


_WITH_IDS: Final[LiteralString] = """
SELECT r.repository, r.type AS type_name, r.namespace || '/' || r.name AS full_name, r.tenant
FROM repositories r WHERE r.repository = ANY(%(repositories)s) AND {visible}
"""
_OWN_EDGE: Final[LiteralString] = """
SELECT e.child, e.parent, e.tenant FROM unnest(%(artifacts)s::text[]) a (artifact) CROSS JOIN LATERAL (
    SELECT child, parent, tenant FROM lineage_edges
    WHERE parent = a.artifact AND live AND tenant = %(tenant)s
    UNION ALL SELECT child, parent, tenant FROM lineage_edges
    WHERE child = a.artifact AND live AND tenant = %(tenant)s
    UNION ALL SELECT attempt, job, tenant FROM attempt_nodes
    WHERE attempt = a.artifact AND tenant = %(tenant)s
    UNION ALL SELECT attempt, node, tenant FROM attempt_nodes
    WHERE node = a.artifact AND tenant = %(tenant)s
    UNION ALL SELECT attempt, job, tenant FROM attempt_nodes
    WHERE job = a.artifact AND tenant = %(tenant)s
    LIMIT 1
) e
"""
_EDGE_TO_NAME: Final[LiteralString] = """
SELECT e.child, e.parent, e.tenant FROM unnest(%(names)s::text[]) n (name) CROSS JOIN LATERAL (
    SELECT f.child, f.parent, f.tenant
    FROM lineage_edges f JOIN repositories r ON r.repository = split_part(f.child, '/', 2)
    WHERE f.parent = n.name AND f.live AND starts_with(f.child, 'version/') AND {visible}
    LIMIT 1
) e
"""
