"""Work orders: the queue as a law over any history; workers in processes of their own on the real servers."""

from __future__ import annotations

import random
import subprocess
import threading
import uuid
from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any, cast

import pytest
from muster.deciding import DecidingRole, MemoryStore, Snapshots, verify
from muster.deciding.work import Worker, WorkerSettings
from muster.events.shared.work_orders import (
    WorkEnded,
    WorkerReported,
    WorkLost,
    WorkOrdered,
    WorkParked,
    WorkQueued,
    WorkReported,
    WorkReturned,
)
from muster.events.topics import EVAL_REPORTS, EVAL_WORK, PROCESS_LEASE
from muster.events.wire.deciding_log import DecidedBatch
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import ManualClock, MemoryJournal, Outgoing, SharedLease, Step
from muster.testkit import laws
from muster.testkit.patience import exit_code
from muster.testkit.samples.chores import LEASE_MS, QUEUE, ChoresTopics, ask, chores
from muster.testkit.samples.names.process import lease_topic
from muster.testkit.simulation import MemoryObjects
from muster.testkit.stack.deciding_cell import DecidingCell

TOPICS = ChoresTopics("test")


class Desk:
    """A decider on the memory journal, and workers that the test plays."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.journal = MemoryJournal((*TOPICS.all(), PROCESS_LEASE), clock=self.clock)
        self.service = chores(TOPICS)
        self._producer = self.journal.producer("test")
        self._log = self.journal.reader([TOPICS.log], name="t")
        self._facts: list[Any] = []
        self._sent = 0
        self.role = self.start("one")

    def start(self, name: str) -> DecidingRole:
        role = DecidingRole(
            self.service,
            cell="c",
            journal=self.journal,
            store=MemoryStore(),
            snapshots=Snapshots(MemoryObjects(), "chores", "c"),
            lease=SharedLease(self.journal.producer(name), process_id=name, clock=self.clock),
            process_id=name,
            stop=threading.Event(),
            clock=self.clock,
            chance=lambda: 0.0,
        )
        role.leader.advance(0)
        self.clock.advance(30_000)
        while role.leader.advance(0) is not Step.LED:
            pass
        return role

    def settle(self) -> None:
        quiet = 0
        while quiet < 2:
            quiet = quiet + 1 if self.role.leader.advance(0) is Step.LED else 0

    def ask(self, work_id: str, priority: int = 0) -> None:
        self._producer.send(Outgoing(TOPICS.commands, ask(work_id, priority, b"\xff\x00")))

    def send(self, topic: Topic, payload: Any, key: str) -> None:
        self._sent += 1
        event_id = f"r{self._sent}"
        envelope = Envelope(
            event_id=event_id,
            key=key,
            occurred_at_ms=0,
            producer="w",
            correlation_id=event_id,
            payload=payload,
        )
        self._producer.send(Outgoing(topic, envelope))

    def live(self, worker_id: str, incarnation: int = 1, slots: int = 1) -> None:
        report = WorkerReported(worker_id=worker_id, incarnation=incarnation, slots=slots)
        self.send(TOPICS.reports, report, worker_id)

    def end(self, order: WorkOrdered, *, died: bool = False) -> None:
        report = WorkReported(
            work_id=order.work_id,
            attempt=order.attempt,
            worker_id=order.worker_id,
            incarnation=order.incarnation,
            died=died,
            result=b"" if died else b"done",
            reason="it died" if died else "",
        )
        self.send(TOPICS.reports, report, order.work_id)

    def facts(self) -> list[Any]:
        """Every fact so far; each is read once."""
        batches = [cast("DecidedBatch", d.envelope.payload) for d in self._log.read_to_end()]
        self._facts += [fact.payload for batch in batches for fact in batch.facts]
        return self._facts

    def orders(self) -> list[WorkOrdered]:
        return [fact for fact in self.facts() if isinstance(fact, WorkOrdered)]


def test_the_highest_priority_goes_first_and_equals_in_their_order() -> None:
    desk = Desk()
    for work_id, priority in (("a", 1), ("b", 5), ("c", 5), ("d", 999), ("e", 0)):
        desk.ask(work_id, priority)
        desk.settle()
    desk.live("w")
    for _ in range(5):
        desk.settle()
        desk.end(desk.orders()[-1])
    desk.settle()
    assert [order.work_id for order in desk.orders()] == ["d", "b", "c", "a", "e"]
    assert {order.body for order in desk.orders()} == {b"\xff\x00"}
    verify(desk.service, desk.journal, cell="c")


def test_a_worker_has_no_more_than_its_slots_and_the_freest_is_first() -> None:
    desk = Desk()
    desk.live("small", slots=1)
    desk.live("large", slots=3)
    desk.settle()
    for n in range(6):
        desk.ask(f"n{n}")
    desk.settle()
    assert Counter(order.worker_id for order in desk.orders()) == {"small": 1, "large": 3}


def test_a_lost_lease_comes_back_with_the_next_attempt_and_a_late_result_counts_nothing() -> None:
    desk = Desk()
    desk.ask("a")
    desk.live("first")
    desk.settle()
    [late] = desk.orders()
    desk.clock.advance(LEASE_MS)
    desk.live("second")
    desk.settle()
    again = desk.orders()[-1]
    assert (again.attempt, again.worker_id) == (2, "second")
    desk.end(late)
    desk.settle()
    assert not any(isinstance(fact, WorkEnded) for fact in desk.facts())
    desk.end(again)
    desk.settle()
    assert [f.attempt for f in desk.facts() if isinstance(f, WorkEnded)] == [2]


def test_a_worker_that_starts_again_gives_back_what_it_had_at_once() -> None:
    desk = Desk()
    desk.ask("a")
    desk.live("w", incarnation=1)
    desk.settle()
    desk.live("w", incarnation=2)
    desk.live("w", incarnation=1)  # delayed: nothing follows
    desk.settle()
    assert [(o.attempt, o.incarnation) for o in desk.orders()] == [(1, 1), (2, 2)]
    assert [f.reason for f in desk.facts() if isinstance(f, WorkLost)] == ["worker w: it started again"]


class Done:
    """A body that has ended as soon as it began."""

    def ended(self) -> tuple[bool, bytes] | None:
        return False, b"done"

    def kill(self) -> None:
        pass


def test_requeued_work_can_be_ended_by_the_same_worker_again() -> None:
    desk = Desk()
    settings = WorkerSettings(
        worker_id="w", orders=TOPICS.orders, reports=TOPICS.reports, slots=1, lease_ms=LEASE_MS
    )
    worker = Worker(desk.journal, settings, lambda _: Done(), clock=desk.clock, stop=threading.Event())
    for times in (1, 2):
        worker.advance()
        desk.send(TOPICS.commands, WorkQueued(work_id="a", priority=0, body=b""), "a")
        for _ in range(8):
            desk.settle()
            worker.advance()
        ended = [fact.attempt for fact in desk.facts() if isinstance(fact, WorkEnded)]
        assert ended == [1] * times
    verify(desk.service, desk.journal, cell="c")


class Endless:
    """A body that goes on until it is killed."""

    def __init__(self) -> None:
        self.killed = False

    def ended(self) -> tuple[bool, bytes] | None:
        return None

    def kill(self) -> None:
        self.killed = True


def test_a_worker_lets_go_of_withdrawn_work_and_reports_nothing() -> None:
    clock, bodies = ManualClock(), {b"a": Endless(), b"b": Endless()}
    journal = MemoryJournal((EVAL_WORK, EVAL_REPORTS), clock=clock)
    settings = WorkerSettings(worker_id="w", orders=EVAL_WORK, reports=EVAL_REPORTS, slots=2)
    worker = Worker(journal, settings, bodies.__getitem__, clock=clock, stop=threading.Event())
    worker.advance()

    def send(payload: Any) -> None:
        event_id = uuid.uuid4().hex
        envelope = Envelope(
            event_id=event_id,
            key="w",
            occurred_at_ms=0,
            producer="t",
            correlation_id=event_id,
            payload=payload,
        )
        journal.producer("t").send(Outgoing(EVAL_WORK, envelope))
        for _ in range(8):
            worker.advance()

    for body in bodies:
        order = WorkOrdered(
            work_id=body.decode(),
            attempt=1,
            epoch=1,
            worker_id="w",
            incarnation=clock.now_ms(),
            priority=0,
            body=body,
        )
        send(order)
    end = WorkEnded(work_id="a", attempt=1, worker_id="w", result=b"")
    for other in (replace(end, attempt=2), replace(end, worker_id="v"), replace(end, work_id="c")):
        send(other)
    assert worker.running == 2
    send(end)
    assert [body.killed for body in bodies.values()] == [True, False]
    assert worker.running == 1
    reports = [each.envelope.payload for each in journal.reader([EVAL_REPORTS], name="r").read_to_end()]
    assert not any(isinstance(report, WorkReported) for report in reports)


def test_two_deaths_park_the_item_and_block_nobody_until_a_person_returns_it() -> None:
    desk = Desk()
    desk.ask("poison", 9)
    desk.ask("fine", 1)
    desk.live("w")
    for _ in range(2):
        desk.settle()
        desk.end(desk.orders()[-1], died=True)
    desk.settle()
    assert [o.work_id for o in desk.orders()] == ["poison", "poison", "fine"]
    assert list(QUEUE.parked(desk.role.machine.state)) == [("poison", "it died")]
    desk.end(desk.orders()[-1])
    desk.send(TOPICS.commands, WorkReturned(work_id="poison"), "poison")
    desk.settle()
    assert (desk.orders()[-1].work_id, desk.orders()[-1].attempt) == ("poison", 3)
    assert list(QUEUE.parked(desk.role.machine.state)) == []


def test_work_whose_worker_is_lost_is_not_to_blame_until_it_has_lost_five() -> None:
    desk = Desk()
    desk.ask("a")
    for incarnation in range(1, 5):
        desk.live("w", incarnation)
        desk.settle()
    assert [(f.attempt, f.died) for f in desk.facts() if isinstance(f, WorkLost)] == [
        (1, False),
        (2, False),
        (3, False),
    ]
    desk.end(desk.orders()[-1], died=True)
    desk.settle()
    assert not list(QUEUE.parked(desk.role.machine.state)), "it died once"
    for incarnation in (5, 6):
        desk.live("w", incarnation)
        desk.settle()
    assert list(QUEUE.parked(desk.role.machine.state)) == [("a", "worker w: it started again")]


def test_a_takeover_gives_every_lease_its_time_again() -> None:
    desk = Desk()
    desk.ask("a")
    desk.live("w")
    desk.settle()
    desk.role = desk.start("two")  # half a minute passes, five leases
    desk.settle()
    assert not any(isinstance(fact, WorkLost) for fact in desk.facts())
    desk.clock.advance(LEASE_MS)
    desk.settle()
    assert any(isinstance(fact, WorkLost) for fact in desk.facts())


@pytest.mark.slow
@pytest.mark.parametrize("seed", laws.seeds(25, quick=2))
def test_any_history_of_workers_ends_every_item_once_or_parks_it(seed: int) -> None:
    chance = random.Random(seed)
    desk = Desk()
    incarnations = dict.fromkeys(("u", "v", "w"), 1)
    pending: list[WorkOrdered] = []
    seen = 0
    asked = 0
    for _ in range(120):
        orders = desk.orders()
        pending += orders[seen:]
        seen = len(orders)
        if chance.random() < 0.4:
            desk.ask(f"n{asked}", chance.randrange(3))
            asked += 1
        worker = chance.choice(sorted(incarnations))
        if chance.random() < 0.05:
            incarnations[worker] += 1
        if chance.random() < 0.7:
            desk.live(worker, incarnations[worker], slots=2)
        if pending and chance.random() < 0.8:
            order = pending.pop(chance.randrange(len(pending)))
            if chance.random() < 0.8:
                desk.end(order, died=chance.random() < 0.2)
                if chance.random() < 0.1:
                    desk.end(order)  # reported twice, the second time otherwise
        desk.clock.advance(chance.choice((10, 300, LEASE_MS // 2)))
        desk.settle()
    for _ in range(60):  # calm: every worker lives and ends what it is given
        orders = desk.orders()
        for order in orders[seen:]:
            desk.end(order)
        seen = len(orders)
        for name, incarnation in incarnations.items():
            desk.live(name, incarnation + 1, slots=9)
        desk.clock.advance(100)
        desk.settle()
    facts = desk.facts()
    ended = Counter(f.work_id for f in facts if isinstance(f, WorkEnded))
    parked = {work_id for work_id, _ in QUEUE.parked(desk.role.machine.state)}
    assert set(ended.values()) <= {1}
    assert ended.keys() | parked == {f"n{n}" for n in range(asked)}
    assert not ended.keys() & parked
    attempts: dict[str, list[int]] = {}
    for order in desk.orders():
        attempts.setdefault(order.work_id, []).append(order.attempt)
    assert all(each == list(range(1, len(each) + 1)) for each in attempts.values())
    verify(desk.service, desk.journal, cell="c")


class Yard(DecidingCell):
    """A decider and workers in processes of their own on the real servers."""

    def __init__(self, endpoints: Mapping[str, str]) -> None:
        self.suffix = f"work-{uuid.uuid4().hex[:8]}"
        self.topics = ChoresTopics(self.suffix)
        super().__init__(endpoints, (*self.topics.all(), lease_topic(self.suffix)), self.topics.log)

    def begin(self, role: str, name: str) -> subprocess.Popen[bytes]:
        return self.start("muster.testkit.samples.chores", role, self.suffix, name)

    def ask(self, work_id: str, priority: int, body: str) -> None:
        self.send(self.topics.commands, ask(work_id, priority, body.encode()))

    def fact(self, kind: type[Any], work_id: str) -> Any:
        return self.wait_for_fact(kind, lambda fact: fact.work_id == work_id)


@pytest.fixture
def yard(endpoints: Mapping[str, str]) -> Generator[Yard]:
    yard = Yard(endpoints)
    try:
        yield yard
    finally:
        yard.close()


@pytest.mark.stack
@pytest.mark.faults
class TestOnTheRealServers:
    def test_work_is_done_and_a_poison_item_is_parked(self, yard: Yard) -> None:
        yard.begin("decider", "d")
        yard.begin("worker", "w")
        yard.ask("poison", 9, "die")
        yard.ask("fine", 1, "ok well done")
        assert yard.fact(WorkEnded, "fine").result == b"WELL DONE"
        parked = yard.fact(WorkParked, "poison")
        assert (parked.attempt, parked.reason) == (2, "its process ended with -9")

    def test_kill_9_of_a_worker_brings_its_work_to_another(self, yard: Yard) -> None:
        yard.begin("decider", "d")
        first = yard.begin("worker", "first")
        yard.ask("long", 5, "sleep 1 slept")
        assert yard.fact(WorkOrdered, "long").worker_id == "first"
        first.kill()
        yard.begin("worker", "second")
        ended = yard.fact(WorkEnded, "long")
        assert (ended.attempt, ended.worker_id, ended.result) == (2, "second", b"SLEPT")

    @pytest.mark.long
    def test_an_item_that_kills_its_workers_is_parked(self, yard: Yard) -> None:
        yard.begin("decider", "d")
        yard.ask("killer", 5, "kill-worker")
        for number in range(5):
            worker = yard.begin("worker", f"w{number}")
            assert exit_code(worker) == -9
        assert yard.fact(WorkParked, "killer").attempt == 5
        yard.begin("worker", "last")
        yard.ask("fine", 1, "ok alive")
        assert yard.fact(WorkEnded, "fine").worker_id == "last"

    def test_a_worker_that_is_stopped_ends_what_it_has(self, yard: Yard) -> None:
        yard.begin("decider", "d")
        worker = yard.begin("worker", "w")
        yard.ask("long", 5, "sleep 2 slept")
        yard.fact(WorkOrdered, "long")
        worker.terminate()
        assert exit_code(worker) == 0
        assert yard.fact(WorkEnded, "long").attempt == 1
