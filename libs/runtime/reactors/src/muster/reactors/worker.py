"""Worker of one reactor: one thread records facts in the ledger, a few carry out its effects.

    log -> effects(fact) -> ledger (due)                      the follower: the journal's plain runner
    ledger (due) -> perform -> ledger (delivered | failed | parked)

An effect that fails waits in the ledger, not in a thread, so it keeps no other from its turn. Effects are
carried out side by side; their order is not promised.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from typing import Final

from muster.backoff import Backoff, Pauses
from muster.events.wire.datum import Record
from muster.journal.clock import Clock
from muster.journal.failpoints import Failpoints
from muster.journal.journal import Delivery, Journal
from muster.journal.position import Positions, Start, StartAt
from muster.journal.reading.runner import Runner
from muster.reactors.ledger import Ledger
from muster.reactors.reactor import Item, Reactor, Undeliverable
from muster.telemetry import metrics
from psycopg import OperationalError

_log = logging.getLogger(__name__)

LOOK_S: Final = 0.5
"""Seconds between two polls of the ledger; effects that were just recorded are taken at once."""

LEASE_MS: Final = 60_000
"""Time limit of an attempt before another may begin, milliseconds."""

_LEDGER_DOWN: Final = Backoff(first_ms=250, longest_ms=10_000)
_REASON_CHARS_MAX: Final = 500


class ReactorWorker:
    """Runs one reactor until it is stopped; several workers may run the same one.

    Args:
        reactor: The reactor to run.
        journal: The log.
        ledger: A prepared ledger.
        clock: Clock for due times; processes that share a ledger should agree within seconds.
        stop: Set to have `run` return.
        side_by_side: Maximum number of effects at once.
        lease_ms: Longest time of one attempt, milliseconds; then another may begin.
        failpoints: Points at which a test kills the process: after_effect.
    """

    def __init__(
        self,
        reactor: Reactor,
        journal: Journal,
        ledger: Ledger,
        *,
        clock: Clock,
        stop: threading.Event,
        side_by_side: int = 4,
        lease_ms: int = LEASE_MS,
        failpoints: Failpoints | None = None,
    ) -> None:
        self._reactor = reactor
        self._ledger = ledger
        self._clock = clock
        self._stop = stop
        self._side_by_side = side_by_side
        self._lease_ms = lease_ms
        self._failpoints = failpoints or Failpoints()
        self._recorded = threading.Event()
        self._follower = Runner(
            journal,
            reactor.topics,
            _Recorder(reactor, journal, ledger, clock, self._recorded),
            name=f"reactor-{reactor.name}",
            stop=stop,
            clock=clock,
        )
        self._follower_failure: Exception | None = None
        self._ledger_failure: str | None = None

    @property
    def problem(self) -> str | None:
        """Why it does not go on, for /readyz; None: it does."""
        return self._ledger_failure or self._follower.problem

    def run(self) -> None:
        """Follow and carry out until stopped; attempts under way are finished first.

        Raises:
            PositionLost, UnknownTopic, Unreadable: a person has to look.
        """
        follower = threading.Thread(target=self._follow, name=f"reactor-{self._reactor.name}")
        follower.start()
        try:
            with ThreadPoolExecutor(self._side_by_side, f"effect-{self._reactor.name}") as pool:
                self._carry_out(pool)
        finally:
            self._stop.set()
            follower.join()
        if self._follower_failure is not None:
            raise self._follower_failure

    def _follow(self) -> None:
        try:
            self._follower.run()
        except Exception as error:  # raised again by `run`, in the caller's thread
            self._follower_failure = error
            self._stop.set()

    def _carry_out(self, pool: ThreadPoolExecutor) -> None:
        running: set[Future[None]] = set()
        pauses = Pauses(_LEDGER_DOWN)
        while not self._stop.is_set():
            self._recorded.clear()
            free = self._side_by_side - len(running)
            try:
                items = self._claim(free)
                for future in [f for f in running if f.done()]:
                    running.remove(future)
                    future.result()
            except OperationalError as error:
                self._ledger_failure = f"{type(error).__name__}: {error}"
                _log.warning("reactor %s: the ledger does not answer", self._reactor.name, exc_info=True)
                self._stop.wait(pauses.next_ms() / 1000)
                continue
            self._ledger_failure = None
            pauses.reset()
            running |= {pool.submit(self._attempt, item) for item in items}
            if len(running) >= self._side_by_side:
                wait(running, LOOK_S, FIRST_COMPLETED)
            elif not items:
                self._recorded.wait(LOOK_S)

    def _claim(self, limit: int) -> Sequence[Item]:
        if not limit:
            return ()
        now_ms = self._clock.now_ms()
        return self._ledger.claim(self._reactor.name, now_ms=now_ms, lease_ms=self._lease_ms, limit=limit)

    def _attempt(self, item: Item) -> None:
        """Carry one effect out and say so in the ledger; whatever goes wrong stays with this effect."""
        name = self._reactor.name
        if item.attempt > self._reactor.attempts_max:
            self._park(item, f"no end came of {self._reactor.attempts_max} attempts: their process died")
            return
        try:
            self._reactor.perform(item)
        except Undeliverable as error:
            self._park(item, str(error))
        except Exception as error:  # its own matter: the others go on
            self._fail(item, f"{type(error).__name__}: {error}")
        else:
            self._failpoints.hit("after_effect")
            self._ledger.delivered(name, item.key, self._clock.now_ms())
            metrics.REACTOR_EFFECTS.labels(name, "delivered").inc()

    def _fail(self, item: Item, reason: str) -> None:
        name = self._reactor.name
        if item.attempt >= self._reactor.attempts_max:
            self._park(item, f"{item.attempt} attempts; the last: {reason}")
            return
        pause_ms = self._reactor.backoff.pause_ms(item.attempt)
        _log.warning("reactor %s: %s, attempt %d: %s", name, item.key, item.attempt, reason)
        due_at_ms = self._clock.now_ms() + pause_ms
        self._ledger.failed(name, item, due_at_ms=due_at_ms, reason=reason[:_REASON_CHARS_MAX])
        metrics.REACTOR_EFFECTS.labels(name, "failed").inc()

    def _park(self, item: Item, reason: str) -> None:
        name = self._reactor.name
        _log.error("reactor %s: %s is parked: %s", name, item.key, reason)
        if self._reactor.given_up is not None:
            try:
                self._reactor.given_up(item, reason[:_REASON_CHARS_MAX])
            except Exception:  # its own matter; the entry stays leased, and is parked after the lease
                _log.warning(
                    "reactor %s: %s: cannot report that it was given up", name, item.key, exc_info=True
                )
                return
        self._ledger.parked(name, item, reason=reason[:_REASON_CHARS_MAX], now_ms=self._clock.now_ms())
        metrics.REACTOR_EFFECTS.labels(name, "parked").inc()


class _Recorder:
    """The follower's handler: facts into the ledger, with the positions."""

    def __init__(
        self, reactor: Reactor, journal: Journal, ledger: Ledger, clock: Clock, recorded: threading.Event
    ) -> None:
        self._reactor = reactor
        self._journal = journal
        self._ledger = ledger
        self._clock = clock
        self._recorded = recorded

    def positions(self) -> StartAt:
        """The ledger's; a reactor that never ran has its beginning entered first, lest a fact slip by."""
        stored = self._ledger.positions(self._reactor.name)
        if not stored and self._reactor.begin is Start.END:
            name = f"reactor-{self._reactor.name}"
            with closing(self._journal.reader(self._reactor.topics, start=Start.END, name=name)) as reader:
                self._ledger.record(self._reactor.name, (), reader.positions(), self._clock.now_ms())
            stored = self._ledger.positions(self._reactor.name)
        return stored

    def handle(self, deliveries: Sequence[Delivery[Record]], positions: Positions) -> None:
        """Record the effects of the facts."""
        asked = [(delivery, effect) for delivery in deliveries for effect in self._reactor.effects(delivery)]
        if self._ledger.record(self._reactor.name, asked, positions, self._clock.now_ms()):
            self._recorded.set()
