"""A bounded queue and one thread that appends samples to the log, and stores their large bodies before.

Requests never wait for it. What does not fit, or cannot be sent or stored, is dropped and counted; the counts
are sent too.
"""

from __future__ import annotations

import logging
import threading
import uuid
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from muster.backoff import Backoff, Pauses
from muster.events.inference_samples import FeedbackGiven, InferenceSampled, TrafficReported
from muster.events.topics import INFERENCE_SAMPLES
from muster.events.wire.envelope import Envelope
from muster.journal import Clock, Journal, Position, Producer, SystemClock, Unavailable
from muster.journal.journal import Outgoing
from muster.sampling.bodies import Store, is_large, store_body

_log = logging.getLogger(__name__)

ServerEvent: TypeAlias = InferenceSampled | FeedbackGiven | TrafficReported
"""Events that servers send."""

QUEUE_BYTES_MAX: Final = 32 * 1024 * 1024
QUEUE_MAX: Final = 1_000
REPORT_EVERY_S: Final = 10.0
CLOSE_S: Final = 5.0

_STORE_DOWN: Final = Backoff(first_ms=1_000, longest_ms=60_000)
"""Pauses in which nothing is stored: each attempt may take many seconds, and samples wait behind it."""


@dataclass(slots=True)
class Traffic:
    """Counts of one model since the last report; safe to share between threads.

    Attributes:
        repository: Model: NAMESPACE/NAME.
        commit: Version: a commit; empty: unknown.
        since_ms: When the counts began.
    """

    repository: str
    commit: str
    since_ms: int
    _seen: int = 0
    _sampled: int = 0
    _dropped: int = 0
    _bodies_lost: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, *, seen: int = 0, sampled: int = 0, dropped: int = 0, bodies_lost: int = 0) -> None:
        """Count requests, sampled ones, samples that were not sent, and bodies that were not stored."""
        with self._lock:
            self._seen += seen
            self._sampled += sampled
            self._dropped += dropped
            self._bodies_lost += bodies_lost

    def add_report(self, report: TrafficReported) -> None:
        """Count what a report says once more: it could not be sent, so the next one says it."""
        self.add(
            seen=report.seen,
            sampled=report.sampled,
            dropped=report.dropped,
            bodies_lost=report.bodies_lost,
        )

    def take_report(self, process: str, until_ms: int) -> TrafficReported:
        """Return the counts up to now, and begin again."""
        with self._lock:
            report = TrafficReported(
                repository=self.repository,
                commit=self.commit,
                process=process,
                since_ms=self.since_ms,
                until_ms=until_ms,
                seen=self._seen,
                sampled=self._sampled,
                dropped=self._dropped,
                bodies_lost=self._bodies_lost,
            )
            self._seen = self._sampled = self._dropped = self._bodies_lost = 0
            self.since_ms = until_ms
        return report


@dataclass(frozen=True, slots=True)
class _Queued:
    """An event to make and send.

    Attributes:
        make: Makes it, in the sender's thread.
        traffic: Where it counts if it is dropped.
        size_bytes: Memory that it holds.
        at_ms: When it happened.
    """

    make: Callable[[], ServerEvent]
    traffic: Traffic
    size_bytes: int
    at_ms: int


class Sender:
    """Sends samples of one process to the log; safe to share between threads.

    Args:
        journal: The log.
        store: Where bodies of more than 64 KiB go; absent: their samples are sent without them.
        clock: Time of events and reports.
        process: Id of the process; absent: a new one.
        report_every_s: Time between two reports of the traffic, seconds.
        queue_max: Most events that wait.
        queue_bytes_max: Most bytes that they hold.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        store: Store | None = None,
        clock: Clock | None = None,
        process: str = "",
        report_every_s: float = REPORT_EVERY_S,
        queue_max: int = QUEUE_MAX,
        queue_bytes_max: int = QUEUE_BYTES_MAX,
    ) -> None:
        self._journal = journal
        self._store = store
        self._store_pauses, self._store_down_until_ms = Pauses(_STORE_DOWN), 0
        self._clock = clock or SystemClock()
        self._process = process or uuid.uuid4().hex  # noqa: TID251  (this is where ids of processes are minted)
        self._report_every_ms = round(report_every_s * 1_000)
        self._queue_max, self._queue_bytes_max = queue_max, queue_bytes_max
        self._traffic: dict[tuple[str, str], Traffic] = {}
        self._queue: deque[_Queued] = deque()
        self._queued_bytes = 0
        self._changed = threading.Condition()
        self._closing = False
        self._warned = False
        self._thread: threading.Thread | None = None

    def traffic(self, repository: str, commit: str) -> Traffic:
        """Return the counts of a model; from now on they are reported."""
        with self._changed:
            key = (repository, commit)
            if key not in self._traffic:
                self._traffic[key] = Traffic(repository, commit, self._clock.now_ms())
            return self._traffic[key]

    def start(self) -> None:
        """Begin, unless it has begun. Call it after a fork: neither threads nor connections survive one."""
        with self._changed:
            if self._thread is None and not self._closing:
                self._thread = threading.Thread(target=self._run, name="sampling", daemon=True)
                self._thread.start()

    def offer(self, make: Callable[[], ServerEvent], traffic: Traffic, size_bytes: int) -> bool:
        """Queue an event; return False, and count it as dropped, if it does not fit. Never waits.

        Args:
            make: Makes the event, in the sender's thread.
            traffic: Counts of its model.
            size_bytes: Memory that it holds until then.
        """
        with self._changed:
            fits = (
                len(self._queue) < self._queue_max
                and self._queued_bytes + size_bytes <= self._queue_bytes_max
            )
            if fits and not self._closing:
                self._queue.append(_Queued(make, traffic, size_bytes, self._clock.now_ms()))
                self._queued_bytes += size_bytes
                self._changed.notify()
                return True
        traffic.add(dropped=1)
        return False

    def close(self, timeout_s: float = CLOSE_S) -> None:
        """Send what is queued and a last report; give up after this time, seconds. May be repeated."""
        with self._changed:
            self._closing = True
            self._changed.notify()
            thread = self._thread
        if thread is not None:
            thread.join(timeout_s)
            if thread.is_alive():
                _log.warning("samples: not everything was sent within %.1f s", timeout_s)

    def _run(self) -> None:
        try:
            producer = self._journal.producer("sampling")
        except Exception:
            _log.exception("samples: no producer; nothing is sent")
            with self._changed:
                self._closing = True
                lost, self._queue = self._queue, deque[_Queued]()
            for each in lost:
                each.traffic.add(dropped=1)
            return
        try:
            self._send_all(producer)
        finally:
            _release(producer)

    def _send_all(self, producer: Producer) -> None:
        report_at_ms = self._clock.monotonic_ms() + self._report_every_ms
        is_last = False
        while not is_last:
            wait_ms = max(0, report_at_ms - self._clock.monotonic_ms())
            with self._changed:
                self._changed.wait_for(lambda: self._queue or self._closing, wait_ms / 1_000)
                queued, self._queue, self._queued_bytes = self._queue, deque[_Queued](), 0
                is_last, models = self._closing, list(self._traffic.values())
            for each in queued:
                self._send(producer, each)
            if is_last or self._clock.monotonic_ms() >= report_at_ms:
                for traffic in models:
                    self._report(producer, traffic)
                report_at_ms = self._clock.monotonic_ms() + self._report_every_ms
                self._warned = False

    def _send(self, producer: Producer, queued: _Queued) -> None:
        def answered(answer: Future[Position]) -> None:
            if answer.exception() is not None:
                queued.traffic.add(dropped=1)
                self._warn("one was not sent", answer.exception())

        try:
            event = queued.make()
            if isinstance(event, InferenceSampled):
                event = self._fitted(event, queued)
            producer.send(self._outgoing(event, queued.at_ms)).add_done_callback(answered)
        except Exception as error:
            # The server goes on whatever is wrong with a sample; it is counted.
            queued.traffic.add(dropped=1)
            self._warn("one was not sent", error)

    def _fitted(self, sample: InferenceSampled, queued: _Queued) -> InferenceSampled:
        """Return a sample as its record is to be: a large body is stored, or lost."""
        if sample.body is None or not is_large(sample.body):
            return sample
        now_ms = self._clock.monotonic_ms()
        if self._store is not None and now_ms >= self._store_down_until_ms:
            try:
                key = store_body(self._store, sample, sample.body, queued.at_ms)
            except Exception as error:  # the sample counts without its texts
                self._store_down_until_ms = self._clock.monotonic_ms() + self._store_pauses.next_ms()
                self._warn("a body was not stored", error)
            else:
                self._store_pauses.reset()
                return replace(sample, body=None, body_key=key)
        queued.traffic.add(bodies_lost=1)
        return replace(sample, body=None, redactions=0)

    def _report(self, producer: Producer, traffic: Traffic) -> None:
        now_ms = self._clock.now_ms()
        report = traffic.take_report(self._process, now_ms)

        def answered(answer: Future[Position]) -> None:
            if answer.exception() is not None:
                traffic.add_report(report)
                self._warn("a report of the traffic was not sent", answer.exception())

        try:
            producer.send(self._outgoing(report, now_ms)).add_done_callback(answered)
        except Exception as error:
            traffic.add_report(report)
            self._warn("a report of the traffic was not sent", error)

    def _warn(self, failure: str, error: BaseException | None) -> None:
        """Log the first failure of each report's time: in an outage every sample fails in the same way."""
        if not self._warned:
            self._warned = True
            _log.warning(
                "samples: %s; the number is in the next report of the traffic", failure, exc_info=error
            )

    def _outgoing(self, event: ServerEvent, at_ms: int) -> Outgoing:
        # A sample has one event, so its id does for both.
        is_sample = isinstance(event, InferenceSampled)
        event_id = event.sample if is_sample else uuid.uuid4().hex  # noqa: TID251  (ids are minted here)
        envelope = Envelope[ServerEvent](
            event_id=event_id,
            key=event.repository,
            occurred_at_ms=at_ms,
            producer=f"sampling:{self._process}",
            correlation_id=event_id,
            payload=event,
        )
        return Outgoing(INFERENCE_SAMPLES, envelope)


def _release(producer: Producer) -> None:
    """Wait for the answers to what was sent; `close` of the sender says how long anybody waits for this."""
    try:
        producer.close()
    except Unavailable:
        _log.warning("samples: not everything was acknowledged", exc_info=True)
