"""Restriction of a queue by its spent budget: a command to the scheduler. PURE (ADR 112).

A command is decided and recorded like a fact, so `muster audit verify` repeats the decision; the scheduler
judges the command and answers. The restriction is named after the budget.

    BLOCK      until the month ends; for rolling days, until spending falls
    APPROVAL   until an operator lifts it
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muster.deciding import Fact
from muster.events.metering_commands import BudgetPolicy, BudgetTerms
from muster.events.queue_commands import LiftRestriction, RestrictQueue
from muster.events.usage_events import BudgetMeasured, BudgetSet
from muster.jobs.values.quantities import format_money

SENDER: Final = "metering"
"""Subject of this service's token."""

_MICROS_PER_CENT: Final = 10_000


def restrict(budget: BudgetSet, measured: BudgetMeasured) -> Iterator[Fact[RestrictQueue | LiftRestriction]]:
    """Restrict the queue of a fully spent budget, as its policy demands."""
    terms = budget.terms
    if terms.policy is BudgetPolicy.NOTIFY:
        return
    ends = terms.policy is BudgetPolicy.BLOCK and terms.rolling_days is None
    spent, amount = (_rounded(each) for each in (measured.spent_micros, measured.amount_micros))
    command = RestrictQueue(
        queue=terms.of,
        tenant=budget.tenant,
        restriction=budget.budget,
        tiers=terms.tiers,
        until_ms=measured.ends_at_ms if ends else None,
        reason=f"budget {budget.budget} is spent: {spent} of {amount} {terms.currency or 'GPU hours'}",
        requested_by=SENDER,
    )
    yield Fact(command, terms.of, budget.tenant)


def ease(budget: BudgetSet) -> Iterator[Fact[RestrictQueue | LiftRestriction]]:
    """Lift the restriction after spending has fallen, unless it needs approval."""
    if budget.terms.policy is BudgetPolicy.BLOCK:
        yield from lift(budget)


def lift(budget: BudgetSet) -> Iterator[Fact[RestrictQueue | LiftRestriction]]:
    """Lift a budget's restriction."""
    if budget.terms.policy is not BudgetPolicy.NOTIFY:
        command = LiftRestriction(
            queue=budget.terms.of,
            tenant=budget.tenant,
            restriction=budget.budget,
            requested_by=SENDER,
        )
        yield Fact(command, budget.terms.of, budget.tenant)


def restricts_alike(one: BudgetTerms, other: BudgetTerms) -> bool:
    """Whether two budgets restrict the same jobs in the same way."""
    return (one.policy, one.tiers, one.of, one.rolling_days) == (
        other.policy,
        other.tiers,
        other.of,
        other.rolling_days,
    )


def _rounded(micros: int) -> str:
    """Format an amount, rounded to the cent, half a cent up."""
    return format_money((micros + _MICROS_PER_CENT // 2) // _MICROS_PER_CENT * _MICROS_PER_CENT)
