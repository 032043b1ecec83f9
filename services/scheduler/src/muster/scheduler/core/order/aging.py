"""Nothing starves below busier tiers (ADR 21): a job that has waited aging_step_ms goes with the next tier.

Production inference stays alone at the top: no wait makes other work equal to it.
"""

from __future__ import annotations

from typing import Final

from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.state import State

HIGHEST_BY_AGE: Final = 1
"""Place of the tier that age alone can reach: premium training."""


def tier_rank(state: State, job: Job, tier: int) -> int:
    """The tier that a waiting job of this tier goes with now."""
    step_ms = state.policy.aging_step_ms
    if not step_ms or tier <= HIGHEST_BY_AGE:
        return tier
    return max(HIGHEST_BY_AGE, tier - (state.now_ms - job.queued_at_ms) // step_ms)
