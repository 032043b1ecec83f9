"""The main procedure: `step` decides one batch. The scheduler makes every decision in it.

1. Inputs are handled in sequence; each is decided and its facts are evolved before the next one. Then jobs
   are cancelled that were to start after others that ended otherwise (inputs.dependencies).
2. Then one scheduling pass runs over all waiting jobs (scheduling_pass). The batch is the unit of decision
   (ADR 1), so a burst of submissions is placed with all of it known. In overload several batches share one
   pass (ADR 64).
3. Orders to agents are derived from the facts and are part of the same batch.

Pure: the same state and inputs give the same decisions on every machine, under any PYTHONHASHSEED. The time
is an argument of the batch. Nothing happens between batches; `next_deadline_ms` says when a batch is needed
because of time alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from muster.events.checkpoint_events import CheckpointRemoved, OutputRemoved
from muster.events.job_commands import CancelJob, ResumeJob, SubmitJob, SuspendJob
from muster.events.job_events import (
    GpuRecovered,
    GpuUnhealthy,
    NodeForgotten,
    NodeJoined,
    NodeLost,
    NodeRecovered,
    NodeRefused,
    NodeRelocated,
    NodeSuspected,
)
from muster.events.operator_commands import (
    ActivateFailureRules,
    ActivatePolicy,
    CancelMaintenance,
    CheckNode,
    CordonNode,
    DrainNode,
    ForgetNode,
    ReclaimNode,
    ScheduleMaintenance,
    SpareNode,
    TagNode,
    UncordonNode,
    UndrainNode,
)
from muster.events.preemption_events import PreemptionPlanned
from muster.events.queue_commands import (
    CancelCapacityReservation,
    ConfigureQueue,
    CreateQueue,
    DeleteQueue,
    LiftRestriction,
    ReserveCapacity,
    RestrictQueue,
)
from muster.events.scheduler_log import ClockTicked, CommandInvalid, LeaderElected, SequencedInput
from muster.events.task_events import (
    AgentStarted,
    CheckpointPartStored,
    CheckpointSaved,
    NodeFaultReported,
    NodeNoteReported,
    NodeReclaimAnnounced,
    NodeReclaimWithdrawn,
    NodeTested,
    OutputStored,
    TaskExited,
    TaskHeard,
    TaskPaced,
    TaskRefused,
    TaskStarted,
    TaskSuspected,
)
from muster.scheduler.core import reasons, scheduling_pass
from muster.scheduler.core.batch import measures
from muster.scheduler.core.batch.context import BatchContext, Consequence
from muster.scheduler.core.inputs import (
    attempts,
    checkpoints,
    commands,
    dependencies,
    nodes,
    output,
    restrictions,
)
from muster.scheduler.core.move import (
    defrag,
    elastic,
    fragmentation,
    gaps,
    maintenance,
    preemption,
    reclaim,
    taken,
)
from muster.scheduler.core.placement import geometry
from muster.scheduler.core.reserve import advance, forecast, head_of_line
from muster.scheduler.core.state.state import State
from muster.scheduler.core.watch import due, faults, hang, straggler, suspects


def step(state: State, inputs: Sequence[SequencedInput], observed_at_ms: int) -> list[Consequence]:
    """Decide one batch and apply its facts to `state`.

    Args:
        state: The state before the batch; changed in place.
        inputs: The sequenced inputs, in order; at least one.
        observed_at_ms: Time of the batch, milliseconds since 1970 UTC; the state's time if that is later.

    Returns:
        The decisions, in the order in which they were made.

    Raises:
        OutOfSequence: An input does not carry the next seq.
    """
    state.now_ms = max(state.now_ms, observed_at_ms)
    batch = BatchContext(state)
    for entry in inputs:
        batch.take(entry)
        _decide(batch, entry)
    batch.begin_pass()
    dependencies.cancel_unmet(batch)
    scheduling_pass.schedule(batch, len(inputs))
    state.batches += 1
    return batch.consequences


def next_deadline_ms(state: State) -> int | None:
    """When a batch (a ClockTicked) is needed without an input, ms since 1970 UTC; None: never."""
    deadlines = (
        dependencies.deadline_ms(state),
        scheduling_pass.deadline_ms(state),
        head_of_line.deadline_ms(state),
        geometry.deadline_ms(state),
        advance.deadline_ms(state),
        forecast.deadline_ms(state),
        restrictions.deadline_ms(state),
        defrag.deadline_ms(state),
        fragmentation.deadline_ms(state),
        gaps.deadline_ms(state),
        reasons.deadline_ms(state),
        measures.deadline_ms(state),
        elastic.deadline_ms(state),
        maintenance.deadline_ms(state),
        taken.deadline_ms(state),
        reclaim.deadline_ms(state),
        preemption.deadline_ms(state),
        due.deadline_ms(state),
    )
    return min((deadline for deadline in deadlines if deadline is not None), default=None)


def _decide(batch: BatchContext, entry: SequencedInput) -> None:  # noqa: C901, PLR0912  (one case a kind)
    event = entry.payload
    match event:
        case SubmitJob():
            commands.submit(batch, event)
        case TaskStarted() | TaskExited() | TaskRefused():
            attempts.task_reported(batch, event)
        case CancelJob() | SuspendJob() | ResumeJob():
            commands.carry_out(batch, event)
        case (
            CreateQueue() | ConfigureQueue() | DeleteQueue() | RestrictQueue() | LiftRestriction()
            | ReserveCapacity() | CancelCapacityReservation()
        ):  # fmt: skip
            commands.carry_out(batch, event)
        case (
            CordonNode() | UncordonNode() | DrainNode() | UndrainNode() | TagNode() | ScheduleMaintenance()
            | CancelMaintenance() | ReclaimNode() | SpareNode() | CheckNode() | ForgetNode()
            | ActivatePolicy() | ActivateFailureRules()
        ):  # fmt: skip
            commands.carry_out(batch, event)
        case CommandInvalid():
            commands.refuse_invalid(batch, event)
        case TaskSuspected() | TaskHeard():
            hang.reported(batch, event)
        case TaskPaced():
            straggler.reported(batch, event)
        case CheckpointPartStored() | CheckpointSaved():
            checkpoints.stored(batch, event)
        case CheckpointRemoved():
            checkpoints.removed(batch, event)
        case OutputStored():
            output.stored(batch, event)
        case OutputRemoved():
            output.removed(batch, event)
        case PreemptionPlanned():
            preemption.judge(batch, event)
        case AgentStarted():
            nodes.agent_started(batch, event)
        case NodeReclaimAnnounced() | NodeReclaimWithdrawn():
            nodes.reclaim_reported(batch, event)
        case NodeNoteReported():
            nodes.noted(batch, event)
        case NodeTested():
            suspects.tested(batch, event)
        case NodeFaultReported():
            faults.reported(batch, event)
        case (
            NodeJoined() | NodeSuspected() | NodeRecovered() | NodeLost() | NodeForgotten() | NodeRefused()
            | NodeRelocated() | GpuUnhealthy() | GpuRecovered()
        ):  # fmt: skip
            nodes.observed(batch, event)
        case LeaderElected():
            batch.observe(event)
        case ClockTicked():
            pass  # the scheduling pass evaluates the time
        case _:
            assert_never(event)
