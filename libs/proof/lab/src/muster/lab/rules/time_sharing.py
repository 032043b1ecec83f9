"""Ours with time that is shared: all queues order by attained service, and the preemption core answers.

Queues with premium or production work keep their order.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from muster.events.operator_commands import ActivatePolicy, Policy
from muster.events.queue_commands import QueueOrder, QueueSettings
from muster.lab.loads.load import Load
from muster.lab.rules.answered import Answered
from muster.lab.rules.ours import WHO
from muster.preemption.core.state import DEFAULT
from muster.queues.tree import HIGHEST_THAT_SHARES
from muster.scheduler.core.state.job import TIER_RANK
from muster.scheduler.core.state.state import DEFAULT_POLICY

YIELDS_PER_DAY_MAX: Final = 24
"""Maximum number of times that a job yields within a day; both policies have their defaults otherwise."""

POLICY: Final = replace(DEFAULT_POLICY, name="shared", preemptions_per_job_day_max=YIELDS_PER_DAY_MAX)
PLANNING: Final = replace(DEFAULT, name="shared", evictions_per_job_day_max=YIELDS_PER_DAY_MAX)


class SharingTime(Answered):
    """Both cores in a new cell.

    Args:
        load: As for `Ours`.
        policy: The scheduler's policy.
    """

    def __init__(self, load: Load, policy: Policy = POLICY) -> None:
        super().__init__(_all_sharing(load), PLANNING)
        self.receive(ActivatePolicy(policy=policy, requested_by=WHO))


def _all_sharing(load: Load) -> Load:
    """The load with queues that share time, but for those with work that never does."""
    kept = {job.queue for job in load.jobs if TIER_RANK[job.tier] < HIGHEST_THAT_SHARES}
    settings = {name: QueueSettings() for name in load.queues} | dict(load.shares)
    shares = tuple(
        (name, each if name in kept else replace(each, order=QueueOrder.LEAST_ATTAINED_SERVICE))
        for name, each in settings.items()
    )
    return replace(load, shares=shares)
