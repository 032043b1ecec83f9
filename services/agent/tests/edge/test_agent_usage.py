"""What a node says of what its hardware and its tasks do, measured on this one."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from typing import cast

import pytest
from muster.agent.edge.hardware.dcgm import AGAIN_MS, DcgmExporter
from muster.agent.edge.hardware.inventory import DeclaredGpus, cpu_milli_found, memory_mib_found
from muster.agent.edge.hardware.usage import UsageMeter
from muster.events.node_heartbeats import NodeHeartbeat, TaskUsage
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
def test_work_shows_and_slots_that_are_no_gpus_are_not_measured() -> None:
    meter = UsageMeter(DeclaredGpus("LOCAL", 2), DcgmExporter("", SystemClock()), tuple)
    end = time.process_time() + 0.3
    while time.process_time() < end:
        pass
    usage = meter.read()
    assert 0 < usage.cpu_busy_milli <= cpu_milli_found()
    assert 0 < usage.memory_used_mib < memory_mib_found()
    assert usage.gpu_busy_percent == usage.gpu_sm_active_percent == usage.gpu_memory_used_mib == ()


def test_multiprocessors_are_what_the_exporter_of_dcgm_says() -> None:
    with metadata_server() as server:
        server.pages["/metrics"] = EXPORTER
        clock = ManualClock(1_000)
        exporter = DcgmExporter(f"{server.url}/metrics", clock)
        assert UsageMeter(DeclaredGpus("H100", 2), exporter, tuple).read().gpu_sm_active_percent == (61, 0)
        server.status = 500
        assert exporter.sm_active_percent(2) == ()
        server.status, asked = 0, len(server.asked)
        assert exporter.sm_active_percent(2) == ()
        assert len(server.asked) == asked, "beats do not wait for one that fails"
        clock.advance(AGAIN_MS)
        assert exporter.sm_active_percent(2) == (61, 0)


BUSY = """
import time
kept = bytearray(64 * 2**20)
print("up", flush=True)
until = time.process_time() + 600
while time.process_time() < until: pass
"""


def test_beats_say_what_the_processes_of_each_task_use(node: AgentNode) -> None:
    node.up()
    node.start(sys.executable, "-c", BUSY, memory_mib=1024)
    with closing(node.journal.reader([NODE_HEARTBEATS], name="beats")) as beats:

        def said() -> TaskUsage | None:
            for delivery in beats.poll(100, 0.1):
                usage = cast("NodeHeartbeat", delivery.envelope.payload).usage
                for task in usage.tasks if usage else ():
                    if task.cpu_busy_milli > 0 and task.memory_used_mib >= 64:
                        return task
            return None

        task = until(said)
    assert (task.job_id, task.attempt, task.gpu_indices, task.gpu_milli) == ("job-a", 1, (0,), 1_000)
    assert task.memory_mib == 1024
    assert task.memory_used_mib < 1024


@pytest.mark.slow
def test_gpus_that_a_task_holds_and_does_not_use_are_reported_and_taken_back(node: AgentNode) -> None:
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
