"""Preemption requests (ADR 19): the scheduler requests resources on the log; preemption chooses the victims.

Before a request, elastic jobs shrink (move.elastic), because that needs no victims.

A job that does not fit may request GPUs if one of these holds: it would stay within the guarantees of its
queue and the queue's ancestors while other queues hold more than theirs; it is production inference; its
queue holds less than fairness_threshold_percent of its fair share and would stay within it
(muster.queues.dues); it shares time and others that had more service may yield (order.attained). The request
covers the equal jobs behind it with the same entitlement, so that a guarantee is restored at once and not job
by job. Jobs that others already yield to are left out: the first of the remaining jobs requests, immediately
if it arrived in the meantime. A request is repeated after reclaim_interval_ms, then at doubling intervals,
until the first job of the group starts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from muster.events.job_events import Borrower, PendingCode, PreemptionCause, PreemptionRequested
from muster.queues import quotas
from muster.queues.dues import Asking, Dues
from muster.queues.shares import borrowed_by, guarantor
from muster.queues.tree import Queue, QueueKey, shares_time
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.move import elastic
from muster.scheduler.core.order import attained
from muster.scheduler.core.reserve.head_of_line import INCURABLE, group_of
from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State

BORROWERS_MAX = 8
"""Maximum number of borrowers named in a request, largest first."""

DOUBLINGS_MAX = 6
"""A request without effect is repeated after 1, 2, 4, ... intervals, finally every 64 intervals."""

DOUBLINGS_SHARING_MAX = 2
"""Limit under time sharing, where quanta end all the time: at most 4 intervals between repetitions."""

PRODUCTION_INFERENCE = 0
"""Rank of the tier that may always request preemption."""

_UNHELPFUL = (*INCURABLE, PendingCode.HELD_FOR_HEAD)


class OpenRequest(NamedTuple):
    """The current preemption request of a group.

    Attributes:
        cause: Cause that entitles the group.
        job_id: First job of the group that no other job yields to yet.
        jobs: Number of jobs, from that one on, that the request covers.
        requests: Requests since one of its jobs last started; 0: the first one is next.
        requested_at_ms: Time of the last request, ms since 1970 UTC.
        again_ms: Time of the next request, ms since 1970 UTC.
        may_yield: (queue, excess in thousandths of GPU) of queues that hold more than their guarantee or fair
            share, largest excess first; empty for other causes.
    """

    cause: PreemptionCause
    job_id: str
    jobs: int
    requests: int
    requested_at_ms: int
    again_ms: int
    may_yield: tuple[tuple[QueueKey, int], ...] = ()


class _Claims(NamedTuple):
    """The grounds for preemption at one moment.

    Attributes:
        borrowers: Leaf queues that hold more than their guarantees, largest excess first.
        dues: Fair shares of queues; None: the policy does not let queues claim them.
        sharing: Jobs that may yield their time; None: no job shares time.
        held: Number of jobs of each group that others already yield to; only groups with such jobs.
    """

    borrowers: list[Borrower]
    dues: Dues | None
    sharing: attained.Yielding | None
    held: dict[SchedulingGroup, int]


def request(batch: BatchContext) -> None:
    """Emit due preemption requests."""
    state = batch.state
    claims = _claims(state)  # the code below does not change what queues hold
    lacking = _candidates(state, claims)
    groups = sorted([each for each in lacking if len(each) > claims.held.get(each, 0)], key=_order)
    may_shrink_now = _may_shrink_now(state)
    sharing, shrinks = claims.sharing, elastic.shrinkable_since_ms(state) is not None
    state.reclaim_due_ms = elastic.shrinks_at_ms(state) if groups else None
    for group in groups:
        again_ms = _again_ms(state, group)
        if state.now_ms >= again_ms or _has_grown(state, group, claims):
            _shrink_or_request(batch, group, claims)
            again_ms = _again_ms(state, group)
        elif may_shrink_now and group not in claims.held and elastic.make_room(batch, group):
            group.requested_at_ms, may_shrink_now = state.now_ms, False
        if again_ms > state.now_ms and (shrinks or _jobs_to_request(state, group, claims)[1]):
            _note_due(state, again_ms)
        due_ms = sharing.next_ms(group) if sharing is not None else None
        if due_ms is not None:
            _note_due(state, max(due_ms, again_ms))


def open_request(state: State, group: SchedulingGroup) -> OpenRequest | None:
    """Return the current preemption request of a waiting group; None: it makes none."""
    if not _lacks_gpus(group):
        return None
    claims = _claims(state)
    cause, jobs = _jobs_to_request(state, group, claims)
    if not jobs:
        return None
    return OpenRequest(
        cause=cause,
        job_id=_first_without_hold(state, group),
        jobs=jobs,
        requests=group.requests,
        requested_at_ms=group.requested_at_ms,
        again_ms=max(_again_ms(state, group), state.now_ms),
        may_yield=tuple(_may_yield(state, group, cause, claims)),
    )


def is_entitled(state: State, job: Job) -> bool:
    """Whether a waiting job is currently entitled to make others yield."""
    group = state.pending.group_of(job)
    if group is None:
        return False
    return _due_jobs(state, group, _claims(state))[1] > 0


def dues_of(state: State) -> Dues:
    """Return the fair shares of queues."""
    return Dues(state.queues, state.cluster.totals().gpu.total_milli)


def deadline_ms(state: State) -> int | None:
    """Time at which a request must be repeated or an elastic job may shrink again, ms since 1970 UTC."""
    return state.reclaim_due_ms


def _note_due(state: State, at_ms: int) -> None:
    state.reclaim_due_ms = min(at_ms, state.reclaim_due_ms or at_ms)


def _may_shrink_now(state: State) -> bool:
    """Whether a job that was bound too recently to shrink at the last attempt may shrink from now on."""
    due_ms = state.reclaim_due_ms
    if due_ms is None or due_ms > state.now_ms:
        return False
    since_ms = elastic.shrinkable_since_ms(state)
    return since_ms is not None and since_ms >= due_ms


def _order(group: SchedulingGroup) -> tuple[int, int]:
    return group.tier_rank, group.first_arrival_seq


def _claims(state: State) -> _Claims:
    return _Claims(
        _borrowers(state),
        dues_of(state) if state.policy.fairness_threshold_percent else None,
        attained.Yielding(state) if state.sharing_time else None,
        _holds_by_group(state),
    )


def _holds_by_group(state: State) -> dict[SchedulingGroup, int]:
    """Count, for each group, the jobs that others already yield to."""
    held = dict[SchedulingGroup, int]()
    for job_id in state.holds:
        group = group_of(state, job_id)
        if group is not None:
            held[group] = held.get(group, 0) + 1
    return held


def _first_without_hold(state: State, group: SchedulingGroup) -> str:
    """Return the first job of a group that no other job yields to yet; the group must have one."""
    if group.first_job_id not in state.holds:
        return group.first_job_id
    first = group.after(-1, len(state.holds) + 1)
    return next(job_id for _, job_id in first if job_id not in state.holds)


def _candidates(state: State, claims: _Claims) -> list[SchedulingGroup]:
    """List the groups that lack GPUs and may be entitled to them.

    If there are elastic jobs, list all groups that shrinking may help instead.
    """
    if state.elastic:
        return [group for group in state.pending.groups() if _shrinking_may_help(group)]
    entitled = {
        key
        for key, queue in state.queues.by_key.items()
        if not queue.below
        and (
            (state.sharing_time and shares_time(queue))
            or (quotas.guarantees_gpus(queue) and _beside(key, claims.borrowers[:2]))
            or (queue.used.pending and _is_short(state, queue, claims))
        )
    }
    return [
        group
        for group in state.pending.groups()
        if (group.key.tier_rank == PRODUCTION_INFERENCE or group.key.queue in entitled) and _lacks_gpus(group)
    ]


def _shrinking_may_help(group: SchedulingGroup) -> bool:
    """Whether a group lacks something that elastic jobs may hold: room for any resource, or a quota."""
    reason = group.reason
    if not group.blocked or reason is None:
        return False
    return reason.code not in _UNHELPFUL or reason.code in elastic.GIVEN_BACK_BY_QUEUES


def _lacks_gpus(group: SchedulingGroup) -> bool:
    """Whether free GPUs would help a group: preemption reclaims no other resource."""
    if not group.blocked or not group.placement_class.shape.gpu_count:
        return False
    return group.reason is not None and group.reason.code not in _UNHELPFUL


def _has_grown(state: State, group: SchedulingGroup, claims: _Claims) -> bool:
    """Whether jobs arrived since the last pass that no request covers and that request immediately.

    That is the case under time sharing, and if the last request was answered: others yield to earlier jobs.
    """
    if not group.unreported:
        return False
    return group in claims.held or shares_time(state.queues.by_key[group.key.queue])


def _again_ms(state: State, group: SchedulingGroup) -> int:
    if not group.requested_at_ms:
        return state.now_ms
    most = DOUBLINGS_SHARING_MAX if shares_time(state.queues.by_key[group.key.queue]) else DOUBLINGS_MAX
    doublings = min(max(group.requests - 1, 0), most)
    return group.requested_at_ms + (state.policy.reclaim_interval_ms << doublings)


def _is_short(state: State, queue: Queue, claims: _Claims) -> bool:
    """Whether a queue holds less than the policy's fraction of its fair share."""
    if claims.dues is None:
        return False
    return claims.dues.jobs_due(queue, 1, state.policy.fairness_threshold_percent) > 0


def _shrink_or_request(batch: BatchContext, group: SchedulingGroup, claims: _Claims) -> None:
    state = batch.state
    if state.elastic and group not in claims.held:
        group.requested_at_ms = state.now_ms
        if elastic.make_room(batch, group):
            return
    cause, jobs = _jobs_to_request(state, group, claims)
    if jobs:
        sharing = claims.sharing
        group.requested_at_ms, group.requests = state.now_ms, group.requests + 1
        if sharing is not None and cause is PreemptionCause.TIME_SHARED:
            request = replace(_request(batch, group, cause, jobs, ()), holders=tuple(sharing.to(group)))
        else:
            named = tuple(_beside(group.key.queue, claims.borrowers)[:BORROWERS_MAX])
            request = _request(batch, group, cause, jobs, named)
        batch.emit(request)


def _jobs_to_request(state: State, group: SchedulingGroup, claims: _Claims) -> tuple[PreemptionCause, int]:
    """Like `_due_jobs`, without jobs that others already yield to; 0 jobs if the group lacks no GPUs."""
    if not _lacks_gpus(group):
        return PreemptionCause.GUARANTEE, 0
    cause, jobs = _due_jobs(state, group, claims)
    return cause, max(0, jobs - claims.held.get(group, 0))


def _due_jobs(state: State, group: SchedulingGroup, claims: _Claims) -> tuple[PreemptionCause, int]:
    """Return the cause that entitles the first jobs of a group to preemption, and how many jobs these are."""
    queue = state.queues.by_key[group.key.queue]
    if quotas.holds_back(queue, group.tier_rank):
        return PreemptionCause.GUARANTEE, 0
    if group.tier_rank == PRODUCTION_INFERENCE:
        borrows = quotas.production_short(state.queues, queue, group.placement_class, group.tier_rank)
        return PreemptionCause.TIER, 0 if borrows else len(group)
    guaranteed = _jobs_guaranteed(state, group, claims.borrowers)
    if guaranteed:
        return PreemptionCause.GUARANTEE, guaranteed
    fair = _jobs_fair(state, group, claims.dues)
    if fair:
        return PreemptionCause.FAIRNESS, fair
    if claims.sharing is not None and claims.sharing.to(group):
        return PreemptionCause.TIME_SHARED, len(group)
    return PreemptionCause.GUARANTEE, 0


def _jobs_guaranteed(state: State, group: SchedulingGroup, borrowers: Sequence[Borrower]) -> int:
    """Count the first jobs of a group that stay within a guarantee while other queues borrow."""
    if not _beside(group.key.queue, borrowers[:2]):  # all others, but for its own queue
        return 0
    queue = state.queues.by_key[group.key.queue]
    guaranteed = quotas.jobs_guaranteed(queue, group.placement_class, group.tier_rank)
    return min(guaranteed, len(group))


def _jobs_fair(state: State, group: SchedulingGroup, dues: Dues | None) -> int:
    """Count the first jobs of a group that stay within their queue's fair share, if it holds too little."""
    if dues is None:
        return 0
    shape, threshold = group.placement_class.shape, state.policy.fairness_threshold_percent
    gang_milli = shape.gpu_milli_total * group.placement_class.ranks
    return min(dues.jobs_due(state.queues.by_key[group.key.queue], gang_milli, threshold), len(group))


def _request(
    batch: BatchContext,
    group: SchedulingGroup,
    cause: PreemptionCause,
    jobs: int,
    borrowers: tuple[Borrower, ...],
) -> PreemptionRequested:
    tenant, name = group.key.queue
    shape = group.placement_class.shape
    return PreemptionRequested(
        job_id=_first_without_hold(batch.state, group),
        cause=cause,
        queue=name,
        tenant=tenant,
        jobs=jobs,
        gpu_milli_missing=shape.gpu_milli_total * group.placement_class.ranks * jobs,
        gpu_models=shape.gpu_models,
        borrowers=borrowers,
        as_of_seq=batch.cause.seq,
    )


def _may_yield(
    state: State, group: SchedulingGroup, cause: PreemptionCause, claims: _Claims
) -> list[tuple[QueueKey, int]]:
    """List queues that may yield their excess over guarantee or fair share, largest excess first."""
    own = state.queues.by_key[group.key.queue]
    if cause is PreemptionCause.GUARANTEE:
        beside = _beside(own.key, claims.borrowers)
        return [((each.tenant, each.queue), each.gpu_milli_borrowed) for each in beside]
    if cause is not PreemptionCause.FAIRNESS or claims.dues is None:
        return []
    needs, found = group.placement_class, list[tuple[QueueKey, int]]()
    asking = Asking(claims.dues, own, needs.shape.gpu_milli_total * needs.ranks)
    for each in state.queues.by_key.values():
        bounds = None if each.below else asking.bounds(each)
        if bounds is not None:
            foreign = guarantor(each) not in (None, guarantor(own))
            beyond = [*bounds.values(), *([borrowed_by(each).gpu_milli] if foreign else [])]
            found.append((each.key, min(beyond)))
    return sorted([each for each in found if each[1]], key=lambda each: (-each[1], each[0]))


def _borrowers(state: State) -> list[Borrower]:
    """List the leaf queues that hold more than their guarantees, largest excess first."""
    found = [
        Borrower(queue=queue.key[1], tenant=queue.key[0], gpu_milli_borrowed=borrowed)
        for queue in state.queues.by_key.values()
        if not queue.below
        for borrowed in (borrowed_by(queue).gpu_milli,)
        if borrowed
    ]
    found.sort(key=lambda each: (-each.gpu_milli_borrowed, each.tenant, each.queue))
    return found


def _beside(queue: QueueKey, borrowers: Sequence[Borrower]) -> list[Borrower]:
    """Return the borrowers other than this queue."""
    tenant, name = queue
    return [each for each in borrowers if each.queue != name or each.tenant != tenant]
