"""Budgets: what is spent of them, which thresholds that reaches, and what follows when it is eased."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.deciding import Kind
from muster.events.job_events import QueueCreated
from muster.events.metering_commands import (
    ActivateRates,
    BudgetScope,
    BudgetTerms,
    Rate,
    RateCard,
    RemoveBudget,
    RerateUsage,
    SetBudget,
)
from muster.events.shared.command_answers import CommandRejected, CommandRepeated, RejectionCode
from muster.events.shared.watermarks import Watermark
from muster.events.usage_events import (
    BudgetEased,
    BudgetMeasured,
    BudgetReached,
    BudgetRemoved,
    BudgetSet,
    ChargesCorrected,
    QueuePlaced,
)
from muster.metering.core.budgets.entities import BUDGETED, BUDGETS, LEVELS, SPENT, UNMEASURED
from muster.metering.core.budgets.thresholds import period_of
from muster.metering.core.ledger import DAY_MS
from muster.testkit.cores import build
from muster.testkit.cores.metered import MeteredCell, bound, ended, queued, saved

HOUR = 60
DAY = 24 * HOUR
DOLLAR = 1_000_000
CARD = RateCard(
    name="autumn",
    currency="USD",
    default_gpu_hour_micros=4_000_000,
    rates=(Rate(gpu_model="A100", commitment="", spot=False, gpu_hour_micros=2_500_000),),
    tier_percent={"BATCH_INFERENCE": 60},
)
TEAM = BudgetTerms(
    scope=BudgetScope.TEAM,
    of="vision",
    currency="USD",
    amount_micros=100 * DOLLAR,
    rolling_days=None,
    warn_percent=80,
)


def set_budget(terms: BudgetTerms = TEAM, name: str = "b", tenant: str = "acme") -> SetBudget:
    return SetBudget(budget=name, tenant=tenant, terms=terms, requested_by="bill")


def queue(name: str, **settings: Any) -> QueueCreated:
    return QueueCreated(
        queue=name,
        tenant="acme",
        description="",
        requested_by="op",
        settings=build.queue_settings(**settings),
    )


@pytest.fixture
def cell() -> MeteredCell:
    """Priced at 2.50 USD, with a node of 4 GPUs, from midnight."""
    cell = MeteredCell(DAY_MS)
    cell.tell(-30, Watermark(seq=0, at_ms=0))
    rates = ActivateRates(card=CARD, starts_at_ms=cell.start_ms, requested_by="bill")
    cell.tell(0, rates, build.node("n1", gpus=4))
    return cell


def pass_hours(cell: MeteredCell, hours: float) -> None:
    cell.tell(hours * HOUR + 2, Watermark(seq=1, at_ms=0))


def facts_of(cell: MeteredCell, *kinds: type[Any]) -> list[Any]:
    return [fact for fact in cell.decided if isinstance(fact, kinds)]


def spent(cell: MeteredCell, name: str = "b") -> float:
    """Return the last measured spending, in units."""
    found = [fact for fact in facts_of(cell, BudgetMeasured) if fact.budget == name]
    return found[-1].spent_micros / DOLLAR


def entries(cell: MeteredCell, kind: Kind[Any]) -> int:
    return len(list(cell.core.state.scan(kind)))


def crossed(cell: MeteredCell) -> list[str]:
    return [
        f"{type(fact).__name__} {fact.threshold_percent}"
        for fact in facts_of(cell, BudgetReached, BudgetEased)
    ]


def test_each_threshold_is_reported_once_when_spending_reaches_it(cell: MeteredCell) -> None:
    cell.tell(1, set_budget())
    cell.tell(0, queued("job-a"), bound("job-a", ("n1", (0, 1, 2, 3))))
    pass_hours(cell, 7)
    assert crossed(cell) == []
    pass_hours(cell, 9)
    assert crossed(cell) == ["BudgetReached 80"]
    pass_hours(cell, 12)
    assert crossed(cell) == ["BudgetReached 80", "BudgetReached 100"]
    (warned, _) = facts_of(cell, BudgetReached)
    assert warned.spent_micros >= 80 * DOLLAR
    assert (warned.terms, warned.amount_micros) == (TEAM, 100 * DOLLAR)
    assert warned.starts_at_ms <= cell.start_ms < warned.ends_at_ms


def test_money_is_what_is_charged_to_the_cent(cell: MeteredCell) -> None:
    cell.tell(1, set_budget())
    third = replace(CARD, rates=(replace(CARD.rates[0], gpu_hour_micros=1_000_000),))
    cell.tell(1, ActivateRates(card=third, starts_at_ms=cell.start_ms, requested_by="bill"))
    for n in range(3):
        cell.tell(10, queued(f"job-{n}"), bound(f"job-{n}", ("n1", (n,))))
        cell.tell(30, ended(f"job-{n}"))
    pass_hours(cell, 1)
    assert spent(cell) == 1.0
    pass_hours(cell, 25)
    charged = cell.cents()
    assert spent(cell) * 100 == sum(charged[f"JOB job-{n}"][1] for n in range(3)) == 100


def test_gpu_hours_count_whatever_they_cost(cell: MeteredCell) -> None:
    cell.tell(1, set_budget(replace(TEAM, currency="", amount_micros=10 * DOLLAR)))
    cell.tell(60, queued("job-a"), bound("job-a", ("n1", (0, 1))))
    pass_hours(cell, 5)
    assert spent(cell) == 8.0
    assert crossed(cell) == ["BudgetReached 80"]


def test_a_queue_counts_those_below_it(cell: MeteredCell) -> None:
    cell.tell(0, queue("science"), queue("research", parent="science"))
    every = {"science": BudgetScope.QUEUE, "research": BudgetScope.QUEUE, "": BudgetScope.TENANT}
    for of, scope in every.items():
        cell.tell(1, set_budget(replace(TEAM, scope=scope, of=of), name=f"of-{of}"))
    cell.tell(
        1, set_budget(replace(TEAM, of="audio"), name="others"), set_budget(TEAM, "vision", tenant="rival")
    )
    cell.tell(60, queued("job-a"), bound("job-a", ("n1", (0,))))
    pass_hours(cell, 3)
    assert [spent(cell, f"of-{of}") for of in every] == [5.0, 5.0, 5.0]
    assert [spent(cell, name) for name in ("others", "vision")] == [0.0, 0.0]
    assert [fact.parent for fact in facts_of(cell, QueuePlaced)] == ["science"]


def test_a_budget_set_late_counts_what_was_spent_already(cell: MeteredCell) -> None:
    cell.tell(0, queued("job-a"), bound("job-a", ("n1", (0,))))
    pass_hours(cell, 30)
    cell.tell(30 * HOUR + 3, set_budget(replace(TEAM, rolling_days=3)))
    pass_hours(cell, 31)
    (job,) = (amount for name, (_, amount) in cell.cents().items() if name == "JOB job-a")
    assert spent(cell) * 100 == job + 7 * 250 == 31 * 250
    cell.tell(31 * HOUR + 3, set_budget(replace(TEAM, rolling_days=1)))
    assert spent(cell) == 7 * 2.5


def test_days_that_lie_behind_ease_a_rolling_budget_and_it_can_be_reached_again(cell: MeteredCell) -> None:
    cell.tell(1, set_budget(replace(TEAM, rolling_days=1, amount_micros=10 * DOLLAR)))
    for day in range(2):
        cell.tell(day * DAY + 60, queued(f"job-{day}"), bound(f"job-{day}", ("n1", (0,))))
        cell.tell(day * DAY + 5 * HOUR, ended(f"job-{day}"))
        pass_hours(cell, 24 * day + 6)
        pass_hours(cell, 24 * day + 25)
    cycle = ["BudgetReached 80", "BudgetReached 100", "BudgetEased 80", "BudgetEased 100"]
    assert crossed(cell) == cycle * 2


def test_little_less_than_a_threshold_eases_nothing(cell: MeteredCell) -> None:
    cell.tell(1, set_budget(replace(TEAM, rolling_days=2, amount_micros=100 * DOLLAR)))
    cell.tell(0, queued("job-a"), bound("job-a", ("n1", (0,))))
    cell.tell(1.2 * HOUR, ended("job-a"))
    cell.tell(DAY, queued("job-b"), bound("job-b", ("n1", (0, 1, 2, 3))))
    cell.tell(DAY + 7.7 * HOUR, ended("job-b"))
    pass_hours(cell, 47)
    assert spent(cell) == 80.0
    pass_hours(cell, 50)
    assert spent(cell) == 77.0
    assert crossed(cell) == ["BudgetReached 80"]


def test_a_month_begins_anew(cell: MeteredCell) -> None:
    ends_at_ms = period_of(TEAM, cell.start_ms + 1).ends_at_ms
    days = (ends_at_ms - cell.start_ms) // DAY_MS
    cell.tell(1, set_budget(replace(TEAM, amount_micros=10 * DOLLAR)))
    for day in (0, days):
        cell.tell(day * DAY, queued(f"job-{day}"), bound(f"job-{day}", ("n1", (0,))))
        pass_hours(cell, day * 24 + 1)
        assert spent(cell) == 2.5
        cell.tell(day * DAY + 4 * HOUR, ended(f"job-{day}"))
        pass_hours(cell, day * 24 + 5)
        assert spent(cell) == 10.0
    assert crossed(cell) == ["BudgetReached 80", "BudgetReached 100"] * 2, "once in a month"


def test_reached_thresholds_survive_a_new_amount(cell: MeteredCell) -> None:
    cell.tell(1, set_budget(replace(TEAM, amount_micros=10 * DOLLAR)))
    cell.tell(0, queued("job-a"), bound("job-a", ("n1", (0,))))
    pass_hours(cell, 5)
    assert crossed(cell) == ["BudgetReached 80", "BudgetReached 100"]
    cell.tell(5 * HOUR + 2, set_budget(replace(TEAM, amount_micros=11 * DOLLAR)))
    assert crossed(cell) == ["BudgetReached 80", "BudgetReached 100"], "told already"
    cell.tell(5 * HOUR + 2, set_budget(replace(TEAM, amount_micros=100 * DOLLAR)))
    assert crossed(cell)[2:] == ["BudgetEased 80", "BudgetEased 100"]


def test_corrections_and_reratings_count(cell: MeteredCell) -> None:
    cell.tell(1, set_budget())
    cell.tell(0, queued("job-a"), bound("job-a", ("n1", (0,))))
    pass_hours(cell, 25)
    assert spent(cell) == 62.5
    cell.tell(23 * HOUR, ended("job-a"))
    assert spent(cell) == 57.5
    dear = replace(CARD, rates=(replace(CARD.rates[0], gpu_hour_micros=5_000_000),))
    cell.tell(
        25 * HOUR + 3,
        RerateUsage(
            card=dear, starts_at_ms=cell.start_ms, ends_at_ms=cell.start_ms + DAY_MS, requested_by="bill"
        ),
    )
    assert facts_of(cell, ChargesCorrected)
    assert spent(cell) == 115.0
    assert crossed(cell) == ["BudgetReached 80", "BudgetReached 100"]


def test_a_removed_budget_leaves_nothing(cell: MeteredCell) -> None:
    cell.tell(1, set_budget())
    cell.tell(0, queued("job-a"), bound("job-a", ("n1", (0,))))
    pass_hours(cell, 2)
    gone = RemoveBudget(budget="b", tenant="acme", requested_by="bill")
    cell.tell(3 * HOUR, gone)
    assert isinstance(cell.decided[-1], BudgetRemoved)
    for count in (
        entries(cell, BUDGETS),
        entries(cell, BUDGETED),
        entries(cell, SPENT),
        entries(cell, LEVELS),
    ):
        assert count == 0
    assert entries(cell, UNMEASURED) == 0
    cell.tell(3 * HOUR, gone)
    refused = cell.decided[-1]
    assert isinstance(refused, CommandRejected)
    assert (refused.code, refused.tenant, refused.subject) == (RejectionCode.NOT_FOUND, "acme", "b")


@pytest.mark.parametrize(
    ("changed", "field", "value"),
    [
        ({"currency": "EUR"}, "terms.currency", "EUR"),
        ({"currency": "XXQ"}, "terms.currency", "XXQ"),
        ({"amount_micros": 0}, "terms.amount_micros", "0.00"),
        ({"amount_micros": -5}, "terms.amount_micros", "-0.000005"),
        ({"rolling_days": 36}, "terms.rolling_days", "36"),
        ({"warn_percent": 100}, "terms.warn_percent", "100"),
        ({"scope": BudgetScope.QUEUE, "of": "No Queue"}, "terms.of", "No Queue"),
        ({"scope": BudgetScope.TENANT}, "terms.of", "vision"),
    ],
)
def test_rejections_name_the_wrong_field(
    cell: MeteredCell, changed: dict[str, Any], field: str, value: str
) -> None:
    cell.tell(1, set_budget(replace(TEAM, **changed)))
    (refused,) = facts_of(cell, CommandRejected)
    assert refused.tenant == "acme"
    (violation,) = refused.violations
    assert (violation.field, violation.value) == (field, value)
    assert violation.allowed
    assert not facts_of(cell, BudgetSet)


def test_money_needs_a_price_and_a_repeated_command_is_told_so() -> None:
    cell = MeteredCell(DAY_MS)
    cell.tell(1, set_budget())
    (refused,) = facts_of(cell, CommandRejected)
    assert refused.violations[0].allowed == "empty until a rate card is set"
    hours = set_budget(replace(TEAM, currency=""))
    cell.tell(2, hours, event_id="cmd-1")
    cell.tell(2, hours, event_id="cmd-1")
    assert [fact.subject for fact in facts_of(cell, CommandRepeated)] == ["b"]


@pytest.mark.parametrize(
    ("rolling_days", "until", "starts", "ends"),
    [
        (None, 0, 0, 31),
        (None, 31 * DAY_MS, 0, 31),
        (None, 31 * DAY_MS + 1, 31, 59),
        (None, 364 * DAY_MS + 5, 334, 365),
        (1, 10 * DAY_MS, 9, 10),
        (7, 10 * DAY_MS + 1, 4, 11),
    ],
)
def test_periods(rolling_days: int | None, until: int, starts: int, ends: int) -> None:
    found = period_of(replace(TEAM, rolling_days=rolling_days), until)
    assert found == (starts * DAY_MS, ends * DAY_MS)


@given(st.dates(min_value=date(1970, 1, 1)))
def test_a_month_is_the_calendar_s(day: date) -> None:
    of_epoch = (day - date(1970, 1, 1)).days
    starts_at_ms, ends_at_ms = period_of(TEAM, of_epoch * DAY_MS + 1)
    first = day.replace(day=1)
    length = monthrange(day.year, day.month)[1]
    assert starts_at_ms == (first - date(1970, 1, 1)).days * DAY_MS
    assert ends_at_ms == starts_at_ms + length * DAY_MS


@pytest.mark.slow
@given(
    lengths=st.lists(st.tuples(st.integers(0, 40), st.integers(1, 60), st.booleans()), max_size=8),
    set_after=st.integers(1, 50),
    late=st.booleans(),
)
def test_spending_equals_the_charges_of_its_payers(
    lengths: list[tuple[int, int, bool]], set_after: int, late: bool
) -> None:
    """Whenever the budget is set: the sum of the charges of its payers once all days are charged."""
    cell = MeteredCell(DAY_MS)
    cell.tell(-30, Watermark(seq=0, at_ms=0))
    rates = ActivateRates(card=CARD, starts_at_ms=cell.start_ms, requested_by="bill")
    cell.tell(0, rates, build.node("n1", gpus=8))
    told_late: list[tuple[float, Any]] = []
    events: list[tuple[float, Any]] = [(set_after * HOUR, set_budget(replace(TEAM, rolling_days=35)))]
    for n, (begins, length, of_vision) in enumerate(lengths):
        team = "vision" if of_vision else "audio"
        events.append((begins * HOUR + n, queued(f"job-{n}", team=team)))
        events.append((begins * HOUR + n, bound(f"job-{n}", ("n1", (n,)))))
        where = told_late if late and n == 0 else events
        where.append((begins * HOUR + n + length * 7, ended(f"job-{n}")))
    for minute, fact in sorted(events, key=lambda each: each[0]):
        cell.tell(minute, fact)
    for minute, fact in told_late:
        cell.tell(minute, fact)
    if late and lengths:
        cell.tell(80 * HOUR, ended("job-0"))  # the first was refused if it came too late
    pass_hours(cell, 97)
    expected = sum(
        charge.charged_cents
        for day in cell.charged().values()
        for charge in day.charges
        if charge.payer.team == "vision"
    )
    assert round(spent(cell) * 100) == expected


def test_an_hour_in_which_nothing_was_spent_measures_nothing(cell: MeteredCell) -> None:
    cell.tell(1, set_budget())
    pass_hours(cell, 2)
    count = len(facts_of(cell, BudgetMeasured))
    pass_hours(cell, 10)
    assert len(facts_of(cell, BudgetMeasured)) == count


def test_the_cost_of_checkpoints_is_spent_by_the_payer_of_the_job(cell: MeteredCell) -> None:
    card = replace(CARD, name="with storage", storage_gb_month_micros=30_000)
    cell.tell(1, ActivateRates(card=card, starts_at_ms=cell.start_ms, requested_by="bill"))
    cell.tell(2, set_budget(replace(TEAM, rolling_days=7)), set_budget(replace(TEAM, of="audio"), "other"))
    cell.tell(DAY / 2, queued("job-a"), saved("job-a", size_bytes=100_000_000_000_000))
    pass_hours(cell, 24)
    assert spent(cell) == 50.0, "100 TB for half a day"
    assert all(fact.spent_micros == 0 for fact in facts_of(cell, BudgetMeasured) if fact.budget == "other")
