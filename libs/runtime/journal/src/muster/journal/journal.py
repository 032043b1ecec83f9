"""The log as services see it. Two implementations pass one contract suite: `memory` and `kafka`.

Journal.reader     -> Reader      reads committed records of whole topics, every partition, in partition order
Journal.producer   -> Producer    appends single records, at least once, duplicates only when a process dies
Journal.sequencer  -> Sequencer   appends several records to several topics, all or none, one writer at a time
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import field
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope, Topic
from muster.events.wire.record import value
from muster.journal.position import Position, Start, StartAt, TopicPartition

P = TypeVar("P", covariant=True)

OnPoison: TypeAlias = Literal["dead-letter", "pass", "stop"]
"""Treatment of an unreadable record: a dead letter; nothing, for readers that read the same records again
and again and are not the only ones; or the end of the reader, for a log that only its leader writes."""

PoisonRule: TypeAlias = OnPoison | Mapping[str, OnPoison]
"""One rule for all topics, or one by the name of each."""

RECORD_BYTES_MAX = 8 * 1024 * 1024
"""Largest encoded record; half of the broker's limit, so that a dead letter can hold it."""

POLL_BYTES_MAX = 1024 * 1024
"""`Reader.poll` adds no further record once the encoded size of those taken reaches this."""


@value
class Delivery(Generic[P]):
    """One record as read.

    Attributes:
        position: Its position in the log.
        appended_at_ms: Time at which the broker appended it, milliseconds since 1970 UTC.
        envelope: The event.
        trace: W3C trace context from the record's headers; not a fact, so no decision may depend on it.
        authorization: The header of that name, as in HTTP; empty: none. For the edge, which records its
            verdict: no core sees it.
        size_bytes: Size of the encoded record; 0 for a tombstone.
    """

    position: Position
    appended_at_ms: int
    envelope: Envelope[P]
    trace: Mapping[str, str] = field(default_factory=dict[str, str])
    authorization: str = field(default="", repr=False)
    size_bytes: int = 0


@value
class Outgoing:
    """One record to append.

    Attributes:
        topic: Destination.
        envelope: The event; its key decides the partition, unless one is given.
        trace: W3C trace context to send along; empty: the current context at the time of sending.
        partition: A partition to use instead of the key's, for records that every partition gets.
        authorization: Credentials, "Bearer TOKEN", sent as the header `authorization`; empty: no such header.
    """

    topic: Topic
    envelope: Envelope[Any]
    trace: Mapping[str, str] = field(default_factory=dict[str, str])
    partition: int | None = None
    authorization: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        """Check the partition.

        Raises:
            ValueError: the partition is not from 0 to one less than the topic's count.
        """
        if self.partition is not None and not 0 <= self.partition < self.topic.partitions:
            last = self.topic.partitions - 1
            raise ValueError(f"partition of {self.topic.name} is {self.partition}; must be 0 to {last}")


class Reader(Protocol):
    """Reads committed records; one thread at a time.

    A partition waits while its next record needs a schema that the registry cannot provide at the moment, or
    is of a later version of the topic's schema than this program can read, or needs a dead letter that cannot
    be written; the others go on. Nothing is skipped.
    """

    def poll(self, max_records: int, timeout_s: float) -> list[Delivery[Record]]:
        """Records that have arrived, as soon as there are any; empty when none arrived in time.

        Args:
            max_records: Maximum records at once; fewer come when they are large, see POLL_BYTES_MAX.
            timeout_s: Maximum wait for the first record, seconds.

        Raises:
            PositionLost: the log does not hold the position.
            Unreadable: a record is unreadable and on_poison is "stop".
            UnknownTopic: a topic was deleted.
            Unavailable: the client gave up on the broker; make a new reader at `positions`.
        """
        ...

    def read_to_end(self, timeout_s: float = 60.0) -> Generator[Delivery[Record]]:
        """Yield all records from here to the end of every partition, as of the call or later.

        Iterate to the end, or close the reader: records fetched but not taken are lost to this reader.

        Args:
            timeout_s: Longest time without progress.

        Raises:
            Unavailable: nothing arrived for that long, and the end was not reached.
        """
        ...

    def positions(self) -> dict[TopicPartition, int]:
        """Next offset of every partition."""
        ...

    def passed(self) -> dict[TopicPartition, int]:
        """Next offset after the newest unreadable record, by partition; none where all could be read."""
        ...

    def waits(self) -> str | None:
        """Return the partitions that have been waiting for longer than a moment, and why; None: none."""
        ...

    def close(self) -> None:
        """Release threads and connections; may be repeated. The reader cannot be used afterwards."""
        ...


class Producer(Protocol):
    """Appends single records; safe to share between threads."""

    def send(self, outgoing: Outgoing) -> Future[Position]:
        """Append; the future gets the position once the record is stored safely, or Unavailable.

        Raises:
            Unencodable: the event does not fit the topic's schema.
            RecordTooLarge: it is above RECORD_BYTES_MAX.
        """
        ...

    def flush(self, timeout_s: float) -> None:
        """Wait until every record sent is answered.

        Raises:
            Unavailable: a record is not answered in time.
        """
        ...

    def close(self) -> None:
        """Flush and release connections."""
        ...


class Sequencer(Protocol):
    """The one writer of a transactional id; one thread at a time."""

    def fence(self) -> None:
        """End every earlier sequencer of this id for ever and settle its transaction. Must be called first.

        Raises:
            Fenced: another took over at the same time.
            Unavailable: the broker did not answer in time; make a new sequencer.
        """
        ...

    def commit(self, batch: Sequence[Outgoing]) -> None:
        """Append all records or none; returns when all are in the log.

        Raises:
            Fenced: another took over. The process must end.
            CommitUnknown: the outcome is unknown. Close, make a new one, fence, read the log again.
            Unencodable: an event does not fit its schema; nothing was sent.
            RecordTooLarge: a record is above RECORD_BYTES_MAX; nothing was sent.
        """
        ...

    def close(self) -> None:
        """Release connections."""
        ...


class Journal(Protocol):
    """Makes readers, producers and sequencers."""

    def reader(
        self,
        topics: Sequence[Topic],
        *,
        start: StartAt = Start.BEGINNING,
        name: str,
        on_poison: PoisonRule = "dead-letter",
    ) -> Reader:
        """Read whole topics.

        Args:
            topics: Topics to read, all partitions.
            start: Position to start from.
            name: Name of the reader, for dead letters and client ids.
            on_poison: Treatment of unreadable records.

        Raises:
            UnknownTopic: a topic does not exist.
            Unavailable: the broker did not answer in time.
        """
        ...

    def producer(self, name: str) -> Producer:
        """A new producer; `name` becomes part of its client id."""
        ...

    def sequencer(self, transactional_id: str) -> Sequencer:
        """A new sequencer; call `fence` first."""
        ...

    def wait_until_settled(self, topics: Sequence[Topic], timeout_s: float) -> None:
        """Return once every transaction that is open now on these topics has ended.

        Raises:
            TransactionLeftOpen: one has not ended in time.
            Unavailable: the broker did not answer.
        """
        ...
