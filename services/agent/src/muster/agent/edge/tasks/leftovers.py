"""Leftovers: processes of a task that outlived its shim, found by the mark in their environment.

When a shim is killed, the kernel kills the ranks' first processes too; processes that these had started keep
running, without a parent of ours. They still carry the task's mark, whatever group or session they moved to.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

from muster.agent.core.environment import MARK
from muster.agent.edge.disk.task_dir import Plan
from muster.agent.edge.sandbox import cgroups


def kill_leftovers(plan: Plan) -> bool:
    """Kill every process with the task's mark; returns whether there was any. Call again until False.

    Once there is none, the task's control groups are removed.
    """
    marked = _marked(f"{MARK}={plan.ranks[0].env[MARK]}".encode())
    for pid in marked:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    if not marked:
        cgroups.remove(plan.containment.groups)
    return bool(marked)


def _marked(variable: bytes) -> list[int]:
    found: list[int] = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        with suppress(OSError):  # it ended meanwhile, or belongs to another user
            if variable in Path("/proc", entry, "environ").read_bytes().split(b"\0"):
                found.append(int(entry))
    return found
