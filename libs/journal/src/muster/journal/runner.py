"""The plain runner: at least once, for everything that is not the leader.

    positions -> reader -> poll -> handle -> poll -> ...

What fails is tried again from the stored positions with growing pauses, so `handle` meets records again: its
effect must be the same the second time. What trying again cannot mend ends the run.
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
from muster.journal.errors import (
    Diverged,
    Fenced,
    PositionLost,
    TooManyDeadLetters,
    UnknownTopic,
    Unreadable,
)
from muster.journal.journal import Delivery, Journal, Reader
from muster.journal.position import Positions, StartAt
from muster.telemetry import metrics, tracing

_log = logging.getLogger(__name__)

_HOPELESS: Final = (Diverged, Fenced, PositionLost, TooManyDeadLetters, UnknownTopic, Unreadable)
_BACKOFF: Final = Backoff(first_ms=100, longest_ms=10_000)
_POLL_S: Final = 0.5


class Handler(Protocol):
    """What a service does with records, and where it got to."""

    def positions(self) -> StartAt:
        """Where to begin; asked at the start and after every failure."""
        ...

    def handle(self, deliveries: Sequence[Delivery[Record]], positions: Positions) -> None:
        """Do it, and store the positions with it, or after it. Any exception: the same records come again.

        Args:
            deliveries: In order within a partition; at least one.
            positions: Next offset of every partition once these are handled.
        """
        ...


class Runner:
    """Feeds one handler in one thread.

    Args:
        journal: The log.
        topics: What is read, whole.
        handler: What is fed.
        name: Who reads, in dead letters, metrics and log lines.
        stop: Set to have `run` return after the batch under way.
        clock: For the age of records.
        batch_max: Most records in one call.

    Attributes:
        problem: Why nothing moves at the moment, None when all is well; for /readyz.
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
            PositionLost, UnknownTopic, Unreadable, TooManyDeadLetters: a person has to look.
        """
        while not self._stop.is_set():
            try:
                self._read()
            except _HOPELESS:
                raise
            except Exception as error:  # the handler's own: stores that are down, above all
                self.problem = f"{type(error).__name__}: {error}"
                metrics.RUNNER_FAILURES.labels(self._name).inc()
                pause_ms = self._pauses.next_ms()
                _log.warning("%s: trying again in %d ms", self._name, pause_ms, exc_info=True)
                self._stop.wait(pause_ms / 1000)

    def _read(self) -> None:
        start = self._handler.positions()
        with closing(self._journal.reader(self._topics, start=start, name=self._name)) as reader:
            self.problem = None
            while not self._stop.is_set():
                deliveries = reader.poll(self._batch_max, _POLL_S)
                if deliveries:
                    self._handle(deliveries, reader)
                    self._pauses.reset()

    def _handle(self, deliveries: Sequence[Delivery[Record]], reader: Reader) -> None:
        topics = [d.position.topic for d in deliveries]
        with tracing.processing(self._name, topics, [d.trace for d in deliveries]):
            self._handler.handle(deliveries, reader.positions())
        oldest_ms = min(d.appended_at_ms for d in deliveries)
        metrics.RECORD_AGE.labels(self._name).observe(max(self._clock.now_ms() - oldest_ms, 0) / 1000)
