"""Reactors on a log in memory and the real ledger: once per fact, retried alone, parked with a reason."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pytest
from muster.backoff import Backoff
from muster.events.scheduler_lease import LeaseRenewed
from muster.events.topics import SCHEDULER_LEASE
from muster.events.wire.envelope import Envelope
from muster.journal import ManualClock, MemoryJournal, Outgoing, Start
from muster.reactors import Effect, Entry, Ledger, Reactor, ReactorWorker, State, Undeliverable
from muster.reactors.reactor import Item
from muster.testkit.patience import until

pytestmark = pytest.mark.stack


class World:
    """Receiver of effects; some fail as the test demands."""

    def __init__(self) -> None:
        self.done: list[tuple[str, int]] = []
        self.keys: dict[int, set[str]] = {}
        self.failures: dict[int, list[Exception]] = {}

    def perform(self, item: Item) -> None:
        number = int(item.payload["number"])
        self.keys.setdefault(number, set()).add(item.key)
        if self.failures.get(number):
            raise self.failures[number].pop(0)
        self.done.append((item.label, number))

    def numbers(self) -> list[int]:
        return sorted(number for _, number in self.done)


class Rig:
    def __init__(self, name: str, ledger: Ledger) -> None:
        self.topic = dataclasses.replace(SCHEDULER_LEASE, name=f"leases-{name}")
        self.journal = MemoryJournal([self.topic])
        self.clock = ManualClock()
        self.world = World()
        self.ledger = ledger
        self.name = name

    def fact(self, number: int) -> None:
        payload = LeaseRenewed(cell="c", epoch=number, leader_id="l")
        envelope = Envelope(
            event_id=str(number),
            key="c",
            occurred_at_ms=number,
            producer="test",
            correlation_id="c",
            payload=payload,
        )
        self.journal.producer("test").send(Outgoing(self.topic, envelope)).result(60)

    @contextmanager
    def running(self, **changes: Any) -> Generator[ReactorWorker]:
        def effects(delivery: Any) -> list[Effect]:
            return [Effect("note", {"number": delivery.envelope.payload.epoch})]

        reactor = Reactor(
            name=self.name,
            topics=[self.topic],
            effects=changes.pop("effects", effects),
            perform=self.world.perform,
            begin=changes.pop("begin", Start.BEGINNING),
            attempts_max=changes.pop("attempts_max", 3),
            backoff=Backoff(first_ms=1_000, longest_ms=60_000),
        )
        stop = threading.Event()
        worker = ReactorWorker(reactor, self.journal, self.ledger, clock=self.clock, stop=stop, **changes)
        thread = threading.Thread(target=worker.run)
        thread.start()
        try:
            yield worker
        finally:
            stop.set()
            thread.join(30)
            assert not thread.is_alive()

    def entry(self, number: int) -> Entry:
        [entry] = [e for e in self.ledger.entries(reactor=self.name) if e.event_id == str(number)]
        return entry

    def stands(self, number: int, state: State) -> bool:
        entries = self.ledger.entries(reactor=self.name)
        return any(e.event_id == str(number) and e.state is state for e in entries)


@pytest.fixture
def rig(name: str, ledger: Ledger) -> Rig:
    return Rig(name, ledger)


def test_every_fact_is_carried_out_once_and_the_ledger_says_so(rig: Rig) -> None:
    for number in range(20):
        rig.fact(number)
    with rig.running() as worker:
        until(lambda: all(rig.stands(number, State.DELIVERED) for number in range(20)))
        assert worker.problem is None
    assert rig.world.numbers() == list(range(20))
    assert rig.entry(3).attempts == 1


def test_a_fact_that_comes_twice_and_a_log_that_is_read_again_fire_nothing_twice(rig: Rig) -> None:
    for number in (1, 2, 1):
        rig.fact(number)
    with rig.running():
        until(lambda: rig.stands(1, State.DELIVERED) and rig.stands(2, State.DELIVERED))
    forget_positions(rig)
    rig.fact(3)
    with rig.running():
        until(lambda: rig.stands(3, State.DELIVERED))
    assert rig.world.numbers() == [1, 2, 3]


def test_two_workers_of_one_reactor_share_the_work(rig: Rig) -> None:
    for number in range(30):
        rig.fact(number)
    with rig.running(), rig.running():
        until(lambda: all(rig.stands(number, State.DELIVERED) for number in range(30)))
    assert rig.world.numbers() == list(range(30))


def test_a_reactor_that_never_ran_leaves_the_past_alone_and_misses_nothing_since(rig: Rig) -> None:
    rig.fact(1)
    with rig.running(begin=Start.END):
        until(lambda: bool(rig.ledger.positions(rig.name)))
    rig.fact(2)  # while it is down
    with rig.running(begin=Start.END):
        until(lambda: rig.stands(2, State.DELIVERED))
    assert rig.world.numbers() == [2]


def test_a_failed_delivery_is_retried_with_growing_pauses_and_delays_no_other(rig: Rig) -> None:
    rig.world.failures[1] = [OSError("no route"), OSError("still none")]
    rig.fact(1)
    rig.fact(2)
    with rig.running(side_by_side=1):
        until(lambda: rig.stands(1, State.FAILED) and rig.stands(2, State.DELIVERED))
        assert "no route" in rig.entry(1).reason
        assert rig.entry(1).due_at_ms == rig.clock.now_ms() + 1_000
        rig.clock.advance(1_000)
        until(lambda: "still none" in rig.entry(1).reason)
        assert rig.entry(1).due_at_ms == rig.clock.now_ms() + 2_000
        rig.clock.advance(2_000)
        until(lambda: rig.stands(1, State.DELIVERED))
    assert rig.entry(1).attempts == 3
    assert len(rig.world.keys[1]) == 1, "the same idempotency key at every attempt"


def test_after_so_many_attempts_it_is_parked_with_its_reason_until_a_person_has_it_tried_again(
    rig: Rig,
) -> None:
    rig.world.failures[1] = [OSError(f"attempt {n}") for n in range(3)]
    rig.fact(1)
    with rig.running():
        for pause_ms in (1_000, 2_000):
            # An attempt under way holds a lease: only a recorded failure is due after its pause.
            due_ms = rig.clock.now_ms() + pause_ms
            until(lambda due_ms=due_ms: rig.stands(1, State.FAILED) and rig.entry(1).due_at_ms == due_ms)
            rig.clock.advance(pause_ms)
        until(lambda: rig.stands(1, State.PARKED))
        assert rig.entry(1).reason == "3 attempts; the last: OSError: attempt 2"
        assert rig.ledger.retry(rig.name, None, now_ms=rig.clock.now_ms()) == [rig.entry(1).key]
        until(lambda: rig.stands(1, State.DELIVERED))
    assert len(rig.world.keys[1]) == 1


def test_an_impossible_delivery_is_parked_at_once(rig: Rig) -> None:
    rig.world.failures[1] = [Undeliverable("the target refuses it")]
    rig.fact(1)
    with rig.running():
        until(lambda: rig.stands(1, State.PARKED))
    assert (rig.entry(1).attempts, rig.entry(1).reason) == (1, "the target refuses it")


def test_a_delivered_entry_is_never_tried_again(rig: Rig) -> None:
    rig.fact(1)
    with rig.running():
        until(lambda: rig.stands(1, State.DELIVERED))
    assert rig.ledger.retry(rig.name, [rig.entry(1).key], now_ms=rig.clock.now_ms()) == []


def test_an_attempt_whose_process_died_is_repeated_after_its_lease_and_parked_when_all_die(rig: Rig) -> None:
    rig.fact(1)
    with rig.running(side_by_side=1):
        until(lambda: rig.stands(1, State.DELIVERED))
    rig.fact(2)
    follow_only(rig)
    for attempt in (1, 2, 3):  # three processes that took it and were never heard of again
        [item] = rig.ledger.claim(rig.name, now_ms=rig.clock.now_ms(), lease_ms=60_000, limit=9)
        assert rig.ledger.claim(rig.name, now_ms=rig.clock.now_ms(), lease_ms=60_000, limit=9) == []
        assert item.attempt == attempt
        rig.clock.advance(60_000)
    with rig.running():
        until(lambda: rig.stands(2, State.PARKED))
    assert "their process died" in rig.entry(2).reason
    assert rig.world.numbers() == [1]


def test_a_scheduled_delivery_waits_in_the_ledger_and_delays_no_other(rig: Rig) -> None:
    later_ms = rig.clock.now_ms() + 86_400_000

    def effects(delivery: Any) -> list[Effect]:
        number = delivery.envelope.payload.epoch
        return [Effect("note", {"number": number}, not_before_ms=later_ms if number == 1 else 0)]

    for number in (1, 2):
        rig.fact(number)
    with rig.running(effects=effects):
        until(lambda: rig.stands(2, State.DELIVERED))
        assert (rig.stands(1, State.DUE), rig.entry(1).attempts) == (True, 0)
    rig.clock.advance(86_400_000)
    with rig.running(effects=effects):
        until(lambda: rig.stands(1, State.DELIVERED))
    assert rig.world.numbers() == [1, 2]


def follow_only(rig: Rig) -> None:
    """Enter what the log holds, as a worker that dies right then."""
    deliveries = list(rig.journal.reader([rig.topic], name="t").read_to_end())
    asked = [(d, Effect("note", {"number": int(d.envelope.event_id)})) for d in deliveries]
    rig.ledger.record(rig.name, asked, {(rig.topic.name, 0): len(deliveries)}, rig.clock.now_ms())


def forget_positions(rig: Rig) -> None:
    with rig.ledger._pool.connection() as connection:  # pyright: ignore[reportPrivateUsage]
        connection.execute("DELETE FROM reactors.positions WHERE reactor = %s", (rig.name,))
