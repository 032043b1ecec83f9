"""The core as the journal's leadership runner drives it (ARCHITECTURE, "The scheduler, exactly").

    restore, fold      stand by: load the newest snapshot, re-step the log as it grows
    lead               a new epoch begins with LeaderElected, and patience with every node starts anew
    step               1 heartbeats go to the failure detector, everything else past the door into the intake
                       2 what fits one batch is sequenced: stamped with seq, in one order
                       3 the core decides; the state is now ahead of the log
                       4 inputs, decisions and positions go out in one transaction
    committed          it is on the log: measure, take a snapshot when one is due
    between_batches    nothing is under way: answer questions about the state
    discard            nobody knows: forget everything; restore and fold follow

The state is changed in place and ahead of the log, which is safe only because `discard` drops it whole (ADR
6).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from muster.events.node_heartbeats import NodeHeartbeat
from muster.events.operator_commands import ActivatePolicy
from muster.events.queue_commands import CreateQueue
from muster.events.scheduler_log import Batch, ClockTicked, LeaderElected, SequencedInput
from muster.journal import Clock, Delivery, Outgoing, TopicPartition
from muster.scheduler.core import decide
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.state.queues import FOUNDING_QUEUE, SHARED_TENANT
from muster.scheduler.core.state.state import DEFAULT_POLICY, State
from muster.scheduler.edge import measures, records, replay
from muster.scheduler.edge.detector import Detector
from muster.scheduler.edge.intake import Arrival, Intake
from muster.scheduler.edge.questions import Questions
from muster.scheduler.edge.snapshots import Snapshot, SnapshotStore

HASH_EVERY_BATCHES = 64
"""The state hash is taken, and recorded, in every so many batches, and at an election."""

HASH_WHEN_DIRTY = 2_000
"""And whenever so many entities have changed, so that no hash takes the leader long."""

WATERMARK_EVERY_MS = 1_000
"""While the log moves, every partition of the facts is told at least so often how far they are complete."""

COUNT_WAITING_EVERY_MS = 1_000
"""Counting looks at every kind of waiting job, so it is not done at every commit."""


class SchedulerMachine:
    """The journal's Machine.

    Args:
        cell: Which scheduler this is.
        producer: Name of this process in the records it writes.
        snapshots: Where the state is kept beside the log.
        clock: Durations for the failure detector; what time it is for measuring, never for deciding.
        questions: Asked by other threads.
        snapshot_every_batches: Batches between two snapshots.
        deaf_believed_ms: See Detector.
    """

    def __init__(
        self,
        *,
        cell: str,
        producer: str,
        snapshots: SnapshotStore,
        clock: Clock,
        questions: Questions,
        snapshot_every_batches: int = 2_000,
        deaf_believed_ms: int = 120_000,
    ) -> None:
        self._cell = cell
        self._producer = producer
        self._snapshots = snapshots
        self._clock = clock
        self._questions = questions
        self._snapshot_every = snapshot_every_batches
        self._deaf_believed_ms = deaf_believed_ms
        self._forget()

    @property
    def state(self) -> State:
        """What is known now; tentative between `step` and `committed`."""
        return self._state

    def state_hash(self) -> str:
        """Hash of what is known now."""
        return self._hash.refresh(self._state)

    def restore(self) -> int | None:
        """Forget everything, load the newest snapshot that holds what its name says."""
        self._forget()
        snapshot = self._snapshots.newest()
        if snapshot is None:
            return None
        self._state, self._hash = snapshot.load()
        self._intake = Intake(dict(snapshot.positions))
        self._snapshot_batches = self._state.batches
        self._log_floor = snapshot.log_offset
        return snapshot.log_offset

    def fold(self, batch: Delivery[Any]) -> None:
        """Re-step one committed batch. Raises Diverged when anything comes out other than recorded."""
        recorded: Batch = batch.envelope.payload
        if not replay.refold(self._state, self._hash, recorded):
            return
        self._intake.positions = {(p.topic, p.partition): p.next_offset for p in recorded.positions}
        self._log_floor = batch.position.offset + 1
        self._take_snapshot_if_due()

    def input_positions(self) -> Mapping[TopicPartition, int]:
        """Where every input stands after what was folded or committed."""
        return dict(self._intake.positions)

    def lead(self, leader_id: str, now_ms: int) -> list[Outgoing]:
        """Begin an epoch; the first one founds the cell with a queue and a policy."""
        self._detector.start_anew(self._state, self._clock.monotonic_ms())
        self._watermark_owed, self._watermarked_at_ms = True, None
        founding = _founding(leader_id) if self._state.epoch == 0 else []
        for payload in (LeaderElected(epoch=self._state.epoch + 1, leader_id=leader_id), *founding):
            self._intake.put_own(payload, now_ms)
        return self._batch(self._intake.take(self._state), now_ms)

    def step(self, deliveries: Sequence[Delivery[Any]], now_ms: int) -> list[Outgoing]:
        """Decide what arrived, what the silence says and what time commands; [] when there is nothing."""
        monotonic_ms = self._clock.monotonic_ms()
        beats = [d for d in deliveries if isinstance(d.envelope.payload, NodeHeartbeat)]
        for delivery in beats:
            self._detector.hear(delivery.envelope.payload, monotonic_ms)
        self._intake.put([d for d in deliveries if not isinstance(d.envelope.payload, NodeHeartbeat)])
        if not self._intake.own_waiting:  # until those are taken, the state does not know them
            for observation in self._detector.observe(self._state, monotonic_ms):
                self._intake.put_own(observation, now_ms)
        if not self._intake.waiting and self._is_due(now_ms):
            self._intake.put_own(ClockTicked(), now_ms)
        arrivals = self._intake.take(self._state)
        return self._batch(arrivals, now_ms) if arrivals else self._watermarks(now_ms)

    def next_deadline_ms(self) -> int | None:
        """When `step` wants to be called though nothing arrives; the detector's pulse at the latest."""
        now_ms = self._clock.now_ms()
        if self._intake.waiting:
            return now_ms
        pulse_ms = now_ms + self._detector.next_deadline_ms() - self._clock.monotonic_ms()
        deadlines = (pulse_ms, self._core_deadline_ms, self._watermark_due_ms())
        return min(deadline for deadline in deadlines if deadline is not None)

    def between_batches(self) -> None:
        """Answer the questions that wait."""
        self._questions.answer(self._state)

    def committed(self) -> None:
        """The batch is on the log: now it counts. Watermarks alone are no batch, and change nothing."""
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
        """Nobody knows whether the batch is on the log: the state is worth nothing."""
        self._forget()

    def keep(self, timeout_s: float) -> None:
        """Write the state down before a clean stop, so that the next start has nothing to re-step.

        That is also how decisions may change from one version to the next: the new one begins at the snapshot
        of the old one, and is never asked to repeat what it would decide otherwise.

        Raises:
            TimeoutError: The store took longer; the log stays enough.
        """
        if self._state.batches > self._snapshot_batches and not self._arrivals:
            self._take_snapshot()
        self._snapshots.wait(timeout_s)

    def _forget(self) -> None:
        self._questions.forget()
        self._state = State(cell=self._cell)
        self._hash = StateHash()
        self._intake = Intake({})
        self._detector = Detector(self._deaf_believed_ms, self._clock.monotonic_ms())
        self._core_deadline_ms: int | None = None
        self._watermark_owed = False
        self._watermarked_at_ms: int | None = None
        self._snapshot_batches = 0
        self._waiting_counted_at_ms = 0
        self._log_floor = 0
        self._arrivals: list[Arrival] = []
        self._decisions: list[Any] = []

    def _is_due(self, now_ms: int) -> bool:
        """Whether time alone calls for a batch."""
        return self._core_deadline_ms is not None and self._core_deadline_ms <= now_ms

    def _batch(self, arrivals: list[Arrival], now_ms: int) -> list[Outgoing]:
        state = self._state
        seq_first = state.seq_next
        inputs = tuple(_sequenced(self._cell, seq, a) for seq, a in enumerate(arrivals, seq_first))
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
        )
        self._core_deadline_ms = decide.next_deadline_ms(state)
        self._arrivals, self._decisions = arrivals, list(batch.decisions)
        self._watermark_owed = True
        return [*records.outgoing(batch, consequences, self._producer), *self._watermarks(now_ms)]

    def _watermarks(self, now_ms: int) -> list[Outgoing]:
        """How far the facts are complete, for every partition, when that is owed and due."""
        due_ms = self._watermark_due_ms()
        if due_ms is None or now_ms < due_ms:
            return []
        self._watermark_owed, self._watermarked_at_ms = False, now_ms
        return records.watermarks(self._cell, self._state.seq_next - 1, self._state.now_ms, self._producer)

    def _watermark_due_ms(self) -> int | None:
        """When the next watermarks are due; None: nothing was decided since the last."""
        if not self._watermark_owed:
            return None
        last_ms = self._watermarked_at_ms
        return 0 if last_ms is None else last_ms + WATERMARK_EVERY_MS

    def _take_snapshot_if_due(self) -> None:
        """Write down the state; the store works in a thread of its own.

        `_log_floor`: the log's next offset is not smaller. A leader is not told offsets, but each batch it
        commits is one record and one marker. Folding from an offset that is too small skips what the state
        has already.
        """
        if self._state.batches - self._snapshot_batches >= self._snapshot_every:
            self._take_snapshot()

    def _take_snapshot(self) -> None:
        self._snapshot_batches = self._state.batches
        state_hash = self._hash.refresh(self._state)
        self._snapshots.save(
            Snapshot(
                cell=self._cell,
                log_offset=self._log_floor,
                positions=dict(self._intake.positions),
                state_hash=state_hash,
                entities=dict(self._hash.entities),
            )
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
    """Inputs that found a cell: recorded, so that later defaults cannot change what this log means."""
    return [
        CreateQueue(
            queue=FOUNDING_QUEUE,
            tenant=SHARED_TENANT,
            description="Everybody's queue; there from the start.",
            requested_by=leader_id,
        ),
        ActivatePolicy(policy=DEFAULT_POLICY, requested_by=leader_id),
    ]
