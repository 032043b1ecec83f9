"""One reading of the log for all projections of a process: each record is fetched and decoded once (ADR 58).

                 the log ---> [ chunk | chunk | chunk ] ---> followers, each at its own place
                    |               the window
                    '----> a follower that is behind the window reads by itself until it is inside

The first follower to reach the end of the window reads the next chunk for all. Chunks that every follower has
taken are dropped. When the window is full, the slowest follower leaves it and reads by itself, so the slowest
store costs neither memory nor the others' time. But the less urgent followers wait for the more urgent, as
long as those come for their chunks: else a graph that has nothing to write would drive out the tables. A
shared reading begins at the end of the log, because the projections' places may differ and only there do they
meet.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple, Protocol

from muster.events.wire.datum import Record
from muster.events.wire.envelope import Topic
from muster.journal.clock import Clock, SystemClock
from muster.journal.journal import Delivery, Journal, Reader
from muster.journal.position import Start, TopicPartition

KEPT_RECORDS_MAX: Final = 20_000
KEPT_BYTES_MAX: Final = 16 * 1024 * 1024
"""Maximum records in the window, and their encoded bytes; in memory a record takes several times more."""

PATIENCE_MS: Final = 5_000
"""Time that a less urgent follower waits, when the window is full, for a more urgent one to take a chunk."""

_RECORDS_PER_CHUNK: Final = 2_000


class Polled(Protocol):
    """The part of a reader that a projection needs; see Reader for the methods."""

    def poll(self, max_records: int, timeout_s: float) -> list[Delivery[Record]]:
        """Records that have arrived, as soon as there are any; empty when none arrived in time."""
        ...

    def positions(self) -> dict[TopicPartition, int]:
        """Next offset of every partition."""
        ...

    def waits(self) -> str | None:
        """Return the partitions that have been waiting for more than a moment, with reasons; None: none."""
        ...

    def close(self) -> None:
        """Release its resources."""
        ...


class Readable(Protocol):
    """Source of a projection: the journal, or a shared reading."""

    def reader(self, topics: Sequence[Topic], *, start: Mapping[TopicPartition, int], name: str) -> Polled:
        """Read whole topics from these positions on."""
        ...


class _Chunk(NamedTuple):
    """Records that one poll gave, and the positions after it."""

    deliveries: Sequence[Delivery[Record]]
    reached: Mapping[TopicPartition, int]
    size_bytes: int


class SharedReading:
    """One reading for several followers, each in a thread of its own.

    Args:
        journal: The log.
        topics: All topics that followers read.
        name: Name of the reader, for dead letters and client ids.
        urgent_first: Names of the followers, the most urgent first; those without a name here come last.
        kept_records_max: Maximum records in the window, besides the newest chunk.
        clock: Clock for patience.
    """

    def __init__(
        self,
        journal: Journal,
        topics: Sequence[Topic],
        *,
        name: str,
        urgent_first: Sequence[str] = (),
        kept_records_max: int = KEPT_RECORDS_MAX,
        clock: Clock | None = None,
    ) -> None:
        self.journal = journal
        self._topics = topics
        self._name = name
        self._ranks = {each: rank for rank, each in enumerate(urgent_first)}
        self._kept_records_max = kept_records_max
        self.clock = clock or SystemClock()
        self._polling = threading.Lock()  # guards the reader; taken before _changed, never after it
        self._reader: Reader | None = None
        self._changed = threading.Condition()  # guards what follows
        self._window: deque[_Chunk] = deque()
        self._first = 0  # number of the window's first chunk
        self._end: Mapping[TopicPartition, int] | None = None  # positions after the window's last chunk
        self._records = 0
        self._bytes = 0
        self._next: dict[SharedReader, int] = {}  # number of each follower's next chunk
        self._came_ms: dict[SharedReader, int] = {}  # when each took its last chunk, or entered

    @property
    def record_count(self) -> int:
        """Number of records in the window."""
        with self._changed:
            return self._records

    def reader(self, topics: Sequence[Topic], *, start: Mapping[TopicPartition, int], name: str) -> Polled:
        """A follower of some of the topics.

        Raises:
            UnknownTopic, Unavailable: as Journal.reader, now or when it reads.
        """
        return SharedReader(self, topics, start, name)

    def enter(self, follower: SharedReader) -> Mapping[TopicPartition, int]:
        """Let a follower into the window, at its end; from these positions on, chunks are kept for it.

        Raises:
            UnknownTopic, Unavailable: as Journal.reader.
        """
        with self._undisturbed():
            end = self._open_end()
            with self._changed:
                self._next[follower] = self._first + len(self._window)
                self._came_ms[follower] = self.clock.monotonic_ms()
            return end

    def leave(self, follower: SharedReader) -> None:
        """Keep nothing for this follower any longer; the last one closes the reading."""
        with self._undisturbed():
            with self._changed:
                self._let_go(follower)
                followed = bool(self._next)
            if not followed:
                self._close()
                self._end = None

    def follows(self, follower: SharedReader) -> bool:
        """Whether the window is still kept for this follower."""
        with self._changed:
            return follower in self._next

    def take(self, follower: SharedReader, timeout_s: float) -> _Chunk | None:
        """Return the follower's next chunk; None: none came in time, or the window is no longer kept for it.

        Raises:
            JournalError: as Reader.poll; the reading can go on afterwards.
        """
        taken = self._next_of(follower)
        if taken is not None or not self.follows(follower):
            return taken
        if self._must_wait(follower):
            with self._changed:
                self._changed.wait_for(
                    lambda: self._has_next(follower) or not self._must_wait(follower), timeout_s
                )
        elif self._polling.acquire(blocking=False):
            try:
                taken = self._next_of(follower)  # another may have read on before the lock was taken
                if taken is None and self.follows(follower):
                    self._read(follower, timeout_s)
            finally:
                self._release()
        else:  # another follower reads on
            with self._changed:
                self._changed.wait_for(
                    lambda: self._has_next(follower) or not self._polling.locked(), timeout_s
                )
        return taken or self._next_of(follower)

    def waits(self) -> str | None:
        """Name the partitions that have been waiting for more than a moment, and for what."""
        reader = self._reader
        return None if reader is None else reader.waits()

    def _next_of(self, follower: SharedReader) -> _Chunk | None:
        with self._changed:
            if not self._has_next(follower):
                return None
            number = self._next[follower]
            chunk = self._window[number - self._first]
            self._next[follower] = number + 1
            self._came_ms[follower] = self.clock.monotonic_ms()
            self._trim()
            self._changed.notify_all()
            return chunk

    def _has_next(self, follower: SharedReader) -> bool:
        number = self._next.get(follower)
        return number is not None and number < self._first + len(self._window)

    def _must_wait(self, follower: SharedReader) -> bool:
        """Whether the window is full because of a more urgent follower."""
        with self._changed:
            slowest = self._slowest()
            return slowest is not None and self._full() and not self._may_drive_out(follower, slowest)

    def _read(self, follower: SharedReader, timeout_s: float) -> None:
        """Add a chunk to the window, if anything arrives in time."""
        self._open_end()
        assert self._reader is not None  # noqa: S101  (it is open now)
        try:
            deliveries = self._reader.poll(_RECORDS_PER_CHUNK, timeout_s)
            reached = self._reader.positions()
        except Exception:
            self._close()
            raise
        with self._changed:
            if not deliveries and reached == self._end:
                return
            chunk = _Chunk(deliveries, reached, sum(d.size_bytes for d in deliveries))
            self._window.append(chunk)
            self._records += len(deliveries)
            self._bytes += chunk.size_bytes
            self._end = reached
            while self._full() and (slowest := self._slowest()) is not None:
                if not self._may_drive_out(follower, slowest):
                    break
                self._let_go(slowest)

    def _full(self) -> bool:
        """Whether the window exceeds its limits; the newest chunk is always kept."""
        much = self._records > self._kept_records_max or self._bytes > KEPT_BYTES_MAX
        return much and len(self._window) > 1

    def _slowest(self) -> SharedReader | None:
        return min(self._next, key=self._next.__getitem__, default=None)

    def _may_drive_out(self, follower: SharedReader, slowest: SharedReader) -> bool:
        """Whether the slowest has to leave a full window because this follower wants to read on."""
        if self._rank(slowest) >= self._rank(follower):
            return True
        return self.clock.monotonic_ms() - self._came_ms[slowest] > PATIENCE_MS

    def _rank(self, follower: SharedReader) -> int:
        return self._ranks.get(follower.name, len(self._ranks))

    def _let_go(self, follower: SharedReader) -> None:
        """Keep nothing for this follower any longer."""
        self._next.pop(follower, None)
        self._came_ms.pop(follower, None)
        self._trim()

    def _trim(self) -> None:
        """Drop the chunks that no follower needs any more."""
        needed = min(self._next.values(), default=self._first + len(self._window))
        while self._first < needed:
            dropped = self._window.popleft()
            self._first += 1
            self._records -= len(dropped.deliveries)
            self._bytes -= dropped.size_bytes

    def _open_end(self) -> Mapping[TopicPartition, int]:
        """The positions after the window, with the reader open there; a new one is at the end of the log."""
        if self._reader is None:
            start = Start.END if self._end is None else self._end
            self._reader = self.journal.reader(self._topics, start=start, name=self._name)
            self._end = self._reader.positions()
        assert self._end is not None  # noqa: S101  (it is as old as the reader)
        return self._end

    def _close(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    @contextmanager
    def _undisturbed(self) -> Generator[None]:
        """Keep followers from reading for the duration of the block."""
        self._polling.acquire()
        try:
            yield
        finally:
            self._release()

    def _release(self) -> None:
        """Let others read, and wake those that wait for it."""
        self._polling.release()
        with self._changed:
            self._changed.notify_all()


class SharedReader:
    """A reader of a shared reading; one thread at a time. See Reader for the methods.

    Args:
        shared: The shared reading.
        topics: Topics to read from it.
        start: Next offset by partition; a missing partition starts at the beginning.
        name: Name of the follower, and of its reader while it reads by itself.

    Attributes:
        name: Name of the reader.
    """

    def __init__(
        self,
        shared: SharedReading,
        topics: Sequence[Topic],
        start: Mapping[TopicPartition, int],
        name: str,
    ) -> None:
        self._shared = shared
        self._topics = topics
        self._names = frozenset(topic.name for topic in topics)
        self.name = name
        self._next = dict(start)
        self._clock = shared.clock
        self._own: Reader | None = None
        self._entry: Mapping[TopicPartition, int] | None = None
        self._inside = False
        self._held: deque[Delivery[Record]] = deque()
        self._held_reach: Mapping[TopicPartition, int] = {}

    def poll(self, max_records: int, timeout_s: float) -> list[Delivery[Record]]:
        """Records that have arrived, as soon as there are any; empty when none arrived in time.

        Raises:
            JournalError: as Reader.poll.
        """
        if not self._held and self._inside and not self._shared.follows(self):
            self._inside, self._entry = False, None
        if not self._inside and not self._catches_up():
            return self._read_alone(max_records, timeout_s)
        deadline_ms = self._clock.monotonic_ms() + timeout_s * 1000
        while not self._held:  # a chunk may hold nothing but other topics
            left_ms = max(deadline_ms - self._clock.monotonic_ms(), 0)
            chunk = self._shared.take(self, left_ms / 1000)
            if chunk is None:
                return []
            self._hold(chunk)
        return self._from_held(max_records)

    def positions(self) -> dict[TopicPartition, int]:
        """Next offset of every partition."""
        return dict(self._next)

    def waits(self) -> str | None:
        """Name the partitions that have been waiting for more than a moment, and for what."""
        return self._shared.waits() if self._own is None else self._own.waits()

    def close(self) -> None:
        """Leave the shared reading."""
        self._shared.leave(self)
        self._close_own()

    def _catches_up(self) -> bool:
        """Whether this reader has everything before its entry into the window; from there on it is inside."""
        if self._entry is None or not self._shared.follows(self):
            self._entry = self._shared.enter(self)
        behind = any(
            self._next.get(partition, 0) < offset
            for partition, offset in self._entry.items()
            if partition[0] in self._names
        )
        if behind:
            return False
        self._close_own()
        self._inside = True
        return True

    def _read_alone(self, max_records: int, timeout_s: float) -> list[Delivery[Record]]:
        if self._own is None:
            self._own = self._shared.journal.reader(self._topics, start=self._next, name=self.name)
        deliveries = self._own.poll(max_records, timeout_s)
        self._next.update(self._own.positions())
        return deliveries

    def _hold(self, chunk: _Chunk) -> None:
        """Keep the new records of a chunk: this reader may have read beyond its entry by itself."""
        self._held.extend(
            d
            for d in chunk.deliveries
            if d.position.topic in self._names
            and d.position.offset >= self._next.get(d.position.topic_partition, 0)
        )
        if self._held:
            self._held_reach = chunk.reached
        else:
            self._pass(chunk.reached)

    def _from_held(self, max_records: int) -> list[Delivery[Record]]:
        deliveries = [self._held.popleft() for _ in range(min(max_records, len(self._held)))]
        for delivery in deliveries:
            self._next[delivery.position.topic_partition] = delivery.position.offset + 1
        if not self._held:
            self._pass(self._held_reach)
        return deliveries

    def _pass(self, reached: Mapping[TopicPartition, int]) -> None:
        """Move past a whole chunk, with the commit markers in it."""
        for partition, offset in reached.items():
            if partition[0] in self._names:
                self._next[partition] = max(self._next.get(partition, 0), offset)

    def _close_own(self) -> None:
        if self._own is not None:
            self._own.close()
            self._own = None
