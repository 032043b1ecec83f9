"""Kill -9 between the world and the ledger, on the real servers: sent again, with the same id."""

from __future__ import annotations

import base64
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Generator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from muster.events.alerts_commands import AlertChannel, AlertSeverity
from muster.events.alerts_events import AlertDestination, AlertRaised
from muster.events.delivery_events import AlertSent
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Outgoing
from muster.journal.admin import create_topics, register_schemas
from muster.journal.kafka import KafkaJournal
from muster.reactors import Ledger, State
from muster.reactors.webhook import signature
from muster.testkit.patience import exit_code, until
from muster.testkit.processes import reactor
from muster.testkit.stack.topics import remove_topics

pytestmark = pytest.mark.faults

FACTS = 20
SECRET = b"known to both"


@pytest.fixture
def topics(name: str, endpoints: Mapping[str, str]) -> Generator[tuple[Topic, Topic]]:
    topics = reactor.topics(f"alerts-{name}", f"deliveries-{name}")
    bootstrap, registry = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    create_topics(bootstrap, topics)
    register_schemas(registry, topics)
    yield topics
    remove_topics(bootstrap, registry, topics)


def append(journal: KafkaJournal, topic: Topic, url: str) -> None:
    to = AlertDestination(route="pager", tenant="acme", channel=AlertChannel.WEBHOOK, url=url, secret="pager")
    with closing(journal.producer("test")) as producer:
        for number in range(FACTS):
            alert = AlertRaised(
                alert=f"alert-{number}",
                rule="test",
                series="test/ann",
                severity=AlertSeverity.INFO,
                title="This is a test",
                text="Nothing has happened.",
                links=(),
                tenant="acme",
                team="",
                at_ms=number,
                routes=(to,),
            )
            envelope = Envelope(
                event_id=f"event-{number}",
                key=alert.alert,
                occurred_at_ms=number,
                producer="test",
                correlation_id="c",
                payload=alert,
            )
            producer.send(Outgoing(topic, envelope)).result(60)


def test_kill_9_between_effect_and_ledger(  # noqa: PLR0917  (fixtures)
    name: str,
    topics: tuple[Topic, Topic],
    ledger: Ledger,
    receiver: Any,
    endpoints: Mapping[str, str],
    tmp_path: Path,
) -> None:
    followed, reported = topics
    bootstrap, registry = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    journal = KafkaJournal(bootstrap, registry, "test", topics=topics)
    append(journal, followed, f"{receiver.url}/hook")
    (tmp_path / "acme").mkdir()
    (tmp_path / "acme" / "pager").write_text(f"whsec_{base64.b64encode(SECRET).decode()}")

    def start(failpoints: str) -> subprocess.Popen[bytes]:
        module = "muster.testkit.processes.reactor"
        names = [name, followed.name, reported.name]
        arguments = [*names, receiver.url, str(tmp_path), "1000", failpoints]
        return subprocess.Popen([sys.executable, "-m", module, *arguments], env={**os.environ, **endpoints})

    for failpoints in ("after_effect:5", "after_effect:7"):
        assert exit_code(start(failpoints)) == -signal.SIGKILL
    entries = ledger.entries(reactor=name)
    assert {entry.state for entry in entries} >= {State.DUE, State.DELIVERED}, "it died in the middle"
    last = start("")
    try:
        until(
            lambda: len(ledger.entries(reactor=name, states=[State.DELIVERED])) >= FACTS,
            lambda: ledger.entries(reactor=name),
            position=lambda: ledger.entries(reactor=name),
            pause_s=0.05,
        )
    finally:
        last.terminate()
        assert exit_code(last) == 0

    calls = Counter(call.headers["webhook-id"] for call in receiver.received)
    assert set(calls) == {entry.key for entry in ledger.entries(reactor=name)}
    assert len(calls) == FACTS, "at least once each, under one key each"
    assert len(receiver.received) > FACTS, "what was done and not written down was done again"
    by_key = {call.headers["webhook-id"]: call.body for call in receiver.received}
    for call in receiver.received:
        key, at = call.headers["webhook-id"], call.headers["webhook-timestamp"]
        assert call.body == by_key[key]
        assert call.headers["webhook-signature"] == signature(SECRET, key, at, call.body)
    with closing(journal), closing(journal.reader([reported], name="t")) as reader:
        told = [delivery.envelope for delivery in reader.read_to_end()]
    assert {envelope.event_id for envelope in told} == {f"{key}/sent" for key in calls}
    assert {type(envelope.payload) for envelope in told} == {AlertSent}
