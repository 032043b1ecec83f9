"""Kill -9 between the effect and the ledger, on the real servers: delivered again, with the same key."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Generator, Mapping
from concurrent.futures import Future
from contextlib import closing
from typing import Any, cast
from urllib.parse import quote

import httpx
import pytest
from confluent_kafka.admin import AdminClient
from muster.events.scheduler_lease import LeaseRenewed
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Outgoing
from muster.journal.admin import create_topics, register_schemas
from muster.journal.dead_letters import with_dead_letters
from muster.journal.kafka import KafkaJournal
from muster.reactors import Ledger, State
from muster.reactors.webhook import signature
from muster.testkit.processes import reactor

pytestmark = pytest.mark.faults

FACTS = 20
SECRET = "known to both"


@pytest.fixture
def topic(name: str, endpoints: Mapping[str, str]) -> Generator[Topic]:
    topic = reactor.topic(f"leases-{name}")
    bootstrap, registry = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    create_topics(bootstrap, [topic])
    register_schemas(registry, [topic])
    yield topic
    names = [t.name for t in with_dead_letters([topic])]
    admin = AdminClient({"bootstrap.servers": bootstrap})
    answers = cast("Mapping[str, Future[None]]", admin.delete_topics(names))  # pyright: ignore[reportUnknownMemberType]
    for answer in answers.values():
        answer.result(60)
    for each in names:
        httpx.delete(f"{registry}/subjects/{quote(each)}-value")


def append(endpoints: Mapping[str, str], topic: Topic) -> None:
    bootstrap, registry = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    with (
        closing(KafkaJournal(bootstrap, registry, "test", topics=[topic])) as journal,
        closing(journal.producer("test")) as producer,
    ):
        for number in range(FACTS):
            payload = LeaseRenewed(cell="c", epoch=number, leader_id="l")
            envelope = Envelope(
                event_id=f"event-{number}",
                key="c",
                occurred_at_ms=number,
                producer="test",
                correlation_id="c",
                payload=payload,
            )
            producer.send(Outgoing(topic, envelope)).result(60)


def test_kill_9_between_effect_and_ledger(
    name: str, topic: Topic, ledger: Ledger, receiver: Any, endpoints: Mapping[str, str]
) -> None:
    append(endpoints, topic)

    def start(failpoints: str) -> subprocess.Popen[bytes]:
        module = "muster.testkit.processes.reactor"
        arguments = [name, topic.name, f"{receiver.url}/hook", SECRET, "1000", failpoints]
        return subprocess.Popen([sys.executable, "-m", module, *arguments], env={**os.environ, **endpoints})

    for failpoints in ("after_effect:5", "after_effect:7"):
        assert start(failpoints).wait(60) == -signal.SIGKILL
    entries = ledger.entries(reactor=name)
    assert {entry.state for entry in entries} >= {State.DUE, State.DELIVERED}, "it died in the middle"
    last = start("")
    try:
        end = time.monotonic() + 60
        while len(ledger.entries(reactor=name, states=[State.DELIVERED])) < FACTS:
            assert time.monotonic() < end, ledger.entries(reactor=name)
            time.sleep(0.05)
    finally:
        last.terminate()
        assert last.wait(60) == 0

    calls = Counter(call.headers["webhook-id"] for call in receiver.received)
    assert set(calls) == {entry.key for entry in ledger.entries(reactor=name)}
    assert len(calls) == FACTS, "at least once each, under one key each"
    assert len(receiver.received) > FACTS, "what was done and not written down was done again"
    by_key = {call.headers["webhook-id"]: call.body for call in receiver.received}
    for call in receiver.received:
        key, at = call.headers["webhook-id"], call.headers["webhook-timestamp"]
        assert call.body == by_key[key]
        assert call.headers["webhook-signature"] == signature(SECRET.encode(), key, at, call.body)
