"""The scheduler and the preemption service under chaos: victims resume, and reservations have an owner.

Two processes of each contend, every one of them may die, stand still or be cut off, facts come late and in
any order between topics, commits are lost. Beside it old plans come again, as from a service that forgot
that it made them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any, ClassVar, Final

from muster.deciding import verify
from muster.events.job_events import (
    GangBound,
    HoldReleased,
    JobCancelled,
    JobFailed,
    JobStopping,
    JobSucceeded,
    PreemptionAccepted,
    PreemptionRefused,
    PreemptionRequested,
)
from muster.events.preemption_events import PreemptionDeclined, PreemptionPlanned
from muster.events.topics import PREEMPTION_EVENTS
from muster.journal import Outgoing
from muster.testkit.simulation.chaos import Chaos
from muster.testkit.simulation.processes.agent import Agent
from muster.testkit.simulation.processes.contender import Contender
from muster.testkit.simulation.processes.decider import CELL
from muster.testkit.simulation.processes.planner import Planner, follower_of, planning
from muster.testkit.simulation.report import Report
from muster.testkit.simulation.surroundings.clients import EVICTIONS_PER_JOB_DAY_MAX
from muster.testkit.simulation.worlds.scheduler import SchedulerWorld
from muster.testkit.tokens import Tokens

COUNTED: Final = (
    PreemptionRequested,
    PreemptionPlanned,
    PreemptionDeclined,
    PreemptionAccepted,
    PreemptionRefused,
    HoldReleased,
)
"""Facts that show how much a history tried."""


class PlansWorld(SchedulerWorld):
    """A scheduler's world in which others yield."""

    RUNS_MS_MAX = 60_000
    POLICY: ClassVar = {
        "preemption_ran_min_ms": 500,
        "preemption_hold_ms": 4_000,
        "preemptions_per_job_day_max": EVICTIONS_PER_JOB_DAY_MAX,
        "reclaim_interval_ms": 2_000,
        "fairness_threshold_percent": 80,
    }

    def __init__(self, seed: int, chaos: Chaos) -> None:
        super().__init__(seed, chaos, name="plans")
        tokens = Tokens(clock=self._clock)
        self._planners = [Planner(name, *self._own(), self._around, tokens) for name in ("green", "gold")]
        self._clients.plan_eagerly()
        self._again = self._journal.producer("again")

    def _processes(self) -> Sequence[Agent | Contender]:
        return [*super()._processes(), *self._planners]

    def _go_wrong(self) -> None:
        super()._go_wrong()
        if self._chance.random() < self._chaos.ask:
            self._clients.ask()  # twice as much: jobs have to wait for others
        if self._happens("stop"):
            self._chance.choice(self._planners).stop()
        if self._happens("repeat"):
            self._repeat_a_plan()

    def _repeat_a_plan(self) -> None:
        """An old plan comes again: the same record, or as another one."""
        plans = [each for each in self._events() if isinstance(each.envelope.payload, PreemptionPlanned)]
        if plans:
            envelope = self._chance.choice(plans).envelope
            if self._chance.random() < 0.5:
                envelope = replace(envelope, event_id=f"{envelope.event_id}-again-{self._clock.now_ms()}")
            self._again.send(Outgoing(PREEMPTION_EVENTS, envelope))
            self._history.add("world", "an old plan comes again")

    def _events(self) -> list[Any]:
        return list(self._journal.reader((PREEMPTION_EVENTS,), name="judge").read_to_end())

    def _judge(self) -> list[str]:
        facts = [decision.payload for batch in self.log() for decision in batch.decisions]
        told = [*facts, *(each.envelope.payload for each in self._events())]
        self._history.counts.update(type(fact).__name__ for fact in told if isinstance(fact, COUNTED))
        breaches = super()._judge() + list(_left_behind(facts)) + list(_never_released(facts))
        with closing(follower_of(self._journal, self._clock)) as follower:
            verify(planning(follower), self._journal, cell=CELL)
        return breaches


def simulate_plans(seed: int, chaos: Chaos | None = None) -> Report:
    """Live through one history with plans; the same seed and chaos, the same history."""
    return PlansWorld(seed, chaos or Chaos.drawn(seed)).lived()


def _left_behind(facts: Sequence[Any]) -> Iterator[str]:
    """Victims that neither went on nor came to an end of their own."""
    waits = dict[str, str]()
    for fact in facts:
        match fact:
            case JobStopping() if fact.plan_id:
                waits[fact.job_id] = fact.plan_id
            case GangBound() | JobSucceeded() | JobFailed() | JobCancelled():
                waits.pop(fact.job_id, None)
            case _:
                pass
    return (f"{job_id} yielded by {plan_id} and never went on" for job_id, plan_id in waits.items())


def _never_released(facts: Sequence[Any]) -> Iterator[str]:
    """Holds that outlive their victims and their job, or begin twice."""
    held = dict[str, PreemptionAccepted]()
    for fact in facts:
        match fact:
            case PreemptionAccepted() if fact.job_id:
                if fact.job_id in held:
                    yield f"nodes are held twice for {fact.job_id}"
                held[fact.job_id] = fact
            case HoldReleased():
                if held.pop(fact.job_id, None) is None:
                    yield f"what was not held for {fact.job_id} is released"
            case _:
                pass
    yield from (f"{plan.plan_id}: nodes are held for {job_id} to the end" for job_id, plan in held.items())
