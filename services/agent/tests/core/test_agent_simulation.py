"""Behaviour of a simulated task, and the list of simulated nodes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from muster.agent.core.node_list import ListedNode, parse_nodes
from muster.agent.core.simulation import simulated_end, simulated_usage, stopping_ms
from muster.agent.core.supervision import EndCause, Grace
from muster.events.node_commands import RankAssignment, StartTask
from muster.events.task_events import RankExit


def order(env: Mapping[str, str], wall_ms: int | None = None) -> StartTask:
    return StartTask(
        node_id="n",
        epoch=1,
        order_seq=1,
        job_id="job-a",
        attempt=1,
        tenant="t",
        job_name="j",
        user="u",
        ranks=(RankAssignment(rank=3, gpu_indices=(), gpu_milli=0),),
        world_size=4,
        master_address="",
        master_port=1,
        command=("true",),
        env=env,
        wall_time_max_ms=wall_ms,
        grace_ms=1,
        checkpoint_enabled=False,
    )


def test_a_task_takes_its_duration_divided_by_the_speed() -> None:
    end = simulated_end(order({"MUSTER_SIM_DURATION_MS": "5000", "MUSTER_SIM_EXIT_CODE": "3"}), speed=100)
    assert (end.after_ms, end.cause, end.exits) == (50, EndCause.EXITED, (RankExit(rank=3, exit_code=3),))


def test_a_task_without_a_duration_takes_a_minute() -> None:
    assert simulated_end(order({}), speed=1).after_ms == 60_000


def test_the_wall_time_ends_a_task() -> None:
    end = simulated_end(order({"MUSTER_SIM_DURATION_MS": "5000"}, wall_ms=4000), speed=10)
    assert (end.after_ms, end.cause) == (400, EndCause.TIMED_OUT)


@pytest.mark.parametrize("value", ["-1", "", "1.5", "NaN", "²", "1" + "0" * 13])
def test_an_invalid_duration_is_reported(value: str) -> None:
    with pytest.raises(
        ValueError, match=r"env.MUSTER_SIM_DURATION_MS is .*must be a whole number from 0 to 10"
    ):
        simulated_end(order({"MUSTER_SIM_DURATION_MS": value}), speed=1)


def test_a_stop_takes_no_longer_than_the_grace() -> None:
    assert stopping_ms(order({"MUSTER_SIM_STOP_MS": "9000"}), Grace(1500, 500), speed=10) == 200
    assert stopping_ms(order({}), Grace(2000), speed=10) == 0


def test_the_real_list_of_nodes_can_be_read() -> None:
    text = (Path(__file__).parents[4] / "data/openb/openb_node_list_gpu_node.csv").read_text()
    nodes = parse_nodes(text)
    assert (len(nodes), sum(node.gpu_count for node in nodes)) == (1213, 6212)
    assert nodes[0] == ListedNode("openb-node-0000", 64_000, 262_144, 2, "P100")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1: columns are ''"),
        ("sn,cpu\n", "line 1: columns are 'sn,cpu'; must be sn,cpu_milli,memory_mib,gpu,model"),
        ("sn,cpu_milli,memory_mib,gpu,model\na,1,1,x,\n", "line 2: gpu is 'x'"),
        ("sn,cpu_milli,memory_mib,gpu,model\na,1,1\n", "line 2: 'a,1,1' must have 5 columns"),
        ("sn,cpu_milli,memory_mib,gpu,model\na,1,1,0,\na,1,1,0,\n", "line 3: sn 'a' is listed twice"),
    ],
)
def test_an_invalid_list_is_rejected_with_the_line(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        parse_nodes(text)


def test_a_nodes_usage_is_what_its_tasks_declare() -> None:
    rank = RankAssignment(rank=0, gpu_indices=(1,), gpu_milli=500, memory_mib=64)
    busy = replace(order({"MUSTER_SIM_BUSY_PERCENT": "3"}), ranks=(rank,))
    usage = simulated_usage([busy, order({})], 2)
    assert usage is not None
    assert usage.gpu_sm_active_percent == usage.gpu_busy_percent == (0, 3)
    [task] = usage.tasks
    assert (task.gpu_indices, task.gpu_milli, task.memory_mib) == ((1,), 500, 64)
    assert simulated_usage([order({})], 2) is None
    with pytest.raises(ValueError, match=r"MUSTER_SIM_BUSY_PERCENT is '101'; must be .* 0 to 100"):
        simulated_usage([order({"MUSTER_SIM_BUSY_PERCENT": "101"})], 1)
