"""The leader's runner: the holder of the transactional id leads; all other processes fold the log and wait.

    stand by     1  restore the newest snapshot, fold the log as it grows
                 2  until the leader has been silent for too long, and the broker answers
    lead         3  fence: from here on every commit of an older leader fails, and what it began is settled
                 4  read the log to its end: only now is it certain what the older leader committed
                 5  commit the first batch of the new epoch
                 6  read inputs, step, commit; the state counts only after the commit; when idle, renew the
                 lease

A commit with an unknown outcome restarts at 1, at once. A fenced leader ends its process; a standby that lost
the race to lead has decided nothing yet, and restarts at 1. So does one that cannot follow because another
version of the rules decides otherwise, until that version has left a snapshot at the end of the log.

While a batch is decided or committed for long, another thread renews the lease (keepalive).

The procedure is a generator that yields wherever a process may die or stall: `run` goes through it without a
pause; a simulation takes one step at a time with `advance`, and can abandon a leader at any step.
"""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import replace
from enum import Enum
from itertools import takewhile

from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope
from muster.journal.clock import Clock
from muster.journal.errors import CommitUnknown, Fenced, OtherVersion, Unavailable
from muster.journal.journal import Delivery, Journal, Outgoing, Producer, Reader, Sequencer
from muster.journal.leadership.collector import Collector
from muster.journal.leadership.keepalive import Keepalive, renewal
from muster.journal.leadership.lease import Held
from muster.journal.leadership.machine import Machine
from muster.journal.leadership.settings import LeaderSettings
from muster.journal.leadership.silence import Silence
from muster.journal.position import Start, TopicPartition
from muster.telemetry import metrics, tracing

_log = logging.getLogger(__name__)

_FOLD_MAX = 1_000  # most batches folded between two readings of the clock
_STOP_NOTICED_MS = 500
_SHOWN_EVERY_MS = 1_000  # interval at which progress in reading the log is logged
_ANSWER_S = 5.0  # limit for the broker to answer that there is nothing new
_PAUSE_S = 0.5  # pause after a broker did not answer
_SETTLED_S = 30.0  # longer than a broker takes to end an abandoned transaction
_OTHER_VERSION_PAUSE_S = 2.0  # pause before looking again for a snapshot of another version


class Step(Enum):
    """The step that a leader has just finished when `advance` returns."""

    FOLLOWED = "polled the log once, as a standby"
    FENCED_OTHERS = "older leaders are fenced; the log is not yet read to its end"
    DECIDED = "a batch is decided and not yet committed"
    COMMITTED = "the batch is on the log; the machine has not been notified yet"
    LED = "one round of leading is over; nothing is under way"
    GAVE_UP = "a step failed; it restarts as a standby"


class Leader:
    """Drives one machine in one thread: with `run`, or step by step with `advance`.

    Args:
        journal: The log.
        machine: The state machine to drive.
        settings: Settings; equal in every process that contends.
        leader_id: Unique id of this process.
        stop: When set, `run` returns after the commit under way.
        clock: Wall-clock time for the machine, monotonic time for time-outs.
        chance: Returns a random number from 0 to 1, used for each time-out.

    Attributes:
        leading: Whether this process leads, as far as it knows.
        problem: Why it neither leads nor stands by; None when it does. For /readyz.
        remedies: Commands for a person where nothing else solves the problem.
    """

    def __init__(
        self,
        journal: Journal,
        machine: Machine,
        settings: LeaderSettings,
        *,
        leader_id: str,
        stop: threading.Event,
        clock: Clock,
        chance: Callable[[], float],
    ) -> None:
        self._journal = journal
        self._machine = machine
        self._settings = settings
        self._id = leader_id
        self._stop = stop
        self._clock = clock
        self._chance = chance
        self._keepalive: Keepalive | None = None
        self._collector: Collector | None = None  # a simulation has many leaders in one process
        self._progress_at_ms: int | None = None
        self._wait_max_s = math.inf
        self._steps = self._stand_by_and_lead()
        self._leading = metrics.LEADING.labels(settings.cell)
        self.leading = False
        self.problem: str | None = "has not read the log yet"
        self.remedies: tuple[str, ...] = ()

    def run(self) -> None:
        """Stand by and lead until stopped.

        Raises:
            Fenced: another process leads. End this process; after a restart it stands by.
            Diverged, PositionLost, UnknownTopic, Unreadable, TransactionLeftOpen:
                a person has to look.
        """
        producer = self._journal.producer(f"{self._id}-keepalive")
        with (
            closing(producer),
            self._keepalive_by(producer) as self._keepalive,
            Collector() as self._collector,
        ):
            for _ in self._steps:
                pass

    def advance(self, wait_s: float = math.inf) -> Step | None:
        """Take one step.

        Not calling it again has the effect of killing the process: nothing under way is finished.

        Args:
            wait_s: Longest wait for records, or before a retry; 0 for a driver that moves the clock itself.

        Returns:
            The step just done; None after it was stopped or has raised.

        Raises:
            What `run` raises.
        """
        self._wait_max_s = wait_s
        return next(self._steps, None)

    def _keepalive_by(self, producer: Producer) -> Keepalive:
        return Keepalive(
            self._settings.lease,
            producer,
            clock=self._clock,
            every_ms=self._settings.idle_commit_ms,
            batch_max_ms=self._settings.batch_patience_ms,
        )

    def _stand_by_and_lead(self) -> Generator[Step]:
        while not self._stop.is_set():
            try:
                with closing(self._open_log()) as log:
                    yield from self._stand_by(log)
                    if not self._stop.is_set():
                        yield from self._lead(log)
            except Fenced as error:
                if self.leading:
                    raise
                _log.info("another process took leadership first: %s", error)
                self._discard()
            except CommitUnknown as error:
                metrics.COMMITS_UNKNOWN.inc()
                _log.warning("%s; reading the log again", error)
                self._discard()
            except Unavailable as error:
                self.problem = str(error)
                _log.warning("%s; trying again", error)
                self._stop.wait(self._at_most(_PAUSE_S))
            except OtherVersion as error:
                self.problem, self.remedies = str(error), error.remedies
                _log.warning("%s", error)
                self._discard()
                if self._collector:
                    self._collector.standing_by()
                self._stop.wait(self._at_most(_OTHER_VERSION_PAUSE_S))
            finally:
                self._set_leading(False)
            yield Step.GAVE_UP

    def _stand_by(self, log: Reader) -> Generator[Step]:
        """Fold the log until its leader has been silent for too long; the reader is then at the end."""
        self._fold(takewhile(lambda _: not self._stop.is_set(), self._watched(log.read_to_end())))
        if self._collector:
            self._collector.caught_up()
        self.problem, self.remedies = None, ()
        silence = Silence(self._settings, self._clock, self._chance())
        waited: str | None = None
        while not self._stop.is_set() and not self._led_until_now():
            left_ms = silence.left_ms()
            wait_s = max(0, min(left_ms, _STOP_NOTICED_MS)) / 1000
            deliveries = log.poll(_FOLD_MAX, self._at_most(wait_s))
            if (waits := log.waits()) != waited:
                self.problem = waited = waits
            self._fold(deliveries)
            if epochs := self._epochs_shown(deliveries):
                silence.saw_progress(max(epochs))
            elif left_ms <= 0 and len(deliveries) < _FOLD_MAX and self._hears_nothing(log, silence):
                return
            self._between_batches(idle=not deliveries)
            if self._collector and not deliveries:
                self._collector.standing_by()
            yield Step.FOLLOWED

    def _hears_nothing(self, log: Reader, silence: Silence) -> bool:
        """Whether the broker answers without news of the leader: otherwise this process was cut off itself.

        A standby that fenced the leader as soon as the broker is back would end a leader that never failed.
        """
        shown: list[int] = []
        try:
            for delivery in log.read_to_end(_ANSWER_S):
                self._fold([delivery])
                shown += self._epochs_shown([delivery])
        except Unavailable as error:
            self.problem = str(error)
            _log.warning("%s; it is not known whether the leader is silent", error)
            return False
        self.problem = None
        if shown:
            silence.saw_progress(max(shown))
        return not shown

    def _lead(self, log: Reader) -> Generator[Step]:
        with closing(self._journal.sequencer(self._settings.transactional_id)) as sequencer:
            sequencer.fence()
            yield Step.FENCED_OTHERS
            self._journal.wait_until_settled(self._settings.written, _SETTLED_S)
            self._fold(log.read_to_end())
            log.close()
            first = self._machine.lead(self._id, self._clock.now_ms())
            yield from self._commit(sequencer, first)
            self._set_leading(True)
            metrics.TAKEOVERS.labels(self._settings.cell).inc()
            epoch = next(_epoch(o.envelope) for o in first if o.topic == self._settings.log)
            _log.info("%s leads %s, epoch %d", self._id, self._settings.cell, epoch)
            with closing(self._open_inputs()) as inputs:
                yield from self._serve(sequencer, inputs, epoch)

    def _serve(self, sequencer: Sequencer, inputs: Reader, epoch: int) -> Generator[Step]:
        passed: dict[TopicPartition, int] = {}
        while not self._stop.is_set():
            deliveries = inputs.poll(self._settings.batch_max, self._at_most(self._wait_ms() / 1000))
            self.problem = inputs.waits()
            now_ms = self._clock.now_ms()
            unreadable = self._passed_since(passed, inputs)
            if unreadable:  # the next leader is not to read and bury them again
                passed |= unreadable
                self._machine.pass_over(unreadable)
            if deliveries or unreadable or self._deadline_left_ms(now_ms) <= 0:
                metrics.BATCH_INPUTS.labels(self._settings.cell).observe(len(deliveries))
                with self._shown_alive(epoch):
                    outgoing = self._decide(deliveries, now_ms)
                    if outgoing:
                        yield from self._commit(sequencer, outgoing)
            if self._lease_left_ms() <= 0:
                self._renew(sequencer, epoch, now_ms)
            self._between_batches(idle=len(deliveries) < self._settings.batch_max)
            yield Step.LED
            if 0 < len(deliveries) < self._settings.batch_max:
                self._gather(now_ms)

    def _passed_since(
        self, before: Mapping[TopicPartition, int], inputs: Reader
    ) -> dict[TopicPartition, int]:
        """Return where unreadable inputs were passed since then; live topics have no positions."""
        kept = {topic.name for topic in self._settings.inputs}
        return {
            partition: offset
            for partition, offset in inputs.passed().items()
            if partition[0] in kept and offset != before.get(partition)
        }

    def _between_batches(self, *, idle: bool) -> None:
        """Do housekeeping while no batch is under way; `idle`: nothing waits to be decided or folded."""
        self._machine.between_batches()
        if self._collector:
            self._collector.between_batches(idle=idle)

    def _discard(self) -> None:
        """Discard the state: it may be ahead of the log."""
        self._machine.discard()
        if self._collector:
            self._collector.state_dropped()

    def _gather(self, begun_ms: int) -> None:
        """Let inputs gather for the next batch: the one that began at this wall-clock time was not full."""
        left_ms = begun_ms + self._settings.gather_ms - self._clock.now_ms()
        if left_ms > 0:
            self._stop.wait(self._at_most(min(left_ms, self._settings.gather_ms) / 1000))

    def _decide(self, deliveries: Sequence[Delivery[Record]], now_ms: int) -> list[Outgoing]:
        traces = [d.trace for d in deliveries]
        with tracing.processing(self._id, [d.position.topic for d in deliveries], traces):
            return traced(self._machine.step(deliveries, now_ms), deliveries)

    def _commit(self, sequencer: Sequencer, outgoing: Sequence[Outgoing]) -> Generator[Step]:
        yield Step.DECIDED
        with metrics.COMMIT.time():
            sequencer.commit(outgoing)
        yield Step.COMMITTED
        self._machine.committed()
        self._progress_at_ms = self._clock.monotonic_ms()

    def _renew(self, sequencer: Sequencer, epoch: int, now_ms: int) -> None:
        lease, held = self._settings.lease, self._leadership(epoch)
        payload = lease.renew(held)
        if payload is not None:
            with metrics.COMMIT.time():
                sequencer.commit([Outgoing(lease.topic, renewal(held, payload, now_ms))])
        self._progress_at_ms = self._clock.monotonic_ms()

    def _leadership(self, epoch: int) -> Held:
        settings = self._settings
        return Held(leadership=settings.transactional_id, cell=settings.cell, epoch=epoch, leader_id=self._id)

    def _shown_alive(self, epoch: int) -> AbstractContextManager[None]:
        """Keep the lease alive while a batch is being decided or committed."""
        return self._keepalive.under_way(self._leadership(epoch)) if self._keepalive else nullcontext()

    def _epochs_shown(self, deliveries: Sequence[Delivery[Record]]) -> list[int]:
        """Return the epochs of this leadership that made progress, by a batch or by a renewed lease."""
        lease, leadership = self._settings.lease, self._settings.transactional_id
        shown = (
            _epoch(d.envelope)
            if d.position.topic == self._settings.log.name
            else lease.epoch_shown(d.envelope.payload, leadership)
            for d in deliveries
        )
        return [epoch for epoch in shown if epoch is not None]

    def _fold(self, deliveries: Iterable[Delivery[Record]]) -> None:
        for delivery in deliveries:
            if delivery.position.topic == self._settings.log.name:
                self._machine.fold(delivery)

    def _watched(self, deliveries: Iterable[Delivery[Record]]) -> Generator[Delivery[Record]]:
        """Yield the deliveries of a log while catching up; `problem` shows the progress every second."""
        shown_ms = self._clock.monotonic_ms()
        for delivery in deliveries:
            now_ms = self._clock.monotonic_ms()
            if now_ms - shown_ms >= _SHOWN_EVERY_MS:
                shown_ms = now_ms
                behind_s = max(0, self._clock.now_ms() - delivery.appended_at_ms) // 1000
                where = f"offset {delivery.position.offset}, written {behind_s} s ago"
                self.problem = f"reads the log: at {where}"
            yield delivery

    def _restore(self) -> int | Start:
        offset = self._machine.restore()
        return Start.BEGINNING if offset is None else offset

    def _open_log(self) -> Reader:
        """The log and the lease: only leaders write the log, and decisions hang on each of its records."""
        return self._journal.reader(
            (self._settings.log, self._settings.lease.topic),
            start={self._log_partition: self._restore(), (self._settings.lease.topic.name, 0): Start.END},
            name=f"{self._id}-log",
            on_poison={self._settings.log.name: "stop", self._settings.lease.topic.name: "dead-letter"},
        )

    def _open_inputs(self) -> Reader:
        start: dict[TopicPartition, int | Start] = dict(self._machine.input_positions())
        start |= {(t.name, p): Start.END for t in self._settings.live for p in range(t.partitions)}
        topics = (*self._settings.inputs, *self._settings.live)
        # The same for every process that leads: a dead letter that the next leader writes again is no other.
        name = f"{self._settings.transactional_id}-inputs"
        return self._journal.reader(topics, start=start, name=name)

    @property
    def _log_partition(self) -> TopicPartition:
        return self._settings.log.name, 0

    def _led_until_now(self) -> bool:
        """Whether this process made progress so recently that no standby can have taken over."""
        if self._progress_at_ms is None:
            return False
        return self._clock.monotonic_ms() - self._progress_at_ms < self._settings.silence_ms

    def _wait_ms(self) -> int:
        return max(0, min(self._lease_left_ms(), self._deadline_left_ms(self._clock.now_ms())))

    def _lease_left_ms(self) -> int:
        progress_at_ms = self._progress_at_ms or 0
        return progress_at_ms + self._settings.idle_commit_ms - self._clock.monotonic_ms()

    def _deadline_left_ms(self, now_ms: int) -> int:
        deadline_ms = self._machine.next_deadline_ms()
        return self._settings.idle_commit_ms if deadline_ms is None else deadline_ms - now_ms

    def _at_most(self, wait_s: float) -> float:
        return min(wait_s, self._wait_max_s)

    def _set_leading(self, leading: bool) -> None:
        self.leading = leading
        self._leading.set(leading)


def traced(outgoing: Sequence[Outgoing], deliveries: Sequence[Delivery[Record]]) -> list[Outgoing]:
    """The records, each with the trace context of the delivery that caused it, so that traces span the log.

    A record may follow from another of the same batch. One without such a cause gets the current context,
    because the commit happens outside its block.
    """
    traces = {d.envelope.event_id: d.trace for d in deliveries if d.trace}
    current = tracing.inject()
    if not traces and not current:
        return list(outgoing)
    linked: list[Outgoing] = []
    for record in outgoing:
        trace = record.trace or traces.get(record.envelope.causation_id or "", current)
        traces.setdefault(record.envelope.event_id, trace)
        linked.append(record if record.trace else replace(record, trace=trace))
    return linked


def _epoch(envelope: Envelope[object]) -> int:
    """The epoch that every record of the log carries."""
    epoch = getattr(envelope.payload, "epoch", None)
    if not isinstance(epoch, int):
        raise TypeError(f"{type(envelope.payload).__name__} {envelope.event_id}: it has no field epoch")
    return epoch
