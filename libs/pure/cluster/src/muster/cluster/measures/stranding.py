"""Stranding: free GPU that the node's free CPU and memory cannot serve at the usual ratio (ADR 5).

Fragmentation (fragmentation.py) checks for each shape alone whether ONE more fits. A node with four free
cards and the CPU for one job passes this check and still wastes three cards. Stranding is the part of the
free GPU beyond what the free CPU and memory can serve in the workload's average proportions.
"""

from muster.cluster.model.workload import Mix

_UNBOUNDED = 1 << 62


class Stranding:
    """The measure for one average mix of GPU requests.

    Attributes:
        mix: The mix.
    """

    def __init__(self, mix: Mix) -> None:
        self.mix = mix

    def of(self, gpu_free_milli: int, cpu_free_milli: int, memory_free_mib: int) -> int:
        """Thousandths of GPU out of reach of the CPU and memory that are free."""
        gpu, cpu, memory = self.mix
        fed_by_cpu = cpu_free_milli * gpu // cpu if cpu else _UNBOUNDED
        fed_by_memory = memory_free_mib * gpu // memory if memory else _UNBOUNDED
        fed = fed_by_cpu if fed_by_cpu < fed_by_memory else fed_by_memory
        return gpu_free_milli - fed if fed < gpu_free_milli else 0
