"""Demand forecast: limits best-effort work with a guaranteed duration (ADR 128, queues.forecast).

Every INTERVAL_MS while there are jobs and the policy guarantees a duration, `renew` counts the demand of all
other work and emits the forecast (DemandForecast). The total that it allows best-effort work to hold limits
the admission of such work from then on (State.left_by_others). For each such job, GangBound states until when
its GPUs are guaranteed; until then it yields only to production inference (move.preemption).
"""

from __future__ import annotations

from muster.cluster import GPU_MILLI
from muster.events.job_commands import Tier
from muster.events.job_events import DemandForecast
from muster.queues import forecast, headroom, quotas, shares
from muster.queues.tree import QueueKey
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.state.job import Job
from muster.scheduler.core.state.state import State


def renew(batch: BatchContext) -> None:
    """Forecast demand when that is due."""
    state = batch.state
    due_ms = deadline_ms(state)
    if due_ms is None or state.now_ms < due_ms:
        return
    found = state.demand.forecast(
        state.now_ms, state.cluster.totals().gpu.total_milli, demand_milli(state), _largest_node_milli(state)
    )
    batch.emit(
        DemandForecast(
            duration_ms=state.policy.guaranteed_duration_ms,
            gpu_milli_total=found.total_milli,
            gpu_milli_demand=found.demand_milli,
            gpu_milli_rise=found.rise_milli,
            scale_percent=found.scale_percent,
            gpu_milli_quota=found.quota_milli,
        )
    )


def deadline_ms(state: State) -> int | None:
    """Time of the next forecast, ms since 1970 UTC; None: no jobs, or the policy guarantees no duration."""
    if not state.policy.guaranteed_duration_ms or not state.jobs:
        return None
    return state.demand.made_at_ms + forecast.INTERVAL_MS


def demand_milli(state: State) -> int:
    """GPU that all work except best effort holds, plus what it waits for and is owed, thousandths."""
    held_milli = sum(queue.used.gpu_milli for queue in state.queues.tops())
    return held_milli - forecast.held_by_best_effort_milli(state.queues) + _owed_milli(state)


def is_kept(state: State, job: Job, asker: Job) -> bool:
    """Whether a bound job need not yield to another, because it is guaranteed its GPUs for longer."""
    if job.attempt is None or asker.spec.tier is Tier.PRODUCTION_INFERENCE:
        return False
    return state.now_ms < job.attempt.guaranteed_until_ms


def _owed_milli(state: State) -> int:
    """GPU that waiting jobs are owed: within the guarantee of their queues, or by their tier."""
    within, by_tier = dict[QueueKey, int](), 0
    for group in state.pending.groups():
        queue = state.queues.by_key[group.key.queue]
        asked_milli = group.placement_class.shape.gpu_milli_total * group.placement_class.ranks * len(group)
        guarantor = shares.guarantor(queue)
        if not headroom.is_below_premium(group.tier_rank):
            by_tier += asked_milli
        elif guarantor is not None and not quotas.holds_back(queue, group.tier_rank):
            within[guarantor.key] = within.get(guarantor.key, 0) + asked_milli
    return by_tier + sum(min(asked, _unused_milli(state, key)) for key, asked in within.items())


def _unused_milli(state: State, key: QueueKey) -> int:
    """GPU that a queue is guaranteed and that neither it nor a queue below it holds, thousandths."""
    queue = state.queues.by_key[key]
    return max(
        0, quotas.gpu_milli_guaranteed(queue) - queue.used.gpu_milli + queue.used.gpu_best_effort_milli
    )


def _largest_node_milli(state: State) -> int:
    return max((kind.gpu_count * GPU_MILLI for kind in state.hardware), default=0)
