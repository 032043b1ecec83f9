"""Sums of costs over periods, as the table shows them. Pure: money is Decimal."""

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
    """What one value of the dimensions costs.

    Attributes:
        key: Values of the dimensions.
        currency: Of the amounts; empty: nothing priced it.
        gpu_hours: GPU hours.
        cost: Part of what the nodes cost.
        charged: What is charged of it.
        lost: Of it for work that was lost.
        settled: Nothing of it may still grow.
        periods: What was charged in each period, from the first to the last in which any sum has something;
            None: nothing was recorded then, of anybody whom the caller sees.
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
    """The API's sums by period as one for each key and currency, the largest first."""
    known = {str(item["starts_at"]) for item in items}
    starts = sorted({*known, *_days_between(known)})
    found: dict[tuple[tuple[str, ...], str], list[Json]] = {}
    for item in items:
        found.setdefault(((*item["key"].values(),), str(item["currency"])), []).append(item)
    every = [_sum(key, currency, mine, starts, known) for (key, currency), mine in found.items()]
    return sorted(every, key=lambda each: (-each.charged, each.key))


@dataclass(frozen=True, slots=True)
class RunningSum(Sum):
    """What one value of the dimensions has come to since the last day that is charged.

    Attributes:
        today: Of it since midnight, UTC.
        per_hour: What an hour of what is held now is charged.
    """

    today: Decimal
    per_hour: Decimal


def running_sum(item: Json) -> RunningSum:
    """One of the API's sums of what is not charged yet."""
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
    """What is charged in each currency."""
    found: dict[str, Decimal] = {}
    for each in sums:
        found[each.currency] = found.get(each.currency, Decimal(0)) + each.charged
    return found


def losses_of(sums: Iterable[Sum], currency: str) -> list[tuple[str, Decimal]]:
    """Why work was lost, as people read it, and how much; `sums` are by loss."""
    return [
        (LOSSES.get(each.key[0], each.key[0]), each.lost)
        for each in sums
        if each.currency == currency and each.lost
    ]


def _days_between(starts: Iterable[str]) -> Iterator[str]:
    """The days from the first to the last, where all begin with a day; months have no gaps to fill."""
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
