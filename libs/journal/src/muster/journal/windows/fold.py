"""PURE. Windows of event time over one partition after another: what a window holds, and when it changed.

An event counts once in each window it belongs to, whatever the order events come in and however often one is
repeated: every open window knows the ids it has counted. A window is closed, and forgotten, once an event of
its partition is `keep_ms` later than its end; what comes for it after that is late, and only counted as such.
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
    """What is aggregated over which windows.

    Attributes:
        name: Of the series.
        topic: What is read; exists beforehand.
        key: Whose window an event belongs to; None: nobody's. One topic key leads to one such key.
        at_ms: When it happened, milliseconds since 1970 UTC.
        zero: The value of an empty window, as JSON.
        add: The value with one more event. The order of events must not matter.
        size_ms: Length of a window.
        step_ms: From the start of one window to the next: `size_ms` for windows side by side (tumbling), a
            whole part of it for windows that overlap (hopping).
        keep_ms: How much later than the end of a window its events may still come.

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
        """Where the windows begin that hold this moment."""
        last = at_ms - at_ms % self.step_ms
        return range(last - self.size_ms + self.step_ms, last + 1, self.step_ms)


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowRow:
    """What a window holds: a key and a final value, never an increment.

    Attributes:
        series: The aggregation's name.
        key: Whose.
        partition: Of the topic; windows of one key in several partitions are rows of their own.
        start_ms: Where it begins.
        end_ms: Where it ends; not part of it.
        value: The aggregate.
        events: How many events it holds.
        version: The offset behind the last event in it. A sink keeps the row with the higher one: a worker
            that reads again from the beginning passes all older values once more.
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
    """The open windows of an aggregation; can be thrown away and folded again from the topic."""

    def __init__(self, aggregation: Aggregation[V]) -> None:
        self._aggregation = aggregation
        self._open: dict[int, dict[tuple[int, str], _Window[V]]] = {}
        self._latest_ms: dict[int, int] = {}

    @property
    def open_windows(self) -> int:
        """How many are kept."""
        return sum(map(len, self._open.values()))

    def take(self, partition: int, offset: int, envelope: Envelope[Record]) -> tuple[list[WindowRow], int]:
        """Count one event; the windows that changed, and for how many it came too late."""
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
        """Let time pass; forget what is closed now."""
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
