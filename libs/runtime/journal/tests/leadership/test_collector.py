"""Garbage is collected between batches only: young cycles soon, a dropped state's when there is time."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Generator
from typing import Any

import pytest
from muster.journal import Clock, Collector, Delivery, ManualClock, MemoryJournal, OtherVersion, SystemClock
from muster.journal.leadership import Leader, Step
from muster.journal.leadership.collector import IDLE, SATURATED
from muster.testkit.samples.tally import Tally, TallyTopics

TOPICS = TallyTopics()


class Knot:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collector() -> Generator[Collector]:
    with Collector() as entered:
        entered.between_batches(idle=True)
        yield entered


def knot() -> weakref.ref[Knot]:
    return weakref.ref(Knot())


def filled(size: int) -> list[list[int]]:
    """New objects that live."""
    return [[number] for number in range(size)]


def test_young_cycles_go_when_nothing_waits_and_at_saturation_later(collector: Collector) -> None:
    tied = knot()
    kept = filled(2 * IDLE)
    collector.between_batches(idle=False)
    assert tied() is not None
    collector.between_batches(idle=True)
    assert tied() is None
    tied = knot()
    kept += filled(2 * SATURATED)
    collector.between_batches(idle=False)
    assert tied() is None


@pytest.mark.slow
def test_survivors_are_frozen_until_their_state_is_dropped(collector: Collector) -> None:
    old = Knot()
    tied = weakref.ref(old)
    collector.caught_up()
    del old
    gc.collect()
    assert tied() is not None
    collector.standing_by()
    assert tied() is not None, "no state was dropped"
    collector.state_dropped()
    collector.standing_by()
    assert tied() is None


@pytest.mark.slow
def test_the_collector_is_off_while_a_leader_runs_and_on_again_afterwards() -> None:
    stop, seen = threading.Event(), list[bool]()

    class Watched(Tally):
        def between_batches(self) -> None:
            super().between_batches()
            seen.append(gc.isenabled())
            if self.counts or len(seen) > 3:
                stop.set()

    leader = leader_of(MemoryJournal(), Watched(TOPICS, "cell"), SystemClock(), stop)
    leader.run()
    assert seen and not any(seen)
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


@pytest.mark.slow
def test_states_that_are_dropped_while_another_version_leads_are_collected() -> None:
    """Each try loads a whole state; were its cycles kept, a waiting process would grow without bound."""
    clock, stop, states = ManualClock(), threading.Event(), list[weakref.ref[Knot]]()
    journal = MemoryJournal(clock=clock)
    old = leader_of(journal, Tally(TOPICS, "cell"), clock, threading.Event())
    while old.advance(0) is not Step.COMMITTED:
        clock.advance(TOPICS.settings("cell").silence_ms)

    class Otherwise(Tally):
        def fold(self, batch: Delivery[Any]) -> None:
            states.append(knot())
            raise OtherVersion(f"{batch.position} was decided by version 1")

        def discard(self) -> None:
            super().discard()
            if states:
                stop.set()

    gc.disable()  # or it is on again when the leader has ended, and collects by itself
    try:
        leader_of(journal, Otherwise(TOPICS, "cell"), clock, stop).run()
        assert [state() for state in states] == [None]
    finally:
        gc.enable()


def leader_of(journal: MemoryJournal, tally: Tally, clock: Clock, stop: threading.Event) -> Leader:
    return Leader(
        journal, tally, TOPICS.settings("cell"), leader_id="a", stop=stop, clock=clock, chance=lambda: 0.0
    )
