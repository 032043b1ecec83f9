"""The broker dies and comes back: all clients reconnect by themselves, nothing is lost or duplicated."""

from __future__ import annotations

import contextlib
import os
import signal
import tempfile
import threading
import time
from collections.abc import Generator, Mapping
from pathlib import Path

import pytest
from muster.journal import Fenced, Leader, Outgoing, SystemClock, Unavailable
from muster.journal.admin import create_topics, register_schemas
from muster.journal.kafka import KafkaJournal
from muster.local import stack
from muster.local.home import Home
from muster.local.processes import supervisor
from muster.testkit.samples.tally import Tally, TallyTopics, Watch, check_tally, command

pytestmark = [pytest.mark.stack, pytest.mark.faults, pytest.mark.timeout(600)]
SERVERS = ("kafka", "registry")
PATIENCE_S = 120.0


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
    """Where its servers are."""
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
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            with contextlib.suppress(Unavailable):
                self._producer.send(Outgoing(self._topics.inputs, command(number))).result(60)
                return
        raise AssertionError(f"command {number} was never acknowledged")


def test_kill_9_of_the_broker_under_load(home: Home, own_endpoints: Mapping[str, str], suffix: str) -> None:
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
        for _ in range(2):
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


def kill(home: Home, name: str) -> None:
    server = supervisor.alive(home, name)
    assert server is not None
    os.kill(server.pid, signal.SIGKILL)
    end = time.monotonic() + 10
    while supervisor.alive(home, name) is not None:
        assert time.monotonic() < end, f"{name} lives on"


def wait_until_counted(watch: Watch, count: int) -> None:
    end = time.monotonic() + PATIENCE_S
    while len(watch.counted) < count:
        assert time.monotonic() < end, f"in vain: counted are {len(watch.counted)} of {count}"
        watch.next_batch(0.2)
