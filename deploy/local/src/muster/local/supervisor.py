"""Start, watch and stop one process of the stack.

A process gets its own session (so Ctrl-C in the terminal does not reach it, and its children can be stopped
with it), a log file, and an identity on disk: pid and start time. A pid alone is never trusted: after a crash
the number may belong to somebody else's process.
"""

from __future__ import annotations

import json
import os
import pwd
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psutil

from muster.local.home import Home, write_atomically
from muster.local.program import Launch

# psutil derives the start time from the boot time, which a clock step may move a little.
_START_TIME_TOLERANCE_S = 2.0
_POLL_S = 0.1

# A Popen warns when it is collected while its process lives. Ours are meant to outlive us: keep them.
_spawned: list[subprocess.Popen[bytes]] = []


@dataclass(frozen=True, slots=True)
class Identity:
    """One process, told apart from every other that had or will have its pid."""

    pid: int
    started_at_s: float

    def process(self) -> psutil.Process | None:
        """The living process; None when it has ended or its pid was recycled."""
        try:
            process = psutil.Process(self.pid)
            same = abs(process.create_time() - self.started_at_s) < _START_TIME_TOLERANCE_S
            return process if same and process.status() != psutil.STATUS_ZOMBIE else None
        except psutil.NoSuchProcess:
            return None


def spawn(home: Home, name: str, launch: Launch) -> Identity:
    """Start a process and remember it on disk before anything else can go wrong.

    Raises:
        OSError: the program cannot be executed.
    """
    account = pwd.getpwnam(launch.account) if launch.account else None
    with home.log(name).open("ab") as log:
        process = subprocess.Popen(
            launch.argv,
            env={**os.environ, **launch.env},
            cwd=launch.folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            user=account.pw_uid if account else None,
            group=account.pw_gid if account else None,
            extra_groups=[] if account else None,
        )
    _spawned.append(process)
    identity = Identity(process.pid, psutil.Process(process.pid).create_time())
    write_atomically(home.identity(name), json.dumps({"pid": identity.pid, "started_at_s": identity.started_at_s}))
    return identity


def recall(home: Home, name: str) -> Identity | None:
    """The identity of the process last started as `name`; None when there is no record of one."""
    try:
        return Identity(**json.loads(home.identity(name).read_text()))
    except FileNotFoundError:
        return None


def alive(home: Home, name: str) -> psutil.Process | None:
    """The living process that was started as `name`, if any."""
    identity = recall(home, name)
    return identity.process() if identity else None


def wait_until(ready: Callable[[], bool], identity: Identity, *, patience_s: float) -> bool:
    """Ask `ready` until it says yes; False when the process ends or patience does."""
    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline:
        if identity.process() is None:
            return False
        if ready():
            return True
        time.sleep(_POLL_S)
    return False


def stop(home: Home, name: str, *, grace_s: float) -> bool:
    """End the process started as `name`, and its children: politely, then not.

    Returns:
        Whether there was one.
    """
    process = alive(home, name)
    if process is not None:
        family = [process, *process.children(recursive=True)]
        _signal_group(process.pid, signal.SIGTERM)
        _, stubborn = psutil.wait_procs(family, timeout=grace_s)
        if stubborn:
            _signal_group(process.pid, signal.SIGKILL)
            psutil.wait_procs(stubborn, timeout=grace_s)
    home.identity(name).unlink(missing_ok=True)
    return process is not None


def resident_bytes(process: psutil.Process) -> int:
    """Resident memory of a process and its children, pages they share counted once each."""
    total = 0
    for member in [process, *process.children(recursive=True)]:
        try:
            total += member.memory_info().rss
        except psutil.NoSuchProcess:
            continue
    return total


def last_lines(log: Path, count: int = 15) -> list[str]:
    """The end of a log file, for an error message."""
    try:
        return log.read_text(errors="replace").splitlines()[-count:]
    except FileNotFoundError:
        return []


def _signal_group(leader_pid: int, number: signal.Signals) -> None:
    try:
        os.killpg(leader_pid, number)
    except ProcessLookupError:
        return
