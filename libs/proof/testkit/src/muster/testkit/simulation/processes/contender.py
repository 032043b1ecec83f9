"""A process that contends for leadership: the real leader, one step at a time.

Between any two steps it may stand still and continue later, like a process under SIGSTOP, or die and be
restarted with nothing but the log and the object store.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol

from muster.journal import Fenced, Leader, Step
from muster.testkit.simulation.history import Died
from muster.testkit.simulation.processes.process import Process
from muster.testkit.simulation.surroundings.clock import ProcessClock
from muster.testkit.simulation.surroundings.network import Connection
from muster.testkit.simulation.surroundings.shared import Surroundings


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
        """Number of batches in its state."""

    def boot(self) -> None:
        """Start as a new process."""
        self._saving: list[Callable[[], None]] = []
        self._stop = threading.Event()
        self._leader, self._machine = self._start(self._stop)

    @abstractmethod
    def _start(self, stop: threading.Event) -> tuple[Leader, Kept]:
        """A new leader, and its machine."""

    def take_steps(self, most: int) -> None:
        """Take up to `most` steps; none while it stands still."""
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
        assert step is not None, "nothing asks it to stop here"
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
