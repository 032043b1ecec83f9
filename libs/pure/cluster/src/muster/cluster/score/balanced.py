"""Ours: take the placement that costs the rest of the workload least (ADR 5 has the figures of alternatives).

The cost of a placement is the sum of three losses, all in thousandths of GPU, unweighted:
- fragmentation it adds: free GPU that typical shapes can no longer use (fragmentation.py);
- stranding it adds: free GPU that the CPU and memory left over cannot feed (stranding.py);
- scarcity: the GPU taken, at the price of its kind of node (scarcity.py).
Costs are compared in steps of STEP_MILLI; within a step packing decides.
"""

from muster.cluster.model.node import NodeState
from muster.cluster.model.shape import GPU_MILLI, Shape
from muster.cluster.score.score import Outlook, Rater

STEP_MILLI = 16
"""Coarseness of the cost. Figures are level from 8 to 32 (ADR 5)."""


class BalancedScore:
    """Fragmentation + stranding + scarcity, in steps."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook

    def rater(self, shape: Shape) -> Rater:
        """The least loss over the cards that fit; the fullest card of equals."""
        measure, stranded = self._outlook.fragmentation, self._outlook.stranding.of
        cards_of, ways_of, level_of = measure.cards, measure.ways, measure.level
        weight = measure.weight_total
        step = STEP_MILLI * weight
        gpu, cpu, memory = shape.gpu_milli_total, shape.cpu_milli, shape.memory_mib
        price = {kind: gpu * milli // GPU_MILLI for kind, milli in self._outlook.scarcity_milli.items()}

        def rate(state: NodeState) -> tuple[int, int]:
            gpu_free, cpu_free, memory_free, model, gpus, kind = state
            added = stranded(gpu_free - gpu, cpu_free - cpu, memory_free - memory)
            added -= stranded(gpu_free, cpu_free, memory_free)
            if gpu:
                added += price[kind]
            cards = cards_of(model, gpus)
            level = level_of(cpu_free - cpu)
            fixed = added * weight + cards.fragments[level] - cards.fragments[level_of(cpu_free)]
            ways = ways_of(cards, shape)
            if len(ways) == 1:
                card, change = ways[0]
                return (fixed + change[level]) // step, card
            return min([((fixed + change[level]) // step, card) for card, change in ways])

        return rate
