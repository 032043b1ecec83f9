"""Aging (ADR 21): a job rises by one tier for every aging_step_ms that it has waited, so that none starves.

No job rises to the tier of production inference.
"""

from __future__ import annotations

from typing import Final

from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State

HIGHEST_BY_AGE: Final = 1
"""Rank of the highest tier that a job can reach by aging: premium training."""


def tier_rank_of(state: State, group: SchedulingGroup) -> int:
    """The effective tier rank of a group's first job."""
    return tier_rank(state, state.jobs[group.first_job_id], group.tier_rank)


def tier_rank(state: State, job: Job, tier: int) -> int:
    """The effective tier rank of a waiting job whose own tier rank is `tier`."""
    step_ms = state.policy.aging_step_ms
    if not step_ms or tier <= HIGHEST_BY_AGE:
        return tier
    return max(HIGHEST_BY_AGE, tier - (state.now_ms - job.queued_at_ms) // step_ms)
