"""GPU counters from DCGM's exporter, which runs next to the agent on many GPU nodes."""

from __future__ import annotations

import http.client
import logging
from typing import Final
from urllib.parse import urlsplit

from muster.agent.core.gpu_counters import sm_active_percent
from muster.journal import Clock

TIMEOUT_S: Final = 0.5
"""A heartbeat waits for it."""
AGAIN_MS: Final = 60_000
"""Pause before an exporter that did not answer is queried again, so that heartbeats are not late."""
ANSWER_BYTES_MAX: Final = 4 * 2**20

_log = logging.getLogger(__name__)


class DcgmExporter:
    """Queries DCGM's exporter at each heartbeat.

    Args:
        url: Address of its metrics, such as http://127.0.0.1:9400/metrics; empty: there is none.
        clock: Clock for retries.
    """

    def __init__(self, url: str, clock: Clock) -> None:
        self._url = urlsplit(url)
        self._clock = clock
        self._again_ms = 0
        self._failed = False

    def sm_active_percent(self, count: int) -> tuple[int, ...]:
        """Percentage of time in which multiprocessors were active, by GPU; empty where not measured."""
        if not self._url.netloc or not count or self._clock.monotonic_ms() < self._again_ms:
            return ()
        text = self._fetch()
        return () if text is None else sm_active_percent(text, count)

    def _fetch(self) -> str | None:
        connection = http.client.HTTPConnection(self._url.netloc, timeout=TIMEOUT_S)
        try:
            connection.request("GET", self._url.path or "/metrics")
            answer = connection.getresponse()
            text = answer.read(ANSWER_BYTES_MAX).decode("utf-8", "replace")
            problem = "" if answer.status == http.client.OK else f"status {answer.status}"
        except (OSError, http.client.HTTPException) as error:
            text, problem = "", str(error)
        finally:
            connection.close()
        if problem and not self._failed:
            _log.warning("DCGM's exporter at %s does not answer: %s", self._url.geturl(), problem)
        self._failed = bool(problem)
        if problem:
            self._again_ms = self._clock.monotonic_ms() + AGAIN_MS
            return None
        return text
