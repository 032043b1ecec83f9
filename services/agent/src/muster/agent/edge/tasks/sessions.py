"""CPU and memory of a task's processes, and the ranks they belong to.

The first process of a rank leads a session, and its processes stay in it unless one begins another: the
session names the rank at the cost of reading one environment for each session, once.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from muster.agent.edge.sandbox.memory import below, resident_bytes
from muster.agent.edge.shim.processes import descendants
from muster.agent.edge.tasks.stacks import rank_of

_TICKS_PER_S: Final = os.sysconf("SC_CLK_TCK")
_SESSION, _USER_TICKS, _SYSTEM_TICKS = 3, 11, 12
"""Fields of /proc/PID/stat behind the process's name, from 0: proc_pid_stat(5)."""


@dataclass(frozen=True, slots=True)
class Process:
    """One process.

    Attributes:
        pid: Process id.
        session: Process id of its session's leader.
        cpu_ms: CPU time so far.
    """

    pid: int
    session: int
    cpu_ms: int

    def resident_bytes(self) -> int:
        """Resident memory; 0 once it has ended."""
        return resident_bytes(self.pid)


def processes(root: int) -> list[Process]:
    """Return the living processes below one; zombies count as dead."""
    return list(_read(below(root)))


def cpu_ms(root: int) -> int:
    """Return the CPU time of the living processes below one, found in all of /proc: none is missed."""
    return sum(each.cpu_ms for each in _read(descendants(root)))


def ranks_of_sessions(
    found: Iterable[Process], ranks: Iterable[int], known: Mapping[int, int]
) -> Mapping[int, int]:
    """Return the rank of each session of these processes, where its leader names one.

    Args:
        found: The processes of a task.
        ranks: The ranks of the task.
        known: Ranks of sessions found before.
    """
    sessions, own = {each.session for each in found}, set(ranks)
    by_session = {session: known[session] for session in sessions & known.keys()}
    for session in sessions - known.keys():
        rank = rank_of(session)
        if rank in own:
            by_session[session] = rank
    return by_session


def _read(pids: Iterable[int]) -> Iterator[Process]:
    for pid in pids:
        with suppress(OSError, ValueError, IndexError):  # it ended meanwhile
            fields = Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()
            if fields[0] in "ZX":
                continue
            ticks = int(fields[_USER_TICKS]) + int(fields[_SYSTEM_TICKS])
            yield Process(pid, int(fields[_SESSION]), ticks * 1000 // _TICKS_PER_S)
