"""Invariants of every cluster: nothing is given twice, and decisions do not depend on history."""

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from muster.cluster import (
    ANY_TENANT,
    GPU_MILLI,
    MIG,
    MIG_MODELS,
    Cluster,
    ClusterError,
    MigInstance,
    NodeCapacity,
    NodeState,
    Placement,
    Shape,
    Workload,
)
from muster.cluster.measures.fragmentation import Fragmentation
from muster.cluster.measures.scarcity import scarcity_prices
from muster.cluster.measures.stranding import Stranding
from muster.cluster.model.mig import CardGeometry, share_milli
from muster.cluster.model.node import fits
from muster.cluster.score.policies import POLICIES
from muster.cluster.score.score import Outlook
from muster.cluster.snapshot import NodeRow
from muster.testkit.laws import examples

MODEL_LISTS: list[tuple[str, ...]] = [(), (), ("H200",), ("T4",), ("H200", "T4")]

Host = tuple[int, int]
hosts = st.tuples(st.integers(0, 6).map(lambda n: n * 1000), st.integers(0, 4).map(lambda n: n * 1024))
model_lists = st.sampled_from(MODEL_LISTS)


def without_gpu(host: Host) -> Shape:
    return Shape(0, 0, (), *host)


def fraction(milli: int, models: tuple[str, ...], host: Host) -> Shape:
    return Shape(1, milli, models, *host)


def whole(count: int, models: tuple[str, ...], host: Host) -> Shape:
    return Shape(count, GPU_MILLI, models, *host)


shapes = st.one_of(
    hosts.map(without_gpu),
    st.builds(fraction, st.sampled_from([160, 320, 470, 500, 810]), model_lists, hosts),
    st.builds(whole, st.sampled_from([1, 1, 2, 4]), model_lists, hosts),
)
KEYS = (ANY_TENANT, MIG, "mps:acme/vision", "mps:acme/speech")
sharing_keys = st.sampled_from(KEYS)


def shared(shape: Shape, key: str) -> Shape:
    """The same for a fraction that shares under a key."""
    return replace(shape, sharing=key) if shape.is_fraction else shape


keyed_shapes = st.builds(shared, shapes, sharing_keys)
kinds = st.tuples(
    st.sampled_from([4000, 8000, 16000]),
    st.sampled_from([4096, 8192, 16384]),
    st.sampled_from(["H200", "T4"]),
    st.sampled_from([0, 1, 2, 4]),
)
kind_lists = st.lists(kinds, min_size=1, max_size=6)
workloads = st.lists(st.tuples(shapes, st.integers(1, 9)), max_size=6)
engines = st.sampled_from([("ours", 1), *[(policy, 1_000) for policy in sorted(POLICIES)]])
"""Policies, and from how many nodes on they are compiled."""


def nodes_of(drawn: list[tuple[int, int, str, int]]) -> list[NodeCapacity]:
    return [
        NodeCapacity(f"node-{index}", cpu, memory, model if gpus else "", gpus)
        for index, (cpu, memory, model, gpus) in enumerate(drawn)
    ]


def built(
    nodes: list[NodeCapacity],
    counts: list[tuple[Shape, int]],
    policy: str = "ours",
    compiled_from_nodes: int = 1_000,
) -> Cluster:
    cluster = Cluster(policy, Workload(counts), compiled_from_nodes)
    for node in nodes:
        cluster.add(node)
    return cluster


def cut_first_cards(cluster: Cluster) -> None:
    for row in cluster.dump()["nodes"]:
        if row["gpu_model"] in MIG_MODELS:
            cluster.cut(row["node_id"], 0, cut=True)


def filled(cluster: Cluster, wanted: list[Shape]) -> list[Placement]:
    taken: list[Placement] = []
    for shape in wanted:
        place = cluster.find(shape)
        if place is not None:
            cluster.take(place)
            taken.append(place)
    return taken


def capacity_of(row: NodeRow) -> NodeCapacity:
    return NodeCapacity(
        row["node_id"], row["cpu_milli"], row["memory_mib"], row["gpu_model"], row["gpu_count"]
    )


def set_apart(row: NodeRow) -> dict[int, str]:
    """The cards that only some may use, and who."""
    keys = dict.fromkeys(row["cut"], MIG)
    return keys | {index: shape[5] for indices, shape, *_ in row["held"] for index in indices if shape[5]}


def left_on(row: NodeRow, index: int, whose: str) -> tuple[int, int, str]:
    """Return a reserved card's free amount, largest fraction that fits, and occupied MIG slices."""
    held = [(shape[1] * times, i) for at, shape, i, times in row["held"] if at == [index]]
    left = GPU_MILLI - sum(milli for milli, _ in held)
    if whose != MIG:
        return left, left, ""
    model = MIG_MODELS[row["gpu_model"]]
    card = CardGeometry(model, tuple(sorted(MigInstance(*i) for _, i in held if i)))
    shares = [share_milli(model, p) for p in model.profiles.values() if card.can_place(p.name)]
    return 125 * (8 - card.occupied.bit_count()), max(shares, default=0), f"{card.occupied:x}"


def parts(row: NodeRow, key: str | None = None) -> list[tuple[int, NodeState]]:
    """Return the rest of the healthy cards set apart, for one key or for all, as scores see them."""
    cpu, memory = host_free(row)
    found: list[tuple[int, NodeState]] = []
    for index, whose in sorted(set_apart(row).items()):
        left, largest, occupied = left_on(row, index, whose)
        if whose == (key or whose) and largest and index not in row["unhealthy"]:
            found.append((index, NodeState(left, cpu, memory, row["gpu_model"], (largest,), occupied)))
    return found


def host_free(row: NodeRow) -> tuple[int, int]:
    """CPU and memory free on a node."""
    taken = [(shape[3] * times, shape[4] * times) for _, shape, _, times in row["held"]]
    return row["cpu_milli"] - sum(cpu for cpu, _ in taken), row["memory_mib"] - sum(m for _, m in taken)


def free_state(row: NodeRow) -> NodeState:
    """The state of a node, computed from its snapshot row alone."""
    gpus = [GPU_MILLI] * row["gpu_count"]
    for indices, shape, _, times in row["held"]:
        for index in indices:
            gpus[index] -= shape[1] * times
    for index in set_apart(row):
        gpus[index] = 0
    healthy = sorted(milli for index, milli in enumerate(gpus) if index not in row["unhealthy"])
    free = sum(healthy) + sum(state.gpu_free_milli for _, state in parts(row))
    return NodeState(free, *host_free(row), row["gpu_model"], tuple(healthy), capacity_of(row).kind)


def brute_force(cluster: Cluster, shape: Shape) -> str | None:
    """The best node by the definition: score every open node, least (cost, state, id) wins."""
    data = cluster.dump()
    kinds: Counter[NodeState] = Counter()
    for row in data["nodes"]:
        kinds[capacity_of(row).empty_state()] += 1
    outlook = Outlook(
        Fragmentation(cluster.workload.typical()),
        Stranding(cluster.workload.mix()),
        scarcity_prices(cluster.workload.picture, kinds),
    )
    rate = POLICIES[cluster.policy](outlook).rater(shape)
    candidates: list[tuple[int, NodeState, str]] = []
    for row in data["nodes"]:
        state = free_state(row)
        whole = sum(milli >= shape.gpu_milli for milli in state.gpus_free_milli)
        if (
            row["schedulable"]
            and state.cpu_free_milli >= shape.cpu_milli
            and state.memory_free_mib >= shape.memory_mib
            and (not shape.gpu_count or (whole >= shape.gpu_count and shape.accepts(state.gpu_model)))
        ):
            candidates.append((rate(state)[0], state, row["node_id"]))
    return min(candidates)[2] if candidates else None


def brute_force_shared(cluster: Cluster, shape: Shape) -> str | None:
    """The fullest card set apart for the shape's key that fits; else the best place for a whole card."""
    alone = replace(shape, sharing=ANY_TENANT)
    candidates = [
        (state, row["node_id"], index)
        for row in cluster.dump()["nodes"]
        for index, state in parts(row, shape.sharing)
        if row["schedulable"] and fits(state, alone)
    ]
    if shape.sharing == MIG:
        found = cluster.find(shape)
        assert (found is not None) == bool(candidates)
        places = [(node_id, (index,)) for _, node_id, index in candidates]
        assert found is None or (found.node_id, found.gpu_indices) in places
        return found and found.node_id
    if candidates:
        return min(candidates)[1]
    return brute_force(cluster, replace(alone, gpu_milli=GPU_MILLI))


@given(kind_lists, st.lists(keyed_shapes, max_size=12), keyed_shapes, workloads, engines)
def test_find_is_the_best_of_all_nodes(
    drawn: list[tuple[int, int, str, int]],
    before: list[Shape],
    asked: Shape,
    counts: list[tuple[Shape, int]],
    engine: tuple[str, int],
) -> None:
    cluster = built(nodes_of(drawn), counts, *engine)
    cut_first_cards(cluster)
    filled(cluster, before)
    found = cluster.find(asked)
    expected = brute_force_shared(cluster, asked) if asked.sharing else brute_force(cluster, asked)
    assert (found.node_id if found else None) == expected
    assert (found is None) == (cluster.shortfall(asked) is not None)


@given(
    kind_lists, st.lists(keyed_shapes, min_size=1, max_size=12), workloads, st.randoms(use_true_random=False)
)
def test_insertion_order_changes_nothing(
    drawn: list[tuple[int, int, str, int]],
    wanted: list[Shape],
    counts: list[tuple[Shape, int]],
    shuffler: Random,
) -> None:
    nodes = nodes_of(drawn)
    first = built(nodes, counts)
    cut_first_cards(first)
    shuffler.shuffle(nodes)
    shuffler.shuffle(counts)
    second = built(nodes, counts)
    cut_first_cards(second)
    assert filled(first, wanted) == filled(second, wanted)
    assert first.canonical() == second.canonical()


@given(kind_lists, st.lists(keyed_shapes, max_size=8), keyed_shapes, st.integers(1, 6), workloads)
def test_take_and_give_back_restore_the_state(
    drawn: list[tuple[int, int, str, int]],
    before: list[Shape],
    asked: Shape,
    ranks: int,
    counts: list[tuple[Shape, int]],
) -> None:
    cluster = built(nodes_of(drawn), counts)
    cut_first_cards(cluster)
    filled(cluster, before)
    state, totals = cluster.canonical(), cluster.totals()
    gang = cluster.find_gang(asked, ranks)
    assert cluster.canonical() == state
    assert (gang is None) == (cluster.shortfall(asked, ranks) is not None)
    for place in gang or ():
        cluster.take(place)
    for place in gang or ():
        cluster.give_back(place)
    assert cluster.canonical() == state
    assert cluster.totals() == totals
    assert cluster.find_gang(asked, ranks) == gang


class History(RuleBasedStateMachine):
    """Any sequence of steps, beside a plain list of who holds what."""

    compiled_from_nodes = 1_000

    def __init__(self) -> None:
        super().__init__()
        self.cluster = Cluster(compiled_from_nodes=self.compiled_from_nodes)
        self.nodes: dict[str, NodeCapacity] = {}
        self.held: list[Placement] = []

    @rule(kind=kinds)
    def add(self, kind: tuple[int, int, str, int]) -> None:
        node = nodes_of([kind])[0]
        node_id = f"node-{len(self.nodes) % 5}"
        if node_id not in self.nodes:
            self.nodes[node_id] = NodeCapacity(
                node_id, node.cpu_milli, node.memory_mib, node.gpu_model, node.gpu_count
            )
            self.cluster.add(self.nodes[node_id])

    @precondition(lambda self: self.nodes)
    @rule(data=st.data())
    def remove_idle(self, data: st.DataObject) -> None:
        idle = sorted(set(self.nodes) - {place.node_id for place in self.held})
        if idle:
            node_id = data.draw(st.sampled_from(idle))
            self.cluster.remove(node_id)
            del self.nodes[node_id]

    @precondition(lambda self: self.nodes)
    @rule(data=st.data(), is_open=st.booleans())
    def open_or_close(self, data: st.DataObject, is_open: bool) -> None:
        self.cluster.set_schedulable(data.draw(st.sampled_from(sorted(self.nodes))), is_open)

    @precondition(lambda self: any(node.gpu_count for node in self.nodes.values()))
    @rule(data=st.data(), healthy=st.booleans())
    def mark(self, data: st.DataObject, healthy: bool) -> None:
        with_gpus = sorted(node_id for node_id, node in self.nodes.items() if node.gpu_count)
        node_id = data.draw(st.sampled_from(with_gpus))
        index = data.draw(st.integers(0, self.nodes[node_id].gpu_count - 1))
        self.cluster.mark_gpu(node_id, index, healthy)

    @precondition(lambda self: any(node.gpu_model == "H200" for node in self.nodes.values()))
    @rule(data=st.data())
    def cut_or_join(self, data: st.DataObject) -> None:
        capable = sorted(node_id for node_id, node in self.nodes.items() if node.gpu_model == "H200")
        node_id = data.draw(st.sampled_from(capable))
        index = data.draw(st.integers(0, self.nodes[node_id].gpu_count - 1))
        row = next(row for row in self.cluster.dump()["nodes"] if row["node_id"] == node_id)
        if any(index in place.gpu_indices for place in self.held if place.node_id == node_id):
            with pytest.raises(ClusterError, match=r"is (in use|cut already)$"):
                self.cluster.cut(node_id, index, cut=True)
        else:
            self.cluster.cut(node_id, index, cut=index not in row["cut"])

    @rule(shape=keyed_shapes, ranks=st.integers(1, 4))
    def place(self, shape: Shape, ranks: int) -> None:
        self.cluster.observe(shape, ranks * 40)
        for place in self.cluster.find_gang(shape, ranks) or ():
            self.cluster.take(place)
            self.held.append(place)

    @precondition(lambda self: self.held)
    @rule(data=st.data())
    def end(self, data: st.DataObject) -> None:
        place = self.held.pop(data.draw(st.integers(0, len(self.held) - 1)))
        self.cluster.give_back(place)

    @rule(shape=keyed_shapes)
    def find_agrees_with_brute_force(self, shape: Shape) -> None:
        found = self.cluster.find(shape)
        expected = (
            brute_force_shared(self.cluster, shape) if shape.sharing else brute_force(self.cluster, shape)
        )
        assert (found.node_id if found else None) == expected
        assert (found is None) == (self.cluster.shortfall(shape) is not None)

    @rule(shape=keyed_shapes)
    def find_on_agrees_with_find(self, shape: Shape) -> None:
        anywhere = [self.cluster.find_on(node_id, shape) for node_id in sorted(self.nodes)]
        found = self.cluster.find(shape)
        assert (found is None) == (not any(anywhere))
        assert found is None or found in anywhere

    @invariant()
    def strangers_share_no_card(self) -> None:
        guests: dict[tuple[str, int], list[Placement]] = {}
        for place in self.held:
            for index in place.gpu_indices:
                guests.setdefault((place.node_id, index), []).append(place)
        for card, places in guests.items():
            assert len({place.shape.sharing for place in places}) == 1, card
            instances = tuple(sorted(place.instance for place in places if place.instance))
            assert len(instances) in (0, len(places))
            assert CardGeometry(MIG_MODELS["H200"], instances).instances == instances

    @invariant()
    def nothing_is_given_twice(self) -> None:
        for node_id, node in self.nodes.items():
            here = [place for place in self.held if place.node_id == node_id]
            cards = Counter[int]()
            for place in here:
                for index in place.gpu_indices:
                    cards[index] += place.shape.gpu_milli
            assert all(milli <= GPU_MILLI for milli in cards.values())
            assert all(index < node.gpu_count for index in cards)
            assert sum(place.shape.cpu_milli for place in here) <= node.cpu_milli
            assert sum(place.shape.memory_mib for place in here) <= node.memory_mib

    @invariant()
    def totals_are_the_sums(self) -> None:
        totals = self.cluster.totals()
        assert totals.placements == len(self.held)
        assert totals.gpu.allocated_milli == sum(place.shape.gpu_milli_total for place in self.held)
        assert totals.cpu_milli_allocated == sum(place.shape.cpu_milli for place in self.held)
        assert totals.memory_mib_allocated == sum(place.shape.memory_mib for place in self.held)
        rows = self.cluster.dump()["nodes"]
        assert totals.gpu.free_milli == sum(
            free_state(row).gpu_free_milli for row in rows if row["schedulable"]
        )
        assert totals.nodes_unschedulable == sum(not row["schedulable"] for row in rows)
        assert totals.gpu.unavailable_milli >= 0

    @invariant()
    def snapshot_restores_everything(self) -> None:
        copy = Cluster.load(self.cluster.dump())
        assert copy.canonical() == self.cluster.canonical()
        assert copy.totals() == self.cluster.totals()


class CompiledHistory(History):
    """The same, with compiled code at work from the first node on."""

    compiled_from_nodes = 1


History.TestCase.settings = settings(examples(40), stateful_step_count=20)
CompiledHistory.TestCase.settings = settings(examples(40), stateful_step_count=20)
test_history = History.TestCase
test_compiled_history = CompiledHistory.TestCase


_SCRIPT = """
from hashlib import sha256
from muster.cluster import Cluster, NodeCapacity, Shape
cluster = Cluster()
for index in range(12):
    cluster.add(NodeCapacity(f"n{index}", 32000, 65536, ("A100", "T4", "H100")[index % 3], 4))
places = []
for turn in range(90):
    milli = (160, 470, 810, 1000)[turn % 4]
    shape = Shape(1, milli, (("A100", "T4"), (), ("H100",))[turn % 3], 1000 + 500 * (turn % 5), 1024)
    cluster.observe(shape)
    place = cluster.find(shape)
    if place:
        cluster.take(place)
    places.append(repr(place))
print(sha256("".join(places).encode() + cluster.canonical()).hexdigest())
"""


@pytest.mark.slow
def test_hash_seed_changes_nothing() -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", _SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(digests) == 1
