"""The core as the journal's leadership runner drives it (ARCHITECTURE, "The scheduler, exactly").

    restore, fold      stand by: load the newest snapshot, re-step the log as it grows
    lead               a new epoch begins with LeaderElected, and the timers of all nodes restart
    step               1 who reports for a node is judged; heartbeats go to the failure detector; the rest,
                         judged and validated, to the intake
                       2 what fits one batch is sequenced: stamped with seq, in one order
                       3 the core decides; the state is now ahead of the log
                       4 inputs, decisions and positions go out in one transaction
    committed          the batch is on the log: update the metrics, take a snapshot when one is due
    between_batches    nothing is under way: answer questions about the state
    discard            the outcome of the commit is unknown: drop the state; restore and fold follow

The state is changed in place and ahead of the log, which is safe only because `discard` drops all of it
(ADR 6).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from muster.events.job_events import PreemptionRequested
from muster.events.node_heartbeats import NodeHeartbeat
from muster.events.operator_commands import ActivateFailureRules, ActivatePolicy
from muster.events.preemption_events import PreemptionPlanned
from muster.events.queue_commands import CreateQueue
from muster.events.scheduler_log import Batch, ClockTicked, LeaderElected, SequencedInput
from muster.events.topics import NODE_HEARTBEATS, PREEMPTION_EVENTS, TASK_EVENTS
from muster.failures.shipped import shipped_text
from muster.identity import ReportCheck, SenderCheck
from muster.journal import Clock, Delivery, Outgoing, TopicPartition
from muster.journal.leadership.passing_time import PassingTime
from muster.queues.tree import FOUNDING_QUEUE, SHARED_TENANT
from muster.scheduler.core import decide
from muster.scheduler.core.replay.hashing import HASH_VERSION, StateHash
from muster.scheduler.core.state.state import NEW_CELL_POLICY, State
from muster.scheduler.edge import measures, records, replay
from muster.scheduler.edge.detector import PATIENT, Detector, Patience
from muster.scheduler.edge.intake import Arrival, Intake
from muster.scheduler.edge.questions import Questions
from muster.scheduler.edge.snapshots import Snapshot, SnapshotPace, SnapshotStore

HASH_EVERY_BATCHES = 64
"""The state hash is computed and recorded every this many batches, and at an election."""

HASH_WHEN_DIRTY = 2_000
"""It is also computed whenever this many entities have changed, so that no hash takes the leader long."""

WATERMARK_EVERY_MS = 1_000
"""While the log moves, every partition of the facts gets a watermark at least this often."""

_REPORTS = frozenset({NODE_HEARTBEATS.name, TASK_EVENTS.name})

COUNT_WAITING_EVERY_MS = 1_000
"""Least time between two counts of waiting jobs; a count visits every scheduling group."""


def _uncounted() -> int:
    """No CPU time: only batches count."""
    return 0


class SchedulerMachine:
    """The scheduler as a Machine of `muster.journal.leadership`.

    Args:
        cell: The scheduler's cell.
        producer: Name of this process in the records it writes.
        snapshots: Where snapshots of the state are stored.
        clock: Monotonic time for the failure detector; wall-clock time for metrics, never for decisions.
        questions: Questions from other threads.
        sender_check: Judges who sends commands.
        report_check: Judges who reports for a node.
        snapshot_every_batches: Batches between two snapshots.
        cpu_ms: CPU time of the calling thread, milliseconds, for the pace of snapshots.
        patience: How long nodes may be silent.
    """

    def __init__(
        self,
        *,
        cell: str,
        producer: str,
        snapshots: SnapshotStore,
        clock: Clock,
        questions: Questions,
        sender_check: SenderCheck,
        report_check: ReportCheck,
        snapshot_every_batches: int = 2_000,
        cpu_ms: Callable[[], int] = _uncounted,
        patience: Patience = PATIENT,
    ) -> None:
        self._cell = cell
        self._producer = producer
        self._snapshots = snapshots
        self._clock = clock
        self._questions = questions
        self._sender_check = sender_check
        self._report_check = report_check
        self._pace = SnapshotPace(snapshot_every_batches, cpu_ms)
        self._patience = patience
        self._forget()

    @property
    def state(self) -> State:
        """The current state; tentative between `step` and `committed`."""
        return self._state

    def state_hash(self) -> str:
        """Hash of the current state."""
        return self._hash.refresh(self._state)

    def restore(self) -> int | None:
        """Drop the state, load the newest valid snapshot; the log offset to fold from, None: the first."""
        self._forget()
        loaded = self._snapshots.newest()
        if loaded is None:
            return None
        snapshot, self._state, self._hash = loaded
        self._intake = Intake(dict(snapshot.positions), self._sender_check)
        self._snapshot_batches = self._state.batches
        self._pace.restart(self._state.batches, snapshot.size_bytes)
        self._log_floor = snapshot.log_offset
        self._decisions_version = snapshot.decisions_version
        return snapshot.log_offset

    def fold(self, batch: Delivery[Any]) -> None:
        """Re-step one committed batch.

        Raises:
            Diverged, OtherVersion: A decision or hash differs from the record.
        """
        recorded: Batch = batch.envelope.payload
        with self._pace.working():
            if not replay.refold(self._state, self._hash, recorded):
                return
        self._intake.positions = {(p.topic, p.partition): p.next_offset for p in recorded.positions}
        self._log_floor = batch.position.offset + 1
        self._decisions_version = recorded.decisions_version
        self._take_snapshot_if_due()

    def input_positions(self) -> Mapping[TopicPartition, int]:
        """Next offset of every input partition, after what was folded or committed."""
        return dict(self._intake.positions)

    def lead(self, leader_id: str, now_ms: int) -> list[Outgoing]:
        """Begin an epoch; the first one creates the cell's default queue, policy and failure rules.

        Where another version of the rules decided until now, the state is kept for audits: they cannot repeat
        that version's decisions, and go on from here.
        """
        if self._state.batches and self._decisions_version != replay.DECISIONS_VERSION:
            self._snapshots.keep_handover(self._snapshot())
        self._decisions_version = replay.DECISIONS_VERSION
        self._time.begin(self._state.now_ms)
        now_ms = self._time.at(now_ms)
        passed_ms = now_ms - self._state.now_ms
        self._detector.restart_timers(self._state, self._clock.monotonic_ms(), passed_ms)
        self._watermark_owed, self._watermarked_at_ms = True, None
        founding = _founding(leader_id) if self._state.epoch == 0 else []
        for payload in (LeaderElected(epoch=self._state.epoch + 1, leader_id=leader_id), *founding):
            self._intake.put_own(payload, now_ms)
        return self._batch(self._intake.take(self._state), now_ms)

    def pass_over(self, positions: Mapping[TopicPartition, int]) -> None:
        """Move inputs on to these offsets with the next batch."""
        self._intake.pass_over(positions)

    def step(self, deliveries: Sequence[Delivery[Any]], now_ms: int) -> list[Outgoing]:
        """Decide on arrivals, missed heartbeats and whatever is due; [] when there is nothing to decide."""
        now_ms = self._time.at(now_ms)
        monotonic_ms = self._clock.monotonic_ms()
        let_in = [delivery for delivery in deliveries if not self._is_refused(delivery, monotonic_ms)]
        for delivery in let_in:
            if isinstance(delivery.envelope.payload, NodeHeartbeat):
                self._detector.record(delivery.envelope.payload, monotonic_ms)
        self._intake.put([d for d in let_in if not isinstance(d.envelope.payload, NodeHeartbeat)])
        if not self._intake.own_waiting:  # the state does not know those until a batch takes them
            for observation in self._detector.observe(self._state, monotonic_ms):
                self._intake.put_own(observation, now_ms)
        if not self._intake.waiting and (self._intake.passed_over or self._is_due(now_ms)):
            self._intake.put_own(ClockTicked(), now_ms)
        arrivals = self._intake.take(self._state)
        return self._batch(arrivals, now_ms) if arrivals else self._watermarks(now_ms)

    def next_deadline_ms(self) -> int | None:
        """When `step` must be called even if nothing arrives; the detector's next pulse at the latest."""
        now_ms = self._clock.now_ms()
        if self._intake.waiting:
            return now_ms
        pulse_ms = self._detector.next_deadline_ms() - self._clock.monotonic_ms()
        deadlines = (self._core_deadline_ms, self._watermark_due_ms())
        decided_at_ms = self._time.at(now_ms)
        left_ms = (deadline - decided_at_ms for deadline in deadlines if deadline is not None)
        return now_ms + min((pulse_ms, *left_ms))

    def between_batches(self) -> None:
        """Answer waiting questions."""
        self._questions.answer(self._state)

    def committed(self) -> None:
        """Count the batch, now that it is on the log. Watermarks alone are not a batch and change nothing."""
        if not self._arrivals:
            return
        measures.committed(self._state, self._arrivals, self._decisions, self._clock.now_ms())
        if self._state.now_ms >= self._waiting_counted_at_ms + COUNT_WAITING_EVERY_MS:
            self._waiting_counted_at_ms = self._state.now_ms
            measures.waiting(self._state)
        self._arrivals, self._decisions = [], []
        self._log_floor += 2 if self._log_floor else 1
        self._take_snapshot_if_due()

    def discard(self) -> None:
        """Drop the state: it is unknown whether the batch is on the log."""
        self._forget()

    def keep(self, timeout_s: float) -> None:
        """Store a snapshot before a clean stop, so that the next start has nothing to re-step.

        This also lets decisions change between versions: the new version starts from the old one's snapshot
        and never has to repeat decisions that it would now make differently.

        Raises:
            TimeoutError: The store took longer; the log alone is enough to recover.
        """
        self._snapshots.wait(timeout_s)  # one that is still being stored would have this one skipped
        if self._state.batches > self._snapshot_batches and not self._arrivals:
            self._take_snapshot()
        self._snapshots.wait(timeout_s)

    def _is_refused(self, delivery: Delivery[Any], now_ms: int) -> bool:
        """Whether nothing is decided about a record: its sender may not send it, or it is none of ours.

        A node shows that reports about it were refused.

        The next report of its partition moves the position past it. A new leader that reads it again judges
        it alike.
        """
        if delivery.position.topic == PREEMPTION_EVENTS.name:
            return not isinstance(delivery.envelope.payload, PreemptionPlanned)  # the service's other facts
        if delivery.position.topic not in _REPORTS:
            return False
        node_id: str = delivery.envelope.payload.node_id
        problem = self._report_check.refusal(delivery, node_id)
        if problem is None:
            return False
        self._detector.refuse_sender(node_id, problem, now_ms)
        return True

    def _forget(self) -> None:
        self._questions.forget()
        self._state = State(cell=self._cell)
        self._hash = StateHash()
        self._intake = Intake({}, self._sender_check)
        self._detector = Detector(self._patience, self._clock.monotonic_ms())
        self._time = PassingTime(self._clock)
        self._core_deadline_ms: int | None = None
        self._watermark_owed = False
        self._watermarked_at_ms: int | None = None
        self._snapshot_batches = 0
        self._pace.restart(0, 0)
        self._waiting_counted_at_ms = 0
        self._log_floor = 0
        self._decisions_version = replay.DECISIONS_VERSION
        self._arrivals: list[Arrival] = []
        self._decisions: list[Any] = []

    def _is_due(self, now_ms: int) -> bool:
        """Whether a batch is due without arrivals."""
        return self._core_deadline_ms is not None and self._core_deadline_ms <= now_ms

    def _batch(self, arrivals: list[Arrival], now_ms: int) -> list[Outgoing]:
        state = self._state
        seq_first = state.seq_next
        inputs = tuple(_sequenced(self._cell, seq, a) for seq, a in enumerate(arrivals, seq_first))
        with self._pace.working():
            consequences = decide.step(state, inputs, now_ms)
        elected = isinstance(inputs[0].payload, LeaderElected)
        hash_due = elected or state.batches % HASH_EVERY_BATCHES == 0 or len(state.dirty) >= HASH_WHEN_DIRTY
        batch = Batch(
            cell=self._cell,
            epoch=state.epoch,
            seq_first=seq_first,
            observed_at_ms=state.now_ms,
            positions=self._intake.recorded(),
            inputs=inputs,
            decisions=tuple(consequence.decision for consequence in consequences),
            state_hash=self._hash.refresh(state) if hash_due else None,
            hash_version=HASH_VERSION,
            decisions_version=replay.DECISIONS_VERSION,
        )
        self._core_deadline_ms = decide.next_deadline_ms(state)
        self._arrivals, self._decisions = arrivals, list(batch.decisions)
        self._watermark_owed = True
        asks = any(isinstance(each.payload, PreemptionRequested) for each in batch.decisions)
        return [
            *records.outgoing(batch, consequences, self._producer),
            *self._watermarks(now_ms, at_once=asks),
        ]

    def _watermarks(self, now_ms: int, *, at_once: bool = False) -> list[Outgoing]:
        """The watermarks of all partitions, when they are due; else none.

        `at_once` skips the wait, for preemption requests: the planner needs the cell as of this batch.
        """
        due_ms = self._watermark_due_ms()
        if due_ms is None or (now_ms < due_ms and not at_once):
            return []
        self._watermark_owed, self._watermarked_at_ms = False, now_ms
        return records.watermarks(self._cell, self._state.seq_next - 1, self._state.now_ms, self._producer)

    def _watermark_due_ms(self) -> int | None:
        """Time at which the next watermarks are due, ms; None: no decisions since the last ones."""
        if not self._watermark_owed:
            return None
        last_ms = self._watermarked_at_ms
        return 0 if last_ms is None else last_ms + WATERMARK_EVERY_MS

    def _take_snapshot_if_due(self) -> None:
        """Take a snapshot if one is due; a thread of the store writes it.

        `_log_floor` is a lower bound of the log's next offset. A leader does not learn offsets, but each
        batch it commits is one record and one transaction marker. Folding from an offset that is too small is
        safe: batches that the state holds already are skipped.
        """
        if self._pace.is_due(self._state.batches):
            self._take_snapshot()

    def _take_snapshot(self) -> None:
        self._snapshot_batches = self._state.batches
        snapshot = self._snapshot()
        self._pace.restart(self._state.batches, snapshot.size_bytes)
        self._snapshots.save(snapshot)

    def _snapshot(self) -> Snapshot:
        state_hash = self._hash.refresh(self._state)
        return Snapshot(
            cell=self._cell,
            log_offset=self._log_floor,
            positions=dict(self._intake.positions),
            state_hash=state_hash,
            entities=dict(self._hash.entities),
            specs=self._state.specs.by_digest(),
            decisions_version=self._decisions_version,
        )


def _sequenced(cell: str, seq: int, arrival: Arrival) -> SequencedInput:
    own = f"{cell}:{seq}"
    return SequencedInput(
        seq=seq,
        event_id=arrival.event_id or own,
        correlation_id=arrival.correlation_id or own,
        source=arrival.source,
        payload=arrival.payload,
    )


def _founding(leader_id: str) -> list[Any]:
    """Inputs that create a cell's defaults; recorded, so that later defaults do not change this log."""
    return [
        CreateQueue(
            queue=FOUNDING_QUEUE,
            tenant=SHARED_TENANT,
            description="Everybody's queue; there from the start.",
            requested_by=leader_id,
        ),
        ActivatePolicy(policy=NEW_CELL_POLICY, requested_by=leader_id),
        ActivateFailureRules(rules=shipped_text(), requested_by=leader_id),
    ]
