"""Witness: a thread that follows the facts as a read-committed consumer and notes when it saw which."""

from __future__ import annotations

import threading
import time
from contextlib import closing
from typing import Final

from muster.events.job_events import GangBound, JobCancelled, JobFailed, JobSucceeded
from muster.events.shared.watermarks import Watermark
from muster.events.topics import JOB_EVENTS
from muster.journal import JournalError, Start, Unavailable
from muster.journal.kafka import KafkaJournal

_POLL_S: Final = 0.05
_RECORDS_MAX: Final = 1_000


class Witness:
    """Follows the facts from now on.

    Args:
        bootstrap: The broker.
        registry_url: The schema registry.

    Attributes:
        bound_s: Time at which the last bind of each job was seen, monotonic seconds.
        attempts: The newest attempt of each job.
        succeeded: Jobs that succeeded.
        failed: Jobs that ended otherwise.
        facts: Number of facts seen.
    """

    def __init__(self, bootstrap: str, registry_url: str) -> None:
        self.bound_s: dict[str, float] = {}
        self.attempts: dict[str, int] = {}
        self.succeeded: set[str] = set()
        self.failed: set[str] = set()
        self.facts = 0
        self._failure: JournalError | None = None
        self._journal = KafkaJournal(bootstrap, registry_url, "witness", topics=[JOB_EVENTS])
        self._reader = self._journal.reader(
            [JOB_EVENTS], name="witness", start=Start.END, on_poison="dead-letter"
        )
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="witness", daemon=True)
        self._thread.start()

    def check(self) -> None:
        """Raise the error that ended the thread, if it has ended.

        Raises:
            JournalError: the facts can no longer be read.
        """
        if self._failure is not None:
            raise self._failure

    def close(self) -> None:
        """End the thread and release connections."""
        self._over.set()
        self._thread.join()
        with closing(self._journal), closing(self._reader):
            pass

    def _follow(self) -> None:
        while not self._over.is_set():
            try:
                deliveries = self._reader.poll(_RECORDS_MAX, _POLL_S)
            except Unavailable:
                self._over.wait(_POLL_S)  # the broker or the registry is the broken part
                continue
            except JournalError as error:
                self._failure = error
                return
            now_s = time.monotonic()
            for delivery in deliveries:
                self._note(delivery.envelope.payload, now_s)

    def _note(self, fact: object, now_s: float) -> None:
        self.facts += not isinstance(fact, Watermark)
        match fact:
            case GangBound():
                self.bound_s[fact.job_id] = now_s
                self.attempts[fact.job_id] = fact.attempt
            case JobSucceeded():
                self.succeeded.add(fact.job_id)
            case JobFailed() | JobCancelled():
                self.failed.add(fact.job_id)
            case _:
                pass
