"""Workload: counts of the requested shapes, which define what "fragmented" means.

A free GPU is only a fragment with respect to typical requests. The scheduler counts jobs as they are queued,
or the counts are given (the published protocol of the laboratory). They are integers, bounded in number and
size, and part of the cluster's snapshot, so two replicas of one log agree on them.

Scores use a copy of the counts (the picture), renewed only after a quarter more requests (`observe` says
when): between two renewals every score is constant, so rankings stay valid.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from muster.cluster.model.shape import Shape

SHAPES_MAX = 4096
"""Maximum distinct shapes remembered. One more halves every count and drops those that reach 0."""

COUNT_TOTAL_MAX = 1 << 16
"""Largest sum of counts; beyond it all are halved, so that old requests fade. One request counts no more."""

TYPICAL_PERCENT = 95
"""Shapes are typical until they cover this part of all requests: the figure of the published protocol."""

RENEW_MIN = 64
"""A new picture needs at least this many new requests, and a quarter of all those counted."""


class TypicalShape(NamedTuple):
    """One typical shape (memory ignored: memory_mib is 0) and how often it was asked."""

    shape: Shape
    times: int


class Mix(NamedTuple):
    """Sums over the counted ranks that want GPU: the average proportions are their ratios."""

    gpu_milli: int
    cpu_milli: int
    memory_mib: int


ShapeCounts = tuple[tuple[Shape, int], ...]


class Workload:
    """Counts of requested shapes, and the picture of them that the scores use.

    Args:
        counts: Initial counts: shapes and how often each was requested.
    """

    def __init__(self, counts: Iterable[tuple[Shape, int]] = ()) -> None:
        self._counts: dict[Shape, int] = {}
        self._total = 0
        self._unseen = 0
        for shape, times in counts:
            self._count(shape, times)
        self.picture: ShapeCounts = self.counts()

    @classmethod
    def restore(cls, counts: ShapeCounts, picture: ShapeCounts, unseen: int) -> "Workload":
        """The workload of a snapshot."""
        workload = cls(counts)
        workload.picture = tuple(sorted(picture))
        workload._unseen = unseen
        return workload

    @property
    def unseen(self) -> int:
        """Requests counted since the picture was taken."""
        return self._unseen

    def observe(self, shape: Shape, times: int = 1) -> bool:
        """Count a request of `times` ranks. True when a new picture was taken: scores change from here on."""
        self._count(shape, times)
        self._unseen += times
        if self._unseen < max(RENEW_MIN, self._total // 4):
            return False
        self.picture = self.counts()
        self._unseen = 0
        return True

    def has_room_for(self, shape: Shape, shapes_max: int) -> bool:
        """Whether a request of this shape can be counted without exceeding `shapes_max` remembered shapes."""
        return shape in self._counts or len(self._counts) < shapes_max

    def counts(self) -> ShapeCounts:
        """Return every remembered shape with its count, sorted by shape."""
        return tuple(sorted(self._counts.items()))

    def typical(self) -> tuple[TypicalShape, ...]:
        """Return the most frequent shapes of the picture, commonest first, that cover TYPICAL_PERCENT."""
        merged: dict[Shape, int] = {}
        for shape, count in self.picture:
            key = replace(shape, memory_mib=0)
            merged[key] = merged.get(key, 0) + count
        total = sum(merged.values())
        chosen: list[TypicalShape] = []
        covered = 0
        for shape, count in sorted(merged.items(), key=lambda entry: (-entry[1], entry[0])):
            if covered * 100 >= total * TYPICAL_PERCENT:
                break
            chosen.append(TypicalShape(shape, times=count))
            covered += count
        return tuple(chosen)

    def mix(self) -> Mix:
        """Return the total demand of the picture's GPU ranks."""
        wanting = [(shape, count) for shape, count in self.picture if shape.gpu_count]
        return Mix(
            sum(shape.gpu_milli_total * count for shape, count in wanting),
            sum(shape.cpu_milli * count for shape, count in wanting),
            sum(shape.memory_mib * count for shape, count in wanting),
        )

    def _count(self, shape: Shape, times: int) -> None:
        times = min(times, COUNT_TOTAL_MAX)
        self._counts[shape] = self._counts.get(shape, 0) + times
        self._total += times
        while self._total > COUNT_TOTAL_MAX or len(self._counts) > SHAPES_MAX:
            self._counts = {known: count // 2 for known, count in self._counts.items() if count > 1}
            self._total = sum(self._counts.values())
