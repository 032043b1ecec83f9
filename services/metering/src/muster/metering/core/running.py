"""Costs not charged yet, as if their days ended now. PURE.

The hour in progress is cut at that time. All else is computed as it will be charged, with the same owners,
prices and rounding, so that here, as well, the cents of every node add up to GPU time x rate. It is an
estimate only because the day continues: it is rounded once for its part so far, and later once for the whole
day.

The current cost per hour follows from the owner of each GPU at this moment, and from the prices in force.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple

from muster.deciding import Entities
from muster.events.usage_events import DayCharged, Payer, UsageRecorded
from muster.metering.core.budgets.guarantees import guaranteed
from muster.metering.core.costs.prices import card_at, cards_of_day
from muster.metering.core.decisions import recorded
from muster.metering.core.ledger import PERCENT, Day, charge_day, charged_percent, gpu_hour_micros
from muster.metering.core.meter import GPU_MILLI, Owner, metered
from muster.metering.core.state import CHARGED, DAYS, NODES, UNCHARGED, WINDOW_MS, changes, day_key, day_of
from muster.metering.core.usage.changes import Touched


class Burning(NamedTuple):
    """Part of a node that an owner has now, and its cost per hour.

    Attributes:
        owner: Owner of the part.
        payer: Payer of the part.
        gpu_milli: Thousandths of a GPU.
        currency: ISO 4217; empty: no card is in force.
        charged: Exact charge per hour, in BURNT_PER_MICRO of a millionth of the currency.
    """

    owner: Owner
    payer: Payer
    gpu_milli: int
    currency: str
    charged: int


BURNT_PER_MICRO: Final = GPU_MILLI * PERCENT


def burning(state: Entities, at_ms: int) -> Iterator[Burning]:
    """Yield each owner's part of each node at a time that is not earlier than the newest fact.

    Raises:
        MeteringError: See `metered`.
    """
    _, card = card_at(state, at_ms)
    for node_id, last in state.scan(NODES):
        node = last.node
        for _, change in changes(state, node_id, last.starts_at_ms, at_ms + 1):
            node = node.after(change)
        price = 0 if card is None else gpu_hour_micros(card, node.terms)
        for owner, payer, gpu_milli in node.parts(node_id, at_ms):
            charged = gpu_milli * price * charged_percent(card, payer, at_ms)
            yield Burning(owner, payer, gpu_milli, "" if card is None else card.currency, charged)


def running(state: Entities, at_ms: int) -> Iterator[UsageRecorded | DayCharged]:
    """Yield unrecorded hours up to a time, then each node's uncharged days.

    Args:
        state: State as of the facts so far.
        at_ms: Current time, milliseconds since 1970 UTC.

    Raises:
        MeteringError: See `metered`.
    """
    days = {
        key: state.get(DAYS, key) or Day()
        for key, _ in state.scan(UNCHARGED)
        if state.get(CHARGED, key) is None
    }
    for node_id, _ in state.scan(NODES):
        for hour in _hours(state, node_id, at_ms):
            yield hour
            key = day_key(day_of(hour.starts_at_ms), node_id)
            day = days.get(key) or state.get(DAYS, key) or Day()
            days[key] = day.with_usage(hour, card_at(state, hour.starts_at_ms)[0])
    for starts_at, of_day in groupby(sorted(days), key=lambda key: key.partition("/")[0]):
        starts_at_ms = int(starts_at)
        # Once for all nodes of a day: the current guarantees are needed for each of them.
        cards, owed = cards_of_day(state, starts_at_ms), guaranteed(state, starts_at_ms)
        for key in of_day:
            charged = charge_day(key.partition("/")[2], starts_at_ms, days[key], cards, owed)
            if charged is not None:
                yield charged


def _hours(state: Entities, node_id: str, at_ms: int) -> Iterator[UsageRecorded]:
    """Yield a node's unrecorded hours; the last is cut at `at_ms`."""
    last = state.get(NODES, node_id)
    if last is None:
        return
    node, starts_at_ms = last.node, last.starts_at_ms
    while starts_at_ms < at_ms:
        ends_at_ms = min(starts_at_ms + WINDOW_MS, at_ms)
        found = changes(state, node_id, starts_at_ms, ends_at_ms)
        had = metered(node_id, node, found, starts_at_ms, ends_at_ms)
        yield recorded(state, Touched(node_id, starts_at_ms), had, ends_at_ms)
        node, starts_at_ms = had.end, ends_at_ms
