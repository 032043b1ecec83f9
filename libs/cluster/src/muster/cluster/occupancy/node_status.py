"""NodeStatus: what facts say of a node besides what it holds, and what follows for placements."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias, assert_never

from muster.cluster.model.node import NodeCapacity
from muster.cluster.model.where import Tags
from muster.events.job_events import (
    GpuRecovered,
    GpuUnhealthy,
    MaintenanceEnded,
    MaintenanceScheduled,
    MaintenanceStarted,
    NodeCordoned,
    NodeDraining,
    NodeJoined,
    NodeLost,
    NodeRecovered,
    NodeRelocated,
    NodeSuspected,
    NodeTagged,
    NodeUncordoned,
    NodeUndrained,
)

StatusFact: TypeAlias = (
    NodeSuspected | NodeRecovered | NodeLost | NodeCordoned | NodeUncordoned | NodeDraining | NodeUndrained
    | NodeTagged | MaintenanceScheduled | MaintenanceStarted | MaintenanceEnded | NodeRelocated
    | GpuUnhealthy | GpuRecovered
)  # fmt: skip
"""Facts that change the status of a known node."""


class NodeHealth(StrEnum):
    """What the failure detector says."""

    READY = "READY"
    SUSPECTED = "SUSPECTED"
    LOST = "LOST"


@dataclass(frozen=True, slots=True)
class Window:
    """A node is closed for a time.

    Attributes:
        starts_at_ms: From when.
        ends_at_ms: Until when.
        begun: Whether it has begun.
    """

    starts_at_ms: int
    ends_at_ms: int
    begun: bool = False


@dataclass(slots=True)
class NodeStatus:
    """What is known of one node.

    Attributes:
        joined: As it last introduced itself.
        health: Whether it is heard.
        cordoned: Whether an operator closed it.
        draining: Whether an operator wants it empty.
        window: When it is closed for maintenance.
        labels: Of operators, beside those it announces.
        taints: Likewise, sorted.
        kept: Whether it is kept for the head of line.
        reservations: Tags of the reservations for queues that have it, sorted.
        successor: Its new hardware, taken over when what the old one holds has ended.
        gpus_unhealthy: GPU index -> why; of the new hardware while that waits.
    """

    joined: NodeJoined
    health: NodeHealth = NodeHealth.READY
    cordoned: bool = False
    draining: bool = False
    window: Window | None = None
    labels: dict[str, str] = field(default_factory=dict[str, str])
    taints: tuple[str, ...] = ()
    kept: bool = False
    reservations: tuple[str, ...] = ()
    successor: NodeJoined | None = None
    gpus_unhealthy: dict[int, str] = field(default_factory=dict[int, str])

    @property
    def open(self) -> bool:
        """Whether work in general may be placed here."""
        return self.usable and not self.kept

    @property
    def usable(self) -> bool:
        """Whether the work it is kept for may be placed here."""
        return self.health is NodeHealth.READY and not self.closed and self.successor is None

    @property
    def closed(self) -> bool:
        """Whether operators let nothing new be placed here."""
        return self.cordoned or self.leaving

    @property
    def leaving(self) -> bool:
        """Whether what runs here is to be moved."""
        return self.draining or (self.window is not None and self.window.begun)

    @property
    def closes_at_ms(self) -> int | None:
        """When it will be closed for maintenance; None: nobody means to close it, or it is closed."""
        return None if self.window is None or self.window.begun else self.window.starts_at_ms

    @property
    def tags(self) -> Tags:
        """What decides who may use it: each reservation for a queue is a label and a taint, too."""
        labels = {**self.joined.labels, **self.labels, **dict.fromkeys(self.reservations, "")}
        taints = {*self.joined.taints, *self.taints, *self.reservations}
        return Tags(labels, tuple(sorted(taints)), self.closes_at_ms)

    def apply(self, fact: StatusFact) -> None:  # noqa: C901  (one case a fact)
        """Change as the fact says."""
        match fact:
            case NodeSuspected():
                self.health = NodeHealth.SUSPECTED
            case NodeRecovered():
                self.health = NodeHealth.READY
            case NodeLost():
                self.health = NodeHealth.LOST
            case NodeCordoned() | NodeUncordoned():
                self.cordoned = isinstance(fact, NodeCordoned)
            case NodeDraining() | NodeUndrained():
                self.draining = isinstance(fact, NodeDraining)
            case NodeTagged():
                self.labels, self.taints = dict(fact.labels), fact.taints
            case MaintenanceScheduled():
                self.window = Window(fact.starts_at_ms, fact.ends_at_ms)
            case MaintenanceStarted():
                self.window = self.window and replace(self.window, begun=True)
            case MaintenanceEnded():
                self.window = None
            case NodeRelocated():
                self.joined = replace(self.joined, location=fact.location)
                self.successor = self.successor and replace(self.successor, location=fact.location)
            case GpuUnhealthy():
                self.gpus_unhealthy[fact.gpu_index] = fact.reason
            case GpuRecovered():
                self.gpus_unhealthy.pop(fact.gpu_index, None)
            case _:
                assert_never(fact)


def capacity_of(joined: NodeJoined) -> NodeCapacity:
    """What the kernel wants to know of a node.

    Raises:
        CapacityError: The failure detector let through what no node could have.
    """
    return NodeCapacity(
        joined.node_id, joined.cpu_milli, joined.memory_mib, joined.gpu_model, joined.gpu_count
    )
