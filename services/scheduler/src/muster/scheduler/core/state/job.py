"""Job, Attempt, Task: plain records, which only `evolve` changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple

from muster.cluster import ANYHOW, ANYWHERE, Layout, Placement, Shape, Where
from muster.cluster.occupancy import layout_of, sharing_key, where_of
from muster.events.job_commands import GpuPreference, JobSpec, Tier
from muster.events.job_events import (
    AttemptOutcome,
    CheckpointRecorded,
    PendingCode,
    Watchdog,
    WatchdogAction,
)
from muster.events.operator_commands import Policy
from muster.events.queue_commands import QueueOrder
from muster.events.task_events import CheckpointSaved
from muster.events.wire.once import ByIdentity
from muster.failures.evidence import Evidence
from muster.jobs.lifecycle import JobState
from muster.queues.quotas import Admission
from muster.scheduler.core.canonical import SPECS_REMEMBERED
from muster.scheduler.core.durations.estimator import FULL_PACE_MILLI
from muster.scheduler.core.state.uploads import Upload

TIER_ORDER = tuple(Tier)
"""The tiers, highest first, in the order of the schema."""

TIER_RANK = {tier: rank for rank, tier in enumerate(TIER_ORDER)}
"""Rank of each tier, 0 for the highest."""


NEVER_MS: Final = 1 << 62
"""A time later than any other, for "unknown"."""

PLACEMENT_CLASSES_REMEMBERED: Final = 4_096
"""Number of placement classes cached for reuse. It affects speed only."""


class Speed(NamedTuple):
    """A job's throughput on a GPU model.

    Attributes:
        model: The GPU model.
        throughput_milli: Throughput in thousandths of a unit that is common to all models of the job.
    """

    model: str
    throughput_milli: int


class PlacementClass(NamedTuple):
    """Everything that decides where a job may run: jobs of one class all fit, or all do not.

    Attributes:
        shape: Request of one rank.
        ranks: Gang size; for an elastic job its minimum.
        layout: Required or preferred layout of the ranks in the network.
        where: Eligible nodes (placement.constraints).
        preferred: Labels of preferred nodes, sorted.
        speeds: Throughput by GPU model, in the owner's order; empty: no preference.
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
        """The job's pace on a GPU model, in thousandths of its pace on the fastest model that it names."""
        throughputs = [speed.throughput_milli for speed in self.speeds if speed.model == gpu_model]
        return self._pace_of(throughputs[0]) if throughputs else FULL_PACE_MILLI

    @property
    def pace_least_milli(self) -> int:
        """The job's pace on the slowest model that it names, in thousandths as `pace_milli`."""
        if not self.speeds:
            return FULL_PACE_MILLI
        return self._pace_of(min(speed.throughput_milli for speed in self.speeds))

    def narrowed(self, admitted: Admission) -> PlacementClass:
        """This class, narrowed to the GPU models and the kind of nodes that the quotas admit."""
        if not admitted.narrows:
            return self
        where = self.where if admitted.off_spot is None else self.where._replace(off_spot=True)
        return self._replace(shape=admitted.narrowed(self.shape), where=where)

    def _pace_of(self, throughput_milli: int) -> int:
        fastest_milli = max(speed.throughput_milli for speed in self.speeds)
        return max(1, throughput_milli * FULL_PACE_MILLI // fastest_milli)


class SchedulingKey(NamedTuple):
    """The key of a scheduling group: waiting jobs with equal keys are decided alike.

    Attributes:
        tier_rank: Rank of the tier, 0 for the highest.
        queue: (tenant, name) of the queue.
        sharer: The user or tenant that the queue counts the jobs for; empty: it does not distinguish them.
        urgency: The negative priority in a queue ordered by priority, the level in one that shares time;
            else 0.
        placement_class: Where the jobs may run.
    """

    tier_rank: int
    queue: tuple[str, str]
    sharer: str
    urgency: int
    placement_class: PlacementClass


class Idle(NamedTuple):
    """The report that the GPUs of a task idle.

    Attributes:
        since_ms: Time of the first report, ms since 1970 UTC.
        proven: Whether multiprocessor activity shows it; else only the driver's figures do.
    """

    since_ms: int
    proven: bool


class Pace(NamedTuple):
    """Step times of a task's ranks.

    Attributes:
        rank: The slowest rank.
        step_ms: Duration of one of its steps, ms.
        others_step_ms: Median of the other ranks, ms; None: there are none.
        step: Number of steps that it has completed.
        step_most: Number of steps of the most advanced rank.
        window_ms: Period of the measurement, ms.
    """

    rank: int
    step_ms: int
    others_step_ms: int | None
    step: int
    step_most: int
    window_ms: int


@dataclass(slots=True)
class Task:
    """The ranks of one attempt on one node.

    Attributes:
        ranks: The rank numbers, ascending.
        placements: The placement of each rank, in the order of `ranks`.
        started: Whether the node reported a process for every rank.
        exited: Whether all ranks have ended, or the node was given up.
        silent: HANG or START_UP while its ranks are silent; None: they are not, or are not watched.
        on_spot: Whether the node was a spot node when the attempt was bound.
        idle: Idleness of its GPUs; None: they are busy, or are not watched.
        pace: Its step times; None: it does not report steps, or is not watched.
        answers_by_ms: Deadline for its node to answer the stop order, ms since 1970 UTC; 0: no order.
    """

    ranks: list[int] = field(default_factory=list[int])
    placements: list[Placement] = field(default_factory=list[Placement])
    started: bool = False
    exited: bool = False
    silent: Watchdog | None = None
    on_spot: bool = False
    idle: Idle | None = None
    pace: Pace | None = None
    answers_by_ms: int = 0


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure of an attempt on one node.

    Attributes:
        outcome: The kind of failure.
        node_id: The node.
        rank: The rank that failed first there; None: unknown.
        exit_code: Its exit code; None: it had none.
        signal: The signal that ended it; None: no signal did.
        message: Description for people.
        evidence: Evidence about each rank that failed there; empty while no failure rules are in effect.
        unscanned: Why the output was not fully scanned for signs; empty: it was.
    """

    outcome: AttemptOutcome
    node_id: str
    rank: int | None = None
    exit_code: int | None = None
    signal: int | None = None
    message: str = ""
    evidence: tuple[Evidence, ...] = ()
    unscanned: str = ""


class Warned(NamedTuple):
    """The last action of a watchdog on an attempt.

    Attributes:
        action: The action.
        at_ms: Time of the action, ms since 1970 UTC.
    """

    action: WatchdogAction
    at_ms: int


@dataclass(slots=True)
class Attempt:
    """One attempt of a job, from its bind until all its tasks have ended.

    Attributes:
        number: Number within the job, from 1.
        bound_at_ms: Time of its bind, ms since 1970 UTC.
        order_seq: The seq in its start orders.
        master_node_id: Node of rank 0.
        master_port: Rendezvous port on that node; 0: none was free.
        tasks: Tasks by node, in the order of their lowest rank.
        pace_milli: Pace on the assigned GPU model (PlacementClass.pace_milli).
        failure: The first failure that was reported; None: none so far.
        failures: All failures in order of their reports; empty while no failure rules are in effect.
        succeeded: Number of tasks that succeeded.
        warned: The last action of each watchdog (watch).
        upload: Its store bandwidth while it stops; None: it does not save.
        gap_of: The job that its nodes were kept for when it was bound as a filler; empty: none.
        guaranteed_until_ms: End of its guaranteed duration, ms since 1970 UTC; 0: none.
    """

    number: int
    bound_at_ms: int
    order_seq: int
    master_node_id: str
    master_port: int
    tasks: dict[str, Task]
    pace_milli: int = FULL_PACE_MILLI
    failure: Failure | None = None
    failures: list[Failure] = field(default_factory=list[Failure])
    succeeded: int = 0
    warned: dict[Watchdog, Warned] = field(default_factory=dict[Watchdog, Warned])
    upload: Upload | None = None
    gap_of: str = ""
    guaranteed_until_ms: int = 0

    @property
    def exited(self) -> bool:
        """Whether all tasks have ended."""
        return all(task.exited for task in self.tasks.values())

    @property
    def started(self) -> bool:
        """Whether all tasks have started."""
        return all(task.started for task in self.tasks.values())

    def ended_by(self, *actions: WatchdogAction) -> Watchdog | None:
        """Return a watchdog that took one of these actions on the attempt; None: none did."""
        return next((watchdog for watchdog, said in self.warned.items() if said.action in actions), None)


@dataclass(frozen=True, slots=True)
class StopRequest:
    """The requested state of a job once its ranks have stopped.

    Attributes:
        becomes: CANCELLED, SUSPENDED, or QUEUED when the scheduler moves it.
        requested_by: User who requested it; empty for a move.
        reason: The reason, for people.
        taken: Whether it stops because one of its nodes is about to be reclaimed.
        saves: Whether it then gets time for a checkpoint, because that can be stored in time.
    """

    becomes: JobState
    requested_by: str
    reason: str
    taken: bool = False
    saves: bool = True


class Preempted(NamedTuple):
    """A preemption of a job.

    Attributes:
        by_job_id: The job that it yielded to.
        at_ms: Time of the preemption, ms since 1970 UTC.
    """

    by_job_id: str
    at_ms: int


class StoredPart(NamedTuple):
    """One rank's part of a checkpoint, in the store.

    Attributes:
        home: Rank whose folder contains it.
        sha256: Digest of its manifest.
        files: Number of its files.
        size_bytes: Total size of its files.
        new_bytes: Size of those files that were not in the store before.
    """

    home: int
    sha256: str
    files: int
    size_bytes: int
    new_bytes: int


@dataclass(slots=True)
class ArrivingCheckpoint:
    """A checkpoint of many files that is not complete in the store yet, as reported by nodes.

    Attributes:
        parts: Stored parts, by the rank that saved.
        record: The report that its record is stored; None: not yet.
    """

    parts: dict[int, StoredPart] = field(default_factory=dict[int, StoredPart])
    record: CheckpointSaved | None = None


class EarlierCheckpoint(NamedTuple):
    """A checkpoint that is complete in the store but not the newest.

    Attributes:
        number: Its number among the job's complete checkpoints, from 1.
        recorded: The fact that recorded it.
    """

    number: int
    recorded: CheckpointRecorded


DAY_MS: Final = 24 * 3_600_000

PREEMPTIONS_REMEMBERED_MAX: Final = 64
"""Maximum number of preemptions of one job; then it never yields again, so that no pair is ever forgotten."""


@dataclass(slots=True)
class Job:
    """A job that has not ended.

    Attributes:
        job_id: Its permanent id.
        tenant: Its tenant.
        spec: The spec as accepted, with the memory of its next attempt.
        spec_digest: Digest of the spec as accepted (canonical.spec_digest).
        placement_class: Where it may run; derived from the spec and the avoided nodes.
        correlation_id: Correlation id of its SubmitJob; every fact about the job carries it.
        arrival_seq: seq of its SubmitJob: its arrival order, kept through retries and suspensions.
        submitted_at_ms: Time of its acceptance, ms since 1970 UTC.
        queued_at_ms: Time at which it last began to wait, ms since 1970 UTC.
        state: Its lifecycle state.
        attempts: Number of attempts bound so far.
        attempts_failed: Number of these that count against attempts_max.
        attempts_lost: Number of these that were lost with a node, refused by one, or spared.
        not_before_ms: Earliest time of the next bind.
        attempt: The attempt that holds resources; None: none does.
        stop_request: The requested state after it has stopped; None: no request.
        resize_to: Number of ranks after it has stopped; 0: it is not being resized.
        move_to: Placements after it has stopped, in rank order; empty: it is not being moved.
        code_reported: The last reported reason for waiting; None: none yet.
        code_reported_at_ms: Time of that report, ms since 1970 UTC.
        checkpoint: The newest checkpoint that is complete in the store.
        checkpoint_at_ms: Time at which it was recorded, ms since 1970 UTC; 0: never.
        p90_ms: 90th percentile of the run time on the fastest GPU model that it names, as estimated when it
            was queued; None: no estimate.
        avoids: Nodes where attempts failed, newest last.
        preempted: Its preemptions, newest last.
        nodes_lost: Nodes that were lost soon after attempts began there, one per attempt, oldest first;
            cleared by an attempt that ran longer, and when the job is resumed.
        causes: Number of failed attempts by failure rule, for rules that allow a retry.
        attained_gpu_ms: Service (GPUs x time) of its attempts that ended in a queue that shares time.
        drained_ms: Time that it took to stop when it last yielded its time, ms.
        checkpoints_ever: Number of checkpoints that were ever complete in the store.
        offered_to: `checkpoints_ever` at the last bind; that attempt may resume from the last of these.
        earlier: Checkpoints before `checkpoint` that may be resumed from or may expire, newest last.
        memory_mib: Increased memory of each rank after an attempt ran out of it, MiB; 0: not increased.
        arriving: Checkpoints not complete in the store yet, by (attempt, step), in order of their reports.
        awaits: Jobs that it waits for, sorted, with None, or the state in which one ended otherwise than
            required.
        scheduling_key: Key of its scheduling group while it waits; derived.
    """

    job_id: str
    tenant: str
    spec: JobSpec
    spec_digest: bytes
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
    preempted: tuple[Preempted, ...] = ()
    nodes_lost: tuple[str, ...] = ()
    causes: Mapping[str, int] = field(default_factory=dict[str, int])
    attained_gpu_ms: int = 0
    drained_ms: int = 0
    checkpoints_ever: int = 0
    offered_to: int = 0
    earlier: tuple[EarlierCheckpoint, ...] = ()
    memory_mib: int = 0
    arriving: dict[tuple[int, int], ArrivingCheckpoint] = field(
        default_factory=dict[tuple[int, int], ArrivingCheckpoint]
    )
    awaits: dict[str, JobState | None] = field(default_factory=dict[str, JobState | None])
    scheduling_key: SchedulingKey | None = None

    @property
    def unmet(self) -> bool:
        """Whether a job ended otherwise than this one requires."""
        return any(self.awaits.values())

    @property
    def bound_ms(self) -> int | None:
        """`p90_ms` on the assigned GPU model, while it waits on the slowest possible one; None: unknown."""
        if self.p90_ms is None:
            return None
        pace_milli = self.attempt.pace_milli if self.attempt else self.placement_class.pace_least_milli
        wall_ms = self.spec.wall_time_max_ms
        stretched_ms = self.p90_ms * FULL_PACE_MILLI // pace_milli
        return stretched_ms if wall_ms is None else min(stretched_ms, wall_ms)

    @property
    def ends_by_ms(self) -> int:
        """Estimated end of its attempt, ms since 1970 UTC; NEVER_MS: unknown."""
        bound_ms = self.bound_ms
        return NEVER_MS if self.attempt is None or bound_ms is None else self.attempt.bound_at_ms + bound_ms

    @property
    def limit_ms(self) -> int | None:
        """Upper bound of an attempt's run time, ms: wall-time limit plus grace; None: no limit."""
        wall_ms = self.spec.wall_time_max_ms
        return None if wall_ms is None else wall_ms + self.spec.grace_ms

    @property
    def placements(self) -> list[Placement]:
        """The placements that it holds, in rank order."""
        tasks = self.attempt.tasks.values() if self.attempt else ()
        held = {rank: p for task in tasks for rank, p in zip(task.ranks, task.placements, strict=True)}
        return [held[rank] for rank in sorted(held)]

    @property
    def shape(self) -> Shape:
        """Request of one rank."""
        return self.placement_class.shape


@dataclass(frozen=True, slots=True)
class EndedJob:
    """A record of an ended job, so that later commands about it get the right answer.

    Attributes:
        tenant: Its tenant.
        state: Its final state.
        spec_digest: Digest of its spec, to distinguish a repeated submission from another under the same id.
        number: Number of jobs that ended before it; the lowest is dropped first.
    """

    tenant: str
    state: JobState
    spec_digest: bytes
    number: int


def with_memory(spec: JobSpec, memory_mib: int) -> JobSpec:
    """The same spec with another amount of memory for each rank."""
    return replace(spec, resources=replace(spec.resources, memory_mib=memory_mib))


def placement_class_of(tenant: str, spec: JobSpec, policy: Policy) -> PlacementClass:
    """The placement class of a new job.

    Raises:
        CapacityError: No node could have the requested shape.
    """
    known = _CLASSES.get(spec)
    if known is not None and known[0] == tenant and known[1] is policy:
        return known[2]
    each = spec.resources
    sharing = sharing_key(tenant, spec, policy)
    found = _placement_class(
        (each.gpu_count, each.gpu_milli, each.gpu_models, each.cpu_milli, each.memory_mib, sharing),
        spec.ranks if spec.ranks_min is None else spec.ranks_min,
        layout_of(spec),
        where_of(spec),
        (tuple(sorted(spec.node_labels_preferred.items())), spec.gpu_preferences),
    )
    _CLASSES.put(spec, (tenant, policy, found))
    return found


_CLASSES: Final = ByIdentity[JobSpec, tuple[str, Policy, PlacementClass]](SPECS_REMEMBERED)
"""Spec -> (tenant, policy, class) of its last classification."""


@lru_cache(maxsize=PLACEMENT_CLASSES_REMEMBERED)
def _placement_class(
    shape: tuple[int, int, tuple[str, ...], int, int, str],
    ranks: int,
    layout: Layout,
    where: Where,
    stated: tuple[tuple[tuple[str, str], ...], tuple[GpuPreference, ...]],
) -> PlacementClass:
    """Return one object for all equal jobs, because classes are compared and looked up very often."""
    preferred, preferences = stated
    speeds = tuple(Speed(each.model, each.throughput_milli) for each in preferences)
    return PlacementClass(Shape(*shape), ranks, layout, where, preferred, speeds)


def scheduling_key(
    job: Job, queue: tuple[str, str], sharer: str, order: QueueOrder, level: int = 0
) -> SchedulingKey:
    """Key of the group that a job waits in, for its queue's order; `level` is for queues that share time."""
    urgency = -job.spec.priority if order is QueueOrder.PRIORITY else level
    return SchedulingKey(TIER_RANK[job.spec.tier], queue, sharer, urgency, job.placement_class)
