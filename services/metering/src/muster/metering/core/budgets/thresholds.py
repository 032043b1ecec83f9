"""Spending of a budget in its period, and the thresholds it reaches or eases. PURE.

A budget is measured when an hour with spending is recorded, when charges change, and when a day begins. A
threshold is reported once; again only in another month, or after it was eased, that is, when spending fell
below it by `EASE_PERCENT`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from muster.deciding import Changes, Entities, Fact
from muster.events.metering_commands import BudgetTerms
from muster.events.usage_events import BudgetEased, BudgetMeasured, BudgetReached, BudgetSet
from muster.metering.core.budgets import restricting
from muster.metering.core.budgets.entities import BUDGETS, LEVELS, UNMEASURED, Level, budget_key
from muster.metering.core.budgets.spending import spent
from muster.metering.core.ledger import CENT, DAY_MS, PERCENT
from muster.metering.core.state import Outputs, day_of, first_open_ms

EASE_PERCENT: Final = 5
"""A reached threshold is eased when spending falls below it by this percentage of the amount."""

ALL_PERCENT: Final = 100
"""The last threshold of every budget."""

MEASURED_AT_ONCE: Final = 100
"""Maximum number of budgets measured in one batch."""

_MICROS_PER_CENT: Final = 10_000
_GPU_HOUR_US: Final = 3_600_000_000
_MILLION: Final = 1_000_000
_DECEMBER: Final = 12
_ERA_DAYS: Final = 146_097
"""Days in 400 years."""
_DAYS_BEFORE_1970: Final = 719_468
"""Days from 0000-03-01 to 1970-01-01."""


class Period(NamedTuple):
    """Period of a budget, in whole days (UTC), milliseconds since 1970."""

    starts_at_ms: int
    ends_at_ms: int


def to_measure(state: Entities) -> bool:
    """Whether the spending of a budget has changed since it was measured."""
    return any(True for _ in state.scan(UNMEASURED))


def measure(state: Entities) -> Iterator[Fact[Outputs]]:
    """Measure the spending of budgets, and report the thresholds reached or eased."""
    for key, _ in list(islice(state.scan(UNMEASURED), MEASURED_AT_ONCE)):
        budget = state.get(BUDGETS, key)
        assert budget is not None  # noqa: S101  (nothing is kept of a removed budget)
        measured = _measured(state, budget)
        yield Fact(measured, budget.budget, budget.tenant)
        for threshold in (budget.terms.warn_percent, ALL_PERCENT):
            yield from _crossed(state, budget, measured, threshold)


def note_measured(state: Changes, fact: BudgetMeasured) -> None:
    """Mark a budget as measured; in another month no threshold is reached yet."""
    key = budget_key(fact.tenant, fact.budget)
    state.delete(UNMEASURED, key)
    budget, before = state.get(BUDGETS, key), state.get(LEVELS, key)
    rolls = budget is not None and budget.terms.rolling_days is not None
    same = before is not None and (rolls or before.starts_at_ms == fact.starts_at_ms)
    state.put(LEVELS, key, Level(fact.starts_at_ms, before.reached if before is not None and same else ()))


def note_crossed(state: Changes, fact: BudgetReached | BudgetEased) -> None:
    """Store the reached thresholds."""
    key = budget_key(fact.tenant, fact.budget)
    level = state.get(LEVELS, key) or Level(fact.starts_at_ms)
    others = {each for each in level.reached if each != fact.threshold_percent}
    reached = others | {fact.threshold_percent} if isinstance(fact, BudgetReached) else others
    state.put(LEVELS, key, Level(level.starts_at_ms, tuple(sorted(reached))))


def period_of(terms: BudgetTerms, until_ms: int) -> Period:
    """Return the calendar month before `until_ms`, or the rolling days up to the end of its last day."""
    last_ms = max(0, until_ms - 1)
    if terms.rolling_days is not None:
        ends_at_ms = day_of(last_ms) + DAY_MS
        return Period(ends_at_ms - terms.rolling_days * DAY_MS, ends_at_ms)
    year, month = _month_of(last_ms // DAY_MS)
    following = (year + 1, 1) if month == _DECEMBER else (year, month + 1)
    return Period(_first_day(year, month) * DAY_MS, _first_day(*following) * DAY_MS)


def _measured(state: Entities, budget: BudgetSet) -> BudgetMeasured:
    until_ms = first_open_ms(state)
    period = period_of(budget.terms, until_ms)
    amount = spent(state, budget_key(budget.tenant, budget.budget), *period)
    if budget.terms.currency:
        spent_micros = _rounded(amount.charged * _MICROS_PER_CENT, CENT * PERCENT)
    else:
        spent_micros = _rounded(amount.gpu_us * _MILLION, _GPU_HOUR_US)
    return BudgetMeasured(
        budget=budget.budget,
        tenant=budget.tenant,
        starts_at_ms=period.starts_at_ms,
        ends_at_ms=period.ends_at_ms,
        spent_micros=spent_micros,
        amount_micros=budget.terms.amount_micros,
        measured_until_ms=until_ms,
    )


def _crossed(
    state: Entities, budget: BudgetSet, measured: BudgetMeasured, threshold: int
) -> Iterator[Fact[Outputs]]:
    """Report a threshold that is newly reached, or eased."""
    level = state.get(LEVELS, budget_key(budget.tenant, budget.budget))
    was_reached = level is not None and threshold in level.reached
    spent_percent = measured.spent_micros * PERCENT
    if not was_reached and spent_percent >= measured.amount_micros * threshold:
        reached = BudgetReached(
            budget=budget.budget,
            tenant=budget.tenant,
            terms=budget.terms,
            starts_at_ms=measured.starts_at_ms,
            ends_at_ms=measured.ends_at_ms,
            threshold_percent=threshold,
            spent_micros=measured.spent_micros,
            amount_micros=measured.amount_micros,
            measured_until_ms=measured.measured_until_ms,
        )
        yield Fact(reached, budget.budget, budget.tenant)
        if threshold == ALL_PERCENT:
            yield from restricting.restrict(budget, measured)
    if was_reached and spent_percent < measured.amount_micros * (threshold - EASE_PERCENT):
        eased = BudgetEased(
            budget=budget.budget,
            tenant=budget.tenant,
            starts_at_ms=measured.starts_at_ms,
            ends_at_ms=measured.ends_at_ms,
            threshold_percent=threshold,
            spent_micros=measured.spent_micros,
            amount_micros=measured.amount_micros,
            measured_until_ms=measured.measured_until_ms,
        )
        yield Fact(eased, budget.budget, budget.tenant)
        if threshold == ALL_PERCENT:
            yield from restricting.ease(budget)


def _rounded(amount: int, unit: int) -> int:
    """Convert to units, rounding half up."""
    return (2 * amount + unit) // (2 * unit)


def _month_of(day: int) -> tuple[int, int]:
    """Return year and month of a day since 1970-01-01, in the Gregorian calendar.

    `civil_from_days` of Howard Hinnant, chrono-Compatible Low-Level Date Algorithms: years begin in March, so
    that a leap day is the last of its year. (The core has no calendar: such modules could read a clock.)
    """
    era, of_era = divmod(day + _DAYS_BEFORE_1970, _ERA_DAYS)
    of_era_year = (of_era - of_era // 1_460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * of_era_year + of_era_year // 4 - of_era_year // 100)
    from_march = (5 * of_year + 2) // 153
    year = of_era_year + era * 400
    return (year, from_march + 3) if from_march < 10 else (year + 1, from_march - 9)


def _first_day(year: int, month: int) -> int:
    """Return the first day of a month, in days since 1970-01-01; Hinnant's `days_from_civil`."""
    of_march_year = year if month > 2 else year - 1
    era, of_era_year = divmod(of_march_year, 400)
    of_year = (153 * ((month + 9) % 12) + 2) // 5
    return (
        era * _ERA_DAYS
        + of_era_year * 365
        + of_era_year // 4
        - of_era_year // 100
        + of_year
        - _DAYS_BEFORE_1970
    )
