"""One role in a thread of its own, started again when that helps."""

from __future__ import annotations

import argparse
import logging
import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final

from fastapi import FastAPI
from muster.backoff import Backoff, Pauses
from muster.journal.clock import Clock, SystemClock
from muster.service.roles import Context, Role, Service, Work
from muster.service.running.consequences import Consequence, consequence_of
from muster.service.serving.operations import RoleState
from muster.service.serving.server import BackgroundServer
from muster.service.shared import ProcessShared
from muster.telemetry import logs, metrics

PAUSES: Final = Backoff(first_ms=250, longest_ms=10_000)
WELL_AFTER_MS: Final = 60_000
"""Run time after which a role's pauses are short again."""

_log = logging.getLogger(__name__)


class RoleEndedError(Exception):
    """A role ended without being stopped."""


class RoleRunner:
    """Runs one role until it has to stop.

    Args:
        service: Service of the role.
        role: The role.
        settings: The service's.
        arguments: The role's own.
        server: Server of its API.
        process: State shared with the other roles.
        shared: Whether the process has other roles.
        on_end: Called with the error that ends the process, or None when the role has stopped as asked.
        clock: For how long it ran.

    Attributes:
        name: `submit:projector`.
        superseded: Another process took over this role, which runs alone: the process is to be replaced.
    """

    def __init__(
        self,
        service: Service[Any],
        role: Role,
        settings: Any,
        arguments: argparse.Namespace,
        *,
        server: BackgroundServer,
        process: ProcessShared,
        shared: bool,
        on_end: Callable[[BaseException | None], None],
        clock: Clock | None = None,
    ) -> None:
        self.name = f"{service.name}:{role.name}"
        self.superseded = False
        self._service = service.name
        self._role = role
        self._settings = settings
        self._arguments = arguments
        self._server = server
        self._process = process
        self._shared = shared
        self._on_end = on_end
        self._clock = clock or SystemClock()
        self._stop = threading.Event()
        self._stop_run = threading.Event()
        self._work: Work | None = None
        self._missing: str | None = "is starting"
        self._thread = threading.Thread(target=self._guarded, name=self.name, daemon=True)

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Have it come to an end; returns at once."""
        self._stop.set()
        self._end_run()

    def join(self, timeout_s: float | None = None) -> None:
        """Wait until it has ended."""
        self._thread.join(timeout_s)

    def state(self) -> RoleState:
        """Return what it lacks and its progress, for /readyz."""
        work, missing = self._work, self._missing
        if work is None or missing is not None:
            return RoleState(lambda: missing or "is starting")
        if work.app is not None and not self._server.serves(self._service):
            return RoleState(lambda: "its API is starting", progress=work.progress)
        return RoleState(work.missing, work.remedies, work.progress)

    def _guarded(self) -> None:
        try:
            with logs.bound(role=self.name):
                self._keep_running()
        except BaseException as error:  # whatever it is, the process must know
            self._on_end(error)
        else:
            self._on_end(None)

    def _keep_running(self) -> None:
        pauses = Pauses(PAUSES)
        while not self._stop.is_set():
            began_ms = self._clock.monotonic_ms()
            try:
                self._run_once()
            except Exception as error:
                consequence = consequence_of(error, shared=self._shared)
                self._missing = f"{type(error).__name__}: {error}"
                if consequence is Consequence.END or (
                    self._role.alone and consequence is Consequence.SUPERSEDED
                ):
                    self.superseded = consequence is Consequence.SUPERSEDED
                    raise
                if self._stop.is_set():
                    _log.warning("%s failed while it stopped", self.name, exc_info=True)
                    return
                metrics.ROLE_RESTARTS.labels(self.name).inc()
                if self._clock.monotonic_ms() - began_ms > WELL_AFTER_MS:
                    pauses.reset()
                if consequence is Consequence.SUPERSEDED:
                    _log.warning("%s starts again: %s", self.name, error)
                    continue
                pause_ms = pauses.next_ms()
                _log.warning("%s failed, trying again in %d ms", self.name, pause_ms, exc_info=True)
                self._stop.wait(pause_ms / 1000)

    def _run_once(self) -> None:
        """Start the role, run it until it has to stop, and release its resources."""
        stop = self._stop_run = threading.Event()
        with ExitStack() as kept:
            kept.callback(self._forget)
            context = Context(self.name, self._settings, self._arguments, stop, kept, self._process)
            work = self._role.load()(context)
            self._work, self._missing = work, None
            if self._stop.is_set():
                self._end_run()
            _log.info("%s runs", self.name)
            self._do(work, stop)
        if not self._stop.is_set():
            raise RoleEndedError(f"{self.name} ended by itself")

    def _do(self, work: Work, stop: threading.Event) -> None:
        """Do the work, and serve its API meanwhile."""
        if work.app is None:
            (work.run or stop.wait)()
        elif work.run is None:
            self._server.serve(self._service, work.app, stop)
        else:
            self._do_both(work.run, work.app)

    def _do_both(self, run: Callable[[], object], app: FastAPI) -> None:
        """Work in this thread, the API in another; when either ends, the other does."""
        over = threading.Event()
        failed: list[BaseException] = []

        def serve() -> None:
            try:
                self._server.serve(self._service, app, over)
            except BaseException as error:
                failed.append(error)
                self._end_run()

        serving = threading.Thread(target=serve, name=f"{self.name}-api", daemon=True)
        serving.start()
        try:
            run()
        finally:
            over.set()
            serving.join()
        if failed:
            raise failed[0]

    def _end_run(self) -> None:
        self._stop_run.set()
        if (work := self._work) is not None:
            work.stop()

    def _forget(self) -> None:
        self._work = None
        self._stop_run.set()
