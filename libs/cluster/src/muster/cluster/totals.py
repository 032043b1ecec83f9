"""Totals of a cluster, kept up to date node by node so that reading them costs nothing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GpuTotals:
    """GPU of one model, thousandths. total = allocated + free + unavailable.

    Attributes:
        total_milli: All cards.
        allocated_milli: Held by placements, wherever.
        free_milli: Not held, on healthy cards of schedulable nodes.
        unavailable_milli: Not held, and not to be had: an unhealthy card or an unschedulable node.
    """

    total_milli: int = 0
    allocated_milli: int = 0
    free_milli: int = 0
    unavailable_milli: int = 0

    def plus(self, other: "GpuTotals", sign: int = 1) -> "GpuTotals":
        """The sum, or with sign -1 the difference."""
        return GpuTotals(
            self.total_milli + sign * other.total_milli,
            self.allocated_milli + sign * other.allocated_milli,
            self.free_milli + sign * other.free_milli,
            self.unavailable_milli + sign * other.unavailable_milli,
        )


@dataclass(frozen=True, slots=True)
class Totals:
    """What the whole cluster has.

    Attributes:
        gpu: Over all models.
        gpu_by_model: Per model, sorted by name.
        cpu_milli_total: Thousandths of a core, all nodes.
        cpu_milli_allocated: Of these, held by placements.
        memory_mib_total: MiB, all nodes.
        memory_mib_allocated: Of these, held by placements.
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
