"""NodeStatus: a node's status as facts report it, and the part of it that the kernel needs.

A node that rejoins with other hardware while it still holds placements has a successor: the new hardware is
adopted when the last placement on the old one has been given back. Until then, facts about GPUs refer to the
new hardware.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias, assert_never

from muster.cluster.cluster import Cluster
from muster.cluster.model.node import NodeCapacity
from muster.cluster.model.where import SANDBOXED, Tags
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
    NodeReclaiming,
    NodeRecovered,
    NodeRelocated,
    NodeSpared,
    NodeSuspected,
    NodeTagged,
    NodeUncordoned,
    NodeUndrained,
)
from muster.events.node_heartbeats import Sandbox
from muster.events.task_events import ReclaimSource

StatusFact: TypeAlias = (
    NodeSuspected | NodeRecovered | NodeLost | NodeCordoned | NodeUncordoned | NodeDraining | NodeUndrained
    | NodeTagged | MaintenanceScheduled | MaintenanceStarted | MaintenanceEnded | NodeRelocated
    | GpuUnhealthy | GpuRecovered | NodeReclaiming | NodeSpared
)  # fmt: skip
"""Facts that change the status of a known node."""


class NodeHealth(StrEnum):
    """The failure detector's verdict."""

    READY = "READY"
    SUSPECTED = "SUSPECTED"
    LOST = "LOST"


@dataclass(frozen=True, slots=True)
class Window:
    """A maintenance window of a node.

    Attributes:
        starts_at_ms: Start, milliseconds since 1970.
        ends_at_ms: End, milliseconds since 1970.
        begun: Whether it has begun.
    """

    starts_at_ms: int
    ends_at_ms: int
    begun: bool = False

    @property
    def due_ms(self) -> int:
        """Time of its next event: the start, or the end once it has begun; milliseconds since 1970."""
        return self.ends_at_ms if self.begun else self.starts_at_ms


@dataclass(frozen=True, slots=True)
class Reclaim:
    """That a node will be taken away, as its provider or an operator announced.

    Attributes:
        notice_id: Id of the announcement.
        deadline_ms: Time at which it is gone, milliseconds since 1970; None: at risk, but no time is set.
        source: Source of the announcement.
    """

    notice_id: str
    deadline_ms: int | None
    source: ReclaimSource


@dataclass(slots=True)
class NodeStatus:
    """Status of one node.

    Attributes:
        joined: The last adopted NodeJoined.
        health: The failure detector's verdict.
        cordoned: Whether an operator closed it.
        draining: Whether an operator is emptying it.
        window: The maintenance window; None: none.
        reclaim: That it will be taken away; None: nobody announced that.
        labels: Labels set by operators, besides those it announces.
        taints: Taints set by operators, besides those it announces; sorted.
        kept: Whether it is kept for the head of line.
        held_for: The job that it is held for, because others yield to it there; empty: none.
        reservations: Tags of the queue reservations that include it, sorted.
        successor: The new hardware, to adopt when the old one holds nothing any more; None: none.
        gpus_unhealthy: Reason by index of each unhealthy GPU; of the successor's GPUs if there is one.
    """

    joined: NodeJoined
    health: NodeHealth = NodeHealth.READY
    cordoned: bool = False
    draining: bool = False
    window: Window | None = None
    reclaim: Reclaim | None = None
    labels: dict[str, str] = field(default_factory=dict[str, str])
    taints: tuple[str, ...] = ()
    kept: bool = False
    held_for: str = ""
    reservations: tuple[str, ...] = ()
    successor: NodeJoined | None = None
    gpus_unhealthy: dict[int, str] = field(default_factory=dict[int, str])

    @property
    def open(self) -> bool:
        """Whether any work may be placed here."""
        return self.usable and not self.kept and not self.held_for

    @property
    def usable(self) -> bool:
        """Whether the work that it is reserved for may be placed here."""
        return self.health is NodeHealth.READY and not self.closed and self.successor is None

    @property
    def closed(self) -> bool:
        """Whether operators closed it to new work, or it will be taken away."""
        return self.cordoned or self.reclaim is not None or self.leaving

    @property
    def leaving(self) -> bool:
        """Whether running work must leave."""
        return self.draining or (self.window is not None and self.window.begun) or self.gone_at_ms is not None

    @property
    def gone_at_ms(self) -> int | None:
        """Time at which it will be reclaimed; None: no time is set."""
        return None if self.reclaim is None else self.reclaim.deadline_ms

    @property
    def closes_at_ms(self) -> int | None:
        """Time at which it closes for maintenance; None: never, or it is closed already."""
        return None if self.window is None or self.window.begun else self.window.starts_at_ms

    @property
    def introduced(self) -> NodeJoined:
        """Its last NodeJoined, adopted or not."""
        return self.successor or self.joined

    @property
    def announced_tags(self) -> Tags:
        """Labels and taints of the node and its operators, without reservations."""
        labels = {**self.joined.labels, **self.labels}
        if self.joined.sandbox is not Sandbox.NONE:
            labels |= SANDBOXED
        taints = tuple(sorted({*self.joined.taints, *self.taints}))
        return Tags(labels, taints, self.closes_at_ms, self.joined.gpu_memory_mib)

    @property
    def tags(self) -> Tags:
        """All labels and taints; each reservation for a queue adds a label and a taint."""
        announced = self.announced_tags
        if not self.reservations:
            return announced
        labels = {**announced.labels, **dict.fromkeys(self.reservations, "")}
        taints = tuple(sorted((*announced.taints, *self.reservations)))
        return replace(announced, labels=labels, taints=taints)

    def apply(self, fact: StatusFact) -> None:  # noqa: C901, PLR0912  (one case a fact)
        """Apply a fact."""
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
            case NodeReclaiming():
                self.reclaim = Reclaim(fact.notice_id, fact.deadline_ms, fact.source)
            case NodeSpared():
                self.reclaim = None
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
        """Apply a NodeJoined of a known node; False: it has other hardware, which becomes its successor."""
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
        """Adopt the new hardware.

        Raises:
            ClusterError: The old hardware still holds placements.
        """
        cluster.remove(successor.node_id)
        cluster.add(capacity_of(successor))
        self.joined, self.successor = successor, None
        self.mark_all(cluster)

    def show(self, cluster: Cluster) -> None:
        """Update the node's location, tags and schedulability in the kernel."""
        node_id = self.joined.node_id
        cluster.relocate(node_id, self.joined.location)
        cluster.tag(node_id, self.tags)
        cluster.set_schedulable(node_id, self.open)

    def mark(self, index: int, cluster: Cluster) -> None:
        """Update a GPU's health in the kernel, unless it is the successor's GPU."""
        if self.successor is None:
            cluster.mark_gpu(self.joined.node_id, index, healthy=index not in self.gpus_unhealthy)

    def mark_all(self, cluster: Cluster) -> None:
        """Update the health of all GPUs in the kernel; unhealthy GPUs that no longer exist are dropped."""
        for index in [index for index in self.gpus_unhealthy if index >= self.joined.gpu_count]:
            del self.gpus_unhealthy[index]
        for index in self.gpus_unhealthy:
            self.mark(index, cluster)


def capacity_of(joined: NodeJoined) -> NodeCapacity:
    """The capacity of a node for the kernel.

    Raises:
        CapacityError: The fact has an invalid value.
    """
    return NodeCapacity(
        joined.node_id, joined.cpu_milli, joined.memory_mib, joined.gpu_model, joined.gpu_count
    )
