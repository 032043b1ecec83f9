"""Leaders of a toy machine: threads in one process on the memory journal, with every fault it can order."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from muster.events.scheduler_log import Batch
from muster.journal import (
    CommitFate,
    Delivery,
    Diverged,
    Fenced,
    Journal,
    Leader,
    LeaderSettings,
    MemoryFaults,
    MemoryJournal,
    Outgoing,
    Sequencer,
    SystemClock,
)
from muster.journal.leadership.leader import traced
from muster.testkit.patience import until
from muster.testkit.samples.tally import Tally, TallyTopics, check_tally, command

TOPICS = TallyTopics()
QUICK = replace(
    TOPICS.settings("cell"), silence_ms=60, silence_jitter_ms=30, tenure_min_ms=100, idle_commit_ms=10
)
CALM = replace(QUICK, silence_ms=800, silence_jitter_ms=800, idle_commit_ms=40)
"""For those who must not be replaced by chance: a busy machine lets a thread wait for tenths of a second."""
COMMANDS = 200


class Contender:
    """A leader in a thread of its own."""

    def __init__(
        self, journal: Journal, name: str, settings: LeaderSettings = QUICK, tally: Tally | None = None
    ) -> None:
        self.stop = threading.Event()
        self.tally = tally or Tally(TOPICS, "cell")
        self.ended_by: Exception | None = None
        self.leader = Leader(
            journal,
            self.tally,
            settings,
            leader_id=name,
            stop=self.stop,
            clock=SystemClock(),
            chance=random.Random(name).random,
        )
        self.thread = threading.Thread(target=self._run, name=name)
        self.thread.start()

    def _run(self) -> None:
        try:
            self.leader.run()
        except Exception as error:
            self.ended_by = error

    def end(self) -> None:
        self.stop.set()
        self.thread.join(120)
        assert not self.thread.is_alive()


@contextmanager
def contending(
    journal: Journal, *names: str, tally: Tally | None = None, settings: LeaderSettings = QUICK
) -> Generator[list[Contender]]:
    contenders = [Contender(journal, name, settings, tally) for name in names]
    try:
        yield contenders
    finally:
        for contender in contenders:
            contender.end()


def give(journal: MemoryJournal, numbers: range) -> None:
    producer = journal.producer("p")
    for n in numbers:
        producer.send(Outgoing(TOPICS.inputs, command(n)))


@pytest.mark.slow
def test_one_leads_and_the_other_knows_all_it_knows() -> None:
    journal = MemoryJournal()
    with contending(journal, "a", "b", settings=CALM) as contenders:
        give(journal, range(COMMANDS))
        until(
            lambda: all(sum(c.tally.counts.values()) == COMMANDS for c in contenders),
            "both have counted everything",
        )
        assert [c.leader.leading for c in contenders].count(True) == 1
        assert all(c.leader.problem is None for c in contenders)
    assert check_tally(journal, TOPICS, range(COMMANDS)) == 1


@pytest.mark.slow
def test_leader_and_standby_look_at_their_state_between_batches_also_when_idle() -> None:
    with contending(MemoryJournal(), "a", "b", settings=CALM) as contenders:
        until(lambda: any(c.leader.leading for c in contenders), "somebody leads")
        seen = [c.tally.looks for c in contenders]
        until(lambda: all(c.tally.looks > n + 3 for c, n in zip(contenders, seen, strict=True)), "looks")


class SlowToDecide(Tally):
    """Decides one batch for much longer than a leader may be silent, and then as fast as any."""

    def __init__(self, topics: TallyTopics, cell: str) -> None:
        super().__init__(topics, cell)
        self.decides_on = threading.Event()

    def step(self, deliveries: Sequence[Delivery[Any]], now_ms: int) -> list[Outgoing]:
        if deliveries:
            self.decides_on.wait(120)
        return super().step(deliveries, now_ms)


@pytest.mark.slow
def test_a_long_batch_is_not_taken_for_silence() -> None:
    journal = MemoryJournal()
    slow = SlowToDecide(TOPICS, "cell")
    with contending(journal, "a", tally=slow, settings=CALM) as [leader]:
        until(lambda: leader.leader.leading, "it leads")
        _leads_through_a_batch(journal, leader, CALM, goes_on=slow.decides_on.set)


def _leads_through_a_batch(
    journal: MemoryJournal, leader: Contender, settings: LeaderSettings, goes_on: Callable[[], None]
) -> None:
    """A leader whose batch takes until `goes_on` renews its lease for long, and finishes the batch itself."""
    with contending(journal, "b", settings=settings) as [standby]:
        give(journal, range(1))
        lease = (TOPICS.lease.name, 0)
        shown = journal.log.bounds(lease)[1]
        enough = 2 * (settings.silence_ms + settings.silence_jitter_ms) // settings.idle_commit_ms
        until(lambda: journal.log.bounds(lease)[1] > shown + enough, "the lease is renewed meanwhile")
        assert (leader.leader.leading, standby.leader.leading) == (True, False)
        goes_on()
        until(lambda: sum(standby.tally.counts.values()) == 1, "the batch is finished in the end")
        assert leader.leader.leading
    assert check_tally(journal, TOPICS, range(1)) == 1


class SlowToCommit:
    """A journal whose sequencers, once asked to, take much longer than a leader may be silent."""

    def __init__(self, journal: MemoryJournal) -> None:
        self._journal = journal
        self.slow, self.commits_on = threading.Event(), threading.Event()
        self.reader = journal.reader
        self.producer = journal.producer
        self.wait_until_settled = journal.wait_until_settled

    def sequencer(self, transactional_id: str) -> Sequencer:
        inner = self._journal.sequencer(transactional_id)
        commit = inner.commit

        def slowly(batch: Sequence[Outgoing]) -> None:
            if self.slow.is_set() and any(record.topic == TOPICS.log for record in batch):
                self.commits_on.wait(120)
            commit(batch)

        inner.commit = slowly
        return inner


@pytest.mark.slow
def test_a_long_commit_is_not_taken_for_silence() -> None:
    journal = MemoryJournal()
    slow = SlowToCommit(journal)
    with contending(slow, "a", settings=CALM) as [leader]:
        until(lambda: leader.leader.leading, "it leads")
        slow.slow.set()
        _leads_through_a_batch(journal, leader, CALM, goes_on=slow.commits_on.set)


@pytest.mark.slow
def test_a_leader_stuck_in_a_batch_is_replaced() -> None:
    journal = MemoryJournal()
    slow = SlowToDecide(TOPICS, "cell")
    impatient = replace(QUICK, batch_patience_ms=100)
    stuck = Contender(journal, "a", impatient, slow)
    until(lambda: stuck.leader.leading, "it leads")
    with contending(journal, "b") as [standby]:
        give(journal, range(1))
        until(lambda: standby.leader.leading, "the standby leads")
        until(lambda: sum(standby.tally.counts.values()) == 1, "and decides")
    slow.decides_on.set()
    stuck.thread.join(120)
    assert isinstance(stuck.ended_by, Fenced)
    assert check_tally(journal, TOPICS, range(1)) == 2


@pytest.mark.slow
def test_a_standby_that_was_busy_itself_listens_before_it_judges() -> None:
    calm = replace(CALM, silence_ms=300, silence_jitter_ms=0)

    class Slow(Tally):
        """Takes longer to look at itself than a leader may be silent."""

        def between_batches(self) -> None:
            super().between_batches()
            threading.Event().wait(2 * calm.silence_ms / 1000)

    journal = MemoryJournal()
    with contending(journal, "a", settings=calm) as [leader]:
        until(lambda: leader.leader.leading, "it leads")
        slow = Slow(TOPICS, "cell")
        with contending(journal, "b", tally=slow, settings=calm):
            until(lambda: slow.looks > 5, "the standby has been busy five times")
        assert leader.leader.leading
    assert check_tally(journal, TOPICS, ()) == 1


@pytest.mark.slow
def test_the_standby_takes_over_and_loses_nothing() -> None:
    journal = MemoryJournal()
    with contending(journal, "a", "b", settings=CALM) as contenders:
        give(journal, range(COMMANDS // 2))
        until(lambda: any(c.leader.leading for c in contenders), "somebody leads")
        first = next(c for c in contenders if c.leader.leading)
        second = next(c for c in contenders if c is not first)
        first.end()
        give(journal, range(COMMANDS // 2, COMMANDS))
        until(lambda: second.leader.leading, "the other leads")
        until(lambda: sum(second.tally.counts.values()) == COMMANDS, "it counted everything")
    assert check_tally(journal, TOPICS, range(COMMANDS)) == 2


def test_a_fenced_leader_ends() -> None:
    journal = MemoryJournal()
    with contending(journal, "a") as [only]:
        until(lambda: only.leader.leading, "it leads")
        journal.sequencer(QUICK.transactional_id).fence()
        until(lambda: not only.thread.is_alive(), "its thread ends")
        assert isinstance(only.ended_by, Fenced)
        assert not only.leader.leading


@pytest.mark.slow
def test_a_standby_that_loses_the_race_stands_by_again() -> None:
    """Its first commit is fenced: it has decided nothing, so there is nothing to die for."""
    journal = MemoryJournal()
    faster = Faster(journal)
    with contending(faster, "a") as [only]:
        until(lambda: only.leader.leading, "it leads after all")
        assert faster.races == 1
    assert check_tally(journal, TOPICS, ()) == 1


class Faster:
    """A journal in which another process fences right after the first fence."""

    def __init__(self, journal: MemoryJournal) -> None:
        self._journal = journal
        self.races = 0
        self.reader = journal.reader
        self.producer = journal.producer
        self.wait_until_settled = journal.wait_until_settled

    def sequencer(self, transactional_id: str) -> Sequencer:
        sequencer = self._journal.sequencer(transactional_id)
        if self.races == 0:
            self.races += 1
            sequencer.fence()
            self._journal.sequencer(transactional_id).fence()
            return AlreadyFenced(sequencer)
        return sequencer


class AlreadyFenced:
    """A sequencer whose fence was a while ago."""

    def __init__(self, sequencer: Sequencer) -> None:
        self.commit = sequencer.commit
        self.close = sequencer.close

    def fence(self) -> None:
        """Done before the other's."""


@pytest.mark.slow
@pytest.mark.parametrize("fate", [CommitFate.UNKNOWN_COMMITTED, CommitFate.UNKNOWN_LOST])
@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_an_unknown_commit_is_read_again_and_led_on_from(fate: CommitFate, count: int) -> None:
    journal = MemoryJournal(faults=MemoryFaults(fates={count: fate}.get))
    give(journal, range(COMMANDS // 2))
    with contending(journal, "a") as [only]:
        until(lambda: sum(only.tally.counts.values()) == COMMANDS // 2, "the first half is counted")
        give(journal, range(COMMANDS // 2, COMMANDS))
        until(lambda: sum(only.tally.counts.values()) == COMMANDS, "all are counted")
        assert only.ended_by is None
    check_tally(journal, TOPICS, range(COMMANDS))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_any_pattern_of_unknown_commits_counts_every_command_once(seed: int) -> None:
    chance = random.Random(seed)
    fates = [CommitFate.COMMITTED] * 6 + [CommitFate.UNKNOWN_COMMITTED, CommitFate.UNKNOWN_LOST]
    journal = MemoryJournal(
        faults=MemoryFaults(fates=lambda _: chance.choice(fates), duplicated=frozenset(range(1, 400, 13)))
    )
    with contending(journal, "a", "b") as contenders:
        for begin in range(0, COMMANDS, 10):
            give(journal, range(begin, begin + 10))
            until(
                lambda done=begin + 10: (
                    any(c.leader.leading and sum(c.tally.counts.values()) == done for c in contenders)
                    or all(c.ended_by for c in contenders)
                ),
                f"seed {seed}: {begin + 10} are counted",
            )
            for n, contender in enumerate(contenders):
                if contender.ended_by:  # as a supervisor would
                    assert isinstance(contender.ended_by, Fenced)
                    contenders[n] = Contender(journal, f"{begin}-{n}")
    check_tally(journal, TOPICS, range(COMMANDS))


def test_a_diverging_log_stops_the_process() -> None:
    journal = MemoryJournal()
    with contending(journal, "a") as [first]:
        give(journal, range(10))
        until(lambda: sum(first.tally.counts.values()) == 10, "all are counted")
    sequencer = journal.sequencer("forger")
    sequencer.fence()
    forged = Batch(
        cell="cell", epoch=1, seq_first=99, observed_at_ms=0, positions=(), inputs=(), decisions=()
    )
    record = replace(command(0), event_id="forged", payload=forged)
    sequencer.commit([Outgoing(TOPICS.log, record)])
    with contending(journal, "b") as [second]:
        until(lambda: not second.thread.is_alive(), "it stops")
        assert isinstance(second.ended_by, Diverged)


def test_facts_carry_the_trace_of_the_command_that_caused_them() -> None:
    trace = {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}
    journal = MemoryJournal()
    producer = journal.producer("p")
    producer.send(Outgoing(TOPICS.inputs, command(1), trace))
    producer.send(Outgoing(TOPICS.inputs, command(2)))
    tally = Tally(TOPICS, "cell")
    deliveries = list(journal.reader([TOPICS.inputs], name="r").read_to_end())
    outgoing = traced(tally.step(deliveries, 0), deliveries)
    assert {o.envelope.causation_id: o.trace for o in outgoing} == {None: {}, "1": trace, "2": {}}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"idle_commit_ms": 0}, "idle_commit_ms is 0; must be 1 to half of silence_ms 1000"),
        ({"idle_commit_ms": 501}, "idle_commit_ms is 501"),
        ({"batch_max": 0}, "batch_max is 0; must be 1 or more"),
        ({"log": TOPICS.inputs}, "must have 1 partition each"),
    ],
)
def test_settings_that_cannot_work_are_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(TOPICS.settings("cell"), **change)
