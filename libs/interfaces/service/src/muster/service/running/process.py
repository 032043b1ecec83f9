"""A process and its roles, from start to end.

1. settings and arguments are valid (command.py)
2. telemetry, the server for health and APIs, a thread for every role
3. SIGTERM or SIGINT ends it, or the error of its only role: no new connection, every role stops
4. the exit code: 0 stopped as asked, 1 it cannot go on; the reason is the last line of its log
"""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any, Final

from muster.compiled.loading import running
from muster.service.roles import Role, Service
from muster.service.running.supervision import RoleRunner
from muster.service.serving.operations import RoleState
from muster.service.serving.server import BackgroundServer
from muster.service.settings import ServiceSettings
from muster.service.shared import ProcessShared
from muster.telemetry import setup

STOPPED, FAILED, INVALID = 0, 1, 2
"""Exit codes."""

_END_S: Final = 30.0
"""Limit for the other roles to stop when one ends the process, seconds."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Hosted:
    """One role to run.

    Attributes:
        service: Service of the role.
        role: The role.
        settings: The service's, valid.
        arguments: The role's own.
    """

    service: Service[Any]
    role: Role
    settings: ServiceSettings
    arguments: argparse.Namespace


def run_process(name: str, instance: str, hosted: Sequence[Hosted]) -> int:
    """Run these roles until the process has to stop, and return the exit code.

    Args:
        name: Name of the process in logs and traces: its service's, or `host`.
        instance: Name of the process among those with that name.
        hosted: At least one; the address of the first one's settings is listened at.
    """
    telemetry = setup(name, hosted[0].settings.otlp_endpoint, instance=instance)
    try:
        process = _Process(name, hosted)
        error = process.run()
        if error is not None:
            _log.critical("%s: %s", type(error).__name__, error, exc_info=process.unexpected(error))
    finally:
        telemetry.close()
    if process.superseded:
        os.execv(sys.executable, sys.orig_argv)  # noqa: S606  (the same command, nothing of the old work)
    return STOPPED if error is None else FAILED


class _Process:
    """The roles of this process, and the reason for their end."""

    def __init__(self, name: str, hosted: Sequence[Hosted]) -> None:
        self._name = name
        self._hosted = hosted
        self._shared = ProcessShared(hosted[0].settings)
        self._runners: list[RoleRunner] = []
        self._over = threading.Event()
        self._error: BaseException | None = None

    @property
    def superseded(self) -> bool:
        """Whether a role that runs alone was taken over by another process."""
        return any(runner.superseded for runner in self._runners)

    def run(self) -> BaseException | None:
        """Run to the end; return the error that ended it, None: it was asked to stop."""
        self._end_on_signals()
        settings = self._hosted[0].settings
        try:
            server = BackgroundServer(settings.http_host, settings.http_port, self._states, name=self._name)
        except OSError as error:
            return OSError(f"MUSTER_HTTP_PORT={settings.http_port} on {settings.http_host}: {error}")
        _log.info("code: %s", running())
        _log.info("HTTP on port %d", server.port)
        self._runners += [self._runner(one, server) for one in self._hosted]
        server.start()  # not before: a process that has no roles yet lacks nothing, and would be ready
        for runner in self._runners:
            runner.start()
        self._over.wait()
        server.stop_listening()
        for runner in self._runners:
            runner.stop()
        for runner in self._runners:
            runner.join(None if self._error is None else _END_S)
        server.close()
        return self._error

    def unexpected(self, error: BaseException) -> BaseException | None:
        """Return the error where its traceback helps: not for those that tell a person what to do."""
        from muster.journal.errors import JournalError  # noqa: PLC0415  (after the fact)

        return None if isinstance(error, JournalError | OSError) else error

    def _runner(self, one: Hosted, server: BackgroundServer) -> RoleRunner:
        return RoleRunner(
            one.service,
            one.role,
            one.settings,
            one.arguments,
            server=server,
            process=self._shared,
            shared=len(self._hosted) > 1,
            on_end=self._ended,
        )

    def _states(self) -> Mapping[str, RoleState]:
        return {runner.name: runner.state() for runner in self._runners}

    def _ended(self, error: BaseException | None) -> None:
        """A role has ended for good: with its error, so does the process."""
        if error is not None and self._error is None:
            self._error = error
        self._over.set()

    def _end_on_signals(self) -> None:
        def on_signal(number: int, frame: FrameType | None) -> None:
            del frame
            _log.info("stopping after %s", signal.Signals(number).name)
            self._over.set()

        signal.signal(signal.SIGTERM, on_signal)
        signal.signal(signal.SIGINT, on_signal)
