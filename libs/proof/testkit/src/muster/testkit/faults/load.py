"""Load: a client that submits jobs with known keys, and repeats each request until it is answered."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

import httpx

_REQUEST_S: Final = 15.0
_AGAIN_S: Final = 0.1
_ANSWERED_S: Final = 240.0
TOO_MANY: Final = 429

SMALL: Final[dict[str, Any]] = {"command": ["true"], "resources": {"cpu": 0.005, "memory": "16MiB"}}
"""A job that ends at once; hundreds fit on one node, so that none waits for room."""

GPU_MODEL: Final = "T4"
SIMULATED: Final[dict[str, Any]] = {
    "command": ["true"],
    "env": {"MUSTER_SIM_DURATION_MS": "200"},
    "resources": {"cpu": 1, "memory": "1GiB", "gpus": 1, "gpu_models": [GPU_MODEL]},
}
"""A job for a simulated node, which ends soon."""


@dataclass(frozen=True, slots=True)
class Submitted:
    """A job that was acknowledged.

    Attributes:
        job_id: Id of the job.
        at_s: Time of its first request, monotonic seconds.
    """

    job_id: str
    at_s: float


class Load:
    """Submits a job every so often, from a thread of its own, until closed.

    Args:
        client: Makes HTTP clients of the API.
        every_s: Time between two jobs, seconds; longer while requests are not answered.
        job: Request of the job.

    Attributes:
        submitted: Every acknowledged job, in order.
        refused: Answers that were not 2xx, by status, while jobs were submitted.
    """

    def __init__(
        self, client: Callable[[float], httpx.Client], every_s: float, job: dict[str, Any] = SMALL
    ) -> None:
        self.submitted: list[Submitted] = []
        self.refused: dict[int, int] = {}
        self._run = uuid4().hex[:8]
        self._client = client
        self._every_s = every_s
        self._job = job
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._submit_all, name="load", daemon=True)
        self._thread.start()

    def submit(self, http: httpx.Client, key: str, request: dict[str, Any]) -> Submitted:
        """Submit one job until it is acknowledged; creates at most one job, whatever happens on the way."""
        at_s = time.monotonic()
        while True:
            try:
                answer = http.post(
                    "/v1/jobs", json={"name": key, **request}, headers={"Idempotency-Key": key}
                )
            except httpx.TransportError:
                time.sleep(_AGAIN_S)
                continue
            if answer.is_success:
                return Submitted(str(answer.json()["job_id"]), at_s)
            self.refused[answer.status_code] = self.refused.get(answer.status_code, 0) + 1
            if answer.status_code < 500 and answer.status_code != TOO_MANY:
                raise AssertionError(f"{key}: {answer.status_code} {answer.text}")
            time.sleep(_AGAIN_S)

    def close(self) -> None:
        """Submit no more; the request under way is finished.

        Raises:
            AssertionError: it is not answered.
        """
        self._over.set()
        self._thread.join(_ANSWERED_S)
        assert not self._thread.is_alive(), f"no request was answered for {_ANSWERED_S} s"

    def _submit_all(self) -> None:
        with self._client(_REQUEST_S) as http:
            number = 0
            while not self._over.is_set():
                self.submitted.append(self.submit(http, f"known-{self._run}-{number}", self._job))
                number += 1
                self._over.wait(self._every_s)
