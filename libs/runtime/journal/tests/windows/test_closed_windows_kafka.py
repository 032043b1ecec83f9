"""Closed windows on the real Kafka: kill -9, several workers, rebalances, aborted and removed records."""

from __future__ import annotations

import dataclasses
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, closing
from typing import Any, TypeAlias, cast

import pytest
from confluent_kafka import KafkaError, Message, Producer, TopicPartition
from confluent_kafka.admin import AdminClient
from muster.events.dead_letters import DeadLetter, DeadLetterReason
from muster.events.scheduler_lease import LeaseRenewed
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import SystemClock, Unavailable
from muster.journal.admin import create_topics, register_schemas
from muster.journal.dead_letters import dead_letter_topic
from muster.journal.kafka import KafkaJournal
from muster.journal.kafka.records import position_of
from muster.journal.windows.rows import Progress, WindowRow
from muster.journal.windows.worker import WindowWorker
from muster.journal.wire.codec import Codec
from muster.journal.wire.registry import ConfluentRegistry
from muster.testkit.patience import Patience, exit_code
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


def send_unreadable(endpoints: Mapping[str, str], topic: Topic) -> set[tuple[int, int]]:
    """Append a record to each partition that is no Avro; returns their partitions and offsets."""
    producer = Producer({"bootstrap.servers": endpoints["MUSTER_KAFKA_BOOTSTRAP"]})
    places: set[tuple[int, int]] = set()

    def appended(error: KafkaError | None, message: Message) -> None:
        assert error is None
        position = position_of(message)
        places.add((position.partition, position.offset))

    for partition in range(topic.partitions):
        producer.produce(topic.name, b"not avro", b"unreadable", partition, on_delivery=appended)
    assert producer.flush(60) == 0
    return places


def letters(endpoints: Mapping[str, str], topic: Topic) -> dict[str, DeadLetter]:
    """Return the dead letters of a topic by their ids."""
    servers = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    with (
        closing(KafkaJournal(*servers, "test")) as journal,
        closing(journal.reader([dead_letter_topic(topic)], name="letters")) as reader,
    ):
        return {
            each.envelope.event_id: cast("DeadLetter", each.envelope.payload) for each in reader.read_to_end()
        }


def positions(feed: WindowFeed, endpoints: Mapping[str, str]) -> Mapping[int, Progress]:
    servers = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    with closing(KafkaJournal(*servers, "test", topics=[feed.windows])) as journal:
        sink = lease_sink(journal, short_sums(feed.topic), feed.windows)
        try:
            return sink.positions()
        finally:
            sink.release()


def send_until_all_are_stored(feed: WindowFeed, endpoints: Mapping[str, str]) -> None:
    """Append events until windows of each partition are closed and stored."""
    feed.send_until(closed=3 * KEYS)
    patience = Patience()
    while {each for each, progress in positions(feed, endpoints).items() if progress.read_from_offset} != {
        *range(feed.topic.partitions)
    }:
        assert not patience.is_over(len(feed.rows)), positions(feed, endpoints)
        feed.send()


def test_a_worker_killed_in_mid_window_closes_the_windows_of_an_undisturbed_one(
    feed: WindowFeed, start: Start, endpoints: Mapping[str, str]
) -> None:
    feed.send()
    worker = start()
    send_until_all_are_stored(feed, endpoints)
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


def test_unreadable_records_have_dead_letters_before_positions_pass_them(
    feed: WindowFeed, start: Start, endpoints: Mapping[str, str]
) -> None:
    feed.send()
    unreadable = send_unreadable(endpoints, feed.topic)
    worker = start()
    send_until_all_are_stored(feed, endpoints)
    unreadable |= send_unreadable(endpoints, feed.topic)
    worker.kill()
    assert exit_code(worker) == -signal.SIGKILL
    start()
    patience = Patience()
    while any(positions(feed, endpoints)[partition].read_from_offset <= n for partition, n in unreadable):
        assert not patience.is_over(len(feed.rows)), positions(feed, endpoints)
        feed.send()
    found = letters(endpoints, feed.topic)
    assert {(letter.partition, letter.offset) for letter in found.values()} == unreadable
    assert {letter.reason for letter in found.values()} == {DeadLetterReason.NOT_AVRO}
    assert len(found) == len(unreadable), "a second reading gives its letter the same id"


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
    send_until_all_are_stored(feed, endpoints)
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
    assert all(row.start_ms > stored[row.partition].read_from_ms for row in expected.values())


class HeldSinks:
    """Sinks of open and of closed windows that work once they are released."""

    def __init__(self) -> None:
        self.open_asked, self.open_released = threading.Event(), threading.Event()
        self.closed_asked, self.closed_released = threading.Event(), threading.Event()
        self.closed_rows = 0
        self.progress: list[Progress] = []
        self.written: dict[str, WindowRow] = {}

    def write(self, rows: Sequence[WindowRow]) -> None:
        self.open_asked.set()
        assert self.open_released.wait(300)
        self.written |= {row.window_id: row for row in rows}

    def positions(self) -> Mapping[int, Progress]:
        return {}

    def close(self, rows: Sequence[WindowRow], progress: Progress) -> None:
        self.closed_asked.set()
        assert self.closed_released.wait(300)
        self.progress.append(progress)
        self.closed_rows += len(rows)


def run_beside(worker: WindowWorker[int]) -> tuple[threading.Thread, list[Exception]]:
    """Run a worker in a thread; returns it, and the error that ends it."""
    errors: list[Exception] = []

    def run() -> None:
        try:
            worker.run()
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, errors


def test_a_sink_of_open_windows_that_hangs_delays_no_closing(
    feed: WindowFeed, endpoints: Mapping[str, str]
) -> None:
    servers = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    sinks, stop = HeldSinks(), threading.Event()
    sinks.closed_released.set()
    worker = WindowWorker(*servers, short_sums(feed.topic), sinks, closed=sinks, stop=stop)
    thread, errors = run_beside(worker)
    patience = Patience()
    while sinks.closed_rows < 10 * KEYS:
        assert not patience.is_over(sinks.closed_rows), worker.problem
        feed.send()
    assert sinks.open_asked.is_set()
    assert sinks.written == {}
    sinks.open_released.set()
    stop.set()
    thread.join(60)
    assert errors == []
    assert len(sinks.written) >= 10 * KEYS, "what was not yet written when it stopped is written then"


def no_key(event: Envelope[Any]) -> None:
    """Count an event in no window."""


def test_time_goes_on_where_no_window_closes(feed: WindowFeed, endpoints: Mapping[str, str]) -> None:
    servers = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    sinks, stop = HeldSinks(), threading.Event()
    sinks.closed_released.set()
    only_time = dataclasses.replace(short_sums(feed.topic), key=no_key)
    worker = WindowWorker(*servers, only_time, closed=sinks, stop=stop)
    thread, errors = run_beside(worker)
    patience = Patience()
    while len({each.closed_until_ms for each in sinks.progress if each.partition == 0}) < 3:
        assert not patience.is_over(len(sinks.progress)), worker.problem
        feed.send()
    stop.set()
    thread.join(60)
    assert (errors, sinks.closed_rows) == ([], 0)


@pytest.mark.long
def test_a_reader_that_retention_overtakes_ends_instead_of_passing_over_records(
    feed: WindowFeed, endpoints: Mapping[str, str]
) -> None:
    servers = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    sinks, stop = HeldSinks(), threading.Event()
    worker = WindowWorker(*servers, short_sums(feed.topic), closed=sinks, stop=stop)
    thread, errors = run_beside(worker)
    patience = Patience()
    while not sinks.closed_asked.is_set():
        assert not patience.is_over(), worker.problem
        feed.send()
    for _ in range(400):  # more than faust and aiokafka fetch ahead
        feed.send()
    admin: Any = AdminClient({"bootstrap.servers": servers[0]})
    for place, answer in admin.delete_records(
        [TopicPartition(feed.topic.name, partition, -1) for partition in range(feed.topic.partitions)]
    ).items():
        assert answer.result(60).low_watermark > 0, place
    feed.send()
    sinks.closed_released.set()
    thread.join(120)
    stop.set()
    [error] = errors
    assert isinstance(error, Unavailable)
