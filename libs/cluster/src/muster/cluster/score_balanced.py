"""Ours: take what the rest of the workload will miss least (ADR 5, with the figures of what was tried).

The cost of a place is the sum of three losses, all in thousandths of GPU, none weighted:
- fragmentation it adds: free GPU that typical shapes can no longer use (fragmentation.py);
- stranding it adds: free GPU that the CPU and memory left over cannot feed (stranding.py);
- scarcity: the GPU taken, at the price of its model (scarcity.py).
Differences below STEP_MILLI are no difference: packing decides there.
"""

from muster.cluster.node import NodeState
from muster.cluster.score import Outlook
from muster.cluster.shape import Shape

STEP_MILLI = 16
"""Coarseness of the cost. Figures are level from 8 to 32 (ADR 5)."""


class BalancedScore:
    """Fragmentation + stranding + scarcity, in steps."""

    def __init__(self, outlook: Outlook) -> None:
        self._measure = outlook.fragmentation
        self._stranding = outlook.stranding
        self._price = outlook.scarcity_milli
        self._weight = outlook.fragmentation.weight_total
        self._step = STEP_MILLI * self._weight

    def choose(self, state: NodeState, shape: Shape) -> tuple[int, int]:
        """The least loss over the cards that fit; the fullest card of equals."""
        gpu_free, cpu_free, memory_free, model, gpus = state
        measure, stranded = self._measure, self._stranding.of
        cards = measure.cards(model, gpus)
        gpu_taken, cpu_left = shape.gpu_milli_total, cpu_free - shape.cpu_milli
        added = (
            stranded(gpu_free - gpu_taken, cpu_left, memory_free - shape.memory_mib)
            - stranded(gpu_free, cpu_free, memory_free)
            + (gpu_taken * self._price.get(model, 0) // 1000 if gpu_taken else 0)
        )
        fixed = added * self._weight - cards.fragments[measure.level(cpu_free)]
        level = measure.level(cpu_left)
        ways = cards.after(shape, measure)
        if len(ways) == 1:
            card, left = ways[0]
            return (fixed + left.fragments[level]) // self._step, card
        return min(((fixed + left.fragments[level]) // self._step, card) for card, left in ways)
