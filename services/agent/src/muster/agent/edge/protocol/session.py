"""LogSession: the agent's protocol with the log, one step at a time. Orders in, reports out.

    recall     1  take over the tasks that an earlier agent left
    connect    2  wait for the log; tasks are looked after meanwhile
    open       3  read the orders since, report what ended since, announce what runs;
                  without a memory, or when the log no longer holds our position: end what runs, read from
                  the end of the log, announce a fresh start
    serve      4  read orders, begin accepted tasks, look after tasks; repeat

Everything is stored before it is done (LedgerStore), and reports leave through the outbox, so the agent may
die between any two steps. `NodeAgent` takes the steps with real processes; the simulation
(`muster.testkit.simulation`) takes them one by one, stops anywhere and lets a new agent continue.
"""

from __future__ import annotations

import logging
from collections.abc import Generator
from enum import Enum

from muster.agent.core.reports import Reporter
from muster.agent.edge.disk.ledger_store import Entry, LedgerStore
from muster.agent.edge.protocol.connection import Connect
from muster.agent.edge.protocol.orders import OrderDesk
from muster.agent.edge.tasks.caretaker import Caretaker
from muster.events.task_events import AgentStarted, AttemptRef
from muster.events.topics import NODE_COMMANDS, TASK_EVENTS
from muster.journal import Clock, Journal, PositionLost, Reader, Start, Unavailable, UnknownTopic
from muster.journal.errors import SchemaMissing

CATCH_UP_S = 60.0
ORDERS_PER_POLL = 500

_log = logging.getLogger(__name__)


class Step(Enum):
    """Last step that the session took."""

    WAITING = "the log did not answer; try again after a pause"
    CLEARING = "tasks that are not remembered are being ended; check again after a pause"
    ANNOUNCED = "the announcement is in the outbox; orders are read from here on"
    SERVED = "one round of orders and tasks is over"


class LogSession:
    """One agent process's session with the log. Used by one thread.

    Args:
        connect: Creates the journal.
        store: The ledger and its copy on disk.
        caretaker: Looks after tasks.
        desk: Handles orders.
        reporter: Makes the announcement.
        clock: Clock for the announcement.
        boot_id: Boot id of this process.

    Attributes:
        journal: The log; None until the announcement is made.
    """

    def __init__(
        self,
        *,
        connect: Connect,
        store: LedgerStore,
        caretaker: Caretaker,
        desk: OrderDesk,
        reporter: Reporter,
        clock: Clock,
        boot_id: str,
    ) -> None:
        self._connect = connect
        self._store = store
        self._caretaker = caretaker
        self._desk = desk
        self._reporter = reporter
        self._clock = clock
        self._boot_id = boot_id
        self.journal: Journal | None = None

    def steps(self, poll_s: float) -> Generator[Step]:
        """The steps of the session, without end; closing the generator ends it.

        Args:
            poll_s: Longest wait for orders in one step.

        Raises:
            Unavailable, UnknownTopic: The log went away while serving. End the process; a new one
                connects and continues where the memory says.
        """
        self._caretaker.recall()
        journal, reader = yield from self._connect_patiently()
        try:
            yield Step.ANNOUNCED
            while True:
                try:
                    self._serve(reader, poll_s)
                except PositionLost as error:
                    reader.close()
                    reader = yield from self._start_over(journal, because=error)
                yield Step.SERVED
        finally:
            reader.close()

    def _connect_patiently(self) -> Generator[Step, None, tuple[Journal, Reader]]:
        while True:
            try:
                journal = self._connect()
                reader = yield from self._open(journal)
            except (Unavailable, UnknownTopic, SchemaMissing) as error:
                _log.warning("waiting for the log: %s", error)
                self._caretaker.look()
                yield Step.WAITING
            else:
                self.journal = journal
                return journal, reader

    def _serve(self, reader: Reader, poll_s: float) -> None:
        for delivery in reader.poll(ORDERS_PER_POLL, poll_s):
            self._desk.take(delivery)
        self._caretaker.begin_accepted()
        self._caretaker.look()

    def _open(self, journal: Journal) -> Generator[Step, None, Reader]:
        """Resume reading at the remembered position and announce what runs; without a memory, start over."""
        positions = self._store.memory.positions()
        if not positions:
            return (yield from self._start_over(journal))
        reader = journal.reader([NODE_COMMANDS], start=positions, name=self._reporter.producer)
        try:
            # First every order since: a task that was accepted and then stopped is not begun.
            for delivery in reader.read_to_end(CATCH_UP_S):
                self._desk.take(delivery)
        except PositionLost as error:
            reader.close()
            return (yield from self._start_over(journal, because=error))
        self._caretaker.begin_accepted()
        self._caretaker.look()  # what ended meanwhile is reported before what still runs
        ledger = self._store.ledger
        running = tuple(AttemptRef(job_id=key.job_id, attempt=key.attempt) for key in ledger.live)
        with self._store.entry() as entry:
            self._announce(entry, fresh=False, order_seq_last=ledger.order_seq_last, running=running)
        return reader

    def _start_over(
        self, journal: Journal, because: PositionLost | None = None
    ) -> Generator[Step, None, Reader]:
        """Discard the past: end what runs, read from the end of the log, announce it.

        The position is taken before the announcement, so before any order that follows from it.
        """
        _log.warning("starting over: %s", because or "no stored state")
        self._caretaker.abandon()
        self._store.forget()
        while not self._caretaker.nothing_strays():
            yield Step.CLEARING
        reader = journal.reader([NODE_COMMANDS], start=Start.END, name=self._reporter.producer)
        # Together: with a position but no announcement, the next process would continue as if it remembered.
        with self._store.entry() as entry:
            entry.transaction.reached(reader.positions())
            self._announce(entry, fresh=True, order_seq_last=-1, running=())
        return reader

    def _announce(
        self, entry: Entry, *, fresh: bool, order_seq_last: int, running: tuple[AttemptRef, ...]
    ) -> None:
        started = AgentStarted(
            node_id=self._reporter.node_id,
            boot_id=self._boot_id,
            fresh=fresh,
            order_seq_last=order_seq_last,
            running=running,
        )
        entry.transaction.report(TASK_EVENTS, self._reporter.started(started, self._clock.now_ms()), {})
        _log.info("agent of %s: fresh=%s running=%d", self._reporter.node_id, fresh, len(running))
