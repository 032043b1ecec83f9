"""The scheduling pass (ADR 7): once a batch, over everything that waits and could start.

1. Jobs whose wait before a retry is over go back to their lines.
2. The hold for a blocked head of line is begun or ended (policy_head); lines that could use what was freed
   reopen.
3. The head tries first, with the nodes held for it.
4. In the order of turns (policy_order: tiers, shares, the queue's own order) the first job of an open line is
   tried: it is bound, or its line is blocked: by its queue's quota (policy_quota) or for want of room. So a
   job that does not fit lets those behind it pass; policy_head sees to it that this is not for ever.
5. For those that do not fit elastic jobs shrink (policy_elastic), or what is due to them is asked back
   (policy_reclaim); where nobody waits elastic jobs grow. Jobs whose reason for waiting is new are told
   (reasons); queues that changed are measured (measures).

A pass is bounded (limits); what is left open makes `deadline_ms` ask for the next batch at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from muster.cluster import Placement
from muster.scheduler.core import (
    admission,
    binding,
    limits,
    measures,
    policy_elastic,
    policy_geometry,
    policy_head,
    policy_place,
    policy_quota,
    policy_reclaim,
    policy_sharing,
    policy_topology,
    reasons,
)
from muster.scheduler.core.job import Job
from muster.scheduler.core.pending import ANY_NODE, Line, Token
from muster.scheduler.core.policy_order import Contest
from muster.scheduler.core.state import State
from muster.scheduler.core.turn import Turn

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
    policy_geometry.renew(state)
    state.pending.reopen()
    budget = _Budget()
    _serve_head(turn, budget)
    _serve_in_turns(turn, budget)
    policy_reclaim.ask(turn)
    policy_elastic.grow(turn)
    reasons.tell(turn)
    measures.tell(turn)


def deadline_ms(state: State) -> int | None:
    """When the pass has work though nothing comes in: at once for what was left over, or at a retry."""
    if any(state.pending.open_lines()):
        return state.now_ms
    return state.pending.delayed[0][0] if state.pending.delayed else None


def _serve_head(turn: Turn, budget: _Budget) -> None:
    state = turn.state
    line = policy_head.held_line(state)
    if line is None or line.blocked:
        return
    job = state.jobs[line.first_job_id]
    with policy_head.nodes_opened(state):
        placements = _places(turn, line)
    if placements is not None and budget.spend(job):
        policy_head.release(state)
        state.pending.reopen()
        binding.bind(turn, job, placements, PLACED_FROM_HOLD)


def _serve_in_turns(turn: Turn, budget: _Budget) -> None:
    """Bind until nobody who is left fits, or the pass is spent."""
    state = turn.state
    contest = Contest(state)
    while line := contest.next():
        placements = _places(turn, line)
        if placements is None:
            continue
        job = state.jobs[line.first_job_id]
        if not budget.spend(job):
            return
        binding.bind(turn, job, placements, _because(state, job, placements))
        if line:
            contest.enter(line)


def _because(state: State, job: Job, placements: Sequence[Placement]) -> str:
    """Why there: by trust for a fraction, by the network for a gang, else by the score."""
    if job.kind.ranks > 1 and not job.shape.sharing:
        return policy_topology.why_there(state, placements)
    return policy_sharing.placed_because(job.shape.sharing)


def _places(turn: Turn, line: Line) -> tuple[Placement, ...] | None:
    """Where the first job of a line goes; when it may not or cannot, the line is blocked and learns why.

    Where room can be made by changing the geometry of empty GPUs, it is.
    """
    state = turn.state
    admitted = policy_quota.admission(state, line.key)
    if admitted.short:
        _block(state, line, (admitted.short.queue,))
        return None
    kind = line.kind
    if admitted.models is not None:
        kind = kind._replace(shape=replace(kind.shape, gpu_models=admitted.models))
    places = policy_place.find(state, kind) or policy_geometry.place(turn, kind, line.first_job_id)
    if places is None:
        _block(state, line, _what_helps(state, line, narrowed=admitted.models is not None))
    return places


def _what_helps(state: State, line: Line, *, narrowed: bool) -> tuple[Token, ...]:
    """What a line without room waits on; one that a quota kept from some models, on that quota, too."""
    waits_on: tuple[Token, ...] = line.kind.shape.gpu_models or (ANY_NODE,)
    if not narrowed:
        return waits_on
    return (*waits_on, *(queue.key for queue in state.queues.by_key[line.key.queue].path))


def _block(state: State, line: Line, waits_on: tuple[Token, ...]) -> None:
    state.pending.block(line, waits_on)
    reasons.work_out(state, line)
