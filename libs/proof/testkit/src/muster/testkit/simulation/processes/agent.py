"""An agent process on one node: the real session, desk, caretaker and outbox, one step at a time.

It may be cut off, stand still, or die: between two steps, around every transaction of its memory, before and
after it acts. What runs on the node runs on; a new process goes on from the memory.
"""

from __future__ import annotations

import random
from dataclasses import replace

from muster.agent.core.ledger import TaskKey
from muster.agent.core.reports import Reporter
from muster.agent.core.scanned import Scanned
from muster.agent.edge.credential.speaking import SpeakingProducer
from muster.agent.edge.disk.ledger_store import LedgerStore
from muster.agent.edge.disk.memory import TaskNote
from muster.agent.edge.protocol.orders import OrderDesk
from muster.agent.edge.protocol.outbox import BATCH, Outbox
from muster.agent.edge.protocol.session import LogSession, Step
from muster.agent.edge.tasks.caretaker import Caretaker
from muster.events.job_events import NodeJoined
from muster.events.node_heartbeats import Location
from muster.events.task_events import CheckpointSaved
from muster.events.topics import NODE_HEARTBEATS, TASK_EVENTS
from muster.journal import Journal, JournalError, Outgoing
from muster.testkit.cores import build
from muster.testkit.simulation.history import Died
from muster.testkit.simulation.processes.process import Process
from muster.testkit.simulation.surroundings.clock import ProcessClock
from muster.testkit.simulation.surroundings.machine import RUNS_MS_MAX, Disk, Machine, Runner, Strays
from muster.testkit.simulation.surroundings.network import Connection
from muster.testkit.simulation.surroundings.objects import MemoryObjects
from muster.testkit.simulation.surroundings.shared import Surroundings

CHECKPOINT_WAIT_MS = 5_000

OUTPUT_BYTES = 1_000


class Agent(Process):
    """One node's agent, through all its processes; its name is the node's.

    Args:
        joined: The node.
        connection: To the log.
        clock: Clock of the agent.
        around: Everything else.
        shown: Credentials in its reports, "Bearer TOKEN".
        runs_ms_max: Maximum run time of ranks, milliseconds.

    Attributes:
        machine: The node itself.
        away_until_ms: Time until which the node is without an agent, monotonic milliseconds.
        hangs_until_ms: Time until which this process takes no orders but beats, monotonic milliseconds.
    """

    def __init__(
        self,
        joined: NodeJoined,
        connection: Connection,
        clock: ProcessClock,
        around: Surroundings,
        shown: str,
        *,
        runs_ms_max: int = RUNS_MS_MAX,
    ) -> None:
        super().__init__(joined.node_id, connection, clock, around)
        self._joined = joined
        self._boots = 0
        self.away_until_ms = 0
        self._shown = shown
        self.machine = Machine(
            joined.node_id,
            joined.gpu_count,
            joined.lease_ms,
            around.chance,
            self._hazard,
            runs_ms_max=runs_ms_max,
        )
        self.boot()

    @property
    def has_reported(self) -> bool:
        """Whether nothing waits in the outbox."""
        return not self.machine.disk.outbox(1)

    def boot(self) -> None:
        """Start as a new process."""
        self._boots += 1
        self.hangs_until_ms = 0
        self._joined = replace(self._joined, boot_id=f"boot-{self._boots}")
        self._outbox: Outbox | None = None
        self._beats = 0
        self._next_beat_ms = 0
        reporter = self._reporter = Reporter(self.name)
        store = self._store = LedgerStore(self.machine.disk)
        runner = Runner(self.machine, self._chance, self._hazard)
        caretaker = Caretaker(
            store=store,
            executor=runner,
            logs=_OutputFollower(self._objects),
            checkpoints=_CheckpointFollower(
                self._objects, self.machine.disk, reporter, self.clock, self._chance
            ),
            progress=_Follower(self._objects),
            scanner=_Scan(self.machine),
            silence=_Follower(self._objects),
            idleness=_Follower(self._objects),
            lag=_Follower(self._objects),
            strays=Strays(self.machine),
            remove=self.machine.remove,
            reporter=reporter,
            clock=self.clock,
            checkpoint_wait_ms=CHECKPOINT_WAIT_MS,
        )
        gpu_count = self._joined.gpu_count
        session = LogSession(
            connect=self._connect,
            store=store,
            caretaker=caretaker,
            desk=OrderDesk(
                store,
                caretaker,
                reporter,
                self.clock,
                gpu_count=gpu_count,
                left_on=lambda _: "",
                new_mark=lambda: "mark",
                test_node=lambda _: None,
            ),
            reporter=reporter,
            clock=self.clock,
            boot_id=self._joined.boot_id,
        )
        self._steps = session.steps(0)

    def relocate(self, location: Location) -> None:
        """The network around the node changes; its ranks run on."""
        self._joined = replace(self._joined, location=location)

    def reinstall(self) -> None:
        """The node begins with an empty disk."""
        self.machine.reinstall()
        self.boot()

    def take_step(self) -> None:
        """Take one step of each of its threads, unless it stands still."""
        now_ms = self.clock.monotonic_ms()
        lives = now_ms >= max(self.stalled_until_ms, self.away_until_ms)
        self.machine.pass_time(now_ms, agent_lives=lives)
        if not lives:
            return
        try:
            self._serve(now_ms)
            self._report()
            self._beat(now_ms)
            self._hazard()
        except Died:
            self._history.add(self.name, "died")
            self.stalled_until_ms = now_ms + self._chance.choice((0, 1_000, 10_000, 40_000))
            self.boot()
        except JournalError as error:
            self._history.add(self.name, f"ended: {type(error).__name__}")
            self.boot()

    def _serve(self, now_ms: int) -> None:
        """Take a step of the thread that takes orders, unless it hangs; the other threads go on."""
        if now_ms < self.hangs_until_ms:
            return
        if next(self._steps) is Step.ANNOUNCED:
            self._outbox = Outbox(self.machine.disk, self._producer())

    def _connect(self) -> Journal:
        self.connection.check()
        return self.connection

    def _report(self) -> None:
        """Now and then send what is in the outbox, as its thread does."""
        if self._outbox and self._chance.random() < 0.8:
            rows = self.machine.disk.outbox(BATCH)
            if rows:
                self._outbox.send(rows)

    def _beat(self, now_ms: int) -> None:
        if not self._outbox or now_ms < self._next_beat_ms:
            return
        self._next_beat_ms = now_ms + self._joined.interval_ms - self._chance.randrange(500)
        self._beats += 1
        unhealthy = (0,) if self._joined.gpu_count and self._chance.random() < 0.02 else ()
        stored = self._store.ledger.order_seq_last
        beat = build.beat(self._joined, self._beats, unhealthy, order_seq_stored=stored)
        envelope = self._reporter.heartbeat(beat, self.clock.now_ms())
        self._producer().send(Outgoing(NODE_HEARTBEATS, envelope))

    def _producer(self) -> SpeakingProducer:
        return SpeakingProducer(self.connection.producer(self.name), lambda: self._shown)

    def _hazard(self) -> None:
        """A place where the process may die."""
        if self._happens("crash"):
            raise Died


class _Follower:
    """Stores the results of tasks once they have ended and the object store answers."""

    def __init__(self, objects: MemoryObjects) -> None:
        self._objects = objects
        self._followed: set[TaskKey] = set()
        self._ended: set[TaskKey] = set()

    def follow(self, note: TaskNote) -> None:
        """Store the results of this task."""
        self._followed.add(note.key)

    def finish(self, key: TaskKey) -> None:
        """Note that nothing more will come."""
        self._ended.add(key)

    def finished(self, key: TaskKey) -> bool:
        """Whether all of it is stored."""
        if key in self._ended and not self._objects.down:
            self._followed.discard(key)
        return key not in self._followed

    def abandon(self) -> None:
        """Follow no task any more."""
        self._followed.clear()
        self._ended.clear()


class _OutputFollower(_Follower):
    """Follows the output of tasks; all write the same amount."""

    def written_bytes(self, key: TaskKey) -> int:
        """Return the bytes that a task has written."""
        return OUTPUT_BYTES if key in self._followed else 0


class _Scan:
    """Scan results: each agent reads them from the node again, so a restart changes nothing."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def follow(self, note: TaskNote) -> None:
        """Do nothing: no state is kept."""

    def finish(self, key: TaskKey) -> None:
        """Do nothing: no more output comes."""

    def finished(self, key: TaskKey) -> bool:
        """Return True: scanning takes no time here."""
        return True

    def take(self, key: TaskKey) -> Scanned:
        """Return the findings in a task's output."""
        return self._machine.folder(key).scanned

    def abandon(self) -> None:
        """Do nothing: no state is kept."""


class _CheckpointFollower(_Follower):
    """Reports a checkpoint of a task now and then."""

    def __init__(
        self,
        objects: MemoryObjects,
        disk: Disk,
        reporter: Reporter,
        clock: ProcessClock,
        chance: random.Random,
    ) -> None:
        super().__init__(objects)
        self._disk = disk
        self._reporter = reporter
        self._clock = clock
        self._chance = chance

    def follow(self, note: TaskNote) -> None:
        """Store the results of this task; some have a checkpoint at once."""
        super().follow(note)
        if self._chance.random() >= 0.1:
            return
        job_id, attempt = note.key
        saved = CheckpointSaved(
            node_id=self._reporter.node_id,
            job_id=job_id,
            attempt=attempt,
            rank=note.start.ranks[0].rank,
            file="step-1.npz",
            uri=f"s3://muster/checkpoints/{job_id}/{attempt}/step-1.npz",
            sha256="0" * 64,
            size_bytes=1,
        )
        with self._disk.transaction() as transaction:
            envelope = self._reporter.task(saved, note.origin, self._clock.now_ms())
            transaction.report(TASK_EVENTS, envelope, note.trace)
