"""MembershipFeed: the fold of identity-events, kept up to date in a thread.

Until the log has been read to its end once, nobody is let in: a token that was revoked would pass. When the
log is away later, what is known stays in force, and readiness says so.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from contextlib import closing
from typing import Any, Final

from muster.backoff import Backoff, Pauses
from muster.events.identity_events import Payload
from muster.events.topics import IDENTITY_EVENTS
from muster.identity.memberships import Memberships
from muster.journal.errors import Unavailable
from muster.journal.journal import Delivery, Journal
from muster.telemetry import metrics

POLL_S: Final = 0.2
PAUSES: Final = Backoff(first_ms=100, longest_ms=5_000)
_POLL_MAX: Final = 500
_WAIT_S: Final = 0.05
_log = logging.getLogger(__name__)


class MembershipFeed:
    """Reads until closed.

    Args:
        journal: The log.
        name: Name of the reader.

    Attributes:
        known: Memberships on the log so far; None until it was read to its end once.
        problem: Why it is not up to date, None when it is; for /readyz.
    """

    def __init__(self, journal: Journal, name: str) -> None:
        self._journal = journal
        self._name = name
        self._stop = threading.Event()
        self._read_once = threading.Event()
        self.known: Memberships | None = None
        self.problem: str | None = "memberships have not been read yet"
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def wait(self, stop: threading.Event) -> bool:
        """Wait until the log was read to its end once; whether it was, before `stop` was set."""
        while not self._read_once.wait(_WAIT_S):
            if stop.is_set():
                return False
        return True

    def require(self, timeout_s: float) -> None:
        """Wait until the log was read to its end once.

        Raises:
            Unavailable: it was not in time.
        """
        if not self._read_once.wait(timeout_s):
            raise Unavailable(self.problem or "memberships have not been read yet")

    def close(self) -> None:
        """Stop reading."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        pauses = Pauses(PAUSES)
        while not self._stop.is_set():
            try:
                self._read(pauses)
            except Exception as error:  # known memberships stay in force
                self.problem = f"memberships: {type(error).__name__}: {error}"
                metrics.RUNNER_FAILURES.labels(self._name).inc()
                pause_ms = pauses.next_ms()
                _log.warning("memberships: trying again in %d ms", pause_ms, exc_info=True)
                self._stop.wait(pause_ms / 1000)

    def _read(self, pauses: Pauses) -> None:
        with closing(self._journal.reader((IDENTITY_EVENTS,), name=self._name)) as reader:
            known = Memberships()
            _apply(known, reader.read_to_end())
            self.known = known
            self._read_once.set()
            self.problem = None
            pauses.reset()
            while not self._stop.is_set():
                _apply(known, reader.poll(_POLL_MAX, POLL_S))


def _apply(known: Memberships, deliveries: Iterable[Delivery[Any]]) -> None:
    for delivery in deliveries:
        fact: Payload = delivery.envelope.payload
        known.apply(fact, delivery.envelope.occurred_at_ms)
