"""Reading on Kafka: all partitions of the topics, manually assigned, committed records only.

Pitfalls that shape this file (measured):
- `consume(n, timeout)` waits for n records or the whole time-out: poll for one, then take those available.
- PARTITION_EOF comes once each time the end is reached: to get it again, the partitions must be reassigned.
  It comes with an empty fetch, which the broker delays by `fetch.wait.max.ms`; so reading to the end uses a
  consumer of its own that does not wait (10 ms instead of seconds, in the middle of a take-over). The usual
  consumer is recreated afterwards: with a fetch still in flight, its new offsets would wait as long.
- Commit markers take offsets: the end is an EOF event, never a comparison with the high watermark.
- librdkafka resolves its logical END lazily: a record sent in between would be missed. So the end, that of
  the committed records, is looked up when the reader is made.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Final

import confluent_kafka
from confluent_kafka import Consumer, KafkaError, KafkaException, Message
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Topic
from muster.journal.clock import SystemClock
from muster.journal.errors import JournalError, Unavailable, UnknownTopic
from muster.journal.journal import POLL_BYTES_MAX, Delivery
from muster.journal.kafka import failures
from muster.journal.kafka.records import position_of, stored_of
from muster.journal.kafka.settings import KafkaSettings
from muster.journal.position import Position, Since, Start, StartAt, TopicPartition, start_of
from muster.journal.reading.intake import Intake, Opened, Unread
from muster.telemetry import metrics

_log = logging.getLogger(__name__)

ANSWER_S: Final = 10.0
"""Limit for the broker to list partitions and offsets, seconds."""

_RETRY_S: Final = 0.05  # pause before a waiting record is tried again
_SHOWN_AFTER_MS: Final = 1_000  # a record that waits longer is logged and shown
_REASONS_MAX: Final = 3
_LETTERS_S: Final = 0.2  # how long a round waits for its dead letters; a leader has its lease to renew
_WAITING_MAX: Final = 10_000  # most records held back behind waiting ones, over all partitions
_BATCH: Final = 1_000


@dataclass(slots=True)
class _Round:
    """Records of one round, and how many more it may take.

    The dead letters of a round are sent one after the other and waited for together: so a flood of unreadable
    records is passed fast, and never holds more than a round in memory.
    """

    records_left: int
    bytes_left: int = POLL_BYTES_MAX
    opened: list[tuple[Message, Opened]] = field(default_factory=list[tuple[Message, Opened]])

    @property
    def full(self) -> bool:
        return min(self.records_left, self.bytes_left) <= 0

    def add(self, message: Message, opened: Opened, size_bytes: int) -> None:
        self.opened.append((message, opened))
        self.records_left -= 1
        self.bytes_left -= size_bytes


@dataclass(slots=True)
class _Block:
    """A partition whose next record has to wait, since when, and once that is long, why."""

    since_ms: float
    reason: str | None = None


class KafkaReader:
    """A reader with one consumer; one thread at a time."""

    def __init__(
        self, settings: KafkaSettings, intake: Intake, topics: Sequence[Topic], start: StartAt
    ) -> None:
        self._settings = settings
        self._intake = intake
        self._clock = SystemClock()
        self._consumer = Consumer(settings.consumer(intake.name))
        try:
            self._next = {tp: self._offset(tp, start_of(start, tp)) for tp in self._partitions(topics)}
        except Exception:
            self._consumer.close()
            raise
        self._waiting: dict[TopicPartition, deque[Message]] = {}
        self._passed: dict[TopicPartition, int] = {}
        self._under_way: dict[Position, Unread] = {}  # dead letters that an earlier round sent
        self._blocked: dict[TopicPartition, _Block] = {}
        self._blocked_gauge = metrics.PARTITIONS_WAITING.labels(intake.name)
        self._ends: dict[TopicPartition, int] = {}  # ends reached since the last assignment
        self._failure: JournalError | None = None
        self._closed = False
        self._hasty = False  # whether the consumer is one that reads to the end
        self._assign()

    def poll(self, max_records: int, timeout_s: float) -> list[Delivery[Record]]:
        """Records that have arrived, as soon as there are any."""
        deadline_ms = self._clock.monotonic_ms() + timeout_s * 1000
        while True:
            left_ms = max(deadline_ms - self._clock.monotonic_ms(), 0)
            taken = self._take(max_records, left_ms / 1000)
            if taken or left_ms == 0:
                return taken

    def read_to_end(self, timeout_s: float = 60.0) -> Generator[Delivery[Record]]:
        """Yield all records from here to the end of every partition."""
        self._consumer.close()
        self._consumer, self._hasty = Consumer(self._settings.hasty_consumer(self._intake.name)), True
        try:
            self._assign()
            yield from self._until_end(timeout_s)
        finally:
            self._consumer.close()
            self._hasty = False
            if not self._closed:
                self._consumer = Consumer(self._settings.consumer(self._intake.name))
                self._assign()

    def positions(self) -> dict[TopicPartition, int]:
        """Next offset of every partition."""
        return dict(self._next)

    def passed(self) -> dict[TopicPartition, int]:
        """Next offset after the newest unreadable record, by partition."""
        return dict(self._passed)

    def waits(self) -> str | None:
        """Return the partitions that have been waiting for more than a moment, with the reasons."""
        reasons = [block.reason for _, block in sorted(self._blocked.items()) if block.reason]
        return "; ".join(reasons[:_REASONS_MAX]) or None

    def close(self) -> None:
        """Release threads and connections; may be repeated."""
        if not self._closed and not self._hasty:
            self._consumer.close()
        self._closed = True

    def _until_end(self, timeout_s: float) -> Generator[Delivery[Record]]:
        progress_ms, passed = self._clock.monotonic_ms(), self.passed()
        while self._waiting or len(self._ends) < len(self._next):
            taken = self._take(_BATCH, _RETRY_S)
            yield from taken
            if taken or passed != self._passed:
                progress_ms, passed = self._clock.monotonic_ms(), self.passed()
            elif self._clock.monotonic_ms() - progress_ms >= timeout_s * 1000:
                missing = sorted(self._next.keys() - self._ends.keys() | self._waiting.keys())
                why = f": {waits}" if (waits := self.waits()) else ""
                raise Unavailable(
                    f"{self._intake.name}: not at the end of {missing} after {timeout_s:.0f} s{why}"
                )

    def _take(self, max_records: int, timeout_s: float) -> list[Delivery[Record]]:
        """Take one round of records: those that waited, then new ones."""
        if self._failure:
            raise self._failure
        round_ = _Round(max_records)
        self._retry(round_)
        if not round_.full:
            for message in self._fetch(round_.records_left, 0 if round_.opened else timeout_s):
                self._accept(message, round_)
        taken = self._settle(round_)
        self._pass_markers()
        self._blocked_gauge.set(len(self._blocked))
        if self._failure and not taken:
            raise self._failure
        return taken

    def _fetch(self, max_records: int, timeout_s: float) -> list[Message]:
        held = sum(map(len, self._waiting.values()))
        if held:
            timeout_s = min(timeout_s, _RETRY_S)
        if held >= _WAITING_MAX:
            time.sleep(timeout_s)
            return []
        first = self._consumer.poll(timeout_s)
        if first is None:
            return []
        return [first, *self._consumer.consume(max_records - 1, 0)] if max_records > 1 else [first]

    def _accept(self, message: Message, round_: _Round) -> None:
        error = message.error()
        if error is None:
            partition = position_of(message).topic_partition
            if partition in self._waiting:
                self._waiting[partition].append(message)
            elif not self._open(message, round_):
                self._waiting[partition] = deque([message])
        elif error.code() == KafkaError._PARTITION_EOF:
            end = position_of(message)
            self._ends[end.topic_partition] = end.offset
        elif not error.retriable():
            self._failure = failures.of_reading(error, self._intake.name)

    def _pass_markers(self) -> None:
        """Move past the commit markers behind the last record, in partitions whose records were all taken."""
        for partition, end in self._ends.items():
            if end > self._next[partition] and partition not in self._waiting:
                self._next[partition] = end

    def _retry(self, round_: _Round) -> None:
        for partition, messages in list(self._waiting.items()):
            while messages and self._open(messages[0], round_):
                messages.popleft()
            if not messages:
                del self._waiting[partition]

    def _open(self, message: Message, round_: _Round) -> bool:
        """Take a record into this round; False when it has to wait."""
        if round_.full:
            return False
        stored = stored_of(message)
        try:
            position = position_of(message)
            opened = self._under_way.pop(position, None) or self._intake.open(position, stored)
        except Unavailable as error:
            self._block(message, error)
            return False
        except JournalError as error:
            self._failure = error  # raised after the records read before it are delivered
            return False
        round_.add(message, opened, len(stored.value or b""))
        return True

    def _settle(self, round_: _Round) -> list[Delivery[Record]]:
        """Return the records to deliver; those behind a record with an unsaved dead letter wait with it."""
        taken: list[Delivery[Record]] = []
        back: dict[TopicPartition, list[Message]] = {}
        until_ms = self._clock.monotonic_ms() + _LETTERS_S * 1000
        for message, opened in round_.opened:
            position = position_of(message)
            partition = position.topic_partition
            if partition not in back and self._is_through(message, opened, until_ms):
                self._next[partition] = position.offset + 1
                self._blocked.pop(partition, None)
                if isinstance(opened, Unread):
                    self._passed[partition] = position.offset + 1
                else:
                    taken.append(opened)
                continue
            back.setdefault(partition, []).append(message)
            if isinstance(opened, Unread) and opened.under_way:
                self._under_way[position] = opened
        for partition, messages in back.items():
            self._waiting.setdefault(partition, deque()).extendleft(reversed(messages))
        return taken

    def _is_through(self, message: Message, opened: Opened, until_ms: float) -> bool:
        """Whether this reader's position may pass a record: it is read, or its dead letter is stored."""
        if isinstance(opened, Unread):
            try:
                opened.bury(max(until_ms - self._clock.monotonic_ms(), 0) / 1000)
            except Unavailable as error:
                self._block(message, error)
                return False
        return True

    def _block(self, message: Message, error: Unavailable) -> None:
        position, now_ms = position_of(message), self._clock.monotonic_ms()
        block = self._blocked.setdefault(position.topic_partition, _Block(now_ms))
        if block.reason is None and now_ms - block.since_ms >= _SHOWN_AFTER_MS:
            _log.warning("%s waits at %s: %s", self._intake.name, position, error)
            block.reason = f"waits at {position}: {error}"

    def _assign(self) -> None:
        self._waiting.clear()
        self._under_way.clear()
        self._ends.clear()
        places = [confluent_kafka.TopicPartition(*tp, offset) for tp, offset in self._next.items()]
        self._consumer.assign(places)

    def _partitions(self, topics: Sequence[Topic]) -> list[TopicPartition]:
        found: list[TopicPartition] = []
        for topic in topics:
            try:
                described = self._consumer.list_topics(topic.name, ANSWER_S).topics[topic.name]
            except KafkaException as error:
                raise Unavailable(f"{self._intake.name}: {failures.reason(error).str()}") from error
            if described.error is not None:
                raise UnknownTopic(f"topic {topic.name!r}: {described.error.str()}")
            found += [(topic.name, p) for p in sorted(described.partitions)]
        return found

    def _offset(self, partition: TopicPartition, start: int | Start | Since) -> int:
        if isinstance(start, int):
            return start
        try:
            if isinstance(start, Since):
                asked = confluent_kafka.TopicPartition(*partition, start.appended_at_ms)
                [found] = self._consumer.offsets_for_times([asked], ANSWER_S)
                if found.error is not None:
                    raise KafkaException(found.error)
                if found.offset >= 0:
                    return found.offset
            place = confluent_kafka.TopicPartition(*partition)
            first, end = self._consumer.get_watermark_offsets(place, ANSWER_S)
        except KafkaException as error:
            raise Unavailable(f"{self._intake.name}: {failures.reason(error).str()}") from error
        return first if start is Start.BEGINNING else end
