"""A shared reading gives each follower what its own reader would give it, and decodes each record once."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.job_events import NodeSuspected
from muster.events.operator_commands import CordonNode
from muster.events.topics import JOB_EVENTS, OPERATOR_COMMANDS
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope, Topic
from muster.journal.clock import ManualClock
from muster.journal.errors import Unavailable
from muster.journal.journal import Delivery, Outgoing, Reader
from muster.journal.memory import MemoryJournal
from muster.journal.position import Position, Start, StartAt, TopicPartition
from muster.testkit.laws import examples
from muster.views.shared_reading import PATIENCE_MS, Polled, SharedReading

BOTH = (JOB_EVENTS, OPERATOR_COMMANDS)


class Log(MemoryJournal):
    """A log in memory that counts what its readers decode, and whose readers fail when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.decoded = 0
        self.failing = False
        self.told: list[Position] = []
        self._writer = self.producer("test")

    def tell(self, count: int) -> None:
        for _ in range(count):
            number = len(self.told)
            node_id = f"node-{number % 5}"
            topic, payload = _event(number, node_id)
            envelope = Envelope(
                event_id=f"e{number}",
                key=node_id,
                occurred_at_ms=number,
                producer="test",
                correlation_id="c",
                payload=payload,
            )
            self.told.append(self._writer.send(Outgoing(topic, envelope)).result(60))

    def reader(
        self, topics: Sequence[Topic], *, start: StartAt = Start.BEGINNING, name: str, **kwargs: Any
    ) -> Any:
        return _Counted(self, super().reader(topics, start=start, name=name, **kwargs))


@dataclass
class _Counted:
    log: Log
    reader: Reader

    def poll(self, max_records: int, timeout_s: float) -> list[Delivery[Record]]:
        if self.log.failing:
            self.log.failing = False
            raise Unavailable("told to fail")
        deliveries = self.reader.poll(max_records, timeout_s)
        self.log.decoded += len(deliveries)
        return deliveries

    def positions(self) -> dict[TopicPartition, int]:
        return self.reader.positions()

    def passed(self) -> dict[TopicPartition, int]:
        return self.reader.passed()

    def waits(self) -> str | None:
        return self.reader.waits()

    def close(self) -> None:
        self.reader.close()


def _event(number: int, node_id: str) -> tuple[Topic, Any]:
    if number % 3:
        return JOB_EVENTS, NodeSuspected(node_id=node_id, silent_ms=number)
    return OPERATOR_COMMANDS, CordonNode(node_id=node_id, requested_by="ada", reason="")


@dataclass
class Follower:
    """A follower, what it has got, and what it has to get."""

    log: Log
    reading: SharedReading
    topics: Sequence[Topic]
    got: list[Position] = field(default_factory=list[Position])
    name: str = "test"
    reader: Polled | None = None

    def opened(self) -> Polled:
        if self.reader is None:
            self.reader = self.reading.reader(self.topics, start=self.positions(), name=self.name)
        return self.reader

    def positions(self) -> Mapping[TopicPartition, int]:
        return {p.topic_partition: p.offset + 1 for p in self.got}

    def poll(self, most: int) -> bool:
        deliveries = self.opened().poll(most, 0)
        assert len(deliveries) <= most
        self.got += [d.position for d in deliveries]
        return bool(deliveries)

    def reopen(self) -> None:
        """As after a failure of the store, or a swap: a new reader at the stored positions."""
        if self.reader is not None:
            self.reader.close()
            self.reader = None

    def drain(self) -> None:
        due = len(self.due())
        for _ in range(10_000):
            self.poll(7)
            if len(self.got) >= due:
                return

    def due(self) -> set[Position]:
        names = {topic.name for topic in self.topics}
        return {p for p in self.log.told if p.topic in names}

    def has_all_in_order(self) -> None:
        assert sorted(self.got) == sorted(self.due())
        for partition in {p.topic_partition for p in self.got}:
            offsets = [p.offset for p in self.got if p.topic_partition == partition]
            assert offsets == sorted(offsets)


def three(log: Log, reading: SharedReading) -> list[Follower]:
    return [Follower(log, reading, topics) for topics in (BOTH, (JOB_EVENTS,), (JOB_EVENTS,))]


def inside(followers: Sequence[Follower]) -> None:
    """Let all into the window: they have read everything there is."""
    for follower in followers:
        follower.drain()
        follower.poll(7)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["tell", "wait"]), st.integers(1, 9)),
        st.tuples(st.sampled_from(["poll-0", "poll-1", "poll-2"]), st.integers(1, 9)),
        st.tuples(st.sampled_from(["reopen-0", "reopen-1", "reopen-2"]), st.just(0)),
    ),
    max_size=40,
)


@given(STEPS, st.integers(0, 20))
@examples(150)
def test_each_follower_gets_everything_once_and_in_order(steps: list[tuple[str, int]], before: int) -> None:
    log, clock = Log(), ManualClock()
    log.tell(before)
    reading = SharedReading(log, BOTH, name="test", urgent_first=["a", "b"], kept_records_max=6, clock=clock)
    followers = three(log, reading)
    for follower, name in zip(followers, "abc", strict=True):
        follower.name = name
    for step, number in steps:
        action, _, which = step.partition("-")
        if action == "tell":
            log.tell(number)
        elif action == "poll":
            followers[int(which)].poll(number)
        elif action == "wait":
            clock.advance(number * 1_000)
        else:
            followers[int(which)].reopen()
    for follower in followers:
        follower.drain()
        follower.has_all_in_order()


def test_new_records_are_decoded_once_for_all() -> None:
    log = Log()
    reading = SharedReading(log, BOTH, name="test")
    followers = three(log, reading)
    inside(followers)
    log.tell(300)
    for _ in range(300):
        for follower in followers:
            follower.poll(3)
    for follower in followers:
        follower.has_all_in_order()
    assert (log.decoded, reading.record_count) == (300, 0)


def test_an_empty_poll_means_that_nothing_has_arrived() -> None:
    log = Log()
    quick, slow, _ = followers = three(log, SharedReading(log, BOTH, name="test"))
    inside(followers)
    for _ in range(30):  # chunks of one record; a third of them are of a topic that `slow` does not read
        log.tell(1)
        quick.poll(1)
    while slow.poll(7):
        pass
    slow.has_all_in_order()


def test_chunks_are_not_kept_for_a_late_follower_and_it_reads_by_itself() -> None:
    log = Log()
    reading = SharedReading(log, BOTH, name="test", kept_records_max=50)
    quick, slow, other = three(log, reading)
    inside([quick, slow, other])
    for _ in range(20):
        log.tell(20)
        quick.drain()
        other.drain()
        assert reading.record_count <= 50 + 20
    for follower in (quick, slow, other):
        follower.drain()
        follower.has_all_in_order()
    assert log.decoded == 400 + len(slow.due())


@pytest.mark.parametrize("patient", [True, False], ids=["coming", "gone"])
def test_a_less_urgent_one_waits_for_a_more_urgent_one_only_while_that_one_comes(patient: bool) -> None:
    log, clock = Log(), ManualClock(0)
    reading = SharedReading(
        log, BOTH, name="test", urgent_first=["tables", "graph"], kept_records_max=50, clock=clock
    )
    tables, graph = Follower(log, reading, BOTH, name="tables"), Follower(log, reading, BOTH, name="graph")
    inside([tables, graph])
    for _ in range(5):
        log.tell(20)
        while graph.poll(20):
            pass
    assert len(graph.got) == 60  # the window is full, and `tables` has taken nothing
    if patient:
        tables.drain()
    else:
        clock.advance(PATIENCE_MS + 1)
    graph.drain()
    graph.has_all_in_order()
    tables.drain()
    tables.has_all_in_order()
    assert log.decoded == (100 if patient else 200)


def test_the_most_urgent_one_waits_for_nobody() -> None:
    log = Log()
    reading = SharedReading(log, BOTH, name="test", urgent_first=["tables", "graph"], kept_records_max=50)
    tables, graph = Follower(log, reading, BOTH, name="tables"), Follower(log, reading, BOTH, name="graph")
    inside([tables, graph])
    for _ in range(5):
        log.tell(20)
        tables.drain()
    tables.has_all_in_order()
    graph.drain()
    graph.has_all_in_order()
    assert log.decoded == 200


def test_a_failure_of_the_log_reaches_its_reader_and_the_others_continue() -> None:
    log = Log()
    followers = three(log, SharedReading(log, BOTH, name="test"))
    inside(followers)
    log.tell(20)
    log.failing = True
    with pytest.raises(Unavailable):
        followers[0].poll(7)
    for follower in (*followers[1:], followers[0]):
        follower.drain()
        follower.has_all_in_order()


def test_followers_in_threads_of_their_own_all_get_everything() -> None:
    log = Log()
    followers = three(
        log, SharedReading(log, BOTH, name="test", urgent_first=["a", "b"], kept_records_max=30)
    )
    for follower, name in zip(followers, "abc", strict=True):
        follower.name = name
    told = threading.Event()

    def follow(follower: Follower, most: int) -> None:
        while not told.is_set():
            follower.got += [d.position for d in follower.opened().poll(most, 0.01)]
        follower.drain()
        follower.reopen()

    threads = [
        threading.Thread(target=follow, args=(follower, 3 + 10 * n)) for n, follower in enumerate(followers)
    ]
    for thread in threads:
        thread.start()
    for _ in range(100):
        log.tell(10)
    told.set()
    for thread in threads:
        thread.join(timeout=180)
    for follower in followers:
        follower.has_all_in_order()
