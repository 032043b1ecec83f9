"""The graph of artifacts in Neo4j: lineage edges, and jobs and nodes by bound attempts."""

from __future__ import annotations

from typing import Final

from muster.events.topics import JOB_EVENTS, REGISTRY_EVENTS
from muster.registry.config import Settings
from muster.registry.core.lineage.rows import LABELS, graph_rows
from muster.views.declared import graph
from muster.views.reading.graph import Graph

GRAPH: Final = graph("registry", [REGISTRY_EVENTS, JOB_EVENTS], graph_rows, labels=LABELS)


def graph_of(settings: Settings) -> Graph:
    """Return a client of the graph; it connects at the first query."""
    return Graph(
        settings.neo4j_url,
        user=settings.neo4j_user,
        password=settings.neo4j_password,
        view=GRAPH.view_name,
    )
