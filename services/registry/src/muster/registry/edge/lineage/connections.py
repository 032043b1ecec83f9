"""Connections between artifacts: paths from Neo4j; common ancestors and the affected from Postgres.

Which store answers what, and why: docs/explanation/tables-or-graph.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, LiteralString

from muster.registry.core.access import Who
from muster.registry.core.lineage.answers import ArtifactPath, PathEdge
from muster.registry.core.lineage.questions import (
    COMMON_MAX,
    CROWDED,
    LIMIT_S,
    PATHS_MAX,
    REACHED_MAX,
    SORTED_PATHS_MAX,
)
from muster.views.reading.graph import Graph
from muster.views.reading.tables import Tables

Steps = Literal["up", "any"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionRow:
    """An edge, and the organisation that it belongs to."""

    child: str
    parent: str
    tenant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonRow:
    """A common ancestor, with the shortest distances to it."""

    artifact: str
    depth: int
    other_depth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AffectedRow:
    """Affected artifacts: one row, because thousands cost more to read than to find.

    Attributes:
        artifacts: Their names.
        owned: Number of artifacts found by an edge of the caller's organisation.
        is_complete: Whether these are all.
    """

    artifacts: list[str]
    owned: int
    is_complete: bool


class Crowded(Exception):
    """An end of a path has more than CROWDED connections; the argument names it."""


async def shortest_paths(
    graph: Graph, who: Who, ends: tuple[str, str], steps: Steps, depth: int
) -> list[ArtifactPath]:
    """Return the shortest paths between two artifacts; at most one more than PATHS_MAX.

    Args:
        graph: The graph.
        who: The caller: paths with the fewest edges of other organisations are first.
        ends: The artifacts, as KIND/ID.
        steps: Direction of every step: up, towards origins; or any.
        depth: Maximum number of steps.

    Raises:
        Crowded: An end has too many connections for steps in any direction.
        TooSlow: The search reached its time limit.
        Unavailable: Neo4j does not answer.
    """
    if steps == "any":
        crowded = await graph.rows(_CROWDED_ENDS, {"ends": list(ends)}, timeout_s=LIMIT_S)
        if crowded:
            raise Crowded(crowded[0][0])
    parameters = {
        "start": ends[0],
        "end": ends[1],
        "tenant": who.tenant,
        "sorted": SORTED_PATHS_MAX,
        "limit": PATHS_MAX + 1,
    }
    rows = await graph.rows(shortest(steps, depth), parameters, timeout_s=LIMIT_S)
    return [
        ArtifactPath(
            artifacts=tuple(artifacts),
            edges=tuple(
                PathEdge(child=child, parent=parent, relation=relation, standing=standing, tenant=tenant)
                for child, parent, relation, standing, tenant in edges
            ),
        )
        for artifacts, edges in rows
    ]


async def common_of(tables: Tables, who: Who, one: str, other: str, depth: int) -> Sequence[CommonRow]:
    """Return the common ancestors of two artifacts; at most one more than COMMON_MAX.

    Args:
        tables: The tables.
        who: The caller: those with an edge of the caller's organisation are first.
        one: An artifact, as KIND/ID.
        other: Another one.
        depth: Maximum number of steps from each.

    Raises:
        TooSlow: The search reached its time limit.
        Unavailable: Postgres does not answer.
    """
    parameters = {
        "one": one,
        "other": other,
        "tenant": who.tenant,
        "depth": depth,
        "limit": COMMON_MAX + 1,
    }
    return await tables.rows(CommonRow, COMMON, parameters)


async def affected_by(
    tables: Tables, who: Who, start: str, *, since_ms: int, limit: int
) -> tuple[list[str], bool]:
    """Return everything derived from an artifact, and whether that is all.

    Args:
        tables: The tables.
        who: The caller: those derived by edges of the caller's organisation are first, and of attempts on a
            node only its own are read.
        start: An artifact, as KIND/ID.
        since_ms: Attempts of a job or on a node count if they were bound since this time.
        limit: Maximum number of results.

    Raises:
        TooSlow: The search reached its time limit.
        Unavailable: Postgres does not answer.
    """
    parameters = {"start": start, "tenant": who.tenant, "since_ms": since_ms, "limit": limit}
    row: AffectedRow | None = None
    for reached in (2 * limit, REACHED_MAX):  # few questions need the second search, which takes longer
        row = await tables.row(AffectedRow, AFFECTED, parameters | {"reached": reached})
        if row is None or row.is_complete or row.owned >= limit:
            break
    return ([], True) if row is None else (row.artifacts, row.is_complete)


async def edges_among(tables: Tables, artifacts: Sequence[str]) -> Sequence[ConnectionRow]:
    """Return the live edges between these artifacts, nodes and jobs included."""
    return await tables.rows(ConnectionRow, _AMONG, {"artifacts": list(artifacts)})


def shortest(steps: Steps, depth: int) -> str:
    """Return the Cypher statement with the depth in it: a pattern's length cannot be a parameter."""
    repeated = int(depth) if steps == "up" else int(depth) - 1
    return (_SHORTEST_UP if steps == "up" else _SHORTEST_ANY).replace("DEPTH", str(repeated))


_PREFIX: Final = """
MATCH (v:View {key: $view})
WITH $view + '/' + toString(v.generation) + '/' AS prefix
"""
_RETURN: Final = """
WITH p LIMIT $sorted
WITH p, [n IN nodes(p) | n.id] AS artifacts,
     size([e IN relationships(p) WHERE coalesce(e.tenant, '') <> $tenant]) AS foreign
ORDER BY foreign, artifacts LIMIT $limit
RETURN artifacts,
       [e IN relationships(p) |
        [startNode(e).id, endNode(e).id, type(e), e.standing, coalesce(e.tenant, '')]] AS edges
"""
_SHORTEST_UP: Final = f"""{_PREFIX}
MATCH (a:Artifact {{key: prefix + $start}})
MATCH p = ALL SHORTEST (a)(()-[e WHERE e.live]->()){{1,DEPTH}}(b WHERE b.key = prefix + $end)
{_RETURN}"""
"""Searches from the derived end only: little is above it, and perhaps a hundred thousand below the other.
With both ends bound, Neo4j would search from both."""
_SHORTEST_ANY: Final = f"""{_PREFIX}
MATCH (a:Artifact {{key: prefix + $start}})
MATCH (b:Artifact {{key: prefix + $end}})
MATCH p = ALL SHORTEST (a)
  (()-[e WHERE e.live]-(n WHERE COUNT {{ (n)--() }} <= {CROWDED})){{0,DEPTH}}()-[f WHERE f.live]-(b)
{_RETURN}"""
"""Searches from both ends; the last step is outside of what is repeated DEPTH times."""
_CROWDED_ENDS: Final = f"""{_PREFIX}
UNWIND $ends AS end
MATCH (n:Artifact {{key: prefix + end}}) WHERE COUNT {{ (n)--() }} > {CROWDED}
RETURN n.id
"""
COMMON: Final[LiteralString] = """
WITH RECURSIVE one (artifact, depth) AS (
    SELECT %(one)s::text, 0
    UNION
    SELECT e.parent, r.depth + 1 FROM one r CROSS JOIN LATERAL (
        SELECT parent FROM lineage_edges WHERE child = r.artifact AND live
        UNION ALL SELECT node FROM attempt_nodes WHERE attempt = r.artifact
        UNION ALL SELECT job FROM attempt_nodes WHERE attempt = r.artifact
    ) e WHERE r.depth < %(depth)s
), other (artifact, depth) AS (
    SELECT %(other)s::text, 0
    UNION
    SELECT e.parent, r.depth + 1 FROM other r CROSS JOIN LATERAL (
        SELECT parent FROM lineage_edges WHERE child = r.artifact AND live
        UNION ALL SELECT node FROM attempt_nodes WHERE attempt = r.artifact
        UNION ALL SELECT job FROM attempt_nodes WHERE attempt = r.artifact
    ) e WHERE r.depth < %(depth)s
)
SELECT artifact, a.depth, b.depth AS other_depth
FROM (SELECT artifact, min(depth) AS depth FROM one GROUP BY artifact) a
     JOIN (SELECT artifact, min(depth) AS depth FROM other GROUP BY artifact) b USING (artifact)
ORDER BY EXISTS (
    SELECT FROM lineage_edges WHERE parent = artifact AND live AND tenant = %(tenant)s
    UNION ALL SELECT FROM lineage_edges WHERE child = artifact AND live AND tenant = %(tenant)s
    UNION ALL SELECT FROM attempt_nodes n WHERE n.attempt = artifact AND n.tenant = %(tenant)s
    UNION ALL SELECT FROM attempt_nodes n WHERE n.node = artifact AND n.tenant = %(tenant)s
    UNION ALL SELECT FROM attempt_nodes n WHERE n.job = artifact AND n.tenant = %(tenant)s
) DESC, a.depth + b.depth, artifact LIMIT %(limit)s
"""
AFFECTED: Final[LiteralString] = """
WITH RECURSIVE reached (artifact, own) AS (
    SELECT artifact, true FROM (
        SELECT %(start)s::text AS artifact
        UNION ALL SELECT attempt FROM attempt_nodes
        WHERE node = %(start)s AND tenant = %(tenant)s AND at_ms >= %(since_ms)s
        UNION ALL SELECT attempt FROM attempt_nodes WHERE job = %(start)s AND at_ms >= %(since_ms)s
    ) starts
    UNION
    SELECT e.child, e.tenant = %(tenant)s
    FROM reached r JOIN lineage_edges e ON e.parent = r.artifact AND e.live
), found AS (
    SELECT artifact, bool_or(own) AS own, count(*) AS times
    FROM (SELECT artifact, own FROM reached WHERE artifact <> %(start)s LIMIT %(reached)s) nearest
    GROUP BY artifact
)
SELECT ARRAY(SELECT artifact FROM found ORDER BY own DESC, artifact LIMIT %(limit)s) AS artifacts,
       (SELECT count(*) FROM found WHERE own) AS owned,
       (SELECT count(*) <= %(limit)s AND coalesce(sum(times), 0) < %(reached)s FROM found) AS is_complete
"""
_AMONG: Final[LiteralString] = """
SELECT child, parent, tenant FROM lineage_edges
WHERE child = ANY(%(artifacts)s) AND parent = ANY(%(artifacts)s) AND live
UNION ALL SELECT attempt, node, tenant FROM attempt_nodes
WHERE attempt = ANY(%(artifacts)s) AND node = ANY(%(artifacts)s)
UNION ALL SELECT DISTINCT attempt, job, tenant FROM attempt_nodes
WHERE attempt = ANY(%(artifacts)s) AND job = ANY(%(artifacts)s)
"""
