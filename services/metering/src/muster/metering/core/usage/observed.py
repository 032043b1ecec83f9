"""Translation of the scheduler's facts into facts of metering: bindings, and changes of nodes. PURE."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias, assert_never

from muster.cluster import CAPACITY_TYPE, SPOT
from muster.deciding import Entities, Fact
from muster.events.job_events import (
    AttemptEnded,
    AttemptOutcome,
    CapacityReassigned,
    CapacityReservationEnded,
    CapacityReservationStarted,
    CapacityReserved,
    CheckpointDeleted,
    CheckpointRecorded,
    GangBound,
    GpuRecovered,
    GpuUnhealthy,
    HoldMade,
    HoldReleased,
    JobCancelled,
    JobFailed,
    JobQueued,
    JobStopping,
    JobSucceeded,
    MaintenanceEnded,
    MaintenanceStarted,
    NodeCordoned,
    NodeDraining,
    NodeForgotten,
    NodeJoined,
    NodeLost,
    NodeReclaiming,
    NodeRecovered,
    NodeSpared,
    NodeSuspected,
    NodeTagged,
    NodeUncordoned,
    NodeUndrained,
    OutputDeleted,
    OutputRecorded,
    PreemptionAccepted,
    ReservationMade,
    ReservationPayload,
    ReservationReleased,
    SilenceCause,
    StopCause,
)
from muster.events.usage_events import (
    BindingClosed,
    BindingOpened,
    BindingPart,
    JobAttributed,
    JobSettled,
    KeptKind,
    Loss,
    NodeChange,
    NodeChanged,
    NodesKept,
    Payer,
    StopOrdered,
    StorageChanged,
    WorkSaved,
)
from muster.metering.core.costs.storage import change_checkpoints, change_output
from muster.metering.core.meter import PLATFORM, nobody_of
from muster.metering.core.state import BINDINGS, KEEPINGS, PAYERS, PROGRESS, Progress, keeping_key
from muster.metering.core.usage.changes import MeterFact

COMMITMENT: Final = "commitment"
"""Label with the commitment term of a node, such as 1y."""

_NODE_CHANGES: Final[dict[type[NodeState], NodeChange]] = {
    NodeRecovered: NodeChange.RECOVERED,
    NodeSuspected: NodeChange.SUSPECTED,
    NodeForgotten: NodeChange.FORGOTTEN,
    NodeCordoned: NodeChange.CORDONED,
    NodeUncordoned: NodeChange.UNCORDONED,
    NodeDraining: NodeChange.DRAINING,
    NodeUndrained: NodeChange.UNDRAINED,
    MaintenanceStarted: NodeChange.MAINTENANCE_STARTED,
    MaintenanceEnded: NodeChange.MAINTENANCE_ENDED,
    NodeReclaiming: NodeChange.RECLAIM_ANNOUNCED,
    NodeSpared: NodeChange.RECLAIM_WITHDRAWN,
}

NodeState: TypeAlias = (
    NodeRecovered
    | NodeSuspected
    | NodeForgotten
    | NodeCordoned
    | NodeUncordoned
    | NodeDraining
    | NodeUndrained
    | MaintenanceStarted
    | MaintenanceEnded
    | NodeReclaiming
    | NodeSpared
)

Observed: TypeAlias = (
    NodeState
    | NodeJoined
    | NodeTagged
    | NodeLost
    | GpuUnhealthy
    | GpuRecovered
    | JobQueued
    | JobSucceeded
    | JobFailed
    | JobCancelled
    | GangBound
    | AttemptEnded
    | CheckpointRecorded
    | CheckpointDeleted
    | OutputRecorded
    | OutputDeleted
    | JobStopping
    | PreemptionAccepted
    | HoldMade
    | HoldReleased
    | ReservationMade
    | ReservationReleased
    | CapacityReserved
    | CapacityReassigned
    | CapacityReservationStarted
    | CapacityReservationEnded
)
"""Facts of the scheduler that determine the owner of a GPU."""

Meant: TypeAlias = MeterFact | JobAttributed | JobSettled | WorkSaved | StopOrdered | StorageChanged
"""Facts of metering that follow from them."""


def observed(  # noqa: C901, PLR0912  (one case a fact)
    state: Entities, fact: Observed, at_ms: int
) -> Iterator[Fact[Meant]]:
    """Translate one fact of the scheduler; yields nothing if it adds no information.

    Args:
        state: The entities.
        fact: Fact of the scheduler.
        at_ms: Time of the fact, milliseconds since 1970 UTC.
    """
    match fact:
        case JobQueued():
            if state.get(PAYERS, fact.job_id) is None:
                attributed = JobAttributed(job_id=fact.job_id, payer=_payer(fact))
                yield Fact(attributed, fact.job_id, fact.tenant)
        case JobSucceeded() | JobFailed() | JobCancelled():
            payer = state.get(PAYERS, fact.job_id)
            if payer is not None:
                settled = JobSettled(job_id=fact.job_id, tenant=payer.tenant)
                yield Fact(settled, fact.job_id, payer.tenant)
        case GangBound():
            yield from _bound(state, fact, at_ms)
        case AttemptEnded() | JobStopping() | CheckpointRecorded() | CheckpointDeleted():
            yield from _attempt(state, fact, at_ms)
        case OutputRecorded() | OutputDeleted():
            yield from change_output(state, fact, at_ms)
        case NodeJoined():
            yield _labelled(fact, NodeChange.JOINED, at_ms, fact.gpu_model, fact.gpu_count)
        case NodeTagged():
            yield _labelled(fact, NodeChange.TAGGED, at_ms)
        case NodeLost():
            if fact.cause is SilenceCause.SILENT:
                yield _changed(fact.node_id, NodeChange.SILENT, at_ms - fact.silent_ms)
            yield _changed(fact.node_id, NodeChange.LOST, at_ms)
        case GpuUnhealthy():
            yield _changed(fact.node_id, NodeChange.GPU_UNHEALTHY, at_ms, fact.gpu_index)
        case GpuRecovered():
            yield _changed(fact.node_id, NodeChange.GPU_RECOVERED, at_ms, fact.gpu_index)
        case PreemptionAccepted() | HoldMade() | HoldReleased() | ReservationMade() | ReservationReleased():
            yield from _kept_for_job(state, fact, at_ms)
        case (
            CapacityReserved()
            | CapacityReassigned()
            | CapacityReservationStarted()
            | CapacityReservationEnded()
        ):
            yield from _reserved(state, fact, at_ms)
        case (
            NodeRecovered()
            | NodeSuspected()
            | NodeForgotten()
            | NodeCordoned()
            | NodeUncordoned()
            | NodeDraining()
            | NodeUndrained()
            | MaintenanceStarted()
            | MaintenanceEnded()
            | NodeReclaiming()
            | NodeSpared()
        ):
            yield _changed(fact.node_id, _NODE_CHANGES[type(fact)], at_ms)
        case _:
            assert_never(fact)


def _labelled(
    fact: NodeJoined | NodeTagged, change: NodeChange, at_ms: int, gpu_model: str = "", gpu_count: int = 0
) -> Fact[NodeChanged]:
    """Return a change of a node with the purchase terms in its labels."""
    changed = NodeChanged(
        node_id=fact.node_id,
        at_ms=at_ms,
        change=change,
        gpu_model=gpu_model,
        gpu_count=gpu_count,
        gpu_index=0,
        commitment=fact.labels.get(COMMITMENT),
        spot=_spot(fact.labels),
    )
    return Fact(changed, fact.node_id)


def _spot(labels: Mapping[str, str]) -> bool | None:
    """Return whether labels mark a node as spot capacity; None: they do not say."""
    return labels[CAPACITY_TYPE] == SPOT if CAPACITY_TYPE in labels else None


def _payer(queued: JobQueued) -> Payer:
    spec = queued.spec
    return Payer(
        tenant=queued.tenant,
        team=spec.team,
        project=spec.project,
        user=spec.user,
        queue=spec.queue,
        tier=spec.tier.value,
        model_name=spec.model_name or "",
        labels=dict(spec.labels),
    )


def _bound(state: Entities, bound: GangBound, at_ms: int) -> Iterator[Fact[Meant]]:
    """Open the binding of an attempt; CPU-only ranks are not metered, as they hold no GPU."""
    former = state.get(BINDINGS, bound.job_id)
    if former is not None and former.attempt >= bound.attempt:
        return
    gpus: dict[tuple[str, int], list[int]] = {}
    for rank in bound.placements:
        if rank.gpu_indices:
            gpus.setdefault((rank.node_id, rank.gpu_milli), []).extend(rank.gpu_indices)
    if not gpus:
        return
    opened = BindingOpened(
        job_id=bound.job_id,
        attempt=bound.attempt,
        payer=state.get(PAYERS, bound.job_id) or nobody_of(bound.tenant, bound.queue),
        at_ms=at_ms,
        parts=tuple(
            BindingPart(node_id=node_id, gpu_indices=tuple(indices), gpu_milli=milli)
            for (node_id, milli), indices in gpus.items()
        ),
    )
    yield Fact(opened, bound.job_id, opened.payer.tenant)


def _attempt(
    state: Entities,
    fact: AttemptEnded | JobStopping | CheckpointRecorded | CheckpointDeleted,
    at_ms: int,
) -> Iterator[Fact[Meant]]:
    """Translate a change of an attempt or its checkpoints."""
    match fact:
        case AttemptEnded():
            yield from _ended(state, fact, at_ms)
        case JobStopping():
            yield from _stopping(state, fact)
        case CheckpointRecorded():
            yield from _saved(state, fact, at_ms)
            yield from change_checkpoints(state, fact, at_ms)
        case CheckpointDeleted():
            yield from change_checkpoints(state, fact, at_ms)


def _ended(state: Entities, ended: AttemptEnded, at_ms: int) -> Iterator[Fact[Meant]]:
    binding = _binding(state, ended.job_id, ended.attempt)
    if binding is None:
        return
    progress = state.get(PROGRESS, ended.job_id) or Progress()
    loss = _loss(ended.outcome, progress)
    closed = BindingClosed(
        job_id=ended.job_id,
        attempt=ended.attempt,
        tenant=binding.payer.tenant,
        at_ms=at_ms,
        outcome=ended.outcome,
        opened_at_ms=binding.at_ms,
        lost_from_ms=None if loss is Loss.NONE else max(binding.at_ms, progress.saved_at_ms),
        loss=loss,
    )
    yield Fact(closed, ended.job_id, binding.payer.tenant)


def _loss(outcome: AttemptOutcome, progress: Progress) -> Loss:
    """Return the reason why work of this attempt is lost; NONE if it succeeded."""
    if outcome is AttemptOutcome.SUCCEEDED:
        return Loss.NONE
    if outcome is AttemptOutcome.STOPPED:
        return progress.stopping or Loss.ENDED
    return Loss.NODE_LOST if outcome is AttemptOutcome.LOST else Loss.FAILED


def _saved(state: Entities, recorded: CheckpointRecorded, at_ms: int) -> Iterator[Fact[Meant]]:
    binding = _binding(state, recorded.job_id, recorded.attempt)
    if binding is not None:
        tenant = binding.payer.tenant
        saved = WorkSaved(job_id=binding.job_id, attempt=binding.attempt, tenant=tenant, at_ms=at_ms)
        yield Fact(saved, binding.job_id, tenant)


def _stopping(state: Entities, stopping: JobStopping) -> Iterator[Fact[Meant]]:
    """Record the reason of a stop order; the last of several orders counts."""
    binding = _binding(state, stopping.job_id, stopping.attempt)
    if binding is None:
        return
    tenant, loss = binding.payer.tenant, Loss.ENDED
    if stopping.plan_id or stopping.yields_to:
        loss = Loss.PREEMPTED
    elif stopping.requeues:
        loss = Loss.RECLAIMED if stopping.cause is StopCause.SPOT_RECLAIM else Loss.MOVED
    ordered = StopOrdered(job_id=binding.job_id, attempt=binding.attempt, tenant=tenant, loss=loss)
    yield Fact(ordered, binding.job_id, tenant)


def _binding(state: Entities, job_id: str, attempt: int) -> BindingOpened | None:
    """Return the binding of an attempt; None: it has ended, or never held a GPU."""
    binding = state.get(BINDINGS, job_id)
    return binding if binding is not None and binding.attempt == attempt else None


def _changed(node_id: str, change: NodeChange, at_ms: int, gpu_index: int = 0) -> Fact[Meant]:
    changed = NodeChanged(
        node_id=node_id, at_ms=at_ms, change=change, gpu_model="", gpu_count=0, gpu_index=gpu_index
    )
    return Fact(changed, node_id)


def _kept_for_job(
    state: Entities,
    fact: PreemptionAccepted | HoldMade | HoldReleased | ReservationMade | ReservationReleased,
    at_ms: int,
) -> Iterator[Fact[Meant]]:
    """Keep nodes for a job that others yield to, or for the head of the queue, of which there is one."""
    if not fact.job_id:
        return  # victims leave the nodes of a reservation, which holds these itself
    node_ids: tuple[str, ...] = ()
    kind = KeptKind.HELD
    if isinstance(fact, PreemptionAccepted):
        node_ids = tuple(dict.fromkeys(place.node_id for place in fact.placements))
    elif isinstance(fact, HoldMade):
        node_ids = fact.node_ids
    elif not isinstance(fact, HoldReleased):
        kind = KeptKind.HEAD
        for _, other in list(state.scan(KEEPINGS, prefix=f"{kind.value}/")):
            if other.name != fact.job_id:
                yield _nodes_kept(kind, other.name, other.payer, at_ms, ())
        node_ids = fact.node_ids if isinstance(fact, ReservationMade) else ()
    former = state.get(KEEPINGS, keeping_key(kind, fact.job_id))
    if former is None and not node_ids:
        return
    payer = former.payer if former is not None else state.get(PAYERS, fact.job_id) or PLATFORM
    yield _nodes_kept(kind, fact.job_id, payer, at_ms, node_ids)


def _reserved(
    state: Entities,
    fact: ReservationPayload,
    at_ms: int,
) -> Iterator[Fact[Meant]]:
    """Keep nodes for a reservation; they count as reserved from its start, as others may use them before."""
    payer = nobody_of(fact.tenant, fact.queue)
    former = state.get(KEEPINGS, keeping_key(KeptKind.RESERVED, fact.reservation, fact.tenant))
    began = former is not None and former.begins
    node_ids = () if former is None else former.node_ids
    if isinstance(fact, CapacityReserved | CapacityReassigned):
        node_ids = fact.node_ids
    begins = began or isinstance(fact, CapacityReservationStarted)
    if isinstance(fact, CapacityReservationEnded):
        node_ids, begins = (), False
    yield _nodes_kept(KeptKind.RESERVED, fact.reservation, payer, at_ms, node_ids, begins=begins)


def _nodes_kept(
    kind: KeptKind,
    name: str,
    payer: Payer,
    at_ms: int,
    node_ids: tuple[str, ...],
    *,
    begins: bool = True,
) -> Fact[Meant]:
    kept = NodesKept(kind=kind, name=name, payer=payer, at_ms=at_ms, node_ids=node_ids, begins=begins)
    return Fact(kept, name, payer.tenant)
