"""Placement of gangs in the network: examples, and laws that hold on every small cluster (ADR 17)."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.cluster import (
    GPU_MILLI,
    CapacityError,
    Cluster,
    Layout,
    Level,
    NodeCapacity,
    Placement,
    Shape,
    Shortage,
    Strictness,
    Weights,
)
from muster.events.node_heartbeats import Location

REQUIRED, PREFERRED, BEST_EFFORT = Strictness.REQUIRED, Strictness.PREFERRED, Strictness.BEST_EFFORT
ONE_GPU = Shape(1, GPU_MILLI, (), 1_000, 1_024)


def cluster_of(*nodes: tuple[str, int, str], gpu_model: str = "A100") -> Cluster:
    """Nodes as (id, GPUs, place): "spine/leaf/domain", outer names left out from the right."""
    cluster = Cluster()
    for node_id, gpus, place in nodes:
        cluster.add(NodeCapacity(node_id, 64_000, 262_144, gpu_model if gpus else "", gpus))
        cluster.relocate(node_id, location(place))
    return cluster


def location(place: str) -> Location:
    names = dict(zip(("spine", "leaf", "nvlink_domain"), place.split("/"), strict=False))
    return Location(**names)


def seats(places: tuple[Placement, ...] | None) -> str:
    """Ranks in order as "a[0] b[2,3]"; "-" for none."""
    if places is None:
        return "-"
    return " ".join(f"{place.node_id}[{','.join(map(str, place.gpu_indices))}]" for place in places)


def hold(cluster: Cluster, node_id: str, *indices: int) -> None:
    for index in indices:
        cluster.take(Placement(node_id, (index,), ONE_GPU))


# -- examples ------------------------------------------------------------------------------------------------


def test_a_gang_that_fits_one_node_takes_the_one_with_least_room_beyond_it() -> None:
    cluster = cluster_of(("a", 8, ""), ("b", 4, ""), ("c", 8, ""))
    hold(cluster, "c", 0, 1, 2)
    assert seats(cluster.find_gang(ONE_GPU, 4)) == "b[0] b[1] b[2] b[3]"
    assert seats(cluster.find_gang(ONE_GPU, 5)) == "c[3] c[4] c[5] c[6] c[7]"


def test_a_gang_of_several_nodes_takes_the_tightest_leaf() -> None:
    places = [(f"n{leaf}{node}", 2, f"s/l{leaf}") for leaf in (1, 2, 3) for node in range(4)]
    cluster = cluster_of(*places)
    hold(cluster, "n20", 0, 1)
    hold(cluster, "n30", 0, 1)
    hold(cluster, "n31", 0, 1)
    gang = cluster.find_gang(ONE_GPU, 6)
    assert seats(gang) == "n21[0] n21[1] n22[0] n22[1] n23[0] n23[1]"


def test_of_leaves_with_equal_room_the_fullest_goes_first_then_the_lowest_name() -> None:
    cluster = cluster_of(*[(f"n{leaf}{node}", 2, f"s/l{leaf}") for leaf in (1, 2, 3) for node in range(2)])
    cluster.take(Placement("n30", (), Shape(0, 0, (), 1_000, 0)))
    assert seats(cluster.find_gang(ONE_GPU, 3)) == "n10[0] n10[1] n11[0]"
    cluster.add(NodeCapacity("n39", 64_000, 262_144, "A100", 1))
    cluster.relocate("n39", location("s/l3"))
    cluster.take(Placement("n39", (0,), Shape(1, 500, (), 0, 0)))
    assert seats(cluster.find_gang(ONE_GPU, 3)) == "n10[0] n10[1] n11[0]"
    cluster.take(Placement("n39", (0,), Shape(1, 500, (), 0, 0)))
    cluster.set_schedulable("n10", False)
    cluster.set_schedulable("n20", False)
    assert seats(cluster.find_gang(ONE_GPU, 3)) == "n30[0] n30[1] n31[0]"


def test_large_parts_are_filled_and_the_rest_goes_where_it_is_tightest() -> None:
    cluster = cluster_of(("a", 8, "s/l"), ("b", 8, "s/l"), ("c", 4, "s/l"), ("d", 2, "s/l"))
    gang = cluster.find_gang(ONE_GPU, 10)
    assert [place.node_id for place in gang or ()] == ["a"] * 8 + ["d"] * 2


def test_a_leaf_is_worth_a_few_stranded_gpus_and_not_many() -> None:
    """In leaf 1 each node has the CPU for one rank, whatever its GPUs; the others strand nothing."""

    def chosen(gpus_each: int, weights: Weights) -> set[str]:
        cluster = cluster_of(*[(f"g{leaf}{n}", 1, f"s/l{leaf}") for leaf in (2, 3) for n in range(2)])
        for node in range(4):
            cluster.add(NodeCapacity(f"p{node}", 31_000, 8_192, "A100", gpus_each))
            cluster.relocate(f"p{node}", location("s/l1"))
        gang = cluster.find_gang(Shape(1, GPU_MILLI, (), 16_000, 0), 4, weights=weights)
        return {place.node_id[0] for place in gang or ()}

    assert chosen(2, Weights()) == {"p"}
    assert chosen(8, Weights()) == {"g"}
    assert chosen(8, Weights(stranded_gpu=0)) == {"p"}


def test_a_required_leaf_is_waited_for_and_a_preferred_one_is_not() -> None:
    cluster = cluster_of(*[(f"n{leaf}{node}", 2, f"s/l{leaf}") for leaf in (1, 2) for node in range(2)])
    hold(cluster, "n10", 0)
    hold(cluster, "n20", 0)
    required = Layout(Level.LEAF, REQUIRED)
    assert cluster.find_gang(ONE_GPU, 4, required) is None
    assert cluster.shortage(ONE_GPU, 4, required) == Shortage(Level.LEAF, 3, 4)
    assert seats(cluster.find_gang(ONE_GPU, 4, Layout(Level.LEAF, PREFERRED))) != "-"


def test_a_preferred_unit_is_taken_whatever_it_strands() -> None:
    poor = Shape(1, GPU_MILLI, (), 30_000, 0)
    cluster = cluster_of(("a", 8, "s/l1"), ("b", 8, "s/l1"), ("c", 2, "s/l2"), ("d", 2, "s/l3"))
    assert {p.node_id for p in cluster.find_gang(poor, 4) or ()} == {"c", "d"}
    preferred = Layout(Level.LEAF, PREFERRED)
    assert {p.node_id for p in cluster.find_gang(poor, 4, preferred) or ()} == {"a", "b"}


def test_a_group_stays_in_its_nvlink_domain_which_may_be_several_nodes() -> None:
    places = [(f"n{rack}{node}", 4, f"s/l/rack-{rack}") for rack in (1, 2) for node in range(3)]
    cluster = cluster_of(*places)
    hold(cluster, "n10", 0)
    gang = cluster.find_gang(ONE_GPU, 16, Layout(group_ranks=8))
    assert [place.node_id[1] for place in gang or ()] == ["1"] * 8 + ["2"] * 8
    assert cluster.find_gang(ONE_GPU, 24, Layout(group_ranks=8)) is None
    assert cluster.shortage(ONE_GPU, 24, Layout(group_ranks=8)) == Shortage(Level.NETWORK, 16, 16)


def test_without_a_domain_a_node_is_one() -> None:
    cluster = cluster_of(("a", 6, "s/l"), ("b", 6, "s/l"), ("c", 6, "s/l"))
    gang = cluster.find_gang(ONE_GPU, 12, Layout(group_ranks=4))
    assert [place.node_id for place in gang or ()] == ["a"] * 4 + ["b"] * 4 + ["c"] * 4
    assert cluster.find_gang(ONE_GPU, 16, Layout(group_ranks=4)) is None


def test_groups_take_the_cards_that_are_theirs_on_every_node() -> None:
    cluster = cluster_of(("a", 8, "s/l"), ("b", 8, "s/l"))
    hold(cluster, "a", 0)
    hold(cluster, "b", 5)
    gang = cluster.find_gang(ONE_GPU, 6, Layout(group_ranks=2))
    assert seats(gang) == "a[2] a[3] a[4] a[5] a[6] a[7]"
    assert seats(cluster.find_gang(ONE_GPU, 8, Layout(Level.LEAF, REQUIRED, 4))) == (
        "a[4] a[5] a[6] a[7] b[0] b[1] b[2] b[3]"
    )


def test_a_name_is_a_unit_only_within_the_one_above() -> None:
    cluster = cluster_of(("a", 1, "s1/l"), ("b", 1, "s2/l"))
    assert cluster.find_gang(ONE_GPU, 2, Layout(Level.LEAF, REQUIRED)) is None


def test_nodes_whose_place_is_unknown_share_nothing_but_the_network() -> None:
    cluster = cluster_of(("a", 1, ""), ("b", 1, ""))
    assert cluster.find_gang(ONE_GPU, 2, Layout(Level.CELL, REQUIRED)) is None
    assert seats(cluster.find_gang(ONE_GPU, 2)) == "a[0] b[0]"


def test_a_node_that_is_moved_counts_where_it_is_now() -> None:
    cluster = cluster_of(("a", 1, "s/l1"), ("b", 1, "s/l2"))
    required = Layout(Level.LEAF, REQUIRED)
    assert cluster.find_gang(ONE_GPU, 2, required) is None
    cluster.relocate("b", location("s/l1"))
    assert seats(cluster.find_gang(ONE_GPU, 2, required)) == "a[0] b[0]"
    cluster.relocate("b", location(""))
    assert cluster.find_gang(ONE_GPU, 2, required) is None


def test_replicas_are_spread_evenly() -> None:
    cluster = cluster_of(*[(f"n{leaf}{node}", 4, f"s/l{leaf}") for leaf in (1, 2, 3) for node in range(2)])
    by_node = cluster.find_gang(ONE_GPU, 5, Layout(spread=Level.NODE))
    assert max(Counter(place.node_id for place in by_node or ()).values()) == 1
    by_leaf = cluster.find_gang(ONE_GPU, 7, Layout(spread=Level.LEAF))
    assert sorted(Counter(place.node_id[1] for place in by_leaf or ()).values()) == [2, 2, 3]
    hold(cluster, "n10", 0, 1, 2, 3)
    hold(cluster, "n11", 0, 1, 2)
    crowded = cluster.find_gang(ONE_GPU, 9, Layout(spread=Level.LEAF))
    assert sorted(Counter(place.node_id[1] for place in crowded or ()).values()) == [1, 4, 4]
    assert cluster.find_gang(ONE_GPU, 18, Layout(spread=Level.LEAF)) is None


def test_a_gang_that_is_no_multiple_of_its_groups_is_refused() -> None:
    with pytest.raises(CapacityError, match="group_ranks is 3; allowed: a divisor of 4"):
        cluster_of(("a", 8, "")).find_gang(ONE_GPU, 4, Layout(group_ranks=3))


# -- laws ----------------------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A small cluster, some of it taken, and a gang."""

    nodes: list[tuple[int, str, int]]
    taken: list[tuple[int, int]]
    gpus: int
    groups: int
    layout: Layout


PLACES = ("", "s1", "s1/l1", "s1/l2", "s2/l1", "s1/l1/d1", "s1/l1/d2", "s2/l1/d1", "/l9", "//d9", "s1//d8")
anywhere = st.just(Level.NETWORK)
levels = st.sampled_from(list(Level)[:5])
sizes = st.sampled_from((1, 1, 2, 3))
packed = st.one_of(
    st.builds(Layout, anywhere, st.just(BEST_EFFORT), sizes, anywhere),
    st.builds(Layout, levels, st.sampled_from((PREFERRED, REQUIRED)), sizes, anywhere),
)
spread = st.builds(Layout, anywhere, st.just(BEST_EFFORT), st.just(1), levels)
cases = st.builds(
    Case,
    nodes=st.lists(
        st.tuples(st.sampled_from((1, 2, 4)), st.sampled_from(PLACES), st.sampled_from((2, 8))),
        min_size=1,
        max_size=6,
    ),
    taken=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), max_size=6),
    gpus=st.sampled_from((0, 1, 1, 2)),
    groups=st.integers(1, 5),
    layout=st.one_of(packed, packed, spread),
)


def built(case: Case, order: Random | None = None) -> Cluster:
    cluster = Cluster()
    indices = list(range(len(case.nodes)))
    if order:
        order.shuffle(indices)
    for index in indices:
        gpus, place, cores = case.nodes[index]
        cluster.add(NodeCapacity(f"n{index}", cores * 1_000, 8_192, "A100", gpus))
        if order:
            cluster.relocate(f"n{index}", location(order.choice(PLACES)))
            cluster.find_gang(ONE_GPU, 2)
        cluster.relocate(f"n{index}", location(place))
    for node, card in dict.fromkeys(case.taken):
        if node < len(case.nodes) and card < case.nodes[node][0]:
            cluster.take(Placement(f"n{node}", (card,), Shape(1, GPU_MILLI, (), 0, 0)))
    return cluster


def shape_of(case: Case) -> Shape:
    return Shape(case.gpus, GPU_MILLI if case.gpus else 0, (), 1_000, 0)


def unit(node: int, place: Location, level: Level) -> tuple[object, ...]:
    """The unit of a level that a node is in, by the words of ADR 17: unknown ones are left out."""
    names = (place.cell, place.spine, place.leaf, place.nvlink_domain)
    if level == Level.NETWORK:
        return ()
    for near in range(level, Level.NODE, -1):
        if names[Level.CELL - near]:
            return names[: Level.CELL - near + 1]
    return ("node", node)


def room(case: Case, cluster: Cluster) -> list[int]:
    """Ranks that fit each node, worked out from its row alone."""
    rooms: list[int] = []
    for row in cluster.dump()["nodes"]:
        free = row["gpu_count"] - sum(len(held[0]) for held in row["held"])
        rooms.append(min(free // case.gpus if case.gpus else 99, row["cpu_milli"] // 1_000))
    return rooms


def possible(case: Case, cluster: Cluster) -> bool:
    """Whether some way exists, by trying all: give group after group to a domain of some unit."""
    places = [location(place) for _, place, _ in case.nodes]
    layout, rooms = case.layout, room(case, cluster)
    bound = layout.within if layout.strictness == REQUIRED else Level.NETWORK
    for home in {unit(i, place, bound) for i, place in enumerate(places)}:
        inside = [i for i, place in enumerate(places) if unit(i, place, bound) == home]
        domains = Counter[tuple[object, ...]]()
        for i in inside:
            domains[unit(i, places[i], Level.NVLINK_DOMAIN)] += rooms[i]
        if any(_ways(list(domains.values()), layout.group_ranks, case.groups)):
            return True
    return False


def _ways(rooms: list[int], size: int, groups: int) -> Iterator[bool]:
    if not groups:
        yield True
    for index, free in enumerate(rooms):
        if groups and free >= size:
            yield from _ways([*rooms[:index], free - size, *rooms[index + 1 :]], size, groups - 1)


@given(cases)
def test_placements_keep_the_layout_and_are_found_whenever_one_exists(case: Case) -> None:
    cluster = built(case)
    layout, ranks = case.layout, case.groups * case.layout.group_ranks
    before = cluster.canonical()
    gang = cluster.find_gang(shape_of(case), ranks, layout)
    assert cluster.canonical() == before
    assert (gang is not None) == possible(case, cluster)
    if gang is None:
        return
    assert len(gang) == ranks
    for place in gang:
        cluster.take(place)
    nodes = [int(place.node_id[1:]) for place in gang]
    at = [location(case.nodes[node][1]) for node in nodes]
    domains = [unit(node, place, Level.NVLINK_DOMAIN) for node, place in zip(nodes, at, strict=True)]
    for first in range(0, ranks, layout.group_ranks):
        assert len(set(domains[first : first + layout.group_ranks])) == 1, "a group is not divided"
    if layout.strictness == REQUIRED:
        assert len({unit(n, place, layout.within) for n, place in zip(nodes, at, strict=True)}) == 1


@given(cases)
def test_a_shortage_says_the_most_that_one_unit_holds(case: Case) -> None:
    cluster = built(case)
    layout, ranks = case.layout, case.groups * case.layout.group_ranks
    if layout.spread != Level.NETWORK or cluster.find_gang(shape_of(case), ranks, layout):
        return
    shortage = cluster.shortage(shape_of(case), ranks, layout)
    assert shortage.ranks_now < ranks
    assert shortage.ranks_now <= shortage.ranks_when_empty
    held = shortage.ranks_now // layout.group_ranks
    if held:
        assert cluster.find_gang(shape_of(case), held * layout.group_ranks, layout)


@given(cases)
def test_spread_ranks_are_as_even_as_the_rooms_allow(case: Case) -> None:
    cluster, level = built(case), case.layout.spread
    gang = cluster.find_gang(shape_of(case), case.groups, case.layout) if level != Level.NETWORK else None
    if gang is None:
        return
    rooms = Counter[tuple[object, ...]]()
    for node, free in enumerate(room(case, cluster)):
        rooms[unit(node, location(case.nodes[node][1]), level)] += free
    shares = Counter(
        unit(node, location(case.nodes[node][1]), level)
        for node in (int(place.node_id[1:]) for place in gang)
    )
    for home, free in rooms.items():
        if shares[home] < free:
            assert max(shares.values()) <= shares[home] + 1


@given(cases, st.randoms(use_true_random=False))
def test_how_the_network_came_to_be_changes_nothing(case: Case, order: Random) -> None:
    straight, crooked = built(case), built(case, order)
    ranks = case.groups * case.layout.group_ranks
    assert crooked.canonical() == straight.canonical()
    found = straight.find_gang(shape_of(case), ranks, case.layout)
    assert crooked.find_gang(shape_of(case), ranks, case.layout) == found
