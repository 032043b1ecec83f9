"""The agent's memory: each transaction is stored as a whole or not at all, and survives a restart."""

from __future__ import annotations

import itertools
import sqlite3
import threading
from collections.abc import Generator
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

import pytest
from muster.agent.core.ledger import TaskKey
from muster.agent.core.reports import Origin, Reporter
from muster.agent.edge.disk.ledger_store import LedgerStore
from muster.agent.edge.disk.memory import Memory, StreamPosition, TaskNote
from muster.agent.edge.protocol import outbox as outbox_module
from muster.agent.edge.protocol.outbox import Outbox
from muster.events.log_events import LogStream
from muster.events.node_commands import RankAssignment, StartTask
from muster.events.task_events import TaskExited, TaskOutcome, TaskStarted
from muster.events.topics import TASK_EVENTS
from muster.journal import MemoryJournal, Outgoing, Position, Producer, Unavailable
from muster.testkit.faults.disk import SmallDisk, small_disk
from muster.testkit.faults.fault import Impossible
from muster.testkit.patience import until

KEY = TaskKey("job-a", 1)
START = StartTask(
    node_id="n",
    epoch=3,
    order_seq=7,
    job_id="job-a",
    attempt=1,
    tenant="t",
    job_name="j",
    user="u",
    ranks=(RankAssignment(rank=0, gpu_indices=(1,), gpu_milli=500),),
    world_size=1,
    master_address="127.0.0.1",
    master_port=1,
    command=("true",),
    env={"A": "ä"},
    grace_ms=1000,
    checkpoint_enabled=True,
)
NOTE = TaskNote(start=START, origin=Origin("c", "e"), trace={"traceparent": "00-1"}, mark="m")


@pytest.fixture
def memory(tmp_path: Path) -> Generator[Memory]:
    memory = Memory(tmp_path / "memory.sqlite")
    yield memory
    memory.close()


@pytest.fixture
def disk(tmp_path: Path) -> Generator[SmallDisk]:
    """A file system of 32 MiB at `small`."""
    (tmp_path / "small").mkdir()
    try:
        with small_disk(tmp_path / "small", 32) as disk:
            yield disk
    except Impossible as error:
        pytest.skip(str(error))


def enqueue(memory: Memory, number: int) -> None:
    report = TaskStarted(node_id="n", job_id=f"job-{number:03d}", attempt=1, ranks=(0,))
    with memory.transaction() as transaction:
        transaction.report(
            TASK_EVENTS, Reporter("n").task(report, Origin("c", "e"), 5), {"traceparent": "00-1"}
        )


@pytest.mark.slow
def test_a_new_memory_is_empty(memory: Memory) -> None:
    assert (memory.positions(), memory.tasks(), memory.outbox(10)) == ({}, [], [])
    assert memory.ledger().order_seq_last == -1


@pytest.mark.slow
def test_memory_survives_a_restart(tmp_path: Path) -> None:
    first = Memory(tmp_path / "memory.sqlite")
    with first.transaction() as transaction:
        transaction.read(Position("node-commands", 2, 41))
        transaction.record(START)
        transaction.task(NOTE)
        transaction.stored(KEY, 0, LogStream.STDERR, StreamPosition(3, 4096))
        transaction.checkpoint(KEY, 0, "step.npz", "1:2:3")
    enqueue(first, 1)
    first.close()
    second = Memory(tmp_path / "memory.sqlite")
    assert second.positions() == {("node-commands", 2): 42}
    assert (second.ledger().epoch, second.ledger().live) == (3, {KEY: START})
    assert second.tasks() == [NOTE]
    assert second.stream_positions(KEY) == {(0, LogStream.STDERR): StreamPosition(3, 4096)}
    assert second.checkpoints(KEY) == {(0, "step.npz"): "1:2:3"}
    (row,) = second.outbox(10)
    assert (row.outgoing.envelope.event_id, row.outgoing.trace) == (
        "n/job-001/1/started",
        {"traceparent": "00-1"},
    )
    second.close()


def test_a_failed_transaction_changes_neither_memory_nor_ledger(memory: Memory) -> None:
    store = LedgerStore(memory)
    with pytest.raises(RuntimeError), store.entry() as entry:
        entry.transaction.read(Position("node-commands", 0, 1))
        entry.record(START)
        raise RuntimeError
    assert (memory.positions(), store.ledger.live, memory.ledger().live) == ({}, {}, {})


def test_a_finished_task_is_forgotten_but_its_attempt_is_not(memory: Memory) -> None:
    with memory.transaction() as transaction:
        transaction.record(START)
        transaction.task(NOTE)
        transaction.stored(KEY, 0, LogStream.STDOUT, StreamPosition(1, 1))
    ended = TaskExited(node_id="n", job_id="job-a", attempt=1, outcome=TaskOutcome.SUCCEEDED, exits=())
    with memory.transaction() as transaction:
        transaction.record(ended)
        transaction.task_done(KEY)
    assert (memory.tasks(), memory.stream_positions(KEY)) == ([], {})
    assert memory.ledger().seen["job-a"] == (1, True, START.order_seq)


class Flaky:
    """A producer whose n-th record is lost once; the others arrive."""

    def __init__(self, producer: Producer, lost: int) -> None:
        self._producer = producer
        self._lost = lost
        self._count = 0

    def send(self, outgoing: Outgoing) -> Future[Position]:
        self._count += 1
        if self._count == self._lost:
            answer: Future[Position] = Future()
            answer.set_exception(Unavailable("no broker"))
            return answer
        return self._producer.send(outgoing)

    def flush(self, timeout_s: float) -> None:
        self._producer.flush(timeout_s)

    def close(self) -> None:
        self._producer.close()


def test_reports_that_the_log_rejected_are_resent_in_order(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_module, "AGAIN_S", 0.01)
    journal = MemoryJournal()
    for number in range(5):
        enqueue(memory, number)
    outbox = Outbox(memory, Flaky(journal.producer("test"), lost=3))
    stopping = threading.Event()
    thread = threading.Thread(target=outbox.run, args=[stopping])
    thread.start()
    assert outbox.wait_until_empty(120)
    stopping.set()
    thread.join()
    said = [d.envelope.event_id for d in journal.reader([TASK_EVENTS], name="test").read_to_end()]
    expected = [f"n/job-{number:03d}/1/started" for number in range(5)]
    # The two after the lost one arrived twice, each time in order; a reader drops the second of an id.
    assert said == [*expected[:2], *expected[3:], *expected[2:]]


def test_a_report_is_sent_as_soon_as_it_is_stored(memory: Memory) -> None:
    journal = MemoryJournal()
    reader = journal.reader([TASK_EVENTS], name="test")
    stopping = threading.Event()
    thread = threading.Thread(target=Outbox(memory, journal.producer("test")).run, args=[stopping])
    thread.start()
    enqueue(memory, 1)
    assert len(until(lambda: list(reader.read_to_end()))) == 1
    stopping.set()
    thread.join()


def test_reports_are_stored_on_a_full_disk(tmp_path: Path, disk: SmallDisk) -> None:
    with closing(Memory(tmp_path / "small" / "memory.sqlite")) as memory:
        disk.fill()
        for number in range(1_000):
            enqueue(memory, number)
            if number % 3 == 0:
                with memory.transaction() as transaction:
                    transaction.reported(number // 2)
        assert memory.waiting() == 1_000 - 499


def test_a_restarted_agent_stores_reports_on_a_full_disk(tmp_path: Path, disk: SmallDisk) -> None:
    file = tmp_path / "small" / "memory.sqlite"
    with closing(Memory(file)) as memory:
        enqueue(memory, 0)
    disk.fill()
    for start in range(1, 4):
        with closing(Memory(file)) as memory:
            for number in range(100 * start, 100 * start + 100):
                enqueue(memory, number)
            assert memory.waiting() == 1 + 100 * start


@pytest.mark.slow
def test_a_memory_whose_room_is_used_up_goes_on_when_there_is_room_again(
    tmp_path: Path, disk: SmallDisk
) -> None:
    with closing(Memory(tmp_path / "small" / "memory.sqlite")) as memory:
        disk.fill()
        numbers = itertools.count()
        with pytest.raises(sqlite3.OperationalError, match="full"):
            for number in numbers:
                enqueue(memory, number)
        stored = memory.waiting()
        disk.empty()
        enqueue(memory, stored)
        assert memory.waiting() == stored + 1
