"""Workload: which shapes are typical, counted. What "fragmented" means depends on it, so it is explicit state.

A free GPU is only a fragment with respect to what tends to be asked (FGD, ATC'23, section 3). The counts are fed by
the scheduler as jobs are queued, or given ahead (the published protocol of the laboratory). They are integers,
bounded in number and in size, and part of the cluster's snapshot: two replicas of one log agree on them.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from muster.cluster.shape import Shape

SHAPES_MAX = 4096
"""Distinct shapes remembered. One more halves every count and drops those that reach 0."""

COUNT_TOTAL_MAX = 1 << 16
"""Sum of counts; past it all are halved, so that what was asked long ago fades."""

TYPICAL_PERCENT = 95
"""Shapes are typical until they cover this part of all requests: the figure of the published protocol."""


class TypicalShape(NamedTuple):
    """One typical shape (memory ignored: memory_mib is 0) and how often it was asked."""

    shape: Shape
    count: int


class Workload:
    """Counts of asked shapes, without their memory."""

    def __init__(self, counts: Iterable[tuple[Shape, int]] = ()) -> None:
        self._counts: dict[Shape, int] = {}
        self.total = 0
        for shape, times in counts:
            self.observe(shape, times)

    def observe(self, shape: Shape, times: int = 1) -> None:
        """Count a request of `times` ranks."""
        key = replace(shape, memory_mib=0)
        self._counts[key] = self._counts.get(key, 0) + times
        self.total += times
        while self.total > COUNT_TOTAL_MAX or len(self._counts) > SHAPES_MAX:
            self._halve()

    def typical(self) -> tuple[TypicalShape, ...]:
        """The most frequent shapes, commonest first, until TYPICAL_PERCENT of the requests are covered."""
        ranked = sorted(self._counts.items(), key=lambda entry: (-entry[1], entry[0]))
        chosen: list[TypicalShape] = []
        covered = 0
        for shape, count in ranked:
            if covered * 100 >= self.total * TYPICAL_PERCENT:
                break
            chosen.append(TypicalShape(shape, count))
            covered += count
        return tuple(chosen)

    def counts(self) -> tuple[tuple[Shape, int], ...]:
        """Every remembered shape and its count, sorted by shape: the snapshot of this state."""
        return tuple(sorted(self._counts.items()))

    def _halve(self) -> None:
        self._counts = {shape: count // 2 for shape, count in self._counts.items() if count > 1}
        self.total = sum(self._counts.values())
