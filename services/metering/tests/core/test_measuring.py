"""Beats as windows: what they come to, and that order, repetition and a new beginning change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st
from muster.events.measurement_events import BusyTime, UsageMeasured
from muster.events.node_heartbeats import NodeHeartbeat, NodeUsage, TaskUsage
from muster.events.topics import MEASUREMENT_EVENTS
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, Position
from muster.metering.core.measurement.rows import measured_rows
from muster.metering.core.measurement.windows import (
    CLOCK_OFF_MAX_MS,
    LATE_MS,
    SILENT_MS,
    WINDOW_MS,
    Heard,
    Measuring,
    Place,
    measurement_id,
)
from muster.testkit.cores import build
from muster.views.rows import Upsert

START_MS = 1_795_233_600_000
BEAT_MS = 10_000
TASK = TaskUsage(
    job_id="job-a",
    attempt=2,
    gpu_indices=(0,),
    gpu_milli=500,
    cpu_busy_milli=1_000,
    memory_mib=64,
    memory_used_mib=20,
)


class Sent(NamedTuple):
    """A beat, its own time, and when the broker had it."""

    beat: NodeHeartbeat
    at_ms: int
    appended_at_ms: int


def sent(number: int, usage: NodeUsage | None, node_id: str = "n1", skew_ms: int = 0) -> Sent:
    joined = replace(build.node(node_id, gpus=2), interval_ms=BEAT_MS)
    at_ms = START_MS + number * BEAT_MS
    return Sent(replace(build.beat(joined, number), usage=usage), at_ms + skew_ms, at_ms)


def busy(percent: int, *, sm: int | None = None, tasks: tuple[TaskUsage, ...] = (TASK,)) -> NodeUsage:
    return NodeUsage(
        cpu_busy_milli=2_000,
        memory_used_mib=100,
        gpu_busy_percent=(percent, 0),
        gpu_sm_active_percent=() if sm is None else (sm, 0),
        tasks=tasks,
    )


def measured(measuring: Measuring, beats: Sequence[Sent]) -> list[UsageMeasured]:
    return [
        fact
        for each in beats
        for fact in measuring.take(each.beat, each.at_ms, Heard(0, each.appended_at_ms))
    ]


WINDOW = [sent(number, busy(80, sm=40)) for number in range(WINDOW_MS // BEAT_MS)]
NEXT = sent((WINDOW_MS + LATE_MS) // BEAT_MS, busy(0))


def test_a_window_says_what_each_gpu_and_each_task_did_by_either_measure() -> None:
    [fact] = measured(Measuring(), [*WINDOW, NEXT])
    assert (fact.starts_at_ms, fact.ends_at_ms, fact.measured_ms) == (
        START_MS,
        START_MS + WINDOW_MS,
        WINDOW_MS,
    )
    first, second = fact.gpus
    assert first.kernel == BusyTime(measured_ms=WINDOW_MS, busy_ms=WINDOW_MS * 80 // 100)
    assert first.sm_active == BusyTime(measured_ms=WINDOW_MS, busy_ms=WINDOW_MS * 40 // 100)
    assert second.kernel == BusyTime(measured_ms=WINDOW_MS, busy_ms=0)
    [task] = fact.tasks
    assert task.sm_active == BusyTime(measured_ms=WINDOW_MS // 2, busy_ms=WINDOW_MS * 20 // 100), "half a GPU"
    assert (task.cpu_busy_milli, task.memory_mib, task.memory_used_mib) == (1_000, 64, 20)


def test_driver_figures_do_not_count_as_multiprocessor_activity() -> None:
    [fact] = measured(Measuring(), [sent(0, busy(3)), NEXT])
    assert fact.gpus[0].sm_active is None
    envelope = Envelope(
        event_id="m", key=fact.node_id, occurred_at_ms=0, producer="p", correlation_id="m", payload=fact
    )
    [row] = measured_rows(Delivery(Position(MEASUREMENT_EVENTS.name, 0, 0), 0, envelope))
    assert isinstance(row, Upsert)
    assert (row.columns["sm_busy_ms"], row.columns["gpus_busy"]) == (None, [])


def test_a_window_without_some_beats_says_for_how_long_it_stands() -> None:
    [fact] = measured(Measuring(), [*WINDOW[:6], NEXT])
    assert (fact.measured_ms, fact.gpus[0].kernel) == (
        60_000,
        BusyTime(measured_ms=60_000, busy_ms=48_000),
    )


def test_a_silent_node_is_told_by_the_time_of_the_others_of_its_partition() -> None:
    measuring = Measuring()
    assert measured(measuring, WINDOW[:3]) == []
    last_ms = WINDOW[2].appended_at_ms
    measuring.take(sent(0, None, "n2").beat, last_ms, Heard(1, last_ms + SILENT_MS))
    assert measuring.silent() == [], "another partition says nothing about this one"
    measuring.take(sent(0, None, "n2").beat, last_ms, Heard(0, last_ms + SILENT_MS))
    [fact] = measuring.silent()
    assert fact.measured_ms == 3 * BEAT_MS
    assert measured(measuring, WINDOW[3:]) == []
    assert measuring.late == len(WINDOW) - 3


def test_when_nobody_beats_any_more_time_alone_ends_windows() -> None:
    measuring = Measuring()
    measured(measuring, WINDOW)
    assert measuring.silent(WINDOW[-1].appended_at_ms + SILENT_MS - 1) == []
    assert len(measuring.silent(WINDOW[-1].appended_at_ms + SILENT_MS)) == 1


def test_a_node_whose_clock_is_far_off_is_not_measured() -> None:
    measuring = Measuring()
    assert measured(measuring, [sent(0, busy(1), skew_ms=CLOCK_OFF_MAX_MS + 1), NEXT]) == []
    assert measuring.late == 1


def test_nodes_that_measure_nothing_are_not_told() -> None:
    measuring = Measuring()
    assert measured(measuring, [sent(n, None) for n in range(100)]) == []
    assert measuring.silent(START_MS + 10 * SILENT_MS + 10**9) == []


ORDERS = st.permutations(WINDOW)


@given(ORDERS, st.lists(st.sampled_from(WINDOW), max_size=20))
def test_the_order_of_a_windows_beats_and_their_repetition_change_nothing(
    beats: list[Sent], again: list[Sent]
) -> None:
    clean = measured(Measuring(), [*WINDOW, NEXT])
    mixed = measured(Measuring(), [*beats, *again, NEXT])
    assert mixed == clean


@given(st.integers(0, 3 * WINDOW_MS // BEAT_MS))
def test_whoever_reads_the_beats_again_tells_only_what_was_not_told(died_after: int) -> None:
    beats = [sent(number, busy(number % 100)) for number in range(4 * WINDOW_MS // BEAT_MS)]
    clean = measured(Measuring(), beats)
    before = measured(Measuring(), beats[:died_after])
    after = measured(Measuring(Place(fact.node_id, fact.starts_at_ms) for fact in before), beats)
    assert [*before, *after] == clean


def test_windows_of_which_no_beat_is_kept_are_forgotten_and_ids_follow_from_places() -> None:
    place = Place("n1", START_MS)
    measuring = Measuring([place])
    measuring.forget(START_MS)
    assert measured(measuring, WINDOW) == []
    measuring.forget(START_MS + 1)
    assert len(measured(measuring, [*WINDOW, NEXT])) == 1
    assert (
        measurement_id(place) == measurement_id(Place("n1", START_MS)) != measurement_id(Place("n", START_MS))
    )
