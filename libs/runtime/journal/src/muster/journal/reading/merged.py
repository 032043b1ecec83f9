"""Reads the facts of all partitions of a topic in one order: by seq, then by index.

A partition is ordered, a topic is not: a reader may see a bind before the release, in another partition, that
made room for it. The writer of such a topic regularly writes a Watermark to every partition: all facts up to
its seq precede it. So a fact can be delivered once the lowest watermark over all partitions has reached its
seq; later facts are held back (ADR 42).

Facts without a seq, written before facts had one, come first, ordered by the time they occurred.
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
from muster.journal.reading.order import Marks, order_of


class _Held(NamedTuple):
    """A fact held back; compared by the first four fields."""

    seq: int
    within_seq: int
    partition: int
    offset: int
    delivery: Delivery[Record]


class MergedReader:
    """A reader of one topic that delivers facts in one order, without the watermarks.

    Facts beyond the lowest watermark come with a later call; `read_to_end` also ends at that watermark.
    Memory grows with the distance between the partitions' watermarks.

    Args:
        reader: Reads this topic only; owned by this reader from now on.
        topic: The topic; its writer writes watermarks.
    """

    def __init__(self, reader: Reader, topic: Topic) -> None:
        self._reader = reader
        self._topic = topic
        self._held: list[_Held] = []
        self._held_offsets = [deque[int]() for _ in range(topic.partitions)]
        self._marks = Marks(topic.partitions)
        self._watermark_offsets: list[int | None] = [None] * topic.partitions

    @property
    def pending_count(self) -> int:
        """Number of facts that were read and are held back until a watermark."""
        return len(self._held)

    @property
    def complete_to_seq(self) -> int | None:
        """The lowest watermark: every fact up to it has been read; None: a partition has none yet."""
        return self._marks.complete_to_seq

    def poll(self, max_records: int, timeout_s: float) -> list[Delivery[Record]]:
        """Return the next facts in order, as far as the watermarks reach; may be empty.

        Args:
            max_records: Maximum records at once.
            timeout_s: Maximum wait for records when no fact can be delivered yet, seconds.

        Raises:
            JournalError: see Reader.poll.
        """
        self._take_in(self._reader.poll(max_records, 0 if self._releasable() else timeout_s))
        return self._release(max_records)

    def read_to_end(self, timeout_s: float = 60.0) -> Generator[Delivery[Record]]:
        """Yield all facts in order up to the lowest watermark at the end.

        Args:
            timeout_s: Longest time without progress.

        Raises:
            JournalError: see Reader.read_to_end.
        """
        for delivery in self._reader.read_to_end(timeout_s):
            self._take_in((delivery,))
            while self._releasable():
                yield from self._release(1)

    def positions(self) -> dict[TopicPartition, int]:
        """Positions to resume from: the oldest fact held back, and never past a partition's newest watermark.

        A reader that starts here reads the watermark again, so it need not wait for another one.
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
        """Release threads and connections."""
        self._reader.close()

    def _take_in(self, deliveries: Iterable[Delivery[Record]]) -> None:
        for delivery in deliveries:
            envelope, position = delivery.envelope, delivery.position
            if isinstance(envelope.payload, Watermark):
                self._marks.note(position.partition, envelope.payload.seq)
                self._watermark_offsets[position.partition] = position.offset
                continue
            heapq.heappush(
                self._held, _Held(*order_of(envelope), position.partition, position.offset, delivery)
            )
            self._held_offsets[position.partition].append(position.offset)

    def _releasable(self) -> bool:
        """Whether every fact before the first held one has been read."""
        complete_to_seq = self.complete_to_seq
        return bool(self._held) and complete_to_seq is not None and self._held[0].seq <= complete_to_seq

    def _release(self, max_records: int) -> list[Delivery[Record]]:
        released: list[Delivery[Record]] = []
        while len(released) < max_records and self._releasable():
            first = heapq.heappop(self._held)
            self._held_offsets[first.partition].popleft()
            released.append(first.delivery)
        return released
