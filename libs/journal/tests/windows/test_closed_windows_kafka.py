"""Closed windows on the real Kafka: kill -9, several workers, rebalances, aborted and removed records."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, closing
from typing import Any, TypeAlias

import pytest
from confluent_kafka import Producer, TopicPartition
from confluent_kafka.admin import AdminClient
from muster.events.scheduler_lease import LeaseRenewed
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import SystemClock
from muster.journal.admin import create_topics, register_schemas
from muster.journal.kafka import KafkaJournal
from muster.journal.windows.rows import Progress
from muster.journal.wire.codec import Codec
from muster.journal.wire.registry import ConfluentRegistry
from muster.testkit.patience import exit_code
from muster.testkit.processes.closed_windows import (
    lease_sink,
    short_sums,
    topic_named,
)
from muster.testkit.processes.window_feed import KEYS, WindowFeed

pytestmark = pytest.mark.faults


Start: TypeAlias = Callable[..., subprocess.Popen[bytes]]
"""Starts a worker of a group, or one that reads all."""


@pytest.fixture
def feed(
    suffix: str, endpoints: Mapping[str, str], remove_topics: Callable[[str, str, Sequence[Topic]], None]
) -> Generator[WindowFeed]:
    topics = [topic_named(f"events-{suffix}"), topic_named(f"windows-{suffix}")]
    servers = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    create_topics(servers[0], topics)
    register_schemas(servers[1], topics)
    with closing(KafkaJournal(*servers, "test", topics=topics)) as journal:
        feed = WindowFeed(journal, *topics)
        yield feed
        feed.release()
    remove_topics(*servers, topics)


@pytest.fixture
def start(
    feed: WindowFeed, endpoints: Mapping[str, str]
) -> Generator[Callable[..., subprocess.Popen[bytes]]]:
    """Start a worker; those that live are ended."""
    with ExitStack() as stack:

        def start(*group: str) -> subprocess.Popen[bytes]:
            module = "muster.testkit.processes.closed_windows"
            command = [sys.executable, "-m", module, feed.topic.name, feed.windows.name, *group]
            worker = subprocess.Popen(command, env={**os.environ, **endpoints})
            stack.callback(end, worker)
            return worker

        yield start


def end(worker: subprocess.Popen[bytes]) -> None:
    if worker.poll() is None:
        worker.terminate()
        assert exit_code(worker) == 0


def send_aborted(endpoints: Mapping[str, str], topic: Topic) -> None:
    """Append a record in a transaction that is then aborted: it never happened."""
    envelope = Envelope(
        event_id="aborted",
        key="cell-0",
        occurred_at_ms=SystemClock().now_ms(),
        producer="test",
        correlation_id="c",
        payload=LeaseRenewed(cell="cell-0", epoch=10_000_000, leader_id="l"),
    )
    with ConfluentRegistry(endpoints["MUSTER_SCHEMA_REGISTRY_URL"]) as registry:
        value = Codec(registry).encode(topic, envelope)
    producer = Producer(
        {"bootstrap.servers": endpoints["MUSTER_KAFKA_BOOTSTRAP"], "transactional.id": topic.name}
    )
    producer.init_transactions(60)
    producer.begin_transaction()
    producer.produce(topic.name, value, b"cell-0", 0)
    assert producer.flush(60) == 0
    producer.abort_transaction(60)


def positions(feed: WindowFeed, endpoints: Mapping[str, str]) -> Mapping[int, Progress]:
    servers = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    with closing(KafkaJournal(*servers, "test", topics=[feed.windows])) as journal:
        sink = lease_sink(journal, short_sums(feed.topic), feed.windows)
        try:
            return sink.positions()
        finally:
            sink.release()


def test_a_worker_killed_in_mid_window_closes_the_windows_of_an_undisturbed_one(
    feed: WindowFeed, start: Start, endpoints: Mapping[str, str]
) -> None:
    feed.send()
    worker = start()
    feed.send_until(closed=3 * KEYS)
    send_aborted(endpoints, feed.topic)
    worker.kill()
    assert exit_code(worker) == -signal.SIGKILL
    for _ in range(10):
        feed.send()
    stored = positions(feed, endpoints)
    assert stored.keys() == {0, 1, 2}
    assert all(progress.read_from_offset > 0 for progress in stored.values())
    start()
    feed.send_until(closed=3 * KEYS)
    expected = feed.expected(lambda fold, partition: fold.begin(partition))
    feed.wait_for(expected)
    assert feed.rows == expected


@pytest.mark.long
@pytest.mark.parametrize("group", [(), ("shared",)], ids=["separate", "shared"])
def test_workers_that_come_and_go_close_the_windows_of_one(
    feed: WindowFeed, start: Start, group: tuple[str, ...]
) -> None:
    names = tuple(f"{name}-{feed.topic.name}" for name in group)
    first = start(*names)
    feed.send_until(closed=2 * KEYS)
    second = start(*names)
    feed.send_until(closed=20 * KEYS)
    end(first)
    feed.send_until(closed=3 * KEYS)
    third = start(*names)
    feed.send_until(closed=20 * KEYS)
    second.kill()
    assert exit_code(second) == -signal.SIGKILL
    feed.send_until(closed=3 * KEYS)
    expected = feed.expected(lambda fold, partition: fold.begin(partition))
    feed.wait_for(expected)
    assert feed.rows == expected
    end(third)


@pytest.mark.long
def test_windows_that_lost_records_to_retention_are_never_closed(
    feed: WindowFeed, start: Start, endpoints: Mapping[str, str]
) -> None:
    worker = start()
    feed.send_until(closed=3 * KEYS)
    worker.kill()
    assert exit_code(worker) == -signal.SIGKILL
    for _ in range(10):
        feed.send()
    stored = positions(feed, endpoints)
    before = dict(feed.rows)
    admin: Any = AdminClient({"bootstrap.servers": endpoints["MUSTER_KAFKA_BOOTSTRAP"]})
    cut = {each.partition: each.read_from_offset + 20 for each in stored.values()}
    places = [TopicPartition(feed.topic.name, partition, offset) for partition, offset in cut.items()]
    for answer in admin.delete_records(places).values():
        answer.result(60)
    start()
    feed.send_until(closed=3 * KEYS)
    expected = feed.expected(
        lambda fold, partition: fold.begin(partition, stored[partition], first_offset=cut[partition])
    )
    feed.wait_for(expected)
    assert feed.rows == before | expected
    assert min(row.start_ms for row in expected.values()) > max(each.read_from_ms for each in stored.values())
