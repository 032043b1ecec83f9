"""The log as services see it. Two implementations pass one contract suite: `memory` and `kafka`.

Journal.reader     -> Reader      reads committed records of whole topics, every partition, in partition order
Journal.producer   -> Producer    appends single records, at least once, duplicates only when a process dies
Journal.sequencer  -> Sequencer   appends several records to several topics, all or none, one writer at a time
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope, Topic
from muster.journal.dead_letters import DlqLimit
from muster.journal.position import Position, Start, StartAt, TopicPartition

P = TypeVar("P", covariant=True)

OnPoison: TypeAlias = Literal["dead-letter", "stop"]
PoisonRule: TypeAlias = OnPoison | Mapping[str, OnPoison]
"""For all topics, or by the name of each."""

RECORD_BYTES_MAX = 8 * 1024 * 1024
"""Largest record, encoded; half of what the broker takes, so that a dead letter can hold it."""

POLL_BYTES_MAX = 1024 * 1024
"""`Reader.poll` takes no further record once the encoded size of those taken reaches this."""


@dataclass(frozen=True, slots=True)
class Delivery(Generic[P]):
    """One record as read.

    Attributes:
        position: Where it is.
        appended_at_ms: When the broker appended it, milliseconds since 1970 UTC.
        envelope: The event.
        trace: W3C trace context from the record's headers; not a fact, never to be decided on.
    """

    position: Position
    appended_at_ms: int
    envelope: Envelope[P]
    trace: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One record to append.

    Attributes:
        topic: Where to.
        envelope: The event; its key decides the partition, unless one is given.
        trace: W3C trace context to send along; empty: the context that is current when it is sent.
        partition: Where to instead of the key's partition: for what every partition is to be told.
    """

    topic: Topic
    envelope: Envelope[Any]
    trace: Mapping[str, str] = field(default_factory=dict[str, str])
    partition: int | None = None

    def __post_init__(self) -> None:
        """Refuse a partition that the topic does not have.

        Raises:
            ValueError: the partition is not from 0 to one less than the topic's count.
        """
        if self.partition is not None and not 0 <= self.partition < self.topic.partitions:
            last = self.topic.partitions - 1
            raise ValueError(f"partition {self.partition} of {self.topic.name}: allowed is 0 to {last}")


class Reader(Protocol):
    """Reads committed records; one thread at a time.

    A partition whose next record needs a schema that the registry cannot tell at the moment, or a dead letter
    that cannot be written, waits; the others go on. Nothing is skipped.
    """

    def poll(self, max_records: int, timeout_s: float) -> list[Delivery[Record]]:
        """What has arrived, as soon as something has; empty when nothing did in time.

        Args:
            max_records: Most records at once; fewer come when they are large, see POLL_BYTES_MAX.
            timeout_s: How long to wait for the first.

        Raises:
            PositionLost: the log does not hold the position.
            Unreadable: a poison record and on_poison is "stop".
            TooManyDeadLetters: the DlqLimit is reached.
            UnknownTopic: a topic was deleted.
            Unavailable: the client gave up on the broker; make a new reader at `positions`.
        """
        ...

    def read_to_end(self, timeout_s: float = 60.0) -> Generator[Delivery[Record]]:
        """Everything from here to the end of every partition, as it was at the time of the call or later.

        Iterate to its end, or close the reader: what was fetched and not taken would be passed over.

        Args:
            timeout_s: Longest time without progress.

        Raises:
            Unavailable: nothing came for that long, and the end was not reached.
        """
        ...

    def positions(self) -> dict[TopicPartition, int]:
        """Next offset of every partition."""
        ...

    def close(self) -> None:
        """Give back threads and connections; may be repeated. The reader is of no use afterwards."""
        ...


class Producer(Protocol):
    """Appends single records; safe to share between threads."""

    def send(self, outgoing: Outgoing) -> Future[Position]:
        """Append; the future has the position once the broker has it safely, or Unavailable.

        Raises:
            Unencodable: the event does not fit the topic's schema.
            RecordTooLarge: it is above RECORD_BYTES_MAX.
        """
        ...

    def flush(self, timeout_s: float) -> None:
        """Wait until everything sent has its answer.

        Raises:
            Unavailable: something has none in time.
        """
        ...

    def close(self) -> None:
        """Flush and give back."""
        ...


class Sequencer(Protocol):
    """The one writer of a transactional id; one thread at a time."""

    def fence(self) -> None:
        """End every earlier sequencer of this id for ever; what it committed is then settled. The first call.

        Raises:
            Fenced: another took over at the same time.
            Unavailable: the broker did not answer in time; make a new sequencer.
        """
        ...

    def commit(self, batch: Sequence[Outgoing]) -> None:
        """Append all or nothing; returns when all is in the log.

        Raises:
            Fenced: another took over. The process must end.
            CommitUnknown: nobody can say. Close, make a new one, fence, read the log again.
            Unencodable: an event does not fit its schema; nothing was sent.
            RecordTooLarge: a record is above RECORD_BYTES_MAX; nothing was sent.
        """
        ...

    def close(self) -> None:
        """Give back."""
        ...


class Journal(Protocol):
    """Where readers, producers and sequencers come from."""

    def reader(
        self,
        topics: Sequence[Topic],
        *,
        start: StartAt = Start.BEGINNING,
        name: str,
        on_poison: PoisonRule = "dead-letter",
        limit: DlqLimit = ...,
    ) -> Reader:
        """Read whole topics.

        Args:
            topics: All their partitions are read.
            start: From where.
            name: Who reads; stands in dead letters and client ids.
            on_poison: What to do with a record nobody can read.
            limit: When to stop dead-lettering.

        Raises:
            UnknownTopic: one does not exist.
            Unavailable: the broker did not answer in time.
        """
        ...

    def producer(self, name: str) -> Producer:
        """A new producer; `name` stands in client ids."""
        ...

    def sequencer(self, transactional_id: str) -> Sequencer:
        """A new sequencer; call `fence` first."""
        ...
