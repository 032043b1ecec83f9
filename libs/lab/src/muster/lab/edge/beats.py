"""The next beat of every node, heard as any outsider may."""

from __future__ import annotations

import time
from contextlib import closing

from muster.events.node_heartbeats import NodeHeartbeat
from muster.events.topics import NODE_HEARTBEATS
from muster.journal import Start
from muster.journal.kafka import KafkaJournal
from muster.scheduler.core.state.state import State
from muster.service import S3Settings

_POLL_MAX = 1_000
_POLL_S = 0.2
_SLACK_S = 2.0


def next_beats(settings: S3Settings, state: State) -> list[NodeHeartbeat]:
    """One beat of each usable node, in the order of their ids; waits for two intervals at most.

    Raises:
        JournalError: The log does not answer.
    """
    awaited = {node_id: node.joined.interval_ms for node_id, node in state.nodes.items() if node.usable}
    heard: dict[str, NodeHeartbeat] = {}
    journal = KafkaJournal(
        settings.kafka_bootstrap, settings.schema_registry_url, "muster-capacity", topics=[NODE_HEARTBEATS]
    )
    with (
        closing(journal),
        closing(
            journal.reader((NODE_HEARTBEATS,), start=Start.END, name="capacity", on_poison="stop")
        ) as reader,
    ):
        until = time.monotonic() + 2 * max(awaited.values(), default=0) / 1_000 + _SLACK_S
        while awaited.keys() - heard.keys() and time.monotonic() < until:
            for delivery in reader.poll(_POLL_MAX, _POLL_S):
                beat = delivery.envelope.payload
                if isinstance(beat, NodeHeartbeat) and beat.node_id in awaited:
                    heard[beat.node_id] = beat
    return [heard[node_id] for node_id in sorted(heard)]
