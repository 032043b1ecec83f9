"""Leaders driven step by step in one thread, on the memory journal and a clock that the test moves."""

from __future__ import annotations

import random
import threading
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from muster.events.topics import PROCESS_LEASE, SCHEDULER_LOG
from muster.journal import (
    CommitFate,
    Delivery,
    Fenced,
    Leader,
    LeaderSettings,
    ManualClock,
    MemoryFaults,
    MemoryJournal,
    OtherVersion,
    Outgoing,
    SharedLease,
    Step,
)
from muster.testkit import laws
from muster.testkit.samples.tally import Tally, TallyTopics, check_tally, command

TOPICS = TallyTopics()
SETTINGS = TOPICS.settings("cell")


class Driven:
    """A leader and what drives it."""

    def __init__(
        self,
        journal: MemoryJournal,
        clock: ManualClock,
        name: str,
        settings: LeaderSettings = SETTINGS,
        stop: threading.Event | None = None,
    ) -> None:
        self.stop = stop or threading.Event()
        self.tally = Tally(replace(TOPICS, log=settings.log), "cell")
        self.leader = Leader(
            journal, self.tally, settings, leader_id=name, stop=self.stop, clock=clock, chance=lambda: 0.0
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


def test_a_process_that_reads_a_long_log_says_how_far_it_is() -> None:
    clock = ManualClock()
    journal = MemoryJournal(clock=clock)
    first = Driven(journal, clock, "first")
    first.advance_to(Step.FOLLOWED)
    clock.advance(SETTINGS.silence_ms)
    give(journal, range(3))
    first.advance_to(Step.LED)
    seen: list[str | None] = []

    class Slow(Tally):
        def fold(self, batch: Delivery[Any]) -> None:
            clock.advance(2_000)
            super().fold(batch)
            seen.append(second.problem)

    stop = threading.Event()
    second = Leader(
        journal,
        Slow(TOPICS, "cell"),
        SETTINGS,
        leader_id="second",
        stop=stop,
        clock=clock,
        chance=lambda: 0.0,
    )
    second.advance(0)
    assert seen == ["has not read the log yet", "reads the log: at offset 2, written 2 s ago"]
    assert second.problem is None


def test_inputs_count_only_once_they_are_committed() -> None:
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


@pytest.mark.slow
@pytest.mark.parametrize("seed", laws.seeds(8, quick=2))
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


class Process:
    """Two leaders that share one lease."""

    def __init__(self, journal: MemoryJournal, clock: ManualClock, name: str) -> None:
        lease = SharedLease(journal.producer(name), process_id=name, clock=clock)
        self.driven = [
            Driven(journal, clock, name, replace(PATIENT, transactional_id=tid, log=log, lease=lease))
            for tid, log in (("one", SCHEDULER_LOG), ("two", OTHER_LOG))
        ]


PATIENT = replace(SETTINGS, silence_ms=5_000, silence_jitter_ms=0, tenure_min_ms=0, idle_commit_ms=500)
OTHER_LOG = replace(SCHEDULER_LOG, name="other-log")


def live(clock: ManualClock, driven: list[Driven], seconds: int) -> None:
    for _ in range(seconds * 10):
        clock.advance(100)
        for each in driven:
            each.leader.advance(0)


def test_leaders_that_share_a_lease_stay_in_office_at_one_record_a_second() -> None:
    clock = ManualClock()
    journal = MemoryJournal((*TOPICS.all(), OTHER_LOG, PROCESS_LEASE), clock=clock)
    first = Process(journal, clock, "first")
    live(clock, first.driven, 10)
    second = Process(journal, clock, "second")
    before = journal.log.bounds((PROCESS_LEASE.name, 0))[1]
    live(clock, [*first.driven, *second.driven], 60)
    assert [d.leader.leading for d in (*first.driven, *second.driven)] == [True, True, False, False]
    assert 55 <= journal.log.bounds((PROCESS_LEASE.name, 0))[1] - before <= 61
    assert journal.log.bounds((SCHEDULER_LOG.name, 0))[1] == 2, "one election and its marker: idle is silent"


def test_a_leader_that_is_stuck_is_missed_though_its_process_renews_the_lease() -> None:
    clock = ManualClock()
    journal = MemoryJournal((*TOPICS.all(), OTHER_LOG, PROCESS_LEASE), clock=clock)
    first = Process(journal, clock, "first")
    live(clock, first.driven, 10)
    second = Process(journal, clock, "second")
    stuck, lively = first.driven
    live(clock, [lively, *second.driven], 10)
    assert [d.leader.leading for d in second.driven] == [True, False]
    live(clock, [stuck, lively, *second.driven], 10)
    assert stuck.leader.leading, "it has nothing to commit, so it cannot know"
    assert [d.leader.leading for d in second.driven] == [True, False], "its older epoch is no sign of life"
    give(journal, range(3))
    with pytest.raises(Fenced):
        stuck.advance_to(Step.GAVE_UP)


def test_a_leader_gathers_inputs_after_a_batch_that_was_not_full() -> None:
    clock = ManualClock()
    journal = MemoryJournal(clock=clock)
    waits_s: list[float | None] = []

    class Waits(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waits_s.append(timeout)
            return self.is_set()

    one = Driven(journal, clock, "one", replace(SETTINGS, batch_max=3, gather_ms=50), Waits())
    one.advance_to(Step.FOLLOWED)
    clock.advance(SETTINGS.silence_ms)
    give(journal, range(3))
    one.advance_to(Step.LED)
    give(journal, range(3, 5))
    assert one.leader.advance() is Step.DECIDED  # at once: the batch before was full
    assert waits_s == []
    one.advance_to(Step.LED)
    give(journal, range(5, 6))
    clock.advance(10)
    assert one.leader.advance() is Step.DECIDED
    assert waits_s == [0.04]
    one.advance_to(Step.LED)
    assert one.counted == 6


def test_standby_that_cannot_follow_another_version_waits_and_fences_nobody() -> None:
    clock = ManualClock()
    journal = MemoryJournal(clock=clock)
    old = Driven(journal, clock, "old")
    old.advance_to(Step.FOLLOWED)
    clock.advance(SETTINGS.silence_ms)
    give(journal, range(3))
    old.advance_to(Step.LED)
    snapshot_is_there = threading.Event()

    class New(Tally):
        def fold(self, batch: Delivery[Any]) -> None:
            if not snapshot_is_there.is_set():
                raise OtherVersion(f"{batch.position} was decided by version 1", ("run version 1",))
            super().fold(batch)

    tally = New(TOPICS, "cell")
    new = Leader(
        journal, tally, SETTINGS, leader_id="new", stop=threading.Event(), clock=clock, chance=lambda: 0.0
    )
    for _ in range(5):
        assert new.advance(0) is Step.GAVE_UP
        assert "decided by version 1" in (new.problem or "")
        assert new.remedies == ("run version 1",)
        clock.advance(10 * SETTINGS.silence_ms)
    give(journal, range(3, 5))
    old.advance_to(Step.COMMITTED)
    snapshot_is_there.set()
    assert new.advance(0) is Step.FOLLOWED
    assert (new.problem, new.remedies) == (None, ())
    assert sum(tally.counts.values()) == 5
