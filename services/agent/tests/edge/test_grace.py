"""The grace of a stop belongs to all processes of a rank, not only to the one that leads them."""

from __future__ import annotations

import signal

import psutil
import pytest
from muster.events.task_events import RankExit, StopStepKind, TaskExited, TaskOutcome
from muster.testkit.agent_node import AgentNode, ends_of
from muster.testkit.patience import until

pytestmark = [pytest.mark.slow]

LONG_MS = 600_000
"""Longer than any test takes: a stop that ended did not wait for its time to pass."""

SAVES = """
import os, signal, sys, time
asked = []
def save(number, frame):
    asked.append(number)
    if len(asked) > 1:
        print("again", flush=True)
        return
    print("asked", flush=True)
    while not os.path.exists(sys.argv[2]):
        time.sleep(0.01)
    for line in range(50):
        print("saved", line, flush=True)
    sys.exit(0)
signal.signal(int(sys.argv[1]), save)
print("up", flush=True)
while True:
    time.sleep(1)
"""
"""Saves on the signal, which takes until the file exists. timeout(1) sends each signal twice."""

SAVED = "up\nasked\n" + "".join(f"saved {line}\n" for line in range(50))
DEAF = "sh -c 'trap \"\" TERM; touch deaf; echo up; exec sleep 1000'"


def saves(node: AgentNode, number: signal.Signals) -> str:
    """Return the shell command that runs SAVES until `finish_saving`."""
    program = node.shared / "saves.py"
    program.write_text(SAVES)
    program.chmod(0o644)
    return f"python3 {program} {int(number)} {node.shared}/may-end"


def finish_saving(node: AgentNode) -> TaskExited:
    """Let a task finish saving whose leaders are gone, and return its end."""
    until(lambda: "asked" in node.output())
    until(lambda: not leaders(node))
    assert node.folder().ended() is None, "it has not ended while a process of it saves"
    (node.shared / "may-end").touch()
    return node.wait_for(TaskExited)


def leaders(node: AgentNode) -> list[int]:
    """Return the living first processes of the task's ranks: shells with the script as an argument."""
    return [pid for pid in node.processes() if "# leads" in " ".join(_words(pid))]


def _words(pid: int) -> list[str]:
    try:
        return psutil.Process(pid).cmdline()
    except psutil.Error:
        return []


@pytest.mark.parametrize("sandbox", ["auto", "none"])
@pytest.mark.parametrize(
    "last_line",
    ["{0}", "timeout 1000 {0}", "setsid -w {0}", "{0} & setsid -f sleep 1000; wait"],
    ids=["in the group", "in a group of its own", "in a session of its own", "beside a daemon"],
)
def test_a_program_run_by_a_script_has_the_whole_grace_of_a_stop(
    node: AgentNode, sandbox: str, last_line: str
) -> None:
    node.settings["agent_sandbox"] = sandbox
    node.up()
    node.start("sh", "-c", f"true # leads\n{last_line.format(saves(node, signal.SIGTERM))}\nexit 4")
    until(lambda: "up" in node.output())
    node.stop(grace_ms=LONG_MS)
    exited = finish_saving(node)
    assert exited.outcome is TaskOutcome.STOPPED
    assert ends_of(exited) == (RankExit(rank=0, signal=signal.SIGTERM),), "the end of its first process"
    assert [step.kind for step in exited.steps] == [StopStepKind.TERMINATED]
    said = node.output()
    assert (said if "timeout" not in last_line else said.replace("again\n", "")) == SAVED
    assert node.processes() == []


def test_a_program_run_by_a_script_saves_its_checkpoint_after_the_script_has_ended(
    node: AgentNode,
) -> None:
    node.up()
    node.start("sh", "-c", f"trap 'exit 9' USR1 # leads\n{saves(node, signal.SIGUSR1)} &\nwait")
    until(lambda: "up" in node.output())
    node.stop(grace_ms=LONG_MS, checkpoint_grace_ms=LONG_MS)
    exited = finish_saving(node)
    assert ends_of(exited) == (RankExit(rank=0, exit_code=9),)
    assert [step.kind for step in exited.steps] == [StopStepKind.CHECKPOINT_REQUESTED]
    assert node.output() == SAVED


def test_a_program_run_by_a_script_has_the_grace_of_a_drain_without_a_checkpoint(
    node: AgentNode,
) -> None:
    node.up()
    node.start("sh", "-c", f"true # leads\n{saves(node, signal.SIGTERM)}\nexit 4")
    until(lambda: "up" in node.output())
    node.stop(grace_ms=LONG_MS, checkpoint_grace_ms=LONG_MS)
    exited = finish_saving(node)
    assert [step.kind for step in exited.steps] == [StopStepKind.NOT_REGISTERED, StopStepKind.TERMINATED]
    assert node.output() == SAVED


def test_a_drain_does_not_wait_for_processes_that_do_not_save(node: AgentNode) -> None:
    node.up()
    node.start("sh", "-c", f"trap 'exit 9' USR1; {DEAF} & while :; do sleep 0.05; done")
    until(lambda: "up" in node.output())
    node.stop(grace_ms=LONG_MS, checkpoint_grace_ms=LONG_MS)
    exited = node.wait_for(TaskExited)
    assert ends_of(exited) == (RankExit(rank=0, exit_code=9),)
    assert [step.kind for step in exited.steps] == [StopStepKind.CHECKPOINT_REQUESTED]
    assert node.processes() == []


@pytest.mark.parametrize("own", ["", "setsid "], ids=["in the group", "in a session of its own"])
def test_the_rest_of_a_rank_is_killed_when_the_grace_is_over(node: AgentNode, own: str) -> None:
    node.up()
    node.start("sh", "-c", f"{own}{DEAF} & wait")
    until(lambda: "up" in node.output())
    node.stop(grace_ms=300)
    exited = node.wait_for(TaskExited)
    assert ends_of(exited) == (RankExit(rank=0, signal=signal.SIGTERM),)
    assert [step.kind for step in exited.steps] == [StopStepKind.TERMINATED, StopStepKind.KILLED]
    assert node.processes() == []


@pytest.mark.parametrize("own", ["", "setsid "], ids=["in the group", "in a session of its own"])
def test_a_process_that_a_job_leaves_behind_does_not_keep_it_alive(node: AgentNode, own: str) -> None:
    node.up()
    node.start("sh", "-c", f"{own}{DEAF} & while ! test -e deaf; do sleep 0.05; done", grace_ms=LONG_MS)
    exited = node.wait_for(TaskExited)
    assert (exited.outcome, exited.steps) == (TaskOutcome.SUCCEEDED, ())
    assert node.processes() == []


def test_a_failing_rank_leaves_the_others_the_grace_of_all_their_processes(node: AgentNode) -> None:
    node.up()
    fails = f"while ! test -e {node.shared}/fail; do sleep 0.05; done; exit 7"
    script = f"if test $RANK = 1; then {fails}; fi # leads\n{saves(node, signal.SIGTERM)}\nexit 4"
    node.start("sh", "-c", script, ranks=2, grace_ms=LONG_MS)
    until(lambda: "up" in node.output())
    (node.shared / "fail").touch()
    exited = finish_saving(node)
    assert (exited.outcome, exited.message) == (TaskOutcome.FAILED, "rank 1 exited with code 7")
    assert ends_of(exited) == (RankExit(rank=0, signal=signal.SIGTERM), RankExit(rank=1, exit_code=7))
    assert node.output() == SAVED


def test_an_agent_that_restarts_during_the_grace_does_not_shorten_it(node: AgentNode) -> None:
    node.up()
    node.start("sh", "-c", f"true # leads\n{saves(node, signal.SIGTERM)}\nexit 4")
    until(lambda: "up" in node.output())
    node.stop(grace_ms=LONG_MS)
    until(lambda: "asked" in node.output())
    node.down()
    node.up()
    exited = finish_saving(node)
    assert (exited.outcome, node.output()) == (TaskOutcome.STOPPED, SAVED)
