"""Entities of daily sums. PURE. The state is bounded: number of recently charged series times 30 days."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from muster.deciding import Kind
from muster.events.usage_events import CostDimension


@dataclass(frozen=True, slots=True)
class Series:
    """Series of daily charges that is compared with its own past.

    Attributes:
        tenant: Tenant.
        dimension: Team, project or model.
        of: Name of the team, project or model.
        currency: ISO 4217.
        first_day_ms: First known day with a charge, milliseconds since 1970 UTC.
    """

    tenant: str
    dimension: CostDimension
    of: str
    currency: str
    first_day_ms: int


SERIES: Final = Kind("cost_series", Series)
"""`series_key` -> the series."""

SUMS: Final = Kind("cost_sum", int)
"""`sum_key` -> charge of a series on a day, hundredths of its currency."""

SURGES: Final = Kind("cost_surge", int)
"""`series_key` -> start of the anomalous day, until the series has settled."""

COMPARED: Final = Kind("compared", int)
"""THE_CELL -> start of the first day not compared yet."""


def series_key(tenant: str, dimension: CostDimension, of: str, currency: str) -> str:
    """Return the key of a series: a hash, as names may contain any character and could collide if joined."""
    named = "".join(f"{len(part)}:{part}" for part in (tenant, dimension.value, of, currency))
    return hashlib.sha256(named.encode()).hexdigest()[:24]


def sum_key(series: str, day_ms: int) -> str:
    """Return the key of a day of the series with key `series`; keys of a series sort by day."""
    return f"{series}/{day_ms:015}"
