"""State: all that a decision may depend on. Only `evolve` and the scheduling pass change it.

It is mutable and changed in place, for speed (ADR 6). That is safe because there is one State per process,
one thread that touches it, and an edge that drops it whole when the fate of a commit is unknown.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import NamedTuple

from muster.cluster import Cluster
from muster.events.operator_commands import Policy
from muster.queues.account import Terms
from muster.queues.shares import Shares
from muster.queues.tree import QueueKey, QueueTree
from muster.scheduler.core.durations.history import DurationHistory
from muster.scheduler.core.state.job import EndedJob, Job
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.pending import Pending
from muster.scheduler.core.state.windows import Windows

DEFAULT_POLICY = Policy(
    name="default",
    head_patience_ms=30_000,
    head_hold_ms=10 * 60_000,
    attempts_lost_max=10,
    workload_shapes_max=4_096,
    jobs_ended_kept_max=100_000,
)
"""Proposed by the first leader of an empty log and recorded there; from then on the log says what holds."""

DEFAULT_TERMS = Terms.of(DEFAULT_POLICY)


class Hardware(NamedTuple):
    """What a node has, but for its name."""

    gpu_model: str
    gpu_count: int
    cpu_milli: int
    memory_mib: int


@dataclass(frozen=True, slots=True)
class Reservation:
    """Nodes kept for the job that heads the line (reserve.head_of_line).

    Attributes:
        job_id: The head.
        node_ids: Kept now; empty in a pause.
        starts_at_ms: When they are believed to have room for it; None: unknown.
        until_ms: When, the head not started, nodes are chosen anew.
        by_limits: Believed are only wall time limits.
    """

    job_id: str
    node_ids: tuple[str, ...]
    starts_at_ms: int | None
    until_ms: int
    by_limits: bool


@dataclass(frozen=True, slots=True)
class Cache:
    """Where something that jobs need is believed to be kept (placement.caches).

    Attributes:
        node_ids: The most recent last.
        used: Grows with each use of any cache: the order in which they were used last.
    """

    node_ids: tuple[str, ...]
    used: int


@dataclass(frozen=True, slots=True)
class CapacityReservation:
    """Nodes reserved for a queue, from a time until another (reserve.advance).

    Attributes:
        key: Tenant and name.
        queue: Whose jobs may be placed there, and those of the queues below it.
        gpu_model: Of the nodes.
        node_ids: Sorted.
        starts_at_ms: From when.
        ends_at_ms: Until when.
        begun: It has been told that it started.
    """

    key: tuple[str, str]
    queue: QueueKey
    gpu_model: str
    node_ids: tuple[str, ...]
    starts_at_ms: int
    ends_at_ms: int
    begun: bool = False

    @property
    def tag(self) -> str:
        """How its nodes are labelled and tainted for the kernel; no label of a node has blanks."""
        return f"reserved as {self.key[0]}/{self.key[1]}"

    @property
    def entity(self) -> str:
        """Its name among the entities of the state hash."""
        return f"capacity/{self.key[0]}/{self.key[1]}"


@dataclass(slots=True)
class State:
    """The scheduler's whole memory.

    Attributes:
        cell: Which scheduler this is; N cells are N logs with a leader each.
        policy: What decides now.
        epoch: Of the leader; 0 before the first.
        seq_next: Place of the next input in the one order.
        now_ms: The newest time that came with a batch; never goes back.
        batches: Batches taken so far.
        jobs: Jobs that have not ended.
        ended: Jobs that have, oldest first, at most policy.jobs_ended_kept_max. An OrderedDict: a dict that
            loses its first entry all the time walks past all those that were there before.
        nodes: Every node that ever joined.
        hardware: How many nodes there are of each kind; derived from the nodes.
        queues: The tree of queues.
        elastic: Jobs that hold places and may be resized; derived.
        grown_at_ms: When it was last looked which of them could grow.
        reclaim_due_ms: When a preemption request is due though nothing comes in; None: none is.
        terms: What the queues' accounts follow; derived from the policy.
        unmeasured: Queues that changed since they were last measured; derived.
        ended_total: Jobs that ever ended.
        commands_recent: event_id -> seq of commands taken, oldest first.
        pending: The jobs that wait.
        frozen: (node_id, GPU index) -> when its geometry was changed, oldest first; of those that may not be
            changed again yet; derived from the nodes.
        reservation: What is kept for the head of line.
        head_looked_at_ms: When the head of line was last looked for.
        head_due_ms: When to look again though nothing happens; None: not.
        caches: What jobs need, by name, and which nodes keep it; the one unused for longest first.
        moving: Jobs that stop to be moved; derived.
        defrag_looked_at_ms: When moves were last looked for (move.defrag).
        defrag_proposed: Whom moves were last proposed for, and who would move.
        capacity: Reservations for queues, by key.
        capacity_stirred: A node changed while there are some; False between batches.
        windows: When nodes close for maintenance; derived.
        leaving: Nodes that are to be empty; derived.
        durations: What past attempts teach about run times (durations.estimator).
        cluster: The kernel: who holds what, where a shape should go, and what tends to be asked.
        dirty: Keys of what changed since the last state hash (hashing).
    """

    cell: str = "default"
    policy: Policy = DEFAULT_POLICY
    epoch: int = 0
    seq_next: int = 0
    now_ms: int = 0
    batches: int = 0
    jobs: dict[str, Job] = field(default_factory=dict[str, Job])
    ended: OrderedDict[str, EndedJob] = field(default_factory=OrderedDict[str, EndedJob])
    nodes: dict[str, Node] = field(default_factory=dict[str, Node])
    hardware: dict[Hardware, int] = field(default_factory=dict[Hardware, int])
    queues: QueueTree = field(default_factory=QueueTree)
    elastic: dict[str, None] = field(default_factory=dict[str, None])
    grown_at_ms: int = 0
    reclaim_due_ms: int | None = None
    terms: Terms = DEFAULT_TERMS
    unmeasured: dict[QueueKey, None] = field(default_factory=dict[QueueKey, None])
    ended_total: int = 0
    commands_recent: dict[str, int] = field(default_factory=dict[str, int])
    pending: Pending = field(default_factory=Pending)
    frozen: dict[tuple[str, int], int] = field(default_factory=dict[tuple[str, int], int])
    reservation: Reservation | None = None
    head_looked_at_ms: int = 0
    head_due_ms: int | None = None
    caches: dict[str, Cache] = field(default_factory=dict[str, Cache])
    capacity: dict[tuple[str, str], CapacityReservation] = field(
        default_factory=dict[tuple[str, str], CapacityReservation]
    )
    capacity_stirred: bool = False
    windows: Windows = field(default_factory=Windows)
    leaving: dict[str, None] = field(default_factory=dict[str, None])
    moving: dict[str, None] = field(default_factory=dict[str, None])
    defrag_looked_at_ms: int = 0
    defrag_proposed: tuple[str, ...] = ()
    durations: DurationHistory = field(default_factory=DurationHistory)
    cluster: Cluster = field(default_factory=Cluster)
    dirty: dict[str, None] = field(default_factory=dict[str, None])

    def models(self) -> tuple[str, ...]:
        """The GPU models of known nodes, sorted."""
        return tuple(sorted({kind.gpu_model for kind in self.hardware if kind.gpu_model}))

    def shares(self) -> Shares:
        """The order of queues as things stand."""
        return Shares(self.cluster.totals(), self.policy, self.terms, self.now_ms)
