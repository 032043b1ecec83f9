"""Sums of costs over periods, as shown in tables. Pure: money is Decimal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from muster.terminal.losses import LOSSES

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sum:
    """Cost of one combination of the dimensions' values.

    Attributes:
        key: Values of the dimensions.
        currency: Currency of the amounts; empty if no rates applied.
        gpu_hours: GPU hours.
        cost: Its part of the cost of the nodes.
        charged: Amount charged.
        lost: Part of the charge that paid for lost work.
        settled: Whether the sum is final.
        periods: Charges by period, from the first to the last in which any sum has one; None where nothing
            visible to the caller was recorded.
    """

    key: tuple[str, ...]
    currency: str
    gpu_hours: Decimal
    cost: Decimal
    charged: Decimal
    lost: Decimal
    settled: bool
    periods: tuple[Decimal | None, ...]


def sums_of(items: Sequence[Json]) -> list[Sum]:
    """Combine the API's sums by period into one for each key and currency, the largest first."""
    known = {str(item["starts_at"]) for item in items}
    starts = sorted({*known, *_days_between(known)})
    found: dict[tuple[tuple[str, ...], str], list[Json]] = {}
    for item in items:
        found.setdefault(((*item["key"].values(),), str(item["currency"])), []).append(item)
    every = [_sum(key, currency, mine, starts, known) for (key, currency), mine in found.items()]
    return sorted(every, key=lambda each: (-each.charged, each.key))


@dataclass(frozen=True, slots=True)
class RunningSum(Sum):
    """Cost of one combination of the dimensions' values since the last charged day.

    Attributes:
        today: Part of it since midnight UTC.
        per_hour: Charge per hour for the GPUs now held.
    """

    today: Decimal
    per_hour: Decimal


def running_sum(item: Json) -> RunningSum:
    """Convert one of the API's sums of costs not charged yet."""
    return RunningSum(
        key=(*item["key"].values(),),
        currency=str(item["currency"]),
        gpu_hours=Decimal(item["gpu_hours"]),
        cost=Decimal(item["cost"]),
        charged=Decimal(item["charged"]),
        lost=Decimal(0),
        settled=False,
        periods=(),
        today=Decimal(item["today"]),
        per_hour=Decimal(item["per_hour"]),
    )


def totals(sums: Iterable[Sum]) -> dict[str, Decimal]:
    """Add up the charges in each currency."""
    found: dict[str, Decimal] = {}
    for each in sums:
        found[each.currency] = found.get(each.currency, Decimal(0)) + each.charged
    return found


def losses_of(sums: Iterable[Sum], currency: str) -> list[tuple[str, Decimal]]:
    """Return the reasons for lost work, in words, and the amounts; `sums` are by loss."""
    return [
        (LOSSES.get(each.key[0], each.key[0]), each.lost)
        for each in sums
        if each.currency == currency and each.lost
    ]


def _days_between(starts: Iterable[str]) -> Iterator[str]:
    """Yield the days from the first to the last, for daily periods only; months have no gaps to fill."""
    days = sorted(datetime.fromisoformat(each) for each in starts)
    if len(days) < 2 or all(day.day == 1 for day in days):
        return
    for n in range((days[-1] - days[0]).days):
        yield f"{days[0] + timedelta(days=n):%Y-%m-%dT%H:%M:%S.000Z}"


def _sum(
    key: tuple[str, ...],
    currency: str,
    items: Sequence[Json],
    starts: Sequence[str],
    known: Collection[str] = (),
) -> Sum:
    by_start = {str(item["starts_at"]): Decimal(item["charged"]) for item in items}
    return Sum(
        key=key,
        currency=currency,
        gpu_hours=sum((Decimal(item["gpu_hours"]) for item in items), Decimal(0)),
        cost=sum((Decimal(item["cost"]) for item in items), Decimal(0)),
        charged=sum(by_start.values(), Decimal(0)),
        lost=sum((Decimal(item["lost"]) for item in items), Decimal(0)),
        settled=all(item["settled"] for item in items),
        periods=tuple(by_start.get(start, Decimal(0)) if start in known else None for start in starts),
    )
