"""Flood: a tenant that sends jobs faster than its limit, whatever is answered."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from typing import Any, Final

import httpx
from muster.api.rate_limit import Rate
from muster.service.settings import ServiceSettings
from muster.testkit.faults.load import TOO_MANY

_REQUEST_S: Final = 60.0
_AGAIN_S: Final = 0.1
_CONNECTIONS: Final = 2
BATCH: Final = 100
"""Jobs of one request."""
_EVERY_S: Final = 0.25
_ACCEPTED: Final = 202
FLOOD_PER_S: Final = _CONNECTIONS * BATCH / _EVERY_S
"""Jobs a second that a flood sends, when each request is answered within a quarter of a second."""


class Flood:
    """Sends batches from several connections, at an even pace, until closed.

    Args:
        client: Makes HTTP clients of the API with the token of a tenant that sends nothing else.
        job: Request of the job.
        rate: Rate limit of the API for a tenant; None: the product's.

    Attributes:
        taken: Every acknowledged job, as requests are answered.
        refused: Number of jobs refused with 429.
    """

    def __init__(
        self, client: Callable[[float], httpx.Client], job: dict[str, Any], rate: Rate | None = None
    ) -> None:
        self.taken: list[str] = []
        self.refused = 0
        self._client = client
        self._rate = rate or Rate(per_s=_default("commands_per_s"), burst=_default("commands_burst"))
        self._content = json.dumps({"jobs": [{"name": "flood", **job}] * BATCH})
        self._wrong: list[str] = []
        self._over = threading.Event()
        self._begun_s = time.monotonic()
        self._threads = [
            threading.Thread(target=self._send_all, name=f"flood-{n}", daemon=True)
            for n in range(_CONNECTIONS)
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Send no more, and judge the answers.

        Raises:
            AssertionError: an answer was neither 202 nor 429 with Retry-After, or more was taken than a
                tenant may send.
        """
        self._over.set()
        for thread in self._threads:
            thread.join()
        assert not self._wrong, self._wrong[:3]
        allowed = self._rate.burst + self._rate.per_s * (time.monotonic() - self._begun_s)
        assert len(self.taken) <= allowed, f"taken were {len(self.taken)} jobs; allowed: {allowed:.0f}"

    def _send_all(self) -> None:
        with self._client(_REQUEST_S) as http:
            due_s = time.monotonic()
            while not self._over.wait(max(0.0, due_s - time.monotonic())):
                due_s += _EVERY_S
                try:
                    self._note(self._sent(http))
                except httpx.TransportError as error:
                    self._wrong.append(repr(error))
                    self._over.wait(_AGAIN_S)

    def _sent(self, http: httpx.Client) -> httpx.Response:
        return http.post(
            "/v1/jobs:batch", content=self._content, headers={"Content-Type": "application/json"}
        )

    def _note(self, answer: httpx.Response) -> None:
        if answer.status_code == _ACCEPTED:
            results = answer.json()["results"]
            self.taken += [str(result["job_id"]) for result in results if "job_id" in result]
            self._wrong += [str(result) for result in results if "job_id" not in result]
        elif answer.status_code == TOO_MANY:
            self.refused += BATCH
            if int(answer.headers.get("Retry-After", "0")) < 1:
                self._wrong.append("429 without Retry-After")
        else:
            self._wrong.append(f"{answer.status_code} {answer.text}")


def _default(setting: str) -> int:
    """A limit as the product has it."""
    return int(ServiceSettings.model_fields[setting].default)
