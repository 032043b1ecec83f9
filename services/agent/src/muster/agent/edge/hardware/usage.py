"""What the node's hardware really does, by whoever runs on it: said with every beat."""

from __future__ import annotations

import psutil
from muster.agent.edge.hardware.inventory import MIB, Gpus
from muster.events.node_heartbeats import NodeUsage


class UsageMeter:
    """Asks the operating system and the GPUs' driver.

    Args:
        gpus: Of the node.
    """

    def __init__(self, gpus: Gpus) -> None:
        self._gpus = gpus
        psutil.cpu_percent()  # the first answer is about nothing: what follows is since the one before

    def read(self) -> NodeUsage:
        """CPU since the last reading; memory and GPUs now."""
        memory = psutil.virtual_memory()
        cpu_milli = round(psutil.cpu_percent() * 10) * (psutil.cpu_count() or 1)
        return NodeUsage(
            cpu_busy_milli=cpu_milli,
            memory_used_mib=(memory.total - memory.available) // MIB,
            gpu_busy_percent=self._gpus.busy_percent(),
        )
