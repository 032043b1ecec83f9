"""How much of a node's free GPU cannot serve what tends to be asked: the fragmentation of FGD (ATC'23, section 3.2).

For one typical shape on one node, in thousandths of GPU:
- the shape does not fit the node (model, CPU, or GPUs): all the node's free GPU is a fragment;
- a shape without GPUs can never use it: all of it is a fragment too;
- it fits: the cards with less free than the shape takes of one card are fragments.
The node's fragmentation is the mean over the typical shapes, weighted by how often each is asked. Kept as the
weighted SUM, an integer; divide by `weight_total` for thousandths of GPU. Memory is ignored, as in the source.
"""

from bisect import bisect_right
from collections.abc import Sequence

from muster.cluster.workload import TypicalShape


class Fragmentation:
    """The measure for one typical workload, memoised per (model, free cards, CPU level).

    CPU matters only through which typical shapes it admits, so it enters as a level: how many of the typical
    shapes' distinct CPU requests fit. That is what makes the memo hit.

    Attributes:
        weight_total: Sum of the typical counts, at least 1.
    """

    def __init__(self, typical: Sequence[TypicalShape]) -> None:
        self._typical = tuple(typical)
        self._cpu_levels = sorted({entry.shape.cpu_milli for entry in typical})
        self._memo: dict[tuple[str, tuple[int, ...], int], int] = {}
        self.weight_total = max(1, sum(entry.count for entry in typical))

    def cpu_level(self, cpu_free_milli: int) -> int:
        """How many of the typical shapes' distinct CPU requests fit into this much CPU."""
        return bisect_right(self._cpu_levels, cpu_free_milli)

    def of_level(self, gpu_model: str, gpus_free_milli: tuple[int, ...], cpu_level: int) -> int:
        """The weighted fragmentation of a node with these cards free (ascending) at this CPU level."""
        key = (gpu_model, gpus_free_milli, cpu_level)
        amount = self._memo.get(key)
        if amount is None:
            amount = self._memo[key] = self._measure(gpu_model, gpus_free_milli, cpu_level)
        return amount

    def of(self, gpu_model: str, gpus_free_milli: tuple[int, ...], cpu_free_milli: int) -> int:
        """The weighted fragmentation of a node with these cards and this much CPU free."""
        return self.of_level(gpu_model, gpus_free_milli, self.cpu_level(cpu_free_milli))

    def _measure(self, gpu_model: str, gpus: tuple[int, ...], cpu_level: int) -> int:
        cpu_free = self._cpu_levels[cpu_level - 1] if cpu_level else -1
        free = sum(gpus)
        amount = 0
        for shape, count in self._typical:
            wants = shape.gpu_count
            usable = (
                0 < wants <= len(gpus)
                and gpus[-wants] >= shape.gpu_milli
                and shape.cpu_milli <= cpu_free
                and shape.accepts(gpu_model)
            )
            useless = sum(milli for milli in gpus if milli < shape.gpu_milli) if usable else free
            amount += count * useless
        return amount
