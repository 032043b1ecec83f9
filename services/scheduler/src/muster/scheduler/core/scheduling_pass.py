"""The scheduling pass (ADR 7): once a batch, over everything that waits and could start.

1. Jobs whose wait before a retry is over go back to their lines; windows of maintenance begin and end.
2. Reservations for queues start and end (reserve.advance); that of a blocked head of line is made, renewed or
   released (reserve.head_of_line); lines that could use what was freed reopen.
3. The head tries first, with the nodes kept for it.
4. In the order of starts (order.contest: tiers, shares, the queue's own order) the first job of an open line
   is tried: it is bound, first on nodes reserved for its queue, or its line is blocked: by its queue's quota
   (muster.queues.quotas) or for want of room. So a job that does not fit lets those behind it pass;
   reserve.head_of_line sees to it that this is not for ever.
5. Those who do not fit but will be gone in time run ahead on nodes kept for others (reserve.backfill).
6. What runs on nodes that are to be empty is asked to stop (move.maintenance).
7. For those that do not fit elastic jobs shrink (move.elastic), or what is due to them is asked back
   (move.reclaim); others are moved where that makes room for the head (move.defrag); where nobody waits
   elastic jobs grow. Jobs whose reason for waiting is new are told
   (reasons); queues that changed are measured (measures).

A pass is bounded (limits); what is left open makes `deadline_ms` ask for the next batch at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

from muster.cluster import Placement
from muster.queues import quotas
from muster.scheduler.core import limits, reasons
from muster.scheduler.core.batch import binding, measures
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.inputs import admission
from muster.scheduler.core.move import defrag, elastic, maintenance, reclaim
from muster.scheduler.core.order.contest import Contest
from muster.scheduler.core.placement import constraints, geometry, search, topology
from muster.scheduler.core.reserve import advance, backfill, head_of_line
from muster.scheduler.core.state import gpu_sharing
from muster.scheduler.core.state.job import Job, PlacementClass
from muster.scheduler.core.state.pending import ANY_NODE, SchedulingGroup, Token
from muster.scheduler.core.state.state import State

PLACED_AS_RESERVED = "nodes were kept for it: it headed the line and did not fit"
PLACED_AHEAD = "on nodes kept for another, which it is believed to leave in time"
PLACED_IN_RESERVATION = "on nodes reserved for its queue"


class _Budget:
    """What one pass may still bind."""

    def __init__(self) -> None:
        self._binds = limits.BINDS_PER_PASS_MAX
        self._order_bytes = limits.ORDERS_BYTES_MAX

    def spend(self, job: Job) -> bool:
        """Whether the job may be bound in this pass; if so, it is counted."""
        size = admission.orders_bytes(job.spec)
        if self._binds == 0 or size > self._order_bytes:
            return False
        self._binds -= 1
        self._order_bytes -= size
        return True


class _Misfits:
    """Kinds of job for which no room was found in this pass: there is none until something is freed."""

    def __init__(self, state: State) -> None:
        self._pending = state.pending
        self._nodes_freed = state.pending.nodes_freed
        self._classes: dict[PlacementClass, None] = {}

    def __contains__(self, needs: PlacementClass) -> bool:
        if self._nodes_freed != self._pending.nodes_freed:
            self._nodes_freed = self._pending.nodes_freed
            self._classes.clear()
        return needs in self._classes

    def add(self, needs: PlacementClass) -> None:
        """Remember that no room was found."""
        self._classes[needs] = None


def schedule(batch: BatchContext) -> None:
    """Make one pass over everything that waits."""
    state = batch.state
    for job_id in state.pending.due(state.now_ms):
        state.pending.enter(state.jobs[job_id])
    maintenance.update_windows(batch)
    advance.renew(batch)
    head_of_line.renew(batch)
    geometry.renew(state)
    state.pending.reopen()
    budget = _Budget()
    _serve_head(batch, budget)
    if _serve_in_order(batch, budget):
        _serve_ahead(batch, budget)
    maintenance.move(batch)
    reclaim.ask(batch)
    defrag.consider(batch)
    elastic.grow(batch)
    reasons.tell(batch)
    measures.tell(batch)


def deadline_ms(state: State) -> int | None:
    """When the pass has work though nothing comes in: at once for what was left over, or at a retry."""
    if any(state.pending.open_groups()):
        return state.now_ms
    return state.pending.delayed[0][0] if state.pending.delayed else None


def _serve_head(batch: BatchContext, budget: _Budget) -> bool:
    """Bind the head of line on what is kept for it, unless outranked; False when the pass is spent."""
    state = batch.state
    group = head_of_line.kept_group(state)
    if group is None or group.blocked:
        return True
    if any(head_of_line.outranks(state, other) for other in state.pending.open_groups()):
        return True
    job = state.jobs[group.first_job_id]
    with head_of_line.nodes_opened(state):
        placements = _placements(batch, group, _Misfits(state))
    if placements is None:
        return True
    if not budget.spend(job):
        return False
    binding.bind(batch, job, placements, PLACED_AS_RESERVED)
    head_of_line.started(batch)
    return True


def _serve_in_order(batch: BatchContext, budget: _Budget) -> bool:
    """Bind until nobody who is left fits; False when the pass is spent.

    Who waits for what becomes free on the way (a head gave way, more of a GPU was cut than used) takes part.
    """
    state = batch.state
    state.pending.reopen()
    contest, misfits = Contest(state), _Misfits(state)
    while group := contest.next():
        if group is head_of_line.kept_group(state):  # who outranked it has been served
            in_budget = _serve_head(batch, budget)
        else:
            in_budget = _serve_group(batch, budget, group, misfits)
        woken = state.pending.reopen()
        if not in_budget:
            return False
        again = [group] if group and not group.blocked and group not in woken else []
        for each in (*again, *woken):
            contest.enter(each)
    return True


def _serve_group(batch: BatchContext, budget: _Budget, group: SchedulingGroup, misfits: _Misfits) -> bool:
    """Bind the first job of a group where it fits; False when the pass is spent."""
    placements = _placements(batch, group, misfits)
    if placements is None:
        return True
    job = batch.state.jobs[group.first_job_id]
    if not budget.spend(job):
        return False
    binding.bind(batch, job, placements, _why_there(batch.state, job, placements))
    return True


def _why_there(state: State, job: Job, placements: Sequence[Placement]) -> str:
    """By reservation, by trust for a fraction, by the network for a gang, else by the score."""
    if state.nodes[placements[0].node_id].reservations:
        return PLACED_IN_RESERVATION
    if job.placement_class.ranks > 1 and not job.shape.sharing:
        return topology.why_there(state, placements)
    return gpu_sharing.placed_because(job.shape.sharing)


def _serve_ahead(batch: BatchContext, budget: _Budget) -> None:
    """Bind on kept nodes those who will be gone in time."""
    state = batch.state
    found = [(window, backfill.candidates(state, window)) for window in backfill.windows(state)]
    for window, groups in found:
        with nullcontext() if window.kept else head_of_line.nodes_opened(state):
            for group in groups:
                if not _run_ahead(batch, budget, group, window):
                    return
    for _, groups in found:
        for group in groups:
            state.pending.tried_ahead(group)


def _run_ahead(batch: BatchContext, budget: _Budget, group: SchedulingGroup, window: backfill.Window) -> bool:
    """Bind the jobs of a group that go ahead within a window; False when the pass is spent."""
    state = batch.state
    while job := backfill.first_ahead(state, group, window):
        admitted = quotas.admission(state.queues, group.key, state.models)
        needs = group.placement_class.narrowed(admitted)
        if window.kept:
            needs = advance.ahead(state, job, needs, window.kept)
        placements = search.find_for(state, job, needs)
        if placements is None or admitted.short:
            return True
        if not budget.spend(job):
            return False
        binding.bind(batch, job, placements, PLACED_AHEAD)
    return True


def _placements(
    batch: BatchContext, group: SchedulingGroup, misfits: _Misfits
) -> tuple[Placement, ...] | None:
    """Where the first job of a group goes; when it may not or cannot, the line is blocked and learns why."""
    state = batch.state
    admitted = quotas.admission(state.queues, group.key, state.models)
    if admitted.short:
        _block(batch, group, (admitted.short.queue,))
        return None
    job = state.jobs[group.first_job_id]
    needs = group.placement_class.narrowed(admitted)
    bounded = constraints.bounded(state, job, needs)
    placements = _reserved_placements(batch, job, needs)
    if placements is None and bounded not in misfits:
        placements = _find_or_make(batch, job, needs)
    if placements is None:
        misfits.add(bounded)
        _block(batch, group, _what_helps(state, group, narrowed=admitted.models is not None))
    return placements


def _reserved_placements(
    batch: BatchContext, job: Job, needs: PlacementClass
) -> tuple[Placement, ...] | None:
    """Where a job goes on nodes reserved for its queue."""
    for reserved in advance.own(batch.state, job, needs):
        placements = _find_or_make(batch, job, reserved)
        if placements is not None:
            return placements
    return None


def _find_or_make(batch: BatchContext, job: Job, needs: PlacementClass) -> tuple[Placement, ...] | None:
    """Where there is room, or can be made by changing the geometry of empty GPUs."""
    return search.find_for(batch.state, job, needs) or binding.find_by_cutting(batch, job, needs)


def _what_helps(state: State, group: SchedulingGroup, *, narrowed: bool) -> tuple[Token, ...]:
    """What a line without room waits on; one that a quota kept from some models, on that quota, too."""
    waits_on: tuple[Token, ...] = group.placement_class.shape.gpu_models or (ANY_NODE,)
    if not narrowed:
        return waits_on
    return (*waits_on, *(queue.key for queue in state.queues.by_key[group.key.queue].path))


def _block(batch: BatchContext, group: SchedulingGroup, waits_on: tuple[Token, ...]) -> None:
    batch.state.pending.block(group, waits_on)
    reasons.work_out(batch.state, group)
    head_of_line.give_way(batch, group)
