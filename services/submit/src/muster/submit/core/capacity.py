"""Could any node ever hold a rank of this job? Asked before a command is sent, as a courtesy.

A projection may be behind, so this refuses only what the largest known node cannot hold; the scheduler, which
knows, judges every job again.
"""

from __future__ import annotations

from dataclasses import dataclass

from muster.events.job_events import Violation
from muster.jobs import JobRequest


@dataclass(frozen=True, slots=True)
class LargestNode:
    """The node with the most GPUs."""

    node_id: str
    gpu_count: int
    gpu_model: str


def capacity_violations(request: JobRequest, largest: LargestNode | None) -> tuple[Violation, ...]:
    """What no node can hold; nothing when no node is known."""
    gpus = request.resources.gpus
    if largest is None or gpus <= largest.gpu_count:
        return ()
    allowed = (
        f"at most {largest.gpu_count}: the largest node, {largest.node_id}, has "
        f"{largest.gpu_count} {largest.gpu_model}".rstrip()
    )
    return (Violation(field="resources.gpus", value=str(gpus), allowed=allowed),)
