"""Measured GPU utilisation: heartbeats in five-minute windows, one fact for each node and window. PURE.

A heartbeat stands for the time until the next. It counts in the window of its own time, by the node's clock,
and only once if it is repeated. A window is closed when its node has sent a heartbeat LATE_MS beyond its end,
or none for SILENT_MS by the broker's clock; later heartbeats are not counted. So the same heartbeats give the
same facts with the same ids, and a restarted process recovers by reading the heartbeats again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from muster.events.measurement_events import BusyTime, GpuMeasured, TaskMeasured, UsageMeasured
from muster.events.node_heartbeats import NodeHeartbeat, NodeUsage, TaskUsage

WINDOW_MS: Final = 300_000
"""Five minutes, aligned to full hours."""

LATE_MS: Final = 30_000
"""A window is closed when its node's own clock has passed its end by this much."""

SILENT_MS: Final = 120_000
"""A window is closed when its node has been silent for this long."""

CLOCK_OFF_MAX_MS: Final = 900_000
"""Nodes whose clock differs more from the broker's are not measured: their times are unreliable."""

_GPU_MILLI: Final = 1_000


class Place(NamedTuple):
    """Key of a window of a node."""

    node_id: str
    starts_at_ms: int


class Heard(NamedTuple):
    """Partition of a heartbeat, and its append time at the broker, milliseconds since 1970 UTC."""

    partition: int
    at_ms: int


@dataclass(slots=True)
class _Busy:
    """GPU time in percent of milliseconds, as an integer."""

    measured: int = 0
    busy: int = 0

    def add(self, percent: int, for_ms: int, milli: int = _GPU_MILLI) -> None:
        self.measured += 100 * for_ms * milli
        self.busy += min(max(percent, 0), 100) * for_ms * milli

    def time(self) -> BusyTime | None:
        if not self.measured:
            return None
        unit = 100 * _GPU_MILLI
        return BusyTime(measured_ms=self.measured // unit, busy_ms=self.busy // unit)


@dataclass(slots=True)
class _Gpu:
    kernel: _Busy = field(default_factory=_Busy)
    sm_active: _Busy = field(default_factory=_Busy)
    memory_used_mib: int = 0


@dataclass(slots=True)
class _Task:
    newest: TaskUsage
    measured_ms: int = 0
    cpu_milli_ms: int = 0
    memory_used_mib: int = 0
    kernel: _Busy = field(default_factory=_Busy)
    sm_active: _Busy = field(default_factory=_Busy)


@dataclass(slots=True)
class _Window:
    """One window of one node, so far."""

    gpu_model: str = ""
    measured_ms: int = 0
    cpu_milli_ms: int = 0
    memory_used_mib: int = 0
    counted: set[tuple[str, int]] = field(default_factory=set[tuple[str, int]])
    gpus: dict[int, _Gpu] = field(default_factory=dict[int, _Gpu])
    tasks: dict[tuple[str, int], _Task] = field(default_factory=dict[tuple[str, int], _Task])

    def add(self, beat: NodeHeartbeat, usage: NodeUsage) -> None:
        """Count a heartbeat, unless it was counted before."""
        if (beat.boot_id, beat.beat) in self.counted:
            return
        self.counted.add((beat.boot_id, beat.beat))
        for_ms = beat.interval_ms
        self.gpu_model = beat.gpu_model
        self.measured_ms += for_ms
        self.cpu_milli_ms += usage.cpu_busy_milli * for_ms
        self.memory_used_mib = max(self.memory_used_mib, usage.memory_used_mib)
        for index in range(len(beat.gpus)):
            self._add_gpu(index, usage, for_ms)
        for task in usage.tasks:
            self._add_task(task, usage, for_ms)

    def _add_gpu(self, index: int, usage: NodeUsage, for_ms: int) -> None:
        kernel, sm_active = _at(usage.gpu_busy_percent, index), _at(usage.gpu_sm_active_percent, index)
        used_mib = _at(usage.gpu_memory_used_mib, index)
        if kernel is None and sm_active is None and used_mib is None:
            return
        gpu = self.gpus.setdefault(index, _Gpu())
        if kernel is not None:
            gpu.kernel.add(kernel, for_ms)
        if sm_active is not None:
            gpu.sm_active.add(sm_active, for_ms)
        gpu.memory_used_mib = max(gpu.memory_used_mib, used_mib or 0)

    def _add_task(self, said: TaskUsage, usage: NodeUsage, for_ms: int) -> None:
        task = self.tasks.setdefault((said.job_id, said.attempt), _Task(said))
        task.newest = said
        task.measured_ms += for_ms
        task.cpu_milli_ms += said.cpu_busy_milli * for_ms
        task.memory_used_mib = max(task.memory_used_mib, said.memory_used_mib)
        for index in said.gpu_indices:
            for busy, percents in (
                (task.kernel, usage.gpu_busy_percent),
                (task.sm_active, usage.gpu_sm_active_percent),
            ):
                percent = _at(percents, index)
                if percent is not None:
                    busy.add(percent, for_ms, said.gpu_milli)

    def measured(self, place: Place) -> UsageMeasured:
        """Return the totals of the window as a fact."""
        return UsageMeasured(
            node_id=place.node_id,
            starts_at_ms=place.starts_at_ms,
            ends_at_ms=place.starts_at_ms + WINDOW_MS,
            gpu_model=self.gpu_model,
            measured_ms=self.measured_ms,
            cpu_busy_milli=self.cpu_milli_ms // max(1, self.measured_ms),
            memory_used_mib=self.memory_used_mib,
            gpus=tuple(_gpu_measured(index, gpu) for index, gpu in sorted(self.gpus.items())),
            tasks=tuple(_task_measured(task) for _, task in sorted(self.tasks.items())),
        )


@dataclass(slots=True)
class _Node:
    """Open windows of a node, and the time of its last heartbeat.

    Attributes:
        partition: Partition of its heartbeats.
        newest_at_ms: Newest heartbeat, by the node's clock.
        heard_ms: Newest heartbeat, by the broker's clock.
        windows: Open windows by their start.
    """

    partition: int
    newest_at_ms: int
    heard_ms: int
    windows: dict[int, _Window] = field(default_factory=dict[int, _Window])


class Measuring:
    """Open windows of all nodes.

    Args:
        told: Windows reported by an earlier process.

    Attributes:
        late: Number of heartbeats not counted because they were late or their clock was off.
    """

    def __init__(self, told: Iterable[Place] = ()) -> None:
        self._told: dict[Place, None] = dict.fromkeys(told)
        self._nodes: dict[str, _Node] = {}
        self._reached_ms: dict[int, int] = {}
        self.late = 0

    def take(self, beat: NodeHeartbeat, at_ms: int, heard: Heard) -> Sequence[UsageMeasured]:
        """Count a heartbeat; return the windows of its node that it closes, oldest first.

        Args:
            beat: The heartbeat.
            at_ms: Its own time, milliseconds since 1970 UTC.
            heard: Its partition and append time; heartbeats of a partition must come in order.
        """
        self._reached_ms[heard.partition] = max(heard.at_ms, self._reached_ms.get(heard.partition, 0))
        if beat.usage is None:
            return ()
        place = Place(beat.node_id, at_ms - at_ms % WINDOW_MS)
        if place in self._told or abs(at_ms - heard.at_ms) > CLOCK_OFF_MAX_MS:
            self.late += 1
            return ()
        node = self._nodes.setdefault(beat.node_id, _Node(heard.partition, at_ms, heard.at_ms))
        node.newest_at_ms = max(node.newest_at_ms, at_ms)
        node.heard_ms = max(node.heard_ms, heard.at_ms)
        node.windows.setdefault(place.starts_at_ms, _Window()).add(beat, beat.usage)
        over_ms = node.newest_at_ms - LATE_MS - WINDOW_MS
        return self._tell(beat.node_id, node, over_ms) if min(node.windows) <= over_ms else ()

    def silent(self, idle_ms: int | None = None) -> Sequence[UsageMeasured]:
        """Close the windows of silent nodes, measured against other heartbeats of their partition.

        Args:
            idle_ms: Time until which no heartbeat came at all, milliseconds since 1970 UTC; None: some came.
        """
        found: list[UsageMeasured] = []
        for node_id, node in list(self._nodes.items()):
            reached_ms = max(self._reached_ms[node.partition], idle_ms or 0)
            if reached_ms - node.heard_ms >= SILENT_MS:
                del self._nodes[node_id]
                found += self._tell(node_id, node, node.newest_at_ms)
        return found

    def forget(self, before_ms: int) -> None:
        """Forget reported windows that began before `before_ms`: their heartbeats have expired."""
        for place in [place for place in self._told if place.starts_at_ms < before_ms]:
            del self._told[place]

    def _tell(self, node_id: str, node: _Node, until_ms: int) -> Sequence[UsageMeasured]:
        found: list[UsageMeasured] = []
        for starts_at_ms in sorted(start for start in node.windows if start <= until_ms):
            place = Place(node_id, starts_at_ms)
            self._told[place] = None
            found.append(node.windows.pop(starts_at_ms).measured(place))
        return found


def measurement_id(place: Place) -> str:
    """Return the id of the fact about a window; every process computes the same one."""
    return hashlib.sha256(json.dumps(["measured", *place]).encode()).hexdigest()[:32]


def _gpu_measured(index: int, gpu: _Gpu) -> GpuMeasured:
    return GpuMeasured(
        index=index,
        kernel=gpu.kernel.time(),
        sm_active=gpu.sm_active.time(),
        memory_used_mib=gpu.memory_used_mib,
    )


def _task_measured(task: _Task) -> TaskMeasured:
    newest = task.newest
    return TaskMeasured(
        job_id=newest.job_id,
        attempt=newest.attempt,
        gpu_indices=newest.gpu_indices,
        gpu_milli=newest.gpu_milli,
        measured_ms=task.measured_ms,
        kernel=task.kernel.time(),
        sm_active=task.sm_active.time(),
        cpu_busy_milli=task.cpu_milli_ms // max(1, task.measured_ms),
        memory_mib=newest.memory_mib,
        memory_used_mib=task.memory_used_mib,
    )


def _at(figures: Sequence[int], index: int) -> int | None:
    return figures[index] if index < len(figures) else None
