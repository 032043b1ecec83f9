"""Defragmentation (ADR 30): moves jobs so that the head of queue fits when free GPUs are fragmented.

Every defrag_interval_ms, while nodes are reserved for a head of queue (reserve.head_of_line) that does not
fit although enough GPUs are free in total, a plan is made. During sustained fragmentation
(move.fragmentation), plans are also made for the other jobs that wait for it, in order, until one pays off:

    victims    running jobs with checkpoints, of no higher tier than the head and never of the two highest
               tiers, that were not bound recently; the cheapest, node by node, until the head fits
    targets    every victim is placed elsewhere in a trial that also places the head; else there is no plan
    cost       GPU time of the victims since their last checkpoints, plus a restart each
    benefit    GPU time of the head for the time by which it starts earlier than estimated

A plan for the head is reported if it differs from the last one (DefragmentationProposed); one for another job
if it pays off. It is carried out if its benefit is at least defrag_benefit_percent of its cost: its nodes and
those of the targets are reserved for the head, or held for the other job (HoldMade), which is then bound like
a job that others yielded to (move.preemption). The victims stop with their grace, as for a checkpoint, and
are bound again in the batch in which they ended (`rebind`): on their targets, else elsewhere, else where they
were. One plan runs at a time.

Moves cannot go on for ever: each plan starts a waiting job, no job moves within an interval of its bind, and
moved jobs run again immediately.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from heapq import nsmallest
from typing import Final, NamedTuple

from muster.cluster import Placement
from muster.events.job_commands import Tier
from muster.events.job_events import (
    DefragmentationProposed,
    HoldMade,
    JobMoving,
    Move,
    ReservationMade,
    YieldingJob,
)
from muster.jobs.lifecycle import JobState
from muster.queues import quotas
from muster.scheduler.core.batch import binding, orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.move import elastic, fragmentation
from muster.scheduler.core.order import contest
from muster.scheduler.core.placement import constraints, search
from muster.scheduler.core.reserve import head_of_line, planner
from muster.scheduler.core.state.job import NEVER_MS, TIER_RANK, Job, PlacementClass
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State

RESTART_MS: Final = 120_000
"""Time lost by a restart besides the work since the last checkpoint: start, load, warm up."""

WAIT_UNKNOWN_MS: Final = 3_600_000
"""Assumed reduction of the wait for a head whose start is unknown."""

MOVES_MAX: Final = 16
"""Maximum number of jobs moved by one plan."""

NODES_MAX: Final = 1_024
"""Nodes examined per plan, those with the fewest jobs first: it takes about 50 ms."""

WAITING_TRIED_MAX: Final = 4
"""Maximum number of placement classes, besides the head's, that moves are planned for at a time."""

TRIES_MAX: Final = 8
"""Plans tried; each excludes one more job that has no target."""

MOVED_BECAUSE: Final = "moved to make room for a job that needs its GPUs together"


class _Plan(NamedTuple):
    """Moves that let a waiting job, the head of queue or another, start.

    Attributes:
        moves: The victims and their new placements.
        placements: The waiting job's placements.
    """

    moves: tuple[tuple[Job, tuple[Placement, ...]], ...]
    placements: tuple[Placement, ...]


def consider(batch: BatchContext) -> None:
    """Plan moves that let the head of queue start, or another job, and carry out the first plan that pays."""
    state = batch.state
    due_ms = deadline_ms(state)
    if due_ms is None or state.now_ms < due_ms:
        return
    state.defrag_looked_at_ms = state.now_ms
    for group in _stuck(state):
        head = state.jobs[group.first_job_id]
        admitted = state.admission(group.key)
        plan = None if admitted.short else _cheapest(state, head, group.placement_class.narrowed(admitted))
        if plan is not None and _propose(batch, head, plan):
            return


def deadline_ms(state: State) -> int | None:
    """Time at which moves are planned next, ms since 1970 UTC; None: no job needs them."""
    return state.defrag_looked_at_ms + state.policy.defrag_interval_ms if _stuck(state) else None


def rebind(batch: BatchContext, job: Job, former: Sequence[Placement], planned: Sequence[Placement]) -> None:
    """Bind a job that stopped to be moved: on the planned placements, else elsewhere, else where it was."""
    state = batch.state
    needs = _present_class(state, job, former)
    if not _admitted(state, job, needs):
        return
    placements = planned if elastic.are_free(state, job, planned) else search.find_for(state, job, needs)
    if placements is None and elastic.are_free(state, job, former):
        placements = former
    if placements is not None:
        binding.bind(batch, job, placements, MOVED_BECAUSE)


def _stuck(state: State) -> list[SchedulingGroup]:
    """The groups that moves could help, the head's first; none while a plan is carried out."""
    if state.moving or any(state.jobs[job_id].resize_to for job_id in state.elastic):
        return []
    kept = state.reservation
    head = head_of_line.group_of(state, kept.job_id) if kept else None
    found = [head] if head is not None and _may_help(state, head) else []
    return found + (_scattered(state, head) if fragmentation.is_sustained(state) else [])


def _scattered(state: State, head: SchedulingGroup | None) -> list[SchedulingGroup]:
    """List the first groups by rank that wait because of fragmentation, one per class; without the head's."""
    groups = [
        each
        for each in fragmentation.waiting_for_moves(state)
        if each is not head and each.first_job_id not in state.holds
    ]
    if len(groups) > 1:
        shares = state.shares()
        groups.sort(key=lambda each: contest.rank(state, shares, each))
    firsts = dict[PlacementClass, SchedulingGroup]()
    for each in groups:
        firsts.setdefault(each.placement_class, each)
    return list(firsts.values())[:WAITING_TRIED_MAX]


def _may_help(state: State, group: SchedulingGroup) -> bool:
    return group.first_job_id not in state.holds and fragmentation.free_milli(group) > 0


def _is_head(state: State, job: Job) -> bool:
    return state.reservation is not None and state.reservation.job_id == job.job_id


# --- reporting and carrying out -----------------------------------------------------------------------------


def _propose(batch: BatchContext, head: Job, plan: _Plan) -> bool:
    """Report a plan, and carry it out if it pays; whether it does."""
    state = batch.state
    costs = [_lost_gpu_ms(state, job) for job, _ in plan.moves]
    begins_ms = state.now_ms + max(orders.resuming_drain(state, job).total_ms for job, _ in plan.moves)
    cost, benefit = sum(costs), _benefit_gpu_ms(state, head, begins_ms)
    percent = state.policy.defrag_benefit_percent
    pays = percent > 0 and benefit * 100 >= cost * percent
    moved = [job.job_id for job, _ in plan.moves]
    if not pays and (not _is_head(state, head) or state.defrag_proposed == (head.job_id, *moved)):
        return False
    moves = [_move(job, placements, lost) for (job, placements), lost in zip(plan.moves, costs, strict=True)]
    batch.emit(
        DefragmentationProposed(
            job_id=head.job_id,
            moves=tuple(moves),
            cost_gpu_ms=cost,
            benefit_gpu_ms=benefit,
            carried_out=pays,
        )
    )
    if pays:
        _carry_out(batch, head, plan, begins_ms)
    return pays


def _carry_out(batch: BatchContext, head: Job, plan: _Plan, begins_ms: int) -> None:
    """Set the nodes that the plan needs aside, and stop the victims."""
    state = batch.state
    targets = (placement.node_id for _, placements in plan.moves for placement in placements)
    node_ids = tuple(sorted({*targets, *(placement.node_id for placement in plan.placements)}))
    if _is_head(state, head):
        batch.emit(
            ReservationMade(
                job_id=head.job_id,
                node_ids=node_ids,
                starts_at_ms=begins_ms,
                kept_until_ms=begins_ms + state.policy.head_hold_ms,
            )
        )
    else:
        batch.emit(
            HoldMade(
                plan_id=f"moves-{head.job_id}-{batch.cause.seq}",
                job_id=head.job_id,
                victims=tuple(
                    YieldingJob(job_id=job.job_id, attempt=job.attempts, ranks_kept=len(placements))
                    for job, placements in plan.moves
                ),
                placements=tuple(
                    binding.rank_placement(rank, placement) for rank, placement in enumerate(plan.placements)
                ),
                node_ids=node_ids,
                held_until_ms=begins_ms + state.policy.preemption_hold_ms,
            )
        )
    for job, placements in plan.moves:
        _stop_to_move(batch, job, placements, f"moved to make room for {head.job_id}")


def _stop_to_move(batch: BatchContext, job: Job, placements: Sequence[Placement], reason: str) -> None:
    batch.emit(
        JobMoving(
            job_id=job.job_id,
            attempt=job.attempts,
            placements=tuple(
                binding.rank_placement(rank, placement) for rank, placement in enumerate(placements)
            ),
            reason=reason,
        )
    )
    orders.stop(batch, job, reason)


def _move(job: Job, placements: Sequence[Placement], lost_gpu_ms: int) -> Move:
    return Move(
        job_id=job.job_id,
        from_node_ids=_nodes_of(job.placements),
        to_node_ids=_nodes_of(placements),
        lost_gpu_ms=lost_gpu_ms,
    )


def _nodes_of(placements: Iterable[Placement]) -> tuple[str, ...]:
    return tuple(sorted({placement.node_id for placement in placements}))


# --- cost and benefit ---------------------------------------------------------------------------------------


def _lost_gpu_ms(state: State, job: Job) -> int:
    """The cost of moving a job: its GPU time since its last checkpoint and during a restart, ms."""
    bound_at_ms = job.attempt.bound_at_ms if job.attempt else state.now_ms
    ran_ms = state.now_ms - max(bound_at_ms, job.checkpoint_at_ms)
    held_milli = job.shape.gpu_milli_total * len(job.placements)
    return max(1, held_milli * (ran_ms + RESTART_MS) // 1000)


def _benefit_gpu_ms(state: State, head: Job, begins_ms: int) -> int:
    """The head's GPU time for the time by which it starts earlier with the moves, ms."""
    starts_at_ms = _estimated_start_ms(state, head)
    saved_ms = WAIT_UNKNOWN_MS if starts_at_ms is None else max(0, starts_at_ms - begins_ms)
    return head.shape.gpu_milli_total * head.placement_class.ranks * saved_ms // 1000


def _estimated_start_ms(state: State, head: Job) -> int | None:
    """The estimated start without moves: the head's by its reservation; once that has passed, by limits."""
    kept, by_limits = state.reservation, False
    if kept is not None and _is_head(state, head):
        if kept.starts_at_ms is None or kept.starts_at_ms > state.now_ms:
            return kept.starts_at_ms
        by_limits = True
    plan = planner.earliest(state, head, head.placement_class, by_limits=by_limits)
    return None if plan is None else plan.starts_at_ms


# --- the plan -----------------------------------------------------------------------------------------------


def _cheapest(state: State, head: Job, needs: PlacementClass) -> _Plan | None:
    """The cheapest moves found (a heuristic search); None when no moves let the head start."""
    stays: set[str] = set()
    opened: AbstractContextManager[None] = nullcontext()
    if _is_head(state, head):
        opened = head_of_line.nodes_opened(state)
    with opened:
        for _ in range(TRIES_MAX):
            victims = _victims(state, needs, head, stays)
            if not victims or len(victims) > MOVES_MAX:
                return None
            with state.cluster.trial():
                tried = _tried(state, head, needs, victims)
            if not isinstance(tried, Job):
                return tried
            stays.add(tried.job_id)
    return None


def _tried(state: State, head: Job, needs: PlacementClass, victims: list[Job]) -> _Plan | Job | None:
    """Try to move the victims, in a trial: a plan, the job that has no target, or None: no room."""
    for job in victims:
        elastic.give_back(state, job.placements)
    if search.find_for(state, head, needs) is None:
        return None
    moving = _needed(state, head, needs, victims)
    placements = search.find_for(state, head, needs)
    if placements is None or not moving:
        return None
    elastic.take(state, placements)
    moves: list[tuple[Job, tuple[Placement, ...]]] = []
    for job in sorted(moving, key=_largest_first):
        held = job.placements
        found = search.find_for(state, job, _present_class(state, job, held))
        if found is None:
            return job
        elastic.take(state, found)
        moves.append((job, found))
    return _Plan(tuple(sorted(moves, key=lambda move: move[0].job_id)), placements)


def _needed(state: State, head: Job, needs: PlacementClass, victims: list[Job]) -> list[Job]:
    """The victims that have to move; the others get their placements back, the most expensive first."""
    needed: list[Job] = []
    for job in sorted(victims, key=lambda job: (-_lost_gpu_ms(state, job), job.job_id)):
        held = job.placements
        elastic.take(state, held)
        if search.find_for(state, head, needs) is None:
            elastic.give_back(state, held)
            needed.append(job)
    return needed


def _largest_first(job: Job) -> tuple[int, str]:
    return -job.shape.gpu_milli_total * len(job.placements), job.job_id


def _victims(state: State, needs: PlacementClass, head: Job, stays: Collection[str]) -> list[Job]:
    """The cheapest jobs whose resources, together with what is free, would hold the gang.

    It works as reserve.planner does, with costs in place of times.
    """
    slots: list[tuple[int, str]] = []
    prices: dict[str, Mapping[str, int]] = {}
    for node_id, node in _examined(state, needs, head):
        most = min(needs.ranks, planner.ranks_when_empty(state, node, needs.shape))
        prices[node_id] = _prices(state, node, head, stays)
        released = planner.releases(state, node_id, prices[node_id])
        found = planner.slots(state, node, needs.shape, released, now_ms=0, most=most, recuts=False)
        slots += [(price, node_id) for price in found]
    slots.sort()
    chosen = slots[: needs.ranks]
    if len(chosen) < needs.ranks or chosen[-1][0] >= NEVER_MS:
        return []
    paid = {node_id: price for price, node_id in chosen}
    victims = {
        job_id: None
        for node_id, most in paid.items()
        for job_id, price in prices[node_id].items()
        if price <= most
    }
    return [state.jobs[job_id] for job_id in victims]


def _examined(state: State, needs: PlacementClass, head: Job) -> Iterator[tuple[str, Node]]:
    """The NODES_MAX nodes with the fewest jobs among those that could hold a rank when empty.

    Nodes that are reserved or held are the head's only.
    """
    is_head = _is_head(state, head)
    usable = (
        (len(node.job_ids), node_id)
        for node_id, node in state.nodes.items()
        if (node.usable if is_head else node.open)
        and needs.shape.accepts(node.joined.gpu_model)
        and constraints.admits(needs, node)
        and planner.ranks_when_empty(state, node, needs.shape)
    )
    for _, node_id in nsmallest(NODES_MAX, usable):
        yield node_id, state.nodes[node_id]


def _prices(state: State, node: Node, head: Job, stays: Collection[str]) -> dict[str, int]:
    """The cumulative cost of moving a node's jobs away, the cheapest first, by job; NEVER_MS: cannot move."""
    jobs = [state.jobs[job_id] for job_id in node.job_ids]
    movable = [job for job in jobs if job.job_id not in stays and _may_move(state, job, head)]
    prices = dict.fromkeys((job.job_id for job in jobs), NEVER_MS)
    total = 0
    for cost, job_id in sorted((_lost_gpu_ms(state, job), job.job_id) for job in movable):
        total += cost
        prices[job_id] = total
    return prices


def _may_move(state: State, job: Job, head: Job) -> bool:
    rank = TIER_RANK[job.spec.tier]
    if rank < max(TIER_RANK[Tier.STANDARD_TRAINING], TIER_RANK[head.spec.tier]):
        return False
    if job.state is not JobState.RUNNING or job.stop_request or job.attempt is None:
        return False
    if job.attempt.gap_of or not job.spec.checkpoint.enabled or len(_models(state, job.attempt.tasks)) > 1:
        return False
    return state.now_ms >= job.attempt.bound_at_ms + state.policy.defrag_interval_ms


# --- targets ------------------------------------------------------------------------------------------------


def _present_class(state: State, job: Job, held: Sequence[Placement]) -> PlacementClass:
    """A job's placement class with its present size and GPU model."""
    models = _models(state, [placement.node_id for placement in held])
    shape = replace(job.shape, gpu_models=models) if job.shape.gpu_count else job.shape
    return elastic.sized(state, job, job.placement_class._replace(shape=shape), len(held))


def _models(state: State, node_ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({state.nodes[node_id].joined.gpu_model for node_id in node_ids}))


def _admitted(state: State, job: Job, needs: PlacementClass) -> bool:
    """Whether the quotas, which may have been lowered meanwhile, still admit a job that has stopped."""
    return (
        job.scheduling_key is not None
        and not quotas.admission(
            state.queues, job.scheduling_key._replace(placement_class=needs), state.models
        ).short
    )
