"""A node's agent with real processes: orders are carried out once, outcomes are reported. S3 is down."""

from __future__ import annotations

import json
import os
import signal
import threading
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import psutil
import pytest
from muster.agent.config import Settings
from muster.agent.edge.agent import NodeAgent
from muster.agent.edge.disk.home import HomeTaken
from muster.agent.edge.disk.task_dir import ShimState
from muster.agent.edge.tasks import executor as executor_module
from muster.events.log_events import LogClosed, TaskProgressed
from muster.events.node_heartbeats import NodeHeartbeat
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
from muster.events.topics import NODE_COMMANDS, NODE_HEARTBEATS
from muster.failures.shipped import shipped_rules, shipped_text
from muster.journal import Journal, MemoryJournal, Reader, Unavailable
from muster.local.processes.ports import free_block
from muster.testkit.agent_node import AgentNode, ends_of
from muster.testkit.offline import offline
from muster.testkit.patience import until

pytestmark = [pytest.mark.slow]

EXAMPLE = Path(__file__).parents[4] / "examples" / "train_tiny"

FOREVER = ("sleep", "1000")
STUBBORN = ("sh", "-c", "trap '' TERM; setsid sh -c 'trap \"\" TERM; echo up; sleep 1000' & sleep 1000")
"""Ignores SIGTERM, as does its child in a session of its own."""


def test_a_task_runs_and_is_reported(node: AgentNode) -> None:
    node.up()
    node.start("sh", "-c", "echo out $RANK of $WORLD_SIZE; echo err >&2", ranks=2)
    assert node.wait_for(TaskStarted) == TaskStarted(
        node_id=node.node_id, job_id="job-a", attempt=1, ranks=(0, 1)
    )
    assert node.wait_for(TaskExited).outcome is TaskOutcome.SUCCEEDED
    assert (node.output(0), node.output(1)) == ("out 0 of 2\n", "out 1 of 2\n")
    assert node.output(1, "stderr") == "err\n"


def test_heartbeats_report_the_newest_order_that_is_stored_not_only_those_that_are_carried_out(
    node: AgentNode,
) -> None:
    node.up()
    until(lambda: stored_orders(node))
    assert stored_orders(node)[0] == -1
    refused = node.start("true", gpu_first=7)
    node.stop(job="never-ran")
    until(lambda: stored_orders(node)[-1] == refused.order_seq + 1, lambda: str(stored_orders(node)))
    node.down()
    begun = len(stored_orders(node))
    node.up()
    until(lambda: len(stored_orders(node)) > begun)
    assert set(stored_orders(node)[begun:]) == {refused.order_seq + 1}, "a new process remembers it"


def test_heartbeats_go_on_and_report_no_new_order_while_no_orders_arrive(node: AgentNode) -> None:
    withheld = threading.Event()
    node.up(lambda: cast("Journal", OrdersWithheld(node.journal, withheld)))
    until(lambda: stored_orders(node))
    withheld.set()
    order = node.start("true")
    begun = len(stored_orders(node))
    until(lambda: len(stored_orders(node)) > begun + 5)
    assert set(stored_orders(node)[begun:]) == {-1}
    withheld.clear()
    until(lambda: stored_orders(node)[-1] == order.order_seq, lambda: str(stored_orders(node)))
    assert node.wait_for(TaskExited).outcome is TaskOutcome.SUCCEEDED


def stored_orders(node: AgentNode) -> list[int | None]:
    """The newest stored order of each heartbeat, oldest first."""
    with closing(node.journal.reader([NODE_HEARTBEATS], name="beats")) as reader:
        beats = [delivery.envelope.payload for delivery in reader.read_to_end()]
    return [beat.order_seq_stored for beat in beats if isinstance(beat, NodeHeartbeat)]


class OrdersWithheld:
    """A journal whose readers withhold what they have read while the event is set."""

    def __init__(self, journal: Journal, withheld: threading.Event) -> None:
        self._journal = journal
        self._withheld = withheld

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)

    def reader(self, *args: Any, **named: Any) -> Any:
        return _Withholding(self._journal.reader(*args, **named), self._withheld)


class _Withholding:
    def __init__(self, reader: Reader, withheld: threading.Event) -> None:
        self._reader = reader
        self._withheld = withheld
        self._held: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reader, name)

    def poll(self, max_records: int, timeout_s: float) -> list[Any]:
        self._held += self._reader.poll(max_records, timeout_s)
        if self._withheld.is_set():
            return []
        held, self._held = self._held, []
        return held


def test_reports_carry_the_correlation_id_of_their_job(node: AgentNode) -> None:
    node.up()
    node.start("true")
    node.wait_for(TaskExited)
    about = [e for e in node.envelopes() if not isinstance(e.payload, AgentStarted)]
    assert {e.correlation_id for e in about} == {"of job-a"}
    assert all(e.causation_id and e.causation_id.startswith("default:1.") for e in about)
    assert len({e.event_id for e in about}) == len(about)


def test_progress_is_reported_whether_or_not_checkpoints_are_stored(node: AgentNode) -> None:
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


def test_a_stop_lets_ranks_shut_down(node: AgentNode) -> None:
    node.up()
    node.start("sh", "-c", "trap 'echo saved; exit 0' TERM; echo up; while :; do sleep 0.1; done")
    until(lambda: "up" in node.output())
    node.stop(grace_ms=60_000)
    exited = node.wait_for(TaskExited)
    assert (exited.outcome, ends_of(exited)) == (TaskOutcome.STOPPED, (RankExit(rank=0, exit_code=0),))
    assert "saved" in node.output()


def test_a_stop_kills_processes_that_ignore_it_wherever_they_are(node: AgentNode) -> None:
    node.up()
    node.start(*STUBBORN)
    until(lambda: "up" in node.output())
    assert len(node.processes()) >= 3
    node.stop(grace_ms=200)
    exited = node.wait_for(TaskExited)
    assert ends_of(exited) == (RankExit(rank=0, signal=signal.SIGKILL),)
    assert node.processes() == []


def test_processes_left_by_a_rank_end_with_it(node: AgentNode) -> None:
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
        (("",), "command is ['']; must be a program and its arguments"),
        ((), "command is []; must be a program and its arguments"),
    ],
)
def test_a_task_that_cannot_start_is_refused_with_the_reason(
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
def test_a_program_missing_from_the_path_is_reported_as_not_found(
    node: AgentNode, tmp_path: Path, mode: int
) -> None:
    """An unreadable folder, or a folder of the program's name, must not turn this into a permission error."""
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


def test_a_start_is_refused_if_its_files_cannot_be_fetched(node: AgentNode) -> None:
    node.settings["agent_files_wait_ms"] = 0
    node.up()
    node.start("true", files_sha256="0" * 64)
    assert node.wait_for(TaskRefused).reason is RefusalReason.FILES_UNAVAILABLE


def test_files_that_cannot_be_unpacked_are_the_jobs_own_fault(node: AgentNode, tmp_path: Path) -> None:
    node.up()
    (node.home / "agent" / node.node_id / "files" / ("0" * 64)).write_bytes(b"no tar.gz")
    node.start("true", files_sha256="0" * 64)
    refused = node.wait_for(TaskRefused)
    assert refused.reason is RefusalReason.FILES_INVALID
    assert refused.message == f"files_sha256 {'0' * 64}: Not a gzipped file (b'no')"


def test_a_task_waiting_for_its_files_can_be_stopped(node: AgentNode) -> None:
    node.up()
    node.start("true", files_sha256="0" * 64)
    until(node.folder().root.exists)
    node.stop()
    assert node.wait_for(TaskExited).outcome is TaskOutcome.STOPPED
    assert node.reports(TaskStarted) == []


def test_output_is_limited_and_the_rank_continues(node: AgentNode) -> None:
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
def test_output_waiting_for_s3_is_limited_and_the_oldest_is_dropped(node: AgentNode) -> None:
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


def test_a_restarted_agent_adopts_running_tasks(node: AgentNode, tmp_path: Path) -> None:
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


def test_tasks_that_ended_meanwhile_are_reported_before_running_ones(node: AgentNode, tmp_path: Path) -> None:
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


def test_a_stored_order_is_carried_out_after_a_restart(
    node: AgentNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The agent dies before it carries out the order, which is neither lost nor repeated."""
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


def test_a_stored_stop_is_carried_out_after_a_restart(
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


def test_a_killed_shim_ends_all_processes_and_the_task_is_lost(node: AgentNode) -> None:
    node.up()
    node.start(*STUBBORN)
    until(lambda: "up" in node.output())
    os.kill(node.folder().shim_pid(), signal.SIGKILL)
    exited = node.wait_for(TaskExited)
    assert exited.outcome is TaskOutcome.LOST
    assert "killed from outside" in exited.message
    assert node.processes() == []


def test_leftovers_of_a_killed_agent_and_shim_end_once_an_agent_is_back(node: AgentNode) -> None:
    """Without a sandbox; with one, no process is left in the first place (test_hostile_jobs)."""
    node.settings["agent_sandbox"] = "none"
    node.up()
    node.start(*STUBBORN)
    until(lambda: "up" in node.output())
    node.down()
    os.kill(node.folder().shim_pid(), signal.SIGKILL)
    until(lambda: node.folder().shim_state() is ShimState.GONE)
    assert node.processes()  # children of the rank that nobody could end
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


def test_a_shim_ends_its_ranks_on_a_signal(node: AgentNode) -> None:
    node.up()
    node.start(*FOREVER)
    node.wait_for(TaskStarted)
    os.kill(node.folder().shim_pid(), signal.SIGTERM)
    exited = node.wait_for(TaskExited)
    assert (exited.outcome, exited.message) == (TaskOutcome.LOST, "the node gave up its work")


@pytest.mark.slow
def test_ranks_end_if_no_agent_comes_back(node: AgentNode) -> None:
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


def test_an_agent_with_on_stop_end_ends_its_tasks_when_stopped(node: AgentNode) -> None:
    node.settings["agent_on_stop"] = "end"
    node.up()
    node.start(*FOREVER)
    node.wait_for(TaskStarted)
    node.down()
    assert node.reports(TaskExited)[0].message == "the node gave up its work"
    assert node.processes() == []


def test_an_agent_without_memory_starts_over_and_ends_unknown_tasks(node: AgentNode) -> None:
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


def test_an_agent_starts_over_when_the_log_no_longer_holds_its_orders(node: AgentNode) -> None:
    """It was away for longer than orders are retained, or the log is a new one: its old state is void."""
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


def test_a_task_stopped_while_the_agent_was_away_never_starts(node: AgentNode) -> None:
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
def test_tasks_continue_while_the_log_is_away(node: AgentNode, tmp_path: Path) -> None:
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


def test_a_second_agent_of_the_same_node_is_rejected(node: AgentNode) -> None:
    node.up()
    node.wait_for(AgentStarted)
    with pytest.raises(HomeTaken, match="another agent uses this folder"):
        NodeAgent(offline(Settings, home=node.home, agent_node_id=node.node_id), MemoryJournal)


def test_orders_for_other_nodes_are_ignored(node: AgentNode) -> None:
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


def test_the_report_of_an_exit_lists_the_rules_with_a_sign_in_the_output(node: AgentNode) -> None:
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
