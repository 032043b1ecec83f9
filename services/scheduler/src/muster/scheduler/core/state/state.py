"""State: everything that a decision may depend on. Only `evolve` and the scheduling pass change it.

It is mutated in place, for speed (ADR 6). That is safe because a process has one State, one thread uses it,
and the edge discards it when the outcome of a commit is unknown.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from muster.cluster import Cluster, Placement
from muster.events.job_commands import JobSpec, Tier
from muster.events.job_events import CheckpointExpired, YieldingJob
from muster.events.operator_commands import Policy
from muster.events.wire.once import ByIdentity
from muster.queues import forecast, headroom, quotas
from muster.queues.account import Terms
from muster.queues.forecast import DemandHistory
from muster.queues.quotas import Admission
from muster.queues.shares import Shares
from muster.queues.tree import QueueKey, QueueTree
from muster.scheduler.core.canonical import SPECS_REMEMBERED
from muster.scheduler.core.durations.history import DurationHistory
from muster.scheduler.core.durations.waits import WaitHistory
from muster.scheduler.core.state.dependents import Dependents
from muster.scheduler.core.state.ended import EndedJobs
from muster.scheduler.core.state.exposure import Exposures
from muster.scheduler.core.state.failure_rules import ActiveRules
from muster.scheduler.core.state.job import Job, SchedulingKey
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.pending import Pending
from muster.scheduler.core.state.specs import SharedSpecs
from muster.scheduler.core.state.uploads import Uploads
from muster.scheduler.core.state.watches import Watches
from muster.scheduler.core.state.windows import Windows

DEFAULT_POLICY = Policy(
    name="default",
    head_patience_ms=30_000,
    head_hold_ms=10 * 60_000,
    attempts_lost_max=10,
    workload_shapes_max=4_096,
    jobs_ended_kept_max=100_000,
)
"""The policy of a log without one, and the base of others; once a log has a policy, the log determines it."""

_WATCHED = (Tier.PREMIUM_TRAINING.value, Tier.STANDARD_TRAINING.value, Tier.BATCH_INFERENCE.value)

NEW_CELL_POLICY = replace(
    DEFAULT_POLICY,
    wall_time_max_ms={
        Tier.PREMIUM_TRAINING.value: 24 * 3_600_000,
        Tier.STANDARD_TRAINING.value: 24 * 3_600_000,
        Tier.BATCH_INFERENCE.value: 2 * 3_600_000,
    },
    nodes_lost_per_job_max=3,
    jobs_failed_per_node_max=3,
    faulty_nodes_max=10,
    hang_after_ms=dict.fromkeys(_WATCHED, 30 * 60_000),
    start_up_max_ms=dict.fromkeys(_WATCHED, 15 * 60_000),
    straggler_after_ms=dict.fromkeys(_WATCHED, 10 * 60_000),
    gpu_idle_max_ms=dict.fromkeys(_WATCHED, 30 * 60_000),
    checkpoints_kept=3,
    production_borrows=False,
)
"""The policy that the first leader of an empty log activates: watchdogs are on by default, checkpoints do not
pile up, and guarantees are restored."""

DEFAULT_TERMS = Terms.of(DEFAULT_POLICY)


class Hardware(NamedTuple):
    """The resources of a node."""

    gpu_model: str
    gpu_count: int
    cpu_milli: int
    memory_mib: int
    gpu_memory_mib: int


@dataclass(frozen=True, slots=True)
class Reservation:
    """Nodes reserved for the head of queue (reserve.head_of_line).

    Attributes:
        job_id: The head of queue.
        node_ids: The reserved nodes; empty during a pause.
        starts_at_ms: Estimated time at which they have room for the head; None: unknown.
        until_ms: Time at which nodes are chosen again if the head has not started, ms since 1970 UTC.
        by_limits: Whether the estimate uses wall-time limits only.
    """

    job_id: str
    node_ids: tuple[str, ...]
    starts_at_ms: int | None
    until_ms: int
    by_limits: bool


@dataclass(frozen=True, slots=True)
class Hold:
    """Nodes held for a job that others yield to (move.preemption) or move for (move.defrag).

    Attributes:
        plan_id: The preemption plan.
        job_id: The job.
        victims: The jobs that yield or move.
        placements: Planned placements of the job, in rank order.
        until_ms: Latest end of the hold, ms since 1970 UTC.
        targets: Nodes that victims move to; empty if they yield.
    """

    plan_id: str
    job_id: str
    victims: tuple[YieldingJob, ...]
    placements: tuple[Placement, ...]
    until_ms: int
    targets: tuple[str, ...] = ()

    @property
    def node_ids(self) -> tuple[str, ...]:
        """The nodes, each once."""
        places = (placement.node_id for placement in self.placements)
        return tuple(dict.fromkeys((*places, *self.targets)))


class Fragmentation(NamedTuple):
    """Fragmentation of free GPU beyond the policy's bound (move.fragmentation).

    Attributes:
        since_ms: Start of the fragmentation, ms since 1970 UTC.
        job_id: The job named in the report that it is sustained; empty: not reported yet.
    """

    since_ms: int
    job_id: str = ""


@dataclass(frozen=True, slots=True)
class Cache:
    """Nodes that probably hold a named cache (placement.caches).

    Attributes:
        node_ids: The most recently used last.
        used: Value of a counter shared by all caches at the last use; orders caches by last use.
    """

    node_ids: tuple[str, ...]
    used: int


@dataclass(frozen=True, slots=True)
class CapacityReservation:
    """Nodes reserved for a queue for a time window (reserve.advance).

    Attributes:
        key: (tenant, name) of the reservation.
        queue: The queue whose jobs, and those of its descendants, may be placed there.
        gpu_model: GPU model of the nodes.
        node_ids: The nodes, sorted.
        starts_at_ms: Start, ms since 1970 UTC.
        ends_at_ms: End, ms since 1970 UTC.
        begun: Whether its start has been reported.
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
        """The label and taint of its nodes in the kernel; unique because labels of nodes have no spaces."""
        return f"reserved as {self.key[0]}/{self.key[1]}"

    @property
    def entity(self) -> str:
        """Its entity name in the state hash."""
        return f"capacity/{self.key[0]}/{self.key[1]}"


def _no_specs() -> ByIdentity[JobSpec, str]:
    return ByIdentity(SPECS_REMEMBERED)


@dataclass(slots=True)
class State:
    """The scheduler's complete state.

    Attributes:
        cell: Name of the cell; N cells are N logs, each with a leader.
        policy: The policy in effect.
        failure_rules: The failure rules in effect; None: none were ever activated.
        epoch: The leader's epoch; 0 before the first leader.
        seq_next: The seq of the next input.
        now_ms: The latest time of a batch, ms since 1970 UTC; never decreases.
        batches: Number of batches decided.
        jobs: Jobs that have not ended.
        specs: Their specs, equal ones as one object; derived.
        dependents: Live jobs that wait for others to end; derived.
        ended: Jobs that have ended, at most policy.jobs_ended_kept_max of each kind.
        nodes: Every node that ever joined.
        hardware: Number of nodes by resources; derived from the nodes.
        queues: The tree of queues.
        admissible: Specs that were admitted for a tenant since queues, policy or hardware changed; derived.
        elastic: Bound jobs that may be resized; derived.
        sharing_time: Bound jobs of queues that share time; derived.
        grown_at_ms: Time at which elastic jobs were last examined for growth.
        inputs_deferred: Number of inputs of the last batches whose pass was deferred; 0: none was.
        reclaim_due_ms: Time at which a preemption request is due without an input; None: never.
        terms: The terms of the queues' accounts; derived from the policy.
        unmeasured: Queues that changed since they were last measured; derived.
        ended_total: Number of jobs that ever ended.
        commands_recent: "SENDER EVENT_ID" -> seq of handled commands, oldest first; those of former versions
            by event_id alone.
        pending: The waiting jobs.
        frozen: (node_id, GPU index) -> time of the last geometry change, oldest first, for GPUs that may not
            be changed again yet; derived from the nodes.
        reservation: The reservation for the head of queue.
        holds: Holds for jobs that others yield to or move for, by job id, in the order of their plans.
        head_looked_at_ms: Time at which the head of queue was last chosen.
        head_due_ms: Time at which to choose it again without an input; None: never.
        caches: Caches by name, with the nodes that hold them; the least recently used first.
        moving: Jobs that are stopping in order to be moved; derived.
        uploads: Store bandwidth assigned to stopping jobs; derived.
        defrag_looked_at_ms: Time at which moves were last planned (move.defrag).
        defrag_proposed: The job that moves were last proposed for, then the jobs to move.
        fragmentation: Fragmentation beyond the policy's bound; None: there is none.
        filling: Bound jobs that fill backfill windows (move.gaps); derived.
        gaps_looked_at_ms: Time of the last search for jobs to fill backfill windows.
        gaps_due_ms: Time of the next such search without an input; None: nothing happened since.
        expired: Checkpoints to be removed from the store, by address.
        capacity: Capacity reservations, by key.
        capacity_stirred: Whether a node changed while there are reservations; False between batches.
        windows: Maintenance windows by time; derived.
        leaving: Nodes that are to be emptied; derived.
        watches: Due times of watchdogs for running jobs; derived.
        taken: Leaving nodes that will be reclaimed at a set time; derived.
        spot: Reclaim rates of spot nodes (placement.spot).
        steady: Loss rates of all other nodes (batch.mtbf).
        durations: Run-time history of past attempts (durations.estimator).
        demand: Data for forecasts of demand (reserve.forecast).
        predicted_at_ms: Time at which the prediction of a start was last considered; 0: no job has waited.
        waits: Learned wait model, and predicted starts of waiting jobs (starts.sampling).
        cluster: The kernel: holdings, placement of shapes, and the typical workload.
        dirty: Entities that changed since the last state hash (hashing).
    """

    cell: str = "default"
    policy: Policy = DEFAULT_POLICY
    failure_rules: ActiveRules | None = None
    epoch: int = 0
    seq_next: int = 0
    now_ms: int = 0
    batches: int = 0
    jobs: dict[str, Job] = field(default_factory=dict[str, Job])
    specs: SharedSpecs = field(default_factory=SharedSpecs)
    dependents: Dependents = field(default_factory=Dependents)
    ended: EndedJobs = field(default_factory=EndedJobs)
    nodes: dict[str, Node] = field(default_factory=dict[str, Node])
    hardware: dict[Hardware, int] = field(default_factory=dict[Hardware, int])
    queues: QueueTree = field(default_factory=QueueTree)
    admissible: ByIdentity[JobSpec, str] = field(default_factory=_no_specs)
    elastic: dict[str, None] = field(default_factory=dict[str, None])
    sharing_time: dict[str, None] = field(default_factory=dict[str, None])
    grown_at_ms: int = 0
    inputs_deferred: int = 0
    reclaim_due_ms: int | None = None
    terms: Terms = DEFAULT_TERMS
    unmeasured: dict[QueueKey, None] = field(default_factory=dict[QueueKey, None])
    ended_total: int = 0
    commands_recent: dict[str, int] = field(default_factory=dict[str, int])
    pending: Pending = field(default_factory=Pending)
    frozen: dict[tuple[str, int], int] = field(default_factory=dict[tuple[str, int], int])
    reservation: Reservation | None = None
    holds: dict[str, Hold] = field(default_factory=dict[str, Hold])
    head_looked_at_ms: int = 0
    head_due_ms: int | None = None
    caches: dict[str, Cache] = field(default_factory=dict[str, Cache])
    expired: dict[str, CheckpointExpired] = field(default_factory=dict[str, CheckpointExpired])
    capacity: dict[tuple[str, str], CapacityReservation] = field(
        default_factory=dict[tuple[str, str], CapacityReservation]
    )
    capacity_stirred: bool = False
    windows: Windows = field(default_factory=Windows)
    leaving: dict[str, None] = field(default_factory=dict[str, None])
    watches: Watches = field(default_factory=Watches)
    taken: dict[str, None] = field(default_factory=dict[str, None])
    moving: dict[str, None] = field(default_factory=dict[str, None])
    uploads: Uploads = field(default_factory=Uploads)
    defrag_looked_at_ms: int = 0
    defrag_proposed: tuple[str, ...] = ()
    fragmentation: Fragmentation | None = None
    filling: dict[str, None] = field(default_factory=dict[str, None])
    gaps_looked_at_ms: int = 0
    gaps_due_ms: int | None = None
    spot: Exposures = field(default_factory=Exposures)
    steady: Exposures = field(default_factory=Exposures)
    durations: DurationHistory = field(default_factory=DurationHistory)
    demand: DemandHistory = field(default_factory=DemandHistory)
    predicted_at_ms: int = 0
    waits: WaitHistory = field(default_factory=WaitHistory)
    cluster: Cluster = field(default_factory=Cluster)
    dirty: dict[str, None] = field(default_factory=dict[str, None])

    @property
    def jobs_ever(self) -> int:
        """Number of jobs that were ever queued."""
        return self.ended_total + len(self.jobs)

    def models(self) -> tuple[str, ...]:
        """The GPU models of all known nodes, sorted."""
        return tuple(sorted({kind.gpu_model for kind in self.hardware if kind.gpu_model}))

    def admission(self, key: SchedulingKey) -> Admission:
        """Whether jobs of a scheduling group may be placed now: quotas, headroom and forecast demand."""
        return self.left_by_others(key, quotas.admission(self.queues, key, self.models))

    def left_by_others(self, key: SchedulingKey, admitted: Admission) -> Admission:
        """Restrict what the quotas admit to what headroom and forecast demand leave."""
        queue = self.queues.by_key[key.queue]
        if self.policy.headroom_percent:
            admitted = headroom.admission(admitted, self.policy, queue, key, self.cluster.totals)
        return forecast.admission(admitted, self.queues, self.demand.quota_milli, queue, key)

    def shares(self) -> Shares:
        """The fair shares of queues at the present time."""
        return Shares(self.cluster.totals(), self.policy, self.terms, self.now_ms)
