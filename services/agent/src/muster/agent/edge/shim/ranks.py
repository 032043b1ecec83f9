"""Ranks: the processes of a task. Start all or none, signal their groups, reap, leave nothing behind."""

from __future__ import annotations

import ctypes
import errno
import os
import selectors
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from muster.agent.edge.disk.task_dir import End, Plan, RankPlan, TaskDir
from muster.agent.edge.shim.output import Output

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
"""prctl(2)."""

REAP_S = 0.02
"""Pause between two checks for processes that were killed and are not gone yet, in seconds."""

_libc = ctypes.CDLL(None, use_errno=True)


class CannotStart(Exception):
    """A rank's program cannot be executed; no rank runs."""


class Ranks:
    """The processes of one task.

    Each rank leads a session, and so a group, of its own. If the shim is killed, the kernel kills the ranks'
    first processes (PR_SET_PDEATHSIG); the agent ends the processes that these had started, found by the
    task's mark. Processes that a rank's first process leaves behind become the shim's
    (PR_SET_CHILD_SUBREAPER), which kills them: a rank ends with its first process.
    """

    def __init__(self, plan: Plan, task: TaskDir) -> None:
        self._plan = plan
        self._task = task
        self._running: dict[int, int] = {}  # rank by pid
        self._exits: list[End] = []
        self._outputs: list[Output] = []
        self._selector = selectors.DefaultSelector()

    def start(self) -> dict[int, int]:
        """Start every rank; returns their pids by rank.

        Raises:
            CannotStart: a rank cannot be started; those already started are killed.
        """
        _prctl(PR_SET_CHILD_SUBREAPER, 1)
        self._wake_on_exit()
        for rank in self._plan.ranks:
            try:
                self._running[self._start_one(rank)] = rank.rank
            except (OSError, ValueError) as error:
                self.leave_nothing()
                raise CannotStart(f"rank {rank.rank}: {_why(error, rank)}") from error
        return {rank: pid for pid, rank in self._running.items()}

    def wait(self, timeout_s: float) -> bool:
        """Copy output and reap until something happens or the time is up; return whether a rank runs."""
        for key, _ in self._selector.select(timeout_s):
            if not key.data():
                self._selector.unregister(key.fd)
        self._reap()
        return bool(self._running)

    def one_failed(self) -> bool:
        """Whether a rank ended with a signal or an exit code other than 0."""
        return any(end.exit_code != 0 for end in self._exits)

    def exits(self) -> tuple[End, ...]:
        """How the ranks ended, in the order of their ends."""
        return tuple(self._exits)

    def output_bytes_lost(self) -> int:
        """How many bytes of the ranks' output were dropped."""
        return sum(output.bytes_lost for output in self._outputs)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the group of every running rank; SIGKILL also to what left the groups."""
        for pid in self._running:
            with suppress(ProcessLookupError):
                os.killpg(pid, number)
        if number == signal.SIGKILL:
            _kill_all(_descendants())

    def leave_nothing(self) -> None:
        """Kill all descendants of the shim, copy the last output, sync it."""
        while left := _descendants():
            _kill_all(left)
            self.wait(REAP_S)
        self._reap()
        for output in self._outputs:
            output.drain()
            output.close()

    def _start_one(self, rank: RankPlan) -> int:
        streams = [self._open(rank.rank, name) for name in ("stdout", "stderr")]
        shim = os.getpid()

        def die_with_the_shim() -> None:
            _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != shim:  # it died before the line above
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            process = subprocess.Popen(  # noqa: S603  (running the job's program is the point)
                rank.argv,
                cwd=rank.cwd,
                env=dict(rank.env),
                stdin=subprocess.DEVNULL,
                stdout=streams[0].rank_end,
                stderr=streams[1].rank_end,
                start_new_session=True,
                preexec_fn=die_with_the_shim,  # noqa: PLW1509  (the shim has one thread)
            )
        finally:
            for stream in streams:
                os.close(stream.rank_end)
        process.returncode = 0  # _reap waits for it: Popen must not
        return process.pid

    def _open(self, rank: int, name: str) -> Output:
        output = Output(self._task.output(rank, name), self._plan.output_bytes_max)
        self._outputs.append(output)
        self._selector.register(output.pipe, selectors.EVENT_READ, output.copy)
        return output

    def _wake_on_exit(self) -> None:
        """Let the end of a child interrupt the wait."""
        wake, write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        self._selector.register(wake, selectors.EVENT_READ, lambda: bool(os.read(wake, 4096)))

    def _reap(self) -> None:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid in self._running:
                self._exits.append(_end_of(self._running.pop(pid), status))


def _why(error: OSError | ValueError, rank: RankPlan) -> str:
    if isinstance(error, PermissionError) and _is_nowhere(rank):
        # the search goes past folders that cannot be read, and reports them in place of what it looks for
        return f"{rank.argv[0]}: {os.strerror(errno.ENOENT)}"
    if isinstance(error, OSError):
        return f"{error.filename or rank.argv[0]}: {error.strerror}"
    return str(error)  # a NUL byte in an argument, a "=" in a variable's name


def _is_nowhere(rank: RankPlan) -> bool:
    """Whether the program is looked for in PATH and no folder there holds such a file."""
    program = rank.argv[0]
    folders = rank.env.get("PATH", os.defpath).split(os.pathsep)
    files = (os.path.join(rank.cwd, folder, program) for folder in folders)
    return "/" not in program and not any(map(os.path.isfile, files))  # false where it may not look


def _end_of(rank: int, status: int) -> End:
    if os.WIFSIGNALED(status):
        return End(rank, None, os.WTERMSIG(status))
    return End(rank, os.WEXITSTATUS(status), None)


def _kill_all(pids: list[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _descendants() -> list[int]:
    """Every living process below the shim; zombies wait to be reaped and count as dead."""
    children: dict[int, list[int]] = {}
    for pid, parent in _processes():
        children.setdefault(parent, []).append(pid)
    found: list[int] = []
    row = [os.getpid()]
    while row:
        row = [child for pid in row for child in children.get(pid, [])]
        found += row
    return found


def _processes() -> Iterator[tuple[int, int]]:
    """(pid, parent) of every process that is not a zombie."""
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        with suppress(OSError):  # it ended meanwhile
            # proc_pid_stat(5): "pid (name) state ppid ..."; the name may hold spaces and brackets
            state, parent = Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()[:2]
            if state not in "ZX":
                yield int(entry), int(parent)


def _prctl(option: int, value: int) -> None:
    if _libc.prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")
