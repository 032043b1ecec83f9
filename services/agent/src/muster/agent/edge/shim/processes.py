"""Processes: the ranks', inside the sandbox. Start all or none, signal, reap, leave nothing behind."""

from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from muster.agent.core.supervision import CHECKPOINT
from muster.agent.edge.disk.task_dir import End, RankPlan
from muster.agent.edge.sandbox import kernel


class CannotStart(Exception):
    """A rank's program cannot be executed; no rank runs."""


@dataclass(frozen=True, slots=True)
class Streams:
    """The descriptors that a rank writes its output to."""

    stdout: int
    stderr: int


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of each rank from its first moment.

    Attributes:
        entrances: Descriptors; writing 0 to them enters the task's control groups.
        open_files_max: Files that a process may have open; 0: as many as this process may.
        processes_max: Processes that the kernel counts for the user; 0: as many as this process may have.
    """

    entrances: Sequence[int] = ()
    open_files_max: int = 0
    processes_max: int = 0

    def apply(self) -> None:
        """Bind this process and all that it starts."""
        for entrance in self.entrances:
            os.write(entrance, b"0")
        _bound(resource.RLIMIT_CORE, 0)
        if self.open_files_max:
            _bound(resource.RLIMIT_NOFILE, self.open_files_max)
        if self.processes_max:
            _bound(resource.RLIMIT_NPROC, self.processes_max)


class Processes:
    """The processes of one task, as children of this one.

    Each rank's first process leads a session, and so a group, and ends with this process (PR_SET_PDEATHSIG).
    Processes left by a rank become children of this process, which is the first of its process namespace, or
    a subreaper where there is none.

    A rank ends with its first process. Once it was asked to end, it ends when all of its group have, since
    the grace is theirs: a shell dies of SIGTERM while the program that it waits for still saves.
    """

    def __init__(self) -> None:
        self._running: dict[int, int] = {}  # rank by pid
        self._leaderless: dict[int, End] = {}  # ends of ranks whose first process has ended, by its pid
        self._sent: signal.Signals | None = None
        self._orphans_asked: set[int] = set()
        kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)

    def start(self, ranks: Sequence[RankPlan], streams: Sequence[Streams], bounds: Bounds) -> None:
        """Start every rank.

        Raises:
            CannotStart: a rank cannot be started; those already started are killed.
        """
        for rank, to in zip(ranks, streams, strict=True):
            try:
                self._running[_start(rank, to, bounds)] = rank.rank
            except (OSError, ValueError) as error:
                kill_descendants()
                raise CannotStart(f"rank {rank.rank}: {_why(error, rank)}") from error

    def __bool__(self) -> bool:
        """Whether a rank runs."""
        return bool(self._running or self._leaderless)

    @property
    def has_survivors(self) -> bool:
        """Whether processes of a rank outlive its first one; not all of them are this process's children."""
        return bool(self._leaderless)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the group of every running rank; SIGKILL also to processes outside the groups."""
        self._sent = number
        # A number of an ended first process may be another group's, unless its own group still has processes.
        for leader in (*self._running, *filter(_group_of, self._leaderless)):
            with suppress(ProcessLookupError):
                os.killpg(leader, number)
        if number == signal.SIGKILL:
            _send(descendants(), number)

    def request_checkpoint(self) -> int:
        """Send CHECKPOINT to every process of the task that handles it; returns how many these are."""
        self._sent = CHECKPOINT
        return _send([pid for pid in descendants() if handles(pid, CHECKPOINT)], CHECKPOINT)

    def reap(self) -> Iterator[End]:
        """Yield the ends of ranks since the last call, in order."""
        for pid, status in _reaped():
            self._orphans_asked.discard(pid)
            if pid in self._running:
                self._leaderless[pid] = _end_of(self._running.pop(pid), status)
        for leader in [*self._leaderless]:
            if not self._has_grace(leader):
                yield self._leaderless.pop(leader)

    def _has_grace(self, leader: int) -> bool:
        """Whether a process left by a rank's ended first process may still end by itself."""
        match self._sent:
            case signal.SIGTERM:
                last = not self._running and len(self._leaderless) == 1
                return bool(_group_of(leader)) or (last and self._rest_has_grace())
            case signal.SIGUSR1:  # CHECKPOINT
                return any(handles(pid, CHECKPOINT) for pid in _group_of(leader))
            case _:
                return False

    def _rest_has_grace(self) -> bool:
        """Ask processes outside the groups to end, now that the groups have; return whether any is left.

        Each process is asked when its parent is gone. Until then it is for the parent to ask: timeout(1) and
        torchrun do, and a program that is asked twice may hurry.
        """
        orphans = {pid for pid, parent in _processes() if parent == os.getpid()} - self._orphans_asked
        _send([*orphans], signal.SIGTERM)
        self._orphans_asked |= orphans
        return bool(descendants())


def kill_descendants() -> None:
    """Kill every process below this one, and wait until none is left."""
    while left := descendants():
        _send(left, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(-1, 0)
    for _ in _reaped():
        pass


def descendants(of: int | None = None) -> list[int]:
    """Every living process below one, by default this one; zombies wait to be reaped and count as dead."""
    children: dict[int, list[int]] = {}
    for pid, parent in _processes():
        children.setdefault(parent, []).append(pid)
    found: list[int] = []
    row = [os.getpid() if of is None else of]
    while row:
        row = [child for pid in row for child in children.get(pid, [])]
        found += row
    return found


def _bound(what: int, value: int) -> None:
    """Set a limit for good; a lower one that holds already stays."""
    hard = resource.getrlimit(what)[1]
    most = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(what, (most, most))


def _start(rank: RankPlan, streams: Streams, bounds: Bounds) -> int:
    parent = os.getpid()

    def bind() -> None:
        bounds.apply()
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it died before the line above
            os.kill(os.getpid(), signal.SIGKILL)

    process = subprocess.Popen(  # noqa: S603  (running the job's program is the point)
        rank.argv,
        cwd=rank.cwd,
        env=dict(rank.env),
        stdin=subprocess.DEVNULL,
        stdout=streams.stdout,
        stderr=streams.stderr,
        start_new_session=True,
        preexec_fn=bind,  # noqa: PLW1509  (this process has one thread)
    )
    process.returncode = 0  # `reap` waits for it: Popen must not
    return process.pid


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


def _reaped() -> Iterator[tuple[int, int]]:
    """(pid, status) of every child that has ended."""
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            yield pid, status


def _end_of(rank: int, status: int) -> End:
    if os.WIFSIGNALED(status):
        return End(rank, None, os.WTERMSIG(status))
    return End(rank, os.WEXITSTATUS(status), None)


def handles(pid: int, number: signal.Signals) -> bool:
    """Whether a process has a handler for a signal (proc_pid_status(5): SigCgt)."""
    try:
        lines = Path("/proc", str(pid), "status").read_text().splitlines()
    except OSError:  # it ended meanwhile
        return False
    caught = next((line.split()[1] for line in lines if line.startswith("SigCgt:")), "0")
    return bool(int(caught, 16) >> (number - 1) & 1)


def _send(pids: Sequence[int], number: signal.Signals) -> int:
    """Send a signal to processes; returns how many of them still live."""
    alive = 0
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)
            alive += 1
    return alive


def _group_of(leader: int) -> list[int]:
    """The living processes of a group; its leader may have ended."""
    found: list[int] = []
    for pid in descendants():
        with suppress(ProcessLookupError):
            if os.getpgid(pid) == leader:
                found.append(pid)
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
