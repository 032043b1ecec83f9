"""Job, Attempt, Task: what is remembered of work. Plain records; what changes them is `evolve`."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from muster.cluster import ANYHOW, ANYWHERE, Layout, Level, Placement, Shape, Strictness, Where
from muster.events.job_commands import GpuPreference, JobSpec, Tier
from muster.events.job_events import AttemptOutcome, CheckpointRecorded, PendingCode
from muster.events.operator_commands import Policy
from muster.events.queue_commands import QueueOrder
from muster.jobs.lifecycle import JobState
from muster.queues.quotas import Admission
from muster.scheduler.core.durations.estimator import FULL_PACE_MILLI
from muster.scheduler.core.state.gpu_sharing import sharing_key

TIER_ORDER = tuple(Tier)
"""Highest first, as the schema lists them."""

TIER_RANK = {tier: rank for rank, tier in enumerate(TIER_ORDER)}
"""Place of a tier, 0 for the highest."""


NEVER_MS: Final = 1 << 62
"""Later than any time."""

PLACEMENT_CLASSES_REMEMBERED: Final = 4_096
"""Kinds kept to be handed out again. Only speed depends on it."""


class Speed(NamedTuple):
    """How fast a job is on a GPU model.

    Attributes:
        model: The GPU model.
        throughput_milli: Thousandths of a unit that all models of the job share.
    """

    model: str
    throughput_milli: int


class PlacementClass(NamedTuple):
    """All that decides where a job may go: jobs of one kind fit, or do not, alike.

    Attributes:
        shape: What one rank needs.
        ranks: Gang size it is placed with; an elastic job's least.
        layout: How the ranks should lie in the network.
        where: Nodes that will do (placement.constraints).
        preferred: Labels of nodes that go first, sorted.
        speeds: GPU models between which it chooses, as its owner names them; none: any alike.
        avoids: Nodes where attempts failed, sorted (placement.avoidance).
    """

    shape: Shape
    ranks: int
    layout: Layout = ANYHOW
    where: Where = ANYWHERE
    preferred: tuple[tuple[str, str], ...] = ()
    speeds: tuple[Speed, ...] = ()
    avoids: tuple[str, ...] = ()

    def pace_milli(self, gpu_model: str) -> int:
        """How fast it goes on a model, thousandths of its pace on the fastest that it names."""
        throughputs = [speed.throughput_milli for speed in self.speeds if speed.model == gpu_model]
        return self._pace_of(throughputs[0]) if throughputs else FULL_PACE_MILLI

    @property
    def pace_least_milli(self) -> int:
        """Its pace on the slowest model that it names."""
        if not self.speeds:
            return FULL_PACE_MILLI
        return self._pace_of(min(speed.throughput_milli for speed in self.speeds))

    def narrowed(self, admitted: Admission) -> PlacementClass:
        """The same, only where the quotas by GPU model leave room."""
        return self if admitted.models is None else self._replace(shape=admitted.narrowed(self.shape))

    def _pace_of(self, throughput_milli: int) -> int:
        fastest_milli = max(speed.throughput_milli for speed in self.speeds)
        return max(1, throughput_milli * FULL_PACE_MILLI // fastest_milli)


class SchedulingKey(NamedTuple):
    """What waiting jobs have in common that are decided alike.

    Attributes:
        tier_rank: Place of the tier, 0 for the highest.
        queue: (tenant, name) of the queue.
        sharer: With whom they are counted there; empty: the queue does not tell its jobs apart.
        urgency: The negative of their priority, where the queue goes by it; else 0.
        needs: Where they may go.
    """

    tier_rank: int
    queue: tuple[str, str]
    sharer: str
    urgency: int
    placement_class: PlacementClass


@dataclass(slots=True)
class Task:
    """The ranks of one attempt on one node.

    Attributes:
        ranks: Which, ascending.
        placements: What each holds, in the order of `ranks`.
        started: The node reported that all have a process.
        exited: None of them runs any more, or the node is given up.
    """

    ranks: list[int] = field(default_factory=list[int])
    placements: list[Placement] = field(default_factory=list[Placement])
    started: bool = False
    exited: bool = False


@dataclass(frozen=True, slots=True)
class Failure:
    """The first thing that went wrong with an attempt; what follows is its consequence.

    Attributes:
        outcome: How.
        node_id: Where.
        rank: First failing rank there, when known.
        exit_code: Its exit code, when it had one.
        signal: The signal that ended it, when one did.
        message: For people.
    """

    outcome: AttemptOutcome
    node_id: str
    rank: int | None = None
    exit_code: int | None = None
    signal: int | None = None
    message: str = ""


@dataclass(slots=True)
class Attempt:
    """One try, from its bind until all its nodes are done with it.

    Attributes:
        number: From 1 within the job.
        bound_at_ms: When it was bound.
        order_seq: seq that its start orders carry.
        master_node_id: Node of rank 0.
        master_port: Rendezvous port there; 0 when the node had none left.
        tasks: By node, in the order of their lowest rank.
        pace_milli: How fast it goes on the GPU model it was given (Kind.pace_milli).
        failure: What went wrong first.
        succeeded: Tasks that ended well.
    """

    number: int
    bound_at_ms: int
    order_seq: int
    master_node_id: str
    master_port: int
    tasks: dict[str, Task]
    pace_milli: int = FULL_PACE_MILLI
    failure: Failure | None = None
    succeeded: int = 0

    @property
    def exited(self) -> bool:
        """Whether every node is done with it."""
        return all(task.exited for task in self.tasks.values())

    @property
    def started(self) -> bool:
        """Whether every node has started its ranks."""
        return all(task.started for task in self.tasks.values())


@dataclass(frozen=True, slots=True)
class StopRequest:
    """What somebody wants to become of a job once its ranks have stopped.

    Attributes:
        becomes: CANCELLED, SUSPENDED, or QUEUED: it is moved.
        requested_by: Who; nobody moves a job by name.
        reason: Why.
    """

    becomes: JobState
    requested_by: str
    reason: str


@dataclass(slots=True)
class Job:
    """A job that has not ended.

    Attributes:
        job_id: Its name for ever.
        tenant: Whose.
        spec: As accepted.
        needs: Where it may go; follows from the spec and what it avoids.
        correlation_id: Of its SubmitJob; every fact about the job carries it.
        arrival_seq: seq of its SubmitJob: its order among equals, kept through retries and suspensions.
        submitted_at_ms: When it was accepted.
        queued_at_ms: When it last began to wait.
        state: Where it is.
        attempts: Attempts bound so far.
        attempts_failed: Of these, failed by themselves.
        attempts_lost: Of these, lost with a node.
        not_before_ms: It may not be bound earlier.
        attempt: The one that holds places now.
        stop_request: What is to become of it when it has stopped.
        resize_to: Ranks it is to have when it has stopped; 0: it is not being resized.
        move_to: Places it is to have when it has stopped, in rank order; none: it is not being moved.
        code_reported: Reason it was last told for waiting; None: not yet.
        code_reported_at_ms: When.
        checkpoint: The newest one stored.
        checkpoint_at_ms: When it was; 0: never.
        p90_ms: Nine in ten such attempts are believed to end within this, as told when it was queued; None:
            nothing could be stated. On the fastest GPU model that it names.
        avoids: Nodes where attempts failed, the newest last.
        scheduling_key: The group it waits in, while it waits; derived.
    """

    job_id: str
    tenant: str
    spec: JobSpec
    placement_class: PlacementClass
    correlation_id: str
    arrival_seq: int
    submitted_at_ms: int
    queued_at_ms: int
    state: JobState = JobState.QUEUED
    attempts: int = 0
    attempts_failed: int = 0
    attempts_lost: int = 0
    not_before_ms: int = 0
    attempt: Attempt | None = None
    stop_request: StopRequest | None = None
    resize_to: int = 0
    move_to: tuple[Placement, ...] = ()
    code_reported: PendingCode | None = None
    code_reported_at_ms: int = 0
    checkpoint: CheckpointRecorded | None = None
    checkpoint_at_ms: int = 0
    p90_ms: int | None = None
    avoids: tuple[str, ...] = ()
    scheduling_key: SchedulingKey | None = None

    @property
    def bound_ms(self) -> int | None:
        """As p90_ms, on the model that it was given; while it waits, on any that it might be given."""
        if self.p90_ms is None:
            return None
        pace_milli = self.attempt.pace_milli if self.attempt else self.placement_class.pace_least_milli
        wall_ms = self.spec.wall_time_max_ms
        stretched_ms = self.p90_ms * FULL_PACE_MILLI // pace_milli
        return stretched_ms if wall_ms is None else min(stretched_ms, wall_ms)

    @property
    def ends_by_ms(self) -> int:
        """When its attempt is believed to be over, as told when it was queued; NEVER_MS: nobody knows."""
        bound_ms = self.bound_ms
        return NEVER_MS if self.attempt is None or bound_ms is None else self.attempt.bound_at_ms + bound_ms

    @property
    def limit_ms(self) -> int | None:
        """An attempt is over within this, whatever happens: its wall time limit and the grace after it."""
        wall_ms = self.spec.wall_time_max_ms
        return None if wall_ms is None else wall_ms + self.spec.grace_ms

    @property
    def shape(self) -> Shape:
        """What one rank needs."""
        return self.placement_class.shape


@dataclass(frozen=True, slots=True)
class EndedJob:
    """What is kept of a job that is over, so that a command about it is judged rightly.

    Attributes:
        tenant: Whose.
        state: How it ended.
        spec_digest: Of its spec, to tell the same submission from another under the same id.
        number: How many had ended before it: the oldest is forgotten first.
    """

    tenant: str
    state: JobState
    spec_digest: str
    number: int


def layout_of(spec: JobSpec) -> Layout:
    """How the ranks should lie in the network; a job that is never more than one lies anyhow."""
    topology = spec.topology
    if spec.ranks == 1:
        return ANYHOW
    if spec.spread is not None:
        return ANYHOW._replace(spread=Level[spec.spread.name])
    if topology is None:
        return ANYHOW
    within = Level.NETWORK if topology.within is None else Level[topology.within.name]
    return Layout(within, Strictness[topology.strictness.name], topology.tensor_parallel_ranks)


def where_of(spec: JobSpec) -> Where:
    """Which nodes will do."""
    if not spec.node_labels and not spec.tolerations:
        return ANYWHERE
    return Where(tuple(sorted(spec.node_labels.items())), spec.tolerations)


def placement_class_of(tenant: str, spec: JobSpec, policy: Policy) -> PlacementClass:
    """What decides where a new job may go. Raises CapacityError when no node could have its shape."""
    each = spec.resources
    sharing = sharing_key(tenant, spec, policy)
    return _placement_class(
        (each.gpu_count, each.gpu_milli, each.gpu_models, each.cpu_milli, each.memory_mib, sharing),
        spec.ranks if spec.ranks_min is None else spec.ranks_min,
        layout_of(spec),
        where_of(spec),
        (tuple(sorted(spec.node_labels_preferred.items())), spec.gpu_preferences),
    )


@lru_cache(maxsize=PLACEMENT_CLASSES_REMEMBERED)
def _placement_class(
    shape: tuple[int, int, tuple[str, ...], int, int, str],
    ranks: int,
    layout: Layout,
    where: Where,
    stated: tuple[tuple[tuple[str, str], ...], tuple[GpuPreference, ...]],
) -> PlacementClass:
    """One Kind for all jobs of a kind: it is worked out once, and compared and looked up all day."""
    preferred, preferences = stated
    speeds = tuple(Speed(each.model, each.throughput_milli) for each in preferences)
    return PlacementClass(Shape(*shape), ranks, layout, where, preferred, speeds)


def scheduling_key(job: Job, queue: tuple[str, str], sharer: str, order: QueueOrder) -> SchedulingKey:
    """The line a job waits in, in a queue of that order."""
    urgency = -job.spec.priority if order is QueueOrder.PRIORITY else 0
    return SchedulingKey(TIER_RANK[job.spec.tier], queue, sharer, urgency, job.placement_class)
