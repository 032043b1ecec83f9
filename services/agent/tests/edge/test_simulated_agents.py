"""Thousands of nodes in one process: the same decisions, simulated tasks, on a memory journal."""

from __future__ import annotations

import threading
from argparse import ArgumentTypeError
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from muster.agent.config import Settings
from muster.agent.core.node_list import ListedNode
from muster.agent.edge.simulated.agents import SimulatedAgents
from muster.agent.edge.simulated.node_files import node_file
from muster.events.node_commands import RankAssignment, StartTask, StopTask
from muster.events.node_heartbeats import Executor, NodeHeartbeat
from muster.events.task_events import (
    AgentStarted,
    RefusalReason,
    TaskExited,
    TaskOutcome,
    TaskRefused,
    TaskStarted,
)
from muster.events.topics import NODE_COMMANDS, NODE_HEARTBEATS, TASK_EVENTS
from muster.events.wire.envelope import Envelope
from muster.journal import MemoryJournal, Outgoing
from muster.testkit.offline import offline
from muster.testkit.patience import until
from muster.testkit.tokens import Tokens, TokensOfNode

T = TypeVar("T")
NODES = (ListedNode("sim-a", 64_000, 262_144, 2, "P100"), ListedNode("sim-b", 32_000, 131_072, 0, ""))

ORDER = StartTask(
    node_id="sim-a",
    epoch=1,
    order_seq=1,
    job_id="job-a",
    attempt=1,
    tenant="t",
    job_name="j",
    user="u",
    ranks=(RankAssignment(rank=0, gpu_indices=(0,), gpu_milli=1000),),
    world_size=1,
    master_address="127.0.0.1",
    master_port=1,
    command=("true",),
    env={"MUSTER_SIM_DURATION_MS": "100"},
    grace_ms=1000,
    checkpoint_enabled=False,
)
ENDLESS = replace(ORDER, env={"MUSTER_SIM_DURATION_MS": str(10**12)})


class Cluster:
    """Simulated agents in a thread, and their reports."""

    def __init__(self, home: Path) -> None:
        self.journal = MemoryJournal()
        self._producer = self.journal.producer("test")
        self._reader = self.journal.reader([TASK_EVENTS, NODE_HEARTBEATS], name="test")
        self._seen: list[Any] = []
        settings = offline(Settings, home=home, agent_heartbeat_ms=200)
        tokens = TokensOfNode(Tokens(), "*")
        self.agents = SimulatedAgents(settings, NODES, 10.0, lambda: self.journal, tokens)
        self._thread = threading.Thread(target=self.agents.run)
        self._thread.start()
        until(lambda: self.agents.missing() is None)

    def order(self, *orders: StartTask | StopTask) -> None:
        """Put orders on the log."""
        for order in orders:
            envelope = Envelope(
                event_id=f"{order.order_seq}",
                key=order.node_id,
                occurred_at_ms=1,
                producer="scheduler",
                correlation_id="c",
                payload=order,
            )
            self._producer.send(Outgoing(NODE_COMMANDS, envelope)).result()

    def wait_for(self, kind: type[T], count: int = 1) -> list[T]:
        """Wait until there are `count` reports of a kind, and return them."""
        return until(lambda: found if len(found := self.reports(kind)) >= count else None)

    def reports(self, kind: type[T]) -> list[T]:
        """Return all reports of a kind."""
        self._seen += [delivery.envelope.payload for delivery in self._reader.read_to_end()]
        return [payload for payload in self._seen if isinstance(payload, kind)]

    def close(self) -> None:
        """Stop the agents."""
        self.agents.stop()
        self._thread.join()


@pytest.fixture
def cluster(tmp_path: Path) -> Generator[Cluster]:
    cluster = Cluster(tmp_path)
    yield cluster
    cluster.close()


@pytest.mark.slow
def test_every_node_announces_a_fresh_start_and_sends_heartbeats(cluster: Cluster) -> None:
    started = cluster.wait_for(AgentStarted, 2)
    assert {(s.node_id, s.fresh) for s in started} == {("sim-a", True), ("sim-b", True)}
    beats = cluster.wait_for(NodeHeartbeat, 6)
    assert [b.beat for b in beats if b.node_id == "sim-a"][:2] == [1, 2]
    beat = next(b for b in beats if b.node_id == "sim-a")
    assert (beat.gpu_model, len(beat.gpus), beat.executor) == ("P100", 2, Executor.SIMULATED)


def test_a_task_starts_and_ends_by_itself(cluster: Cluster) -> None:
    cluster.order(ORDER)
    assert cluster.wait_for(TaskExited)[0].outcome is TaskOutcome.SUCCEEDED
    assert cluster.reports(TaskStarted)[0].ranks == (0,)


def test_a_task_fails_with_the_exit_code_it_declares(cluster: Cluster) -> None:
    cluster.order(replace(ORDER, env={"MUSTER_SIM_DURATION_MS": "10", "MUSTER_SIM_EXIT_CODE": "9"}))
    assert cluster.wait_for(TaskExited)[0].message == "rank 0 exited with code 9"


def test_a_stop_ends_a_task_once_and_frees_its_gpu(cluster: Cluster) -> None:
    stop = StopTask(
        node_id="sim-a", epoch=1, order_seq=2, job_id="job-a", attempt=1, grace_ms=1000, reason="test"
    )
    cluster.order(ENDLESS, stop, replace(stop, order_seq=3))
    assert [r.outcome for r in cluster.wait_for(TaskExited)] == [TaskOutcome.STOPPED]
    cluster.order(replace(ORDER, job_id="job-b", order_seq=4))
    assert [r.job_id for r in cluster.wait_for(TaskExited, 2)] == ["job-a", "job-b"]


def test_orders_are_refused_as_on_a_real_node(cluster: Cluster) -> None:
    cluster.order(ENDLESS, replace(ENDLESS, job_id="job-b", order_seq=2))
    refused = cluster.wait_for(TaskRefused)
    assert [(r.job_id, r.reason) for r in refused] == [("job-b", RefusalReason.GPU_BUSY)]


def test_an_invalid_duration_is_refused_and_the_gpu_stays_free(cluster: Cluster) -> None:
    cluster.order(
        replace(ORDER, env={"MUSTER_SIM_DURATION_MS": "NaN"}), replace(ORDER, job_id="job-b", order_seq=2)
    )
    assert "env.MUSTER_SIM_DURATION_MS is 'NaN'" in cluster.wait_for(TaskRefused)[0].message
    assert cluster.wait_for(TaskExited)[0].job_id == "job-b"


@pytest.mark.parametrize("speed", [0.0, -1.0, float("nan")])
def test_an_invalid_speed_is_rejected(speed: float) -> None:
    with pytest.raises(ValueError, match="must be above 0"):
        SimulatedAgents(offline(Settings), NODES, speed, MemoryJournal)


def test_an_invalid_list_is_reported_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "nodes.csv").write_text("what\n")
    with pytest.raises(ArgumentTypeError, match=r"nodes\.csv: line 1"):
        node_file(str(tmp_path / "nodes.csv"))
