"""Headroom: the part of a GPU model's GPUs that work which is owed nothing leaves free (ADR 110).

policy.headroom_percent names the models. A job of standard training or below is placed on such a model only
if this part of its GPUs is free afterwards, on open nodes. Production inference and premium training take
what is free, and so does a job that stays within the nearest guarantee of its queue. The whole gang is
compared with each model.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from muster.cluster import GpuTotals, Totals
from muster.events.job_commands import Tier
from muster.events.operator_commands import Policy
from muster.queues import quotas
from muster.queues.quotas import Admission, Claim, Short
from muster.queues.tree import Queue

RESOURCE: Final = "headroom"
"""The resource of a `Short` before the dot; behind it is the GPU model."""

_RANK_FIRST_KEPT_OUT: Final = tuple(Tier).index(Tier.STANDARD_TRAINING)


def keeps_out(policy: Policy, tier_rank: int) -> bool:
    """Whether jobs of a tier, by its rank, leave any headroom at all."""
    return bool(policy.headroom_percent) and is_below_premium(tier_rank)


def is_below_premium(tier_rank: int) -> bool:
    """Whether jobs of a tier, by its rank, have a claim only to their queue's guarantee."""
    return tier_rank >= _RANK_FIRST_KEPT_OUT


def kept_milli(policy: Policy, model: str, total_milli: int) -> int:
    """Return the GPUs of a model to leave free, out of `total_milli`, thousandths."""
    return total_milli * policy.headroom_percent.get(model, 0) // 100


def admission(
    admitted: Admission, policy: Policy, queue: Queue, claim: Claim, totals: Callable[[], Totals]
) -> Admission:
    """Reduce the admission by quotas to what headroom leaves.

    Args:
        admitted: Admission by the quotas.
        policy: The policy in effect.
        queue: The queue of the claim.
        claim: The claim.
        totals: Returns the cluster's totals; called only if the claim has to leave headroom.
    """
    shape = claim.placement_class.shape
    if admitted.short or not shape.gpu_count or not keeps_out(policy, claim.tier_rank):
        return admitted
    if quotas.jobs_guaranteed(queue, claim.placement_class, claim.tier_rank):
        return admitted
    narrowed = admitted.narrowed(shape)
    accepted = {model: gpus for model, gpus in totals().gpu_by_model if narrowed.accepts(model)}
    shorts = {model: _short(policy, queue, claim, model, gpus) for model, gpus in accepted.items()}
    left = tuple([model for model, short in shorts.items() if short is None])
    if len(left) == len(shorts):
        return admitted
    if left:
        return admitted._replace(models=left)
    found = [short for short in shorts.values() if short is not None]
    return Admission(max(found, key=lambda each: each.most - each.used))


def _short(policy: Policy, queue: Queue, claim: Claim, model: str, gpus: GpuTotals) -> Short | None:
    """Return the shortage that keeps a gang off a model; None: there is none."""
    gang = claim.placement_class
    asked_milli = gang.shape.gpu_milli_total * gang.ranks
    used_milli = gpus.total_milli - gpus.free_milli
    most_milli = gpus.total_milli - kept_milli(policy, model, gpus.total_milli)
    if model not in policy.headroom_percent or used_milli + asked_milli <= most_milli:
        return None
    return Short(queue.key, f"{RESOURCE}.{model}", asked_milli, used_milli, most_milli)
