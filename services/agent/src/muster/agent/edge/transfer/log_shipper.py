"""LogShipper: ships ranks' output to S3 while they write it; log-events say where it is.

What is billed goes to task-events: OutputStored each TOLD_BYTES while ranks run, TaskExited at their end.

The files in the task's folder are the queue: only one chunk is held in memory, and while S3 is away the files
wait on disk. Two bounds hold: the shim bounds each stream, and beyond `spool_bytes_max` of ended tasks the
oldest output is dropped. `LogClosed` says how many bytes were dropped.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass

from muster.agent.core.ledger import TaskKey
from muster.agent.core.log_chunks import CHUNK_BYTES_MAX, chunk_of
from muster.agent.core.reports import Reporter
from muster.agent.edge.disk.home import AgentHome
from muster.agent.edge.disk.memory import Memory, StreamPosition, TaskNote
from muster.agent.edge.transfer.node_objects import NodeObjects
from muster.events.log_events import LogChunkStored, LogClosed, LogStream
from muster.events.task_events import OutputStored
from muster.events.topics import LOG_EVENTS, TASK_EVENTS
from muster.journal import Clock
from muster.store import NoSuchObject, StoreUnavailable
from muster.store.addressed import NotGranted
from muster.store.keys import log_key
from muster.telemetry import metrics

LOOK_S = 0.25
AGAIN_S = 1.0
"""Pause before a retry when S3 does not answer."""
CHUNKS_PER_LOOK = 8
"""Most chunks of one stream per look, so that a rank with much output does not delay the others."""
TOLD_BYTES = 64 * 1024 * 1024
"""Bytes of a task's output stored between two reports: each report is an input of the scheduler."""

_log = logging.getLogger(__name__)


@dataclass
class _Followed:
    note: TaskNote
    positions: dict[tuple[int, LogStream], StreamPosition]
    ended: bool = False

    def streams(self) -> Iterator[tuple[int, LogStream]]:
        return ((rank.rank, stream) for rank in self.note.start.ranks for stream in LogStream)

    def stored_bytes(self) -> int:
        return sum(position.next_byte for position in self.positions.values())


class LogShipper:
    """Follows the output of tasks. One thread runs it; any thread may call the rest."""

    def __init__(
        self,
        home: AgentHome,
        memory: Memory,
        objects: NodeObjects,
        reporter: Reporter,
        clock: Clock,
        *,
        spool_bytes_max: int,
    ) -> None:
        self._home = home
        self._memory = memory
        self._objects = objects
        self._reporter = reporter
        self._clock = clock
        self._spool_bytes_max = spool_bytes_max
        self._lock = threading.Lock()
        self._followed: dict[TaskKey, _Followed] = {}

    def follow(self, note: TaskNote) -> None:
        """Ship this task's output, from the position in memory on."""
        with self._lock:
            self._followed[note.key] = _Followed(note, self._memory.stream_positions(note.key))

    def finish(self, key: TaskKey) -> None:
        """Ship the rest after the ranks have ended, and close the output."""
        with self._lock:
            if key in self._followed:
                self._followed[key].ended = True

    def finished(self, key: TaskKey) -> bool:
        """Whether the task's output is closed."""
        with self._lock:
            return key not in self._followed

    def written_bytes(self, key: TaskKey) -> int:
        """Bytes of output that a followed task has on this node, stored or not; 0: it is not followed."""
        with self._lock:
            task = self._followed.get(key)
        return self._written_bytes(task) if task else 0

    def abandon(self) -> None:
        """Stop following all tasks."""
        with self._lock:
            self._followed.clear()

    def run(self, stopping: threading.Event) -> None:
        """Ship until `stopping` is set."""
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
        """Ship the new output of every task; returns whether there may be more at once.

        One whose output cannot be stored now does not delay the others.

        Raises:
            StoreUnavailable, NoSuchObject: try again later; nothing is lost.
        """
        more = False
        failure: StoreUnavailable | NoSuchObject | None = None
        for task in self._tasks():
            try:
                more |= self._ship_task(task)
            except (StoreUnavailable, NoSuchObject) as error:
                failure = error
            except NotGranted as error:
                unsent = self._unsent_bytes(task)
                _log.error("dropping %d bytes of output of %s/%s: %s", unsent, *task.note.key, error)
                self._close(task, given_up_bytes=unsent)
        if failure is not None:
            raise failure
        return more

    def _ship_task(self, task: _Followed) -> bool:
        """Ship some of a task's output; returns whether there is more. The last of it closes the output."""
        ended = task.ended  # read before the files, so that output written before the end is seen below
        left = [self._ship_stream(task, rank, stream) for rank, stream in task.streams()]
        if ended and not any(left):
            self._close(task)
        return any(left)

    def _ship_stream(self, task: _Followed, rank: int, stream: LogStream) -> bool:
        """Ship some chunks; returns whether there is more."""
        for _ in range(CHUNKS_PER_LOOK):
            position = task.positions.get((rank, stream), StreamPosition())
            data = self._unsent(task, rank, stream, position)
            if not data:
                return False
            self._ship(task, rank, stream, position, chunk_of(data))
        return True

    def _unsent(self, task: _Followed, rank: int, stream: LogStream, position: StreamPosition) -> bytes:
        file = self._home.task(task.note.key).output(rank, stream.lower())
        try:
            with file.open("rb") as opened:
                opened.seek(position.next_byte)
                return opened.read(CHUNK_BYTES_MAX)
        except FileNotFoundError:
            return b""  # the rank was never started

    def _ship(
        self, task: _Followed, rank: int, stream: LogStream, position: StreamPosition, data: bytes
    ) -> None:
        note, now_ms = task.note, self._clock.now_ms()
        key = log_key(note.key.job_id, note.key.attempt, rank, stream, position.next_chunk)
        uri = self._objects.put(note.key, key, data)
        stored = LogChunkStored(
            job_id=note.start.job_id,
            tenant=note.start.tenant,
            attempt=note.start.attempt,
            rank=rank,
            stream=stream,
            chunk=position.next_chunk,
            first_byte=position.next_byte,
            size_bytes=len(data),
            written_at_ms=now_ms,
            uri=uri,
            sha256=hashlib.sha256(data).hexdigest(),
            node_id=note.start.node_id,
        )
        after = StreamPosition(position.next_chunk + 1, position.next_byte + len(data))
        with self._memory.transaction() as transaction:
            transaction.stored(note.key, rank, stream, after)
            transaction.report(LOG_EVENTS, self._reporter.log(stored, note.origin, now_ms), note.trace)
            if told := self._to_tell(task, len(data)):
                transaction.report(TASK_EVENTS, self._reporter.task(told, note.origin, now_ms), note.trace)
        task.positions[rank, stream] = after
        metrics.AGENT_OUTPUT.inc(len(data))

    def _to_tell(self, task: _Followed, more_bytes: int) -> OutputStored | None:
        """Report of the output stored once `more_bytes` are; None: no report is due, or ranks have ended."""
        before = task.stored_bytes()
        size_bytes = before + more_bytes
        if task.ended or size_bytes // TOLD_BYTES == before // TOLD_BYTES:
            return None
        start = task.note.start
        return OutputStored(
            node_id=start.node_id, job_id=start.job_id, attempt=start.attempt, size_bytes=size_bytes
        )

    def _close(self, task: _Followed, *, given_up_bytes: int = 0) -> None:
        note = task.note
        ended = self._home.task(note.key).ended()
        closed = LogClosed(
            job_id=note.start.job_id,
            tenant=note.start.tenant,
            attempt=note.start.attempt,
            node_id=note.start.node_id,
            ranks=tuple(rank.rank for rank in note.start.ranks),
            bytes_lost=given_up_bytes + (ended.output_bytes_lost if ended else 0),
        )
        with self._memory.transaction() as transaction:
            envelope = self._reporter.log(closed, note.origin, self._clock.now_ms())
            transaction.report(LOG_EVENTS, envelope, note.trace)
        with self._lock:
            self._followed.pop(note.key, None)  # `abandon` may have been called meanwhile

    def _give_up_oldest(self) -> None:
        """Drop the oldest output of ended tasks until what waits for S3 is within its bound."""
        ended = [task for task in self._tasks() if task.ended]
        waiting = sum(map(self._unsent_bytes, ended))
        for task in ended:
            if waiting <= self._spool_bytes_max:
                return
            unsent = self._unsent_bytes(task)
            waiting -= unsent
            _log.error(
                "dropping %d bytes of output of %s/%s: S3 is away and the spool is full",
                unsent,
                *task.note.key,
            )
            self._close(task, given_up_bytes=unsent)

    def _unsent_bytes(self, task: _Followed) -> int:
        return self._written_bytes(task) - task.stored_bytes()

    def _written_bytes(self, task: _Followed) -> int:
        folder = self._home.task(task.note.key)
        files = (folder.output(rank, stream.lower()) for rank, stream in task.streams())
        return sum(file.stat().st_size for file in files if file.exists())

    def _tasks(self) -> list[_Followed]:
        with self._lock:
            return list(self._followed.values())
