"""Measurer: heartbeats in, `UsageMeasured` out; each window of a node is reported once.

1. fence    an earlier measurer can no longer write
2. restore  the windows it reported are read from its own topic
3. follow   heartbeats of the last hour, then new ones; closed windows are written in one transaction

The process has no state of its own: its successor reads the last hour again. If none ran for longer than
heartbeats are retained, the windows between are not measured, and nothing replaces them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import Final, cast

from muster.events.measurement_events import UsageMeasured
from muster.events.node_heartbeats import NodeHeartbeat
from muster.events.topics import MEASUREMENT_EVENTS, NODE_HEARTBEATS
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope
from muster.identity import ReportCheck
from muster.journal import Clock, Delivery, Journal, Outgoing, Reader, Since
from muster.metering.core.measurement.windows import (
    CLOCK_OFF_MAX_MS,
    WINDOW_MS,
    Heard,
    Measuring,
    Place,
    measurement_id,
)
from muster.telemetry import metrics

AGAIN_MS: Final = NODE_HEARTBEATS.retention_ms
"""How far back heartbeats are read again; older ones may be gone."""

BEATS_MAX: Final = 1_000
POLL_S: Final = 1.0
LOOK_MS: Final = 1_000
"""Interval of the check for silent nodes."""


class Measurer:
    """Reports measured GPU usage until stopped.

    Args:
        journal: The log.
        check: Checks the senders of heartbeats.
        clock: Determines how far back to read, and when nodes are silent even if no heartbeat arrives.
        cell: Cell of this measurer; only one writes at a time for each cell.
        producer: Name of this process in the records it writes.
        stop: Event that makes `run` return.

    Attributes:
        problem: Reason it is not following yet, for /readyz; None: it is.
    """

    def __init__(
        self,
        journal: Journal,
        check: ReportCheck,
        clock: Clock,
        *,
        cell: str,
        producer: str,
        stop: threading.Event,
    ) -> None:
        self._journal = journal
        self._check = check
        self._clock = clock
        self._transactional_id = f"metering-measurer-{cell}"
        self._producer = producer
        self._stop = stop
        self._looked_ms = 0
        self.problem: str | None = "has not read the reported windows yet"

    def run(self) -> None:
        """Follow the heartbeats.

        Raises:
            Fenced, CommitUnknown: restart: another measurer took over, or the outcome of a write is unknown.
            Unavailable: the broker did not answer.
        """
        since = Since(self._clock.now_ms() - AGAIN_MS)
        with closing(self._journal.sequencer(self._transactional_id)) as log:
            log.fence()
            measuring = Measuring(self._reported(since))
            self.problem = None
            with closing(self._journal.reader([NODE_HEARTBEATS], start=since, name="measurer")) as beats:
                while not self._stop.is_set():
                    measured = self._next(measuring, beats)
                    if measured:
                        log.commit([self._outgoing(fact) for fact in measured])

    def _reported(self, since: Since) -> Iterable[Place]:
        """Yield windows already reported for heartbeats to be re-read; reports follow their heartbeats."""
        with closing(self._journal.reader([MEASUREMENT_EVENTS], start=since, name="measured")) as reader:
            for delivery in reader.read_to_end():
                fact = delivery.envelope.payload
                if isinstance(fact, UsageMeasured):
                    yield Place(fact.node_id, fact.starts_at_ms)

    def _next(self, measuring: Measuring, beats: Reader) -> Sequence[UsageMeasured]:
        """Poll for heartbeats; return the windows that they close."""
        measured: list[UsageMeasured] = []
        deliveries = beats.poll(BEATS_MAX, POLL_S)
        late = measuring.late
        for delivery in deliveries:
            measured += self._taken(measuring, delivery)
        if late < measuring.late:
            metrics.WINDOWS_LATE.labels("usage").inc(measuring.late - late)
        now_ms = self._clock.now_ms()
        if now_ms - self._looked_ms >= LOOK_MS:
            self._looked_ms = now_ms
            measured += measuring.silent(None if deliveries else now_ms)
            measuring.forget(now_ms - AGAIN_MS - WINDOW_MS - CLOCK_OFF_MAX_MS)
        return measured

    def _taken(self, measuring: Measuring, delivery: Delivery[Record]) -> Sequence[UsageMeasured]:
        beat = cast("NodeHeartbeat", delivery.envelope.payload)
        if beat.usage is None or self._check.refusal(delivery, beat.node_id) is not None:
            return ()
        heard = Heard(delivery.position.partition, delivery.appended_at_ms)
        return measuring.take(beat, delivery.envelope.occurred_at_ms, heard)

    def _outgoing(self, fact: UsageMeasured) -> Outgoing:
        event_id = measurement_id(Place(fact.node_id, fact.starts_at_ms))
        envelope = Envelope(
            event_id=event_id,
            key=fact.node_id,
            occurred_at_ms=fact.ends_at_ms,
            producer=self._producer,
            correlation_id=event_id,
            payload=fact,
        )
        return Outgoing(MEASUREMENT_EVENTS, envelope)
