"""Work orders under chaos: the chores service, and workers that die, are cut off and start again.

Real are the deciding role and the worker's protocol; what a worker's children do is simulated: some take
long, some die, poison always does. A worker that dies takes its children along.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from muster.deciding.machine import DecidingMachine
from muster.deciding.work import Worker, WorkerSettings
from muster.events.shared.work_orders import WorkEnded, WorkLost, WorkOrdered, WorkParked
from muster.journal import Outgoing
from muster.testkit.samples.chores import LEASE_MS, QUEUE, ChoresTopics, ask, chores
from muster.testkit.simulation.chaos import Chaos
from muster.testkit.simulation.report import Report
from muster.testkit.simulation.surroundings.clock import ProcessClock
from muster.testkit.simulation.worlds.deciding import DecidingWorld

TOPICS = ChoresTopics("simulated")
SERVICE = chores(TOPICS, snapshot_every_batches=7, facts_max=6)
POISON = b"poison"
DEATHS_MAX = 2
LOSSES_MAX = 5


class SimulatedChild:
    """A body that ends after a while, or dies of it."""

    def __init__(self, clock: ProcessClock, ends_at_ms: int, *, dies: bool) -> None:
        self._clock = clock
        self._ends_at_ms = ends_at_ms
        self._dies = dies

    def ended(self) -> tuple[bool, bytes] | None:
        """See Child."""
        if self._clock.monotonic_ms() < self._ends_at_ms:
            return None
        return self._dies, b"it died" if self._dies else b"done"

    def kill(self) -> None:
        """Do nothing: it leaves nothing behind."""


class ChoresWorld(DecidingWorld):
    """Clients ask for work, three workers do it."""

    def __init__(self, seed: int, chaos: Chaos) -> None:
        super().__init__(SERVICE, TOPICS.all(), seed, chaos)
        self._poison: set[str] = set()
        self._connections = {name: self._connection() for name in ("u", "v", "w")}
        self._workers = {name: self._worker(name) for name in self._connections}

    def _worker(self, name: str) -> Worker:
        """A worker as it starts; a connection that is cut does not let it."""
        clock = ProcessClock(self._clock)
        self._connections[name].cut = False
        settings = WorkerSettings(
            worker_id=name, orders=TOPICS.orders, reports=TOPICS.reports, slots=2, lease_ms=LEASE_MS
        )
        begin = self._child(clock)
        stop = threading.Event()
        return Worker(self._connections[name], settings, begin, clock=clock, stop=stop)

    def _child(self, clock: ProcessClock) -> Callable[[bytes], SimulatedChild]:
        def begin(body: bytes) -> SimulatedChild:
            ends_at_ms = clock.monotonic_ms() + self._chance.choice((0, 300, 2_000, 5_000))
            dies = body == POISON or self._happens("ranks_lost")
            return SimulatedChild(clock, ends_at_ms, dies=dies)

        return begin

    def _round(self) -> None:
        super()._round()
        if self._calm:
            for connection in self._connections.values():
                connection.cut = False
        for name in self._chance.sample(sorted(self._workers), 3):
            for _ in range(8 if self._calm else self._chance.randrange(6)):
                self._workers[name].advance()
                if self._happens("crash"):
                    self._restart(name)

    def _go_wrong(self) -> None:
        super()._go_wrong()
        name = self._chance.choice(sorted(self._workers))
        if self._happens("cut"):
            self._connections[name].cut = True
        if self._chance.random() < 0.1:
            self._connections[name].cut = False
        if self._happens("stop"):
            self._restart(name)

    def _restart(self, name: str) -> None:
        self._history.add(name, "a worker died")
        self._clock.advance(1)  # a later start is a later incarnation
        self._workers[name] = self._worker(name)

    def _ask(self) -> None:
        """Work, some of it poison; some commands come twice."""
        self._sent += 1
        work_id = f"n{self._sent}"
        if self._chance.random() < 0.15:
            self._poison.add(work_id)
        body = POISON if work_id in self._poison else b"work"
        command = ask(work_id, self._chance.randrange(3), body)
        for _ in range(1 + (self._chance.random() < 0.2)):
            self._client.send(Outgoing(TOPICS.commands, command))

    def _breaches(self, machine: DecidingMachine) -> list[str]:
        """Check that every item ended once, by its newest attempt, or is parked (two deaths, five losses)."""
        facts = [fact.payload for batch in self._batches() for fact in batch.facts]
        lost = [fact for fact in facts if isinstance(fact, WorkLost)]
        deaths = Counter(fact.work_id for fact in lost if fact.died)
        losses = Counter(fact.work_id for fact in lost if not fact.died)
        ended = Counter(fact.work_id for fact in facts if isinstance(fact, WorkEnded))
        parked = Counter(fact.work_id for fact in facts if isinstance(fact, WorkParked))
        breaches = list(_misnumbered(facts))
        for work_id in (f"n{number}" for number in range(1, self._sent + 1)):
            if ended[work_id] + parked[work_id] != 1:
                breaches.append(f"{work_id} ended {ended[work_id]} times, parked {parked[work_id]} times")
            if (deaths[work_id] >= DEATHS_MAX or losses[work_id] >= LOSSES_MAX) != bool(parked[work_id]):
                told = f"died {deaths[work_id]} times, lost {losses[work_id]} workers"
                breaches.append(f"{work_id} {told}, parked {parked[work_id]} times")
            if work_id in self._poison and ended[work_id]:
                breaches.append(f"{work_id} is poison and has a result")
        if {work_id for work_id, _ in QUEUE.parked(machine.state)} != set(parked):
            breaches.append("the list of parked work is not what the log says")
        counts = {"parked": len(parked), "work ended": len(ended), "work lost": len(lost)}
        self._history.counts.update(counts)
        return breaches


def _misnumbered(facts: Sequence[Any]) -> Iterator[str]:
    """Attempts count from 1 without a gap, and only the newest one's result counts."""
    attempts: Counter[str] = Counter()
    for fact in facts:
        if isinstance(fact, WorkOrdered):
            attempts[fact.work_id] += 1
            if fact.attempt != attempts[fact.work_id]:
                yield f"{fact.work_id}: attempt {fact.attempt} is not number {attempts[fact.work_id]}"
        elif isinstance(fact, WorkEnded) and fact.attempt != attempts[fact.work_id]:
            yield f"{fact.work_id}: the result of attempt {fact.attempt} counted"


def simulate_chores(seed: int, chaos: Chaos | None = None) -> Report:
    """Live through one history of work orders; the same seed and chaos, the same history."""
    return ChoresWorld(seed, chaos or Chaos.drawn(seed)).lived()
