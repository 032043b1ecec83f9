"""Decide and evolve. PURE.

Requests and the facts that end a plan come as inputs. What a plan is made on, the `World`, is folded from the
same topic in its one order; a plan says as of which seq. So a plan is a function of the log up to that seq,
this service's own facts, and the time of the batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from muster.deciding import Changes, Decider, Entities, Fact, Happened, Input, repeated
from muster.events.job_events import (
    AttemptEnded,
    GangBound,
    JobCancelled,
    JobFailed,
    JobSuspended,
    PreemptionRequested,
)
from muster.events.preemption_commands import ActivatePreemptionPolicy
from muster.events.preemption_events import (
    PlanOutcome,
    PreemptionDeclined,
    PreemptionPlanned,
    PreemptionPolicyActivated,
    PreemptionSettled,
)
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.preemption.core.answers import answer, evictions_of
from muster.preemption.core.history import Terms
from muster.preemption.core.state import (
    DEFAULT,
    EVICTIONS,
    PLAN_OF,
    PLANS,
    POLICIES,
    THE_POLICY,
    OpenPlan,
    eviction_key,
    history_of,
    policy_of,
)
from muster.preemption.core.world import World

WorldAsOf = Callable[[int], World]
"""The world as of a seq or later."""


def decider_of(world_as_of: WorldAsOf) -> Decider:
    """The core, planning on this world."""

    def decide(state: Entities, given: Input, at_ms: int) -> Iterator[Fact]:
        payload = given.payload
        if isinstance(payload, PreemptionRequested):
            terms = Terms(policy_of(state), history_of(state, at_ms), at_ms)
            yield from answer(world_as_of(payload.as_of_seq), payload, terms)
        elif isinstance(payload, ActivatePreemptionPolicy):
            activated = PreemptionPolicyActivated(policy=payload.policy, requested_by=payload.requested_by)
            yield Fact(activated, THE_POLICY)
        else:
            yield from _ending(state, payload)

    return Decider(
        decide=decide,
        evolve=evolve,
        due=_expire,
        next_deadline_ms=_next_deadline_ms,
        found=_found,
        repeated=_repeated,
    )


def evolve(state: Changes, fact: Happened) -> None:
    """The state after a fact."""
    match fact.payload:
        case PreemptionPolicyActivated() as activated:
            state.put(POLICIES, THE_POLICY, activated.policy)
        case PreemptionPlanned() as plan:
            _open(state, plan, fact.at_ms)
        case PreemptionSettled() as settled:
            _close(state, settled.plan_id)
        case PreemptionDeclined() | CommandRejected() | CommandRepeated():
            pass
        case other:
            raise TypeError(f"{type(other).__name__} is no fact of this service")


def _ending(state: Entities, payload: Any) -> Iterator[Fact]:
    """What ends an open plan."""
    outcome = next((each for kind, each in _OUTCOMES.items() if isinstance(payload, kind)), None)
    plan_id = state.get(PLAN_OF, payload.job_id) if outcome else None
    plan = state.get(PLANS, plan_id) if plan_id else None
    if outcome is None or plan_id is None or plan is None:
        return
    is_victim = payload.job_id in plan.victims
    if is_victim == (outcome is PlanOutcome.VICTIM_ENDED):
        yield _settled(plan_id, plan, outcome)


def _expire(state: Entities, at_ms: int) -> Iterator[Fact]:
    """Plans whose time is over."""
    for plan_id, plan in list(state.scan(PLANS)):
        if plan.expires_at_ms <= at_ms:
            yield _settled(plan_id, plan, PlanOutcome.EXPIRED)


def _next_deadline_ms(state: Entities) -> int | None:
    return min((plan.expires_at_ms for _, plan in state.scan(PLANS)), default=None)


def _settled(plan_id: str, plan: OpenPlan, outcome: PlanOutcome) -> Fact:
    settled = PreemptionSettled(plan_id=plan_id, job_id=plan.job_id, tenant=plan.tenant, outcome=outcome)
    return Fact(settled, plan.job_id or plan_id, plan.tenant)


def _open(state: Changes, plan: PreemptionPlanned, at_ms: int) -> None:
    victims = tuple(victim.job_id for victim in plan.victims)
    former = state.get(PLAN_OF, plan.job_id) if plan.job_id else None
    if former is not None:
        _close(state, former)
    state.put(PLANS, plan.plan_id, OpenPlan(plan.job_id, plan.tenant, victims, plan.expires_at_ms))
    for job_id in (*victims, *((plan.job_id,) if plan.job_id else ())):
        state.put(PLAN_OF, job_id, plan.plan_id)
    for each in evictions_of(plan, at_ms):
        state.put(EVICTIONS, eviction_key(at_ms, plan.plan_id, each.job_id), each)
    forgotten_ms = max(0, at_ms - policy_of(state).pair_remembered_ms)
    for key, _ in list(state.scan(EVICTIONS, until=eviction_key(forgotten_ms, "", ""))):
        state.delete(EVICTIONS, key)


def _close(state: Changes, plan_id: str) -> None:
    plan = state.get(PLANS, plan_id)
    if plan is None:
        return
    state.delete(PLANS, plan_id)
    for job_id in (*plan.victims, plan.job_id):
        if job_id and state.get(PLAN_OF, job_id) == plan_id:
            state.delete(PLAN_OF, job_id)


def _found() -> list[Fact]:
    return [Fact(PreemptionPolicyActivated(policy=DEFAULT, requested_by="preemption"), THE_POLICY)]


def _repeated(given: Input) -> Iterator[Fact]:
    """A duplicate of a command is told that it was answered; one of a fact is nobody's question."""
    if isinstance(given.payload, ActivatePreemptionPolicy):
        yield repeated(given, subject=THE_POLICY, tenant="", key=THE_POLICY)


_OUTCOMES: Final[dict[type[Any], PlanOutcome]] = {
    GangBound: PlanOutcome.SERVED,
    AttemptEnded: PlanOutcome.VICTIM_ENDED,
    JobCancelled: PlanOutcome.MOOT,
    JobFailed: PlanOutcome.MOOT,
    JobSuspended: PlanOutcome.MOOT,
}
