"""LiveUse: the nodes' newest heartbeats, read from the log on request.

Nothing is stored. The first request reads the last seconds of the topic, later ones what came since. The
reader is closed when no request has come for REST_S; this is checked every REST_S.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import asynccontextmanager, closing
from typing import Final, cast

from muster.events.node_heartbeats import NodeHeartbeat
from muster.events.topics import NODE_HEARTBEATS
from muster.events.wire.datum import Record
from muster.identity import MembershipFeed, ReportCheck
from muster.journal import Clock, Delivery, Journal, JournalError, Reader, Since, SystemClock
from muster.journal.kafka import KafkaJournal
from muster.submit.config import Settings
from muster.submit.core.use import NewestUse, Reported
from muster.views.view import Unavailable

LOOK_BACK_MS: Final = 15_000
"""The first request sees the nodes that sent a heartbeat in this time: three of the agent's default interval.
A node with a longer interval appears with its next one."""

REST_S: Final = 30.0
POLL_MAX: Final = 1_000
END_S: Final = 10.0
"""The log does not answer when nothing arrived for this long on the way to its end."""


class LiveUse:
    """Newest heartbeats; safe for several threads.

    Args:
        journal: The log.
        check: Checks the senders of heartbeats.
        clock: For the age of heartbeats and of the last request.
    """

    def __init__(self, journal: Journal, check: ReportCheck, clock: Clock) -> None:
        self._journal = journal
        self._check = check
        self._clock = clock
        self._lock = threading.Lock()
        self._reader: Reader | None = None
        self._newest = NewestUse()
        self._asked_ms = 0

    @classmethod
    @asynccontextmanager
    async def connected(
        cls, settings: Settings, memberships: MembershipFeed | None
    ) -> AsyncGenerator[LiveUse]:
        """Connect to the real log while the block runs."""
        journal = KafkaJournal(settings.kafka_bootstrap, settings.schema_registry_url, "submit-use")
        with closing(journal):
            live = cls(journal, ReportCheck(settings.node_verifier(memberships)), SystemClock())
            resting = asyncio.create_task(live.rest())
            try:
                yield live
            finally:
                resting.cancel()
                live.close()

    async def newest(self) -> list[Reported]:
        """Return the newest heartbeat of each live node, by its id.

        Raises:
            Unavailable: the log does not answer.
        """
        return await asyncio.to_thread(self._read)

    async def rest(self) -> None:
        """Close the reader whenever no request has come for REST_S."""
        while True:
            await asyncio.sleep(REST_S)
            await asyncio.to_thread(self.close, unless_asked_within_ms=int(REST_S * 1000))

    def close(self, *, unless_asked_within_ms: int = 0) -> None:
        """Close the reader; the next request opens another one.

        Args:
            unless_asked_within_ms: Leave it open if the last request is not older than this.
        """
        with self._lock:
            asked_before_ms = self._clock.monotonic_ms() - self._asked_ms
            if asked_before_ms >= unless_asked_within_ms:
                self._drop()

    def _read(self) -> list[Reported]:
        with self._lock:
            self._asked_ms = self._clock.monotonic_ms()
            try:
                reader, opened = self._opened()
                self._take(reader.read_to_end(END_S) if opened else _arrived(reader))
            except JournalError as error:
                self._drop()
                raise Unavailable(f"live use: {error}") from error
            return self._newest.at(self._clock.now_ms())

    def _opened(self) -> tuple[Reader, bool]:
        """Return the reader, and whether it was opened now."""
        if self._reader is not None:
            return self._reader, False
        since = Since(self._clock.now_ms() - LOOK_BACK_MS)
        self._reader = self._journal.reader((NODE_HEARTBEATS,), start=since, name="use", on_poison="pass")
        return self._reader, True

    def _take(self, deliveries: Iterable[Delivery[Record]]) -> None:
        for delivery in deliveries:
            beat = cast("NodeHeartbeat", delivery.envelope.payload)
            if self._check.refusal(delivery, beat.node_id) is None:
                self._newest.take(beat, delivery.appended_at_ms)

    def _drop(self) -> None:
        """Close the reader, if there is one, and forget what it read: it would be out of date."""
        if self._reader is not None:
            self._reader.close()
        self._reader, self._newest = None, NewestUse()


def _arrived(reader: Reader) -> Iterator[Delivery[Record]]:
    while deliveries := reader.poll(POLL_MAX, 0):
        yield from deliveries
