"""Our scheduler with the preemption service, whose core answers the scheduler's requests.

Both cores run as in production, joined as by their topics: the facts of each batch are applied to the
planner's world, its plans are the scheduler's next inputs.
"""

from __future__ import annotations

from typing import Any, Final

from muster.events.job_events import PAYLOADS, PreemptionRequested
from muster.events.preemption_commands import PreemptionPolicy
from muster.events.preemption_events import PreemptionPlanned
from muster.lab.loads.load import Load
from muster.lab.rules.ours import Ours
from muster.preemption.core.answers import answer, evictions_of
from muster.preemption.core.history import Eviction, History, Terms
from muster.preemption.core.state import DEFAULT
from muster.preemption.core.world import World

_FACTS: Final = tuple(PAYLOADS.values())


class Answered(Ours):
    """Both cores in a new cell.

    Args:
        load: As for `Ours`.
        planning: The policy of the preemption service.
    """

    def __init__(self, load: Load, planning: PreemptionPolicy = DEFAULT) -> None:
        self._world = World()
        self._planning = planning
        self._evictions: list[Eviction] = []
        super().__init__(load)

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
        remembered_ms = self._planning.pair_remembered_ms
        self._evictions = [each for each in self._evictions if at_ms - each.at_ms < remembered_ms]
        history = History.of(self._evictions, self._claimed(), at_ms)
        for fact in answer(self._world, request, Terms(self._planning, history, at_ms)):
            if isinstance(fact.payload, PreemptionPlanned):
                self._evictions += evictions_of(fact.payload, at_ms)
                self.receive(fact.payload)

    def _claimed(self) -> list[str]:
        """Jobs that plans ask to yield which the scheduler has not judged yet."""
        plans = [each for each in self.waiting_inputs if isinstance(each, PreemptionPlanned)]
        return [victim.job_id for plan in plans for victim in plan.victims]
