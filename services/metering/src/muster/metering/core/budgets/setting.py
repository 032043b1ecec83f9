"""Setting and removal of budgets; placement of queues. PURE."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeAlias

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.events.job_events import QueueConfigured, QueueCreated, QueueDeleted
from muster.events.metering_commands import RemoveBudget, SetBudget
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.events.usage_events import BudgetRemoved, BudgetSet, QueuePlaced
from muster.jobs import budget_violations
from muster.metering.core.budgets import guarantees, quotas, restricting
from muster.metering.core.budgets.entities import (
    BUDGETED,
    BUDGETS,
    HELD,
    LEVELS,
    PARENTS,
    SPENT,
    UNMEASURED,
    Level,
    Named,
    budget_key,
    scope_key,
)
from muster.metering.core.budgets.spending import count_kept_days
from muster.metering.core.budgets.thresholds import ALL_PERCENT, period_of
from muster.metering.core.state import CARDS, Outputs, first_open_ms

BUDGETS_MAX: Final = 1_000
"""Maximum number of budgets in a cell."""

Place: TypeAlias = QueueCreated | QueueConfigured | QueueDeleted
"""Facts of the scheduler that place a queue in the tree."""


def change_budget(state: Entities, given: Input[object], command: SetBudget | RemoveBudget) -> Facts[Outputs]:
    """Set or remove a budget, or reject the command with violations."""
    if isinstance(command, SetBudget):
        found = budget_violations(command) or tuple(_not_now(state, command))
        if found:
            yield refuse(given, RejectionCode.INVALID, found)
        else:
            before = _that_restricts(state, command)
            yield _fact_of(command, BudgetSet(terms=command.terms, **_whose(command)))
            if before is not None and not restricting.restricts_alike(before.terms, command.terms):
                yield from restricting.lift(before)
    elif state.get(BUDGETS, budget_key(command.tenant, command.budget)) is None:
        allowed = "the name of an existing budget"
        missing = Violation(field="budget", value=command.budget, allowed=allowed)
        yield refuse(given, RejectionCode.NOT_FOUND, (missing,))
    else:
        before = _that_restricts(state, command)
        yield _fact_of(command, BudgetRemoved(**_whose(command)))
        if before is not None:
            yield from restricting.lift(before)


def place_queue(state: Entities, fact: Place, at_ms: int) -> Facts[Outputs]:
    """Report a queue's new parent, maximum or guarantee; nothing if these are unchanged."""
    settings = None if isinstance(fact, QueueDeleted) else fact.settings
    parent = None if settings is None else settings.parent
    guarantee, maximum = (
        None if settings is None or quota is None else quota.gpu_milli
        for quota in ((settings.guarantee, settings.maximum) if settings is not None else (None, None))
    )
    key = budget_key(fact.tenant, fact.queue)
    held = state.get(HELD, key)
    known = state.get(PARENTS, key), None if held is None else held.maximum_gpu_milli
    if (parent, maximum, guarantee or None) == (*known, state.get(guarantees.GUARANTEES, key)):
        return
    place = QueuePlaced(
        queue=fact.queue,
        tenant=fact.tenant,
        parent=parent,
        maximum_gpu_milli=maximum,
        guarantee_gpu_milli=guarantee,
    )
    yield Fact(place, fact.queue, fact.tenant)
    if held is not None and held.reached and maximum is None:
        yield quotas.unbounded(fact.queue, fact.tenant, held, at_ms)
    yield from quotas.crossed_in(state, fact.tenant, at_ms)


def note_budget(state: Changes, fact: BudgetSet) -> None:
    """Store a budget, and count the spending of its current period so far."""
    key = budget_key(fact.tenant, fact.budget)
    before, former = state.get(LEVELS, key), state.get(BUDGETS, key)
    forget(state, fact.tenant, fact.budget)
    whose = scope_key(fact.tenant, fact.terms.scope, fact.terms.of)
    state.put(BUDGETS, key, fact)
    state.put(BUDGETED, whose, Named((*(state.get(BUDGETED, whose) or Named()).names, fact.budget)))
    state.put(UNMEASURED, key, 0)
    period = period_of(fact.terms, first_open_ms(state))
    if before is not None and before.starts_at_ms == period.starts_at_ms:
        alike = former is not None and restricting.restricts_alike(former.terms, fact.terms)
        thresholds = (fact.terms.warn_percent, *((ALL_PERCENT,) if alike else ()))
        kept = tuple(each for each in before.reached if each in thresholds)
        state.put(LEVELS, key, Level(before.starts_at_ms, kept))
    count_kept_days(state, fact, period.starts_at_ms)


def forget(state: Changes, tenant: str, name: str) -> None:
    """Forget everything about a budget."""
    key = budget_key(tenant, name)
    budget = state.get(BUDGETS, key)
    if budget is None:
        return
    whose = scope_key(tenant, budget.terms.scope, budget.terms.of)
    others = tuple(each for each in (state.get(BUDGETED, whose) or Named()).names if each != name)
    if others:
        state.put(BUDGETED, whose, Named(others))
    else:
        state.delete(BUDGETED, whose)
    for kind in (BUDGETS, LEVELS, UNMEASURED):
        state.delete(kind, key)
    for place, _ in list(state.scan(SPENT, prefix=f"{key}/")):
        state.delete(SPENT, place)


def note_place(state: Changes, fact: QueuePlaced) -> None:
    """Store a queue's parent, maximum and guarantee."""
    key = budget_key(fact.tenant, fact.queue)
    if fact.parent is None:
        state.delete(PARENTS, key)
    else:
        state.put(PARENTS, key, fact.parent)
    quotas.note_place(state, fact)
    guarantees.note_place(state, fact)


def _that_restricts(state: Entities, command: SetBudget | RemoveBudget) -> BudgetSet | None:
    """Return the budget of this name if it is fully spent, and so may restrict its queue."""
    key = budget_key(command.tenant, command.budget)
    level = state.get(LEVELS, key)
    return state.get(BUDGETS, key) if level is not None and ALL_PERCENT in level.reached else None


def _not_now(state: Entities, command: SetBudget) -> Iterator[Violation]:
    """Check a budget against the currency of usage prices and the number of budgets."""
    priced = {card.currency for _, card in state.scan(CARDS)}
    currency = command.terms.currency
    if currency and currency not in priced:
        known = ", ".join(sorted(priced))
        allowed = f"{known}, as usage is priced" if known else "empty until a rate card is set"
        yield Violation(field="terms.currency", value=currency, allowed=allowed)
    if state.get(BUDGETS, budget_key(command.tenant, command.budget)) is None:
        count = sum(1 for _ in islice(state.scan(BUDGETS), BUDGETS_MAX))
        if count >= BUDGETS_MAX:
            allowed = f"at most {BUDGETS_MAX} budgets in a cell"
            yield Violation(field="budget", value=command.budget, allowed=allowed)


def _whose(command: SetBudget | RemoveBudget) -> dict[str, str]:
    return {"budget": command.budget, "tenant": command.tenant, "requested_by": command.requested_by}


def _fact_of(command: SetBudget | RemoveBudget, fact: BudgetSet | BudgetRemoved) -> Fact[Outputs]:
    return Fact(fact, command.budget, command.tenant)
