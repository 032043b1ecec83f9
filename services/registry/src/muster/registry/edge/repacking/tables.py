"""What the tables know of files that came whole and lie in chunks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from muster.registry.edge.reading import ObjectRow
from muster.views.reading.tables import Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class RepackedRow:
    """A file that came whole and lies in chunks."""

    object: str
    file: str
    record: str
    size_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceRow:
    """A xorb that is held as its difference from others.

    Attributes:
        object: xorb/HASH.
        delta_key: Where the difference lies.
        bases: Hashes of the xorbs that it is from, and where each lies.
    """

    object: str
    delta_key: str
    bases: dict[str, str]


async def differences_of(tables: Tables, objects: Sequence[str], now_ms: int) -> Sequence[DifferenceRow]:
    """Those of these xorbs whose own bytes are not read any longer."""
    return await tables.rows(DifferenceRow, _DIFFERENCES, {"objects": list(objects), "now_ms": now_ms})


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginRow:
    """A version that another comes from."""

    repository: str
    commit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _XorbRow:
    object: str


async def differing(tables: Tables, objects: Iterable[str]) -> set[str]:
    """Those of these xorbs that are held as differences, whether their own bytes are still there or not."""
    rows = await tables.rows(_XorbRow, _DIFFERING, {"objects": list(objects)})
    return {row.object for row in rows}


async def needed(tables: Tables, objects: Iterable[str]) -> set[str]:
    """Those of these xorbs that others are held as differences from."""
    hashes = [object_.partition("/")[2] for object_ in objects]
    rows = await tables.rows(_XorbRow, _NEEDED, {"xorbs": hashes})
    return {row.object for row in rows}


async def origins_of(tables: Tables, tenant: str, version: str) -> Sequence[OriginRow]:
    """Live versions of an organisation that a version comes from, or seems to; near ones first."""
    return await tables.rows(OriginRow, _ORIGINS, {"tenant": tenant, "version": version})


async def repacked_files(tables: Tables, repository: str, objects: Sequence[str]) -> dict[str, RepackedRow]:
    """Those of these objects that lie in chunks, of what commits of a repository refer to."""
    rows = await tables.rows(
        RepackedRow, _OF_REPOSITORY, {"repository": repository, "objects": list(objects)}
    )
    return {row.object: row for row in rows}


async def repacked_of(tables: Tables, tenant: str, object_: str) -> RepackedRow | None:
    """Where an organisation has a file that came whole; None: it lies whole."""
    return await tables.row(RepackedRow, _OF_TENANT, {"tenant": tenant, "object": object_})


async def xorbs_of_tenant(tables: Tables, tenant: str) -> dict[str, str]:
    """Keys of the xorbs that an organisation refers to, or did lately, by object."""
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
