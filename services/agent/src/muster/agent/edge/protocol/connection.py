"""The agent's connection to the log on Kafka."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from muster.agent.config import Settings
from muster.events.topics import LOG_EVENTS, NODE_COMMANDS, NODE_HEARTBEATS, TASK_EVENTS
from muster.journal import Journal
from muster.service import Context

Connect: TypeAlias = Callable[[], Journal]
"""Creates a journal; raises Unavailable, UnknownTopic or SchemaMissing while the log is not ready."""

TOPICS = (NODE_COMMANDS, NODE_HEARTBEATS, TASK_EVENTS, LOG_EVENTS)


def to_log(context: Context[Settings]) -> Connect:
    """A function that connects to the log; what it made is closed when the role has ended."""
    return lambda: context.journal(*TOPICS, client_id="agent")
