"""Capacities: what the known nodes could hold when empty, open and healthy. O(kinds of node)."""

from dataclasses import dataclass

from muster.cluster.node import NodeCapacity, NodeState
from muster.cluster.shape import GPU_MILLI, Shape


@dataclass(frozen=True, slots=True)
class Fit:
    """Whether a gang could ever run here, and the largest there is, over nodes of an accepted GPU model.

    Attributes:
        fits: All ranks fit at once.
        ranks_max: The most ranks of this shape that would.
        nodes_matching: Nodes of an accepted model.
        gpu_count_max: Most GPUs on one node.
        cpu_milli_max: Most CPU on one node, thousandths of a core.
        memory_mib_max: Most memory on one node.
    """

    fits: bool
    ranks_max: int
    nodes_matching: int
    gpu_count_max: int
    cpu_milli_max: int
    memory_mib_max: int


def ranks_in(state: NodeState, shape: Shape, most: int) -> int:
    """How many ranks of a shape fit into a node in this state, at most `most`.

    Exact, not a bound: equal ranks take from each resource in equal steps, and one more on a card or a set of
    whole cards takes exactly one from what the rest can hold.
    """
    count = most
    if shape.cpu_milli:
        count = min(count, state.cpu_free_milli // shape.cpu_milli)
    if shape.memory_mib:
        count = min(count, state.memory_free_mib // shape.memory_mib)
    if not shape.gpu_count:
        return count
    if not shape.accepts(state.gpu_model):
        return 0
    slots = sum(milli // shape.gpu_milli for milli in state.gpus_free_milli)
    return min(count, slots // shape.gpu_count)


class Capacities:
    """The kinds of node and how many of each."""

    def __init__(self) -> None:
        self._kinds: dict[NodeState, int] = {}

    @property
    def models(self) -> tuple[str, ...]:
        """The GPU models, sorted."""
        return tuple(sorted({kind.gpu_model for kind in self._kinds if kind.gpu_model}))

    @property
    def empty(self) -> bool:
        """Whether no node is known."""
        return not self._kinds

    def add(self, capacity: NodeCapacity) -> None:
        """Count a node in."""
        kind = _empty_state(capacity)
        self._kinds[kind] = self._kinds.get(kind, 0) + 1

    def remove(self, capacity: NodeCapacity) -> None:
        """Count a node out."""
        kind = _empty_state(capacity)
        self._kinds[kind] -= 1
        if not self._kinds[kind]:
            del self._kinds[kind]

    def fit(self, shape: Shape, ranks: int) -> Fit:
        """Whether the gang could ever run, and the largest there is."""
        kinds = [
            (kind, nodes)
            for kind, nodes in self._kinds.items()
            if not shape.gpu_count or (kind.gpu_model and shape.accepts(kind.gpu_model))
        ]
        ranks_max = sum(ranks_in(kind, shape, ranks) * nodes for kind, nodes in kinds)
        return Fit(
            fits=ranks_max >= ranks,
            ranks_max=ranks_max,
            nodes_matching=sum(nodes for _, nodes in kinds),
            gpu_count_max=max((len(kind.gpus_free_milli) for kind, _ in kinds), default=0),
            cpu_milli_max=max((kind.cpu_free_milli for kind, _ in kinds), default=0),
            memory_mib_max=max((kind.memory_free_mib for kind, _ in kinds), default=0),
        )


def _empty_state(capacity: NodeCapacity) -> NodeState:
    gpus = (GPU_MILLI,) * capacity.gpu_count
    return NodeState(sum(gpus), capacity.cpu_milli, capacity.memory_mib, capacity.gpu_model, gpus)
