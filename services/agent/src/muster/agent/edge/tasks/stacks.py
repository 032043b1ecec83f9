"""Current stacks of a task's processes: in Python, else in the kernel, else why there are none.

A program that uses muster.checkpoint writes its stacks into its progress folder on SIGUSR2; only processes
that left a file there are signalled. For others py-spy is run, if the node has it and may trace them.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from muster.agent.edge.disk.task_dir import TaskDir
from muster.agent.edge.shim.processes import descendants, handles
from muster.checkpoint.stacks import SIGNAL, file_of

PROCESSES_MAX: Final = 32
"""Most processes of a task that are looked at."""
BYTES_MAX: Final = 16 * 1024
"""Most bytes kept of one process's stacks."""

_ANSWER_S: Final = 2.0
_TRACE_S: Final = 10.0
_POLL_S: Final = 0.02


def of_task(folder: TaskDir, ranks: list[int]) -> dict[int, list[str]]:
    """Lines about the processes of each rank; a process whose rank cannot be read counts for the first."""
    found: dict[int, list[str]] = {rank: [] for rank in ranks}
    for pid in descendants(folder.shim_pid())[:PROCESSES_MAX]:
        rank = rank_of(pid)
        if rank is not None:
            found[rank if rank in found else ranks[0]] += _of_process(pid, folder, ranks)
    return found


def _of_process(pid: int, folder: TaskDir, ranks: list[int]) -> list[str]:
    status = _status(pid)
    if status is None:
        return []
    lines = [f"process {pid} {_command(pid)}: {status.get('State', '?')}, {_waits(pid)}"]
    own = int(status.get("NSpid", str(pid)).split()[-1])
    files = (folder.progress(rank) / file_of(own) for rank in ranks)
    asked = next((file for file in files if _is_plain(file)), None)
    try:
        stacks = _written(pid, asked) if asked and handles(pid, SIGNAL) else _traced(pid)
    except OSError as error:  # the file is the job's: it may go at any moment
        stacks = [f"no stack: its file cannot be read: {error.strerror}"]
    return [*lines, *(f"  {line}" for line in stacks)]


def _written(pid: int, file: Path) -> list[str]:
    """Return the stacks that the process writes when it is signalled."""
    before = file.stat().st_size
    with suppress(ProcessLookupError):
        os.kill(pid, SIGNAL)
    deadline, size = time.monotonic() + _ANSWER_S, before
    while time.monotonic() < deadline:
        time.sleep(_POLL_S)
        now = file.stat().st_size
        if now > before and now == size:  # it grew, and grows no more
            break
        size = now
    text = _read(file, before)
    return text.splitlines() or [f"no stack: it did not answer {SIGNAL.name} within {_ANSWER_S:g} s"]


def _traced(pid: int) -> list[str]:
    """Return the stacks that py-spy sees, or why it sees none."""
    program = shutil.which("py-spy")
    if program is None:
        return ["no Python stack: it does not use muster.checkpoint, and this node has no py-spy"]
    try:
        done = subprocess.run(  # noqa: S603  (a tool of the node, on a process of the task)
            [program, "dump", "--pid", str(pid)],
            capture_output=True,
            text=True,
            timeout=_TRACE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return [f"no Python stack: py-spy: {error}"]
    if done.returncode:
        return [f"no Python stack: py-spy: {done.stderr.strip()[-300:]}"]
    return done.stdout[:BYTES_MAX].splitlines()


def _read(file: Path, offset: int) -> str:
    descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        return os.pread(descriptor, BYTES_MAX, offset).decode(errors="replace")
    finally:
        os.close(descriptor)


def _is_plain(file: Path) -> bool:
    """Whether it is a plain file: the job may put anything there."""
    try:
        return stat.S_ISREG(file.lstat().st_mode)
    except OSError:
        return False


def rank_of(pid: int) -> int | None:
    """The rank of a process by its environment; -1: unknown; None: it is no process of a rank."""
    try:
        environment = Path("/proc", str(pid), "environ").read_bytes().split(b"\0")
    except OSError:
        return -1
    value = next((entry[5:] for entry in environment if entry.startswith(b"RANK=")), None)
    if value is None:
        return None
    return int(value) if value.isdigit() else -1


def _status(pid: int) -> dict[str, str] | None:
    try:
        lines = Path("/proc", str(pid), "status").read_text().splitlines()
    except OSError:  # it ended meanwhile
        return None
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def _command(pid: int) -> str:
    with suppress(OSError):
        words = Path("/proc", str(pid), "cmdline").read_bytes().split(b"\0")
        return f"({b' '.join(words).decode(errors='replace').strip()[:100]})"
    return "(?)"


def _waits(pid: int) -> str:
    """Return the kernel function in which the process waits (proc_pid_wchan(5), proc_pid_stack(5))."""
    with suppress(OSError):
        frames = [line.split()[-1] for line in Path("/proc", str(pid), "stack").read_text().splitlines()]
        if frames:
            return f"in the kernel: {' < '.join(frames[:6])}"
    with suppress(OSError):
        place = Path("/proc", str(pid), "wchan").read_text().strip()
        if place and place != "0":
            return f"waits in {place}"
    return "runs, or the kernel does not say where it waits"
