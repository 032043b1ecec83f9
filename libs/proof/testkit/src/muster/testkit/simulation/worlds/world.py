"""Base of worlds: chaos for a while, then calm, then judgement; everything drawn from one seed."""

from __future__ import annotations

import random
import traceback
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import ClassVar

from muster.events.topics import TOPICS
from muster.events.wire.envelope import Topic
from muster.journal import CommitFate, ManualClock, MemoryFaults, MemoryJournal
from muster.testkit.simulation.chaos import Chaos
from muster.testkit.simulation.history import Died, History
from muster.testkit.simulation.processes.contender import Contender
from muster.testkit.simulation.processes.process import Process
from muster.testkit.simulation.report import Report
from muster.testkit.simulation.surroundings.clock import ProcessClock
from muster.testkit.simulation.surroundings.network import Connection
from muster.testkit.simulation.surroundings.objects import MemoryObjects
from muster.testkit.simulation.surroundings.shared import Surroundings


class World(ABC):
    """One clock, one log, one object store, one generator, and the faults that any world has.

    Args:
        seed: Seed of the history.
        chaos: Faults of the history.
        name: Name of the world; empty for the scheduler and its agents.
        topics: Every topic of it.
    """

    STALL_MS_MAX: ClassVar[int]
    """Maximum time that a process stands still, milliseconds."""
    CALM_STALL_MS_MAX: ClassVar[int]
    """Maximum time that a process still stands still when calm begins, milliseconds."""

    def __init__(self, seed: int, chaos: Chaos, *, name: str = "", topics: Iterable[Topic] = TOPICS) -> None:
        self._seed = seed
        self._chaos = chaos
        self._name = name
        self._chance = random.Random(f"{name} {seed}" if name else seed)  # noqa: S311  (repeatable, not secret)
        self._clock = ManualClock()
        self._calm = False
        self._history = History(self._clock)
        self._states: Counter[str] = Counter()
        self._journal = MemoryJournal(topics, clock=self._clock, faults=MemoryFaults(fates=self._fate))
        self._objects = MemoryObjects(self._around_put)
        self._around = Surroundings(self._objects, self._chance, self._happens, self._history)

    def lived(self) -> Report:
        """The whole story, judged; an error of a process is a breach."""
        try:
            self.live()
            breaches = self._judge()
        except Exception as error:
            where = "".join(traceback.format_exception(error)[-3:])
            breaches = [f"a process ended with {type(error).__name__}: {error}\n{where}"]
        return self._report(breaches)

    def live(self) -> None:
        """Chaos, then calm.

        Raises:
            Exception: Whatever a process ends with that it must not end with.
        """
        for _ in range(self._chaos.rounds):
            self._go_wrong()
            self._round()
        self._calm, self._objects.down = True, False
        by_ms = self._clock.monotonic_ms() + self.CALM_STALL_MS_MAX
        for process in self._processes():
            process.connection.cut = False
            process.stalled_until_ms = min(process.stalled_until_ms, by_ms)
        self._settle()

    @abstractmethod
    def _contenders(self) -> Sequence[Contender]:
        """The processes that contend for leadership."""

    @abstractmethod
    def _processes(self) -> Sequence[Process]:
        """Every process that stalls, is cut off and has a clock."""

    @abstractmethod
    def _requests(self) -> int:
        """Return the number of clients' requests."""

    @abstractmethod
    def _go_wrong(self) -> None:
        """Play one round of chaos: requests of clients and faults."""

    @abstractmethod
    def _round(self) -> None:
        """Let time pass and every process take some steps."""

    @abstractmethod
    def _settle(self) -> None:
        """Play rounds of calm until nothing is left to do."""

    @abstractmethod
    def _judge(self) -> list[str]:
        """Return the invariants that the log and the processes violate."""

    def _happens(self, fault: str) -> bool:
        """Whether the fault of this name happens now."""
        return not self._calm and self._chance.random() < getattr(self._chaos, fault)

    def _connection(self) -> Connection:
        return Connection(self._journal, self._happens, self._chance.shuffle)

    def _own(self) -> tuple[Connection, ProcessClock]:
        """Return a process's own connection and clock."""
        return self._connection(), ProcessClock(self._clock)

    def _stall(self, process: Process) -> None:
        process.stalled_until_ms = self._clock.monotonic_ms() + self._chance.randrange(self.STALL_MS_MAX)
        self._history.add(process.name, "stands still")

    def _cut_off(self, process: Process) -> None:
        process.connection.cut = True
        self._history.add("world", "a process is cut off")

    def _set_clock(self, process: Process, ahead_ms: int) -> None:
        process.clock.ahead_ms = ahead_ms
        self._history.add("world", "a clock is set")

    def _turn_store(self) -> None:
        self._objects.down = not self._objects.down
        self._history.add("store", "is down" if self._objects.down else "is up")

    def _around_put(self) -> None:
        if self._happens("crash"):
            raise Died

    def _fate(self, _count: int) -> CommitFate | None:
        if not self._happens("commit_unknown"):
            return None
        self._history.add("world", "a commit's fate is unknown")
        return self._chance.choice((CommitFate.UNKNOWN_COMMITTED, CommitFate.UNKNOWN_LOST))

    def _report(self, breaches: Sequence[str]) -> Report:
        return Report(
            seed=self._seed,
            chaos=self._chaos,
            jobs=self._requests(),
            states=dict(self._states),
            epochs=max(process.epoch for process in self._contenders()),
            batches=max(process.batches for process in self._contenders()),
            counts=dict(self._history.counts),
            breaches=tuple(breaches),
            lines=self._history.lines,
            world=self._name,
        )
