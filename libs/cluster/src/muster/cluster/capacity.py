"""Capacities: what the known nodes could hold when empty, open and healthy. O(kinds of node)."""

from dataclasses import dataclass

from muster.cluster.node import NodeCapacity, NodeState
from muster.cluster.shape import Shape


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

    def rounded(self) -> dict[NodeState, int]:
        """The kinds, as empty states, and roughly how many nodes of each: what prices are made from.

        Rough, so that one node more or less does not change every score; yet a function of the present alone.
        """
        return {kind: _rounded(self._kinds[kind]) for kind in sorted(self._kinds)}

    def change(self, capacity: NodeCapacity, nodes: int) -> bool:
        """Count nodes in or (negative) out. True when `rounded` is another than before."""
        kind = capacity.empty_state()
        before = self._kinds.get(kind, 0)
        after = before + nodes
        if after:
            self._kinds[kind] = after
        else:
            del self._kinds[kind]
        return _rounded(before) != _rounded(after)

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


def _rounded(nodes: int) -> int:
    """A count cut to its four leading bits: it changes with every sixteenth to eighth more or less."""
    shift = max(0, nodes.bit_length() - 4)
    return nodes >> shift << shift
