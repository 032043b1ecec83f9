"""Reading a memory log."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from muster.events.wire.datum import Record
from muster.events.wire.envelope import Topic
from muster.journal.errors import JournalError, PositionLost, Unavailable
from muster.journal.journal import POLL_BYTES_MAX, Delivery
from muster.journal.memory.log import MemoryLog
from muster.journal.position import Position, Since, Start, StartAt, TopicPartition, start_of
from muster.journal.reading.intake import Intake, Unread


class MemoryReader:
    """Reads a memory log, one position per partition; partitions take turns so that none starves."""

    def __init__(self, log: MemoryLog, intake: Intake, topics: Sequence[Topic], start: StartAt) -> None:
        self._log = log
        self._intake = intake
        partitions = [(t.name, p) for t in topics for p in range(log.partitions(t.name))]
        self._next = {tp: self._offset(tp, start_of(start, tp)) for tp in partitions}
        self._turns = partitions
        self._failure: JournalError | None = None
        self._bytes_left = 0
        self._changes_read = -1
        self._passed: dict[TopicPartition, int] = {}
        self._blocked: dict[TopicPartition, str] = {}

    def poll(self, max_records: int, timeout_s: float) -> list[Delivery[Record]]:
        """Records that have arrived, as soon as there are any."""
        with self._log.grown:
            self._log.grown.wait_for(self._anything, max(timeout_s, 0))
            return self._take(max_records)

    def read_to_end(self, timeout_s: float = 60.0) -> Generator[Delivery[Record]]:
        """Yield all records up to the end, without waiting: all records are in memory."""
        while True:
            with self._log.grown:
                if not self._anything():
                    return
                before = self.positions()
                taken = self._take(1_000)
                if self.positions() == before:
                    raise Unavailable(f"{self._intake.name}: not at the end after {timeout_s:.0f} s")
            yield from taken

    def positions(self) -> dict[TopicPartition, int]:
        """Next offset of every partition."""
        return dict(self._next)

    def passed(self) -> dict[TopicPartition, int]:
        """Next offset after the newest unreadable record, by partition."""
        return dict(self._passed)

    def waits(self) -> str | None:
        """Return the waiting partitions, and the reason."""
        return "; ".join(reason for _, reason in sorted(self._blocked.items())) or None

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _offset(self, partition: TopicPartition, start: int | Start | Since) -> int:
        if isinstance(start, Since):
            return self._log.first_since(partition, start.appended_at_ms)
        first, end = self._log.bounds(partition)
        if start is Start.BEGINNING:
            return first
        return end if isinstance(start, Start) else start

    def _anything(self) -> bool:
        return not self._at_end() and any(
            self._log.read(tp, self._checked(tp)) is not None for tp in self._turns
        )

    def _at_end(self) -> bool:
        """Whether nothing has changed since every partition was read to its end, as in most polls."""
        return self._changes_read == self._log.changes

    def _checked(self, partition: TopicPartition) -> int:
        offset = self._next[partition]
        first, end = self._log.bounds(partition)
        if not first <= offset <= end:
            place = Position(*partition, offset)
            raise PositionLost(
                f"{self._intake.name}: {place} is not in the log, which holds {first} to {end}"
            )
        return offset

    def _take(self, max_records: int) -> list[Delivery[Record]]:
        if self._failure:
            raise self._failure
        taken: list[Delivery[Record]] = []
        if self._at_end():
            return taken
        self._bytes_left = POLL_BYTES_MAX
        ended = 0
        for _ in range(len(self._turns)):
            partition = self._turns.pop(0)
            self._turns.append(partition)
            ended += self._take_from(partition, taken, max_records)
        if ended == len(self._turns):
            self._changes_read = self._log.changes
        if self._failure and not taken:
            raise self._failure
        return taken

    def _take_from(self, partition: TopicPartition, taken: list[Delivery[Record]], max_records: int) -> bool:
        """Take records of one partition; whether its end is reached."""
        while len(taken) < max_records and self._bytes_left > 0:
            found = self._log.read(partition, self._checked(partition))
            if found is None:
                self._next[partition] = self._log.bounds(partition)[1]  # past the commit markers
                return True
            offset, stored = found
            try:
                opened = self._intake.open(Position(*partition, offset), stored)
                if isinstance(opened, Unread):
                    opened.bury(0)
            except Unavailable as error:
                self._blocked[partition] = f"waits at {Position(*partition, offset)}: {error}"
                return False  # retried at the next poll; the other partitions go on
            except JournalError as error:
                self._failure = error  # raised after the records read before it are delivered
                return False
            self._next[partition] = offset + 1
            self._blocked.pop(partition, None)
            self._bytes_left -= len(stored.value or b"")
            if isinstance(opened, Unread):
                self._passed[partition] = offset + 1
            else:
                taken.append(opened)
        return False
