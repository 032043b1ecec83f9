"""Faust reads a topic, the fold counts, a sink stores the rows: at least once, one event at a time.

Nothing is resumed. Every start reads the topic from its beginning, in a new consumer group, and folds it
again; the rows it writes on the way are older than those in the sink, which keeps the newer ones. So a kill
at any moment costs a re-read but no event, and faust's commits, tables and changelogs, which have open bugs
about lost or repeated records (ADR 33), are not used.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
import threading
import uuid
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar, cast

import faust
from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient
from muster.backoff import Backoff, Pauses
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope
from muster.journal.dead_letters import Poison
from muster.journal.errors import Unavailable, UnknownTopic
from muster.journal.kafka import failures
from muster.journal.kafka.settings import KafkaSettings
from muster.journal.windows.committed import CommittedTransport
from muster.journal.windows.fold import Aggregation, WindowFold
from muster.journal.windows.rows import WindowRow
from muster.journal.wire.codec import Codec
from muster.journal.wire.registry import ConfluentRegistry
from muster.telemetry import metrics

V = TypeVar("V")

_log = logging.getLogger(__name__)

_BATCH: Final = 1_000
_WITHIN_S: Final = 0.2
_LOOK_S: Final = 0.5
_ANSWER_S: Final = 10.0
_BACKOFF: Final = Backoff(first_ms=250, longest_ms=10_000)


class WindowSink(Protocol):
    """Stores windows."""

    def write(self, rows: Sequence[WindowRow]) -> None:
        """Store each row unless its window has a row of the same or a higher version.

        Raises:
            Exception: the store failed; the same rows come again.
        """
        ...


class WindowWorker(Generic[V]):
    """Keeps the windows of one aggregation up to date; several do no harm, but each does all the work.

    Args:
        bootstrap: HOST:PORT,... of the brokers.
        registry_url: Base URL of the schema registry's Confluent API.
        aggregation: The aggregation.
        sink: Stores the windows.
        stop: When set, `run` returns.

    Attributes:
        problem: Why it does not progress at the moment; None when it does. For /readyz.
    """

    def __init__(
        self,
        bootstrap: str,
        registry_url: str,
        aggregation: Aggregation[V],
        sink: WindowSink,
        *,
        stop: threading.Event,
    ) -> None:
        self._bootstrap = bootstrap
        self._registry_url = registry_url
        self._aggregation = aggregation
        self._sink = sink
        self._stop = stop
        self._fold = WindowFold(aggregation)
        self._failure: Exception | None = None
        self.problem: str | None = "has not started"

    def run(self) -> None:
        """Read and fold until stopped.

        Raises:
            UnknownTopic: the topic does not exist; faust would wait for it silently.
            Unavailable: the broker did not answer; run again.
        """
        self._require_topic()
        with tempfile.TemporaryDirectory(prefix="muster-windows-") as folder:
            asyncio.run(self._run(Path(folder)))
        if self._failure is not None:
            raise self._failure

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
        with ConfluentRegistry(self._registry_url) as registry:
            codec = Codec(registry)
            app = self._app(folder, codec)
            await app.start()
            try:
                while not await asyncio.to_thread(self._stop.wait, _LOOK_S):
                    if app.crashed:  # a part of faust ended; faust would hang silently
                        raise Unavailable(f"windows {self._aggregation.name}: faust: {app.crash_reason!r}")
            finally:
                await app.stop()

    def _app(self, folder: Path, codec: Codec) -> Any:
        app = cast(
            "Any", faust.App
        )(  # most of its types are unknown
            f"windows-{self._aggregation.name}-{uuid.uuid4().hex[:12]}",  # noqa: TID251  (a group of its own)
            broker=f"kafka://{self._bootstrap.replace(',', ';kafka://')}",
            datadir=folder,
            store="memory://",
            autodiscover=False,
            web_enabled=False,
            topic_allow_declare=False,
            topic_disable_leader=True,
            processing_guarantee="at_least_once",
            consumer_auto_offset_reset="earliest",
            stream_wait_empty=False,
        )
        app.transport = CommittedTransport(app.conf.broker_consumer, app, app.loop)
        raw = app.topic(self._aggregation.topic.name, key_serializer="raw", value_serializer="raw")

        async def follow(stream: Any) -> None:
            await self._follow(stream, codec)

        app.agent(raw, concurrency=1, name=f"fold-{self._aggregation.name}")(follow)
        return app

    async def _follow(self, stream: Any, codec: Codec) -> None:
        """Fold events. Faust would log an exception and continue; here it ends the run."""
        try:
            async for events in stream.take_events(_BATCH, within=_WITHIN_S):
                await self._take([event.message for event in events], codec)
        except Exception as error:
            self._failure = error
            self.problem = f"{type(error).__name__}: {error}"
            self._stop.set()
            await asyncio.Event().wait()  # until the app is stopped

    async def _take(self, messages: Iterable[Any], codec: Codec) -> None:
        changed: dict[tuple[str, int, int], WindowRow] = {}
        for message in messages:
            envelope = await self._envelope(codec, message)
            if envelope is None:
                continue
            rows, late = self._fold.take(message.partition, message.offset, envelope)
            changed |= {(row.key, row.partition, row.start_ms): row for row in rows}
            if late:
                metrics.WINDOWS_LATE.labels(self._aggregation.name).inc(late)
        if changed:
            await self._write(list(changed.values()))
        self.problem = None

    async def _envelope(self, codec: Codec, message: Any) -> Envelope[Record] | None:
        """Decode the event; waits while its schema cannot be looked up.

        None: it is unreadable. Readers that keep a position write its dead letter.
        """
        pauses = Pauses(_BACKOFF)
        while True:
            try:
                return codec.decode(self._aggregation.topic, message.value)
            except Unavailable as error:
                await self._pause(error, pauses)
            except Poison as poison:
                name, topic = f"windows-{self._aggregation.name}", self._aggregation.topic.name
                metrics.DEAD_LETTERS.labels(name, topic, poison.reason).inc()
                return None

    async def _write(self, rows: Sequence[WindowRow]) -> None:
        """Write rows to the sink; waits while it fails."""
        pauses = Pauses(_BACKOFF)
        while True:
            try:
                await asyncio.to_thread(self._sink.write, rows)
            except Exception as error:  # an error of the sink, mostly a store that is down
                await self._pause(error, pauses)
            else:
                return

    async def _pause(self, error: Exception, pauses: Pauses) -> None:
        self.problem = f"{type(error).__name__}: {error}"
        pause_ms = pauses.next_ms()
        _log.warning("windows %s: again in %d ms", self._aggregation.name, pause_ms, exc_info=error)
        await asyncio.sleep(pause_ms / 1000)
