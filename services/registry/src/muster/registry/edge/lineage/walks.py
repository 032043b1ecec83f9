"""Walks over the lineage edges in Postgres. Withdrawn and merely suggested edges are not followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from muster.views.reading.tables import Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachedRow:
    """An artifact, and the length of the shortest path to it."""

    artifact: str
    depth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeRow:
    """An edge as read from the tables."""

    child: str
    parent: str
    relation: str
    standing: str
    content: str
    shared_bytes: int
    weights: str
    likeness_ppm: int
    tenant: str
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRow:
    """A branch or tag at a version."""

    artifact: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRow:
    """The verdict of a gate, with the evaluation that decided it."""

    run: str
    gate: str
    verdict: str


async def walk(
    tables: Tables, starts: Sequence[str], *, up: bool, depth: int | None, limit: int
) -> Sequence[ReachedRow]:
    """Return descendants or ancestors of artifacts, nearest first.

    Args:
        tables: The tables with the edges.
        starts: Artifacts to start from, as KIND/ID.
        up: Walk towards origins.
        depth: Maximum number of steps; None: unlimited, for descendants only, with 0 as every row's depth.
        limit: Maximum number of results; one more is returned if there are more.
    """
    if depth is None:
        return await tables.rows(ReachedRow, _ALL_DOWN, {"starts": list(starts), "limit": limit + 1})
    statement = _UP if up else DESCENDANTS
    parameters = {"starts": list(starts), "depth": depth, "limit": limit + 1}
    return await tables.rows(ReachedRow, statement, parameters)


async def edges_among(tables: Tables, artifacts: Sequence[str]) -> Sequence[EdgeRow]:
    """Return the live edges between these artifacts, oldest first."""
    return await tables.rows(EdgeRow, _AMONG, {"artifacts": list(artifacts)})


async def doubts_about(
    tables: Tables, artifacts: Sequence[str], *, up: bool, limit: int
) -> Sequence[EdgeRow]:
    """Return adjacent edges that are suggested, or claimed although nothing is shared.

    Args:
        tables: The tables with the edges.
        artifacts: Artifacts as KIND/ID.
        up: Edges to origins; otherwise edges to descendants.
        limit: Maximum number of edges.
    """
    statement = _DOUBTS_UP if up else _DOUBTS_DOWN
    return await tables.rows(EdgeRow, statement, {"artifacts": list(artifacts), "limit": limit})


async def gates_of(tables: Tables, runs: Sequence[str]) -> dict[str, list[GateRow]]:
    """Return the gates that evaluations decided and no later one has decided again, by evaluation."""
    found: dict[str, list[GateRow]] = {}
    for row in await tables.rows(GateRow, _GATES, {"runs": list(runs)}):
        found.setdefault(row.run, []).append(row)
    return found


async def names_in(tables: Tables, repositories: Sequence[str]) -> dict[str, list[str]]:
    """Return branches and tags of repositories, by version."""
    found: dict[str, list[str]] = {}
    for row in await tables.rows(NameRow, _NAMES, {"repositories": list(repositories)}):
        found.setdefault(row.artifact, []).append(row.name)
    return found


DOWNWARDS: Final = """
WITH RECURSIVE reached (artifact, depth) AS (
    SELECT unnest(%(starts)s::text[]), 0
    UNION
    SELECT e.child, r.depth + 1 FROM reached r JOIN lineage_edges e ON e.parent = r.artifact AND e.live
    WHERE r.depth < %(depth)s
)
"""
UPWARDS: Final = """
WITH RECURSIVE reached (artifact, depth) AS (
    SELECT unnest(%(starts)s::text[]), 0
    UNION
    SELECT e.parent, r.depth + 1 FROM reached r JOIN lineage_edges e ON e.child = r.artifact AND e.live
    WHERE r.depth < %(depth)s
)
"""
_NEAREST: Final = """
SELECT artifact, min(depth) AS depth FROM reached WHERE artifact <> ALL(%(starts)s)
GROUP BY artifact ORDER BY depth, artifact LIMIT %(limit)s
"""
DESCENDANTS: Final = DOWNWARDS + _NEAREST
_ALL_DOWN: Final = """
WITH RECURSIVE reached (artifact) AS (
    SELECT unnest(%(starts)s::text[])
    UNION
    SELECT e.child FROM reached r JOIN lineage_edges e ON e.parent = r.artifact AND e.live
)
SELECT artifact, 0 AS depth FROM reached WHERE artifact <> ALL(%(starts)s) ORDER BY artifact LIMIT %(limit)s
"""
_UP: Final = UPWARDS + _NEAREST
_EDGES: Final = """
SELECT child, parent, relation, standing, content, coalesce(shared_bytes, 0) AS shared_bytes,
       coalesce(weights, 'NOT_COMPARED') AS weights, coalesce(likeness_ppm, 0) AS likeness_ppm, tenant, at_ms
FROM lineage_edges
"""
_AMONG: Final = (
    _EDGES
    + """
WHERE parent = ANY(%(artifacts)s) AND child = ANY(%(artifacts)s) AND live
ORDER BY at_ms, child, parent, relation
"""
)
_GATES: Final = """
SELECT run, gate, lower(verdict) AS verdict FROM gates WHERE run = ANY(%(runs)s) ORDER BY run, gate
"""
_IS_DOUBTED: Final = """
  AND (standing = 'SUGGESTED' OR standing IN ('DECLARED', 'STATED') AND (
         weights = 'NOT_KIN' OR content = 'NOTHING_SHARED' AND weights IS DISTINCT FROM 'KIN'))
ORDER BY at_ms, child, parent, relation LIMIT %(limit)s
"""
_DOUBTS_UP: Final = _EDGES + "WHERE child = ANY(%(artifacts)s)" + _IS_DOUBTED
_DOUBTS_DOWN: Final = _EDGES + "WHERE parent = ANY(%(artifacts)s)" + _IS_DOUBTED
_NAMES: Final = """
SELECT 'version/' || repository || '/' || commit AS artifact, name FROM refs
WHERE commit IS NOT NULL AND repository = ANY(%(repositories)s) ORDER BY name
"""
