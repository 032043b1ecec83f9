"""The scheduling pass (ADR 7): tiers in order, and within a tier first come first served. Once a batch.

1. Jobs whose wait before a retry is over go back to their lines.
2. The hold for a blocked head of line is begun or ended (policy_head); lines that could use what was freed
   reopen.
3. The head tries first, with the nodes held for it.
4. Tier by tier, the job with the lowest place among the open lines is tried: it is bound, or its line is
   blocked. So a job that does not fit lets those behind it pass, of other shapes and of lower tiers;
   policy_head sees to it that this is not for ever.
5. Jobs whose reason for waiting is new are told (reasons).

A pass is bounded (limits); what is left open makes `deadline_ms` ask for the next batch at once.
"""

from __future__ import annotations

from heapq import heapify, heappop, heapreplace

from muster.cluster import Placement
from muster.events.job_events import GangBound, RankPlacement
from muster.scheduler.core import admission, limits, orders, policy_head, policy_place, reasons
from muster.scheduler.core.job import TIER_ORDER, Job
from muster.scheduler.core.state import State
from muster.scheduler.core.turn import Turn

PLACED_BECAUSE = "least loss to other work, then the fullest node, then the lowest id"
PLACED_FROM_HOLD = "nodes were held for it: it headed the line and did not fit"


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


def schedule(turn: Turn) -> None:
    """Make one pass over everything that waits."""
    state = turn.state
    for job_id in state.pending.due(state.now_ms):
        state.pending.enter(state.jobs[job_id])
    policy_head.renew(state)
    state.pending.reopen()
    budget = _Budget()
    _serve_head(turn, budget)
    for tier_rank in range(len(TIER_ORDER)):
        if not _serve_tier(turn, tier_rank, budget):
            break
    reasons.tell(turn)


def deadline_ms(state: State) -> int | None:
    """When the pass has work though nothing comes in: at once for what was left over, or at a retry."""
    if any(not line.blocked for line in state.pending.lines()):
        return state.now_ms
    return state.pending.delayed[0][0] if state.pending.delayed else None


def _serve_head(turn: Turn, budget: _Budget) -> None:
    state = turn.state
    line = policy_head.held_line(state)
    if line is None or line.blocked:
        return
    job = state.jobs[line.first_job_id]
    with policy_head.nodes_opened(state):
        placements = policy_place.find(state, job.kind)
        if placements is None:
            line.blocked = True
            reasons.work_out(state, line)
            return
    if budget.spend(job):
        policy_head.release(state)
        state.pending.reopen()
        _bind(turn, job, placements, PLACED_FROM_HOLD)


def _serve_tier(turn: Turn, tier_rank: int, budget: _Budget) -> bool:
    """Serve a tier's open lines; False when the pass is spent."""
    state = turn.state
    queue = [(line.first_place, line) for line in state.pending.lines(tier_rank) if not line.blocked]
    heapify(queue)  # places are unique, so lines are never compared
    while queue:
        line = queue[0][1]
        job = state.jobs[line.first_job_id]
        placements = policy_place.find(state, job.kind)
        if placements is None:
            line.blocked = True
            reasons.work_out(state, line)
            heappop(queue)
        elif not budget.spend(job):
            return False
        else:
            _bind(turn, job, placements, PLACED_BECAUSE)
            if line:
                heapreplace(queue, (line.first_place, line))
            else:
                heappop(queue)
    return True


def _bind(turn: Turn, job: Job, placements: tuple[Placement, ...], because: str) -> None:
    master = turn.state.nodes[placements[0].node_id]
    milli = job.shape.gpu_milli
    turn.emit(
        GangBound(
            job_id=job.job_id,
            attempt=job.attempts + 1,
            placements=tuple(
                RankPlacement(rank=rank, node_id=p.node_id, gpu_indices=p.gpu_indices, gpu_milli=milli)
                for rank, p in enumerate(placements)
            ),
            master_address=master.joined.address,
            master_port=orders.port_for(master),
            waited_ms=turn.state.now_ms - job.queued_at_ms,
            reason=because,
        )
    )
    if job.attempt is not None:
        orders.start(turn, job, job.attempt)
