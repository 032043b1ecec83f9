"""TaskWatch: common base of the watches over tasks: followed tasks, and reports about them."""

from __future__ import annotations

import logging
import threading
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from muster.agent.core.ledger import TaskKey
from muster.agent.core.reports import Reporter, TaskReport
from muster.agent.edge.disk.memory import Memory, TaskNote
from muster.events.topics import TASK_EVENTS
from muster.journal import Clock

_log = logging.getLogger(__name__)


@dataclass
class Watched:
    """A task that is watched, and what was seen of it.

    Attributes:
        note: The task.
    """

    note: TaskNote

    @property
    def about(self) -> dict[str, Any]:
        """The fields that each report about it has."""
        start = self.note.start
        return {"node_id": start.node_id, "job_id": start.job_id, "attempt": start.attempt}


W = TypeVar("W", bound=Watched)


class TaskWatch(ABC, Generic[W]):
    """Watches tasks. One thread runs it; any thread may call the rest.

    Args:
        memory: The outbox for reports.
        reporter: Makes their envelopes.
        clock: The time.
    """

    LOOK_S: ClassVar[float]
    """Time between two looks, seconds."""

    def __init__(self, memory: Memory, reporter: Reporter, clock: Clock) -> None:
        self._memory = memory
        self._reporter = reporter
        self._clock = clock
        self._lock = threading.Lock()
        self._watched: dict[TaskKey, W] = {}

    @abstractmethod
    def follow(self, note: TaskNote) -> None:
        """Watch this task from now on, if it is to be watched."""

    @abstractmethod
    def look(self) -> None:
        """Look at the tasks, and report what changed."""

    def finish(self, key: TaskKey) -> None:
        """Note that the ranks have ended."""
        with self._lock:
            self._watched.pop(key, None)

    def finished(self, key: TaskKey) -> bool:
        """Whether the task is no longer watched."""
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
            stopping.wait(self.LOOK_S)

    def _watch(self, watched: W) -> None:
        with self._lock:
            self._watched[watched.note.key] = watched

    def _every(self) -> list[W]:
        """All watched tasks; they are looked at without the lock, since that may take long."""
        with self._lock:
            return list(self._watched.values())

    def _report(self, watched: W, report: TaskReport) -> None:
        note = watched.note
        if self.finished(note.key):
            return
        envelope = self._reporter.task(report, note.origin, self._clock.now_ms())
        with self._memory.transaction() as transaction:
            transaction.report(TASK_EVENTS, envelope, note.trace)
        _log.info("attempt %s/%s: %s", *note.key, report)
