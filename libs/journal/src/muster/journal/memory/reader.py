"""Reading a memory log."""

from __future__ import annotations

from collections.abc import Sequence

from muster.events.datum import Record
from muster.events.envelope import Topic
from muster.journal.clock import Clock
from muster.journal.codec import Codec
from muster.journal.dead_letters import DlqJudge, DlqLimit, Poison, dead_letter, dead_letter_topic
from muster.journal.errors import PositionLost, Unreadable
from muster.journal.journal import Delivery, OnPoison
from muster.journal.memory.log import MemoryLog, StoredRecord
from muster.journal.position import Position, Start, StartAt, TopicPartition, start_of


class MemoryReader:
    """One place per partition; partitions are read in turns so that none starves."""

    def __init__(
        self,
        log: MemoryLog,
        codec: Codec,
        clock: Clock,
        topics: Sequence[Topic],
        start: StartAt,
        name: str,
        on_poison: OnPoison,
        limit: DlqLimit,
    ) -> None:
        self._log = log
        self._codec = codec
        self._clock = clock
        self._topics = {t.name: t for t in topics}
        self._name = name
        self._on_poison = on_poison
        self._judge = DlqJudge(limit)
        partitions = [(t.name, p) for t in topics for p in range(log.partitions(t.name))]
        self._next = {tp: self._offset(tp, start_of(start, tp)) for tp in partitions}
        self._known = {tp for tp in partitions if not isinstance(start_of(start, tp), Start)}
        self._turns = partitions

    def poll(self, max_records: int, timeout_s: float) -> list[Delivery[Record]]:
        """What has arrived, as soon as something has."""
        with self._log.grown:
            self._log.grown.wait_for(self._anything, timeout_s if timeout_s > 0 else 0)
            return self._take(max_records)

    def read_to_end(self, timeout_s: float = 60.0) -> list[Delivery[Record]]:
        """Everything up to the end; always at once here."""
        del timeout_s
        with self._log.grown:
            taken: list[Delivery[Record]] = []
            while self._anything():
                taken += self._take(1_000)
            return taken

    def positions(self) -> dict[TopicPartition, int]:
        """Next offset of every partition that something was read from or that began at a number."""
        return {tp: self._next[tp] for tp in self._turns if tp in self._known}

    def close(self) -> None:
        """Nothing is held."""

    def _offset(self, partition: TopicPartition, start: int | Start) -> int:
        first, end = self._log.bounds(partition)
        if start is Start.BEGINNING:
            return first
        return end if isinstance(start, Start) else start

    def _anything(self) -> bool:
        return any(self._log.read(tp, self._checked(tp)) is not None for tp in self._turns)

    def _checked(self, partition: TopicPartition) -> int:
        offset = self._next[partition]
        first, end = self._log.bounds(partition)
        if not first <= offset <= end:
            place = Position(*partition, offset)
            raise PositionLost(f"{self._name}: {place} is not in the log, which holds {first} to {end}")
        return offset

    def _take(self, max_records: int) -> list[Delivery[Record]]:
        taken: list[Delivery[Record]] = []
        for _ in range(len(self._turns)):
            partition = self._turns.pop(0)
            self._turns.append(partition)
            while len(taken) < max_records:
                found = self._log.read(partition, self._checked(partition))
                if found is None:
                    break
                offset, stored = found
                taken += self._deliver(Position(*partition, offset), stored)
                self._next[partition] = offset + 1
                self._known.add(partition)
        return taken

    def _deliver(self, position: Position, stored: StoredRecord) -> list[Delivery[Record]]:
        topic = self._topics[position.topic]
        try:
            envelope = self._codec.decode(topic, stored.value)
        except Poison as poison:
            if self._on_poison == "stop":
                raise Unreadable(f"{self._name} at {position}: {poison.message}") from poison
            self._bury(topic, position, stored, poison)
            return []
        self._judge.read()
        return [Delivery(position, stored.appended_at_ms, envelope, stored.headers)]

    def _bury(self, topic: Topic, position: Position, stored: StoredRecord, poison: Poison) -> None:
        letter = dead_letter(
            poison,
            position,
            key=stored.key,
            value=stored.value,
            reader=self._name,
            now_ms=self._clock.now_ms(),
        )
        graveyard = dead_letter_topic(topic)
        self._log.append_keyed((graveyard.name, letter.key, self._codec.encode(graveyard, letter), {}))
        self._judge.poisoned()
