"""PURE. Windows of event time, per partition: their values, and which of them an event changed.

An event counts once in each window it belongs to, in whatever order events come and however often one is
repeated: every open window knows the ids it has counted. A window is closed and dropped once an event of its
partition is `keep_ms` later than its end; later events for it only count as late.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from muster.events.wire.datum import Record
from muster.events.wire.envelope import Envelope, Topic

V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregation(Generic[V]):
    """An aggregation over windows.

    Attributes:
        name: Name of the series.
        topic: Topic to read; must exist.
        key: The key of an event's windows; None: the event is ignored. One topic key maps to one such key.
        at_ms: Time of an event, milliseconds since 1970 UTC.
        zero: Value of an empty window, as JSON.
        add: Returns the value with one more event. The order of events must not matter.
        size_ms: Length of a window, milliseconds.
        step_ms: Time from the start of one window to the next, milliseconds: `size_ms` for tumbling windows,
            a divisor of it for hopping (overlapping) windows.
        keep_ms: How long after the end of a window its events may still come, milliseconds.

    Raises:
        ValueError: a length is out of range.
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

    def __post_init__(self) -> None:
        if self.size_ms < 1 or self.step_ms < 1 or self.size_ms % self.step_ms:
            raise ValueError(
                f"size_ms {self.size_ms}, step_ms {self.step_ms}: allowed are whole numbers of 1 or more, "
                "size_ms a multiple of step_ms"
            )
        if self.keep_ms < 0:
            raise ValueError(f"keep_ms {self.keep_ms}: allowed is 0 or more")

    def starts(self, at_ms: int) -> range:
        """Start times of the windows that contain this moment, milliseconds."""
        last = at_ms - at_ms % self.step_ms
        return range(last - self.size_ms + self.step_ms, last + 1, self.step_ms)


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowRow:
    """The content of a window: a key and a final value, never an increment.

    Attributes:
        series: Name of the aggregation.
        key: Key of the window.
        partition: Partition of the topic; windows of one key in several partitions are separate rows.
        start_ms: Start, milliseconds since 1970 UTC.
        end_ms: End (exclusive), milliseconds since 1970 UTC.
        value: The aggregate.
        events: Number of events in it.
        version: Offset + 1 of its last event. A sink keeps the row with the highest version, because a worker
            that reads again from the beginning writes all older values once more.
    """

    series: str
    key: str
    partition: int
    start_ms: int
    end_ms: int
    value: Any
    events: int
    version: int


@dataclass(slots=True)
class _Window(Generic[V]):
    value: V
    seen: set[str] = field(default_factory=set[str])


class WindowFold(Generic[V]):
    """The open windows of an aggregation; they can be dropped and folded again from the topic."""

    def __init__(self, aggregation: Aggregation[V]) -> None:
        self._aggregation = aggregation
        self._open: dict[int, dict[tuple[int, str], _Window[V]]] = {}
        self._latest_ms: dict[int, int] = {}

    @property
    def open_windows(self) -> int:
        """Number of open windows."""
        return sum(map(len, self._open.values()))

    def take(self, partition: int, offset: int, envelope: Envelope[Record]) -> tuple[list[WindowRow], int]:
        """Count one event; returns the windows that changed, and for how many it came too late."""
        aggregation = self._aggregation
        key = aggregation.key(envelope)
        if key is None:
            return [], 0
        at_ms = aggregation.at_ms(envelope)
        self._close(partition, at_ms)
        windows = self._open.setdefault(partition, {})
        closed_ms = self._latest_ms[partition] - aggregation.keep_ms
        rows: list[WindowRow] = []
        late = 0
        for start_ms in aggregation.starts(at_ms):
            if start_ms + aggregation.size_ms <= closed_ms:
                late += 1
                continue
            window = windows.setdefault((start_ms, key), _Window(aggregation.zero))
            if envelope.event_id in window.seen:
                continue
            window.seen.add(envelope.event_id)
            window.value = aggregation.add(window.value, envelope)
            rows.append(self._row(partition, offset, key, start_ms, window))
        return rows, late

    def _close(self, partition: int, at_ms: int) -> None:
        """Advance the partition's time; drop windows that are closed now."""
        latest_ms = self._latest_ms.get(partition)
        if latest_ms is not None and at_ms <= latest_ms:
            return
        self._latest_ms[partition] = at_ms
        windows = self._open.get(partition, {})
        closed_ms = at_ms - self._aggregation.keep_ms
        gone = [place for place in windows if place[0] + self._aggregation.size_ms <= closed_ms]
        for place in gone:
            del windows[place]

    def _row(self, partition: int, offset: int, key: str, start_ms: int, window: _Window[V]) -> WindowRow:
        return WindowRow(
            series=self._aggregation.name,
            key=key,
            partition=partition,
            start_ms=start_ms,
            end_ms=start_ms + self._aggregation.size_ms,
            value=window.value,
            events=len(window.seen),
            version=offset + 1,
        )
