"""Leases: proof that a leader without anything to decide is alive.

OwnLease     the leader commits a record to its own topic, under its transactional id: no other process can,
             and standbys can take over soon (after one second for the scheduler)
SharedLease  one record for all leaders of a process, by an ordinary producer: a process with ten idle
             leaders costs the broker one record a second, not fifty transactions. The record lists the
             leaders that made progress, so a stuck leader in a live process is noticed. An outage of the
             broker is waited out; a lease that can never be written ends every leader that it shows

A lease never decides who leads; the transactional id does. A record of a fenced leader that does not know it
yet has an older epoch and is ignored.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from muster.events.process_lease import LeadershipHeld, ProcessLeaseRenewed
from muster.events.topics import PROCESS_LEASE
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope, Topic
from muster.journal.clock import Clock
from muster.journal.errors import LeaseLost, Unavailable
from muster.journal.journal import Outgoing, Producer
from muster.journal.position import Position

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A leadership, as its leader knows it.

    Attributes:
        leadership: The transactional id.
        cell: The cell that is led.
        epoch: Number of the leadership; grows with every leader.
        leader_id: Id of the leading process.
    """

    leadership: str
    cell: str
    epoch: int
    leader_id: str


class Lease(Protocol):
    """Proof that leaders are alive, which standbys check."""

    @property
    def topic(self) -> Topic:
        """The topic of the lease records; one partition."""
        ...

    def renew(self, held: Held) -> Record | None:
        """Renew the lease: the leader made progress and had nothing to commit.

        Returns:
            A payload that the leader must commit to the topic; None: no commit is needed.
        """
        ...

    def epoch_shown(self, payload: Record, leadership: str) -> int | None:
        """The epoch of this leadership that a lease record shows alive; None: it is about others."""
        ...


class LeaseRecord(Protocol):
    """Makes the payload that reports progress of a leader without anything to decide."""

    def __call__(self, *, cell: str, epoch: int, leader_id: str) -> Record:
        """A record with at least these fields."""
        ...


@dataclass(frozen=True, slots=True)
class OwnLease:
    """A topic for one leadership.

    Attributes:
        topic: Topic of the lease records.
        record: Makes their payload.
    """

    topic: Topic
    record: LeaseRecord

    def renew(self, held: Held) -> Record:
        """The record to commit."""
        return self.record(cell=held.cell, epoch=held.epoch, leader_id=held.leader_id)

    def epoch_shown(self, payload: Record, leadership: str) -> int:
        """The record's epoch; every record of the topic is about this leadership."""
        del leadership
        epoch = getattr(payload, "epoch", None)
        if not isinstance(epoch, int):
            raise TypeError(f"{type(payload).__name__} on {self.topic.name}: it has no field epoch")
        return epoch


class SharedLease:
    """One lease for all leaders of a process; safe to share between their threads.

    Args:
        producer: An ordinary producer; this lease does not close it.
        process_id: Unique id of this process.
        clock: Clock for durations and the record's time.
        every_ms: Least time between two records. Standbys must wait several times longer.
        topic: Topic of the lease records.

    Attributes:
        failure: Why no record can be written any more; None while the lease works or waits for the broker.
    """

    def __init__(
        self,
        producer: Producer,
        *,
        process_id: str,
        clock: Clock,
        every_ms: int = 1_000,
        topic: Topic = PROCESS_LEASE,
    ) -> None:
        self._producer = producer
        self._process_id = process_id
        self._clock = clock
        self._every_ms = every_ms
        self._topic = topic
        self._lock = threading.Lock()
        self._progress: dict[str, tuple[Held, int]] = {}
        self._sent_at_ms: int | None = None
        self.failure: BaseException | None = None

    @property
    def topic(self) -> Topic:
        """The topic of the lease records."""
        return self._topic

    def renew(self, held: Held) -> None:
        """Note the progress; write the record of all leaders if it is due.

        Raises:
            LeaseLost: no record can be written any more.
        """
        with self._lock:
            if self.failure is not None:
                raise LeaseLost(f"{self._process_id}: {self.failure}") from self.failure
            now_ms = self._clock.monotonic_ms()
            self._progress[held.leadership] = held, now_ms
            if self._sent_at_ms is not None and now_ms - self._sent_at_ms < self._every_ms:
                return
            self._sent_at_ms = now_ms
            self._progress = {
                name: (other, at_ms)
                for name, (other, at_ms) in sorted(self._progress.items())
                if now_ms - at_ms < 2 * self._every_ms
            }
            try:
                answer = self._producer.send(Outgoing(self._topic, self._record()))
            except Exception as error:
                self.failure = error
                raise LeaseLost(f"{self._process_id}: {error}") from error
        answer.add_done_callback(self._note)

    def epoch_shown(self, payload: Record, leadership: str) -> int | None:
        """Return the epoch of this leadership if the record's process leads it; else None."""
        if not isinstance(payload, ProcessLeaseRenewed):
            raise TypeError(f"lease record is {type(payload).__name__}; must be ProcessLeaseRenewed")
        return next((held.epoch for held in payload.held if held.leadership == leadership), None)

    def _record(self) -> Envelope[ProcessLeaseRenewed]:
        now_ms = self._clock.now_ms()
        event_id = f"{self._process_id}:{now_ms}"
        held = tuple(
            LeadershipHeld(leadership=held.leadership, epoch=held.epoch)
            for held, _ in self._progress.values()
        )
        return Envelope(
            event_id=event_id,
            key=self._process_id,
            occurred_at_ms=now_ms,
            producer=self._process_id,
            correlation_id=event_id,
            payload=ProcessLeaseRenewed(process_id=self._process_id, held=held),
        )

    def _note(self, answer: Future[Position]) -> None:
        error = answer.exception()
        if error is None:
            return
        _log.warning("the lease of this process was not written, standbys may take over: %s", error)
        if not isinstance(error, Unavailable):
            self.failure = error
