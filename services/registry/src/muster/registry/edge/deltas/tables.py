"""Queries: deltas and their bases, and origins of versions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from muster.views.reading.tables import Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceRow:
    """A xorb that is stored as a delta from others.

    Attributes:
        object: xorb/HASH.
        delta_key: Key of the delta.
        bases: Keys of the base xorbs, by hash.
    """

    object: str
    delta_key: str
    bases: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginRow:
    """A version that is the origin of another."""

    repository: str
    commit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _XorbRow:
    object: str


async def differences_of(tables: Tables, objects: Sequence[str], now_ms: int) -> Sequence[DifferenceRow]:
    """Return those of these xorbs that are stored as deltas and whose own bytes are no longer read."""
    return await tables.rows(DifferenceRow, _DIFFERENCES, {"objects": list(objects), "now_ms": now_ms})


async def differing(tables: Tables, objects: Iterable[str]) -> set[str]:
    """Return those of these xorbs that are stored as deltas, whether or not their own bytes still exist."""
    rows = await tables.rows(_XorbRow, _DIFFERING, {"objects": list(objects)})
    return {row.object for row in rows}


async def needed(tables: Tables, objects: Iterable[str]) -> set[str]:
    """Return those of these xorbs that are bases of deltas."""
    hashes = [object_.partition("/")[2] for object_ in objects]
    rows = await tables.rows(_XorbRow, _NEEDED, {"xorbs": hashes})
    return {row.object for row in rows}


async def origins_of(tables: Tables, tenant: str, version: str) -> Sequence[OriginRow]:
    """Return live versions of an organisation that a version derives from, or seems to; nearest first."""
    return await tables.rows(OriginRow, _ORIGINS, {"tenant": tenant, "version": version})


_DIFFERENCES: Final = """
SELECT object, delta_key, bases FROM differences
WHERE object = ANY(%(objects)s) AND delta_key IS NOT NULL AND plain_until_ms <= %(now_ms)s
"""
_DIFFERING: Final = """
SELECT object FROM differences WHERE object = ANY(%(objects)s) AND delta_key IS NOT NULL
"""
_NEEDED: Final = """
SELECT DISTINCT 'xorb/' || base AS object FROM differences, jsonb_object_keys(bases) AS base
WHERE bases ?| %(xorbs)s AND base = ANY(%(xorbs)s) AND delta_key IS NOT NULL
"""
_ORIGINS: Final = """
WITH RECURSIVE reached (artifact, depth) AS (
    SELECT %(version)s::text, 0
    UNION
    SELECT e.parent, r.depth + 1 FROM reached r JOIN lineage_edges e ON e.child = r.artifact
    WHERE r.depth < 8 AND e.relation IN ('FINE_TUNE', 'MERGE', 'SHARES_CONTENT', 'SHARES_WEIGHTS')
      AND (e.live OR e.standing = 'SUGGESTED')
), near AS (SELECT artifact, min(depth) AS depth FROM reached WHERE depth > 0 GROUP BY artifact)
SELECT c.repository, c.commit
FROM near n JOIN commits c ON c.repository = split_part(n.artifact, '/', 2)
                          AND c.commit = split_part(n.artifact, '/', 3)
     JOIN repositories q ON q.repository = c.repository
WHERE q.tenant = %(tenant)s AND NOT q.deleted AND NOT c.released AND n.artifact <> %(version)s
  AND n.artifact LIKE 'version/%%'
ORDER BY n.depth, n.artifact LIMIT 32
"""
