"""BudgetRequest: how much a tenant, team, project or queue may spend, with its conversion to the command.

Amounts are text, `"5000.00"`, and count in millionths. Whether a currency is the one that usage is priced in,
metering decides; its violations name the record's fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Self

from muster.events.job_commands import Tier
from muster.events.metering_commands import BudgetPolicy, BudgetScope, BudgetTerms, SetBudget
from muster.events.shared.command_answers import Violation
from muster.jobs.documents.refusal import InvalidDocument
from muster.jobs.forms.errors import filled
from muster.jobs.forms.form import Form
from muster.jobs.forms.rates import Currency
from muster.jobs.forms.restriction import Tiers
from muster.jobs.values.quantities import format_money
from muster.jobs.values.rules import Name, Queue, choice, money, refuse, whole, written
from pydantic import model_validator

ROLLING_DAYS_MAX: Final = 35
"""Days for which metering keeps usage."""

WARN_PERCENT: Final = 80

LOW_TIERS: Final = (Tier.BATCH_INFERENCE, Tier.INTERACTIVE)
"""Tiers whose jobs wait once a budget that restricts its queue is spent, unless it lists its own."""

_AMOUNT: Final = ("0.01", "1000000000")


class BudgetRequest(Form):
    """Limit on spending in a calendar month or a rolling window, with the percentage at which to alert."""

    meant: ClassVar[Mapping[str, str]] = {
        "budget": "name",
        "money": "amount",
        "hours": "gpu_hours",
        "days": "rolling_days",
        "warn": "warn_percent",
    }

    name: Queue
    """Name of the budget; unique in its tenant. One of this name is replaced."""
    team: Name | None = None
    """Limits the spending of this team; without team, project and queue: of the whole tenant."""
    project: Name | None = None
    """Limits the spending of this project, over all teams."""
    queue: Queue | None = None
    """Limits the spending of jobs in this queue and its child queues."""
    amount: Annotated[int, *money(*_AMOUNT)] | None = None
    """Money, in `currency`; use gpu_hours to limit time instead."""
    currency: Currency | None = None
    """Currency of the amount; must be the one that usage is priced in."""
    gpu_hours: Annotated[int, *money(*_AMOUNT)] | None = None
    """GPU hours, regardless of their cost."""
    rolling_days: Annotated[int, *whole(1, ROLLING_DAYS_MAX)] | None = None
    """Rolling window in days, UTC, including today; absent: the calendar month."""
    warn_percent: Annotated[int, *whole(1, 99)] = WARN_PERCENT
    """Alert at this percentage, and at 100 %."""
    policy: Annotated[BudgetPolicy, *choice(BudgetPolicy)] = BudgetPolicy.NOTIFY
    """Effect of a spent budget. notify: only an alert. block: jobs of `tiers` do not start from its queue
    until the month is over or the spending falls. approval: they do not start until somebody approves."""
    tiers: Tiers | None = None
    """Tiers that `block` and `approval` hold back; absent: batch-inference and interactive."""

    @model_validator(mode="after")
    def _of_one(self) -> Self:
        given = [name for name in ("team", "project", "queue") if getattr(self, name) is not None]
        if len(given) > 1:
            raise refuse(field=", ".join(given), value=f"{len(given)} of them", allowed="at most one of them")
        return self

    @model_validator(mode="after")
    def _restricts_a_queue(self) -> Self:
        if self.policy is BudgetPolicy.NOTIFY:
            if self.tiers is not None:
                said = ", ".join(map(written, self.tiers))
                raise refuse(
                    field="tiers", value=said, allowed="absent unless the policy is block or approval"
                )
        elif self.queue is None:
            raise refuse(
                field="policy", value=written(self.policy), allowed="notify unless the budget is of a queue"
            )
        return self

    @model_validator(mode="after")
    def _one_unit(self) -> Self:
        if (self.amount is None) == (self.gpu_hours is None):
            given = "neither" if self.amount is None else "both"
            raise refuse(
                field="amount, gpu_hours", value=given, allowed="exactly one of amount and gpu_hours"
            )
        if (self.amount is None) != (self.currency is None):
            value = "(absent)" if self.currency is None else self.currency
            raise refuse(
                field="currency", value=value, allowed="given with an amount, and absent without one"
            )
        return self


def to_budget(request: BudgetRequest, tenant: str, requested_by: str) -> SetBudget:
    """The command for the log."""
    amounts = (each for each in (request.amount, request.gpu_hours) if each is not None)
    scope, of = next(
        ((scope, value) for scope, name in _OF.items() if (value := getattr(request, name)) is not None),
        (BudgetScope.TENANT, ""),
    )
    return SetBudget(
        budget=request.name,
        tenant=tenant,
        terms=BudgetTerms(
            scope=scope,
            of=of,
            currency=request.currency or "",
            amount_micros=next(amounts),
            rolling_days=request.rolling_days,
            warn_percent=request.warn_percent,
            policy=request.policy,
            tiers=() if request.policy is BudgetPolicy.NOTIFY else request.tiers or LOW_TIERS,
        ),
        requested_by=requested_by,
    )


def budget_data(name: str, terms: BudgetTerms) -> dict[str, Any]:
    """A budget as people write it; not validated."""
    found: dict[str, Any] = {"name": name, "warn_percent": terms.warn_percent}
    if terms.scope in _OF:
        found[_OF[terms.scope]] = terms.of
    if terms.currency:
        found |= {"amount": format_money(terms.amount_micros), "currency": terms.currency}
    else:
        found["gpu_hours"] = format_money(terms.amount_micros)
    if terms.rolling_days is not None:
        found["rolling_days"] = terms.rolling_days
    if terms.policy is not BudgetPolicy.NOTIFY or terms.tiers:
        found |= {"policy": written(terms.policy), "tiers": [written(tier) for tier in terms.tiers]}
    return found


def budget_violations(command: SetBudget) -> tuple[Violation, ...]:
    """All violations of the command by itself, named by the record's fields."""
    terms = command.terms
    recorded = {"name": "budget", **{written: f"terms.{field}" for field, written in _FIELDS.items()}}
    recorded |= dict.fromkeys(_OF.values(), "terms.of") | {"gpu_hours": "terms.amount_micros"}
    try:
        filled(BudgetRequest, budget_data(command.budget, terms))
    except InvalidDocument as error:
        return tuple(
            Violation(field=recorded.get(v.field, v.field), value=v.value, allowed=v.allowed)
            for v in error.violations
        )
    if terms.scope is BudgetScope.TENANT and terms.of:
        return (Violation(field="terms.of", value=terms.of, allowed="empty for the scope TENANT"),)
    return ()


def budget_violation_as_written(violation: Violation) -> Violation:
    """A violation that names the record's fields, in the words of the request."""
    field = violation.field.removeprefix("terms.")
    written = {"budget": "name", **_FIELDS}.get(field, field)
    return Violation(field=written, value=violation.value, allowed=violation.allowed)


_OF: Final = {BudgetScope.TEAM: "team", BudgetScope.PROJECT: "project", BudgetScope.QUEUE: "queue"}
"""The field of the request that names whose spending counts."""

_FIELDS: Final = {
    "amount_micros": "amount",
    "currency": "currency",
    "rolling_days": "rolling_days",
    "warn_percent": "warn_percent",
    "policy": "policy",
    "tiers": "tiers",
}
"""The record's name of a field, and the request's."""
