"""Daily charges of a node: exact until they are rounded, once. PURE.

A day of a node consists of each owner's usage, by the price that applies. The costs are exact integers (GPU
microseconds times millionths of the currency); their sum is rounded to a cent, half a cent up, and the cents
are distributed to the owners by largest remainder (Hamilton): each gets its whole cents, and those with the
largest remainder one more. So the cents of a node's day always add up to the cost of the node (`charge_day`).

The platform pays for idle GPUs. A rate card may charge them to the jobs beside them, or to queues by their
guarantees in the cell: part of the platform's charge then becomes theirs, and the sums do not change.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from muster.events.metering_commands import IdleSplit, Rate, RateCard
from muster.events.usage_events import (
    Charge,
    ChargeKind,
    ChargesCorrected,
    DayCharged,
    Payer,
    RateApplied,
    UsageCorrected,
    UsageKind,
    UsageRecorded,
)
from muster.events.wire.record import value
from muster.jobs.values.off_peak import DAY_HOURS, HOUR_MS, off_peak_percent, tier_at
from muster.metering.core.meter import PLATFORM, Owner, Terms, nobody_of

DAY_MS: Final = 86_400_000
"""A node is charged by the day, UTC."""

PERCENT: Final = 100

CENT: Final = 10_000 * 1_000_000 * 3_600
"""A cent, in millionths of the currency times GPU microseconds for an hour of one GPU."""

SHARED: Final = "SHARED"
"""Reason of a charge to a job for idle GPUs on its node."""

OWED: Final = "GUARANTEED"
"""Reason of a charge to a queue for idle GPUs that are guaranteed to it."""

UNPRICED: Final = -1
"""Placeholder for a card's start: usage of an hour in which no card was in force."""


@value
class Part:
    """Usage of a node by one owner on a day, under one price.

    Attributes:
        owner: Owner of the usage.
        payer: Who pays.
        terms: Pricing terms of the node.
        card_starts_at_ms: Start of the card in force, milliseconds since 1970 UTC; UNPRICED: none.
        gpu_us: GPU microseconds.
        first_hour: Hour of the day, UTC, in which the usage began.
        hourly_gpu_us: GPU microseconds of that hour and each later one, for a payer with a tier: hours may be
            off-peak by this card, or by one that re-rates the day.
    """

    owner: Owner
    payer: Payer
    terms: Terms
    card_starts_at_ms: int
    gpu_us: int
    first_hour: int = 0
    hourly_gpu_us: tuple[int, ...] = ()


class Guarantee(NamedTuple):
    """Guarantee of a queue, excluding those of the queues below it."""

    tenant: str
    queue: str
    gpu_milli: int


@value
class Guaranteed:
    """Guarantees of the queues of a cell.

    Attributes:
        gpu_milli: Thousandths of a GPU that exist; the guarantees may exceed them.
        queues: Queues with a guarantee.
    """

    gpu_milli: int
    queues: tuple[Guarantee, ...]


@value
class Day:
    """A node's day so far: its parts, by owner and price."""

    parts: tuple[Part, ...] = ()

    def with_usage(self, fact: UsageRecorded | UsageCorrected, card_starts_at_ms: int) -> Day:
        """Return the day with the usage, or the correction, of one hour added."""
        found = {(part.owner, part.terms, part.card_starts_at_ms): part for part in self.parts}
        terms = Terms(fact.gpu_model, fact.commitment, fact.spot)
        hour = fact.starts_at_ms // HOUR_MS % DAY_HOURS
        for share in fact.shares:
            tenant = share.payer.tenant
            owner = Owner(share.kind, share.reason, share.job_id, share.attempt, share.reservation, tenant)
            key = owner, terms, card_starts_at_ms
            before = found.get(key)
            before_us, first_hour, hourly = 0, hour, ()
            if before is not None:
                before_us, first_hour, hourly = before.gpu_us, before.first_hour, before.hourly_gpu_us
            if share.payer.tier:
                first_hour, hourly = _with_hour(first_hour, hourly, hour, share.gpu_us)
            gpu_us = before_us + share.gpu_us
            found[key] = Part(owner, share.payer, terms, card_starts_at_ms, gpu_us, first_hour, hourly)
        keys = found if len(found) == len(self.parts) else sorted(found)
        return Day(tuple(found[key] for key in keys if found[key].gpu_us))

    @property
    def has_hours(self) -> bool:
        """Whether the usage of jobs is known by the hour; days written by older versions lack it."""
        jobs = (part for part in self.parts if part.payer.tier)
        return all(sum(part.hourly_gpu_us) == part.gpu_us for part in jobs)


CardOf = Callable[[int], RateCard | None]
"""Map the start of the card in force in an hour to the card that prices it; None: no card does."""


class _Cost(NamedTuple):
    """Exact totals of an owner: cost in units of CENT, charge in units of CENT times PERCENT."""

    payer: Payer
    gpu_us: int = 0
    cost: int = 0
    charged: int = 0


def charge_day(
    node_id: str, starts_at_ms: int, day: Day, card_of: CardOf, guaranteed: Guaranteed | None = None
) -> DayCharged | None:
    """Charge a node's day to its payers; None: no part of it has a price."""
    costs: dict[Owner, _Cost] = {}
    applied: dict[RateApplied, int] = {}
    idle: dict[IdleSplit, int] = defaultdict(int)
    currency = ""
    for part in day.parts:
        card = card_of(part.card_starts_at_ms)
        rate = _rate_applied(card, part.terms)
        cost = part.gpu_us * rate.gpu_hour_micros
        charged = percent_gpu_us(card, part, starts_at_ms) * rate.gpu_hour_micros
        before = costs.get(part.owner, _Cost(part.payer))
        costs[part.owner] = _Cost(
            part.payer, before.gpu_us + part.gpu_us, before.cost + cost, before.charged + charged
        )
        if part.owner.kind is UsageKind.IDLE and card is not None:
            idle[card.idle] += charged
        applied[rate] = applied.get(rate, 0) + part.gpu_us
        currency = currency if card is None else card.currency
    if not currency:
        return None
    _share_idle(costs, idle[IdleSplit.PROPORTIONAL])
    _charge_guarantees(costs, idle[IdleSplit.GUARANTEE], guaranteed)
    cents, charges = _charges(node_id, starts_at_ms, costs)
    return DayCharged(
        node_id=node_id,
        starts_at_ms=starts_at_ms,
        ends_at_ms=starts_at_ms + DAY_MS,
        currency=currency,
        gpu_us=sum(applied.values()),
        cents=cents,
        rates=tuple(replace(rate, gpu_us=gpu_us) for rate, gpu_us in applied.items()),
        charges=charges,
    )


def _with_hour(
    first_hour: int, hourly: tuple[int, ...], hour: int, gpu_us: int
) -> tuple[int, tuple[int, ...]]:
    """Return the first hour and the hourly amounts from it on, after adding `gpu_us` (maybe < 0) to one."""
    if hour == first_hour + len(hourly):
        return first_hour, (*hourly, gpu_us)
    first = min(first_hour, hour)
    found = [0] * (max(first_hour + len(hourly), hour + 1) - first)
    found[first_hour - first : first_hour - first + len(hourly)] = hourly
    found[hour - first] += gpu_us
    return first, tuple(found)


def _share_idle(costs: dict[Owner, _Cost], shared: int) -> None:
    """Charge idle GPUs to the jobs on the node instead of the platform; no effect without a job."""
    jobs = sorted(owner for owner, each in costs.items() if owner.kind is UsageKind.JOB and each.gpu_us)
    if not jobs or not shared:
        return
    parts = split(shared, [costs[job].gpu_us for job in jobs])
    for job, part in zip(jobs, parts, strict=True):
        beside = job._replace(kind=UsageKind.IDLE, reason=SHARED)
        costs[beside] = _Cost(costs[job].payer, charged=part)
    idle = next(owner for owner in costs if owner == Owner(UsageKind.IDLE))
    costs[idle] = costs[idle]._replace(charged=costs[idle].charged - shared)


def _charge_guarantees(costs: dict[Owner, _Cost], idle: int, guaranteed: Guaranteed | None) -> None:
    """Charge idle GPUs to queues by their guarantees; the platform pays for the part not guaranteed."""
    if guaranteed is None or not guaranteed.queues or not idle:
        return
    owed = [each.gpu_milli for each in guaranteed.queues]
    *parts, _ = split(idle, [*owed, max(0, guaranteed.gpu_milli - sum(owed))])
    for each, part in zip(guaranteed.queues, parts, strict=True):
        owner = Owner(UsageKind.IDLE, OWED, reservation=each.queue, tenant=each.tenant)
        costs[owner] = _Cost(nobody_of(each.tenant, each.queue), charged=part)
    platform = Owner(UsageKind.IDLE)
    costs[platform] = costs[platform]._replace(charged=costs[platform].charged - sum(parts))


def split(amount: int, weights: Sequence[int]) -> list[int]:
    """Split an amount into integers proportional to the weights, by largest remainder; they add up to it."""
    whole = sum(weights)
    parts = [amount * weight // whole for weight in weights]
    by_rest = sorted(range(len(weights)), key=lambda n: (-(amount * weights[n] % whole), n))
    for n in by_rest[: amount - sum(parts)]:
        parts[n] += 1
    return parts


def emptied(day: DayCharged) -> DayCharged:
    """Return the day with nothing left to charge."""
    return replace(day, gpu_us=0, cents=0, rates=(), charges=())


def difference(before: DayCharged, after: DayCharged, cause: str) -> ChargesCorrected:
    """Return the delta between two versions of a day's charges; it may be empty."""
    had = {charge.charge_id: charge for charge in before.charges}
    has = {charge.charge_id: charge for charge in after.charges}
    differs = (
        _plus(has.get(charge_id) or _nothing(had[charge_id]), had.get(charge_id), -1)
        for charge_id in {**had, **has}
    )
    return ChargesCorrected(
        node_id=after.node_id,
        starts_at_ms=after.starts_at_ms,
        ends_at_ms=after.ends_at_ms,
        currency=after.currency,
        gpu_us=after.gpu_us - before.gpu_us,
        cents=after.cents - before.cents,
        cause=cause,
        rates=after.rates,
        charges=tuple(each for each in differs if each != _nothing(each)),
    )


def corrected(before: DayCharged, fact: ChargesCorrected) -> DayCharged:
    """Return a charged day with a correction applied."""
    charges = {charge.charge_id: charge for charge in before.charges}
    for charge in fact.charges:
        charges[charge.charge_id] = _plus(charge, charges.get(charge.charge_id), 1)
    return replace(
        before,
        currency=fact.currency or before.currency,
        gpu_us=before.gpu_us + fact.gpu_us,
        cents=before.cents + fact.cents,
        rates=fact.rates,
        charges=tuple(each for each in charges.values() if each != _nothing(each)),
    )


def in_units(exact: Sequence[int], unit: int) -> list[int]:
    """Round amounts to whole units that add up to their sum, which is rounded once, half a unit up.

    By largest remainder (Hamilton): each gets its whole units, and those with the largest remainder one
    more; of equal remainders the first.

    Args:
        exact: Amounts; they may be negative.
        unit: Size of a unit, such as a cent, in the unit of the amounts.
    """
    whole = [amount // unit for amount in exact]
    left = (2 * sum(exact) + unit) // (2 * unit) - sum(whole)
    by_rest = sorted(range(len(exact)), key=lambda n: (-(exact[n] % unit), n))
    for n in by_rest[:left]:
        whole[n] += 1
    return whole


def rate_of(card: RateCard, terms: Terms) -> Rate | None:
    """Return the rate a card lists for a node; None: the card's default applies."""
    return next(
        (rate for rate in card.rates if Terms(rate.gpu_model, rate.commitment, rate.spot) == terms), None
    )


def gpu_hour_micros(card: RateCard, terms: Terms) -> int:
    """Return the price of one GPU hour on a node by a card, millionths of the currency."""
    rate = rate_of(card, terms)
    return card.default_gpu_hour_micros if rate is None else rate.gpu_hour_micros


def charged_percent(card: RateCard | None, payer: Payer, at_ms: int) -> int:
    """Return the percentage of its cost that a payer is charged, by its tier and by the hour of `at_ms`."""
    if card is None:
        return PERCENT
    percent = card.tier_percent.get(payer.tier, PERCENT)
    return tier_at(percent, off_peak_percent(card.off_peak, at_ms)) if payer.tier else percent


def percent_gpu_us(card: RateCard | None, part: Part, day_ms: int) -> int:
    """Return the GPU microseconds of a part of a day, weighted with the percentage charged of each hour."""
    if card is None or not card.off_peak:
        return part.gpu_us * charged_percent(card, part.payer, day_ms)
    tier_percent = card.tier_percent.get(part.payer.tier, PERCENT)
    less = (
        gpu_us * (tier_percent - charged_percent(card, part.payer, day_ms + hour * HOUR_MS))
        for hour, gpu_us in enumerate(part.hourly_gpu_us, part.first_hour)
    )
    return part.gpu_us * tier_percent - sum(less)


def charge_id(owner: Owner | str, node_id: str, starts_at_ms: int) -> str:
    """Return the id of an owner's charge for a node's day; it is the same on every computation."""
    who = [owner] if isinstance(owner, str) else [owner.kind.value, *owner[1:]]
    text = json.dumps(["day", *who, node_id, starts_at_ms])
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _rate_applied(card: RateCard | None, terms: Terms) -> RateApplied:
    """Return the price applied, with an amount of 0."""
    return RateApplied(
        card="" if card is None else card.name,
        gpu_model=terms.gpu_model,
        commitment=terms.commitment,
        spot=terms.spot,
        gpu_hour_micros=0 if card is None else gpu_hour_micros(card, terms),
        by_default=card is not None and rate_of(card, terms) is None,
        gpu_us=0,
    )


def _charges(node_id: str, starts_at_ms: int, costs: dict[Owner, _Cost]) -> tuple[int, tuple[Charge, ...]]:
    """Return the cents of the whole and the charge rows; the platform's row balances the tiers' discounts."""
    owners = sorted(costs)
    cost_cents = in_units([costs[owner].cost for owner in owners], CENT)
    balance = sum(each.cost * PERCENT - each.charged for each in costs.values())
    charged_cents = in_units([*(costs[owner].charged for owner in owners), balance], CENT * PERCENT)
    rows = [
        Charge(
            charge_id=charge_id(owner, node_id, starts_at_ms),
            kind=_KINDS[owner.kind],
            reason=owner.reason,
            job_id=owner.job_id,
            attempt=owner.attempt,
            reservation="" if owner.reason == OWED else owner.reservation,  # there it distinguishes queues
            payer=costs[owner].payer,
            gpu_us=costs[owner].gpu_us,
            cost_cents=cost,
            charged_cents=charged,
        )
        for owner, cost, charged in zip(owners, cost_cents, charged_cents, strict=False)
    ]
    if charged_cents[-1]:
        rows.append(_balance(node_id, starts_at_ms, charged_cents[-1]))
    return sum(cost_cents), tuple(rows)


def _balance(node_id: str, starts_at_ms: int, cents: int) -> Charge:
    return Charge(
        charge_id=charge_id(ChargeKind.BALANCE.value, node_id, starts_at_ms),
        kind=ChargeKind.BALANCE,
        reason="",
        job_id="",
        attempt=0,
        reservation="",
        payer=PLATFORM,
        gpu_us=0,
        cost_cents=0,
        charged_cents=cents,
    )


def _plus(charge: Charge, other: Charge | None, sign: int) -> Charge:
    if other is None:
        return charge
    return replace(
        charge,
        gpu_us=charge.gpu_us + sign * other.gpu_us,
        cost_cents=charge.cost_cents + sign * other.cost_cents,
        charged_cents=charge.charged_cents + sign * other.charged_cents,
    )


def _nothing(charge: Charge) -> Charge:
    return replace(charge, gpu_us=0, cost_cents=0, charged_cents=0)


def cents_of(rates: Iterable[RateApplied]) -> int:
    """Return a node's cost by the prices of its day, rounded once; consistency checks compare with it."""
    return in_units([sum(rate.gpu_us * rate.gpu_hour_micros for rate in rates)], CENT)[0]


_KINDS: Final = {
    UsageKind.JOB: ChargeKind.JOB,
    UsageKind.RESERVED: ChargeKind.RESERVED,
    UsageKind.HELD: ChargeKind.HELD,
    UsageKind.IDLE: ChargeKind.IDLE,
    UsageKind.OVERHEAD: ChargeKind.OVERHEAD,
}
