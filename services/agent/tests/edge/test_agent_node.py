"""A node's agent with real processes: what is ordered is done once, and what happens is said. S3 is down."""

from __future__ import annotations

import json
import os
import signal
from hashlib import sha256
from pathlib import Path
from typing import Any

import psutil
import pytest
from muster.agent.config import Settings
from muster.agent.edge.agent import NodeAgent
from muster.agent.edge.disk.home import HomeTaken
from muster.agent.edge.disk.task_dir import ShimState
from muster.agent.edge.tasks import executor as executor_module
from muster.events.log_events import LogClosed, TaskProgressed
from muster.events.task_events import (
    AgentStarted,
    AttemptRef,
    RankExit,
    RefusalReason,
    TaskExited,
    TaskOutcome,
    TaskRefused,
    TaskStarted,
)
from muster.events.topics import NODE_COMMANDS
from muster.failures.shipped import shipped_rules, shipped_text
from muster.journal import Journal, MemoryJournal, Unavailable
from muster.local.processes.ports import free_block
from muster.testkit.agent_node import AgentNode, ends_of
from muster.testkit.offline import offline
from muster.testkit.patience import until

pytestmark = [pytest.mark.slow]

EXAMPLE = Path(__file__).parents[4] / "examples" / "train_tiny"

FOREVER = ("sleep", "1000")
STUBBORN = ("sh", "-c", "trap '' TERM; setsid sh -c 'trap \"\" TERM; echo up; sleep 1000' & sleep 1000")
"""Ignores SIGTERM, and so does a child of it in a session of its own."""


def test_a_task_runs_and_is_reported(node: AgentNode) -> None:
    node.up()
    node.start("sh", "-c", "echo out $RANK of $WORLD_SIZE; echo err >&2", ranks=2)
    assert node.wait_for(TaskStarted) == TaskStarted(
        node_id=node.node_id, job_id="job-a", attempt=1, ranks=(0, 1)
    )
    assert node.wait_for(TaskExited).outcome is TaskOutcome.SUCCEEDED
    assert (node.output(0), node.output(1)) == ("out 0 of 2\n", "out 1 of 2\n")
    assert node.output(1, "stderr") == "err\n"


def test_reports_carry_the_story_of_their_job(node: AgentNode) -> None:
    node.up()
    node.start("true")
    node.wait_for(TaskExited)
    about = [e for e in node.envelopes() if not isinstance(e.payload, AgentStarted)]
    assert {e.correlation_id for e in about} == {"of job-a"}
    assert all(e.causation_id and e.causation_id.startswith("default:1.") for e in about)
    assert len({e.event_id for e in about}) == len(about)


def test_progress_is_told_whether_or_not_checkpoints_are_kept(node: AgentNode) -> None:
    node.up()
    report = "from muster.checkpoint import report; report(3, 10, {'loss': 0.5}); report(10, 10)"
    node.start("python3", "-c", report, ranks=2)
    node.wait_for(TaskExited)
    until(lambda: {p.rank for p in node.reports(TaskProgressed) if p.step == 10} == {0, 1})


def test_a_failing_rank_ends_its_gang_and_is_named(node: AgentNode) -> None:
    node.up()
    node.start("sh", "-c", "test $RANK = 1 && exit 7; sleep 1000", ranks=2)
    exited = node.wait_for(TaskExited)
    assert (exited.outcome, exited.message) == (TaskOutcome.FAILED, "rank 1 exited with code 7")
    assert ends_of(exited) == (RankExit(rank=0, signal=signal.SIGTERM), RankExit(rank=1, exit_code=7))


def test_a_stop_lets_ranks_end_in_order(node: AgentNode) -> None:
    node.up()
    node.start("sh", "-c", "trap 'echo saved; exit 0' TERM; echo up; while :; do sleep 0.1; done")
    until(lambda: "up" in node.output())
    node.stop(grace_ms=60_000)
    exited = node.wait_for(TaskExited)
    assert (exited.outcome, ends_of(exited)) == (TaskOutcome.STOPPED, (RankExit(rank=0, exit_code=0),))
    assert "saved" in node.output()


def test_a_stop_kills_what_ignores_it_wherever_it_went(node: AgentNode) -> None:
    node.up()
    node.start(*STUBBORN)
    until(lambda: "up" in node.output())
    assert len(node.processes()) >= 3
    node.stop(grace_ms=200)
    exited = node.wait_for(TaskExited)
    assert ends_of(exited) == (RankExit(rank=0, signal=signal.SIGKILL),)
    assert node.processes() == []


def test_what_a_rank_leaves_behind_ends_with_it(node: AgentNode) -> None:
    node.up()
    node.start("sh", "-c", "setsid sleep 1000 & exit 0")
    assert node.wait_for(TaskExited).outcome is TaskOutcome.SUCCEEDED
    assert node.processes() == []


def test_the_wall_time_ends_a_task(node: AgentNode) -> None:
    node.up()
    node.start(*FOREVER, wall_time_max_ms=300)
    assert node.wait_for(TaskExited).outcome is TaskOutcome.TIMED_OUT


def test_an_order_read_twice_is_carried_out_once(node: AgentNode, tmp_path: Path) -> None:
    node.up()
    order = node.start("sh", "-c", f"echo ran >> {node.shared}/count")
    node.wait_for(TaskExited)
    node.send(order)
    node.start("true", job="job-b")  # is read after it
    node.wait_for(TaskExited, count=2)
    assert (node.shared / "count").read_text() == "ran\n"
    assert [r.job_id for r in node.reports(TaskStarted)] == ["job-a", "job-b"]


def test_a_taken_gpu_is_refused_until_it_is_free(node: AgentNode) -> None:
    node.up()
    node.start("sh", "-c", "echo up; sleep 1000")
    until(lambda: "up" in node.output())
    node.start("true", job="job-b")
    refused = node.wait_for(TaskRefused)
    assert (refused.job_id, refused.reason) == ("job-b", RefusalReason.GPU_BUSY)
    node.stop()
    node.wait_for(TaskExited)
    node.start("true", job="job-b", attempt=2)
    assert node.wait_for(TaskExited, count=2).outcome is TaskOutcome.SUCCEEDED


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (("no-such-program",), "no-such-program: No such file or directory"),
        (("/etc/passwd",), "/etc/passwd: Permission denied"),
        (("echo", "a\0b"), "embedded null byte"),
        (("",), "command is ['']; allowed: a program and its arguments"),
        ((), "command is []; allowed: a program and its arguments"),
    ],
)
def test_what_cannot_start_is_refused_with_the_reason(
    node: AgentNode, command: tuple[str, ...], says: str
) -> None:
    node.up()
    node.start(*command, ranks=2)
    refused = node.wait_for(TaskRefused)
    assert refused.reason is RefusalReason.CANNOT_START
    assert says in refused.message
    node.start("true", job="job-b")  # the GPUs are free again
    assert node.wait_for(TaskExited).job_id == "job-b"


@pytest.mark.parametrize("mode", [0o000, 0o755])
def test_a_program_that_is_nowhere_on_the_path_is_not_found(
    node: AgentNode, tmp_path: Path, mode: int
) -> None:
    """Neither a folder that cannot be read nor a folder of the program's name makes it a matter of rights."""
    folder = tmp_path / "folder"
    (folder / "no-such-program").mkdir(parents=True)
    folder.chmod(mode)
    node.up()
    node.start("no-such-program", env={"PATH": f"{folder}:{os.environ['PATH']}"})
    assert node.wait_for(TaskRefused).message == "rank 0: no-such-program: No such file or directory"
    folder.chmod(0o755)


def test_a_job_id_that_would_leave_the_folder_is_refused(node: AgentNode) -> None:
    node.up()
    node.start("true", job="../../escape")
    assert "job_id is '../../escape'" in node.wait_for(TaskRefused).message


def test_files_that_cannot_be_had_refuse_the_start(node: AgentNode) -> None:
    node.settings["agent_files_wait_ms"] = 0
    node.up()
    node.start("true", files_sha256="0" * 64)
    assert node.wait_for(TaskRefused).reason is RefusalReason.FILES_UNAVAILABLE


def test_files_that_will_never_unpack_are_the_jobs_own_fault(node: AgentNode, tmp_path: Path) -> None:
    node.up()
    (node.home / "agent" / node.node_id / "files" / ("0" * 64)).write_bytes(b"no tar.gz")
    node.start("true", files_sha256="0" * 64)
    refused = node.wait_for(TaskRefused)
    assert refused.reason is RefusalReason.FILES_INVALID
    assert refused.message == f"files_sha256 {'0' * 64}: Not a gzipped file (b'no')"


def test_a_task_whose_files_do_not_come_can_be_stopped(node: AgentNode) -> None:
    node.up()
    node.start("true", files_sha256="0" * 64)
    until(node.folder().root.exists)
    node.stop()
    assert node.wait_for(TaskExited).outcome is TaskOutcome.STOPPED
    assert node.reports(TaskStarted) == []


def test_output_is_bounded_and_the_rank_goes_on(node: AgentNode) -> None:
    node.settings["agent_output_bytes_max"] = 1000
    node.up()
    node.start("sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' x; echo fine >&2")
    exited = node.wait_for(TaskExited)
    assert exited.outcome is TaskOutcome.SUCCEEDED
    assert exited.output_bytes == len(node.output()) + len(node.output(0, "stderr"))
    assert node.output().startswith("x" * 1000 + "\n[muster: output from here on is dropped")
    ended = node.folder().ended()
    assert ended is not None
    assert ended.output_bytes_lost == 3_000_000 - 1000
    assert node.output(0, "stderr") == "fine\n"


@pytest.mark.slow
def test_output_that_waits_for_s3_is_bounded_and_the_oldest_is_given_up(node: AgentNode) -> None:
    node.settings["agent_spool_bytes_max"] = 10
    node.up()
    node.start("echo", "fine")
    node.wait_for(TaskExited)
    assert node.output() == "fine\n"  # five bytes may wait
    node.start("echo", "too much", job="job-b")
    given_up = node.wait_for(LogClosed)
    assert (given_up.job_id, given_up.bytes_lost) == ("job-a", 5)
    until(lambda: not node.folder().root.exists())
    assert node.folder("job-b").root.exists()


def test_a_rank_gets_no_secret_of_the_agent(node: AgentNode, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_S3_SECRET_KEY", "hunter2")
    node.up()
    node.start("sh", "-c", "env; tr '\\0' '\\n' < /proc/$PPID/environ")
    node.wait_for(TaskExited)
    assert "MUSTER_JOB_ID=job-a" in node.output()
    assert "hunter2" not in node.output()


def test_a_restarted_agent_adopts_what_runs(node: AgentNode, tmp_path: Path) -> None:
    node.up()
    node.start("sh", "-c", f"echo up; while [ ! -e {node.shared}/go ]; do sleep 0.05; done; echo end")
    node.wait_for(TaskStarted)
    node.down()
    assert node.folder().shim_state() is ShimState.ALIVE
    node.up()
    started = node.wait_for(AgentStarted, count=2)
    assert (started.fresh, started.running) == (False, (AttemptRef(job_id="job-a", attempt=1),))
    assert started.order_seq_last == 1
    (node.shared / "go").touch()
    assert node.wait_for(TaskExited).outcome is TaskOutcome.SUCCEEDED
    assert node.output() == "up\nend\n"


def test_what_ended_meanwhile_is_reported_before_what_runs(node: AgentNode, tmp_path: Path) -> None:
    node.up()
    node.start("sh", "-c", f"while [ ! -e {node.shared}/go ]; do sleep 0.05; done; exit 3")
    node.wait_for(TaskStarted)
    node.down()
    (node.shared / "go").touch()
    until(lambda: node.folder().ended())
    node.up()
    assert node.wait_for(AgentStarted, count=2).running == ()
    said = [e.payload for e in node.envelopes() if isinstance(e.payload, AgentStarted | TaskExited)]
    assert [type(report) for report in said] == [AgentStarted, TaskExited, AgentStarted]
    assert node.reports(TaskExited)[0].message == "rank 0 exited with code 3"


def test_an_order_remembered_but_not_carried_out_is_carried_out_after_the_restart(
    node: AgentNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The agent dies between the two: neither lost nor done twice."""
    agent = node.up()
    node.wait_for(AgentStarted)
    monkeypatch.setattr(agent._caretaker, "accept", _die)  # pyright: ignore[reportPrivateUsage]
    order = node.start("true")
    with pytest.raises(_Died):
        _wait_and_raise(node)
    node.up()
    assert node.wait_for(AgentStarted, count=2).running == (AttemptRef(job_id="job-a", attempt=1),)
    assert node.wait_for(TaskExited).outcome is TaskOutcome.SUCCEEDED
    node.send(order)
    node.start("true", job="job-b")
    node.wait_for(TaskExited, count=2)
    assert [r.job_id for r in node.reports(TaskStarted)] == ["job-a", "job-b"]


def test_a_stop_remembered_but_not_carried_out_is_carried_out_after_the_restart(
    node: AgentNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = node.up()
    node.start(*FOREVER)
    node.wait_for(TaskStarted)
    monkeypatch.setattr(agent._caretaker, "stop", _die)  # pyright: ignore[reportPrivateUsage]
    node.stop()
    with pytest.raises(_Died):
        _wait_and_raise(node)
    node.up()
    assert node.wait_for(TaskExited).outcome is TaskOutcome.STOPPED


def test_a_killed_shim_takes_everything_with_it_and_the_task_is_lost(node: AgentNode) -> None:
    node.up()
    node.start(*STUBBORN)
    until(lambda: "up" in node.output())
    os.kill(node.folder().shim_pid(), signal.SIGKILL)
    exited = node.wait_for(TaskExited)
    assert exited.outcome is TaskOutcome.LOST
    assert "killed from outside" in exited.message
    assert node.processes() == []


def test_agent_and_shim_killed_together_leave_nothing_once_an_agent_is_back(node: AgentNode) -> None:
    """Without a sandbox; with one nothing is left at once (test_hostile_jobs)."""
    node.settings["agent_sandbox"] = "none"
    node.up()
    node.start(*STUBBORN)
    until(lambda: "up" in node.output())
    node.down()
    os.kill(node.folder().shim_pid(), signal.SIGKILL)
    until(lambda: node.folder().shim_state() is ShimState.GONE)
    assert node.processes()  # what the rank had started; nobody is there to end it
    node.up()
    assert node.wait_for(TaskExited).outcome is TaskOutcome.LOST
    assert node.processes() == []


def test_a_shim_that_hangs_is_killed_after_a_stop(node: AgentNode, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor_module, "SHIM_PATIENCE_MS", 200)
    node.up()
    node.start(*STUBBORN)
    until(lambda: "up" in node.output())
    os.kill(node.folder().shim_pid(), signal.SIGSTOP)
    node.stop(grace_ms=100)
    assert node.wait_for(TaskExited).outcome is TaskOutcome.STOPPED
    assert node.processes() == []


def test_a_shim_signalled_ends_its_ranks(node: AgentNode) -> None:
    node.up()
    node.start(*FOREVER)
    node.wait_for(TaskStarted)
    os.kill(node.folder().shim_pid(), signal.SIGTERM)
    exited = node.wait_for(TaskExited)
    assert (exited.outcome, exited.message) == (TaskOutcome.LOST, "the node gave up its work")


@pytest.mark.slow
def test_ranks_end_when_no_agent_comes_back(node: AgentNode) -> None:
    node.settings["agent_lease_ms"] = 5_000  # a busy machine may keep the agent from renewing it for a while
    node.up()
    node.start(*STUBBORN)
    until(lambda: "up" in node.output())
    marked = node.processes()
    node.down()
    until(lambda: node.folder().ended())
    assert not any(psutil.pid_exists(pid) for pid in marked)
    node.up()
    exited = node.wait_for(TaskExited)
    assert exited.message == "no agent came back within the node's lease"
    assert exited.outcome is TaskOutcome.LOST


def test_an_agent_so_set_ends_its_work_when_it_is_stopped(node: AgentNode) -> None:
    node.settings["agent_on_stop"] = "end"
    node.up()
    node.start(*FOREVER)
    node.wait_for(TaskStarted)
    node.down()
    assert node.reports(TaskExited)[0].message == "the node gave up its work"
    assert node.processes() == []


def test_an_agent_without_memory_is_fresh_and_ends_what_it_does_not_know(node: AgentNode) -> None:
    node.up()
    node.start(*FOREVER)
    node.wait_for(TaskStarted)
    node.down()
    for file in (node.home / "agent" / node.node_id).glob("memory.sqlite*"):
        file.unlink()
    node.up()
    assert node.wait_for(AgentStarted, count=2).fresh
    until(lambda: not node.folder().root.exists())
    node.start("true", job="job-b")
    assert node.wait_for(TaskExited).job_id == "job-b"


def test_orders_that_the_log_no_longer_holds_make_a_fresh_start(node: AgentNode) -> None:
    """The agent was away for longer than orders are kept, or it is another log: nothing of before counts."""
    node.up()
    node.start(*FOREVER, epoch=9)
    node.wait_for(TaskStarted)
    marked = node.processes()
    node.down()
    for number in range(3):
        node.start("true", job=f"job-missed-{number}")
    assert isinstance(node.journal, MemoryJournal)
    for partition in range(NODE_COMMANDS.partitions):
        end = node.journal.log.bounds((NODE_COMMANDS.name, partition))[1]
        node.journal.log.truncate((NODE_COMMANDS.name, partition), end)
    node.up()
    assert node.wait_for(AgentStarted, count=2).fresh
    assert not any(psutil.pid_exists(pid) for pid in marked)
    node.start("true", job="job-b", epoch=1)
    assert node.wait_for(TaskExited).job_id == "job-b"
    assert [r.job_id for r in node.reports(TaskStarted)] == ["job-a", "job-b"]


def test_a_task_stopped_while_the_agent_was_away_is_never_begun(node: AgentNode) -> None:
    node.up()
    node.wait_for(AgentStarted)
    node.down()
    node.start("true")
    node.stop()
    node.up()
    assert node.wait_for(TaskExited).outcome is TaskOutcome.STOPPED
    assert node.reports(TaskStarted) == []
    assert not node.folder().started()


@pytest.mark.slow
def test_work_goes_on_while_the_log_is_away(node: AgentNode, tmp_path: Path) -> None:
    node.up()
    node.start("sh", "-c", f"while [ ! -e {node.shared}/go ]; do sleep 0.05; done")
    node.wait_for(TaskStarted)
    node.down()
    away = True

    def connect() -> Journal:
        if away:
            raise Unavailable("no broker")
        return node.journal

    agent = node.up(connect)
    assert agent.missing() == "the log does not answer yet"
    (node.shared / "go").touch()
    until(lambda: node.folder().ended())
    away = False
    assert node.wait_for(TaskExited).outcome is TaskOutcome.SUCCEEDED
    until(lambda: agent.missing() is None)


def test_a_second_agent_of_the_same_node_is_turned_away(node: AgentNode) -> None:
    node.up()
    node.wait_for(AgentStarted)
    with pytest.raises(HomeTaken, match="another agent uses this folder"):
        NodeAgent(offline(Settings, home=node.home, agent_node_id=node.node_id), MemoryJournal)


def test_orders_of_other_nodes_are_none_of_ours(node: AgentNode) -> None:
    node.up()
    node.start("true", job="job-x", node_id="node-8")
    node.start("true", job="job-b")
    assert node.wait_for(TaskExited).job_id == "job-b"
    assert {r.job_id for r in node.reports(TaskStarted)} == {"job-b"}


@pytest.mark.slow
def test_a_gang_of_two_trains_a_model(node: AgentNode) -> None:
    node.settings |= {"agent_checkpoint_wait_ms": 0, "agent_sandbox_readable": (EXAMPLE,)}
    node.up()
    node.start(
        "python3",
        str(EXAMPLE / "train.py"),
        ranks=2,
        checkpoint_enabled=True,
        master_port=free_block()[0],
        env={"TRAIN_STEPS": "200", "OPENBLAS_NUM_THREADS": "1"},
    )
    exited = node.wait_for(TaskExited)
    assert (exited.outcome, exited.message) == (TaskOutcome.SUCCEEDED, "")
    losses = [float(line.split()[3]) for line in node.output().splitlines() if " loss " in line]
    assert len(losses) == 11
    assert losses[-1] < losses[0] / 2
    assert node.output(1) == ""
    kept = sorted(file.name for file in node.folder().checkpoints(0).glob("step-*.json"))
    assert kept == ["step-000000100.json", "step-000000200.json"]
    assert json.loads((node.folder().progress(0) / "progress.json").read_bytes())["step"] == 200
    assert json.loads((node.folder().root / "ended.json").read_bytes())["cause"] == "EXITED"


class _Died(Exception):
    pass


def _die(*_: Any) -> None:
    raise _Died


def _wait_and_raise(node: AgentNode) -> None:
    thread = node._thread  # pyright: ignore[reportPrivateUsage]
    assert thread
    thread.join(120)
    node.down()


def test_the_end_of_a_task_says_which_rules_have_a_sign_in_its_output(node: AgentNode) -> None:
    node.up()
    text = shipped_text()
    rules: dict[str, Any] = {
        "failure_rules_sha256": sha256(text.encode()).hexdigest(),
        "failure_rules_version": shipped_rules().version,
    }
    node.start("sh", "-c", "echo working; echo 'No space left on device' >&2; exit 3", **rules)
    exited = node.wait_for(TaskExited)
    [finding] = exited.findings
    assert (finding.rule, finding.rank, finding.stream, finding.line) == ("disk.full", 0, "stderr", 1)
    assert (exited.rules_version, exited.unscanned) == (shipped_rules().version, "")
