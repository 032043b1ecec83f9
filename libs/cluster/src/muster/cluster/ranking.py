"""Ranking: the groups that fit one shape, best first, kept up to date from the log of births.

A query reads the births since the last one, rates only those, and looks at the top of a heap. Dead groups are
dropped when they surface, or all at once when they fill most of the heap. A ranking is a cache: dropping it
changes no answer, only the time to the next.
"""

from heapq import heapify, heappop, heappush

from muster.cluster.groups import Group, StateGroups
from muster.cluster.node import NodeState
from muster.cluster.score import Score
from muster.cluster.shape import Shape

_STALE_SLACK = 64


class Ranking:
    """The candidates for one shape under one score."""

    __slots__ = ("_heap", "_rate", "_read", "_shape")

    def __init__(self, shape: Shape, score: Score) -> None:
        self._shape = shape
        self._rate = score.rater(shape)
        self._heap: list[tuple[int, NodeState, int, Group, int]] = []
        self._read = 0

    def best(self, groups: StateGroups) -> tuple[Group, int] | None:
        """The best living group and the free thousandths of the card to use there, or None when none fits.

        Order: the score's cost, then NodeState's own order (pack first), so the answer depends on the present
        states alone and not on how they came about.
        """
        if self._read != groups.last_serial:
            self._catch_up(groups)
        heap = self._heap
        while heap:
            _, _, _, group, card = heap[0]
            if group.node_ids:
                return group, card
            heappop(heap)
        return None

    def _catch_up(self, groups: StateGroups) -> None:
        """Rate the births not read yet. The kernel's hottest loop: node.fits, inlined."""
        heap, rate, shape = self._heap, self._rate, self._shape
        count, milli = shape.gpu_count, shape.gpu_milli
        cpu, memory, models = shape.cpu_milli, shape.memory_mib, shape.gpu_models
        for group in groups.born_after(self._read, milli):
            if not group.node_ids:
                continue
            state = group.state
            gpu_free, cpu_free, memory_free, model, gpus, _ = state
            if cpu > cpu_free or memory > memory_free:
                continue
            if count and (
                gpu_free < milli
                or count > len(gpus)
                or gpus[-count] < milli
                or (models and model not in models)
            ):
                continue
            cost, card = rate(state)
            heappush(heap, (cost, state, group.serial, group, card))
        self._read = groups.last_serial
        if len(heap) > 2 * len(groups.by_state) + _STALE_SLACK:
            self._heap = [entry for entry in heap if entry[3].node_ids]
            heapify(self._heap)
