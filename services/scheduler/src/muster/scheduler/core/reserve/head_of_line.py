"""The reservation for the head of queue: which nodes, and when (ADR 14).

The head is the first waiting job by rank (order.contest.rank: tier, share class, level, arrival) that does
not fit although the usable nodes could hold it. A job that they could not hold, even if they were empty, is
passed over until they can: it has no reservation and keeps none from the jobs behind it.

    it has waited less than head_patience_ms   other jobs may pass it
    then                                       nodes are reserved for it: those that will have room first, by
                                               the estimated ends of their jobs (planner); other jobs may be
                                               placed there only if they are estimated to end before the
                                               head's start (reserve.backfill)
    it has not started head_hold_ms after      the estimates were wrong: nodes are chosen again, and only
    its estimated start                        wall-time limits, which are enforced, are trusted from now on
    its start is unknown                       nodes are reserved and released in alternation, for
                                               head_hold_ms each, because their jobs may run for weeks
    a job of a higher tier does not fit        the reservation is released at once

There is one head at a time, chosen at most every HEAD_INTERVAL_MS, so facts are as rare. So the head neither
starves nor starves others.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from contextlib import AbstractContextManager, contextmanager

from muster.events.job_events import PendingCode, ReleaseReason, ReservationMade, ReservationReleased
from muster.queues import quotas
from muster.queues.tree import QueueKey
from muster.scheduler.core import limits
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.order import aging, contest
from muster.scheduler.core.placement import constraints
from muster.scheduler.core.reserve import planner
from muster.scheduler.core.state.job import Job, PlacementClass
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import Reservation, State

INCURABLE = (
    PendingCode.NO_NODES,
    PendingCode.MODEL_ABSENT,
    PendingCode.TOO_LARGE,
    PendingCode.CLUSTER_TOO_SMALL,
    PendingCode.LABELS_ABSENT,
    PendingCode.TAINTS_UNTOLERATED,
    PendingCode.GPU_MEMORY_SHORT,
    PendingCode.SANDBOX_ABSENT,
    PendingCode.SPOT_EXCLUDED,
    PendingCode.QUOTA_EXHAUSTED,
    PendingCode.DURATION_NOT_GUARANTEED,
    PendingCode.JOB_LIMIT,
    PendingCode.QUEUE_SUSPENDED,
    PendingCode.QUEUE_RESTRICTED,
    PendingCode.NODES_RESERVED,
)
"""Reasons that free nodes cannot cure: a job that waits for one of them cannot be the head of queue."""


def renew(batch: BatchContext) -> None:
    """Make, keep or release the reservation, by the time and the present head of queue."""
    state = batch.state
    kept = state.reservation
    if kept and group_of(state, kept.job_id) is None:
        _release(batch, kept, ReleaseReason.NO_LONGER_WAITS)
    due_ms = deadline_ms(state)
    if due_ms is None or state.now_ms < due_ms:
        return
    state.head_looked_at_ms, state.pending.stirred = state.now_ms, False
    passed_over = dict[SchedulingGroup, PlacementClass | None]()
    head = _choose(batch, passed_over)
    if head is None and state.reservation:
        _release(batch, state.reservation, ReleaseReason.NO_LONGER_HEAD)
    state.head_due_ms = _due_ms(state, head, passes_over=bool(passed_over))


def _choose(batch: BatchContext, passed_over: dict[SchedulingGroup, PlacementClass | None]) -> Job | None:
    """Choose the head, and make, renew or pause its reservation; None: there is no head.

    Args:
        batch: The batch.
        passed_over: Filled with the groups ahead of it that usable nodes could not hold, and with what these
            need (None: their quota is used up).
    """
    state = batch.state
    while len(passed_over) < limits.HEADS_TRIED_MAX and (group := _head_group(state, passed_over)):
        head = state.jobs[group.first_job_id]
        if _update(batch, head, group):
            return head
        passed_over[group] = _needs(state, group)
    return None


def deadline_ms(state: State) -> int | None:
    """When the head of queue has to be chosen again without an input, ms since 1970 UTC; None: never."""
    soonest_ms = state.head_looked_at_ms + limits.HEAD_INTERVAL_MS
    if state.pending.stirred:
        return soonest_ms
    return None if state.head_due_ms is None else max(state.head_due_ms, soonest_ms)


def started(batch: BatchContext) -> None:
    """Release the reservation: the head has been bound."""
    if batch.state.reservation:
        _release(batch, batch.state.reservation, ReleaseReason.STARTED)


def give_way(batch: BatchContext, group: SchedulingGroup) -> None:
    """Release the reservation for a group that outranks its head and does not fit, if free nodes can help."""
    kept = batch.state.reservation
    if kept and _curable(group) and _is_placeable(batch.state, group):
        _release(batch, kept, ReleaseReason.NO_LONGER_HEAD)


def outranks(state: State, group: SchedulingGroup) -> bool:
    """Whether a group is of a higher tier than the job that has reserved nodes."""
    kept = kept_group(state)
    return kept is not None and aging.tier_rank_of(state, group) < aging.tier_rank_of(state, kept)


def kept_group(state: State) -> SchedulingGroup | None:
    """The group of the job that has reserved nodes now; None: there is none."""
    kept = state.reservation
    return group_of(state, kept.job_id) if kept and kept.node_ids else None


def nodes_opened(state: State) -> AbstractContextManager[None]:
    """Open the reserved nodes as `opened` does; place only jobs that may use them."""
    return opened(state, state.reservation.node_ids if state.reservation else ())


@contextmanager
def opened(state: State, node_ids: Collection[str], job_id: str = "") -> Generator[None]:
    """Open nodes that are set aside in the kernel while the block runs.

    Those that are held, because others yield there, stay closed, but for the job that they are held for.

    This is not a trial: jobs that are bound in the block stay bound.

    Args:
        state: The state.
        node_ids: The nodes.
        job_id: The job that is to be placed there; empty: none that anything is held for.
    """
    for node_id in node_ids:
        node = state.nodes[node_id]
        state.cluster.set_schedulable(node_id, node.usable and node.held_for in ("", job_id))
    try:
        yield
    finally:
        for node_id in node_ids:
            state.cluster.set_schedulable(node_id, state.nodes[node_id].open)


def could_use_kept(state: State, needs: PlacementClass) -> bool:
    """Whether some reserved node is eligible for a placement class and could hold a rank when empty."""
    kept = state.reservation
    nodes = [state.nodes[node_id] for node_id in kept.node_ids] if kept else []
    return any(
        constraints.admits(needs, node) and planner.ranks_when_empty(state, node, needs.shape)
        for node in nodes
    )


def group_of(state: State, job_id: str) -> SchedulingGroup | None:
    """The group in which a job waits; None when it does not wait in one."""
    job = state.jobs.get(job_id)
    return state.pending.group_of(job) if job else None


def _head_group(
    state: State, passed_over: Mapping[SchedulingGroup, PlacementClass | None]
) -> SchedulingGroup | None:
    """The first group by rank among those that are blocked for a curable reason and not passed over.

    Groups that need the same as one that was passed over are passed over as well. For speed, ranks by share
    are computed once for each queue, for its first group.
    """
    firsts: dict[QueueKey, SchedulingGroup] = {}
    unplaceable = {*passed_over.values()}
    for group in state.pending.groups():
        if group in passed_over or group.placement_class in unplaceable:
            continue
        if group.blocked and _curable(group):
            first = firsts.get(group.key.queue)
            if first is None or _in_queue(state, group) < _in_queue(state, first):
                firsts[group.key.queue] = group
    shares = state.shares()
    return min(firsts.values(), key=lambda group: contest.rank(state, shares, group), default=None)


def _in_queue(state: State, group: SchedulingGroup) -> tuple[int, int, int]:
    return aging.tier_rank_of(state, group), contest.level(state, group), group.first_arrival_seq


def _curable(group: SchedulingGroup) -> bool:
    return group.reason is not None and group.reason.code not in INCURABLE


def _update(batch: BatchContext, head: Job, group: SchedulingGroup) -> bool:
    """Make, renew or pause the reservation for the head; False: usable nodes could not hold it."""
    state, kept = batch.state, batch.state.reservation
    if kept is None or kept.job_id != head.job_id:
        return _begin(batch, head, group)
    if head.job_id in state.holds:
        return True  # others yield to it: it needs no other nodes
    if state.now_ms >= kept.until_ms:
        if kept.node_ids and kept.starts_at_ms is None:
            _pause(batch, head)
            return True
        return _make(batch, head, group, by_limits=True)
    if not all(_is_reservable(state.nodes[node_id]) for node_id in kept.node_ids):
        return _make(batch, head, group, by_limits=kept.by_limits)
    return True


def _begin(batch: BatchContext, head: Job, group: SchedulingGroup) -> bool:
    """Make the first reservation for a new head, once its patience ends; False: it could not be held."""
    state, former = batch.state, batch.state.reservation
    held = head.job_id in state.holds
    if not held and not _is_placeable(state, group):
        return False
    if not held and state.now_ms >= head.queued_at_ms + state.policy.head_patience_ms:
        return _make(batch, head, group, by_limits=False)
    if former:
        _release(batch, former, ReleaseReason.NO_LONGER_HEAD)
    return True


def _is_placeable(state: State, group: SchedulingGroup) -> bool:
    """Whether usable nodes, if they were empty, could hold the first job of a group that its quota admits."""
    needs = _needs(state, group)
    return needs is not None and planner.could_hold(state, state.jobs[group.first_job_id], needs)


def _needs(state: State, group: SchedulingGroup) -> PlacementClass | None:
    """The placement class of a group as its quota narrows it; None: the quota is used up."""
    admitted = quotas.admission(state.queues, group.key, state.models)
    return None if admitted.short else group.placement_class.narrowed(admitted)


def _is_reservable(node: Node) -> bool:
    return node.usable and not node.reservations and not node.held_for


def _make(batch: BatchContext, head: Job, group: SchedulingGroup, *, by_limits: bool) -> bool:
    """Reserve nodes for the head; False: too few are usable, or its quota is used up."""
    state, former, needs = batch.state, batch.state.reservation, _needs(batch.state, group)
    plan = None if needs is None else planner.earliest(state, head, needs, by_limits=by_limits)
    if former and (former.job_id == head.job_id) == (plan is None):
        _release(batch, former, ReleaseReason.NO_LONGER_HEAD)
    if plan is None:
        return False
    at_ms = state.now_ms if plan.starts_at_ms is None else max(state.now_ms, plan.starts_at_ms)
    batch.emit(
        ReservationMade(
            job_id=head.job_id,
            node_ids=plan.node_ids,
            starts_at_ms=plan.starts_at_ms,
            kept_until_ms=at_ms + state.policy.head_hold_ms,
            by_limits=by_limits,
        )
    )
    return True


def _pause(batch: BatchContext, head: Job) -> None:
    """Release the nodes of a head whose start is unknown, for head_hold_ms."""
    again_ms = batch.state.now_ms + batch.state.policy.head_hold_ms
    batch.emit(ReservationReleased(job_id=head.job_id, reason=ReleaseReason.IN_VAIN, again_at_ms=again_ms))


def _release(batch: BatchContext, kept: Reservation, reason: ReleaseReason) -> None:
    if kept.node_ids:
        batch.emit(ReservationReleased(job_id=kept.job_id, reason=reason))
    else:
        batch.state.reservation = None


def _due_ms(state: State, head: Job | None, *, passes_over: bool) -> int | None:
    """When the head has to be chosen again because of time alone, which may make more nodes usable."""
    due = [state.now_ms + state.policy.head_hold_ms] if passes_over else []
    if head is not None and state.reservation:
        due.append(state.reservation.until_ms)
    elif head is not None:
        due.append(head.queued_at_ms + state.policy.head_patience_ms)
    return min(due, default=None)
