"""Start, recognise and stop one process of the stack.

A process gets its own session (so Ctrl-C in the terminal does not reach it, and its children can be stopped
with it), a log file, and an identity on disk: pid and start time. A pid alone is never trusted: after a crash
the number may belong to another process.
"""

from __future__ import annotations

import atexit
import json
import os
import pwd
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

import psutil
from muster.local.home import Home, write_atomically
from muster.local.processes.program import Launch

POLL_S = 0.1
# Every process of a stack and what it starts inherit this, so that `down` also finds those that went astray.
MARK = "MUSTER_STACK_HOME"

# psutil derives the start time from the boot time, which a clock step may move a little.
_START_TIME_TOLERANCE_S = 2.0
_STARTED = "===== muster up starts"
_LOG_BYTES_KEPT = 16 << 20

# A Popen warns when it is collected while its process lives. Ours are meant to outlive us: they are kept, and
# at our own end taken for ended.
_spawned: list[subprocess.Popen[bytes]] = []


@atexit.register
def _leave_running() -> None:
    for process in _spawned:
        process.returncode = process.returncode or 0


@dataclass(frozen=True, slots=True)
class Identity:
    """One process, distinguished from every other with the same pid by its start time."""

    pid: int
    started_at_s: float

    def process(self) -> psutil.Process | None:
        """The living process; None when it has ended or its pid was recycled."""
        try:
            process = psutil.Process(self.pid)
            same = abs(process.create_time() - self.started_at_s) < _START_TIME_TOLERANCE_S
            return process if same and _lives(process) else None
        except psutil.NoSuchProcess:
            return None


def spawn(home: Home, name: str, launch: Launch) -> Identity:
    """Start a process and record it on disk at once.

    Raises:
        OSError: the program cannot be executed.
    """
    account = pwd.getpwnam(launch.account) if launch.account else None
    with open_log(home, name) as log:
        log.write(f"{_STARTED} {name}\n".encode())
        log.flush()
        process = subprocess.Popen(
            ("nice", "-n", str(launch.niceness), *launch.argv) if launch.niceness else launch.argv,
            env={**os.environ, **launch.env, MARK: str(home.root)},
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
    if launch.niceness:
        _yield_session(process.pid, launch.niceness)
    identity = Identity(process.pid, psutil.Process(process.pid).create_time())
    write_atomically(home.identity(name), json.dumps(asdict(identity)) + "\n")
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


def stop(home: Home, name: str, *, grace_s: float) -> bool:
    """End the process started as `name`, and its children: with SIGTERM, then with SIGKILL.

    Returns:
        Whether there was one.
    """
    process = alive(home, name)
    if process is not None:
        family = _family(process)
        _signal_session(process, signal.SIGTERM)
        _end(family, grace_s=grace_s)
    home.identity(name).unlink(missing_ok=True)
    _spawned[:] = [ours for ours in _spawned if ours.poll() is None]
    return process is not None


def stop_strays(home: Home, *, grace_s: float) -> int:
    """End processes that the stack's processes left behind, such as the supervisor of a running job.

    Returns:
        The number of processes.
    """
    strays = [
        process for process in psutil.process_iter() if process.pid != os.getpid() and _marked(process, home)
    ]
    for stray in strays:
        with suppress(psutil.NoSuchProcess):  # it has ended in the meantime
            stray.terminate()
    _end(strays, grace_s=grace_s)
    return len(strays)


def resident_bytes(process: psutil.Process) -> int:
    """Total resident memory of a process and its children, in bytes; shared pages count for each."""
    total = 0
    for member in _family(process):
        try:
            total += member.memory_info().rss
        except psutil.NoSuchProcess:
            continue
    return total


def open_log(home: Home, name: str) -> IO[bytes]:
    """The log file of `name`, to append to; a large one is renamed to `<name>.log.1` first."""
    log = home.log(name)
    if log.exists() and log.stat().st_size > _LOG_BYTES_KEPT:
        log.replace(log.with_name(f"{log.name}.1"))
    return log.open("ab")


def last_lines(log: Path, count: int = 15) -> list[str]:
    """The last lines of the log since the last start, for an error message."""
    try:
        written = log.read_text(errors="replace").rpartition(_STARTED)[2]
    except FileNotFoundError:
        return []
    return written.splitlines()[1:][-count:]


def _family(process: psutil.Process) -> list[psutil.Process]:
    """A process and all below it; itself alone when it has ended meanwhile."""
    try:
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return [process]


def _marked(process: psutil.Process, home: Home) -> bool:
    try:
        return process.environ().get(MARK) == str(home.root)
    except psutil.Error:
        return False  # it ended, or is somebody else's, whose environment is none of our business


def _yield_session(pid: int, niceness: int) -> None:
    """Lower the priority of a process's whole session.

    Where Linux groups processes by session (sched_autogroup), it compares whole groups first, so that of the
    process's own session yields as well.
    """
    # No such groups here, or this user may not set them so often: then niceness is all.
    with suppress(OSError):
        Path(f"/proc/{pid}/autogroup").write_text(str(niceness))


def _signal_session(leader: psutil.Process, number: signal.Signals) -> None:
    try:
        os.killpg(leader.pid, number)
    except ProcessLookupError:
        return


def _end(processes: list[psutil.Process], *, grace_s: float) -> None:
    """Wait until all have ended; kill those that outlive the grace period."""
    deadline = time.monotonic() + grace_s
    while left := [process for process in processes if _lives(process)]:
        if time.monotonic() > deadline:
            for process in left:
                _kill(process)
        time.sleep(POLL_S)


def _lives(process: psutil.Process) -> bool:
    """Whether it still runs; a zombie has ended."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _kill(process: psutil.Process) -> None:
    try:
        process.kill()
    except psutil.NoSuchProcess:
        return
