"""The facts that answer a request: a plan for each equal job that it covers, or a refusal. PURE."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from muster.deciding import Fact
from muster.events.job_commands import Tier
from muster.events.job_events import PreemptionCause, PreemptionRequested
from muster.events.preemption_events import (
    DeclineReason,
    PlannedRank,
    PlannedVictim,
    PreemptionDeclined,
    PreemptionPlanned,
    VictimReason,
)
from muster.preemption.core import price
from muster.preemption.core.candidates import Yield
from muster.preemption.core.history import Eviction, Terms
from muster.preemption.core.order import Order
from muster.preemption.core.planner import Plan, Refusal, holders, plan_for
from muster.preemption.core.room import Room
from muster.preemption.core.world import World
from muster.queues.occupancy import LiveJob
from muster.queues.occupancy import Plan as Trial

Answered: TypeAlias = PreemptionPlanned | PreemptionDeclined

_MS_PER_HOUR = 3_600_000


def answer(world: World, request: PreemptionRequested, terms: Terms) -> list[Fact[Answered]]:
    """Return the facts that answer a request."""
    late_ms = terms.at_ms - world.now_ms
    if late_ms > terms.policy.plan_valid_ms:
        stale = f"the request came {late_ms} ms late, and the cell has changed since"
        return [_declined(world, request, Refusal(DeclineReason.STALE, stale))]
    if request.cause is PreemptionCause.RESERVATION:
        return [_for_reservation(world, request, terms)]
    job = world.queues.jobs.get(request.job_id)
    if job is None or not job.waits:
        return [_declined(world, request, Refusal(DeclineReason.NOT_WAITING, "the job no longer waits"))]
    return _for_jobs(world, request, job, terms)


def dry_run(world: World, job_id: str, terms: Terms) -> Answered | None:
    """Return the answer that a request of this job would get now; None: there is no such job.

    Leaves `world` unchanged, but changes `terms.history`: do not use `terms` again.
    """
    job = world.queues.jobs.get(job_id)
    if job is None:
        return None
    shape, ranks = job.claim.placement_class
    request = PreemptionRequested(
        job_id=job_id,
        cause=_cause(world, job),
        queue=job.spec.queue,
        tenant=job.tenant,
        gpu_milli_missing=shape.gpu_milli_total * ranks,
        gpu_models=shape.gpu_models,
        as_of_seq=world.seq,
    )
    if not job.placeable:
        why = "the job waits for other jobs to end" if job.waits else "the job does not wait"
        return _refused(world, request, Refusal(DeclineReason.NOT_WAITING, why))
    return _for_jobs(world, request, job, terms)[0].payload


def _cause(world: World, job: LiveJob) -> PreemptionCause:
    """Return the cause that would entitle a job to preemption, as far as this service knows."""
    if job.spec.tier is Tier.PRODUCTION_INFERENCE or not job.waits:
        return PreemptionCause.TIER
    if world.queues.jobs_guaranteed(job.job_id):
        return PreemptionCause.GUARANTEE
    shape, ranks = job.claim.placement_class
    threshold = world.queues.policy.fairness_threshold_percent
    fair = world.dues().jobs_due(job.queue, shape.gpu_milli_total * ranks, threshold)
    return PreemptionCause.FAIRNESS if fair else PreemptionCause.TIER


def _for_jobs(world: World, request: PreemptionRequested, job: LiveJob, terms: Terms) -> list[Fact[Answered]]:
    """Plan for one job after another, each as if the plans before it had been carried out."""
    facts = list[Fact[Answered]]()
    with world.queues.trial() as trial:
        for each in _equal_jobs(world, request, job, terms):
            _let_go(world, trial, each, terms)
            found = plan_for(world, each, request.cause, terms, request.holders)
            if isinstance(found, Refusal) and found.reason is DeclineReason.FITS_ALREADY and facts:
                trial.bind(each.job_id, Room(world, each, terms.at_ms).placements(()) or ())
                continue
            if isinstance(found, Refusal):
                return facts or [_declined(world, request, found)]
            fact = _planned(world, request, each, found, terms)
            facts.append(Fact(fact, each.job_id, each.tenant))
            for victim in found.yields:
                trial.release(victim.candidate.job_id, victim.ranks_kept)
            trial.bind(each.job_id, found.placements)
            _remember(fact, terms)
    return facts or [_declined(world, request, Refusal(DeclineReason.BUSY, "others yield to it already"))]


def _equal_jobs(world: World, request: PreemptionRequested, job: LiveJob, terms: Terms) -> Iterator[LiveJob]:
    """Yield the job and equal jobs pending behind it in its queue, as many as the request covers.

    Skips jobs that others already yield to, and those that wait for other jobs to end.
    """
    left = min(request.jobs, terms.policy.plans_per_request_max)
    waiting = list(world.queues.jobs.values())
    for each in waiting[waiting.index(job) :]:
        alike = each is job or (each.placeable and each.queue is job.queue and _asks_alike(each, job))
        alike = alike and world.avoids.get(each.job_id) == world.avoids.get(job.job_id)
        if left and alike and each.job_id not in world.served:
            left -= 1
            yield each


def _asks_alike(one: LiveJob, other: LiveJob) -> bool:
    """Whether two jobs need the same room and have the same tier."""
    mine, theirs = one.spec, other.spec
    return (
        one.claim.placement_class == other.claim.placement_class
        and (mine.tier, mine.topology, mine.spread) == (theirs.tier, theirs.topology, theirs.spread)
        and (mine.node_labels, mine.tolerations) == (theirs.node_labels, theirs.tolerations)
        and (mine.resources, mine.team, mine.sandbox) == (theirs.resources, theirs.team, theirs.sandbox)
        and (mine.gpu_preferences, mine.spot) == (theirs.gpu_preferences, theirs.spot)
    )


def evictions_of(plan: PreemptionPlanned, at_ms: int) -> list[Eviction]:
    """List the evictions that a plan contains; victims that only shrink are not included."""
    return [
        Eviction(
            victim.job_id,
            plan.job_id,
            (victim.tenant, victim.queue),
            (victim.tenant, victim.user),
            at_ms,
        )
        for victim in plan.victims
        if not victim.ranks_kept
    ]


def _let_go(world: World, trial: Trial, job: LiveJob, terms: Terms) -> None:
    """Release the jobs that fill nodes kept for a job: they leave by themselves, no plan names them."""
    leaving = [job_id for job_id in world.leaving_for(job.job_id) if job_id not in terms.history.yielding]
    for job_id in leaving:
        trial.release(job_id, 0)
    terms.history.claimed.update(leaving)
    terms.history.yielding.update(leaving)


def _remember(plan: PreemptionPlanned, terms: Terms) -> None:
    for each in evictions_of(plan, terms.at_ms):
        terms.history.add(each, terms.at_ms)
    victims = {victim.job_id for victim in plan.victims}
    terms.history.claimed |= victims
    terms.history.yielding |= victims


def _planned(
    world: World, request: PreemptionRequested, job: LiveJob, plan: Plan, terms: Terms
) -> PreemptionPlanned:
    order = Order(world, terms)
    return PreemptionPlanned(
        plan_id=f"plan-{job.job_id}-{request.as_of_seq}",
        job_id=job.job_id,
        tenant=job.tenant,
        queue=request.queue,
        cause=request.cause,
        victims=tuple(_victim(world, each, _reason(each, request, order), terms) for each in plan.yields),
        placements=tuple(
            PlannedRank(rank=rank, node_id=place.node_id, gpu_indices=place.gpu_indices)
            for rank, place in enumerate(plan.placements)
        ),
        cost_gpu_ms=plan.cost_gpu_ms,
        cost_gpu_ms_min=plan.cost_gpu_ms_min,
        exact=plan.exact,
        gain_gpu_ms=plan.gain_gpu_ms,
        as_of_seq=world.seq,
        expires_at_ms=terms.at_ms + terms.policy.plan_valid_ms,
    )


def _for_reservation(world: World, request: PreemptionRequested, terms: Terms) -> Fact[Answered]:
    yields = holders(world, request, terms)
    if not yields:
        nobody = Refusal(DeclineReason.NOTHING_SUFFICES, "nobody holds its nodes who may be asked to yield")
        return _declined(world, request, nobody)
    cost = sum(each.cost_gpu_ms for each in yields)
    planned = PreemptionPlanned(
        plan_id=f"plan-{request.tenant}-{request.reservation}-{request.as_of_seq}",
        job_id="",
        tenant=request.tenant,
        queue=request.queue,
        cause=request.cause,
        reservation=request.reservation,
        victims=tuple(_victim(world, each, VictimReason.HOLDS_RESERVED, terms) for each in yields),
        placements=(),
        cost_gpu_ms=cost,
        cost_gpu_ms_min=cost,
        exact=True,
        gain_gpu_ms=0,
        as_of_seq=world.seq,
        expires_at_ms=terms.at_ms + terms.policy.plan_valid_ms,
    )
    return Fact(planned, request.reservation, request.tenant)


def _declined(world: World, request: PreemptionRequested, why: Refusal) -> Fact[Answered]:
    declined = _refused(world, request, why)
    return Fact(declined, request.job_id or request.reservation, request.tenant)


def _refused(world: World, request: PreemptionRequested, why: Refusal) -> PreemptionDeclined:
    return PreemptionDeclined(
        job_id=request.job_id,
        tenant=request.tenant,
        queue=request.queue,
        cause=request.cause,
        reservation=request.reservation,
        reason=why.reason,
        message=why.message,
        cost_gpu_ms=why.cost_gpu_ms,
        gain_gpu_ms=why.gain_gpu_ms,
        as_of_seq=world.seq,
    )


def _reason(each: Yield, request: PreemptionRequested, order: Order) -> VictimReason:
    if each.ranks_kept:
        return VictimReason.ELASTIC_SURPLUS
    if request.cause is PreemptionCause.TIME_SHARED:
        return VictimReason.MORE_SERVICE
    if request.cause is PreemptionCause.FAIRNESS:
        return VictimReason.BEYOND_DUE
    if request.cause is PreemptionCause.GUARANTEE:
        return VictimReason.BORROWS
    covered = each.candidate.guarantor is not None and not order.owners([each])
    return VictimReason.BORROWS if covered else VictimReason.LOWER_TIER


def _victim(world: World, each: Yield, reason: VictimReason, terms: Terms) -> PlannedVictim:
    who = each.candidate
    freed = sum(place.shape.gpu_milli_total for place in who.placements[each.ranks_kept :])
    held_milli = sum(place.shape.gpu_milli_total for place in who.placements)
    saves = reason is VictimReason.MORE_SERVICE
    lost_ms = price.work_ms(world.runs[who.job_id], terms, saves=saves)
    lost_gpu_ms = held_milli * lost_ms // 1000
    return PlannedVictim(
        job_id=who.job_id,
        attempt=who.attempt,
        tenant=world.queues.job(who.job_id).tenant,
        queue=world.queues.job(who.job_id).spec.queue,
        user=who.user[1],
        ranks_kept=each.ranks_kept,
        gpu_milli_freed=freed,
        cost_gpu_ms=each.cost_gpu_ms,
        lost_gpu_ms=lost_gpu_ms,
        reason=reason,
        message=_message(world, each, reason, lost_gpu_ms),
    )


def _message(world: World, each: Yield, reason: VictimReason, lost_gpu_ms: int) -> str:
    lost = _loses(world, each, lost_gpu_ms)
    match reason:
        case VictimReason.ELASTIC_SURPLUS:
            return f"goes on with {each.ranks_kept} ranks; {lost}"
        case VictimReason.BORROWS:
            return (
                f"uses GPUs beyond the guarantee of {each.candidate.queue[1]}, which are asked back; {lost}"
            )
        case VictimReason.LOWER_TIER:
            return f"yields to a job of a higher tier; {lost}"
        case VictimReason.MORE_SERVICE:
            return f"had more GPU time than a job that waits, and shares its time; {lost}"
        case VictimReason.BEYOND_DUE:
            return f"its queue holds more than its due, another too little of its own; {lost}"
        case VictimReason.HOLDS_RESERVED:
            return f"holds nodes of a reservation that has begun; {lost}"


def _loses(world: World, each: Yield, lost_gpu_ms: int) -> str:
    """Describe the victim's own loss: its work, without the price of drain, restart and delay."""
    job_id = each.candidate.job_id
    if not lost_gpu_ms:
        return "saves before it stops, and continues from there"
    hours = f"loses {lost_gpu_ms / _MS_PER_HOUR:.2f} GPU hours of work"
    if world.runs[job_id].checkpoint_at_ms:
        return f"{hours} since its last checkpoint, less if it saves in time, and continues from there"
    if world.queues.job(job_id).spec.checkpoint.enabled:
        return f"{hours}, less if it saves in time: no checkpoint of this attempt is stored"
    return f"{hours}: it has no checkpoints"
