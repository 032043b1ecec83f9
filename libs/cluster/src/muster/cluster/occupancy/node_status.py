"""NodeStatus: what facts say of a node besides what it holds, and what the kernel should know of that.

A node that comes back with other hardware while it still holds something has a successor: the new hardware
is taken over when the last place on the old one was given back. Until then, facts about GPUs are about the
new one.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias, assert_never

from muster.cluster.cluster import Cluster
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

    @property
    def due_ms(self) -> int:
        """When something happens next: it begins, or ends."""
        return self.ends_at_ms if self.begun else self.starts_at_ms


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
    def introduced(self) -> NodeJoined:
        """As it introduced itself last, taken over or not."""
        return self.successor or self.joined

    @property
    def announced_tags(self) -> Tags:
        """What the node and its operators say of it, whoever it is reserved for."""
        labels = {**self.joined.labels, **self.labels}
        return Tags(labels, tuple(sorted({*self.joined.taints, *self.taints})), self.closes_at_ms)

    @property
    def tags(self) -> Tags:
        """What decides who may use it: each reservation for a queue is a label and a taint, too."""
        announced = self.announced_tags
        if not self.reservations:
            return announced
        labels = {**announced.labels, **dict.fromkeys(self.reservations, "")}
        taints = tuple(sorted((*announced.taints, *self.reservations)))
        return Tags(labels, taints, announced.closes_at_ms)

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

    def rejoin(self, joined: NodeJoined, cluster: Cluster) -> bool:
        """Hear of a known node again; False: with other hardware, which waits to be taken over."""
        self.health = NodeHealth.READY
        if capacity_of(joined) == capacity_of(self.joined):
            self.joined, self.successor = joined, None
            self.mark_all(cluster)
            return True
        known = list(self.gpus_unhealthy)
        self.gpus_unhealthy.clear()
        for index in known:
            self.mark(index, cluster)
        self.successor = joined
        return False

    def succeed(self, successor: NodeJoined, cluster: Cluster) -> None:
        """Take the new hardware over; the kernel must hold nothing on the old.

        Raises:
            ClusterError: It does.
        """
        cluster.remove(successor.node_id)
        cluster.add(capacity_of(successor))
        self.joined, self.successor = successor, None
        self.mark_all(cluster)

    def show(self, cluster: Cluster) -> None:
        """Tell the kernel where the node is, who may use it, and whether it is open."""
        node_id = self.joined.node_id
        cluster.relocate(node_id, self.joined.location)
        cluster.tag(node_id, self.tags)
        cluster.set_schedulable(node_id, self.open)

    def mark(self, index: int, cluster: Cluster) -> None:
        """Tell the kernel of a GPU, unless what is known of it is about the successor."""
        if self.successor is None:
            cluster.mark_gpu(self.joined.node_id, index, healthy=index not in self.gpus_unhealthy)

    def mark_all(self, cluster: Cluster) -> None:
        """Tell the kernel of every unhealthy GPU, and forget those that are not there."""
        for index in [index for index in self.gpus_unhealthy if index >= self.joined.gpu_count]:
            del self.gpus_unhealthy[index]
        for index in self.gpus_unhealthy:
            self.mark(index, cluster)


def capacity_of(joined: NodeJoined) -> NodeCapacity:
    """What the kernel wants to know of a node.

    Raises:
        CapacityError: The failure detector let through what no node could have.
    """
    return NodeCapacity(
        joined.node_id, joined.cpu_milli, joined.memory_mib, joined.gpu_model, joined.gpu_count
    )
