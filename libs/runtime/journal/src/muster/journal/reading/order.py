"""The one order of a topic's facts over all its partitions, and up to where it is complete (ADR 42)."""

from __future__ import annotations

from typing import Any, Final

from muster.events.wire.envelope import Envelope

Order = tuple[int, int]
"""(seq, index): facts compare by it."""

_BEFORE_ALL: Final = -1


def order_of(envelope: Envelope[Any]) -> Order:
    """Return a fact's place in its writer's order; facts from before there was a seq come first, by time."""
    if envelope.seq is None:
        return _BEFORE_ALL, envelope.occurred_at_ms
    return envelope.seq, envelope.index or 0


class Marks:
    """The newest watermark of each partition.

    Args:
        partitions: Number of partitions of the topic.
    """

    def __init__(self, partitions: int) -> None:
        self._seqs: list[int | None] = [None] * partitions

    def note(self, partition: int, seq: int) -> None:
        """A watermark was read."""
        self._seqs[partition] = seq

    @property
    def complete_to_seq(self) -> int | None:
        """The lowest watermark: every fact up to it has been read; None: a partition has none yet."""
        known = [seq for seq in self._seqs if seq is not None]
        return min(known) if len(known) == len(self._seqs) else None
