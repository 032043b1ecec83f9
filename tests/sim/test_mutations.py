"""The simulation can fail: each of these mistakes in the protocol is caught within a few seeds.

A mistake replaces the real code; the rest of the simulation is unchanged.
"""

# pyright: reportPrivateUsage=false

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from muster.agent.core.ledger import Ledger
from muster.agent.edge.disk.ledger_store import Entry
from muster.agent.edge.disk.memory import Memory, OutboxRow, Transaction
from muster.agent.edge.protocol.outbox import Outbox
from muster.agent.edge.protocol.session import LogSession
from muster.deciding import DecidingMachine, Entities, Fact
from muster.deciding.work import WorkFact, WorkQueue, WorkReport
from muster.events.job_events import FailureVerdict
from muster.events.shared.work_orders import WorkEnded, WorkReported
from muster.failures.rules import Rule
from muster.journal import CommitUnknown, Delivery, Leader, Outgoing, Position, Reader, Step
from muster.journal.leadership.silence import Silence
from muster.journal.memory.log import MemoryLog
from muster.journal.memory.writers import MemorySequencer
from muster.scheduler.core.inputs import retry, verdicts
from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.state import State
from muster.scheduler.edge.machine import SchedulerMachine
from muster.testkit.checker.retries import MEMORY, PERMANENT, SPARED
from muster.testkit.simulation import Chaos, Report, simulate
from muster.testkit.simulation.history import Died
from muster.testkit.simulation.shrink import shrink
from muster.testkit.simulation.worlds.chores import simulate_chores
from muster.testkit.simulation.worlds.names import simulate_names

SEEDS_MAX = 60


@pytest.fixture(autouse=True)
def quiet() -> Generator[None]:
    """Silence logging: messages about injected faults are of no interest."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def first_failure(
    chaos: Chaos | None = None, run: Callable[[int, Chaos | None], Report] = simulate
) -> Report:
    """The report of the first seed that fails; with the chaos drawn from each unless given."""
    for seed in range(1, SEEDS_MAX + 1):
        report = run(seed, chaos)
        if report.breaches:
            return report
    pytest.fail(f"{SEEDS_MAX} seeds passed: the simulation does not see it")


def _do_not_fence(self: MemoryLog, transactional_id: str, epoch: int) -> None:
    del self, transactional_id, epoch


def test_a_log_that_does_not_fence_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MemoryLog, "check_epoch", _do_not_fence)
    assert "follows seq" in first_failure().breaches[0]


@pytest.mark.slow
def test_a_leader_that_does_not_read_to_the_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last inputs committed by the older leader are then decided a second time.

    A standby that finds silence also reads to the end, in the same step of the simulation: this goes as well.
    """
    real = Leader._lead

    def found_silent(self: Leader, log: Reader, silence: Silence) -> bool:
        del self, log, silence
        return True

    def hasty(self: Leader, log: Reader) -> Generator[Step]:
        def nothing(timeout_s: float = 60.0) -> Iterator[Delivery[Any]]:
            del timeout_s
            return iter(())

        monkeypatch.setattr(log, "read_to_end", nothing)
        return real(self, log)

    monkeypatch.setattr(Leader, "_hears_nothing", found_silent)
    monkeypatch.setattr(Leader, "_lead", hasty)
    breach = first_failure().breaches[0]
    assert "Diverged" in breach or "seq gapless" in breach


def test_a_state_that_counts_before_its_commit_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A commit of unknown fate is taken for one that is on the log."""
    real = MemorySequencer.commit

    def hopeful(self: MemorySequencer, batch: Sequence[Outgoing]) -> None:
        try:
            real(self, batch)
        except CommitUnknown:
            self._over = False

    monkeypatch.setattr(MemorySequencer, "commit", hopeful)
    assert "follows seq" in first_failure().breaches[0]


@pytest.mark.slow
def test_a_standby_that_does_not_follow_positions_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads inputs again that an older leader has taken."""
    real = SchedulerMachine.fold

    def forgetful(self: SchedulerMachine, batch: Delivery[Any]) -> None:
        before = dict(self._intake.positions)
        real(self, batch)
        self._intake.positions = before

    monkeypatch.setattr(SchedulerMachine, "fold", forgetful)
    assert "positions cover inputs" in first_failure().breaches[0]


def test_an_agent_that_forgets_what_it_started_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither its ledger nor its position is on disk: a new process starts attempts once more, or takes the
    folder of one that runs for a leftover."""

    def unread(self: Transaction, position: Position) -> None:
        del self, position

    def empty(self: Memory) -> Ledger:
        del self
        return Ledger()

    monkeypatch.setattr(Transaction, "read", unread)
    monkeypatch.setattr(Memory, "ledger", empty)
    breaches = (breach for seed in range(1, SEEDS_MAX + 1) for breach in simulate(seed).breaches)
    assert any("ran twice" in breach or "was deleted while it ran" in breach for breach in breaches)


@pytest.mark.long
def test_an_agent_that_takes_reports_for_sent_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def hasty(self: Outbox, rows: list[OutboxRow]) -> bool:
        for row in rows:
            self._producer.send(row.outgoing)
        with self._memory.transaction() as transaction:
            transaction.reported(rows[-1].number)
        return True

    monkeypatch.setattr(Outbox, "send", hasty)
    assert "has not ended" in first_failure().breaches[0]


@pytest.mark.long
def test_an_agent_that_saves_its_position_before_it_announces_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A process that dies between the two, as every second does here, leaves a memory that hides it."""
    real, starts = LogSession._announce, count()

    def apart(self: LogSession, entry: Entry, *, fresh: bool, **announcement: Any) -> None:
        if fresh:
            entry.transaction._run("COMMIT")
            entry.transaction._run("BEGIN IMMEDIATE")
            if next(starts) % 2:
                raise Died
        real(self, entry, fresh=fresh, **announcement)

    monkeypatch.setattr(LogSession, "_announce", apart)
    failed = first_failure(Chaos(rounds=60, nodes=2, ask=0.8, reinstall=0.1))
    assert "has not ended" in failed.breaches[0]


@pytest.mark.long
def test_a_core_that_tries_again_what_is_permanent_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def hopeful(job: Job, rule: Rule, more: retry.More) -> str:
        del job, rule, more
        return ""

    monkeypatch.setattr(retry, "_final", hopeful)
    assert PERMANENT in first_failure().breaches[0]


@pytest.mark.long
def test_a_core_that_gives_more_memory_than_a_job_allows_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def generous(job: Job, rule: Rule | None, state: State) -> retry.More:
        del job, rule, state
        return retry.More(1 << 20)

    monkeypatch.setattr(retry, "_memory", generous)
    assert MEMORY in first_failure().breaches[0]


@pytest.mark.long
def test_a_core_that_believes_a_job_s_own_words_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    real = verdicts._verdict_fact

    def credulous(*given: Any) -> FailureVerdict:
        return replace(real(*given), spared=True)

    monkeypatch.setattr(verdicts, "_verdict_fact", credulous)
    assert SPARED in first_failure().breaches[0]


def test_a_deciding_service_that_takes_an_unknown_commit_for_a_known_one_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The overlay is merged although nobody knows whether the batch is on the log."""
    real = DecidingMachine.discard

    def hopeful(self: DecidingMachine) -> None:
        self.committed()
        real(self)

    monkeypatch.setattr(DecidingMachine, "discard", hopeful)
    assert first_failure(run=simulate_names).breaches


def test_a_queue_that_counts_the_result_of_an_older_attempt_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = WorkQueue.decide

    def credulous(
        self: WorkQueue, state: Entities, report: WorkReport, at_ms: int
    ) -> Iterator[Fact[WorkFact]]:
        if isinstance(report, WorkReported) and not report.died:
            item = self.item(state, report.work_id)
            if item is not None and item.worker_id and item.attempt > report.attempt:
                ended = WorkEnded(
                    work_id=report.work_id,
                    attempt=report.attempt,
                    worker_id=item.worker_id,
                    result=report.result,
                )
                yield Fact(ended, report.work_id, item.tenant)
                return
        yield from real(self, state, report, at_ms)

    monkeypatch.setattr(WorkQueue, "decide", credulous)
    assert "the result of attempt 1 counted" in first_failure(run=simulate_chores).breaches[0]


@pytest.mark.slow
def test_a_failure_shrinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MemoryLog, "check_epoch", _do_not_fence)
    failed = first_failure()
    smallest = shrink(failed)
    assert smallest.breaches
    assert smallest.chaos.size < failed.chaos.size
    assert simulate(smallest.seed, Chaos.parsed(Chaos(), smallest.chaos.spelled().split())) == smallest
