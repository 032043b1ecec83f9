"""Who may run ahead on nodes that are kept for others (ADR 14, ADR 27): who is believed to be gone in time.

Nodes are kept for the head of line (reserve.head_of_line) and reserved for queues (reserve.advance). A job
that does not fit elsewhere may be placed there when its stated bound (durations.estimator, at most its wall
time limit) ends before the reservation begins; where only limits are believed, when its limit does.
Who has no bound never is. Within a line of equal jobs the first that is short enough goes; among lines, their
rank decides (order.contest.rank). Nobody goes ahead once the reservation is due.
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
    """Nodes that are kept, and for how long others may yet use them.

    Attributes:
        length_ms: Until they are due.
        by_limits: Believed are only wall time limits.
        kept: The reservation they are of; None: they are kept for the head of line.
    """

    length_ms: int
    by_limits: bool
    kept: CapacityReservation | None


def windows(state: State) -> list[Window]:
    """Those that are open: the head's, then the queues', the longest first."""
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
    """Blocked lines that have somebody who may run ahead, in the order of their turns."""
    able = [group for group in state.pending.untried_ahead() if first_ahead(state, group, window)]
    if len(able) < 2:
        return able
    shares = state.shares()
    return sorted(able, key=lambda group: contest.rank(state, shares, group))


def first_ahead(state: State, group: SchedulingGroup, window: Window) -> Job | None:
    """The first job of a group that may run ahead now."""
    jobs = (state.jobs[job_id] for job_id in group.within(window.length_ms))
    if not window.by_limits:
        return next(jobs, None)
    surely = (job for job in islice(jobs, limits.AHEAD_TRIED_MAX) if _is_over_within(job, window.length_ms))
    return next(surely, None)


def _is_over_within(job: Job, window_ms: int) -> bool:
    return job.limit_ms is not None and job.limit_ms <= window_ms
