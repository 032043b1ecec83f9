"""Node: the state of a machine, except for its free resources, which the kernel counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from muster.cluster.occupancy import NodeHealth, NodeStatus
from muster.events.job_events import SilenceCause

FAILS_JOBS: Final = "node.fails-jobs"
"""Rule id in the fault of a node where several jobs failed, in place of a failure rule."""

STRIKES_MAX: Final = 3
"""Number of strikes after which only an operator can open a node."""

RARELY_MS: Final = 60_000
"""Heartbeat interval above which each heartbeat of a node is logged, so that a new leader knows how long the
node has been silent."""

FAULTS_REMEMBERED_MAX: Final = 8
"""Maximum number of faults remembered per node."""


class Cut(NamedTuple):
    """The geometry of a GPU that has been changed at least once (placement.geometry).

    Attributes:
        cut: Whether MIG is enabled: the GPU then holds only MIG instances.
        changed_at_ms: Time of the last change, ms since 1970 UTC.
    """

    cut: bool
    changed_at_ms: int


class Fault(NamedTuple):
    """A hardware fault of a node, reported by its kernel.

    Attributes:
        rule: Id of the failure rule that matched.
        at_ms: Time of the report, ms since 1970 UTC.
        strike: Number of the node's strike, from 1; 0: it does not count.
    """

    rule: str
    at_ms: int
    strike: int


FAILED_REMEMBERED_MAX: Final = 32
"""Maximum number of failed jobs remembered per node."""


class FailedJob(NamedTuple):
    """A job with a failed attempt on a node (watch.suspects).

    Attributes:
        job_id: The job.
        user: (tenant, user).
        at_ms: Time of its last failure there, ms since 1970 UTC.
        blames: Whether the failure is blamed on the node: the platform reported itself as the cause, or the
            job succeeded elsewhere.
    """

    job_id: str
    user: tuple[str, str]
    at_ms: int
    blames: bool


@dataclass(slots=True)
class Node(NodeStatus):
    """One machine: its public status, and data that only the scheduler needs.

    Attributes:
        cuts: GPU index -> geometry, for GPUs whose geometry was ever changed.
        faults: Faults reported by its kernel, oldest first (watch.faults).
        faulted: Whether it is closed for a fault, until an operator opens it or the required reboot is done.
        failed: Jobs that failed there recently, oldest first; empty if the policy never suspects nodes.
        testing: Whether its agent was ordered to test it and has not answered.
        heard_at_ms: Time of its last heartbeat, ms since 1970 UTC; 0: it beats often, so none is logged.
        order_seq: order_seq of its newest order to start or stop ranks; -1: no order pending storage.
        silence: Why it is suspected or lost; SILENT also if it is not.
        unstored_since_ms: Time since which it leaves an order unstored, if it is suspected or lost for that,
            ms since 1970 UTC; 0: it is not.
        job_ids: Jobs with an attempt on the node; derived from the jobs.
        ports_used: Rendezvous ports in use, ascending; derived from the jobs.
        clear_ms: Estimated end of the last attempt on the node (Job.ends_by_ms); derived from the jobs.
    """

    cuts: dict[int, Cut] = field(default_factory=dict[int, Cut])
    faults: tuple[Fault, ...] = ()
    faulted: bool = False
    failed: tuple[FailedJob, ...] = ()
    testing: bool = False
    heard_at_ms: int = 0
    order_seq: int = -1
    silence: SilenceCause = SilenceCause.SILENT
    unstored_since_ms: int = 0
    job_ids: dict[str, None] = field(default_factory=dict[str, None])
    ports_used: list[int] = field(default_factory=list[int])
    clear_ms: int = 0

    @property
    def has_attempts(self) -> bool:
        """Whether attempts are on the node, or its new hardware waits until they have ended."""
        return bool(self.job_ids) or self.successor is not None

    @property
    def is_heard(self) -> bool:
        """Whether the node sends heartbeats although it is lost."""
        return self.health is NodeHealth.LOST and self.silence is SilenceCause.ORDER_NOT_STORED

    def doubt(self, cause: SilenceCause, since_ms: int) -> None:
        """Record why the node is suspected or lost, and since when."""
        self.silence = cause
        self.unstored_since_ms = since_ms if cause is SilenceCause.ORDER_NOT_STORED else 0

    def trust(self) -> None:
        """Record that the node is no longer suspected or lost."""
        self.doubt(SilenceCause.SILENT, 0)

    @property
    def is_reserved(self) -> bool:
        """Whether the node is reserved for a job or a queue."""
        return bool(self.kept or self.held_for or self.reservations)


def port_for(node: Node) -> int:
    """The lowest free rendezvous port of a node; 0 when all are in use."""
    port = node.joined.port_first
    for used in node.ports_used:
        if used > port:
            break
        if used == port:
            port += 1
    return port if port < node.joined.port_first + node.joined.port_count else 0
