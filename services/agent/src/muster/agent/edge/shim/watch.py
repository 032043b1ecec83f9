"""Watch: what the shim observes to know when the ranks must end."""

from __future__ import annotations

import os
import signal
import time
from types import FrameType

from muster.agent.core.supervision import Look
from muster.agent.edge.disk.task_dir import Plan, TaskDir


class Watch:
    """The stop order, the agent's lease, the shim's own signals, the time.

    The age of the lease counts from when its file was SEEN to change, on the monotonic clock, so that setting
    the machine's date ends no work. Signals to the shim itself (the machine shuts down) end the ranks.
    """

    def __init__(self, task: TaskDir, plan: Plan) -> None:
        self._task = task
        self._lease_file = plan.lease_file
        self._started_ms = self._lease_seen_ms = now_ms()
        self._lease_stamp: int | None = None
        self._signalled = False
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._on_signal)

    def look(self, *, rank_failed: bool, out_of_memory: bool) -> Look:
        """Observe the current state."""
        at_ms = now_ms()
        stamp = self._read_lease()
        if stamp != self._lease_stamp:
            self._lease_stamp, self._lease_seen_ms = stamp, at_ms
        return Look(
            now_ms=at_ms,
            started_ms=self._started_ms,
            lease_seen_ms=self._lease_seen_ms,
            lease_revoked=stamp is None,
            stop_grace=self._task.stop_grace(),
            checkpoint_saved=self._task.checkpoint_saved(),
            signalled=self._signalled,
            rank_failed=rank_failed,
            out_of_memory=out_of_memory,
        )

    def _read_lease(self) -> int | None:
        try:
            return os.stat(self._lease_file).st_mtime_ns
        except FileNotFoundError:
            return None

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._signalled = True


def now_ms() -> int:
    """Milliseconds since the machine started. The shim imports the standard library only: no Clock."""
    return time.monotonic_ns() // 1_000_000
