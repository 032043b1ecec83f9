"""A spent budget of a queue holds jobs back, as its policy says: what is commanded, and when it is lifted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from muster.events.job_commands import Tier
from muster.events.metering_commands import (
    BudgetPolicy,
    BudgetScope,
    BudgetTerms,
    RemoveBudget,
    SetBudget,
)
from muster.events.queue_commands import LiftRestriction, RestrictQueue
from muster.events.shared.command_answers import CommandRejected
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import BudgetMeasured
from muster.metering.core.ledger import DAY_MS
from muster.testkit.cores import build
from muster.testkit.cores.metered import MeteredCell, bound, ended, queued

HOUR = 60
DAY = 24 * HOUR
TERMS = BudgetTerms(
    scope=BudgetScope.QUEUE,
    of="research",
    currency="",
    amount_micros=10_000_000,
    rolling_days=None,
    warn_percent=80,
    policy=BudgetPolicy.BLOCK,
    tiers=(Tier.INTERACTIVE,),
)
"""10 GPU hours."""


@pytest.fixture
def cell() -> MeteredCell:
    """A node of 4 GPUs, from midnight."""
    cell = MeteredCell(DAY_MS)
    cell.tell(-30, Watermark(seq=0, at_ms=0))
    cell.tell(0, build.node("n1", gpus=4))
    return cell


def set_budget(terms: BudgetTerms = TERMS) -> SetBudget:
    return SetBudget(budget="b", tenant="acme", terms=terms, requested_by="bill")


def spend(cell: MeteredCell, hours: int = 3, day: int = 0) -> None:
    """Use 4 GPUs for these hours, and let them be recorded."""
    cell.tell(day * DAY, queued(f"job-{day}"), bound(f"job-{day}", ("n1", (0, 1, 2, 3))))
    cell.tell(day * DAY + hours * HOUR, ended(f"job-{day}"))
    pass_hours(cell, day * 24 + hours + 1)


def pass_hours(cell: MeteredCell, hours: float) -> None:
    cell.tell(hours * HOUR + 2, Watermark(seq=1, at_ms=0))


def commanded(cell: MeteredCell) -> list[str]:
    return [type(each).__name__ for each in cell.decided if isinstance(each, RestrictQueue | LiftRestriction)]


def test_a_month_is_blocked_until_it_is_over(cell: MeteredCell) -> None:
    cell.tell(1, set_budget())
    spend(cell)
    measured = [fact for fact in cell.decided if isinstance(fact, BudgetMeasured)][-1]
    (command,) = (fact for fact in cell.decided if isinstance(fact, RestrictQueue))
    assert command == RestrictQueue(
        queue="research",
        tenant="acme",
        restriction="b",
        tiers=(Tier.INTERACTIVE,),
        until_ms=measured.ends_at_ms,
        reason="budget b is spent: 12.00 of 10.00 GPU hours",
        requested_by="metering",
    )


def test_rolling_days_are_blocked_until_less_is_spent(cell: MeteredCell) -> None:
    cell.tell(1, set_budget(replace(TERMS, rolling_days=1)))
    spend(cell)
    (command,) = (fact for fact in cell.decided if isinstance(fact, RestrictQueue))
    assert command.until_ms is None
    pass_hours(cell, 25)
    assert commanded(cell) == ["RestrictQueue", "LiftRestriction"]


def test_a_restriction_that_needs_approval_is_not_lifted_and_is_requested_again(cell: MeteredCell) -> None:
    cell.tell(1, set_budget(replace(TERMS, policy=BudgetPolicy.APPROVAL, rolling_days=1)))
    spend(cell)
    pass_hours(cell, 25)
    assert commanded(cell) == ["RestrictQueue"]
    spend(cell, day=2)
    assert commanded(cell) == ["RestrictQueue"] * 2


def test_a_larger_amount_another_policy_or_no_budget_lifts_it(cell: MeteredCell) -> None:
    cell.tell(1, set_budget())
    spend(cell)
    cell.tell(4 * HOUR + 3, set_budget(replace(TERMS, amount_micros=100_000_000)))
    cell.tell(4 * HOUR + 4, set_budget())
    cell.tell(4 * HOUR + 5, set_budget(replace(TERMS, policy=BudgetPolicy.NOTIFY, tiers=())))
    cell.tell(4 * HOUR + 6, set_budget())
    cell.tell(4 * HOUR + 7, RemoveBudget(budget="b", tenant="acme", requested_by="bill"))
    assert commanded(cell) == ["RestrictQueue", "LiftRestriction"] * 3


def test_only_a_queue_is_restricted(cell: MeteredCell) -> None:
    cell.tell(1, set_budget(replace(TERMS, scope=BudgetScope.TEAM)))
    (refused,) = (fact for fact in cell.decided if isinstance(fact, CommandRejected))
    (violation,) = refused.violations
    assert (violation.field, violation.value) == ("terms.policy", "block")
