"""Folds `usage-events` whole, and tells what is not charged yet, as if its days ended now."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import Final

from muster.deciding import Happened, MemoryStore
from muster.deciding.core.entities import Overlay
from muster.events.shared.watermarks import Watermark
from muster.events.topics import USAGE_EVENTS
from muster.events.usage_events import Charge, DayCharged
from muster.events.wire.datum import Record
from muster.journal import Delivery, Journal
from muster.metering.core.decisions import DECIDER
from muster.metering.core.reconciliation import Discrepancy, Reconciliation
from muster.metering.core.running import running
from muster.metering.edge.reconciling import DISCREPANCIES_MAX

_MERGED_AT_ONCE: Final = 1_000

DIMENSIONS: Final[Mapping[str, Callable[[Charge], str]]] = {
    "team": lambda charge: charge.payer.team,
    "project": lambda charge: charge.payer.project,
    "user": lambda charge: charge.payer.user,
    "queue": lambda charge: charge.payer.queue,
    "tier": lambda charge: charge.payer.tier.lower().replace("_", "-"),
    "model": lambda charge: charge.payer.model_name,
    "kind": lambda charge: charge.kind.value.lower(),
    "job": lambda charge: charge.job_id,
}
"""What it can be summed by: names and values as in `costs`."""


@dataclass(frozen=True, slots=True)
class RunningSum:
    """What one value of the dimensions has come to so far.

    Attributes:
        key: Values of the dimensions.
        currency: ISO 4217.
        gpu_us: GPU microseconds.
        cost_cents: Part of what the nodes cost.
        charged_cents: What would be charged of it.
    """

    key: tuple[str, ...]
    currency: str
    gpu_us: int
    cost_cents: int
    charged_cents: int


@dataclass(frozen=True, slots=True)
class Running:
    """What is not charged yet.

    Attributes:
        sums: By the dimensions, the largest first, of what the caller sees.
        node_days: Days of nodes, all tenants'.
        discrepancies: Where charges are not GPU time x rate.
    """

    sums: Sequence[RunningSum]
    node_days: int
    discrepancies: Sequence[Discrepancy]


async def running_costs(journal: Journal, tenant: str, by: Sequence[str], at_ms: int) -> Running:
    """What a tenant's GPUs and the platform's have come to since the last day that is charged."""
    return await asyncio.to_thread(_running, journal, tenant, by, at_ms)


def _running(journal: Journal, tenant: str, by: Sequence[str], at_ms: int) -> Running:
    store, ledger = MemoryStore(), Reconciliation()
    with closing(journal.reader([USAGE_EVENTS], name="running-costs", on_poison="stop")) as reader:
        deliveries = iter(reader.read_to_end())
        while taken := list(islice(deliveries, _MERGED_AT_ONCE)):
            state = Overlay(store)
            for delivery in taken:
                if not isinstance(delivery.envelope.payload, Watermark):
                    DECIDER.evolve(state, _happened(delivery))
                    ledger.apply(delivery.envelope.payload)
            store.merge(state.changes(), b"")
    days: list[DayCharged] = []
    charged_before = frozenset(ledger.days)
    for fact in running(Overlay(store), at_ms):
        ledger.apply(fact)
        if isinstance(fact, DayCharged):
            days.append(fact)
    wrong = (each for each in ledger.discrepancies() if (each.node_id, each.day_ms) not in charged_before)
    return Running(_sums(days, tenant, by), len(days), list(islice(wrong, DISCREPANCIES_MAX)))


def _happened(delivery: Delivery[Record]) -> Happened:
    envelope = delivery.envelope
    return Happened(
        seq=envelope.seq or 0,
        at_ms=envelope.occurred_at_ms,
        event_id=envelope.event_id,
        key=envelope.key,
        tenant=envelope.tenant or "",
        cause=None,
        correlation_id=envelope.correlation_id,
        payload=envelope.payload,
    )


def _sums(days: Sequence[DayCharged], tenant: str, by: Sequence[str]) -> list[RunningSum]:
    found: dict[tuple[tuple[str, ...], str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for day in days:
        for charge in day.charges:
            if charge.payer.tenant in ("", tenant):
                sums = found[tuple(DIMENSIONS[name](charge) for name in by), day.currency]
                sums[0] += charge.gpu_us
                sums[1] += charge.cost_cents
                sums[2] += charge.charged_cents
    every = (RunningSum(key, currency, *sums) for (key, currency), sums in found.items())
    return sorted(every, key=lambda each: (-each.charged_cents, each.key, each.currency))
