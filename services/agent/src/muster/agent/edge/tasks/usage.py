"""TaskMeter: CPU and memory that the processes of each task and rank use, for the heartbeat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from muster.agent.core.ledger import TaskKey
from muster.agent.core.task_resources import gpu_indices, gpu_milli, memory_mib
from muster.agent.edge.disk.home import AgentHome
from muster.agent.edge.disk.task_dir import ShimState, TaskDir
from muster.agent.edge.hardware.inventory import MIB
from muster.agent.edge.sandbox.memory import used_bytes
from muster.agent.edge.tasks.sessions import Process, processes, ranks_of_sessions
from muster.events.node_commands import StartTask
from muster.events.node_heartbeats import RankUsage, TaskUsage
from muster.journal import Clock


class _Read(NamedTuple):
    """The processes of a task at one moment, and the ranks of their sessions."""

    at_ms: int
    processes: Sequence[Process]
    rank_of: Mapping[int, int]

    def cpu_ms(self, rank: int | None = None) -> int:
        """CPU time of the living processes, of a rank or of all."""
        return sum(each.cpu_ms for each in self.of(rank))

    def of(self, rank: int | None) -> Sequence[Process]:
        """The processes of a rank; None: all."""
        return [each for each in self.processes if rank is None or self.rank_of.get(each.session) == rank]


class TaskMeter:
    """Looks at the processes below each task's shim. One thread at a time."""

    def __init__(self, home: AgentHome, clock: Clock) -> None:
        self._home = home
        self._clock = clock
        self._before: dict[TaskKey, _Read] = {}

    def read(self, orders: Iterable[StartTask]) -> tuple[TaskUsage, ...]:
        """CPU that live tasks used since the last reading, and the memory they use now.

        A task is included from its second reading on; the same holds after a restart of the agent.
        """
        found: list[TaskUsage] = []
        reads: dict[TaskKey, _Read] = {}
        for order in orders:
            key, folder = TaskKey.of(order), self._home.task(TaskKey.of(order))
            with suppress(OSError):  # it ends while it is looked at
                if folder.started() and folder.shim_state() is ShimState.ALIVE:
                    before = self._before.get(key)
                    reads[key] = self._processes(order, folder, before)
                    if before is not None:
                        found.append(_usage(order, folder, before, reads[key]))
        self._before = reads
        return tuple(found)

    def _processes(self, order: StartTask, folder: TaskDir, before: _Read | None) -> _Read:
        found = processes(folder.shim_pid())
        ranks = [each.rank for each in order.ranks]
        rank_of = ranks_of_sessions(found, ranks, before.rank_of if before else {})
        return _Read(self._clock.monotonic_ms(), found, rank_of)


def _usage(order: StartTask, folder: TaskDir, before: _Read, now: _Read) -> TaskUsage:
    given_mib = memory_mib(order)
    return TaskUsage(
        job_id=order.job_id,
        attempt=order.attempt,
        gpu_indices=gpu_indices(order),
        gpu_milli=gpu_milli(order),
        cpu_busy_milli=_cpu_busy_milli(before, now),
        memory_mib=given_mib,
        memory_used_mib=used_bytes(folder.shim_pid(), given_mib * MIB) // MIB,
        ranks=tuple(
            RankUsage(
                rank=each.rank,
                gpu_indices=each.gpu_indices,
                cpu_busy_milli=_cpu_busy_milli(before, now, each.rank),
                memory_used_mib=sum(p.resident_bytes() for p in now.of(each.rank)) // MIB,
            )
            for each in order.ranks
            if each.rank in now.rank_of.values()
        ),
    )


def _cpu_busy_milli(before: _Read, now: _Read, rank: int | None = None) -> int:
    """CPU used between two readings, thousandths of a core."""
    passed_ms = max(1, now.at_ms - before.at_ms)
    return max(0, now.cpu_ms(rank) - before.cpu_ms(rank)) * 1000 // passed_ms
