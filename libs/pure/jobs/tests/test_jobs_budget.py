"""Budgets as people write them."""

from __future__ import annotations

from typing import Any

import pytest
from muster.events.metering_commands import BudgetScope, BudgetTerms
from muster.jobs import (
    BudgetRequest,
    InvalidDocument,
    budget_data,
    budget_violation_as_written,
    budget_violations,
    filled,
    to_budget,
)

MONEY = {"name": "vision-month", "team": "vision", "amount": "5000.00", "currency": "USD"}


@pytest.mark.parametrize(
    ("asked", "scope", "of"),
    [
        (MONEY, BudgetScope.TEAM, "vision"),
        ({"name": "a", "project": "Llama.2", "gpu_hours": "12.5"}, BudgetScope.PROJECT, "Llama.2"),
        (
            {"name": "a", "queue": "research", "gpu_hours": "12.5", "rolling_days": 7},
            BudgetScope.QUEUE,
            "research",
        ),
        ({"name": "a", "gpu_hours": "0.01", "warn_percent": 50}, BudgetScope.TENANT, ""),
    ],
)
def test_a_request_becomes_the_command_and_back(asked: dict[str, Any], scope: BudgetScope, of: str) -> None:
    request = filled(BudgetRequest, asked)
    command = to_budget(request, "acme", "bill")
    assert (command.tenant, command.terms.scope, command.terms.of) == ("acme", scope, of)
    assert filled(BudgetRequest, budget_data(command.budget, command.terms)) == request
    assert budget_violations(command) == ()


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"queue": "research"}, "team, queue"),
        ({"gpu_hours": "10"}, "amount, gpu_hours"),
        ({"amount": None}, "amount, gpu_hours"),
        ({"currency": None}, "currency"),
        ({"amount": None, "gpu_hours": "5"}, "currency"),
        ({"amount": 5000}, "amount"),
        ({"amount": "0.00"}, "amount"),
        ({"currency": "JPY"}, "currency"),
        ({"rolling_days": 0}, "rolling_days"),
        ({"warn_percent": 100}, "warn_percent"),
        ({"name": "No"}, "name"),
    ],
)
def test_invalid_fields_are_named(changed: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidDocument) as caught:
        filled(BudgetRequest, {**MONEY, **changed})
    assert [each.field for each in caught.value.violations] == [field]


def test_violations_of_records_are_reported_with_the_names_of_the_request() -> None:
    terms = BudgetTerms(
        scope=BudgetScope.TEAM, of="", currency="", amount_micros=0, rolling_days=99, warn_percent=0
    )
    command = to_budget(filled(BudgetRequest, MONEY), "acme", "bill")
    found = budget_violations(type(command)(budget="B", tenant="acme", terms=terms, requested_by="bill"))
    assert [each.field for each in found] == [
        "budget",
        "terms.of",
        "terms.amount_micros",
        "terms.rolling_days",
        "terms.warn_percent",
    ]
    written = [budget_violation_as_written(each).field for each in found]
    assert written == ["name", "of", "amount", "rolling_days", "warn_percent"]
