"""Nodes that leave orders unanswered: nothing new is placed there."""

from muster.events.job_events import NodeRecovered
from muster.events.task_events import TaskOutcome
from muster.scheduler.core import limits
from muster.testkit.cores.build import cancel, exited, job_spec, node, started, submit
from muster.testkit.cores.scenario import Scenario, given

GRACE_MS = 5_000
BEAT = NodeRecovered(node_id="n1")


def stopping() -> Scenario:
    """A job on one of two GPUs was cancelled; its node says nothing."""
    scenario = given(node("n1", gpus=2)).when(submit("job-a", job_spec())).when(started("n1", "job-a"))
    return scenario.when(cancel("job-a")).then("JobStopping job-a/1", "StopTask n1 job-a/1")


def test_a_node_that_does_not_answer_an_order_in_time_gets_no_new_jobs() -> None:
    scenario = stopping()
    scenario.when_time_comes().then("NodeSuspected n1")
    assert scenario.state.batches
    scenario.when(submit("job-b", job_spec())).then("JobQueued job-b", "JobPending job-b NODES_UNSCHEDULABLE")


def test_a_node_is_given_the_time_of_the_order_and_some_to_answer() -> None:
    scenario = stopping()
    ordered_ms = scenario.now_ms
    scenario.when_time_comes()
    assert scenario.now_ms - ordered_ms == GRACE_MS + limits.ANSWER_MS


def test_a_suspect_that_beats_is_open_again_once_it_has_answered() -> None:
    scenario = stopping().when_time_comes().when(BEAT).then()
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.STOPPED, exit_code=None)).then(
        "AttemptEnded job-a/1 STOPPED", "JobCancelled job-a"
    )
    scenario.when(BEAT).then("NodeRecovered n1")
    scenario.when(submit("job-b", job_spec())).then(
        "JobQueued job-b", "GangBound job-b/1 n1[0]", "StartTask n1 job-b/1"
    )


def test_a_node_that_answers_in_time_is_no_suspect() -> None:
    scenario = stopping()
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.STOPPED, exit_code=None), after_ms=GRACE_MS)
    scenario.when(submit("job-b", job_spec()), after_ms=2 * limits.ANSWER_MS).then(
        "JobQueued job-b", "GangBound job-b/1 n1[0]", "StartTask n1 job-b/1"
    )
