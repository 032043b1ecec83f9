"""A node where several jobs fail without a reported fault is closed and tested, then reopened or kept out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from muster.events.job_events import NodeFaulted
from muster.events.node_commands import TestNode as Order
from muster.events.operator_commands import (
    ActivateFailureRules,
    ActivatePolicy,
    CheckNode,
    CordonNode,
    UncordonNode,
)
from muster.events.scheduler_log import ClockTicked
from muster.events.task_events import AgentStarted, TaskOutcome
from muster.failures.shipped import shipped_text
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.state import NEW_CELL_POLICY
from muster.scheduler.core.watch.suspects import COUNTED_MS
from muster.testkit.cores.build import exited, faulted, job_spec, node, node_tested, submit
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given

RULES = ActivateFailureRules(rules=shipped_text(), requested_by="op")


def cell(most: int = 3, nodes: int = 4) -> Scenario:
    policy = replace(QUIET_POLICY, jobs_failed_per_node_max=most, faulty_nodes_max=2)
    machines = [node(f"n{number}", gpus=1) for number in range(1, nodes + 1)]
    return given(RULES, ActivatePolicy(policy=policy, requested_by="op"), *machines)


def fails(scenario: Scenario, job_id: str, user: str = "ada", *, elsewhere: bool = True) -> Scenario:
    """Let a job fail on n1, and then succeed on another node or fail there as well."""
    scenario.when(submit(job_id, job_spec(attempts=2, backoff_ms=1_000, user=user)))
    assert on(scenario, job_id) == "n1"
    scenario.when(exited("n1", job_id, outcome=TaskOutcome.FAILED, exit_code=1))
    scenario.when(ClockTicked(), after_ms=10_000)
    there = on(scenario, job_id)
    assert there != "n1"
    if elsewhere:
        return scenario.when(exited(there, job_id, 2))
    return scenario.when(exited(there, job_id, 2, outcome=TaskOutcome.FAILED, exit_code=1))


def on(scenario: Scenario, job_id: str) -> str:
    attempt = scenario.state.jobs[job_id].attempt
    assert attempt is not None
    return next(iter(attempt.tasks))


def suspected(scenario: Scenario) -> Scenario:
    """Let three jobs of two users fail on n1 and succeed elsewhere."""
    fails(scenario, "job-1")
    fails(scenario, "job-2", "bo")
    return fails(scenario, "job-3")


def fault_of(scenario: Scenario) -> NodeFaulted:
    [found] = [each for each in scenario.decided if isinstance(each, NodeFaulted)]
    return found


def closed(scenario: Scenario) -> bool:
    return scenario.state.nodes["n1"].cordoned


def test_a_node_is_closed_and_tested_after_jobs_failed_there_and_succeeded_elsewhere() -> None:
    scenario = fails(fails(cell(), "job-1"), "job-2", "bo")
    assert not closed(scenario)
    fails(scenario, "job-3").then(
        "AttemptEnded job-3/2 SUCCEEDED",
        "NodeFaulted n1",
        "NodeCordoned n1",
        "TestNode n1",
        "JobSucceeded job-3/2",
    )
    fact = fault_of(scenario)
    assert (fact.rule, fact.node_action, fact.strike, fact.closes) == ("node.fails-jobs", "test", 1, True)
    assert fact.message == (
        "3 jobs of 2 users failed here within 1d (job-1, job-2, job-3), and far fewer elsewhere; "
        "strike 1 of 3"
    )
    [order] = [each for each in scenario.decided if isinstance(each, Order)]
    assert order.reason == fact.message
    scenario.when(node_tested("n1")).then("NodeUncordoned n1")
    assert not closed(fails(scenario, "job-4", "cy")), "failures before the test do not count again"


def test_a_node_that_fails_its_tests_stays_closed_with_the_reason() -> None:
    scenario = suspected(cell()).when(node_tested("n1", "64 MiB came back otherwise than they were written"))
    scenario.then("NodeFaulted n1", "NodeCordoned n1")
    assert scenario.decided[-1].reason == (
        "its tests failed: disk: 64 MiB came back otherwise than they were written; it stays closed until "
        "an operator opens it"
    )
    scenario.when(node_tested("n1")).then()
    scenario.when(UncordonNode(node_id="n1", requested_by="op")).then("NodeUncordoned n1")


def test_only_an_operator_reopens_a_node_after_the_third_strike() -> None:
    scenario = cell()
    for number in range(3):
        for user in ("ada", "bo", "cy"):
            fails(scenario, f"job-{number}-{user}", user)
        assert closed(scenario)
        scenario.when(node_tested("n1"))
        assert closed(scenario) is (number == 2)
    scenario.when(UncordonNode(node_id="n1", requested_by="op"))
    assert (closed(scenario), scenario.state.nodes["n1"].faults) == (False, ())


@pytest.mark.parametrize("users", [("ada", "ada", "ada"), ("ada",) * 5])
def test_jobs_of_one_user_count_against_a_node_only_if_they_are_many(users: tuple[str, ...]) -> None:
    scenario = cell()
    for number, user in enumerate(users):
        fails(scenario, f"job-{number}", user)
    assert not closed(scenario)
    if len(users) == 5:
        assert closed(fails(scenario, "job-5"))


def test_jobs_that_fail_everywhere_do_not_count_against_a_node() -> None:
    scenario = cell()
    for number, user in enumerate(("ada", "bo", "cy", "di")):
        fails(scenario, f"job-{number}", user, elsewhere=False)
    assert not any(each.faults for each in scenario.state.nodes.values())


def test_a_failure_common_to_several_nodes_closes_none() -> None:
    """The shim cannot be started on either of two nodes, for example because of a bad release."""
    scenario = cell(nodes=2)
    for number, user in enumerate(("ada", "bo", "cy", "di")):
        job_id = f"job-{number}"
        scenario.when(submit(job_id, job_spec(attempts=3, backoff_ms=1_000, user=user)))
        for attempt in (1, 2):
            scenario.when(exited(on(scenario, job_id), job_id, attempt, outcome=TaskOutcome.LOST))
            scenario.when(ClockTicked(), after_ms=60_000)
        scenario.when(exited(on(scenario, job_id), job_id, 3))
    counts = [len(each.failed) for each in scenario.state.nodes.values()]
    assert min(counts) >= 3
    assert not any(each.cordoned for each in scenario.state.nodes.values())


def test_old_failures_and_those_of_a_closed_node_do_not_count() -> None:
    scenario = fails(fails(cell(), "job-1"), "job-2", "bo").when(ClockTicked(), after_ms=COUNTED_MS)
    assert not closed(fails(scenario, "job-3"))


def test_a_bad_release_does_not_empty_the_cell() -> None:
    scenario = cell().when(faulted("n3"), faulted("n4"))
    assert not closed(suspected(scenario))
    fact = fault_of(scenario)
    assert (fact.strike, fact.closes) == (1, False)


def test_a_restarted_agent_is_ordered_to_test_again() -> None:
    scenario = suspected(cell())
    begun = AgentStarted(node_id="n1", boot_id="boot-2", fresh=False, order_seq_last=-1, running=())
    scenario.when(begun).then("TestNode n1")
    scenario.when(node_tested("n1"), replace(begun, boot_id="boot-3")).then("NodeUncordoned n1")


def test_suspicions_survive_a_snapshot_and_are_absent_if_the_policy_suspects_no_node() -> None:
    scenario = fails(cell(), "job-1")
    loaded = forked(scenario.state)
    assert loaded.nodes["n1"].failed == scenario.state.nodes["n1"].failed != ()
    assert StateHash().refresh_all(loaded) == StateHash().refresh_all(scenario.state)
    assert forked(suspected(cell()).state).nodes["n1"].testing
    assert suspected(cell(most=0)).state.nodes["n1"].failed == ()
    assert NEW_CELL_POLICY.jobs_failed_per_node_max == 3


def test_an_operator_can_have_a_node_tested_and_gets_the_results() -> None:
    ask = CheckNode(node_id="n1", requested_by="op", reason="a new fan")
    scenario = cell().when(ask).then("NodeTesting n1", "TestNode n1")
    [order] = [each for each in scenario.decided if isinstance(each, Order)]
    assert order.reason == "a new fan"
    assert StateHash().refresh_all(forked(scenario.state)) == StateHash().refresh_all(scenario.state)
    scenario.when(ask).then("CommandRepeated CheckNode n1")
    scenario.when(node_tested("n1")).then("NodeNoted n1")
    assert scenario.decided[0].note == "passed its tests: disk: 64 MiB written and read"
    assert not closed(scenario)


def test_a_node_closed_by_an_operator_stays_closed_after_a_passed_test() -> None:
    scenario = cell().when(CordonNode(node_id="n1", requested_by="op"))
    scenario.when(CheckNode(node_id="n1", requested_by="op"))
    scenario.when(node_tested("n1")).then("NodeNoted n1")
    assert closed(scenario)


def test_a_node_that_fails_an_operators_test_is_closed() -> None:
    scenario = cell().when(CheckNode(node_id="n1", requested_by="op"))
    scenario.when(node_tested("n1", "64 MiB came back otherwise")).then("NodeFaulted n1", "NodeCordoned n1")
    assert closed(scenario)
    scenario.when(CheckNode(node_id="n1", requested_by="op")).when(node_tested("n1")).then("NodeNoted n1")
    assert closed(scenario), "until an operator opens it"


def test_a_test_of_an_unknown_node_is_rejected() -> None:
    cell().when(CheckNode(node_id="n9", requested_by="op")).then("CommandRejected CheckNode n9 NOT_FOUND")
