"""Selections of nodes: each answers as a cluster would in which all other nodes are closed (ADR 18)."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.cluster import (
    ANYWHERE,
    CAPACITY_TYPE,
    GPU_MILLI,
    PLAIN,
    Cluster,
    Layout,
    Level,
    NodeCapacity,
    Placement,
    Shape,
    Strictness,
    Tags,
    Where,
)
from muster.cluster import SPOT as SPOT_TYPE
from muster.cluster.cluster import SELECTIONS_MAX
from muster.events.node_heartbeats import Location

ONE_GPU = Shape(1, GPU_MILLI, (), 1_000, 1_024)
SPOT_LABEL = {CAPACITY_TYPE: SPOT_TYPE}
FIRM = Where(off_spot=True)
ZONE_A, SPOT, LATE = Where((("zone", "a"),)), Where((), ("spot",)), Where(open_until_ms=500)


@pytest.mark.parametrize(
    ("where", "tags", "admitted"),
    [
        (ANYWHERE, PLAIN, True),
        (ANYWHERE, Tags({"zone": "a"}), True),
        (ANYWHERE, Tags({}, ("spot",)), False),
        (ANYWHERE, Tags({}, (), 500), True),
        (ZONE_A, Tags({"zone": "a", "rack": "7"}), True),
        (ZONE_A, Tags({"zone": "b"}), False),
        (ZONE_A, PLAIN, False),
        (SPOT, PLAIN, True),
        (SPOT, Tags({}, ("spot",)), True),
        (SPOT, Tags({}, ("reserved", "spot")), False),
        (LATE, Tags({}, (), 500), False),
        (LATE, Tags({}, (), 501), True),
        (FIRM, PLAIN, True),
        (FIRM, Tags({CAPACITY_TYPE: "on-demand"}), True),
        (FIRM, Tags(SPOT_LABEL), False),
        (ANYWHERE, Tags(SPOT_LABEL), True),
    ],
)
def test_a_node_is_eligible_by_labels_taints_and_time(where: Where, tags: Tags, admitted: bool) -> None:
    assert where.admits(tags) is admitted


def test_a_tainted_node_takes_only_jobs_that_tolerate_it() -> None:
    cluster = Cluster()
    cluster.add(NodeCapacity("a", 8_000, 8_192, "A100", 2))
    cluster.tag("a", Tags({}, ("spot",)))
    assert cluster.find(ONE_GPU) is None
    assert cluster.nodes_in(ANYWHERE) == 0
    assert cluster.find(ONE_GPU, SPOT) == Placement("a", (0,), ONE_GPU)
    cluster.tag("a", PLAIN)
    assert cluster.find(ONE_GPU) == Placement("a", (0,), ONE_GPU)


def test_without_spot_nodes_jobs_that_avoid_them_need_no_selection() -> None:
    cluster = Cluster()
    cluster.add(NodeCapacity("a", 8_000, 8_192, "A100", 1))
    cluster.add(NodeCapacity("b", 8_000, 8_192, "A100", 2))
    assert cluster.find(ONE_GPU, FIRM) == Placement("a", (0,), ONE_GPU)
    cluster.tag("a", Tags(SPOT_LABEL))
    assert (cluster.spot_nodes, cluster.nodes_in(FIRM)) == (1, 1)
    assert cluster.find(ONE_GPU, FIRM) == Placement("b", (0,), ONE_GPU)
    cluster.remove("a")
    assert (cluster.spot_nodes, cluster.nodes_in(FIRM)) == (0, 1)


def test_resources_taken_in_one_selection_are_taken_in_all() -> None:
    cluster = Cluster()
    cluster.add(NodeCapacity("a", 8_000, 8_192, "A100", 1))
    assert cluster.room(ONE_GPU, where=SPOT) == 1
    cluster.take(Placement("a", (0,), ONE_GPU))
    assert cluster.room(ONE_GPU, where=SPOT) == 0
    assert cluster.room(ONE_GPU) == 0


def test_selections_come_and_go_and_answer_all_the_same() -> None:
    cluster = Cluster()
    for index in range(3):
        cluster.add(NodeCapacity(f"n{index}", 8_000, 8_192, "A100", 1))
        cluster.tag(f"n{index}", Tags({"number": str(index)}))
    for number in [*range(SELECTIONS_MAX + 9), 1]:
        found = cluster.find(ONE_GPU, Where((("number", str(number)),)))
        assert (found and found.node_id) == (f"n{number}" if number < 3 else None)
    assert cluster.find(ONE_GPU) is not None


wheres = st.sampled_from([ANYWHERE, ZONE_A, SPOT, LATE, Where((("zone", "a"),), ("spot",), 700), FIRM])
tags = st.builds(
    Tags,
    st.sampled_from([{}, {"zone": "a"}, {"zone": "b"}, {"zone": "a", **SPOT_LABEL}]),
    st.sampled_from([(), (), ("spot",), ("reserved", "spot")]),
    st.sampled_from([None, None, 400, 600, 800]),
)
shapes = st.sampled_from(
    [ONE_GPU, Shape(2, GPU_MILLI, (), 2_000, 0), Shape(1, 300, (), 500, 0), Shape(0, 0, (), 3_000, 512)]
)
NODES = [NodeCapacity(f"n{index}", 8_000, 8_192, "A100", gpus) for index, gpus in enumerate((1, 2, 4, 2, 4))]
LAYOUTS = [Layout(), Layout(Level.LEAF, Strictness.REQUIRED), Layout(spread=Level.NODE)]
node_ids = st.sampled_from([node.node_id for node in NODES])
steps = st.lists(
    st.one_of(
        st.tuples(st.just("take"), shapes, wheres),
        st.tuples(st.just("end"), st.integers(0, 9), st.none()),
        st.tuples(st.just("tag"), node_ids, tags),
        st.tuples(st.just("open"), node_ids, st.booleans()),
        st.tuples(st.just("move"), node_ids, st.sampled_from(["", "leaf-1", "leaf-2"])),
        st.tuples(st.just("again"), node_ids, st.none()),
    ),
    max_size=14,
)


class Books:
    """A cluster, and a model of its nodes to compare with."""

    def __init__(self) -> None:
        self.cluster = Cluster()
        self.tags = dict.fromkeys((node.node_id for node in NODES), PLAIN)
        self.open = dict.fromkeys(self.tags, True)
        self.leaf = dict.fromkeys(self.tags, "")
        self.held: list[Placement] = []
        for node in NODES:
            self.cluster.add(node)

    def live(self, step: tuple[str, Any, Any]) -> None:
        acts: dict[str, Callable[[Any, Any], None]] = {
            "take": self.take,
            "end": self.end,
            "tag": self.tag,
            "open": self.set_open,
            "move": self.move,
            "again": self.join_again,
        }
        acts[step[0]](*step[1:])

    def take(self, shape: Shape, where: Where) -> None:
        place = self.cluster.find(shape, where)
        if place:
            self.cluster.take(place)
            self.held.append(place)

    def end(self, number: int, _: object) -> None:
        if self.held:
            self.cluster.give_back(self.held.pop(number % len(self.held)))

    def tag(self, node_id: str, given: Tags) -> None:
        self.tags[node_id] = given
        self.cluster.tag(node_id, given)

    def set_open(self, node_id: str, is_open: bool) -> None:
        self.open[node_id] = is_open
        self.cluster.set_schedulable(node_id, is_open)

    def move(self, node_id: str, leaf: str) -> None:
        self.leaf[node_id] = leaf
        self.cluster.relocate(node_id, Location(leaf=leaf))

    def join_again(self, node_id: str, _: object) -> None:
        if all(place.node_id != node_id for place in self.held):
            self.cluster.remove(node_id)
            self.cluster.add(next(node for node in NODES if node.node_id == node_id))
            self.tags[node_id], self.open[node_id], self.leaf[node_id] = PLAIN, True, ""

    def twin(self, where: Where) -> Cluster:
        """A cluster of plain nodes in which those that will not do are closed."""
        twin = Cluster()
        for node in NODES:
            name = node.node_id
            twin.add(node)
            twin.relocate(name, Location(leaf=self.leaf[name]))
            twin.set_schedulable(name, self.open[name] and where.admits(self.tags[name]))
        for place in self.held:
            twin.take(place)
        return twin


@given(steps, wheres, shapes, st.integers(1, 6), st.sampled_from(LAYOUTS))
def test_a_selection_answers_as_if_all_other_nodes_were_closed(
    history: list[tuple[str, Any, Any]], where: Where, shape: Shape, ranks: int, layout: Layout
) -> None:
    books = Books()
    for step in history:
        books.live(step)
    cluster, twin = books.cluster, books.twin(where)
    assert cluster.find(shape, where) == twin.find(shape)
    assert cluster.room(shape, ranks, where) == twin.room(shape, ranks)
    gang = cluster.find_gang(shape, ranks, layout, where=where)
    assert gang == twin.find_gang(shape, ranks, layout)
    assert (cluster.shortfall(shape, ranks, where) is None) == (cluster.room(shape, ranks, where) == ranks)
    if not shape.is_fraction:
        mine, others = cluster.shortage(shape, ranks, layout, where), twin.shortage(shape, ranks, layout)
        assert mine.ranks_now == others.ranks_now
    assert cluster.nodes_in(where) == sum(where.admits(given) for given in books.tags.values())
    copy = Cluster.load(cluster.dump())
    assert copy.canonical() == cluster.canonical()
    assert copy.find(shape, where) == cluster.find(shape, where)
