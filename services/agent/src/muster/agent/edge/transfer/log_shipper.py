"""LogShipper: what ranks write goes to S3 while they write it, and log-events say where it is.

The files in the task's folder are the queue: nothing is held in memory but one chunk, and while S3 is away
they wait on disk. They are bounded twice: the shim bounds each stream, and beyond `spool_bytes_max` of ended
tasks the oldest is given up.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass

from muster.agent.core.ledger import TaskKey
from muster.agent.core.object_keys import CHUNK_BYTES_MAX, chunk_of, log_key
from muster.agent.core.reports import Reporter
from muster.agent.edge.disk.home import AgentHome
from muster.agent.edge.disk.memory import Memory, StreamPlace, TaskNote
from muster.events.log_events import LogChunkStored, LogClosed, LogStream
from muster.events.topics import LOG_EVENTS
from muster.journal import Clock
from muster.store import NoSuchObject, ObjectStore, StoreUnavailable
from muster.telemetry import metrics

LOOK_S = 0.25
AGAIN_S = 1.0
"""Between two tries when S3 does not answer."""
CHUNKS_PER_LOOK = 8
"""Of one stream, so that a rank that floods does not hold up the others."""

_log = logging.getLogger(__name__)


@dataclass
class _Followed:
    note: TaskNote
    places: dict[tuple[int, LogStream], StreamPlace]
    ended: bool = False

    def streams(self) -> Iterator[tuple[int, LogStream]]:
        return ((rank.rank, stream) for rank in self.note.start.ranks for stream in LogStream)


class LogShipper:
    """Follows the output of tasks. One thread runs it; any may ask."""

    def __init__(
        self,
        home: AgentHome,
        memory: Memory,
        store: ObjectStore,
        reporter: Reporter,
        clock: Clock,
        *,
        spool_bytes_max: int,
    ) -> None:
        self._home = home
        self._memory = memory
        self._store = store
        self._reporter = reporter
        self._clock = clock
        self._spool_bytes_max = spool_bytes_max
        self._lock = threading.Lock()
        self._followed: dict[TaskKey, _Followed] = {}

    def follow(self, note: TaskNote) -> None:
        """Ship this task's output, from where memory says it was left."""
        with self._lock:
            self._followed[note.key] = _Followed(note, self._memory.places(note.key))

    def finish(self, key: TaskKey) -> None:
        """No more will be written: ship the rest and close."""
        with self._lock:
            if key in self._followed:
                self._followed[key].ended = True

    def finished(self, key: TaskKey) -> bool:
        """Whether the task's output is closed."""
        with self._lock:
            return key not in self._followed

    def abandon(self) -> None:
        """Follow no task any more."""
        with self._lock:
            self._followed.clear()

    def run(self, stopping: threading.Event) -> None:
        """Ship until told to stop."""
        while not stopping.is_set():
            pause_s = LOOK_S
            try:
                if self.look():
                    continue
            except (StoreUnavailable, NoSuchObject) as error:
                _log.warning("output waits on disk: %s", error)
                metrics.AGENT_STORE_WAITS.labels("output").inc()
                self._give_up_oldest()
                pause_s = AGAIN_S
            stopping.wait(pause_s)

    def look(self) -> bool:
        """Ship what is new of every task; whether there may be more at once.

        Raises:
            StoreUnavailable: try again later; nothing is lost.
        """
        more = False
        for task in self._tasks():
            ended = task.ended  # read before the files: what was written before it was set is seen below
            left = [self._ship_stream(task, rank, stream) for rank, stream in task.streams()]
            more |= any(left)
            if ended and not any(left):
                self._close(task)
        return more

    def _ship_stream(self, task: _Followed, rank: int, stream: LogStream) -> bool:
        """Ship some chunks; whether there is more."""
        for _ in range(CHUNKS_PER_LOOK):
            place = task.places.get((rank, stream), StreamPlace())
            data = self._unsent(task, rank, stream, place)
            if not data:
                return False
            self._ship(task, rank, stream, place, chunk_of(data))
        return True

    def _unsent(self, task: _Followed, rank: int, stream: LogStream, place: StreamPlace) -> bytes:
        file = self._home.task(task.note.key).output(rank, stream.lower())
        try:
            with file.open("rb") as opened:
                opened.seek(place.next_byte)
                return opened.read(CHUNK_BYTES_MAX)
        except FileNotFoundError:
            return b""  # the rank was never started

    def _ship(self, task: _Followed, rank: int, stream: LogStream, place: StreamPlace, data: bytes) -> None:
        note, now_ms = task.note, self._clock.now_ms()
        uri = self._store.put(log_key(note.key, rank, stream, place.next_chunk), data)
        stored = LogChunkStored(
            job_id=note.start.job_id,
            tenant=note.start.tenant,
            attempt=note.start.attempt,
            rank=rank,
            stream=stream,
            chunk=place.next_chunk,
            first_byte=place.next_byte,
            size_bytes=len(data),
            written_at_ms=now_ms,
            uri=uri,
            sha256=hashlib.sha256(data).hexdigest(),
        )
        after = StreamPlace(place.next_chunk + 1, place.next_byte + len(data))
        with self._memory.transaction() as transaction:
            transaction.stored(note.key, rank, stream, after)
            transaction.report(LOG_EVENTS, self._reporter.log(stored, note.origin, now_ms), note.trace)
        task.places[rank, stream] = after
        metrics.AGENT_OUTPUT.inc(len(data))

    def _close(self, task: _Followed) -> None:
        note = task.note
        closed = LogClosed(
            job_id=note.start.job_id,
            tenant=note.start.tenant,
            attempt=note.start.attempt,
            node_id=note.start.node_id,
            ranks=tuple(rank.rank for rank in note.start.ranks),
        )
        with self._memory.transaction() as transaction:
            envelope = self._reporter.log(closed, note.origin, self._clock.now_ms())
            transaction.report(LOG_EVENTS, envelope, note.trace)
        with self._lock:
            self._followed.pop(note.key, None)  # it may have been abandoned meanwhile

    def _give_up_oldest(self) -> None:
        """Keep the output of ended tasks that waits for S3 within its bound."""
        ended = [task for task in self._tasks() if task.ended]
        waiting = sum(map(self._unsent_bytes, ended))
        for task in ended:
            if waiting <= self._spool_bytes_max:
                return
            waiting -= self._unsent_bytes(task)
            _log.error("output of %s/%s is given up: S3 is away and the spool is full", *task.note.key)
            self._close(task)

    def _unsent_bytes(self, task: _Followed) -> int:
        folder = self._home.task(task.note.key)
        files = (folder.output(rank, stream.lower()) for rank, stream in task.streams())
        written = sum(file.stat().st_size for file in files if file.exists())
        return written - sum(place.next_byte for place in task.places.values())

    def _tasks(self) -> list[_Followed]:
        with self._lock:
            return list(self._followed.values())
