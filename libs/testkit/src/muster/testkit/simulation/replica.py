"""A scheduler process: the real leader on the real machine, one step at a time.

Between any two steps it may stand still and go on later, as a process under SIGSTOP, or die and be started
anew with nothing but what is on the log and in the object store.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from typing import Protocol

from muster.journal import Clock, Fenced, Leader, Step
from muster.scheduler.config import Settings
from muster.scheduler.edge.machine import SchedulerMachine
from muster.scheduler.edge.questions import Questions
from muster.scheduler.edge.service import leader_settings
from muster.scheduler.edge.snapshots import SnapshotStore
from muster.testkit.offline import offline
from muster.testkit.simulation.clock import ProcessClock
from muster.testkit.simulation.history import Died
from muster.testkit.simulation.network import Connection
from muster.testkit.simulation.objects import MemoryObjects
from muster.testkit.simulation.process import Process
from muster.testkit.simulation.surroundings import Surroundings

SNAPSHOT_EVERY_BATCHES = 17
SILENCE_MS = 1_000

Start = Callable[[Callable[[], None]], Future[None]]
"""Runs a piece of work now or later."""


class Kept(Protocol):
    """A machine that can be written down."""

    def keep(self, timeout_s: float) -> None:
        """Before a clean stop."""
        ...


class Contender(Process, ABC):
    """A process that contends for leadership; arguments and attributes as Process.

    Attributes:
        settled: Nothing is under way: its state is what the log says.
    """

    def __init__(self, name: str, connection: Connection, clock: ProcessClock, around: Surroundings) -> None:
        super().__init__(name, connection, clock, around)
        self.settled = False
        self.boot()

    @property
    def leading(self) -> bool:
        """Whether it believes that it leads."""
        return self._leader.leading

    @property
    @abstractmethod
    def epoch(self) -> int:
        """The newest leader that its state knows."""

    @property
    @abstractmethod
    def batches(self) -> int:
        """How many batches its state has."""

    def boot(self) -> None:
        """Start as a new process."""
        self._saving: list[Callable[[], None]] = []
        self._stop = threading.Event()
        self._leader, self._machine = self._start(self._stop)

    @abstractmethod
    def _start(self, stop: threading.Event) -> tuple[Leader, Kept]:
        """A new leader, and its machine."""

    def take_steps(self, most: int) -> None:
        """Up to so many steps; none while it stands still."""
        if self.clock.monotonic_ms() < self.stalled_until_ms:
            return
        for _ in range(most):
            if not self._take_step():
                return

    def stop(self) -> None:
        """End cleanly, with a snapshot, and start again."""
        try:
            self._stop.set()
            while self._leader.advance(0) is not None:
                pass
            self._save()
            self._machine.keep(0)
            self._history.add(self.name, "stopped")
        except Fenced:
            self._history.add(self.name, "fenced")
        except Died:
            self._history.add(self.name, "died storing a snapshot")
        self.boot()

    def _take_step(self) -> bool:
        """Whether more can be done at once."""
        try:
            led_before = self.leading
            step = self._leader.advance(0)
            if self._saving and self._chance.random() < 0.5:
                self._save()
        except Fenced:
            self._history.add(self.name, "fenced")
            self.boot()
            return False
        except Died:
            self._history.add(self.name, "died storing a snapshot")
            self.boot()
            return False
        assert step is not None, "it is not told to stop here"
        self._note(step, led_before=led_before)
        if self._happens("crash"):
            self._history.add(self.name, f"died after {step.name}")
            self.boot()
            return False
        return step not in (Step.FOLLOWED, Step.LED)

    def _note(self, step: Step, *, led_before: bool) -> None:
        self.settled = step in (Step.FOLLOWED, Step.LED)
        if self.leading and not led_before:
            self._history.add(self.name, "leads")
        if step is Step.GAVE_UP:
            self._history.add(self.name, "gave up what was under way")

    def _later(self, work: Callable[[], None]) -> Future[None]:
        """A thread of its own would store the snapshot some time later; or never, when the process dies."""
        done: Future[None] = Future()
        if self._stop.is_set():
            work()
            done.set_result(None)
        else:
            self._saving.append(lambda: done.set_result(work()))
        return done

    def _save(self) -> None:
        for save in self._saving:
            save()
        self._saving.clear()


class Replica(Contender):
    """A scheduler process."""

    @property
    def machine(self) -> SchedulerMachine:
        """What it runs."""
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
