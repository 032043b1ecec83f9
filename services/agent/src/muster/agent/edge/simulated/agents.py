"""SimulatedAgents: the agents of thousands of nodes in one process, on the real log.

The same core decides about orders as on a real node; only the tasks are simulated. One reader, one producer,
one heap of timers: the next heartbeat of every node, the end of every task. Nothing is on disk, so a restart
is `fresh`: the scheduler gives up what ran, as if every machine had restarted.

It does not take the steps of `LogSession`: a session has a reader, a memory and an outbox of its own. With
one for each of 1,500 nodes every order would be decoded 1,500 times, and idle rounds would keep a core busy.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import math
import queue
import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from typing import assert_never

from muster.agent.config import Settings
from muster.agent.core.ledger import (
    Decision,
    Forestall,
    Ignore,
    Ledger,
    Refuse,
    Start,
    Stop,
    TaskKey,
    decide,
    evolve,
    grace_of,
    record_of,
    refusal_of,
)
from muster.agent.core.made_up_network import made_up_location
from muster.agent.core.node_list import ListedNode
from muster.agent.core.outcome import exit_of
from muster.agent.core.reports import Origin, Reporter, TaskReport
from muster.agent.core.simulation import (
    SimulatedEnd,
    busy_percent,
    simulated_end,
    simulated_usage,
    stopped_exits,
    stopping_ms,
)
from muster.agent.core.supervision import EndCause, Grace
from muster.agent.edge.credential.keeper import TokenKeeper, Tokens
from muster.agent.edge.credential.node_api import NodeApi
from muster.agent.edge.credential.speaking import SpeakingProducer
from muster.agent.edge.protocol.connection import Connect, to_log
from muster.agent.edge.protocol.heartbeats import AGENT_VERSION
from muster.events.node_commands import StartTask, StopTask, TestNode
from muster.events.node_heartbeats import Executor, GpuState, Location, NodeHeartbeat
from muster.events.task_events import AgentStarted, NodeTested, RefusalReason, TaskExited, TaskStarted
from muster.events.topics import NODE_COMMANDS, NODE_HEARTBEATS, TASK_EVENTS
from muster.events.wire.datum import Record
from muster.journal import (
    Delivery,
    Outgoing,
    Position,
    Producer,
    Reader,
    SystemClock,
    Unavailable,
    UnknownTopic,
)
from muster.journal import Start as StartReading
from muster.journal.errors import SchemaMissing
from muster.service import Context, Work
from muster.service.collector import collect_rarely

TICK_MS = 20
"""Timers run at multiples of this; orders are taken at most twice in it, so that reports leave together."""
BEATS_TOGETHER_MS = 250
"""Nodes send heartbeats in groups, this far apart: most of a heartbeat's cost is its request."""
IDLE_MS = 500
CONNECT_AGAIN_S = 1.0
TOKEN_LOOK_S = 0.05
LAST_WORDS_S = 5.0
ORDERS_PER_POLL = 1_000
PORT_FIRST, PORT_COUNT = 20_000, 10_000
"""Rendezvous ports to give out; nothing listens on them."""

_log = logging.getLogger(__name__)


@dataclass
class _Task:
    """A simulated task and its one valid end; timers for other ends do nothing."""

    start: StartTask
    origin: Origin
    trace: Mapping[str, str]
    end: SimulatedEnd
    due_ms: float


@dataclass
class _Node:
    reporter: Reporter
    gpu_count: int
    beat: NodeHeartbeat
    ledger: Ledger = field(default_factory=Ledger)
    tasks: dict[TaskKey, _Task] = field(default_factory=dict[TaskKey, _Task])


def start(context: Context[Settings]) -> Work:
    """The role `sim`."""
    collect_rarely()
    arguments = context.arguments
    agents = SimulatedAgents(context.settings, arguments.nodes, arguments.speed, to_log(context))
    return Work(run=agents.run, stop=agents.stop, missing=agents.missing)


class SimulatedAgents:
    """The agents of every node of a list.

    Args:
        settings: Those of heartbeats and lease apply.
        nodes: The list.
        speed: Factor by which tasks run faster than real time; heartbeats keep real time.
        connect: Creates the journal.
        tokens: Source of tokens for reports; default: the API.

    Raises:
        ValueError: speed is not above 0.
    """

    def __init__(
        self,
        settings: Settings,
        nodes: Sequence[ListedNode],
        speed: float,
        connect: Connect,
        tokens: Tokens | None = None,
    ) -> None:
        if not speed > 0:
            raise ValueError(f"speed is {speed}; must be above 0")
        self._connect = connect
        self._speed = speed
        self._heartbeat_ms = settings.agent_heartbeat_ms
        self._boot_id = uuid.uuid4().hex
        self._clock = SystemClock()
        api = tokens or NodeApi(settings.api_url, settings.enrolment_file)
        folder = settings.home / "agent" / settings.agent_node_id
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._keeper = TokenKeeper(api, folder / "token-of-simulated", self._clock)
        self._nodes = {
            node.node_id: self._node(node, made_up_location(index), settings.agent_lease_ms)
            for index, node in enumerate(nodes)
        }
        self._timers: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = itertools.count()
        self._again: queue.SimpleQueue[Outgoing] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._producer: Producer | None = None

    def run(self) -> None:
        """Get a token, connect, announce every node, then serve until `stop` is called."""
        keeping = threading.Thread(target=self._keeper.run, args=[self._stopping], name="token", daemon=True)
        keeping.start()
        try:
            self._connect_and_serve()
        finally:
            self._stopping.set()  # also after an error: the thread ends too

    def stop(self) -> None:
        """Make `run` return; may be called from any thread."""
        self._stopping.set()

    def missing(self) -> str | None:
        """Why the agents are not ready, for /readyz; None: they are."""
        return self._keeper.missing() or (None if self._producer else "the log does not answer yet")

    def _connect_and_serve(self) -> None:
        while self._keeper.missing() and not self._stopping.wait(TOKEN_LOOK_S):
            pass
        while not self._stopping.is_set():
            try:
                journal = self._connect()
                reader = journal.reader([NODE_COMMANDS], start=StartReading.END, name="agent-sim")
            except (Unavailable, UnknownTopic, SchemaMissing) as error:
                _log.warning("waiting for the log: %s", error)
                self._stopping.wait(CONNECT_AGAIN_S)
            else:
                producer = SpeakingProducer(journal.producer("agent-sim"), self._keeper.authorization)
                with closing(reader):
                    self._serve(producer, reader)

    def _serve(self, producer: Producer, reader: Reader) -> None:
        self._producer = producer
        self._announce(producer)
        now_ms = self._clock.monotonic_ms()
        for index, node in enumerate(self._nodes.values()):
            group = self._heartbeat_ms * index // len(self._nodes) // BEATS_TOGETHER_MS
            self._beat_at(node, now_ms + group * BEATS_TOGETHER_MS)
        while not self._stopping.is_set():
            started_ms = self._clock.monotonic_ms()
            for delivery in reader.poll(ORDERS_PER_POLL, self._idle_s(started_ms)):
                self._take(delivery)
            self._run_timers()
            self._send_again()
            # Orders that arrive singly must not turn this into a busy loop.
            spent_ms = self._clock.monotonic_ms() - started_ms
            self._stopping.wait(max(0, TICK_MS / 2 - spent_ms) / 1000)
        _flush(producer)

    def _announce(self, producer: Producer) -> None:
        """Announce every node as fresh. Orders are read from where the log ended before."""
        for node_id, node in self._nodes.items():
            started = AgentStarted(
                node_id=node_id, boot_id=self._boot_id, fresh=True, order_seq_last=-1, running=()
            )
            self._send(Outgoing(TASK_EVENTS, node.reporter.started(started, self._clock.now_ms())))
        _flush(producer)  # the scheduler should read it before the first beat
        _log.info("agents of %d simulated nodes", len(self._nodes))

    def _take(self, delivery: Delivery[Record]) -> None:
        """Handle one record of node-commands."""
        order = delivery.envelope.payload
        assert isinstance(order, StartTask | StopTask | TestNode)  # noqa: S101  (the topic's only records)
        node = self._nodes.get(order.node_id)
        if node is None:
            return
        if isinstance(order, TestNode):  # a machine that is made up has nothing wrong
            tested = NodeTested(node_id=order.node_id, checks=())
            made = node.reporter.tested(tested, self._boot_id, order.order_seq, self._clock.now_ms())
            self._send(Outgoing(TASK_EVENTS, made))
            return
        decision = decide(node.ledger, order, gpu_count=node.gpu_count)
        if record := record_of(decision):
            node.ledger = evolve(node.ledger, record)
        self._carry_out(node, decision, delivery)

    def _carry_out(self, node: _Node, decision: Decision, delivery: Delivery[Record]) -> None:
        origin = Origin(delivery.envelope.correlation_id, delivery.envelope.event_id)
        match decision:
            case Start(order):
                self._start(node, order, origin, delivery.trace)
            case Stop(order):
                self._stop(node, node.tasks[TaskKey.of(order)], grace_of(order))
            case Refuse(refusal):
                self._report(node, refusal, origin, delivery.trace)
            case Ignore(order, why):
                _log.info("ignored an order for %s/%s: %s", order.job_id, order.attempt, why)
            case Forestall():
                pass  # the stop of a task that never ran is remembered, not reported
            case _:
                assert_never(decision)

    def _start(self, node: _Node, order: StartTask, origin: Origin, trace: Mapping[str, str]) -> None:
        try:
            end = simulated_end(order, speed=self._speed)
            stopping_ms(order, Grace(0), speed=self._speed)
            busy_percent(order)
        except ValueError as error:
            refusal = refusal_of(order, RefusalReason.CANNOT_START, str(error))
            node.ledger = evolve(node.ledger, refusal)
            self._report(node, refusal, origin, trace)
            return
        ranks = tuple(sorted(rank.rank for rank in order.ranks))
        started = TaskStarted(node_id=order.node_id, job_id=order.job_id, attempt=order.attempt, ranks=ranks)
        self._report(node, started, origin, trace)
        task = _Task(order, origin, trace, end, self._clock.monotonic_ms() + end.after_ms)
        node.tasks[TaskKey.of(order)] = task
        self._at(task.due_ms, partial(self._end, node, task, end))

    def _stop(self, node: _Node, task: _Task, grace: Grace) -> None:
        after_ms = stopping_ms(task.start, grace, speed=self._speed)
        due_ms = self._clock.monotonic_ms() + after_ms
        if due_ms < task.due_ms:
            task.end = SimulatedEnd(after_ms, EndCause.STOPPED, stopped_exits(task.start))
            task.due_ms = due_ms
            self._at(due_ms, partial(self._end, node, task, task.end))

    def _end(self, node: _Node, task: _Task, end: SimulatedEnd) -> None:
        if task.end is not end:
            return  # it was stopped before
        report: TaskExited = exit_of(task.start, end.cause, end.exits)
        node.ledger = evolve(node.ledger, report)
        del node.tasks[TaskKey.of(task.start)]
        self._report(node, report, task.origin, task.trace)

    def _beat_at(self, node: _Node, due_ms: float) -> None:
        self._at(due_ms, partial(self._beat, node, due_ms))

    def _beat(self, node: _Node, due_ms: float) -> None:
        usage = simulated_usage((task.start for task in node.tasks.values()), node.gpu_count)
        stored = node.ledger.order_seq_last
        node.beat = replace(node.beat, beat=node.beat.beat + 1, usage=usage, order_seq_stored=stored)
        envelope = node.reporter.heartbeat(node.beat, self._clock.now_ms())
        self._sender().send(Outgoing(NODE_HEARTBEATS, envelope))  # a lost beat is made up for by the next
        self._beat_at(node, max(due_ms, self._clock.monotonic_ms() - BEATS_TOGETHER_MS) + self._heartbeat_ms)

    def _report(self, node: _Node, report: TaskReport, origin: Origin, trace: Mapping[str, str]) -> None:
        envelope = node.reporter.task(report, origin, self._clock.now_ms())
        self._send(Outgoing(TASK_EVENTS, envelope, trace))

    def _send(self, outgoing: Outgoing) -> None:
        def note_answer(answer: Future[Position]) -> None:
            if answer.exception():
                self._again.put(outgoing)

        self._sender().send(outgoing).add_done_callback(note_answer)

    def _send_again(self) -> None:
        """Send reports again that the log did not take."""
        for _ in range(self._again.qsize()):
            self._send(self._again.get())

    def _sender(self) -> Producer:
        assert self._producer  # noqa: S101  (nothing is sent before it exists)
        return self._producer

    def _at(self, due_ms: float, action: Callable[[], None]) -> None:
        tick_ms = math.ceil(due_ms / TICK_MS) * TICK_MS
        heapq.heappush(self._timers, (tick_ms, next(self._numbers), action))

    def _idle_s(self, now_ms: float) -> float:
        """Seconds for which nothing is due."""
        next_ms = self._timers[0][0] if self._timers else now_ms + IDLE_MS
        return min(max(next_ms - now_ms, 0), IDLE_MS) / 1000

    def _run_timers(self) -> None:
        now_ms = self._clock.monotonic_ms()
        while self._timers and self._timers[0][0] <= now_ms:
            heapq.heappop(self._timers)[2]()

    def _node(self, listed: ListedNode, location: Location, lease_ms: int) -> _Node:
        beat = NodeHeartbeat(
            node_id=listed.node_id,
            boot_id=self._boot_id,
            beat=0,
            interval_ms=self._heartbeat_ms,
            lease_ms=lease_ms,
            address="127.0.0.1",
            port_first=PORT_FIRST,
            port_count=PORT_COUNT,
            cpu_milli=listed.cpu_milli,
            memory_mib=listed.memory_mib,
            gpu_model=listed.gpu_model,
            gpus=tuple(GpuState(index=index, healthy=True) for index in range(listed.gpu_count)),
            executor=Executor.SIMULATED,
            agent_version=AGENT_VERSION,
            location=location,
        )
        return _Node(Reporter(listed.node_id), listed.gpu_count, beat)


def _flush(producer: Producer) -> None:
    try:
        producer.flush(LAST_WORDS_S)
    except Unavailable as error:
        _log.warning("the log does not take reports now: %s", error)
