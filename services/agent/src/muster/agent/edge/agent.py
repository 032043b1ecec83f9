"""NodeAgent: the agent of one node, from start to end.

1. recall    take up the tasks an earlier agent left; they ran on meanwhile, under their shims
2. connect   wait for the log; work that runs needs none
3. announce  say what runs here, after what ended meanwhile was reported
4. serve     read orders, look after tasks, again and again
5. leave     let tasks run on for the next agent, or end them when so set
"""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable

from muster.agent.config import Settings, base_environment
from muster.agent.core.reports import Reporter
from muster.agent.edge.book import Book
from muster.agent.edge.caretaker import Caretaker
from muster.agent.edge.checkpoints import CheckpointKeeper
from muster.agent.edge.connection import Connect, to_kafka
from muster.agent.edge.crew import Crew
from muster.agent.edge.executor import ProcessExecutor
from muster.agent.edge.heartbeats import Heartbeats
from muster.agent.edge.home import AgentHome
from muster.agent.edge.inventory import DeclaredGpus, Gpus, Inventory, cpu_milli_found, memory_mib_found
from muster.agent.edge.log_shipper import LogShipper
from muster.agent.edge.memory import Memory
from muster.agent.edge.network_map import NetworkMap
from muster.agent.edge.nvml import find_gpus
from muster.agent.edge.orders import OrderDesk
from muster.agent.edge.outbox import Outbox
from muster.agent.edge.strays import SHIM_PATIENCE_MS
from muster.agent.edge.working_files import WorkingFiles
from muster.events.task_events import AgentStarted, AttemptRef
from muster.events.topics import NODE_COMMANDS, TASK_EVENTS
from muster.journal import (
    Journal,
    PositionLost,
    Producer,
    Reader,
    Start,
    SystemClock,
    Unavailable,
    UnknownTopic,
)
from muster.journal.errors import SchemaMissing
from muster.store import ObjectStore

POLL_S = 0.1
CONNECT_AGAIN_S = 1.0
LAST_WORDS_S = 5.0
CATCH_UP_S = 60.0
STUCK_MS = 30_000
ORDERS_PER_POLL = 500

_log = logging.getLogger(__name__)


class NodeAgent:
    """One node's agent.

    Args:
        settings: All of them.
        connect: Makes the journal; Kafka's unless given.

    Raises:
        HomeTaken: another agent of this node runs.
    """

    def __init__(self, settings: Settings, connect: Connect | None = None) -> None:
        self._settings = settings
        self._connect = connect or to_kafka(settings)
        self._clock = SystemClock()
        self._crew = Crew()
        self._told_to_stop = threading.Event()
        self._boot_id = uuid.uuid4().hex
        self._serving = False
        self._turned_ms = self._clock.monotonic_ms()
        self._build(settings)

    def _build(self, settings: Settings) -> None:
        """Put the parts together; nothing runs yet."""
        self._reporter = Reporter(settings.agent_node_id)
        self._gpus = _gpus(settings)
        self._home = AgentHome(settings.home / "agent" / settings.agent_node_id)
        self._memory = Memory(self._home.memory)
        store = ObjectStore(settings.store())
        told = (self._home, self._memory, store, self._reporter, self._clock)
        self._checkpoints = CheckpointKeeper(*told)
        self._logs = LogShipper(*told, spool_bytes_max=settings.agent_spool_bytes_max)
        files = WorkingFiles(self._home.files, store, cache_bytes_max=settings.agent_files_cache_bytes_max)
        executor = ProcessExecutor(
            self._home,
            files,
            self._checkpoints,
            lease_ms=settings.agent_lease_ms,
            output_bytes_max=settings.agent_output_bytes_max,
            files_wait_ms=settings.agent_files_wait_ms,
            base_environment=base_environment(),
        )
        self._book = Book(self._memory)
        self._caretaker = Caretaker(
            home=self._home,
            book=self._book,
            executor=executor,
            logs=self._logs,
            checkpoints=self._checkpoints,
            reporter=self._reporter,
            clock=self._clock,
            checkpoint_wait_ms=settings.agent_checkpoint_wait_ms,
        )
        self._desk = OrderDesk(
            self._book, self._caretaker, self._reporter, self._clock, gpu_count=self._gpus.count
        )

    def run(self) -> None:
        """Until told to stop; raises what ends any of its threads early."""
        self._home.renew_lease()
        self._crew.start("lease", self._keep_lease)
        self._crew.start("logs", self._logs.run)
        self._crew.start("checkpoints", self._checkpoints.run)
        try:
            self._caretaker.recall()
            connected = self._connect_patiently()
            if connected:
                self._serve(*connected)
        finally:
            self._end()

    def stop(self) -> None:
        """Have `run` come to an end; from any thread."""
        self._told_to_stop.set()

    def missing(self) -> str | None:
        """What keeps the agent from its work, for /readyz."""
        if not self._serving:
            return "the log does not answer yet"
        if self._clock.monotonic_ms() - self._turned_ms > STUCK_MS:
            return f"no turn for {STUCK_MS} ms"
        return None

    def _connect_patiently(self) -> tuple[Journal, Reader] | None:
        while self._goes_on():
            try:
                journal = self._connect()
                return journal, self._open(journal)
            except (Unavailable, UnknownTopic, SchemaMissing) as error:
                _log.warning("waiting for the log: %s", error)
            self._caretaker.look()
            self._told_to_stop.wait(CONNECT_AGAIN_S)
        return None

    def _serve(self, journal: Journal, reader: Reader) -> None:
        producer = journal.producer(self._reporter.producer)
        outbox = Outbox(self._memory, producer)
        self._crew.start("outbox", outbox.run)
        outbox.wait_until_empty(LAST_WORDS_S)  # the scheduler should hear what runs before the first beat
        self._crew.start("heartbeats", self._heartbeats(producer).run)
        self._serving = True
        while self._goes_on():
            try:
                self._turn(reader)
            except PositionLost as error:
                reader.close()
                reader = self._start_afresh(journal, because=error)
        self._leave()
        outbox.wait_until_empty(LAST_WORDS_S)
        reader.close()

    def _turn(self, reader: Reader) -> None:
        for delivery in reader.poll(ORDERS_PER_POLL, POLL_S):
            self._desk.take(delivery)
        self._caretaker.begin_accepted()
        self._caretaker.look()
        self._turned_ms = self._clock.monotonic_ms()

    def _goes_on(self) -> bool:
        return not (self._told_to_stop.is_set() or self._crew.stopping.is_set())

    def _open(self, journal: Journal) -> Reader:
        """Go on reading where memory says, and announce what runs; without a memory, start afresh."""
        positions = self._memory.positions()
        if not positions:
            return self._start_afresh(journal)
        reader = journal.reader([NODE_COMMANDS], start=positions, name=self._reporter.producer)
        try:
            # First all that was ordered meanwhile: what was accepted and since stopped is not begun.
            for delivery in reader.read_to_end(CATCH_UP_S):
                self._desk.take(delivery)
        except PositionLost as error:
            reader.close()
            return self._start_afresh(journal, because=error)
        self._caretaker.begin_accepted()
        self._caretaker.look()  # what ended meanwhile is reported before what still runs
        ledger = self._book.ledger
        running = tuple(AttemptRef(job_id=key.job_id, attempt=key.attempt) for key in ledger.live)
        self._announce(fresh=False, order_seq_last=ledger.order_seq_last, running=running)
        return reader

    def _start_afresh(self, journal: Journal, because: PositionLost | None = None) -> Reader:
        """Nothing from before counts: end what runs, read from the end, say so.

        The end is taken before the scheduler hears of it and orders anew.
        """
        _log.warning("starting afresh: %s", because or "nothing is remembered")
        self._caretaker.abandon()
        self._book.forget()
        while not self._caretaker.nothing_strays() and self._goes_on():
            self._told_to_stop.wait(POLL_S)
        reader = journal.reader([NODE_COMMANDS], start=Start.END, name=self._reporter.producer)
        with self._book.entry() as entry:
            entry.turn.reached(reader.positions())
        self._announce(fresh=True, order_seq_last=-1, running=())
        return reader

    def _announce(self, *, fresh: bool, order_seq_last: int, running: tuple[AttemptRef, ...]) -> None:
        started = AgentStarted(
            node_id=self._reporter.node_id,
            boot_id=self._boot_id,
            fresh=fresh,
            order_seq_last=order_seq_last,
            running=running,
        )
        with self._book.entry() as entry:
            entry.turn.say(TASK_EVENTS, self._reporter.started(started, self._clock.now_ms()), {})
        _log.info("agent of %s: fresh=%s running=%d", self._reporter.node_id, fresh, len(running))

    def _heartbeats(self, producer: Producer) -> Heartbeats:
        settings = self._settings
        inventory = Inventory(
            address=settings.agent_address,
            port_first=settings.agent_port_first,
            port_count=settings.agent_port_count,
            cpu_milli=_first(settings.agent_cpu_milli, cpu_milli_found),
            memory_mib=_first(settings.agent_memory_mib, memory_mib_found),
            labels=settings.agent_labels,
            taints=settings.agent_taints,
        )
        return Heartbeats(
            reporter=self._reporter,
            producer=producer,
            clock=self._clock,
            inventory=inventory,
            gpus=self._gpus,
            network=NetworkMap(settings, self._clock),
            boot_id=self._boot_id,
            interval_ms=settings.agent_heartbeat_ms,
            lease_ms=settings.agent_lease_ms,
        )

    def _keep_lease(self, stopping: threading.Event) -> None:
        self._home.keep_lease(stopping, self._settings.agent_lease_ms)

    def _leave(self) -> None:
        """End the tasks when so set; else their shims keep them for the next agent."""
        live = self._book.ledger.live
        if self._settings.agent_on_stop == "leave" or not live:
            return
        self._home.revoke_lease()
        patience_ms = max(order.grace_ms for order in live.values()) + SHIM_PATIENCE_MS
        deadline_ms = self._clock.monotonic_ms() + patience_ms
        while self._book.ledger.live and self._clock.monotonic_ms() < deadline_ms:
            self._caretaker.look()
            time.sleep(POLL_S)

    def _end(self) -> None:
        try:
            self._crew.stop(LAST_WORDS_S)
        finally:
            self._memory.close()
            self._home.close()


def _gpus(settings: Settings) -> Gpus:
    if settings.agent_gpus is None:
        return find_gpus()
    return DeclaredGpus(settings.agent_gpu_model, settings.agent_gpus)


def _first(declared: int | None, found: Callable[[], int]) -> int:
    return found() if declared is None else declared
