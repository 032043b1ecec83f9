"""NodeLedger: who holds what on one node. The only place where capacity is subtracted and added.

Pair assertions: every take is checked against what is free before, every give-back against what was taken, so no
GPU, core or byte can be given twice whatever a caller does.
"""

from muster.cluster.errors import ClusterError
from muster.cluster.node import NodeCapacity, NodeState, Placement
from muster.cluster.shape import GPU_MILLI, Shape


class NodeLedger:
    """One node's free capacity and the placements that took the rest.

    Attributes:
        capacity: What the node has when empty.
        cpu_free_milli: Thousandths of a core not taken.
        memory_free_mib: MiB not taken.
        gpu_free_milli: Per GPU index, thousandths not taken, healthy or not.
        healthy: Per GPU index, whether it may be given out.
        schedulable: Whether anything new may be placed here.
        held: How often each (gpu_indices, shape) is taken; two ranks that share a card can be equal.
    """

    __slots__ = (
        "capacity", "cpu_free_milli", "gpu_free_milli", "healthy", "held", "memory_free_mib", "schedulable",
    )  # fmt: skip

    def __init__(self, capacity: NodeCapacity) -> None:
        self.capacity = capacity
        self.cpu_free_milli = capacity.cpu_milli
        self.memory_free_mib = capacity.memory_mib
        self.gpu_free_milli = [GPU_MILLI] * capacity.gpu_count
        self.healthy = [True] * capacity.gpu_count
        self.schedulable = True
        self.held: dict[tuple[tuple[int, ...], Shape], int] = {}

    def state(self) -> NodeState:
        """What a score may see: free CPU, memory, and the free thousandths of the healthy GPUs."""
        free = sorted(milli for milli, ok in zip(self.gpu_free_milli, self.healthy, strict=True) if ok)
        return NodeState(
            sum(free), self.cpu_free_milli, self.memory_free_mib, self.capacity.gpu_model, tuple(free)
        )

    def place(self, shape: Shape, card_free_milli: int) -> Placement:
        """The placement of a shape on the lowest healthy indices whose cards have exactly this much free."""
        cards = [
            index
            for index, milli in enumerate(self.gpu_free_milli)
            if milli == card_free_milli and self.healthy[index]
        ]
        return Placement(self.capacity.node_id, tuple(cards[: shape.gpu_count]), shape)

    def take(self, placement: Placement) -> None:
        """Subtract a placement.

        Raises:
            ClusterError: It is malformed for this node, or more than what is free. Nothing has changed then.
        """
        self._check_take(placement)
        shape = placement.shape
        self.cpu_free_milli -= shape.cpu_milli
        self.memory_free_mib -= shape.memory_mib
        for index in placement.gpu_indices:
            self.gpu_free_milli[index] -= shape.gpu_milli
        key = (placement.gpu_indices, shape)
        self.held[key] = self.held.get(key, 0) + 1

    def give_back(self, placement: Placement) -> None:
        """Add a placement back.

        Raises:
            ClusterError: It is not held here. Nothing has changed then.
        """
        key = (placement.gpu_indices, placement.shape)
        times = self.held.get(key, 0)
        if not times:
            raise ClusterError(f"give_back of a place that is not taken: {placement}")
        if times == 1:
            del self.held[key]
        else:
            self.held[key] = times - 1
        shape = placement.shape
        self.cpu_free_milli += shape.cpu_milli
        self.memory_free_mib += shape.memory_mib
        for index in placement.gpu_indices:
            self.gpu_free_milli[index] += shape.gpu_milli
        self._check_bounds()

    def _check_take(self, placement: Placement) -> None:
        shape, indices, capacity = placement.shape, placement.gpu_indices, self.capacity
        if len(indices) != shape.gpu_count or list(indices) != sorted(set(indices)):
            raise ClusterError(f"gpu_indices {indices}: need {shape.gpu_count} distinct, ascending: {placement}")
        if indices and not (0 <= indices[0] and indices[-1] < capacity.gpu_count):
            raise ClusterError(f"gpu_indices {indices}: {capacity.node_id} has {capacity.gpu_count} GPUs")
        if not shape.accepts(capacity.gpu_model):
            raise ClusterError(f"gpu_model {capacity.gpu_model!r} of {capacity.node_id} is not accepted: {placement}")
        if shape.cpu_milli > self.cpu_free_milli:
            raise ClusterError(f"cpu_milli: {self.cpu_free_milli} free on {capacity.node_id}: {placement}")
        if shape.memory_mib > self.memory_free_mib:
            raise ClusterError(f"memory_mib: {self.memory_free_mib} free on {capacity.node_id}: {placement}")
        for index in indices:
            if shape.gpu_milli > self.gpu_free_milli[index]:
                free = self.gpu_free_milli[index]
                raise ClusterError(f"gpu_milli: GPU {index} of {capacity.node_id} has {free} free: {placement}")

    def _check_bounds(self) -> None:
        """The other half of the pair: after a give-back nothing is free that the node never had."""
        capacity = self.capacity
        if self.cpu_free_milli > capacity.cpu_milli or self.memory_free_mib > capacity.memory_mib:
            raise ClusterError(f"more CPU or memory free than {capacity.node_id} has")
        if self.gpu_free_milli and max(self.gpu_free_milli) > GPU_MILLI:
            raise ClusterError(f"more than a whole GPU free on a card of {capacity.node_id}")
