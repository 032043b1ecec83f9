"""Node: what is remembered of a machine beside the places the kernel counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from muster.cluster.occupancy import NodeStatus


class Cut(NamedTuple):
    """The geometry of a GPU that was ever changed (placement.geometry).

    Attributes:
        cut: Whether it takes MIG instances, and nothing else.
        changed_at_ms: When that was decided.
    """

    cut: bool
    changed_at_ms: int


@dataclass(slots=True)
class Node(NodeStatus):
    """One machine: its public status, and what only the scheduler keeps of it.

    Attributes:
        cuts: GPU index -> its geometry, where it is not as delivered.
        job_ids: Jobs with an attempt here; derived from the jobs.
        ports_used: Rendezvous ports given out here, ascending; derived from the jobs.
        clear_ms: When the last attempt here is believed to be over (Job.ends_by_ms); derived from the jobs.
    """

    cuts: dict[int, Cut] = field(default_factory=dict[int, Cut])
    job_ids: dict[str, None] = field(default_factory=dict[str, None])
    ports_used: list[int] = field(default_factory=list[int])
    clear_ms: int = 0


def port_for(node: Node) -> int:
    """The lowest rendezvous port of a node that no attempt has; 0 when all are taken."""
    port = node.joined.port_first
    for used in node.ports_used:
        if used > port:
            break
        port = max(port, used + 1)
    return port if port < node.joined.port_first + node.joined.port_count else 0
