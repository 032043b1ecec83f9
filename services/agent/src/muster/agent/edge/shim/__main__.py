"""Run the ranks of one task: `python -m muster.agent.edge.shim FOLDER`.

The process exits with 0 as soon as the shim has claimed the task, or with 1 when the shim died. The shim is
its child, in a session of its own: no signal to the agent's group reaches it, and init reaps it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from muster.agent.core.supervision import EndCause
from muster.agent.edge.disk.task_dir import Ended, Plan, TaskDir
from muster.agent.edge.shim.drain import Drain
from muster.agent.edge.shim.processes import CannotStart
from muster.agent.edge.shim.ranks import Ranks
from muster.agent.edge.shim.watch import Watch

TICK_S = 0.1
"""Longest delay, in seconds, in noticing a stop order or a lost lease. Output and exits wake the shim."""


def main() -> int:
    """Detach, claim, run."""
    task = TaskDir(Path(sys.argv[1]))
    claimed, report_claim = os.pipe()
    if os.fork():
        os.close(report_claim)
        return 0 if os.read(claimed, 1) else 1
    os.close(claimed)
    os.setsid()
    plan = task.plan()
    claim = task.claim()  # the lock ends with this process
    os.write(report_claim, b"!")
    os.close(report_claim)
    if claim:
        _run(task, plan)
    return 0  # without a claim another shim runs or ran this task: an attempt is started at most once


def _run(task: TaskDir, plan: Plan) -> None:
    """Start, watch, record."""
    watch = Watch(task, plan)
    try:
        ranks = Ranks(plan, task)
        ranks.start()
    except CannotStart as error:
        task.note_ended(Ended(EndCause.CANNOT_START, message=str(error)))
        return
    task.note_started()
    drain = Drain(plan.limits, ranks)
    while ranks.wait(TICK_S):
        drain.take(watch.look(rank_failed=ranks.one_failed(), out_of_memory=ranks.out_of_memory()))
    cause = drain.cause or _own_cause(ranks)
    ranks.leave_nothing()
    lost = ranks.output_bytes_lost()
    task.note_ended(Ended(cause, ranks.exits(), output_bytes_lost=lost, steps=drain.steps()))


def _own_cause(ranks: Ranks) -> EndCause:
    # The kernel may have killed the last rank, or a process whose end its rank took lightly.
    return EndCause.OUT_OF_MEMORY if ranks.out_of_memory() else EndCause.EXITED


if __name__ == "__main__":
    sys.exit(main())
