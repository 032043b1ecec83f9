"""QueueOccupancy: holding and waiting jobs by queue, folded from the public facts in their one order.

It also feeds `muster.cluster.occupancy`: that knows the tasks on each node, this their owners and the fair
shares. A service that plans under the scheduler's rules gets the scheduler's answers (ADR 52).

    QueueCreated ...  the tree                     PolicyActivated   prices, and the terms of accounts
    JobQueued ...     a job waits in its queue     GangBound, AttemptEnded   it holds something, or lets go
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple, assert_never

from muster.cluster import Placement, Shape
from muster.cluster.occupancy import Occupancy, OccupancyError, shape_of
from muster.events.job_commands import JobSpec
from muster.events.job_events import (
    AttemptEnded,
    CheckpointFact,
    DemandForecast,
    FailureRulesActivated,
    GangBound,
    JobCancelled,
    JobFact,
    JobFailed,
    JobPending,
    JobQueued,
    JobRequeued,
    JobResumed,
    JobSucceeded,
    JobSuspended,
    NodeFact,
    NodeForgotten,
    NodeJoined,
    OutputFact,
    Payload,
    PendingCode,
    PlanFact,
    PolicyActivated,
    QueueConfigured,
    QueueCreated,
    QueueDeleted,
    QueueFact,
    QueueMeasured,
    QueuePayload,
    QueueRestricted,
    QueueRestrictionEnded,
    ReservationFact,
)
from muster.events.operator_commands import Policy
from muster.events.shared.command_answers import CommandFact
from muster.events.shared.watermarks import LogFact
from muster.queues import forecast, headroom, holdings, quotas, shares, trial
from muster.queues.account import Terms
from muster.queues.quotas import Admission
from muster.queues.restrictions import TIERS, restriction_of, with_one, without
from muster.queues.shares import Shares
from muster.queues.tree import UNSET, Queue, QueueKey, QueueTree, Used

_BEFORE_ANY = Policy(
    name="none yet",
    head_patience_ms=0,
    head_hold_ms=0,
    attempts_lost_max=0,
    workload_shapes_max=0,
    jobs_ended_kept_max=0,
)
"""Before the first PolicyActivated, which comes with the first queue: prices and terms by default."""


class AskedGang(NamedTuple):
    """Request of a job.

    Attributes:
        shape: Needs of one rank, regardless of the jobs with which it shares a GPU.
        ranks: Number of ranks that start together; an elastic job's minimum.
    """

    shape: Shape
    ranks: int


class JobClaim(NamedTuple):
    """Request of a job, and the queue and group that count it.

    Attributes:
        queue: Its queue.
        sharer: Group with which it is counted there; empty: the queue has no groups.
        placement_class: Its request.
        tier_rank: Rank of its tier, 0 for the highest.
    """

    queue: QueueKey
    sharer: str
    placement_class: AskedGang
    tier_rank: int


@dataclass(slots=True)
class LiveJob:
    """A job that has not ended.

    Attributes:
        job_id: Job.
        tenant: Tenant of the job.
        spec: The accepted spec, with the memory of its next attempt.
        queue: The queue that counts it.
        waits: Whether it waits to be placed.
        reason: The last reported reason for waiting; None: none since it began to wait.
        best_effort: Whether it holds something for a guaranteed duration.
        held: Its holdings; None: nothing.
    """

    job_id: str
    tenant: str
    spec: JobSpec
    queue: Queue
    waits: bool = False
    reason: PendingCode | None = None
    best_effort: bool = False
    held: Used | None = None

    @property
    def placeable(self) -> bool:
        """Whether it waits for resources, not for other jobs to end."""
        return self.waits and self.reason is not PendingCode.WAITS_FOR_JOBS

    @property
    def sharer(self) -> str:
        """Group with which it is counted in its queue."""
        return self.queue.sharer_of(self.tenant, self.spec)

    @property
    def claim(self) -> JobClaim:
        """Its request, and the queue and group that count it."""
        least = self.spec.ranks if self.spec.ranks_min is None else self.spec.ranks_min
        gang = AskedGang(shape_of(self.spec.resources), least)
        return JobClaim(self.queue.key, self.sharer, gang, TIERS.index(self.spec.tier))


class QueueOccupancy:
    """The queues and their jobs after the facts applied so far.

    Attributes:
        occupancy: Placements on nodes. Read only.
        tree: The queues with what they hold. To be asked, not to be changed.
        jobs: Those that have not ended, by id, oldest first.
        policy: The policy in effect.
        terms: Terms of the accounts.
        now_ms: Time of the newest fact.
        best_effort_most_milli: GPU that best-effort work may hold together; None: nothing was forecast.
    """

    def __init__(self) -> None:
        self.occupancy = Occupancy()
        self.tree = QueueTree()
        self.jobs: dict[str, LiveJob] = {}
        self.policy = _BEFORE_ANY
        self.terms = Terms.of(_BEFORE_ANY)
        self.now_ms = 0
        self.best_effort_most_milli: int | None = None
        self._models: tuple[str, ...] | None = None

    def apply(self, fact: Payload, at_ms: int) -> None:
        """Apply the next fact, to the occupancy first.

        Args:
            fact: The payload.
            at_ms: Time of the fact (Envelope.occurred_at_ms).

        Raises:
            OccupancyError: The fact is about an unknown job, queue or node, or is incomplete.
            ClusterError: The fact allocates resources that are not free.
        """
        self.occupancy.apply(fact)
        self.now_ms = max(self.now_ms, at_ms)
        match fact:
            case JobFact():
                self._job(fact)
            case QueueFact():
                self._queue(fact)
            case PolicyActivated():
                self._activate(fact.policy)
            case DemandForecast():
                self.best_effort_most_milli = fact.gpu_milli_quota
            case NodeJoined() | NodeForgotten():
                self._models = None
            case (
                CommandFact()
                | NodeFact()
                | PlanFact()
                | CheckpointFact()
                | OutputFact()
                | ReservationFact()
                | LogFact()
                | FailureRulesActivated()
            ):
                pass  # changes neither the tree nor holdings
            case _:
                assert_never(fact)

    # -- questions -----------------------------------------------------------------------------------------

    def job(self, job_id: str) -> LiveJob:
        """A job that has not ended.

        Raises:
            OccupancyError: The job was never queued, or has ended.
        """
        job = self.jobs.get(job_id)
        if job is None:
            raise OccupancyError(f"job {job_id} was never queued, or has ended")
        return job

    def admission(self, job_id: str) -> Admission:
        """Whether a job may be placed now, as far as quotas, headroom and forecast demand go."""
        job, claim = self.job(job_id), self.job(job_id).claim
        admitted = quotas.admission(self.tree, claim, self.models)
        totals = self.occupancy.cluster.totals
        admitted = headroom.admission(admitted, self.policy, job.queue, claim, totals)
        return forecast.admission(admitted, self.tree, self.best_effort_most_milli, job.queue, claim)

    def borrowed_milli(self, job_id: str) -> int:
        """Return the GPUs that a job holds beyond the guarantee of its queue or one above, thousandths."""
        job = self.job(job_id)
        return shares.borrowed_of(job.queue, job.held) if job.held else 0

    def owed(self) -> list[Queue]:
        """Queues with jobs that wait, whose nearest guarantee is not used up, by key."""
        found = [queue for queue in self.tree.by_key.values() if not queue.below]
        return sorted(
            (queue for queue in found if queue.used.pending and shares.is_due(queue)),
            key=lambda queue: queue.key,
        )

    def jobs_guaranteed(self, job_id: str) -> int:
        """Return how many more jobs like this one fit within the nearest guarantee of its queue."""
        job = self.job(job_id)
        return quotas.jobs_guaranteed(job.queue, job.claim.placement_class, job.claim.tier_rank)

    def shares(self) -> Shares:
        """The order of queues as things stand."""
        return Shares(self.occupancy.cluster.totals(), self.policy, self.terms, self.now_ms)

    def models(self) -> tuple[str, ...]:
        """The GPU models of known nodes, sorted."""
        if self._models is None:
            nodes = self.occupancy.nodes.values()
            self._models = tuple(sorted({node.joined.gpu_model for node in nodes if node.joined.gpu_model}))
        return self._models

    @contextmanager
    def trial(self) -> Generator[Plan]:
        """Plan releases and binds; questions are answered as if they had happened, until the trial ends."""
        counts = trial.trial(self.policy, self.terms, self.now_ms)
        with self.occupancy.cluster.trial(), counts as planned:
            yield Plan(self, planned)

    # -- jobs ----------------------------------------------------------------------------------------------

    def _job(self, fact: JobFact) -> None:
        match fact:
            case JobQueued():
                job = self.jobs[fact.job_id] = LiveJob(
                    fact.job_id, fact.tenant, fact.spec, self._queue_of(fact)
                )
                holdings.count_live(job.queue, +1)
                self._wait(job, +1)
            case JobPending():
                self.job(fact.job_id).reason = fact.code
            case JobRequeued():
                job = self.job(fact.job_id)
                if fact.memory_mib is not None:
                    resources = replace(job.spec.resources, memory_mib=fact.memory_mib)
                    job.spec = replace(job.spec, resources=resources)
                self._wait(job, +1)
            case JobResumed():
                self._wait(self.job(fact.job_id), +1)
            case GangBound():
                self._bind(self.job(fact.job_id), best_effort=fact.guaranteed_until_ms is not None)
            case AttemptEnded():
                self._release(self.job(fact.job_id))
            case JobSuspended():
                self._wait_no_more(self.job(fact.job_id))
            case JobSucceeded() | JobFailed() | JobCancelled():
                job = self.job(fact.job_id)
                self._wait_no_more(job)
                holdings.count_live(job.queue, -1)
                del self.jobs[job.job_id]
            case _:
                pass  # it waits, or holds something, as before

    def _queue_of(self, fact: JobQueued) -> Queue:
        queue = self.tree.meant_by(fact.tenant, fact.spec.queue)
        if queue is None:
            raise OccupancyError(f"job {fact.job_id} is in queue {fact.spec.queue!r}, which does not exist")
        return queue

    def _wait(self, job: LiveJob, change: int) -> None:
        job.waits, job.reason = change > 0, None
        holdings.count_waiting(job.queue, job.sharer, change)

    def _wait_no_more(self, job: LiveJob) -> None:
        if job.waits:
            self._wait(job, -1)

    def _bind(self, job: LiveJob, *, best_effort: bool) -> None:
        job.best_effort = best_effort
        job.held = self.used_by(job, self.occupancy.gangs[job.job_id].placements)
        self._count(job, job.held, +1)
        self._wait(job, -1)

    def _release(self, job: LiveJob) -> None:
        if job.held:
            self._count(job, job.held, -1)
        job.held, self._models = None, None  # a node may have taken new hardware over
        job.best_effort = False

    def _count(self, job: LiveJob, held: Used, sign: int) -> None:
        holdings.count_held(
            job.queue, job.sharer, held, sign, policy=self.policy, terms=self.terms, now_ms=self.now_ms
        )

    def used_by(self, job: LiveJob, placements: Sequence[Placement]) -> Used:
        """Return the holdings of a job with these placements."""
        nodes = self.occupancy.nodes
        models = Counter(nodes[placement.node_id].joined.gpu_model for placement in placements)
        on_spot = sum(self.occupancy.cluster.is_spot(placement.node_id) for placement in placements)
        return Used.by_gang(
            placements[0].shape, models, on_spot, tier=job.spec.tier, best_effort=job.best_effort
        )

    # -- queues --------------------------------------------------------------------------------------------

    def _queue(self, fact: QueuePayload) -> None:
        key = (fact.tenant, fact.queue)
        match fact:
            case QueueCreated():
                queue = Queue(key, fact.description, fact.settings or UNSET)
                self.tree.put(queue)
                queue.account.settled_ms = self.now_ms
                queue.derive_account(self.policy)
            case QueueConfigured():
                self._configure(self.tree.by_key[key], fact)
            case QueueDeleted():
                self.tree.remove(key)
            case QueueRestricted():
                queue = self.tree.by_key[key]
                self.tree.restrict(queue, with_one(queue.restrictions, restriction_of(fact)))
            case QueueRestrictionEnded():
                queue = self.tree.by_key[key]
                self.tree.restrict(queue, without(queue.restrictions, fact.restriction))
            case QueueMeasured():
                pass  # already known here
            case _:
                assert_never(fact)

    def _configure(self, queue: Queue, fact: QueueConfigured) -> None:
        """Settle and reprice accounts affected by a queue's new place in the tree; recount its sharers."""
        former = queue.path
        self.tree.configure(queue, fact.settings)
        for each in {each.key: each for each in (*former, *queue.path)}.values():
            each.reprice(self.terms, self.terms, self.policy, self.now_ms)
        queue.sharers.clear()
        for job in (job for job in self.jobs.values() if job.queue is queue and job.sharer):
            if job.waits:
                holdings.count_sharer(queue, job.sharer, holdings.WAITS, +1)
            if job.held:
                holdings.count_sharer(queue, job.sharer, job.held, +1)

    def _activate(self, policy: Policy) -> None:
        if self.policy.guaranteed_duration_ms != policy.guaranteed_duration_ms:
            self.best_effort_most_milli = None
        before, self.policy, self.terms = self.terms, policy, Terms.of(policy)
        self.tree.production_borrows = policy.production_borrows
        for queue in self.tree.by_key.values():
            queue.reprice(before, self.terms, policy, self.now_ms)


class Plan:
    """Tentative changes within a trial: see QueueOccupancy.trial."""

    def __init__(self, queues: QueueOccupancy, counts: trial.Trial) -> None:
        self._queues, self._counts = queues, counts

    def release(self, job_id: str, ranks_kept: int = 0) -> None:
        """Release the holdings of a job, or those of all but its first ranks.

        Raises:
            OccupancyError: The job is unknown, or holds nothing.
            ClusterError: The job was released in this trial before.
        """
        job, gang = self._queues.job(job_id), self._queues.occupancy.gangs.get(job_id)
        if gang is None or job.held is None:
            raise OccupancyError(f"job {job_id} holds nothing")
        for placement in gang.placements[ranks_kept:]:
            self._queues.occupancy.cluster.give_back(placement)
        self._counts.count(job.queue, job.sharer, job.held, -1)
        if ranks_kept:
            kept = self._queues.used_by(job, gang.placements[:ranks_kept])
            self._counts.count(job.queue, job.sharer, kept, +1)

    def restore(self, job_id: str, ranks_kept: int = 0) -> None:
        """Restore the holdings of a job; the inverse of `release`.

        Raises:
            OccupancyError: The job is unknown, or holds nothing.
            ClusterError: The job was not released in this trial, or its place was taken.
        """
        job, gang = self._queues.job(job_id), self._queues.occupancy.gangs.get(job_id)
        if gang is None or job.held is None:
            raise OccupancyError(f"job {job_id} holds nothing")
        for placement in gang.placements[ranks_kept:]:
            self._queues.occupancy.cluster.take(placement)
        if ranks_kept:
            kept = self._queues.used_by(job, gang.placements[:ranks_kept])
            self._counts.count(job.queue, job.sharer, kept, -1)
        self._counts.count(job.queue, job.sharer, job.held, +1)

    def bind(self, job_id: str, placements: Sequence[Placement]) -> None:
        """Let a waiting job hold these places, one for each rank; empty GPUs are cut or made whole for them.

        Raises:
            OccupancyError: The job is unknown.
            ClusterError: A place is not free.
        """
        job, cluster = self._queues.job(job_id), self._queues.occupancy.cluster
        for placement in placements:
            cut = placement.instance is not None
            for index in placement.gpu_indices:
                if cluster.is_cut(placement.node_id, index) != cut:
                    cluster.cut(placement.node_id, index, cut=cut)
            cluster.take(placement)
        held = self._queues.used_by(job, placements)
        held.pending = -int(job.waits)
        self._counts.count(job.queue, job.sharer, held, +1)
