"""The at-least-once runner, for all readers that do not lead.

    positions -> reader -> poll -> handle -> poll -> ...

A failed batch is retried from the stored positions with growing pauses, so `handle` sees records again and
must be idempotent. An error that a retry cannot cure ends the run.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from contextlib import closing
from typing import Final, Protocol

from muster.backoff import Backoff, Pauses
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Topic
from muster.journal.clock import Clock
from muster.journal.errors import Diverged, Fenced, PositionLost, UnknownTopic, Unreadable
from muster.journal.journal import Delivery, Journal, Reader
from muster.journal.position import Positions, StartAt
from muster.telemetry import metrics, tracing

_log = logging.getLogger(__name__)

_HOPELESS: Final = (Diverged, Fenced, PositionLost, UnknownTopic, Unreadable)
_BACKOFF: Final = Backoff(first_ms=100, longest_ms=10_000)
_POLL_S: Final = 0.5


class Handler(Protocol):
    """A service's handling of records, and its positions."""

    def positions(self) -> StartAt:
        """Return the positions to start from; called at the start and after every failure."""
        ...

    def handle(self, deliveries: Sequence[Delivery[Record]], positions: Positions) -> None:
        """Handle records and store the positions, together or afterwards. After an exception they come again.

        Args:
            deliveries: Records, in order within a partition; none where only unreadable ones were passed.
            positions: Next offset of every partition after these records.
        """
        ...


class Runner:
    """Feeds one handler in one thread.

    Args:
        journal: The log.
        topics: Topics to read, all partitions.
        handler: Handles the records.
        name: Name of the reader, for dead letters, metrics and log lines.
        stop: When set, `run` returns after the batch under way.
        clock: Clock for the age of records.
        batch_max: Maximum records in one call.

    Attributes:
        problem: Why it does not progress at the moment; None when it does. For /readyz.
    """

    def __init__(
        self,
        journal: Journal,
        topics: Sequence[Topic],
        handler: Handler,
        *,
        name: str,
        stop: threading.Event,
        clock: Clock,
        batch_max: int = 500,
    ) -> None:
        self._journal = journal
        self._topics = topics
        self._handler = handler
        self._name = name
        self._stop = stop
        self._clock = clock
        self._batch_max = batch_max
        self._pauses = Pauses(_BACKOFF)
        self.problem: str | None = "has not started"

    def run(self) -> None:
        """Read and handle until stopped.

        Raises:
            PositionLost, UnknownTopic, Unreadable: a person has to look.
        """
        while not self._stop.is_set():
            try:
                self._read()
            except _HOPELESS:
                raise
            except Exception as error:  # an error of the handler, mostly a store that is down
                self.problem = f"{type(error).__name__}: {error}"
                metrics.RUNNER_FAILURES.labels(self._name).inc()
                pause_ms = self._pauses.next_ms()
                _log.warning("%s: trying again in %d ms", self._name, pause_ms, exc_info=True)
                self._stop.wait(pause_ms / 1000)

    def _read(self) -> None:
        start = self._handler.positions()
        with closing(self._journal.reader(self._topics, start=start, name=self._name)) as reader:
            passed = reader.passed()
            while not self._stop.is_set():
                deliveries = reader.poll(self._batch_max, _POLL_S)
                self.problem = reader.waits()
                if deliveries:
                    self._handle(deliveries, reader)
                    self._pauses.reset()
                elif passed != reader.passed():
                    self._handler.handle([], reader.positions())
                passed = reader.passed()

    def _handle(self, deliveries: Sequence[Delivery[Record]], reader: Reader) -> None:
        topics = [d.position.topic for d in deliveries]
        with tracing.processing(self._name, topics, [d.trace for d in deliveries]):
            self._handler.handle(deliveries, reader.positions())
        oldest_ms = min(d.appended_at_ms for d in deliveries)
        metrics.RECORD_AGE.labels(self._name).observe(max(self._clock.now_ms() - oldest_ms, 0) / 1000)
