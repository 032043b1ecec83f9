"""A retry avoids the node that failed, unless nothing else remains (ADR 26)."""

from muster.cluster.occupancy import NODES_AVOIDED_MAX
from muster.events.job_events import NodeForgotten, NodeLost
from muster.events.operator_commands import CordonNode
from muster.events.task_events import TaskOutcome
from muster.testkit.cores.build import exited, job_spec, node, submit
from muster.testkit.cores.scenario import Scenario, given

TRIES = job_spec(attempts=20, backoff_ms=0)


def failed(scenario: Scenario, node_id: str, attempt: int) -> Scenario:
    return scenario.when(exited(node_id, "job-a", attempt, outcome=TaskOutcome.FAILED, exit_code=1))


def node_of(scenario: Scenario, job_id: str = "job-a") -> str:
    attempt = scenario.state.jobs[job_id].attempt
    return attempt.master_node_id if attempt else ""


def test_a_retry_avoids_the_node_even_if_it_is_the_best() -> None:
    scenario = given(node("n1", gpus=1), node("n2", gpus=8)).when(submit("job-a", TRIES))
    assert node_of(scenario) == "n1"
    assert node_of(failed(scenario, "n1", 1)) == "n2"
    assert node_of(scenario.when(submit("job-other"))) == "n2"
    assert node_of(scenario, "job-other") == "n1", "other jobs do not avoid it"


def test_a_retry_waits_for_other_nodes_while_they_are_busy() -> None:
    scenario = given(node("n1", gpus=1), node("n2", gpus=1)).when(submit("job-a", TRIES), submit("job-b"))
    failed(scenario, "n1", 1)
    assert node_of(scenario) == ""
    assert scenario.decided[-1].code == "NODES_AVOIDED"
    assert "it avoids n1, where attempts failed" in scenario.decided[-1].message
    assert node_of(scenario.when(exited("n2", "job-b"))) == "n2"


def test_a_retry_returns_to_the_node_if_no_other_remains() -> None:
    scenario = given(node("n1", gpus=1), node("n2", gpus=1)).when(submit("job-a", TRIES), submit("job-b"))
    failed(scenario, "n1", 1)
    assert node_of(scenario.when(CordonNode(node_id="n2", requested_by="op"))) == "n1"


def test_a_retry_in_a_cluster_of_one_node_uses_it_again() -> None:
    scenario = given(node("n1", gpus=1)).when(submit("job-a", TRIES))
    assert node_of(failed(scenario, "n1", 1)) == "n1"


def test_a_lost_node_is_avoided_after_its_return() -> None:
    scenario = given(node("n1", gpus=1), node("n2", gpus=1)).when(submit("job-a", TRIES), submit("job-b"))
    scenario.when(NodeLost(node_id="n1", silent_ms=30_000)).when(node("n1", gpus=1, boot_id="boot-2"))
    assert node_of(scenario) == ""
    assert node_of(scenario.when(exited("n2", "job-b"))) == "n2"


def test_a_forgotten_node_is_no_longer_avoided() -> None:
    scenario = given(node("n1", gpus=1), node("n2", gpus=1)).when(submit("job-a", TRIES), submit("job-b"))
    failed(scenario, "n1", 1).when(NodeLost(node_id="n1", silent_ms=30_000))
    scenario.when(NodeForgotten(node_id="n1", lost_ms=86_400_000))
    assert node_of(scenario.when(exited("n2", "job-b"))) == "n2"


def test_only_the_newest_failures_are_remembered() -> None:
    scenario = given(*(node(f"n{i:02}", gpus=1) for i in range(12))).when(submit("job-a", TRIES))
    went: list[str] = []
    for attempt in range(1, 11):
        went.append(node_of(scenario))
        failed(scenario, went[-1], attempt)
    assert len(set(went[:9])) == 9
    assert scenario.state.jobs["job-a"].avoids == tuple(went[-NODES_AVOIDED_MAX:])


def test_nodes_of_different_models_do_not_count_as_one_alternative() -> None:
    speeds = {"A100": 1_000, "H100": 1_000}
    spec = job_spec(ranks=2, attempts=9, backoff_ms=0, speeds=speeds)
    scenario = given(node("n1", gpus=2), node("n2", gpus=1), node("n3", gpus=1, model="H100"))
    scenario.when(submit("job-a", spec))
    assert node_of(failed(scenario, "n1", 1)) == "n1"
