"""A node is taken away under a running job: a notice of a metadata service, real processes, the real store.

The scheduler and two agents run in this process, on the log in memory. Ranks and their shims are processes,
and checkpoints go to the real S3.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from muster.events.job_events import (
    AttemptEnded,
    GangBound,
    JobRequeued,
    JobStarted,
    JobStopping,
    JobSucceeded,
    NodeReclaiming,
    StopCause,
)
from muster.events.topics import JOB_COMMANDS, JOB_EVENTS, QUEUE_COMMANDS
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Leader, MemoryJournal, Outgoing, Start, SystemClock
from muster.scheduler.config import Settings
from muster.scheduler.edge.service import leader_settings
from muster.store import ObjectStore, StoreSettings
from muster.testkit.agent_node import AgentNode, end_everything
from muster.testkit.cores import build
from muster.testkit.metadata_server import MetadataServer, metadata_server
from muster.testkit.offline import offline
from muster.testkit.patience import until
from muster.testkit.simulation.processes.replica import new_machine
from muster.testkit.simulation.surroundings.objects import MemoryObjects
from muster.testkit.tokens import Tokens

pytestmark = [pytest.mark.stack, pytest.mark.timeout(600)]

ACTION = "/latest/meta-data/spot/instance-action"
NOTICE_S = 120

TRAINS = """
cd "$MUSTER_CHECKPOINT_DIR"
if [ -e step ]; then
  cp step {shared}/resumed
  while [ ! -e {shared}/end ]; do sleep 0.05; done
  exit 0
fi
save() {{
  touch {shared}/asked
  while [ ! -e {shared}/go ]; do sleep 0.05; done
  echo 42 > part
  mv part step
}}
trap save USR1
touch {shared}/running
while :; do sleep 0.05; done
"""
"""Runs until it is asked to save, which it does when the test lets it; the next attempt goes on from it."""


class Cell:
    """A scheduler, and nodes with a metadata service each."""

    def __init__(self, journal: MemoryJournal, nodes: dict[str, tuple[AgentNode, MetadataServer]]) -> None:
        self.nodes = nodes
        self._journal = journal
        self._facts = journal.reader([JOB_EVENTS], start=Start.END, name="test")
        self._producer = journal.producer("test")
        self._tokens = Tokens()
        self._seen: list[Any] = []
        self._stop = threading.Event()
        self._leading = threading.Thread()

    def lead(self) -> None:
        """Start a leader that knows nothing but the log."""
        clock, self._stop = SystemClock(), threading.Event()
        settings = offline(Settings, cell="default", scheduler_silence_ms=1_000)
        leader = Leader(
            self._journal,
            new_machine("scheduler-1", clock, MemoryObjects()),
            leader_settings(settings),
            leader_id=uuid4().hex,
            stop=self._stop,
            clock=clock,
            chance=random.random,
        )
        self._leading = threading.Thread(target=leader.run)
        self._leading.start()

    def end_leader(self) -> None:
        """End the leader."""
        self._stop.set()
        self._leading.join()

    def send(self, topic: Topic, key: str, command: Any) -> None:
        """Append a command to the log."""
        envelope = Envelope(
            event_id=uuid4().hex,
            key=key,
            occurred_at_ms=SystemClock().now_ms(),
            producer="test",
            correlation_id=key,
            payload=command,
        )
        shown = self._tokens.of(command)
        self._producer.send(Outgoing(topic, envelope, authorization=shown)).result()

    def facts(self, *kinds: type[Any]) -> list[Any]:
        """The facts of these kinds so far."""
        self._seen += [delivery.envelope.payload for delivery in self._facts.read_to_end()]
        return [fact for fact in self._seen if isinstance(fact, kinds)]

    def wait_for(self, kind: type[Any], count: int = 1) -> Any:
        """The n-th fact of a kind."""
        return until(lambda: self.facts(kind)[count - 1 : count])[0]


@pytest.fixture
def cell(endpoints: Mapping[str, str], tmp_path: Path) -> Generator[Cell]:
    store = ObjectStore(
        StoreSettings(
            endpoint=endpoints["MUSTER_S3_ENDPOINT"],
            access_key=endpoints["MUSTER_S3_ACCESS_KEY"],
            secret_key=endpoints["MUSTER_S3_SECRET_KEY"],
            bucket=endpoints["MUSTER_S3_BUCKET"],
        )
    )
    journal = MemoryJournal()
    with ExitStack() as stack:
        nodes = {
            name: stack.enter_context(node_of(tmp_path / name, journal, name, store)) for name in ("n1", "n2")
        }
        cell = Cell(journal, nodes)
        cell.lead()
        stack.callback(cell.end_leader)
        for node, _ in nodes.values():
            node.settings["agent_sandbox_writable"] = tuple(each.shared for each, _ in nodes.values())
            node.up()
            stack.callback(node.down)
        cell.send(QUEUE_COMMANDS, "default", build.founding_queue())
        yield cell


@contextmanager
def node_of(
    home: Path, journal: MemoryJournal, name: str, store: ObjectStore
) -> Generator[tuple[AgentNode, MetadataServer]]:
    """A node that is not up yet, and what its metadata says."""
    home.mkdir()
    with metadata_server() as server:
        node = AgentNode(home, journal, name)
        node.store = store
        node.settings |= {
            "agent_reclaim_source": "aws",
            "agent_reclaim_url": server.url,
            "agent_reclaim_poll_ms": 100,
            "agent_checkpoint_wait_ms": 30_000,
        }
        yield node, server
        end_everything(home)
        node.close()


@pytest.mark.parametrize("broken", ["nothing", "agent", "leader"])
def test_a_job_saves_leaves_and_goes_on_elsewhere(cell: Cell, broken: str) -> None:
    shared, job_id = cell.nodes["n1"][0].shared, f"job-{uuid4().hex[:12]}"
    command = ("sh", "-c", TRAINS.format(shared=shared))
    spec = replace(build.job_spec(checkpoint=True, attempts=1), command=command, grace_ms=2_000)
    cell.send(JOB_COMMANDS, job_id, build.submit(job_id, spec))
    first = cell.wait_for(GangBound)
    cell.wait_for(JobStarted)
    until((shared / "running").exists)
    node, metadata = cell.nodes[first.placements[0].node_id]
    gone = datetime.fromtimestamp(datetime.now(UTC).timestamp() + NOTICE_S, UTC)
    metadata.pages[ACTION] = f'{{"action": "terminate", "time": "{gone:%Y-%m-%dT%H:%M:%SZ}"}}'
    reclaiming = cell.wait_for(NodeReclaiming)
    until((shared / "asked").exists)
    if broken == "agent":
        node.down()
        node.up()
    if broken == "leader":
        cell.end_leader()
        cell.lead()
    (shared / "go").touch()
    second = cell.wait_for(GangBound, 2)
    until((shared / "resumed").exists)
    assert (shared / "resumed").read_text() == "42\n"
    (shared / "end").touch()
    cell.wait_for(JobSucceeded)

    assert reclaiming.node_id == first.placements[0].node_id != second.placements[0].node_id
    told = cell.facts(GangBound, JobStarted, JobStopping, AttemptEnded, JobRequeued, JobSucceeded)
    assert [type(fact).__name__ for fact in told] == [
        "GangBound",
        "JobStarted",
        "JobStopping",
        "AttemptEnded",
        "JobRequeued",
        "GangBound",
        "JobStarted",
        "AttemptEnded",
        "JobSucceeded",
    ]
    stopping, ended = told[2], told[3]
    assert stopping.cause is StopCause.SPOT_RECLAIM
    assert ended.outcome.value == "STOPPED", "and so the only attempt of its budget is not spent"
