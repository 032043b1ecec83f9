"""Ranks that hang, as real processes: the suspicion, and their stacks in their own output (ADR 77)."""

from __future__ import annotations

import sys

import pytest
from muster.events.task_events import Suspicion, TaskHeard, TaskPaced, TaskSuspected
from muster.testkit.agent_node import AgentNode
from muster.testkit.patience import until

HANG_MS = 1_000

STEPS = """
import os, time
from muster.checkpoint import report
rank = int(os.environ["RANK"])
def all_reduce():
    while True: time.sleep(60)
report(12 + rank, 100)
print("step", flush=True)
all_reduce()
"""


@pytest.mark.slow
def test_ranks_that_hang_are_reported_and_their_stacks_are_in_their_output(node: AgentNode) -> None:
    node.up()
    node.start(sys.executable, "-c", STEPS, ranks=2, hang_after_ms=HANG_MS)
    suspected = node.wait_for(TaskSuspected)
    assert (suspected.suspicion, suspected.rank) == (Suspicion.SILENT, 0)
    assert "rank 0 is at step 12, others at up to 13" in suspected.message
    for rank in (0, 1):
        lines = node.output(rank, "stderr").splitlines()
        assert lines[0].startswith("[muster] no output and no step of its ranks for ")
        assert any(" in all_reduce" in line for line in lines), lines


REMOVES_ITS_FILE = """
import os, signal, time
file = os.path.join(os.environ["MUSTER_PROGRESS_DIR"], f"stacks.{os.getpid()}")
open(file, "w").close()
signal.signal(signal.SIGUSR2, lambda *_: os.unlink(file))
while True: time.sleep(60)
"""


@pytest.mark.slow
def test_a_job_that_removes_its_stack_file_does_no_harm(node: AgentNode) -> None:
    node.up()
    node.start(sys.executable, "-c", REMOVES_ITS_FILE, start_up_max_ms=HANG_MS)
    node.wait_for(TaskSuspected)
    assert "no stack: its file cannot be read: No such file or directory" in node.output(0, "stderr")


@pytest.mark.slow
def test_a_program_without_python_gets_the_kernels_view_and_the_reason_for_no_stack(
    node: AgentNode,
) -> None:
    node.up()
    node.start("sh", "-c", "echo up; exec tail -f /dev/null", hang_after_ms=HANG_MS)
    assert node.wait_for(TaskSuspected).rank is None
    evidence = node.output(0, "stderr")
    assert "(tail -f /dev/null): S (sleeping)" in evidence
    assert "no Python stack: " in evidence


@pytest.mark.slow
def test_new_output_ends_the_suspicion(node: AgentNode) -> None:
    node.up()
    go = node.shared / "go"
    script = f"echo up; while [ ! -e {go} ]; do sleep 0.1; done; echo again; exec tail -f /dev/null"
    node.start("sh", "-c", script, hang_after_ms=HANG_MS)
    node.wait_for(TaskSuspected)
    go.touch()
    node.wait_for(TaskHeard)
    assert node.wait_for(TaskSuspected, 2).suspicion is Suspicion.SILENT


@pytest.mark.slow
def test_silent_ranks_are_reported_if_they_are_idle_but_not_if_they_are_busy(node: AgentNode) -> None:
    node.up()
    node.start("sh", "-c", "while :; do :; done", job="job-busy", gpu_first=1, start_up_max_ms=HANG_MS)
    node.start("tail", "-f", "/dev/null", job="job-idle", start_up_max_ms=HANG_MS)
    suspected = node.wait_for(TaskSuspected)
    assert (suspected.job_id, suspected.suspicion) == ("job-idle", Suspicion.NEVER_SPOKE)
    assert suspected.message.endswith("and hardly use the CPU")
    node.stop("job-busy")
    until(lambda: node.folder("job-busy").ended())
    assert [report.job_id for report in node.reports(TaskSuspected)] == ["job-idle"]


LAGS = """
import os, time
from muster.checkpoint import report
each_s = 1.5 if os.environ["RANK"] == "1" else 0.1
for step in range(1_000):
    report(step, 1_000)
    time.sleep(each_s)
"""


@pytest.mark.slow
def test_a_lagging_rank_is_measured_against_the_others_of_its_node(node: AgentNode) -> None:
    node.up()
    node.start(sys.executable, "-c", LAGS, ranks=2, straggler_after_ms=4_000)
    paced = node.wait_for(TaskPaced)
    assert (paced.rank, paced.window_ms) == (1, 4_000)
    assert paced.others_step_ms is not None
    # Files are written and read once a second, so a quarter of four seconds may be missing.
    assert 50 <= paced.others_step_ms < 500
    assert 900 <= paced.step_ms < 4_000
    assert paced.step_most > 2 * paced.step


@pytest.mark.slow
def test_a_loss_that_is_not_a_number_is_reported_once(node: AgentNode) -> None:
    node.up()
    script = "import muster.checkpoint as m, time; m.report(7, 9, {'loss': float('nan')}); time.sleep(600)"
    node.start(sys.executable, "-c", script)
    suspected = node.wait_for(TaskSuspected)
    assert (suspected.suspicion, suspected.rank) == (Suspicion.LOSS_NOT_A_NUMBER, 0)
    assert suspected.message == "rank 0 reports loss nan at step 7"
