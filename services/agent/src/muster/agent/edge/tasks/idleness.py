"""IdlenessWatch: GPUs that a task holds but does not use (ADR 77).

It reads the figures of the driver and of DCGM. When all GPUs of a task have idled for its order's time limit,
that is reported; it is withdrawn when one of them is busy. Any consequence is up to the scheduler.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from muster.agent.core.idleness import GpuIdleness, Idle, look_every_ms
from muster.agent.core.reports import Reporter
from muster.agent.core.task_resources import gpu_indices
from muster.agent.edge.disk.memory import Memory, TaskNote
from muster.agent.edge.tasks.watch import TaskWatch, Watched
from muster.events.task_events import Suspicion, TaskHeard, TaskSuspected
from muster.journal import Clock


class GpuFigures(NamedTuple):
    """Percent of each GPU of the node; empty: not measured."""

    kernel: tuple[int, ...]
    sm_active: tuple[int, ...]


@dataclass
class _Held(Watched):
    seen: GpuIdleness
    look_ms: int = 0
    told: Suspicion | None = None


class IdlenessWatch(TaskWatch[_Held]):
    """Follows the GPUs of tasks."""

    LOOK_S = 0.5

    def __init__(
        self, memory: Memory, reporter: Reporter, clock: Clock, figures: Callable[[], GpuFigures]
    ) -> None:
        super().__init__(memory, reporter, clock)
        self._figures = figures

    def follow(self, note: TaskNote) -> None:
        """Watch this task from now on, if its order requests that."""
        limit_ms, gpus = note.start.gpu_idle_max_ms, gpu_indices(note.start)
        if limit_ms is not None and gpus:
            self._watch(_Held(note, GpuIdleness(limit_ms, gpus)))

    def look(self) -> None:
        """Look at the tasks whose turn it is, and report what changed."""
        now_ms = self._clock.monotonic_ms()
        due = [each for each in self._every() if each.look_ms <= now_ms]
        if not due:
            return
        kernel, sm_active = self._figures()
        for watched in due:
            watched.look_ms = now_ms + look_every_ms(watched.seen.limit_ms)
            watched.seen.look(now_ms, kernel, sm_active)
            self._tell(watched, watched.seen.idle())

    def _tell(self, watched: _Held, idle: Idle | None) -> None:
        """Report what is new: that they idle, that it is proven now, that it is over."""
        if idle is not None and idle.suspicion is not watched.told:
            watched.told = idle.suspicion
            self._report(watched, TaskSuspected(**watched.about, **idle._asdict()))
        elif idle is None and watched.told is not None:
            over, watched.told = watched.told, None
            self._report(watched, TaskHeard(**watched.about, suspicion=over))
