"""NodeLedger: who holds what on one node. The only place where capacity is subtracted and added.

Pair assertions: every take is checked against what is free before, every give-back against what was taken
and, after it, against what the node has. So no GPU, core or byte is given twice, whatever a caller does.
"""

from itertools import pairwise

from muster.cluster.errors import ClusterError
from muster.cluster.node import NodeCapacity, NodeState, Placement
from muster.cluster.shape import GPU_MILLI, Shape


class NodeLedger:
    """One node's free capacity and the placements that took the rest.

    Attributes:
        capacity: What the node has when empty.
        healthy: Per GPU index, whether it may be given out.
        schedulable: Whether anything new may be placed here.
        held: How often each (gpu_indices, shape) is taken; two ranks that share a card can be equal.
        state: What a score may see: free CPU, memory and healthy cards. `refresh` brings it up to date.
    """

    __slots__ = (
        "_cpu_free_milli",
        "_gpu_free_milli",
        "_memory_free_mib",
        "capacity",
        "healthy",
        "held",
        "schedulable",
        "state",
    )

    def __init__(self, capacity: NodeCapacity) -> None:
        self.capacity = capacity
        self._cpu_free_milli = capacity.cpu_milli
        self._memory_free_mib = capacity.memory_mib
        self._gpu_free_milli = [GPU_MILLI] * capacity.gpu_count
        self.healthy = [True] * capacity.gpu_count
        self.schedulable = True
        self.held: dict[tuple[tuple[int, ...], Shape], int] = {}
        self.state = capacity.empty_state()

    def refresh(self) -> NodeState:
        """Work out `state` anew and return it."""
        free = self._gpu_free_milli
        if not all(self.healthy):
            free = [milli for milli, ok in zip(free, self.healthy, strict=True) if ok]
        self.state = NodeState(
            sum(free),
            self._cpu_free_milli,
            self._memory_free_mib,
            self.capacity.gpu_model,
            tuple(sorted(free)),
            self.state.kind,
        )
        return self.state

    def place(self, shape: Shape, card_free_milli: int) -> Placement:
        """The placement of a shape on the lowest healthy indices whose cards have exactly this much free."""
        wanted = shape.gpu_count
        if not wanted:
            return Placement(self.capacity.node_id, (), shape)
        cards: list[int] = []
        for index, milli in enumerate(self._gpu_free_milli):
            if milli == card_free_milli and self.healthy[index]:
                cards.append(index)
                if len(cards) == wanted:
                    break
        return Placement(self.capacity.node_id, tuple(cards), shape)

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
        self._cpu_free_milli += shape.cpu_milli
        self._memory_free_mib += shape.memory_mib
        for index in placement.gpu_indices:
            self._gpu_free_milli[index] += shape.gpu_milli
        self._check_given_back(placement)

    def _check_take(self, placement: Placement) -> None:
        shape, indices, capacity = placement.shape, placement.gpu_indices, self.capacity
        if len(indices) != shape.gpu_count or any(a >= b for a, b in pairwise(indices)):
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
            if shape.gpu_milli > self._gpu_free_milli[index]:
                free = self._gpu_free_milli[index]
                raise ClusterError(f"gpu_milli: GPU {index} has only {free} free: {placement}")

    def _check_given_back(self, placement: Placement) -> None:
        capacity = self.capacity
        if (
            self._cpu_free_milli > capacity.cpu_milli
            or self._memory_free_mib > capacity.memory_mib
            or any(self._gpu_free_milli[index] > GPU_MILLI for index in placement.gpu_indices)
        ):
            raise ClusterError(f"more is free than {capacity} has, after {placement}")
