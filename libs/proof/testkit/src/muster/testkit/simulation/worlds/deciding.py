"""A deciding service under chaos: two processes that contend, clients, one clock, one generator.

Real are the role, its leader, machine, stores and snapshots; the connection, clocks and object store are the
simulation's. `names` and `chores` say which service, what is asked of it, and what must hold.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from muster.deciding import DecidingService, verify
from muster.deciding.machine import DecidingMachine
from muster.events.topics import PROCESS_LEASE
from muster.events.wire.deciding_log import DecidedBatch
from muster.events.wire.envelope import Topic
from muster.testkit.simulation.chaos import Chaos
from muster.testkit.simulation.processes.decider import CELL, DecidingProcess
from muster.testkit.simulation.surroundings.objects import MemoryObjects
from muster.testkit.simulation.surroundings.shared import Surroundings
from muster.testkit.simulation.worlds.world import World

CALM_ROUNDS = 150


class DecidingWorld(World):
    """Two processes of a deciding service and its users.

    Args:
        service: The service.
        topics: Every topic of it.
        seed: Seed of the history.
        chaos: Faults of the history.
    """

    STALL_MS_MAX = 20_000
    CALM_STALL_MS_MAX = 0

    def __init__(self, service: DecidingService, topics: tuple[Topic, ...], seed: int, chaos: Chaos) -> None:
        super().__init__(seed, chaos, name=service.name, topics=(*topics, PROCESS_LEASE))
        self._service = service
        self._sent: int = 0
        self._deciders = [self._decider(name, self._around) for name in ("red", "blue")]
        self._client = self._journal.producer("client")

    @abstractmethod
    def _ask(self) -> None:
        """Send a client's request."""

    @abstractmethod
    def _breaches(self, machine: DecidingMachine) -> list[str]:
        """Return the invariants that the log and the leader's state violate."""

    def _decider(self, name: str, around: Surroundings) -> DecidingProcess:
        return DecidingProcess(self._service, name, *self._own(), around)

    def _contenders(self) -> Sequence[DecidingProcess]:
        return self._deciders

    def _processes(self) -> Sequence[DecidingProcess]:
        return self._deciders

    def _requests(self) -> int:
        return self._sent

    def _round(self) -> None:
        self._clock.advance(self._chance.choice((400,) if self._calm else (1, 100, 1_000, 3_000)))
        for process in self._chance.sample(self._deciders, 2):
            process.take_steps(8 if self._calm else self._chance.randrange(1, 6))

    def _go_wrong(self) -> None:
        chance = self._chance
        process = chance.choice(self._deciders)
        if chance.random() < self._chaos.ask:
            self._ask()
        if self._happens("stall"):
            self._stall(process)
        if self._happens("stop"):
            process.stop()
        if self._happens("cut"):
            self._cut_off(process)
        if chance.random() < 0.1:
            process.connection.cut = False
        if self._happens("clock_set"):
            self._set_clock(process, chance.randrange(-10_000, 10_000))
        if self._happens("store_down"):
            self._turn_store()

    def _settle(self) -> None:
        for _ in range(CALM_ROUNDS):
            self._round()

    def _batches(self) -> list[DecidedBatch]:
        """The log."""
        read = self._journal.reader([self._service.log], name="judge").read_to_end()
        return [d.envelope.payload for d in read if isinstance(d.envelope.payload, DecidedBatch)]

    def _judge(self) -> list[str]:
        verify(self._service, self._journal, cell=CELL)
        shared = (self._chance, self._happens, self._history)
        rebuilt = self._decider("rebuilt", Surroundings(MemoryObjects(), *shared))
        resumed = self._decider("resumed", self._around)
        for process in (rebuilt, resumed):
            process.take_steps(1)
        leaders = [process for process in self._deciders if process.leading]
        newest = max(leaders, key=lambda process: process.epoch, default=None)
        if newest is None:
            return ["nobody leads after the calm"]
        breaches = [
            f"{other.name} and the leader differ"
            for other in (rebuilt, resumed)
            if other.entities() != newest.entities()
        ]
        return breaches + self._breaches(newest.machine)
