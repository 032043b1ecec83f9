"""Comparison of a complete day with those before it. PURE.

A day is complete once facts have passed its end and all its nodes are charged. The charge of a series on that
day is compared with the mean of the 30 complete days before it; of a younger series with the days since its
first, where a day without a charge counts as 0. A day is an anomaly if it costs more than 130 % of that mean,
at least 10.00 more than it, and also more than 130 % of the mean of the same weekdays, so that weekly peaks
are not reported (`_compare_series`). An anomaly is reported once; again only after a day of at most 115 %.

The mean of the last 30 days lags behind steady growth by 15.5 days: growth of 1.7 % a day is by itself an
anomaly (1.3 ** (1 / 15.5)).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from muster.deciding import Changes, Entities, Fact
from muster.events.usage_events import (
    ChargesCorrected,
    CostDimension,
    CostSettled,
    CostSurged,
    DayCharged,
    DayCompared,
    Payer,
    StorageCharge,
    StorageCharged,
)
from muster.metering.core.daily.entities import COMPARED, SERIES, SUMS, SURGES, Series, series_key, sum_key
from muster.metering.core.ledger import DAY_MS
from muster.metering.core.state import THE_CELL, day_of, first_open_ms

SURGE_PERCENT: Final = 130
SETTLED_PERCENT: Final = 115
HISTORY_DAYS: Final = 30
HISTORY_DAYS_MIN: Final = 7
"""Minimum age of a compared series, days; so at least one day of the same weekday is included."""
WEEK_MS: Final = 7 * DAY_MS
FLOOR_CENTS: Final = 1_000
"""Minimum excess of an anomaly over the mean: small sums vary by any percentage."""

NAMES: Final[Mapping[CostDimension, Callable[[Payer], str]]] = {
    CostDimension.TEAM: lambda payer: payer.team,
    CostDimension.PROJECT: lambda payer: payer.project,
    CostDimension.MODEL: lambda payer: payer.model_name,
}


def to_compare(state: Entities) -> bool:
    """Whether a day that has ended is not compared; to be called when all such days are charged."""
    return _next_day(state) is not None


def compare(state: Entities) -> Iterator[Fact[CostSurged | CostSettled | DayCompared]]:
    """Report the cost anomalies of the first day not compared yet, and those that have settled."""
    day_ms = _next_day(state)
    if day_ms is None:
        return
    for key, series in list(state.scan(SERIES)):
        yield from _compare_series(state, key, series, day_ms)
    yield Fact(DayCompared(starts_at_ms=day_ms, ends_at_ms=day_ms + DAY_MS), THE_CELL)


def note_charges(state: Changes, fact: DayCharged | ChargesCorrected | StorageCharged) -> None:
    """Add charges to their series; ignore days that are too old to count."""
    if fact.starts_at_ms < day_of(first_open_ms(state)) - (HISTORY_DAYS + 1) * DAY_MS:
        return
    found: dict[tuple[str, CostDimension, str], int] = defaultdict(int)
    for charge in fact.charges:
        cents = charge.cents if isinstance(charge, StorageCharge) else charge.charged_cents
        for dimension, name_of in NAMES.items():
            if charge.payer.tenant and name_of(charge.payer):
                found[charge.payer.tenant, dimension, name_of(charge.payer)] += cents
    for (tenant, dimension, name), cents in found.items():
        key = series_key(tenant, dimension, name, fact.currency)
        known = state.get(SERIES, key)
        if known is None or fact.starts_at_ms < known.first_day_ms:
            state.put(SERIES, key, Series(tenant, dimension, name, fact.currency, fact.starts_at_ms))
        place = sum_key(key, fact.starts_at_ms)
        state.put(SUMS, place, (state.get(SUMS, place) or 0) + cents)


def note_judged(state: Changes, fact: CostSurged | CostSettled) -> None:
    """Store whether a series has an open anomaly."""
    key = series_key(fact.tenant, fact.dimension, fact.of, fact.currency)
    if isinstance(fact, CostSurged):
        state.put(SURGES, key, fact.starts_at_ms)
    else:
        state.delete(SURGES, key)


def note_compared(state: Changes, fact: DayCompared) -> None:
    """Mark a day as compared; forget days that no later comparison needs."""
    state.put(COMPARED, THE_CELL, fact.ends_at_ms)
    oldest_ms = fact.ends_at_ms - HISTORY_DAYS * DAY_MS
    for key, _ in list(state.scan(SERIES)):
        for place, _ in list(state.scan(SUMS, first=sum_key(key, 0), until=sum_key(key, oldest_ms))):
            state.delete(SUMS, place)
        if next(state.scan(SUMS, prefix=f"{key}/"), None) is None:
            state.delete(SERIES, key)
            state.delete(SURGES, key)


def _next_day(state: Entities) -> int | None:
    until_ms = day_of(first_open_ms(state))
    compared_ms = state.get(COMPARED, THE_CELL)
    if compared_ms is None:
        return until_ms - DAY_MS if next(state.scan(SERIES), None) is not None else None
    return compared_ms if compared_ms < until_ms else None


def _compare_series(
    state: Entities, key: str, series: Series, day_ms: int
) -> Iterator[Fact[CostSurged | CostSettled]]:
    first_ms = max(series.first_day_ms, day_ms - HISTORY_DAYS * DAY_MS)
    days = (day_ms - first_ms) // DAY_MS
    if days < HISTORY_DAYS_MIN:
        return
    sums = dict(state.scan(SUMS, first=sum_key(key, first_ms), until=sum_key(key, day_ms)))
    before, cents = sum(sums.values()), state.get(SUMS, sum_key(key, day_ms)) or 0
    weekdays = range(day_ms - WEEK_MS, first_ms - 1, -WEEK_MS)
    usual = sum(sums.get(sum_key(key, at_ms), 0) for at_ms in weekdays)
    was_told = state.get(SURGES, key) is not None
    surges = (
        cents * 100 * days > before * SURGE_PERCENT
        and cents * days >= before + FLOOR_CENTS * days
        and cents * 100 * len(weekdays) > usual * SURGE_PERCENT
    )
    settles = cents * 100 * days <= before * SETTLED_PERCENT
    found: dict[str, Any] = {
        "dimension": series.dimension,
        "of": series.of,
        "tenant": series.tenant,
        "currency": series.currency,
        "starts_at_ms": day_ms,
        "ends_at_ms": day_ms + DAY_MS,
        "cents": cents,
        "mean_cents": (2 * before + days) // (2 * days),
        "history_days": days,
    }
    if surges and not was_told:
        percent = cents * 100 * days // before if before > 0 else 0
        yield Fact(CostSurged(**found, percent=percent), series.of, series.tenant)
    elif settles and was_told:
        yield Fact(CostSettled(**found), series.of, series.tenant)
