"""Queries: tiers of objects and repositories, and the tier rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from muster.registry.core.storage.tiering import TierRule
from muster.views.reading.tables import Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedRow:
    """An object in the store, and its tier."""

    object: str
    object_key: str
    tier: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TiersRow:
    """Bytes of a repository in each tier, and the last day its files were read (UTC days since 1970)."""

    hot_bytes: int
    warm_bytes: int
    cold_bytes: int
    read_day: int | None


async def tiers_of_objects(tables: Tables, objects: Sequence[str]) -> dict[str, PlacedRow]:
    """Return those of these objects that are in the store, by object id."""
    rows = await tables.rows(PlacedRow, _OF_OBJECTS, {"objects": list(objects)})
    return {row.object: row for row in rows}


async def tiers_of_repository(tables: Tables, repository: str) -> TiersRow:
    """Return the bytes of a repository in each tier."""
    found = await tables.row(TiersRow, _OF_REPOSITORY, {"repository": repository})
    return found or TiersRow(hot_bytes=0, warm_bytes=0, cold_bytes=0, read_day=None)


async def tier_rule(tables: Tables) -> TierRule:
    """Return the tier rule in force."""
    return await tables.row(TierRule, _RULE, {}) or TierRule()


_OF_OBJECTS: Final = """
SELECT object, object_key, coalesce(tier, 'HOT') AS tier FROM objects
WHERE object = ANY(%(objects)s) AND there
"""
_OF_REPOSITORY: Final = """
SELECT coalesce(sum(size_bytes) FILTER (WHERE there AND coalesce(tier, 'HOT') = 'HOT'), 0)::bigint
           AS hot_bytes,
       coalesce(sum(size_bytes) FILTER (WHERE there AND tier = 'WARM'), 0)::bigint AS warm_bytes,
       coalesce(sum(size_bytes) FILTER (WHERE there AND tier = 'COLD'), 0)::bigint AS cold_bytes,
       (SELECT max(day) FROM read_days WHERE repository = %(repository)s) AS read_day
FROM referred JOIN objects USING (object) WHERE repository = %(repository)s
"""
_RULE: Final = (
    "SELECT warm_after_days, cold_after_days, coalesce(prewarmed_max, 0) AS prewarmed_max FROM tier_rules"
)
