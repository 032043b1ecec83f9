"""Reads the next heartbeat of every node from the log."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager

from muster.events.node_heartbeats import NodeHeartbeat
from muster.events.topics import NODE_HEARTBEATS
from muster.journal import Reader, Start
from muster.journal.kafka import KafkaJournal
from muster.scheduler.core.state.state import State
from muster.service import S3Settings

_POLL_MAX = 1_000
_POLL_S = 0.2
_SLACK_S = 2.0


@contextmanager
def listening(settings: S3Settings) -> Generator[Callable[[State], list[NodeHeartbeat]]]:
    """Start reading heartbeats; the function given waits for one of each node in a state.

    Raises:
        JournalError: The log does not answer.
    """
    journal = KafkaJournal(
        settings.kafka_bootstrap, settings.schema_registry_url, "muster-capacity", topics=[NODE_HEARTBEATS]
    )
    with (
        closing(journal),
        closing(
            journal.reader((NODE_HEARTBEATS,), start=Start.END, name="capacity", on_poison="stop")
        ) as reader,
    ):
        yield lambda state: _one_of_each(reader, state)


def _one_of_each(reader: Reader, state: State) -> list[NodeHeartbeat]:
    """One heartbeat of each usable node, ordered by node id; waits for at most two intervals."""
    awaited = {node_id: node.joined.interval_ms for node_id, node in state.nodes.items() if node.usable}
    heard: dict[str, NodeHeartbeat] = {}
    until = time.monotonic() + 2 * max(awaited.values(), default=0) / 1_000 + _SLACK_S
    while awaited.keys() - heard.keys() and time.monotonic() < until:
        for delivery in reader.poll(_POLL_MAX, _POLL_S):
            beat = delivery.envelope.payload
            if isinstance(beat, NodeHeartbeat) and beat.node_id in awaited:
                heard[beat.node_id] = beat
    return [heard[node_id] for node_id in sorted(heard)]
