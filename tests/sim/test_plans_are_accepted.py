"""The preemption service's core and the scheduler's, joined: a plan for the present state is carried out."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from muster.events.job_commands import Tier
from muster.events.job_events import (
    PAYLOADS,
    PreemptionAccepted,
    PreemptionCause,
    PreemptionRefused,
    PreemptionRequested,
    RefusalCode,
)
from muster.events.operator_commands import ActivatePolicy
from muster.events.preemption_commands import PreemptionPolicy
from muster.events.preemption_events import PreemptionPlanned
from muster.events.scheduler_log import ClockTicked
from muster.events.task_events import TaskOutcome
from muster.jobs.lifecycle import JobState
from muster.preemption.core.answers import answer
from muster.preemption.core.history import Eviction, History, Terms
from muster.preemption.core.world import World
from muster.scheduler.core.state.job import Job
from muster.testkit.checker import Breaches
from muster.testkit.checker.evictions import Evictions
from muster.testkit.cores import build
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario

FACTS = tuple(PAYLOADS.values())
POLICY = PreemptionPolicy(name="eager", gain_percent_min=1)
TIERS = (
    *[Tier.STANDARD_TRAINING] * 4,
    Tier.PRODUCTION_INFERENCE,
    Tier.PREMIUM_TRAINING,
    Tier.BATCH_INFERENCE,
)
STEPS = 60


class Cell:
    """A small cell of both cores. Plans are made one at a time and judged before anything else happens."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._world = World()
        self._scenario = Scenario()
        self._evictions: list[Eviction] = []
        self._submitted = 0
        self._planned: PreemptionPlanned | None = None
        self._facts: list[tuple[Any, int, int]] = []
        self.breaches = Breaches()
        self._judge = Evictions(self.breaches)
        self.verdicts: list[PreemptionAccepted | PreemptionRefused] = []
        self.causes = Counter[PreemptionCause]()
        threshold = self._chance.choice((0, 80))  # where it is not 0, no queue has a guarantee
        queues = (
            build.queue("red", guarantee_gpus=None if threshold else self._chance.randint(2, 10)),
            build.queue("blue"),
            build.queue("grey", guarantee_gpus=None if threshold else 2),
        )
        nodes = [
            build.node(
                f"n{i}", gpus=self._chance.choice((2, 4, 8)), model=self._chance.choice(("A100", "L40"))
            )
            for i in range(4)
        ]
        headroom = {"A100": 25, "L40": 10} if seed % 3 == 1 else {}
        policy = replace(QUIET_POLICY, fairness_threshold_percent=threshold, headroom_percent=headroom)
        fair = ActivatePolicy(policy=policy, requested_by="op")
        self._when(build.elected(), build.founding_queue(), fair, *queues, *nodes)

    def live(self) -> None:
        """One more batch."""
        if self._planned is not None:
            plan, self._planned = self._planned, None
            self._when(plan)
            return
        after_ms = self._chance.choice((1, 1_000, 60_000, 400_000))
        step = self._chance.choices((self._submit, self._start, self._stop, self._end), (8, 5, 4, 1))[0]
        self._when(*(step() or [ClockTicked()]), after_ms=after_ms)

    def _when(self, *payloads: Any, after_ms: int = 1) -> None:
        scenario = self._scenario.when(*payloads, after_ms=after_ms)
        seq = scenario.state.seq_next - 1
        for fact in scenario.decided:
            self._judge.note(f"seq {seq}", fact, scenario.now_ms)
            if isinstance(fact, FACTS):
                self._facts.append((fact, scenario.now_ms, seq))
                self._world.apply(*self._facts[-1])
            if isinstance(fact, PreemptionAccepted | PreemptionRefused):
                self.verdicts.append(fact)
            if isinstance(fact, PreemptionRefused):
                self._forget(fact.plan_id)
        requests = [each for each in scenario.decided if isinstance(each, PreemptionRequested)]
        if requests and self._may_plan():
            self._plan(requests[0])

    def _may_plan(self) -> bool:
        return not self._scenario.state.holds

    def _forget(self, plan_id: str) -> None:
        """Undo the evictions of a refused plan: they did not happen."""

    def _plan(self, request: PreemptionRequested) -> None:
        now_ms = self._scenario.now_ms
        terms = Terms(POLICY, History.of(self._evictions, (), now_ms), now_ms)
        plans = [fact.payload for fact in answer(self._world, request, terms)]
        if not isinstance(plans[0], PreemptionPlanned):
            return
        self._planned = plan = plans[0]
        self.causes[plan.cause] += 1
        self._evictions += [
            Eviction(each.job_id, plan.job_id, (each.tenant, each.queue), (each.tenant, each.user), now_ms)
            for each in plan.victims
            if not each.ranks_kept
        ]

    def _submit(self) -> list[Any]:
        self._submitted += 1
        fraction = self._chance.random() < 0.15
        spec = build.job_spec(
            gpus=0.5 if fraction else self._chance.choice((1, 2, 4)),
            ranks=1 if fraction else self._chance.choice((1, 1, 2, 3)),
            queue=self._chance.choice(("red", "blue", "blue", "grey")),
            checkpoint=self._chance.random() < 0.5,
            models=self._chance.choice(((), (), ("A100",))),
            tier=self._chance.choice(TIERS),
        )
        return [build.submit(f"job-{self._submitted:04}", spec)]

    def _start(self) -> list[Any]:
        return [
            build.started(node_id, job.job_id, job.attempts, tuple(task.ranks))
            for job in self._jobs(JobState.BOUND)
            for node_id, task in (job.attempt.tasks.items() if job.attempt else ())
        ]

    def _stop(self) -> list[Any]:
        return self._over(JobState.STOPPING, TaskOutcome.STOPPED, 143)

    def _end(self) -> list[Any]:
        return self._over(JobState.RUNNING, TaskOutcome.SUCCEEDED, 0)

    def _over(self, state: JobState, outcome: TaskOutcome, code: int) -> list[Any]:
        jobs = self._jobs(state)
        job = self._chance.choice(jobs) if jobs else None
        return [
            build.exited(node_id, job.job_id, job.attempts, outcome=outcome, exit_code=code)
            for node_id in (job.attempt.tasks if job and job.attempt else ())
            if job
        ]

    def _jobs(self, state: JobState) -> list[Job]:
        found = [job for job in self._scenario.state.jobs.values() if job.state is state]
        return sorted(found, key=lambda job: job.job_id)


class RoughCell(Cell):
    """Plans come late, twice and beside each other; jobs are cancelled; the planner dies and reads again."""

    def __init__(self, seed: int) -> None:
        self._late: list[PreemptionPlanned] = []
        super().__init__(seed)

    def live(self) -> None:
        """One more batch."""
        chance = self._chance
        if chance.random() < 0.05:
            self._begin_again()
        arrived = [plan for plan in self._late if chance.random() < 0.4]
        if arrived:
            self._late = [each for each in self._late if each not in arrived or chance.random() < 0.3]
            self._when(*arrived, after_ms=chance.choice((1, 5_000, 40_000)))
        elif chance.random() < 0.1:
            waiting = self._jobs(JobState.QUEUED)
            self._when(*[build.cancel(job.job_id) for job in waiting[:1]] or [ClockTicked()])
        else:
            super().live()

    def _may_plan(self) -> bool:
        return True

    def _plan(self, request: PreemptionRequested) -> None:
        super()._plan(request)
        if self._planned is not None:
            self._late.append(self._planned)
            self._planned = None

    def _forget(self, plan_id: str) -> None:
        asked = {plan.job_id for plan in self._late if plan.plan_id == plan_id}
        self._evictions = [each for each in self._evictions if each.for_job_id not in asked]

    def _begin_again(self) -> None:
        self._world = World()
        for fact in self._facts:
            self._world.apply(*fact)


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, 10, 20, 30])
def test_a_plan_that_nothing_overtook_is_carried_out(first: int) -> None:
    """But for the moves that may make room for the same head: these the planner does not know."""
    verdicts: list[PreemptionAccepted | PreemptionRefused] = []
    causes = Counter[PreemptionCause]()
    for seed in range(first, first + 10):
        cell = Cell(seed)
        for _ in range(STEPS):
            cell.live()
        verdicts += cell.verdicts
        causes += cell.causes
    refused = [each for each in verdicts if isinstance(each, PreemptionRefused)]
    assert [each for each in refused if each.code is not RefusalCode.UNDER_WAY] == []
    assert len(verdicts) - len(refused) >= 10
    assert min(causes[each] for each in (PreemptionCause.TIER, PreemptionCause.FAIRNESS)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, 10, 20, 30])
def test_late_repeated_and_overlapping_plans_evict_no_pair_twice_and_nobody_too_often(first: int) -> None:
    """The limits are the scheduler's own: they hold whatever the planner forgot."""
    verdicts: list[PreemptionAccepted | PreemptionRefused] = []
    for seed in range(first, first + 10):
        cell = RoughCell(seed)
        for _ in range(STEPS):
            cell.live()
        assert cell.breaches == [], f"seed {seed}"
        verdicts += cell.verdicts
    accepted = [each for each in verdicts if isinstance(each, PreemptionAccepted)]
    assert len(accepted) >= 3
    assert len(verdicts) > len(accepted), "some were overtaken"
