"""A process of roles as its keeper sees it: its log, its answers, its end."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import httpx
from muster.testkit.patience import PATIENCE_S, Patience, exit_code, until


class RoleProcess:
    """A process of roles.

    Args:
        module: Module that `python -m` runs.
        home: $MUSTER_HOME of the process.
        arguments: Arguments of the module.
        environment: Variables beside this process's own.

    Attributes:
        log: The lines of its log so far.
    """

    def __init__(self, module: str, home: Path, *arguments: str, **environment: str) -> None:
        self.log: list[str] = []
        self._process = subprocess.Popen(  # noqa: S603  (a test's own module)
            [sys.executable, "-m", module, *arguments],
            env={**os.environ, "MUSTER_HOME": str(home), **environment},
            stderr=subprocess.PIPE,
            text=True,
        )
        # One for all requests, each on a connection of its own: to make a client takes longer than to ask.
        each = httpx.Limits(max_keepalive_connections=0)
        self._http = httpx.Client(trust_env=False, timeout=PATIENCE_S, limits=each)
        self._said = threading.Condition()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            with self._said:
                self.log.append(line)
                self._said.notify_all()
        with self._said:
            self._said.notify_all()

    def line(self, pattern: str, count: int = 1) -> str:
        """Wait for the `count`-th line of its log that matches, and return it."""

        def matching() -> list[str]:
            return [line for line in self.log if re.search(pattern, line)]

        patience = Patience()
        with self._said:
            while len(matching()) < count:
                assert not patience.is_over(len(self.log)), self.log
                self._said.wait(0.5)
        return matching()[count - 1]

    @property
    def pid(self) -> int:
        """Id of the process."""
        return self._process.pid

    @property
    def url(self) -> str:
        """Base URL of its HTTP server."""
        self.line("HTTP on port")
        said = json.loads([line for line in self.log if "HTTP on port" in line][-1])["message"]
        return f"http://127.0.0.1:{said.rpartition(' ')[2]}"

    def get(self, path: str) -> httpx.Response:
        """Send one GET request."""
        return self._http.get(f"{self.url}{path}")

    def until(self, path: str, holds: Callable[[httpx.Response], bool]) -> httpx.Response:
        """The first answer for which that holds."""
        answers: list[httpx.Response] = []

        def good_answer() -> httpx.Response | None:
            answers[:] = [self.get(path)]
            return answers[0] if holds(answers[0]) else None

        return until(good_answer, lambda: f"{path}: {answers[0].text}", pause_s=0.05)

    def signal(self, number: signal.Signals) -> None:
        """Send it one."""
        self._process.send_signal(number)

    def ended(self) -> tuple[int, str]:
        """Exit code, and the message of the last line of its log."""
        code = exit_code(self._process)
        self._reader.join(PATIENCE_S)
        last = self.log[-1]
        return code, json.loads(last)["message"] if last.startswith("{") else last

    def close(self) -> None:
        """Kill it if it still runs, and wait for it."""
        self._http.close()
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        assert self._process.stderr is not None
        self._process.stderr.close()
