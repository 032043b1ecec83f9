"""A worker: takes orders addressed to it, does each in a process of its own, reports how it ended.

    1  orders are read from their end: what was ordered before this start is another incarnation's
    2  only then it reports that it lives, and so it misses no order; it reports again every third of a lease
    3  an order is done in a child process: what kills the child kills nothing else
    4  an order whose work was withdrawn is given up: its child is killed, and nothing is reported
    5  the end is reported until the broker has it; a worker that dies before is missed, and the order comes
       back to another with the next attempt

At least once: a body may be done twice, its result counts once.

The story is a generator that yields wherever a worker may die: `run` goes through it without a pause, a
simulation takes one step at a time with `advance`, and children of its own.
"""

from __future__ import annotations

import logging
import multiprocessing
import threading
import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final, Protocol

from muster.events.shared.work_orders import WorkEnded, WorkerReported, WorkOrdered, WorkReported
from muster.events.wire.envelope import Envelope, Topic
from muster.journal import Clock, Journal, Outgoing, Position, Producer, Reader, Start, Unavailable

_log = logging.getLogger(__name__)

_POLL_S: Final = 0.1
_REASON_CHARS_MAX: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerSettings:
    """Identity and limits of a worker.

    Attributes:
        worker_id: Id, unique among the workers of a service.
        orders: Topic of orders to it.
        reports: Topic of its reports.
        slots: Number of items at a time.
        lease_ms: Lease of the service's queue.
        item_ms_max: An item that takes longer is killed, and counts as a death.
    """

    worker_id: str
    orders: Topic
    reports: Topic
    slots: int = 1
    lease_ms: int = 15_000
    item_ms_max: int = 600_000


class _Answer(Protocol):
    """The parent's end of a child's pipe."""

    def poll(self) -> bool: ...

    def recv_bytes(self) -> bytes: ...

    def close(self) -> None: ...


class Child(Protocol):
    """One body under way."""

    def ended(self) -> tuple[bool, bytes] | None:
        """(whether it died, result or reason); None while it goes on."""
        ...

    def kill(self) -> None:
        """Kill it and release its resources."""
        ...


class ChildProcess:
    """A body in a process of its own.

    Args:
        execute: (body) -> result; importable. What it raises is a death.
        body: Description of the work.
        preload: A module that the child has loaded at its start: it is forked from a process that only waits
            for that. Empty: the child is a new interpreter.
    """

    def __init__(self, execute: Callable[[bytes], bytes], body: bytes, preload: str = "") -> None:
        context: Any = multiprocessing.get_context("forkserver" if preload else "spawn")
        if preload:
            context.set_forkserver_preload([preload])
        self._start(context, _execute, (execute, body))

    def _start(self, context: Any, target: Callable[..., None], args: tuple[Any, ...]) -> None:
        """Start the process; `target` gets the end of a pipe for its answer as its last argument."""
        mine, theirs = multiprocessing.Pipe(duplex=False)
        self._process: BaseProcess = context.Process(target=target, args=(*args, theirs), daemon=True)
        self._process.start()
        theirs.close()
        self._answer: _Answer = mine

    def ended(self) -> tuple[bool, bytes] | None:
        """See Child."""
        if not self._answer.poll() and self._process.is_alive():
            return None
        try:
            if self._answer.poll():
                return False, self._answer.recv_bytes()
        except EOFError:
            pass  # it closed its end and had said nothing
        self._process.join()
        return True, f"its process ended with {self._process.exitcode}".encode()

    def kill(self) -> None:
        """See Child."""
        self._process.kill()
        self._process.join()
        self._answer.close()


@dataclass(slots=True)
class _Given:
    order: WorkOrdered
    event_id: str


@dataclass(slots=True)
class _Running:
    given: _Given
    child: Child
    started_ms: int


@dataclass(slots=True)
class _Unsent:
    order_id: str
    report: WorkReported
    sent: Future[Position] | None = None


class Worker:
    """Works in one thread, with `run` or step by step with `advance`, and a child for every item.

    Args:
        journal: The log.
        settings: Identity and limits of the worker.
        begin: (body) -> a child that does it; see `processes_of`.
        clock: For leases; its time is the incarnation, so a worker that starts again must start later.
        stop: Set to take no more orders, end what runs, and return.

    Attributes:
        problem: Why it gets no orders, for /readyz; None: the broker has its newest report of life.
        ended: Orders that ended here, with a result or without.
    """

    def __init__(
        self,
        journal: Journal,
        settings: WorkerSettings,
        begin: Callable[[bytes], Child],
        *,
        clock: Clock,
        stop: threading.Event,
    ) -> None:
        self._journal = journal
        self._settings = settings
        self._begin_child = begin
        self._clock = clock
        self._stop = stop
        self._incarnation = clock.now_ms()
        self._epoch = 0
        self._waiting: deque[_Given] = deque()
        self._running: list[_Running] = []
        self._unsent: list[_Unsent] = []
        self._reported: tuple[int, int] | None = None  # slots, and when
        self.problem: str | None = "has not reported that it lives"
        self.ended = 0
        self._wait_max_s = _POLL_S
        self._steps = self._work()

    @property
    def running(self) -> int:
        """Orders under way."""
        return len(self._running)

    def run(self) -> None:
        """Work until stopped and the running items have ended.

        Raises:
            Unavailable, PositionLost, UnknownTopic: started again, it is a new incarnation.
        """
        for _ in self._steps:
            pass

    def advance(self) -> bool:
        """Take one step without waiting; False: it was stopped and has ended.

        A worker that is never called again is as good as killed.

        Raises:
            What `run` raises.
        """
        self._wait_max_s = 0.0
        return next(self._steps, False) is None

    def _work(self) -> Generator[None]:
        s = self._settings
        name = f"{s.worker_id}-orders"
        with (
            closing(self._journal.reader((s.orders,), start=Start.END, name=name)) as orders,
            closing(self._journal.producer(f"{s.worker_id}-reports")) as reports,
        ):
            try:
                while not self._stop.is_set() or self._waiting or self._running or self._unsent:
                    self._report_life(reports)
                    yield
                    self._take(orders)
                    self._begin()
                    yield
                    self._end()
                    yield
                    self._report_ends(reports)
                    yield
            finally:
                for running in self._running:
                    running.child.kill()

    def _take(self, orders: Reader) -> None:
        for delivery in orders.poll(100, self._wait_max_s):
            order = delivery.envelope.payload
            if isinstance(order, WorkEnded):
                self._let_go(order)
                continue
            if not isinstance(order, WorkOrdered) or order.worker_id != self._settings.worker_id:
                continue
            if order.incarnation != self._incarnation or order.epoch < self._epoch:
                _log.warning("order for %s attempt %d refused: it is stale", order.work_id, order.attempt)
                continue
            self._epoch = order.epoch
            self._waiting.append(_Given(order, delivery.envelope.event_id))

    def _let_go(self, ended: WorkEnded) -> None:
        """Kill items whose work has ended without this worker's report, as it was withdrawn."""
        if ended.worker_id != self._settings.worker_id:
            return
        work = ended.work_id, ended.attempt

        def is_withdrawn(given: _Given) -> bool:
            return (given.order.work_id, given.order.attempt) == work

        self._waiting = deque(given for given in self._waiting if not is_withdrawn(given))
        for running in [each for each in self._running if is_withdrawn(each.given)]:
            _log.info("work %s was withdrawn", ended.work_id)
            running.child.kill()
            self._running.remove(running)
            self.ended += 1

    def _begin(self) -> None:
        while self._waiting and len(self._running) < self._settings.slots:
            given = self._waiting.popleft()
            child = self._begin_child(given.order.body)
            self._running.append(_Running(given, child, self._clock.monotonic_ms()))

    def _end(self) -> None:
        for running in list(self._running):
            over_ms = running.started_ms + self._settings.item_ms_max - self._clock.monotonic_ms()
            ended = running.child.ended()
            if ended is None and over_ms <= 0:
                ended = True, f"it took longer than {self._settings.item_ms_max} ms".encode()
            if ended is None:
                continue
            running.child.kill()
            self._running.remove(running)
            self.ended += 1
            self._unsent.append(_Unsent(running.given.event_id, self._report(running.given.order, *ended)))

    def _report(self, order: WorkOrdered, died: bool, answer: bytes) -> WorkReported:
        return WorkReported(
            work_id=order.work_id,
            attempt=order.attempt,
            worker_id=self._settings.worker_id,
            incarnation=self._incarnation,
            died=died,
            result=b"" if died else answer,
            reason=answer.decode(errors="replace")[:_REASON_CHARS_MAX] if died else "",
        )

    def _report_ends(self, reports: Producer) -> None:
        for each in self._unsent:
            if each.sent is None or (each.sent.done() and isinstance(each.sent.exception(), Unavailable)):
                # By the order, not by the work: requeued work is at its first attempt again, and a report
                # with the id of an earlier one would be taken for a duplicate.
                event_id = f"{self._settings.worker_id}:{each.order_id}"
                each.sent = self._send(reports, each.report, each.report.work_id, event_id)
        self._unsent = [each for each in self._unsent if not _is_written(each.sent)]

    def _report_life(self, reports: Producer) -> None:
        now_ms, s = self._clock.monotonic_ms(), self._settings
        slots = 0 if self._stop.is_set() else s.slots
        if self._reported is not None:
            before, at_ms = self._reported
            if slots == before and now_ms - at_ms < s.lease_ms // 3:
                return
        self._reported = slots, now_ms
        life = WorkerReported(worker_id=s.worker_id, incarnation=self._incarnation, slots=slots)
        answer = self._send(reports, life, s.worker_id, f"{s.worker_id}:{self._incarnation}:{now_ms}")
        answer.add_done_callback(self._note_life)

    def _note_life(self, answer: Future[Position]) -> None:
        error = answer.exception()
        self.problem = None if error is None else f"its report of life was not written: {error}"

    def _send(self, reports: Producer, payload: Any, key: str, event_id: str) -> Future[Position]:
        envelope = Envelope(
            event_id=event_id,
            key=key,
            occurred_at_ms=self._clock.now_ms(),
            producer=self._settings.worker_id,
            correlation_id=event_id,
            payload=payload,
        )
        return reports.send(Outgoing(self._settings.reports, envelope))


def processes_of(execute: Callable[[bytes], bytes], preload: str = "") -> Callable[[bytes], Child]:
    """Begins each body in a process of its own; see ChildProcess for `execute` and `preload`."""
    return partial(ChildProcess, execute, preload=preload)


def preloaded(preload: str) -> None:
    """Wait until children with this module can be forked, before a worker reports that it is alive.

    The first child waits until the process that it is forked from has loaded it, and who begins it waits,
    too; a worker that waits does not renew its lease.
    """
    first = ChildProcess(bytes, b"", preload)
    try:
        while first.ended() is None:
            time.sleep(_POLL_S)
    finally:
        first.kill()


def _is_written(sent: Future[Position] | None) -> bool:
    return sent is not None and sent.done() and sent.exception() is None


def _execute(execute: Callable[[bytes], bytes], body: bytes, answer: Connection[bytes, bytes]) -> None:
    """Run an item in a child process; its exit without an answer counts as a death."""
    answer.send_bytes(execute(body))
