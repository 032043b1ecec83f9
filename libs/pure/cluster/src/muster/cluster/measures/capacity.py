"""Capacities: the capacity of the known nodes if they were empty, open and healthy. O(kinds of node)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from muster.cluster.model.mig import count_for, slices_of
from muster.cluster.model.mig_table import MIG_MODELS, MigModel
from muster.cluster.model.node import NodeCapacity, NodeState, Placement
from muster.cluster.model.shape import GPU_MILLI, MIG, Shape


@dataclass(frozen=True, slots=True)
class Fit:
    """Whether a gang could ever run here, and the largest capacities, over nodes of accepted GPU models.

    Attributes:
        fits: Whether all ranks fit at once.
        ranks_max: The most ranks of this shape that fit at once.
        nodes_matching: Nodes of an accepted model.
        gpu_count_max: Maximum GPUs on one node.
        cpu_milli_max: Maximum CPU on one node, thousandths of a core.
        memory_mib_max: Maximum memory on one node.
    """

    fits: bool
    ranks_max: int
    nodes_matching: int
    gpu_count_max: int
    cpu_milli_max: int
    memory_mib_max: int


def ranks_in(state: NodeState, shape: Shape, most: int) -> int:
    """Return how many ranks of a shape fit into a node in this state, up to `most`; ignores shared GPUs.

    Exact, not a bound: equal ranks take equal amounts of each resource, and each rank on a GPU or a set of
    whole GPUs reduces what the rest can hold by exactly one.
    """
    if shape.gpu_count:
        if not shape.accepts(state.gpu_model):
            return 0
        most = min(most, slots_in(state, shape) // shape.gpu_count)
    return ranks_by_host(state, shape, most)


def ranks_by_host(state: NodeState, shape: Shape, most: int) -> int:
    """Return how many ranks the CPU and memory alone would hold, up to `most`."""
    if shape.cpu_milli:
        most = min(most, state.cpu_free_milli // shape.cpu_milli)
    if shape.memory_mib:
        most = min(most, state.memory_free_mib // shape.memory_mib)
    return most


def slots_in(state: NodeState, shape: Shape) -> int:
    """Return how many times the unshared GPUs hold one GPU of a shape."""
    if shape.sharing == MIG:
        return 0
    if shape.sharing:
        return state.gpus_free_milli.count(GPU_MILLI) * (GPU_MILLI // shape.gpu_milli)
    return sum([milli // shape.gpu_milli for milli in state.gpus_free_milli])


class Capacities:
    """The kinds of node and how many of each.

    Attributes:
        mig_models: Possible MIG partitionings, by GPU model.
    """

    def __init__(self, mig_models: Mapping[str, MigModel]) -> None:
        self.mig_models = mig_models
        self._kinds: dict[NodeState, int] = {}

    @property
    def models(self) -> tuple[str, ...]:
        """The GPU models, sorted."""
        return tuple(sorted({kind.gpu_model for kind in self._kinds if kind.gpu_model}))

    @property
    def empty(self) -> bool:
        """Whether no node is known."""
        return not self._kinds

    @property
    def kinds(self) -> tuple[NodeState, ...]:
        """The kinds, as empty states, sorted."""
        return tuple(sorted(self._kinds))

    def rounded(self) -> dict[NodeState, int]:
        """The kinds, as empty states, and the rounded number of nodes of each, for scarcity prices.

        Rounded, so that one node more or less does not change every score; independent of history.
        """
        return {kind: _rounded(self._kinds[kind]) for kind in self.kinds}

    def change(self, capacity: NodeCapacity, nodes: int) -> bool:
        """Add or (negative) subtract nodes. True when `rounded` has changed."""
        kind = capacity.empty_state()
        before = self._kinds.get(kind, 0)
        after = before + nodes
        if after:
            self._kinds[kind] = after
        else:
            del self._kinds[kind]
        return _rounded(before) != _rounded(after)

    def serves(self, gpu_model: str, shape: Shape) -> bool:
        """Whether a shape accepts GPUs of this model ("" for none)."""
        if not shape.gpu_count:
            return True
        can_be_cut = shape.sharing != MIG or gpu_model in self.mig_models
        return bool(gpu_model) and can_be_cut and shape.accepts(gpu_model)

    def fractions_beside(self, gpu_model: str, shape: Shape, held: Sequence[Placement] = ()) -> int:
        """Return how many ranks of a fraction fit on a GPU of a model beside these, or on an empty one."""
        if not self.serves(gpu_model, shape) or any(place.shape.sharing != shape.sharing for place in held):
            return 0
        if shape.sharing != MIG:
            return (GPU_MILLI - sum([place.shape.gpu_milli for place in held])) // shape.gpu_milli
        occupied, profiles = 0, MIG_MODELS[gpu_model].profiles
        for instance in [place.instance for place in held if place.instance]:
            occupied |= slices_of(profiles[instance.profile], instance.start)
        return count_for(self.mig_models[gpu_model], occupied, shape.gpu_milli)

    def ranks_when_empty(self, kind: NodeState, shape: Shape, most: int) -> int:
        """Return how many ranks an empty node would hold, GPUs partitioned for the shape, up to `most`."""
        if shape.sharing != MIG:
            return ranks_in(kind, shape, most)
        slots = len(kind.gpus_free_milli) * self.fractions_beside(kind.gpu_model, shape)
        return ranks_by_host(kind, shape, min(most, slots))

    def fit(self, shape: Shape, ranks: int) -> Fit:
        """Whether the gang could ever run, and the largest capacities."""
        kinds = [(kind, nodes) for kind, nodes in self._kinds.items() if self.serves(kind.gpu_model, shape)]
        ranks_max = sum(self.ranks_when_empty(kind, shape, ranks) * nodes for kind, nodes in kinds)
        return Fit(
            fits=ranks_max >= ranks,
            ranks_max=ranks_max,
            nodes_matching=sum(nodes for _, nodes in kinds),
            gpu_count_max=max((len(kind.gpus_free_milli) for kind, _ in kinds), default=0),
            cpu_milli_max=max((kind.cpu_free_milli for kind, _ in kinds), default=0),
            memory_mib_max=max((kind.memory_free_mib for kind, _ in kinds), default=0),
        )


def _rounded(nodes: int) -> int:
    """A count truncated to its four leading bits: it changes in steps of a sixteenth to an eighth."""
    shift = max(0, nodes.bit_length() - 4)
    return nodes >> shift << shift
