"""Ticks in each partition of samples: windows close by the time of the log also where no sample comes."""

from __future__ import annotations

import logging
import threading
from contextlib import closing

from muster.backoff import Backoff, Pauses
from muster.events.inference_samples import ClockTicked
from muster.events.topics import INFERENCE_SAMPLES
from muster.events.wire.envelope import Envelope
from muster.journal import Clock, Journal, Unavailable
from muster.journal.journal import Outgoing

_log = logging.getLogger(__name__)


class Ticker:
    """A thread that appends a tick to each partition from time to time.

    Args:
        journal: The log.
        clock: Time of the ticks.
        stop: Ends it.
        every_s: Time between two ticks, seconds.
    """

    def __init__(self, journal: Journal, clock: Clock, stop: threading.Event, *, every_s: float) -> None:
        self._journal, self._clock, self._stop, self._every_s = journal, clock, stop, every_s
        self._thread = threading.Thread(target=self._run, name="ticker", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """Wait for its end."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        pauses = Pauses(Backoff(first_ms=250, longest_ms=10_000))
        with closing(self._journal.producer("drift-ticker")) as producer:
            pause_s = 0.0
            while not self._stop.wait(pause_s):
                try:
                    for answer in [
                        producer.send(self._tick(each)) for each in range(INFERENCE_SAMPLES.partitions)
                    ]:
                        answer.result()
                except Unavailable:
                    pause_s = pauses.next_ms() / 1_000
                    _log.warning("ticks: again in %.1f s", pause_s, exc_info=True)
                else:
                    pauses.reset()
                    pause_s = self._every_s

    def _tick(self, partition: int) -> Outgoing:
        now_ms = self._clock.now_ms()
        event_id = f"tick/{partition}/{now_ms}"
        envelope = Envelope[ClockTicked](
            event_id=event_id,
            key=f"tick/{partition}",
            occurred_at_ms=now_ms,
            producer="drift:windows",
            correlation_id=event_id,
            payload=ClockTicked(partition=partition),
        )
        return Outgoing(INFERENCE_SAMPLES, envelope, partition=partition)
