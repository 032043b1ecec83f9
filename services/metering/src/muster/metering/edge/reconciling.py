"""Reconciliation: reads all of `usage-events`, and checks charges against costs and against the tables."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Final

from muster.api.document.answers import Time
from muster.events.topics import USAGE_EVENTS
from muster.journal import Journal, Position
from muster.metering.core.costs.evaluations import EVALUATIONS
from muster.metering.core.costs.reconciliation import STORE, Discrepancy, Reconciliation, Sums
from muster.metering.edge.amounts import GpuTime, Money
from muster.views.reading.tables import Tables
from muster.views.view import Unavailable
from pydantic import Field
from typing_extensions import TypedDict

DISCREPANCIES_MAX: Final = 100
_CAUGHT_UP_S: Final = 30.0


class DiscrepancyAnswer(TypedDict):
    """A node's day whose charges do not add up."""

    node_id: str
    day: Time
    what: str


class ChargedAnswer(TypedDict):
    """Charges in one currency."""

    currency: str
    charged: Money
    gpu_hours: GpuTime


class ReconciliationAnswer(TypedDict):
    """Check against the log that every node's day is charged GPU time x rate."""

    reconciled: bool
    node_days: int
    position: Annotated[
        str, Field(description="Position up to which the log was read; empty: the log is empty.")
    ]
    charged: list[ChargedAnswer]
    discrepancies: Annotated[list[DiscrepancyAnswer], Field(description="At most 100.")]


@dataclass(frozen=True, slots=True)
class DayRow:
    """Charges of a node's day according to the tables."""

    node_id: str
    day_ms: int
    gpu_us: int
    cost_cents: int
    charged_cents: int


async def reconcile(journal: Journal, tables: Tables) -> ReconciliationAnswer:
    """Check that charges equal costs, and that the tables match the log.

    Raises:
        Unavailable: The log does not answer, or the tables are behind it.
    """
    ledger, position = await asyncio.to_thread(_read, journal)
    found: list[Discrepancy] = list(islice(ledger.discrepancies(), DISCREPANCIES_MAX))
    if position is not None:
        if not await tables.wait_for(position, _CAUGHT_UP_S):
            raise Unavailable(f"the projection is still behind {position}")
        rows = await tables.rows(DayRow, _DAYS, {"offset": position.offset})
        shown = {
            (row.node_id, row.day_ms): Sums(row.gpu_us, row.cost_cents, row.charged_cents) for row in rows
        }
        found += islice(_shown_otherwise(ledger, shown), DISCREPANCIES_MAX - len(found))
    return {
        "reconciled": not found,
        "node_days": len(ledger.days),
        "position": "" if position is None else str(position),
        "charged": _charged(ledger),
        "discrepancies": discrepancies(found),
    }


def discrepancies(found: Iterable[Discrepancy]) -> list[DiscrepancyAnswer]:
    """Return the days that do not add up, as shown in answers."""
    return [{"node_id": each.node_id, "day": each.day_ms, "what": each.what} for each in found]


def _charged(ledger: Reconciliation) -> list[ChargedAnswer]:
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for day in ledger.days.values():
        sums[day.currency][0] += day.cents
        sums[day.currency][1] += day.gpu_us
    return [
        {"currency": currency, "charged": amount, "gpu_hours": gpu_us}
        for currency, (amount, gpu_us) in sorted(sums.items())
    ]


def _read(journal: Journal) -> tuple[Reconciliation, Position | None]:
    ledger, position = Reconciliation(), None
    with closing(journal.reader([USAGE_EVENTS], name="reconciliation", on_poison="pass")) as reader:
        for delivery in reader.read_to_end():
            ledger.apply(delivery.envelope.payload)
            position = delivery.position
    return ledger, position


def _shown_otherwise(ledger: Reconciliation, shown: Mapping[tuple[str, int], Sums]) -> Iterator[Discrepancy]:
    for node_id, day_ms in ledger.days:
        said, has = ledger.sums(node_id, day_ms), shown.get((node_id, day_ms), Sums())
        if said != has:
            yield Discrepancy(node_id, day_ms, f"the tables have {has}, the log {said}")
    for day_ms, said in ledger.storage.items():
        has = shown.get(("", day_ms), Sums())
        if said != has:
            yield Discrepancy(STORE, day_ms, f"the tables have {has}, the log {said}")
    for day_ms, said in ledger.evaluations.items():
        has = shown.get((EVALUATIONS, day_ms), Sums())
        if said != has:
            yield Discrepancy(EVALUATIONS, day_ms, f"the tables have {has}, the log {said}")


_DAYS: Final = """
SELECT CASE kind WHEN 'EVALUATION' THEN 'evaluations' ELSE node_id END AS node_id, day_ms,
       sum(gpu_us)::bigint AS gpu_us, sum(cost_cents)::bigint AS cost_cents,
       sum(charged_cents)::bigint AS charged_cents
FROM charges WHERE "offset" <= %(offset)s GROUP BY 1, 2
"""
