"""The broker's part: partitions of records, and the newest epoch of each transactional id.

Offsets behave as Kafka's do: a commit marker takes one in every partition its transaction wrote to, so
readers must expect gaps.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from muster.events.wire.envelope import Topic
from muster.journal.clock import Clock
from muster.journal.errors import Fenced, UnknownTopic
from muster.journal.position import Position, TopicPartition
from muster.journal.reading.intake import Stored
from muster.journal.wire.partitioner import partition_of


@dataclass(slots=True)
class _Partition:
    """Records by offset from `first` on; None where a commit marker is."""

    first: int = 0
    slots: list[Stored | None] = field(default_factory=list[Stored | None])

    @property
    def end(self) -> int:
        return self.first + len(self.slots)


class Addressed(NamedTuple):
    """A record to append.

    Attributes:
        topic: Name of the topic.
        partition: None: the key's.
        key: Key of the record.
        value: Bytes of the record; None for a tombstone.
        trace: Trace context.
        authorization: Credentials of the sender.
    """

    topic: str
    partition: int | None
    key: str
    value: bytes | None
    trace: Mapping[str, str]
    authorization: str


class MemoryLog:
    """Thread-safe log in memory; `grown` is notified of every append, `changes` counts appends and drops."""

    def __init__(self, topics: Iterable[Topic], clock: Clock) -> None:
        self.grown = threading.Condition()
        self.changes = 0
        self._clock = clock
        self._partitions = {(t.name, p): _Partition() for t in topics for p in range(t.partitions)}
        self._counts = {t.name: t.partitions for t in topics}
        self._epochs: dict[str, int] = {}

    def partitions(self, topic: str) -> int:
        """Return the number of partitions of a topic.

        Raises:
            UnknownTopic: it does not exist.
        """
        if topic not in self._counts:
            raise UnknownTopic(f"topic is {topic!r}; must be one of {', '.join(sorted(self._counts))}")
        return self._counts[topic]

    def append(self, topic: str, partition: int, key: bytes | None, value: bytes | None) -> Position:
        """Append raw bytes to a partition, as any Kafka client can."""
        self.partitions(topic)
        with self.grown:
            return self._append((topic, partition), Stored(key, value, {}, self._clock.now_ms()))

    def append_keyed(self, record: Addressed) -> Position:
        """Append to this partition, or by default to the key's."""
        with self.grown:
            return self._append_keyed(record)

    def fence(self, transactional_id: str) -> int:
        """The next epoch of this id; earlier ones are fenced from here on."""
        with self.grown:
            self._epochs[transactional_id] = self._epochs.get(transactional_id, -1) + 1
            return self._epochs[transactional_id]

    def commit(self, transactional_id: str, epoch: int, records: Sequence[Addressed]) -> None:
        """Append all records and the commit markers.

        Raises:
            Fenced: the epoch is not the newest.
        """
        with self.grown:
            self.check_epoch(transactional_id, epoch)
            touched = sorted({self._append_keyed(r).topic_partition for r in records})
            for partition in touched:
                self._partitions[partition].slots.append(None)
            self.changes += 1
            self.grown.notify_all()

    def check_epoch(self, transactional_id: str, epoch: int) -> None:
        """Raise Fenced unless this is the newest epoch of the id."""
        newest = self._epochs[transactional_id]
        if epoch != newest:
            raise Fenced(f"{transactional_id}: epoch {epoch}, the newest is {newest}")

    def bounds(self, partition: TopicPartition) -> tuple[int, int]:
        """Return the first offset kept and the offset of the next record."""
        kept = self._partitions[partition]
        return kept.first, kept.end

    def read(self, partition: TopicPartition, offset: int) -> tuple[int, Stored] | None:
        """The first record at or after an offset that is within bounds, None at the end."""
        kept = self._partitions[partition]
        for index in range(offset - kept.first, len(kept.slots)):
            record = kept.slots[index]
            if record is not None:
                return kept.first + index, record
        return None

    def first_since(self, partition: TopicPartition, appended_at_ms: int) -> int:
        """Return the offset of the first record appended at this time or later, else of the next record."""
        kept = self._partitions[partition]
        for offset, record in enumerate(kept.slots, kept.first):
            if record is not None and record.appended_at_ms >= appended_at_ms:
                return offset
        return kept.end

    def truncate(self, partition: TopicPartition, first: int) -> None:
        """Drop every record before an offset, as retention does."""
        with self.grown:
            kept = self._partitions[partition]
            cut = min(max(first, kept.first), kept.end)
            del kept.slots[: cut - kept.first]
            kept.first = cut
            self.changes += 1

    def _append_keyed(self, record: Addressed) -> Position:
        partition = record.partition
        if partition is None:
            partition = partition_of(record.key, self.partitions(record.topic))
        stored = Stored(
            record.key.encode(), record.value, dict(record.trace), self._clock.now_ms(), record.authorization
        )
        return self._append((record.topic, partition), stored)

    def _append(self, partition: TopicPartition, record: Stored) -> Position:
        kept = self._partitions[partition]
        kept.slots.append(record)
        self.changes += 1
        self.grown.notify_all()
        return Position(*partition, kept.end - 1)
