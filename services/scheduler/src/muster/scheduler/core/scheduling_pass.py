"""The scheduling pass (ADR 7): once per batch, over all waiting jobs that could start.

1. Jobs whose retry backoff has expired enter their scheduling groups; maintenance windows begin and end.
2. Capacity reservations start and end (reserve.advance); demand is forecast (reserve.forecast); the
   reservation for a blocked head of queue is made, renewed or released (reserve.head_of_line); groups that
   could use freed resources are unblocked.
3. Jobs that others yielded to are bound where room is held for them (move.preemption). The head is tried
   next, with the nodes reserved for it.
4. In scheduling order (order.contest: tiers, shares, the queue's order) the first job of each unblocked
   group is tried. It is bound, preferably on nodes reserved for its queue, or its group is blocked by its
   queue's quota (muster.queues.quotas) or for lack of room. So jobs behind a job that does not fit may pass
   it; reserve.head_of_line keeps this from starving it.
5. Jobs that fill nodes kept for others leave when those others fit (move.gaps). Jobs that do not fit, but
   would end in time, are backfilled on nodes reserved for others (backfill); the rest of these nodes is
   filled with jobs that yield when those others fit.
6. Jobs on nodes that are to be emptied are stopped (move.maintenance); on nodes about to be reclaimed, in an
   order that lets as many as possible save in time (move.taken).
7. For jobs that do not fit, elastic jobs shrink (move.elastic), or preemption is requested for what they are
   owed (move.reclaim); other jobs are moved if that makes room for the head, or, during sustained
   fragmentation, for any job (move.defrag, move.fragmentation). If no job waits, elastic jobs grow.
   Changed reasons for waiting are reported (reasons), and so is the usage of changed queues (measures).
   Occasionally the start of one waiting job is predicted (starts.sampling).

In overload, when full batches follow each other while many groups wait, several batches share one pass from
step 3 on (`_defer`): besides binding, the cost of a pass is the groups that it wakes, and these are as many
after one batch as after three.

A pass is bounded in its binds (limits) and in its unsuccessful searches (search_work_per_pass_max of the
policy). If groups are left unblocked, `deadline_ms` requests the next batch immediately. If searches ended a
pass, the next pass continues with the groups that were not tried, and freed resources wake the others only
after them: woken first, these could keep the last groups from ever being tried. The head is tried in every
pass (ADR 64).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

from muster.cluster import Placement
from muster.queues import quotas
from muster.scheduler.core import limits, reasons
from muster.scheduler.core.batch import binding, measures
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.inputs import admission, restrictions
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
from muster.scheduler.core.order.contest import Contest
from muster.scheduler.core.placement import constraints, geometry, search, spot, topology
from muster.scheduler.core.reserve import advance, backfill, forecast, head_of_line
from muster.scheduler.core.starts import sampling
from muster.scheduler.core.state import gpu_sharing
from muster.scheduler.core.state.job import Job, PlacementClass
from muster.scheduler.core.state.pending import AlikeGroups, SchedulingGroup, Token
from muster.scheduler.core.state.state import State
from muster.scheduler.core.watch import due

PLACED_AS_RESERVED = "on nodes reserved for it as the head of the queue"
PLACED_AHEAD = "backfilled on nodes reserved for another job: it is estimated to end in time"
PLACED_IN_RESERVATION = "on nodes reserved for its queue"


class _Budget:
    """The jobs and bytes of orders that one pass may still bind, and the search work that it may still do.

    Attributes:
        search_work: The work left for searches in vain, see policy.search_work_per_pass_max.
    """

    def __init__(self, search_work: int) -> None:
        self._binds = limits.BINDS_PER_PASS_MAX
        self._order_bytes = limits.ORDERS_BYTES_MAX
        self.search_work = search_work

    def spend(self, job: Job) -> bool:
        """Whether the job may be bound in this pass; if so, it is deducted."""
        size = admission.orders_bytes(job.spec)
        if self._binds == 0 or size > self._order_bytes:
            return False
        self._binds -= 1
        self._order_bytes -= size
        return True


class _Misfits:
    """Placement classes without room in this pass. They are not searched again until something is freed.

    Groups of such a class are blocked with the first of them (`_block_alike`); those that cannot be are
    found here when their turn comes.
    """

    def __init__(self, state: State, budget: _Budget) -> None:
        self._pending = state.pending
        self._nodes_freed = state.pending.nodes_freed
        self._classes: dict[PlacementClass, None] = {}
        self._budget = budget

    def __contains__(self, needs: PlacementClass) -> bool:
        if self._nodes_freed != self._pending.nodes_freed:
            self._nodes_freed = self._pending.nodes_freed
            self._classes.clear()
        return needs in self._classes

    def add(self, needs: PlacementClass) -> None:
        """Record that no placement was found, and the cost of the search."""
        self._classes[needs] = None
        self._budget.search_work -= 1 + needs.ranks // limits.RANKS_PER_WORK


def schedule(batch: BatchContext, inputs: int) -> None:
    """Run one scheduling pass over all waiting jobs, after a batch with this number of inputs."""
    state = batch.state
    for job_id in state.pending.due(state.now_ms):
        state.pending.enter(state.jobs[job_id])
    maintenance.update_windows(batch)
    due.look(batch)
    advance.renew(batch)
    restrictions.end(batch)
    forecast.renew(batch)
    head_of_line.renew(batch)
    geometry.renew(state)
    if _defer(state, inputs):
        return
    state.pending.reopen()
    budget = _Budget(state.policy.search_work_per_pass_max)
    preemption.serve(batch, budget.spend)
    _serve_head(batch, budget)
    if state.filling and not _is_outranked(state):
        gaps.leave(batch)  # before other jobs use the free resources: with them the head may fit
    all_served = _serve_in_order(batch, budget)
    gaps.leave(batch)
    if all_served:
        state.inputs_deferred = 0
        _serve_ahead(batch, budget)
        gaps.fill(batch, budget.spend)
    preemption.release(batch)
    reasons.renew(state)
    maintenance.move(batch)
    taken.drain(batch)
    reclaim.request(batch)
    fragmentation.look(batch)
    defrag.consider(batch)
    elastic.grow(batch)
    reasons.report(batch)
    measures.report(batch)
    sampling.predict(batch)


def _defer(state: State, inputs: int) -> bool:
    """Defer the pass to the next batch, which follows immediately, if the load is high; return whether.

    Defers while batches are full and fewer inputs have arrived since the last pass than groups are blocked.
    """
    pending, since = state.pending, state.inputs_deferred + inputs
    if inputs < limits.INPUTS_OF_FULL_BATCH or pending.round_cut:
        return False
    if since >= min(limits.INPUTS_PER_PASS_MAX, pending.blocked_groups):
        return False
    state.inputs_deferred = since
    return True


def deadline_ms(state: State) -> int | None:
    """Time at which the pass has work without an input: now if deferred or unfinished, else next retry."""
    if state.inputs_deferred or state.pending.round_cut or any(state.pending.open_groups()):
        return state.now_ms
    return state.pending.delayed[0][0] if state.pending.delayed else None


def _serve_head(batch: BatchContext, budget: _Budget) -> bool:
    """Bind the head of queue on its reserved nodes, unless outranked; False when the budget is spent."""
    state = batch.state
    group = head_of_line.kept_group(state)
    if group is None:
        return True
    if group.blocked:
        state.pending.reopen_one(group)
    if group.blocked:
        return True
    if _is_outranked(state):
        return True
    job = state.jobs[group.first_job_id]
    with head_of_line.nodes_opened(state):
        placements = _placements(batch, group, _Misfits(state, budget))
    if placements is None:
        return True
    if not budget.spend(job):
        return False
    binding.bind(batch, job, placements, PLACED_AS_RESERVED)
    head_of_line.started(batch)
    return True


def _is_outranked(state: State) -> bool:
    """Whether a group of a higher tier than the head of queue is to be tried before it."""
    return any(head_of_line.outranks(state, other) for other in state.pending.open_groups())


def _serve_in_order(batch: BatchContext, budget: _Budget) -> bool:
    """Bind until no remaining job fits; False when the budget is spent.

    Groups that wait for what becomes free meanwhile (the head was replaced, more instances were cut than
    used) are tried too.
    """
    state = batch.state
    state.pending.reopen()
    contest, misfits = Contest(state), _Misfits(state, budget)
    while group := _next(state, contest):
        if group is head_of_line.kept_group(state):  # the groups that outrank it have been served
            in_budget = _serve_head(batch, budget)
        else:
            in_budget = _serve_group(batch, budget, group, misfits)
        woken = state.pending.reopen()
        if not in_budget:
            state.pending.round_cut = False
            return False
        again = [group] if group and not group.blocked and group not in woken else []
        for each in (*again, *woken):
            contest.enter(each)
        if budget.search_work <= 0:
            state.pending.round_cut = True
            return False
    return True


def _next(state: State, contest: Contest) -> SchedulingGroup | None:
    """The next group; when all have had their turn in a round that was cut, the next round begins."""
    group = contest.next()
    if group is None and state.pending.round_cut:
        state.pending.round_cut = False
        for woken in state.pending.reopen():
            contest.enter(woken)
        group = contest.next()
    return group


def _serve_group(batch: BatchContext, budget: _Budget, group: SchedulingGroup, misfits: _Misfits) -> bool:
    """Bind the first job of a group if it fits; False when the budget is spent."""
    placements = _placements(batch, group, misfits)
    if placements is None:
        return True
    job = batch.state.jobs[group.first_job_id]
    if not budget.spend(job):
        return False
    binding.bind(batch, job, placements, _placement_reason(batch.state, job, placements))
    return True


def _placement_reason(state: State, job: Job, placements: Sequence[Placement]) -> str:
    """Explain a placement: reservation, network (gangs), sharing key or score; and spot nodes."""
    if state.nodes[placements[0].node_id].reservations:
        return PLACED_IN_RESERVATION
    if job.placement_class.ranks > 1 and not job.shape.sharing:
        because = topology.placement_reason(state, placements)
    else:
        because = gpu_sharing.placement_reason(job.shape.sharing)
    found = spot.outlook(state, job, job.placement_class)
    return because if found is None else f"{because}; {spot.tradeoff(state, found, placements)}"


def _serve_ahead(batch: BatchContext, budget: _Budget) -> None:
    """Backfill: bind jobs that will end in time on reserved nodes."""
    state = batch.state
    windows = [each for each in backfill.windows(state) if each.kept or not gaps.are_left(state)]
    found = [(window, backfill.candidates(state, window)) for window in windows]
    for window, groups in found:
        misfits = _Misfits(state, budget)
        with nullcontext() if window.kept else head_of_line.nodes_opened(state):
            for group in groups:
                if not _run_ahead(batch, budget, group, window, misfits):
                    return
    for _, groups in found:
        for group in groups:
            state.pending.tried_ahead(group)


def _run_ahead(
    batch: BatchContext,
    budget: _Budget,
    group: SchedulingGroup,
    window: backfill.Window,
    misfits: _Misfits,
) -> bool:
    """Bind the jobs of a group that can be backfilled in a window; False when the budget is spent."""
    state = batch.state
    while job := backfill.first_ahead(state, group, window):
        admitted = state.admission(group.key)
        needs = group.placement_class.narrowed(admitted)
        if window.kept:
            needs = advance.ahead(state, job, needs, window.kept)
        bounded = constraints.bounded(state, job, needs)
        if admitted.short or bounded in misfits:
            return True
        placements = search.find_for(state, job, needs)
        if placements is None:
            misfits.add(bounded)
            return True
        if not budget.spend(job):
            return False
        binding.bind(batch, job, placements, PLACED_AHEAD)
    return True


def _placements(
    batch: BatchContext, group: SchedulingGroup, misfits: _Misfits
) -> tuple[Placement, ...] | None:
    """Placements for the first job of a group; if there are none, the group is blocked with a reason."""
    state = batch.state
    admitted = quotas.admission(state.queues, group.key, state.models)
    if admitted.short:
        _block(batch, group, reasons.tokens(state, group, admitted))
        return None
    job = state.jobs[group.first_job_id]
    placements = _reserved_placements(batch, job, group.placement_class.narrowed(admitted))
    if placements is not None:
        return placements
    admitted = state.left_by_others(group.key, admitted)
    if admitted.short:
        _block(batch, group, reasons.tokens(state, group, admitted))
        return None
    needs = group.placement_class.narrowed(admitted)
    bounded = constraints.bounded(state, job, needs)
    if bounded not in misfits:
        placements = _find_or_cut(batch, job, needs)
        if placements is not None:
            return placements
        misfits.add(bounded)
    _block(batch, group, reasons.tokens(state, group, admitted))
    if not admitted.narrows:
        _block_those_like(state, group, bounded.where.open_until_ms)
    return None


def _reserved_placements(
    batch: BatchContext, job: Job, needs: PlacementClass
) -> tuple[Placement, ...] | None:
    """Placements for a job on nodes reserved for its queue; None when it does not fit there."""
    for reserved in advance.own(batch.state, job, needs):
        placements = _find_or_cut(batch, job, reserved)
        if placements is not None:
            return placements
    return None


def _find_or_cut(batch: BatchContext, job: Job, needs: PlacementClass) -> tuple[Placement, ...] | None:
    """Placements as GPUs are, or after changing the geometry of empty GPUs."""
    return search.find_for(batch.state, job, needs) or binding.find_by_cutting(batch, job, needs)


def _block(batch: BatchContext, group: SchedulingGroup, waits_on: tuple[Token, ...]) -> None:
    state = batch.state
    state.pending.block(group, waits_on)
    if head_of_line.outranks(state, group):
        reasons.renew_one(state, group)
        head_of_line.give_way(batch, group)


def _block_those_like(state: State, group: SchedulingGroup, open_until_ms: int) -> None:
    """Block the groups that lack room because this one does: they would fail in their turn.

    These are the groups of its placement class, and of the classes that need at least as much of everything
    on the same nodes. Their quotas are not looked at: a quota can only narrow where a job may run, and what
    they lack is room. If a quota is short as well, `reasons.renew` finds it. Left to their turn are groups
    that might be placed elsewhere, and groups whose failure has a consequence.

    Args:
        state: The state.
        group: A blocked group.
        open_until_ms: Nodes that close before were left out for it; 0: none was.
    """
    _block_alike(state, group.alike, open_until_ms)
    if state.windows.next_ms is None:
        for alike in state.pending.lacking_more(group.placement_class):
            _block_alike(state, alike, open_until_ms)


def _block_alike(state: State, alike: AlikeGroups, open_until_ms: int) -> None:
    """Block the groups of one placement class, but for those that are left to their turn."""
    kept = head_of_line.kept_group(state)
    others = list(alike.unblocked)
    if kept is not None:
        others = [each for each in others if each is not kept and not head_of_line.outranks(state, each)]
    if state.capacity:
        others = [each for each in others if not advance.is_owner(state, each.key.queue)]
    if state.windows.next_ms is not None:
        jobs = [state.jobs[each.first_job_id] for each in others]
        cuts = [constraints.open_until_ms(state, job) for job in jobs]
        others = [each for each, cut_ms in zip(others, cuts, strict=True) if cut_ms == open_until_ms]
    state.pending.block_alike(alike, others)
