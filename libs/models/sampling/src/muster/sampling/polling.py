"""Polls the drift service for how much of a model's traffic is sampled.

One thread asks once a minute, so a changed monitor takes effect without a restart. While the service does not
answer, the last policy stays in force; before the first answer, and for a model that is not watched, the
default, without texts.
"""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import Final

import httpx
from muster.backoff import Backoff, Pauses
from muster.sampling.policies import SamplingPolicy, policy_in

_log = logging.getLogger(__name__)

POLL_EVERY_S: Final = 60.0
_FIRST_PAUSE_MS: Final = 1_000
_ANSWER_S: Final = 10.0
_NOT_FOUND: Final = 404


class PolicyPoller:
    """Keeps the policy of one model up to date; safe to share between threads.

    Args:
        url: Address of the drift service, as http://HOST:PORT.
        repository: Model: NAMESPACE/NAME.
        token_file: Token of the server, with the scope `read`; read for each request, so it may be renewed.
        every_s: Time between two requests, seconds; also the longest pause after failures.
    """

    def __init__(self, url: str, repository: str, token_file: Path, *, every_s: float = POLL_EVERY_S) -> None:
        self._address = f"{url.rstrip('/')}/v1/drift-sampling/{repository}"
        self._token_file = token_file
        self._every_s = every_s
        self._policy = SamplingPolicy()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def policy(self) -> SamplingPolicy:
        """The policy in force."""
        return self._policy

    def start(self) -> None:
        """Begin, unless it has begun. Call it after a fork: threads do not survive one."""
        with self._lock:
            if self._thread is None and not self._stop.is_set():
                self._thread = threading.Thread(target=self._run, name="sampling-policy", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """End; a request that has begun is not waited for. May be repeated."""
        self._stop.set()

    def _run(self) -> None:
        pauses = Pauses(Backoff(first_ms=_FIRST_PAUSE_MS, longest_ms=round(self._every_s * 1_000)))
        pause_s = 0.0
        with httpx.Client(timeout=_ANSWER_S, trust_env=False) as http:
            while not self._stop.wait(pause_s):
                try:
                    found = self._read(http)
                except Exception as error:  # the server goes on whatever is wrong with the answer
                    pause_s = pauses.next_ms() / 1_000
                    _log.warning("sampling policy: %s; again in %.1f s", error, pause_s)
                    continue
                pauses.reset()
                pause_s = self._every_s
                if found != self._policy:
                    self._policy = found
                    _log.info("sampling policy: %s", found)

    def _read(self, http: httpx.Client) -> SamplingPolicy:
        """Ask for the policy.

        Raises:
            httpx.HTTPError: the service does not answer, or refuses.
            OSError: there is no token.
            ValueError: the answer is no policy.
        """
        token = self._token_file.read_text().strip()
        answer = http.get(self._address, headers={"authorization": f"Bearer {token}"})
        if answer.status_code == _NOT_FOUND:
            return SamplingPolicy()
        return policy_in(answer.raise_for_status().json())
