"""Query: storage of each repository of an organisation that the caller may read, largest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from muster.registry.core.repositories.access import Level, Who, level
from muster.registry.edge.reading import KeptRow, RepositoryRow, repositories_with_ids
from muster.registry.edge.seeing import seen_by
from muster.views.reading.tables import Tables
from psycopg import sql


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """Storage of a repository.

    Attributes:
        repository: The repository.
        versions: Number of commits that a branch, a tag or a pointer names.
        counted: Number of these whose logical size is known.
        logical_bytes: Sum of the file sizes of the counted commits.
        stored: Storage use of the repository.
    """

    repository: RepositoryRow
    versions: int
    counted: int
    logical_bytes: int
    stored: KeptRow


@dataclass(frozen=True, slots=True, kw_only=True)
class _LargeRow:
    repository: str
    versions: int
    counted: int
    logical_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _StoredRow:
    repository: str
    unique_bytes: int
    shared_bytes: int
    stored_bytes: int
    objects: int


async def largest(tables: Tables, who: Who, limit: int) -> Sequence[Kept]:
    """Return the repositories of the caller's organisation with the largest logical size."""
    conditions = [each for each in seen_by(who) if each.value is not None]
    where = sql.SQL(" AND ").join([sql.SQL(each.clause) for each in conditions])
    asked = {each.parameter: each.value for each in conditions} | {"tenant": who.tenant, "limit": limit}
    rows = await tables.rows(_LargeRow, sql.SQL(_LARGEST).format(where), asked)
    found = {row.repository: row for row in await repositories_with_ids(tables, [r.repository for r in rows])}
    may = {name: row for name, row in found.items() if level(who, row, row.grants) >= Level.READ}
    stored = await _stored(tables, who.tenant, list(may))
    return [
        Kept(
            repository=may[row.repository],
            versions=row.versions,
            counted=row.counted,
            logical_bytes=row.logical_bytes,
            stored=stored.get(row.repository, _NOTHING),
        )
        for row in rows
        if row.repository in may
    ]


async def _stored(tables: Tables, tenant: str, repositories: Sequence[str]) -> dict[str, KeptRow]:
    rows = await tables.rows(_StoredRow, _STORED, {"tenant": tenant, "repositories": list(repositories)})
    return {
        row.repository: KeptRow(
            unique_bytes=row.unique_bytes,
            shared_bytes=row.shared_bytes,
            stored_bytes=row.stored_bytes,
            objects=row.objects,
        )
        for row in rows
    }


_NOTHING: Final = KeptRow(unique_bytes=0, shared_bytes=0, stored_bytes=0, objects=0)
_LARGEST: Final = """
SELECT v.repository, count(*) AS versions, count(c.logical_bytes) AS counted,
       coalesce(sum(c.logical_bytes), 0)::bigint AS logical_bytes
FROM (SELECT DISTINCT r.repository, f.commit FROM repositories r JOIN refs f USING (repository)
      WHERE r.tenant = %(tenant)s AND f.commit IS NOT NULL AND {}) v
     JOIN commits c USING (repository, commit)
GROUP BY v.repository ORDER BY logical_bytes DESC, v.repository LIMIT %(limit)s
"""
_STORED: Final = """
SELECT r.repository, sum(o.size_bytes)::bigint AS unique_bytes, count(*) AS objects,
       coalesce(sum(o.size_bytes) FILTER (WHERE EXISTS (
           SELECT FROM referred x JOIN repositories q USING (repository)
           WHERE x.object = o.object AND q.repository <> r.repository
             AND q.tenant = %(tenant)s AND NOT q.deleted
       )), 0)::bigint AS shared_bytes,
       sum(coalesce(d.delta_bytes, o.size_bytes))::bigint AS stored_bytes
FROM referred r JOIN objects o USING (object)
     LEFT JOIN differences d ON d.object = o.object AND d.delta_key IS NOT NULL
WHERE r.repository = ANY(%(repositories)s) AND o.there
GROUP BY r.repository
"""
