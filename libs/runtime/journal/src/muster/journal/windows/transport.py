"""Faust's transport, made to read committed records, in batches, from positions that the worker names.

- With at-least-once processing faust also reads uncommitted records (its driver sets `read_committed` only
  for exactly_once, which loses and repeats records: ADR 33). Our topics are written in transactions, and
  records of aborted ones must never be read. Neither faust nor aiokafka has a setting for this.
- Faust spends 0.2 ms on a message. Here a message holds all records of a partition in one fetch: a `Batch`.
- Whenever faust seeks to committed offsets, after a rebalance or a pause, this asks the worker instead. Each
  such time begins a session, and a batch tells its session and where it begins: so the worker can tell
  batches that were under way before it, and a batch that does not follow the last one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from aiokafka import ConsumerRecord, TopicPartition
from aiokafka.errors import NoOffsetForPartitionError
from faust.transport.drivers import aiokafka as driver

Starts: TypeAlias = Callable[[Mapping[int, int]], Awaitable[tuple[int, Mapping[int, int]]]]
"""Called with the first available offset of every assigned partition; returns a number for the session and
the offset from which each partition is read."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Records of one partition that follow one another.

    Attributes:
        session: Session in which they were read.
        begins_at: Position of the reader before them; the first may have a higher offset, because markers of
            transactions and records of aborted ones take offsets.
        records: At least one.
    """

    session: int
    begins_at: int
    records: Sequence[Any]


class _Thread(driver.AIOKafkaConsumerThread):
    """Thread that reads."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._session = 0
        self._next: dict[Any, int] = {}

    async def read_from(self, session: int, topic: str, offsets: Mapping[int, int]) -> None:
        """Begin a session: read partitions from these offsets."""
        await cast("Any", self).call_thread(self._read_from, session, topic, offsets)

    async def _read_from(self, session: int, topic: str, offsets: Mapping[int, int]) -> None:
        consumer = cast("Any", self._ensure_consumer())
        self._session = session
        self._next = {}
        for partition, offset in offsets.items():
            place = TopicPartition(topic, partition)
            if place in consumer.assignment():  # it may have been revoked meanwhile
                consumer.seek(place, offset)
                self._next[place] = offset

    async def _fetch_records(self, *args: Any, **kwargs: Any) -> dict[Any, list[Any]]:
        try:
            fetched = await cast("Any", super())._fetch_records(*args, **kwargs)
        except NoOffsetForPartitionError:  # assigned without a position yet
            return {}
        # aiokafka hands out only records at its position, and nothing ran since it did.
        return {place: [self._packed(place, some)] for place, some in fetched.items() if place in self._next}

    def _packed(self, place: Any, records: list[Any]) -> Any:
        batch = Batch(self._session, self._next[place], records)
        last = records[-1]
        self._next[place] = last.offset + 1
        return cast("Any", ConsumerRecord)(
            topic=place.topic,
            partition=place.partition,
            offset=last.offset,
            timestamp=last.timestamp,
            timestamp_type=last.timestamp_type,
            key=None,
            value=batch,
            checksum=None,
            serialized_key_size=-1,
            serialized_value_size=-1,
            headers=(),
        )

    def _create_worker_consumer(self, transport: Any) -> Any:
        consumer = cast("Any", super()._create_worker_consumer(transport))
        if consumer._isolation_level not in ("read_uncommitted", "read_committed"):
            raise TypeError(f"aiokafka's isolation level is {consumer._isolation_level!r}: it has changed")
        consumer._isolation_level = "read_committed"
        return consumer


class _Consumer(driver.Consumer):
    """Consumer that uses that thread."""

    def _new_consumer_thread(self) -> _Thread:
        return _Thread(self, loop=self.loop, beacon=cast("Any", self).beacon)

    async def seek_to_committed(self) -> Mapping[Any, int]:
        """Read from the worker's positions; nothing is ever committed to the group."""
        assigned = list(cast("Any", self).assignment())
        if not assigned:
            return {}
        first = await cast("Any", self).earliest_offsets(*assigned)
        starts: Starts = cast("Any", self.transport).starts
        session, offsets = await starts({place.partition: offset for place, offset in first.items()})
        await cast("_Thread", self._thread).read_from(session, assigned[0].topic, offsets)
        return {place: offsets[place.partition] for place in assigned if place.partition in offsets}


class WindowTransport(driver.Transport):
    """Transport for `App.transport`.

    Attributes:
        starts: Tells where to read.
    """

    Consumer = _Consumer
    starts: Starts
