"""Engine: a connection to Ray, and the runs on it."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from muster.scoring.calling.endpoints import Endpoint
from muster.scoring.executing import local_ray
from muster.scoring.executing.items import Item, Score, require_importable
from muster.scoring.executing.leases import Cluster
from muster.scoring.executing.runs import Run
from muster.scoring.executing.workers import Caller

M = TypeVar("M")
S = TypeVar("S")

RETRIES_MAX: Final = 3
"""Deaths of a worker process that a batch and an endpoint's actor survive."""


@dataclass
class _Shared:
    """The actor of an endpoint and its runs."""

    actor: Any
    runs: int = 0


class Engine:
    """Runs prompts on Ray; one engine a process, runs from any thread.

    If a worker process dies (kill -9, out of memory), what it did is done again, up to `RETRIES_MAX` times:
    for the process that makes the calls that is every batch under way, so prompts already answered in those
    batches are sent, and paid, once more, with the same idempotency keys.

    Args:
        cluster: Ray to connect to, with the first run. One that does not answer is waited for, by Ray, for
            more than three minutes.
        retries: Deaths of the process that makes the calls that a run survives by itself.
    """

    def __init__(self, cluster: Cluster, *, retries: int = RETRIES_MAX) -> None:
        self._cluster, self._retries = cluster, retries
        self._lock = threading.Lock()
        self._is_connected = self._closed = False
        self._callers: dict[Endpoint, _Shared] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def run(
        self,
        endpoint: Endpoint,
        items: Iterable[Item[M]],
        score: Score[M, S],
        *,
        batch: int = 25,
        in_flight: int | None = None,
    ) -> Run[S]:
        """Begin a run: its batches are sent as it is iterated.

        Args:
            endpoint: Runs of equal endpoints share one actor, and its limits.
            items: Read as needed; ids of prompts are unique.
            score: Scoring function, for answers only: failures have no score.
            batch: Items of one batch.
            in_flight: Batches under way or waiting for the iteration; None: enough for the endpoint's
                largest concurrency, and two more.

        Raises:
            ValueError: A number is below 1, or workers cannot import the scoring function.
            RuntimeError: The engine is closed.
        """
        if batch < 1 or (in_flight is not None and in_flight < 1):
            raise ValueError(f"batch is {batch}, in_flight is {in_flight}; must be 1 or more")
        require_importable(score)
        if in_flight is None:
            in_flight = -(-endpoint.limits.concurrency_max // batch) + 2
        with self._lock:
            if self._closed:
                raise RuntimeError("the engine is closed")
            if not self._is_connected:
                local_ray.connect(self._cluster.address, self._cluster.token)
                self._is_connected = True
            ray = local_ray.module()
            shared = self._callers.get(endpoint) or self._callers.setdefault(
                endpoint, _Shared(_actor(ray, endpoint, self._retries))
            )
            shared.runs += 1

        def released() -> None:
            with self._lock:
                shared.runs -= 1
                if not shared.runs:
                    self._callers.pop(endpoint, None)
                    shared.actor = None

        return Run(ray, shared.actor, items, score, batch=batch, in_flight=in_flight, released=released)

    def close(self) -> None:
        """Disconnect; runs under way end."""
        with self._lock:
            if self._is_connected:
                self._callers.clear()
                local_ray.module().shutdown()
            self._is_connected, self._closed = False, True


def _actor(ray: Any, endpoint: Endpoint, retries: int) -> Any:
    settings = ray.remote(num_cpus=0, max_restarts=retries, max_task_retries=retries)
    return settings(Caller).remote(endpoint)
