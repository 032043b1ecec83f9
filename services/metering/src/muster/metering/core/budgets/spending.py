"""Daily spending of budgets, as it is charged. PURE.

Hours count when they are recorded, exactly, at the prices in force; when a node's day is charged, its charges
replace its hours, so that spending equals the charges to the cent. GPU hours are always those recorded. A
share counts in every budget whose scope includes its payer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from muster.deciding import Changes, Entities
from muster.events.metering_commands import BudgetScope
from muster.events.usage_events import (
    BudgetSet,
    ChargesCorrected,
    DayCharged,
    EvalsCharged,
    Payer,
    StorageCharged,
    UsageCorrected,
    UsageRecorded,
)
from muster.metering.core.budgets.entities import (
    BUDGETED,
    BUDGETS,
    SPENT,
    UNMEASURED,
    Spent,
    budget_key,
    queues_above,
    scope_key,
    spent_key,
)
from muster.metering.core.ledger import CENT, PERCENT, Day, gpu_hour_micros, percent_gpu_us
from muster.metering.core.state import CARDS, CHARGED, DAYS, card_key, day_key, day_of, reratable_from_ms


class Share(NamedTuple):
    """Spending of one payer.

    Attributes:
        payer: Payer of the share.
        gpu_us: GPU microseconds.
        charged: Charge, in CENT times PERCENT.
        currency: Currency of the charge.
    """

    payer: Payer
    gpu_us: int
    charged: int
    currency: str


def note_usage(state: Changes, fact: UsageRecorded | UsageCorrected) -> None:
    """Count an hour, or its correction; corrections of a charged day come with its charges."""
    if not _budgets(state):
        return
    day_ms = day_of(fact.starts_at_ms)
    is_charged = state.get(CHARGED, day_key(day_ms, fact.node_id)) is not None
    price = 0 if is_charged else fact.gpu_hour_micros
    shares = (
        Share(each.payer, each.gpu_us, each.gpu_us * price * each.charged_percent, fact.currency)
        for each in fact.shares
    )
    _count(state, day_ms, shares)


def note_charges(state: Changes, fact: DayCharged | ChargesCorrected) -> None:
    """Count charges; those of a whole day replace its hours."""
    if not _budgets(state):
        return
    shares = [*_charges(fact)]
    if isinstance(fact, DayCharged):
        day = state.get(DAYS, day_key(fact.starts_at_ms, fact.node_id)) or Day()
        shares += (
            each._replace(gpu_us=0, charged=-each.charged) for each in _hours(state, fact.starts_at_ms, day)
        )
    _count(state, fact.starts_at_ms, shares)


def note_storage(state: Changes, fact: StorageCharged) -> None:
    """Count storage charges."""
    if _budgets(state):
        cents = ((each.payer, each.cents) for each in fact.charges)
        shares = (Share(payer, 0, amount * CENT * PERCENT, fact.currency) for payer, amount in cents)
        _count(state, fact.starts_at_ms, shares)


def note_evaluations(state: Changes, fact: EvalsCharged) -> None:
    """Count the charges of evaluations."""
    if _budgets(state):
        shares = (Share(each.payer, 0, each.cents * CENT * PERCENT, fact.currency) for each in fact.charges)
        _count(state, fact.starts_at_ms, shares)


def note_day(state: Changes) -> None:
    """Have all budgets measured at the start of a day; forget the spending of days too old for any period."""
    oldest_ms = reratable_from_ms(state)
    for key, _ in list(state.scan(BUDGETS)):
        state.put(UNMEASURED, key, 0)
        for place, _ in list(state.scan(SPENT, prefix=f"{key}/", until=spent_key(key, oldest_ms))):
            state.delete(SPENT, place)


def count_kept_days(state: Changes, budget: BudgetSet, first_ms: int) -> None:
    """Count the spending of a new budget from a day on."""
    for place, day in list(state.scan(DAYS, first=day_key(first_ms, ""))):
        day_ms, charged = int(place.partition("/")[0]), state.get(CHARGED, place)
        shares = [*_hours(state, day_ms, day)]
        if charged is not None:
            shares = [*(each._replace(charged=0) for each in shares), *_charges(charged)]
        _count(state, day_ms, shares, only=budget.budget)


def spent(state: Entities, budget: str, starts_at_ms: int, ends_at_ms: int) -> Spent:
    """Return the spending of the budget with key `budget` over a range of whole days."""
    found = Spent()
    first, until = spent_key(budget, starts_at_ms), spent_key(budget, ends_at_ms)
    for _, each in state.scan(SPENT, first=first, until=until):
        found = Spent(found.gpu_us + each.gpu_us, found.charged + each.charged)
    return found


def _budgets(state: Entities) -> bool:
    """Whether any budget is set."""
    return any(True for _ in state.scan(BUDGETED))


def _charges(fact: DayCharged | ChargesCorrected) -> Iterator[Share]:
    for each in fact.charges:
        yield Share(each.payer, 0, each.charged_cents * CENT * PERCENT, fact.currency)


def _hours(state: Entities, day_ms: int, day: Day) -> Iterator[Share]:
    """Yield the recorded hours of a node's day, as they were counted."""
    for part in day.parts:
        card = state.get(CARDS, card_key(part.card_starts_at_ms)) if part.card_starts_at_ms >= 0 else None
        price = 0 if card is None else gpu_hour_micros(card, part.terms)
        charged = percent_gpu_us(card, part, day_ms) * price
        yield Share(part.payer, part.gpu_us, charged, "" if card is None else card.currency)


def _count(state: Changes, day_ms: int, shares: Iterable[Share], only: str = "") -> None:
    """Add shares to the spending of a day, of all budgets or only of the one named `only`."""
    added: dict[str, Spent] = {}
    for share in shares:
        for budget in _budgets_of(state, share.payer):
            if only in ("", budget.budget):
                key = budget_key(budget.tenant, budget.budget)
                before = added.get(key, Spent())
                charged = share.charged if share.currency == budget.terms.currency else 0
                added[key] = Spent(before.gpu_us + share.gpu_us, before.charged + charged)
    for key, more in added.items():
        if more != Spent():
            place = spent_key(key, day_ms)
            before = state.get(SPENT, place) or Spent()
            state.put(SPENT, place, Spent(before.gpu_us + more.gpu_us, before.charged + more.charged))
            state.put(UNMEASURED, key, 0)


def _budgets_of(state: Entities, payer: Payer) -> Iterator[BudgetSet]:
    """Yield the budgets in which a payer's spending counts."""
    if not payer.tenant:
        return
    for scope, of in _scopes_of(state, payer):
        named = state.get(BUDGETED, scope_key(payer.tenant, scope, of))
        for name in named.names if named is not None else ():
            budget = state.get(BUDGETS, budget_key(payer.tenant, name))
            if budget is not None:
                yield budget


def _scopes_of(state: Entities, payer: Payer) -> Iterator[tuple[BudgetScope, str]]:
    yield BudgetScope.TENANT, ""
    if payer.team:
        yield BudgetScope.TEAM, payer.team
    if payer.project:
        yield BudgetScope.PROJECT, payer.project
    for queue in queues_above(state, payer.tenant, payer.queue):
        yield BudgetScope.QUEUE, queue
