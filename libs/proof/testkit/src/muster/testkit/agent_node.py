"""AgentNode: one node's agent in the test's own process, on any journal; its tasks are real processes."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import psutil
from muster.agent.config import Settings
from muster.agent.core.environment import MARK
from muster.agent.core.ledger import TaskKey
from muster.agent.edge.agent import NodeAgent
from muster.agent.edge.disk.task_dir import TaskDir
from muster.events.node_commands import RankAssignment, StartTask, StopTask, TestNode
from muster.events.task_events import AgentStarted, RankExit, TaskExited
from muster.events.topics import LOG_EVENTS, NODE_COMMANDS, TASK_EVENTS
from muster.events.wire.envelope import Envelope
from muster.journal import Journal, Outgoing, Start
from muster.store import ObjectStore
from muster.testkit.node_api import NodeApiWithoutProjection
from muster.testkit.offline import offline
from muster.testkit.patience import exit_code, until
from muster.testkit.tokens import Tokens, TokensOfNode

T = TypeVar("T")


def ends_of(exited: TaskExited) -> tuple[RankExit, ...]:
    """Return how the ranks ended, without the times, which come from the node's clock."""
    assert all(end.at_ms for end in exited.exits)
    return tuple(replace(end, at_ms=None) for end in exited.exits)


class AgentNode:
    """A node that takes orders, can be stopped and started again, and whose reports can be read.

    Attributes:
        home: MUSTER_HOME.
        shared: A folder below it that tests and tasks may both write.
        settings: The agent's, besides those that every test wants.
        store: Store of objects; None: none, and there is no API for addresses.
    """

    def __init__(self, home: Path, journal: Journal, node_id: str = "node-7") -> None:
        self.home = home
        self.journal = journal
        self.node_id = node_id
        self.store: ObjectStore | None = None
        self.settings: dict[str, Any] = {
            "agent_lease_ms": 30_000,
            "agent_checkpoint_wait_ms": 300,
        }
        self.shared = home / "shared"
        self.shared.mkdir(exist_ok=True)
        self.shared.chmod(0o777)  # tasks may run as a user of their own
        self._seqs = itertools.count(1)
        self._reports = journal.reader([TASK_EVENTS, LOG_EVENTS], start=Start.END, name="test")
        self._producer = journal.producer("test")
        self._seen: list[Envelope[Any]] = []
        self._thread: threading.Thread | None = None
        self._agent: NodeAgent | None = None
        self._failure: BaseException | None = None

    def up(self, connect: Callable[[], Journal] | None = None) -> NodeAgent:
        """Start the agent; with the journal of the test, wait until it serves."""
        settings = offline(
            Settings,
            home=self.home,
            agent_node_id=self.node_id,
            agent_gpus=2,
            agent_heartbeat_ms=100,
            **{"agent_sandbox_writable": (self.shared,), **self.settings},
        )
        agent = self._agent = NodeAgent(
            settings,
            connect or (lambda: self.journal),
            NodeApiWithoutProjection(TokensOfNode(Tokens(), self.node_id), self.store),
        )
        self._thread = threading.Thread(target=self._run, args=[agent])
        self._thread.start()
        if connect is None:
            until(lambda: agent.missing() is None or self._failure, agent.missing)
        return agent

    def down(self) -> None:
        """Stop the agent; raises the error it failed with."""
        if self._agent and self._thread:
            self._agent.stop()
            thread = self._thread
            until(lambda: not thread.is_alive(), "the agent goes on")
        self._agent = self._thread = None
        failure, self._failure = self._failure, None
        if failure:
            raise failure

    def start(
        self,
        *command: str,
        job: str = "job-a",
        attempt: int = 1,
        ranks: int = 1,
        gpu_first: int = 0,
        memory_mib: int = 0,
        **more: Any,
    ) -> StartTask:
        """Order a start; with one whole GPU per rank, from `gpu_first` on, and this much memory (0: any)."""
        order = StartTask(
            node_id=self.node_id,
            epoch=1,
            order_seq=next(self._seqs),
            job_id=job,
            attempt=attempt,
            tenant="acme",
            job_name="test",
            user="ada",
            ranks=tuple(
                RankAssignment(rank=r, gpu_indices=(gpu_first + r,), gpu_milli=1000, memory_mib=memory_mib)
                for r in range(ranks)
            ),
            world_size=ranks,
            master_address="127.0.0.1",
            master_port=29_499,
            command=command,
            grace_ms=500,
            checkpoint_enabled=False,
        )
        order = replace(order, **more)
        self.send(order)
        return order

    def stop(
        self, job: str = "job-a", attempt: int = 1, *, grace_ms: int = 500, checkpoint_grace_ms: int = 0
    ) -> None:
        """Order a stop."""
        self.send(
            StopTask(
                node_id=self.node_id,
                epoch=1,
                order_seq=next(self._seqs),
                job_id=job,
                attempt=attempt,
                grace_ms=grace_ms,
                reason="test",
                checkpoint_grace_ms=checkpoint_grace_ms,
            )
        )

    def send(self, order: StartTask | StopTask | TestNode) -> None:
        """Append an order to the log."""
        envelope = Envelope(
            event_id=f"default:{order.order_seq}.{id(order)}",
            key=order.node_id,
            occurred_at_ms=1,
            producer="scheduler",
            correlation_id=f"of {order.node_id if isinstance(order, TestNode) else order.job_id}",
            payload=order,
        )
        self._producer.send(Outgoing(NODE_COMMANDS, envelope)).result()

    def reports(self, kind: type[T]) -> list[T]:
        """The agent's reports of one kind, oldest first, each once: a kill may put one on the log twice."""
        once = {envelope.event_id: envelope.payload for envelope in self.envelopes()}
        return [payload for payload in once.values() if isinstance(payload, kind)]

    def envelopes(self) -> list[Envelope[Any]]:
        """The envelopes of the agent's reports, oldest first."""
        read = [delivery.envelope for delivery in self._reports.read_to_end()]
        self._seen += [e for e in read if e.producer == f"agent/{self.node_id}"]
        return self._seen

    def close(self) -> None:
        """Close the journal's clients."""
        self._reports.close()
        self._producer.close()

    def wait_for(self, kind: type[T], count: int = 1) -> T:
        """Wait for the n-th report of a kind."""
        return until(
            lambda: self.reports(kind)[count - 1 :],
            lambda: f"{count} of {kind.__name__}: {self.reports(kind)}",
            position=lambda: len(self._seen),
        )[0]

    def folder(self, job: str = "job-a", attempt: int = 1) -> TaskDir:
        """A task's folder."""
        return TaskDir(self.home / "agent" / self.node_id / "tasks" / job / str(attempt))

    def output(self, rank: int = 0, stream: str = "stdout", *, job: str = "job-a", attempt: int = 1) -> str:
        """Return the output of a rank so far."""
        file = self.folder(job, attempt).output(rank, stream)
        return file.read_text() if file.exists() else ""

    def processes(self, job: str = "job-a", attempt: int = 1) -> list[int]:
        """Return every living process of a task, in any session."""
        mark = self.folder(job, attempt).plan().ranks[0].env[MARK]
        return [p.pid for p in psutil.process_iter() if _environment(p).get(MARK) == mark]

    def key(self, job: str = "job-a", attempt: int = 1) -> TaskKey:
        """A task's key."""
        return TaskKey(job, attempt)

    def _run(self, agent: NodeAgent) -> None:
        try:
            agent.run()
        except BaseException as error:
            self._failure = error


class AgentProcess(AgentNode):
    """An AgentNode whose agent is a process of its own, as `muster up` runs it, so that it can be killed."""

    def __init__(self, home: Path, journal: Journal, node_id: str, environment: Mapping[str, str]) -> None:
        super().__init__(home, journal, node_id)
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    def up(self) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]  (it connects by itself)
        """Start the process and wait until it has announced itself."""
        before = len(self.reports(AgentStarted))
        enrolment = self.home / "enrolment"
        enrolment.touch(mode=0o600)
        enrolment.write_text("a test's")
        told = {
            "MUSTER_HOME": str(self.home),
            "MUSTER_AGENT_NODE_ID": self.node_id,
            "MUSTER_AGENT_GPUS": "2",
            "MUSTER_AGENT_SANDBOX_WRITABLE": json.dumps([str(self.shared)]),
        }
        with (self.home / "agent.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "muster.agent"],
                env={**os.environ, **self._environment, **told},
                stdout=log,
                stderr=log,
            )
        self.wait_for(AgentStarted, before + 1)

    def kill(self) -> None:
        """Kill the agent alone, with SIGKILL."""
        self._end(signal.SIGKILL)

    def down(self) -> None:
        """Stop the agent as an operator does; its tasks keep running."""
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        if self._process:
            self._process.send_signal(number)
            exit_code(self._process)
            self._process = None


def _environment(process: psutil.Process) -> Mapping[str, str]:
    try:
        return process.environ()
    except (psutil.Error, OSError):
        return {}


def end_everything(home: Path) -> None:
    """Revoke every lease below the home, and wait until no shim lives."""
    for lease in home.glob("agent/*/lease"):
        lease.unlink()
    for folder in home.glob("agent/*/tasks/*/*"):
        task = TaskDir(folder)
        until(lambda task=task: task.shim_state().name != "ALIVE", f"the shim of {folder} goes on")
