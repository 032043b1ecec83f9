"""Samples as windows, and windows as records. PURE."""

from __future__ import annotations

import json
from typing import Any, Final, assert_never, cast

from muster.drift.core.sums import NOTHING, NOTHING_COUNTED, Counted, of_feedback, of_sample
from muster.events.drift_windows import WindowClosed, WindowsClosed
from muster.events.inference_samples import (
    ClockTicked,
    FeedbackGiven,
    InferenceSample,
    InferenceSampled,
    TrafficReported,
)
from muster.events.topics import INFERENCE_SAMPLES
from muster.events.wire.envelope import Envelope
from muster.journal.windows.fold import Aggregation
from muster.journal.windows.rows import Progress, WindowRow

LATE_MS: Final = 60_000
"""How far the time of an event may lie behind the broker's; older ones count at this limit."""

SERIES_MAX: Final = 10_000
"""Most series of a window and partition; samples of further ones are counted together."""

OPEN_SCHEMA: Final = "drift_windows"
"""Schema of the table of open windows."""

OVERFLOW: Final = "*"
"""Model, version, task and segment of the samples beyond these. A server reports its traffic without task and
segment: it counts as that of all."""


def windows_of(size_ms: int) -> Aggregation[Counted]:
    """Return the aggregation of samples, in windows of this length, milliseconds."""
    return Aggregation(
        name="drift",
        topic=INFERENCE_SAMPLES,
        key=_key,
        at_ms=lambda envelope: envelope.occurred_at_ms,
        zero=NOTHING_COUNTED,
        add=_add,
        size_ms=size_ms,
        step_ms=size_ms,
        keep_ms=min(LATE_MS, size_ms),
        late_ms_max=min(LATE_MS, size_ms),
        keys_max=SERIES_MAX,
        overflow=lambda _key: json.dumps([OVERFLOW] * 4),
    )


def window_closed(row: WindowRow) -> WindowClosed:
    """Return the record of a closed window."""
    repository, commit, task, segment = json.loads(row.key)
    counted: Counted = row.value
    return WindowClosed(
        repository=repository,
        commit=commit,
        task=task,
        segment=segment,
        partition=row.partition,
        start_ms=row.start_ms,
        end_ms=row.end_ms,
        seen=counted.seen,
        dropped=counted.dropped,
        sums=counted.sums,
    )


def open_window(row: WindowRow) -> dict[str, int]:
    """Return what is shown of a window before it is measured, as JSON: samples, and when it closes."""
    counted: Counted = row.value
    closes_ms = row.end_ms + min(LATE_MS, row.end_ms - row.start_ms)
    return {"samples": counted.sums.samples, "closes_ms": closes_ms}


def series_keys(repository: str) -> str:
    """Return how the keys of all windows of a model begin."""
    return json.dumps([repository]).removesuffix("]") + ","


def windows_closed(progress: Progress) -> WindowsClosed:
    """Return the record of a progress."""
    return WindowsClosed(
        partition=progress.partition,
        closed_until_ms=progress.closed_until_ms,
        read_from_offset=progress.read_from_offset,
        read_from_ms=progress.read_from_ms,
        whole_from_ms=progress.whole_from_ms,
    )


def progress_in(payload: Any) -> Progress | None:
    """Return the progress of a record; the inverse of `windows_closed`. None: it is a window."""
    if not isinstance(payload, WindowsClosed):
        return None
    return Progress(
        partition=payload.partition,
        closed_until_ms=payload.closed_until_ms,
        read_from_offset=payload.read_from_offset,
        read_from_ms=payload.read_from_ms,
        whole_from_ms=payload.whole_from_ms,
    )


def _key(envelope: Envelope[Any]) -> str | None:
    """Return the series of an event; None: it only moves the time of its partition."""
    event = cast("InferenceSample", envelope.payload)
    match event:
        case InferenceSampled() | FeedbackGiven():
            return json.dumps([event.repository, event.commit, event.task, event.segment])
        case TrafficReported():
            return json.dumps([event.repository, event.commit, OVERFLOW, OVERFLOW])
        case ClockTicked():
            return None
        case _:
            assert_never(event)


def _add(counted: Counted, envelope: Envelope[Any]) -> Counted:
    event = cast("InferenceSample", envelope.payload)
    match event:
        case InferenceSampled():
            return counted + Counted(of_sample(event))
        case FeedbackGiven():
            return counted + Counted(of_feedback(event))
        case TrafficReported():
            return counted + Counted(NOTHING, max(event.seen, 0), max(event.dropped, 0))
        case ClockTicked():
            return counted
        case _:
            assert_never(event)
