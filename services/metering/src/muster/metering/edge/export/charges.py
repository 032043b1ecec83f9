"""Charges and their corrections in the order of days and the log, page by page.

No connection is held between two pages: a caller may read as slowly as it likes. Rows written meanwhile for a
day already read are in the next export.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from muster.metering.edge.costs import SEEN, Sight
from muster.views.reading.pages import Condition, Key, Keyset
from muster.views.reading.tables import Tables

PAGE_ROWS: Final = 5_000


@dataclass(frozen=True, slots=True)
class ChargeRow:
    """Charge as stored in the tables; a correction contains deltas.

    Attributes:
        charge_id: Id of the charge; a correction has that of the charge it corrects.
        partition: Partition of its fact on the log.
        offset: Offset of its fact.
        n: Index of the charge within the fact.
        day_ms: Start of the day, milliseconds since 1970 UTC.
        node_id: Node.
        gpu_model: GPU model.
        tenant: Tenant of the payer; empty: the platform.
        team: Team of the payer.
        project: Project of the payer.
        user_name: User of the payer.
        queue: Queue of the payer.
        tier: Tier of the payer.
        model_name: Model trained by the job.
        labels: Labels of the job.
        kind: ChargeKind.
        reason: Reason, as in UsageShare.
        job_id: Job.
        attempt: Attempt.
        reservation: Reservation.
        currency: ISO 4217.
        gpu_us: GPU microseconds.
        byte_ms: Bytes x milliseconds of storage.
        cost_cents: Part of the cost of the node.
        charged_cents: Charge for it.
        rate: RateApplied of the day; None: several rates applied.
        cause: Cause of a correction; None: not a correction.
    """

    charge_id: str
    partition: int
    offset: int
    n: int
    day_ms: int
    node_id: str
    gpu_model: str
    tenant: str
    team: str
    project: str
    user_name: str
    queue: str
    tier: str
    model_name: str
    labels: Mapping[str, str]
    kind: str
    reason: str
    job_id: str
    attempt: int
    reservation: str
    currency: str
    gpu_us: int
    byte_ms: int
    cost_cents: int
    charged_cents: int
    rate: Mapping[str, Any] | None
    cause: str | None


async def charges(
    tables: Tables, sight: Sight, since_ms: int, until_ms: int
) -> AsyncGenerator[Sequence[ChargeRow]]:
    """Yield the charges of the days that begin in a period, at most PAGE_ROWS at once.

    Raises:
        Unavailable: Postgres does not answer.
    """
    conditions = [  # each clause has one parameter; that of the visible rows has several
        Condition("since_ms", "day_ms >= %(since_ms)s", since_ms),
        Condition("until_ms", "day_ms < %(until_ms)s", until_ms),
        Condition("tenant", SEEN, sight.tenant),
        *(Condition(name, "true", value) for name, value in sight.parameters().items() if name != "tenant"),
    ]
    behind: Key | None = None
    while True:
        found = await tables.page(
            ChargeRow, _SELECT, _ORDER, _key, conditions=conditions, size=PAGE_ROWS, behind=behind
        )
        yield found.rows
        if found.next_key is None:
            return
        behind = found.next_key


def _key(row: ChargeRow) -> Key:
    return row.day_ms, row.partition, row.offset, row.n


_ORDER: Final = Keyset(("day_ms", '"partition"', '"offset"', "n"))

_SELECT: Final = """
    SELECT charge_id, "partition", "offset", n, day_ms, node_id, gpu_model, tenant, team, project, user_name,
           queue, tier, model_name, labels, kind, reason, job_id, attempt, reservation, currency, gpu_us,
           byte_ms::text::numeric AS byte_ms, cost_cents, charged_cents, rate, cause
    FROM charges r"""
