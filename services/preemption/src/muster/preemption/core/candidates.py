"""Candidates: jobs that may yield to a request, with their costs. PURE.

    never       production inference; a job that is yielding already, or that an open plan claims
    borrowed    premium training always, and every job when a guarantee is claimed: only as far as its queue
                holds GPUs beyond its guarantee (`Candidate.only_borrowed`)
    not yet     a job that was bound less than ran_ms_min ago; and, except for requests by production
                inference and reservations, a best-effort job whose guaranteed duration is not over
    no more     a job that was evicted too often today; a job of a pair of which one was evicted for the other

    fair        when a queue claims its fair share: only jobs of the same tier or a lower one, in queues that
                hold more than their own fair share (muster.queues.dues)
    named       under time sharing: only the jobs named by the request, since the scheduler tracks quanta

price.py defines the costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

from muster.cluster import Placement
from muster.events.job_commands import JobSpec
from muster.events.job_events import PreemptionCause
from muster.preemption.core import price
from muster.preemption.core.columns import TIER_RANK
from muster.preemption.core.history import Terms, UserKey
from muster.preemption.core.world import Run, World
from muster.queues import shares
from muster.queues.dues import Asking
from muster.queues.occupancy import LiveJob
from muster.queues.tree import QueueKey

PRODUCTION_INFERENCE = 0
PREMIUM_TRAINING = 1


class Hindrance(Enum):
    """A reason why a running job may not yield to a request."""

    PROTECTED = auto()
    CLAIMED = auto()
    TOO_YOUNG = auto()
    GUARANTEED = auto()
    HYSTERESIS = auto()


class Asker(NamedTuple):
    """The job that requests room.

    Attributes:
        job_id: Job; empty: a reservation.
        tier_rank: Rank of its tier, 0 for the highest.
        guarantor: The nearest queue whose guarantee covers the job's queue; None: no queue's does.
        cause: Cause that entitles it to preemption.
        named: Jobs that may yield under time sharing, chosen by the scheduler.
        asking: How much each queue may yield, when the job's queue claims its fair share.
    """

    job_id: str
    tier_rank: int
    guarantor: QueueKey | None
    cause: PreemptionCause
    named: frozenset[str] = frozenset()
    asking: Asking | None = None

    @property
    def heeds_guarantees(self) -> bool:
        """Whether jobs that are guaranteed their GPUs for a duration are protected from this request."""
        return bool(self.job_id) and self.tier_rank != PRODUCTION_INFERENCE


@dataclass(frozen=True, slots=True)
class Candidate:
    """A running job that may yield.

    Attributes:
        job_id: Job.
        attempt: Its attempt.
        tier_rank: Rank of its tier, 0 for the highest.
        queue: Its queue.
        user: Its user.
        guarantor: The nearest queue with a guarantee, its own or one above; None: it only ever borrows.
        only_borrowed: Whether it may yield only what its guarantor holds beyond the guarantee.
        placements: Its placements, in rank order.
        freed_by_model: GPU that its eviction frees, by model, thousandths.
        cost_gpu_ms: Cost of its eviction, GPU milliseconds; at least 1.
        sizes: Smaller numbers of ranks that it can continue with, ascending.
        shrunk_freed_by_model: GPU that shrinking to the smallest of these frees, by model, thousandths.
        shrunk_cost_gpu_ms: Cost of shrinking, GPU milliseconds; at least 1.
    """

    job_id: str
    attempt: int
    tier_rank: int
    queue: QueueKey
    user: UserKey
    guarantor: QueueKey | None
    only_borrowed: bool
    placements: tuple[Placement, ...]
    freed_by_model: Mapping[str, int]
    cost_gpu_ms: int
    sizes: tuple[int, ...] = ()
    shrunk_freed_by_model: Mapping[str, int] = field(default_factory=dict[str, int])
    shrunk_cost_gpu_ms: int = 1


class Yield(NamedTuple):
    """The part of a plan that concerns one candidate.

    Attributes:
        candidate: The victim.
        ranks_kept: Number of ranks that it continues with; 0: it is evicted.
    """

    candidate: Candidate
    ranks_kept: int = 0

    @property
    def cost_gpu_ms(self) -> int:
        """Cost, GPU milliseconds; shrinking costs the same for every size."""
        return self.candidate.shrunk_cost_gpu_ms if self.ranks_kept else self.candidate.cost_gpu_ms

    @property
    def freed_by_model(self) -> Mapping[str, int]:
        """GPU that it frees, by model, thousandths; any shrinking counts as to the smallest size."""
        each = self.candidate
        return each.shrunk_freed_by_model if self.ranks_kept else each.freed_by_model

    @property
    def freed_milli(self) -> int:
        """GPU that it frees, thousandths."""
        return sum(self.freed_by_model.values())


def hindrance(world: World, run: Run, asker: Asker, terms: Terms) -> Hindrance | None:
    """Return why a running job may not yield; None: it may."""
    job, history, policy = world.queues.job(run.job_id), terms.history, terms.policy
    if not _may_ever(job, asker):
        return Hindrance.PROTECTED
    if run.stopping or run.job_id in history.claimed:
        return Hindrance.CLAIMED
    if (asker.job_id, run.job_id) in history.pairs:
        return Hindrance.HYSTERESIS
    if history.by_job[run.job_id] >= policy.evictions_per_job_day_max:
        return Hindrance.HYSTERESIS
    if terms.at_ms - run.bound_at_ms < policy.ran_ms_min:
        return Hindrance.TOO_YOUNG
    kept = asker.heeds_guarantees and terms.at_ms < run.guaranteed_until_ms
    return Hindrance.GUARANTEED if kept else None


def candidate(world: World, run: Run, asker: Asker, terms: Terms) -> Candidate:
    """Build the candidate of a running job."""
    job = world.queues.job(run.job_id)
    placements = world.queues.occupancy.gangs[run.job_id].placements
    guarantor = shares.guarantor(job.queue)
    rank = TIER_RANK[job.spec.tier]
    sizes = smaller_sizes(job.spec, len(placements))
    saves = asker.cause is PreemptionCause.TIME_SHARED
    freed, lost_ms = _freed(world, placements), price.stop_ms(world, run, terms, saves=saves)
    held_milli = sum(freed.values())
    return Candidate(
        job_id=run.job_id,
        attempt=run.attempt,
        tier_rank=rank,
        queue=job.queue.key,
        user=(job.tenant, job.spec.user),
        guarantor=guarantor.key if guarantor else None,
        only_borrowed=_only_borrowed(asker, rank, guarantor.key if guarantor else None),
        placements=placements,
        freed_by_model=freed,
        cost_gpu_ms=price.lost_gpu_ms(held_milli, lost_ms + price.delay_ms(world, job, terms.policy)),
        sizes=sizes,
        shrunk_freed_by_model=_freed(world, placements[sizes[0] :]) if sizes else {},
        shrunk_cost_gpu_ms=price.lost_gpu_ms(held_milli, lost_ms),
    )


def _only_borrowed(asker: Asker, tier_rank: int, guarantor: QueueKey | None) -> bool:
    """Whether a job may yield only what its guarantor borrowed.

    Under time sharing and fair shares this holds for all jobs but those of the requester's own guarantor.
    """
    if asker.cause in (PreemptionCause.TIME_SHARED, PreemptionCause.FAIRNESS):
        return guarantor != asker.guarantor
    return tier_rank <= PREMIUM_TRAINING or asker.cause is PreemptionCause.GUARANTEE


def smaller_sizes(spec: JobSpec, ranks: int) -> tuple[int, ...]:
    """List the numbers of ranks, below the current one, that an elastic job can continue with, ascending."""
    least = spec.ranks_min
    if least is None:
        return ()
    powers = (1 << exponent for exponent in range(spec.ranks.bit_length()))
    sizes = spec.world_sizes or (least, *powers)
    return tuple(sorted({size for size in sizes if least <= size < ranks}))


def asker_of(world: World, job: LiveJob, cause: PreemptionCause, named: Iterable[str]) -> Asker:
    """Build the requesting job's `Asker`; `named` are the jobs that may yield under time sharing."""
    guarantor = shares.guarantor(job.queue)
    key, asking = guarantor.key if guarantor else None, None
    if cause is PreemptionCause.FAIRNESS:
        shape, ranks = job.claim.placement_class
        asking = Asking(world.dues(), job.queue, shape.gpu_milli_total * ranks)
    return Asker(job.job_id, TIER_RANK[job.spec.tier], key, cause, frozenset(named), asking)


def _may_ever(job: LiveJob, asker: Asker) -> bool:
    """Whether the job's tier and queue allow it to yield at all."""
    rank = TIER_RANK[job.spec.tier]
    if rank == PRODUCTION_INFERENCE:
        return False
    if asker.cause is PreemptionCause.TIME_SHARED:
        return job.job_id in asker.named
    if asker.cause is PreemptionCause.TIER:
        return rank > asker.tier_rank
    if asker.asking is not None:
        return rank >= asker.tier_rank and asker.asking.bounds(job.queue) is not None
    guarantor = shares.guarantor(job.queue)
    return guarantor is None or guarantor.key != asker.guarantor


def _freed(world: World, placements: tuple[Placement, ...]) -> dict[str, int]:
    nodes, freed = world.queues.occupancy.nodes, dict[str, int]()
    for place in placements:
        model = nodes[place.node_id].joined.gpu_model
        if place.shape.gpu_milli_total:
            freed[model] = freed.get(model, 0) + place.shape.gpu_milli_total
    return freed
