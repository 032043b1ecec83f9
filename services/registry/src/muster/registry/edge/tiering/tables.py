"""Queries: tiers of objects and repositories, and the tier rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from muster.registry.core.storage.tiering import SIZE_BYTES_MIN, TierRule
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


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleRow:
    """Row of a TierRule."""

    warm_after_days: int
    cold_after_days: int
    prewarmed_max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LyingRow:
    """Key and size of an object."""

    object_key: str
    size_bytes: int


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
    found = await tables.row(RuleRow, _RULE, {})
    if found is None:
        return TierRule()
    return TierRule(
        warm_after_days=found.warm_after_days,
        cold_after_days=found.cold_after_days,
        prewarmed_max=found.prewarmed_max,
    )


async def read_of(tables: Tables, repository: str) -> Sequence[LyingRow]:
    """Return the objects that clients fetch to read the versions of a repository, largest first.

    These are xorbs and whole files that are large enough for a tier. Objects stored as deltas are left out:
    it is not known when a restored copy of them exists.
    """
    return await tables.rows(LyingRow, _READ, {"repository": repository, "least": SIZE_BYTES_MIN})


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
_READ: Final = """
SELECT object_key, size_bytes FROM referred JOIN objects USING (object) LEFT JOIN differences USING (object)
WHERE referred.repository = %(repository)s AND there AND size_bytes >= %(least)s AND delta_key IS NULL
      AND (object LIKE 'xorb/%%' OR object LIKE 'lfs/%%')
ORDER BY size_bytes DESC, object_key
"""
