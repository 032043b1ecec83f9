"""The graph of the story, and all three projections made anew from the log."""

from __future__ import annotations

from typing import Any, cast

import neo4j
import pytest
from muster.views.rebuild import rebuild

pytestmark = pytest.mark.stack

Story = Any
"""Told, of conftest.py, which tests cannot import."""

GRAPH = """
MATCH (v:View {key: $view})
MATCH (a)-[e]->(b) WHERE a.key STARTS WITH $view + '/' + v.generation + '/'
RETURN a.id AS a, type(e) AS e, b.id AS b
"""


def edges(told: Story) -> set[tuple[str, str, str]]:
    settings = told.settings
    access = (settings.neo4j_user, settings.neo4j_password)
    with cast("Any", neo4j.GraphDatabase).driver(settings.neo4j_url, auth=access) as driver:
        return {(r["a"], r["e"], r["b"]) for r in driver.execute_query(GRAPH, view=told.view).records}


EDGES = {
    ("job-cats", "HAS_ATTEMPT", "job-cats/1"),
    ("job-cats", "HAS_ATTEMPT", "job-cats/2"),
    ("job-cats/1", "ENDED_BY", "task-2"),
    ("job-cats/1", "FAILED_ON", "n1"),
    ("job-cats/2", "CAUSED_BY", "job-cats/1"),
}


def test_the_graph_connects_what_failed_with_its_cause_and_what_followed(told: Story) -> None:
    assert edges(told) == EDGES


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        (
            "tables",
            {
                "jobs": 5,
                "attempts": 4,
                "rank_places": 6,
                "nodes": 4,
                "gpus": 1,
                "queues": 2,
                "policies": 2,
                "log_chunks": 4,
            },
        ),
        ("search", {"jobs": 5}),
        ("graph", {"Job": 1, "Attempt": 2, "Node": 3, "Cause": 1, "HAS_ATTEMPT": 2}),
    ],
)
def test_a_projection_made_anew_equals_the_live_one(told: Story, name: str, counts: dict[str, int]) -> None:
    rebuilt = rebuild(told.projections[name], told.journal)
    assert rebuilt.differences == ()
    assert {kind: rebuilt.counts[kind] for kind in counts} == counts
    assert edges(told) == EDGES
