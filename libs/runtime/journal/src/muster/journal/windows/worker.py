"""Faust reads a topic, the fold counts, sinks store.

Open windows go to a `WindowSink` at every change, closed ones to a `ClosedSink`, at least once and in order.
Nothing is resumed from faust: its commits, tables and changelogs have open bugs about lost or repeated
records (ADR 33). A start reads from the positions that the sink of closed windows returns, or from the
beginning of the topic; the rows of open windows that it writes on the way are older than those in the sink,
which keeps the newer ones. So a kill at any moment costs a re-read but no event.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar, cast

import faust
from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient
from muster.backoff import Backoff, Pauses
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope
from muster.journal.errors import Unavailable, UnknownTopic
from muster.journal.kafka import failures
from muster.journal.kafka.journal import KafkaJournal
from muster.journal.kafka.settings import KafkaSettings
from muster.journal.position import Position
from muster.journal.reading.intake import Intake, Opened, Stored, Unread
from muster.journal.windows.closing import ClosedSink
from muster.journal.windows.fold import Aggregation, WindowFold
from muster.journal.windows.rows import Progress, Taken, WindowRow
from muster.journal.windows.transport import Batch, WindowTransport
from muster.telemetry import metrics

V = TypeVar("V")
R = TypeVar("R")

_log = logging.getLogger(__name__)
_timers = logging.getLogger("mode.timers")  # faust's

_FETCH_MAX: Final = 500
_FETCHES_MAX: Final = 16  # fetches that wait for the fold
_PROGRESS_EVENTS: Final = 10_000
_SESSION_S: Final = 10
_HEARTBEAT_S: Final = 3
_LOOK_S: Final = 0.5
_ANSWER_S: Final = 10.0
_BACKOFF: Final = Backoff(first_ms=250, longest_ms=10_000)


class WindowSink(Protocol):
    """Stores open windows."""

    def write(self, rows: Sequence[WindowRow]) -> None:
        """Store each row unless its window has a row of the same or a higher version.

        Raises:
            Exception: the store failed; the same rows come again, or newer ones of the same windows.
        """
        ...


@dataclass(slots=True)
class _Run:
    """State of one run.

    Attributes:
        intake: Decodes records.
        fold: Open windows.
        open_thread: The thread of the sink of open windows.
        closed_thread: The thread of the sink of closed windows.
        held: Partitions that the fold has begun.
        session: Number of the newest session of the transport.
        stored: `read_from_offset` and `closed_until_ms` of the progress that was stored last, by partition.
        changed: Rows of open windows that were not yet written.
        wake: Set when there are such rows.
        failure: Error that ends the run.
        seeking: Held while positions are looked up.
    """

    intake: Intake
    fold: WindowFold[Any]
    open_thread: ThreadPoolExecutor
    closed_thread: ThreadPoolExecutor
    held: set[int] = field(default_factory=set[int])
    session: int = 0
    stored: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    changed: dict[str, WindowRow] = field(default_factory=dict[str, WindowRow])
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    failure: Exception | None = None
    seeking: asyncio.Lock = field(default_factory=asyncio.Lock)


class WindowWorker(Generic[V]):
    """Keeps the windows of one aggregation up to date; several workers do no harm.

    Args:
        bootstrap: HOST:PORT,... of the brokers.
        registry_url: Base URL of the schema registry's Confluent API.
        aggregation: The aggregation.
        sink: Stores open windows; None: nobody watches them. It may lag behind without delaying `closed`.
        closed: Stores closed windows; None: every start reads the whole topic.
        group: Workers of the same group share the partitions, and one of a killed worker waits 10 s for
            another; None: this worker reads all of them, whatever others do.
        stop: When set, `run` returns.
    """

    def __init__(
        self,
        bootstrap: str,
        registry_url: str,
        aggregation: Aggregation[V],
        sink: WindowSink | None = None,
        *,
        closed: ClosedSink | None = None,
        group: str | None = None,
        stop: threading.Event,
    ) -> None:
        self._bootstrap = bootstrap
        self._registry_url = registry_url
        self._aggregation = aggregation
        self._sink = sink
        self._closed = closed
        self._group = group
        self._stop = stop
        self._problems: dict[str, str] = {"reading": "has not started"}

    @property
    def problem(self) -> str | None:
        """Why it does not progress at the moment; None when it does. For /readyz."""
        return next(iter(self._problems.values()), None)

    def run(self) -> None:
        """Read and fold until stopped.

        Raises:
            UnknownTopic: the topic does not exist; faust would wait for it silently.
            Unavailable: the broker did not answer, or retention overtook the reader; run again.
        """
        self._require_topic()
        with tempfile.TemporaryDirectory(prefix="muster-windows-") as folder:
            asyncio.run(self._run(Path(folder)))

    def _require_topic(self) -> None:
        name = self._aggregation.topic.name
        admin = AdminClient(KafkaSettings(bootstrap=self._bootstrap, client="windows").admin())
        try:
            described = admin.list_topics(name, _ANSWER_S).topics[name]
        except KafkaException as error:
            raise Unavailable(f"windows: {failures.reason(error).str()}") from error
        if described.error is not None:
            raise UnknownTopic(f"topic {name!r}: {described.error.str()}")

    async def _run(self, folder: Path) -> None:
        with (
            closing(KafkaJournal(self._bootstrap, self._registry_url, "windows")) as journal,
            ThreadPoolExecutor(1, "windows-open") as open_thread,
            ThreadPoolExecutor(1, "windows-closed") as closed_thread,
        ):
            # Without stored positions, each start would write all dead letters again (ADR 146).
            intake = journal.intake(
                [self._aggregation.topic],
                f"windows-{self._aggregation.name}",
                "pass" if self._closed is None else "dead-letter",
            )
            run = _Run(intake, WindowFold(self._aggregation), open_thread, closed_thread)
            app = self._app(folder, run)
            live = asyncio.create_task(self._write_changed(run))
            await app.start()
            try:
                while run.failure is None and not await asyncio.to_thread(self._stop.wait, _LOOK_S):
                    if app.crashed:  # a part of faust ended; faust would hang silently
                        raise Unavailable(f"windows {self._aggregation.name}: faust: {app.crash_reason!r}")
            finally:
                await app.stop()
                live.cancel()
                await asyncio.wait([live])
            if run.failure is not None:
                raise run.failure
            if self._sink is not None and run.changed:
                open_thread.submit(self._sink.write, list(run.changed.values())).result()

    def _app(self, folder: Path, run: _Run) -> Any:
        name = self._aggregation.name
        _timers.setLevel(logging.WARNING)  # below that it tells of each timer that woke a little late
        app = cast(
            "Any", faust.App
        )(  # most of its types are unknown
            self._group or f"windows-{name}-{uuid.uuid4().hex[:12]}",  # noqa: TID251  (a group of its own)
            broker=f"kafka://{self._bootstrap.replace(',', ';kafka://')}",
            datadir=folder,
            store="memory://",
            autodiscover=False,
            web_enabled=False,
            topic_allow_declare=False,
            topic_disable_leader=True,
            processing_guarantee="at_least_once",
            broker_session_timeout=_SESSION_S,
            broker_heartbeat_interval=_HEARTBEAT_S,
            broker_max_poll_records=_FETCH_MAX,
            # Records that retention removed before they were read end the run; "earliest" would pass over.
            consumer_auto_offset_reset="none",
            stream_buffer_maxsize=_FETCHES_MAX,
            stream_wait_empty=False,
        )
        transport = WindowTransport(app.conf.broker_consumer, app, app.loop)
        transport.starts = partial(self._starts, run)
        app.transport = transport
        # Nothing is committed, so faust need not remember what it has acknowledged.
        raw = app.topic(
            self._aggregation.topic.name, key_serializer="raw", value_serializer="raw", acks=False
        )

        async def follow(stream: Any) -> None:
            await self._follow(stream, run)

        app.agent(raw, concurrency=1, name=f"fold-{name}")(follow)
        return app

    async def _starts(self, run: _Run, first: Mapping[int, int]) -> tuple[int, Mapping[int, int]]:
        """Begin the partitions that are new, forget those that are gone; returns where to read each."""
        async with run.seeking:
            fresh = [
                each for each in first if each not in run.held or run.fold.next_offset(each) < first[each]
            ]
            stored: Mapping[int, Progress] = await self._positions(run) if fresh else {}
            for partition in run.held - first.keys():
                run.fold.end(partition)
            for partition in fresh:
                known = stored.get(partition)
                run.fold.begin(partition, known, first_offset=first[partition])
                closed_until_ms = 0 if known is None else known.closed_until_ms
                run.stored[partition] = run.fold.next_offset(partition), closed_until_ms
            run.held = set(first)
            run.session += 1
            self._problems.pop("reading", None)
            offsets = {each: run.fold.next_offset(each) for each in first}
            _log.info("windows %s: reads %s", self._aggregation.name, offsets)
            return run.session, offsets

    async def _positions(self, run: _Run) -> Mapping[int, Progress]:
        if self._closed is None:
            return {}
        return await self._retried("positions", run.closed_thread, self._closed.positions)

    async def _follow(self, stream: Any, run: _Run) -> None:
        """Fold batches. Faust would log an exception and continue; here it ends the run."""
        try:
            async for batch in stream:
                await self._take(run, batch)
        except Exception as error:
            run.failure = error
            self._problems["reading"] = f"{type(error).__name__}: {error}"
            await asyncio.Event().wait()  # until the app is stopped

    async def _take(self, run: _Run, batch: Batch) -> None:
        opened = [await self._open(run.intake, record) for record in batch.records]
        envelopes = [
            await self._envelope(run.intake, *each) for each in zip(batch.records, opened, strict=True)
        ]
        partition = batch.records[0].partition
        if batch.session != run.session or partition not in run.held:
            return  # of an earlier session: records that were not folded are read again
        if batch.begins_at > run.fold.next_offset(partition):
            raise Unavailable(f"partition {partition}: a batch at {batch.begins_at} does not follow the last")
        closed: list[WindowRow] = []
        for record, envelope in zip(batch.records, envelopes, strict=True):
            taken = run.fold.take(partition, record.offset, record.timestamp, envelope)
            closed += taken.closed
            self._count(taken)
            if self._sink is not None and taken.changed:
                run.changed |= {row.window_id: row for row in taken.changed}
        if run.changed:
            run.wake.set()
        progress = run.fold.progress(partition)
        if self._closed is None or progress is None:
            return
        stored_offset, stored_ms = run.stored[partition]
        # Readers of closed windows learn of time without a window from the progress alone.
        is_later = progress.closed_until_ms - stored_ms >= self._aggregation.size_ms
        if closed or is_later or progress.read_from_offset - stored_offset >= _PROGRESS_EVENTS:
            await self._retried("closing", run.closed_thread, partial(self._closed.close, closed, progress))
            run.stored[partition] = progress.read_from_offset, progress.closed_until_ms

    def _count(self, taken: Taken) -> None:
        name = self._aggregation.name
        if taken.closed:
            metrics.WINDOWS_CLOSED.labels(name).inc(len(taken.closed))
        if taken.incomplete:
            metrics.WINDOWS_INCOMPLETE.labels(name).inc(len(taken.incomplete))
        if taken.late:
            metrics.WINDOWS_LATE.labels(name).inc(taken.late)
        if taken.moved_ms:
            metrics.WINDOWS_MOVED.labels(name, "behind" if taken.moved_ms > 0 else "ahead").inc()
        if taken.overflowed:
            metrics.WINDOWS_OVERFLOWED.labels(name).inc()

    async def _open(self, intake: Intake, record: Any) -> Opened:
        """Decode an event or send its dead letter; waits while a schema cannot be looked up."""
        position = Position(record.topic, record.partition, record.offset)
        stored = Stored(record.key, record.value, {}, record.timestamp)
        pauses = Pauses(_BACKOFF)
        while True:
            try:
                opened = intake.open(position, stored)
            except Unavailable as error:
                await self._pause("decoding", error, pauses)
            else:
                self._problems.pop("decoding", None)
                return opened

    async def _envelope(self, intake: Intake, record: Any, opened: Opened) -> Envelope[Record] | None:
        """Return an event. None: it is unreadable, and its dead letter, if there is one, is stored."""
        pauses = Pauses(_BACKOFF)
        while isinstance(opened, Unread):
            try:
                await asyncio.to_thread(opened.bury, _LOOK_S)
            except Unavailable as error:
                await self._pause("dead letters", error, pauses)
                if not opened.under_way:
                    opened = await self._open(intake, record)
            else:
                self._problems.pop("dead letters", None)
                return None
        return opened.envelope

    async def _write_changed(self, run: _Run) -> None:
        """Write rows of open windows until cancelled, the newest of each window."""
        sink = self._sink
        while sink is not None:
            await run.wake.wait()
            run.wake.clear()
            rows, run.changed = run.changed, {}
            try:
                await self._retried("open windows", run.open_thread, partial(sink.write, list(rows.values())))
            except asyncio.CancelledError:
                run.changed = rows | run.changed
                raise

    async def _retried(self, what: str, thread: ThreadPoolExecutor, call: Callable[[], R]) -> R:
        """Call a sink in its thread until it works."""
        pauses = Pauses(_BACKOFF)
        while True:
            try:
                answer = await asyncio.get_running_loop().run_in_executor(thread, call)
            except Exception as error:  # an error of the sink, mostly a store that is down
                await self._pause(what, error, pauses)
            else:
                self._problems.pop(what, None)
                return answer

    async def _pause(self, what: str, error: Exception, pauses: Pauses) -> None:
        self._problems[what] = f"{what}: {type(error).__name__}: {error}"
        pause_ms = pauses.next_ms()
        _log.warning("windows %s: %s: again in %d ms", self._aggregation.name, what, pause_ms, exc_info=error)
        await asyncio.sleep(pause_ms / 1000)
