"""Preemption and moves that affect a job (ADR 74).

Covers the requests made for it and when they are repeated, the jobs that yield to it, the job that it yielded
to and what that cost, and whether moves are planned for it.
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
"""Maximum number of queues that may yield and are named; the others are only counted."""


class Asked(NamedTuple):
    """A request that others yield to some jobs of a waiting group.

    Attributes:
        request: The request, and when it is repeated.
        last_arrival_seq: Arrival sequence of the last job that the request covers.
        includes: Whether it covers the job that is explained.
        queue: The queue of these jobs.
        holds_milli: GPU that the queue holds, thousandths.
        due_milli: The queue's fair share of GPU by weight, thousandths.
        named: (queue, thousandths of GPU) that may yield, for queues of the same tenant and shared ones.
        others: Number of other queues that may yield.
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
        draining: Victims of its tenant whose attempts have not ended yet.
        draining_of_others: Number of such victims of other tenants.
        over: Number of victims whose attempts have ended.
        node_ids: Nodes held for it.
        until_ms: Latest end of the hold, ms since 1970 UTC.
    """

    plan_id: str
    draining: tuple[str, ...]
    draining_of_others: int
    over: int
    node_ids: tuple[str, ...]
    until_ms: int


class Yielded(NamedTuple):
    """The last preemption of a job.

    Attributes:
        to_job_id: The job that it yielded to.
        at_ms: Time of the order to yield, ms since 1970 UTC.
        today: Number of times that it yielded within a day.
        today_max: Maximum of these.
        is_over: Whether its ranks have ended.
        checkpoint_file: Checkpoint that it resumes from; empty: it starts over.
        lost_ms: Time from that checkpoint to the order, ms; 0: the checkpoint was stored later.
    """

    to_job_id: str
    at_ms: int
    today: int
    today_max: int
    is_over: bool
    checkpoint_file: str
    lost_ms: int


def asked_of(state: State, group: SchedulingGroup) -> Asked | None:
    """Return the request made for jobs of a waiting group; None: no request."""
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
    """Free but fragmented GPU while jobs wait that need no more than that (move.fragmentation).

    Attributes:
        since_ms: Start of the fragmentation, ms since 1970 UTC.
        percent: Bound that it exceeds, percent of all GPU.
        interval_ms: Interval at which moves are planned, ms.
        carries_out: Whether a plan that pays off is carried out.
    """

    since_ms: int
    percent: int
    interval_ms: int
    carries_out: bool


def scattered_of(state: State, group: SchedulingGroup) -> Scattered | None:
    """Return why moves are planned for the first job of a waiting group; None: none are planned."""
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
    """Return the room that others make for a waiting job; None: no other job yields to it."""
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
    """A job on nodes that are, or were at its bind, kept for another job (move.gaps).

    Attributes:
        gap_of: The other job; empty: it belongs to another tenant.
        still: Whether some of the nodes are still kept for that job.
    """

    gap_of: str
    still: bool


class Filled(NamedTuple):
    """Jobs that fill nodes kept for a waiting job.

    Attributes:
        named: Those of the same tenant, by id.
        others: Number of those of other tenants.
    """

    named: tuple[str, ...]
    others: int


def filling_of(state: State, job: Job) -> Filling | None:
    """Return the backfill window that a running job fills; None: it fills none."""
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
    """Return the jobs that fill nodes kept for a waiting job; None: there are none."""
    kept = (gap.node_ids for gap in gaps.all_gaps(state) if gap.job_id == job.job_id)
    found = {each.job_id: each for node_ids in kept for each in gaps.fillers(state, node_ids)}
    if not found:
        return None
    named = tuple(sorted(job_id for job_id, each in found.items() if each.tenant == job.tenant))
    return Filled(named, len(found) - len(named))


def yielded_of(state: State, job: Job) -> Yielded | None:
    """Return the last preemption of a stopping or queued job; None: no preemption, or another state."""
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
