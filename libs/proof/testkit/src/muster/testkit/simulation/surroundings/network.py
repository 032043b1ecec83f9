"""A process's connection to the log: topics arrive at different times, it may be cut, answers may be lost."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from typing import Any

from muster.events.wire.envelope import Topic
from muster.journal import (
    CommitUnknown,
    Delivery,
    MemoryJournal,
    Outgoing,
    Position,
    Producer,
    Reader,
    Sequencer,
    Start,
    StartAt,
    TopicPartition,
    Unavailable,
)
from muster.journal.journal import PoisonRule
from muster.testkit.simulation.surroundings.shared import Happens

Order = Callable[[list[Reader]], None]
"""Puts readers into the order in which their topics arrive."""


class Connection:
    """A journal as one process reaches it.

    Args:
        journal: The log.
        happens: Asked for `late` and `repeat`.
        order: See Order.

    Attributes:
        cut: Nothing goes through.
    """

    def __init__(self, journal: MemoryJournal, happens: Happens, order: Order) -> None:
        self._journal = journal
        self._happens = happens
        self._order = order
        self.cut = False

    def reader(
        self,
        topics: Sequence[Topic],
        *,
        start: StartAt = Start.BEGINNING,
        name: str,
        on_poison: PoisonRule = "dead-letter",
    ) -> Reader:
        """Read whole topics, each as late as it happens to be."""
        self.check()
        each: list[Reader] = [
            self._journal.reader([topic], start=start, name=name, on_poison=on_poison) for topic in topics
        ]
        return _LateReader(self, each, self._happens, self._order)

    def producer(self, name: str) -> Producer:
        """A new producer, whose answers may be lost."""
        return _UnsureProducer(self, self._journal.producer(name), self._happens)

    def sequencer(self, transactional_id: str) -> Sequencer:
        """A new sequencer; how its commits end is up to the journal's faults."""
        return _CuttableSequencer(self, self._journal.sequencer(transactional_id))

    def wait_until_settled(self, topics: Sequence[Topic], timeout_s: float) -> None:
        """Return: a memory log has no open transactions."""
        self.check()
        self._journal.wait_until_settled(topics, timeout_s)

    def check(self) -> None:
        """Raise Unavailable while cut."""
        if self.cut:
            raise Unavailable("the connection is cut")


class _LateReader:
    def __init__(self, connection: Connection, each: list[Reader], happens: Happens, order: Order) -> None:
        self._connection = connection
        self._each = each
        self._happens = happens
        self._order = order

    def poll(self, max_records: int, timeout_s: float) -> list[Delivery[Any]]:
        """Return the records that have arrived without waiting: no other process writes meanwhile."""
        del timeout_s
        taken: list[Delivery[Any]] = []
        if self._connection.cut:
            return taken
        self._order(self._each)
        for reader in self._each:
            if len(taken) < max_records and not self._happens("late"):
                taken += reader.poll(max_records - len(taken), 0)
        return taken

    def read_to_end(self, timeout_s: float = 60.0) -> Generator[Delivery[Any]]:
        """Yield all records; raise Unavailable while cut."""
        self._connection.check()
        for reader in self._each:
            yield from reader.read_to_end(timeout_s)

    def positions(self) -> dict[TopicPartition, int]:
        """Next offset of every partition."""
        return dict(item for reader in self._each for item in reader.positions().items())

    def passed(self) -> dict[TopicPartition, int]:
        """Next offset after the newest unreadable record, by partition."""
        return dict(item for reader in self._each for item in reader.passed().items())

    def waits(self) -> str | None:
        """Return the waiting partitions, and the reason."""
        return "; ".join(filter(None, (reader.waits() for reader in self._each))) or None

    def close(self) -> None:
        """Release the connection."""
        for reader in self._each:
            reader.close()


class _UnsureProducer:
    def __init__(self, connection: Connection, producer: Producer, happens: Happens) -> None:
        self._connection = connection
        self._producer = producer
        self._happens = happens

    def send(self, outgoing: Outgoing) -> Future[Position]:
        """Append; or do not; or append and lose the answer."""
        lost: Future[Position] = Future()
        lost.set_exception(Unavailable("no answer"))
        if self._connection.cut:
            return lost
        answer = self._producer.send(outgoing)
        return lost if self._happens("repeat") else answer

    def flush(self, timeout_s: float) -> None:
        """Do nothing: no record is ever under way."""

    def close(self) -> None:
        """Release the connection."""
        self._producer.close()


class _CuttableSequencer:
    def __init__(self, connection: Connection, sequencer: Sequencer) -> None:
        self._connection = connection
        self._sequencer = sequencer

    def fence(self) -> None:
        """End every earlier sequencer of this id; not while cut."""
        self._connection.check()
        self._sequencer.fence()

    def commit(self, batch: Sequence[Outgoing]) -> None:
        """Append all or nothing; while cut it never arrives, and that is not known."""
        if self._connection.cut:
            self._sequencer.close()
            raise CommitUnknown("the connection is cut")
        self._sequencer.commit(batch)

    def close(self) -> None:
        """Release the connection."""
        self._sequencer.close()
