"""The world, folded from `job-events` in its total order, exactly as far as the next decision needs it.

Folding runs ahead of decisions, but stops after a request that is not answered yet: its plan must be made on
the world as of its seq, not on a later one. So plans can be reproduced from the logs (ADR 73).

Only the deciding thread uses it.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from contextlib import closing
from typing import Final

from muster.events.job_events import PreemptionRequested
from muster.events.topics import JOB_EVENTS
from muster.events.wire.datum import Record
from muster.journal import Clock, Delivery, Journal, MergedReader, Unavailable
from muster.preemption.core.world import World

_log = logging.getLogger(__name__)

BATCH: Final = 1_000
"""Maximum number of facts read at once."""

FOLLOWING_MS: Final = 50
"""Milliseconds that following may delay the next batch; facts already read are still applied."""

FIRST_WAIT_S: Final = 1.0
"""Seconds without a new fact after which the topic counts as read to its end, at start."""

PATIENCE_MS: Final = 8_000
"""Milliseconds that a decision waits for the world; a leader that takes longer for a batch is replaced."""


class Follower:
    """Maintains a world.

    Args:
        journal: The journal with job-events.
        stop: Set when the role ends.
        clock: Measures how long following takes.

    Attributes:
        world: The world as of the newest fact folded. Read-only for callers.
        problem: Why the world is not up to date; None: it is, as far as decisions allow.
    """

    def __init__(self, journal: Journal, stop: threading.Event, clock: Clock) -> None:
        self._journal = journal
        self._stop = stop
        self._clock = clock
        self._reader: MergedReader | None = None
        self._next = deque[Delivery[Record]]()
        self._answered_seq = -1
        self._asked_seq: int | None = None
        self.world = World()
        self.problem: str | None = "has not read job-events yet"

    def follow(self, answered_seq: int) -> None:
        """Apply the facts that have arrived, up to the next unanswered request.

        The first call continues to the end of the topic or that request, however long it takes.

        Args:
            answered_seq: Requests up to this seq are answered.

        Raises:
            Unavailable: the broker does not answer.
            OccupancyError, ClusterError: facts contradict each other; a person has to look.
        """
        self._answered(answered_seq)
        until_ms = self._clock.monotonic_ms() + FOLLOWING_MS
        while not self._stop.is_set():
            if not self._advance(0 if self.problem is None else FIRST_WAIT_S):
                self.problem = None
                return
            if self.problem is not None:
                self.problem = f"reads job-events: at seq {self.world.seq}"
            elif self._clock.monotonic_ms() >= until_ms:
                return

    def world_as_of(self, seq: int) -> World:
        """Return the world after all facts up to a seq and no later ones.

        Raises:
            Unavailable: the facts do not arrive in time; the decision has to be retried.
            OccupancyError, ClusterError: see `follow`.
        """
        if self.world.seq > seq:  # a batch was dropped after one of its later requests had been planned
            self._begin_again()
        self._answered(seq)
        until_ms = self._clock.monotonic_ms() + PATIENCE_MS
        while not self._reached(seq):
            if self._stop.is_set() or self._clock.monotonic_ms() >= until_ms:
                raise Unavailable(f"job-events: at seq {self.world.seq}, {seq} is not complete yet")
            self._read(0.05)
        self.world.complete_to(seq)
        return self.world

    def close(self) -> None:
        """Close the reader."""
        if self._reader is not None:
            self._reader.close()

    def _reached(self, seq: int) -> bool:
        """Apply the facts read so far up to a seq; return whether they are complete."""
        while self._next and _seq(self._next[0]) <= seq:
            self._apply(self._next.popleft())
        if self._next:
            return True
        complete_to_seq = None if self._reader is None else self._reader.complete_to_seq
        return complete_to_seq is not None and complete_to_seq >= seq and not self._read(0)

    def _advance(self, wait_s: float) -> bool:
        """Apply the next facts; return False if there are none or a request must be answered first."""
        if not self._next:
            self._read(wait_s)
        applied = False
        while self._next and (self._asked_seq is None or _seq(self._next[0]) <= self._asked_seq):
            self._apply(self._next.popleft())
            applied = True
        return applied

    def _apply(self, delivery: Delivery[Record]) -> None:
        fact, seq = delivery.envelope.payload, _seq(delivery)
        if isinstance(fact, PreemptionRequested) and seq > self._answered_seq and self._asked_seq is None:
            self._asked_seq = seq
        self.world.apply(fact, delivery.envelope.occurred_at_ms, seq)  # pyright: ignore[reportArgumentType]

    def _answered(self, seq: int) -> None:
        self._answered_seq = max(self._answered_seq, seq)
        if self._asked_seq is not None and self._asked_seq <= self._answered_seq:
            self._asked_seq = None

    def _read(self, wait_s: float) -> bool:
        """Read more facts; return whether any arrived."""
        if self._reader is None:
            facts = self._journal.reader((JOB_EVENTS,), name="preemption-world", on_poison="pass")
            self._reader = MergedReader(facts, JOB_EVENTS)
        try:
            found = self._reader.poll(BATCH, wait_s)
        except Unavailable:
            self._begin_again()
            raise
        self._next.extend(found)
        return bool(found)

    def _begin_again(self) -> None:
        self.problem = "folds job-events again"
        _log.warning("the world is folded again from the beginning of job-events")
        if self._reader is not None:
            with closing(self._reader):
                self._reader = None
        self._next.clear()
        self._answered_seq, self._asked_seq = -1, None
        self.world = World()


def _seq(delivery: Delivery[Record]) -> int:
    """Return the fact's seq in the total order; -1: it was written before facts had one."""
    seq = delivery.envelope.seq
    return -1 if seq is None else seq
