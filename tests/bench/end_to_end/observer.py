"""What a read-committed consumer sees of the jobs, and when: a thread with production's reader settings."""

from __future__ import annotations

import threading
import time
from typing import Final

from confluent_kafka import Consumer, KafkaError, KafkaException, Message, TopicPartition
from muster.events.topics import JOB_COMMANDS, JOB_EVENTS
from muster.journal.kafka.settings import KafkaSettings

from end_to_end.facts import FactReader
from end_to_end.jobs import number_of
from end_to_end.seen import Seen

TOPICS: Final = (JOB_COMMANDS, JOB_EVENTS)
ENDS: Final = frozenset({"JobSucceeded", "JobFailed", "JobCancelled", "CommandRejected"})

_POLL_S: Final = 0.1
_MESSAGES_MAX: Final = 1_000
_ANSWER_S: Final = 10.0


class Observer:
    """Follows commands and facts from now on.

    Args:
        bootstrap: The brokers.

    Attributes:
        seen: What was seen; only read it.
    """

    def __init__(self, bootstrap: str) -> None:
        self.seen = Seen()
        self._facts = FactReader(JOB_EVENTS)
        self._consumer = Consumer(KafkaSettings(bootstrap=bootstrap, client="bench").consumer("observer"))
        self._consumer.assign([self._end(t.name, p) for t in TOPICS for p in range(t.partitions)])
        self._stop = threading.Event()
        self._failure: Exception | None = None
        self._thread = threading.Thread(target=self._follow, name="observer")
        self._thread.start()

    def ended(self) -> int:
        """How many jobs have ended.

        Raises:
            KafkaException: the log can no longer be read.
        """
        if self._failure is not None:
            raise self._failure
        return len(self.seen.ended_ms)

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        self._thread.join()
        self._consumer.close()

    def _end(self, topic: str, partition: int) -> TopicPartition:
        place = TopicPartition(topic, partition)
        return TopicPartition(topic, partition, self._consumer.get_watermark_offsets(place, _ANSWER_S)[1])

    def _follow(self) -> None:
        try:
            while not self._stop.is_set():
                first = self._consumer.poll(_POLL_S)
                if first is not None:
                    messages = [first, *self._consumer.consume(_MESSAGES_MAX, 0)]
                    now_ms = time.time() * 1_000
                    for message in messages:
                        self._take(message, now_ms)
        except KafkaException as error:
            self._failure = error

    def _take(self, message: Message, now_ms: float) -> None:
        error = message.error()
        if error is not None:
            if error.code() != KafkaError._PARTITION_EOF and not error.retriable():
                raise KafkaException(error)
            return
        number = number_of(message.key())
        if number is None:
            return
        appended_ms = message.timestamp()[1]
        if message.topic() == JOB_COMMANDS.name:
            self.seen.appended_ms[number] = appended_ms
            return
        kind, decided_ms = self._facts.read(message.value() or b"")
        if kind == "GangBound" and number not in self.seen.bound_ms:
            self.seen.decided_ms[number] = decided_ms
            self.seen.written_ms[number] = appended_ms
            self.seen.bound_ms[number] = now_ms
        elif kind in ENDS:
            self.seen.ended_ms[number] = now_ms
            self.seen.ends[kind] += 1
