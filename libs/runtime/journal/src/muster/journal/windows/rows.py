"""PURE. Content of windows, and the position from which open windows can be rebuilt."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowRow:
    """Content of a window: a key and a final value, never an increment.

    Attributes:
        series: Name of the aggregation.
        key: Key of the window.
        partition: Partition of the topic; windows of one key in several partitions are separate rows.
        start_ms: Start, milliseconds since 1970 UTC.
        end_ms: End (exclusive), milliseconds since 1970 UTC.
        value: The aggregate.
        events: Number of events in it.
        version: Offset + 1 of its last event. Sinks of open windows keep the row with the highest version,
            because a worker that reads again writes older values once more.
        incomplete: Whether events of the window may have been removed before they were read.
    """

    series: str
    key: str
    partition: int
    start_ms: int
    end_ms: int
    value: Any
    events: int
    version: int
    incomplete: bool = False

    @property
    def window_id(self) -> str:
        """Id of the window, 32 hexadecimal digits; every worker gives a window the same one."""
        place = ["window", self.series, self.key, self.partition, self.start_ms, self.end_ms]
        return hashlib.sha256(json.dumps(place).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """State of one partition behind which no event is needed any more.

    Reading from `read_from_offset` rebuilds every window that ends after `closed_until_ms`.

    Attributes:
        partition: Partition of the topic.
        closed_until_ms: Windows that end at or before this time are closed; milliseconds since 1970 UTC.
        read_from_offset: Offset of the first event that a window after that needs.
        read_from_ms: Time of the partition before that event, milliseconds since 1970 UTC.
        whole_from_ms: Windows that start before this time are incomplete; 0: none is.
    """

    partition: int
    closed_until_ms: int
    read_from_offset: int
    read_from_ms: int
    whole_from_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """Effects of one event on the windows of its partition.

    Attributes:
        changed: Windows that count the event.
        closed: Windows that the event closed, by start, end and key; complete ones only.
        incomplete: Windows that the event closed and that may lack events; same order.
        late: Number of windows that had closed before the event came.
        moved_ms: Distance from the event's own time to the time that counts, milliseconds; negative: its
            clock was ahead of the broker's.
        overflowed: Whether the event went to the overflow key.
    """

    changed: tuple[WindowRow, ...] = ()
    closed: tuple[WindowRow, ...] = ()
    incomplete: tuple[WindowRow, ...] = ()
    late: int = 0
    moved_ms: int = 0
    overflowed: bool = False
