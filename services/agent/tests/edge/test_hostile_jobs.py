"""Jobs that try to escape their sandbox, on a real agent: all fail, and end as documented."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path

import psutil
import pytest
from muster.agent.core.containment import SandboxKind
from muster.agent.edge.hardware.devices import device_files
from muster.agent.edge.sandbox.node import find_sandbox
from muster.agent.edge.sandbox.view import View
from muster.agent.edge.tasks import executor
from muster.events.node_commands import RankAssignment
from muster.events.node_heartbeats import Enforced, NodeHeartbeat
from muster.events.task_events import RefusalReason, TaskExited, TaskOutcome, TaskRefused
from muster.events.topics import NODE_HEARTBEATS
from muster.journal import Start
from muster.testkit.agent_node import AgentNode
from muster.testkit.patience import until

WORKS_HERE = find_sandbox(None, View(hidden=()), uid_first=2_000_000_000).kind
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(WORKS_HERE is SandboxKind.NONE, reason="this machine allows no namespaces"),
]

SECRET = "the-platforms-signing-key"
LEAVES = 'setsid sh -c \'setsid sh -c "trap \\"\\" TERM HUP; echo up; exec sleep 1000" &\' &'
"""An orphan in a session of its own that ignores everything but SIGKILL."""


def run(node: AgentNode, script: str, job: str = "job-a", gpu: int = 0) -> str:
    """Return the output of a job's script, which must succeed."""
    ended = len(node.reports(TaskExited))
    node.start("sh", "-c", f"{script}; true", job=job, gpu_first=gpu)
    exited = node.wait_for(TaskExited, ended + 1)
    assert exited.outcome is TaskOutcome.SUCCEEDED, node.output(0, "stderr", job=job)
    return node.output(job=job)


def test_jobs_cannot_find_keys_or_the_agents_files(node: AgentNode) -> None:
    key = node.home / "keys" / "signing.pem"
    key.parent.mkdir()
    key.write_text(SECRET)
    for path in (node.home, key.parent, key):
        path.chmod(0o777)  # permissions are not what hides it
    node.up()
    output = run(
        node, f"cat {key}; grep -rs {SECRET} {node.home} /tmp /home /root; ls -aR {node.home} /root /home"
    )
    assert "plan.json" not in output, "of its own folder only what it writes"
    assert "signing.pem" not in output
    assert SECRET not in output


def test_jobs_cannot_find_the_enrolment_even_in_a_readable_folder(node: AgentNode, tmp_path: Path) -> None:
    shared = tmp_path / "data"
    shared.mkdir()
    enrolment = shared / "enrolment"
    enrolment.write_text(SECRET)
    (shared / "set.csv").write_text("1,2")
    for path in (shared, enrolment, shared / "set.csv"):
        path.chmod(0o777)  # permissions are not what hides it
    node.settings |= {"agent_enrolment_file": enrolment, "agent_sandbox_readable": (shared,)}
    node.up()
    output = run(node, f"cat {shared}/set.csv; cat {enrolment} 2>&1")
    assert output.startswith("1,2")
    assert SECRET not in output
    token = node.home / "agent" / node.node_id / "token"
    assert SECRET not in run(node, f"cat {token}; grep -rs {SECRET} {shared}", job="job-b")


def test_a_job_can_neither_see_nor_signal_other_tasks(node: AgentNode) -> None:
    node.up()
    node.start("sh", "-c", f"echo {SECRET} > mine; echo {SECRET} > /tmp/mine; echo up; exec sleep 1000")
    until(lambda: "up" in node.output())
    victim = node.folder()
    victim.work.chmod(0o777)
    assert (victim.work / "mine").read_text() == f"{SECRET}\n"
    pids = " ".join(str(pid) for pid in [*node.processes(), victim.shim_pid(), os.getpid()])
    output = run(
        node,
        f"cat {victim.work}/mine /tmp/mine; kill -9 {pids}; kill -9 -1; cat /proc/*/environ",
        job="job-b",
        gpu=1,
    )
    assert SECRET not in output
    assert "MUSTER_JOB_ID=job-b" in output
    assert "MUSTER_JOB_ID=job-a" not in output
    assert node.processes(), "the victim still runs"


def test_a_job_cannot_read_the_environment_of_other_processes(node: AgentNode) -> None:
    """Neither that of the agent user's processes nor that of the sandbox's first process."""
    node.up()
    with subprocess.Popen(["sleep", "1000"], env={**os.environ, "MUSTER_S3_SECRET_KEY": SECRET}) as agent:
        output = run(
            node, f"cat /proc/*/environ /proc/{agent.pid}/environ; cat /proc/1/environ && echo leaked"
        )
        agent.kill()
    assert "MUSTER_JOB_ID=job-a" in output
    assert "leaked" not in output
    assert SECRET not in output


def test_a_job_cannot_change_its_view_of_the_machine(node: AgentNode) -> None:
    node.up()
    output = run(
        node,
        "grep -E 'NoNewPrivs|CapEff|CapBnd' /proc/self/status; id -u; "
        "touch /x /usr/x /etc/x /dev/x /proc/sys/kernel/hostname /sys/x; mount -t tmpfs none /usr; "
        "umount /tmp && echo unmounted; mknod /tmp/null c 1 3 && echo made; "
        "nsenter -t 1 -m true && echo entered; "
        "echo mine > /tmp/x; echo mine > ~/x; cat /tmp/x ~/x; ls / /dev /usr",
    )
    status = dict(line.split(":\t") for line in output.splitlines() if ":\t" in line)
    assert (int(status["NoNewPrivs"]), int(status["CapEff"], 16), int(status["CapBnd"], 16)) == (1, 0, 0)
    words = output.split()
    assert "0" not in words, "no job is root"
    assert not {"x", "unmounted", "made", "entered"} & {*words}
    assert output.count("mine") == 2
    errors = node.output(0, "stderr")
    assert errors.count("cannot touch") == 6, errors


@pytest.mark.parametrize("dies", ["rank", "shim", "shim and agent"])
def test_no_process_outlives_the_attempt(node: AgentNode, dies: str) -> None:
    node.up()
    node.start("sh", "-c", f"{LEAVES} read never < /dev/zero; exec sleep 1000")
    until(lambda: "up" in node.output())
    left = node.processes()
    assert len(left) >= 2
    match dies:
        case "rank":
            node.stop(grace_ms=0)
        case "shim":
            os.kill(node.folder().shim_pid(), signal.SIGKILL)
        case _:
            node.down()
            os.kill(node.folder().shim_pid(), signal.SIGKILL)
    until(lambda: not any(map(psutil.pid_exists, left)))


HOG = """
import os, time
held = [os.urandom(2**20) for _ in range(400)]
print("took it all")
time.sleep(1000)
"""


@pytest.mark.parametrize("cgroups", ["auto", "none"])
def test_exceeding_the_requested_memory_ends_the_attempt_as_out_of_memory(
    node: AgentNode, cgroups: str
) -> None:
    """400 MiB with a limit of 64: detected by a control group if the agent can create one, or the shim."""
    node.settings["agent_cgroups"] = cgroups
    node.up()
    node.start("sh", "-c", 'python3 -c "$HOG"; echo survived; exit 0', env={"HOG": HOG}, memory_mib=64)
    exited = node.wait_for(TaskExited)
    assert (exited.outcome, exited.message) == (
        TaskOutcome.FAILED,
        "out of memory: its rank used more than the 64 MiB that resources.memory allows",
    )
    assert node.processes() == []


BOMB = """
import os, time
while True:
    try:
        os.fork()
    except OSError:
        print("full", flush=True)
        time.sleep(1)
"""


@pytest.mark.parametrize("cgroups", ["auto", "none"])
def test_a_fork_bomb_is_limited_and_ends_with_its_attempt(node: AgentNode, cgroups: str) -> None:
    node.settings |= {"agent_cgroups": cgroups, "agent_processes_max": 32}
    # Without control groups the kernel counts by user, over all agents of a machine, of other tests as well.
    node.settings["agent_job_uid_first"] = 1_000_000_000 + os.getpid()
    node.up()
    node.start("python3", "-c", BOMB)
    until(lambda: "full" in node.output())
    assert 8 < len(node.processes()) <= 33, "its first process may be counted too"
    assert run(node, "echo fine", job="job-b", gpu=1) == "fine\n"
    node.stop(grace_ms=0)
    assert node.wait_for(TaskExited, 2).outcome is TaskOutcome.STOPPED
    assert node.processes() == []


def test_open_files_are_limited(node: AgentNode) -> None:
    node.settings["agent_open_files_max"] = 100
    node.up()
    assert (
        run(node, "ulimit -n; ulimit -Hn; ulimit -n 200 2>/dev/null || echo refused") == "100\n100\nrefused\n"
    )


def test_a_job_without_a_network_reaches_only_itself(node: AgentNode) -> None:
    """It cannot reach a server of the agent's machine on 127.0.0.1, such as a database, only its own."""
    node.up()
    with socket.create_server(("127.0.0.1", 0)) as server:
        node.start("python3", "-c", CALLS, env={"PORT": str(server.getsockname()[1])}, offline=True)
        assert node.wait_for(TaskExited).outcome is TaskOutcome.SUCCEEDED, node.output(0, "stderr")
    assert node.output() == "111\n0\n"


LISTENS = """
import os, socket, time
rank, port = int(os.environ["RANK"]), int(os.environ["MASTER_PORT"])
if rank == 0:
    with socket.create_server((os.environ["MASTER_ADDR"], port)) as server:
        peer, _ = server.accept()
        print(peer.recv(100).decode(), flush=True)
        time.sleep(1000)
deadline = time.monotonic() + 30
while True:
    try:
        with socket.create_connection((os.environ["MASTER_ADDR"], port), 1) as client:
            client.sendall(b"rank 1 was here")
        time.sleep(1000)
    except OSError:
        assert time.monotonic() < deadline
        time.sleep(0.05)
"""
"""Two ranks with a rendezvous like torch.distributed's; the first keeps listening."""


def test_ranks_of_one_gang_meet_in_a_network_that_no_other_job_reaches(node: AgentNode) -> None:
    """Another tenant's job on the node connects to the port on which a rank of the first one listens."""
    node.up()
    gang = node.start(
        "python3", "-c", LISTENS, ranks=2, offline=True, master_address="10.9.8.7", master_port=29_600
    )
    until(lambda: "rank 1 was here" in node.output())
    for number, offline in enumerate((False, True), start=1):
        spy = replace(
            gang,
            job_id=f"job-spy-{number}",
            order_seq=gang.order_seq + number,
            tenant="spies",
            ranks=(RankAssignment(rank=0, gpu_indices=(), gpu_milli=0),),
            world_size=1,
            command=("python3", "-c", CALLS),
            env={"PORT": "29600"},
            offline=offline,
        )
        node.send(spy)
        assert node.wait_for(TaskExited, number).outcome is TaskOutcome.SUCCEEDED
        assert node.output(job=spy.job_id) == "111\n0\n"


CALLS = """
import os, socket
def call(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port))
print(call(int(os.environ["PORT"])))
with socket.create_server(("127.0.0.1", 0)) as own:
    print(call(own.getsockname()[1]))
"""


def test_a_node_without_a_sandbox_refuses_jobs_that_must_have_no_network(node: AgentNode) -> None:
    node.settings["agent_sandbox"] = "none"
    node.up()
    node.start("true", offline=True)
    refused = node.wait_for(TaskRefused)
    assert refused.reason is RefusalReason.CANNOT_START
    assert "no sandbox" in refused.message


def test_a_node_reports_its_sandbox_and_the_limits_it_enforces(node: AgentNode) -> None:
    beats = node.journal.reader([NODE_HEARTBEATS], start=Start.END, name="beats")
    node.settings["agent_cgroups"] = "none"
    node.up()
    beat = until(lambda: [d.envelope.payload for d in beats.read_to_end()])[0]
    assert isinstance(beat, NodeHeartbeat)
    assert beat.sandbox.name == WORKS_HERE.name
    held = (Enforced.MEMORY_MEASURED, Enforced.PROCESSES, Enforced.OPEN_FILES, Enforced.DEVICES)
    assert beat.enforces == held


def test_a_job_sees_only_the_devices_of_its_own_gpus(
    node: AgentNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Device files stand in for GPUs: no driver is needed to see which of them a job finds."""
    dev = node.shared.parent / "dev"
    dev.mkdir()
    for name in ("nvidia0", "nvidia1", "nvidiactl"):
        (dev / name).touch()
    monkeypatch.setattr(executor, "device_files", partial(device_files, dev=dev.resolve()))
    node.up()
    output = run(node, f"ls {dev}; echo $CUDA_VISIBLE_DEVICES; ls /dev/vda /dev/mem /dev/kmsg", gpu=1)
    assert output.split() == ["nvidia1", "nvidiactl", "0"]
    usual = {
        "fd",
        "full",
        "null",
        "ptmx",
        "pts",
        "random",
        "shm",
        "stderr",
        "stdin",
        "stdout",
        "tty",
        "urandom",
    }
    more = {"zero", "core", "console"}  # the last two are bubblewrap's
    assert {*run(node, "ls /dev", job="job-b").split()} <= usual | more
