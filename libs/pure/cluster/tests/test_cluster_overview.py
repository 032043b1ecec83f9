"""The overview of a cluster equals a count node by node."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st
from muster.cluster import GPU_MILLI, Cluster, NodeCapacity, Shape

MODELS = ("A100", "H100", "")

hosts = st.tuples(st.sampled_from((1_000, 3_000, 8_000)), st.sampled_from((1_024, 4_096, 16_384)))
nodes = st.tuples(st.sampled_from(MODELS), st.integers(1, 8), hosts, st.booleans())
cards = st.sampled_from(((0, 0), (1, 250), (1, 700), (1, GPU_MILLI), (2, GPU_MILLI), (4, GPU_MILLI)))


def shape(card: tuple[int, int], model: str, host: tuple[int, int]) -> Shape:
    return Shape(*card, (model,) if model and card[0] else (), *host)


shapes = st.builds(shape, cards, st.sampled_from(MODELS), hosts)


class Counted:
    """One node, counted by hand."""

    def __init__(self, capacity: NodeCapacity) -> None:
        self.capacity = capacity
        self.cards = [GPU_MILLI] * capacity.gpu_count
        self.cpu, self.memory = capacity.cpu_milli, capacity.memory_mib

    def take(self, gpu_indices: tuple[int, ...], held: Shape) -> None:
        for index in gpu_indices:
            self.cards[index] -= held.gpu_milli
        self.cpu -= held.cpu_milli
        self.memory -= held.memory_mib

    def has_gpus(self, asked: Shape) -> bool:
        return sum(free >= asked.gpu_milli for free in self.cards) >= asked.gpu_count

    def has_cpu(self, asked: Shape) -> bool:
        return self.cpu >= asked.cpu_milli


@given(st.lists(nodes, max_size=8), st.lists(shapes, max_size=16), shapes, st.integers(1, 4))
def test_a_shortfall_counts_what_counting_node_by_node_gives(
    drawn: list[tuple[str, int, tuple[int, int], bool]], before: list[Shape], asked: Shape, ranks: int
) -> None:
    cluster, counted = Cluster(), dict[str, Counted]()
    for number, (model, gpus, (cpu, memory), _) in enumerate(drawn):
        capacity = NodeCapacity(f"n{number}", 4 * cpu, 4 * memory, model, gpus if model else 0)
        cluster.add(capacity)
        counted[capacity.node_id] = Counted(capacity)
    for held in before:
        if place := cluster.find(held):
            cluster.take(place)
            counted[place.node_id].take(place.gpu_indices, held)
    for number, (_, _, _, is_open) in enumerate(drawn):
        cluster.set_schedulable(f"n{number}", is_open)
    found = cluster.shortfall(asked, ranks)
    room = cluster.room(asked, ranks)
    assert (room == ranks) is (found is None)
    assert room == 0 or cluster.find_gang(asked, room) is not None
    assert room == ranks or cluster.find_gang(asked, room + 1) is None
    if found is None:
        return
    assert found.ranks_fit == room
    matching = [one for one in counted.values() if serves(one.capacity, asked)]
    opened = [one for one in matching if drawn[int(one.capacity.node_id[1:])][3]]
    assert (found.nodes_matching, found.nodes_unschedulable) == (len(matching), len(matching) - len(opened))
    assert found.gpu_milli_free == sum(sum(one.cards) for one in opened)
    assert found.gpu_block_max == max((one.cards.count(GPU_MILLI) for one in opened), default=0)
    assert found.gpu_card_milli_max == max((milli for one in opened for milli in one.cards), default=0)
    assert found.cpu_milli_free_max == max(cpu_where_gpus_suffice(opened, asked), default=0)
    assert found.memory_mib_free_max == max(memory_where_the_rest_suffices(opened, asked), default=0)


def serves(capacity: NodeCapacity, asked: Shape) -> bool:
    return not asked.gpu_count or (bool(capacity.gpu_model) and asked.accepts(capacity.gpu_model))


def cpu_where_gpus_suffice(opened: list[Counted], asked: Shape) -> Iterator[int]:
    return (one.cpu for one in opened if one.has_gpus(asked))


def memory_where_the_rest_suffices(opened: list[Counted], asked: Shape) -> Iterator[int]:
    return (one.memory for one in opened if one.has_gpus(asked) and one.has_cpu(asked))
