"""Node: what is remembered of a machine beside the places the kernel counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from muster.cluster import NodeCapacity
from muster.events.job_events import NodeJoined
from muster.scheduler.core.state.windows import Window


class NodeHealth(StrEnum):
    """What the failure detector says."""

    READY = "READY"
    SUSPECTED = "SUSPECTED"
    LOST = "LOST"


class Cut(NamedTuple):
    """The geometry of a GPU that was ever changed (placement.geometry).

    Attributes:
        cut: Whether it takes MIG instances, and nothing else.
        changed_at_ms: When that was decided.
    """

    cut: bool
    changed_at_ms: int


@dataclass(slots=True)
class Node:
    """One machine.

    Attributes:
        joined: As it last introduced itself.
        health: Whether it is heard.
        cordoned: Whether an operator closed it.
        draining: Whether an operator wants it empty.
        window: When it is closed for maintenance.
        labels: Of operators, beside those it announces.
        taints: Likewise, sorted.
        kept: Whether it is kept for the head of line (reserve.head_of_line).
        reservations: Tags of the reservations for queues that have it, sorted (reserve.advance); derived.
        successor: Its new hardware, taken over when what the old one holds has ended.
        gpus_unhealthy: GPU index -> why; of the new hardware while that waits.
        cuts: GPU index -> its geometry, where it is not as delivered.
        job_ids: Jobs with an attempt here; derived from the jobs.
        ports_used: Rendezvous ports given out here, ascending; derived from the jobs.
        clear_ms: When the last attempt here is believed to be over (Job.ends_by_ms); derived from the jobs.
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
    cuts: dict[int, Cut] = field(default_factory=dict[int, Cut])
    job_ids: dict[str, None] = field(default_factory=dict[str, None])
    ports_used: list[int] = field(default_factory=list[int])
    clear_ms: int = 0

    @property
    def introduced(self) -> NodeJoined:
        """As it introduced itself last, taken over or not."""
        return self.successor or self.joined

    @property
    def open(self) -> bool:
        """Whether anybody's work may be placed here."""
        return self.usable and not self.kept

    @property
    def usable(self) -> bool:
        """Whether the head of line's work may be placed here."""
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


def capacity_of(joined: NodeJoined) -> NodeCapacity:
    """What the kernel wants to know of a node.

    Raises:
        CapacityError: The failure detector let through what no node could have.
    """
    return NodeCapacity(
        joined.node_id, joined.cpu_milli, joined.memory_mib, joined.gpu_model, joined.gpu_count
    )


def port_for(node: Node) -> int:
    """The lowest rendezvous port of a node that no attempt has; 0 when all are taken."""
    port = node.joined.port_first
    for used in node.ports_used:
        if used > port:
            break
        port = max(port, used + 1)
    return port if port < node.joined.port_first + node.joined.port_count else 0
