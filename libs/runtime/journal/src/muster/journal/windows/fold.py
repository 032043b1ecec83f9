"""PURE. Windows per partition: their content, which of them an event changed, and which it closed.

**Time.** The time of a partition is the highest append time of its records so far, by the broker's clock. An
event's own time counts as long as it is neither later than that nor more than `late_ms_max` earlier;
otherwise the nearer limit counts. So a producer with a wrong clock neither closes windows nor opens them in
the future. A window closes, and its content is final, with the first record at `keep_ms` after its end or
later; without records, no window closes.

**Repetitions.** An open window knows the ids that it has counted. An event that was moved to a limit may be
moved elsewhere when it is repeated, so ids of moved events are remembered for `keep_ms` beside the windows. A
repetition counts once if it is appended within `late_ms_max` of the event's own time, or within `keep_ms` of
an occurrence that was moved.

**Restart.** Content is a function of the partition's log from `Progress.read_from_offset` on: that is the
first offset that an open window or a remembered id depends on. Progress also holds the partition's time
there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, Generic, TypeVar

from muster.events.refusal import must_be
from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope, Topic
from muster.journal.windows.rows import Progress, Taken, WindowRow

V = TypeVar("V")

OVERFLOW: Final = "(other)"
"""Key of the events that found no room for a key of their own, unless an aggregation names another."""

_NOTHING: Final = Taken()
_NEVER_MS: Final = 2**63


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregation(Generic[V]):
    """Aggregation over windows. All its functions are pure.

    Attributes:
        name: Name of the series.
        topic: Topic to read; must exist, with the broker's append times.
        key: The key of an event's windows; None: the event is ignored. One topic key maps to one such key.
        at_ms: Time of an event, milliseconds since 1970 UTC.
        zero: Value of an empty window, as JSON.
        add: Returns the value with one more event; must leave the given one as it is.
        size_ms: Length of a window, milliseconds; with `size_of`, the longest.
        step_ms: Time from the start of one window to the next, milliseconds: `size_ms` for tumbling windows,
            a divisor of it for hopping (overlapping) windows.
        keep_ms: Time for which a window stays open for late events after its end, milliseconds.
        late_ms_max: Maximum lag of an event's own time behind its append time, milliseconds; older events
            are moved to this limit. Up to `keep_ms`, no event is late then; above it, some are, and dropped.
        size_of: Length of an event's window, milliseconds, when it depends on the event: the nearest whole
            number from 1 to `size_ms` counts. Windows start at multiples of their length.
        keys_max: Number of keys per partition and window that have a value of their own.
        overflow: Key for the events of a key beyond `keys_max`. Maps to few keys: they are not limited.

    Raises:
        ValueError: a length or number is out of range.
    """

    name: str
    topic: Topic
    key: Callable[[Envelope[Record]], str | None]
    at_ms: Callable[[Envelope[Record]], int]
    zero: V
    add: Callable[[V, Envelope[Record]], V]
    size_ms: int
    step_ms: int
    keep_ms: int
    late_ms_max: int
    size_of: Callable[[Envelope[Record]], int] | None = None
    keys_max: int = 100_000
    overflow: Callable[[str], str] = lambda _key: OVERFLOW

    def __post_init__(self) -> None:
        if self.size_ms < 1:
            raise ValueError(must_be("size_ms", self.size_ms, "1 or more"))
        if self.step_ms < 1 or self.size_ms % self.step_ms:
            raise ValueError(must_be("step_ms", self.step_ms, f"a divisor of size_ms {self.size_ms}"))
        if self.size_of is not None and self.step_ms != self.size_ms:
            raise ValueError(must_be("step_ms", self.step_ms, f"size_ms {self.size_ms} with size_of"))
        for name, number, least in (
            ("keep_ms", self.keep_ms, 0),
            ("late_ms_max", self.late_ms_max, 0),
            ("keys_max", self.keys_max, 1),
        ):
            if number < least:
                raise ValueError(must_be(name, number, f"{least} or more"))

    def starts(self, at_ms: int) -> range:
        """Return the start times of the windows of length `size_ms` that contain a moment, milliseconds."""
        last = at_ms - at_ms % self.step_ms
        return range(last - self.size_ms + self.step_ms, last + 1, self.step_ms)

    def spans(self, at_ms: int, envelope: Envelope[Record]) -> list[tuple[int, int]]:
        """Return start and end of the windows of an event that happened at a moment, milliseconds."""
        if self.size_of is None:
            return [(start_ms, start_ms + self.size_ms) for start_ms in self.starts(at_ms)]
        size_ms = min(max(self.size_of(envelope), 1), self.size_ms)
        start_ms = at_ms - at_ms % size_ms
        return [(start_ms, start_ms + size_ms)]


@dataclass(slots=True)
class _Window(Generic[V]):
    value: V
    seen: set[str] = field(default_factory=set[str])
    version: int = 0


@dataclass(slots=True)
class _Span(Generic[V]):
    """Windows of the same start and end, and the first (offset, time before it) that they depend on."""

    needs: tuple[int, int]
    windows: dict[str, _Window[V]] = field(default_factory=dict[str, "_Window[V]"])

    def name(self, key: str, aggregation: Aggregation[V]) -> str:
        """Return a key, or the overflow key when there are too many."""
        if key in self.windows or len(self.windows) < aggregation.keys_max:
            return key
        return aggregation.overflow(key)


@dataclass(slots=True)
class _Moved:
    """Newest occurrence of an event that was moved: (offset, time before it), and the partition's time."""

    place: tuple[int, int]
    now_ms: int


@dataclass(slots=True)
class _Partition(Generic[V]):
    """Open windows of a partition.

    Attributes:
        now_ms: Time of the partition; None: no record and no progress yet.
        next_offset: Offsets below this one have been taken.
        closed_until_ms: Windows that end at or before this time were closed by an earlier reader.
        whole_from_ms: Windows that start before this time are incomplete.
        cut: Whether the next record shows from when on windows are complete.
        spans: Open windows by start and end.
        first_end_ms: No open window ends before this time.
        moved: Events that were moved, by id, oldest first.
    """

    now_ms: int | None = None
    next_offset: int = 0
    closed_until_ms: int = 0
    whole_from_ms: int = 0
    cut: bool = False
    spans: dict[tuple[int, int], _Span[V]] = field(default_factory=dict[tuple[int, int], "_Span[V]"])
    first_end_ms: int = _NEVER_MS
    moved: dict[str, _Moved] = field(default_factory=dict[str, _Moved])

    def span(self, span_ms: tuple[int, int], needs: tuple[int, int]) -> _Span[V]:
        """Return the windows between a start and an end, which depend on a place now."""
        span = self.spans.get(span_ms)
        if span is None:
            span = self.spans[span_ms] = _Span(needs)
            self.first_end_ms = min(self.first_end_ms, span_ms[1])
        else:
            span.needs = min(span.needs, needs)
        return span


class WindowFold(Generic[V]):
    """Open windows of an aggregation; they can be dropped and folded again from the topic."""

    def __init__(self, aggregation: Aggregation[V]) -> None:
        self._aggregation = aggregation
        self._partitions: dict[int, _Partition[V]] = {}

    @property
    def open_windows(self) -> int:
        """Number of open windows."""
        return sum(len(span.windows) for each in self._partitions.values() for span in each.spans.values())

    def begin(self, partition: int, progress: Progress | None = None, *, first_offset: int = 0) -> None:
        """Reset a partition; start it at its progress or at the beginning.

        Args:
            partition: The partition.
            progress: Progress to start from; None: the beginning.
            first_offset: First offset that the topic still holds. Where that is behind the start, records are
                gone, and windows that may have held them are incomplete.
        """
        begins_at = 0 if progress is None else progress.read_from_offset
        state = _Partition[V](next_offset=max(begins_at, first_offset), cut=first_offset > begins_at)
        if progress is not None:
            state.now_ms = progress.read_from_ms
            state.closed_until_ms = progress.closed_until_ms
            state.whole_from_ms = progress.whole_from_ms
        self._partitions[partition] = state

    def end(self, partition: int) -> None:
        """Forget a partition."""
        self._partitions.pop(partition, None)

    def begins_at(self, partition: int) -> int:
        """Return from which start time on the windows of a partition are complete; 0: all are."""
        return self._partitions[partition].whole_from_ms

    def next_offset(self, partition: int) -> int:
        """Return the offset behind the last record that was taken of a partition, or where it begins."""
        return self._partitions[partition].next_offset

    def progress(self, partition: int) -> Progress | None:
        """Return from where the open windows of a partition can be rebuilt; None: it has no record yet."""
        state = self._partitions[partition]
        if state.now_ms is None:
            return None
        needs = [(state.next_offset, state.now_ms)]
        needs += [span.needs for span in state.spans.values()]
        if state.moved:
            needs.append(next(iter(state.moved.values())).place)
        offset, before_ms = min(needs)
        return Progress(
            partition=partition,
            closed_until_ms=max(state.closed_until_ms, state.now_ms - self._aggregation.keep_ms),
            read_from_offset=offset,
            read_from_ms=before_ms,
            whole_from_ms=state.whole_from_ms,
        )

    def take(self, partition: int, offset: int, appended_ms: int, envelope: Envelope[Record] | None) -> Taken:
        """Count one event of a partition that has begun; offsets that were taken before change nothing.

        Args:
            partition: Partition of the event.
            offset: Offset of the event.
            appended_ms: Time at which the broker appended it, milliseconds since 1970 UTC.
            envelope: The event; None: it is unreadable and only moves the time of its partition.
        """
        state = self._partitions[partition]
        if offset < state.next_offset:
            return _NOTHING
        before_ms = appended_ms if state.now_ms is None else state.now_ms
        state.now_ms = max(before_ms, appended_ms)
        state.next_offset = offset + 1
        if state.cut:
            state.cut, state.whole_from_ms = False, max(state.whole_from_ms, state.now_ms + 1)
        closed = self._close(partition, state, state.now_ms) if state.now_ms > before_ms else ()
        taken = _NOTHING if envelope is None else self._count(partition, (offset, before_ms), envelope)
        if closed:
            whole = tuple(row for row in closed if not row.incomplete)
            incomplete = tuple(row for row in closed if row.incomplete)
            taken = replace(taken, closed=whole, incomplete=incomplete)
        return taken

    def _count(self, partition: int, place: tuple[int, int], envelope: Envelope[Record]) -> Taken:
        """Count an event at (offset, time of the partition before it) in its windows."""
        aggregation, state = self._aggregation, self._partitions[partition]
        key = aggregation.key(envelope)
        if key is None:
            return _NOTHING
        now_ms = max(place[1], state.now_ms or 0)
        own_ms = aggregation.at_ms(envelope)
        at_ms = min(max(own_ms, now_ms - aggregation.late_ms_max), now_ms)
        occurrence = state.moved.get(envelope.event_id)
        if at_ms != own_ms:
            state.moved.pop(envelope.event_id, None)  # the newest is last
            state.moved[envelope.event_id] = _Moved(place, now_ms)
        needs = place if occurrence is None else occurrence.place
        late, overflowed = 0, False
        changed: list[WindowRow] = []
        for span_ms in aggregation.spans(at_ms, envelope):
            if span_ms[1] + aggregation.keep_ms <= now_ms:
                late += 1
                continue
            span = state.span(span_ms, needs)
            if occurrence is not None:
                continue
            name = span.name(key, aggregation)
            overflowed = overflowed or name != key
            window = span.windows.get(name)
            if window is None:
                window = span.windows[name] = _Window(aggregation.zero)
            if envelope.event_id not in window.seen:
                window.seen.add(envelope.event_id)
                window.value = aggregation.add(window.value, envelope)
                window.version = place[0] + 1
                if span_ms[1] > state.closed_until_ms:
                    changed.append(self._row(partition, name, span_ms, window))
        return Taken(changed=tuple(changed), late=late, moved_ms=at_ms - own_ms, overflowed=overflowed)

    def _close(self, partition: int, state: _Partition[V], now_ms: int) -> tuple[WindowRow, ...]:
        """Drop the windows that have closed by now; return those that no earlier reader closed."""
        open_ms = now_ms - self._aggregation.keep_ms
        for event_id in _forgotten(state.moved, open_ms):
            del state.moved[event_id]
        if open_ms < state.first_end_ms:
            return ()
        rows: list[WindowRow] = []
        for span_ms in sorted(span_ms for span_ms in state.spans if span_ms[1] <= open_ms):
            windows = state.spans.pop(span_ms).windows
            if span_ms[1] > state.closed_until_ms:
                rows += [self._row(partition, key, span_ms, each) for key, each in sorted(windows.items())]
        state.first_end_ms = min((end_ms for _, end_ms in state.spans), default=_NEVER_MS)
        return tuple(rows)

    def _row(self, partition: int, key: str, span_ms: tuple[int, int], window: _Window[V]) -> WindowRow:
        return WindowRow(
            series=self._aggregation.name,
            key=key,
            partition=partition,
            start_ms=span_ms[0],
            end_ms=span_ms[1],
            value=window.value,
            events=len(window.seen),
            version=window.version,
            incomplete=span_ms[0] < self._partitions[partition].whole_from_ms,
        )


def _forgotten(moved: dict[str, _Moved], open_ms: int) -> list[str]:
    """Return the ids of events that were moved `keep_ms` ago or earlier; they come first."""
    ids: list[str] = []
    for event_id, each in moved.items():
        if each.now_ms > open_ms:
            break
        ids.append(event_id)
    return ids
