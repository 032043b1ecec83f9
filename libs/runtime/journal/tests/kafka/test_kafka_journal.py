"""Behaviour that only a real broker and a real registry can show."""

from __future__ import annotations

import json
import threading
import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from confluent_kafka import Producer
from muster.events.scheduler_lease import LeaseRenewed
from muster.events.topics import TOPICS
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Outgoing, Start, Unavailable
from muster.journal.admin import create_topics, register_schemas
from muster.journal.errors import SchemaIncompatible, SchemaMissing, TransactionLeftOpen
from muster.journal.kafka import KafkaJournal
from muster.testkit.patience import Patience
from muster.testkit.stack.topics import remove_topics

pytestmark = pytest.mark.stack
Tick = Callable[..., Envelope[LeaseRenewed]]
NOWHERE = "127.0.0.1:1"


def payload(schema: Any) -> Any:
    """The envelope's field that holds the event."""
    return next(field for field in schema["fields"] if field["name"] == "payload")


def branches(topic: Topic) -> list[Any]:
    """The events of a topic."""
    union: Any = payload(json.loads(topic.schema))["type"]
    return [*union] if isinstance(union, list) else [union]


def test_a_registry_that_is_down_at_the_start_is_named(kafka: Any) -> None:
    with pytest.raises(
        Unavailable, match=r"schema registry http://127\.0\.0\.1:1: looking up the schema of one-"
    ):
        KafkaJournal(kafka.bootstrap, f"http://{NOWHERE}", "test", topics=[kafka.topics.one])


def test_an_unregistered_schema_is_named_with_what_to_do(kafka: Any) -> None:
    absent = replace(kafka.topics.one, name="never-registered")
    with pytest.raises(SchemaMissing, match=r"no schema of never-registered.*make schemas-push"):
        KafkaJournal(kafka.bootstrap, kafka.registry_url, "test", topics=[absent])


def test_a_schema_that_breaks_old_readers_is_refused(kafka: Any) -> None:
    breaking = json.loads(kafka.topics.one.schema)
    breaking["fields"].append({"name": "must", "type": "string"})
    with pytest.raises(SchemaIncompatible, match="FULL_TRANSITIVE"):
        register_schemas(kafka.registry_url, [replace(kafka.topics.one, schema=json.dumps(breaking))])


@pytest.mark.parametrize("topic", [t for t in TOPICS if len(branches(t)) > 1], ids=lambda t: t.name)
def test_a_topic_may_gain_an_event_and_never_lose_one(endpoints: Mapping[str, str], topic: Topic) -> None:
    """As in an upgrade, the registry knows a version with one event fewer."""
    registry_url = endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    subject = replace(topic, name=f"{topic.name}-{uuid.uuid4().hex[:8]}")
    younger = json.loads(subject.schema)
    older = json.loads(subject.schema)
    payload(older)["type"].pop()
    register_schemas(registry_url, [replace(subject, schema=json.dumps(older))])
    register_schemas(registry_url, [replace(subject, schema=json.dumps(younger))])
    more = {"name": "more", "type": ["null", "string"], "default": None}
    lost = {**older, "fields": [*older["fields"], more]}
    with pytest.raises(SchemaIncompatible, match="BACKWARD_TRANSITIVE"):
        register_schemas(registry_url, [replace(subject, schema=json.dumps(lost))])


def test_topics_and_schemas_may_be_put_in_place_again(kafka: Any) -> None:
    for _ in range(2):
        create_topics(kafka.bootstrap, [kafka.topics.one])
        register_schemas(kafka.registry_url, [kafka.topics.one])


def test_a_broker_that_is_down_is_named_when_topics_are_created(kafka: Any) -> None:
    with pytest.raises(Unavailable, match=f"at {NOWHERE}"):
        create_topics(NOWHERE, [kafka.topics.one], timeout_s=1)


def test_new_topics_can_be_read_at_once(kafka: Any, suffix: str) -> None:
    new = [replace(kafka.topics.one, name=f"new-{n}-{suffix}", partitions=8) for n in range(10)]
    try:
        create_topics(kafka.bootstrap, new)
        kafka.journal.reader(new, name="at-once").close()
    finally:
        remove_topics(kafka.bootstrap, kafka.registry_url, new)


def test_a_record_has_the_brokers_time_not_the_producers(kafka: Any, tick: Tick) -> None:
    stale = Producer({"bootstrap.servers": kafka.bootstrap})
    value = kafka.encode(tick(1))
    stale.produce(kafka.topics.one.name, value, partition=0, timestamp=1_000)
    assert stale.flush(60) == 0
    [delivery] = kafka.journal.reader([kafka.topics.one], name="r").read_to_end()
    assert delivery.appended_at_ms > 1_700_000_000_000


def test_the_end_is_that_of_what_is_committed(kafka: Any, tick: Tick) -> None:
    """A reader that starts behind an open transaction must see it when it commits."""
    one = kafka.topics.one
    slow = Producer({"bootstrap.servers": kafka.bootstrap, "transactional.id": f"slow-{one.name}"})
    slow.init_transactions(60)
    slow.begin_transaction()
    slow.produce(one.name, kafka.encode(tick(1)), partition=0)
    slow.flush(60)
    reader = kafka.journal.reader([one], name="r", start=Start.END)
    assert reader.poll(10, 0.5) == []
    slow.commit_transaction(60)
    assert [d.envelope for d in reader.poll(10, 60)] == [tick(1)]


def test_aborted_records_are_never_read(kafka: Any, tick: Tick) -> None:
    one = kafka.topics.one
    undecided = Producer({"bootstrap.servers": kafka.bootstrap, "transactional.id": f"t-{one.name}"})
    undecided.init_transactions(60)
    undecided.begin_transaction()
    undecided.produce(one.name, kafka.encode(tick(1)), partition=0)
    undecided.flush(60)
    undecided.abort_transaction(60)
    producer = kafka.journal.producer("p")
    producer.send(Outgoing(one, tick(2))).result(60)
    producer.close()
    reader = kafka.journal.reader([one], name="r")
    assert [d.envelope for d in reader.read_to_end()] == [tick(2)]


def test_a_fence_ends_the_open_transaction_of_a_dead_leader(kafka: Any, tick: Tick) -> None:
    one = kafka.topics.one
    dead = Producer({"bootstrap.servers": kafka.bootstrap, "transactional.id": one.name})
    dead.init_transactions(60)
    dead.begin_transaction()
    dead.produce(one.name, kafka.encode(tick(1)), partition=0)
    dead.flush(60)
    sequencer = kafka.journal.sequencer(one.name)
    sequencer.fence()
    sequencer.commit([Outgoing(one, tick(2))])
    reader = kafka.journal.reader([one], name="r")
    assert [d.envelope for d in reader.read_to_end()] == [tick(2)]
    sequencer.close()


def test_open_transactions_of_others_are_awaited_and_named_if_they_do_not_end(kafka: Any, tick: Tick) -> None:
    one = kafka.topics.one
    other = Producer({"bootstrap.servers": kafka.bootstrap, "transactional.id": f"{one.name}-other"})
    other.init_transactions(60)
    other.begin_transaction()
    other.produce(one.name, kafka.encode(tick(1)), partition=0)
    other.flush(60)
    with pytest.raises(TransactionLeftOpen, match=f"open at {one.name}/0/0, 0.1 s after"):
        kafka.journal.wait_until_settled([one], 0.1)
    waiting = threading.Thread(target=kafka.journal.wait_until_settled, args=([one], 60))
    waiting.start()
    other.commit_transaction(60)
    waiting.join(60)
    assert not waiting.is_alive()
    kafka.journal.wait_until_settled([one], 0)


def test_a_producer_outlives_a_fatal_error_of_its_client(kafka: Any, tick: Tick) -> None:
    producer = kafka.journal.producer("p")
    producer.send(Outgoing(kafka.topics.one, tick(1))).result(60)
    broken = producer._producer
    producer._fatal.set()  # as a delivery report with a fatal error does
    patience = Patience()
    while producer._producer is broken:
        assert not patience.is_over()
        producer.send(Outgoing(kafka.topics.one, tick(2)))
    producer.send(Outgoing(kafka.topics.one, tick(3))).result(60)
    producer.close()
    last = list(kafka.journal.reader([kafka.topics.one], name="r").read_to_end())[-1]
    assert last.envelope == tick(3)


def test_a_send_without_a_broker_ends_with_an_answer(kafka: Any, tick: Tick) -> None:
    journal = KafkaJournal(
        NOWHERE,
        kafka.registry_url,
        "test",
        topics=[kafka.topics.one],
        extra={"delivery.timeout.ms": "1000"},
    )
    producer = journal.producer("p")
    answer = producer.send(Outgoing(kafka.topics.one, tick(1)))
    with pytest.raises(Unavailable, match="1 record not acknowledged"):
        producer.flush(0.2)
    with pytest.raises(Unavailable, match="one-"):
        answer.result(60)
    producer.close()
    journal.close()


def test_a_reader_without_a_broker_says_so(kafka: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muster.journal.kafka.reader.ANSWER_S", 0.5)
    journal = KafkaJournal(NOWHERE, kafka.registry_url, "test", topics=[kafka.topics.one])
    with pytest.raises(Unavailable):
        journal.reader([kafka.topics.one], name="r")
    journal.close()
