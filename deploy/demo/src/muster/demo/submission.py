"""The stream through the public API: batches as they fall due, over several connections."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from muster.client import Client, MusterError
from muster.client.requests import BATCH_MAX
from muster.demo.trace import Arrival

CONNECTIONS: Final = 4
TICK_S: Final = 0.25


@dataclass(slots=True)
class Submitted:
    """The jobs that the API has accepted so far."""

    job_ids: list[str] = field(default_factory=list[str])
    refused: list[str] = field(default_factory=list[str])
    lag_max_s: float = 0.0


class Stream:
    """Submits arrivals when they are due; late ones at once; none is left out."""

    def __init__(self, client: Client, arrivals: Sequence[Arrival], *, run: str) -> None:
        self._client = client
        self._arrivals = arrivals
        self._run = run
        self._lock = threading.Lock()
        self.submitted = Submitted()

    def run(self, tick: Callable[[], None]) -> Submitted:
        """Submit everything; `tick` is called a few times a second.

        Raises:
            MusterError: the API refused a whole batch, or was away longer than the client's retries.
        """
        begun = time.monotonic()
        sent = 0
        pending: set[Future[None]] = set()
        with ThreadPoolExecutor(CONNECTIONS) as pool:
            while sent < len(self._arrivals) or pending:
                now_s = time.monotonic() - begun
                while (
                    sent < len(self._arrivals)
                    and self._arrivals[sent].at_s <= now_s
                    and len(pending) < 2 * CONNECTIONS
                ):
                    due = self._due(sent, now_s)
                    pending.add(pool.submit(self._send, sent, due, begun))
                    sent += len(due)
                pending = {future for future in pending if not _settled(future)}
                tick()
                time.sleep(TICK_S)
        return self.submitted

    def _due(self, sent: int, now_s: float) -> Sequence[Arrival]:
        end = sent
        while end < min(len(self._arrivals), sent + BATCH_MAX) and self._arrivals[end].at_s <= now_s:
            end += 1
        return self._arrivals[sent:end]

    def _send(self, place: int, due: Sequence[Arrival], begun: float) -> None:
        results = self._client.submit_batch([a.request for a in due], idempotency_key=f"{self._run}-{place}")
        lag_s = time.monotonic() - begun - due[0].at_s
        with self._lock:
            for result in results:
                if isinstance(result, MusterError):
                    self.submitted.refused.append(str(result))
                else:
                    self.submitted.job_ids.append(result.job_id)
            self.submitted.lag_max_s = max(self.submitted.lag_max_s, lag_s)


def _settled(future: Future[None]) -> bool:
    """Whether a batch has been submitted; raises its error if it failed."""
    if future.done():
        future.result()
        return True
    return False
