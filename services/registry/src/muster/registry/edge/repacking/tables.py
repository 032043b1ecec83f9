"""Queries: repacked files, xorbs stored as deltas, and origins of versions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from muster.registry.edge.reading import ObjectRow
from muster.views.reading.tables import Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class RepackedRow:
    """A file that was uploaded whole and is stored in chunks."""

    object: str
    file: str
    record: str
    size_bytes: int


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


async def differences_of(tables: Tables, objects: Sequence[str], now_ms: int) -> Sequence[DifferenceRow]:
    """Return those of these xorbs that are stored as deltas and whose own bytes are no longer read."""
    return await tables.rows(DifferenceRow, _DIFFERENCES, {"objects": list(objects), "now_ms": now_ms})


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginRow:
    """A version that is the origin of another."""

    repository: str
    commit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _XorbRow:
    object: str


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


async def repacked_files(tables: Tables, repository: str, objects: Sequence[str]) -> dict[str, RepackedRow]:
    """Return those of these objects that commits of a repository refer to and that are stored in chunks."""
    rows = await tables.rows(
        RepackedRow, _OF_REPOSITORY, {"repository": repository, "objects": list(objects)}
    )
    return {row.object: row for row in rows}


async def repacked_of(tables: Tables, tenant: str, object_: str) -> RepackedRow | None:
    """Return the chunked form of a file uploaded whole; None: it is stored whole."""
    return await tables.row(RepackedRow, _OF_TENANT, {"tenant": tenant, "object": object_})


async def xorbs_of_tenant(tables: Tables, tenant: str) -> dict[str, str]:
    """Return keys of the xorbs that an organisation refers to, or did recently, by object id."""
    rows = await tables.rows(ObjectRow, _XORBS, {"tenant": tenant})
    return {row.object: row.object_key for row in rows}


_OF_REPOSITORY: Final = """
SELECT p.object, p.file, p.record, p.size_bytes
FROM repositories r JOIN repacked p ON p.tenant = r.tenant
     JOIN referred f ON f.repository = r.repository AND f.object = p.object
     JOIN objects o ON o.object = 'file/' || p.record AND o.there
WHERE r.repository = %(repository)s AND p.object = ANY(%(objects)s)
"""
_OF_TENANT: Final = """
SELECT p.object, p.file, p.record, p.size_bytes
FROM repacked p JOIN objects o ON o.object = 'file/' || p.record AND o.there
WHERE p.tenant = %(tenant)s AND p.object = %(object)s
"""
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
_XORBS: Final = """
SELECT o.object, o.size_bytes, o.object_key, o.damage FROM tenant_xorbs x JOIN objects o USING (object)
WHERE x.tenant = %(tenant)s AND o.there
"""
