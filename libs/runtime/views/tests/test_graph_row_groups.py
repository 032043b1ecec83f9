"""Statements for a batch of nodes and edges."""

from __future__ import annotations

import pytest
from muster.views.graph.row_groups import EdgeGroup, NodeGroup, grouped
from muster.views.rows import Edge, Node


def test_the_ends_of_edges_are_nodes_too_and_one_line_each() -> None:
    job = Node("Job", "j", {"state": "new"})
    nodes, edges = grouped(
        [Edge("SUBMITTED", Node("User", "u"), job), Node("Job", "j", {"state": "done"}), Node("Job", "i")]
    )
    assert nodes == [
        NodeGroup("Job", [{"id": "i", "properties": {}}, {"id": "j", "properties": {"state": "done"}}]),
        NodeGroup("User", [{"id": "u", "properties": {}}]),
    ]
    assert edges == [EdgeGroup("SUBMITTED", "User", "Job", [{"start": "u", "end": "j", "properties": {}}])]


def test_lines_are_sorted_so_that_sessions_take_locks_in_one_order() -> None:
    nodes, _ = grouped([Node("Job", key) for key in ("c", "a", "b")])
    assert [line["id"] for line in nodes[0].lines] == ["a", "b", "c"]


@pytest.mark.parametrize("label", ["", "Job`", "1Job", "Job) DETACH DELETE (n", "Jöb"])
def test_a_label_that_is_no_plain_word_is_refused(label: str) -> None:
    with pytest.raises(ValueError, match="must be A-Z"):
        grouped([Node(label, "x")])
