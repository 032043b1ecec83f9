"""Payments of evaluations: charged once, on their day, to the cent, beside the identity of node-days."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.deciding import Input
from muster.events.eval_events import EvalEnded, EvalOutcome
from muster.events.metering_commands import ActivateRates, BudgetScope, BudgetTerms, RateCard, SetBudget
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import BudgetMeasured, DayCharged, EvalCharge, EvalsCharged
from muster.metering.core.costs.reconciliation import Reconciliation
from muster.metering.core.decisions import decide
from muster.metering.core.ledger import DAY_MS
from muster.testkit.cores import build
from muster.testkit.cores.metered import MeteredCell, bound, ended, queued
from muster.testkit.laws import examples

DAY = 24 * 60
CARD = RateCard(name="autumn", currency="EUR", default_gpu_hour_micros=4_000_000, rates=(), tier_percent={})


@pytest.fixture
def cell() -> MeteredCell:
    """Priced in euros, from midnight, with a node and a job that holds two of its GPUs."""
    return priced()


def priced(currency: str = "EUR") -> MeteredCell:
    cell = MeteredCell(DAY_MS)
    cell.tell(-30, Watermark(seq=0, at_ms=0))
    card = replace(CARD, currency=currency)
    activate = ActivateRates(card=card, starts_at_ms=cell.start_ms, requested_by="bill")
    cell.tell(0, activate, build.node("n1", gpus=4))
    cell.tell(1, queued("job-a"), bound("job-a", ("n1", (0, 1))))
    return cell


def paid(run: str, micros: int, **changed: Any) -> EvalEnded:
    """A run of acme that has paid an amount."""
    fact = EvalEnded(
        run=run,
        repository="repo-1",
        commit="1f" * 20,
        outcome=EvalOutcome.COMPLETED,
        reason="",
        cases_done=200,
        spent_micros=micros,
        tenant="acme",
        paid_cases=150,
        cached_cases=50,
        tokens_in=1_000,
        tokens_out=100,
        priced=True,
        requested_by="acme/ann",
    )
    return replace(fact, **changed)


def charges(cell: MeteredCell, days: int = 1) -> dict[tuple[int, str], EvalCharge]:
    """Charges by day and run, once these days are over; everything adds up."""
    cell.tell(days * DAY + 2, Watermark(seq=1, at_ms=0))
    ledger = Reconciliation()
    found: dict[tuple[int, str], EvalCharge] = {}
    for fact in cell.decided:
        ledger.apply(fact)
        if isinstance(fact, EvalsCharged):
            assert fact.micros == sum(each.micros for each in fact.charges)
            for each in fact.charges:
                place = (fact.starts_at_ms - cell.start_ms) // DAY_MS, each.run
                assert place not in found, "a run is charged once"
                found[place] = each
    assert list(ledger.discrepancies()) == []
    return found


def test_a_run_is_charged_with_its_day_to_its_organisation_and_user(cell: MeteredCell) -> None:
    cell.tell(30, paid("ci-1", 1_250_000, unsettled_micros=20_000))
    [(place, charge)] = charges(cell).items()
    assert place == (0, "ci-1")
    assert (charge.micros, charge.cents) == (1_270_000, 127)
    assert (charge.payer.tenant, charge.payer.user) == ("acme", "ann")
    assert charge.payer.labels == {"repository": "repo-1", "evaluation": "ci-1"}
    assert (charge.paid_cases, charge.cached_cases) == (150, 50)


def test_a_run_from_the_cache_costs_nothing_and_is_still_told(cell: MeteredCell) -> None:
    cell.tell(30, paid("ci-2", 0, paid_cases=0, cached_cases=200, tokens_in=0, tokens_out=0))
    charge = charges(cell)[0, "ci-2"]
    assert (charge.cents, charge.paid_cases, charge.cached_cases) == (0, 0, 200)


def test_a_run_that_is_told_after_its_day_counts_on_the_open_one(cell: MeteredCell) -> None:
    cell.tell(DAY + 120, Watermark(seq=1, at_ms=0))
    cell.tell(30, paid("late", 10_000))
    assert list(charges(cell, 3)) == [(1, "late")]


def test_the_identity_of_node_days_holds_beside_them(cell: MeteredCell) -> None:
    alone = priced()
    cell.tell(30, paid("ci-1", 1_234_567))
    charges(cell)
    charges(alone)
    days = [fact for fact in cell.decided if isinstance(fact, DayCharged)]
    assert days
    assert days == [fact for fact in alone.decided if isinstance(fact, DayCharged)]


def test_a_watermark_of_evaluations_ends_no_hour() -> None:
    cell = priced()

    def after(topic: str) -> list[object]:
        watermark = Input(
            topic=topic,
            event_id="e",
            key="k",
            correlation_id="c",
            payload=Watermark(seq=9, at_ms=0),
            occurred_at_ms=cell.start_ms + DAY_MS,
        )
        return list(decide(cell.core.state, watermark, 0))

    assert after("eval-events") == after("registry-events") == []
    assert after("job-events") != []


def test_a_budget_in_dollars_counts_what_evaluations_paid() -> None:
    cell = priced("USD")
    cell.tell(2, ended("job-a"))
    terms = BudgetTerms(
        scope=BudgetScope.TENANT, of="", currency="USD", amount_micros=100_000_000, warn_percent=80
    )
    cell.tell(2, SetBudget(budget="b", tenant="acme", terms=terms, requested_by="bill"))
    cell.tell(30, paid("ci-1", 1_250_000))
    charges(cell)
    measured = [fact for fact in cell.decided if isinstance(fact, BudgetMeasured)]
    jobs = measured[-1].spent_micros - 1_250_000
    assert 0 <= jobs <= 150_000, "two GPUs for a minute, at 4 dollars an hour"


@given(amounts=st.lists(st.integers(0, 3_000_000), min_size=1, max_size=12), cut=st.integers(0, 12))
@examples(30)
def test_cents_of_a_day_add_up_to_what_was_paid(amounts: list[int], cut: int) -> None:
    cell = priced()
    for number, micros in enumerate(amounts):
        cell.tell(20 if number < cut else DAY + 20, paid(f"run-{number}", micros))
    found = charges(cell, 2)
    for day in (0, 1):
        of_day = [charge for (place, _), charge in found.items() if place == day]
        exact = sum(each.micros for each in of_day)
        assert sum(each.cents for each in of_day) == (2 * exact + 10_000) // 20_000
    assert sum(each.micros for each in found.values()) == sum(amounts)
