"""Windows on the real Kafka: duplicates, events out of order, an aborted transaction, kill -9: one total."""

from __future__ import annotations

import dataclasses
import os
import random
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing
from typing import Any

import psycopg
import pytest
from confluent_kafka import Producer
from muster.events.scheduler_lease import LeaseRenewed
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Outgoing, Position, SystemClock
from muster.journal.admin import create_topics, register_schemas
from muster.journal.kafka import KafkaJournal
from muster.journal.wire.codec import Codec
from muster.journal.wire.registry import ConfluentRegistry
from muster.testkit.patience import exit_code, until
from muster.testkit.processes.window import MINUTE_MS, sums
from psycopg import sql

pytestmark = pytest.mark.faults

EVENTS = 3_000
KEYS = 7


@pytest.fixture
def topic(
    suffix: str, endpoints: Mapping[str, str], remove_topics: Callable[[str, str, Sequence[Topic]], None]
) -> Generator[Topic]:
    topic = sums(f"windows-{suffix}").topic
    places = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    create_topics(places[0], [topic])
    register_schemas(places[1], [topic])
    yield topic
    remove_topics(*places, [topic])


@pytest.fixture
def schema(suffix: str, endpoints: Mapping[str, str]) -> Generator[str]:
    name = suffix.replace("-", "_")
    yield name
    with psycopg.connect(endpoints["MUSTER_POSTGRES_DSN"], autocommit=True) as connection:
        connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(name)))


def events() -> list[Envelope[LeaseRenewed]]:
    """Distinct events over the last eight minutes, for several keys."""
    chance, now_ms = random.Random(7), SystemClock().now_ms()
    made: list[Envelope[LeaseRenewed]] = []
    for number in range(EVENTS):
        key = f"cell-{number % KEYS}"
        made.append(
            Envelope(
                event_id=f"event-{number}",
                key=key,
                occurred_at_ms=now_ms - chance.randrange(8 * MINUTE_MS),
                producer="test",
                correlation_id="c",
                payload=LeaseRenewed(cell=key, epoch=chance.randrange(1, 100), leader_id="l"),
            )
        )
    return made


def send_aborted(endpoints: Mapping[str, str], topic: Topic, envelope: Envelope[LeaseRenewed]) -> None:
    """Write a record in a transaction that is then aborted: it never happened."""
    with ConfluentRegistry(endpoints["MUSTER_SCHEMA_REGISTRY_URL"]) as registry:
        value = Codec(registry).encode(topic, envelope)
    settings = {"bootstrap.servers": endpoints["MUSTER_KAFKA_BOOTSTRAP"], "transactional.id": topic.name}
    producer = Producer({**settings, "partitioner": "murmur2"})
    producer.init_transactions(60)
    producer.begin_transaction()
    producer.produce(topic.name, value, envelope.key.encode())
    assert producer.flush(60) == 0
    producer.abort_transaction(60)


class Windows:
    """The rows in the sink."""

    def __init__(self, dsn: str, schema: str) -> None:
        self._dsn = dsn
        self._table = sql.Identifier(schema, "windows")

    def rows(self) -> list[tuple[str, int, int, int]]:
        """Key, start, value, events."""
        query = sql.SQL("SELECT key, start_ms, value::text::int, events FROM {}").format(self._table)
        with psycopg.connect(self._dsn) as connection:
            try:
                return [(k, s, v, e) for k, s, v, e in connection.execute(query).fetchall()]
            except psycopg.errors.UndefinedTable:
                return []

    def counted(self) -> int:
        return sum(count for *_, count in self.rows())

    def wait_for(self, least: int) -> None:
        until(
            lambda: self.counted() >= least,
            lambda: f"{self.counted()} of {least}",
            position=self.counted,
            pause_s=0.05,
        )


def test_totals_are_those_of_a_clean_fold_through_duplicates_disorder_and_kill_9(
    topic: Topic, schema: str, endpoints: Mapping[str, str]
) -> None:
    made = events()
    chance = random.Random(11)
    stream = made + chance.sample(made, EVENTS // 3)
    chance.shuffle(stream)
    windows = Windows(endpoints["MUSTER_POSTGRES_DSN"], schema)

    def start() -> subprocess.Popen[bytes]:
        module = "muster.testkit.processes.window"
        environment = {**os.environ, **endpoints}
        return subprocess.Popen([sys.executable, "-m", module, topic.name, schema], env=environment)

    bootstrap, registry = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    worker = start()
    try:
        with (
            closing(KafkaJournal(bootstrap, registry, "test", topics=[topic])) as journal,
            closing(journal.producer("test")) as producer,
        ):

            def send(part: Sequence[Envelope[Any]]) -> None:
                answers: list[Future[Position]] = [producer.send(Outgoing(topic, each)) for each in part]
                assert [answer.result(60).topic for answer in answers] == [topic.name] * len(part)

            send(stream[:1_000])
            send_aborted(endpoints, topic, dataclasses.replace(made[0], event_id="aborted"))
            windows.wait_for(1)
            worker.kill()  # while it reads
            assert exit_code(worker) == -signal.SIGKILL
            send(stream[1_000:2_500])
            worker = start()
            send(stream[2_500:])
            windows.wait_for(EVENTS)
    finally:
        worker.terminate()
        assert exit_code(worker) in (0, -signal.SIGKILL)

    expected: dict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0])
    for each in made:
        total = expected[each.key, each.occurred_at_ms - each.occurred_at_ms % MINUTE_MS]
        total[0] += each.payload.epoch
        total[1] += 1
    assert {(k, s): [v, e] for k, s, v, e in windows.rows()} == dict(expected)
