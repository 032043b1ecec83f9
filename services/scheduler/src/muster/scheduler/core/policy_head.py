"""A blocked head of line neither starves nor starves others (ADR 7).

The head is the waiting job that ranks first (policy_order.rank: tier, class of share, place) and does not
fit, though the cluster could hold it.

    it has waited less than head_patience_ms    others pass it freely
    then, for head_hold_ms                      a sufficient set of nodes is held: only the head may go there
    then, for as long again                     a pause: the nodes are everybody's
    and so on

While nodes are held they drain, so a head whose neighbours end within head_hold_ms starts; in the pauses the
work of smaller tiers uses them, so a head that cannot be satisfied costs the cluster at most half of those
nodes' time. Held are as few nodes as would hold the gang when empty, those first that are nearest to it.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from muster.cluster import Shape
from muster.events.job_events import PendingCode
from muster.scheduler.core import policy_order
from muster.scheduler.core.evolve_nodes import refresh
from muster.scheduler.core.job import Job
from muster.scheduler.core.node import Node
from muster.scheduler.core.pending import Line
from muster.scheduler.core.policy_share import Shares
from muster.scheduler.core.state import Hold, State

INCURABLE = (
    PendingCode.NO_NODES,
    PendingCode.MODEL_ABSENT,
    PendingCode.TOO_LARGE,
    PendingCode.CLUSTER_TOO_SMALL,
)
"""Reasons that no draining of nodes can cure: who waits for such is nobody's head."""


def renew(state: State) -> None:
    """Begin, end or pass on the hold, as time and the head of line command."""
    line = _head_line(state)
    head = state.jobs[line.first_job_id] if line else None
    if state.hold and (head is None or head.job_id != state.hold.job_id):
        release(state)
    if head is None or line is None:
        return
    if state.hold is None:
        if state.now_ms >= head.queued_at_ms + state.policy.head_patience_ms:
            _begin(state, head, line)
    elif state.now_ms >= state.hold.until_ms:
        if state.hold.node_ids:
            release(state)
            state.hold = Hold(head.job_id, (), state.now_ms + state.policy.head_hold_ms)
        else:
            _begin(state, head, line)


def deadline_ms(state: State) -> int | None:
    """When the hold has to be begun or ended though nothing comes in."""
    if state.hold:
        return state.hold.until_ms
    line = _head_line(state)
    if line is None:
        return None
    return state.jobs[line.first_job_id].queued_at_ms + state.policy.head_patience_ms


def held_line(state: State) -> Line | None:
    """The line of the job that nodes are held for now."""
    if not (state.hold and state.hold.node_ids):
        return None
    return state.pending.line_of(state.jobs[state.hold.job_id])


def release(state: State) -> None:
    """Give the held nodes to everybody."""
    hold, state.hold = state.hold, None
    for node_id in hold.node_ids if hold else ():
        state.nodes[node_id].held = False
        refresh(state, node_id)


@contextmanager
def nodes_opened(state: State) -> Generator[None]:
    """Let the kernel see the held nodes as the head does; it may not place anything else meanwhile."""
    node_ids = state.hold.node_ids if state.hold else ()
    for node_id in node_ids:
        state.cluster.set_schedulable(node_id, state.nodes[node_id].usable)
    yield
    for node_id in node_ids:
        state.cluster.set_schedulable(node_id, state.nodes[node_id].open)


def could_use_held(state: State, shape: Shape) -> bool:
    """Whether some held node could hold a rank of this shape when empty."""
    return bool(state.hold) and any(ranks_when_empty(state, n, shape) for n in state.hold.node_ids)


def ranks_when_empty(state: State, node_id: str, shape: Shape) -> int:
    """How many ranks an empty node would hold on its healthy GPUs."""
    node = state.nodes[node_id]
    joined = node.joined
    bounds: list[int] = []
    if shape.gpu_count:
        gpus = joined.gpu_count - len(node.gpus_unhealthy)
        if shape.is_fraction:
            bounds.append(gpus * state.cluster.fractions_per_gpu(joined.gpu_model, shape))
        else:
            bounds.append(gpus // shape.gpu_count * shape.accepts(joined.gpu_model))
    if shape.cpu_milli:
        bounds.append(joined.cpu_milli // shape.cpu_milli)
    if shape.memory_mib:
        bounds.append(joined.memory_mib // shape.memory_mib)
    return min(bounds, default=1)


def _head_line(state: State) -> Line | None:
    """The line whose first job heads everything that is blocked and curable."""
    blocked = [line for line in state.pending.lines() if line.blocked and _curable(line)]
    if len(blocked) < 2:
        return next(iter(blocked), None)
    shares = Shares(state)
    return min(blocked, key=lambda line: policy_order.rank(state, shares, line))


def _curable(line: Line) -> bool:
    return line.reason is not None and line.reason.code not in INCURABLE


def _begin(state: State, head: Job, line: Line) -> None:
    """Hold nodes for the head; when all usable ones together are too few, look again after the pause."""
    node_ids = _sufficient_nodes(state, head)
    state.hold = Hold(head.job_id, node_ids, state.now_ms + state.policy.head_hold_ms)
    for node_id in node_ids:
        state.nodes[node_id].held = True
        refresh(state, node_id)
    if line.blocked and node_ids:
        state.pending.unblock(line)


def _sufficient_nodes(state: State, head: Job) -> tuple[str, ...]:
    """The least busy usable nodes that would hold the whole gang when empty; none when all are too few."""
    candidates: list[tuple[int, str, int]] = []
    for node_id, node in state.nodes.items():
        ranks = ranks_when_empty(state, node_id, head.shape) if node.usable else 0
        if ranks:
            candidates.append((_busy_milli(state, node_id, node), node_id, ranks))
    chosen: list[str] = []
    missing = head.spec.ranks
    for _, node_id, ranks in sorted(candidates):
        chosen.append(node_id)
        missing -= ranks
        if missing <= 0:
            return tuple(chosen)
    return ()


def _busy_milli(state: State, node_id: str, node: Node) -> int:
    """GPU in use on a node, thousandths; for nodes without GPUs, CPU."""
    busy = 0
    for job_id in node.job_ids:
        job = state.jobs[job_id]
        per_rank = job.shape.gpu_milli_total if node.joined.gpu_count else job.shape.cpu_milli
        if job.attempt is not None:
            busy += per_rank * len(job.attempt.tasks[node_id].ranks)
    return busy
