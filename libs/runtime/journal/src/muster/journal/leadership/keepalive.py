"""Shows that a leader is alive during one batch, so that a long batch is not taken for silence.

A batch is decided and committed in the leader's own thread, which cannot renew its lease meanwhile, and large
batches take a busy machine long to encode and to write. Another thread does, by an ordinary producer, as long
as the batch takes no longer than a bound: a leader that never comes back is replaced all the same. A process
that stands still (SIGSTOP, a paused machine) renews nothing.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Generator
from contextlib import contextmanager

from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope
from muster.journal.clock import Clock
from muster.journal.errors import JournalError
from muster.journal.journal import Outgoing, Producer
from muster.journal.leadership.lease import Held, Lease

_log = logging.getLogger(__name__)


class Keepalive:
    """Renews one leader's lease during its long batches; to be used as a context.

    Args:
        lease: The lease.
        producer: An ordinary producer; this does not close it.
        clock: Clock for durations and the record's time.
        every_ms: Time between two renewals, milliseconds.
        batch_max_ms: After this long in one batch, the lease is no longer renewed, milliseconds.
    """

    def __init__(
        self, lease: Lease, producer: Producer, *, clock: Clock, every_ms: int, batch_max_ms: int
    ) -> None:
        self._lease = lease
        self._producer = producer
        self._clock = clock
        self._every_ms = every_ms
        self._batch_max_ms = batch_max_ms
        self._batch: tuple[Held, int] | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="keepalive", daemon=True)

    def __enter__(self) -> Keepalive:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    @contextmanager
    def under_way(self, held: Held) -> Generator[None]:
        """The leader decides and commits a batch inside."""
        self._batch = held, self._clock.monotonic_ms()
        try:
            yield
        finally:
            self._batch = None

    def _run(self) -> None:
        while not self._over.wait(self._every_ms / 1000):
            batch = self._batch
            if batch is None:
                continue
            held, since_ms = batch
            if self._every_ms <= self._clock.monotonic_ms() - since_ms < self._batch_max_ms:
                self._renew(held)

    def _renew(self, held: Held) -> None:
        try:
            payload = self._lease.renew(held)
            if payload is not None:
                self._producer.send(Outgoing(self._lease.topic, renewal(held, payload, self._clock.now_ms())))
        except JournalError as error:
            _log.warning("the lease was not renewed during a batch, standbys may take over: %s", error)


def renewal(held: Held, payload: Record, now_ms: int) -> Envelope[Record]:
    """The record that renews a lease."""
    return Envelope(
        event_id=f"{held.leader_id}:{held.epoch}:{now_ms}",
        key=held.cell,
        occurred_at_ms=now_ms,
        producer=held.leader_id,
        correlation_id=f"{held.cell}:{held.epoch}",
        payload=payload,
    )
