"""Reconciliation: reads all of `usage-events`, and checks charges against costs and against the tables."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import Final

from muster.events.topics import USAGE_EVENTS
from muster.journal import Journal, Position
from muster.metering.core.evaluations import EVALUATIONS
from muster.metering.core.reconciliation import STORE, Discrepancy, Reconciliation, Sums
from muster.views.reading.tables import Tables
from muster.views.view import Unavailable

DISCREPANCIES_MAX: Final = 100
_CAUGHT_UP_S: Final = 30.0


@dataclass(frozen=True, slots=True)
class Reconciled:
    """Result of a reconciliation.

    Attributes:
        position: Position up to which the log was read; None: it is empty.
        ledger: Charges according to the log.
        discrepancies: Days that do not add up, or differ from the tables.
    """

    position: Position | None
    ledger: Reconciliation
    discrepancies: list[Discrepancy]


@dataclass(frozen=True, slots=True)
class DayRow:
    """Charges of a node's day according to the tables."""

    node_id: str
    day_ms: int
    gpu_us: int
    cost_cents: int
    charged_cents: int


async def reconcile(journal: Journal, tables: Tables) -> Reconciled:
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
    return Reconciled(position, ledger, found)


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
