"""Keeper: the parent of the ranks, inside the sandbox. It obeys the shim and reports what happens.

It is the first process of the sandbox's process namespace: when it ends, nothing of the task is left. It ends
with the last rank, and with the shim. The job runs as the same user, so the keeper is closed to that user
(PR_SET_DUMPABLE): no other process reads its memory, descriptors or environment. As a first process it takes
no signal from inside.

`keep` runs in a child of the shim; `python -m muster.agent.edge.shim.keeper` is the same as a program, for
bubblewrap to start.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import sys
import threading
from collections.abc import Sequence

from muster.agent.core.supervision import CHECKPOINT
from muster.agent.edge.disk.task_dir import Plan, read_plan
from muster.agent.edge.sandbox import kernel
from muster.agent.edge.shim import calls
from muster.agent.edge.shim.channel import CannotBegin, Channel, Requested, Started
from muster.agent.edge.shim.processes import Bounds, CannotStart, Processes, Streams, kill_descendants

SURVIVORS_POLL_S = 0.1
"""Interval of checks whether a rank's leftovers have ended: not all are children of the keeper."""


def keep(plan: Plan, streams: Sequence[Streams], entrances: Sequence[int], channel: Channel) -> None:
    """Start the ranks, report how they end, pass on signals; returns when none is left.

    Args:
        plan: The plan to run.
        streams: The ranks' output, in their order.
        entrances: Descriptors of the task's control groups.
        channel: Channel to the shim.
    """
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    wake = _wake_on_exit()
    processes = Processes()
    try:
        processes.start(plan.ranks, streams, _bounds(plan, entrances))
    except CannotStart as error:
        channel.report(CannotBegin(str(error)))
        return
    finally:
        # only the ranks hold them now: the end of a pipe is the end of its rank
        for descriptor in (*descriptors(streams), *entrances):
            os.close(descriptor)
    channel.report(Started())
    _serve(processes, plan, channel, wake)
    if os.getpid() != 1:  # the kernel does it for the first process of a namespace
        kill_descendants()


def descriptors(streams: Sequence[Streams]) -> list[int]:
    """Descriptors of all streams."""
    return [descriptor for stream in streams for descriptor in (stream.stdout, stream.stderr)]


def _bounds(plan: Plan, entrances: Sequence[int]) -> Bounds:
    allowance = plan.containment.allowance
    return Bounds(
        entrances=entrances,
        open_files_max=allowance.open_files_max,
        processes_max=allowance.processes_max if plan.containment.processes_counted else 0,
    )


def _request_checkpoint(processes: Processes, plan: Plan, channel: Channel) -> None:
    """Request by a signal and, if ranks have registered an address, by a call in the background."""
    signalled = processes.request_checkpoint()
    addresses = calls.registered(plan.ranks)
    if not addresses:
        channel.report(Requested(signalled))
        return

    def call() -> None:
        channel.report(Requested(signalled + calls.promised(addresses)))

    threading.Thread(target=call, name="calls", daemon=True).start()


def _serve(processes: Processes, plan: Plan, channel: Channel, wake: int) -> None:
    with selectors.DefaultSelector() as selector:
        selector.register(wake, selectors.EVENT_READ)
        selector.register(channel.socket, selectors.EVENT_READ)
        while processes:
            for key, _ in selector.select(SURVIVORS_POLL_S if processes.has_survivors else None):
                if key.fd == wake:
                    os.read(wake, 4096)
                    continue
                number = channel.ordered()
                if number is None:
                    return
                if number == CHECKPOINT:
                    _request_checkpoint(processes, plan, channel)
                else:
                    processes.signal(signal.Signals(number))
            for end in processes.reap():
                channel.report(end)


def _wake_on_exit() -> int:
    """A descriptor that is readable when a child has ended."""
    wake, write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    return wake


def argument(plan: int, streams: Sequence[Streams], entrances: Sequence[int], channel: Channel) -> str:
    """The argument of `main`: which inherited descriptors are what."""
    ends = {"plan": plan, "streams": descriptors(streams), "channel": channel.socket.fileno()}
    return json.dumps({**ends, "entrances": [*entrances]})


def main() -> None:
    """Keep the ranks of the plan whose descriptors the argument names."""
    inherited = json.loads(sys.argv[1])
    with os.fdopen(inherited["plan"], "rb") as file:
        plan = read_plan(file.read())
    ends: list[int] = inherited["streams"]
    entrances: list[int] = inherited["entrances"]
    for descriptor in (*ends, *entrances, inherited["channel"]):
        os.set_inheritable(descriptor, False)
    streams = [Streams(*pair) for pair in zip(ends[::2], ends[1::2], strict=True)]
    keep(plan, streams, entrances, Channel(socket.socket(fileno=inherited["channel"])))


if __name__ == "__main__":
    main()
