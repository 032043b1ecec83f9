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
from typing import Final, NamedTuple, Self

from muster.cluster import Cluster, ClusterError, Placement
from muster.events.job_commands import Tier
from muster.events.job_events import (
    DefragmentationProposed,
    JobMoving,
    Move,
    PendingCode,
    ReservationMade,
)
from muster.jobs.lifecycle import JobState
from muster.scheduler.core.batch import binding, orders
from muster.scheduler.core.batch.context import Turn
from muster.scheduler.core.move import elastic
from muster.scheduler.core.placement import constraints, search
from muster.scheduler.core.queues import quotas
from muster.scheduler.core.reserve import head_of_line, planner
from muster.scheduler.core.state.job import NEVER_MS, TIER_RANK, Job, Kind
from muster.scheduler.core.state.node import Node
from muster.scheduler.core.state.pending import Line
from muster.scheduler.core.state.state import State

RESTART_MS: Final = 120_000
"""What a restart costs beside what ran since the last checkpoint: start, load, warm up."""

WAIT_UNKNOWN_MS: Final = 3_600_000
"""The wait that a head is spared of which nobody can tell when it starts."""

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
        places: Where the head goes.
    """

    moves: tuple[tuple[Job, tuple[Placement, ...]], ...]
    places: tuple[Placement, ...]


def consider(turn: Turn) -> None:
    """Look for moves that let the head of line start, tell of them, and begin them where that pays."""
    state = turn.state
    line = _stuck(state)
    due_ms = deadline_ms(state)
    if line is None or due_ms is None or state.now_ms < due_ms:
        return
    state.defrag_looked_at_ms = state.now_ms
    head = state.jobs[line.first_job_id]
    admitted = quotas.admission(state, line.key)
    plan = None if admitted.short else _cheapest(state, head, admitted.narrowed(line.kind))
    if plan is not None:
        _propose(turn, head, plan)


def deadline_ms(state: State) -> int | None:
    """When moves are looked for next; None: nobody is stuck."""
    return state.defrag_looked_at_ms + state.policy.defrag_interval_ms if _stuck(state) else None


def rebind(turn: Turn, job: Job, former: Sequence[Placement], planned: Sequence[Placement]) -> None:
    """Bind a job that stopped to be moved: where it was planned, else elsewhere, else where it was."""
    state = turn.state
    kind = _as_it_is(state, job, former)
    if not _admitted(state, job, kind):
        return
    places = planned if _is_free(state, job, planned) else search.find_for(state, job, kind)
    if places is None and _is_free(state, job, former):
        places = former
    if places is not None:
        binding.bind(turn, job, places, MOVED_BECAUSE)


def _stuck(state: State) -> Line | None:
    """The line of the head of line, where moves could help it and none are under way."""
    kept = state.reservation
    line = head_of_line.line_of(state, kept.job_id) if kept else None
    if line is None or line.reason is None or not line.blocked or state.moving:
        return None
    if line.reason.code not in _FRAGMENTED or any(state.jobs[job_id].resize_to for job_id in state.elastic):
        return None
    needed_milli = line.kind.shape.gpu_milli_total * line.kind.ranks
    free_milli = line.reason.counts.get("gpu_milli_free", needed_milli)
    return line if 0 < needed_milli <= free_milli else None


# --- telling and doing --------------------------------------------------------------------------------------


def _propose(turn: Turn, head: Job, plan: _Plan) -> None:
    state = turn.state
    costs = [_lost_gpu_ms(state, job) for job, _ in plan.moves]
    begins_ms = state.now_ms + max(job.spec.grace_ms for job, _ in plan.moves)
    cost, benefit = sum(costs), _benefit_gpu_ms(state, head, begins_ms)
    percent = state.policy.defrag_benefit_percent
    pays = percent > 0 and benefit * 100 >= cost * percent
    moved = [job.job_id for job, _ in plan.moves]
    if not pays and state.defrag_proposed == (head.job_id, *moved):
        return
    moves = [_move(job, places, lost) for (job, places), lost in zip(plan.moves, costs, strict=True)]
    turn.emit(
        DefragmentationProposed(
            job_id=head.job_id,
            moves=tuple(moves),
            cost_gpu_ms=cost,
            benefit_gpu_ms=benefit,
            carried_out=pays,
        )
    )
    if pays:
        _carry_out(turn, head, plan, begins_ms)


def _carry_out(turn: Turn, head: Job, plan: _Plan, begins_ms: int) -> None:
    """Keep the nodes that the plan needs, and let the others stop."""
    gone_to = (place.node_id for _, places in plan.moves for place in places)
    turn.emit(
        ReservationMade(
            job_id=head.job_id,
            node_ids=tuple(sorted({*gone_to, *(place.node_id for place in plan.places)})),
            starts_at_ms=begins_ms,
            kept_until_ms=begins_ms + turn.state.policy.head_hold_ms,
        )
    )
    for job, places in plan.moves:
        _let_move(turn, job, places, f"moved to make room for {head.job_id}")


def _let_move(turn: Turn, job: Job, places: Sequence[Placement], reason: str) -> None:
    turn.emit(
        JobMoving(
            job_id=job.job_id,
            attempt=job.attempts,
            placements=tuple(binding.rank_placement(rank, place) for rank, place in enumerate(places)),
            reason=reason,
        )
    )
    orders.stop(turn, job, reason)


def _move(job: Job, places: Sequence[Placement], lost_gpu_ms: int) -> Move:
    return Move(
        job_id=job.job_id,
        from_node_ids=_nodes_of(elastic.places_of(job)),
        to_node_ids=_nodes_of(places),
        lost_gpu_ms=lost_gpu_ms,
    )


def _nodes_of(places: Iterable[Placement]) -> tuple[str, ...]:
    return tuple(sorted({place.node_id for place in places}))


# --- what it costs, and what it wins ------------------------------------------------------------------------


def _lost_gpu_ms(state: State, job: Job) -> int:
    """What a move of a job costs: its GPUs, since its last checkpoint, and while it restarts."""
    bound_at_ms = job.attempt.bound_at_ms if job.attempt else state.now_ms
    ran_ms = state.now_ms - max(bound_at_ms, job.checkpoint_at_ms)
    held_milli = job.shape.gpu_milli_total * len(elastic.places_of(job))
    return max(1, held_milli * (ran_ms + RESTART_MS) // 1000)


def _benefit_gpu_ms(state: State, head: Job, begins_ms: int) -> int:
    """The head's GPUs, for as long as it would wait beyond the moves."""
    starts_at_ms = _believed_start_ms(state, head)
    spared_ms = WAIT_UNKNOWN_MS if starts_at_ms is None else max(0, starts_at_ms - begins_ms)
    return head.shape.gpu_milli_total * head.kind.ranks * spared_ms // 1000


def _believed_start_ms(state: State, head: Job) -> int | None:
    """When the head starts if nobody moves: as its reservation says; once that has passed, by limits."""
    kept = state.reservation
    if kept is None or kept.starts_at_ms is None or kept.starts_at_ms > state.now_ms:
        return kept and kept.starts_at_ms
    plan = planner.earliest(state, head, head.kind, by_limits=True)
    return plan and plan.starts_at_ms


# --- the plan -----------------------------------------------------------------------------------------------


def _cheapest(state: State, head: Job, kind: Kind) -> _Plan | None:
    """Moves that cost least, as far as they are found; None: there are none that would do."""
    stays: set[str] = set()
    with head_of_line.nodes_opened(state):
        for _ in range(TRIES_MAX):
            victims = _victims(state, kind, head, stays)
            if not victims or len(victims) > MOVES_MAX:
                return None
            with _Trial(state.cluster) as trial:
                tried = _tried(state, head, kind, victims, trial)
            if not isinstance(tried, Job):
                return tried
            stays.add(tried.job_id)
    return None


def _tried(state: State, head: Job, kind: Kind, victims: list[Job], trial: _Trial) -> _Plan | Job | None:
    """What comes of it when these move: a plan, the job that has nowhere to go, or no room for the head."""
    for job in victims:
        trial.give_back(elastic.places_of(job))
    if search.find_for(state, head, kind) is None:
        return None
    moving = _needed(state, head, kind, victims, trial)
    places = search.find_for(state, head, kind)
    if places is None or not moving:
        return None
    trial.take(places)
    moves: list[tuple[Job, tuple[Placement, ...]]] = []
    for job in sorted(moving, key=_largest_first):
        held = elastic.places_of(job)
        found = search.find_for(state, job, _as_it_is(state, job, held))
        if found is None:
            return job
        trial.take(found)
        moves.append((job, found))
    return _Plan(tuple(sorted(moves, key=lambda move: move[0].job_id)), places)


def _needed(state: State, head: Job, kind: Kind, victims: list[Job], trial: _Trial) -> list[Job]:
    """Who has to move; the others, the dearest first, hold their places again."""
    needed: list[Job] = []
    for job in sorted(victims, key=lambda job: (-_lost_gpu_ms(state, job), job.job_id)):
        held = elastic.places_of(job)
        trial.take(held)
        if search.find_for(state, head, kind) is None:
            trial.give_back(held)
            needed.append(job)
    return needed


def _largest_first(job: Job) -> tuple[int, str]:
    return -job.shape.gpu_milli_total * len(elastic.places_of(job)), job.job_id


def _victims(state: State, kind: Kind, head: Job, stays: Collection[str]) -> list[Job]:
    """Whose places together would hold the gang beside what is free: of each node those that cost least.

    As reserve.planner finds when a node has room, this finds at what cost.
    """
    slots: list[tuple[int, str]] = []
    prices: dict[str, Mapping[str, int]] = {}
    for node_id, node in _closely(state, kind):
        most = min(kind.ranks, planner.ranks_when_empty(state, node, kind.shape))
        prices[node_id] = _prices(state, node, head, stays)
        released = planner.releases(state, node_id, prices[node_id])
        found = planner.slots(state, node, kind.shape, released, now_ms=0, most=most, recuts=False)
        slots += [(price, node_id) for price in found]
    slots.sort()
    chosen = slots[: kind.ranks]
    if len(chosen) < kind.ranks or chosen[-1][0] >= NEVER_MS:
        return []
    paid = {node_id: price for price, node_id in chosen}
    victims = {
        job_id: None
        for node_id, most in paid.items()
        for job_id, price in prices[node_id].items()
        if price <= most
    }
    return [state.jobs[job_id] for job_id in victims]


def _closely(state: State, kind: Kind) -> Iterator[tuple[str, Node]]:
    """Nodes that would hold a rank when empty, those with fewest jobs first."""
    usable = (
        (len(node.job_ids), node_id)
        for node_id, node in state.nodes.items()
        if node.usable
        and kind.shape.accepts(node.joined.gpu_model)
        and constraints.admits(kind, node)
        and planner.ranks_when_empty(state, node, kind.shape)
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
    if job.state is not JobState.RUNNING or job.wish or job.attempt is None:
        return False
    if not job.spec.checkpoint.enabled or len(_models(state, job.attempt.tasks)) > 1:
        return False
    return state.now_ms >= job.attempt.bound_at_ms + state.policy.defrag_interval_ms


# --- where they go ------------------------------------------------------------------------------------------


def _as_it_is(state: State, job: Job, held: Sequence[Placement]) -> Kind:
    """A job's kind with the size and the GPU model that it has now."""
    models = _models(state, [place.node_id for place in held])
    shape = replace(job.shape, gpu_models=models) if job.shape.gpu_count else job.shape
    return job.kind._replace(shape=shape, ranks=len(held))


def _models(state: State, node_ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({state.nodes[node_id].joined.gpu_model for node_id in node_ids}))


def _admitted(state: State, job: Job, kind: Kind) -> bool:
    """Whether the quotas, which may have been lowered, still let a job run that holds nothing now."""
    return job.line_key is not None and not quotas.admission(state, job.line_key._replace(kind=kind)).short


def _is_free(state: State, job: Job, places: Sequence[Placement]) -> bool:
    """Whether places may be bound now, on nodes kept for the head or not."""
    if not elastic.offered(state, job, places):
        return False
    with _Trial(state.cluster) as trial:
        try:
            trial.take(places)
        except ClusterError:
            return False
    return True


class _Trial:
    """Places given back and taken in thought; at the end all is as before."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._done: list[tuple[Placement, bool]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for place, taken in reversed(self._done):
            if taken:
                self._cluster.give_back(place)
            else:
                self._cluster.take(place)

    def take(self, places: Iterable[Placement]) -> None:
        """Hold places. Raises ClusterError when one is not free."""
        for place in places:
            self._cluster.take(place)
            self._done.append((place, True))

    def give_back(self, places: Iterable[Placement]) -> None:
        """Free places."""
        for place in places:
            self._cluster.give_back(place)
            self._done.append((place, False))
