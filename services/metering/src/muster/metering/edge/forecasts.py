"""Forecast of a budget's month: its days from the tables, the rule in core/forecast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from muster.events.metering_commands import BudgetTerms
from muster.metering.core.costs.forecast import HISTORY_DAYS_MAX, Range, forecast
from muster.metering.core.ledger import DAY_MS
from muster.metering.core.state import day_of
from muster.views.reading.tables import Tables


@dataclass(frozen=True, slots=True)
class DayRow:
    """Spending on a day, millionths of the unit."""

    day_ms: int
    micros: int


async def month_of(
    tables: Tables, tenant: str, terms: BudgetTerms, period: tuple[int, int], until_ms: int
) -> Range | None:
    """Forecast the spending of a month, millionths of the unit; None: the history is too short.

    Args:
        tables: The projection.
        tenant: Tenant of the budget.
        terms: Terms of the budget.
        period: Start and end of the month, milliseconds since 1970 UTC.
        until_ms: Hours that ended by then are counted; days that begin later are forecast.
    """
    today_ms = day_of(until_ms)
    parameters = {
        "tenant": tenant,
        "scope": terms.scope.value,
        "of": terms.of,
        "currency": terms.currency,
        "since_ms": today_ms - HISTORY_DAYS_MAX * DAY_MS,
        "until_ms": today_ms,
    }
    rows = await tables.rows(DayRow, _MONEY if terms.currency else _HOURS, parameters)
    if not rows:
        return None
    by_day = {row.day_ms: max(0, row.micros) for row in rows}
    days = [by_day.get(day_ms, 0) for day_ms in range(rows[0].day_ms, today_ms, DAY_MS)]
    starts_at_ms, ends_at_ms = period
    spent = sum(micros for day_ms, micros in by_day.items() if day_ms >= starts_at_ms)
    found = forecast(days, max(1, (ends_at_ms - today_ms) // DAY_MS))
    return None if found is None else Range(spent + found.low, spent + found.high)


_PAYERS: Final = """
  AND CASE %(scope)s WHEN 'TENANT' THEN true WHEN 'TEAM' THEN team = %(of)s
      WHEN 'PROJECT' THEN project = %(of)s ELSE queue IN (SELECT queue FROM below) END
  AND day_ms >= %(since_ms)s AND day_ms < %(until_ms)s
GROUP BY day_ms ORDER BY day_ms
"""

_BELOW: Final = """
WITH RECURSIVE below AS (
    SELECT %(of)s::text AS queue
    UNION SELECT placed.queue FROM placed JOIN below ON placed.parent = below.queue
    WHERE placed.tenant = %(tenant)s
)
"""

_MONEY: Final = f"""{_BELOW}
SELECT day_ms, sum(charged_cents)::bigint * 10000 AS micros FROM charges
WHERE tenant = %(tenant)s AND currency = %(currency)s {_PAYERS}
"""  # noqa: S608  (of constants)

_HOURS: Final = f"""{_BELOW}
SELECT day_ms, (sum(gpu_us) / 3600)::bigint AS micros FROM usage
WHERE tenant = %(tenant)s {_PAYERS}
"""  # noqa: S608  (of constants)
