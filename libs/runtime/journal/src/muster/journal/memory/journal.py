"""MemoryJournal: makes readers, producers and sequencers of a memory log."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from concurrent.futures import Future

from muster.events.dead_letters import DeadLetter
from muster.events.topics import TOPICS
from muster.events.wire.envelope import Envelope, Topic
from muster.journal.clock import Clock, SystemClock
from muster.journal.dead_letters import with_dead_letters
from muster.journal.journal import Outgoing, PoisonRule
from muster.journal.memory.faults import MemoryFaults
from muster.journal.memory.log import MemoryLog
from muster.journal.memory.reader import MemoryReader
from muster.journal.memory.registry import MemoryRegistry
from muster.journal.memory.writers import MemoryProducer, MemorySequencer, addressed
from muster.journal.position import Position, Start, StartAt
from muster.journal.reading.intake import Intake
from muster.journal.wire.codec import Codec


class MemoryJournal:
    """The journal inside one process; every record goes through the real codec.

    Attributes:
        log: The records; `append` adds raw bytes, `truncate` drops old ones.
        registry: The schemas; `register` adds one that our code does not know.
    """

    def __init__(
        self,
        topics: Iterable[Topic] = TOPICS,
        *,
        clock: Clock | None = None,
        faults: MemoryFaults | None = None,
    ) -> None:
        self._clock = clock or SystemClock()
        self._faults = faults or MemoryFaults()
        every = with_dead_letters(topics)
        self.log = MemoryLog(every, self._clock)
        self.registry = MemoryRegistry()
        self._codec = Codec(self.registry, every)
        self._commits = itertools.count(1)
        self._sends = itertools.count(1)

    def reader(
        self,
        topics: Sequence[Topic],
        *,
        start: StartAt = Start.BEGINNING,
        name: str,
        on_poison: PoisonRule = "dead-letter",
    ) -> MemoryReader:
        """Read whole topics."""
        intake = Intake(
            self._codec,
            topics,
            name=name,
            on_poison=on_poison,
            write_dead_letter=self._write_dead_letter,
            clock=self._clock,
        )
        return MemoryReader(self.log, intake, topics, start)

    def producer(self, name: str) -> MemoryProducer:
        """A new producer."""
        del name
        return MemoryProducer(self.log, self._codec, self._faults, self._sends)

    def sequencer(self, transactional_id: str) -> MemorySequencer:
        """A new sequencer; call `fence` first."""
        return MemorySequencer(self.log, self._codec, self._faults, self._commits, transactional_id)

    def wait_until_settled(self, topics: Sequence[Topic], timeout_s: float) -> None:
        """Return: a memory log has no open transactions."""
        del topics, timeout_s

    def _write_dead_letter(self, topic: Topic, letter: Envelope[DeadLetter]) -> Future[Position]:
        outgoing = Outgoing(topic, letter)
        stored: Future[Position] = Future()
        stored.set_result(self.log.append_keyed(addressed(outgoing, self._codec.encode(topic, letter))))
        return stored
