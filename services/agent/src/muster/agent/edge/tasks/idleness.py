"""IdlenessWatch: GPUs that a task holds and does not use (ADR 77).

Looked at are the figures of the driver and of DCGM. When all GPUs of a task have idled for the time of its
order, that is reported; it is taken back when one of them is busy. What follows is the scheduler's.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from muster.agent.core.given import gpu_indices
from muster.agent.core.idleness import GpuIdleness, Idle, look_every_ms
from muster.agent.core.ledger import TaskKey
from muster.agent.core.reports import Reporter, TaskReport
from muster.agent.edge.disk.memory import Memory, TaskNote
from muster.events.task_events import Suspicion, TaskHeard, TaskSuspected
from muster.events.topics import TASK_EVENTS
from muster.journal import Clock

LOOK_S: Final = 0.5

_log = logging.getLogger(__name__)


class GpuFigures(NamedTuple):
    """Percent of each GPU of the node; empty: not measured."""

    kernel: tuple[int, ...]
    sm_active: tuple[int, ...]


@dataclass
class _Watched:
    note: TaskNote
    seen: GpuIdleness
    look_ms: int = 0
    told: Suspicion | None = None


class IdlenessWatch:
    """Follows the GPUs of tasks. One thread runs it; any thread may call the rest."""

    def __init__(
        self, memory: Memory, reporter: Reporter, clock: Clock, figures: Callable[[], GpuFigures]
    ) -> None:
        self._memory = memory
        self._reporter = reporter
        self._clock = clock
        self._figures = figures
        self._lock = threading.Lock()
        self._watched: dict[TaskKey, _Watched] = {}

    def follow(self, note: TaskNote) -> None:
        """Watch this task from now on, if its order says so."""
        limit_ms, gpus = note.start.gpu_idle_max_ms, gpu_indices(note.start)
        if limit_ms is not None and gpus:
            with self._lock:
                self._watched[note.key] = _Watched(note, GpuIdleness(limit_ms, gpus))

    def finish(self, key: TaskKey) -> None:
        """The ranks have ended."""
        with self._lock:
            self._watched.pop(key, None)

    def finished(self, key: TaskKey) -> bool:
        """Whether it is watched no more."""
        with self._lock:
            return key not in self._watched

    def abandon(self) -> None:
        """Stop watching all tasks."""
        with self._lock:
            self._watched.clear()

    def run(self, stopping: threading.Event) -> None:
        """Look until `stopping` is set."""
        while not stopping.is_set():
            self.look()
            stopping.wait(LOOK_S)

    def look(self) -> None:
        """Look at the tasks whose turn it is, and report what changed."""
        now_ms = self._clock.monotonic_ms()
        with self._lock:
            due = [each for each in self._watched.values() if each.look_ms <= now_ms]
        if not due:
            return
        kernel, sm_active = self._figures()
        for watched in due:
            watched.look_ms = now_ms + look_every_ms(watched.seen.limit_ms)
            watched.seen.look(now_ms, kernel, sm_active)
            self._tell(watched, watched.seen.idle())

    def _tell(self, watched: _Watched, idle: Idle | None) -> None:
        """Report what is new: that they idle, that it is proven now, that it is over."""
        start = watched.note.start
        about: dict[str, Any] = {"node_id": start.node_id, "job_id": start.job_id, "attempt": start.attempt}
        if idle is not None and idle.suspicion is not watched.told:
            watched.told = idle.suspicion
            self._report(watched, TaskSuspected(**about, **idle._asdict()))
        elif idle is None and watched.told is not None:
            over, watched.told = watched.told, None
            self._report(watched, TaskHeard(**about, suspicion=over))

    def _report(self, watched: _Watched, report: TaskReport) -> None:
        note = watched.note
        if self.finished(note.key):
            return
        envelope = self._reporter.task(report, note.origin, self._clock.now_ms())
        with self._memory.transaction() as transaction:
            transaction.report(TASK_EVENTS, envelope, note.trace)
        _log.info("attempt %s/%s: %s", *note.key, report)
