"""Inventory: the node's resources, and which of its GPUs are healthy now."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

import psutil
from muster.events.node_heartbeats import Enforced, GpuState, Sandbox
from muster.journal.clock import machine_boot_id

MIB = 2**20

_log = logging.getLogger(__name__)


class Gpus(Protocol):
    """The GPUs of a node.

    Attributes:
        model: The model of all of them; empty when there is none.
        count: Number of GPUs.
        memory_mib: Memory of each, the least where they differ; 0 when unknown.
    """

    model: str
    count: int
    memory_mib: int

    def minor(self, index: int) -> int:
        """The number in the name of its device file."""
        ...

    def states(self) -> tuple[GpuState, ...]:
        """The health of each GPU now."""
        ...

    def busy_percent(self) -> tuple[int, ...]:
        """Percentage of recent time in which a kernel ran, by GPU; empty when unknown."""
        ...

    def memory_used_mib(self) -> tuple[int, ...]:
        """Memory of each GPU in use now, MiB; empty when unknown."""
        ...

    def left_on(self, index: int) -> str:
        """The processes that compute on a GPU, as text; empty when there is none or they cannot be seen."""
        ...

    def compute(self, index: int) -> str:
        """Test whether a GPU computes; return what was done, or why it was not.

        Raises:
            GpuFailed: it does not, or others than the right numbers.
        """
        ...


class GpuFailed(Exception):
    """A GPU does not compute correctly; the message says what was found."""


def free_of(gpus: Gpus, taken: Collection[int]) -> tuple[GpuState, ...]:
    """Health of each GPU; one that no task holds but a process still uses is unhealthy.

    Args:
        gpus: The node's GPUs.
        taken: Indices of the GPUs that live tasks hold.
    """
    return tuple(
        GpuState(index=state.index, healthy=False, reason=left)
        if state.healthy and state.index not in taken and (left := gpus.left_on(state.index))
        else state
        for state in gpus.states()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Inventory:
    """Resources of a node, apart from its GPUs.

    Attributes:
        address: Address at which ranks on other nodes reach it.
        port_first: First port for rendezvous.
        port_count: Number of ports.
        cpu_milli: Thousandths of a core.
        memory_mib: Main memory, MiB.
        labels: Free-form labels.
        taints: Taints that a job must tolerate to be placed here.
        sandbox: Isolation of jobs.
        enforces: Limits enforced on jobs.
        machine_boot_id: Boot of the machine; empty: unknown.
    """

    address: str
    port_first: int
    port_count: int
    cpu_milli: int
    memory_mib: int
    labels: Mapping[str, str]
    taints: tuple[str, ...]
    sandbox: Sandbox
    enforces: tuple[Enforced, ...]
    machine_boot_id: str = ""


def cpu_milli_found() -> int:
    """CPU of all cores of the machine, in thousandths of a core."""
    return (psutil.cpu_count() or 1) * 1000


def machine_boot_id_found() -> str:
    """Boot id of this machine; empty if its kernel does not give one."""
    try:
        return machine_boot_id()
    except OSError as error:
        _log.warning("a reboot of this machine will not be noticed: %s", error)
        return ""


def memory_mib_found() -> int:
    """Memory of the whole machine, MiB."""
    return psutil.virtual_memory().total // MIB


class DeclaredGpus:
    """GPUs declared in the settings: slots to schedule by, always healthy."""

    def __init__(self, model: str, count: int, memory_mib: int = 0) -> None:
        self.count = count
        self.memory_mib = memory_mib if count else 0
        self.model = model if count else ""

    def minor(self, index: int) -> int:
        """Minor number of a GPU: its index."""
        return index

    def states(self) -> tuple[GpuState, ...]:
        """All GPUs as healthy."""
        return tuple(GpuState(index=index, healthy=True) for index in range(self.count))

    def busy_percent(self) -> tuple[int, ...]:
        """Empty: unknown for declared GPUs."""
        return ()

    def memory_used_mib(self) -> tuple[int, ...]:
        """Empty: unknown for declared GPUs."""
        return ()

    def left_on(self, index: int) -> str:
        """Return an empty text: processes on declared GPUs cannot be seen."""
        del index
        return ""

    def compute(self, index: int) -> str:
        """Skip the check: nothing computes on declared GPUs."""
        del index
        return "declared in the settings, not computed"
