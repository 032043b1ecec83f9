"""Room for the head of line by moving others (ADR 30): GPUs are free, but not together.

Looked for every defrag_interval_ms, when nodes are kept for a head of line (reserve.head_of_line), and it
does not fit though enough GPUs are free in all:

    who may move   running jobs with checkpoints, of no higher tier, never of the two highest; not just bound
    which          those that cost least, node by node, until the head has room; who is not needed stays
    where to       each has been placed elsewhere in thought, with the head in its place: else no plan
    cost           GPU time since each one's last checkpoint, and a restart
    benefit        GPU time of the head: how much sooner it starts than is believed now

A plan is told (DefragmentationProposed) when it is another than the last. It is carried out when its benefit
is defrag_benefit_percent of its cost: the head's nodes and those the others go to are kept for it, the others
stop with their grace, as for a checkpoint, and are bound again in the batch in which they ended (`rebind`):
where it was planned, else elsewhere, else where they were. One plan at a time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import nsmallest
from typing import Final, NamedTuple

from muster.cluster import ClusterError, Placement
from muster.events.job_commands import Tier
from muster.events.job_events import (
    DefragmentationProposed,
    JobMoving,
    Move,
    PendingCode,
    ReservationMade,
)
from muster.jobs.lifecycle import JobState
from muster.queues import quotas
from muster.scheduler.core.batch import binding, orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.move import elastic
from muster.scheduler.core.placement import constraints, search
from muster.scheduler.core.reserve import head_of_line, planner
from muster.scheduler.core.state.job import NEVER_MS, TIER_RANK, Job, PlacementClass
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.pending import SchedulingGroup
from muster.scheduler.core.state.state import State

RESTART_MS: Final = 120_000
"""What a restart costs beside what ran since the last checkpoint: start, load, warm up."""

WAIT_UNKNOWN_MS: Final = 3_600_000
"""The wait that a head is spared whose start is unknown."""

MOVES_MAX: Final = 16
"""Jobs moved at once."""

NODES_MAX: Final = 1_024
"""Nodes looked at closely, those with fewest jobs first: a twentieth of a second."""

TRIES_MAX: Final = 8
"""Plans tried; each leaves out one more job that has nowhere to go."""

MOVED_BECAUSE: Final = "moved: a job that needs GPUs together has room where it was"

_FRAGMENTED = (PendingCode.GPUS_FRAGMENTED, PendingCode.GANG_SHORT, PendingCode.TOPOLOGY_SHORT)


class _Plan(NamedTuple):
    """Moves that let the head start.

    Attributes:
        moves: Who goes where.
        placements: Where the head goes.
    """

    moves: tuple[tuple[Job, tuple[Placement, ...]], ...]
    placements: tuple[Placement, ...]


def consider(batch: BatchContext) -> None:
    """Look for moves that let the head of line start, tell of them, and begin them where that pays."""
    state = batch.state
    group = _stuck(state)
    due_ms = deadline_ms(state)
    if group is None or due_ms is None or state.now_ms < due_ms:
        return
    state.defrag_looked_at_ms = state.now_ms
    head = state.jobs[group.first_job_id]
    admitted = quotas.admission(state.queues, group.key, state.models)
    plan = None if admitted.short else _cheapest(state, head, group.placement_class.narrowed(admitted))
    if plan is not None:
        _propose(batch, head, plan)


def deadline_ms(state: State) -> int | None:
    """When moves are looked for next; None: nobody is stuck."""
    return state.defrag_looked_at_ms + state.policy.defrag_interval_ms if _stuck(state) else None


def rebind(batch: BatchContext, job: Job, former: Sequence[Placement], planned: Sequence[Placement]) -> None:
    """Bind a job that stopped to be moved: where it was planned, else elsewhere, else where it was."""
    state = batch.state
    needs = _as_it_is(state, job, former)
    if not _admitted(state, job, needs):
        return
    placements = planned if _is_free(state, job, planned) else search.find_for(state, job, needs)
    if placements is None and _is_free(state, job, former):
        placements = former
    if placements is not None:
        binding.bind(batch, job, placements, MOVED_BECAUSE)


def _stuck(state: State) -> SchedulingGroup | None:
    """The line of the head of line, where moves could help it and none are under way."""
    kept = state.reservation
    group = head_of_line.group_of(state, kept.job_id) if kept else None
    if group is None or group.reason is None or not group.blocked or state.moving:
        return None
    if group.reason.code not in _FRAGMENTED or any(state.jobs[job_id].resize_to for job_id in state.elastic):
        return None
    needed_milli = group.placement_class.shape.gpu_milli_total * group.placement_class.ranks
    free_milli = group.reason.counts.get("gpu_milli_free", needed_milli)
    return group if 0 < needed_milli <= free_milli else None


# --- telling and doing --------------------------------------------------------------------------------------


def _propose(batch: BatchContext, head: Job, plan: _Plan) -> None:
    state = batch.state
    costs = [_lost_gpu_ms(state, job) for job, _ in plan.moves]
    begins_ms = state.now_ms + max(job.spec.grace_ms for job, _ in plan.moves)
    cost, benefit = sum(costs), _benefit_gpu_ms(state, head, begins_ms)
    percent = state.policy.defrag_benefit_percent
    pays = percent > 0 and benefit * 100 >= cost * percent
    moved = [job.job_id for job, _ in plan.moves]
    if not pays and state.defrag_proposed == (head.job_id, *moved):
        return
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


def _carry_out(batch: BatchContext, head: Job, plan: _Plan, begins_ms: int) -> None:
    """Keep the nodes that the plan needs, and let the others stop."""
    gone_to = (placement.node_id for _, placements in plan.moves for placement in placements)
    batch.emit(
        ReservationMade(
            job_id=head.job_id,
            node_ids=tuple(sorted({*gone_to, *(placement.node_id for placement in plan.placements)})),
            starts_at_ms=begins_ms,
            kept_until_ms=begins_ms + batch.state.policy.head_hold_ms,
        )
    )
    for job, placements in plan.moves:
        _let_move(batch, job, placements, f"moved to make room for {head.job_id}")


def _let_move(batch: BatchContext, job: Job, placements: Sequence[Placement], reason: str) -> None:
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
        from_node_ids=_nodes_of(elastic.placements_of(job)),
        to_node_ids=_nodes_of(placements),
        lost_gpu_ms=lost_gpu_ms,
    )


def _nodes_of(placements: Iterable[Placement]) -> tuple[str, ...]:
    return tuple(sorted({placement.node_id for placement in placements}))


# --- what it costs, and what it wins ------------------------------------------------------------------------


def _lost_gpu_ms(state: State, job: Job) -> int:
    """What a move of a job costs: its GPUs, since its last checkpoint, and while it restarts."""
    bound_at_ms = job.attempt.bound_at_ms if job.attempt else state.now_ms
    ran_ms = state.now_ms - max(bound_at_ms, job.checkpoint_at_ms)
    held_milli = job.shape.gpu_milli_total * len(elastic.placements_of(job))
    return max(1, held_milli * (ran_ms + RESTART_MS) // 1000)


def _benefit_gpu_ms(state: State, head: Job, begins_ms: int) -> int:
    """The head's GPUs, for as long as it would wait beyond the moves."""
    starts_at_ms = _believed_start_ms(state, head)
    spared_ms = WAIT_UNKNOWN_MS if starts_at_ms is None else max(0, starts_at_ms - begins_ms)
    return head.shape.gpu_milli_total * head.placement_class.ranks * spared_ms // 1000


def _believed_start_ms(state: State, head: Job) -> int | None:
    """When the head starts if nobody moves: as its reservation says; once that has passed, by limits."""
    kept = state.reservation
    if kept is None or kept.starts_at_ms is None or kept.starts_at_ms > state.now_ms:
        return kept and kept.starts_at_ms
    plan = planner.earliest(state, head, head.placement_class, by_limits=True)
    return plan and plan.starts_at_ms


# --- the plan -----------------------------------------------------------------------------------------------


def _cheapest(state: State, head: Job, needs: PlacementClass) -> _Plan | None:
    """Moves that cost least, as far as they are found; None: there are none that would do."""
    stays: set[str] = set()
    with head_of_line.nodes_opened(state):
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
    """What comes of it when these move (in a trial): a plan, the job that has nowhere to go, or no room."""
    for job in victims:
        elastic.give_back(state, elastic.placements_of(job))
    if search.find_for(state, head, needs) is None:
        return None
    moving = _needed(state, head, needs, victims)
    placements = search.find_for(state, head, needs)
    if placements is None or not moving:
        return None
    elastic.take(state, placements)
    moves: list[tuple[Job, tuple[Placement, ...]]] = []
    for job in sorted(moving, key=_largest_first):
        held = elastic.placements_of(job)
        found = search.find_for(state, job, _as_it_is(state, job, held))
        if found is None:
            return job
        elastic.take(state, found)
        moves.append((job, found))
    return _Plan(tuple(sorted(moves, key=lambda move: move[0].job_id)), placements)


def _needed(state: State, head: Job, needs: PlacementClass, victims: list[Job]) -> list[Job]:
    """Who has to move; the others, the dearest first, hold their places again."""
    needed: list[Job] = []
    for job in sorted(victims, key=lambda job: (-_lost_gpu_ms(state, job), job.job_id)):
        held = elastic.placements_of(job)
        elastic.take(state, held)
        if search.find_for(state, head, needs) is None:
            elastic.give_back(state, held)
            needed.append(job)
    return needed


def _largest_first(job: Job) -> tuple[int, str]:
    return -job.shape.gpu_milli_total * len(elastic.placements_of(job)), job.job_id


def _victims(state: State, needs: PlacementClass, head: Job, stays: Collection[str]) -> list[Job]:
    """Whose places together would hold the gang beside what is free: of each node those that cost least.

    As reserve.planner finds when a node has room, this finds at what cost.
    """
    slots: list[tuple[int, str]] = []
    prices: dict[str, Mapping[str, int]] = {}
    for node_id, node in _closely(state, needs):
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


def _closely(state: State, needs: PlacementClass) -> Iterator[tuple[str, Node]]:
    """Nodes that would hold a rank when empty, those with fewest jobs first."""
    usable = (
        (len(node.job_ids), node_id)
        for node_id, node in state.nodes.items()
        if node.usable
        and needs.shape.accepts(node.joined.gpu_model)
        and constraints.admits(needs, node)
        and planner.ranks_when_empty(state, node, needs.shape)
    )
    for _, node_id in nsmallest(NODES_MAX, usable):
        yield node_id, state.nodes[node_id]


def _prices(state: State, node: Node, head: Job, stays: Collection[str]) -> dict[str, int]:
    """What it costs that a node is left by its jobs, one after the other, the cheapest first."""
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
    if not job.spec.checkpoint.enabled or len(_models(state, job.attempt.tasks)) > 1:
        return False
    return state.now_ms >= job.attempt.bound_at_ms + state.policy.defrag_interval_ms


# --- where they go ------------------------------------------------------------------------------------------


def _as_it_is(state: State, job: Job, held: Sequence[Placement]) -> PlacementClass:
    """A job's kind with the size and the GPU model that it has now."""
    models = _models(state, [placement.node_id for placement in held])
    shape = replace(job.shape, gpu_models=models) if job.shape.gpu_count else job.shape
    return job.placement_class._replace(shape=shape, ranks=len(held))


def _models(state: State, node_ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({state.nodes[node_id].joined.gpu_model for node_id in node_ids}))


def _admitted(state: State, job: Job, needs: PlacementClass) -> bool:
    """Whether the quotas, which may have been lowered, still let a job run that holds nothing now."""
    return (
        job.scheduling_key is not None
        and not quotas.admission(
            state.queues, job.scheduling_key._replace(placement_class=needs), state.models
        ).short
    )


def _is_free(state: State, job: Job, placements: Sequence[Placement]) -> bool:
    """Whether places may be bound now, on nodes kept for the head or not."""
    if not elastic.offered(state, job, placements):
        return False
    with state.cluster.trial():
        try:
            elastic.take(state, placements)
        except ClusterError:
            return False
    return True
