"""Engine: Ray, started on first use or an existing cluster, and the runs on it."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from muster.scoring.calling.endpoints import Endpoint
from muster.scoring.executing import local_ray
from muster.scoring.executing.items import Item, Score, require_importable
from muster.scoring.executing.runs import Run
from muster.scoring.executing.workers import Caller

M = TypeVar("M")
S = TypeVar("S")

RETRIES_MAX: Final = 3
"""Deaths of a worker process that a batch and an endpoint's actor survive; repeated starts of Ray."""


@dataclass
class _Shared:
    """The actor of an endpoint and its runs."""

    actor: Any
    runs: int = 0


class Engine:
    """Runs prompts on Ray; one engine a process, runs from any thread.

    Without an address a Ray of its own starts with the first run and stops when no run has used it for a
    while: on 127.0.0.1, with a token that only this process and its workers know. Its processes end with
    this process, also after kill -9. With an address the cluster there is used and left alone; its operator
    sets `RAY_AUTH_MODE` and the token.

    If a worker process dies (kill -9, out of memory), what it did is done again, up to `RETRIES_MAX` times:
    for the process that makes the calls that is every batch under way, so prompts already answered in those
    batches are sent, and paid, once more, with the same idempotency keys.

    Args:
        work_dir: Folder for a Ray of its own, of this engine alone; its path has at most
            `local_ray.FOLDER_BYTES_MAX` - 4 bytes.
        address: Of an existing cluster; None: a Ray of its own.
        cpus: Scoring tasks at once in a Ray of its own.
        object_store_bytes: Its shared memory for objects.
        idle_s: Time without runs after which it stops.
        retries: Deaths of the process that makes the calls that a run survives by itself.
    """

    def __init__(
        self,
        work_dir: Path,
        address: str | None = None,
        *,
        cpus: int = 2,
        object_store_bytes: int = 80 * local_ray.MEBIBYTE,
        idle_s: float = 300.0,
        retries: int = RETRIES_MAX,
    ) -> None:
        self._folder, self._address = work_dir / "ray", address
        self._cpus, self._object_store_bytes, self._idle_s = cpus, object_store_bytes, idle_s
        self._retries = retries
        self._changed = threading.Condition()
        self._keeper: threading.Thread | None = None
        self._is_running = False
        self._error: BaseException | None = None
        self._runs, self._closing = 0, False
        self._callers: dict[Endpoint, _Shared] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def is_running(self) -> bool:
        """Whether Ray is running, or connected."""
        return self._is_running

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
            RuntimeError: The engine is closed, or Ray does not start.
        """
        if batch < 1 or (in_flight is not None and in_flight < 1):
            raise ValueError(f"batch is {batch}, in_flight is {in_flight}; must be 1 or more")
        require_importable(score)
        if in_flight is None:
            in_flight = -(-endpoint.limits.concurrency_max // batch) + 2
        with self._changed:
            self._start()
            ray = local_ray.module()
            shared = self._callers.get(endpoint) or self._callers.setdefault(
                endpoint, _Shared(_actor(ray, endpoint, self._retries))
            )
            shared.runs += 1
            self._runs += 1

        def released() -> None:
            with self._changed:
                shared.runs -= 1
                self._runs -= 1
                if not shared.runs:
                    self._callers.pop(endpoint, None)
                    shared.actor = None
                self._changed.notify_all()

        return Run(ray, shared.actor, items, score, batch=batch, in_flight=in_flight, released=released)

    def close(self) -> None:
        """Stop Ray, or disconnect; runs under way end."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
            keeper = self._keeper
        if keeper is not None:
            keeper.join()

    def _start(self) -> None:
        """Have Ray running; the lock is held."""
        failed = 0
        while not self._is_running:
            if self._closing:
                raise RuntimeError("the engine is closed")
            if self._keeper is None:
                self._error = None
                self._keeper = threading.Thread(target=self._keep, name="muster-ray", daemon=True)
                self._keeper.start()
            self._changed.wait_for(lambda: self._is_running or self._keeper is None)
            if isinstance(self._error, local_ray.NotStarted) and failed < RETRIES_MAX:
                failed += 1
            elif self._error is not None:
                raise self._error

    def _keep(self) -> None:
        """Start Ray, and stop it when it is idle or the engine is closed.

        A thread of its own, since the kernel ends Ray's processes with the thread that started them.
        """
        try:
            self._connect()
        except BaseException as error:
            with self._changed:
                self._error, self._keeper = error, None
                self._changed.notify_all()
            return
        with self._changed:
            self._is_running = True
            self._changed.notify_all()
            while not self._closing:
                if self._runs:
                    self._changed.wait()
                elif not self._changed.wait_for(lambda: self._runs or self._closing, self._idle_s):
                    break
            self._callers.clear()
            self._disconnect()
            self._keeper, self._is_running = None, False
            self._changed.notify_all()

    def _connect(self) -> None:
        if self._address is None:
            local_ray.start(self._folder, cpus=self._cpus, object_store_bytes=self._object_store_bytes)
            return
        ray = local_ray.module()
        ray.init(address=self._address, log_to_driver=False, configure_logging=False)

    def _disconnect(self) -> None:
        local_ray.module().shutdown()
        if self._address is None:
            local_ray.remove(self._folder)


def _actor(ray: Any, endpoint: Endpoint, retries: int) -> Any:
    settings = ray.remote(num_cpus=0, max_restarts=retries, max_task_retries=retries)
    return settings(Caller).remote(endpoint)
