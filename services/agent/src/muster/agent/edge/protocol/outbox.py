"""Outbox: sends the reports that memory holds, in order, until the log has them.

Reports are sent again after a restart or when a broker does not answer; their event ids make that harmless.
"""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import Future
from itertools import takewhile

from muster.agent.edge.disk.memory import Memory, OutboxRow
from muster.journal import Position, Producer, Unavailable

BATCH = 200
ANSWER_S = 40.0
"""Longer than the producer's own retries, so that its answer is final."""
AGAIN_S = 1.0
IDLE_S = 0.2
EMPTY_LOOK_S = 0.02

_log = logging.getLogger(__name__)


class Outbox:
    """Sends memory's outbox to the log."""

    def __init__(self, memory: Memory, producer: Producer) -> None:
        self._memory = memory
        self._producer = producer

    def run(self, stopping: threading.Event) -> None:
        """Send reports as they come until `stopping` is set."""
        while not stopping.is_set():
            self._memory.outbox_filled.clear()
            rows = self._memory.outbox(BATCH)
            if not rows:
                self._memory.outbox_filled.wait(IDLE_S)
            elif not self.send(rows):
                stopping.wait(AGAIN_S)

    def send(self, rows: list[OutboxRow]) -> bool:
        """Send some; returns whether the log has them all. Those it does not have stay for the next time."""
        answers = [(row.number, self._producer.send(row.outgoing)) for row in rows]
        # Up to the first that is missing: those after it are sent again after it, to keep the order.
        had = [number for number, _ in takewhile(lambda sent: _answered(sent[1]), answers)]
        if had:
            with self._memory.transaction() as transaction:
                transaction.reported(had[-1])
        return len(had) == len(rows)

    def wait_until_empty(self, timeout_s: float) -> bool:
        """Wait until the outbox is empty; returns whether that happened within the time."""
        deadline_s = time.monotonic() + timeout_s
        while self._memory.outbox(1):
            if time.monotonic() >= deadline_s:
                return False
            time.sleep(EMPTY_LOOK_S)
        return True


def _answered(answer: Future[Position]) -> bool:
    try:
        answer.result(ANSWER_S)
    except (Unavailable, TimeoutError) as error:
        _log.warning("the log does not take reports; they wait on disk: %s", error)
        return False
    return True
