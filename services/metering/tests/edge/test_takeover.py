"""Takeovers and late readers: ledger and live figures are those of a clean run, to the cent.

The real roles on the memory journal, step by step: leaders die between two batches or in the middle of a
commit, another takes over while the first still lives, and live costs are read from the beginning, by a
process that joins in the middle, and by one that begins when all is over. On the real servers leaders are
killed, and two projectors keep one view.
"""

from __future__ import annotations

import signal
import threading
import uuid
from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from muster.deciding import DecidingRole, MemoryStore, Snapshots, verify
from muster.events.job_events import OutputRecorded
from muster.events.metering_commands import ActivateRates, Rate, RateCard
from muster.events.shared.watermarks import Watermark
from muster.events.topics import JOB_EVENTS, METERING_COMMANDS, METERING_LOG, PROCESS_LEASE, USAGE_EVENTS
from muster.events.usage_events import (
    ChargesCorrected,
    DayCharged,
    RatesActivated,
    StorageCharged,
    UsageCorrected,
    UsageRecorded,
)
from muster.identity.devkeys import mint
from muster.journal import (
    CommitFate,
    Fenced,
    ManualClock,
    MemoryFaults,
    MemoryJournal,
    Outgoing,
    SharedLease,
    Step,
    SystemClock,
)
from muster.metering.config import Settings
from muster.metering.core.ledger import DAY_MS
from muster.metering.edge.costs import Sight
from muster.metering.edge.projections import TABLES
from muster.metering.edge.roles import DECIDING
from muster.metering.edge.running import Live, RunningSumAnswer
from muster.testkit.cores import build
from muster.testkit.cores.metered import MINUTE_MS, bound, ended, queued, saved
from muster.testkit.laws import examples
from muster.testkit.offline import offline
from muster.testkit.patience import exit_code
from muster.testkit.simulation import MemoryObjects
from muster.testkit.stack.fed_cell import FedCell, envelope
from muster.views.projector import Projector

SERVICE: Final = replace(DECIDING, scopes={}, gather_ms=0)
CELL: Final = "c"
START_MS: Final = 20 * DAY_MS
SILENCE_MS: Final = 20_000
SLOTS: Final = 4
TB: Final = 10**12
CARD: Final = RateCard(
    name="autumn",
    currency="USD",
    default_gpu_hour_micros=4_000_000,
    rates=(Rate(gpu_model="A100", commitment="", spot=False, gpu_hour_micros=2_370_000),),
    tier_percent={"INTERACTIVE": 150},
    storage_gb_month_micros=31_000,
)
NODES: Final = [build.node(f"n{number}", gpus=2) for number in range(2)]
WHOLE: Final = Sight("acme", whole=True, teams=(), user="bill", platform=True)

Ledger = dict[str, tuple[int, int]]


class Mishap(Enum):
    """Mishap of the leader after some facts."""

    NONE = "it goes on"
    KILLED = "it is killed before it has decided them, and a new process takes over"
    COMMIT_LOST = "the fate of its commit is unknown; it is not on the log"
    COMMIT_KEPT = "the fate of its commit is unknown; it is on the log"
    OVERTAKEN = "a second takes over while it lives"


class Process:
    """One decider."""

    def __init__(self, site: Site, name: str) -> None:
        self._clock = site.clock
        self._role = DecidingRole(
            SERVICE,
            cell=CELL,
            journal=site.journal,
            store=MemoryStore(),
            snapshots=Snapshots(site.objects, SERVICE.name, CELL),
            lease=SharedLease(site.journal.producer(name), process_id=name, clock=site.clock),
            process_id=name,
            stop=threading.Event(),
            clock=site.clock,
            chance=lambda: 0.0,
        )

    def settle(self) -> None:
        """Stand by until nobody leads, lead, and decide everything on the log.

        Raises:
            Fenced: another took over.
        """
        quiet = 0
        for _ in range(500):
            quiet = quiet + 1 if self._role.leader.advance(0) is Step.LED else 0
            if quiet == 2:
                return
            if not self._role.leader.leading:
                self._clock.advance(SILENCE_MS // 4)
        raise AssertionError("500 steps, and there is more to decide")


class Jobs:
    """Jobs that begin and end, each in its slot."""

    def __init__(self) -> None:
        self._running: dict[int, str] = {}

    def toggled(self, minute: int, slot: int) -> tuple[Any, ...]:
        """A job begins where none runs, and stores something; or the one that runs ends."""
        job_id = self._running.pop(slot, None)
        if job_id is not None:
            return (ended(job_id),)
        job_id = self._running[slot] = f"job-{slot}-{minute}"
        node_id = f"n{slot % 2}"
        place = bound(job_id, (node_id, (slot // 2,)))
        wrote = OutputRecorded(job_id=job_id, attempt=1, node_id=node_id, size_bytes=TB)
        return queued(job_id), place, saved(job_id, size_bytes=2 * TB), wrote


class Site:
    """A log, the hand of a scheduler on it, deciders and readers."""

    def __init__(self) -> None:
        self.clock = ManualClock(START_MS)
        self._fate: CommitFate | None = None
        self.journal = MemoryJournal(
            (*SERVICE.topics, PROCESS_LEASE), clock=self.clock, faults=MemoryFaults(fates=self._next_fate)
        )
        self.objects = MemoryObjects()
        self._scheduler = self.journal.sequencer("scheduler")
        self._scheduler.fence()
        self._seq = 0
        self._processes = 0
        self._leader = self._process()
        with closing(self.journal.producer("bill")) as producer:
            asked = ActivateRates(card=CARD, starts_at_ms=START_MS, requested_by="bill")
            producer.send(Outgoing(METERING_COMMANDS, envelope("rates", START_MS, asked))).result()
        self.tell(0, *NODES)
        self._leader.settle()

    def tell(self, minute: int, *facts: Any) -> None:
        """Facts of that minute, on the log."""
        at_ms = START_MS + minute * MINUTE_MS
        order = ((fact, (self._seq, index)) for index, fact in enumerate(facts))
        records = [
            Outgoing(JOB_EVENTS, envelope(f"{place[0]}.{place[1]}", at_ms, fact, place))
            for fact, place in order
        ]
        for partition in range(JOB_EVENTS.partitions):
            mark = envelope(f"{self._seq}.w{partition}", at_ms, Watermark(seq=self._seq, at_ms=at_ms))
            records.append(Outgoing(JOB_EVENTS, mark, partition=partition))
        self._scheduler.commit(records)
        self._seq += 1

    def decide(self, mishap: Mishap = Mishap.NONE) -> None:
        """Have the present leader decide everything on the log."""
        former = self._leader
        if mishap in (Mishap.KILLED, Mishap.OVERTAKEN):
            self._leader = self._process()
            self.clock.advance(SILENCE_MS)
        elif mishap is not Mishap.NONE:
            lost = mishap is Mishap.COMMIT_LOST
            self._fate = CommitFate.UNKNOWN_LOST if lost else CommitFate.UNKNOWN_COMMITTED
        self._leader.settle()
        if mishap is Mishap.OVERTAKEN:
            try:
                former.settle()
            except Fenced:
                event("fenced")
            else:  # it saw the other in time, stood by, and leads now
                self._leader = former

    def reader(self) -> Live:
        """Live costs, by a process that begins now."""
        return Live(self.journal, self.clock, threading.Event(), MemoryStore())

    def facts(self) -> list[Any]:
        """Return the published facts, after checking that none is repeated."""
        with closing(self.journal.reader([USAGE_EVENTS], name="t")) as reader:
            read = [delivery.envelope for delivery in reader.read_to_end()]
        told = [each for each in read if not isinstance(each.payload, Watermark)]
        assert len({each.event_id for each in told}) == len(told)
        return [each.payload for each in told]

    def _process(self) -> Process:
        self._processes += 1
        return Process(self, f"decider-{self._processes}")

    def _next_fate(self, count: int) -> CommitFate | None:
        del count
        fate, self._fate = self._fate, None
        return fate


def ledger(facts: Sequence[Any]) -> Ledger:
    """Cost and charge in cents by charge, GPU microseconds by usage; corrections included."""
    found = defaultdict[str, list[int]](lambda: [0, 0])
    for fact in facts:
        rows: list[tuple[str, int, int]] = []
        if isinstance(fact, DayCharged | ChargesCorrected):
            rows = [(each.charge_id, each.cost_cents, each.charged_cents) for each in fact.charges]
        elif isinstance(fact, StorageCharged):
            rows = [(each.charge_id, each.cents, each.cents) for each in fact.charges]
        elif isinstance(fact, UsageRecorded | UsageCorrected):
            rows = [(each.usage_id, each.gpu_us, 0) for each in fact.shares]
        for row_id, first, second in rows:
            found[row_id][0] += first
            found[row_id][1] += second
    return {row_id: (first, second) for row_id, (first, second) in found.items() if first or second}


def live(reader: Live, at_ms: int) -> list[RunningSumAnswer]:
    """Return its figures by job and kind."""
    found = reader.so_far(WHOLE, ("job", "kind"), at_ms)
    assert found["reconciled"]
    return found["items"]


STEPS = st.lists(
    st.tuples(st.integers(1, 400), st.integers(0, SLOTS - 1), st.sampled_from(Mishap)),
    min_size=2,
    max_size=8,
)


@examples(20)
@given(STEPS, st.integers(0, 7))
def test_takeovers_and_readers_that_join_change_no_cent(
    steps: list[tuple[int, int, Mishap]], joins_at: int
) -> None:
    clean, site, jobs = Site(), Site(), Jobs()
    first = site.reader()
    joined: Live | None = None
    minute = 18 * 60
    for number, (gap, slot, mishap) in enumerate(steps):
        minute += gap
        event(mishap.name)
        facts = jobs.toggled(minute, slot)
        for each in (clean, site):
            each.tell(minute, *facts)
        clean.decide()
        site.decide(mishap)
        at_ms = START_MS + minute * MINUTE_MS
        if number == joins_at % len(steps):
            joined = site.reader()
        assert live(first, at_ms) == live(clean.reader(), at_ms), "while it goes on"
    end = minute + 2 * 60 + 2
    for each in (clean, site):
        each.tell(end)
        each.decide()
    expected = ledger(clean.facts())
    assert ledger(site.facts()) == expected
    for kind in (DayCharged, ChargesCorrected, StorageCharged):
        if any(isinstance(fact, kind) for fact in clean.facts()):
            event(kind.__name__)
    at_ms = START_MS + (end + 30) * MINUTE_MS
    shown = live(clean.reader(), at_ms)
    assert joined is not None
    assert [live(reader, at_ms) for reader in (first, joined, site.reader())] == [shown] * 3
    verify(SERVICE, site.journal, cell=CELL)


class Served(FedCell):
    """The same on the real servers; deciders are processes."""

    def __init__(self, endpoints: Mapping[str, str]) -> None:
        super().__init__(endpoints, "metering", METERING_LOG)
        self._home = Path(endpoints["MUSTER_JWT_KEY_FILE"]).parent.parent
        self._seq = 0

    def tell(self, minute: int, *facts: Any) -> None:
        """Facts of that minute, on the log."""
        self.commit(self._seq, START_MS + minute * MINUTE_MS, facts)
        self._seq += 1

    def priced(self) -> None:
        """By CARD, from the start."""
        token = mint(self._home, subject="bill", tenant="acme", roles=("billing",), ttl_s=600)
        asked = ActivateRates(card=CARD, starts_at_ms=START_MS, requested_by="bill")
        command = envelope(uuid.uuid4().hex, SystemClock().now_ms(), asked)
        with closing(self.log.producer("bill")) as producer:
            sent = Outgoing(METERING_COMMANDS, command, authorization=f"Bearer {token}")
            producer.send(sent).result(10)
        self.wait_for_fact(RatesActivated, lambda fact: fact.card == CARD)

    @contextmanager
    def reader(self) -> Generator[Live]:
        """Live costs, by a process that begins now."""
        with closing(Live(self.log, SystemClock(), threading.Event(), MemoryStore())) as reader:
            yield reader

    @contextmanager
    def projector(self, settings: Settings, view: str) -> Generator[None]:
        """One of those who keep the view."""
        projection = TABLES.open(settings, view=view)
        projector = Projector([projection], self.log)
        projector.start()
        try:
            yield
        finally:
            projector.stop()
            projection.view.close()


HISTORY: Final = [(90, 0), (35, 1), (70, 2), (110, 0), (65, 3), (95, 1), (140, 0), (80, 2), (45, 3), (120, 1)]
"""Minutes, and in which slot a job begins or ends: from 18 o'clock until the next morning."""


@pytest.mark.long
@pytest.mark.stack
@pytest.mark.faults
def test_on_the_servers_killed_leaders_and_those_who_join_change_no_cent(
    endpoints: Mapping[str, str], tmp_path: Path
) -> None:
    values = {name.removeprefix("MUSTER_").lower(): value for name, value in endpoints.items()}
    settings, view = offline(Settings, **values), f"metering_t{uuid.uuid4().hex[:8]}"
    clean, jobs, minute = Site(), Jobs(), 18 * 60
    with closing(Served(endpoints)) as site, ExitStack() as open_, ExitStack() as ends_early:
        first = site.contend(tmp_path / "first", "after_commit:9")
        site.wait_for_epoch(1)
        second = site.contend(tmp_path / "second")
        readers = [open_.enter_context(site.reader())]
        ends_early.enter_context(site.projector(settings, view))
        open_.enter_context(site.projector(settings, view))
        site.tell(0, *NODES)
        site.priced()
        for number, (gap, slot) in enumerate(HISTORY):
            minute += gap
            facts = jobs.toggled(minute, slot)
            for each in (clean, site):
                each.tell(minute, *facts)
            clean.decide()
            if number == len(HISTORY) // 2:
                readers.append(open_.enter_context(site.reader()))
                open_.enter_context(site.projector(settings, view))
                ends_early.close()
                site.contend(tmp_path / "third")
                second.kill()
            _wait_for_live(site, readers[0], live(clean.reader(), START_MS + minute * MINUTE_MS), minute)
        assert exit_code(first) == -signal.SIGKILL, "it died between a commit and what follows it"
        end = minute + 2 * 60 + 2
        for each in (clean, site):
            each.tell(end)
        clean.decide()
        expected = ledger(clean.facts())
        site.wait_for(lambda: ledger(site.facts) == expected, "the ledger of a clean run")
        assert any(isinstance(fact, DayCharged) for fact in site.facts)
        charged = {row_id: each for row_id, each in expected.items() if row_id in _charges(clean.facts())}
        site.wait_for(lambda: _table(endpoints, view) == charged, "the tables of a clean run")
        readers.append(open_.enter_context(site.reader()))
        at_ms = START_MS + (end + 30) * MINUTE_MS
        shown = live(clean.reader(), at_ms)
        assert [live(reader, at_ms) for reader in readers] == [shown] * 3
        site.check_log(DECIDING, USAGE_EVENTS)
    _drop(settings, view)


def _wait_for_live(site: Served, reader: Live, shown: list[RunningSumAnswer], minute: int) -> None:
    """Until live costs are those of a clean run, though the leader may just have died."""
    at_ms = START_MS + minute * MINUTE_MS
    site.wait_for(lambda: live(reader, at_ms) == shown, f"live costs of minute {minute}: {shown}")


def _charges(facts: Sequence[Any]) -> set[str]:
    kinds = DayCharged | ChargesCorrected | StorageCharged
    return {each.charge_id for fact in facts if isinstance(fact, kinds) for each in fact.charges}


def _table(endpoints: Mapping[str, str], view: str) -> Ledger:
    """Cost and charge in cents by charge, as the view has them."""
    query = "SELECT charge_id, sum(cost_cents)::bigint, sum(charged_cents)::bigint FROM charges GROUP BY 1"
    dsn = endpoints["MUSTER_POSTGRES_DSN"]
    with psycopg.connect(dsn, options=f"-c search_path={view}") as read:
        rows = read.execute(query).fetchall()
    return {charge_id: (cost, charged) for charge_id, cost, charged in rows if cost or charged}


def _drop(settings: Settings, view: str) -> None:
    projection = TABLES.open(settings, view=view)
    projection.view.drop()
    projection.view.close()
