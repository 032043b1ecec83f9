"""The cost broken down by `terms` equals the cost in the search."""

from hypothesis import given
from hypothesis import strategies as st
from muster.cluster import GPU_MILLI, Cluster, NodeCapacity, Placement, Shape, Workload
from muster.cluster.measures.fragmentation import Fragmentation
from muster.cluster.measures.scarcity import scarcity_prices
from muster.cluster.measures.stranding import Stranding
from muster.cluster.score.balanced import BalancedScore
from muster.cluster.score.score import Outlook

hosts = st.tuples(st.sampled_from((1_000, 3_000, 8_000)), st.sampled_from((1_024, 4_096, 16_384)))
cards = st.sampled_from(((0, 0), (1, 250), (1, 700), (1, GPU_MILLI), (2, GPU_MILLI), (4, GPU_MILLI)))
nodes = st.tuples(st.sampled_from(("A100", "T4", "")), st.integers(1, 8), hosts)


def shape(card: tuple[int, int], host: tuple[int, int], sharing: str = "") -> Shape:
    return Shape(*card, (), *host, sharing if 0 < card[1] < GPU_MILLI else "")


shapes = st.builds(shape, cards, hosts)
shared = st.builds(shape, cards, hosts, st.sampled_from(("", "mps:a", "mps:b")))


@given(st.lists(nodes, min_size=1, max_size=6), st.lists(shared, max_size=12), st.lists(shapes, max_size=5))
def test_the_terms_add_up_to_the_cost_that_was_compared(
    drawn: list[tuple[str, int, tuple[int, int]]], placed: list[Shape], typical: list[Shape]
) -> None:
    cluster = Cluster("ours", Workload([(each, 1) for each in sorted(set(typical))]))
    capacities: dict[str, NodeCapacity] = {}
    for number, (model, gpus, (cpu, memory)) in enumerate(drawn):
        capacity = NodeCapacity(f"n{number}", 4 * cpu, 4 * memory, model, gpus if model else 0)
        capacities[capacity.node_id] = capacity
        cluster.add(capacity)
    for asked in placed:
        place = cluster.find(asked)
        if place is None:
            continue
        found = cluster.terms(place)
        if asked.sharing:
            assert found is None, "the fullest card of its key goes first, whatever it costs"
            cluster.take(place)
            continue
        assert found is not None
        state = cluster._ledgers[place.node_id].state  # pyright: ignore[reportPrivateUsage]
        assert found.cost == score(cluster, capacities).rater(asked)(state)[0]
        cluster.take(place)
        after = cluster._ledgers[place.node_id].state  # pyright: ignore[reportPrivateUsage]
        assert (found.gpu_left_milli, found.cpu_left_milli, found.memory_left_mib) == after[:3]


def score(cluster: Cluster, capacities: dict[str, NodeCapacity]) -> BalancedScore:
    kinds = [capacity.empty_state() for capacity in capacities.values()]
    prices = scarcity_prices(cluster.workload.picture, {kind: kinds.count(kind) for kind in kinds})
    measure = Fragmentation(cluster.workload.typical())
    return BalancedScore(Outlook(measure, Stranding(cluster.workload.mix()), prices))


def test_a_place_that_cannot_be_given_has_no_terms() -> None:
    cluster = Cluster()
    cluster.add(NodeCapacity("n0", 8_000, 8_192, "A100", 2))
    whole = Shape(1, GPU_MILLI, (), 1_000, 1_024)
    taken = Placement("n0", (0,), whole)
    assert cluster.terms(taken) is not None
    cluster.take(taken)
    assert cluster.terms(taken) is None
    cluster.mark_gpu("n0", 1, healthy=False)
    assert cluster.terms(Placement("n0", (1,), whole)) is None
