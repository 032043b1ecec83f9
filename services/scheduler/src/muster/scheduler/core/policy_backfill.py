"""Who may run ahead on nodes that are kept for another (ADR 14): who is believed to be gone in time.

A job that does not fit elsewhere may be placed on kept nodes when its stated bound (policy_duration, at most
its wall time limit) ends before the reservation begins; where only limits are believed, when its limit does.
Who has no bound never is. Within a line of equal jobs the first that is short enough goes; among lines, their
rank decides (policy_order.rank). Nobody goes ahead once the reservation is due: then the nodes are the head's
alone.
"""

from __future__ import annotations

from itertools import islice

from muster.scheduler.core import limits, policy_order
from muster.scheduler.core.job import Job
from muster.scheduler.core.pending import Line
from muster.scheduler.core.policy_share import Shares
from muster.scheduler.core.state import State


def candidates(state: State) -> list[Line]:
    """Blocked lines that have somebody who may run ahead, in the order of their turns."""
    if _window_ms(state) <= 0:
        return []
    able = [line for line in state.pending.untried_ahead() if first_ahead(state, line)]
    if len(able) < 2:
        return able
    shares = Shares(state)
    return sorted(able, key=lambda line: policy_order.rank(state, shares, line))


def first_ahead(state: State, line: Line) -> Job | None:
    """The first job of a line that may run ahead now."""
    kept, window_ms = state.reservation, _window_ms(state)
    if kept is None:
        return None
    jobs = (state.jobs[job_id] for job_id in line.within(window_ms))
    if not kept.by_limits:
        return next(jobs, None)
    surely = (job for job in islice(jobs, limits.AHEAD_TRIED_MAX) if _is_over_within(job, window_ms))
    return next(surely, None)


def _window_ms(state: State) -> int:
    """How long kept nodes may yet be used by others; not positive: they may not."""
    kept = state.reservation
    if kept is None or not kept.node_ids:
        return 0
    begins_ms = kept.until_ms if kept.starts_at_ms is None else kept.starts_at_ms
    return begins_ms - state.now_ms


def _is_over_within(job: Job, window_ms: int) -> bool:
    return job.limit_ms is not None and job.limit_ms <= window_ms
