"""Node: the state of a machine, except for its free resources, which the kernel counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from muster.cluster.occupancy import NodeStatus


class Cut(NamedTuple):
    """The geometry of a GPU that has been changed at least once (placement.geometry).

    Attributes:
        cut: Whether the GPU is in MIG mode: it takes MIG instances and nothing else.
        changed_at_ms: Time of the last change, ms since 1970 UTC.
    """

    cut: bool
    changed_at_ms: int


@dataclass(slots=True)
class Node(NodeStatus):
    """One machine: its public status, and what only the scheduler needs.

    Attributes:
        cuts: GPU index -> geometry, for GPUs whose geometry was ever changed.
        job_ids: Jobs with an attempt on the node; derived from the jobs.
        ports_used: Rendezvous ports in use, ascending; derived from the jobs.
        clear_ms: Estimated end of the last attempt on the node (Job.ends_by_ms); derived from the jobs.
    """

    cuts: dict[int, Cut] = field(default_factory=dict[int, Cut])
    job_ids: dict[str, None] = field(default_factory=dict[str, None])
    ports_used: list[int] = field(default_factory=list[int])
    clear_ms: int = 0


def port_for(node: Node) -> int:
    """The lowest free rendezvous port of a node; 0 when all are in use."""
    port = node.joined.port_first
    for used in node.ports_used:
        if used > port:
            break
        if used == port:
            port += 1
    return port if port < node.joined.port_first + node.joined.port_count else 0
