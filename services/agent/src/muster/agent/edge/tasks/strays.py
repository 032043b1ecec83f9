"""Strays: tasks that have a folder but no entry in memory. They are ended and their folders deleted."""

from __future__ import annotations

import os
import signal
from collections.abc import Container
from contextlib import suppress

from muster.agent.core.ledger import TaskKey
from muster.agent.core.supervision import Grace
from muster.agent.edge.disk.home import AgentHome
from muster.agent.edge.disk.task_dir import ShimState, TaskDir
from muster.agent.edge.tasks.leftovers import kill_leftovers
from muster.journal import Clock

GRACE_MS = 5_000
SHIM_PATIENCE_MS = 10_000
"""Time that a shim may take beyond the grace period before it is killed itself."""


class Strays:
    """The strays of one node. Used by one thread."""

    def __init__(self, home: AgentHome, clock: Clock) -> None:
        self._home = home
        self._clock = clock
        self._since_ms: dict[TaskKey, int] = {}

    def gather(self, known: Container[TaskKey]) -> None:
        """Find the strays: tasks that have a folder and are not in `known`."""
        now_ms = self._clock.monotonic_ms()
        self._since_ms = {key: now_ms for key, _ in self._home.tasks() if key not in known}

    def end(self) -> bool:
        """End the strays; returns whether none is left. Call again until True."""
        for key, since_ms in list(self._since_ms.items()):
            overdue = self._clock.monotonic_ms() - since_ms >= GRACE_MS + SHIM_PATIENCE_MS
            if _is_over(self._home.task(key), overdue=overdue):
                self._home.remove(key)
                del self._since_ms[key]
        return not self._since_ms


def _is_over(folder: TaskDir, *, overdue: bool) -> bool:
    """Order the task to stop; returns whether none of its processes runs any more."""
    folder.order_stop(Grace(GRACE_MS))  # also for a shim that is just starting
    if folder.shim_state() is ShimState.ALIVE:
        if overdue:
            with suppress(ProcessLookupError):
                os.kill(folder.shim_pid(), signal.SIGKILL)
        return False
    if not folder.planned():
        return True
    return not kill_leftovers(folder.plan())
