"""evolve(state, fact, cause): the only way in which a fact changes the state. Facts are not checked again.

`cause` is the input that the fact follows from; it supplies what some facts do not repeat (a job's
correlation id, who requested a stop). Observations (agents' reports) are facts too: they are evolved on
arrival, before anything is decided about them. A fact that does not match the state raises, because that is a
defect of the scheduler, which must stop then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from muster.cluster import MigInstance, Placement, shared_by_any
from muster.events.job_commands import CancelJob, ResumeJob, SuspendJob
from muster.events.job_events import (
    AttemptEnded,
    AttemptOutcome,
    CapacityReassigned,
    CapacityReservationEnded,
    CapacityReservationStarted,
    CapacityReserved,
    CheckpointDeleted,
    CheckpointExpired,
    CheckpointRecorded,
    DefragmentationProposed,
    DemandForecast,
    FailureRulesActivated,
    FragmentationEased,
    FragmentationSustained,
    GangBound,
    GpuGeometryChanged,
    GpuRecovered,
    GpuUnhealthy,
    HoldMade,
    HoldReleased,
    JobCancelled,
    JobFailed,
    JobMoving,
    JobPending,
    JobQueued,
    JobRequeued,
    JobResizing,
    JobResumed,
    JobStarted,
    JobStopping,
    JobSucceeded,
    JobSuspended,
    JobWarned,
    MaintenanceEnded,
    MaintenanceScheduled,
    MaintenanceStarted,
    NodeCordoned,
    NodeDraining,
    NodeFaulted,
    NodeForgotten,
    NodeJoined,
    NodeLost,
    NodeNoted,
    NodeReclaiming,
    NodeRecovered,
    NodeRefused,
    NodeRelocated,
    NodeSpared,
    NodeSuspected,
    NodeTagged,
    NodeTesting,
    NodeUncordoned,
    NodeUndrained,
    OutputDeleted,
    OutputRecorded,
    PolicyActivated,
    PreemptionAccepted,
    PreemptionRefused,
    PreemptionRequested,
    QueueConfigured,
    QueueCreated,
    QueueDeleted,
    QueueMeasured,
    QueueRestricted,
    QueueRestrictionEnded,
    RankPlacement,
    ReservationMade,
    ReservationReleased,
    SaveTooLarge,
    StartPredicted,
    StopCause,
)
from muster.events.node_commands import StartTask, StopTask, TestNode
from muster.events.operator_commands import (
    ActivateFailureRules,
    ActivatePolicy,
    CancelMaintenance,
    CheckNode,
    CordonNode,
    DrainNode,
    ForgetNode,
    Policy,
    ReclaimNode,
    ScheduleMaintenance,
    SpareNode,
    TagNode,
    UncordonNode,
    UndrainNode,
)
from muster.events.queue_commands import (
    CancelCapacityReservation,
    ConfigureQueue,
    CreateQueue,
    DeleteQueue,
    LiftRestriction,
    QueueSettings,
    ReserveCapacity,
    RestrictQueue,
)
from muster.events.scheduler_log import LeaderElected, SequencedInput
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.task_events import (
    AgentStarted,
    CheckpointPartStored,
    CheckpointSaved,
    NodeTested,
    TaskExited,
    TaskHeard,
    TaskPaced,
    TaskRefused,
    TaskStarted,
    TaskSuspected,
)
from muster.events.wire.sender import sender_of
from muster.jobs.lifecycle import JobState, state_after
from muster.queues.account import Terms
from muster.queues.restrictions import Restriction, restriction_of, with_one, without
from muster.queues.tree import UNSET, Queue, QueueKey, shares_time
from muster.scheduler.core import limits
from muster.scheduler.core.canonical import spec_digest
from muster.scheduler.core.durations import estimator
from muster.scheduler.core.durations.waits import OpenPrediction, WaitEstimate
from muster.scheduler.core.evolve import (
    attempts,
    checkpoints,
    demand,
    dependents,
    holdings,
    nodes,
    suspicion,
    watching,
)
from muster.scheduler.core.order import attained
from muster.scheduler.core.placement import avoidance, caches
from muster.scheduler.core.state.failure_rules import active_rules
from muster.scheduler.core.state.job import (
    Attempt,
    EndedJob,
    Job,
    Preempted,
    StopRequest,
    Task,
    placement_class_of,
    with_memory,
)
from muster.scheduler.core.state.state import CapacityReservation, Fragmentation, Hold, Reservation, State
from muster.scheduler.core.state.uploads import Upload

Rules = (
    CommandRejected | CommandRepeated | QueueCreated | QueueConfigured | QueueMeasured | QueueDeleted
    | QueueRestricted | QueueRestrictionEnded
    | PreemptionRequested | PreemptionAccepted | PreemptionRefused | HoldReleased
    | ReservationMade | ReservationReleased | DefragmentationProposed
    | HoldMade | FragmentationSustained | FragmentationEased | DemandForecast
    | CapacityReserved | CapacityReassigned | CapacityReservationStarted | CapacityReservationEnded
    | PolicyActivated | FailureRulesActivated
)  # fmt: skip
"""Facts about queues, reservations, the policy, and answers to commands."""

Decided = (
    Rules | JobQueued | JobPending | StartPredicted | GangBound | JobStarted | JobResizing
    | JobMoving | JobWarned | JobStopping
    | AttemptEnded | JobRequeued | JobSucceeded | JobFailed | JobCancelled | JobSuspended | JobResumed
    | CheckpointRecorded | CheckpointExpired | CheckpointDeleted
    | NodeJoined | NodeSuspected | NodeRecovered | NodeLost | NodeForgotten
    | NodeRefused | NodeCordoned | NodeUncordoned | NodeDraining | NodeUndrained | NodeTagged
    | MaintenanceScheduled | MaintenanceStarted | MaintenanceEnded | NodeRelocated | GpuUnhealthy
    | GpuRecovered | GpuGeometryChanged | StartTask | StopTask | TestNode
    | NodeReclaiming | NodeSpared | NodeNoted | NodeFaulted | NodeTesting | SaveTooLarge
    | OutputRecorded | OutputDeleted
)  # fmt: skip
"""A decision: a public fact or an order to an agent."""

NodeCommand = (
    CordonNode | UncordonNode | DrainNode | UndrainNode | TagNode | ScheduleMaintenance | CancelMaintenance
    | ReclaimNode | SpareNode | CheckNode | ForgetNode
)  # fmt: skip

Command = (
    CancelJob
    | SuspendJob
    | ResumeJob
    | CreateQueue
    | ConfigureQueue
    | DeleteQueue
    | RestrictQueue
    | LiftRestriction
    | ReserveCapacity
    | CancelCapacityReservation
    | NodeCommand
    | ActivatePolicy
    | ActivateFailureRules
)
"""Commands that are remembered by sender and event_id; a SubmitJob is recognised by its job_id."""

Observed = (
    LeaderElected
    | AgentStarted
    | TaskStarted
    | TaskSuspected
    | TaskHeard
    | TaskPaced
    | TaskExited
    | TaskRefused
    | CheckpointPartStored
    | CheckpointSaved
    | NodeTested
    | Command
)
"""Inputs that are evolved themselves, before anything is decided about them."""


def evolve(  # noqa: C901, PLR0912  (one branch for every fact about jobs and nodes)
    state: State, fact: Decided | Observed, cause: SequencedInput
) -> None:
    """Apply one fact; the most frequent ones are matched first.

    Raises:
        KeyError: The fact names a job, node or queue that the state does not have.
    """
    match fact:
        case JobQueued():
            _job_queued(state, fact, cause)
        case GangBound():
            _gang_bound(state, fact, cause)
        case StartTask() | StopTask() | TestNode():
            watching.ordered(state, fact)  # the facts that orders follow from have been evolved
        case (
            TaskStarted() | TaskSuspected() | TaskHeard() | TaskPaced() | TaskExited() | TaskRefused()
            | AgentStarted()
        ):  # fmt: skip
            attempts.evolve(state, fact)
        case AttemptEnded():
            _attempt_ended(state, fact)
        case JobSucceeded() | JobFailed() | JobCancelled():
            _job_over(state, fact)
        case JobPending():
            job = _in_new_state(state, fact)
            job.code_reported, job.code_reported_at_ms = fact.code, state.now_ms
        case JobStarted():
            _in_new_state(state, fact)
        case JobResizing():
            _in_new_state(state, fact).resize_to = fact.ranks_to
        case JobMoving():
            _job_moving(state, fact)
        case JobStopping():
            _job_stopping(state, fact, cause)
        case JobWarned():
            watching.warned(state, _in_new_state(state, fact), fact)
        case JobRequeued():
            _job_requeued(state, fact)
        case JobResumed():
            _job_resumed(state, fact)
        case JobSuspended():
            _job_suspended(state, fact)
        case StartPredicted():
            _start_predicted(state, fact)
        case (
            CheckpointPartStored() | CheckpointSaved() | CheckpointRecorded() | CheckpointExpired()
            | CheckpointDeleted()
        ):  # fmt: skip
            checkpoints.evolve(state, fact)
        case (
            NodeJoined() | NodeSuspected() | NodeRecovered() | NodeLost() | NodeCordoned() | NodeUncordoned()
            | NodeDraining() | NodeUndrained() | NodeTagged() | MaintenanceScheduled() | MaintenanceStarted()
            | MaintenanceEnded() | NodeRelocated() | GpuUnhealthy() | GpuRecovered() | NodeReclaiming()
            | NodeSpared() | NodeFaulted() | NodeTesting() | NodeTested()
        ):  # fmt: skip
            nodes.evolve(state, fact)
        case NodeForgotten():
            nodes.forget(state, fact.node_id)
        case NodeRefused() | NodeNoted() | SaveTooLarge() | OutputRecorded() | OutputDeleted():
            pass  # for people and bills; no decision depends on them
        case GpuGeometryChanged():
            nodes.change_geometry(state, fact)
        case LeaderElected():
            state.epoch = fact.epoch
        case _:
            _evolve_rules(state, fact, cause)


def _evolve_rules(  # noqa: C901, PLR0912  (one branch for every fact about rules)
    state: State, fact: Rules | Command, cause: SequencedInput
) -> None:
    """Apply a fact about queues, reservations, the policy, or a command and its answer."""
    match fact:
        case QueueCreated():
            state.admissible.clear()
            key = (fact.tenant, fact.queue)
            _queue_created(state, Queue(key, fact.description, fact.settings or UNSET))
        case QueueConfigured():
            state.admissible.clear()
            _queue_configured(state, state.queues.by_key[fact.tenant, fact.queue], fact.settings)
        case QueueDeleted():
            state.admissible.clear()
            _queue_deleted(state, (fact.tenant, fact.queue))
        case PolicyActivated():
            state.admissible.clear()
            _policy_activated(state, fact.policy)
        case FailureRulesActivated():
            state.failure_rules = active_rules(fact.rules)
        case (
            CancelJob() | SuspendJob() | ResumeJob() | CreateQueue() | ConfigureQueue() | DeleteQueue()
            | CordonNode() | UncordonNode() | DrainNode() | UndrainNode() | TagNode() | ScheduleMaintenance()
            | CancelMaintenance() | ActivatePolicy() | ActivateFailureRules() | ReserveCapacity()
            | CancelCapacityReservation() | ReclaimNode() | SpareNode() | CheckNode() | ForgetNode()
            | RestrictQueue() | LiftRestriction()
        ):  # fmt: skip
            _remember(state, cause)
        case QueueRestricted():
            queue = state.queues.by_key[fact.tenant, fact.queue]
            _restrict(state, queue, with_one(queue.restrictions, restriction_of(fact)))
        case QueueRestrictionEnded():
            queue = state.queues.by_key[fact.tenant, fact.queue]
            _restrict(state, queue, without(queue.restrictions, fact.restriction))
        case QueueMeasured():
            _queue_measured(state, state.queues.by_key[fact.tenant, fact.queue])
        case FragmentationSustained():
            state.fragmentation = Fragmentation(fact.since_ms, fact.job_id)
        case FragmentationEased():
            state.fragmentation = None
        case DemandForecast():
            demand.forecast_made(state, fact)
        case DefragmentationProposed():
            state.defrag_proposed = (fact.job_id, *(move.job_id for move in fact.moves))
        case (
            ReservationMade() | ReservationReleased() | PreemptionAccepted() | PreemptionRefused()
            | HoldMade() | HoldReleased()
        ):  # fmt: skip
            _evolve_nodes_set_aside(state, fact)
        case (
            CapacityReserved() | CapacityReassigned()
            | CapacityReservationStarted() | CapacityReservationEnded()
        ):  # fmt: skip
            _reserve_capacity(state, fact)
        case PreemptionRequested():
            pass  # the group records when it requested
        case CommandRejected() | CommandRepeated():
            pass  # answers do not change the state
        case _:
            assert_never(fact)


JobFact = (
    JobPending | GangBound | JobStarted | JobResizing | JobMoving | JobWarned | JobStopping | AttemptEnded
    | JobRequeued | JobSucceeded | JobFailed | JobCancelled | JobSuspended | JobResumed
)  # fmt: skip


def _in_new_state(state: State, fact: JobFact) -> Job:
    """The job of a fact, put into the lifecycle state that follows from the fact."""
    job = state.jobs[fact.job_id]
    job.state = state_after(job.job_id, job.state, type(fact))
    state.dirty[f"job/{job.job_id}"] = None
    return job


def _job_queued(state: State, fact: JobQueued, cause: SequencedInput) -> None:
    shared = state.specs.share(spec_digest(fact.spec), fact.spec)
    job = Job(
        job_id=fact.job_id,
        tenant=fact.tenant,
        spec=shared.spec,
        spec_digest=shared.digest,
        placement_class=placement_class_of(fact.tenant, fact.spec, state.policy),
        correlation_id=cause.correlation_id,
        arrival_seq=cause.seq,
        submitted_at_ms=state.now_ms,
        queued_at_ms=state.now_ms,
        p90_ms=fact.predicted_p90_ms,
    )
    state.jobs[job.job_id] = job
    state.dirty[f"job/{job.job_id}"] = None
    dependents.queued(state, job)
    holdings.wait(state, job)
    asked = shared_by_any(job.shape)
    if state.cluster.workload.has_room_for(asked, state.policy.workload_shapes_max):
        state.cluster.observe(asked, job.spec.ranks)
    holdings.count_live(state, job, +1)


def _gang_bound(state: State, fact: GangBound, cause: SequencedInput) -> None:
    job = _in_new_state(state, fact)
    tasks: dict[str, Task] = {}
    for rank in fact.placements:
        task = tasks.get(rank.node_id)
        if task is None:
            task = tasks[rank.node_id] = Task([], [], on_spot=state.cluster.is_spot(rank.node_id))
        placement = Placement(rank.node_id, rank.gpu_indices, job.shape, _instance(rank))
        state.cluster.take(placement)
        task.ranks.append(rank.rank)
        task.placements.append(placement)
    job.attempts = fact.attempt
    job.offered_to = job.checkpoints_ever
    job.attempt = Attempt(
        number=fact.attempt,
        bound_at_ms=state.now_ms,
        order_seq=cause.seq,
        master_node_id=fact.placements[0].node_id,
        master_port=fact.master_port,
        tasks=tasks,
        pace_milli=job.placement_class.pace_milli(state.nodes[fact.placements[0].node_id].joined.gpu_model),
        gap_of=fact.gap_of,
        guaranteed_until_ms=fact.guaranteed_until_ms or 0,
    )
    demand.bound(state, job)
    if fact.gap_of:
        state.filling[job.job_id] = None
    nodes.occupy(state, job, job.attempt)
    caches.note(state, job.spec, tasks)
    holdings.hold(state, job)
    watching.renew(state, job)
    _waits_changed(state, state.waits.started(job.job_id, state.now_ms))


def _instance(rank: RankPlacement) -> MigInstance | None:
    if rank.mig_profile is None or rank.mig_start is None:
        return None
    return MigInstance(rank.mig_start, rank.mig_profile)


def _attempt_ended(state: State, fact: AttemptEnded) -> None:
    job = _in_new_state(state, fact)
    attempt = job.attempt
    assert attempt is not None, f"{fact} without an attempt"  # noqa: S101  (the decision was made from it)
    for task in attempt.tasks.values():
        for placement in task.placements:
            state.cluster.give_back(placement)
    holdings.let_go(state, job)
    nodes.vacate(state, job, attempt)
    if shares_time(holdings.queue_of(state, job)):
        _note_service(state, job, attempt, fact.ran_ms)
    _learn_duration(state, job, attempt, fact)
    suspicion.note(state, job, attempt, fact)
    avoidance.note(job, fact)
    job.attempt = None
    job.resize_to, job.move_to = 0, ()
    state.moving.pop(job.job_id, None)
    state.filling.pop(job.job_id, None)
    state.uploads.end(job.job_id)
    watching.renew(state, job)
    attempts.count(state, job, fact)


def _note_service(state: State, job: Job, attempt: Attempt, ran_ms: int) -> None:
    """Add an attempt's service to its job's attained service; if it yielded, record how long it drained."""
    job.attained_gpu_ms += attained.service_gpu_ms(attained.held_milli(job, attempt), ran_ms)
    if job.preempted and job.preempted[-1].at_ms >= attempt.bound_at_ms:
        job.drained_ms = state.now_ms - job.preempted[-1].at_ms


def _learn_duration(state: State, job: Job, attempt: Attempt, fact: AttemptEnded) -> None:
    """Add an attempt to the run-time history; a refused one never ran."""
    if fact.outcome is AttemptOutcome.REFUSED:
        return
    by_itself = fact.outcome in (AttemptOutcome.SUCCEEDED, AttemptOutcome.FAILED)
    resumed = job.checkpoint is not None and job.checkpoint.attempt < fact.attempt
    changed = estimator.learn(
        state.durations,
        estimator.features_of(job.tenant, job.spec, attempt.pace_milli),
        fact.ran_ms,
        whole=by_itself and not resumed,
    )
    dirty = state.dirty
    for name in changed:
        dirty[f"duration/{name}"] = None


def _start_predicted(state: State, fact: StartPredicted) -> None:
    estimate = WaitEstimate(fact.wait_ms, fact.wait_low_ms, fact.wait_high_ms)
    changed = state.waits.predicted(OpenPrediction(fact.job_id, state.now_ms, fact.signs, estimate))
    state.waits.jobs_seen = state.jobs_ever
    _waits_changed(state, changed)


def _waits_changed(state: State, numbers: list[int]) -> None:
    """Mark these predictions, and the model learned from them, as changed."""
    if numbers:
        state.dirty["wait/learned"] = None
        state.dirty.update((f"wait/{number}", None) for number in numbers)


def _reserve(state: State, fact: ReservationMade | ReservationReleased) -> None:
    before = state.reservation.node_ids if state.reservation else ()
    state.reservation = _reserved(fact)
    after = state.reservation.node_ids if state.reservation else ()
    for node_id in sorted({*before, *after}):
        nodes.keep(state, node_id, node_id in after)
    if after:
        state.pending.retry_ahead()


def _evolve_nodes_set_aside(
    state: State,
    fact: (
        ReservationMade
        | ReservationReleased
        | PreemptionAccepted
        | PreemptionRefused
        | HoldMade
        | HoldReleased
    ),
) -> None:
    """Apply a fact about the nodes that are reserved for the head of queue, or held for others."""
    match fact:
        case ReservationMade() | ReservationReleased():
            _reserve(state, fact)
        case PreemptionAccepted():
            _yield(state, fact)
        case HoldMade():
            _hold(state, fact, fact.node_ids)
        case HoldReleased():
            _release_hold(state, state.holds.pop(fact.job_id))
        case PreemptionRefused():
            pass  # no job yields
        case _:
            assert_never(fact)


def _yield(state: State, fact: PreemptionAccepted) -> None:
    if fact.reservation:
        return  # its nodes are its own: nothing has to be held
    _hold(state, fact, ())
    for victim in fact.victims:
        if not victim.ranks_kept:
            job = state.jobs[victim.job_id]
            job.preempted = (*job.preempted, Preempted(fact.job_id, state.now_ms))
            state.dirty[f"job/{job.job_id}"] = None


def _hold(state: State, fact: PreemptionAccepted | HoldMade, node_ids: Sequence[str]) -> None:
    """Hold the nodes of the placements for a job, and these."""
    shape = state.jobs[fact.job_id].shape
    placements = tuple(Placement(p.node_id, p.gpu_indices, shape, _instance(p)) for p in fact.placements)
    placed = {placement.node_id for placement in placements}
    targets = tuple(node_id for node_id in node_ids if node_id not in placed)
    hold = Hold(fact.plan_id, fact.job_id, fact.victims, placements, fact.held_until_ms, targets)
    state.holds[fact.job_id] = hold
    for node_id in hold.node_ids:
        nodes.hold(state, node_id, fact.job_id)


def _release_hold(state: State, hold: Hold) -> None:
    for node_id in hold.node_ids:
        if node_id in state.nodes:
            nodes.hold(state, node_id, "")


def _reserve_capacity(
    state: State,
    fact: CapacityReserved | CapacityReassigned | CapacityReservationStarted | CapacityReservationEnded,
) -> None:
    key = (fact.tenant, fact.reservation)
    before = state.capacity.pop(key, None)
    after = _capacity_after(before, fact)
    if after:
        state.capacity[key] = after
    if before and not (after and before.node_ids == after.node_ids):
        nodes.reserve(state, before, -1)
    if after and not (before and before.node_ids == after.node_ids):
        nodes.reserve(state, after, +1)
    state.dirty[f"capacity/{fact.tenant}/{fact.reservation}"] = None


def _capacity_after(
    before: CapacityReservation | None,
    fact: CapacityReserved | CapacityReassigned | CapacityReservationStarted | CapacityReservationEnded,
) -> CapacityReservation | None:
    match fact:
        case CapacityReserved():
            return CapacityReservation(
                key=(fact.tenant, fact.reservation),
                queue=(fact.tenant, fact.queue),
                gpu_model=fact.gpu_model,
                node_ids=fact.node_ids,
                starts_at_ms=fact.starts_at_ms,
                ends_at_ms=fact.ends_at_ms,
            )
        case CapacityReassigned():
            return before and replace(before, node_ids=fact.node_ids)
        case CapacityReservationStarted():
            return before and replace(before, begun=True)
        case CapacityReservationEnded():
            return None
        case _:
            assert_never(fact)


def _reserved(fact: ReservationMade | ReservationReleased) -> Reservation | None:
    """The reservation after a fact; during a pause it has no nodes."""
    if isinstance(fact, ReservationMade):
        return Reservation(fact.job_id, fact.node_ids, fact.starts_at_ms, fact.kept_until_ms, fact.by_limits)
    if fact.again_at_ms is None:
        return None
    return Reservation(fact.job_id, (), None, fact.again_at_ms, by_limits=True)


def _job_moving(state: State, fact: JobMoving) -> None:
    job = _in_new_state(state, fact)
    job.move_to = tuple(Placement(p.node_id, p.gpu_indices, job.shape, _instance(p)) for p in fact.placements)
    state.moving[job.job_id] = None


def _job_stopping(state: State, fact: JobStopping, cause: SequencedInput) -> None:
    job = _in_new_state(state, fact)
    match cause.payload:
        case _ if fact.requeues:
            job.stop_request = StopRequest(
                JobState.QUEUED,
                "",
                fact.reason,
                taken=fact.cause is StopCause.SPOT_RECLAIM,
                saves=fact.save_bytes is None or fact.saves_until_ms is not None,
            )
        case CancelJob(job_id=fact.job_id, requested_by=requested_by, reason=reason):
            job.stop_request = StopRequest(JobState.CANCELLED, requested_by, reason)
        case SuspendJob(job_id=fact.job_id, requested_by=requested_by, reason=reason):
            job.stop_request = StopRequest(JobState.SUSPENDED, requested_by, reason)
        case _:
            pass  # the ranks stop because of a failure or a resize, not by request
    if fact.yields_to or fact.plan_id:
        demand.stopped(state, job)
    if fact.yields_to and not fact.plan_id:  # what a plan asks is noted when the plan is accepted
        job.preempted = (*job.preempted, Preempted(fact.yields_to, state.now_ms))
    if fact.save_bytes_per_s is not None and job.attempt is not None:
        job.attempt.upload = Upload(fact.save_bytes_per_s, fact.saves_until_ms or 0)
        state.uploads.begin(job.job_id, job.attempt.upload)
    watching.renew(state, job)


def _requeue(state: State, job: Job, not_before_ms: int) -> None:
    job.not_before_ms = not_before_ms
    job.queued_at_ms = state.now_ms
    job.stop_request = job.code_reported = None
    holdings.wait(state, job)


def _job_requeued(state: State, fact: JobRequeued) -> None:
    job = _in_new_state(state, fact)
    if fact.memory_mib is not None:
        _raise_memory(state, job, fact.memory_mib)
    _requeue(state, job, fact.not_before_ms)


def _raise_memory(state: State, job: Job, memory_mib: int) -> None:
    """An attempt had too little memory: from the next one on each rank has this much."""
    job.memory_mib = memory_mib
    job.spec = with_memory(job.spec, memory_mib)
    needs = placement_class_of(job.tenant, job.spec, state.policy)
    job.placement_class = needs._replace(avoids=job.placement_class.avoids)


def _job_resumed(state: State, fact: JobResumed) -> None:
    job = _in_new_state(state, fact)
    job.nodes_lost = ()
    _requeue(state, job, 0)


def _job_suspended(state: State, fact: JobSuspended) -> None:
    if state.jobs[fact.job_id].state is JobState.QUEUED:
        _wait_no_more(state, state.jobs[fact.job_id])
    _in_new_state(state, fact).stop_request = None


def _wait_no_more(state: State, job: Job) -> None:
    """A job waits no more without having started."""
    holdings.wait_no_more(state, job)
    _waits_changed(state, state.waits.given_up(job.job_id, state.now_ms))


def _job_over(state: State, fact: JobSucceeded | JobFailed | JobCancelled) -> None:
    if state.jobs[fact.job_id].state is JobState.QUEUED:
        _wait_no_more(state, state.jobs[fact.job_id])
    job = _in_new_state(state, fact)
    holdings.count_live(state, job, -1)
    del state.jobs[job.job_id]
    state.specs.release(job.spec_digest)
    record = EndedJob(job.tenant, job.state, job.spec_digest, state.ended_total)
    state.ended.add(job.job_id, record)
    state.ended_total += 1
    state.dirty[f"ended/{job.job_id}"] = None
    dependents.ended(state, job)
    _forget_ended(state)


def _forget_ended(state: State) -> None:
    for forgotten in state.ended.forget_oldest(state.policy.jobs_ended_kept_max):
        state.dirty[f"ended/{forgotten}"] = None


def was_carried_out(state: State, command: SequencedInput) -> bool:
    """Whether its sender's command of this event_id was carried out, not long ago.

    In snapshots of former versions the event_id alone names a command.
    """
    return _sent(command) in state.commands_recent or command.event_id in state.commands_recent


def _sent(command: SequencedInput) -> str:
    """Sender and event_id of a command; unambiguous, as no sender has a blank."""
    return f"{sender_of(command.payload)} {command.event_id}"


def _remember(state: State, command: SequencedInput) -> None:
    sent = _sent(command)
    state.commands_recent[sent] = command.seq
    state.dirty[f"command/{sent}"] = None
    if len(state.commands_recent) > limits.COMMANDS_RECENT_MAX:
        oldest = next(iter(state.commands_recent))
        del state.commands_recent[oldest]
        state.dirty[f"command/{oldest}"] = None


def _queue_created(state: State, queue: Queue) -> None:
    state.queues.put(queue)
    queue.account.settled_ms = queue.measured_at_ms = state.now_ms
    queue.derive_account(state.policy)
    state.dirty[queue.entity] = None


def _queue_configured(state: State, queue: Queue, settings: QueueSettings) -> None:
    """Settle accounts under the old settings, then regroup and retry waiting jobs under the new ones."""
    former, guaranteed = queue.path, queue.settings.guarantee
    if queue.jobs_live:
        holdings.busy_changed(state, queue)  # beside it here, and where it is now
    state.queues.configure(queue, settings)
    if queue.jobs_live:
        holdings.busy_changed(state, queue)
    for each in {q.key: q for q in (*former, *queue.path)}.values():
        holdings.reprice(state, each, state.terms)
    for each in (*former, *state.queues.with_descendants(queue)):
        state.pending.freed[each.key] = None
    if guaranteed and not settings.guarantee:
        _retry_production(state)
    if not queue.below:
        holdings.regroup(state, queue)


def _retry_production(state: State) -> None:
    """Retry all queues after a guarantee ended: production inference may now fit without borrowing."""
    if not state.queues.production_borrows:
        state.pending.freed |= dict.fromkeys(state.queues.by_key)


def _restrict(state: State, queue: Queue, restrictions: tuple[Restriction, ...]) -> None:
    """Retry the jobs that waited for a restriction: it may not hold them back any longer."""
    state.queues.restrict(queue, restrictions)
    state.pending.freed[queue.key] = None
    state.dirty[queue.entity] = None


def _queue_deleted(state: State, key: QueueKey) -> None:
    state.dirty[state.queues.by_key[key].entity] = None
    state.queues.remove(key)
    state.unmeasured.pop(key, None)
    _retry_production(state)


def _queue_measured(state: State, queue: Queue) -> None:
    queue.measured_at_ms, queue.measure_due = state.now_ms, False
    state.unmeasured.pop(queue.key, None)
    state.dirty[queue.entity] = None


def _policy_activated(state: State, policy: Policy) -> None:
    before, state.policy = state.policy, policy
    terms, state.terms = state.terms, Terms.of(policy)
    _retry_production(state)
    state.queues.production_borrows = policy.production_borrows
    if before.guaranteed_duration_ms != policy.guaranteed_duration_ms:
        demand.forget(state)
    for queue in state.queues.by_key.values():
        holdings.reprice(state, queue, terms)
    _forget_ended(state)
    nodes.recut(state)
    if _levels(before) != _levels(policy):
        for queue in state.queues.by_key.values():
            if shares_time(queue) and not queue.below:
                holdings.regroup(state, queue)
    if before.tenants_untrusted != policy.tenants_untrusted:
        for job in state.jobs.values():
            shape = placement_class_of(job.tenant, job.spec, policy).shape
            holdings.reclassify(state, job, job.placement_class._replace(shape=shape))
    watched_before = (before.wall_time_max_ms, before.gpu_idle_ends_after_ms)
    if watched_before != (policy.wall_time_max_ms, policy.gpu_idle_ends_after_ms):
        watching.renew_all(state)


def _levels(policy: Policy) -> tuple[int, int, int]:
    return policy.time_level_gpu_ms, policy.time_level_factor, policy.time_levels
