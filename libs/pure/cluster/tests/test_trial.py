"""A trial leaves no trace, whatever was done in it and however it ended."""

from collections.abc import Callable
from operator import attrgetter

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from muster.cluster import (
    ANY_TENANT,
    ANYHOW,
    GPU_MILLI,
    MIG,
    Cluster,
    ClusterError,
    Layout,
    Level,
    NodeCapacity,
    Placement,
    Shape,
    Strictness,
    Tags,
    Where,
    Workload,
)
from muster.cluster.selection import Selection
from muster.cluster.snapshot import node_of
from muster.events.node_heartbeats import Location
from muster.testkit.laws import examples

SHAPES = (
    Shape(0, 0, (), 1_000, 1_024),
    Shape(1, GPU_MILLI, (), 1_000, 1_024),
    Shape(2, GPU_MILLI, ("H200",), 2_000, 2_048),
    Shape(1, 320, (), 1_000, 1_024),
    Shape(1, 470, (), 500, 512, MIG),
    Shape(1, 500, (), 500, 512, "mps:acme/vision"),
)
BLUE = Where((("zone", "blue"),))
TIGHT = Layout(Level.LEAF, Strictness.PREFERRED)
NODES = 5
CHANGES = ("take", "give_back", "cut", "mark", "close", "nest", "ask")
steps = st.lists(
    st.tuples(st.sampled_from(CHANGES), st.integers(0, 1_000), st.booleans()), min_size=1, max_size=25
)
engines = st.sampled_from([1, 1_000])
"""From how many nodes on places are found by compiled code: always, never."""


class Stopped(Exception):
    """A trial that ends in an error."""


def cluster_of(compiled_from_nodes: int) -> Cluster:
    counts = [(shape, 3) for shape in SHAPES if shape.sharing == ANY_TENANT]
    cluster = Cluster("ours", Workload(counts), compiled_from_nodes)
    for index in range(NODES):
        node_id, model = f"node-{index}", "H200" if index % 2 else "T4"
        cluster.add(NodeCapacity(node_id, 8_000, 8_192, model, 4))
        cluster.relocate(node_id, Location(leaf=f"leaf-{index % 2}"))
        cluster.tag(node_id, Tags({"zone": "blue" if index < 2 else "red"}))
    cluster.cut("node-1", 0, cut=True)
    cluster.mark_gpu("node-3", 1, healthy=False)
    cluster.set_schedulable("node-4", False)
    return cluster


def held_by(cluster: Cluster) -> list[Placement]:
    return [placement for row in cluster.dump()["nodes"] for placement in node_of(row).placements]


def tables(cluster: Cluster) -> list[object]:
    """Return the cluster's lookup tables: for each selection, the nodes in each state."""
    found: list[object] = []
    selections: dict[Where, Selection] = attrgetter("_selections")(cluster)
    for where, selection in selections.items():
        by_state = selection.opened.by_state
        groups = sorted((repr(state), sorted(group.node_ids)) for state, group in by_state.items())
        found.append((repr(where), sorted(selection.node_ids), groups))
    return found


def answers(cluster: Cluster) -> list[object]:
    """Return the cluster's answers to queries of every sort."""
    found: list[object] = [cluster.totals(), cluster.fragmentation_milli(), cluster.empty_cut_gpus()]
    for shape in SHAPES:
        for where in (Where(), BLUE):
            found += [
                cluster.find(shape, where),
                cluster.room(shape, 6, where),
                cluster.shortfall(shape, 6, where),
            ]
        found.append(cluster.find_gang(shape, 3, ANYHOW if shape.is_fraction else TIGHT))
    return found


def do(cluster: Cluster, change: str, number: int, flag: bool) -> None:
    """One change or question; what the cluster refuses has changed nothing."""
    shape, node = SHAPES[number % len(SHAPES)], f"node-{number % NODES}"
    match change:
        case "take":
            if place := cluster.find(shape):
                cluster.take(place)
        case "give_back":
            if held := held_by(cluster):
                cluster.give_back(held[number % len(held)])
        case "cut":
            cluster.cut(node, number % 4, cut=flag)
        case "mark":
            cluster.mark_gpu(node, number % 4, healthy=flag)
        case "close":
            cluster.set_schedulable(node, flag)
        case "nest":
            before = cluster.canonical()
            with cluster.trial():
                do(cluster, CHANGES[number % 5], number // 5, flag)
            assert cluster.canonical() == before
        case _:
            cluster.find_gang(shape, 1 + number % 4)


def apply(cluster: Cluster, drawn: list[tuple[str, int, bool]]) -> None:
    for change, number, flag in drawn:
        try:
            do(cluster, change, number, flag)
        except ClusterError:
            event(f"refused: {change}")


@pytest.mark.slow
@pytest.mark.parametrize("fails", [False, True], ids=["ends", "fails"])
@examples(150)
@given(before=steps, tried=steps, after=steps, compiled_from_nodes=engines)
def test_after_a_trial_the_cluster_is_as_it_was_and_goes_on_as_if_there_had_been_none(
    fails: bool,
    before: list[tuple[str, int, bool]],
    tried: list[tuple[str, int, bool]],
    after: list[tuple[str, int, bool]],
    compiled_from_nodes: int,
) -> None:
    cluster, other = cluster_of(compiled_from_nodes), cluster_of(compiled_from_nodes)
    for each in (cluster, other):
        apply(each, before)
        answers(each)
    state, said, kept = cluster.canonical(), answers(cluster), tables(cluster)
    try:
        with cluster.trial():
            apply(cluster, tried)
            if fails:
                raise Stopped
    except Stopped:
        event("failed")
    assert cluster.canonical() == state
    assert tables(cluster) == kept
    assert answers(cluster) == said == answers(other)
    for each in (cluster, other):
        apply(each, after)
    assert cluster.canonical() == other.canonical()
    assert answers(cluster) == answers(other)


IN_EARNEST: list[tuple[str, Callable[[Cluster], None]]] = [
    ("add", lambda cluster: cluster.add(NodeCapacity("node-9", 1_000, 1_024, "", 0))),
    ("remove", lambda cluster: cluster.remove("node-0")),
    ("relocate", lambda cluster: cluster.relocate("node-0", Location(leaf="leaf-9"))),
    ("tag", lambda cluster: cluster.tag("node-0", Tags({}))),
    ("observe", lambda cluster: cluster.observe(SHAPES[1])),
    ("fix_geometries", lambda cluster: cluster.fix_geometries({})),
]


@pytest.mark.parametrize(("name", "change"), IN_EARNEST, ids=[name for name, _ in IN_EARNEST])
def test_irreversible_changes_are_refused_in_a_trial(name: str, change: Callable[[Cluster], None]) -> None:
    cluster = cluster_of(1_000)
    before = cluster.canonical()
    with pytest.raises(ClusterError, match=f"^{name}: not in a trial"), cluster.trial():
        change(cluster)
    assert cluster.canonical() == before
    change(cluster)
    assert name == "fix_geometries" or cluster.canonical() != before
