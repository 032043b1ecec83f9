"""A deciding service under chaos: two processes that contend, clients, one clock, one generator.

Real are the role, its leader, machine, stores and snapshots; the connection, clocks and object store are the
simulation's. `names_world` and `chores_world` say which service, what is asked of it, and what must hold.
"""

from __future__ import annotations

import random
import threading
import traceback
from abc import ABC, abstractmethod
from typing import Any

from muster.deciding import DecidingRole, DecidingService, MemoryStore, Snapshots, verify
from muster.deciding.machine import DecidingMachine
from muster.events.topics import PROCESS_LEASE
from muster.events.wire.deciding_log import DecidedBatch
from muster.events.wire.envelope import Topic
from muster.journal import CommitFate, Leader, ManualClock, MemoryFaults, MemoryJournal, SharedLease
from muster.testkit.simulation.chaos import Chaos
from muster.testkit.simulation.clock import ProcessClock
from muster.testkit.simulation.history import Died, History
from muster.testkit.simulation.network import Connection
from muster.testkit.simulation.objects import MemoryObjects
from muster.testkit.simulation.replica import Contender
from muster.testkit.simulation.surroundings import Surroundings
from muster.testkit.simulation.world import Report

CELL = "c"
CALM_ROUNDS = 150


class DecidingProcess(Contender):
    """A process of a deciding service."""

    def __init__(
        self,
        service: DecidingService,
        name: str,
        connection: Connection,
        clock: ProcessClock,
        around: Surroundings,
    ) -> None:
        self._service = service
        super().__init__(name, connection, clock, around)

    @property
    def machine(self) -> DecidingMachine:
        """What it runs."""
        return self._role.machine

    def entities(self) -> list[Any]:
        """Everything in its store."""
        with self._store.dump() as entries:
            return list(entries)

    def _start(self, stop: threading.Event) -> tuple[Leader, DecidingMachine]:
        self._store = MemoryStore()
        producer = self.connection.producer(self.name)
        self._role = DecidingRole(
            self._service,
            cell=CELL,
            journal=self.connection,
            store=self._store,
            snapshots=Snapshots(self._objects, self._service.name, CELL, self._later),
            lease=SharedLease(producer, process_id=self.name, clock=self.clock),
            process_id=self.name,
            stop=stop,
            clock=self.clock,
            chance=self._chance.random,
        )
        return self._role.leader, self._role.machine


class DecidingWorld(ABC):
    """Two processes of a service and whoever uses it.

    Args:
        service: Which.
        topics: Every topic of it.
        seed: Of the history.
        chaos: What goes wrong.
    """

    def __init__(self, service: DecidingService, topics: tuple[Topic, ...], seed: int, chaos: Chaos) -> None:
        self._service = service
        self._seed = seed
        self._chaos = chaos
        self._chance = random.Random(f"{service.name} {seed}")  # noqa: S311  (to be repeated, not to be secret)
        self._clock = ManualClock()
        self._calm = False
        self._sent: int = 0
        self._history = History(self._clock)
        faults = MemoryFaults(fates=self._fate)
        self._journal = MemoryJournal((*topics, PROCESS_LEASE), clock=self._clock, faults=faults)
        self._objects = MemoryObjects(self._around_put)
        self._around = Surroundings(self._objects, self._chance, self._happens, self._history)
        self._processes = [self._process(name, self._around) for name in ("red", "blue")]
        self._client = self._journal.producer("client")

    def run(self) -> Report:
        """Chaos, calm, judgement."""
        for _ in range(self._chaos.rounds):
            self._go_wrong()
            self._round()
        self._calm, self._objects.down = True, False
        for process in self._processes:
            process.connection.cut, process.stalled_until_ms = False, 0
        for _ in range(CALM_ROUNDS):
            self._round()
        return self._report(self._breaches())

    def interrupted(self, error: Exception) -> Report:
        """The report of a history that a process's error ended."""
        where = "".join(traceback.format_exception(error)[-3:])
        return self._report([f"a process ended with {type(error).__name__}: {error}\n{where}"])

    @abstractmethod
    def _ask(self) -> None:
        """A client asks for something."""

    @abstractmethod
    def _judge(self, machine: DecidingMachine) -> list[str]:
        """What does not hold of the log and the leader's state."""

    def _process(self, name: str, around: Surroundings) -> DecidingProcess:
        clock = ProcessClock(self._clock)
        return DecidingProcess(self._service, name, self._connection(), clock, around)

    def _connection(self) -> Connection:
        return Connection(self._journal, self._happens, self._chance.shuffle)

    def _round(self) -> None:
        self._clock.advance(self._chance.choice((400,) if self._calm else (1, 100, 1_000, 3_000)))
        for process in self._chance.sample(self._processes, 2):
            process.take_steps(8 if self._calm else self._chance.randrange(1, 6))

    def _go_wrong(self) -> None:
        chance = self._chance
        process = chance.choice(self._processes)
        if chance.random() < self._chaos.ask:
            self._ask()
        if self._happens("stall"):
            process.stalled_until_ms = self._clock.monotonic_ms() + chance.randrange(20_000)
            self._history.add(process.name, "stands still")
        if self._happens("stop"):
            process.stop()
        if self._happens("cut"):
            process.connection.cut = True
        if chance.random() < 0.1:
            process.connection.cut = False
        if self._happens("clock_set"):
            process.clock.ahead_ms = chance.randrange(-10_000, 10_000)
        if self._happens("store_down"):
            self._objects.down = not self._objects.down

    def _batches(self) -> list[DecidedBatch]:
        """The log."""
        read = self._journal.reader([self._service.log], name="judge").read_to_end()
        return [d.envelope.payload for d in read if isinstance(d.envelope.payload, DecidedBatch)]

    def _breaches(self) -> list[str]:
        verify(self._service, self._journal, cell=CELL)
        shared = (self._chance, self._happens, self._history)
        rebuilt = self._process("rebuilt", Surroundings(MemoryObjects(), *shared))
        resumed = self._process("resumed", self._around)
        for process in (rebuilt, resumed):
            process.take_steps(1)
        leaders = [process for process in self._processes if process.leading]
        newest = max(leaders, key=lambda process: process.machine.reached.epoch, default=None)
        if newest is None:
            return ["nobody leads after the calm"]
        breaches = [
            f"{other.name} and the leader differ"
            for other in (rebuilt, resumed)
            if other.entities() != newest.entities()
        ]
        return breaches + self._judge(newest.machine)

    def _report(self, breaches: list[str]) -> Report:
        return Report(
            seed=self._seed,
            chaos=self._chaos,
            jobs=self._sent,
            epochs=max(process.machine.reached.epoch for process in self._processes),
            batches=max(process.machine.reached.batches for process in self._processes),
            counts=dict(self._history.counts),
            breaches=tuple(breaches),
            lines=self._history.lines,
            world=self._service.name,
        )

    def _happens(self, fault: str) -> bool:
        return not self._calm and self._chance.random() < getattr(self._chaos, fault)

    def _around_put(self) -> None:
        if self._happens("crash"):
            raise Died

    def _fate(self, count: int) -> CommitFate:
        del count
        if not self._happens("commit_unknown"):
            return CommitFate.COMMITTED
        return self._chance.choice((CommitFate.UNKNOWN_COMMITTED, CommitFate.UNKNOWN_LOST))


def lived(world: DecidingWorld) -> Report:
    """The report of a world; an error of a process is a breach."""
    try:
        return world.run()
    except Exception as error:
        return world.interrupted(error)
