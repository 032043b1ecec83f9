"""Downtime of a cell when every scheduler has died: `python tests/bench/bench_cold_start.py`.

Records the life of a full cell on a real Kafka until enough inputs are on the log and enough jobs wait, kills
the scheduler with -9, and starts another: a real process, from `exec` until a read-committed consumer sees
its first bind. No standby is left. On a busy machine, subtract the time for which it waited for a core.
Jobs are openb's pods on openb's nodes. Nothing is asserted.

    --endpoints FILE   running servers, described like endpoints.env; without it, servers of its own
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import uuid
from collections import deque
from collections.abc import Callable, Generator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import psutil
from end_to_end import jobs
from muster.events.job_events import GangBound
from muster.events.node_commands import StartTask
from muster.events.scheduler_log import Batch
from muster.events.topics import (
    JOB_COMMANDS,
    JOB_EVENTS,
    NODE_COMMANDS,
    NODE_HEARTBEATS,
    SCHEDULER_LOG,
    TASK_EVENTS,
)
from muster.events.wire.envelope import Envelope, Topic
from muster.identity.devkeys import ensure_node_keys
from muster.journal import Outgoing, Start, SystemClock, admin
from muster.lab.loads.traces import read_nodes
from muster.local import stack
from muster.local.endpoints import read
from muster.local.home import Home
from muster.local.servers import SERVERS
from muster.testkit.cores import build
from muster.testkit.stack.renamed import RenamedJournal, renamed, topics_of
from muster.testkit.tokens import Tokens
from openb import OPENB

INPUTS: Final = 100_000
WAITING: Final = 10_000
BEAT_EVERY_S: Final = 4.0
ENDED_AT_ONCE: Final = 500


class Cell:
    """A cell whose agents and clients are here; its schedulers are processes.

    Args:
        endpoints: The servers.
        nodes: Number of openb's nodes in it.
        folder: For the schedulers' logs.

    Attributes:
        submitted: Jobs asked for.
        running: Tasks that have started and are not told to have ended, oldest first.
        bound: Jobs bound since it was last set to 0.
        inputs: Inputs on the log.
    """

    def __init__(self, endpoints: Mapping[str, str], nodes: int, folder: Path) -> None:
        self.submitted = self.bound = self.inputs = 0
        self.running: deque[tuple[str, str, int]] = deque()
        self._suffix = uuid.uuid4().hex[:8]
        topics = renamed(self._suffix, topics_of("scheduler"))
        bootstrap, registry = endpoints["MUSTER_KAFKA_BOOTSTRAP"], endpoints["MUSTER_SCHEMA_REGISTRY_URL"]
        admin.create_topics(bootstrap, topics)
        admin.register_schemas(registry, topics)
        name, home = f"cell-{self._suffix}", Path(endpoints["MUSTER_JWT_KEY_FILE"]).parent.parent
        nodes_keys = str(ensure_node_keys(home).jwks_file)
        self._environment = {
            **os.environ,
            **endpoints,
            "MUSTER_CELL": name,
            "MUSTER_NODE_JWKS_FILE": nodes_keys,
        }
        self._tokens = Tokens(home, cell=name)
        self._folder = folder
        self._journal = RenamedJournal(bootstrap, registry, "bench", self._suffix)
        self._producer = self._journal.producer("bench")
        self._orders = self._journal.reader((NODE_COMMANDS,), name="agents", start=Start.END)
        self._log = self._journal.reader((SCHEDULER_LOG, JOB_EVENTS), name="watch", start=Start.END)
        listed = read_nodes(OPENB / "openb_node_list_gpu_node.csv")[:nodes]
        self._nodes = [
            build.node(
                each.node_id,
                gpus=each.gpu_count,
                model=each.gpu_model,
                cpu_milli=each.cpu_milli,
                memory_mib=each.memory_mib,
            )
            for each in listed
        ]
        self._next_beat_s = 0.0

    def start(self, name: str) -> tuple[subprocess.Popen[bytes], Path]:
        """Start a scheduler; the process, and the file of its log."""
        log = self._folder / f"{name}.log"
        program = [sys.executable, "-m", "muster.testkit.processes.scheduler", self._suffix]
        with log.open("wb") as file:
            environment = {**self._environment, "MUSTER_SCHEDULER_ID": name}
            return subprocess.Popen(program, env=environment, stdout=file, stderr=file), log

    def submit(self, count: int) -> None:
        """Ask for more jobs."""
        numbers = range(self.submitted, self.submitted + count)
        for envelope in jobs.commands(numbers, SystemClock().now_ms()):
            self._append(JOB_COMMANDS, envelope)
        self.submitted += count

    def end(self, count: int) -> None:
        """Report that the tasks that have run longest have ended."""
        for _ in range(min(count, len(self.running))):
            node_id, job_id, attempt = self.running.popleft()
            self._send(TASK_EVENTS, node_id, build.exited(node_id, job_id, attempt))

    def turn(self) -> None:
        """Beat, start what is ordered, count."""
        if time.monotonic() >= self._next_beat_s:
            self._next_beat_s = time.monotonic() + BEAT_EVERY_S
            for node in self._nodes:
                self._send(NODE_HEARTBEATS, node.node_id, build.beat(node))
        for delivery in self._orders.poll(1_000, 0.005):
            order = delivery.envelope.payload
            if isinstance(order, StartTask):
                ranks = tuple(rank.rank for rank in order.ranks)
                started = build.started(order.node_id, order.job_id, order.attempt, ranks)
                self._send(TASK_EVENTS, order.node_id, started)
                self.running.append((order.node_id, order.job_id, order.attempt))
        for delivery in self._log.poll(1_000, 0.005):
            payload = delivery.envelope.payload
            if isinstance(payload, Batch):
                self.inputs += len(payload.inputs)
            self.bound += isinstance(payload, GangBound)

    def close(self) -> None:
        """Let go of the broker."""
        self._orders.close()
        self._log.close()
        self._producer.close()
        self._journal.close()

    def _send(self, topic: Topic, key: str, payload: Any) -> None:
        envelope = Envelope(
            event_id=uuid.uuid4().hex,
            key=key,
            occurred_at_ms=0,
            producer="bench",
            correlation_id=key,
            payload=payload,
        )
        self._append(topic, envelope)

    def _append(self, topic: Topic, envelope: Envelope[Any]) -> None:
        self._producer.send(Outgoing(topic, envelope, authorization=self._tokens.of(envelope.payload)))


def main() -> None:
    """Live, kill, start, measure."""
    parser = argparse.ArgumentParser(description="From the start of a process to its first bind.")
    parser.add_argument("--endpoints", type=Path, help="servers that run: their endpoints.env")
    parser.add_argument("--inputs", type=int, default=INPUTS, help="inputs on the log")
    parser.add_argument("--waiting", type=int, default=WAITING, help="jobs that wait")
    parser.add_argument("--nodes", type=int, default=300, help="of openb's")
    parser.add_argument("--starts", type=int, default=3, help="how often to kill and start")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="muster-bench-", ignore_cleanup_errors=True) as folder,
        _servers(options.endpoints) as endpoints,
        closing(Cell(endpoints, options.nodes, Path(folder))) as cell,
    ):
        process, log = cell.start("first")
        try:
            _live(cell, process, log, options.inputs, options.waiting)
        finally:
            process.kill()
            process.wait()
        figures = [_cold_start(cell, f"start-{n}") for n in range(options.starts)]
    for figure in figures:
        print(", ".join(f"{name} {value:,.2f}" for name, value in figure.items()))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")


@contextmanager
def _servers(file: Path | None) -> Generator[dict[str, str]]:
    if file is not None:
        yield read(file).environment()
        return
    with tempfile.TemporaryDirectory(prefix="muster-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # servers that give up root must reach their files
        home = Home(Path(folder))
        try:
            yield stack.up(home, only=[s.name for s in SERVERS], any_ports=True).endpoints.environment()
        finally:
            stack.down(home)


def _live(cell: Cell, process: subprocess.Popen[bytes], log: Path, inputs: int, waiting: int) -> None:
    """Run the cell until `inputs` are on the log, with `waiting` jobs behind a full cell.

    Raises:
        RuntimeError: The scheduler has ended.
    """
    cell.submit(waiting)
    while cell.inputs < inputs:
        if process.poll() is not None:
            raise RuntimeError(f"the scheduler has ended: {log.read_text()[-1_000:]}")
        cell.turn()
        ended = min(ENDED_AT_ONCE, len(cell.running) // 2)
        cell.end(ended)
        cell.submit(ended)


def _cold_start(cell: Cell, name: str) -> dict[str, float]:
    """Start a scheduler when none is left, see its first bind, and kill it."""
    cell.end(ENDED_AT_ONCE)
    for _ in range(10):
        cell.turn()
    cell.bound = 0
    begun_s = time.monotonic()
    process, log = cell.start(name)
    try:
        led_s = _until(cell, lambda: b" leads " in log.read_bytes()) - begun_s
        bound_s = _until(cell, lambda: cell.bound > 0) - begun_s
        cpu = psutil.Process(process.pid).cpu_times()
        return {
            "first bind s": bound_s,
            "leads s": led_s,
            "CPU s": cpu.user + cpu.system,
            "waited for a core s": _waited_for_a_core_s(process.pid),
            "inputs": cell.inputs,
        }
    finally:
        process.kill()
        process.wait()


def _waited_for_a_core_s(pid: int) -> float:
    """For how long the thread that waited longest could have run, and other processes did."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return max(int(thread.read_text().split()[1]) for thread in threads) / 1e9


def _until(cell: Cell, condition: Callable[[], bool]) -> float:
    deadline_s = time.monotonic() + 300
    while not condition():
        if time.monotonic() > deadline_s:
            raise TimeoutError("no bind in 300 s")
        cell.turn()
    return time.monotonic()


if __name__ == "__main__":
    main()
