"""Measurer: heartbeats in, `UsageMeasured` out; each window of a node is told once.

1. fence    an earlier measurer writes no more
2. told     which windows it told is read from its own topic
3. follow   beats of the last hour, then new ones; windows that are over go out in one transaction

Nothing is kept: a process that dies is followed by one that reads the last hour again. If none ran for
longer than beats are kept, the windows between are not measured, and nothing stands in for them.
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
from muster.metering.core.measuring import (
    CLOCK_OFF_MAX_MS,
    WINDOW_MS,
    Heard,
    Measuring,
    Place,
    measurement_id,
)
from muster.telemetry import metrics

AGAIN_MS: Final = NODE_HEARTBEATS.retention_ms
"""How far back beats are read again; older ones may be gone."""

BEATS_MAX: Final = 1_000
POLL_S: Final = 1.0
LOOK_MS: Final = 1_000
"""How often silent nodes are looked for."""


class Measurer:
    """Tells what GPUs did, until it is told to stop.

    Args:
        journal: The log.
        check: Judges who sends heartbeats.
        clock: How far back to read; when nodes are silent, though nobody beats at all.
        cell: One measurer writes at a time, for each cell.
        producer: Name of this process in what it writes.
        stop: Set to have `run` return.

    Attributes:
        problem: Why it does not follow, for /readyz; None: it does.
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
        self.problem: str | None = "has not read what was told"

    def run(self) -> None:
        """Follow the beats.

        Raises:
            Fenced, CommitUnknown: begin anew: another took over, or what was told is unknown.
            Unavailable: the broker did not answer.
        """
        since = Since(self._clock.now_ms() - AGAIN_MS)
        with closing(self._journal.sequencer(self._transactional_id)) as log:
            log.fence()
            measuring = Measuring(self._told(since))
            self.problem = None
            with closing(self._journal.reader([NODE_HEARTBEATS], start=since, name="measurer")) as beats:
                while not self._stop.is_set():
                    measured = self._next(measuring, beats)
                    if measured:
                        log.commit([self._outgoing(fact) for fact in measured])

    def _told(self, since: Since) -> Iterable[Place]:
        """Windows that were told of beats that are read again: each was told after its beats were there."""
        with closing(self._journal.reader([MEASUREMENT_EVENTS], start=since, name="measured")) as reader:
            for delivery in reader.read_to_end():
                fact = delivery.envelope.payload
                if isinstance(fact, UsageMeasured):
                    yield Place(fact.node_id, fact.starts_at_ms)

    def _next(self, measuring: Measuring, beats: Reader) -> Sequence[UsageMeasured]:
        """Read on; the windows that are over with it."""
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
