"""Garbage is collected between batches only: young cycles soon, a dropped state's when there is time."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Generator

import pytest
from muster.journal import Collector, MemoryJournal, SystemClock
from muster.journal.leadership import Leader
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


def test_what_survives_is_frozen_until_its_state_is_dropped(collector: Collector) -> None:
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


def test_the_collector_is_off_while_a_leader_runs_and_on_again_afterwards() -> None:
    stop, seen = threading.Event(), list[bool]()

    class Watched(Tally):
        def between_batches(self) -> None:
            super().between_batches()
            seen.append(gc.isenabled())
            if self.counts or len(seen) > 3:
                stop.set()

    leader = Leader(
        MemoryJournal(),
        Watched(TOPICS, "cell"),
        TOPICS.settings("cell"),
        leader_id="a",
        stop=stop,
        clock=SystemClock(),
        chance=lambda: 0.0,
    )
    leader.run()
    assert seen and not any(seen)
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
