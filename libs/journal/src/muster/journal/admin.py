"""Creates topics and registers schemas when a stack is started or upgraded; services never do this.

Both functions can be repeated safely.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, cast

from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic
from muster.events.topics import TOPICS
from muster.events.wire.envelope import Topic
from muster.journal.dead_letters import with_dead_letters
from muster.journal.errors import Unavailable
from muster.journal.kafka import failures
from muster.journal.kafka.settings import KafkaSettings
from muster.journal.wire.registry import ConfluentRegistry

_BROKER_DEFAULT = -1
_SEGMENT_MS_MAX = 24 * 3_600_000


def create_topics(bootstrap: str, topics: Sequence[Topic] = TOPICS, *, timeout_s: float = 30.0) -> None:
    """Create each topic and its dead-letter topic, if missing. Existing ones are not changed.

    Raises:
        Unavailable: the broker did not answer, or refused; the message names the topic and the reason.
    """
    admin = AdminClient(KafkaSettings(bootstrap=bootstrap, client="muster").admin())
    asked = [_new_topic(t) for t in with_dead_letters(topics)]
    create = cast("Callable[..., dict[str, Future[None]]]", admin.create_topics)  # pyright: ignore[reportUnknownMemberType]
    answers = create(asked, request_timeout=timeout_s, operation_timeout=timeout_s)
    for name, answer in answers.items():
        try:
            answer.result()
        except KafkaException as error:
            reason = failures.reason(error)
            if reason.code() != KafkaError.TOPIC_ALREADY_EXISTS:
                raise Unavailable(f"topic {name} at {bootstrap}: {reason.str()}") from error


def register_schemas(registry_url: str, topics: Sequence[Topic] = TOPICS, *, timeout_s: float = 30.0) -> None:
    """Register the schemas of all topics and their dead-letter topics, under <topic>-value.

    Raises:
        SchemaIncompatible: a schema would break old readers or old records.
        Unavailable: the registry did not answer.
    """
    with ConfluentRegistry(registry_url, timeout_s=timeout_s) as registry:
        for topic in with_dead_letters(topics):
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
