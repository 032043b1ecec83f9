"""Compiled code against the definition: two clusters live through one history and must answer alike."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.cluster import (
    GPU_MILLI,
    Cluster,
    ClusterError,
    NodeCapacity,
    Placement,
    Shape,
    Workload,
)
from muster.cluster.ranking import compiled_ranking, state_table

MODELS = ("H200", "L4", "T4")
FRACTIONS = (1, 8, 160, 250, 470, 500, 810, 992)
"""Among them some that leave 8 thousandths: as many as the largest node here has cards."""


def node(number: int, generator: Random) -> NodeCapacity:
    """CPU and memory repeat, so that states tie in all but cards, model or kind."""
    cards = generator.choice((0, 1, 2, 4, 8, 8))
    cpu, memory = generator.choice((8_000, 16_000, 32_000)), generator.choice((16_384, 32_768))
    return NodeCapacity(f"n{number:03}", cpu, memory, generator.choice(MODELS) if cards else "", cards)


def shape(generator: Random) -> Shape:
    cpu, memory = generator.choice((0, 1_000, 2_000, 8_000)), generator.choice((0, 1_024, 8_192))
    count = generator.choice((0, 1, 1, 1, 1, 2, 4))
    models = generator.choice(((), (), ("T4",), ("H200", "T4"))) if count else ()
    milli = generator.choice((*FRACTIONS, GPU_MILLI)) if count == 1 else GPU_MILLI * bool(count)
    sharing = generator.choice(("", "", "mps:a", "mps:b", "mig")) if 0 < milli < GPU_MILLI else ""
    return Shape(count, milli, models, cpu, memory, sharing)


def live_alike(compiled: Cluster, defined: Cluster, generator: Random, steps: int) -> int:
    """Places and ends, a sick, cut or closed one now and then; how often something was placed."""
    held: list[Placement] = []
    asked = [shape(generator) for _ in range(12)]
    node_ids = [row["node_id"] for row in defined.dump()["nodes"]]
    cards = {row["node_id"]: row["gpu_count"] for row in defined.dump()["nodes"]}
    placed = 0
    for _ in range(steps):
        wanted = generator.choice(asked)
        place = defined.find(wanted)
        assert compiled.find(wanted) == place
        if generator.random() < 0.2:
            ranks = generator.choice((1, 2, 9))
            assert compiled.shortfall(wanted, ranks) == defined.shortfall(wanted, ranks)
            assert compiled.room(wanted, ranks) == defined.room(wanted, ranks)
        over = held.pop(generator.randrange(len(held))) if held and generator.random() < 0.5 else None
        node_id, chance = generator.choice(node_ids), generator.random()
        for cluster in (compiled, defined):
            if place is not None:
                cluster.take(place)
            if over is not None:
                cluster.give_back(over)
            if chance < 0.05:
                cluster.set_schedulable(node_id, chance < 0.03)
            elif chance < 0.1 and cards[node_id]:
                cluster.mark_gpu(node_id, 0, chance < 0.08)
            elif chance < 0.2 and cards[node_id]:
                with suppress(ClusterError):  # it has no MIG, is so already, or holds something
                    cluster.cut(node_id, cards[node_id] - 1, cut=chance < 0.17)
        if place is not None:
            held.append(place)
            placed += 1
    assert compiled.canonical() == defined.canonical()
    return placed


def twins(generator: Random, nodes: int, typical: int) -> tuple[Cluster, Cluster]:
    """Two clusters of the same nodes and workload: the first with compiled code, the second without."""
    counts = [(shape(generator), generator.randrange(1, 50)) for _ in range(typical)]
    capacities = [node(number, generator) for number in range(nodes)]
    first, second = (Cluster("ours", Workload(counts), start) for start in (1, nodes + 1))
    for capacity in capacities:
        first.add(capacity)
        second.add(capacity)
    return first, second


@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(0, 8))
def test_small_clusters_are_answered_alike(seed: int, nodes: int, typical: int) -> None:
    generator = Random(seed)
    live_alike(*twins(generator, nodes, typical), generator, 30)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_long_histories_are_answered_alike(seed: int) -> None:
    generator = Random(seed)
    assert live_alike(*twins(generator, 60, 20), generator, 1_000) > 300


@pytest.mark.plain
@pytest.mark.parametrize("seed", range(6))
def test_room_for_little_only_takes_longer(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that must grow at once, and a log of births so short that rankings must start over."""
    monkeypatch.setattr(state_table, "_ROWS_MIN", 2)
    monkeypatch.setattr(state_table, "_LOG_LENGTH", 4)
    monkeypatch.setattr(state_table, "_PEAKS_MIN", 1)
    monkeypatch.setattr(compiled_ranking, "_HEAP_MIN", 2)
    generator = Random(seed)
    assert live_alike(*twins(generator, 40, 10), generator, 300) > 100


def test_a_new_picture_and_a_new_kind_of_node_are_seen_by_both() -> None:
    generator = Random(1)
    compiled, defined = twins(generator, 30, 3)
    for turn in range(6):
        assert live_alike(compiled, defined, generator, 60) > 5
        learned, added = shape(generator), NodeCapacity(f"new{turn}", 64_000 + turn, 65_536, "A30", 4)
        for cluster in (compiled, defined):
            cluster.observe(learned, 500)
            cluster.add(added)
