"""Ours with time that is shared: all queues order by attained service, and the preemption core answers.

Both cores run as in production, joined as by their topics: the facts of each batch are applied to the
planner's world, its plans are the scheduler's next inputs. Queues with premium or production work keep their
order.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from muster.events.job_events import PAYLOADS, PreemptionRequested
from muster.events.operator_commands import ActivatePolicy, Policy
from muster.events.preemption_events import PreemptionPlanned
from muster.events.queue_commands import QueueOrder, QueueSettings
from muster.lab.loads.load import Load
from muster.lab.rules.ours import WHO, Ours
from muster.preemption.core.answers import answer, evictions_of
from muster.preemption.core.history import Eviction, History, Terms
from muster.preemption.core.state import DEFAULT
from muster.preemption.core.world import World
from muster.scheduler.core.order.attained import HIGHEST_THAT_SHARES
from muster.scheduler.core.state.job import TIER_RANK
from muster.scheduler.core.state.state import DEFAULT_POLICY

YIELDS_PER_DAY_MAX: Final = 24
"""How often a job yields within a day at most; both policies have defaults as by default otherwise."""

POLICY: Final = replace(DEFAULT_POLICY, name="shared", preemptions_per_job_day_max=YIELDS_PER_DAY_MAX)
PLANNING: Final = replace(DEFAULT, name="shared", evictions_per_job_day_max=YIELDS_PER_DAY_MAX)

_FACTS: Final = tuple(PAYLOADS.values())


class SharingTime(Ours):
    """Both cores in a new cell.

    Args:
        load: As for `Ours`.
        policy: The scheduler's policy.
    """

    def __init__(self, load: Load, policy: Policy = POLICY) -> None:
        self._world = World()
        self._evictions: list[Eviction] = []
        super().__init__(_all_sharing(load))
        self.receive(ActivatePolicy(policy=policy, requested_by=WHO))

    def _step(self, now_ms: int) -> list[Any]:
        """Decide a batch; plan what it requests, for the next one."""
        payloads = super()._step(now_ms)
        at_ms, seq = self.state.now_ms, self.state.seq_next - 1
        for payload in payloads:
            if isinstance(payload, _FACTS):
                self._world.apply(payload, at_ms, seq)
        for payload in payloads:
            if isinstance(payload, PreemptionRequested):
                self._plan(payload, at_ms)
        return payloads

    def _plan(self, request: PreemptionRequested, at_ms: int) -> None:
        """Answer a request as the service does."""
        self._evictions = [
            each for each in self._evictions if at_ms - each.at_ms < PLANNING.pair_remembered_ms
        ]
        history = History.of(self._evictions, self._claimed(), at_ms)
        for fact in answer(self._world, request, Terms(PLANNING, history, at_ms)):
            if isinstance(fact.payload, PreemptionPlanned):
                self._evictions += evictions_of(fact.payload, at_ms)
                self.receive(fact.payload)

    def _claimed(self) -> list[str]:
        """Jobs that plans ask to yield which the scheduler has not judged yet."""
        plans = [each for each in self.waiting_inputs if isinstance(each, PreemptionPlanned)]
        return [victim.job_id for plan in plans for victim in plan.victims]


def _all_sharing(load: Load) -> Load:
    """The load with queues that share time, but for those with work that never does."""
    kept = {job.queue for job in load.jobs if TIER_RANK[job.tier] < HIGHEST_THAT_SHARES}
    settings = {name: QueueSettings() for name in load.queues} | dict(load.shares)
    shares = tuple(
        (name, each if name in kept else replace(each, order=QueueOrder.LEAST_ATTAINED_SERVICE))
        for name, each in settings.items()
    )
    return replace(load, shares=shares)
