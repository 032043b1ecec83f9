"""A service's core as the journal's Leader drives it.

    restore, fold      stand by: open the store or the newest snapshot, evolve the log as it grows
    lead               the first batch of an epoch; the first of all founds the log
    step               1 inputs are taken in their order (waiting.py); who sent them is judged
                       2 the core decides them, and what is due, on an overlay
                       3 facts, positions and public records go out in one transaction
    committed          it is on the log: the overlay is merged into the store, with the positions
    discard            its fate is unknown: the overlay is dropped; reading continues from where the store is

While the log moves, watermarks go out with a batch each second, and once more, without one, after the last.

The store never holds anything that is not on the log, so nothing has to be reloaded after an unknown commit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from muster.deciding.core import batch as batches
from muster.deciding.core.batch import BatchDecision
from muster.deciding.core.decider import Happened, Input, Refused
from muster.deciding.core.entities import Entities, Overlay
from muster.deciding.reached import Reached
from muster.deciding.records import happened, outgoing, recorded, watermarks
from muster.deciding.service import DecidingService
from muster.deciding.snapshots import Snapshots
from muster.deciding.stores import EntityStore
from muster.deciding.waiting import Waiting
from muster.events.wire.deciding_log import DecidedBatch, RefusalReason, RefusedInput
from muster.journal import Clock, Delivery, Diverged, Failpoints, Outgoing, TopicPartition
from muster.journal.leadership.passing_time import PassingTime

PASSED_OVER_MAX: Final = 20_000
"""Inputs passed over after which their positions are recorded: a new leader rereads no more than these."""

Judge = Callable[[Delivery[Any]], Refused | None]
"""Returns the refusal of an input; None: its sender may send it."""

WATERMARK_EVERY_MS: Final = 1_000
"""Maximum wait of a reader that merges partitions for the order of what it has read (ADR 42)."""


@dataclass(slots=True)
class _Tentative:
    """A batch that is decided and not known to be on the log."""

    overlay: Overlay
    reached: Reached


class DecidingMachine:
    """The journal's Machine around one service's core.

    Args:
        service: The declaration.
        cell: The cell, which has one log.
        producer: Name of this process in the records it writes.
        store: Store of the state; this machine is its only user.
        snapshots: Snapshots of the state.
        clock: Monotonic time: should the wall clock be set back, time goes on for decisions.
        judge: Why an input is turned away, by its sender; None: it is decided. The verdict is recorded.
        look: Called between batches with the state as it is on the log, for answers to questions.
        authorization: Credentials for commands to other services, as in the header `authorization`; or empty.
        failpoints: Points at which a test kills the process: before_merge, after_merge.
    """

    def __init__(
        self,
        service: DecidingService,
        *,
        cell: str,
        producer: str,
        store: EntityStore,
        snapshots: Snapshots,
        clock: Clock,
        judge: Judge,
        look: Callable[[Entities], None] | None = None,
        authorization: Callable[[], str] = str,
        failpoints: Failpoints | None = None,
    ) -> None:
        self._service = service
        self._authorization = authorization
        self._cell = cell
        self._producer = producer
        self._store = store
        self._snapshots = snapshots
        self._clock = clock
        self._time = PassingTime(clock)
        self._judge = judge
        self._look = look
        self._failpoints = failpoints or Failpoints()
        self._reached = Reached(origin=service.origin(cell))
        self._opened = False
        self._snapshot_batches = 0
        self._waiting = Waiting(service)
        self._ready: list[Delivery[Any]] = []
        self._read_to: dict[TopicPartition, int] = {}
        self._passed_over = 0
        self._tentative: _Tentative | None = None
        self._deadline_ms: int | None = None
        self._watermark_due_ms: int | None = None

    @property
    def reached(self) -> Reached:
        """Progress of the state on the log."""
        return self._reached

    @property
    def state(self) -> Entities:
        """The state as it is on the log."""
        return self._overlay()

    def restore(self) -> int | None:
        """Open the state when this process begins; later it goes on from where the store is."""
        self.discard()
        if not self._opened:
            self._reached = self._snapshots.open_into(self._store)
            self._snapshot_batches = self._reached.batches
            self._opened = True
        self._find_deadline()
        return self._reached.log_offset or None

    def fold(self, batch: Delivery[Any]) -> None:
        """Evolve the facts of one committed batch.

        Raises:
            Diverged: it is of another cell, or not the next one.
            PositionLost: what lies before it is gone.
        """
        decided: DecidedBatch = batch.envelope.payload
        if decided.cell != self._cell:
            raise Diverged(f"{batch.position} is of cell {decided.cell!r}; this is {self._cell!r}")
        if decided.number < self._reached.batches:
            return
        reached = self._reached.after(decided, batch.position.offset + 1)
        self._merge(folded(self._service, self._store, decided, reached), reached)

    def input_positions(self) -> Mapping[TopicPartition, int]:
        """Return the position of every input after the last folded or committed batch."""
        return self._reached.input_positions

    def lead(self, leader_id: str, now_ms: int) -> list[Outgoing]:
        """Return the first batch of a new epoch.

        If another version of the rules decided until now, the state is kept for audits: this one begins with
        it, even if its own `evolve` would derive another state from the recorded facts.
        """
        self._forget_inputs()
        self._time.begin(self._reached.at_ms)
        at_ms = self._time.at(now_ms)
        begun = replace(self._reached, epoch=self._reached.epoch + 1, led_since_ms=at_ms)
        decision = self._decision(begun, at_ms)
        if self._reached.epoch == 0:
            decision.found()
        decision.end()
        if self._reached.batches and self._reached.decisions_version != self._service.decisions_version:
            self._snapshots.keep_handover(self._store, self._reached)
        return self._propose(begun, decision, leader_id)

    def pass_over(self, positions: Mapping[TopicPartition, int]) -> None:
        """Move inputs on to these offsets with the next batch."""
        self._read_on(positions)
        self._passed_over = PASSED_OVER_MAX

    def step(self, deliveries: Sequence[Delivery[Any]], now_ms: int) -> list[Outgoing]:
        """Decide the inputs that arrived and what is due; return [] if there is nothing to write."""
        now_ms = self._time.at(now_ms)
        self._waiting.add(self._pass_over(deliveries))
        self._ready = self._waiting.ready()
        decision = self._decision(self._reached, now_ms)
        taken, turned_away = 0, list[RefusedInput]()
        for delivery in self._ready:
            if len(decision.facts) >= self._service.facts_max:
                break
            refused = self._judge(delivery)
            if refused is not None:
                turned_away.append(refused_input(delivery, refused))
            decision.take(as_input(delivery, refused))
            taken += 1
        decision.end()
        inputs, self._ready = self._ready[:taken], self._ready[taken:]
        self._waiting.take(inputs)
        if not taken and not decision.facts and self._passed_over < PASSED_OVER_MAX:
            return self._watermarks(self._reached, now_ms)
        begun = self._reached.with_positions(self._positions_of(inputs))
        return self._propose(begun, decision, None, tuple(turned_away))

    def next_deadline_ms(self) -> int | None:
        """Return when to call `step` even if nothing arrives, as the wall clock will show it."""
        now_ms = self._clock.now_ms()
        if self._ready:
            return now_ms
        deadlines = [due for due in (self._deadline_ms, self._watermark_due_ms) if due is not None]
        return now_ms + min(deadlines) - self._time.at(now_ms) if deadlines else None

    def between_batches(self) -> None:
        """Let those look who ask."""
        if self._look is not None:
            self._look(self._overlay())

    def committed(self) -> None:
        """The batch is on the log: merge it, with the positions. Watermarks alone change nothing."""
        tentative, self._tentative = self._tentative, None
        if tentative is not None:
            self._merge(tentative.overlay, tentative.reached)

    def discard(self) -> None:
        """Drop the overlay and the inputs read for the next batch, as the fate of this batch is unknown."""
        self._tentative = None
        self._watermark_due_ms = None
        self._forget_inputs()

    def keep(self, timeout_s: float) -> None:
        """Write the state down before a clean stop.

        Raises:
            TimeoutError: the object store took longer; the log stays enough.
        """
        if self._reached.batches > self._snapshot_batches:
            self._take_snapshot()
        self._snapshots.wait(timeout_s)

    def _pass_over(self, deliveries: Sequence[Delivery[Any]]) -> Sequence[Delivery[Any]]:
        """Those that the core decides; of the others it is kept how far they go."""
        if not self._service.concerns:
            return deliveries
        self._read_on({d.position.topic_partition: d.position.offset + 1 for d in deliveries})
        decided = [delivery for delivery in deliveries if self._service.decides(delivery.envelope.payload)]
        self._passed_over += len(deliveries) - len(decided)
        return decided

    def _positions_of(self, taken: Sequence[Delivery[Any]]) -> dict[TopicPartition, int]:
        """How far inputs are read with these; what waits for the next batch is not passed over."""
        self._passed_over = 0
        positions = {d.position.topic_partition: d.position.offset + 1 for d in taken}
        if self._read_to:
            first = self._waiting.first_offsets()
            self._read_on(positions)
            positions = self._read_to | first
            self._read_to = {place: self._read_to[place] for place in first.keys() & self._read_to.keys()}
        return positions

    def _read_on(self, positions: Mapping[TopicPartition, int]) -> None:
        """Note that all records before these offsets were decided, are pending, or are passed over."""
        for place, offset in positions.items():
            self._read_to[place] = max(offset, self._read_to.get(place, 0))

    def _forget_inputs(self) -> None:
        """Forget the inputs: they will be read again from the state's positions."""
        self._waiting.clear()
        self._ready = []
        self._read_to, self._passed_over = {}, 0

    def _overlay(self) -> Overlay:
        return Overlay(self._store, self._reached.led_since_ms, self._reached.epoch)

    def _decision(self, begun: Reached, at_ms: int) -> BatchDecision:
        return BatchDecision(
            decider=self._service.decider,
            state=Overlay(self._store, begun.led_since_ms, begun.epoch),
            at_ms=at_ms,
            seq_next=begun.seq_next,
            origin=begun.origin,
            answered_ms=self._service.answered_ms,
        )

    def _propose(
        self,
        begun: Reached,
        decision: BatchDecision,
        elected: str | None,
        refused: tuple[RefusedInput, ...] = (),
    ) -> list[Outgoing]:
        batch = proposed(
            self._cell,
            begun,
            decision.facts,
            decision.at_ms,
            elected,
            refused=refused,
            decisions_version=self._service.decisions_version,
        )
        # A leader does not learn offsets, but each batch that it commits is one record and one marker.
        offset = self._reached.log_offset
        reached = self._reached.after(batch, offset + 2 if offset else 1)
        self._tentative = _Tentative(decision.state, reached)
        if (decision.facts or elected) and self._watermark_due_ms is None:
            # A new leader does not know what watermarks there are, so it begins with one.
            self._watermark_due_ms = reached.at_ms + (0 if elected else WATERMARK_EVERY_MS)
        written = outgoing(self._service, batch, decision.facts, self._producer, self._authorization)
        return [*written, *self._watermarks(reached, reached.at_ms)]

    def _watermarks(self, reached: Reached, now_ms: int) -> list[Outgoing]:
        """Return the watermarks that are due."""
        if self._watermark_due_ms is None or now_ms < self._watermark_due_ms:
            return []
        self._watermark_due_ms = None
        seq, at_ms = reached.seq_next - 1, reached.at_ms
        return watermarks(self._service, self._cell, seq, at_ms, self._producer)

    def _merge(self, overlay: Overlay, reached: Reached) -> None:
        self._failpoints.hit("before_merge")
        self._store.merge(overlay.changes(), reached.dump())
        self._failpoints.hit("after_merge")
        self._reached = reached
        self._find_deadline()
        if reached.batches - self._snapshot_batches >= self._service.snapshot_every_batches:
            self._take_snapshot()

    def _find_deadline(self) -> None:
        self._deadline_ms = self._service.decider.next_deadline_ms(self._overlay())

    def _take_snapshot(self) -> None:
        self._snapshot_batches = self._reached.batches
        self._snapshots.save(self._store, self._reached)


def folded(service: DecidingService, store: EntityStore, batch: DecidedBatch, reached: Reached) -> Overlay:
    """The changes by the facts of one recorded batch; `reached` is the place after it."""
    overlay = Overlay(store, reached.led_since_ms, reached.epoch)
    batches.fold(service.decider, overlay, happened(batch), batch.at_ms, service.answered_ms)
    return overlay


def proposed(
    cell: str,
    begun: Reached,
    facts: Sequence[Happened[Any]],
    at_ms: int,
    elected: str | None,
    *,
    refused: tuple[RefusedInput, ...],
    decisions_version: int,
) -> DecidedBatch:
    """The record of a batch; `begun` is the place before it, with the epoch and the positions after it."""
    return DecidedBatch(
        cell=cell,
        epoch=begun.epoch,
        number=begun.batches,
        at_ms=at_ms,
        seq_first=begun.seq_next,
        elected=elected,
        positions=begun.recorded_positions(),
        facts=recorded(facts),
        refused=refused,
        decisions_version=decisions_version,
    )


def refused_input(delivery: Delivery[Any], refused: Refused) -> RefusedInput:
    """A verdict as a batch records it."""
    position = delivery.position
    return RefusedInput(
        topic=position.topic,
        partition=position.partition,
        offset=position.offset,
        tenant=refused.tenant,
        reasons=tuple(
            RefusalReason(field=each.field, value=each.value, allowed=each.allowed)
            for each in refused.violations
        ),
    )


def as_input(delivery: Delivery[Any], refused: Refused | None) -> Input[Any]:
    """A record of an input topic as the core sees it, with the verdict over its sender."""
    envelope = delivery.envelope
    return Input(
        topic=delivery.position.topic,
        event_id=envelope.event_id,
        key=envelope.key,
        correlation_id=envelope.correlation_id,
        payload=envelope.payload,
        seq=envelope.seq,
        occurred_at_ms=envelope.occurred_at_ms,
        refused=refused,
    )
