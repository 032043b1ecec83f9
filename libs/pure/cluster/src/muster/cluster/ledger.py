"""NodeLedger: the holdings on one node. Capacity is subtracted and added only here.

Every take is checked against what is free before, every give-back against what was taken and, afterwards,
against what the node has. So no GPU, core or byte is given twice, whatever a caller does.
"""

from collections import Counter
from itertools import pairwise

from muster.cluster.measures.capacity import ranks_by_host, ranks_in, slots_in
from muster.cluster.model.errors import ClusterError
from muster.cluster.model.mig import CardGeometry, count_for, fraction_milli_max, instance_for, share_milli
from muster.cluster.model.mig_table import MIG_MODELS, MigInstance, MigModel
from muster.cluster.model.node import NodeCapacity, NodeState, Placement
from muster.cluster.model.shape import ANY_TENANT, GPU_COUNT_MAX, GPU_MILLI, MIG, Shape
from muster.cluster.parts import Part, card_id

Held = tuple[tuple[int, ...], Shape, MigInstance | None]
"""gpu_indices, shape and instance of a placement; the node is the ledger's."""

_ONE_GPU = tuple((index,) for index in range(GPU_COUNT_MAX))
"""The indices of a placement on one GPU, by that GPU: one object for all."""


class NodeLedger:
    """One node's free capacity and the placements that took the rest.

    Attributes:
        capacity: Capacity of the empty node.
        healthy: Whether each GPU is healthy, by index.
        schedulable: Whether new work may be placed here.
        held: Count of each placement; two ranks that share a GPU can have equal placements.
        mig: Possible MIG partitionings of its GPUs; None when its model has no MIG.
        geometries: The GPUs in MIG mode, and their instances.
        state: State that a score sees: free CPU, memory and healthy GPUs. `refresh` updates it.
        parts: The free parts of shared GPUs and GPUs in MIG mode. `refresh` updates them.
    """

    __slots__ = (
        "_card_ids",
        "_cpu_free_milli",
        "_gpu_free_milli",
        "_memory_free_mib",
        "_sharing",
        "capacity",
        "geometries",
        "healthy",
        "held",
        "mig",
        "parts",
        "schedulable",
        "state",
    )

    def __init__(self, capacity: NodeCapacity, mig: MigModel | None = None) -> None:
        self.capacity = capacity
        self._cpu_free_milli = capacity.cpu_milli
        self._memory_free_mib = capacity.memory_mib
        self._gpu_free_milli = [GPU_MILLI] * capacity.gpu_count
        self.healthy = [True] * capacity.gpu_count
        self.schedulable = True
        self.held: dict[Held, int] = {}
        self.mig = mig
        self.geometries: dict[int, CardGeometry] = {}
        self._sharing: dict[int, str] = {}
        self._card_ids: dict[int, str] = {}
        self.state = capacity.empty_state()
        self.parts: tuple[Part, ...] = ()

    def refresh(self) -> NodeState:
        """Recompute `state` and `parts`; returns the state."""
        free = self._gpu_free_milli
        sharing = self._sharing
        if sharing:
            free = [0 if index in sharing else milli for index, milli in enumerate(free)]
        if not all(self.healthy):
            free = [milli for milli, ok in zip(free, self.healthy, strict=True) if ok]
        gpu_free_milli = sum(free)
        self.parts = ()
        if sharing:
            self.parts = self._parts()
            gpu_free_milli += sum([part.state.gpu_free_milli for part in self.parts])
        self.state = NodeState(
            gpu_free_milli,
            self._cpu_free_milli,
            self._memory_free_mib,
            self.capacity.gpu_model,
            tuple(sorted(free)),
            self.state.kind,
        )
        return self.state

    def place(self, shape: Shape, card_free_milli: int) -> Placement:
        """The placement of a shape on the lowest healthy unshared GPUs with exactly this much free."""
        wanted = shape.gpu_count
        if not wanted:
            return Placement(self.capacity.node_id, (), shape)
        if wanted == 1:
            return Placement(self.capacity.node_id, _ONE_GPU[self._first_free(card_free_milli)], shape)
        cards: list[int] = []
        for index, milli in enumerate(self._gpu_free_milli):
            if milli == card_free_milli and self.healthy[index] and index not in self._sharing:
                cards.append(index)
                if len(cards) == wanted:
                    break
        return Placement(self.capacity.node_id, tuple(cards), shape)

    def _first_free(self, card_free_milli: int) -> int:
        """The lowest healthy unshared GPU with exactly this much free."""
        for index, milli in enumerate(self._gpu_free_milli):
            if milli == card_free_milli and self.healthy[index] and index not in self._sharing:
                return index
        raise ClusterError(f"no GPU of {self.capacity.node_id} has {card_free_milli} free")

    def place_on(self, shape: Shape, index: int) -> Placement:
        """The placement of a fraction that fits on this GPU."""
        geometry, instance = self.geometries.get(index), None
        if geometry is not None and self.mig is not None:
            instance = instance_for(self.mig, geometry.occupied, shape.gpu_milli)
        return Placement(self.capacity.node_id, _ONE_GPU[index], shape, instance)

    def free_on(self, indices: tuple[int, ...]) -> int | None:
        """Return what is free on each of these unshared GPUs, 0 for none; None: they differ or are held."""
        if any(index in self._sharing or not self.healthy[index] for index in indices):
            return None
        free = {self._gpu_free_milli[index] for index in indices}
        return None if len(free) > 1 else max(free, default=0)

    def is_empty(self, index: int) -> bool:
        """Whether this GPU holds nothing."""
        return self._gpu_free_milli[index] == GPU_MILLI

    def ranks_in(self, shape: Shape, most: int) -> int:
        """Return how many ranks of a shape fit on the node now, on shared GPUs and others, up to `most`."""
        on_parts = sum(self._slots_on(part, shape) for part in self.parts if part.sharing == shape.sharing)
        if not on_parts or not shape.accepts(self.capacity.gpu_model):
            return ranks_in(self.state, shape, most)
        return ranks_by_host(self.state, shape, min(most, on_parts + slots_in(self.state, shape)))

    def cut(self, index: int, cut: bool) -> None:
        """Put an empty GPU into MIG mode, or make it whole again.

        Raises:
            ClusterError: Its model has no MIG, it is in this mode already, or it is in use. Nothing has
                changed.
        """
        where = f"GPU {index} of {self.capacity.node_id}"
        if self.mig is None:
            raise ClusterError(f"{where} is a {self.capacity.gpu_model}, which has no MIG")
        if cut == (index in self.geometries):
            raise ClusterError(f"{where} is {'cut' if cut else 'whole'} already")
        if self._gpu_free_milli[index] != GPU_MILLI:
            raise ClusterError(f"{where} is in use")
        if cut:
            self._sharing[index] = MIG
            self.geometries[index] = CardGeometry(MIG_MODELS[self.capacity.gpu_model])
        else:
            del self._sharing[index], self.geometries[index]

    def seat(self, shape: Shape, ranks: int, group_ranks: int) -> list[Placement]:
        """Placements for several ranks of whole GPUs, or of none, that fit together; GPUs ascend with ranks.

        Groups get aligned GPUs (0 to 3, 4 to 7 for groups of four) if these are free: then ranks with the
        same position in their groups use the same rails of the network on every node.
        """
        free = [
            index
            for index, milli in enumerate(self._gpu_free_milli)
            if milli == GPU_MILLI and self.healthy[index] and index not in self._sharing
        ]
        count = shape.gpu_count
        cards = _aligned(free, count * group_ranks)
        return [
            Placement(self.capacity.node_id, tuple(sorted(cards[rank * count : (rank + 1) * count])), shape)
            for rank in range(ranks)
        ]

    def take(self, placement: Placement) -> None:
        """Subtract a placement.

        Raises:
            ClusterError: It is malformed for this node, or more than what is free. Nothing has changed then.
        """
        self._check_take(placement)
        shape = placement.shape
        self._cpu_free_milli -= shape.cpu_milli
        self._memory_free_mib -= shape.memory_mib
        for index in placement.gpu_indices:
            self._gpu_free_milli[index] -= shape.gpu_milli
        if shape.sharing:
            self._share(placement)
        key = (placement.gpu_indices, shape, placement.instance)
        self.held[key] = self.held.get(key, 0) + 1

    def give_back(self, placement: Placement) -> None:
        """Add a placement back.

        Raises:
            ClusterError: It is not held here. Nothing has changed then.
        """
        key = (placement.gpu_indices, placement.shape, placement.instance)
        times = self.held.get(key, 0)
        if not times:
            raise ClusterError(f"give_back of a placement that is not held: {placement}")
        if times == 1:
            del self.held[key]
        else:
            self.held[key] = times - 1
        shape = placement.shape
        self._cpu_free_milli += shape.cpu_milli
        self._memory_free_mib += shape.memory_mib
        for index in placement.gpu_indices:
            self._gpu_free_milli[index] += shape.gpu_milli
        if shape.sharing:
            self._unshare(placement)
        self._check_given_back(placement)

    def _share(self, placement: Placement) -> None:
        index = placement.gpu_indices[0]
        if placement.instance is None:
            self._sharing[index] = placement.shape.sharing
        else:
            start, profile = placement.instance
            self.geometries[index] = self.geometries[index].place(profile, start)

    def _unshare(self, placement: Placement) -> None:
        index = placement.gpu_indices[0]
        if placement.instance is not None:
            self.geometries[index] = self.geometries[index].remove(placement.instance)
        elif self._gpu_free_milli[index] == GPU_MILLI:
            del self._sharing[index]

    def _parts(self) -> tuple[Part, ...]:
        healthy = [index for index in sorted(self._sharing) if self.healthy[index]]
        parts = [self._part(index, self._sharing[index]) for index in healthy]
        return tuple([part for part in parts if part.state.gpus_free_milli[0]])

    def _part(self, index: int, sharing: str) -> Part:
        free = fits = self._gpu_free_milli[index]
        kind = ""
        if self.mig is not None and sharing == MIG:
            occupied = self.geometries[index].occupied
            free = GPU_MILLI * (self.mig.memory_slices - occupied.bit_count()) // self.mig.memory_slices
            fits, kind = fraction_milli_max(self.mig, occupied), f"{occupied:x}"
        cpu, memory = self._cpu_free_milli, self._memory_free_mib
        state = NodeState(free, cpu, memory, self.capacity.gpu_model, (fits,), kind)
        name = self._card_ids.get(index)
        if name is None:
            name = self._card_ids[index] = card_id(self.capacity.node_id, index)
        return Part(sharing, name, state)

    def _slots_on(self, part: Part, shape: Shape) -> int:
        if self.mig is not None and part.sharing == MIG:
            return count_for(self.mig, int(part.state.kind, 16), shape.gpu_milli)
        return part.state.gpu_free_milli // shape.gpu_milli

    def _check_take(self, placement: Placement) -> None:
        shape, indices, capacity = placement.shape, placement.gpu_indices, self.capacity
        count = len(indices)
        if count != shape.gpu_count or (count > 1 and any(a >= b for a, b in pairwise(indices))):
            raise ClusterError(f"gpu_indices must be {shape.gpu_count}, distinct, ascending: {placement}")
        if indices and (indices[0] < 0 or indices[-1] >= capacity.gpu_count):
            raise ClusterError(f"gpu_indices must be below {capacity.gpu_count}: {placement}")
        if not shape.accepts(capacity.gpu_model):
            raise ClusterError(f"GPU model {capacity.gpu_model!r} is not accepted: {placement}")
        if shape.cpu_milli > self._cpu_free_milli:
            raise ClusterError(f"cpu_milli: only {self._cpu_free_milli} are free: {placement}")
        if shape.memory_mib > self._memory_free_mib:
            raise ClusterError(f"memory_mib: only {self._memory_free_mib} are free: {placement}")
        for index in indices:
            free = self._gpu_free_milli[index]
            if shape.gpu_milli > free:
                raise ClusterError(f"gpu_milli: GPU {index} has only {free} free: {placement}")
        if self._sharing or shape.sharing:
            for index in indices:
                self._check_sharing(placement, index)

    def _check_sharing(self, placement: Placement, index: int) -> None:
        """Check that a GPU is shared only under its key; an empty GPU takes the key of its first fraction."""
        wanted, instance = placement.shape.sharing, placement.instance
        becomes = wanted if self._gpu_free_milli[index] == GPU_MILLI and wanted != MIG else ANY_TENANT
        held = self._sharing.get(index, becomes)
        if held != wanted:
            raise ClusterError(f"sharing: the key of GPU {index} is {held!r}: {placement}")
        if (instance is not None) != (wanted == MIG):
            raise ClusterError(f"instance: one, and only with sharing {MIG!r}: {placement}")
        if instance is not None:
            card = self.geometries[index].place(instance.profile, instance.start)
            if share_milli(card.model, card.model.profiles[instance.profile]) < placement.shape.gpu_milli:
                raise ClusterError(f"instance: too small for {placement.shape.gpu_milli}: {placement}")

    def _check_given_back(self, placement: Placement) -> None:
        capacity = self.capacity
        if (
            self._cpu_free_milli > capacity.cpu_milli
            or self._memory_free_mib > capacity.memory_mib
            or any(self._gpu_free_milli[index] > GPU_MILLI for index in placement.gpu_indices)
        ):
            raise ClusterError(f"more is free than {capacity} has, after {placement}")


def _aligned(cards: list[int], block: int) -> list[int]:
    """Cards in ascending order: first those of complete blocks that start at a multiple of `block`."""
    if block <= 1:
        return cards
    sizes = Counter(card // block for card in cards)
    return sorted(cards, key=lambda card: (sizes[card // block] < block, card))
