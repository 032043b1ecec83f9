"""Nodes that leave orders unanswered, or do not store them, get no new jobs."""

from muster.events.job_events import NodeLost, NodeRecovered, NodeSuspected, SilenceCause
from muster.events.task_events import TaskOutcome
from muster.scheduler.core import limits
from muster.testkit.cores.build import cancel, exited, job_spec, node, started, submit
from muster.testkit.cores.scenario import Scenario, given

GRACE_MS = 5_000
NOT_STORED = SilenceCause.ORDER_NOT_STORED
BEAT = NodeRecovered(node_id="n1")


def stopping() -> Scenario:
    """Cancel a job on one of two GPUs, whose node does not answer."""
    scenario = given(node("n1", gpus=2)).when(submit("job-a", job_spec())).when(started("n1", "job-a"))
    return scenario.when(cancel("job-a")).then("JobStopping job-a/1", "StopTask n1 job-a/1")


def test_a_node_that_does_not_answer_an_order_in_time_gets_no_new_jobs() -> None:
    scenario = stopping()
    scenario.when_time_comes().then(
        NodeSuspected(node_id="n1", silent_ms=0, cause=SilenceCause.STOP_UNANSWERED)
    )
    scenario.when(submit("job-b", job_spec())).then("JobQueued job-b", "JobPending job-b NODES_UNSCHEDULABLE")


def test_a_node_may_answer_within_the_time_of_the_order_and_a_margin() -> None:
    scenario = stopping()
    ordered_ms = scenario.now_ms
    scenario.when_time_comes()
    assert scenario.now_ms - ordered_ms == GRACE_MS + limits.ANSWER_MS


def test_a_suspected_node_is_open_again_once_it_has_answered() -> None:
    scenario = stopping().when_time_comes().when(BEAT).then()
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.STOPPED, exit_code=None)).then(
        "AttemptEnded job-a/1 STOPPED", "JobCancelled job-a"
    )
    scenario.when(BEAT).then("NodeRecovered n1")
    scenario.when(submit("job-b", job_spec())).then(
        "JobQueued job-b", "GangBound job-b/1 n1[0]", "StartTask n1 job-b/1"
    )


def test_a_node_that_answers_in_time_is_not_suspected() -> None:
    scenario = stopping()
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.STOPPED, exit_code=None), after_ms=GRACE_MS)
    scenario.when(submit("job-b", job_spec()), after_ms=2 * limits.ANSWER_MS).then(
        "JobQueued job-b", "GangBound job-b/1 n1[0]", "StartTask n1 job-b/1"
    )


def test_a_waiting_job_names_the_nodes_that_do_not_answer_orders() -> None:
    scenario = given(node("n1", gpus=2)).when(submit("job-a", job_spec()))
    scenario.when(NodeSuspected(node_id="n1", silent_ms=60_000, cause=NOT_STORED)).then("NodeSuspected n1")
    scenario.when(submit("job-b", job_spec())).then("JobQueued job-b", "JobPending job-b NODES_UNSCHEDULABLE")
    assert scenario.decided[-1].message.endswith("; not answering orders: n1")


def test_nodes_that_do_not_answer_orders_are_named_by_id_in_whatever_order_they_joined() -> None:
    scenario = given(node("n2", gpus=2), node("n1", gpus=2))
    for node_id in ("n2", "n1"):
        scenario.when(NodeSuspected(node_id=node_id, silent_ms=60_000, cause=NOT_STORED))
    scenario.when(submit("job-b", job_spec()))
    assert scenario.decided[-1].message.endswith("; not answering orders: n1, n2")


def test_attempts_on_a_node_that_stores_no_orders_are_given_up_with_that_reason() -> None:
    scenario = given(node("n1", gpus=2), node("n2", gpus=2)).when(submit("job-a", job_spec()))
    scenario.when(NodeSuspected(node_id="n1", silent_ms=60_000, cause=NOT_STORED))
    scenario.when(NodeLost(node_id="n1", silent_ms=90_000, cause=NOT_STORED)).then(
        "NodeLost n1",
        "StopTask n1 job-a/1",
        "AttemptEnded job-a/1 LOST",
        "JobRequeued job-a/2",
        "GangBound job-a/2 n2[0]",
        "StartTask n2 job-a/2",
    )
    assert "lost on n1: the node did not take its orders" in scenario.decided[2].message
