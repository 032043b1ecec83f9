"""The newest heartbeats, read from the log."""

from __future__ import annotations

from collections.abc import Iterable

from muster.events.node_heartbeats import NodeHeartbeat
from muster.events.topics import NODE_HEARTBEATS
from muster.events.wire.envelope import Envelope
from muster.journal import ManualClock, MemoryJournal, Outgoing
from muster.lab.edge.beats import newest_heartbeats
from muster.testkit.cores.build import beat, node
from muster.testkit.cores.scenario import given
from muster.testkit.tokens import Tokens

INTERVAL_MS = node("n1").interval_ms


def send(journal: MemoryJournal, beats: Iterable[NodeHeartbeat], shown: str) -> None:
    producer = journal.producer("agents")
    for each in beats:
        envelope = Envelope(
            event_id=f"{each.node_id}.{each.beat}",
            key=each.node_id,
            occurred_at_ms=0,
            producer="agent",
            correlation_id="c",
            payload=each,
        )
        producer.send(Outgoing(NODE_HEARTBEATS, envelope, authorization=shown)).result(0)


def test_the_newest_beat_of_each_node_that_still_sends_them() -> None:
    clock = ManualClock()
    journal = MemoryJournal([NODE_HEARTBEATS], clock=clock)
    silent, *alive = [node(f"n{n}") for n in range(5)]
    state = given(silent, *alive).state
    tokens = Tokens(clock=clock)
    check, good = tokens.report_check(), tokens.node_authorization("*")
    send(journal, [beat(silent, 1)], good)
    clock.advance(60_000)
    send(journal, [beat(each, 7) for each in alive], good)
    clock.advance(INTERVAL_MS)
    send(journal, [*(beat(each, 8) for each in alive), beat(node("elsewhere"), 1)], good)
    send(journal, [beat(each, 9) for each in alive], tokens.node_authorization("elsewhere"))
    assert newest_heartbeats(journal, state, clock, check) == [beat(each, 8) for each in alive]
    clock.advance(2 * INTERVAL_MS)
    assert newest_heartbeats(journal, state, clock, check) == [beat(each, 8) for each in alive]
    clock.advance(60_000)
    assert newest_heartbeats(journal, state, clock, check) == []


def test_without_nodes_there_are_no_beats() -> None:
    clock = ManualClock()
    journal = MemoryJournal([NODE_HEARTBEATS], clock=clock)
    tokens = Tokens(clock=clock)
    send(journal, [beat(node("n1"))], tokens.node_authorization("n1"))
    assert newest_heartbeats(journal, given().state, clock, tokens.report_check()) == []
