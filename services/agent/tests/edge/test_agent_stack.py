"""The agent on the real Kafka and the real S3."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import subprocess
import sys
import tarfile
import uuid
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from muster.agent.core.log_chunks import CHUNK_BYTES_MAX
from muster.agent.edge.protocol.connection import TOPICS
from muster.agent.edge.transfer import log_shipper
from muster.events.log_events import CheckpointDamaged, LogChunkStored, LogClosed, LogStream
from muster.events.node_heartbeats import Executor, NodeHeartbeat
from muster.events.task_events import (
    AgentStarted,
    AttemptRef,
    CheckpointSaved,
    OutputStored,
    RefusalReason,
    StopStepKind,
    TaskExited,
    TaskOutcome,
    TaskRefused,
    TaskStarted,
)
from muster.events.topics import NODE_HEARTBEATS
from muster.journal import MemoryJournal, Start
from muster.journal.kafka import KafkaJournal
from muster.local.processes.ports import free_block
from muster.store import ObjectStore, StoreSettings
from muster.store.keys import checkpoint_key, files_key
from muster.testkit.agent_node import AgentNode, AgentProcess, end_everything
from muster.testkit.node_api import NodeApiWithoutProjection
from muster.testkit.patience import until
from muster.testkit.stack.tcp_proxy import TcpProxy
from muster.testkit.tokens import Tokens, TokensOfNode

pytestmark = [pytest.mark.stack, pytest.mark.timeout(600)]

EXAMPLE = Path(__file__).parents[4] / "examples" / "train_tiny"
WAIT = "while [ ! -e {0}/{1} ]; do sleep 0.05; done"
SAVES = "cd $MUSTER_CHECKPOINT_DIR; echo weights > w.part; mv w.part w; echo done"
SECRETS = re.compile("S3_|KEY_FILE|DSN|PASSWORD|API_URL")
WRITES = "head -c 5000000 /dev/zero | tr '\\0' x"
SLOWLY = "echo one; {0}; echo two; {1}; echo end"


@pytest.fixture
def journal(endpoints: Mapping[str, str]) -> Generator[KafkaJournal]:
    journal = KafkaJournal(
        endpoints["MUSTER_KAFKA_BOOTSTRAP"],
        endpoints["MUSTER_SCHEMA_REGISTRY_URL"],
        "agent-test",
        topics=TOPICS,
    )
    yield journal
    journal.close()


@pytest.fixture
def store(endpoints: Mapping[str, str]) -> ObjectStore:
    return store_at(endpoints, endpoints["MUSTER_S3_ENDPOINT"])


def store_at(endpoints: Mapping[str, str], url: str) -> ObjectStore:
    return ObjectStore(
        StoreSettings(
            endpoint=url,
            access_key=endpoints["MUSTER_S3_ACCESS_KEY"],
            secret_key=endpoints["MUSTER_S3_SECRET_KEY"],
            bucket=endpoints["MUSTER_S3_BUCKET"],
        )
    )


@pytest.fixture
def remote(
    endpoints: Mapping[str, str], journal: KafkaJournal, store: ObjectStore, tmp_path: Path
) -> Generator[AgentProcess]:
    """A node whose agent runs as a process; jobs have unique ids, because the stack is shared."""
    node_id = f"test-{uuid.uuid4().hex[:8]}"
    with NodeApiWithoutProjection(TokensOfNode(Tokens(), node_id), store).served() as url:
        told = {name: value for name, value in endpoints.items() if not SECRETS.search(name)}
        node = AgentProcess(tmp_path, journal, node_id, {**told, "MUSTER_API_URL": url})
        node.up()
        yield node
        node.down()
    end_everything(tmp_path)
    node.close()


@pytest.fixture
def job() -> str:
    return f"job-{uuid.uuid4().hex[:12]}"


def slowly(folder: Path) -> str:
    """Return a script that writes a line, one more once the file `two` exists, the last once `end` does."""
    return SLOWLY.format(WAIT.format(folder, "two"), WAIT.format(folder, "end"))


def text_of(node: AgentNode, store: ObjectStore, rank: int = 0, stream: LogStream = LogStream.STDOUT) -> str:
    """Return a rank's output from log-events and S3; fail on a gap or an overlap."""
    chunks = [c for c in node.reports(LogChunkStored) if (c.rank, c.stream) == (rank, stream)]
    text = b""
    for number, chunk in enumerate(chunks):
        data = store.get(store.key(chunk.uri))
        assert (chunk.chunk, chunk.first_byte, chunk.size_bytes) == (number, len(text), len(data))
        assert hashlib.sha256(data).hexdigest() == chunk.sha256
        text += data
    return text.decode()


def test_output_is_in_s3_while_the_rank_still_runs(
    remote: AgentProcess, store: ObjectStore, tmp_path: Path, job: str
) -> None:
    remote.start("sh", "-c", slowly(remote.shared), job=job)
    until(lambda: text_of(remote, store) == "one\n")
    assert remote.reports(TaskExited) == []
    (remote.shared / "two").touch()
    until(lambda: text_of(remote, store) == "one\ntwo\n")
    (remote.shared / "end").touch()
    closed = remote.wait_for(LogClosed)
    assert (closed.job_id, closed.ranks, closed.tenant) == (job, (0,), "acme")
    assert text_of(remote, store) == "one\ntwo\nend\n"
    until(lambda: not remote.folder(job).root.exists())


def test_large_output_arrives_complete_and_in_order(
    remote: AgentProcess, store: ObjectStore, job: str
) -> None:
    remote.start("seq", "400000", job=job)  # 2.7 MB: several chunks
    remote.wait_for(LogClosed)
    assert text_of(remote, store) == "".join(f"{number}\n" for number in range(1, 400_001))
    assert max(chunk.size_bytes for chunk in remote.reports(LogChunkStored)) <= CHUNK_BYTES_MAX


@pytest.fixture
def proxy(endpoints: Mapping[str, str]) -> Generator[TcpProxy]:
    host, port = urlsplit(endpoints["MUSTER_S3_ENDPOINT"]).netloc.split(":")
    with TcpProxy(host, int(port)) as proxy:
        yield proxy


def test_stored_output_is_reported_at_byte_intervals_while_ranks_run(
    journal: KafkaJournal, store: ObjectStore, job: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each boundary once, although the agent is restarted halfway; at the end, the total."""
    monkeypatch.setattr(log_shipper, "TOLD_BYTES", 3_000_000)
    node = AgentNode(tmp_path, journal, f"test-{uuid.uuid4().hex[:8]}")
    node.store = store
    node.up()
    on, end = WAIT.format(node.shared, "on"), WAIT.format(node.shared, "end")
    node.start("sh", "-c", f"{WRITES}; {on}; {WRITES}; {WRITES}; {end}", job=job)
    until(lambda: sum(c.size_bytes for c in node.reports(LogChunkStored)) == 5_000_000)
    node.down()
    node.up()
    (node.shared / "on").touch()
    until(lambda: sum(c.size_bytes for c in node.reports(LogChunkStored)) == 15_000_000)
    told = [each.size_bytes for each in node.reports(OutputStored)]
    assert [size_bytes // 3_000_000 for size_bytes in told] == [1, 2, 3, 4, 5]
    (node.shared / "end").touch()
    assert node.wait_for(TaskExited).output_bytes == 15_000_000
    node.down()
    end_everything(tmp_path)
    node.close()


@pytest.mark.faults
def test_output_and_checkpoints_that_waited_for_s3_arrive_when_it_is_back(
    endpoints: Mapping[str, str], store: ObjectStore, tmp_path: Path, proxy: TcpProxy
) -> None:
    """S3 is behind a proxy that is cut at first; the task runs and ends nevertheless."""
    proxy.cut()
    node = AgentNode(tmp_path, MemoryJournal())
    node.store = store_at(endpoints, f"http://127.0.0.1:{proxy.port}")
    job = f"job-{uuid.uuid4().hex[:12]}"
    node.up()
    node.start("sh", "-c", SAVES, job=job, checkpoint_enabled=True)
    assert node.wait_for(TaskExited).outcome is TaskOutcome.SUCCEEDED
    assert (node.reports(LogChunkStored), node.reports(CheckpointSaved)) == ([], [])
    proxy.restore()
    node.wait_for(LogClosed)
    assert text_of(node, store) == "done\n"
    assert store.get(store.key(node.wait_for(CheckpointSaved).uri)) == b"weights\n"
    until(lambda: not node.folder(job).root.exists())
    node.down()


@pytest.mark.faults
def test_a_drain_without_s3_ends_at_its_limits_and_the_checkpoint_arrives_later(
    endpoints: Mapping[str, str], store: ObjectStore, tmp_path: Path, proxy: TcpProxy
) -> None:
    """The job saves on request; its exit does not wait for ever."""
    node = AgentNode(tmp_path, MemoryJournal())
    node.store = store_at(endpoints, f"http://127.0.0.1:{proxy.port}")
    job = f"job-{uuid.uuid4().hex[:12]}"
    node.up()
    file = '"$MUSTER_CHECKPOINT_DIR/a"'
    saves = f"echo new > {file}.part; mv {file}.part {file}; echo saved"
    command = f"trap '{saves}' USR1; trap 'exit 0' TERM; echo up; while :; do sleep 0.05; done"
    node.start("sh", "-c", command, job=job, checkpoint_enabled=True)
    until(lambda: "up" in node.output(job=job))
    proxy.cut()
    node.stop(job, grace_ms=60_000, checkpoint_grace_ms=1_000)
    exited = node.wait_for(TaskExited)
    assert [step.kind for step in exited.steps] == [
        StopStepKind.CHECKPOINT_REQUESTED,
        StopStepKind.CHECKPOINT_MISSED,
        StopStepKind.TERMINATED,
    ]
    assert exited.message == "stopped on order; no checkpoint was stored within its time"
    assert "saved" in node.output(job=job)
    assert node.reports(CheckpointSaved) == []
    proxy.restore()
    assert store.get(store.key(node.wait_for(CheckpointSaved).uri)) == b"new\n"
    until(lambda: not node.folder(job).root.exists())
    node.down()


def test_killing_the_agent_during_the_grace_of_a_script_does_not_shorten_it(
    remote: AgentProcess, store: ObjectStore, job: str
) -> None:
    """The shell dies of SIGTERM, its program keeps saving under the shim; the next agent ships the output."""
    saves = f"trap 'echo asked; {WAIT.format(remote.shared, 'end')}; echo saved; exit 0' TERM"
    program = f"{saves}; echo up; while :; do sleep 0.05; done"
    (remote.shared / "saves.sh").write_text(program)
    remote.start("sh", "-c", f"true\nsh {remote.shared}/saves.sh\nexit 4", job=job)
    until(lambda: "up" in remote.output(job=job))
    remote.stop(job, grace_ms=600_000)
    until(lambda: "asked" in remote.output(job=job))
    remote.kill()
    (remote.shared / "end").touch()
    until(lambda: remote.folder(job).ended())
    remote.up()
    exited = remote.wait_for(TaskExited)
    assert (exited.outcome, exited.exits[0].signal) == (TaskOutcome.STOPPED, signal.SIGTERM)
    remote.wait_for(LogClosed)
    assert text_of(remote, store) == "up\nasked\nsaved\n"


def test_a_job_in_a_drain_gets_sigterm_when_its_checkpoint_is_in_s3(
    remote: AgentProcess, store: ObjectStore, job: str
) -> None:
    """It saves on request and continues, until the checkpoint is stored."""
    file = '"$MUSTER_CHECKPOINT_DIR/a"'
    saves = f"echo new > {file}.part; mv {file}.part {file}"
    remote.start(
        "sh",
        "-c",
        f"trap '{saves}' USR1; echo up; while :; do sleep 0.05; done",
        job=job,
        checkpoint_enabled=True,
    )
    until(lambda: "up" in remote.output(job=job))
    remote.stop(job, grace_ms=600_000, checkpoint_grace_ms=600_000)
    exited = remote.wait_for(TaskExited)
    assert [step.kind for step in exited.steps] == [
        StopStepKind.CHECKPOINT_REQUESTED,
        StopStepKind.CHECKPOINT_SAVED,
        StopStepKind.TERMINATED,
    ]
    assert store.get(store.key(remote.wait_for(CheckpointSaved).uri)) == b"new\n"


def test_a_killed_agent_adopts_its_task_and_no_output_is_lost_or_repeated(
    remote: AgentProcess, store: ObjectStore, tmp_path: Path, job: str
) -> None:
    remote.start("sh", "-c", slowly(remote.shared), job=job)
    until(lambda: text_of(remote, store) == "one\n")
    remote.kill()
    (remote.shared / "two").touch()
    until(lambda: "two" in remote.output(job=job))
    remote.up()
    started = remote.reports(AgentStarted)[-1]
    assert (started.fresh, started.running) == (False, (AttemptRef(job_id=job, attempt=1),))
    (remote.shared / "end").touch()
    remote.wait_for(LogClosed)
    assert [r.outcome for r in remote.reports(TaskExited)] == [TaskOutcome.SUCCEEDED]
    assert text_of(remote, store) == "one\ntwo\nend\n"


@pytest.mark.long
@pytest.mark.faults
def test_an_agent_killed_again_and_again_runs_every_order_once(
    remote: AgentProcess, tmp_path: Path, job: str
) -> None:
    """Whenever it is killed, each task runs once and is reported, never with two different outcomes."""
    count = 12
    for number in range(count):
        remote.start("sh", "-c", f"echo $MUSTER_JOB_ID >> {remote.shared}/count", job=f"{job}-{number}")
        if number % 3 == 0:
            remote.kill()
            remote.up()
        until(lambda ended=number + 1: _settled(remote) >= ended)
    ran = (remote.shared / "count").read_text().split()
    assert sorted(ran) == sorted(f"{job}-{number}" for number in range(count))
    by_job = {(r.job_id, r.outcome) for r in remote.reports(TaskExited)}
    assert by_job == {(name, TaskOutcome.SUCCEEDED) for name in ran}


def _settled(remote: AgentProcess) -> int:
    return len(
        {r.job_id for r in remote.reports(TaskExited)} | {r.job_id for r in remote.reports(TaskRefused)}
    )


def test_a_stopped_gang_resumes_from_the_checkpoint_it_saved(
    remote: AgentProcess, store: ObjectStore, tmp_path: Path, job: str
) -> None:
    """The demo's job, with files from S3: stopped by SIGTERM it saves, and the next attempt resumes there."""
    archive = tmp_path / "files.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(EXAMPLE, ".")
    sha256 = hashlib.sha256(archive.read_bytes()).hexdigest()
    store.put(files_key(sha256), archive.read_bytes())
    train: dict[str, Any] = {
        "ranks": 2,
        "checkpoint_enabled": True,
        "files_sha256": sha256,
        "grace_ms": 60_000,
        "master_port": free_block()[0],
    }
    fast = {"OPENBLAS_NUM_THREADS": "1"}
    remote.start("python3", "train.py", job=job, env={**fast, "TRAIN_STEPS": "1000000"}, **train)
    until(lambda: "loss" in text_of(remote, store))
    remote.stop(job, grace_ms=60_000)
    exited = remote.wait_for(TaskExited)
    assert exited.outcome is TaskOutcome.STOPPED
    assert {end.exit_code for end in exited.exits} == {128 + signal.SIGTERM}
    saved = remote.reports(CheckpointSaved)[-1]
    kinds = [
        type(e.payload) for e in remote.envelopes() if isinstance(e.payload, TaskExited | CheckpointSaved)
    ]
    assert kinds[-1] is TaskExited  # by then everything to begin from is in S3
    step = int(saved.file.removeprefix("step-").removesuffix(".json"))
    remote.wait_for(LogClosed)
    remote.start(
        "python3",
        "train.py",
        job=job,
        attempt=2,
        env={**fast, "TRAIN_STEPS": str(step + 1)},
        checkpoint_uri=saved.uri,
        checkpoint_sha256=saved.sha256,
        checkpoint_file=saved.file,
        **train,
    )
    assert remote.wait_for(TaskExited, count=2).outcome is TaskOutcome.SUCCEEDED
    remote.wait_for(LogClosed, count=2)
    second = [c for c in remote.reports(LogChunkStored) if c.attempt == 2 and c.stream is LogStream.STDOUT]
    text = b"".join(store.get(store.key(chunk.uri)) for chunk in second).decode()
    assert text.startswith(f"resuming at step {step}\n")
    assert [c.file for c in remote.reports(CheckpointSaved) if c.attempt == 2] == [
        f"step-{step + 1:09d}.json"
    ]


def test_a_damaged_checkpoint_is_reported_and_the_job_starts_from_scratch(
    remote: AgentProcess, store: ObjectStore, job: str
) -> None:
    uri = store.put(checkpoint_key(job, 1, 0, "0" * 64, "step.npz"), b"half")
    remote.start(
        "true",
        job=job,
        checkpoint_enabled=True,
        checkpoint_uri=uri,
        checkpoint_sha256="0" * 64,
        checkpoint_file="step.npz",
    )
    damaged = remote.wait_for(CheckpointDamaged)
    assert (damaged.file, damaged.saved_by) == ("step.npz", 1)
    assert "allowed: " + "0" * 64 in damaged.message
    assert remote.wait_for(TaskExited).outcome is TaskOutcome.SUCCEEDED


def test_a_start_with_missing_files_is_refused(remote: AgentProcess, job: str) -> None:
    remote.start("true", job=job, files_sha256="0" * 64)
    refused = remote.wait_for(TaskRefused)
    assert (refused.reason, "0" * 64 in refused.message) == (RefusalReason.FILES_INVALID, True)


def test_a_heartbeat_carries_the_nodes_inventory(remote: AgentProcess, journal: KafkaJournal) -> None:
    reader = journal.reader([NODE_HEARTBEATS], start=Start.END, name="test")

    def beat() -> NodeHeartbeat | None:
        for delivery in reader.poll(1000, 0.5):
            found = delivery.envelope.payload
            if isinstance(found, NodeHeartbeat) and found.node_id == remote.node_id:
                return found
        return None

    found = until(beat)
    assert (found.gpu_model, [gpu.index for gpu in found.gpus]) == ("LOCAL", [0, 1])
    assert (found.executor, found.interval_ms, found.lease_ms) == (Executor.PROCESS, 5_000, 30_000)
    assert found.cpu_milli == 1000 * (os.cpu_count() or 1)
    reader.close()


def test_simulated_nodes_serve_the_real_log(
    endpoints: Mapping[str, str], journal: KafkaJournal, tmp_path: Path, job: str
) -> None:
    name = f"sim-{uuid.uuid4().hex[:8]}"
    nodes = tmp_path / "nodes.csv"
    nodes.write_text(f"sn,cpu_milli,memory_mib,gpu,model\n{name},64000,262144,2,P100\n")
    cluster = AgentNode(tmp_path, journal, name)
    TokensOfNode(Tokens(), name).keep(tmp_path / "agent" / "machine" / "token-of-simulated")
    process = subprocess.Popen(
        [sys.executable, "-m", "muster.agent", "sim", "--nodes", str(nodes), "--speed", "100"],
        env={**os.environ, **endpoints, "MUSTER_HOME": str(tmp_path), "MUSTER_AGENT_NODE_ID": "machine"},
    )
    try:
        assert cluster.wait_for(AgentStarted).fresh
        cluster.start("true", job=job, env={"MUSTER_SIM_DURATION_MS": "5000"})
        assert cluster.wait_for(TaskExited).outcome is TaskOutcome.SUCCEEDED
        assert cluster.reports(TaskStarted)[0].job_id == job
    finally:
        process.terminate()
        assert process.wait(120) == 0
        cluster.close()
