"""Totals of a cluster, kept up to date change by change so that reading them costs O(models)."""

from dataclasses import dataclass

from muster.cluster.model.node import NodeCapacity
from muster.cluster.model.shape import GPU_MILLI, Shape


@dataclass(frozen=True, slots=True)
class GpuTotals:
    """GPU of one model or of all, thousandths. total = allocated + free + unavailable.

    Attributes:
        total_milli: All cards.
        allocated_milli: Held by placements, wherever.
        free_milli: Not held, on healthy cards of schedulable nodes.
    """

    total_milli: int
    allocated_milli: int
    free_milli: int

    @property
    def unavailable_milli(self) -> int:
        """GPUs that are neither held nor available: of unhealthy cards or unschedulable nodes."""
        return self.total_milli - self.allocated_milli - self.free_milli


@dataclass(frozen=True, slots=True)
class Totals:
    """Resources of the whole cluster.

    Attributes:
        gpu: Over all models.
        gpu_by_model: Per model, sorted by name.
        cpu_milli_total: Thousandths of a core, all nodes.
        cpu_milli_allocated: Part of these held by placements.
        memory_mib_total: MiB, all nodes.
        memory_mib_allocated: Part of these held by placements.
        nodes_schedulable: Nodes where something new may be placed.
        nodes_unschedulable: Cordoned, suspected, draining: known, but nothing new.
        placements: Places taken now.
    """

    gpu: GpuTotals
    gpu_by_model: tuple[tuple[str, GpuTotals], ...]
    cpu_milli_total: int
    cpu_milli_allocated: int
    memory_mib_total: int
    memory_mib_allocated: int
    nodes_schedulable: int
    nodes_unschedulable: int
    placements: int


class Tally:
    """The running sums behind Totals.

    Attributes:
        nodes: Nodes known.
        closed: Number of these that are unschedulable.
        gpu_capacity_milli: All cards per model, thousandths.
    """

    def __init__(self) -> None:
        self.nodes = 0
        self.closed = 0
        self.gpu_capacity_milli: dict[str, int] = {}
        self._gpu_allocated: dict[str, int] = {}
        self._gpu_free: dict[str, int] = {}
        self._cpu_total = self._cpu_allocated = 0
        self._memory_total = self._memory_allocated = 0
        self._placements = 0

    def node(self, capacity: NodeCapacity, sign: int) -> None:
        """Count a node in (+1) or out (-1). Its free GPUs are counted by `free`."""
        self.nodes += sign
        self._cpu_total += sign * capacity.cpu_milli
        self._memory_total += sign * capacity.memory_mib
        if capacity.gpu_count:
            _add(self.gpu_capacity_milli, capacity.gpu_model, sign * capacity.gpu_count * GPU_MILLI)

    def count_placement(self, gpu_model: str, shape: Shape, sign: int) -> None:
        """Count a placement in (+1) or out (-1)."""
        self._placements += sign
        self._cpu_allocated += sign * shape.cpu_milli
        self._memory_allocated += sign * shape.memory_mib
        if shape.gpu_count:
            _add(self._gpu_allocated, gpu_model, sign * shape.gpu_milli_total)

    def free(self, gpu_model: str, milli: int) -> None:
        """Add (or with a negative number take) free GPU of an open node."""
        if milli:
            _add(self._gpu_free, gpu_model, milli)

    def totals(self) -> Totals:
        """The sums as they stand."""
        models = tuple(
            (model, GpuTotals(total, self._gpu_allocated.get(model, 0), self._gpu_free.get(model, 0)))
            for model, total in sorted(self.gpu_capacity_milli.items())
        )
        return Totals(
            gpu=GpuTotals(
                sum(gpu.total_milli for _, gpu in models),
                sum(gpu.allocated_milli for _, gpu in models),
                sum(gpu.free_milli for _, gpu in models),
            ),
            gpu_by_model=models,
            cpu_milli_total=self._cpu_total,
            cpu_milli_allocated=self._cpu_allocated,
            memory_mib_total=self._memory_total,
            memory_mib_allocated=self._memory_allocated,
            nodes_schedulable=self.nodes - self.closed,
            nodes_unschedulable=self.closed,
            placements=self._placements,
        )


def _add(sums: dict[str, int], model: str, milli: int) -> None:
    """Add to one model's sum; a model at zero is forgotten, so that history leaves no trace."""
    total = sums.get(model, 0) + milli
    if total:
        sums[model] = total
    else:
        del sums[model]
