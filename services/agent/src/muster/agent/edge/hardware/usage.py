"""Measured usage of the node's hardware, by any process on it: part of every heartbeat."""

from __future__ import annotations

from collections.abc import Callable

import psutil
from muster.agent.edge.hardware.dcgm import DcgmExporter
from muster.agent.edge.hardware.inventory import MIB, Gpus
from muster.events.node_heartbeats import NodeUsage, TaskUsage


class UsageMeter:
    """Reads usage from the operating system, the GPUs' driver and their counters.

    Args:
        gpus: The node's GPUs.
        counters: Source of the GPUs' profiling counters.
        tasks: Returns the current usage of tasks.
    """

    def __init__(
        self, gpus: Gpus, counters: DcgmExporter, tasks: Callable[[], tuple[TaskUsage, ...]]
    ) -> None:
        self._gpus = gpus
        self._counters = counters
        self._tasks = tasks
        psutil.cpu_percent()  # starts the measurement: each further call reports the time since the last

    def read(self) -> NodeUsage:
        """CPU since the last reading; memory and GPUs now."""
        memory = psutil.virtual_memory()
        cpu_milli = round(psutil.cpu_percent() * 10) * (psutil.cpu_count() or 1)
        return NodeUsage(
            cpu_busy_milli=cpu_milli,
            memory_used_mib=(memory.total - memory.available) // MIB,
            gpu_busy_percent=self._gpus.busy_percent(),
            gpu_sm_active_percent=self._counters.sm_active_percent(self._gpus.count),
            gpu_memory_used_mib=self._gpus.memory_used_mib(),
            tasks=self._tasks(),
        )
