"""Lineage edges as a graph in Neo4j, for queries that are slow on tables, and walks over it.

A walk from an artifact is a single pattern: its distinct ends are found breadth first, each once, so that
multiple paths to the same artifact add no cost (Neo4j's pruning variable-length expansion).
"""

from __future__ import annotations

from typing import Any, Final

from muster.events.topics import REGISTRY_EVENTS
from muster.registry.core.lineage.rows import LABELS, graph_rows
from muster.views.declared import graph

GRAPH: Final = graph("registry", [REGISTRY_EVENTS], graph_rows, labels=LABELS)


def walk(driver: Any, view: str, artifact: str, *, up: bool, depth: int) -> dict[str, int]:
    """Return descendants or ancestors of an artifact, with the length of the shortest path to each.

    Args:
        driver: neo4j.Driver of the server.
        view: Name of the projection's view.
        artifact: KIND/ID.
        up: Walk towards origins.
        depth: Maximum number of steps, at least 1.

    Raises:
        ValueError: the depth is less than 1.
    """
    if depth < 1:
        raise ValueError(f"depth {depth}: allowed is 1 or more")
    records = driver.execute_query(_walk(depth, up=up), view=view, artifact=artifact).records
    return {record["artifact"]: record["depth"] for record in records}


def _walk(depth: int, *, up: bool) -> str:
    """Return the Cypher statement with the depth in it: a pattern's length cannot be a parameter."""
    steps = f"[*1..{int(depth)} {{live: true}}]"
    way = f"-{steps}->" if up else f"<-{steps}-"
    return (
        "MATCH (v:View {key: $view})"
        " MATCH (a:Artifact {key: $view + '/' + toString(v.generation) + '/' + $artifact})"
        f" MATCH p = (a){way}(d:Artifact) WHERE d <> a"
        " RETURN d.id AS artifact, min(length(p)) AS depth"
    )
