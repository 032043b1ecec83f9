"""The names service on the memory journal, driven step by step: what a service is promised."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.deciding import (
    DecidingRole,
    Entities,
    EntityStore,
    Fact,
    Input,
    LocalStore,
    MemoryStore,
    Snapshots,
    leader_settings,
    verified,
    verify,
)
from muster.deciding.core import answers
from muster.deciding.core.batch import Stuck
from muster.deciding.replay import inputs_reach
from muster.deciding.stores import Entry
from muster.events.shared.command_answers import CommandRejected, RejectionCode, Violation
from muster.events.shared.watermarks import Watermark
from muster.events.topics import PROCESS_LEASE
from muster.events.wire.deciding_log import DecidedBatch
from muster.events.wire.envelope import Tombstone
from muster.identity import Refusal
from muster.identity.principal import TENANT_WRITE
from muster.journal import (
    CommitFate,
    Diverged,
    Fenced,
    ManualClock,
    MemoryFaults,
    MemoryJournal,
    MergedReader,
    Outgoing,
    PositionLost,
    SharedLease,
    Step,
)
from muster.testkit.laws import examples
from muster.testkit.samples.names.core import DECIDER, NAMES, ORGANISATIONS
from muster.testkit.samples.names.records import (
    NameCommandRepeated,
    NameRefused,
    NameReleased,
    NamesTopics,
    NameTaken,
    OrganisationLeft,
    ReleaseName,
    SetQuota,
    TakeName,
)
from muster.testkit.samples.names.service import envelope_of, names_service
from muster.testkit.simulation import MemoryObjects
from muster.testkit.simulation.surroundings.clock import ProcessClock
from muster.testkit.tokens import Tokens

TOPICS = NamesTopics()
SILENCE_MS = 20_000


def at_once(work: Callable[[], None]) -> Future[None]:
    done: Future[None] = Future()
    done.set_result(work())
    return done


class Cell:
    """A journal, a clock, an object store, and the processes that contend."""

    def __init__(self, fates: Callable[[int], CommitFate | None] = lambda _: None, **changes: Any) -> None:
        self.clock = ManualClock()
        self.shown = ProcessClock(self.clock)
        self.tokens = Tokens(clock=self.clock)
        faults = MemoryFaults(fates=fates)
        self.journal = MemoryJournal((*TOPICS.all(), PROCESS_LEASE), clock=self.clock, faults=faults)
        self.objects = MemoryObjects()
        self.service = names_service(TOPICS, **changes)
        self._producer = self.journal.producer("client")
        self.sent = 0

    def start(self, name: str, store: EntityStore | None = None) -> Process:
        return Process(self, name, store or MemoryStore())

    def lead(self, name: str = "one", store: EntityStore | None = None) -> Process:
        process = self.start(name, store)
        process.leader.advance(0)
        self.clock.advance(SILENCE_MS)
        process.advance_to(Step.LED)
        return process

    def ask(self, *payloads: Any, event_id: str = "", authorization: str = "") -> None:
        for payload in payloads:
            self.sent += 1
            envelope = envelope_of(event_id or f"e{self.sent}", payload)
            topic = TOPICS.people if isinstance(payload, OrganisationLeft) else TOPICS.commands
            self._producer.send(Outgoing(topic, envelope, authorization=authorization))

    def facts(self) -> list[Any]:
        """Payloads on the log, in their order."""
        return [fact.payload for batch in self.batches() for fact in batch.facts]

    def batches(self) -> list[DecidedBatch]:
        read = self.journal.reader([TOPICS.log], name="t").read_to_end()
        return [d.envelope.payload for d in read if isinstance(d.envelope.payload, DecidedBatch)]

    def check(self) -> None:
        """Log and inputs decide the same again; facts are numbered and published as they are on the log."""
        verify(self.service, self.journal, cell="c")
        events = self.journal.reader([TOPICS.events], name="t").read_to_end()
        facts = [d.envelope for d in events if not isinstance(d.envelope.payload, Watermark)]
        published = sorted(fact.event_id for fact in facts)
        logged = [fact.event_id for batch in self.batches() for fact in batch.facts]
        assert logged == [f"names:c:{seq}" for seq in range(len(logged))]
        assert published == sorted(logged)
        index = {fact.event_id: fact.index for fact in facts}
        for batch in self.batches():
            following: Counter[str | None] = Counter()
            for fact in batch.facts:
                assert index[fact.event_id] == following[fact.cause], "a batch's first of an input has 0"
                following[fact.cause] += 1


class Process:
    def __init__(self, cell: Cell, name: str, store: EntityStore) -> None:
        self.store = store
        self.role = DecidingRole(
            cell.service,
            cell="c",
            journal=cell.journal,
            store=store,
            snapshots=Snapshots(cell.objects, "names", "c", at_once),
            lease=SharedLease(cell.journal.producer(name), process_id=name, clock=cell.clock),
            process_id=name,
            stop=threading.Event(),
            clock=cell.shown,
            chance=lambda: 0.0,
            judge=cell.tokens.sender_check(cell.service.scopes).refusal if cell.service.scopes else None,
        )
        self.machine, self.leader = self.role.machine, self.role.leader

    def advance_to(self, wanted: Step, steps_max: int = 200) -> None:
        for _ in range(steps_max):
            if self.leader.advance(0) is wanted:
                return
        raise AssertionError(f"{steps_max} steps did not lead to {wanted}")

    def settle(self) -> None:
        """Lead until nothing is left to do."""
        quiet = 0
        while quiet < 2:
            step = self.leader.advance(0)
            assert step is not None
            quiet = quiet + 1 if step is Step.LED else 0

    def entities(self) -> list[Entry]:
        with self.store.dump() as entries:
            return list(entries)


def nothing(state: Entities, at_ms: int) -> tuple[Fact[Any], ...]:
    del state, at_ms
    return ()


def quota(names_max: int = 10, organisation: str = "acme") -> SetQuota:
    return SetQuota(organisation=organisation, names_max=names_max)


def take(name: str, keep_ms: int = 0, organisation: str = "acme") -> TakeName:
    return TakeName(name=name, organisation=organisation, keep_ms=keep_ms)


class TestClocks:
    def test_deadlines_pass_even_if_the_clock_was_set_back(self) -> None:
        cell = Cell()
        process = cell.lead()
        cell.ask(quota(), take("a", keep_ms=5_000))
        process.settle()
        cell.shown.ahead_ms = -3_600_000
        process.settle()
        cell.clock.advance(5_001)
        process.settle()
        assert [type(fact) for fact in cell.facts()][-1] is NameReleased
        cell.check()


class TestPassedOver:
    def test_inputs_that_do_not_concern_the_core_make_no_batch_and_their_positions_come_later(self) -> None:
        cell = Cell(concerns=frozenset({SetQuota, TakeName}))
        one = cell.lead()
        founded = len(cell.batches())
        cell.ask(ReleaseName(name="a", organisation="acme"), ReleaseName(name="b", organisation="acme"))
        one.settle()
        assert len(cell.batches()) == founded
        cell.ask(quota(2), ReleaseName(name="c", organisation="acme"), take("a"))
        one.settle()
        assert sum(p.next_offset for p in cell.batches()[-1].positions) == 5
        assert [type(fact) for fact in cell.facts()][-1] is NameTaken
        cell.check()

    def test_inputs_that_wait_for_the_next_batch_are_not_passed_over(self) -> None:
        cell = Cell(concerns=frozenset({SetQuota, TakeName}), facts_max=1)
        one = cell.lead()
        cell.ask(
            quota(5),
            take("a"),
            ReleaseName(name="x", organisation="acme"),
            take("b"),
            ReleaseName(name="y", organisation="acme"),
        )
        one.settle()
        assert [type(fact) for fact in cell.facts()][1:] == [NameTaken, NameTaken]
        cell.check()
        two = cell.lead("two")
        two.settle()
        assert [type(fact) for fact in cell.facts()][1:] == [NameTaken, NameTaken]


class TestOneLeader:
    def test_commands_become_facts_on_the_log_and_on_the_topics(self) -> None:
        cell = Cell()
        one = cell.lead()
        cell.ask(quota(2))
        one.settle()
        for name in "abc":
            cell.ask(take(name))
            one.settle()
        facts = cell.facts()[1:]
        assert [type(fact) for fact in facts] == [NameTaken, NameTaken, NameRefused]
        assert facts[2].reason == "quota of 2 reached"
        state = one.machine.state.get(ORGANISATIONS, "acme")
        assert state is not None
        assert state.names == 2
        cell.check()

    def test_an_idle_leader_commits_nothing(self) -> None:
        cell = Cell()
        one = cell.lead()
        cell.ask(quota())
        one.settle()
        before = cell.journal.log.bounds((TOPICS.log.name, 0))
        for _ in range(100):
            cell.clock.advance(500)
            one.settle()
        assert one.leader.leading
        assert cell.journal.log.bounds((TOPICS.log.name, 0)) == before

    def test_a_batch_takes_its_inputs_in_the_order_topic_partition_offset(self) -> None:
        cell = Cell()
        one = cell.lead()
        cell.ask(*(quota(organisation=f"o{n}") for n in range(20)))
        one.settle()
        [batch] = [b for b in cell.batches() if b.facts]
        sent = {
            d.envelope.event_id: d.position
            for d in cell.journal.reader([TOPICS.commands], name="t").read_to_end()
        }
        taken = [sent[fact.cause or ""] for fact in batch.facts]
        assert taken == sorted(sent.values())
        assert len({position.partition for position in taken}) == 3
        cell.check()

    def test_inputs_that_do_not_fit_a_batch_wait_for_the_next(self) -> None:
        cell = Cell(facts_max=3)
        one = cell.lead()
        cell.ask(*(quota(organisation=f"o{n}") for n in range(10)))
        one.settle()
        assert [len(b.facts) for b in cell.batches()[1:]] == [3, 3, 3, 1]
        cell.check()

    def test_time_alone_makes_a_batch(self) -> None:
        cell = Cell()
        one = cell.lead()
        cell.ask(quota())
        one.settle()
        cell.ask(take("a", keep_ms=5_000))
        one.settle()
        cell.clock.advance(4_999)
        one.settle()
        assert not any(isinstance(fact, NameReleased) for fact in cell.facts())
        cell.clock.advance(1)
        one.settle()
        last = cell.facts()[-1]
        assert (type(last), last.reason) == (NameReleased, "expired")
        assert cell.batches()[-1].positions == cell.batches()[-2].positions
        cell.check()

    def test_another_services_fact_and_work_that_goes_on_by_itself(self) -> None:
        cell = Cell()
        one = cell.lead()
        cell.ask(quota())
        one.settle()
        cell.ask(*(take(f"n{n}") for n in range(8)))
        one.settle()
        cell.ask(OrganisationLeft(organisation="acme"))
        one.settle()
        assert one.machine.state.get(ORGANISATIONS, "acme") is None
        assert list(one.machine.state.scan(NAMES)) == []
        assert Counter(type(f).__name__ for f in cell.facts())["NameReleased"] == 8
        cell.check()

    def test_duplicates_are_answered_as_such_until_the_first_is_forgotten(self) -> None:
        cell = Cell(answered_ms=60_000)
        one = cell.lead()
        cell.ask(quota())
        one.settle()
        for _ in range(2):
            cell.ask(take("a"), take("a"), event_id="same")
            one.settle()
        assert [type(f) for f in cell.facts()[1:]] == [NameTaken, *[NameCommandRepeated] * 3]
        cell.clock.advance(60_001)
        cell.ask(quota())  # any batch forgets
        one.settle()
        cell.ask(take("a"), event_id="same")
        one.settle()
        assert type(cell.facts()[-1]) is NameRefused
        cell.check()

    def test_a_duplicate_of_another_services_fact_is_silent(self) -> None:
        cell = Cell()
        one = cell.lead()
        cell.ask(quota())
        one.settle()
        for _ in range(2):
            cell.ask(OrganisationLeft(organisation="acme"), event_id="same")
            one.settle()
        assert Counter(type(f).__name__ for f in cell.facts())["LeavingBegun"] == 1

    def test_the_compacted_topic_has_the_newest_fact_of_each_name_and_tombstones(self) -> None:
        cell = Cell()
        one = cell.lead()
        cell.ask(quota())
        one.settle()
        cell.ask(take("a"), take("b"))
        one.settle()
        cell.ask(ReleaseName(name="a", organisation="acme"))
        one.settle()
        newest = {
            d.envelope.key: d.envelope.payload
            for d in cell.journal.reader([TOPICS.latest], name="t").read_to_end()
        }
        assert newest == {"a": Tombstone(), "b": NameTaken(name="b", organisation="acme", expires_at_ms=0)}

    def test_a_core_that_is_due_and_does_nothing_stops_loudly(self) -> None:
        cell = Cell()
        cell.service = replace(cell.service, decider=replace(DECIDER, due=nothing))
        one = cell.lead()
        cell.ask(quota())
        one.settle()
        cell.ask(take("a", keep_ms=1))
        one.settle()
        cell.clock.advance(1)
        with pytest.raises(Stuck, match="names:c: due at"):
            one.settle()

    def test_facts_of_all_partitions_merge_into_the_logs_order_a_second_after_the_last(self) -> None:
        cell = Cell()
        one = cell.lead()
        cell.ask(quota(100))
        one.settle()
        for n in range(30):
            cell.ask(take(f"n{n}"))
            cell.clock.advance(100)
            one.settle()
        reader = MergedReader(cell.journal.reader([TOPICS.events], name="t"), TOPICS.events)
        early = list(reader.read_to_end())
        log_end = cell.journal.log.bounds((TOPICS.log.name, 0))
        cell.clock.advance(1_000)
        one.settle()
        seqs = [d.envelope.seq for d in (*early, *reader.read_to_end())]
        assert seqs == list(range(31))
        assert 15 < len(early) < 31
        assert cell.journal.log.bounds((TOPICS.log.name, 0)) == log_end, "the last watermark is no batch"
        assert {d.envelope.tenant for d in early} == {"acme"}


class TestSeveralProcesses:
    def test_the_standby_knows_what_the_leader_knows_and_takes_over(self) -> None:
        cell = Cell()
        one = cell.lead()
        two = cell.start("two")
        cell.ask(quota(), *(take(f"n{n}") for n in range(30)))
        one.settle()
        two.leader.advance(0)
        assert two.entities() == one.entities()
        cell.clock.advance(SILENCE_MS)
        two.advance_to(Step.LED)
        assert two.machine.reached.epoch == 2
        cell.ask(quota(5))
        two.settle()
        with pytest.raises(Fenced):
            one.settle()
        cell.check()

    def test_a_duplicate_is_known_after_a_failover(self) -> None:
        cell = Cell()
        one = cell.lead()
        cell.ask(quota(), event_id="same")
        one.settle()
        two = cell.lead("two")
        cell.ask(quota(), event_id="same")
        two.settle()
        assert type(cell.facts()[-1]) is NameCommandRepeated

    @pytest.mark.parametrize("fate", [CommitFate.UNKNOWN_COMMITTED, CommitFate.UNKNOWN_LOST])
    def test_after_an_unknown_commit_the_store_stays_and_the_log_is_read_on(self, fate: CommitFate) -> None:
        cell = Cell(fates={3: fate}.get)
        loads: list[str] = []

        class Watched(MemoryStore):
            def clear(self) -> None:
                loads.append("clear")
                super().clear()

        one = cell.lead(store=Watched())
        assert loads == ["clear"], "once, when nothing was there"
        cell.ask(quota())
        one.settle()
        cell.ask(take("a"))
        one.advance_to(Step.GAVE_UP)
        one.advance_to(Step.LED)
        one.settle()
        assert loads == ["clear"]
        assert [type(f).__name__ for f in cell.facts()] == ["QuotaSet", "NameTaken"]
        assert one.machine.reached.epoch == 2
        cell.check()

    def test_recovery_from_a_snapshot_folds_only_what_came_after_it(self) -> None:
        cell = Cell(snapshot_every_batches=5)
        one = cell.lead()
        for n in range(23):
            cell.ask(quota(n))
            one.settle()
        assert len(cell.objects.keys("snapshots/names/c/")) == 3
        kept = cell.journal.log
        kept.truncate((TOPICS.log.name, 0), 2 * 19)  # behind the newest snapshot's place
        two = cell.start("two")
        two.leader.advance(0)
        assert two.entities() == one.entities()
        assert two.machine.reached.batches == 24

    def test_a_damaged_snapshot_is_passed_over(self) -> None:
        cell = Cell(snapshot_every_batches=5)
        one = cell.lead()
        for n in range(12):
            cell.ask(quota(n))
            one.settle()
        for key in cell.objects.keys("snapshots/"):
            cell.objects.put(key, b"damaged")
        two = cell.start("two")
        two.leader.advance(0)
        assert two.entities() == one.entities()

    def test_a_truncated_log_is_a_loud_stop(self) -> None:
        cell = Cell()
        one = cell.lead()
        for n in range(5):
            cell.ask(quota(n))
            one.settle()
        cell.journal.log.truncate((TOPICS.log.name, 0), 4)
        with pytest.raises(PositionLost, match="the log begins with batch 2"):
            cell.lead("two")

    def test_a_store_that_is_older_than_the_log_stops_unless_a_snapshot_helps(self, tmp_path: Path) -> None:
        cell = Cell(snapshot_every_batches=4)
        cell.objects.down = True
        one = cell.lead(store=LocalStore(tmp_path / "one"))
        cell.ask(quota(0))
        one.settle()
        one.store.close()
        two = cell.lead("two")
        for n in range(10):
            cell.ask(quota(n))
            two.settle()
        cell.journal.log.truncate((TOPICS.log.name, 0), 12)
        older = LocalStore(tmp_path / "one")
        with pytest.raises(PositionLost):
            cell.lead("again", older)
        older.close()
        cell.objects.down = False
        for n in range(4):
            cell.ask(quota(n))
            two.settle()
        helped = cell.lead("helped", LocalStore(tmp_path / "one"))
        assert helped.machine.reached.epoch == 3

    def test_a_local_store_is_gone_on_with_and_gives_the_same_state(self, tmp_path: Path) -> None:
        cell = Cell()
        one = cell.lead(store=LocalStore(tmp_path / "one"))
        cell.ask(quota(), *(take(f"n{n}", keep_ms=50_000) for n in range(9)))
        one.settle()
        reached = one.machine.reached
        one.store.close()
        again = cell.start("again", LocalStore(tmp_path / "one"))
        again.leader.advance(0)
        assert (again.machine.reached.batches, again.machine.reached.positions) == (
            reached.batches,
            reached.positions,
        )
        fresh = cell.start("fresh")
        fresh.leader.advance(0)
        assert fresh.entities() == again.entities()
        again.store.close()

    def test_a_state_stored_twice_is_one_snapshot(self) -> None:
        cell = Cell()
        one = cell.lead()
        cell.ask(quota(), take("a"))
        one.settle()
        objects = MemoryObjects()
        for _ in range(2):
            Snapshots(objects, "names", "c", at_once).save(one.store, one.machine.reached)
        assert len(objects.keys("")) == 1

    def test_inputs_that_no_longer_reach_back_to_the_oldest_snapshot_are_named(self) -> None:
        cell = Cell(snapshot_every_batches=2)
        one = cell.lead()
        for n in range(9):
            cell.ask(quota(n))
            one.settle()
        oldest = Snapshots(cell.objects, "names", "c", at_once).oldest()
        assert oldest is not None
        assert inputs_reach(cell.service, cell.journal, oldest) == []
        [partition] = {
            d.position.partition for d in cell.journal.reader([TOPICS.commands], name="t").read_to_end()
        }
        cell.journal.log.truncate((TOPICS.commands.name, partition), 9)
        assert inputs_reach(cell.service, cell.journal, oldest) == [
            f"{TOPICS.commands.name}/{partition} begins at 9, the oldest snapshot at "
            f"{oldest.input_positions[TOPICS.commands.name, partition]}"
        ]


class TestReplay:
    def test_another_core_is_found_out(self) -> None:
        cell = Cell()
        one = cell.lead()
        cell.ask(quota(1))
        one.settle()
        cell.ask(take("a"), take("b"))
        one.settle()
        cell.check()

        def generous(state: Any, given: Any, at_ms: int) -> Any:
            changed = (
                replace(given.payload, names_max=9) if isinstance(given.payload, SetQuota) else given.payload
            )
            return DECIDER.decide(state, replace(given, payload=changed), at_ms)

        other = replace(cell.service, decider=replace(DECIDER, decide=generous))
        with pytest.raises(Diverged, match=r"names:c: batch 1: fact 0 of 1 differs(.|\n)*\+.*9"):
            verify(other, cell.journal, cell="c")

    def test_deleted_inputs_are_reported(self) -> None:
        cell = Cell()
        one = cell.lead()
        cell.ask(quota())
        one.settle()
        for partition in range(3):
            cell.journal.log.truncate((TOPICS.commands.name, partition), 1)
        with pytest.raises((PositionLost, Diverged)):
            verify(cell.service, cell.journal, cell="c")


ORGANISATIONS_ASKED = st.sampled_from(["acme", "hooli"])
NAMES_ASKED = st.sampled_from([f"n{n}" for n in range(6)])
PAYLOADS = st.one_of(
    st.builds(SetQuota, organisation=ORGANISATIONS_ASKED, names_max=st.integers(0, 4)),
    st.builds(
        TakeName,
        name=NAMES_ASKED,
        organisation=ORGANISATIONS_ASKED,
        keep_ms=st.sampled_from([0, 700, 90_000]),
    ),
    st.builds(ReleaseName, name=NAMES_ASKED, organisation=ORGANISATIONS_ASKED),
    st.builds(OrganisationLeft, organisation=ORGANISATIONS_ASKED),
)


@examples(40)
@given(
    rounds=st.lists(
        st.tuples(st.lists(st.tuples(PAYLOADS, st.integers(0, 30)), max_size=5), st.integers(0, 2_000)),
        max_size=12,
    ),
    seed=st.integers(0, 1_000_000),
)
def test_any_history_under_crashes_and_unknown_commits(
    rounds: list[tuple[list[tuple[Any, int]], int]], seed: int
) -> None:
    """Replay equals what was decided, standby equals leader, rebuilt equals kept, invariants hold."""
    chance = random.Random(seed)
    fates: list[CommitFate | None] = [None] * 8 + [CommitFate.UNKNOWN_COMMITTED, CommitFate.UNKNOWN_LOST]
    cell = Cell(lambda _: chance.choice(fates), snapshot_every_batches=4, facts_max=4)
    driven = [cell.start("a0"), cell.start("b0")]
    for number, (payloads, wait_ms) in enumerate(rounds):
        for payload, event in payloads:
            cell.ask(payload, event_id=f"e{event}")
        cell.clock.advance(wait_ms)
        for _ in range(12):
            index = chance.randrange(2)
            try:
                driven[index].leader.advance(0)
            except Fenced:
                driven[index] = cell.start(f"fenced{number}")
            if chance.random() < 0.05:
                driven[index] = cell.start(f"killed{number}")
            cell.clock.advance(chance.choice([0, 100, 3_000]))
    fates[:] = [None]
    calm = cell.lead("calm")
    calm.settle()
    cell.check()
    standby, kept = cell.start("standby"), cell.objects
    standby.leader.advance(0)
    cell.objects = MemoryObjects()
    rebuilt = cell.start("rebuilt")
    rebuilt.leader.advance(0)
    cell.objects = kept
    assert standby.entities() == rebuilt.entities() == calm.entities()
    owners = Counter(name.organisation for _, name in calm.machine.state.scan(NAMES))
    for organisation, entity in calm.machine.state.scan(ORGANISATIONS):
        assert owners.pop(organisation, 0) == entity.names
    assert not owners
    answered = Counter(
        fact.cause
        for batch in cell.batches()
        for fact in batch.facts
        if fact.cause and not isinstance(fact.payload, NameCommandRepeated)
    )
    assert all(count == 1 for count in answered.values())


def test_two_services_settings_do_not_share_a_transactional_id() -> None:
    cell = Cell()
    lease = SharedLease(cell.journal.producer("p"), process_id="p", clock=cell.clock)
    assert leader_settings(cell.service, "c", lease).transactional_id == "names-c"
    assert leader_settings(cell.service, "d", lease).transactional_id == "names-d"


def told_no(given: Input[Any]) -> Iterator[Fact[Any]]:
    """The names service says no in its own words."""
    assert given.refused is not None
    reason = given.refused.violations[0].value
    refused = NameRefused(name=given.key, organisation=given.refused.tenant, reason=reason)
    yield Fact(refused, given.key, given.refused.tenant)


def test_unauthorized_senders_are_refused_on_the_log_and_verify_needs_no_keys() -> None:
    scopes = dict.fromkeys((SetQuota, TakeName), TENANT_WRITE)
    cell = Cell(scopes=scopes)
    cell.service = replace(cell.service, decider=replace(DECIDER, refused=told_no))
    leader, standby = cell.lead(), cell.start("two")
    ann = cell.tokens.authorization("acme", "ann")
    cell.ask(quota(1), authorization=ann)
    cell.ask(take("a"), event_id="same")
    cell.ask(take("b"), event_id="other", authorization="Bearer nonsense")
    cell.ask(take("a"), event_id="same", authorization=ann)
    cell.ask(OrganisationLeft(organisation="nobody"))
    leader.settle()
    refused = [fact for fact in cell.facts() if isinstance(fact, NameRefused)]
    reasons = ["(absent)", "the token is not valid: Not enough segments"]
    assert [(fact.name, fact.reason) for fact in refused] == list(zip("ab", reasons, strict=True))
    taken = [fact for fact in cell.facts() if isinstance(fact, NameTaken)]
    assert [fact.name for fact in taken] == ["a"], "an id that a stranger used is nobody's duplicate"
    recorded = [each for batch in cell.batches() for each in batch.refused]
    assert [(each.tenant, each.reasons[0].field) for each in recorded] == [("", "authorization")] * 2
    cell.check()
    standby.leader.advance(0)
    assert standby.entities() == leader.entities()


def shouted(state: Entities, given: Input[Any], at_ms: int) -> Iterator[Fact[Any]]:
    """The names service refuses in capitals."""
    for fact in DECIDER.decide(state, given, at_ms):
        said = fact.payload
        yield (
            replace(fact, payload=replace(said, reason=said.reason.upper()))
            if isinstance(said, NameRefused)
            else fact
        )


def test_versions_follow_each_other_and_facts_of_the_other_are_folded_until_it_ends() -> None:
    cell = Cell()
    ones = cell.service
    twos = replace(ones, decider=replace(DECIDER, decisions_version=2, decide=shouted))
    former = cell.lead("one")
    cell.ask(quota(1), take("a"))
    former.settle()
    cell.service = twos
    standby = cell.start("two")
    for name in "bc":
        cell.ask(take(name))
        former.settle()
    standby.leader.advance(0)
    assert standby.entities() == former.entities(), "a standby of another version only folds"
    assert cell.objects.keys("handovers/") == []
    cell.clock.advance(SILENCE_MS)
    standby.advance_to(Step.LED)
    cell.ask(take("d"), ReleaseName(name="a", organisation="acme"), take("e"))
    standby.settle()
    assert [batch.decisions_version for batch in cell.batches()] == [1, 1, 1, 1, 2, 2]
    [kept] = cell.objects.keys("handovers/names/c/")
    compared = [not b.difference for b in verified(twos, cell.journal, cell="c", store=MemoryStore())]
    assert compared == [True, True, False, False, True, True]
    compared = [not b.difference for b in verified(ones, cell.journal, cell="c", store=MemoryStore())]
    assert compared == [True, True, True, True, True, False]
    with pytest.raises(Diverged, match="batch 2: fact 0 of 1 differs"):
        verify(twos, cell.journal, cell="c")
    cell.lead("three").settle()
    assert cell.objects.keys("handovers/names/c/") == [kept], "no other version took over"


def test_a_service_with_scopes_needs_a_sender_check() -> None:
    cell = Cell()
    with pytest.raises(ValueError, match="names has scopes and nobody judges its senders"):
        DecidingRole(
            replace(cell.service, scopes={TakeName: TENANT_WRITE}),
            cell="c",
            journal=cell.journal,
            store=MemoryStore(),
            snapshots=Snapshots(cell.objects, "names", "c", at_once),
            lease=SharedLease(cell.journal.producer("x"), process_id="x", clock=cell.clock),
            process_id="x",
            stop=threading.Event(),
            clock=cell.clock,
            chance=lambda: 0.0,
        )


def test_a_refusal_is_command_rejected_unless_the_service_overrides_it() -> None:
    refused = Refusal("", (Violation(field="authorization", value="(absent)", allowed="a token"),))
    given = Input(topic="t", event_id="e", key="k", correlation_id="c", payload=take("a"), refused=refused)
    (fact,) = answers.refused(given)
    assert (fact.key, fact.tenant) == ("k", "")
    assert fact.payload == CommandRejected(
        command_id="e",
        command="TakeName",
        subject="k",
        tenant="",
        code=RejectionCode.FORBIDDEN,
        message="authorization is (absent); must be a token",
        violations=refused.violations,
    )
