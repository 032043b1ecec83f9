"""Creates topics and registers schemas when a stack is started or upgraded; services never do this.

Both functions can be repeated safely.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Final, cast

from confluent_kafka import KafkaError, KafkaException, TopicPartition
from confluent_kafka.admin import AdminClient, OffsetSpec  # pyright: ignore[reportPrivateImportUsage]
from confluent_kafka.cimpl import NewTopic
from muster.backoff import Backoff, Pauses
from muster.events.topics import TOPICS
from muster.events.wire.envelope import Topic
from muster.journal.dead_letters import with_dead_letters
from muster.journal.errors import Unavailable
from muster.journal.kafka import failures
from muster.journal.kafka.settings import KafkaSettings
from muster.journal.wire.registry import ConfluentRegistry

_BROKER_DEFAULT = -1
_SEGMENT_MS_MAX = 24 * 3_600_000
_NO_LEADER: Final = Backoff(first_ms=5, longest_ms=250)
_LEADER_TRIES: Final = 120
_LEADERLESS: Final = frozenset(
    {
        KafkaError.FENCED_LEADER_EPOCH,
        KafkaError.LEADER_NOT_AVAILABLE,
        KafkaError.NOT_LEADER_FOR_PARTITION,
        KafkaError.UNKNOWN_LEADER_EPOCH,
        KafkaError.UNKNOWN_TOPIC_OR_PART,
        KafkaError._NOENT,
        KafkaError._UNKNOWN_PARTITION,
        KafkaError._UNKNOWN_TOPIC,
    }
)


def create_topics(bootstrap: str, topics: Sequence[Topic] = TOPICS, *, timeout_s: float = 30.0) -> None:
    """Create each topic and its dead-letter topic, if missing, and wait until brokers serve them.

    Existing ones are not changed.

    Raises:
        Unavailable: the broker did not answer, or refused; the message names the topic and the reason.
    """
    admin = AdminClient(KafkaSettings(bootstrap=bootstrap, client="muster").admin())
    asked = [_new_topic(t) for t in with_dead_letters(topics)]
    create = cast("Callable[..., dict[str, Future[None]]]", admin.create_topics)  # pyright: ignore[reportUnknownMemberType]
    answers = create(asked, request_timeout=timeout_s, operation_timeout=timeout_s)
    new = list[TopicPartition]()
    for topic in asked:
        try:
            answers[topic.topic].result()
        except KafkaException as error:
            reason = failures.reason(error)
            if reason.code() != KafkaError.TOPIC_ALREADY_EXISTS:
                raise Unavailable(f"topic {topic.topic} at {bootstrap}: {reason.str()}") from error
        else:
            new += [TopicPartition(topic.topic, partition) for partition in range(topic.num_partitions)]
    _wait_for_leaders(admin, new, timeout_s)


def _wait_for_leaders(admin: AdminClient, partitions: Sequence[TopicPartition], timeout_s: float) -> None:
    """Wait until partitions that the controller has just made can be read: their brokers learn of them later.

    Raises:
        Unavailable: one of them still has no leader after half a minute of pauses.
    """
    list_offsets = cast("Callable[..., dict[TopicPartition, Future[Any]]]", admin.list_offsets)  # pyright: ignore[reportUnknownMemberType]
    pauses, waiting = Pauses(_NO_LEADER), list(partitions)
    for tries_left in reversed(range(_LEADER_TRIES)):
        if not waiting:
            return
        answers = list_offsets(dict.fromkeys(waiting, OffsetSpec.earliest()), request_timeout=timeout_s)
        waiting.clear()
        for partition, answer in answers.items():
            try:
                answer.result()
            except KafkaException as error:
                reason = failures.reason(error)
                if reason.code() not in _LEADERLESS or not tries_left:
                    raise Unavailable(f"topic {partition.topic}: {reason.str()}") from error
                waiting.append(partition)
        threading.Event().wait(pauses.next_ms() / 1000 if waiting else 0)


def register_schemas(registry_url: str, topics: Sequence[Topic] = TOPICS, *, timeout_s: float = 30.0) -> None:
    """Register the schemas of all topics and their dead-letter topics, each subject once.

    Raises:
        SchemaIncompatible: a schema would break old readers or old records.
        Unavailable: the registry did not answer.
    """
    with ConfluentRegistry(registry_url, timeout_s=timeout_s) as registry:
        for topic in {each.subject: each for each in with_dead_letters(topics)}.values():
            registry.register(topic)


def _new_topic(topic: Topic) -> NewTopic:
    config: dict[str, Any] = {
        "cleanup.policy": topic.cleanup,
        "retention.ms": str(topic.retention_ms),
        # Use the broker's time, so that appended_at_ms does not depend on a producer's clock.
        "message.timestamp.type": "LogAppendTime",
    }
    if topic.retention_ms > 0:
        # Retention drops whole segments but never the active one: a record goes at most a segment later.
        config["segment.ms"] = str(min(topic.retention_ms, _SEGMENT_MS_MAX))
    return NewTopic(topic.name, topic.partitions, _BROKER_DEFAULT, config=config)
