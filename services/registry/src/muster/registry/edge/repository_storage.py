"""Query: storage of each repository of an organisation that the caller may read, largest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from muster.api.cursors import ListAnswer, Order, PageRequest
from muster.registry.core.access import Level, Who, level_of
from muster.registry.edge.queries import RepositoryRow, repositories_with_ids
from muster.registry.edge.visibility import visible_to
from muster.views.reading.tables import Tables
from psycopg import sql
from typing_extensions import TypedDict


class KeptRepository(TypedDict):
    """Storage usage of one repository of a list."""

    type: str
    name: str
    versions: Annotated[int, "Commits that a branch, tag or pointer names."]
    counted: Annotated[int, "Versions whose sizes are recorded."]
    logical_bytes: Annotated[int, "Size of all counted versions, if each were a whole copy."]
    unique_bytes: Annotated[int, "Stored size of the distinct objects that its commits refer to."]
    shared_bytes: Annotated[int, "Unique bytes that other repositories of the organisation share."]
    own_bytes: Annotated[int, "Unique bytes that no other repository of the organisation shares."]
    saved_bytes: Annotated[int, "Logical bytes beyond own bytes; at least 0."]


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


_LARGEST_FIRST: Final = Order({"logical_bytes": int, "repository": str}, descending=True)


async def largest(tables: Tables, who: Who, paging: PageRequest) -> ListAnswer[KeptRepository]:
    """Return a page of the repositories of the caller's organisation, the largest logical size first.

    Args:
        tables: The tables.
        who: The caller.
        paging: The page; without the repositories that the caller may not read, it is shorter.
    """
    conditions = [each for each in visible_to(who) if each.value is not None]
    where = sql.SQL(" AND ").join([sql.SQL(each.clause) for each in conditions])
    parameters = {each.parameter: each.value for each in conditions} | {"tenant": who.tenant}
    statement = sql.SQL(_LARGEST).format(where)
    page = await paging.read(tables, _LargeRow, statement, parameters, _LARGEST_FIRST)
    rows = page["items"]
    found = {row.repository: row for row in await repositories_with_ids(tables, [r.repository for r in rows])}
    may = {name: row for name, row in found.items() if level_of(who, row, row.grants) >= Level.READ}
    stored = await _stored(tables, who.tenant, list(may))
    items = [
        _storage_of(may[row.repository], row, stored.get(row.repository))
        for row in rows
        if row.repository in may
    ]
    return {"items": items, "next_page_token": page["next_page_token"]}


def _storage_of(repository: RepositoryRow, large: _LargeRow, stored: _StoredRow | None) -> KeptRepository:
    unique_bytes, shared_bytes = (stored.unique_bytes, stored.shared_bytes) if stored else (0, 0)
    own_bytes = unique_bytes - shared_bytes
    return {
        "type": repository.type.value.lower(),
        "name": repository.full_name,
        "versions": large.versions,
        "counted": large.counted,
        "logical_bytes": large.logical_bytes,
        "unique_bytes": unique_bytes,
        "shared_bytes": shared_bytes,
        "own_bytes": own_bytes,
        "saved_bytes": max(large.logical_bytes - own_bytes, 0),
    }


async def _stored(tables: Tables, tenant: str, repositories: Sequence[str]) -> dict[str, _StoredRow]:
    rows = await tables.rows(_StoredRow, _STORED, {"tenant": tenant, "repositories": list(repositories)})
    return {row.repository: row for row in rows}


_LARGEST: Final = """
SELECT v.repository, count(*) AS versions, count(c.logical_bytes) AS counted,
       coalesce(sum(c.logical_bytes), 0)::bigint AS logical_bytes
FROM (SELECT DISTINCT r.repository, f.commit FROM repositories r JOIN refs f USING (repository)
      WHERE r.tenant = %(tenant)s AND f.commit IS NOT NULL AND {}) v
     JOIN commits c USING (repository, commit)
GROUP BY v.repository
"""
_STORED: Final = """
SELECT r.repository, sum(o.size_bytes)::bigint AS unique_bytes,
       coalesce(sum(o.size_bytes) FILTER (WHERE EXISTS (
           SELECT FROM referred x JOIN repositories q USING (repository)
           WHERE x.object = o.object AND q.repository <> r.repository
             AND q.tenant = %(tenant)s AND NOT q.deleted
       )), 0)::bigint AS shared_bytes
FROM referred r JOIN objects o USING (object)
WHERE r.repository = ANY(%(repositories)s) AND o.there
GROUP BY r.repository
"""
