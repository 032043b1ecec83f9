"""Facts of all partitions of a topic in their one order: by seq, then by index.

A partition is ordered, a topic is not: a reader may meet the bind before the release, in another partition,
that made room for it. The writer of such a topic ends what it has written, in every partition, with a
Watermark: every fact up to its seq stands before it. So a fact may be handed on once the lowest watermark
over all partitions has reached it; what lies beyond is held back. (ADR 42)

Facts that were written before facts carried a seq come first, by the time they occurred.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Generator, Iterable
from typing import NamedTuple

from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Topic
from muster.journal.journal import Delivery, Reader
from muster.journal.position import TopicPartition

_BEFORE_ALL = -1


class _Held(NamedTuple):
    """A fact that waits for its turn; compared by the first four."""

    seq: int
    within_seq: int
    partition: int
    offset: int
    delivery: Delivery[Record]


class MergedReader:
    """A reader of one topic that gives facts in their one order, and no watermarks.

    What lies beyond the lowest watermark comes with a later call, also from `read_to_end`: its end is where
    the order is known. The memory it takes grows with how far its partitions are read apart.

    Args:
        reader: Reads the topic, and nothing else; belongs to this reader from now on.
        topic: What is read; its writer writes watermarks.
    """

    def __init__(self, reader: Reader, topic: Topic) -> None:
        self._reader = reader
        self._topic = topic
        self._held: list[_Held] = []
        self._held_offsets = [deque[int]() for _ in range(topic.partitions)]
        self._watermarks: list[int | None] = [None] * topic.partitions
        self._watermark_offsets: list[int | None] = [None] * topic.partitions

    @property
    def held(self) -> int:
        """Facts that were read and wait for a watermark."""
        return len(self._held)

    def poll(self, max_records: int, timeout_s: float) -> list[Delivery[Record]]:
        """What is next in the order, as far as watermarks reach; empty when nothing was released.

        Args:
            max_records: Most records at once.
            timeout_s: How long to wait for something to arrive, when nothing can be released without.

        Raises:
            What Reader.poll raises.
        """
        self._take_in(self._reader.poll(max_records, 0 if self._releasable() else timeout_s))
        return self._release(max_records)

    def read_to_end(self, timeout_s: float = 60.0) -> Generator[Delivery[Record]]:
        """Everything in order up to the lowest watermark at the end.

        Args:
            timeout_s: Longest time without progress.

        Raises:
            What Reader.read_to_end raises.
        """
        for delivery in self._reader.read_to_end(timeout_s):
            self._take_in((delivery,))
            while self._releasable():
                yield from self._release(1)

    def positions(self) -> dict[TopicPartition, int]:
        """Where to go on: at the oldest fact held back, and never past a partition's newest watermark.

        A reader that starts here finds the watermark again, so it need not wait for another to be written.
        """
        positions = self._reader.positions()
        for partition in range(self._topic.partitions):
            held, mark = self._held_offsets[partition], self._watermark_offsets[partition]
            known = positions[self._topic.name, partition]
            positions[self._topic.name, partition] = min(
                known, held[0] if held else known, known if mark is None else mark
            )
        return positions

    def close(self) -> None:
        """Give back threads and connections."""
        self._reader.close()

    def _take_in(self, deliveries: Iterable[Delivery[Record]]) -> None:
        for delivery in deliveries:
            envelope, position = delivery.envelope, delivery.position
            if isinstance(envelope.payload, Watermark):
                self._watermarks[position.partition] = envelope.payload.seq
                self._watermark_offsets[position.partition] = position.offset
                continue
            if envelope.seq is None:
                order = (_BEFORE_ALL, envelope.occurred_at_ms)
            else:
                order = (envelope.seq, envelope.index or 0)
            heapq.heappush(self._held, _Held(*order, position.partition, position.offset, delivery))
            self._held_offsets[position.partition].append(position.offset)

    def _releasable(self) -> bool:
        """Whether the first of what is held can have nothing before it that was not read."""
        watermarks = [seq for seq in self._watermarks if seq is not None]
        complete = len(watermarks) == len(self._watermarks)
        return bool(self._held) and complete and self._held[0].seq <= min(watermarks)

    def _release(self, max_records: int) -> list[Delivery[Record]]:
        released: list[Delivery[Record]] = []
        while len(released) < max_records and self._releasable():
            first = heapq.heappop(self._held)
            self._held_offsets[first.partition].popleft()
            released.append(first.delivery)
        return released
