"""A process of the preemption service: the real role on its real follower of `job-events`."""

from __future__ import annotations

import threading
from dataclasses import replace

from muster.deciding import DecidingService, Entities
from muster.deciding.machine import DecidingMachine
from muster.journal import Clock, Journal, Leader
from muster.preemption.core.state import as_of_seq
from muster.preemption.edge.follower import Follower
from muster.preemption.edge.roles import deciding
from muster.testkit.simulation.processes.decider import DecidingProcess
from muster.testkit.simulation.surroundings.clock import ProcessClock
from muster.testkit.simulation.surroundings.network import Connection
from muster.testkit.simulation.surroundings.shared import Surroundings
from muster.testkit.tokens import Tokens

SILENCE_MS = 1_000
SNAPSHOT_EVERY_BATCHES = 7


class Planner(DecidingProcess):
    """A process of the preemption service."""

    def __init__(
        self, name: str, connection: Connection, clock: ProcessClock, around: Surroundings, tokens: Tokens
    ) -> None:
        self._tokens = tokens
        super().__init__(
            planning(Follower(connection, threading.Event(), clock)), name, connection, clock, around
        )

    def _start(self, stop: threading.Event) -> tuple[Leader, DecidingMachine]:
        follower = Follower(self.connection, stop, _Hasty(self.clock))
        self._service = planning(follower)
        self.judge = self._tokens.sender_check(self._service.scopes).refusal

        def look(state: Entities) -> None:
            follower.follow(as_of_seq(state))

        self.look = look
        return super()._start(stop)


def planning(follower: Follower) -> DecidingService:
    """The service with short patience."""
    return replace(
        deciding(follower.world_as_of),
        gather_ms=0,
        silence_ms=SILENCE_MS,
        snapshot_every_batches=SNAPSHOT_EVERY_BATCHES,
    )


def follower_of(journal: Journal, clock: Clock) -> Follower:
    """A follower that does not wait for long."""
    return Follower(journal, threading.Event(), _Hasty(clock))


class _Hasty:
    """A clock on which waiting takes time: no process of a simulation waits within a step."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._waited_ms = clock, 0

    def monotonic_ms(self) -> int:
        """Half a second later at each look."""
        self._waited_ms += 500
        return self._clock.monotonic_ms() + self._waited_ms

    def now_ms(self) -> int:
        """The time."""
        return self._clock.now_ms()
