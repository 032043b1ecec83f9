"""Drains of real processes: a checkpoint request, then SIGTERM, then SIGKILL; each step is recorded."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest
from muster.agent.core.supervision import CHECKPOINT, Grace, Limits, Look, StepKind
from muster.agent.edge.disk.task_dir import TaskDir, stamp_of
from muster.agent.edge.shim.drain import Drain
from muster.events.task_events import RankExit, StopStepKind, TaskExited, TaskOutcome
from muster.testkit.agent_node import AgentNode, ends_of
from muster.testkit.patience import until

EXAMPLE = Path(__file__).parents[4] / "examples" / "train_tiny"
LONG_MS = 600_000
"""Longer than any test takes: a drain that ended did not wait for its time to pass."""

IDLE = "while :; do sleep 0.05; done"


def kinds(exited: TaskExited) -> list[StopStepKind]:
    times = [step.at_ms for step in exited.steps]
    assert times == sorted(times)
    return [step.kind for step in exited.steps]


@pytest.mark.slow
def test_a_job_with_a_handler_saves_and_leaves_before_any_sigterm(node: AgentNode) -> None:
    node.up()
    node.start("sh", "-c", f"trap 'echo saved; exit 9' USR1; trap 'echo termed' TERM; echo up; {IDLE}")
    until(lambda: "up" in node.output())
    node.stop(grace_ms=LONG_MS, checkpoint_grace_ms=LONG_MS)
    exited = node.wait_for(TaskExited)
    assert (exited.outcome, ends_of(exited)) == (TaskOutcome.STOPPED, (RankExit(rank=0, exit_code=9),))
    assert kinds(exited) == [StopStepKind.CHECKPOINT_REQUESTED]
    assert node.output() == "up\nsaved\n"
    assert exited.message == "stopped on order"


@pytest.mark.slow
def test_a_job_without_a_handler_gets_sigterm_at_once_and_survives_the_request(
    node: AgentNode,
) -> None:
    node.up()
    node.start("sh", "-c", f"trap 'echo termed; exit 0' TERM; echo up; {IDLE}")
    until(lambda: "up" in node.output())
    node.stop(grace_ms=LONG_MS, checkpoint_grace_ms=LONG_MS)
    exited = node.wait_for(TaskExited)
    assert kinds(exited) == [StopStepKind.NOT_REGISTERED, StopStepKind.TERMINATED]
    assert node.output() == "up\ntermed\n"
    assert exited.message.endswith("no checkpoint was requested: no process handles SIGUSR1")


CALLED = """
import http.server, os, sys, time
class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.send_response(int(sys.argv[1])); self.end_headers()
        if sys.argv[1] == "202":
            print("asked by", self.path, flush=True)
            time.sleep(0.5)  # it saves
            os._exit(9)
    def log_message(self, *_): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
with open(os.path.join(os.environ["MUSTER_PROGRESS_DIR"], "checkpoint.url"), "w") as file:
    file.write(sys.argv[2].format(port=server.server_port))
print("up", flush=True)
server.serve_forever()
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "url", "asked"),
    [
        ("202", "http://127.0.0.1:{port}/save?now=1", True),
        ("503", "http://127.0.0.1:{port}/", False),
        ("202", "http://127.0.0.2:{port}/", False),
    ],
    ids=["promises", "refuses", "not the loopback's address"],
)
def test_a_job_that_registered_an_address_is_called_and_saves(
    node: AgentNode, answer: str, url: str, asked: bool
) -> None:
    node.up()
    node.start(sys.executable, "-c", CALLED, answer, url)
    until(lambda: "up" in node.output())
    node.stop(grace_ms=LONG_MS, checkpoint_grace_ms=LONG_MS)
    exited = node.wait_for(TaskExited)
    if asked:
        assert kinds(exited) == [StopStepKind.CHECKPOINT_REQUESTED]
        assert node.output() == "up\nasked by /save?now=1\n"
    else:
        assert kinds(exited) == [StopStepKind.NOT_REGISTERED, StopStepKind.TERMINATED]


@pytest.mark.slow
def test_limits_end_the_wait_for_a_checkpoint_and_a_job_that_ignores_sigterm(
    node: AgentNode,
) -> None:
    node.up()
    node.start("sh", "-c", f"trap 'echo asked' USR1; trap '' TERM; echo up; {IDLE}")
    until(lambda: "up" in node.output())
    node.stop(grace_ms=200, checkpoint_grace_ms=200)
    exited = node.wait_for(TaskExited)
    assert kinds(exited) == [
        StopStepKind.CHECKPOINT_REQUESTED,
        StopStepKind.CHECKPOINT_MISSED,
        StopStepKind.TERMINATED,
        StopStepKind.KILLED,
    ]
    assert ends_of(exited) == (RankExit(rank=0, signal=signal.SIGKILL),)
    assert exited.message == "stopped on order; no checkpoint was stored within its time"
    assert node.processes() == []


@pytest.mark.slow
def test_an_agent_that_restarts_during_a_drain_continues_it(node: AgentNode) -> None:
    node.up()
    may_end = node.shared / "may-end"
    wait = f"while ! test -e {may_end}; do sleep 0.05; done"
    node.start("sh", "-c", f"trap 'echo asked; {wait}; exit 0' USR1; echo up; {IDLE}")
    until(lambda: "up" in node.output())
    node.stop(grace_ms=LONG_MS, checkpoint_grace_ms=LONG_MS)
    until(lambda: "asked" in node.output())
    node.down()
    node.up()
    may_end.touch()
    exited = node.wait_for(TaskExited)
    assert (exited.outcome, kinds(exited)) == (TaskOutcome.STOPPED, [StopStepKind.CHECKPOINT_REQUESTED])
    assert node.output() == "up\nasked\n", "it was asked once"


@pytest.mark.slow
def test_both_ranks_of_a_training_job_save_and_leave_at_the_same_step(node: AgentNode) -> None:
    node.settings |= {"agent_checkpoint_wait_ms": 0, "agent_sandbox_readable": (EXAMPLE,)}
    node.up()
    node.start(
        "python3",
        str(EXAMPLE / "train.py"),
        ranks=2,
        checkpoint_enabled=True,
        master_port=29_496,
        env={"TRAIN_STEPS": "1000000", "OPENBLAS_NUM_THREADS": "1"},
    )
    until(lambda: " loss " in node.output())
    node.stop(grace_ms=LONG_MS, checkpoint_grace_ms=LONG_MS)
    exited = node.wait_for(TaskExited)
    left = tuple(RankExit(rank=rank, exit_code=128 + signal.SIGTERM) for rank in (0, 1))
    assert (exited.outcome, ends_of(exited)) == (TaskOutcome.STOPPED, left)
    assert kinds(exited) == [StopStepKind.CHECKPOINT_REQUESTED]
    assert list(node.folder().checkpoints(0).glob("step-*.json"))


class Signals:
    """Ranks that only record the signals they get."""

    def __init__(self) -> None:
        self.sent: list[signal.Signals] = []
        self.takers: int | None = None

    def signal(self, number: signal.Signals) -> None:
        self.sent.append(number)

    def requested(self) -> int | None:
        return self.takers


def test_sigterm_follows_as_soon_as_a_checkpoint_is_stored() -> None:
    ranks = Signals()
    drain = Drain(Limits(grace_ms=1, lease_ms=LONG_MS), ranks)
    stop = Grace(50, checkpoint_ms=1_000)

    def at(now_ms: int, *, saved: bool = False) -> list[signal.Signals]:
        look = Look(
            now_ms=now_ms, started_ms=0, lease_seen_ms=now_ms, stop_grace=stop, checkpoint_saved=saved
        )
        drain.take(look)
        return ranks.sent

    assert at(100) == [CHECKPOINT]
    ranks.takers = 2
    assert at(200) == [CHECKPOINT]
    assert at(300, saved=True) == [CHECKPOINT, signal.SIGTERM]
    assert at(349, saved=True) == [CHECKPOINT, signal.SIGTERM]
    assert at(350, saved=True) == [CHECKPOINT, signal.SIGTERM, signal.SIGKILL]
    assert [step.kind for step in drain.steps()] == [
        StepKind.CHECKPOINT_REQUESTED,
        StepKind.CHECKPOINT_SAVED,
        StepKind.TERMINATED,
        StepKind.KILLED,
    ]


def test_only_a_checkpoint_newer_than_the_stop_order_answers_it(tmp_path: Path) -> None:
    """File times do not count: the clock is set back by an hour after the order."""
    folder = TaskDir(tmp_path / "task")
    folder.checkpoints(0).mkdir(parents=True)

    def saved(name: str, age_s: int) -> str:
        file = folder.checkpoints(0) / name
        file.write_text(name)
        os.utime(file, (time.time() - age_s, time.time() - age_s))
        return stamp_of(file.lstat())

    first = saved("first", age_s=-60)
    folder.note_checkpoint(first)
    assert not folder.checkpoint_saved(), "there was no order"
    folder.order_stop(Grace(1, checkpoint_ms=1))
    folder.note_checkpoint(first)
    assert not folder.checkpoint_saved()
    folder.note_checkpoint(saved("second", age_s=3_600))
    assert folder.checkpoint_saved()


def test_no_checkpoint_answers_an_order_without_a_list_of_existing_ones(
    tmp_path: Path,
) -> None:
    folder = TaskDir(tmp_path / "task")
    folder.order_stop(Grace(1, checkpoint_ms=1))
    order = json.loads((folder.root / "stop.json").read_text())
    del order["standing"]
    (folder.root / "stop.json").write_text(json.dumps(order))
    folder.note_checkpoint("1:2:3")
    assert (folder.checkpoint_saved(), folder.stop_grace()) == (False, Grace(1, checkpoint_ms=1))
