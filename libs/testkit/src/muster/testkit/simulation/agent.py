"""A node: carries out orders once, reports, falls silent, reboots, repeats itself; and judges its orders.

What a real agent keeps on disk (orders carried out, the place in node-commands, what runs) survives a restart
and is lost in a reboot with a new disk (`fresh`). Its ranks run through any scheduler outage, and through its
own restart.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from muster.events.envelope import Envelope, Topic
from muster.events.job_events import NodeJoined
from muster.events.node_commands import StartTask, StopTask
from muster.events.node_heartbeats import Location
from muster.events.task_events import (
    AgentStarted,
    AttemptRef,
    CheckpointSaved,
    RankExit,
    RefusalReason,
    TaskExited,
    TaskOutcome,
    TaskRefused,
    TaskStarted,
)
from muster.events.topics import NODE_COMMANDS, NODE_HEARTBEATS, TASK_EVENTS
from muster.journal import Clock, MemoryJournal, Outgoing, Reader, Start
from muster.testkit import build

Key = tuple[str, int]
"""(job_id, attempt)."""


@dataclass(slots=True)
class _Task:
    order: StartTask
    ends_at_ms: int
    outcome: TaskOutcome


class Agent:
    """One node's agent.

    Attributes:
        started: Attempts whose ranks ran here, in order; each at most once.
        faults: What it was ordered and must not have been.
        silent_until_ms: Neither hears nor speaks before; its ranks run on.
    """

    def __init__(
        self, joined: NodeJoined, journal: MemoryJournal, clock: Clock, chance: random.Random
    ) -> None:
        self._joined = joined
        self._journal = journal
        self._clock = clock
        self._chance = chance
        self._producer = journal.producer(joined.node_id)
        self._boots = 0
        self._events = 0
        self._beats = 0
        self._next_beat_ms = 0
        self._running: dict[Key, _Task] = {}
        self._refused: set[Key] = set()
        self._unsent: list[Any] = []
        self._epoch = 0
        self._order_seq_last = -1
        self.started: list[Key] = []
        self.faults: list[str] = []
        self.silent_until_ms = 0
        self._orders = self._reader_from(Start.END)
        self.boot(fresh=True)

    @property
    def node_id(self) -> str:
        """Its node."""
        return self._joined.node_id

    def boot(self, *, fresh: bool) -> None:
        """Start anew; `fresh`: with an empty disk, and nothing of before runs."""
        self._boots += 1
        self._next_beat_ms = 0
        if fresh:
            self._orders = self._reader_from(Start.END)
            self._running.clear()
            self._refused.clear()
            self._unsent.clear()
            self._order_seq_last, self._epoch = -1, 0
        else:
            vanished = [key for key in self._running if self._chance.random() < 0.2]
            for key in vanished:
                del self._running[key]
        refs = tuple(AttemptRef(job_id=job_id, attempt=attempt) for job_id, attempt in self._running)
        self._say(
            AgentStarted(
                node_id=self.node_id,
                boot_id=f"boot-{self._boots}",
                fresh=fresh,
                order_seq_last=self._order_seq_last,
                running=refs,
            )
        )

    def relocate(self, location: Location) -> None:
        """The network around the node changes; its ranks run on."""
        self._joined = replace(self._joined, location=location)

    def turn(self) -> None:
        """Hear, do, speak; unless cut off."""
        now_ms = self._clock.now_ms()
        if now_ms < self.silent_until_ms:
            return
        self._beat(now_ms)
        for delivery in self._orders.poll(100, 0):
            payload = delivery.envelope.payload
            if isinstance(payload, StartTask | StopTask) and payload.node_id == self.node_id:
                self._carry_out(payload, now_ms)
        for key, task in list(self._running.items()):
            if task.ends_at_ms <= now_ms:
                self._end(key, task.outcome)
        self._send()

    def _carry_out(self, order: StartTask | StopTask, now_ms: int) -> None:
        key = order.job_id, order.attempt
        if order.epoch < self._epoch:
            self.faults.append(f"{self.node_id}: order of epoch {order.epoch} after {self._epoch}")
            return
        self._epoch = order.epoch
        if order.order_seq < self._order_seq_last:
            self.faults.append(f"{self.node_id}: order_seq {order.order_seq} after {self._order_seq_last}")
        self._order_seq_last = order.order_seq
        if isinstance(order, StopTask):
            self._refused.add(key)
            if key in self._running:
                self._end(key, TaskOutcome.STOPPED)
        elif key in self._refused:
            return
        elif key in self.started:
            self.faults.append(f"{self.node_id}: {key} was ordered twice")
        else:
            self._start(key, order, now_ms)

    def _start(self, key: Key, order: StartTask, now_ms: int) -> None:
        if self._chance.random() < 0.03:
            self._refuse(key, order)
            return
        self._check_gpus(order)
        outcomes = [TaskOutcome.SUCCEEDED] * 16 + [TaskOutcome.FAILED] * 3 + [TaskOutcome.LOST]
        ends_at_ms = now_ms + self._chance.randrange(50, 20_000)
        self._running[key] = _Task(order, ends_at_ms, self._chance.choice(outcomes))
        self.started.append(key)
        ranks = tuple(rank.rank for rank in order.ranks)
        self._say(TaskStarted(node_id=self.node_id, job_id=order.job_id, attempt=order.attempt, ranks=ranks))
        if self._chance.random() < 0.1:
            self._say(_checkpoint(self.node_id, order))

    def _check_gpus(self, order: StartTask) -> None:
        used = dict.fromkeys(range(self._joined.gpu_count), 0)
        for running in (order, *(task.order for task in self._running.values())):
            for rank in running.ranks:
                for index in rank.gpu_indices:
                    used[index] += rank.gpu_milli
        over = {index: milli for index, milli in used.items() if milli > 1_000}
        if over:
            self.faults.append(f"{self.node_id}: GPUs given twice: {over} by {order.job_id}/{order.attempt}")

    def _refuse(self, key: Key, order: StartTask) -> None:
        self._refused.add(key)
        reason = self._chance.choice((RefusalReason.CANNOT_START, RefusalReason.FILES_UNAVAILABLE))
        self._say(
            TaskRefused(
                node_id=self.node_id,
                job_id=order.job_id,
                attempt=order.attempt,
                epoch=order.epoch,
                order_seq=order.order_seq,
                reason=reason,
            )
        )

    def _end(self, key: Key, outcome: TaskOutcome) -> None:
        task = self._running.pop(key)
        code = {TaskOutcome.SUCCEEDED: 0, TaskOutcome.FAILED: 1}.get(outcome)
        exits = tuple(RankExit(rank=rank.rank, exit_code=code) for rank in task.order.ranks)
        self._say(
            TaskExited(node_id=self.node_id, job_id=key[0], attempt=key[1], outcome=outcome, exits=exits)
        )

    def _beat(self, now_ms: int) -> None:
        if now_ms < self._next_beat_ms:
            return
        self._next_beat_ms = now_ms + self._joined.interval_ms + self._chance.randrange(500)
        self._beats += 1
        unhealthy = (0,) if self._joined.gpu_count and self._chance.random() < 0.02 else ()
        self._append(NODE_HEARTBEATS, build.beat(self._joined, self._beats, unhealthy))

    def _say(self, payload: Any) -> None:
        self._unsent.append(payload)

    def _send(self) -> None:
        """In order; now and then something twice, as a producer that died before the answer would."""
        for payload in self._unsent:
            self._append(TASK_EVENTS, payload, twice=self._chance.random() < 0.05)
        self._unsent.clear()

    def _append(self, topic: Topic, payload: Any, *, twice: bool = False) -> None:
        self._events += 1
        envelope = Envelope(
            event_id=f"{self.node_id}-{self._boots}-{self._events}",
            key=self.node_id,
            occurred_at_ms=self._clock.now_ms(),
            producer=self.node_id,
            correlation_id=self.node_id,
            payload=payload,
        )
        for _ in range(1 + twice):
            self._producer.send(Outgoing(topic, envelope))

    def _reader_from(self, start: Start) -> Reader:
        return self._journal.reader((NODE_COMMANDS,), start=start, name=self._joined.node_id)


def _checkpoint(node_id: str, order: StartTask) -> CheckpointSaved:
    return CheckpointSaved(
        node_id=node_id,
        job_id=order.job_id,
        attempt=order.attempt,
        rank=order.ranks[0].rank,
        file="step-1.npz",
        uri=f"s3://muster/checkpoints/{order.job_id}/{order.attempt}/step-1.npz",
        sha256="0" * 64,
        size_bytes=1,
    )
