"""Usage that a node reports of its hardware and tasks, measured on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import closing
from typing import cast

import pytest
from muster.agent.edge.hardware.dcgm import AGAIN_MS, DcgmExporter
from muster.agent.edge.hardware.inventory import DeclaredGpus, cpu_milli_found, memory_mib_found
from muster.agent.edge.hardware.usage import UsageMeter
from muster.agent.edge.tasks.sessions import Process, processes, ranks_of_sessions
from muster.events.node_heartbeats import NodeHeartbeat, RankUsage, TaskUsage
from muster.events.task_events import Suspicion, TaskHeard, TaskSuspected
from muster.events.topics import NODE_HEARTBEATS
from muster.journal import ManualClock, SystemClock
from muster.testkit.agent_node import AgentNode
from muster.testkit.metadata_server import metadata_server
from muster.testkit.patience import until

EXPORTER = """\
# HELP DCGM_FI_PROF_SM_ACTIVE The ratio of cycles an SM has at least 1 warp assigned.
# TYPE DCGM_FI_PROF_SM_ACTIVE gauge
DCGM_FI_PROF_SM_ACTIVE{gpu="0",UUID="GPU-1a",device="nvidia0",modelName="NVIDIA H100 80GB HBM3"} 0.613
DCGM_FI_PROF_SM_ACTIVE{gpu="1",UUID="GPU-2b",device="nvidia1",modelName="NVIDIA H100 80GB HBM3"} 0.000000
"""


@pytest.mark.slow
def test_cpu_work_is_measured_and_declared_gpus_are_not() -> None:
    meter = UsageMeter(DeclaredGpus("LOCAL", 2), DcgmExporter("", SystemClock()), tuple)
    end = time.process_time() + 0.3
    while time.process_time() < end:
        pass
    usage = meter.read()
    assert 0 < usage.cpu_busy_milli <= cpu_milli_found()
    assert 0 < usage.memory_used_mib < memory_mib_found()
    assert usage.gpu_busy_percent == usage.gpu_sm_active_percent == usage.gpu_memory_used_mib == ()


def test_multiprocessor_activity_comes_from_dcgms_exporter() -> None:
    with metadata_server() as server:
        server.pages["/metrics"] = EXPORTER
        clock = ManualClock(1_000)
        exporter = DcgmExporter(f"{server.url}/metrics", clock)
        assert UsageMeter(DeclaredGpus("H100", 2), exporter, tuple).read().gpu_sm_active_percent == (61, 0)
        server.status = 500
        assert exporter.sm_active_percent(2) == ()
        server.status, asked = 0, len(server.asked)
        assert exporter.sm_active_percent(2) == ()
        assert len(server.asked) == asked, "heartbeats do not wait for a failing exporter"
        clock.advance(AGAIN_MS)
        assert exporter.sm_active_percent(2) == (61, 0)


BUSY = """
import time
kept = bytearray(64 * 2**20)
print("up", flush=True)
until = time.process_time() + 600
while time.process_time() < until: pass
"""


@pytest.mark.slow
def test_heartbeats_carry_the_usage_of_each_tasks_processes(node: AgentNode) -> None:
    node.up()
    node.start(sys.executable, "-c", BUSY, memory_mib=1024)
    with closing(node.journal.reader([NODE_HEARTBEATS], name="beats")) as beats:

        def busy_task() -> TaskUsage | None:
            for delivery in beats.poll(100, 0.1):
                usage = cast("NodeHeartbeat", delivery.envelope.payload).usage
                for task in usage.tasks if usage else ():
                    if task.cpu_busy_milli > 0 and task.memory_used_mib >= 64:
                        return task
            return None

        task = until(busy_task)
    assert (task.job_id, task.attempt, task.gpu_indices, task.gpu_milli) == ("job-a", 1, (0,), 1_000)
    assert task.memory_mib == 1024
    assert task.memory_used_mib < 1024


RANKS = """
import os, time
kept = bytearray((16 if os.environ["RANK"] == "0" else 80) * 2**20)
child = os.fork()  # in the same session: its work counts for the rank
busy = os.environ["RANK"] == "1"
while True:
    end = time.process_time() + 0.1
    while busy and time.process_time() < end: pass
    time.sleep(0 if busy else 0.1)
"""


@pytest.mark.slow
def test_heartbeats_carry_the_usage_of_each_rank(node: AgentNode) -> None:
    node.up()
    node.start(sys.executable, "-c", RANKS, ranks=2, gpu_first=0)
    with closing(node.journal.reader([NODE_HEARTBEATS], name="beats")) as beats:

        def both_ranks() -> tuple[RankUsage, ...]:
            for delivery in beats.poll(100, 0.1):
                usage = cast("NodeHeartbeat", delivery.envelope.payload).usage
                for task in usage.tasks if usage else ():
                    idle, busy = task.ranks if len(task.ranks) == 2 else (None, None)
                    if idle and busy and busy.memory_used_mib >= 80 and busy.cpu_busy_milli > 0:
                        return task.ranks
            return ()

        idle, busy = until(both_ranks)
    assert [(each.rank, each.gpu_indices) for each in (idle, busy)] == [(0, (0,)), (1, (1,))]
    assert idle.cpu_busy_milli < busy.cpu_busy_milli
    assert 16 <= idle.memory_used_mib < busy.memory_used_mib


def test_a_session_is_of_the_rank_in_its_leaders_environment() -> None:
    def started(rank: int) -> subprocess.Popen[bytes]:
        program = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'input()'])"
        return subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, start_new_session=True,
            env={"RANK": str(rank)},
        )  # fmt: skip

    ranks = [started(0), started(7), started(1)]
    pids = {each.pid for each in ranks}
    try:

        def with_children() -> list[Process]:
            found = [each for each in processes(os.getpid()) if each.session in pids]
            return found if len(found) == 6 else []

        found = until(with_children)
        by_session = ranks_of_sessions(found, [0, 1], {})
        assert by_session == {ranks[0].pid: 0, ranks[2].pid: 1}, "7 is not a rank of the task"
        assert ranks_of_sessions(found, [0, 1], {ranks[1].pid: 1})[ranks[1].pid] == 1, "known before"
        assert all(each.resident_bytes() > 0 for each in found)
    finally:
        for each in ranks:
            each.communicate(b"x\n", 60)


@pytest.mark.slow
def test_idle_gpus_of_a_task_are_reported_until_they_are_used(node: AgentNode) -> None:
    with metadata_server() as server:
        server.pages["/metrics"] = EXPORTER
        node.settings["agent_dcgm_url"] = f"{server.url}/metrics"
        node.up()
        node.start("sleep", "600", job="job-busy", gpu_idle_max_ms=500)
        node.start("sleep", "600", job="job-idle", gpu_first=1, gpu_idle_max_ms=500)
        suspected = node.wait_for(TaskSuspected)
        assert (suspected.job_id, suspected.suspicion) == ("job-idle", Suspicion.GPUS_IDLE)
        assert suspected.message == (
            "its GPU was busy for 0.0 % of the last 500ms (multiprocessors active, by DCGM)"
        )
        server.pages["/metrics"] = EXPORTER.replace("0.000000", "0.9")
        heard = node.wait_for(TaskHeard)
        assert (heard.job_id, heard.suspicion) == ("job-idle", Suspicion.GPUS_IDLE)
    assert [each.job_id for each in node.reports(TaskSuspected)] == ["job-idle"]
