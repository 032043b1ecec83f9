"""What preemption and moves mean for a job (ADR 74).

Whom it asks to yield and what it waits for then; who yields to it; to whom it yielded and what that cost it;
whether moves are planned for it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from muster.jobs.lifecycle import JobState
from muster.queues.tree import SHARED_TENANT
from muster.scheduler.core.move import fragmentation, gaps, preemption, reclaim
from muster.scheduler.core.move.reclaim import OpenRequest
from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State

QUEUES_NAMED_MAX: Final = 4
"""Queues that may yield and are named; the others are only counted."""


class Asked(NamedTuple):
    """Others are asked to yield to some of the jobs that wait alike.

    Attributes:
        request: What is asked, and when again.
        last_arrival_seq: Arrival sequence of the last job that it is asked for.
        includes: Whether it is asked for the job that is explained.
        queue: The queue of these jobs.
        holds_milli: GPU that the queue holds, thousandths.
        due_milli: GPU that is due to it by weight.
        named: Queues of its tenant, or shared, that may yield, and how much.
        others: How many others may.
    """

    request: OpenRequest
    last_arrival_seq: int
    includes: bool
    queue: str
    holds_milli: int
    due_milli: int
    named: tuple[tuple[str, int], ...]
    others: int


class Making(NamedTuple):
    """Room that others make for a waiting job.

    Attributes:
        plan_id: The preemption plan.
        draining: Jobs of its tenant that yield and are not over yet.
        draining_of_others: How many of other tenants.
        over: How many are over.
        node_ids: Nodes held for it.
        until_ms: They are held at most until then, ms since 1970 UTC.
    """

    plan_id: str
    draining: tuple[str, ...]
    draining_of_others: int
    over: int
    node_ids: tuple[str, ...]
    until_ms: int


class Yielded(NamedTuple):
    """The last time that a job had to yield to another.

    Attributes:
        to_job_id: The other.
        at_ms: When it was asked, ms since 1970 UTC.
        today: How often it yielded within a day.
        today_max: How often it may.
        is_over: Whether its ranks have ended.
        checkpoint_file: What it goes on from; empty: it begins again.
        lost_ms: Time between that checkpoint and when it was asked; 0: it was stored after that.
    """

    to_job_id: str
    at_ms: int
    today: int
    today_max: int
    is_over: bool
    checkpoint_file: str
    lost_ms: int


def asked_of(state: State, group: SchedulingGroup) -> Asked | None:
    """What is asked of others for jobs of a waiting group; None: nothing."""
    request = reclaim.open_request(state, group)
    if request is None:
        return None
    queue, first = state.queues.by_key[group.key.queue], state.jobs[request.job_id]
    behind = group.after(first.arrival_seq - 1, request.jobs + len(state.holds))
    asked_for = [seq for seq, job_id in behind if job_id not in state.holds][: request.jobs]
    tenants = (first.tenant, SHARED_TENANT)
    mine = [(key[1], milli) for key, milli in request.may_yield if key[0] in tenants][:QUEUES_NAMED_MAX]
    return Asked(
        request=request,
        last_arrival_seq=asked_for[-1],
        includes=True,
        queue=queue.key[1],
        holds_milli=queue.used.gpu_milli,
        due_milli=reclaim.dues_of(state).of(queue),
        named=tuple(mine),
        others=len(request.may_yield) - len(mine),
    )


class Scattered(NamedTuple):
    """GPU that is free and scattered while jobs wait that need no more (move.fragmentation).

    Attributes:
        since_ms: Since when, ms since 1970 UTC.
        percent: The part of all GPU that it is more than.
        interval_ms: How often moves are looked for.
        carries_out: Whether a plan that pays is carried out.
    """

    since_ms: int
    percent: int
    interval_ms: int
    carries_out: bool


def scattered_of(state: State, group: SchedulingGroup) -> Scattered | None:
    """Why moves are planned for the first of a waiting group; None: they are not."""
    found = state.fragmentation
    if found is None or not fragmentation.is_sustained(state) or not fragmentation.free_milli(group):
        return None
    policy = state.policy
    return Scattered(
        since_ms=found.since_ms,
        percent=policy.fragmentation_percent_max,
        interval_ms=policy.defrag_interval_ms,
        carries_out=policy.defrag_benefit_percent > 0,
    )


def making_of(state: State, job: Job) -> Making | None:
    """Who yields to a waiting job; None: nobody."""
    hold = state.holds.get(job.job_id)
    if hold is None:
        return None
    left = [victim.job_id for victim in hold.victims if not preemption.is_over(state, victim)]
    mine = [job_id for job_id in left if state.jobs[job_id].tenant == job.tenant]
    return Making(
        plan_id=hold.plan_id,
        draining=tuple(mine),
        draining_of_others=len(left) - len(mine),
        over=len(hold.victims) - len(left),
        node_ids=hold.node_ids,
        until_ms=hold.until_ms,
    )


class Filling(NamedTuple):
    """A job that fills nodes which are kept for another, or were when it was bound (move.gaps).

    Attributes:
        gap_of: The other; empty: it is another tenant's.
        still: Whether some of its nodes are still kept for that one.
    """

    gap_of: str
    still: bool


class Filled(NamedTuple):
    """Jobs that fill what is kept for a waiting job.

    Attributes:
        named: Those of its tenant.
        others: How many of other tenants.
    """

    named: tuple[str, ...]
    others: int


def filling_of(state: State, job: Job) -> Filling | None:
    """Whose gap a running job fills; None: it fills none."""
    if job.attempt is None or not job.attempt.gap_of:
        return None
    kept = {
        node_id
        for gap in gaps.all_gaps(state)
        if gap.job_id == job.attempt.gap_of
        for node_id in gap.node_ids
    }
    gang = state.jobs.get(job.attempt.gap_of)
    is_own = gang is not None and gang.tenant == job.tenant
    return Filling(job.attempt.gap_of if is_own else "", bool(kept & job.attempt.tasks.keys()))


def filled_of(state: State, job: Job) -> Filled | None:
    """Who fills what is kept for a waiting job; None: nobody."""
    kept = (gap.node_ids for gap in gaps.all_gaps(state) if gap.job_id == job.job_id)
    found = {each.job_id: each for node_ids in kept for each in gaps.fillers(state, node_ids)}
    if not found:
        return None
    named = tuple(sorted(job_id for job_id, each in found.items() if each.tenant == job.tenant))
    return Filled(named, len(found) - len(named))


def yielded_of(state: State, job: Job) -> Yielded | None:
    """To whom a job yielded that stops or waits because of it; None: it did not."""
    if not job.preempted or job.state not in (JobState.STOPPING, JobState.QUEUED):
        return None
    last, saved = job.preempted[-1], job.checkpoint
    return Yielded(
        to_job_id=last.by_job_id,
        at_ms=last.at_ms,
        today=preemption.times_today(state, job),
        today_max=state.policy.preemptions_per_job_day_max,
        is_over=job.attempt is None,
        checkpoint_file=saved.file if saved is not None else "",
        lost_ms=max(0, last.at_ms - job.checkpoint_at_ms) if saved is not None else 0,
    )
