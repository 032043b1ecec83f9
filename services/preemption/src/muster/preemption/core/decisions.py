"""Decide and evolve. PURE.

Inputs are requests and the facts that end a plan. Plans are made on the `World`, folded from the same topic
in its total order exactly up to the seq of the request, or of the newest answer if that is later; a plan
records this seq. So a plan is a function of the log up to that seq, this service's own facts, and the time of
the batch, and can be reproduced.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias, assert_never, get_args

from muster.deciding import About, Changes, Decider, Entities, Fact, Facts, Happened, Input, refuse
from muster.events.job_events import (
    AttemptEnded,
    GangBound,
    JobCancelled,
    JobFailed,
    JobSuspended,
    PreemptionAccepted,
    PreemptionRefused,
    PreemptionRequested,
)
from muster.events.preemption_commands import ActivatePreemptionPolicy
from muster.events.preemption_events import (
    PlanOutcome,
    PreemptionDeclined,
    PreemptionEvent,
    PreemptionPlanned,
    PreemptionPolicyActivated,
    PreemptionSettled,
)
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.jobs import preemption_policy_violations
from muster.preemption.core.answers import answer, evictions_of
from muster.preemption.core.history import Terms
from muster.preemption.core.state import (
    ANSWERED,
    ANSWERS,
    ANSWERS_KEPT_MS,
    AS_OF,
    DEFAULT,
    EVICTIONS,
    PLAN_OF,
    PLANS,
    POLICIES,
    THE_POLICY,
    THE_WORLD,
    Answer,
    OpenPlan,
    answered_key,
    as_of_seq,
    eviction_key,
    history_of,
    policy_of,
)
from muster.preemption.core.world import World

Ending: TypeAlias = GangBound | AttemptEnded | JobCancelled | JobFailed | JobSuspended
"""The scheduler's facts that end a plan if they concern one of its jobs."""

Inputs: TypeAlias = (
    PreemptionRequested | PreemptionAccepted | PreemptionRefused | Ending | ActivatePreemptionPolicy
)

CONCERNS: Final = frozenset(get_args(Inputs))
"""The input records that this core handles."""

WorldAsOf = Callable[[int], World]
"""Returns the world as of a seq of the scheduler's log: all facts up to it and no later ones."""


def decider_of(world_as_of: WorldAsOf) -> Decider[Inputs, PreemptionEvent]:
    """Build the core, planning on this world."""

    def decide(state: Entities, given: Input[Inputs], at_ms: int) -> Facts[PreemptionEvent]:
        match given.payload:
            case PreemptionRequested() as request:
                world = world_as_of(max(as_of_seq(state), request.as_of_seq))
                yield from answer(world, request, terms_of(state, at_ms))
            case ActivatePreemptionPolicy() as command:
                yield _activated(given, command)
            case PreemptionAccepted() | PreemptionRefused() as judgement:
                yield from _judged(state, judgement)
            case GangBound() | AttemptEnded() | JobCancelled() | JobFailed() | JobSuspended() as ending:
                yield from _ended(state, ending, given.seq)
            case _:
                assert_never(given.payload)

    return Decider(
        decisions_version=1,
        decide=decide,
        evolve=evolve,
        due=_expire,
        next_deadline_ms=_next_deadline_ms,
        about=about,
        found=_found,
    )


def evolve(state: Changes, fact: Happened[PreemptionEvent]) -> None:
    """Apply a fact to the state."""
    match fact.payload:
        case PreemptionPolicyActivated() as activated:
            state.put(POLICIES, THE_POLICY, activated.policy)
        case PreemptionPlanned() as plan:
            _open(state, plan, fact.at_ms)
            _answered(state, plan.job_id, Answer(fact.at_ms, planned=plan), plan.as_of_seq)
        case PreemptionDeclined() as declined:
            _answered(state, declined.job_id, Answer(fact.at_ms, declined=declined), declined.as_of_seq)
        case PreemptionSettled() as settled:
            if settled.outcome is PlanOutcome.REFUSED:
                _forget_evictions(state, settled.plan_id)
            _close(state, settled.plan_id)
            _note_outcome(state, settled)
        case _:
            assert_never(fact.payload)


def about(payload: Inputs) -> About | None:
    """Return the subject of a command: the policy, which no tenant owns; None for the scheduler's facts."""
    return About(THE_POLICY) if isinstance(payload, ActivatePreemptionPolicy) else None


def terms_of(state: Entities, at_ms: int) -> Terms:
    """Return the conditions for plans made at `at_ms`, milliseconds since 1970 UTC."""
    return Terms(policy_of(state), history_of(state, at_ms), at_ms)


def _activated(
    given: Input[Inputs], command: ActivatePreemptionPolicy
) -> Fact[PreemptionPolicyActivated | CommandRejected]:
    found = preemption_policy_violations(command.policy)
    if found:
        return refuse(given, RejectionCode.INVALID, found)
    activated = PreemptionPolicyActivated(policy=command.policy, requested_by=command.requested_by)
    return Fact(activated, THE_POLICY)


def _judged(state: Entities, judgement: PreemptionAccepted | PreemptionRefused) -> Facts[PreemptionEvent]:
    """Settle a plan that the scheduler accepted or refused."""
    plan = state.get(PLANS, judgement.plan_id)
    if plan is not None:
        accepted = isinstance(judgement, PreemptionAccepted)
        outcome = PlanOutcome.ACCEPTED if accepted else PlanOutcome.REFUSED
        yield _settled(judgement.plan_id, plan, outcome)


def _ended(state: Entities, ending: Ending, seq: int | None) -> Facts[PreemptionEvent]:
    """Settle an open plan when a fact about one of its jobs ends it, unless the plan knew of that fact."""
    outcome = _outcome(ending)
    plan_id = state.get(PLAN_OF, ending.job_id)
    plan = state.get(PLANS, plan_id) if plan_id else None
    if plan_id is None or plan is None:
        return
    if seq is not None and seq <= plan.as_of_seq:
        return
    is_victim = ending.job_id in plan.victims
    if is_victim == (outcome is PlanOutcome.VICTIM_ENDED):
        yield _settled(plan_id, plan, outcome)


def _outcome(ending: Ending) -> PlanOutcome:
    match ending:
        case GangBound():
            return PlanOutcome.SERVED
        case AttemptEnded():
            return PlanOutcome.VICTIM_ENDED
        case JobCancelled() | JobFailed() | JobSuspended():
            return PlanOutcome.MOOT
        case _:
            assert_never(ending)


def _expire(state: Entities, at_ms: int) -> Facts[PreemptionEvent]:
    """Settle plans that have expired."""
    for plan_id, plan in list(state.scan(PLANS)):
        if plan.expires_at_ms <= at_ms:
            yield _settled(plan_id, plan, PlanOutcome.EXPIRED)


def _next_deadline_ms(state: Entities) -> int | None:
    return min((plan.expires_at_ms for _, plan in state.scan(PLANS)), default=None)


def _settled(plan_id: str, plan: OpenPlan, outcome: PlanOutcome) -> Fact[PreemptionSettled]:
    settled = PreemptionSettled(plan_id=plan_id, job_id=plan.job_id, tenant=plan.tenant, outcome=outcome)
    return Fact(settled, plan.job_id or plan_id, plan.tenant)


def _open(state: Changes, plan: PreemptionPlanned, at_ms: int) -> None:
    victims = tuple(victim.job_id for victim in plan.victims)
    former = state.get(PLAN_OF, plan.job_id) if plan.job_id else None
    if former is not None:
        _close(state, former)
    opened = OpenPlan(plan.job_id, plan.tenant, victims, plan.expires_at_ms, plan.as_of_seq, at_ms)
    state.put(PLANS, plan.plan_id, opened)
    for job_id in (*victims, *((plan.job_id,) if plan.job_id else ())):
        state.put(PLAN_OF, job_id, plan.plan_id)
    for each in evictions_of(plan, at_ms):
        state.put(EVICTIONS, eviction_key(at_ms, plan.plan_id, each.job_id), each)
    forgotten_ms = max(0, at_ms - policy_of(state).pair_remembered_ms)
    for key, _ in list(state.scan(EVICTIONS, until=eviction_key(forgotten_ms, "", ""))):
        state.delete(EVICTIONS, key)


def _answered(state: Changes, job_id: str, answer: Answer, seq: int) -> None:
    state.put(AS_OF, THE_WORLD, max(as_of_seq(state), seq))
    if job_id:
        state.put(ANSWERS, job_id, answer)
        state.put(ANSWERED, answered_key(answer.at_ms, job_id), job_id)
    old_ms = max(0, answer.at_ms - ANSWERS_KEPT_MS)
    for key, old_job_id in list(state.scan(ANSWERED, until=answered_key(old_ms, ""))):
        state.delete(ANSWERED, key)
        newest = state.get(ANSWERS, old_job_id)
        if newest is not None and newest.at_ms < old_ms:
            state.delete(ANSWERS, old_job_id)


def _forget_evictions(state: Changes, plan_id: str) -> None:
    """Delete a refused plan's evictions: they did not happen, so they count against no budget."""
    plan = state.get(PLANS, plan_id)
    if plan is None:
        return
    for job_id in plan.victims:
        state.delete(EVICTIONS, eviction_key(plan.planned_at_ms, plan_id, job_id))


def _note_outcome(state: Changes, settled: PreemptionSettled) -> None:
    answer = state.get(ANSWERS, settled.job_id)
    if answer is not None and answer.planned is not None and answer.planned.plan_id == settled.plan_id:
        state.put(ANSWERS, settled.job_id, replace(answer, outcome=settled.outcome))


def _close(state: Changes, plan_id: str) -> None:
    plan = state.get(PLANS, plan_id)
    if plan is None:
        return
    state.delete(PLANS, plan_id)
    for job_id in (*plan.victims, plan.job_id):
        if job_id and state.get(PLAN_OF, job_id) == plan_id:
            state.delete(PLAN_OF, job_id)


def _found() -> list[Fact[PreemptionEvent]]:
    return [Fact(PreemptionPolicyActivated(policy=DEFAULT, requested_by="preemption"), THE_POLICY)]
