"""Node: the state of a machine, except for its free resources, which the kernel counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from muster.cluster.occupancy import NodeStatus

FAILS_JOBS: Final = "node.fails-jobs"
"""What is said of a node where several jobs failed, instead of a rule of failures."""

STRIKES_MAX: Final = 3
"""Faults that close a node; after so many only an operator opens it."""

RARELY_MS: Final = 60_000
"""A node that beats less often than this is rarely heard: each of its beats is on the log, so that a new
leader knows how long it has been silent."""

FAULTS_REMEMBERED_MAX: Final = 8
"""Faults of one node that are remembered."""


class Cut(NamedTuple):
    """The geometry of a GPU that has been changed at least once (placement.geometry).

    Attributes:
        cut: Whether the GPU is in MIG mode: it takes MIG instances and nothing else.
        changed_at_ms: Time of the last change, ms since 1970 UTC.
    """

    cut: bool
    changed_at_ms: int


class Fault(NamedTuple):
    """A fault of a node by its kernel's word.

    Attributes:
        rule: The rule of failures that knows it.
        at_ms: When it was reported, ms since 1970 UTC.
        strike: Which strike of the node it is, from 1; 0: it does not count.
    """

    rule: str
    at_ms: int
    strike: int


FAILED_REMEMBERED_MAX: Final = 32
"""Jobs that failed on one node and are remembered."""


class FailedJob(NamedTuple):
    """That an attempt of a job failed on a node (watch.suspects).

    Attributes:
        job_id: The job.
        user: Its tenant and user.
        at_ms: When it failed there last, ms since 1970 UTC.
        blames: The node is to blame as far as one can tell: it failed by the platform's word, or the job
            succeeded elsewhere.
    """

    job_id: str
    user: tuple[str, str]
    at_ms: int
    blames: bool


@dataclass(slots=True)
class Node(NodeStatus):
    """One machine: its public status, and what only the scheduler needs.

    Attributes:
        cuts: GPU index -> geometry, for GPUs whose geometry was ever changed.
        faults: What its kernel reported, oldest first (watch.faults).
        faulted: Whether it is closed for that, until an operator opens it, or the reboot that it needed.
        failed: Jobs that failed there lately, the oldest first; none where the policy suspects no node.
        testing: Its agent has been told to test it and has not answered.
        heard_at_ms: When it was last heard, ms since 1970 UTC; 0: it beats often, and no beat is on the log.
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
