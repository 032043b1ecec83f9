"""Base of simulated processes: a name, a connection to the log, a clock, and the state shared by all."""

from __future__ import annotations

from muster.testkit.simulation.surroundings.clock import ProcessClock
from muster.testkit.simulation.surroundings.network import Connection
from muster.testkit.simulation.surroundings.shared import Surroundings


class Process:
    """A process that stands still, is cut off and has its clock set.

    Args:
        name: Name of the process.
        connection: To the log.
        clock: Clock of the process.
        around: Everything else.

    Attributes:
        name: Name of the process.
        connection: Connection to the log.
        clock: Clock of the process.
        stalled_until_ms: Time until which it stands still, or is not started yet; monotonic.
    """

    def __init__(self, name: str, connection: Connection, clock: ProcessClock, around: Surroundings) -> None:
        self.name = name
        self.connection = connection
        self.clock = clock
        self.stalled_until_ms = 0
        self._objects = around.objects
        self._chance = around.chance
        self._happens = around.happens
        self._history = around.history
