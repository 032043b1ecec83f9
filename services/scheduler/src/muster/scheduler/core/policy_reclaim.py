"""Asking back what is due (ADR 19): a wish on the log; who yields is decided by the preemption service.

Before anybody is asked to yield, elastic jobs shrink (policy_elastic): that needs no plan.

A job that does not fit may wish for GPUs when it would stay within the guarantees above it while others hold
more than theirs, or when it is production inference. Repeated at most every reclaim_interval_ms a line.
"""

from __future__ import annotations

from muster.events.job_events import Borrower, PendingCode, PreemptionCause, PreemptionRequested
from muster.scheduler.core import policy_elastic, policy_quota
from muster.scheduler.core.pending import Line
from muster.scheduler.core.policy_reserve import INCURABLE
from muster.scheduler.core.policy_share import borrowed_by
from muster.scheduler.core.state import State
from muster.scheduler.core.turn import Turn

BORROWERS_MAX = 8
"""Named in one wish, those with most first."""

PRODUCTION_INFERENCE = 0
"""Place of the tier that may always cause preemption."""

_UNHELPFUL = (*INCURABLE, PendingCode.HELD_FOR_HEAD)


def ask(turn: Turn) -> None:
    """Utter the wishes that are due."""
    state = turn.state
    for line in sorted((line for line in state.pending.lines() if _due(state, line)), key=_order):
        if state.elastic:
            line.wished_at_ms = state.now_ms
            if policy_elastic.make_room(turn, line):
                continue
        cause = _cause(state, line)
        if cause is None:
            continue
        line.wished_at_ms = state.now_ms
        turn.emit(_wish(turn, line, cause))


def _order(line: Line) -> tuple[int, int]:
    return line.tier_rank, line.first_place


def _due(state: State, line: Line) -> bool:
    if not line.blocked or not line.kind.shape.gpu_count:
        return False
    if line.wished_at_ms and state.now_ms < line.wished_at_ms + state.policy.reclaim_interval_ms:
        return False
    return line.reason is not None and line.reason.code not in _UNHELPFUL


def _cause(state: State, line: Line) -> PreemptionCause | None:
    if line.tier_rank == PRODUCTION_INFERENCE:
        return PreemptionCause.TIER
    queue = state.queues.by_key[line.key.queue]
    within = policy_quota.within_guarantee(queue, line.key)
    return PreemptionCause.GUARANTEE if within and _borrowers(state, line) else None


def _wish(turn: Turn, line: Line, cause: PreemptionCause) -> PreemptionRequested:
    tenant, name = line.key.queue
    shape = line.kind.shape
    return PreemptionRequested(
        job_id=line.first_job_id,
        cause=cause,
        queue=name,
        tenant=tenant,
        gpu_milli_missing=shape.gpu_milli_total * line.kind.ranks,
        gpu_models=shape.gpu_models,
        borrowers=_borrowers(turn.state, line),
        as_of_seq=turn.cause.seq,
    )


def _borrowers(state: State, line: Line) -> tuple[Borrower, ...]:
    """The leaves that hold most beyond their guarantee, of other queues than the line's."""
    found = [
        Borrower(queue=queue.key[1], tenant=queue.key[0], gpu_milli_borrowed=borrowed)
        for queue in state.queues.by_key.values()
        if not queue.below and queue.key != line.key.queue
        for borrowed in (borrowed_by(queue).gpu_milli,)
        if borrowed
    ]
    found.sort(key=lambda each: (-each.gpu_milli_borrowed, each.tenant, each.queue))
    return tuple(found[:BORROWERS_MAX])
