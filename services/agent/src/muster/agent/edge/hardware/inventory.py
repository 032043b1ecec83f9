"""Inventory: the node's resources, and which of its GPUs are healthy now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import psutil
from muster.events.node_heartbeats import GpuState

MIB = 2**20


class Gpus(Protocol):
    """The GPUs of a node.

    Attributes:
        model: The model of all of them; empty when there is none.
        count: Number of GPUs.
    """

    model: str
    count: int

    def states(self) -> tuple[GpuState, ...]:
        """The health of each GPU now."""
        ...

    def busy_percent(self) -> tuple[int, ...]:
        """Percentage of recent time in which a kernel ran, by GPU; empty when unknown."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Inventory:
    """What a node has, apart from its GPUs.

    Attributes:
        address: Where ranks on other nodes reach it.
        port_first: First port for rendezvous.
        port_count: Number of ports.
        cpu_milli: Thousandths of a core.
        memory_mib: Main memory, MiB.
        labels: Free labels.
        taints: What a job must tolerate to be placed here.
    """

    address: str
    port_first: int
    port_count: int
    cpu_milli: int
    memory_mib: int
    labels: Mapping[str, str]
    taints: tuple[str, ...]


def cpu_milli_found() -> int:
    """Every core of the machine."""
    return (psutil.cpu_count() or 1) * 1000


def memory_mib_found() -> int:
    """All of the machine's memory."""
    return psutil.virtual_memory().total // MIB


class DeclaredGpus:
    """GPUs declared in the settings: slots to schedule by, always healthy."""

    def __init__(self, model: str, count: int) -> None:
        self.count = count
        self.model = model if count else ""

    def states(self) -> tuple[GpuState, ...]:
        """All healthy."""
        return tuple(GpuState(index=index, healthy=True) for index in range(self.count))

    def busy_percent(self) -> tuple[int, ...]:
        """Empty: unknown for declared GPUs."""
        return ()
