"""Capacity reservations: nodes for a queue for a time window (ADR 27).

    before the start    jobs of other queues are placed on its nodes only if they are estimated to end by then
    until the end       only jobs of the queue and of its descendants are placed there
    at the start        for jobs of other queues that still hold its nodes, preemption is requested; never for
                        production inference
    lost nodes          a node that is closed or lost is replaced if another is available

Whole nodes are reserved, chosen at the time of the command: those that will be free first. A node may be in
several reservations, one after the other. For the kernel, a reservation is a label and a taint of its nodes:
jobs without the toleration are kept off, and the queue's jobs try its nodes first. So a gang is placed on the
nodes of one reservation, or on none that is reserved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from muster.cluster.occupancy import NodeHealth
from muster.events.job_commands import Tier
from muster.events.job_events import (
    CapacityReassigned,
    CapacityReservationEnded,
    CapacityReservationStarted,
    CapacityReserved,
    PendingCode,
    PreemptionCause,
    PreemptionRequested,
    ReservationEnd,
)
from muster.events.queue_commands import ReserveCapacity
from muster.events.refusal import Refusal
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.queues.tree import QueueKey
from muster.scheduler.core import limits
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.evolve import holdings
from muster.scheduler.core.reserve import planner
from muster.scheduler.core.state.job import NEVER_MS, Job, PlacementClass
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.pending import Reason
from muster.scheduler.core.state.state import CapacityReservation, State

# --- the command --------------------------------------------------------------------------------------------


def reserved(state: State, command: ReserveCapacity) -> CapacityReserved | Refusal:
    """The fact that results from a command, or the refusal."""
    starts_at_ms = state.now_ms if command.starts_at_ms is None else command.starts_at_ms
    refusal = _invalid_times(state, command, starts_at_ms) or _invalid_names(state, command)
    if refusal:
        return refusal
    nodes = _nodes_of(state, command.gpu_model)
    spare = [node for node in nodes if _is_spare(state, node, starts_at_ms, command.ends_at_ms)]
    chosen = _first_to_be_clear(spare, command, starts_at_ms)
    if chosen is None:
        return _too_much(state, command, nodes, spare)
    return CapacityReserved(
        reservation=command.reservation,
        tenant=command.tenant,
        queue=command.queue,
        gpu_model=command.gpu_model,
        gpu_count=sum(node.joined.gpu_count for node in chosen),
        node_ids=_ids(chosen),
        starts_at_ms=starts_at_ms,
        ends_at_ms=command.ends_at_ms,
        requested_by=command.requested_by,
    )


def of_queue(state: State, queue: QueueKey) -> list[str]:
    """Names of the reservations of a queue, sorted."""
    return sorted(kept.key[1] for kept in state.capacity.values() if kept.queue == queue)


# --- start and end ------------------------------------------------------------------------------------------


def renew(batch: BatchContext) -> None:
    """Start and end reservations that are due, and replace closed or lost nodes."""
    state = batch.state
    stirred, state.capacity_stirred = state.capacity_stirred, False
    for kept in _in_order(state):
        if state.now_ms >= kept.ends_at_ms:
            _end(batch, kept)
        elif state.now_ms >= kept.starts_at_ms and not kept.begun:
            _start(batch, kept)
    for kept in _in_order(state) if stirred else ():
        _replace_nodes(batch, kept)


def deadline_ms(state: State) -> int | None:
    """When the next reservation starts or ends, ms since 1970 UTC; None: there is none."""
    due = (kept.ends_at_ms if kept.begun else kept.starts_at_ms for kept in state.capacity.values())
    return min(due, default=None)


# --- admission to reserved nodes ----------------------------------------------------------------------------


def own(state: State, job: Job, needs: PlacementClass) -> Iterator[PlacementClass]:
    """`needs` restricted to each reservation of the job's queue or an ancestor, the earliest end first."""
    if not state.capacity:
        return
    queues = _queues(state, job)
    tolerated = _tolerated(state, queues, _ends_by_ms(state, job))
    for kept in sorted(state.capacity.values(), key=lambda kept: (kept.ends_at_ms, kept.key)):
        if kept.queue in queues:
            yield _on(kept, needs, tolerated)


def is_owner(state: State, queue: QueueKey) -> bool:
    """Whether a queue or an ancestor has a reservation, so that `own` yields something for its jobs."""
    path = {each.key for each in state.queues.by_key[queue].path}
    return any(kept.queue in path for kept in state.capacity.values())


def ahead(state: State, job: Job, needs: PlacementClass, kept: CapacityReservation) -> PlacementClass:
    """`needs` restricted to the nodes of a reservation, for a job that ends before it starts."""
    return _on(kept, needs, _tolerated(state, _queues(state, job), kept.starts_at_ms))


def to_come(state: State) -> list[CapacityReservation]:
    """Reservations that have not started, the latest start first."""
    coming = [kept for kept in state.capacity.values() if not kept.begun]
    return sorted(coming, key=lambda kept: (-kept.starts_at_ms, kept.key))


def admits(state: State, node: Node, job: Job) -> bool:
    """Whether the reservations of a node admit a job."""
    if not node.reservations:
        return True
    tolerated = _tolerated(state, _queues(state, job), _ends_by_ms(state, job))
    return {*node.reservations} <= {*tolerated}


def reason(state: State, needs: PlacementClass) -> Reason | None:
    """NODES_RESERVED for jobs that would fit if all nodes were empty and not reserved; else None."""
    ranks = reserved = 0
    for node in state.nodes.values() if state.capacity else ():
        if needs.where.admits(node.announced_tags):
            ranks += planner.ranks_when_empty(state, node, needs.shape)
            reserved += bool(node.reservations)
    if not reserved or ranks < needs.ranks:
        return None
    message = f"{reserved} nodes that could hold it are reserved for other queues"
    return Reason(PendingCode.NODES_RESERVED, message, {"nodes_reserved": reserved}, state.now_ms)


def _on(kept: CapacityReservation, needs: PlacementClass, tolerated: tuple[str, ...]) -> PlacementClass:
    labels, others = needs.where.labels, needs.where.tolerated
    where = needs.where._replace(
        labels=tuple(sorted((*labels, (kept.tag, "")))), tolerated=tuple(sorted({*others, *tolerated}))
    )
    return needs._replace(where=where)


def _queues(state: State, job: Job) -> set[QueueKey]:
    """The queue of a job and its ancestors."""
    return {each.key for each in holdings.queue_of(state, job).path}


def _tolerated(state: State, queues: set[QueueKey], ends_by_ms: int) -> tuple[str, ...]:
    """Tags of the reservations that admit a job of these queues that ends by a time."""
    return tuple(
        sorted(
            kept.tag
            for kept in state.capacity.values()
            if kept.queue in queues or (not kept.begun and ends_by_ms <= kept.starts_at_ms)
        )
    )


def _ends_by_ms(state: State, job: Job) -> int:
    return NEVER_MS if job.bound_ms is None else state.now_ms + job.bound_ms


# --- choice of nodes ----------------------------------------------------------------------------------------


def _nodes_of(state: State, gpu_model: str) -> list[Node]:
    """Nodes of a GPU model that are not lost and have no pending new hardware."""
    return [
        node
        for node in state.nodes.values()
        if node.joined.gpu_model == gpu_model and node.health is not NodeHealth.LOST and not node.successor
    ]


def _is_spare(state: State, node: Node, starts_at_ms: int, ends_at_ms: int) -> bool:
    """Whether a node is open and has no reservation or maintenance in that time."""
    window = node.window
    if node.closed or (window and window.starts_at_ms < ends_at_ms and starts_at_ms < window.ends_at_ms):
        return False
    taken = (kept for kept in state.capacity.values() if kept.tag in node.reservations)
    return all(kept.ends_at_ms <= starts_at_ms or ends_at_ms <= kept.starts_at_ms for kept in taken)


def _first_to_be_clear(
    spare: Iterable[Node], command: ReserveCapacity, starts_at_ms: int
) -> list[Node] | None:
    """The fewest nodes that satisfy a command, those with most GPUs and free first; None: too few."""

    def preference(node: Node) -> tuple[int, int, bool, str]:
        late_ms = max(0, node.clear_ms - starts_at_ms)
        return -node.joined.gpu_count, late_ms, node.kept, node.joined.node_id

    chosen: list[Node] = []
    for node in sorted(spare, key=preference):
        if _suffice(chosen, command):
            break
        chosen.append(node)
    return chosen if _suffice(chosen, command) else None


def _suffice(nodes: list[Node], command: ReserveCapacity) -> bool:
    if command.node_count is not None:
        return len(nodes) >= command.node_count
    return _gpus(nodes) >= (command.gpu_count or 0)


def _gpus(nodes: Iterable[Node]) -> int:
    return sum(node.joined.gpu_count for node in nodes)


def _ids(nodes: Iterable[Node]) -> tuple[str, ...]:
    return tuple(sorted(node.joined.node_id for node in nodes))


def _in_order(state: State) -> list[CapacityReservation]:
    return [state.capacity[key] for key in sorted(state.capacity)]


# --- facts --------------------------------------------------------------------------------------------------


def _start(batch: BatchContext, kept: CapacityReservation) -> None:
    tenant, name = kept.key
    batch.emit(CapacityReservationStarted(reservation=name, tenant=tenant, queue=kept.queue[1]))
    _request_preemption(batch, kept, kept.node_ids)


def _end(batch: BatchContext, kept: CapacityReservation) -> None:
    tenant, name = kept.key
    batch.emit(
        CapacityReservationEnded(
            reservation=name, tenant=tenant, queue=kept.queue[1], reason=ReservationEnd.OVER
        )
    )


def _replace_nodes(batch: BatchContext, kept: CapacityReservation) -> None:
    """Replace nodes that are closed or lost, as far as other nodes are available."""
    state = batch.state
    now = [state.nodes[node_id] for node_id in kept.node_ids]
    gone = [node for node in now if _has_gone(node, kept.gpu_model)]
    if not gone:
        return
    starts_at_ms = max(state.now_ms, kept.starts_at_ms)
    spare = [
        node
        for node in _nodes_of(state, kept.gpu_model)
        if node.health is NodeHealth.READY and _is_spare(state, node, starts_at_ms, kept.ends_at_ms)
    ]
    spare.sort(key=lambda node: (node.clear_ms, node.joined.node_id))
    replaced = dict(zip(_ids(gone), _ids(spare[: len(gone)]), strict=False))
    if not replaced:
        return
    tenant, name = kept.key
    batch.emit(
        CapacityReassigned(
            reservation=name,
            tenant=tenant,
            queue=kept.queue[1],
            node_ids=tuple(sorted({*kept.node_ids, *replaced.values()} - {*replaced})),
            reason=", ".join(f"{new} for {old}" for old, new in replaced.items()),
        )
    )
    if kept.begun:
        _request_preemption(batch, kept, tuple(replaced.values()))


def _has_gone(node: Node, gpu_model: str) -> bool:
    is_other = node.successor is not None or node.joined.gpu_model != gpu_model
    return is_other or node.closed or node.health is NodeHealth.LOST


def _request_preemption(batch: BatchContext, kept: CapacityReservation, node_ids: Iterable[str]) -> None:
    """Request preemption of the jobs that still hold nodes of a reservation that has started."""
    state, held_milli = batch.state, 0
    holders: dict[str, None] = {}
    for node_id in node_ids:
        for job in (state.jobs[job_id] for job_id in sorted(state.nodes[node_id].job_ids)):
            if must_yield(state, job, kept) and job.attempt is not None:
                holders[job.job_id] = None
                held_milli += job.shape.gpu_milli_total * len(job.attempt.tasks[node_id].ranks)
    if not holders:
        return
    batch.emit(
        PreemptionRequested(
            job_id="",
            cause=PreemptionCause.RESERVATION,
            queue=kept.queue[1],
            tenant=kept.key[0],
            gpu_milli_missing=held_milli,
            gpu_models=(kept.gpu_model,),
            as_of_seq=batch.cause.seq,
            reservation=kept.key[1],
            holders=tuple(sorted(holders)),
        )
    )


def must_yield(state: State, job: Job, kept: CapacityReservation) -> bool:
    """Whether a job may be asked to leave the nodes of a reservation."""
    if job.spec.tier is Tier.PRODUCTION_INFERENCE:
        return False
    return kept.queue not in _queues(state, job)


# --- refusals -----------------------------------------------------------------------------------------------


def _invalid_times(state: State, command: ReserveCapacity, starts_at_ms: int) -> Refusal | None:
    if starts_at_ms < state.now_ms:
        return _refused("starts_at_ms", starts_at_ms, f"now ({state.now_ms}) or later", past=True)
    if command.ends_at_ms <= starts_at_ms:
        return _refused("ends_at_ms", command.ends_at_ms, f"later than its start, {starts_at_ms}", past=True)
    return None


def _invalid_names(state: State, command: ReserveCapacity) -> Refusal | None:
    if (command.tenant, command.reservation) in state.capacity:
        text = f"reservation {command.reservation!r} already exists"
        return Refusal(RejectionCode.ALREADY_EXISTS, text)
    if len(state.capacity) >= limits.CAPACITY_RESERVATIONS_MAX:
        most = limits.CAPACITY_RESERVATIONS_MAX
        return _refused("reservation", command.reservation, f"one of at most {most} reservations at a time")
    if (command.tenant, command.queue) not in state.queues.by_key:
        known = sorted(name for owner, name in state.queues.by_key if owner == command.tenant)
        names = ", ".join(known) or "none yet"
        violation = Violation(field="queue", value=command.queue, allowed=f"a queue of this tenant: {names}")
        text = f"there is no queue {command.queue!r} of this tenant"
        return Refusal(RejectionCode.UNKNOWN_QUEUE, text, (violation,))
    if command.gpu_model not in state.models():
        models = ", ".join(state.models()) or "none"
        return _refused("gpu_model", command.gpu_model, f"among the models of known nodes: {models}")
    return None


def _too_much(state: State, command: ReserveCapacity, nodes: list[Node], spare: list[Node]) -> Refusal:
    """The refusal of more nodes or GPUs than exist, or than other reservations leave in that time."""
    by_node = command.node_count is not None
    field, asked = ("node_count", command.node_count) if by_node else ("gpu_count", command.gpu_count)
    left, there_are = (len(spare), len(nodes)) if by_node else (_gpus(spare), _gpus(nodes))
    what = "nodes" if by_node else "GPUs"
    allowed = (
        f"at most {left}: of {there_are} {what} of {command.gpu_model}, {left} are open and unreserved then"
    )
    return _refused(field, asked or 0, allowed)


def _refused(field: str, value: object, allowed: str, *, past: bool = False) -> Refusal:
    code = RejectionCode.INVALID if past else RejectionCode.IMPOSSIBLE_REQUEST
    violation = Violation(field=field, value=str(value), allowed=allowed)
    return Refusal(code, f"{field} is {value}; must be {allowed}", (violation,))
