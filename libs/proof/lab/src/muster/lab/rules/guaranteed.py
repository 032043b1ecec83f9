"""Ours with work that yields, with headroom, and with guaranteed durations from forecast demand.

    yielding      high priority takes back what it is guaranteed; the preemption service says from whom
    headroom      the same; spot work leaves a fifth of the GPUs free (ADR 110)
    guaranteed    the same; spot work starts only where forecast demand leaves it its GPUs for an hour, and
                  keeps them for that hour (ADR 128)

Each is a policy of the scheduler.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from muster.events.operator_commands import ActivatePolicy
from muster.lab.loads.load import Load
from muster.lab.rules.answered import Answered
from muster.lab.rules.ours import WHO
from muster.preemption.core.state import DEFAULT
from muster.scheduler.core.state.state import DEFAULT_POLICY

YIELDS_PER_DAY_MAX: Final = 24

_PLANNING = replace(DEFAULT, name="spot", evictions_per_job_day_max=YIELDS_PER_DAY_MAX)


class Yielding(Answered):
    """Both cores in a new cell.

    Args:
        load: A load with the queues of gfs-mix.
        guaranteed_ms: Time for which best-effort work is guaranteed its GPUs; 0: none.
        headroom_percent: Part of each GPU model that work without a guarantee leaves free.
    """

    def __init__(self, load: Load, guaranteed_ms: int = 0, headroom_percent: int = 0) -> None:
        super().__init__(load, _PLANNING)
        policy = replace(
            DEFAULT_POLICY,
            name="spot",
            preemption_ran_min_ms=0,
            preemptions_per_job_day_max=YIELDS_PER_DAY_MAX,
            headroom_percent={node.gpu_model: headroom_percent for node in load.nodes if node.gpu_model},
            guaranteed_duration_ms=guaranteed_ms,
        )
        self.receive(ActivatePolicy(policy=policy, requested_by=WHO))
