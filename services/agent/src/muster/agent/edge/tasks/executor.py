"""ProcessExecutor: runs a task as processes of this machine, under a shim that outlives the agent (ADR 10).

accept(note)       register a task
begin_accepted()   prepare in a thread of its own (working files, checkpoint), then start the shim
stop(key)          leave a stop order for the shim
look(key)          the state of a task, from its folder and the kernel

Every call may be repeated: after a restart the agent begins again what it had accepted, and the claim in
the task's folder lets only one shim ever run it.
"""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from muster.agent.core.containment import Allowance, SandboxKind
from muster.agent.core.environment import gpu_indices, rank_environment
from muster.agent.core.ledger import TaskKey
from muster.agent.core.supervision import EndCause, Grace, Limits
from muster.agent.edge.disk.home import AgentHome
from muster.agent.edge.disk.memory import TaskNote
from muster.agent.edge.disk.task_dir import Ended, Plan, RankPlan, ShimState, TaskDir
from muster.agent.edge.hardware.devices import device_files
from muster.agent.edge.sandbox.node import NodeSandbox, NoSandbox
from muster.agent.edge.sandbox.view import TaskPaths
from muster.agent.edge.tasks.leftovers import kill_leftovers
from muster.agent.edge.tasks.strays import SHIM_PATIENCE_MS
from muster.agent.edge.transfer.checkpoints import CheckpointKeeper
from muster.agent.edge.transfer.working_files import BadFiles, WorkingFiles
from muster.events.node_commands import RankAssignment, StartTask
from muster.events.task_events import RefusalReason
from muster.journal import Clock
from muster.store import StoreUnavailable

STORE_AGAIN_S = 1.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class NotBegun:
    """Why a task was not begun."""

    reason: RefusalReason
    message: str


@dataclass(frozen=True, slots=True)
class Sight:
    """The observed state of a task.

    Attributes:
        started: Every rank has, or had, a process.
        end: End of the task, or why it was not begun; None while it is being prepared or runs.
    """

    started: bool = False
    end: Ended | NotBegun | None = None


@dataclass
class _Task:
    note: TaskNote
    begun: bool = False
    preparing: threading.Thread | None = None
    not_begun: NotBegun | None = None
    stop_deadline_ms: int | None = None
    cancelled: threading.Event = field(default_factory=threading.Event)


class ProcessExecutor:
    """The tasks of one node. Used by one thread; preparing has threads of its own."""

    def __init__(
        self,
        home: AgentHome,
        files: WorkingFiles,
        checkpoints: CheckpointKeeper,
        clock: Clock,
        *,
        lease_ms: int,
        output_bytes_max: int,
        files_wait_ms: int,
        base_environment: Mapping[str, str],
        sandbox: NodeSandbox,
        gpu_minor: Callable[[int], int],
        processes_max: int,
        open_files_max: int,
    ) -> None:
        self._home = home
        self._files = files
        self._checkpoints = checkpoints
        self._clock = clock
        self._lease_ms = lease_ms
        self._output_bytes_max = output_bytes_max
        self._files_wait_ms = files_wait_ms
        self._base_environment = base_environment
        self._sandbox = sandbox
        self._gpu_minor = gpu_minor
        self._processes_max = processes_max
        self._open_files_max = open_files_max
        self._tasks: dict[TaskKey, _Task] = {}

    def accept(self, note: TaskNote) -> None:
        """Register a task; `begin_accepted` starts it."""
        self._tasks[note.key] = _Task(note)

    def begin_accepted(self) -> None:
        """Begin every accepted task, unless a shim already runs or ran it or it was stopped."""
        for key, task in self._tasks.items():
            if task.begun:
                continue
            task.begun = True
            if self._home.task(key).shim_state() is ShimState.UNCLAIMED and not task.cancelled.is_set():
                task.preparing = threading.Thread(target=self._prepare, args=[task], daemon=True)
                task.preparing.start()

    def stop(self, key: TaskKey, grace: Grace) -> None:
        """End the task's ranks: with time for a checkpoint if the order gives it, SIGTERM, SIGKILL."""
        task = self._tasks[key]
        task.cancelled.set()
        self._home.task(key).order_stop(grace)
        if task.stop_deadline_ms is None:
            task.stop_deadline_ms = self._clock.monotonic_ms() + grace.total_ms + SHIM_PATIENCE_MS

    def look(self, key: TaskKey) -> Sight:
        """The observed state of an accepted task."""
        task, folder = self._tasks[key], self._home.task(key)
        # In this order: a thread seen preparing may start a shim later; a shim that is gone writes no more.
        preparing = task.preparing is not None and task.preparing.is_alive()
        state = folder.shim_state()
        if ended := folder.ended():
            return _sight_of(folder, ended)
        match state:
            case ShimState.ALIVE:
                self._kill_hung_shim(task, folder)
                return Sight(folder.started())
            case ShimState.GONE:
                return self._after_the_shim(task, folder)
            case ShimState.UNCLAIMED:
                if preparing or not task.begun:
                    return Sight()
                return Sight(end=task.not_begun or Ended(EndCause.STOPPED))

    def forget(self, key: TaskKey) -> None:
        """Drop a task that ended and was reported."""
        del self._tasks[key]

    def abandon(self) -> None:
        """Drop all tasks; none is being prepared when this returns."""
        for task in self._tasks.values():
            task.cancelled.set()
            if task.preparing:
                task.preparing.join()
        self._tasks.clear()

    def _prepare(self, task: _Task) -> None:
        """Fetch what the ranks need, then start the shim. An error here fails the task, not the agent."""
        folder = self._home.task(task.note.key)
        try:
            # With a plan everything was fetched: ranks of a shim not seen yet may already use it.
            if not folder.planned():
                self._fetch(task, folder)
                folder.create(self._plan(task.note, folder))
            if not task.cancelled.is_set():  # a cancelled task has neither shim nor error: it was stopped
                task.not_begun = _start_shim(folder, self._base_environment)
        except BadFiles as error:
            task.not_begun = NotBegun(RefusalReason.FILES_INVALID, str(error))
        except (StoreUnavailable, OSError) as error:
            task.not_begun = NotBegun(RefusalReason.FILES_UNAVAILABLE, str(error))
        except NoSandbox as error:
            task.not_begun = NotBegun(RefusalReason.CANNOT_START, str(error))
        except Exception as error:
            _log.exception("cannot prepare %s/%s", *task.note.key)
            task.not_begun = NotBegun(RefusalReason.CANNOT_START, f"{type(error).__name__}: {error}")

    def _fetch(self, task: _Task, folder: TaskDir) -> None:
        """Fetch working files and checkpoint; waits for S3 up to the limit."""
        start = task.note.start
        deadline_ms = self._clock.monotonic_ms() + self._files_wait_ms
        while not task.cancelled.is_set():
            try:
                folder.root.mkdir(parents=True, exist_ok=True, mode=0o700)
                if start.files_sha256:
                    self._files.unpack(task.note.key, start.files_sha256, folder.work)
                self._checkpoints.restore(task.note)
                return
            except StoreUnavailable:
                if self._clock.monotonic_ms() >= deadline_ms:
                    raise
                task.cancelled.wait(STORE_AGAIN_S)

    def _plan(self, note: TaskNote, folder: TaskDir) -> Plan:
        start = note.start
        own = TaskPaths(
            writable=(
                folder.work,
                *(f(rank.rank) for rank in start.ranks for f in (folder.checkpoints, folder.progress)),
            ),
            home=folder.home,
            temporary=folder.temporary,
            devices=self._devices(start),
        )
        return Plan(
            lease_file=str(self._home.lease),
            output_bytes_max=self._output_bytes_max,
            limits=Limits(
                grace_ms=start.grace_ms, lease_ms=self._lease_ms, wall_time_max_ms=start.wall_time_max_ms
            ),
            ranks=tuple(
                RankPlan(
                    rank=rank.rank,
                    argv=start.command,
                    env=self._environment(note, rank, folder),
                    cwd=str(folder.work),
                )
                for rank in sorted(start.ranks, key=lambda rank: rank.rank)
            ),
            containment=self._sandbox.containment(start, own, self._allowance(start), note.mark),
        )

    def _allowance(self, start: StartTask) -> Allowance:
        return Allowance(
            memory_mib=sum(rank.memory_mib for rank in start.ranks),
            cpu_milli=sum(rank.cpu_milli for rank in start.ranks),
            processes_max=self._processes_max * len(start.ranks),
            open_files_max=self._open_files_max,
        )

    def _environment(self, note: TaskNote, rank: RankAssignment, folder: TaskDir) -> dict[str, str]:
        checkpoint_dir = str(folder.checkpoints(rank.rank)) if note.start.checkpoint_enabled else ""
        base = self._sandbox.environment(self._base_environment)
        return rank_environment(
            note.start,
            rank,
            base=base,
            checkpoint_dir=checkpoint_dir,
            progress_dir=str(folder.progress(rank.rank)),
            mark=note.mark,
            renumbered=self._sandbox.kind is not SandboxKind.NONE and bool(self._devices(note.start)),
        )

    def _devices(self, start: StartTask) -> tuple[Path, ...]:
        return device_files(self._gpu_minor(index) for index in gpu_indices(start))

    def _after_the_shim(self, task: _Task, folder: TaskDir) -> Sight:
        """The shim was killed and its ranks with it; end the processes that these had started."""
        if ended := folder.ended():
            return _sight_of(folder, ended)
        if kill_leftovers(folder.plan()):
            return Sight(folder.started())
        stopped = folder.stop_grace() is not None
        return Sight(folder.started(), Ended(EndCause.STOPPED if stopped else EndCause.VANISHED))

    def _kill_hung_shim(self, task: _Task, folder: TaskDir) -> None:
        if task.stop_deadline_ms is not None and self._clock.monotonic_ms() >= task.stop_deadline_ms:
            with suppress(ProcessLookupError):
                os.kill(folder.shim_pid(), signal.SIGKILL)


def _sight_of(folder: TaskDir, ended: Ended) -> Sight:
    if ended.cause is EndCause.CANNOT_START:
        return Sight(end=NotBegun(RefusalReason.CANNOT_START, ended.message))
    return Sight(folder.started(), ended)


def _start_shim(folder: TaskDir, environment: Mapping[str, str]) -> NotBegun | None:
    """Start the shim and wait until it has claimed the task."""
    with folder.shim_log.open("ab") as log:
        started = subprocess.run(  # noqa: S603  (our own module)
            [sys.executable, "-P", "-m", "muster.agent.edge.shim", str(folder.root)],
            cwd="/",
            env=dict(environment),  # the agent's own holds secrets
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            check=False,
        )
    if started.returncode == 0:
        return None
    return NotBegun(RefusalReason.CANNOT_START, f"the shim did not start: {folder.shim_words()}")
