"""A reservation for the job that heads the line: which nodes, and when (ADR 14).

The head is the waiting job that ranks first (order.contest.rank: tier, class of share, place) and does not
fit, though the cluster could hold it.

    it has waited less than head_patience_ms   others pass it freely
    then                                       nodes are kept for it: those that will have room for it first,
                                               by how long what runs there is believed to run (planner);
                                               others may be placed there only if they are believed to end
                                               before it starts (reserve.backfill)
    it has not started head_hold_ms after      beliefs were wrong: nodes are chosen anew, and from now on only
    the time it should have                    wall time limits are believed, which hold
    start unknown                              nodes are kept and are free for all in turns, for head_hold_ms
                                               each: its neighbours may run for weeks
    work of a higher tier does not fit         it gives way at once

One head at a time, looked for at most every HEAD_INTERVAL_MS; facts are as rare. So it neither starves nor
starves others.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

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
    PendingCode.QUOTA_EXHAUSTED,
    PendingCode.JOB_LIMIT,
    PendingCode.NODES_RESERVED,
)
"""Reasons that no waiting for nodes can cure: who waits for such is nobody's head."""


def renew(batch: BatchContext) -> None:
    """Make, keep or release the reservation, as time and the head of line command."""
    state = batch.state
    kept = state.reservation
    if kept and group_of(state, kept.job_id) is None:
        _release(batch, kept, ReleaseReason.NO_LONGER_WAITS)
    due_ms = deadline_ms(state)
    if due_ms is None or state.now_ms < due_ms:
        return
    state.head_looked_at_ms, state.pending.stirred = state.now_ms, False
    group = _head_group(state)
    head = state.jobs[group.first_job_id] if group else None
    kept = state.reservation
    if kept and (head is None or head.job_id != kept.job_id):
        _release(batch, kept, ReleaseReason.NO_LONGER_HEAD)
    if head is not None and group is not None:
        _attend(batch, head, group)
    state.head_due_ms = _due_ms(state, head)


def deadline_ms(state: State) -> int | None:
    """When the head of line has to be looked for though nothing comes in."""
    soonest_ms = state.head_looked_at_ms + limits.HEAD_INTERVAL_MS
    if state.pending.stirred:
        return soonest_ms
    return None if state.head_due_ms is None else max(state.head_due_ms, soonest_ms)


def started(batch: BatchContext) -> None:
    """The head has been placed."""
    if batch.state.reservation:
        _release(batch, batch.state.reservation, ReleaseReason.STARTED)


def give_way(batch: BatchContext, group: SchedulingGroup) -> None:
    """A group does not fit: the head of a lower tier lets go of its nodes."""
    state, kept = batch.state, batch.state.reservation
    if kept and kept.node_ids and _curable(group) and outranks(state, group):
        _release(batch, kept, ReleaseReason.NO_LONGER_HEAD)


def outranks(state: State, group: SchedulingGroup) -> bool:
    """Whether the jobs of a group are of a higher tier than the one that nodes are kept for."""
    kept = kept_group(state)
    return kept is not None and _tier_rank(state, group) < _tier_rank(state, kept)


def kept_group(state: State) -> SchedulingGroup | None:
    """The line of the job that nodes are kept for now."""
    kept = state.reservation
    return group_of(state, kept.job_id) if kept and kept.node_ids else None


@contextmanager
def nodes_opened(state: State) -> Generator[None]:
    """Let the kernel see the kept nodes as open; only who may go there may be placed meanwhile.

    This is no trial: what is bound meanwhile stays bound.
    """
    node_ids = state.reservation.node_ids if state.reservation else ()
    for node_id in node_ids:
        state.cluster.set_schedulable(node_id, state.nodes[node_id].usable)
    try:
        yield
    finally:
        for node_id in node_ids:
            state.cluster.set_schedulable(node_id, state.nodes[node_id].open)


def could_use_kept(state: State, needs: PlacementClass) -> bool:
    """Whether some kept node will do for a rank of this kind and could hold it when empty."""
    kept = state.reservation
    nodes = [state.nodes[node_id] for node_id in kept.node_ids] if kept else []
    return any(
        constraints.admits(needs, node) and planner.ranks_when_empty(state, node, needs.shape)
        for node in nodes
    )


def group_of(state: State, job_id: str) -> SchedulingGroup | None:
    """The line that a job waits in, if it does."""
    job = state.jobs.get(job_id)
    return state.pending.group_of(job) if job else None


def _head_group(state: State) -> SchedulingGroup | None:
    """The line whose first job heads everything that is blocked and curable.

    Shares are asked once for each queue, of the group that ranks first in it.
    """
    firsts: dict[QueueKey, SchedulingGroup] = {}
    for group in state.pending.groups():
        if group.blocked and _curable(group):
            first = firsts.get(group.key.queue)
            if first is None or _in_queue(state, group) < _in_queue(state, first):
                firsts[group.key.queue] = group
    shares = state.shares()
    return min(firsts.values(), key=lambda group: contest.rank(state, shares, group), default=None)


def _in_queue(state: State, group: SchedulingGroup) -> tuple[int, int]:
    return _tier_rank(state, group), group.first_arrival_seq


def _curable(group: SchedulingGroup) -> bool:
    return group.reason is not None and group.reason.code not in INCURABLE


def _tier_rank(state: State, group: SchedulingGroup) -> int:
    return aging.tier_rank(state, state.jobs[group.first_job_id], group.tier_rank)


def _attend(batch: BatchContext, head: Job, group: SchedulingGroup) -> None:
    """See to what is kept for the head."""
    state, kept = batch.state, batch.state.reservation
    if kept is None:
        if state.now_ms >= head.queued_at_ms + state.policy.head_patience_ms:
            _make(batch, head, group, by_limits=False)
    elif state.now_ms >= kept.until_ms:
        if kept.node_ids and kept.starts_at_ms is None:
            _pause(batch, head)
        else:
            _make(batch, head, group, by_limits=True)
    elif not all(_still_to_be_had(state.nodes[node_id]) for node_id in kept.node_ids):
        _make(batch, head, group, by_limits=kept.by_limits)


def _still_to_be_had(node: Node) -> bool:
    return node.usable and not node.reservations


def _make(batch: BatchContext, head: Job, group: SchedulingGroup, *, by_limits: bool) -> None:
    state = batch.state
    admitted = quotas.admission(state.queues, group.key, state.models)
    plan = planner.earliest(state, head, group.placement_class.narrowed(admitted), by_limits=by_limits)
    if plan is None or admitted.short:  # too little is usable, or the quota is used up
        _pause(batch, head)
        return
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


def _pause(batch: BatchContext, head: Job) -> None:
    """Keep nothing for a while."""
    state = batch.state
    again_ms = state.now_ms + state.policy.head_hold_ms
    if state.reservation and state.reservation.node_ids:
        batch.emit(
            ReservationReleased(job_id=head.job_id, reason=ReleaseReason.IN_VAIN, again_at_ms=again_ms)
        )
    else:
        state.reservation = Reservation(head.job_id, (), None, again_ms, by_limits=True)


def _release(batch: BatchContext, kept: Reservation, reason: ReleaseReason) -> None:
    if kept.node_ids:
        batch.emit(ReservationReleased(job_id=kept.job_id, reason=reason))
    else:
        batch.state.reservation = None


def _due_ms(state: State, head: Job | None) -> int | None:
    """When time alone calls for another look."""
    if head is None:
        return None
    if state.reservation:
        return state.reservation.until_ms
    return head.queued_at_ms + state.policy.head_patience_ms
