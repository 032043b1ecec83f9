"""LagWatch: step times of a gang's ranks on this node (ADR 77).

Measured over the order's window, from the ranks' progress; reported at first, and when it has changed. Which
rank lags can only be seen over all nodes of the gang: that is the scheduler's task.
"""

from __future__ import annotations

from dataclasses import dataclass

from muster.agent.core.lag import At, StepTimes
from muster.agent.core.reports import Reporter
from muster.agent.edge.disk.memory import Memory, TaskNote
from muster.agent.edge.tasks.progress import ProgressReader, RankProgress
from muster.agent.edge.tasks.watch import TaskWatch, Watched
from muster.events.task_events import TaskPaced
from muster.journal import Clock


@dataclass
class _Followed(Watched):
    times: StepTimes


class LagWatch(TaskWatch[_Followed]):
    """Follows the steps of tasks."""

    LOOK_S = 1.0

    def __init__(self, memory: Memory, reporter: Reporter, clock: Clock, progress: ProgressReader) -> None:
        super().__init__(memory, reporter, clock)
        self._progress = progress

    def follow(self, note: TaskNote) -> None:
        """Measure this task from now on, if its order requests that."""
        if (window_ms := note.start.straggler_after_ms) is not None:
            self._watch(_Followed(note, StepTimes(window_ms)))

    def look(self) -> None:
        """Look at every task once, and report what changed."""
        for watched in self._every():
            said = self._progress.of(watched.note.key)
            found = watched.times.look(
                self._clock.monotonic_ms(), {rank: _at(each) for rank, each in said.items()}
            )
            if found is not None:
                self._report(watched, TaskPaced(**watched.about, **found._asdict()))


def _at(said: RankProgress) -> At:
    step, total = said.progress.step, said.progress.total
    return At(step, said.changed_ms, over=total is not None and step >= total)
