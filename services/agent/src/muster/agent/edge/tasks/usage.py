"""TaskMeter: CPU and memory that the processes of each task use, for the heartbeat."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from muster.agent.core.given import gpu_indices, gpu_milli, memory_mib
from muster.agent.core.ledger import TaskKey
from muster.agent.edge.disk.home import AgentHome
from muster.agent.edge.disk.task_dir import ShimState, TaskDir
from muster.agent.edge.hardware.inventory import MIB
from muster.agent.edge.sandbox.memory import used_bytes
from muster.agent.edge.tasks.stacks import cpu_ms
from muster.events.node_commands import StartTask
from muster.events.node_heartbeats import TaskUsage
from muster.journal import Clock


class _Read(NamedTuple):
    at_ms: int
    cpu_ms: int


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
                    reads[key] = _Read(self._clock.monotonic_ms(), cpu_ms(folder))
                    if key in self._before:
                        found.append(_usage(order, folder, self._before[key], reads[key]))
        self._before = reads
        return tuple(found)


def _usage(order: StartTask, folder: TaskDir, before: _Read, now: _Read) -> TaskUsage:
    given_mib = memory_mib(order)
    passed_ms = max(1, now.at_ms - before.at_ms)
    return TaskUsage(
        job_id=order.job_id,
        attempt=order.attempt,
        gpu_indices=gpu_indices(order),
        gpu_milli=gpu_milli(order),
        cpu_busy_milli=max(0, now.cpu_ms - before.cpu_ms) * 1000 // passed_ms,
        memory_mib=given_mib,
        memory_used_mib=used_bytes(folder.shim_pid(), given_mib * MIB) // MIB,
    )
