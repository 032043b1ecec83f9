"""Faults in a node's kernel log: recorded, the node closed as the remedy requires, out after 3 strikes."""

from dataclasses import replace

import pytest
from muster.events.job_events import AttemptEnded, JobRequeued, NodeFaulted
from muster.events.operator_commands import ActivateFailureRules, ActivatePolicy, UncordonNode, UndrainNode
from muster.events.task_events import TaskOutcome
from muster.failures.shipped import shipped_text
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.state import NEW_CELL_POLICY
from muster.scheduler.core.watch.faults import AGAIN_MS, STRIKES_WITHIN_MS
from muster.testkit.cores.build import exited, faulted, job_spec, node, started, submit
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given

RULES = ActivateFailureRules(rules=shipped_text(), requested_by="op")
UNDRAIN = UndrainNode(node_id="n1", requested_by="op")


def cell(faulty_nodes_max: int = 2) -> Scenario:
    """Create three nodes, of which at most this number may be closed."""
    policy = replace(QUIET_POLICY, faulty_nodes_max=faulty_nodes_max)
    nodes = [node(name, gpus=1, machine_boot_id="machine-1") for name in ("n1", "n2", "n3")]
    return given(RULES, ActivatePolicy(policy=policy, requested_by="op"), *nodes)


def fault_of(scenario: Scenario) -> NodeFaulted:
    [found] = [each for each in scenario.decided if isinstance(each, NodeFaulted)]
    return found


def booted(scenario: Scenario, number: int) -> Scenario:
    """Reboot the node's machine; number 0: its agent restarts without knowing the boot."""
    boot = f"machine-{number}" if number else ""
    joined = node("n1", gpus=1, boot_id=f"boot-{number}", machine_boot_id=boot)
    return scenario.when(joined, after_ms=AGAIN_MS)


def test_a_lost_gpu_drains_its_node_with_the_remedy_as_the_reason() -> None:
    scenario = cell().when(faulted("n1")).then("NodeFaulted n1", "NodeDraining n1")
    fact = fault_of(scenario)
    assert (fact.strike, fact.closes, fact.node_action, fact.xid) == (1, True, "drain-reboot", 79)
    needs = "drain it, then reboot it; strike 1 of 3"
    assert fact.message == f"A GPU has fallen off the bus (Xid 79 of 0000:cb:00) [gpu.lost]: {needs}"
    assert scenario.decided[1].reason == fact.message


def test_each_fault_has_the_consequence_in_the_table() -> None:
    scenario = cell(9).when(faulted("n1", "gpu.nvlink5", 145)).then("NodeFaulted n1", "NodeCordoned n1")
    scenario.when(faulted("n2", "network.link-flaps", None)).then("NodeFaulted n2", "NodeDraining n2")
    scenario.when(faulted("n2", "gpu.unlisted", 170)).then("NodeFaulted n2")
    assert (fault_of(scenario).strike, fault_of(scenario).closes) == (0, False)
    scenario.when(faulted("n3", "gpu.application", 13)).then()  # a fault of the application only
    scenario.when(faulted("n3", "site.unknown", None), faulted("n9")).then()


def test_a_repeated_fault_is_recorded_only_once_in_a_while() -> None:
    scenario = cell().when(faulted("n1")).when(faulted("n1")).then()
    scenario.when(faulted("n1"), after_ms=AGAIN_MS).then("NodeFaulted n1")  # the node is already draining
    assert (fault_of(scenario).strike, fault_of(scenario).closes) == (2, False)


@pytest.mark.parametrize("most", [0, 1])
def test_a_bad_driver_does_not_empty_the_cell(most: int) -> None:
    scenario = cell(most).when(faulted("n1"), faulted("n2"), faulted("n3"))
    closed = [each for each in scenario.state.nodes.values() if each.draining]
    assert len(closed) == most


def test_a_reboot_reopens_a_node_that_needed_it_but_not_after_the_third_strike() -> None:
    scenario = cell().when(faulted("n1"))
    booted(scenario, 2).then("NodeJoined n1", "NodeUndrained n1")
    booted(scenario.when(faulted("n1"), after_ms=AGAIN_MS), 3).then("NodeJoined n1", "NodeUndrained n1")
    scenario.when(faulted("n1"), after_ms=AGAIN_MS)
    message = fault_of(scenario).message
    assert "strike 3 of 3 after gpu.lost 40m ago, gpu.lost 20m ago; it stays closed" in message
    booted(scenario, 4).then("NodeJoined n1")
    assert scenario.state.nodes["n1"].draining
    scenario.when(UNDRAIN).then("NodeUndrained n1")
    scenario.when(faulted("n1"), after_ms=AGAIN_MS)
    assert fault_of(scenario).strike == 1, "an operator has reopened it"


def test_neither_a_new_agent_on_the_same_boot_nor_an_unknown_boot_counts_as_a_reboot() -> None:
    scenario = cell().when(faulted("n1"))
    scenario.when(node("n1", gpus=1, boot_id="boot-2", machine_boot_id="machine-1")).then("NodeJoined n1")
    booted(scenario, 0).then("NodeJoined n1")
    booted(scenario, 2).then("NodeJoined n1")
    assert scenario.state.nodes["n1"].draining
    booted(scenario, 3).then("NodeJoined n1", "NodeUndrained n1")


def test_a_node_that_needs_a_reset_waits_for_an_operator_and_strikes_expire() -> None:
    scenario = cell().when(faulted("n1", "gpu.ecc-double-bit", 48))
    booted(scenario, 2).then("NodeJoined n1")
    scenario.when(UNDRAIN).when(faulted("n1"), after_ms=STRIKES_WITHIN_MS)
    assert fault_of(scenario).strike == 1


def test_a_job_that_fails_on_a_faulty_node_keeps_its_retries() -> None:
    scenario = cell().when(submit("job-a", job_spec(attempts=1))).when(started("n1", "job-a"))
    scenario.when(faulted("n1")).when(exited("n1", "job-a", outcome=TaskOutcome.FAILED, exit_code=1))
    ended, requeued = scenario.decided[:2]
    assert isinstance(ended, AttemptEnded)
    assert ended.verdict is not None
    assert (ended.verdict.rule, ended.verdict.spared) == ("gpu.lost", True)
    assert ended.verdict.sign == "a line of the kernel's log"
    assert isinstance(requeued, JobRequeued)


def test_an_earlier_fault_does_not_spare_retries() -> None:
    scenario = cell(0).when(faulted("n1")).when(submit("job-a", job_spec(attempts=1)))
    scenario.when(exited("n1", "job-a", outcome=TaskOutcome.FAILED, exit_code=1))
    ended = scenario.decided[0]
    assert isinstance(ended, AttemptEnded)
    assert ended.verdict is not None
    assert ended.verdict.rule == "unknown"


def test_faults_survive_a_snapshot_and_are_absent_from_the_hash_until_the_first() -> None:
    scenario = cell()
    before = StateHash().refresh_all(scenario.state)
    copy = forked(scenario.when(faulted("n1")).state)
    assert StateHash().refresh_all(copy) == StateHash().refresh_all(scenario.state) != before
    assert copy.nodes["n1"].faulted
    scenario.when(UncordonNode(node_id="n1", requested_by="op")).then("CommandRepeated UncordonNode n1")


def test_a_new_cell_closes_faulty_nodes_and_a_policy_without_the_limit_none() -> None:
    assert (NEW_CELL_POLICY.faulty_nodes_max, QUIET_POLICY.faulty_nodes_max) == (10, 0)
