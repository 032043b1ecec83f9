"""Runs projections side by side, each in its own thread, unaffected by the others' outages.

They share one reading of the log, which decodes each record once (`shared_reading`). Recovery is the same
after every failure, whether an outage, a second projector or a swap: load the positions from the view and
read from there. Nothing is kept for a store that is down, so an outage costs no memory.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from muster.backoff import Backoff, Pauses
from muster.journal.clock import Clock, SystemClock
from muster.journal.journal import Journal
from muster.telemetry import metrics
from muster.views.projection import Feed, Projection
from muster.views.rebuild import rebuild_command
from muster.views.shared_reading import SharedReading
from muster.views.view import Outdated, Overtaken

_log = logging.getLogger(__name__)

_POLL_S: Final = 0.5
_BACKOFF: Final = Backoff(first_ms=250, longest_ms=10_000)
_YIELD_S: Final = 1.0
"""Pause after being overtaken; without it two projectors would overtake each other batch by batch."""
_REBUILT_S: Final = 2.0
"""Pause between two looks at whether an outdated view was rebuilt."""
_NOT_STARTED: Final = "not started"


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Progress of a projection.

    Attributes:
        records: Records applied since the start of this process.
        behind_ms: Age of the oldest record of the newest batch when it was applied, milliseconds.
        failure: Why it is stopped at the moment; None: it is running.
        remedy: The command without which it stays stopped; None: it goes on by itself, or is running.
    """

    records: int = 0
    behind_ms: int = 0
    failure: str | None = _NOT_STARTED
    remedy: str | None = None


class Projector:
    """Keeps views up to date until it is stopped.

    Args:
        projections: Projections to keep up to date, the most urgent first; their names are unique.
        journal: The log.
        clock: Clock for the age of records.
    """

    def __init__(
        self, projections: Sequence[Projection[Any]], journal: Journal, clock: Clock | None = None
    ) -> None:
        topics = {topic.name: topic for each in projections for topic in each.topics}
        self._reading = SharedReading(
            journal,
            list(topics.values()),
            name="projector",
            urgent_first=[each.reader_name for each in projections],
        )
        self._clock = clock or SystemClock()
        self._stopping = threading.Event()
        self._progress = {p.name: Progress() for p in projections}
        self._threads = [
            threading.Thread(target=self._keep, args=(p,), name=f"projector-{p.name}") for p in projections
        ]

    def start(self) -> None:
        """Start the threads; returns at once."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Finish the batches under way and end all threads."""
        self._stopping.set()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()

    def progress(self) -> Mapping[str, Progress]:
        """Progress of each projection, by name."""
        return dict(self._progress)

    def failure(self) -> str | None:
        """Return the stopped projections with their errors; None: all are running."""
        failures = [f"{name}: {p.failure}" for name, p in self.progress().items() if p.failure]
        return "; ".join(failures) or None

    def remedies(self) -> Sequence[str]:
        """Return the commands needed to resume projections; none until each projection was tried once."""
        progress = self.progress().values()
        if any(each.failure == _NOT_STARTED for each in progress):
            return ()
        return [each.remedy for each in progress if each.remedy]

    def _keep(self, projection: Projection[Any]) -> None:
        """Follow the log; after a failure, pause and start again from the view's positions."""
        pauses = Pauses(_BACKOFF)
        while not self._stopping.is_set():
            records_before = self._progress[projection.name].records
            try:
                self._follow(projection)
            except Overtaken as overtaken:
                _log.info("projection %s: %s; loading the positions again", projection.name, overtaken)
                self._stopping.wait(_YIELD_S)
            except Outdated as outdated:
                self._report_outdated(projection, outdated)
                self._stopping.wait(_REBUILT_S)
            except Exception as error:  # of any kind: the other projections go on, and this one reports it
                if self._progress[projection.name].records > records_before:
                    pauses.reset()
                self._report(projection, failure=f"{type(error).__name__}: {error}", remedy=None)
                metrics.RUNNER_FAILURES.labels(f"projector-{projection.name}").inc()
                pause_ms = pauses.next_ms()
                _log.exception("projection %s failed; next attempt in %d ms", projection.name, pause_ms)
                self._stopping.wait(pause_ms / 1000)

    def _follow(self, projection: Projection[Any]) -> None:
        projection.view.prepare()
        feed = Feed(projection, projection.view, self._reading)
        try:
            self._report(projection, failure=None, remedy=None)
            while not self._stopping.is_set():
                if deliveries := feed.advance(_POLL_S):
                    age_ms = self._clock.now_ms() - min(d.appended_at_ms for d in deliveries)
                    records = self._progress[projection.name].records + len(deliveries)
                    self._report(projection, records=records, behind_ms=age_ms)
                    metrics.RECORD_AGE.labels(f"projector-{projection.name}").observe(max(age_ms, 0) / 1000)
                if (waits := feed.waits()) != self._progress[projection.name].failure:
                    self._report(projection, failure=waits)
                if feed.rests:
                    self._stopping.wait(projection.rest_ms / 1000)
        finally:
            feed.close()

    def _report_outdated(self, projection: Projection[Any], outdated: Outdated) -> None:
        """Report it, and log it once: it stays so until a person has it rebuilt."""
        failure, remedy = f"Outdated: {outdated}", rebuild_command(projection.name)
        if self._progress[projection.name].failure != failure:
            _log.error("projection %s: %s; it waits for `%s`", projection.name, outdated, remedy)
            metrics.RUNNER_FAILURES.labels(f"projector-{projection.name}").inc()
        self._report(projection, failure=failure, remedy=remedy)

    def _report(self, projection: Projection[Any], **changes: Any) -> None:
        self._progress[projection.name] = replace(self._progress[projection.name], **changes)
