"""The entities of daily sums. PURE. What is kept is bounded: series with charges lately, times 30 days."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from muster.deciding import Kind
from muster.events.usage_events import CostDimension


@dataclass(frozen=True, slots=True)
class Series:
    """What is compared with itself from day to day.

    Attributes:
        tenant: Tenant.
        dimension: Team, project or model.
        of: Its name.
        currency: ISO 4217.
        first_day_ms: The first day with a charge that is known.
    """

    tenant: str
    dimension: CostDimension
    of: str
    currency: str
    first_day_ms: int


SERIES: Final = Kind("cost_series", Series)
"""`series_key` -> the series."""

SUMS: Final = Kind("cost_sum", int)
"""`sum_key` -> what a series was charged on a day, hundredths of its currency."""

SURGES: Final = Kind("cost_surge", int)
"""`series_key` -> start of the day that surged, while it is not settled."""

COMPARED: Final = Kind("compared", int)
"""THE_CELL -> days that begin earlier are compared."""


def series_key(tenant: str, dimension: CostDimension, of: str, currency: str) -> str:
    """The key of a series: names may hold any sign, so that joined they could be taken for others."""
    named = "".join(f"{len(part)}:{part}" for part in (tenant, dimension.value, of, currency))
    return hashlib.sha256(named.encode()).hexdigest()[:24]


def sum_key(series: str, day_ms: int) -> str:
    """The key of a day of the series with this key; those of a series sort by day."""
    return f"{series}/{day_ms:015}"
