"""Ranking: the groups that fit one shape, best first, kept up to date from the log of births.

A query reads the births since the last one, scores only those, and looks at the top of a heap. Dead groups
are dropped when they surface. A ranking is a cache: dropping it changes no answer, only the time to the next.
"""

from heapq import heappop, heappush

from muster.cluster.groups import Group, StateGroups
from muster.cluster.node import NodeState
from muster.cluster.score import Score
from muster.cluster.shape import Shape


def fits(state: NodeState, shape: Shape) -> bool:
    """Whether one rank of this shape fits a node in this state."""
    return (
        shape.cpu_milli <= state.cpu_free_milli
        and shape.memory_mib <= state.memory_free_mib
        and fits_gpus(state, shape)
    )


def fits_gpus(state: NodeState, shape: Shape) -> bool:
    """Whether the GPUs alone suffice: model, whole cards for whole requests, one card for a fraction."""
    count = shape.gpu_count
    if not count:
        return True
    gpus = state.gpus_free_milli
    return count <= len(gpus) and gpus[-count] >= shape.gpu_milli and shape.accepts(state.gpu_model)


class Ranking:
    """The candidates for one shape under one score."""

    __slots__ = ("_epoch", "_heap", "_read", "_score", "_shape")

    def __init__(self, shape: Shape, score: Score) -> None:
        self._shape = shape
        self._score = score
        self._heap: list[tuple[int, NodeState, int, Group, int]] = []
        self._read = 0
        self._epoch = -1

    def best(self, groups: StateGroups) -> tuple[Group, int] | None:
        """The best living group and the free thousandths of the card to use there, or None when none fits.

        Order: the score's cost, then NodeState's own order (pack first), so the answer depends on the present
        states alone and not on how they came about.
        """
        self._catch_up(groups)
        heap = self._heap
        while heap:
            _, _, _, group, card = heap[0]
            if group.node_ids:
                return group, card
            heappop(heap)
        return None

    def _catch_up(self, groups: StateGroups) -> None:
        """Score the births not read yet. The loop is the kernel's hottest, so cheap tests come first."""
        if self._epoch != groups.epoch:
            self._epoch, self._read, self._heap = groups.epoch, 0, []
        born, shape, choose, heap = groups.born, self._shape, self._score.choose, self._heap
        for position in range(self._read, len(born)):
            group = born[position]
            if group.node_ids and fits(group.state, shape):
                cost, card = choose(group.state, shape)
                heappush(heap, (cost, group.state, group.serial, group, card))
        self._read = len(born)
