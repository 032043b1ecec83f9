"""Aging (ADR 21): a job rises by one tier for every aging_step_ms that it has waited, so that none starves.

No job rises to the tier of production inference.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from muster.scheduler.core.state.job import TIER_ORDER, Job
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State

HIGHEST_BY_AGE: Final = 1
"""Rank of the highest tier that a job can reach by aging: premium training."""


def tier_rank_of(state: State, group: SchedulingGroup) -> int:
    """The effective tier rank of a group's first job."""
    return tier_rank(state, state.jobs[group.first_job_id], group.tier_rank)


def in_tiers(state: State, groups: Iterable[SchedulingGroup]) -> tuple[list[SchedulingGroup], ...]:
    """The groups by `tier_rank_of`, the highest tier first. Where much waits, this is asked of all of it."""
    tiers = tuple(list[SchedulingGroup]() for _ in TIER_ORDER)
    jobs, step_ms = state.jobs, state.policy.aging_step_ms
    queued_by_ms = state.now_ms - step_ms
    for group in groups:
        tier = group.tier_rank
        if tier > HIGHEST_BY_AGE and step_ms and jobs[group.first_job_id].queued_at_ms <= queued_by_ms:
            tier = tier_rank_of(state, group)
        tiers[tier].append(group)
    return tiers


def tier_rank(state: State, job: Job, tier: int) -> int:
    """The effective tier rank of a waiting job whose own tier rank is `tier`."""
    step_ms = state.policy.aging_step_ms
    if not step_ms or tier <= HIGHEST_BY_AGE:
        return tier
    return max(HIGHEST_BY_AGE, tier - (state.now_ms - job.queued_at_ms) // step_ms)
