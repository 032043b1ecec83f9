"""A queue far below its fair share may have queues above theirs yield (muster.queues.dues)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from muster.events.job_commands import JobSpec, Tier
from muster.events.job_events import (
    JobStopping,
    PreemptionAccepted,
    PreemptionCause,
    PreemptionRefused,
    PreemptionRequested,
    RefusalCode,
)
from muster.events.operator_commands import ActivatePolicy
from muster.testkit.cores.build import configure, job_spec, node, queue, started, submit, victim
from muster.testkit.cores.build import preemption_plan as plan
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given

RAN_MS = QUIET_POLICY.preemption_ran_min_ms
HOGS = tuple(f"job-{number}" for number in range(8))

NODES = tuple(node(f"n{number}", gpus=1) for number in range(8))


def run(scenario: Scenario, job_id: str, spec: JobSpec) -> None:
    """Submit a job, and let it start."""
    scenario.when(submit(job_id, spec))
    attempt = scenario.state.jobs[job_id].attempt
    assert attempt is not None
    scenario.when(started(attempt.master_node_id, job_id))


def crowded(threshold_percent: int = 80, tier: Tier = Tier.STANDARD_TRAINING, jobs: int = 6) -> Scenario:
    """Jobs of blue fill 8 GPUs; jobs of red wait, whose fair share is half; there are no guarantees."""
    policy = replace(QUIET_POLICY, fairness_threshold_percent=threshold_percent)
    scenario = given(queue("red"), queue("blue"), *NODES)
    scenario.when(ActivatePolicy(policy=policy, requested_by="op"))
    for job_id in HOGS:
        run(scenario, job_id, job_spec(queue="blue", tier=tier, checkpoint=True))
    return scenario.when(
        *(submit(f"job-due-{i}", job_spec(queue="red")) for i in range(jobs)), after_ms=RAN_MS
    )


def facts(scenario: Scenario, kind: type[Any]) -> list[Any]:
    return [payload for payload in scenario.decided if isinstance(payload, kind)]


def fair(*job_ids: str) -> Any:
    return plan("job-due-0", *(victim(job_id) for job_id in job_ids), cause=PreemptionCause.FAIRNESS)


def refusal(scenario: Scenario) -> RefusalCode:
    [refused] = facts(scenario, PreemptionRefused)
    assert not facts(scenario, JobStopping)
    return refused.code


def test_a_queue_far_below_its_fair_share_asks_for_as_many_jobs_as_it_lacks() -> None:
    [request] = facts(crowded(), PreemptionRequested)
    assert (request.cause, request.job_id, request.jobs) == (PreemptionCause.FAIRNESS, "job-due-0", 4)


def test_no_queue_asks_for_its_fair_share_by_default() -> None:
    assert facts(crowded(threshold_percent=0), PreemptionRequested) == []


def test_a_queue_near_its_fair_share_waits() -> None:
    scenario = crowded(threshold_percent=50)
    for number in range(2):
        scenario.when(replace(fair(HOGS[number]), job_id=f"job-due-{number}", plan_id=f"plan-{number}"))
        assert facts(scenario, PreemptionAccepted)
    third = replace(fair(HOGS[2]), job_id="job-due-2", plan_id="plan-2")
    assert refusal(scenario.when(third)) is RefusalCode.NOT_ENTITLED, "jobs that already yield count"


def test_a_plan_leaves_the_victims_queues_their_fair_share() -> None:
    assert facts(crowded().when(fair(*HOGS[:4])), PreemptionAccepted)
    assert refusal(crowded().when(fair(*HOGS[:5]))) is RefusalCode.VICTIM_PROTECTED


def test_a_larger_weight_is_a_larger_fair_share() -> None:
    scenario = crowded().when(configure("blue", weight=3))
    assert refusal(scenario.when(fair(*HOGS[:3]))) is RefusalCode.VICTIM_PROTECTED
    assert facts(scenario.when(fair(*HOGS[:2])), PreemptionAccepted)


def test_jobs_within_a_guarantee_do_not_yield_even_above_the_fair_share() -> None:
    scenario = crowded().when(configure("blue", guarantee_gpus=7))
    assert refusal(scenario.when(fair(*HOGS[:2]))) is RefusalCode.VICTIM_PROTECTED
    assert facts(scenario.when(fair(HOGS[0])), PreemptionAccepted)


@pytest.mark.parametrize("tier", [Tier.PREMIUM_TRAINING, Tier.PRODUCTION_INFERENCE])
def test_higher_tiers_do_not_yield(tier: Tier) -> None:
    scenario = crowded(tier=tier)
    assert refusal(scenario.when(fair(HOGS[0]))) is RefusalCode.VICTIM_PROTECTED


def test_room_is_made_below_a_queue_that_has_its_fair_share() -> None:
    """Below one organisation a project exceeds its share, below another none does: the former yields."""
    policy = replace(QUIET_POLICY, fairness_threshold_percent=80)
    scenario = given(
        queue("one"),
        queue("two"),
        *(queue(name, parent=parent) for name, parent in (("a", "one"), ("b", "one"), ("c", "two"))),
        *NODES,
    )
    scenario.when(ActivatePolicy(policy=policy, requested_by="op"))
    for number in range(8):
        name = "b" if number < 4 else "c"
        run(scenario, f"job-{name}{number}", job_spec(queue=name, checkpoint=True))
    scenario.when(submit("job-due-0", job_spec(queue="a")), after_ms=RAN_MS)
    [request] = facts(scenario, PreemptionRequested)
    assert (request.cause, request.jobs) == (PreemptionCause.FAIRNESS, 1)
    assert refusal(scenario.when(replace(fair("job-c5"), queue="a"))) is RefusalCode.VICTIM_PROTECTED
    assert facts(scenario.when(replace(fair("job-b1"), queue="a")), PreemptionAccepted)


def test_a_suspended_queue_does_not_ask_for_its_fair_share() -> None:
    scenario = crowded(threshold_percent=0)
    scenario.when(configure("red", suspended="maintenance"))
    policy = replace(QUIET_POLICY, fairness_threshold_percent=100)
    scenario.when(ActivatePolicy(policy=policy, requested_by="op"))
    assert facts(scenario.when(submit("job-late", job_spec(queue="red"))), PreemptionRequested) == []


def test_a_burst_asks_for_the_jobs_after_the_one_that_others_yield_to() -> None:
    """One of six equal jobs has its plan; the request continues with the next before it has started."""
    scenario = crowded().when(fair(HOGS[0]))
    scenario.when(after_ms=QUIET_POLICY.reclaim_interval_ms)
    [request] = facts(scenario, PreemptionRequested)
    assert (request.job_id, request.jobs) == ("job-due-1", 3), "the fair share is four, and one is on its way"


def test_a_job_that_arrives_while_others_yield_asks_at_once() -> None:
    scenario = crowded(jobs=1).when(fair(HOGS[0]))
    scenario.when(submit("job-due-1", job_spec(queue="red")))
    [request] = facts(scenario, PreemptionRequested)
    assert (request.job_id, request.jobs) == ("job-due-1", 1)
    plan_of_second = replace(fair(HOGS[1]), job_id="job-due-1", plan_id="plan-1")
    assert facts(scenario.when(plan_of_second), PreemptionAccepted)
    assert facts(scenario.when(after_ms=QUIET_POLICY.reclaim_interval_ms), PreemptionRequested) == []
