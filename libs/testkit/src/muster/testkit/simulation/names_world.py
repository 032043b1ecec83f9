"""A deciding service under the same chaos: two processes of the service in `testkit.samples.names`.

Real are the role, its leader, machine, stores and snapshots; the connection, clocks and object store are the
simulation's.
"""

from __future__ import annotations

import random
import threading
import traceback
from collections import Counter
from typing import Any

from muster.deciding import DecidingRole, MemoryStore, Snapshots, verify
from muster.deciding.machine import DecidingMachine
from muster.events.topics import PROCESS_LEASE
from muster.events.wire.deciding_log import DecidedBatch
from muster.journal import CommitFate, Leader, ManualClock, MemoryFaults, MemoryJournal, Outgoing, SharedLease
from muster.testkit.samples.names.core import NAMES, ORGANISATIONS
from muster.testkit.samples.names.records import (
    NameCommandRepeated,
    NamesTopics,
    OrganisationLeft,
    ReleaseName,
    SetQuota,
    TakeName,
)
from muster.testkit.samples.names.service import asked, names_service
from muster.testkit.simulation.chaos import Chaos
from muster.testkit.simulation.clock import ProcessClock
from muster.testkit.simulation.history import Died, History
from muster.testkit.simulation.network import Connection
from muster.testkit.simulation.objects import MemoryObjects
from muster.testkit.simulation.replica import Contender
from muster.testkit.simulation.surroundings import Surroundings
from muster.testkit.simulation.world import Report

TOPICS = NamesTopics()
SERVICE = names_service(TOPICS, snapshot_every_batches=5, facts_max=4)
CELL = "c"
CALM_ROUNDS = 150


class NamesProcess(Contender):
    """A process of the names service."""

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
            SERVICE,
            cell=CELL,
            journal=self.connection,
            store=self._store,
            snapshots=Snapshots(self._objects, "names", CELL, self._later),
            lease=SharedLease(producer, process_id=self.name, clock=self.clock),
            process_id=self.name,
            stop=stop,
            clock=self.clock,
            chance=self._chance.random,
        )
        return self._role.leader, self._role.machine


class NamesWorld:
    """Two processes of a deciding service, clients, one clock, one generator."""

    def __init__(self, seed: int, chaos: Chaos) -> None:
        self._seed = seed
        self._chaos = chaos
        self._chance = random.Random(f"names {seed}")  # noqa: S311  (to be repeated, not to be secret)
        self._clock = ManualClock()
        self._calm = False
        self._sent = 0
        self._history = History(self._clock)
        topics = (*TOPICS.all(), PROCESS_LEASE)
        self._journal = MemoryJournal(topics, clock=self._clock, faults=MemoryFaults(fates=self._fate))
        self._objects = MemoryObjects(self._around_put)
        around = Surroundings(self._objects, self._chance, self._happens, self._history)
        self._around = around
        self._processes = [self._process(name, around) for name in ("red", "blue")]
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

    def _process(self, name: str, around: Surroundings) -> NamesProcess:
        connection = Connection(self._journal, around.happens, self._chance.shuffle)
        return NamesProcess(name, connection, ProcessClock(self._clock), around)

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

    def _ask(self) -> None:
        """A command or another service's fact; some come twice, under the same event id."""
        chance = self._chance
        organisation, name = chance.choice(("acme", "hooli")), f"n{chance.randrange(6)}"
        payload = chance.choice(
            (
                SetQuota(organisation=organisation, names_max=chance.randrange(5)),
                TakeName(name=name, organisation=organisation, keep_ms=chance.choice((0, 700, 20_000))),
                TakeName(name=name, organisation=organisation, keep_ms=0),
                ReleaseName(name=name, organisation=organisation),
                OrganisationLeft(organisation=organisation),
            )
        )
        self._sent += 1
        topic = TOPICS.people if isinstance(payload, OrganisationLeft) else TOPICS.commands
        for _ in range(1 + (chance.random() < 0.2)):
            self._client.send(Outgoing(topic, asked(f"e{self._sent}", payload)))

    def _breaches(self) -> list[str]:
        verify(SERVICE, self._journal, cell=CELL)
        rebuilt = self._process("rebuilt", Surroundings(MemoryObjects(), *self._shared()))
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
        return breaches + self._answers() + _miscounted(newest.machine)

    def _shared(self) -> tuple[random.Random, Any, History]:
        return self._chance, self._happens, self._history

    def _answers(self) -> list[str]:
        """Every input is answered by facts of one batch; what came again, by NameCommandRepeated."""
        log = self._journal.reader([TOPICS.log], name="judge").read_to_end()
        answered: Counter[str] = Counter()
        for batch in (d.envelope.payload for d in log):
            if isinstance(batch, DecidedBatch):
                facts = [fact for fact in batch.facts if not isinstance(fact.payload, NameCommandRepeated)]
                answered.update({fact.cause for fact in facts if fact.cause})
        return [f"{cause} was answered {times} times" for cause, times in answered.items() if times > 1]

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
            world="names",
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


def simulate_names(seed: int, chaos: Chaos | None = None) -> Report:
    """Live through one history of the names service; the same seed and chaos, the same history."""
    world = NamesWorld(seed, chaos or Chaos.drawn(seed))
    try:
        return world.run()
    except Exception as error:
        return world.interrupted(error)


def _miscounted(machine: DecidingMachine) -> list[str]:
    """An organisation counts its names right: an invariant across entities."""
    owners = Counter(name.organisation for _, name in machine.state.scan(NAMES))
    return [
        f"{organisation} counts {entity.names} names and has {owners[organisation]}"
        for organisation, entity in machine.state.scan(ORGANISATIONS)
        if owners[organisation] != entity.names
    ]
