"""Preemption plans (ADR 74): checked against the current state, then carried out as a whole or refused.

A plan names victims that would yield so that a waiting job is certain to fit. It was valid as of its seq;
much may have changed since. It is accepted if all of this still holds:

    requesting job       waits, is entitled to preemption, has no plan in progress, and does not fit already
    every victim         is bound with the named attempt and not stopping; its tier and its queue's borrowing
                         allow it; it ran for preemption_ran_min_ms; its guaranteed duration is over, unless
                         production inference requests; it was preempted less than
                         preemptions_per_job_day_max times within a day; neither it nor the requesting job was
                         ever preempted for the other
    fair shares          when a queue claims its fair share, the victims' queues keep theirs
                         (muster.queues.dues)
    room                 once the victims have yielded, the job fits under all placement rules and quotas, in
                         a trial that treats plans in progress as carried out

Then (PreemptionAccepted) the nodes of its placements are held for it: closed to all other jobs, like nodes
reserved for a head of queue. The victims stop with time for a checkpoint and wait again in their old place,
or continue with fewer ranks. Once all victims have ended, for whatever reason, the job is bound. The hold
ends (HoldReleased) then, when the job no longer waits, when there is no room for it after all, or at its
limit, some time after the victims' grace.

A plan for a capacity reservation that has begun names the jobs on its nodes that may not stay. The nodes
belong to the reservation, so no hold is made, and limits on preemptions do not apply: the owners of those
jobs could know when it begins.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Final, NamedTuple

from muster.cluster import MIG, Placement
from muster.events.job_commands import Tier
from muster.events.job_events import (
    HoldReleased,
    HoldReleaseReason,
    PreemptionAccepted,
    PreemptionCause,
    PreemptionRefused,
    RefusalCode,
    YieldingJob,
)
from muster.events.preemption_events import PlannedVictim, PreemptionPlanned
from muster.jobs.lifecycle import JobState
from muster.queues import quotas, shares
from muster.queues.dues import Asking
from muster.queues.tree import QueueKey
from muster.queues.trial import Trial, trial
from muster.scheduler.core.batch import binding, orders
from muster.scheduler.core.batch.context import BatchContext
from muster.scheduler.core.evolve import holdings
from muster.scheduler.core.move import counts, elastic, gaps, reclaim
from muster.scheduler.core.order import attained
from muster.scheduler.core.placement import constraints, geometry, search
from muster.scheduler.core.reserve import advance, forecast, head_of_line
from muster.scheduler.core.state.job import (
    DAY_MS,
    TIER_RANK,
    Job,
    PlacementClass,
)
from muster.scheduler.core.state.state import Hold, State

MESSAGE_CHARS_MAX: Final = 200
"""Maximum length of a victim's message, in characters; the orders to all its nodes repeat it."""

PLACED_AS_HELD: Final = "other jobs yielded to it, and their resources were held for it"


class _Objection(NamedTuple):
    """The reason why a plan is refused."""

    code: RefusalCode
    reason: str


class _Yield(NamedTuple):
    """A bound job that is to yield, and the number of ranks that it keeps; 0: it is preempted."""

    job: Job
    ranks_kept: int


def judge(batch: BatchContext, plan: PreemptionPlanned) -> None:
    """Accept a plan and begin to carry it out, or refuse it."""
    found = _judged(batch.state, plan)
    if isinstance(found, _Objection):
        batch.emit(
            PreemptionRefused(
                plan_id=plan.plan_id,
                job_id=plan.job_id,
                reservation=plan.reservation,
                code=found.code,
                reason=found.reason,
            )
        )
        return
    _carry_out(batch, plan, found)


def serve(batch: BatchContext, may_bind: Callable[[Job], bool]) -> None:
    """Bind the jobs whose victims have ended, and release holds that are no longer needed.

    Args:
        batch: The batch, in its scheduling pass.
        may_bind: Whether this pass may bind one more job; deducts it.
    """
    release(batch)
    for hold in list(batch.state.holds.values()):
        _serve(batch, hold, may_bind)


def release(batch: BatchContext) -> None:
    """Release the holds of jobs that no longer wait."""
    for hold in list(batch.state.holds.values()):
        job = batch.state.jobs.get(hold.job_id)
        if job is None or job.state is not JobState.QUEUED:
            started = job is not None and job.attempt is not None
            _end(batch, hold, HoldReleaseReason.STARTED if started else HoldReleaseReason.NO_LONGER_WAITS)


def deadline_ms(state: State) -> int | None:
    """Time at which a hold needs a batch without an input, ms since 1970 UTC; None: there is no hold."""
    due = (state.now_ms if _is_due(state, hold) else hold.until_ms for hold in state.holds.values())
    return min(due, default=None)


def is_over(state: State, victim: YieldingJob) -> bool:
    """Whether the attempt of a victim has ended, because of the plan or by itself."""
    job = state.jobs.get(victim.job_id)
    return job is None or job.attempt is None or job.attempt.number != victim.attempt


def times_today(state: State, job: Job) -> int:
    """Count the preemptions of a job within the last day."""
    return sum(each.at_ms > state.now_ms - DAY_MS for each in job.preempted)


# --- judging ------------------------------------------------------------------------------------------------


def _judged(state: State, plan: PreemptionPlanned) -> tuple[Placement, ...] | _Objection:
    """Place the requesting job as if the victims had yielded, or return why the plan is refused."""
    objection = _void(state, plan)
    if objection is None and plan.reservation:
        objection = _for_reservation(state, plan)
        return () if objection is None else objection
    objection = objection or _needless(state, plan) or _first_objection(state, plan)
    if objection is not None:
        return objection
    job = state.jobs[plan.job_id]
    with _all_carried_out(state, job) as counted:
        if not reclaim.is_entitled(state, job):
            reason = f"{job.job_id} is not entitled to more than it would get by waiting"
            return _Objection(RefusalCode.NOT_ENTITLED, reason)
        if _placements(state, job) is not None:
            return _Objection(RefusalCode.NOT_NEEDED, f"{job.job_id} fits without preemption")
        objection = _unfair(state, plan, job)
        if objection is not None:
            return objection
        _release(state, counted, _yields(state, plan))
        placements = _placements(state, job)
    if placements is None:
        reason = f"{job.job_id} would not fit even if the victims yielded"
        return _Objection(RefusalCode.NO_ROOM, reason)
    return placements


def _void(state: State, plan: PreemptionPlanned) -> _Objection | None:
    """Return why a plan is invalid or expired, regardless of jobs; None: it is neither."""
    if state.now_ms >= plan.expires_at_ms:
        return _Objection(RefusalCode.EXPIRED, "the plan has expired")
    if bool(plan.job_id) == bool(plan.reservation):
        return _Objection(RefusalCode.INVALID, "a plan names either one waiting job or one reservation")
    if not plan.victims or len({victim.job_id for victim in plan.victims}) < len(plan.victims):
        return _Objection(RefusalCode.INVALID, "a plan names victims, each once")
    return None


def _for_reservation(state: State, plan: PreemptionPlanned) -> _Objection | None:
    """Return why the jobs on nodes of a capacity reservation may not be stopped (reserve.advance)."""
    kept = state.capacity.get((plan.tenant, plan.reservation))
    if kept is None or not kept.begun:
        return _Objection(RefusalCode.NOT_WAITING, f"reservation {plan.reservation} has not begun")
    for victim in plan.victims:
        objection = _unbound(state, victim)
        if objection is not None:
            return objection
        job = state.jobs[victim.job_id]
        node_ids = job.attempt.tasks if job.attempt else ()
        if victim.ranks_kept or not {*node_ids} & {*kept.node_ids}:
            reason = f"{victim.job_id} would leave no node of reservation {plan.reservation}"
            return _Objection(RefusalCode.INVALID, reason)
        if not advance.must_yield(state, job, kept):
            reason = f"{victim.job_id} may stay on the nodes of reservation {plan.reservation}"
            return _Objection(RefusalCode.VICTIM_PROTECTED, reason)
    return None


def _needless(state: State, plan: PreemptionPlanned) -> _Objection | None:
    """Return why the requesting job needs no victims: it does not wait, or others already make room."""
    if plan.job_id in state.holds:
        return _Objection(RefusalCode.UNDER_WAY, f"others are yielding to {plan.job_id} already")
    if head_of_line.group_of(state, plan.job_id) is None:
        return _Objection(RefusalCode.NOT_WAITING, f"{plan.job_id} is not waiting")
    kept = state.reservation
    if state.moving and kept is not None and kept.job_id == plan.job_id:
        return _Objection(RefusalCode.UNDER_WAY, f"moves make room for {plan.job_id} already")
    return None


def _first_objection(state: State, plan: PreemptionPlanned) -> _Objection | None:
    """Return why a victim cannot or may not yield; None: all may."""
    asker = state.jobs[plan.job_id]
    leaving = {job.job_id for job in gaps.leaving_for(state, asker)}
    objections = (
        _unbound(state, victim)
        or _leaves(victim, leaving)
        or _protected(state, plan, asker, state.jobs[victim.job_id], victim.ranks_kept)
        for victim in plan.victims
    )
    found = next((each for each in objections if each is not None), None)
    return found or _keeps_its_time(state, plan)


def _unbound(state: State, victim: PlannedVictim) -> _Objection | None:
    job = state.jobs.get(victim.job_id)
    if job is None or job.attempt is None or job.attempt.number != victim.attempt:
        reason = f"attempt {victim.attempt} of {victim.job_id} is not bound"
        return _Objection(RefusalCode.VICTIM_GONE, reason)
    if job.state is JobState.STOPPING or job.attempt.failure is not None:
        return _Objection(RefusalCode.VICTIM_GONE, f"{victim.job_id} is stopping already")
    if victim.ranks_kept and not _may_keep(job, victim.ranks_kept):
        reason = f"{victim.job_id} cannot continue with {victim.ranks_kept} ranks"
        return _Objection(RefusalCode.INVALID, reason)
    return None


def _leaves(victim: PlannedVictim, leaving: Collection[str]) -> _Objection | None:
    if victim.job_id not in leaving:
        return None
    return _Objection(RefusalCode.VICTIM_GONE, f"{victim.job_id} leaves by itself when the job fits")


def _may_keep(job: Job, ranks: int) -> bool:
    return ranks in elastic.sizes(job.spec) and ranks < len(job.placements)


def _keeps_its_time(state: State, plan: PreemptionPlanned) -> _Objection | None:
    """Return why a victim need not yield its time (order.attained)."""
    if plan.cause is not PreemptionCause.TIME_SHARED:
        return None
    group = head_of_line.group_of(state, plan.job_id)
    may_yield = attained.Yielding(state).to(group) if group is not None else []
    keeps = [victim.job_id for victim in plan.victims if victim.job_id not in may_yield]
    if not keeps:
        return None
    reason = f"{keeps[0]} does not share its time with {plan.job_id}, or its quantum is not over"
    return _Objection(RefusalCode.VICTIM_PROTECTED, reason)


def _unfair(state: State, plan: PreemptionPlanned, asker: Job) -> _Objection | None:
    """Return why the victims of a fair-share plan may not yield that much; call in a trial."""
    if plan.cause is not PreemptionCause.FAIRNESS:
        return None
    shape, ranks = asker.placement_class.shape, asker.placement_class.ranks
    own, freed = holdings.queue_of(state, asker), dict[QueueKey, int]()
    asking = Asking(reclaim.dues_of(state), own, shape.gpu_milli_total * ranks)
    guaranteed = shares.guarantor(own)
    for job, ranks_kept in _yields(state, plan):
        queue = holdings.queue_of(state, job)
        bounds = asking.bounds(queue)
        if bounds is None or TIER_RANK[job.spec.tier] < TIER_RANK[asker.spec.tier]:
            reason = f"{job.job_id} may not be preempted for the fair share of queue {own.key[1]}"
            return _Objection(RefusalCode.VICTIM_PROTECTED, reason)
        guarantor = shares.guarantor(queue)
        if guarantor is not None and guarantor is not guaranteed:
            borrowed = shares.borrowed_by(guarantor).gpu_milli
            bounds[guarantor.key] = min(borrowed, bounds.get(guarantor.key, borrowed))
        yields_milli = sum(p.shape.gpu_milli_total for p in job.placements[ranks_kept:])
        for key, most in bounds.items():
            freed[key] = freed.get(key, 0) + yields_milli
            if freed[key] > most:
                reason = f"queue {key[1]} holds {most} milli-GPUs above its fair share, not {freed[key]}"
                return _Objection(RefusalCode.VICTIM_PROTECTED, reason)
    return None


def _protected(
    state: State, plan: PreemptionPlanned, asker: Job, job: Job, ranks_kept: int
) -> _Objection | None:
    """Return why a bound job may not be preempted; shrinking is always allowed: it is like any resize."""
    attempt, policy = job.attempt, state.policy
    if attempt is None or ranks_kept:
        return None
    if job.spec.tier is Tier.PRODUCTION_INFERENCE:
        return _Objection(RefusalCode.VICTIM_PROTECTED, f"{job.job_id} is production inference")
    lent = asker.spec.tier is not Tier.PRODUCTION_INFERENCE or job.spec.tier is Tier.PREMIUM_TRAINING
    lent = lent and plan.cause not in (PreemptionCause.TIME_SHARED, PreemptionCause.FAIRNESS)
    if lent and not shares.borrowed_by(holdings.queue_of(state, job)).gpu_milli:
        return _Objection(RefusalCode.VICTIM_PROTECTED, f"the queue of {job.job_id} borrows nothing")
    if state.now_ms < attempt.bound_at_ms + policy.preemption_ran_min_ms:
        return _Objection(RefusalCode.VICTIM_TOO_YOUNG, f"{job.job_id} was bound too recently")
    if forecast.is_kept(state, job, asker):
        reason = f"{job.job_id} is guaranteed its GPUs until {attempt.guaranteed_until_ms} ms since 1970"
        return _Objection(RefusalCode.VICTIM_PROTECTED, reason)
    if not attained.may_yield_again(state, job):
        return _Objection(RefusalCode.VICTIM_LIMIT, f"{job.job_id} has reached its limit of preemptions")
    if attained.were_a_pair(job, asker):
        reason = f"{job.job_id} or {asker.job_id} was preempted for the other before"
        return _Objection(RefusalCode.PAIR, reason)
    return None


# --- the trial ----------------------------------------------------------------------------------------------


@contextmanager
def _all_carried_out(state: State, job: Job) -> Generator[Trial]:
    """Open a trial in which plans in progress are carried out and a job may use nodes reserved for it.

    Jobs that backfill those nodes leave by themselves when it fits (move.gaps), so the trial removes them.
    """
    at_present = trial(state.policy, state.terms, state.now_ms)
    with _opened(state, job), state.cluster.trial(), at_present as counted:
        for hold in state.holds.values():
            for victim in hold.victims:
                if not is_over(state, victim):
                    counts.yields(state, counted, state.jobs[victim.job_id], victim.ranks_kept)
            waiting = state.jobs.get(hold.job_id)
            if waiting is not None and waiting.state is JobState.QUEUED:
                counts.holds(state, counted, waiting, hold.placements)
        asked = {victim.job_id for hold in state.holds.values() for victim in hold.victims}
        for filler in gaps.leaving_for(state, job):
            if filler.job_id not in asked:
                elastic.give_back(state, filler.placements)
                counts.yields(state, counted, filler)
        yield counted


def _yields(state: State, plan: PreemptionPlanned) -> list[_Yield]:
    return [_Yield(state.jobs[victim.job_id], victim.ranks_kept) for victim in plan.victims]


def _release(state: State, counted: Trial, yields: Sequence[_Yield]) -> None:
    """Make these yield, in a trial."""
    for job, ranks_kept in yields:
        elastic.give_back(state, job.placements[ranks_kept:])
        counts.yields(state, counted, job, ranks_kept)


def _placements(state: State, job: Job) -> tuple[Placement, ...] | None:
    """Place a waiting job now, in a trial, switching MIG on GPUs if necessary; None: it does not fit."""
    needs = _admitted(state, job, leaves_to_others=True)
    if needs is None:
        return None
    found = search.find_for(state, job, needs)
    if found is not None:
        return found
    with state.cluster.trial():
        cards = geometry.changes(state, constraints.bounded(state, job, needs))
        for card in cards:
            state.cluster.cut(*card, cut=needs.shape.sharing == MIG)
        return search.find_for(state, job, needs) if cards else None


def _admitted(state: State, job: Job, *, leaves_to_others: bool) -> PlacementClass | None:
    """Return the placement class of a waiting job, narrowed by quotas; None: they do not admit it.

    Pass `leaves_to_others=False` once others have yielded: the job is then placed even if headroom was used
    or more demand is forecast since, because they would have yielded in vain otherwise.
    """
    if job.scheduling_key is None:
        return None
    admitted = quotas.admission(state.queues, job.scheduling_key, state.models)
    if leaves_to_others:
        admitted = state.left_by_others(job.scheduling_key, admitted)
    return None if admitted.short else job.placement_class.narrowed(admitted)


def _opened(state: State, job: Job, hold: Hold | None = None) -> AbstractContextManager[None]:
    """Open the nodes of a job's hold, and those reserved for it as the head of queue."""
    kept = state.reservation
    reserved = kept.node_ids if kept is not None and kept.job_id == job.job_id else ()
    held = hold.node_ids if hold else ()
    return head_of_line.opened(state, sorted({*reserved, *held}), job.job_id)


# --- carrying out -------------------------------------------------------------------------------------------


def _carry_out(batch: BatchContext, plan: PreemptionPlanned, placements: Sequence[Placement]) -> None:
    """Hold the nodes of the placements, and order the victims to yield."""
    state = batch.state
    yields = _yields(state, plan)
    drains = [orders.resuming_drain(state, each.job).total_ms for each in yields]
    batch.emit(
        PreemptionAccepted(
            plan_id=plan.plan_id,
            job_id=plan.job_id,
            reservation=plan.reservation,
            victims=tuple(
                YieldingJob(job_id=each.job_id, attempt=each.attempt, ranks_kept=each.ranks_kept)
                for each in plan.victims
            ),
            placements=tuple(binding.rank_placement(rank, place) for rank, place in enumerate(placements)),
            held_until_ms=state.now_ms + max(drains) + state.policy.preemption_hold_ms,
            cost_gpu_ms=plan.cost_gpu_ms,
            as_of_seq=plan.as_of_seq,
        )
    )
    for each, victim in zip(yields, plan.victims, strict=True):
        whom = plan.job_id or f"reservation {plan.reservation}"
        reason = f"yields to {whom} of queue {plan.queue}: {victim.message[:MESSAGE_CHARS_MAX]}"
        cause = orders.Yielding(plan.plan_id, plan.job_id)
        if each.ranks_kept:
            elastic.resize(batch, each.job, each.ranks_kept, reason, cause)
        else:
            orders.stop(batch, each.job, reason, requeues=True, yielding=cause)


def _serve(batch: BatchContext, hold: Hold, may_bind: Callable[[Job], bool]) -> None:
    state, job = batch.state, batch.state.jobs[hold.job_id]
    late = state.now_ms >= hold.until_ms
    if not late and not _is_free(state, hold):
        return
    with _opened(state, job, hold):
        placements = _found(batch, job, hold)
    if placements is None and not late and gaps.fillers(state, hold.node_ids):
        return  # they are ordered to leave in this pass; the job is placed after that
    if placements is None:
        _end(batch, hold, HoldReleaseReason.EXPIRED if late else HoldReleaseReason.NO_ROOM)
    elif may_bind(job):
        binding.bind(batch, job, placements, PLACED_AS_HELD)
        _end(batch, hold, HoldReleaseReason.STARTED)


def _found(batch: BatchContext, job: Job, hold: Hold) -> tuple[Placement, ...] | None:
    """Place the job now, as planned if possible, else elsewhere; None: it does not fit."""
    state, needs = batch.state, _admitted(batch.state, job, leaves_to_others=False)
    if needs is None:
        return None
    if elastic.are_free(state, job, hold.placements):
        return hold.placements
    return search.find_for(state, job, needs) or binding.find_by_cutting(batch, job, needs)


def _end(batch: BatchContext, hold: Hold, reason: HoldReleaseReason) -> None:
    batch.emit(HoldReleased(plan_id=hold.plan_id, job_id=hold.job_id, reason=reason))


def _is_due(state: State, hold: Hold) -> bool:
    """Whether the job of a hold can be placed as soon as there is a batch."""
    return _is_free(state, hold) and not gaps.fillers(state, hold.node_ids)


def _is_free(state: State, hold: Hold) -> bool:
    """Whether all victims have ended, because of the plan or by themselves."""
    return all(is_over(state, victim) for victim in hold.victims)
