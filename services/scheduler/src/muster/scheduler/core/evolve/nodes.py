"""How nodes change: they join, are suspected or lost, return, close and open; and which jobs they run."""

from __future__ import annotations

from bisect import insort

from muster.cluster.cluster import COMPILED_FROM_NODES
from muster.cluster.occupancy import StatusFact, capacity_of, geometries_of
from muster.events.job_events import (
    GpuGeometryChanged,
    GpuRecovered,
    GpuUnhealthy,
    MaintenanceEnded,
    MaintenanceScheduled,
    MaintenanceStarted,
    NodeFaulted,
    NodeJoined,
    NodeLost,
    NodeRecovered,
    NodeSuspected,
    NodeTesting,
    NodeUncordoned,
    NodeUndrained,
    SilenceCause,
)
from muster.events.task_events import NodeTested
from muster.scheduler.core.evolve import attempts, exposure, suspicion
from muster.scheduler.core.state.job import Attempt, Job
from muster.scheduler.core.state.node import (
    FAILS_JOBS,
    FAULTS_REMEMBERED_MAX,
    RARELY_MS,
    STRIKES_MAX,
    Cut,
    Fault,
    Node,
)
from muster.scheduler.core.state.state import CapacityReservation, Hardware, State


def evolve(state: State, fact: NodeJoined | NodeFaulted | NodeTesting | NodeTested | StatusFact) -> None:
    """Apply one fact about a node."""
    if isinstance(fact, NodeJoined):
        _joined(state, fact)
        return
    if isinstance(fact, NodeFaulted):
        _faulted(state, fact)
        return
    if isinstance(fact, NodeTesting):
        state.nodes[fact.node_id].testing = True
        state.dirty[f"node/{fact.node_id}"] = None
        return
    if isinstance(fact, NodeTested):
        suspicion.tested(state, fact)
        return
    node = state.nodes[fact.node_id]
    exposure.note(state, node, fact)
    if isinstance(fact, MaintenanceScheduled | MaintenanceStarted | MaintenanceEnded):
        _set_window(state, node, fact)
    else:
        node.apply(fact)
    match fact:
        case NodeSuspected():
            node.doubt(fact.cause, state.now_ms - fact.silent_ms)
        case NodeRecovered():
            node.trust()
        case NodeLost():
            silent = fact.cause is SilenceCause.SILENT
            why = "the node went silent" if silent else "the node did not take its orders"
            attempts.give_up(state, fact.node_id, sorted(node.job_ids), why)
            node.doubt(fact.cause, state.now_ms - fact.silent_ms)
        case NodeUndrained() | NodeUncordoned():
            _opened(node, fact)
        case GpuUnhealthy() | GpuRecovered():
            node.mark(fact.gpu_index, state.cluster)
        case _:
            pass  # nothing besides the status changes
    refresh(state, fact.node_id)


def record_heartbeat(state: State, node_id: str) -> None:
    """Record a heartbeat of a node that beats so rarely that a new leader needs the time of the last one."""
    node = state.nodes[node_id]
    heard_at_ms = state.now_ms if node.introduced.interval_ms > RARELY_MS else 0
    if node.heard_at_ms != heard_at_ms:
        node.heard_at_ms = heard_at_ms
        state.dirty[f"node/{node_id}"] = None


def _faulted(state: State, fact: NodeFaulted) -> None:
    """Record a fault that a node's kernel reported."""
    node = state.nodes[fact.node_id]
    node.faults = (*node.faults, Fault(fact.rule, state.now_ms, fact.strike))[-FAULTS_REMEMBERED_MAX:]
    node.faulted = node.faulted or fact.closes
    node.testing = node.testing or (fact.closes and fact.rule == FAILS_JOBS)
    state.dirty[f"node/{fact.node_id}"] = None


def forget(state: State, node_id: str) -> None:
    """Remove a node that is gone from the state."""
    node = state.nodes.pop(node_id)
    if node.window is not None:
        state.windows.remove(node_id, node.window)
    state.cluster.remove(node_id)
    exposure.watch(state, node_id)
    state.leaving.pop(node_id, None)
    state.taken.pop(node_id, None)
    count_hardware(state, node.joined, -1)
    derive_frozen(state)
    state.dirty[f"node/{node_id}"] = None


def refresh(state: State, node_id: str) -> None:
    """Update the kernel's view of a node, and unblock the scheduling groups that could use it."""
    node = state.nodes[node_id]
    node.show(state.cluster)
    exposure.watch(state, node_id)
    state.capacity_stirred = bool(state.capacity)
    _derive_leaving(state, node_id)
    if node.usable:
        state.pending.free_node(node.joined.gpu_model)
    elif node.kept:
        state.pending.stirred = True
    if not node.usable:
        state.pending.free_avoiding()
    state.dirty[f"node/{node_id}"] = None


def _opened(node: Node, fact: NodeUndrained | NodeUncordoned) -> None:
    """A node is open again: by a person, who has looked after its last strike, or by its reboot."""
    node.faulted = node.testing = False
    if fact.requested_by and any(each.strike >= STRIKES_MAX for each in node.faults):
        node.faults = ()


def derive_closing(state: State, node_id: str) -> None:
    """Derive the maintenance windows and the nodes to be emptied from a loaded node."""
    node = state.nodes[node_id]
    if node.window is not None:
        state.windows.add(node_id, node.window)
    _derive_leaving(state, node_id)


def _derive_leaving(state: State, node_id: str) -> None:
    """Derive whether a node is to be emptied, and whether because it will be reclaimed."""
    node = state.nodes[node_id]
    state.leaving.pop(node_id, None)
    state.taken.pop(node_id, None)
    if node.leaving:
        state.leaving[node_id] = None
    if node.gone_at_ms is not None:
        state.taken[node_id] = None


def keep(state: State, node_id: str, kept: bool) -> None:
    """Reserve a node for the head of queue, or open it to all jobs again."""
    node = state.nodes[node_id]
    if node.kept == kept:
        return
    node.kept = kept
    _show_open(state, node)


def hold(state: State, node_id: str, job_id: str) -> None:
    """Hold a node for a job that others yield to; with an empty job_id, open it to all jobs again."""
    node = state.nodes[node_id]
    node.held_for = job_id
    _show_open(state, node)


def _show_open(state: State, node: Node) -> None:
    state.cluster.set_schedulable(node.joined.node_id, node.open)
    if node.open:
        state.pending.free_node(node.joined.gpu_model)


def reserve(state: State, kept: CapacityReservation, sign: int) -> None:
    """Tag the nodes of a capacity reservation (+1), or remove the tag (-1)."""
    for node_id in kept.node_ids:
        node = state.nodes[node_id]
        others = {*node.reservations} - {kept.tag}
        node.reservations = tuple(sorted({*others, kept.tag} if sign > 0 else others))
        state.cluster.tag(node_id, node.tags)
        if sign < 0 and node.usable:
            state.pending.free_node(node.joined.gpu_model)


def occupy(state: State, job: Job, attempt: Attempt) -> None:
    """Record an attempt on its nodes."""
    for node_id in attempt.tasks:
        node = state.nodes[node_id]
        node.job_ids[job.job_id] = None
        node.clear_ms = max(node.clear_ms, job.ends_by_ms)
    if attempt.master_port:
        insort(state.nodes[attempt.master_node_id].ports_used, attempt.master_port)


def vacate(state: State, job: Job, attempt: Attempt) -> None:
    """Remove an attempt from its nodes; an empty node with pending new hardware takes it over."""
    for node_id in attempt.tasks:
        node = state.nodes[node_id]
        del node.job_ids[job.job_id]
        if node.clear_ms == job.ends_by_ms:
            jobs = state.jobs
            node.clear_ms = max([jobs[job_id].ends_by_ms for job_id in node.job_ids], default=0)
        if node.usable:
            state.pending.free_node(node.joined.gpu_model)
    if attempt.master_port:
        state.nodes[attempt.master_node_id].ports_used.remove(attempt.master_port)
    for node_id in attempt.tasks:
        _succeed(state, state.nodes[node_id])


def change_geometry(state: State, fact: GpuGeometryChanged) -> None:
    """Cut a GPU or make it whole. Schedulability stays: a reserved node is open to its head meanwhile."""
    node, card = state.nodes[fact.node_id], (fact.node_id, fact.gpu_index)
    node.cuts[fact.gpu_index] = Cut(fact.cut, state.now_ms)
    state.frozen[card] = state.now_ms
    state.cluster.cut(*card, cut=fact.cut)
    state.pending.free_node(node.joined.gpu_model)
    state.dirty[f"node/{fact.node_id}"] = None


def recut(state: State) -> None:
    """Apply a new policy's geometries and change interval, and retry the jobs that wait for GPUs."""
    state.cluster.fix_geometries(geometries_of(state.policy))
    derive_frozen(state)
    for model in state.models():
        state.pending.free_node(model)


def derive_frozen(state: State) -> None:
    """Compute again which GPUs may not change their geometry yet, after nodes or the policy changed."""
    since_ms = state.now_ms - state.policy.mig_change_interval_ms
    changed = [
        (cut.changed_at_ms, node_id, index)
        for node_id, node in state.nodes.items()
        for index, cut in node.cuts.items()
        if cut.changed_at_ms > since_ms
    ]
    state.frozen = {(node_id, index): at_ms for at_ms, node_id, index in sorted(changed)}


def use_machine_code(state: State) -> None:
    """Learn run times by machine code in cells that are large enough for the compiled kernel."""
    if len(state.nodes) >= COMPILED_FROM_NODES:
        state.durations.use_machine_code()


def hardware_of(joined: NodeJoined) -> Hardware:
    """Extract the hardware of a node, as needed by admission."""
    return Hardware(
        joined.gpu_model, joined.gpu_count, joined.cpu_milli, joined.memory_mib, joined.gpu_memory_mib
    )


def count_hardware(state: State, joined: NodeJoined, change: int) -> None:
    """Count nodes by their hardware, for admission."""
    state.admissible.clear()
    hardware = hardware_of(joined)
    state.hardware[hardware] = state.hardware.get(hardware, 0) + change
    if not state.hardware[hardware]:
        del state.hardware[hardware]


def _joined(state: State, fact: NodeJoined) -> None:
    node = state.nodes.get(fact.node_id)
    if node is None:
        state.nodes[fact.node_id] = Node(fact)
        state.cluster.add(capacity_of(fact))
        count_hardware(state, fact, 1)
        use_machine_code(state)
        refresh(state, fact.node_id)
        return
    before = node.joined
    node.trust()
    if node.rejoin(fact, state.cluster):
        if hardware_of(before) != hardware_of(fact):
            count_hardware(state, before, -1)
            count_hardware(state, fact, 1)
    else:
        attempts.give_up(
            state, fact.node_id, sorted(node.job_ids), "the node came back with different hardware"
        )
        _succeed(state, node)
    refresh(state, fact.node_id)


def _set_window(
    state: State, node: Node, fact: MaintenanceScheduled | MaintenanceStarted | MaintenanceEnded
) -> None:
    if node.window is not None:
        state.windows.remove(fact.node_id, node.window)
    node.apply(fact)
    if node.window is not None:
        state.windows.add(fact.node_id, node.window)


def _succeed(state: State, node: Node) -> None:
    """Switch a node to its new hardware once no job is placed on the old one."""
    if node.successor is None or node.job_ids:
        return
    count_hardware(state, node.joined, -1)
    count_hardware(state, node.successor, 1)
    node.succeed(node.successor, state.cluster)
    node.cuts.clear()
    derive_frozen(state)
    refresh(state, node.joined.node_id)
