"""Run the ranks of one task: `python -m muster.agent.edge.shim FOLDER`.

The process that was called returns as soon as the shim has claimed the task, 0, or died, 1. The shim itself
is its child, with a session of its own: no signal to the agent's group reaches it, and it is nobody's zombie.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from muster.agent.core.supervision import EndCause, Ending, ending_of
from muster.agent.edge.disk.task_dir import Ended, Plan, TaskDir
from muster.agent.edge.shim.ranks import CannotStart, Ranks
from muster.agent.edge.shim.watch import Watch

TICK_S = 0.1
"""How long a stop order or a lost lease may go unseen. Output and exits wake the shim at once."""


def main() -> int:
    """Detach, claim, run."""
    task = TaskDir(Path(sys.argv[1]))
    said, tell = os.pipe()
    if os.fork():
        os.close(tell)
        return 0 if os.read(said, 1) else 1
    os.close(said)
    os.setsid()
    plan = task.plan()
    claim = task.claim()  # the lock ends with this process
    os.write(tell, b"!")
    os.close(tell)
    if claim:
        _run(task, plan)
    return 0  # without: another shim runs or ran this task; an attempt is started at most once


def _run(task: TaskDir, plan: Plan) -> None:
    """Start, watch, record."""
    watch = Watch(task, plan)
    ranks = Ranks(plan, task)
    try:
        task.note_started(ranks.start())
    except CannotStart as error:
        task.note_ended(Ended(EndCause.CANNOT_START, message=str(error)))
        return
    cause = _watch_to_the_end(plan, watch, ranks)
    ranks.leave_nothing()
    task.note_ended(Ended(cause, ranks.exits()))


def _watch_to_the_end(plan: Plan, watch: Watch, ranks: Ranks) -> EndCause:
    ending: Ending | None = None
    sent: signal.Signals | None = None
    while ranks.wait(TICK_S):
        look = watch.look(rank_failed=ranks.one_failed())
        ending = ending or ending_of(look, plan.limits)
        due = ending.signal_due(look.now_ms) if ending else None
        if due and due != sent:
            ranks.signal(due)
            sent = due
    return ending.cause if ending else EndCause.EXITED


if __name__ == "__main__":
    sys.exit(main())
