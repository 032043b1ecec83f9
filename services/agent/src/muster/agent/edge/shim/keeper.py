"""Keeper: the parent of the ranks, inside the sandbox. It does what the shim says and reports what happens.

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
from collections.abc import Sequence

from muster.agent.edge.disk.task_dir import RankPlan, read_plan
from muster.agent.edge.sandbox import kernel
from muster.agent.edge.shim.channel import CannotBegin, Channel, Started
from muster.agent.edge.shim.processes import CannotStart, Processes, Streams, kill_descendants


def keep(ranks: Sequence[RankPlan], streams: Sequence[Streams], channel: Channel) -> None:
    """Start the ranks, report how they end, pass on signals; returns when none is left."""
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    wake = _wake_on_exit()
    processes = Processes()
    try:
        processes.start(ranks, streams)
    except CannotStart as error:
        channel.report(CannotBegin(str(error)))
        return
    finally:
        for stream in streams:  # only the ranks hold them now: the end of a pipe is the end of its rank
            os.close(stream.stdout)
            os.close(stream.stderr)
    channel.report(Started())
    _serve(processes, channel, wake)
    if os.getpid() != 1:  # the kernel does it for the first process of a namespace
        kill_descendants()


def _serve(processes: Processes, channel: Channel, wake: int) -> None:
    with selectors.DefaultSelector() as selector:
        selector.register(wake, selectors.EVENT_READ)
        selector.register(channel.socket, selectors.EVENT_READ)
        while processes:
            for key, _ in selector.select():
                if key.fd == wake:
                    os.read(wake, 4096)
                    continue
                number = channel.ordered()
                if number is None:
                    return
                processes.signal(signal.Signals(number))
            for end in processes.reap():
                channel.report(end)


def _wake_on_exit() -> int:
    """A descriptor that is readable when a child has ended."""
    wake, write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    return wake


def argument(plan: int, streams: Sequence[Streams], channel: Channel) -> str:
    """What `main` is told: which inherited descriptors are what."""
    ends = [[stream.stdout, stream.stderr] for stream in streams]
    return json.dumps({"plan": plan, "streams": ends, "channel": channel.socket.fileno()})


def main() -> None:
    """Keep the ranks of the plan whose descriptors the argument names."""
    told = json.loads(sys.argv[1])
    with os.fdopen(told["plan"], "rb") as file:
        plan = read_plan(file.read())
    streams = [Streams(*ends) for ends in told["streams"]]
    end = socket.socket(fileno=told["channel"])
    for descriptor in (end.fileno(), *(fd for ends in told["streams"] for fd in ends)):
        os.set_inheritable(descriptor, False)
    keep(plan.ranks, streams, Channel(end))


if __name__ == "__main__":
    main()
