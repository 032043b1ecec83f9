"""Leftovers: processes of a task that outlived its shim, found by the mark in their environment.

A shim that is killed takes the ranks' first processes with it (the kernel does); what those had started goes
on and has no parent of ours. It still carries the task's mark, whatever group or session it moved to.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

from muster.agent.core.environment import MARK


def kill_leftovers(mark: str) -> bool:
    """Kill every process with the task's mark; whether there was any. Call again until there is none."""
    marked = _marked(f"{MARK}={mark}".encode())
    for pid in marked:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return bool(marked)


def _marked(variable: bytes) -> list[int]:
    found: list[int] = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        with suppress(OSError):  # it ended while we looked, or belongs to somebody else
            if variable in Path("/proc", entry, "environ").read_bytes().split(b"\0"):
                found.append(int(entry))
    return found
