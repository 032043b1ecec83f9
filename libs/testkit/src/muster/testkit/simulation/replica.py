"""A scheduler process, one turn at a time: the leadership protocol as the journal's runner follows it.

It exists beside the runner because a simulation must stop a process between any two steps of the protocol,
and have a stalled one go on later. The runner itself is tested with threads and with real processes
(libs/journal).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from muster.events.envelope import Envelope
from muster.events.scheduler_lease import LeaseRenewed
from muster.events.topics import (
    JOB_COMMANDS,
    NODE_HEARTBEATS,
    OPERATOR_COMMANDS,
    QUEUE_COMMANDS,
    SCHEDULER_LEASE,
    SCHEDULER_LOG,
    TASK_EVENTS,
)
from muster.journal import (
    Clock,
    CommitUnknown,
    Fenced,
    MemoryJournal,
    Outgoing,
    Reader,
    Sequencer,
    Start,
)
from muster.scheduler.edge.machine import SchedulerMachine
from muster.scheduler.edge.questions import Questions
from muster.scheduler.edge.snapshots import SnapshotStore
from muster.testkit.simulation.objects import MemoryObjects

INPUTS: Final = (JOB_COMMANDS, QUEUE_COMMANDS, OPERATOR_COMMANDS, TASK_EVENTS)
SILENCE_MS: Final = 1_000
LEASE_MS: Final = 200


class Replica:
    """One process that contends for leadership.

    Attributes:
        leading: Whether it believes that it leads.
        takeovers: How often it began to.
    """

    def __init__(
        self, name: str, journal: MemoryJournal, clock: Clock, objects: MemoryObjects, chance: random.Random
    ) -> None:
        self._name = name
        self._journal = journal
        self._clock = clock
        self._objects = objects
        self._chance = chance
        self.takeovers = 0
        self.boot()

    @property
    def machine(self) -> SchedulerMachine:
        """What it runs."""
        return self._machine

    def boot(self) -> None:
        """Start as a new process, with nothing but what is on the log and in the store."""
        self._machine = new_machine(self._name, self._clock, self._objects)
        self._sequencer: Sequencer | None = None
        self._inputs: Reader | None = None
        self.leading = False
        self._stand_by()

    def turn(self, *, crash: str = "") -> None:
        """Do what there is to do; with `crash` "before" or "after" die around the next commit."""
        try:
            if self.leading:
                self._lead_on(crash)
            else:
                self._follow()
        except CommitUnknown:
            self._machine.discard()
            self.leading = False
            self._stand_by()
            self._patience_ms = 0
        except Fenced:
            self.boot()

    def _stand_by(self) -> None:
        offset = self._machine.restore()
        start = Start.BEGINNING if offset is None else offset
        self._log = self._journal.reader(
            (SCHEDULER_LOG, SCHEDULER_LEASE),
            start={(SCHEDULER_LOG.name, 0): start, (SCHEDULER_LEASE.name, 0): Start.END},
            name=self._name,
            on_poison="stop",
        )
        self._heard_ms = self._clock.monotonic_ms()
        self._patience_ms = SILENCE_MS + self._chance.randrange(300)

    def _follow(self) -> None:
        deliveries = self._log.poll(500, 0)
        for delivery in deliveries:
            if delivery.position.topic == SCHEDULER_LOG.name:
                self._machine.fold(delivery)
        now_ms = self._clock.monotonic_ms()
        if deliveries:
            self._heard_ms = now_ms
        elif now_ms - self._heard_ms >= self._patience_ms:
            self._take_over()

    def _take_over(self) -> None:
        self._sequencer = self._journal.sequencer("scheduler-default")
        self._sequencer.fence()
        for delivery in self._log.read_to_end():
            if delivery.position.topic == SCHEDULER_LOG.name:
                self._machine.fold(delivery)
        first = self._machine.lead(self._name, self._clock.now_ms())
        self._sequencer.commit(first)
        self._machine.committed()
        start = {**self._machine.input_positions(), **_live_from_end()}
        self._inputs = self._journal.reader((*INPUTS, NODE_HEARTBEATS), start=start, name=self._name)
        self.leading = True
        self.takeovers += 1
        self._heard_ms = self._clock.monotonic_ms()

    def _lead_on(self, crash: str) -> None:
        assert self._sequencer is not None and self._inputs is not None
        now_ms = self._clock.now_ms()
        deliveries = self._inputs.poll(self._chance.choice((1, 7, 100)), 0)
        deadline_ms = self._machine.next_deadline_ms()
        outgoing: list[Outgoing] = []
        if deliveries or (deadline_ms is not None and deadline_ms <= now_ms):
            outgoing = self._machine.step(deliveries, now_ms)
        if crash == "before":
            self.boot()
            return
        if outgoing:
            self._sequencer.commit(outgoing)
        elif self._clock.monotonic_ms() - self._heard_ms >= LEASE_MS:
            self._sequencer.commit([self._lease(now_ms)])
        else:
            return
        self._heard_ms = self._clock.monotonic_ms()
        if crash == "after":
            self.boot()
        elif outgoing:
            self._machine.committed()

    def _lease(self, now_ms: int) -> Outgoing:
        renewed = LeaseRenewed(cell="default", epoch=self._machine.state.epoch, leader_id=self._name)
        envelope = Envelope(
            event_id=f"{self._name}:{now_ms}",
            key="default",
            occurred_at_ms=now_ms,
            producer=self._name,
            correlation_id=self._name,
            payload=renewed,
        )
        return Outgoing(SCHEDULER_LEASE, envelope)


def new_machine(name: str, clock: Clock, objects: MemoryObjects) -> SchedulerMachine:
    """A machine that saves its snapshots at once instead of in a thread."""
    return SchedulerMachine(
        cell="default",
        producer=name,
        snapshots=SnapshotStore(objects, "default", _at_once),
        clock=clock,
        questions=Questions(clock),
        snapshot_every_batches=37,
    )


def _at_once(work: Callable[[], None]) -> Future[None]:
    done: Future[None] = Future()
    done.set_result(work())
    return done


def _live_from_end() -> dict[tuple[str, int], Start]:
    return {(NODE_HEARTBEATS.name, p): Start.END for p in range(NODE_HEARTBEATS.partitions)}
