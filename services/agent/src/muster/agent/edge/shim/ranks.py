"""Ranks: the ranks of a task as the shim sees them, from outside the sandbox that their keeper lives in."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from muster.agent.core.containment import Controller, SandboxKind
from muster.agent.edge.disk.task_dir import End, Plan, TaskDir
from muster.agent.edge.sandbox import bubblewrap, kernel, memory, namespaces
from muster.agent.edge.sandbox.cgroups import TaskGroups
from muster.agent.edge.shim import keeper
from muster.agent.edge.shim.channel import CannotBegin, Channel, Requested, Started, channel
from muster.agent.edge.shim.output import Output
from muster.agent.edge.shim.processes import CannotStart, Streams, kill_descendants
from muster.agent.edge.shim.watch import now_ms

MEASURE_MS = 500
"""Interval of memory measurements, if no control group limits memory."""
MIB = 2**20
STDERR = 2


class Ranks:
    """The ranks of one task: their keeper, what it reports, and their output.

    Raises:
        CannotStart: their control groups cannot be made.
    """

    def __init__(self, plan: Plan, task: TaskDir) -> None:
        self._plan = plan
        self._task = task
        self._running = {rank.rank for rank in plan.ranks}
        self._exits: list[End] = []
        self._outputs: list[Output] = []
        self._selector = selectors.DefaultSelector()
        self._channel, self._keepers = channel()
        self._groups = _made(plan)
        self._keeper = 0
        self._memory_seen_ms = 0
        self._requested: int | None = None

    def start(self) -> None:
        """Start the keeper, and it every rank.

        Raises:
            CannotStart: the sandbox or a rank cannot be started; none runs.
        """
        kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
        streams = [self._streams(rank.rank) for rank in self._plan.ranks]
        try:
            self._start_keeper(streams)
        except OSError as error:
            self.leave_nothing()
            raise CannotStart(_why(error)) from error
        report = self._channel.reported()
        if isinstance(report, Started):
            self._selector.register(self._channel.socket, selectors.EVENT_READ, self._take_report)
            return
        self.leave_nothing()
        raise CannotStart(report.why if isinstance(report, CannotBegin) else self._task.shim_words())

    def wait(self, timeout_s: float) -> bool:
        """Copy output and take reports until something happens or time is up; return whether a rank runs."""
        for key, _ in self._selector.select(timeout_s):
            if not key.data():
                self._selector.unregister(key.fileobj)
        return bool(self._running)

    def out_of_memory(self) -> bool:
        """Whether the ranks have used more memory than they may.

        A control group ends a process itself. Without one their memory is measured now and then.
        """
        containment = self._plan.containment
        if containment.grouped(Controller.MEMORY):
            return self._groups.out_of_memory()
        limit, at_ms = containment.allowance.memory_mib * MIB, now_ms()
        if not limit or at_ms - self._memory_seen_ms < MEASURE_MS:
            return False
        self._memory_seen_ms = at_ms
        return memory.used_bytes(self._keepers_pid(), limit) > limit

    def one_failed(self) -> bool:
        """Whether a rank ended with a signal or an exit code other than 0."""
        return any(end.exit_code != 0 for end in self._exits)

    def exits(self) -> tuple[End, ...]:
        """Ends of the ranks, in order of time."""
        return tuple(self._exits)

    def output_bytes_lost(self) -> int:
        """Number of bytes of the ranks' output that were dropped."""
        return sum(output.bytes_lost for output in self._outputs)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the group of every running rank; SIGKILL also to what left the groups.

        CHECKPOINT goes to every process of the task that handles it, and to no other.
        """
        self._channel.order(number)

    def requested(self) -> int | None:
        """Number of processes that were asked for a checkpoint; None: not known yet."""
        return self._requested

    def leave_nothing(self) -> None:
        """End the keeper and everything of the task with it, copy the last output, sync it."""
        kill_descendants()
        self._channel.socket.close()
        self._groups.remove()
        for output in self._outputs:
            output.drain()
            output.close()

    def _start_keeper(self, streams: Sequence[Streams]) -> None:
        entrances = self._groups.entrances()
        try:
            if self._plan.containment.kind is SandboxKind.BUBBLEWRAP:
                self._keeper = _start_program(self._plan, self._task, streams, entrances, self._keepers)
            else:
                self._keeper = _fork(self._plan, streams, entrances, self._keepers)
        finally:
            self._keepers.socket.close()
            for descriptor in (*keeper.descriptors(streams), *entrances):
                os.close(descriptor)

    def _keepers_pid(self) -> int:
        """Bubblewrap is its parent where it made the sandbox."""
        if self._plan.containment.kind is SandboxKind.BUBBLEWRAP:
            return next(memory.below(self._keeper), self._keeper)
        return self._keeper

    def _take_report(self) -> bool:
        match self._channel.reported():
            case End() as end:
                self._note_end(end)
            case Requested(processes):
                self._requested = processes
            case None:  # the keeper was killed, and its ranks with it
                for rank in sorted(self._running):
                    self._note_end(End(rank, None, signal.SIGKILL))
                return False
            case _:
                pass
        return True

    def _note_end(self, end: End) -> None:
        self._running.discard(end.rank)
        self._exits.append(replace(end, at_ms=time.time_ns() // 1_000_000))

    def _streams(self, rank: int) -> Streams:
        return Streams(self._open(rank, "stdout"), self._open(rank, "stderr"))

    def _open(self, rank: int, name: str) -> int:
        output = Output(self._task.output(rank, name), self._plan.output_bytes_max)
        self._outputs.append(output)
        self._selector.register(output.pipe, selectors.EVENT_READ, output.copy)
        uid = self._plan.containment.uid
        if uid is not None:
            os.fchown(output.rank_end, uid, uid)  # so that the job may open /dev/stdout
        return output.rank_end


def _made(plan: Plan) -> TaskGroups:
    try:
        return TaskGroups(plan.containment)
    except OSError as error:
        raise CannotStart(_why(error)) from error


def _fork(plan: Plan, streams: Sequence[Streams], entrances: Sequence[int], channel: Channel) -> int:
    """The keeper as a child of this process; returns its pid."""
    contained = plan.containment.kind is SandboxKind.NAMESPACES
    if contained:
        namespaces.divide()
    if pid := os.fork():
        return pid
    status = 1
    try:
        _close_all_but({channel.socket.fileno(), *keeper.descriptors(streams), *entrances})
        if contained:
            namespaces.enter(plan.containment)
        keeper.keep(plan, streams, entrances, channel)
        status = 0
    except OSError as error:
        channel.report(CannotBegin(_why(error)))
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def _start_program(
    plan: Plan, task: TaskDir, streams: Sequence[Streams], entrances: Sequence[int], channel: Channel
) -> int:
    """The keeper as a program that bubblewrap starts; returns bubblewrap's pid."""
    with task.plan_file.open("rb") as file:
        argument = keeper.argument(file.fileno(), streams, entrances, channel)
        passed = [file.fileno(), channel.socket.fileno(), *keeper.descriptors(streams), *entrances]
        python = [sys.executable, "-P", "-m", keeper.__name__, argument]
        process = subprocess.Popen(  # noqa: S603  (bubblewrap, with our own module)
            bubblewrap.command(plan.containment, python),
            cwd="/",
            stdin=subprocess.DEVNULL,
            pass_fds=passed,
        )
    process.returncode = 0  # `kill_descendants` waits for it: Popen must not
    return process.pid


def _close_all_but(kept: set[int]) -> None:
    """Close what the shim has open: the keeper must hold neither its claim nor the ends of pipes it reads."""
    for name in os.listdir("/proc/self/fd"):
        descriptor = int(name)
        if descriptor > STDERR and descriptor not in kept:
            with suppress(OSError):  # the listing's own
                os.close(descriptor)


def _why(error: OSError) -> str:
    return f"{error.filename or 'the sandbox'}: {error.strerror}"
