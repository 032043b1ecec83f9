"""Backfill on reserved nodes (ADR 14, ADR 27): which jobs are estimated to end in time.

Nodes are reserved for the head of queue (reserve.head_of_line) and for queues (reserve.advance). A job that
does not fit elsewhere may be placed there if its estimated run time (durations.estimator, at most its
wall-time limit) ends before the reservation starts; where only limits are trusted, if its limit does. A job
without an estimate is never backfilled. Within a scheduling group the first job that is short enough is
chosen; groups are ordered by rank (order.contest.rank). Once the reservation is due, there is no backfill.
"""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from muster.scheduler.core import limits
from muster.scheduler.core.order import contest
from muster.scheduler.core.reserve import advance
from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import CapacityReservation, State


class Window(NamedTuple):
    """Reserved nodes, and for how long other jobs may still use them.

    Attributes:
        length_ms: Time until the reservation is due.
        by_limits: Whether only wall-time limits are trusted.
        kept: The capacity reservation; None: the reservation for the head of queue.
    """

    length_ms: int
    by_limits: bool
    kept: CapacityReservation | None


def windows(state: State) -> list[Window]:
    """The open backfill windows: the head's, then those of capacity reservations, the longest first."""
    found = [
        Window(kept.starts_at_ms - state.now_ms, by_limits=False, kept=kept)
        for kept in advance.to_come(state)
    ]
    head = state.reservation
    if head and head.node_ids:
        begins_ms = head.until_ms if head.starts_at_ms is None else head.starts_at_ms
        found.insert(0, Window(begins_ms - state.now_ms, head.by_limits, None))
    return [window for window in found if window.length_ms > 0]


def candidates(state: State, window: Window) -> list[SchedulingGroup]:
    """Blocked groups with a job that may be backfilled in a window, in order of rank."""
    able = [group for group in state.pending.untried_ahead() if first_ahead(state, group, window)]
    if len(able) < 2:
        return able
    shares = state.shares()
    return sorted(able, key=lambda group: contest.rank(state, shares, group))


def first_ahead(state: State, group: SchedulingGroup, window: Window) -> Job | None:
    """The first job of a group that may be backfilled in a window; None: there is none."""
    jobs = (state.jobs[job_id] for job_id in group.within(window.length_ms))
    if not window.by_limits:
        return next(jobs, None)
    surely = (job for job in islice(jobs, limits.AHEAD_TRIED_MAX) if _is_over_within(job, window.length_ms))
    return next(surely, None)


def _is_over_within(job: Job, window_ms: int) -> bool:
    return job.limit_ms is not None and job.limit_ms <= window_ms
