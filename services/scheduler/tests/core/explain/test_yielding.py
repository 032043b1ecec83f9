"""What an explanation says of preemption, to the job that others yield to and to the one that yielded."""

from __future__ import annotations

from muster.events.task_events import CheckpointSaved, TaskOutcome
from muster.scheduler.core.explain.explain import explain
from muster.scheduler.core.explain.wording import parts
from muster.testkit.cores.build import exited, job_spec, node, preemption_plan, queue, started, submit, victim
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given

RAN_MS = QUIET_POLICY.preemption_ran_min_ms


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
        "goes on from a, stored after it was asked: no more than steps are lost",
    ]
    assert said(scenario, "job-due", "Room") == [], "it is placed"


def test_without_a_checkpoint_the_victim_begins_again() -> None:
    scenario = yielding()
    scenario.when(exited("n1", "job-lent", outcome=TaskOutcome.STOPPED, exit_code=143))
    assert said(scenario, "job-lent", "Yields")[1:] == ["no checkpoint is stored: it begins again"]
