"""A scheduler process: the real leader on the real machine."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache

from muster.journal import Clock, Leader
from muster.scheduler.config import Settings
from muster.scheduler.edge.machine import SchedulerMachine
from muster.scheduler.edge.questions import Questions
from muster.scheduler.edge.service import leader_settings
from muster.scheduler.edge.snapshots import SnapshotStore
from muster.testkit.offline import offline
from muster.testkit.simulation.processes.contender import Contender
from muster.testkit.simulation.surroundings.objects import MemoryObjects
from muster.testkit.tokens import Tokens

SNAPSHOT_EVERY_BATCHES = 17
SILENCE_MS = 1_000

Start = Callable[[Callable[[], None]], Future[None]]
"""Runs a piece of work now or later."""


class Replica(Contender):
    """A scheduler process."""

    @property
    def machine(self) -> SchedulerMachine:
        """The machine that it runs."""
        return self._scheduler

    @property
    def epoch(self) -> int:
        """See Contender."""
        return self._scheduler.state.epoch

    @property
    def batches(self) -> int:
        """See Contender."""
        return self._scheduler.state.batches

    def _start(self, stop: threading.Event) -> tuple[Leader, SchedulerMachine]:
        self._scheduler = new_machine(self.name, self.clock, self._objects, self._later)
        leader = Leader(
            self.connection,
            self._scheduler,
            leader_settings(_settings(self._chance.choice((1, 7, 100)))),
            leader_id=self.name,
            stop=stop,
            clock=self.clock,
            chance=self._chance.random,
        )
        return leader, self._scheduler


def new_machine(
    name: str, clock: Clock, objects: MemoryObjects, start: Start | None = None
) -> SchedulerMachine:
    """A machine that saves its snapshots at once, or as `start` does."""
    return SchedulerMachine(
        cell="default",
        producer=name,
        snapshots=SnapshotStore(objects, "default", start or _at_once),
        clock=clock,
        questions=Questions(clock),
        sender_check=Tokens(clock=clock).sender_check(),
        report_check=Tokens(clock=clock).report_check(),
        snapshot_every_batches=SNAPSHOT_EVERY_BATCHES,
    )


@cache
def _settings(batch_max: int) -> Settings:
    """The scheduler's, none of them from the environment: a seed is a history everywhere."""
    return offline(Settings, cell="default", scheduler_silence_ms=SILENCE_MS, scheduler_batch_max=batch_max)


def _at_once(work: Callable[[], None]) -> Future[None]:
    done: Future[None] = Future()
    done.set_result(work())
    return done
