"""Elastic jobs (ADR 23): they start small, grow into idle GPUs, and shrink before any job is preempted.

A job with `ranks_min` runs with any of its world sizes: those that it names, or its minimum, its maximum and
the powers of two between them that are multiples of its tensor-parallel group. It is placed with its minimum.
While no job waits for the node resources or queue quotas that it could use, it grows to the largest size that
fits; if a job has begun to wait by the time its ranks have stopped, it continues with its former size. When a
job of the same or a higher tier lacks room or quota, with or without GPUs, elastic jobs lose ranks beyond
their minimum, lowest tier first, until that job fits; ranks that turn out not to be needed are kept.

The size changes between two attempts: the ranks are stopped with their grace, as for a checkpoint, and start
again with another WORLD_SIZE, as elastic launchers do on every change of members. A job that shrinks keeps
the placements of its first ranks and is bound again in the batch in which its last rank ended, so no other
job can take them. Each job is resized at most every `resize_interval_ms`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import nullcontext

from muster.cluster import ClusterError, Placement, Totals
from muster.events.job_commands import JobSpec
from muster.events.job_events import JobResizing, PendingCode
from muster.jobs.lifecycle import JobState
from muster.queues import forecast, headroom, quotas
from muster.queues.quotas import ADMITTED, Admission
from muster.queues.trial import Trial, trial
from muster.scheduler.core.batch import binding, orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.evolve import holdings
from muster.scheduler.core.move import counts
from muster.scheduler.core.placement import constraints, search
from muster.scheduler.core.reserve import advance, head_of_line
from muster.scheduler.core.state.job import TIER_RANK, Job, PlacementClass, SchedulingKey
from muster.scheduler.core.state.node import port_for
from muster.scheduler.core.state.pending import FORECAST, SchedulingGroup, Token
from muster.scheduler.core.state.state import State

RESIZED_TOGETHER_MAX = 32
"""Maximum number of elastic jobs that shrink for one job, and that grow in one pass."""

GIVEN_BACK_BY_QUEUES = (PendingCode.QUOTA_EXHAUSTED, PendingCode.DURATION_NOT_GUARANTEED)
"""Reasons for which a job waits until its queues hold less, not until a node has room."""

GROWN_BECAUSE = "resized: GPUs are idle and nobody waits for them"
GROWN_WITHOUT_GPUS_BECAUSE = "resized: cores and memory are idle and nobody waits for them"
UNGROWN_BECAUSE = "not resized: a waiting job needs what it would have taken"
SHRUNK_BECAUSE = "resized: it yields ranks above its minimum to a job that did not fit"


def sizes(spec: JobSpec) -> tuple[int, ...]:
    """The gang sizes that a job may run with, ascending."""
    if spec.ranks_min is None:
        return (spec.ranks,)
    if spec.world_sizes:
        return spec.world_sizes
    group = spec.topology.tensor_parallel_ranks if spec.topology else 1
    powers = (1 << n for n in range(spec.ranks.bit_length()) if (1 << n) % group == 0)
    return tuple(
        sorted({spec.ranks_min, spec.ranks, *(p for p in powers if spec.ranks_min < p < spec.ranks)})
    )


def make_room(batch: BatchContext, group: SchedulingGroup) -> bool:
    """Shrink elastic jobs, by few ranks, so that the first job of a group fits; False: that cannot help."""
    state = batch.state
    victims = [job for job in _elastic(state) if _may_shrink(state, job, group)]
    victims.sort(key=lambda job: (-TIER_RANK[job.spec.tier], -len(job.placements), job.job_id))
    opens = head_of_line.nodes_opened(state) if group is head_of_line.kept_group(state) else nullcontext()
    with opens:
        chosen = _fewest(state, group, victims[:RESIZED_TOGETHER_MAX])
    for job, size in chosen:
        resize(batch, job, size, f"{SHRUNK_BECAUSE}: {group.first_job_id}")
    return bool(chosen)


def shrinks_at_ms(state: State) -> int | None:
    """When the next recently bound elastic job may shrink, ms since 1970 UTC; None: there is none."""
    return min((at_ms for at_ms in _shrinkable_from_ms(state) if at_ms > state.now_ms), default=None)


def shrinkable_since_ms(state: State) -> int | None:
    """When an elastic job last became old enough to shrink, ms since 1970 UTC; None: none is."""
    return max((at_ms for at_ms in _shrinkable_from_ms(state) if at_ms <= state.now_ms), default=None)


def _shrinkable_from_ms(state: State) -> list[int]:
    return [
        job.attempt.bound_at_ms + state.policy.resize_interval_ms
        for job in _elastic(state)
        if job.attempt is not None and len(job.placements) > sizes(job.spec)[0]
    ]


def grow(batch: BatchContext) -> None:
    """Grow elastic jobs into idle GPUs, those with the smallest part of their maximum first."""
    state = batch.state
    due_ms = deadline_ms(state)
    if due_ms is None or state.now_ms < due_ms:
        return
    state.grown_at_ms = state.now_ms
    growing = [job for job in _elastic(state) if _may_grow(state, job) and not _quota_is_lacked(state, job)]
    growing.sort(key=lambda job: (len(job.placements) * 1_000 // job.spec.ranks, job.arrival_seq))
    for job in growing[:RESIZED_TOGETHER_MAX]:
        size = _largest(state, job)
        if size:
            resize(batch, job, size, _grown_because(job))


def deadline_ms(state: State) -> int | None:
    """When growth is tried next, every resize_interval_ms; None: no job could grow."""
    if not any(_may_grow(state, job, settled=False) for job in _elastic(state)):
        return None
    return state.grown_at_ms + state.policy.resize_interval_ms


def rebind(batch: BatchContext, job: Job, former: Sequence[Placement], size: int) -> None:
    """Bind a job that stopped to be resized: at the new size, else the largest that fits; else it waits."""
    state = batch.state
    reason = _grown_because(job) if size > len(former) else SHRUNK_BECAUSE
    if size > len(former) and (state.pending.lacked(job.shape.gpu_models) or _quota_is_lacked(state, job)):
        size, reason = len(former), UNGROWN_BECAUSE
    kept = former[:size]
    if size <= len(former) and offered(state, job, kept) and _allowed(state, job, size):
        binding.bind(batch, job, kept, reason)
        return
    for ranks in sorted({s for s in sizes(job.spec) if s <= size}, reverse=True):
        placements = search.find_for(state, job, sized(state, job, job.placement_class, ranks))
        if placements is not None and _allowed(state, job, ranks):
            binding.bind(batch, job, placements, reason)
            return


def sized(state: State, job: Job, needs: PlacementClass, ranks: int) -> PlacementClass:
    """A class with another size, off spot nodes where the queue would have too much there.

    A running job is counted beside itself: rather off spot nodes than too much of the queue there.
    """
    whole = needs._replace(ranks=ranks)
    return whole.narrowed(Admission(off_spot=quotas.kept_off_spot(holdings.queue_of(state, job), whole)))


def _allowed(state: State, job: Job, ranks: int) -> bool:
    """Whether the quotas, which may have filled meanwhile, still admit a job that has stopped."""
    whole = job.placement_class._replace(ranks=ranks)
    return quotas.leaves_room(holdings.queue_of(state, job), whole, TIER_RANK[job.spec.tier])


def _elastic(state: State) -> list[Job]:
    return [state.jobs[job_id] for job_id in state.elastic]


def _settled(state: State, job: Job) -> bool:
    """Whether a job runs and was bound at least resize_interval_ms ago."""
    attempt = job.attempt
    if attempt is None or job.state is not JobState.RUNNING:
        return False
    return state.now_ms >= attempt.bound_at_ms + state.policy.resize_interval_ms


def _may_shrink(state: State, job: Job, group: SchedulingGroup) -> bool:
    least = sizes(job.spec)[0]
    return (
        _settled(state, job) and TIER_RANK[job.spec.tier] >= group.tier_rank and len(job.placements) > least
    )


def _may_grow(state: State, job: Job, *, settled: bool = True) -> bool:
    if job.state is not JobState.RUNNING or (settled and not _settled(state, job)):
        return False
    return len(job.placements) < sizes(job.spec)[-1] and not state.pending.waited_for(job.shape.gpu_models)


def _grown_because(job: Job) -> str:
    return GROWN_BECAUSE if job.shape.gpu_count else GROWN_WITHOUT_GPUS_BECAUSE


def _quota_is_lacked(state: State, job: Job) -> bool:
    """Whether a waiting job is kept out by what the queues of a job hold, or by what forecasts leave."""
    tokens: tuple[Token, ...] = (FORECAST, *(queue.key for queue in holdings.queue_of(state, job).path))
    return any(
        group.reason is not None and group.reason.code in GIVEN_BACK_BY_QUEUES
        for token in tokens
        for group in state.pending.blocked_on(token)
    )


def _fewest(state: State, group: SchedulingGroup, victims: Sequence[Job]) -> list[tuple[Job, int]]:
    """The jobs to shrink, with their new sizes, so that the first job of the group fits; else empty."""
    at_present = trial(state.policy, state.terms, state.now_ms)
    with state.cluster.trial(), at_present as counted:
        chosen = _until_it_fits(state, counted, group, victims)
        for job, size in chosen[:-1]:
            held = job.placements
            take(state, held[size:])
            counts.resizes(state, counted, job, size, len(held))
            if _fits(state, group):
                chosen = [(other, size) for other, size in chosen if other is not job]
            else:
                give_back(state, held[size:])
                counts.resizes(state, counted, job, len(held), size)
        return chosen


def _until_it_fits(
    state: State, counted: Trial, group: SchedulingGroup, victims: Sequence[Job]
) -> list[tuple[Job, int]]:
    chosen: dict[str, tuple[Job, int]] = {}
    for job in victims:
        held = job.placements
        former = len(held)
        for size in sorted((size for size in sizes(job.spec) if size < former), reverse=True):
            give_back(state, held[size:former])
            counts.resizes(state, counted, job, former, size)
            former = size
            chosen[job.job_id] = (job, size)
            if _fits(state, group):
                return list(chosen.values())
    return []


def _fits(state: State, group: SchedulingGroup) -> bool:
    admitted = state.admission(group.key)
    needs = group.placement_class.narrowed(admitted)
    return not admitted.short and search.find_for(state, state.jobs[group.first_job_id], needs) is not None


def _largest(state: State, job: Job) -> int:
    """The largest size above the present one that a job could have if placed again; 0: none."""
    held, queue = job.placements, holdings.queue_of(state, job)
    totals = state.cluster.totals() if state.policy.headroom_percent else None
    with state.cluster.trial():
        give_back(state, held)
        for size in sorted((size for size in sizes(job.spec) if size > len(held)), reverse=True):
            more = job.placement_class._replace(ranks=size - len(held))
            if not quotas.leaves_room(queue, more, TIER_RANK[job.spec.tier]):
                continue
            beside = _left_by_others(state, job, more, totals)
            whole = sized(state, job, job.placement_class, size).narrowed(beside)
            if not beside.short and search.find_for(state, job, whole):
                return size
    return 0


def _left_by_others(state: State, job: Job, more: PlacementClass, totals: Totals | None) -> Admission:
    """Return what headroom and forecast demand leave to a job that would grow by `more`.

    `totals`: resources of the cluster; None: the policy requires no headroom.
    """
    queue = holdings.queue_of(state, job)
    claim = SchedulingKey(TIER_RANK[job.spec.tier], queue.key, "", 0, more)
    admitted = ADMITTED
    if totals is not None:
        admitted = headroom.admission(admitted, state.policy, queue, claim, lambda: totals)
    return forecast.admission(admitted, state.queues, state.demand.quota_milli, queue, claim)


def give_back(state: State, placements: Iterable[Placement]) -> None:
    """Free placements in the kernel, in a trial."""
    for placement in placements:
        state.cluster.give_back(placement)


def take(state: State, placements: Iterable[Placement]) -> None:
    """Take placements in the kernel, in a trial.

    Raises:
        ClusterError: A placement is not free.
    """
    for placement in placements:
        state.cluster.take(placement)


def offered(state: State, job: Job, placements: Sequence[Placement]) -> bool:
    """Whether a job may be bound to placements if they are free.

    They must have the job's shape and sharing key, on usable nodes that admit it, on healthy GPUs, and with a
    free rendezvous port for a gang.
    """
    if placements[0].shape != job.shape:
        return False
    needs = constraints.bounded(state, job, job.placement_class)
    nodes = [state.nodes[placement.node_id] for placement in placements]
    healthy = all(
        node.usable
        and advance.admits(state, node, job)
        and needs.where.admits(node.announced_tags)
        and not any(index in node.gpus_unhealthy for index in placement.gpu_indices)
        for node, placement in zip(nodes, placements, strict=True)
    )
    return healthy and bool(len(placements) == 1 or port_for(nodes[0]))


def are_free(state: State, job: Job, placements: Sequence[Placement]) -> bool:
    """Whether a job may be bound to placements now, also on nodes that are reserved or held."""
    if not offered(state, job, placements):
        return False
    with state.cluster.trial():
        try:
            take(state, placements)
        except ClusterError:
            return False
    return True


def resize(
    batch: BatchContext, job: Job, size: int, reason: str, yielding: orders.Yielding | None = None
) -> None:
    """Stop a bound job so that it continues with another number of ranks.

    Args:
        batch: The batch.
        job: The job.
        size: Its new number of ranks.
        reason: The reason, for people.
        yielding: The plan by which it yields ranks, if it does.
    """
    attempt = job.attempt
    if attempt is None:
        return
    batch.emit(
        JobResizing(
            job_id=job.job_id,
            attempt=attempt.number,
            ranks_from=len(job.placements),
            ranks_to=size,
            reason=reason,
        )
    )
    orders.stop(batch, job, reason, yielding=yielding)
