"""What preemption means for a job: who yields to it, or to whom it yielded and what that cost it (ADR 74)."""

from __future__ import annotations

from typing import NamedTuple

from muster.jobs.lifecycle import JobState
from muster.scheduler.core.move import preemption
from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.state import State


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
