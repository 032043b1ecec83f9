"""Leaders driven step by step in one thread, on the memory journal and a clock that the test moves."""

from __future__ import annotations

import random
import threading
from collections import Counter
from dataclasses import replace

import pytest
from muster.journal import (
    CommitFate,
    Fenced,
    Leader,
    ManualClock,
    MemoryFaults,
    MemoryJournal,
    Outgoing,
    Step,
)
from muster.testkit.tally import Tally, TallyTopics, check_tally, command

TOPICS = TallyTopics()
SETTINGS = TOPICS.settings("cell")


class Driven:
    """A leader and what drives it."""

    def __init__(self, journal: MemoryJournal, clock: ManualClock, name: str) -> None:
        self.stop = threading.Event()
        self.tally = Tally(TOPICS, "cell")
        self.leader = Leader(
            journal, self.tally, SETTINGS, leader_id=name, stop=self.stop, clock=clock, chance=lambda: 0.0
        )

    @property
    def counted(self) -> int:
        return sum(self.tally.counts.values())

    def advance_to(self, wanted: Step, steps_max: int = 100) -> None:
        for _ in range(steps_max):
            if self.leader.advance(0) is wanted:
                return
        raise AssertionError(f"{steps_max} steps did not lead to {wanted}")


def give(journal: MemoryJournal, numbers: range) -> None:
    producer = journal.producer("p")
    for n in numbers:
        producer.send(Outgoing(TOPICS.inputs, command(n)))


def test_the_steps_from_the_first_look_at_the_log_to_an_idle_leader() -> None:
    clock = ManualClock()
    journal = MemoryJournal(clock=clock)
    one = Driven(journal, clock, "one")
    steps: list[Step | None] = [one.leader.advance(0), one.leader.advance(0)]
    clock.advance(SETTINGS.silence_ms)
    give(journal, range(3))
    steps += [one.leader.advance(0) for _ in range(8)]
    assert steps == [
        *[Step.FOLLOWED] * 2,
        Step.FENCED_OTHERS,
        Step.DECIDED,
        Step.COMMITTED,
        Step.DECIDED,
        Step.COMMITTED,
        *[Step.LED] * 3,
    ]
    assert one.counted == 3


def test_nothing_counts_before_it_is_committed() -> None:
    clock = ManualClock()
    journal = MemoryJournal(clock=clock)
    give(journal, range(3))
    one = Driven(journal, clock, "one")
    one.leader.advance(0)
    clock.advance(SETTINGS.silence_ms)
    one.advance_to(Step.COMMITTED)  # its election
    seen: list[tuple[Step | None, int]] = [(one.leader.advance(0), one.counted) for _ in range(3)]
    assert seen == [(Step.DECIDED, 0), (Step.COMMITTED, 0), (Step.LED, 3)]


@pytest.mark.parametrize("stalled_at", [Step.FENCED_OTHERS, Step.DECIDED, Step.COMMITTED, Step.LED])
def test_a_leader_that_stalls_anywhere_and_goes_on_later_changes_nothing(stalled_at: Step) -> None:
    """It is fenced at its next commit: it ends when it led, and stands by again when it had yet to begin."""
    clock = ManualClock()
    journal = MemoryJournal(clock=clock)
    zombie, other = Driven(journal, clock, "zombie"), Driven(journal, clock, "other")
    zombie.leader.advance(0)
    clock.advance(SETTINGS.silence_ms)
    if stalled_at is not Step.FENCED_OTHERS:
        zombie.advance_to(Step.LED)
        give(journal, range(5))
    zombie.advance_to(stalled_at)
    other.leader.advance(0)
    clock.advance(SETTINGS.silence_ms + SETTINGS.tenure_min_ms)
    other.advance_to(Step.LED)
    give(journal, range(5, 10))
    if stalled_at is Step.FENCED_OTHERS:
        zombie.advance_to(Step.GAVE_UP)
        assert not zombie.leader.leading
    else:
        with pytest.raises(Fenced):
            zombie.advance_to(Step.GAVE_UP)
        assert zombie.leader.advance(0) is None
    other.advance_to(Step.COMMITTED)
    other.advance_to(Step.LED)
    sent = range(5, 10) if stalled_at is Step.FENCED_OTHERS else range(10)
    check_tally(journal, TOPICS, sent)


def test_a_stop_lets_the_commit_under_way_end() -> None:
    clock = ManualClock()
    journal = MemoryJournal(clock=clock)
    give(journal, range(3))
    one = Driven(journal, clock, "one")
    one.leader.advance(0)
    clock.advance(SETTINGS.silence_ms)
    one.advance_to(Step.COMMITTED)
    one.advance_to(Step.DECIDED)
    one.stop.set()
    while one.leader.advance(0) is not None:
        pass
    assert one.counted == 3
    assert check_tally(journal, TOPICS, range(3)) == 1


@pytest.mark.parametrize("seed", range(8))
def test_any_order_of_steps_deaths_and_stalls_counts_every_command_once(seed: int) -> None:
    chance = random.Random(seed)
    clock = ManualClock()
    fates = [CommitFate.COMMITTED] * 20 + [CommitFate.UNKNOWN_COMMITTED, CommitFate.UNKNOWN_LOST]
    journal = MemoryJournal(clock=clock, faults=MemoryFaults(fates=lambda _: chance.choice(fates)))
    driven = [Driven(journal, clock, f"start-{n}") for n in range(3)]
    sent, met = 0, Counter[Step | None]()
    for round_ in range(2_000):
        clock.advance(chance.choice((1, 10, 100, 400)))
        if chance.random() < 0.1:
            give(journal, range(sent, sent + 3))
            sent += 3
        index = min(chance.randrange(6), 2)  # the last gets most of the time: the others stall
        try:
            met[driven[index].leader.advance(0)] += 1
        except Fenced:
            driven[index] = Driven(journal, clock, f"fenced-{round_}")
        if chance.random() < 0.01:
            driven[index] = Driven(journal, clock, f"killed-{round_}")
    assert met.keys() == set(Step), f"seed {seed} met {met}"
    calm = Driven(journal, clock, "calm")
    calm.leader.advance(0)
    fates[:] = [CommitFate.COMMITTED]
    clock.advance(SETTINGS.silence_ms + SETTINGS.tenure_min_ms)
    calm.advance_to(Step.FENCED_OTHERS)
    while calm.counted < sent:
        calm.advance_to(Step.LED)
    check_tally(journal, TOPICS, range(sent))


def test_settings_say_what_the_lease_record_is() -> None:
    clock = ManualClock()
    journal = MemoryJournal(clock=clock)
    written: list[tuple[str, int, str]] = []

    def noted(*, cell: str, epoch: int, leader_id: str) -> object:
        written.append((cell, epoch, leader_id))
        return SETTINGS.lease_record(cell=cell, epoch=epoch, leader_id=leader_id)

    leader = Leader(
        journal,
        Tally(TOPICS, "cell"),
        replace(SETTINGS, lease_record=noted),
        leader_id="one",
        stop=threading.Event(),
        clock=clock,
        chance=lambda: 0.0,
    )
    leader.advance(0)
    clock.advance(SETTINGS.silence_ms)
    while leader.advance(0) is not Step.LED:
        pass
    clock.advance(SETTINGS.idle_commit_ms)
    assert leader.advance(0) is Step.LED
    assert written == [("cell", 1, "one")]
