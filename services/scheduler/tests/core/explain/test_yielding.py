"""Preemption in explanations, both of the job that others yield to and of the victim."""

from __future__ import annotations

from dataclasses import replace

from muster.events.job_events import PreemptionCause
from muster.events.operator_commands import ActivatePolicy
from muster.events.task_events import CheckpointSaved, TaskOutcome
from muster.scheduler.core.explain.explain import explain
from muster.scheduler.core.explain.wording import parts
from muster.testkit.cores.build import exited, job_spec, node, preemption_plan, queue, started, submit, victim
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given

RAN_MS = QUIET_POLICY.preemption_ran_min_ms
ASKED = "others are asked to yield to"


def yielding() -> Scenario:
    """Create a scenario in which a borrowing job yields to one within its fair share."""
    scenario = given(queue("red", guarantee_gpus=4), queue("blue"), node("n1", gpus=4))
    scenario.when(submit("job-lent", job_spec(gpus=4, queue="blue", checkpoint=True)))
    scenario.when(started("n1", "job-lent"))
    scenario.when(submit("job-due", job_spec(gpus=4, queue="red")), after_ms=RAN_MS)
    return scenario.when(preemption_plan("job-due", victim("job-lent")), after_ms=0)


def lines_of(scenario: Scenario, job_id: str, title: str) -> list[str]:
    found = explain(scenario.state, job_id)
    assert found is not None
    return [line for part in parts(found) if part.title == title for line in part.lines]


def test_the_waiting_job_learns_who_yields_and_what_it_waits_for() -> None:
    scenario = yielding()
    assert lines_of(scenario, "job-due", "Room") == [
        "others yield to it by plan-job-due: job-lent",
        "n1 held for it, for 2m5s at most; it is placed when the last is over",
    ]
    assert lines_of(scenario, "job-lent", "Room") == []


def test_a_job_that_others_yield_to_starts_by_the_end_of_their_drains() -> None:
    scenario = yielding()
    assert lines_of(scenario, "job-due", "Starts") == [
        "within 1m5s (not yet calibrated here), others yield to it and have drained by then"
    ]


def test_the_victim_learns_the_beneficiary_and_where_it_will_resume() -> None:
    scenario = yielding()
    assert lines_of(scenario, "job-lent", "Yields") == [
        "it yields to job-due, asked 0s ago; 1st time today, of 3 at most",
        "no checkpoint is stored yet",
    ]
    scenario.when(
        CheckpointSaved(
            node_id="n1",
            job_id="job-lent",
            attempt=1,
            rank=0,
            file="a",
            uri="s3://b/a",
            sha256="0",
            size_bytes=1,
        ),
        exited("n1", "job-lent", outcome=TaskOutcome.STOPPED, exit_code=143),
        after_ms=2_000,
    )
    assert lines_of(scenario, "job-lent", "Yields") == [
        "it yielded to job-due, asked 2s ago; 1st time today, of 3 at most",
        "resumes from a, stored after it was asked: a few steps are lost at most",
    ]
    assert lines_of(scenario, "job-due", "Room") == [], "the job is placed"


def test_a_victim_without_a_checkpoint_starts_from_scratch() -> None:
    scenario = yielding()
    scenario.when(exited("n1", "job-lent", outcome=TaskOutcome.STOPPED, exit_code=143))
    assert lines_of(scenario, "job-lent", "Yields")[1:] == ["no checkpoint is stored: it starts over"]


def test_the_waiting_job_learns_why_others_are_asked_to_yield_and_the_next_time() -> None:
    scenario = asking()
    again = scenario.state.policy.reclaim_interval_ms // 1_000
    assert lines_of(scenario, "job-due-0", "Asks") == [
        f"{ASKED} 2 jobs like it: queue red holds 0 GPUs, far below its fair share of 2",
        "queues that hold more than their share may yield: blue (2 GPUs)",
        f"asked once, 10s ago; no plan is being carried out, it is asked again in {again - 10}s",
    ]
    assert lines_of(scenario, "job-due-2", "Asks")[0].startswith(f"{ASKED} 2 jobs like it that")


def test_the_next_job_is_asked_for_once_others_yield_to_the_first() -> None:
    scenario = asking()
    cause = PreemptionCause.FAIRNESS
    scenario.when(preemption_plan("job-due-0", victim("job-lent-0"), cause=cause), after_ms=0)
    assert lines_of(scenario, "job-due-0", "Asks") == []
    assert lines_of(scenario, "job-due-0", "Room")
    assert "one job like it: " in lines_of(scenario, "job-due-1", "Asks")[0]
    assert "one job like it that came earlier" in lines_of(scenario, "job-due-2", "Asks")[0]


def asking() -> Scenario:
    """Create a scenario: blue holds all four GPUs; three jobs of red wait, whose fair share is half."""
    policy = replace(QUIET_POLICY, fairness_threshold_percent=80)
    scenario = given(queue("red"), queue("blue"), *(node(f"n{number}", gpus=1) for number in range(4)))
    scenario.when(ActivatePolicy(policy=policy, requested_by="op"))
    for number in range(4):
        scenario.when(submit(f"job-lent-{number}", job_spec(queue="blue", checkpoint=True)))
        attempt = scenario.state.jobs[f"job-lent-{number}"].attempt
        assert attempt is not None
        scenario.when(started(attempt.master_node_id, f"job-lent-{number}"))
    scenario.when(
        *(submit(f"job-due-{number}", job_spec(queue="red")) for number in range(3)), after_ms=RAN_MS
    )
    return scenario.when(after_ms=10_000)
