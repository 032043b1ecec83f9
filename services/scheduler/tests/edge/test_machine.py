"""The machine between log and core: the records it writes and folds, and those that stop it."""

import gzip
import itertools
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

import pytest
from muster.events.job_events import (
    FailureRulesActivated,
    GangBound,
    JobPending,
    JobQueued,
    JobSucceeded,
    NodeRefused,
    PendingCode,
    PolicyActivated,
    PreemptionCause,
    PreemptionRefused,
    QueueCreated,
    RefusalCode,
)
from muster.events.node_commands import StartTask
from muster.events.preemption_events import DeclineReason, PreemptionDeclined
from muster.events.scheduler_log import Batch
from muster.events.shared.watermarks import Watermark
from muster.events.topics import (
    CHECKPOINT_EVENTS,
    JOB_COMMANDS,
    JOB_EVENTS,
    NODE_COMMANDS,
    NODE_HEARTBEATS,
    PREEMPTION_EVENTS,
    SCHEDULER_LOG,
    TASK_EVENTS,
)
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, Diverged, ManualClock, MemoryJournal, OtherVersion, Outgoing, Position
from muster.scheduler.core.canonical import canonical, plain
from muster.scheduler.core.replay.hashing import HASH_VERSION, hash_of
from muster.scheduler.edge.audit import audited
from muster.scheduler.edge.machine import (
    COUNT_WAITING_EVERY_MS,
    HASH_EVERY_BATCHES,
    WATERMARK_EVERY_MS,
    SchedulerMachine,
)
from muster.scheduler.edge.replay import DECISIONS_VERSION
from muster.scheduler.edge.snapshots import BadSnapshot, SnapshotPace, SnapshotStore, unpack
from muster.service.audit import Audit
from muster.telemetry import metrics
from muster.testkit.cores import build
from muster.testkit.simulation import MemoryObjects
from muster.testkit.simulation.processes.replica import new_machine
from muster.testkit.simulation.surroundings.clock import ProcessClock
from muster.testkit.tokens import Tokens

AT_MS = ManualClock().now_ms()
TOKENS = Tokens(clock=ManualClock())


class Rig:
    """A leading machine, and the log it writes."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.objects = MemoryObjects()
        self.machine = new_machine("scheduler-1", self.clock, self.objects)
        self.log: list[Delivery[Any]] = []
        self.offsets = 0
        self.commit(self.machine.lead("scheduler-1", self.clock.now_ms()))

    def step(self, *payloads: Any) -> list[Outgoing]:
        self.clock.advance(10)
        self.offsets += len(payloads)
        deliveries = [
            delivery(payload, self.offsets - len(payloads) + i) for i, payload in enumerate(payloads)
        ]
        return self.commit(self.machine.step(deliveries, self.clock.now_ms()))

    def commit(self, outgoing: Sequence[Outgoing]) -> list[Outgoing]:
        for out in outgoing:
            if out.topic is SCHEDULER_LOG:
                position = Position(SCHEDULER_LOG.name, 0, 2 * len(self.log))
                self.log.append(Delivery(position, self.clock.now_ms(), out.envelope))
        if outgoing:
            self.machine.committed()
        return list(outgoing)

    def standby(self) -> SchedulerMachine:
        machine = new_machine("scheduler-2", self.clock, self.objects)
        offset = machine.restore() or 0
        for entry in self.log:
            if entry.position.offset >= offset:
                machine.fold(entry)
        return machine


OWN_TOPICS = (NODE_HEARTBEATS, TASK_EVENTS, PREEMPTION_EVENTS, CHECKPOINT_EVENTS)
"""Topics of records that are no commands."""


def delivery(payload: Any, offset: int) -> Delivery[Any]:
    reports = {type(payload) in topic.payloads.values(): topic for topic in OWN_TOPICS}
    topic = reports.get(True, JOB_COMMANDS)
    envelope = Envelope(
        event_id=f"command-{offset}",
        key=getattr(payload, "job_id", "k"),
        occurred_at_ms=0,
        producer="p",
        correlation_id=f"request-{offset}",
        payload=payload,
    )
    return Delivery(Position(topic.name, 0, offset), AT_MS, envelope, authorization=TOKENS.of(payload))


def payloads(outgoing: Sequence[Outgoing], topic: object) -> list[Any]:
    return [out.envelope.payload for out in outgoing if out.topic is topic]


def test_the_first_leader_founds_the_cell_on_the_log() -> None:
    rig = Rig()
    [batch] = [entry.envelope.payload for entry in rig.log]
    assert [type(decision.payload) for decision in batch.decisions] == [
        QueueCreated,
        PolicyActivated,
        FailureRulesActivated,
    ]
    assert (batch.epoch, batch.seq_first, batch.state_hash is not None) == (1, 0, True)
    again = rig.standby()
    [log] = payloads(again.lead("scheduler-2", rig.clock.now_ms()), SCHEDULER_LOG)
    assert (log.epoch, log.decisions) == (2, ())


def test_only_plans_of_the_preemption_services_facts_are_inputs() -> None:
    rig = Rig()
    declined = PreemptionDeclined(
        job_id="job-due",
        tenant="acme",
        queue="red",
        cause=PreemptionCause.GUARANTEE,
        reason=DeclineReason.NO_GAIN,
        message="not worth it",
        as_of_seq=1,
    )
    assert payloads(rig.step(declined), SCHEDULER_LOG) == []
    [batch] = payloads(rig.step(build.preemption_plan("job-due", build.victim("job-b"))), SCHEDULER_LOG)
    [refused] = [decision.payload for decision in batch.decisions]
    assert (type(refused), refused.code) == (PreemptionRefused, RefusalCode.NOT_WAITING)
    assert [(p.topic, p.next_offset) for p in batch.positions] == [(PREEMPTION_EVENTS.name, 2)]
    nameless = build.preemption_plan("", build.victim(""), queue="", tenant="")
    [batch] = payloads(rig.step(nameless), SCHEDULER_LOG)
    assert [decision.payload.code for decision in batch.decisions] == [RefusalCode.INVALID]
    assert rig.standby().state_hash() == rig.machine.state_hash()


def test_unauthorised_reports_decide_nothing_and_are_recorded_once() -> None:
    rig = Rig()
    node = build.node("n1", gpus=2)
    rig.step(build.beat(node))
    rig.step()
    submitted = rig.step(build.submit("job-0001", build.job_spec(gpus=1)))
    assert GangBound in [type(fact) for fact in payloads(submitted, JOB_EVENTS)], payloads(
        submitted, JOB_EVENTS
    )
    clock = ManualClock(AT_MS - 86_400_000)
    strangers = {
        "": "(absent)",
        "Bearer nonsense": "not valid",
        Tokens(clock=clock).node_authorization("n1", ttl_s=60): "expired",
        TOKENS.node_authorization("n2"): "a token of n2",
    }
    seen: list[Any] = []
    for number, shown in enumerate(strangers):
        forged = [
            replace(delivery(build.exited("n1", "job-0001", 1), 10 * number), authorization=shown),
            replace(delivery(build.beat(replace(node, cpu_milli=1)), 10 * number), authorization=shown),
        ]
        rig.clock.advance(1_000)
        seen += payloads(rig.commit(rig.machine.step(forged, rig.clock.now_ms())), JOB_EVENTS)
    assert [type(fact) for fact in seen if not isinstance(fact, Watermark)] == [NodeRefused]
    assert rig.machine.state.jobs["job-0001"].attempt is not None
    assert rig.machine.state.nodes["n1"].joined.cpu_milli == node.cpu_milli
    ended = payloads(rig.step(build.exited("n1", "job-0001", 1)), JOB_EVENTS)
    assert JobSucceeded in [type(fact) for fact in ended]


def test_snapshots_are_triggered_by_work_long_before_the_number_of_batches() -> None:
    """With batches of 75 ms each, the seventh is the first after 500 ms."""
    worked = itertools.count(step=75)
    pace = SnapshotPace(every_batches=2_000, cpu_ms=lambda: next(worked))
    due: list[int] = []
    for batches in range(1, 22):
        with pace.working():
            pass
        if pace.is_due(batches):
            due.append(batches)
            pace.restart(batches, state_bytes=0)
    assert due == [7, 14, 21]
    pace.restart(21, state_bytes=5_000_000)
    for _ in range(13):
        with pace.working():
            pass
    assert not pace.is_due(22), "a large state costs more to store, so twice the work may pass"


def test_time_passes_when_the_clock_is_set_back() -> None:
    world = ManualClock()
    clock = ProcessClock(world)
    machine = new_machine("scheduler-1", clock, MemoryObjects())
    machine.lead("scheduler-1", clock.now_ms())
    machine.committed()
    begun_ms = machine.state.now_ms
    clock.ahead_ms = -3_600_000
    world.advance(5_000)
    machine.step([delivery(build.submit("job-a", build.job_spec(gpus=1)), 0)], clock.now_ms())
    machine.committed()
    assert machine.state.now_ms == begun_ms + 5_000
    world.advance(WATERMARK_EVERY_MS)
    assert (machine.next_deadline_ms() or 0) <= clock.now_ms(), "watermarks are due, and requested"


def test_one_step_is_one_transaction_over_three_topics() -> None:
    rig = Rig()
    rig.step(build.beat(build.node("n1")))
    outgoing = rig.step(build.submit("job-aaaa"), build.submit("job-bbbb"))
    [batch] = payloads(outgoing, SCHEDULER_LOG)
    facts, orders = payloads(outgoing, JOB_EVENTS), payloads(outgoing, NODE_COMMANDS)
    assert [type(fact) for fact in facts] == [JobQueued, JobQueued, GangBound, GangBound]
    assert [type(order) for order in orders] == [StartTask, StartTask]
    assert len(batch.decisions) == len(facts) + len(orders)
    by_id = {out.envelope.event_id: out.envelope for out in outgoing[1:]}
    assert set(by_id) == {decision.event_id for decision in batch.decisions}


def test_a_fact_is_keyed_by_its_job_and_carries_its_correlation_and_cause() -> None:
    rig = Rig()
    rig.step(build.beat(build.node("n1")))
    outgoing = rig.step(build.submit("job-aaaa"))
    queued = next(out.envelope for out in outgoing if isinstance(out.envelope.payload, JobQueued))
    assert (queued.key, queued.correlation_id, queued.causation_id) == ("job-aaaa", "request-1", "command-1")
    bound = next(out.envelope for out in outgoing if isinstance(out.envelope.payload, GangBound))
    assert (bound.key, bound.correlation_id, bound.causation_id) == ("job-aaaa", "request-1", queued.event_id)
    order = next(out.envelope for out in outgoing if isinstance(out.envelope.payload, StartTask))
    assert (order.key, order.causation_id) == ("n1", queued.event_id)


def test_a_decision_of_a_pass_never_names_another_jobs_command() -> None:
    rig = Rig()
    rig.step(build.beat(build.node("n1", gpus=1)))
    outgoing = rig.step(*(build.submit(f"job-aaa{i}", build.job_spec(gpus=1)) for i in range(3)))
    facts = [out.envelope for out in outgoing if out.topic is JOB_EVENTS]
    queued = {fact.key: fact for fact in facts if isinstance(fact.payload, JobQueued)}
    assert len({fact.causation_id for fact in queued.values()}) == 3
    passed = [fact for fact in facts if isinstance(fact.payload, GangBound | JobPending)]
    assert len(passed) == 3
    for fact in passed:
        assert fact.causation_id == queued[fact.key].event_id


def test_facts_carry_their_order_and_tenant_but_orders_carry_neither() -> None:
    rig = Rig()
    rig.step(build.beat(build.node("n1")))
    outgoing = rig.step(build.submit("job-aaaa"), build.submit("job-bbbb"))
    envelopes = [out.envelope for out in outgoing if out.topic is JOB_EVENTS]
    seq = envelopes[0].seq
    assert seq is not None
    assert [(e.seq, e.index) for e in envelopes] == [(seq, 0), (seq + 1, 0), (seq + 1, 1), (seq + 1, 3)]
    assert {e.tenant for e in envelopes} == {build.submit("job-aaaa").tenant}
    assert {(e.seq, e.tenant) for e in (out.envelope for out in outgoing if out.topic is NODE_COMMANDS)} == {
        (None, None)
    }


def test_every_partition_gets_a_watermark_each_second() -> None:
    rig = Rig()
    rig.clock.advance(WATERMARK_EVERY_MS)
    outgoing = rig.step(build.beat(build.node("n1")))
    marks = [out for out in outgoing if isinstance(out.envelope.payload, Watermark)]
    assert [mark.partition for mark in marks] == list(range(JOB_EVENTS.partitions))
    [batch] = payloads(outgoing, SCHEDULER_LOG)
    assert {mark.envelope.payload.seq for mark in marks} == {batch.inputs[-1].seq}
    rig.clock.advance(WATERMARK_EVERY_MS // 2)
    soon = rig.step(build.submit("job-aaaa"))
    assert payloads(soon, JOB_EVENTS)
    assert not [out for out in soon if isinstance(out.envelope.payload, Watermark)]


def test_the_last_facts_before_silence_get_their_watermark_without_a_batch() -> None:
    rig = Rig()
    rig.clock.advance(WATERMARK_EVERY_MS)
    rig.step(build.beat(build.node("n1")))
    [batch] = payloads(rig.step(build.submit("job-aaaa")), SCHEDULER_LOG)
    now_ms = rig.clock.now_ms()
    assert (rig.machine.next_deadline_ms() or 0) <= now_ms + WATERMARK_EVERY_MS
    rig.clock.advance(WATERMARK_EVERY_MS)
    state_hash = rig.machine.state_hash()
    marks = rig.step()
    assert {type(out.envelope.payload) for out in marks} == {Watermark}
    assert {out.envelope.payload.seq for out in marks} == {batch.inputs[-1].seq}
    assert rig.machine.state_hash() == state_hash
    rig.clock.advance(WATERMARK_EVERY_MS)
    assert rig.step() == []


def test_a_step_without_decisions_commits_nothing() -> None:
    rig = Rig()
    rig.step(build.beat(build.node("n1")))
    assert rig.step(build.beat(build.node("n1"), 2)) == []


def test_a_record_read_twice_is_taken_once() -> None:
    rig = Rig()
    command = delivery(build.submit("job-aaaa"), 0)
    assert rig.machine.step([command], rig.clock.now_ms())
    rig.machine.committed()
    assert rig.machine.step([command], rig.clock.now_ms()) == []


def test_time_on_the_log_never_goes_back() -> None:
    rig = Rig()
    now_ms = rig.clock.now_ms()
    [batch] = payloads(
        rig.machine.step([delivery(build.submit("job-aaaa"), 0)], now_ms - 3_600_000), SCHEDULER_LOG
    )
    assert batch.observed_at_ms == now_ms


def test_a_standby_reaches_the_same_state_and_stores_its_snapshot() -> None:
    rig = Rig()
    rig.step(build.beat(build.node("n1")))
    for i in range(2 * HASH_EVERY_BATCHES):
        rig.step(build.submit(f"job-{i:04d}"))
    assert any(entry.envelope.payload.state_hash for entry in rig.log[2:])
    keys = rig.objects.keys("snapshots/default/")
    assert len(keys) == 3
    assert rig.standby().state_hash() == rig.machine.state_hash()
    rig.objects.down = True
    assert rig.standby().state_hash() == rig.machine.state_hash(), "the log is enough without S3"


def test_a_clean_stop_leaves_no_batch_to_repeat() -> None:
    rig = Rig()
    rig.step(build.submit("job-aaaa"))
    rig.machine.keep(1)
    assert rig.objects.keys("snapshots/")
    standby = new_machine("scheduler-2", rig.clock, rig.objects)
    assert standby.restore() is not None
    assert standby.state_hash() == rig.machine.state_hash()


def test_a_damaged_snapshot_is_skipped() -> None:
    rig = Rig()
    for i in range(100):
        rig.step(build.submit(f"job-{i:04d}"))
    newest = rig.objects.keys("snapshots/")[-1]
    rig.objects.put(newest, rig.objects.get(newest)[:-9])
    swapped = rig.objects.keys("snapshots/")[-2]
    rig.objects.put(swapped, rig.objects.get(rig.objects.keys("snapshots/")[0]))
    assert rig.standby().state_hash() == rig.machine.state_hash()


def test_a_snapshot_of_an_older_version_is_read_by_a_newer_one() -> None:
    """It had fewer settings and another hash, yet the log is not read again."""
    rig = Rig()
    rig.step(build.beat(build.node("n1")))
    rig.step(build.submit("job-aaaa"))
    rig.machine.keep(1)
    [key] = rig.objects.keys("snapshots/")

    def without_later_settings(document: dict[str, Any]) -> None:
        policy = plain(document["entities"]["policy"])
        for name in ("headroom_percent", "gap_drain_max_ms"):
            del policy[name]
        document["entities"]["policy"] = canonical(policy)

    rewrite(rig, key, without_later_settings)
    newer = new_machine("scheduler-2", rig.clock, rig.objects)
    assert newer.restore() is not None
    assert newer.state_hash() == rig.machine.state_hash()
    assert newer.state.policy == rig.machine.state.policy


def test_an_unreadable_snapshot_of_another_version_is_skipped_and_the_log_is_read() -> None:
    rig = Rig()
    rig.step(build.submit("job-aaaa"))
    rig.machine.keep(1)
    [key] = rig.objects.keys("snapshots/")
    rewrite(rig, key, lambda document: document["entities"].update({"novelty/one": canonical({})}))
    newer = new_machine("scheduler-2", rig.clock, rig.objects)
    assert newer.restore() is None
    assert rig.standby().state_hash() == rig.machine.state_hash()


def rewrite(rig: Rig, key: str, change: Callable[[dict[str, Any]], None]) -> None:
    """Rewrite a snapshot as a version did that did not record its hash method."""
    document = plain(gzip.decompress(rig.objects.get(key)))
    change(document)
    document.pop("hash_version", None)
    former, document["state_hash"] = document["state_hash"], hash_of(document["entities"])
    rig.objects.put(key.replace(former, document["state_hash"]), gzip.compress(canonical(document)))
    rig.objects.delete(key)


def test_hashes_of_another_version_are_not_compared_but_decisions_are() -> None:
    rig = Rig()
    rig.step(build.submit("job-aaaa"))
    standby = new_machine("scheduler-2", rig.clock, rig.objects)
    elected, submitted = rig.log
    assert elected.envelope.payload.hash_version == HASH_VERSION
    standby.fold(tampered(elected, state_hash="0" * 64, hash_version=HASH_VERSION - 1))
    with pytest.raises(Diverged, match="decision 0"):
        standby.fold(tampered(submitted, decisions=(), hash_version=HASH_VERSION - 1))


def test_a_difference_due_to_other_rules_is_distinguished_from_divergence() -> None:
    rig = Rig()
    rig.step(build.submit("job-aaaa"))
    standby = new_machine("scheduler-2", rig.clock, rig.objects)
    standby.fold(tampered(rig.log[0], decisions_version=DECISIONS_VERSION + 1))
    with pytest.raises(
        OtherVersion, match=f"decided by version {DECISIONS_VERSION + 1} of the rules"
    ) as raised:
        standby.fold(tampered(rig.log[1], decisions=(), decisions_version=DECISIONS_VERSION + 1))
    [remedy] = raised.value.remedies
    assert remedy.startswith(f"muster up && muster down  # by a program of version {DECISIONS_VERSION + 1}:")


@pytest.mark.parametrize(("version", "kept"), [(DECISIONS_VERSION, 0), (DECISIONS_VERSION + 1, 1)])
def test_a_handover_is_stored_where_other_rules_decided_until_now(version: int, kept: int) -> None:
    rig = Rig()
    rig.step(build.submit("job-aaaa"))
    rig.log[-1] = tampered(rig.log[-1], decisions_version=version)
    standby = rig.standby()
    before = standby.state_hash()
    standby.lead("scheduler-2", rig.clock.now_ms())
    standby.keep(1)
    handovers = list(SnapshotStore(rig.objects, "default").handovers())
    assert [handover.state_hash for handover in handovers] == [before] * kept


def audited_log(rig: Rig) -> Audit:
    journal = MemoryJournal()
    for entry in rig.log:
        journal.producer("test").send(Outgoing(SCHEDULER_LOG, entry.envelope)).result(60)
    *_, audit = audited(journal, "default", SnapshotStore(rig.objects, "default"))
    return audit


def test_an_audit_ends_where_other_rules_decided_and_names_them() -> None:
    rig = Rig()
    rig.step(build.submit("job-aaaa"))
    verified = audited_log(rig)
    assert (verified.batches, verified.unrepeated, verified.reached_end) == (2, [], True)
    rig.step(build.submit("job-bbbb"))
    former = DECISIONS_VERSION - 1
    rig.log[1:] = [tampered(entry, decisions=(), decisions_version=former) for entry in rig.log[1:]]
    found = audited_log(rig)
    assert (found.batches, found.state_hash, found.reached_end) == (1, "", False)
    assert [asdict(stretch) for stretch in found.unrepeated] == [
        {
            "first_offset": 1,
            "next_offset": None,
            "version": former,
            "program_version": DECISIONS_VERSION,
        }
    ]


def test_an_audit_reports_an_unreadable_snapshot_after_other_rules() -> None:
    rig = Rig()
    rig.log[0] = tampered(rig.log[0], decisions=(), decisions_version=DECISIONS_VERSION - 1)
    rig.objects.down = True
    with pytest.raises(OtherVersion, match="what was kept behind it cannot be read"):
        audited_log(rig)


def test_a_snapshot_with_a_changed_spec_is_rejected() -> None:
    rig = Rig()
    rig.step(build.submit("job-aaaa"))
    rig.machine.keep(1)
    [key] = rig.objects.keys("snapshots/")
    document = plain(gzip.decompress(rig.objects.get(key)))
    [[digest, spec]] = document["specs"]
    document["specs"] = [(digest, spec.replace(b"python", b"pyphon"))]
    with pytest.raises(BadSnapshot, match="does not match"):
        unpack(key, gzip.compress(canonical(document)))


def tampered(entry: Delivery[Batch], **changes: Any) -> Delivery[Any]:
    payload = replace(entry.envelope.payload, **changes)
    return replace(entry, envelope=replace(entry.envelope, payload=payload))


def test_a_decision_other_than_the_recorded_one_stops_with_a_readable_difference() -> None:
    rig = Rig()
    rig.step(build.beat(build.node("n1")))
    rig.step(build.submit("job-aaaa"))
    batch = rig.log[-1].envelope.payload
    bound = batch.decisions[1]
    other = replace(bound, payload=replace(bound.payload, master_port=1))
    rig.log[-1] = tampered(rig.log[-1], decisions=(batch.decisions[0], other, *batch.decisions[2:]))
    with pytest.raises(Diverged) as stopped:
        rig.standby()
    assert '-    "master_port": 1,' in str(stopped.value)
    assert '+    "master_port": 20000,' in str(stopped.value)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"seq_first": 5}, "follows seq"),
        ({"cell": "other"}, "this is 'default'"),
        ({"state_hash": "0" * 64}, "the state after it did not"),
        ({"decisions": ()}, "no such decision"),
    ],
)
def test_a_log_that_does_not_continue_stops_the_machine(changes: dict[str, Any], says: str) -> None:
    rig = Rig()
    rig.step(build.submit("job-aaaa"))
    rig.log[-1] = tampered(rig.log[-1], **changes)
    with pytest.raises(Diverged, match=says):
        rig.standby()


def test_an_unknown_commit_discards_the_state() -> None:
    rig = Rig()
    before = rig.standby().state_hash()
    rig.machine.step([delivery(build.submit("job-aaaa"), 0)], rig.clock.now_ms())
    rig.machine.discard()
    rig.machine.restore()
    for entry in rig.log:
        rig.machine.fold(entry)
    assert rig.machine.state_hash() == before
    assert rig.machine.state.jobs == {}


@pytest.mark.slow
def test_the_joins_of_a_large_cluster_are_spread_over_several_records() -> None:
    rig = Rig()
    beats = [build.beat(build.node(f"n{i:05d}")) for i in range(4_000)]
    rig.step(*beats)
    assert 0 < len(rig.machine.state.nodes) < len(beats)
    while rig.step():
        pass
    assert len(rig.machine.state.nodes) == len(beats)


def test_waiting_jobs_are_counted_by_reason_at_most_once_a_second() -> None:
    def waiting(code: PendingCode) -> float:
        (family,) = metrics.JOBS_PENDING_BY_REASON.collect()
        return next(sample.value for sample in family.samples if sample.labels["code"] == code)

    rig = Rig()
    rig.clock.advance(COUNT_WAITING_EVERY_MS)
    rig.step(build.submit("job-000a"), build.submit("job-000b"))
    assert waiting(PendingCode.NO_NODES) == 2
    rig.step(build.submit("job-000c"))
    assert waiting(PendingCode.NO_NODES) == 2
    rig.clock.advance(COUNT_WAITING_EVERY_MS)
    rig.step(build.submit("job-000d"))
    assert waiting(PendingCode.NO_NODES) == 4
    assert waiting(PendingCode.GPUS_BUSY) == 0
