"""A process of a deciding service: the real role, with its leader, machine, store and snapshots."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from muster.deciding import DecidingRole, DecidingService, Entities, MemoryStore, Snapshots
from muster.deciding.machine import DecidingMachine, Judge
from muster.journal import Leader, SharedLease
from muster.testkit.simulation.processes.contender import Contender
from muster.testkit.simulation.surroundings.clock import ProcessClock
from muster.testkit.simulation.surroundings.network import Connection
from muster.testkit.simulation.surroundings.shared import Surroundings

CELL = "c"


class DecidingProcess(Contender):
    """A process of a deciding service.

    Attributes:
        judge: See DecidingRole.
        look: See DecidingRole.
    """

    judge: Judge | None = None
    look: Callable[[Entities], None] | None = None

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
        """The machine that it runs."""
        return self._role.machine

    @property
    def epoch(self) -> int:
        """See Contender."""
        return self.machine.reached.epoch

    @property
    def batches(self) -> int:
        """See Contender."""
        return self.machine.reached.batches

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
            judge=self.judge,
            look=self.look,
        )
        return self._role.leader, self._role.machine
