"""Measured use: the newest heartbeat of each node, for as long as its lease."""

from __future__ import annotations

from dataclasses import replace

from muster.events.node_heartbeats import NodeHeartbeat, NodeUsage, TaskUsage
from muster.submit.core.use import GpuUse, NewestUse
from muster.testkit.cores import build

TASK = TaskUsage(
    job_id="job-1",
    attempt=1,
    gpu_indices=(1,),
    gpu_milli=1_000,
    cpu_busy_milli=100,
    memory_mib=64,
    memory_used_mib=32,
)
USAGE = NodeUsage(
    cpu_busy_milli=500,
    memory_used_mib=100,
    gpu_busy_percent=(10, 90),
    gpu_memory_used_mib=(1, 2),
    tasks=(TASK,),
)


def beat(node_id: str, number: int = 1, usage: NodeUsage | None = USAGE) -> NodeHeartbeat:
    return replace(build.beat(build.node(node_id, gpus=2), number, unhealthy=(1,)), usage=usage)


def test_a_newer_heartbeat_replaces_the_earlier_one_and_nodes_are_sorted() -> None:
    newest = NewestUse()
    for at_ms, each in enumerate((beat("b", 1), beat("a", 7), beat("b", 2))):
        newest.take(each, at_ms)
    assert [(each.beat.node_id, each.beat.beat, each.at_ms) for each in newest.at(10)] == [
        ("a", 7, 1),
        ("b", 2, 2),
    ]


def test_a_node_is_forgotten_when_its_lease_expires() -> None:
    newest = NewestUse()
    newest.take(beat("a"), 1_000)
    lease_ms = beat("a").lease_ms
    assert len(newest.at(999 + lease_ms)) == 1
    assert newest.at(1_000 + lease_ms) == []
    assert newest.at(1_000) == [], "it does not come back without a heartbeat"


def test_figures_that_a_node_does_not_measure_are_none() -> None:
    newest = NewestUse()
    newest.take(beat("measured"), 0)
    newest.take(beat("simulated", usage=None), 0)
    measured, simulated = newest.at(1)
    assert list(measured.gpus) == [GpuUse(0, True, 10, None, 1), GpuUse(1, False, 90, None, 2)]
    assert list(simulated.gpus) == [GpuUse(0, True, None, None, None), GpuUse(1, False, None, None, None)]
    assert simulated.tasks({"job-1"}) == []


def test_only_tasks_of_the_given_jobs_are_returned() -> None:
    newest = NewestUse()
    newest.take(beat("a", usage=replace(USAGE, tasks=(TASK, replace(TASK, job_id="job-2")))), 0)
    [reported] = newest.at(1)
    assert reported.tasks({"job-1"}) == [TASK]
    assert reported.tasks(()) == []
