"""The broker dies and comes back: all clients reconnect by themselves, nothing is lost or duplicated."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from confluent_kafka import Consumer, KafkaError, Producer, TopicPartition
from muster.journal import Fenced, Leader, Outgoing, SystemClock, Unavailable
from muster.journal.admin import create_topics, register_schemas
from muster.journal.kafka import KafkaJournal
from muster.local import stack
from muster.local.home import Home
from muster.local.processes import supervisor
from muster.testkit.patience import Patience, exit_code, until
from muster.testkit.processes.closed_windows import topic_named
from muster.testkit.processes.window_feed import WindowFeed
from muster.testkit.samples.tally import Tally, TallyTopics, Watch, check_tally, command

pytestmark = [pytest.mark.stack, pytest.mark.faults, pytest.mark.timeout(600)]
SERVERS = ("kafka", "schema-registry")
PATIENCE_S = 120.0
MARKED_AT_ONCE = 60
"""Partitions of one transaction: its end takes long enough to be interrupted."""


@pytest.fixture(scope="module")
def home() -> Generator[Home]:
    """A stack of this module's own, to be broken."""
    with tempfile.TemporaryDirectory(prefix="muster-broker-faults-", ignore_cleanup_errors=True) as folder:
        home = Home(Path(folder))
        try:
            yield home
        finally:
            stack.down(home)


@pytest.fixture
def own_endpoints(home: Home) -> Mapping[str, str]:
    """Addresses of this file's own servers."""
    return stack.up(home, only=SERVERS, any_ports=True).endpoints.environment()


class RestartedLeader:
    """A leader that is restarted whenever it is fenced."""

    def __init__(self, journal: KafkaJournal, topics: TallyTopics, cell: str) -> None:
        self._journal = journal
        self._topics = topics
        self._cell = cell
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.failure: Exception | None = None
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.is_set():
            leader = Leader(
                self._journal,
                Tally(self._topics, self._cell),
                self._topics.settings(self._cell),
                leader_id="only",
                stop=self._stop,
                clock=SystemClock(),
                chance=lambda: 0.0,
            )
            try:
                leader.run()
            except Fenced:
                continue
            except Exception as error:
                self.failure = error
                return

    def end(self) -> None:
        self._stop.set()
        self._thread.join(60)
        assert self.failure is None


class Load:
    """A client that retries unacknowledged commands; the same event_id is the same command."""

    def __init__(self, journal: KafkaJournal, topics: TallyTopics) -> None:
        self._topics = topics
        self._producer = journal.producer("load")
        self.count = 0

    def send(self, count: int) -> None:
        for _ in range(count):
            self._send_until_acknowledged(self.count)
            self.count += 1

    def close(self) -> None:
        self._producer.close()

    def _send_until_acknowledged(self, number: int) -> None:
        patience = Patience()
        while not patience.is_over():
            with contextlib.suppress(Unavailable):
                self._producer.send(Outgoing(self._topics.inputs, command(number))).result(60)
                return
        raise AssertionError(f"command {number} was never acknowledged")


@pytest.mark.parametrize("deaths", [1, pytest.param(2, marks=pytest.mark.long)])
def test_kill_9_of_the_broker_under_load(
    home: Home, own_endpoints: Mapping[str, str], suffix: str, deaths: int
) -> None:
    topics = TallyTopics().named(suffix)
    bootstrap = own_endpoints["MUSTER_KAFKA_BOOTSTRAP"]
    registry_url = own_endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    create_topics(bootstrap, topics.all())
    register_schemas(registry_url, topics.all())
    journal = KafkaJournal(bootstrap, registry_url, "test", topics=topics.all())
    watch = Watch(journal, topics)
    load = Load(journal, topics)
    leader = RestartedLeader(journal, topics, suffix)
    try:
        for _ in range(deaths):
            load.send(100)
            kill(home, "kafka")
            back = threading.Thread(target=lambda: stack.up(home, only=SERVERS))
            back.start()
            load.send(100)
            back.join()
            wait_until_counted(watch, load.count)
    finally:
        leader.end()
        watch.close()
        load.close()
    check_tally(journal, topics, range(load.count))
    journal.close()


@pytest.mark.long
def test_windows_close_as_usual_through_a_restart_of_the_broker(
    home: Home, own_endpoints: Mapping[str, str], suffix: str
) -> None:
    servers = own_endpoints["MUSTER_KAFKA_BOOTSTRAP"], own_endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
    topics = [topic_named(f"events-{suffix}"), topic_named(f"windows-{suffix}")]
    create_topics(servers[0], topics)
    register_schemas(servers[1], topics)
    with closing(KafkaJournal(*servers, "test", topics=topics)) as journal:
        feed = WindowFeed(journal, *topics)
        module = "muster.testkit.processes.closed_windows"
        command = [sys.executable, "-m", module, *(topic.name for topic in topics)]
        worker = subprocess.Popen(command, env={**os.environ, **own_endpoints})
        try:
            feed.send_until(closed=20)
            kill(home, "kafka")
            stack.up(home, only=SERVERS)
            feed.send_until(closed=20)
            expected = feed.expected(lambda fold, partition: fold.begin(partition))
            feed.wait_for(expected)
        finally:
            worker.terminate()
            assert exit_code(worker) == 0
            feed.release()
    assert feed.rows == expected


@pytest.mark.long
@pytest.mark.parametrize("deaths", [1, 3])
def test_a_commit_that_the_broker_s_death_interrupts_is_seen_whole(
    home: Home, own_endpoints: Mapping[str, str], suffix: str, deaths: int
) -> None:
    """A commit is answered before its markers are written. Kafka 4.3.1 lost them in one of 8 such deaths."""
    bootstrap = own_endpoints["MUSTER_KAFKA_BOOTSTRAP"]
    wide = replace(TallyTopics().inputs, name=f"wide-{suffix}", partitions=MARKED_AT_ONCE)
    create_topics(bootstrap, [wide])
    journal = KafkaJournal(bootstrap, own_endpoints["MUSTER_SCHEMA_REGISTRY_URL"], "test", topics=[])
    for first in range(0, 3 * deaths, 3):
        writer = Producer({"bootstrap.servers": bootstrap, "transactional.id": wide.name})
        writer.init_transactions(PATIENCE_S)
        for number in range(first, first + 3):
            writer.begin_transaction()
            for partition in range(MARKED_AT_ONCE):
                writer.produce(wide.name, str(number).encode(), partition=partition)
            writer.flush(PATIENCE_S)
            writer.commit_transaction(PATIENCE_S)
        kill(home, "kafka")
        stack.up(home, only=SERVERS)
        journal.sequencer(wide.name).fence()
        journal.wait_until_settled([wide], PATIENCE_S)
    assert seen_of(bootstrap, wide.name) == dict.fromkeys(range(3 * deaths), MARKED_AT_ONCE)
    journal.close()


def seen_of(bootstrap: str, topic: str) -> dict[int, int]:
    """Count each number in the committed records of a topic with MARKED_AT_ONCE partitions."""
    consumer = Consumer(
        {"bootstrap.servers": bootstrap, "group.id": "seen", "enable.partition.eof": True},
        logger=logging.getLogger(__name__),
    )
    consumer.assign([TopicPartition(topic, partition, 0) for partition in range(MARKED_AT_ONCE)])
    seen, ends = Counter[int](), 0
    while ends < MARKED_AT_ONCE:
        message = consumer.poll(PATIENCE_S)
        assert message is not None, "the broker does not answer"
        error = message.error()
        if error is None:
            seen[int(message.value() or b"")] += 1
        else:
            assert error.code() == KafkaError._PARTITION_EOF, error.str()
            ends += 1
    consumer.close()
    return dict(sorted(seen.items()))


def kill(home: Home, name: str) -> None:
    server = supervisor.alive(home, name)
    assert server is not None
    os.kill(server.pid, signal.SIGKILL)
    until(lambda: supervisor.alive(home, name) is None, f"{name} lives on")


def wait_until_counted(watch: Watch, count: int) -> None:
    patience = Patience()
    while (counted := len(watch.counted)) < count:
        assert not patience.is_over(counted), f"in vain: counted are {counted} of {count}"
        watch.next_batch(0.2)
