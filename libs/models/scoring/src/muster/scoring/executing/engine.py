"""Engine: a connection to Ray, and the runs on it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from muster.scoring.calling.endpoints import Endpoint
from muster.scoring.executing import local_ray
from muster.scoring.executing.callers import Membership
from muster.scoring.executing.items import Item, Score, require_importable
from muster.scoring.executing.leases import Cluster
from muster.scoring.executing.runs import Run
from muster.scoring.executing.workers import Replies, Sender, score_batch

M = TypeVar("M")
S = TypeVar("S")

RETRIES_MAX: Final = 3
"""Deaths of the process that makes the calls that a batch survives."""


@dataclass
class _Shared:
    """The sender to an endpoint and its runs."""

    sender: Sender
    runs: int = 0


class Engine:
    """Runs prompts on Ray; one engine a process, runs from any thread.

    If a worker process dies (kill -9, out of memory), what it did is done again, up to `RETRIES_MAX` times:
    for the process that makes the calls that is every batch under way, so prompts already answered in those
    batches are sent, and paid, once more, with the same idempotency keys.

    Args:
        cluster: Ray to connect to, with the first run. One that does not answer is waited for, by Ray, for
            more than three minutes: see `clusters.watched`.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._lock = threading.Lock()
        self._closed = False
        self._callers: Membership | None = None
        self._shared: dict[Endpoint, _Shared] = {}

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
        retries: int = RETRIES_MAX,
    ) -> Run[S]:
        """Begin a run: its batches are sent as it is iterated.

        Args:
            endpoint: Its limits hold for the runs of all processes that use this Ray.
            items: Read as needed; ids of prompts are unique.
            score: Scoring function, for answers only: failures have no score.
            batch: Items of one batch.
            in_flight: Batches under way or waiting for the iteration; None: enough for the endpoint's
                largest concurrency, and two more.
            retries: Deaths of the process that makes the calls that a batch survives.

        Raises:
            ValueError: A number is below 1, or workers cannot import the scoring function.
            RuntimeError: The engine is closed.
        """
        if batch < 1 or (in_flight is not None and in_flight < 1):
            raise ValueError(f"batch is {batch}, in_flight is {in_flight}; must be 1 or more")
        require_importable(score)
        if in_flight is None:
            in_flight = -(-endpoint.limits.concurrency_max // batch) + 2
        callers = self.connect()
        with self._lock:
            shared = self._shared.get(endpoint) or self._shared.setdefault(
                endpoint, _Shared(callers.sender(endpoint))
            )
            shared.runs += 1

        def released() -> None:
            with self._lock:
                shared.runs -= 1
                if not shared.runs and self._shared.pop(endpoint, None):
                    callers.release(shared.sender)

        ray = local_ray.module()
        return Run(
            ray,
            callers,
            shared.sender,
            items,
            score,
            batch=batch,
            in_flight=in_flight,
            retries=retries,
            released=released,
        )

    def connect(self) -> Membership:
        """Connect to Ray, if this engine is not connected yet.

        Raises:
            RuntimeError: The engine is closed.
        """
        with self._lock:
            if self._closed:
                raise RuntimeError("the engine is closed")
            if self._callers is None:
                local_ray.connect(self._cluster.address, self._cluster.token)
                self._callers = Membership(local_ray.module())
                self._callers.wait()
            return self._callers

    def warm(self, score: Callable[..., Any]) -> None:
        """Connect, and have a process of Ray load a scoring function, so that a run finds both done."""
        self.connect()
        local_ray.module().remote(score_batch).remote(score, (), Replies((), None))

    def close(self) -> None:
        """Disconnect; runs under way end."""
        with self._lock:
            self._shared.clear()
            if self._callers is not None:
                self._callers.leave()
                local_ray.module().shutdown()
            self._callers, self._closed = None, True
