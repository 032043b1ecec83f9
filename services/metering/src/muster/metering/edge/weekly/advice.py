"""Advice in a weekly report, as sentences. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from muster.metering.edge.weekly.week import BudgetState, Week

PERCENT: Final = 100
CHANGED_PERCENT: Final = 10
"""Changes smaller than this, against the week before, are not mentioned."""


def summary(week: Week) -> str:
    """Return the week in a sentence."""
    if not week.charged:
        return f"Nothing was charged to {week.team} in this week."
    spent = f"{week.team} spent {money(week.charged)} {week.currency} on {week.gpu_hours:,.0f} GPU hours"
    return f"{spent}{_against(week)}." + ("" if week.settled else " Some days are not charged yet.")


def looks(week: Week) -> Iterator[str]:
    """Yield findings and advice, the most expensive first where known."""
    if week.losses:
        lost = sum((amount for _, amount in week.losses), Decimal(0))
        whys = ", ".join(f"{why} {money(amount)}" for why, amount in week.losses)
        spent = f"{money(week.charged)} {week.currency}"
        yield f"Of {spent}, {money(lost)} was lost, repeated or for nothing: {whys}."
    if week.use is not None:
        busy = 100 * week.use.busy / week.use.measured
        yield (
            f"Of the GPU time that was measured, {busy:.0f} % was busy; "
            f"{money(week.use.idle_charged)} {week.currency} were for the rest."
        )
    saved = sum((job.saved for job in week.idle), Decimal(0))
    if saved:
        yield f"Smaller requests would have cost {money(saved)} {week.currency} less; see the jobs below."
    for budget in week.budgets:
        yield of_budget(budget)
    if week.outlook is not None:
        least, most = week.outlook
        weeks = len(week.before) + 1
        yield (
            f"The last {weeks} weeks cost {money(least)} to {money(most)} {week.currency} each; "
            "next week costs as much if it is like one of them."
        )


def of_budget(budget: BudgetState) -> str:
    """Describe the state of a budget."""
    amounts = f"{money(budget.spent)} of {money(budget.amount)} {budget.unit}"
    state = f"{budget.percent} % of budget {budget.name} is spent ({amounts})"
    if budget.at_pace is None or not budget.amount:
        return f"{state}."
    percent = 100 * budget.at_pace / budget.amount
    verdict = "it does not last" if percent > PERCENT else "it lasts"
    return f"{state}; at this week's pace {percent:.0f} % by {budget.ends}: {verdict}."


def money(amount: Decimal) -> str:
    """Format an amount, to the cent."""
    return f"{amount:,.2f}"


def _against(week: Week) -> str:
    if not week.before:
        return ""
    _, last = week.before[0]
    percent = 100 * (week.charged - last) / last
    if abs(percent) < CHANGED_PERCENT:
        return ", about as much as in the week before"
    return f", {abs(percent):.0f} % {'more' if percent > 0 else 'less'} than in the week before"
