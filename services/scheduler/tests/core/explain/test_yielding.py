"""What an explanation says of preemption, to the job that others yield to and to the one that yielded."""

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
    """A job that borrows yields to one that is due its GPUs."""
    scenario = given(queue("red", guarantee_gpus=4), queue("blue"), node("n1", gpus=4))
    scenario.when(submit("job-lent", job_spec(gpus=4, queue="blue", checkpoint=True)))
    scenario.when(started("n1", "job-lent"))
    scenario.when(submit("job-due", job_spec(gpus=4, queue="red")), after_ms=RAN_MS)
    return scenario.when(preemption_plan("job-due", victim("job-lent")), after_ms=0)


def said(scenario: Scenario, job_id: str, title: str) -> list[str]:
    found = explain(scenario.state, job_id)
    assert found is not None
    return [line for part in parts(found) if part.title == title for line in part.lines]


def test_the_waiting_job_is_told_who_yields_and_what_it_waits_for() -> None:
    scenario = yielding()
    assert said(scenario, "job-due", "Room") == [
        "others yield to it by plan-job-due: job-lent",
        "n1 held for it, for 2m5s at most; it is placed when the last is over",
    ]
    assert said(scenario, "job-lent", "Room") == []


def test_the_start_of_a_job_that_others_yield_to_is_within_their_drains() -> None:
    scenario = yielding()
    assert said(scenario, "job-due", "Starts") == [
        "within 1m5s (not checked in this cluster yet), others yield to it, and their drains are over by then"
    ]


def test_the_victim_is_told_for_whom_and_what_it_goes_on_from() -> None:
    scenario = yielding()
    assert said(scenario, "job-lent", "Yields") == [
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
    assert said(scenario, "job-lent", "Yields") == [
        "it yielded to job-due, asked 2s ago; 1st time today, of 3 at most",
        "goes on from a, stored after it was asked: a few steps are lost at most",
    ]
    assert said(scenario, "job-due", "Room") == [], "it is placed"


def test_without_a_checkpoint_the_victim_begins_again() -> None:
    scenario = yielding()
    scenario.when(exited("n1", "job-lent", outcome=TaskOutcome.STOPPED, exit_code=143))
    assert said(scenario, "job-lent", "Yields")[1:] == ["no checkpoint is stored: it begins again"]


def test_the_waiting_job_is_told_why_others_are_asked_and_when_again() -> None:
    scenario = asking()
    again = scenario.state.policy.reclaim_interval_ms // 1_000
    assert said(scenario, "job-due-0", "Asks") == [
        f"{ASKED} 2 jobs like it: queue red holds 0 GPUs, far below the 2 that are its due",
        "those may yield who hold more than is theirs: blue (2 GPUs)",
        f"asked once, 10s ago; no plan is being carried out, it is asked again in {again - 10}s",
    ]
    assert said(scenario, "job-due-2", "Asks")[0].startswith(f"{ASKED} 2 jobs like it that")


def test_once_others_yield_to_it_the_next_is_what_others_are_asked_for() -> None:
    scenario = asking()
    cause = PreemptionCause.FAIRNESS
    scenario.when(preemption_plan("job-due-0", victim("job-lent-0"), cause=cause), after_ms=0)
    assert said(scenario, "job-due-0", "Asks") == []
    assert said(scenario, "job-due-0", "Room")
    assert "one job like it: " in said(scenario, "job-due-1", "Asks")[0]
    assert "one job like it that came earlier" in said(scenario, "job-due-2", "Asks")[0]


def asking() -> Scenario:
    """Blue holds all four GPUs; three jobs of red wait, whose due is half of them."""
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
