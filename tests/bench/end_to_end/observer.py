"""A read-committed consumer's view of the jobs over time: a thread with production's reader settings.

Only the broker's timestamps of commands matter, so they are fetched twice a second: a fetch for each command
would be charged to the broker.
"""

from __future__ import annotations

import threading
import time
from typing import Final

from confluent_kafka import Consumer, KafkaError, KafkaException, Message, TopicPartition
from muster.events.topics import JOB_COMMANDS, JOB_EVENTS
from muster.events.wire.envelope import Topic
from muster.journal.kafka.settings import KafkaSettings

from end_to_end.facts import FactReader
from end_to_end.jobs import number_of
from end_to_end.observations import Observations

ENDS: Final = frozenset({"JobSucceeded", "JobFailed", "JobCancelled", "CommandRejected"})

_UNHURRIED: Final = {"fetch.min.bytes": 1 << 20, "fetch.wait.max.ms": 500}
_POLL_S: Final = 0.1
_MESSAGES_MAX: Final = 1_000
_ANSWER_S: Final = 10.0


class Observer:
    """Follows commands and facts from now on.

    Args:
        bootstrap: The brokers.

    Attributes:
        seen: The observations; read only.
    """

    def __init__(self, bootstrap: str) -> None:
        self.seen = Observations()
        self._facts = FactReader(JOB_EVENTS)
        settings = KafkaSettings(bootstrap=bootstrap, client="bench")
        readers = (
            (JOB_EVENTS, Consumer(settings.consumer("observer"))),
            (JOB_COMMANDS, Consumer(settings.consumer("observer-commands") | _UNHURRIED)),
        )
        self._stop = threading.Event()
        self._failure: Exception | None = None
        self._threads = [
            threading.Thread(target=self._follow, args=(topic, consumer), name=f"observer-{topic.name}")
            for topic, consumer in readers
        ]
        for topic, consumer in readers:
            consumer.assign([_end(consumer, topic.name, p) for p in range(topic.partitions)])
        for thread in self._threads:
            thread.start()

    def ended(self) -> int:
        """Return the number of ended jobs whose commands were also seen.

        Raises:
            KafkaException: the log can no longer be read.
        """
        if self._failure is not None:
            raise self._failure
        return min(len(self.seen.ended_ms), len(self.seen.appended_ms))

    def close(self) -> None:
        """End the threads."""
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _follow(self, topic: Topic, consumer: Consumer) -> None:
        try:
            while not self._stop.is_set():
                first = consumer.poll(_POLL_S)
                if first is not None:
                    messages = [first, *consumer.consume(_MESSAGES_MAX, 0)]
                    now_ms = time.time() * 1_000
                    for message in messages:
                        self._take(topic, message, now_ms)
        except KafkaException as error:
            self._failure = error
        finally:
            consumer.close()

    def _take(self, topic: Topic, message: Message, now_ms: float) -> None:
        error = message.error()
        if error is not None:
            if error.code() != KafkaError._PARTITION_EOF and not error.retriable():
                raise KafkaException(error)
            return
        number = number_of(message.key())
        if number is None:
            return
        appended_ms = message.timestamp()[1]
        if topic is JOB_COMMANDS:
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


def _end(consumer: Consumer, topic: str, partition: int) -> TopicPartition:
    """Return the current end of a partition."""
    place = TopicPartition(topic, partition)
    return TopicPartition(topic, partition, consumer.get_watermark_offsets(place, _ANSWER_S)[1])
