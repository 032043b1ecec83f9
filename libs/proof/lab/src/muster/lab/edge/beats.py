"""Reads the newest heartbeat of every node from the log."""

from __future__ import annotations

from contextlib import closing

from muster.events.node_heartbeats import NodeHeartbeat
from muster.events.topics import NODE_HEARTBEATS
from muster.identity import ReportCheck
from muster.journal import Clock, Journal, Since
from muster.scheduler.core.state.state import State

_CLOCKS_DIFFER_MS = 10_000
"""Tolerated lead of this machine's clock over the broker's; beyond it, heartbeats are missed."""


def newest_heartbeats(
    journal: Journal, state: State, clock: Clock, check: ReportCheck
) -> list[NodeHeartbeat]:
    """The newest heartbeat of each usable node that sent one within two of its intervals, by node id.

    One whose sender may not speak for the node does not count.

    Raises:
        JournalError: The log does not answer.
    """
    interval_ms = {node_id: node.joined.interval_ms for node_id, node in state.nodes.items() if node.usable}
    since = Since(clock.now_ms() - 2 * max(interval_ms.values(), default=0) - _CLOCKS_DIFFER_MS)
    newest: dict[str, NodeHeartbeat] = {}
    with closing(
        journal.reader((NODE_HEARTBEATS,), start=since, name="heartbeats", on_poison="pass")
    ) as reader:
        for delivery in reader.read_to_end():
            beat = delivery.envelope.payload
            if not isinstance(beat, NodeHeartbeat) or beat.node_id not in interval_ms:
                continue
            if check.refusal(delivery, beat.node_id) is None:
                newest[beat.node_id] = beat
    return [newest[node_id] for node_id in sorted(newest)]
