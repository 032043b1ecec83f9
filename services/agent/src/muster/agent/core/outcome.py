"""Report of a task that ended, from the cause of its end and the outcome of each rank."""

from __future__ import annotations

import signal
from collections.abc import Sequence

from muster.agent.core.scanned import NOT_SCANNED, Scanned
from muster.agent.core.supervision import CHECKPOINT, EndCause, Step, StepKind
from muster.events.node_commands import StartTask
from muster.events.task_events import RankExit, StopStep, StopStepKind, TaskExited, TaskOutcome

_BY_CAUSE = {
    EndCause.STOPPED: (TaskOutcome.STOPPED, "stopped on order"),
    EndCause.TIMED_OUT: (TaskOutcome.TIMED_OUT, "exceeded its wall-time limit"),
    EndCause.LEASE_EXPIRED: (TaskOutcome.LOST, "no agent came back within the node's lease"),
    EndCause.NODE_STOPPED: (TaskOutcome.LOST, "the node gave up its work"),
    EndCause.VANISHED: (
        TaskOutcome.LOST,
        "its processes were killed from outside, or the machine restarted",
    ),
}


def exit_of(
    order: StartTask,
    cause: EndCause,
    exits: Sequence[RankExit],
    steps: Sequence[Step] = (),
    scanned: Scanned = NOT_SCANNED,
) -> TaskExited:
    """The fact that no rank of the task runs any longer.

    Args:
        order: The task.
        cause: Cause of the end; not CANNOT_START, which is a refusal.
        exits: Exits in order of time; the message names the first failure.
        steps: Steps that stopped the ranks.
        scanned: Result of scanning their output.
    """
    outcome, message = _BY_CAUSE.get(cause) or _own_end(exits)
    if cause is EndCause.OUT_OF_MEMORY:
        outcome, message = TaskOutcome.FAILED, _out_of_memory(order)
    if cause is EndCause.STOPPED:
        message += _without_checkpoint(steps)
    return TaskExited(
        node_id=order.node_id,
        job_id=order.job_id,
        attempt=order.attempt,
        outcome=outcome,
        exits=tuple(sorted(exits, key=lambda end: end.rank)),
        message=message,
        steps=tuple(StopStep(kind=StopStepKind(step.kind), at_ms=step.at_ms) for step in steps),
        findings=scanned.findings,
        rules_version=scanned.rules_version,
        unscanned=scanned.unscanned,
    )


def _without_checkpoint(steps: Sequence[Step]) -> str:
    """Why a requested checkpoint is missing; empty: none was requested, or it is stored."""
    kinds = {step.kind for step in steps}
    if StepKind.NOT_REGISTERED in kinds:
        return f"; no checkpoint was requested: no process handles {CHECKPOINT.name}"
    return "; no checkpoint was stored within its time" if StepKind.CHECKPOINT_MISSED in kinds else ""


def _out_of_memory(order: StartTask) -> str:
    limit_mib = sum(rank.memory_mib for rank in order.ranks)
    ranks = "its rank" if len(order.ranks) == 1 else f"its {len(order.ranks)} ranks here"
    return f"out of memory: {ranks} used more than the {limit_mib} MiB that resources.memory allows"


def failed(end: RankExit) -> bool:
    """Whether the rank ended with a signal or an exit code other than 0."""
    return end.exit_code != 0


def _own_end(exits: Sequence[RankExit]) -> tuple[TaskOutcome, str]:
    failure = next((end for end in exits if failed(end)), None)
    if failure is None:
        return TaskOutcome.SUCCEEDED, ""
    return TaskOutcome.FAILED, f"rank {failure.rank} {_how(failure)}"


def _how(end: RankExit) -> str:
    if end.signal is None:
        return f"exited with code {end.exit_code}"
    try:
        return f"was ended by {signal.Signals(end.signal).name}"
    except ValueError:  # a real-time signal has a number only
        return f"was ended by signal {end.signal}"
