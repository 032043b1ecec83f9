"""Asking back what is due (ADR 19): a wish on the log; who yields is decided by the preemption service.

Before anybody is asked to yield, elastic jobs shrink (move.elastic): that needs no plan.

A job that does not fit may wish for GPUs when it would stay within the guarantees above it while others hold
more than theirs, or when it is production inference. It wishes for the equal jobs behind it that are due as
much, too: a guarantee comes back at once, not job by job. Repeated after reclaim_interval_ms, then at
intervals that double until the first job of the line starts.
"""

from __future__ import annotations

from muster.events.job_events import Borrower, PendingCode, PreemptionCause, PreemptionRequested
from muster.scheduler.core.batch.context import Turn
from muster.scheduler.core.move import elastic
from muster.scheduler.core.queues import quotas
from muster.scheduler.core.queues.shares import borrowed_by
from muster.scheduler.core.reserve.head_of_line import INCURABLE
from muster.scheduler.core.state.pending import Line
from muster.scheduler.core.state.state import State

BORROWERS_MAX = 8
"""Named in one wish, those with most first."""

DOUBLINGS_MAX = 6
"""A wish that nothing comes of is repeated after one interval, two, four, and so on, at last every 64."""

PRODUCTION_INFERENCE = 0
"""Place of the tier that may always cause preemption."""

_UNHELPFUL = (*INCURABLE, PendingCode.HELD_FOR_HEAD)


def ask(turn: Turn) -> None:
    """Utter the wishes that are due."""
    state = turn.state
    lines = sorted((line for line in state.pending.lines() if _lacks_room(line)), key=_order)
    state.reclaim_due_ms = elastic.shrinks_at_ms(state) if lines else None
    for line in lines:
        again_ms = _again_ms(state, line)
        if state.now_ms >= again_ms:
            _ask_for(turn, line)
            again_ms = _again_ms(state, line)
        if again_ms > state.now_ms and _due_jobs(state, line)[1]:
            state.reclaim_due_ms = min(again_ms, state.reclaim_due_ms or again_ms)


def deadline_ms(state: State) -> int | None:
    """When a wish has to be repeated, or an elastic job may shrink again."""
    return state.reclaim_due_ms


def _order(line: Line) -> tuple[int, int]:
    return line.tier_rank, line.first_place


def _lacks_room(line: Line) -> bool:
    if not line.blocked or not line.kind.shape.gpu_count:
        return False
    return line.reason is not None and line.reason.code not in _UNHELPFUL


def _again_ms(state: State, line: Line) -> int:
    if not line.wished_at_ms:
        return state.now_ms
    doublings = min(max(line.wishes - 1, 0), DOUBLINGS_MAX)
    return line.wished_at_ms + (state.policy.reclaim_interval_ms << doublings)


def _ask_for(turn: Turn, line: Line) -> None:
    state = turn.state
    if state.elastic:
        line.wished_at_ms = state.now_ms
        if elastic.make_room(turn, line):
            return
    cause, jobs = _due_jobs(state, line)
    if jobs:
        line.wished_at_ms, line.wishes = state.now_ms, line.wishes + 1
        turn.emit(_wish(turn, line, cause, jobs))


def _due_jobs(state: State, line: Line) -> tuple[PreemptionCause, int]:
    """What entitles the first jobs of a line to what others hold, and how many of them."""
    if line.tier_rank == PRODUCTION_INFERENCE:
        return PreemptionCause.TIER, len(line)
    guaranteed = quotas.jobs_guaranteed(state.queues.by_key[line.key.queue], line.key)
    jobs = min(guaranteed, len(line))
    return PreemptionCause.GUARANTEE, jobs if jobs and _borrowers(state, line) else 0


def _wish(turn: Turn, line: Line, cause: PreemptionCause, jobs: int) -> PreemptionRequested:
    tenant, name = line.key.queue
    shape = line.kind.shape
    return PreemptionRequested(
        job_id=line.first_job_id,
        cause=cause,
        queue=name,
        tenant=tenant,
        jobs=jobs,
        gpu_milli_missing=shape.gpu_milli_total * line.kind.ranks * jobs,
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
