"""Ranks that lag: their steps take much longer than those of the others in the gang (ADR 77).

Agents report changed step times of their ranks. A gang is judged once all its tasks have reported: the
slowest rank lags if its steps take at least LAGS_PERCENT of the others' typical time. The owner is notified,
once per attempt; or, if the policy says so (`straggler_ends`), the attempt is ended with time for a
checkpoint, and the next attempt avoids the node.
"""

from __future__ import annotations

from typing import Final

from muster.events.job_events import JobWarned, Watchdog, WatchdogAction
from muster.events.task_events import TaskPaced
from muster.jobs.lifecycle import JobState
from muster.jobs.values.quantities import format_duration
from muster.scheduler.core.batch import orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.evolve.attempts import live_task
from muster.scheduler.core.state.job import Attempt, Pace

LAGS_PERCENT: Final = 150


def reported(batch: BatchContext, report: TaskPaced) -> None:
    """Handle the step times of a task, and report a rank that lags."""
    live = live_task(batch.state, report.node_id, report.job_id, report.attempt)
    if live is None:
        return
    batch.observe(report)
    job, attempt, _ = live
    if job.state is JobState.STOPPING or Watchdog.STRAGGLER in attempt.warned:
        return
    paces = _paces(attempt)
    if not paces:
        return
    node_id = max(paces, key=lambda each: paces[each].step_ms)
    typical_ms = _typical_ms(paces, node_id)
    if typical_ms is None or paces[node_id].step_ms * 100 < typical_ms * LAGS_PERCENT:
        return
    ends = batch.state.policy.straggler_ends
    message = _message(paces, node_id, typical_ms)
    batch.emit(
        JobWarned(
            job_id=job.job_id,
            attempt=attempt.number,
            watchdog=Watchdog.STRAGGLER,
            action=WatchdogAction.RETRIED if ends else WatchdogAction.TOLD,
            message=message,
            node_id=node_id,
            rank=paces[node_id].rank,
        )
    )
    if ends:
        orders.stop(batch, job, message)


def _paces(attempt: Attempt) -> dict[str, Pace]:
    """Return the step times of running tasks by node; empty while one of them has not reported."""
    live = {node_id: task.pace for node_id, task in attempt.tasks.items() if not task.exited}
    told = {node_id: pace for node_id, pace in live.items() if pace is not None}
    return told if len(told) == len(live) else {}


def _typical_ms(paces: dict[str, Pace], slowest: str) -> int | None:
    """The median, over nodes, of a step's time, without the slowest rank; None: there is no other rank."""
    others = [
        pace.others_step_ms if pace.others_step_ms is not None or node_id == slowest else pace.step_ms
        for node_id, pace in paces.items()
    ]
    known = sorted([each for each in others if each is not None])
    return known[(len(known) - 1) // 2] if known else None


def _message(paces: dict[str, Pace], node_id: str, typical_ms: int) -> str:
    lags, most = paces[node_id], max([each.step_most for each in paces.values()])
    return (
        f"rank {lags.rank} takes {_seconds(lags.step_ms)} for a step, the others {_seconds(typical_ms)}, "
        f"for {format_duration(lags.window_ms)} now; it is at step {lags.step}, others at up to {most}"
    )


def _seconds(duration_ms: int) -> str:
    return f"{duration_ms / 1000:.3g} s"
