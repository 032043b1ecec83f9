"""Measured usage of the node's hardware, by any process on it: part of every heartbeat."""

from __future__ import annotations

import psutil
from muster.agent.edge.hardware.inventory import MIB, Gpus
from muster.events.node_heartbeats import NodeUsage


class UsageMeter:
    """Reads usage from the operating system and the GPUs' driver.

    Args:
        gpus: The node's GPUs.
    """

    def __init__(self, gpus: Gpus) -> None:
        self._gpus = gpus
        psutil.cpu_percent()  # starts the measurement: each further call reports the time since the last

    def read(self) -> NodeUsage:
        """CPU since the last reading; memory and GPUs now."""
        memory = psutil.virtual_memory()
        cpu_milli = round(psutil.cpu_percent() * 10) * (psutil.cpu_count() or 1)
        return NodeUsage(
            cpu_busy_milli=cpu_milli,
            memory_used_mib=(memory.total - memory.available) // MIB,
            gpu_busy_percent=self._gpus.busy_percent(),
        )
