"""The agent's connection to the log on Kafka."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from muster.agent.config import Settings
from muster.events.topics import LOG_EVENTS, NODE_COMMANDS, NODE_HEARTBEATS, TASK_EVENTS
from muster.journal import Journal
from muster.journal.kafka import KafkaJournal

Connect: TypeAlias = Callable[[], Journal]
"""Creates a journal; raises Unavailable, UnknownTopic or SchemaMissing while the log is not ready."""

TOPICS = (NODE_COMMANDS, NODE_HEARTBEATS, TASK_EVENTS, LOG_EVENTS)


def to_kafka(settings: Settings) -> Connect:
    """A function that connects to the Kafka named in the settings."""
    return lambda: KafkaJournal(
        settings.kafka_bootstrap, settings.schema_registry_url, "agent", topics=TOPICS
    )
