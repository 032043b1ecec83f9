"""Observes the run from the log: a thread that feeds a RunFold, and queries of it."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from muster.events.wire.datum import Record
from muster.journal import Delivery, Start
from muster.journal.kafka import KafkaJournal
from muster.local.endpoints import Endpoints
from muster.scheduler.edge.report import TOPICS, Report, RunFold, Sample

_POLL_MAX: Final = 200
_POLL_S: Final = 0.2
_CATCH_UP_S: Final = 120.0


class ObserverFailed(RuntimeError):
    """The log can no longer be read; the cause says why."""


@dataclass(frozen=True, slots=True)
class Glance:
    """The run at one moment: its jobs by state, and the cluster."""

    outcomes: Counter[str]
    cluster: Sample | None

    @property
    def over(self) -> int:
        """Jobs that have ended."""
        return self.outcomes.total() - self.outcomes["open"] - self.outcomes["absent"]


class Observer:
    """Reads `job-commands` and `scheduler-log` from their beginning, as any reader can."""

    def __init__(self, endpoints: Endpoints, *, since_ms: int) -> None:
        self._journal = KafkaJournal(
            endpoints.kafka_bootstrap, endpoints.schema_registry_url, "muster-demo", topics=TOPICS
        )
        self._fold = RunFold(since_ms=since_ms)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._caught_up = threading.Event()
        self._failure: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="observer", daemon=True)

    @contextmanager
    def observing(self) -> Generator[None]:
        """Read while the context lasts; it is entered once all existing records have been read."""
        self._thread.start()
        try:
            self._caught_up.wait(_CATCH_UP_S)
            yield
        finally:
            self._stop.set()
            self._thread.join(timeout=10)
            self._journal.close()

    def glance(self, job_ids: Collection[str]) -> Glance:
        """The state of these jobs now."""
        with self._consistent() as fold:
            return Glance(fold.outcomes(job_ids), fold.last)

    def report(self) -> Report:
        """The run so far."""
        with self._consistent() as fold:
            return fold.report()

    def until_over(
        self, job_ids: Collection[str], *, stalled_s: float, tick: Callable[[Glance], None]
    ) -> Glance:
        """Wait until each of these jobs has ended, or nothing has changed for `stalled_s` seconds."""
        seen, changed_at = -1, time.monotonic()
        while True:
            glance = self.glance(job_ids)
            tick(glance)
            if glance.over != seen:
                seen, changed_at = glance.over, time.monotonic()
            if glance.over == len(job_ids) or time.monotonic() - changed_at > stalled_s:
                return glance
            time.sleep(0.5)

    @contextmanager
    def _consistent(self) -> Generator[RunFold]:
        if self._failure is not None:
            raise ObserverFailed(f"reading the log failed: {self._failure}") from self._failure
        with self._lock:
            yield self._fold

    def _run(self) -> None:
        try:
            reader = self._journal.reader(
                TOPICS, start=Start.BEGINNING, name="demo-observer", on_poison="stop"
            )
            try:
                self._feed(reader.read_to_end(_CATCH_UP_S))
                self._caught_up.set()
                while not self._stop.is_set():
                    self._feed(reader.poll(_POLL_MAX, _POLL_S))
            finally:
                reader.close()
        except Exception as error:
            self._failure = error
            self._caught_up.set()

    def _feed(self, deliveries: Iterable[Delivery[Record]]) -> None:
        with self._lock:
            self._fold.feed(deliveries)
