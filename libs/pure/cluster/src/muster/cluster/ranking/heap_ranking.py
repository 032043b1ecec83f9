"""Ranking: the groups that fit one shape, best first, kept up to date from the log of births.

A query reads the groups created since the last one, rates only those, and takes the top of a heap. Dissolved
groups are dropped when they reach the top, or all at once when they fill most of the heap. A ranking is a
cache: dropping it changes no answer, only the time of the next query.

This file defines the order, for any score and any number of nodes. Large clusters use the compiled version
(compiled_ranking.py), which must give the same answers.
"""

from heapq import heapify, heappop, heappush
from typing import Protocol

from muster.cluster.model.node import NodeState
from muster.cluster.model.shape import Shape
from muster.cluster.ranking.births import BirthLog
from muster.cluster.ranking.groups import Group, Register
from muster.cluster.score.score import Score

_STALE_SLACK = 64


class Ranking(Protocol):
    """The candidates for one shape under one score."""

    def best(self) -> tuple[Group, int] | None:
        """The best living group and the free thousandths of the card to use there, or None when none fits.

        Order: the score's cost, then NodeState's own order (pack first), so the answer depends only on the
            present
        states, not on their history.
        """
        ...


class Ranker(Protocol):
    """Makes rankings under one score, from one register of the living groups."""

    @property
    def register(self) -> Register:
        """The register to notify of every created and dissolved group."""
        ...

    def ranking(self, shape: Shape) -> Ranking:
        """A ranking for a shape; its first query reads all existing groups."""
        ...


class HeapRanker:
    """Makes rankings for any score."""

    def __init__(self, score: Score) -> None:
        self._score = score
        self.register = BirthLog()

    def ranking(self, shape: Shape) -> "HeapRanking":
        """A ranking for a shape."""
        return HeapRanking(shape, self._score, self.register)


class HeapRanking:
    """The candidates for one shape, in a heap."""

    __slots__ = ("_births", "_heap", "_rate", "_read", "_shape")

    def __init__(self, shape: Shape, score: Score, births: BirthLog) -> None:
        self._shape = shape
        self._rate = score.rater(shape)
        self._births = births
        self._heap: list[tuple[int, NodeState, int, Group, int]] = []
        self._read = 0

    def best(self) -> tuple[Group, int] | None:
        """The best living group and the card to use there, as Ranking has it."""
        if self._read != self._births.last_serial:
            self._catch_up()
        heap = self._heap
        while heap:
            _, _, _, group, card = heap[0]
            if group.node_ids:
                return group, card
            heappop(heap)
        return None

    def _catch_up(self) -> None:
        """Rate the births not read yet. A hot loop: node.fits, inlined."""
        heap, rate, shape = self._heap, self._rate, self._shape
        count, milli = shape.gpu_count, shape.gpu_milli
        cpu, memory, models = shape.cpu_milli, shape.memory_mib, shape.gpu_models
        for group in self._births.born_after(self._read, milli):
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
        self._read = self._births.last_serial
        if len(heap) > 2 * self._births.living + _STALE_SLACK:
            self._heap = [entry for entry in heap if entry[3].node_ids]
            heapify(self._heap)
