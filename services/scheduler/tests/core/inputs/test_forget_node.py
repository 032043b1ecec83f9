"""Operators can forget lost nodes, marks included; a node that reports again is new."""

from __future__ import annotations

import pytest
from muster.cluster.occupancy import NodeHealth
from muster.events.job_events import GpuUnhealthy, NodeForgotten, NodeLost, NodeSuspected
from muster.events.operator_commands import (
    CordonNode,
    DrainNode,
    ForgetNode,
    ScheduleMaintenance,
    TagNode,
)
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.testkit.cores.build import job_spec, node, started, submit
from muster.testkit.cores.scenario import Scenario, given

FORGET = ForgetNode(node_id="n1", requested_by="op")
LOST = NodeLost(node_id="n1", silent_ms=30_000)


def rejected(scenario: Scenario) -> CommandRejected:
    [found] = [fact for fact in scenario.decided if isinstance(fact, CommandRejected)]
    return found


def test_a_lost_node_is_forgotten_with_its_marks_and_joins_as_new() -> None:
    scenario = given(node("n1", gpus=2), node("n2", gpus=2))
    starts_at_ms = scenario.now_ms + 600_000
    scenario.when(
        CordonNode(node_id="n1", requested_by="op"),
        DrainNode(node_id="n1", requested_by="op"),
        TagNode(node_id="n1", labels={"zone": "a"}, taints=("own",), requested_by="op"),
        ScheduleMaintenance(
            node_id="n1", starts_at_ms=starts_at_ms, ends_at_ms=starts_at_ms + 1, requested_by="op"
        ),
        GpuUnhealthy(node_id="n1", gpu_index=1, reason="Xid 79"),
        LOST,
    )
    scenario.when(FORGET).then("NodeForgotten n1")
    assert scenario.decided == [
        NodeForgotten(node_id="n1", lost_ms=0, requested_by="op", gpus_unhealthy=(1,))
    ]
    assert list(scenario.state.nodes) == ["n2"]
    assert scenario.state.windows.next_ms is None
    assert StateHash().refresh_all(forked(scenario.state)) == StateHash().refresh_all(scenario.state)
    scenario.when(FORGET).then("CommandRejected ForgetNode n1 NOT_FOUND")
    scenario.when(node("n1", gpus=2)).then("NodeJoined n1")
    joined = scenario.state.nodes["n1"]
    assert (joined.health, joined.open, joined.labels, joined.taints) == (NodeHealth.READY, True, {}, ())
    assert (joined.window, joined.gpus_unhealthy) == (None, {})


@pytest.mark.parametrize("heard", [(), (NodeSuspected(node_id="n1", silent_ms=12_500),)])
def test_a_node_that_may_still_report_is_not_forgotten_even_if_closed_and_empty(
    heard: tuple[object, ...],
) -> None:
    scenario = given(node("n1", gpus=2)).when(CordonNode(node_id="n1", requested_by="op"), *heard)
    scenario.when(FORGET).then("CommandRejected ForgetNode n1 WRONG_STATE")
    [violation] = rejected(scenario).violations
    assert (violation.field, violation.value) == ("state", "suspected" if heard else "ready")
    assert "n1" in scenario.state.nodes


def test_a_node_with_attempts_that_have_not_ended_is_not_forgotten() -> None:
    scenario = given(node("n1", gpus=1), node("n2", gpus=1)).when(submit("job-a", job_spec(ranks=2)))
    scenario.when(started("n1", "job-a", ranks=(0,)), started("n2", "job-a", ranks=(1,))).when(LOST)
    scenario.when(FORGET).then("CommandRejected ForgetNode n1 WRONG_STATE")
    assert rejected(scenario).code is RejectionCode.WRONG_STATE
    assert "have not ended" in rejected(scenario).message
