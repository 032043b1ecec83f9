"""The process of a Ray that makes all calls, as other processes use it."""

from __future__ import annotations

import secrets
import time
from typing import Any, Final

from muster.scoring.calling.endpoints import Endpoint
from muster.scoring.executing.workers import Callers, Sender

NAMESPACE: Final = "muster"
NAME: Final = "muster-callers"

CALLS_MAX: Final = 100_000
"""Batches under way at once, of all runs."""

_AGAIN_S: Final = 0.1
_LEAVE_S: Final = 5.0


class Membership:
    """The place of this process among those that the callers work for.

    What it asked for ends when it leaves, and within seconds of its death.

    Args:
        ray: The module, connected.
    """

    def __init__(self, ray: Any) -> None:
        self._ray, self._process = ray, secrets.token_hex(8)
        settings = ray.remote(num_cpus=0, max_restarts=-1, max_task_retries=-1, max_concurrency=CALLS_MAX)(
            Callers
        )
        self._settings = settings.options(
            name=NAME, namespace=NAMESPACE, lifetime="detached", get_if_exists=True
        )
        self._actor = self._settings.remote()
        self._held: Any = None
        self._joined = self._join()

    def _join(self) -> Any:
        self._held = self._actor.hold.remote(self._process)
        return self._actor.join.remote(self._process, (self._held,))

    def wait(self) -> None:
        """Return when the callers know this process; before, they might end with the last that they know."""
        while not self._ray.get(self._joined):
            self._ray.kill(self._actor)  # retired: it works for nobody any more
            time.sleep(_AGAIN_S)
            self._actor = self._settings.remote()
            self._joined = self._join()

    def sender(self, endpoint: Endpoint) -> Sender:
        """Return a new sender to an endpoint."""
        return Sender(self._process, (self._held,), secrets.token_hex(8), endpoint)

    def ask(self, sender: Sender, run: str, prompts: list[Any], retries: int) -> Any:
        """Return a reference to the replies of a batch; `retries`: deaths of the callers that it survives."""
        return self._actor.ask.options(max_task_retries=retries).remote(sender, run, prompts)

    def stop(self, sender: Sender, run: str) -> None:
        """Have no more prompts of a run sent."""
        self._actor.stop.remote(sender, run)

    def release(self, sender: Sender) -> None:
        """End a sender, with what it has under way."""
        self._actor.release.remote(sender)

    def leave(self) -> None:
        """End what this process has under way; the last process ends the callers, if they answer in time."""
        left = self._actor.leave.remote(self._process)
        ready, _ = self._ray.wait([left], timeout=_LEAVE_S)
        if ready and self._ray.get(left):
            self._ray.kill(self._actor)
