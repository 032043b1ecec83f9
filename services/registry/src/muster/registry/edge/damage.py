"""Queries: objects that were found damaged or missing in the store, and the repositories that need them."""

from __future__ import annotations

from typing import Annotated, Final

from muster.api.cursors import NextPageToken, Order, PageRequest
from muster.registry.core.access import Level, Who, level_of
from muster.registry.edge.queries import repositories_with_ids
from muster.views.reading.tables import Tables
from typing_extensions import TypedDict


class DamagedObject(TypedDict):
    """An object that was found damaged or missing in the store, and is not served."""

    object: Annotated[str, "KIND/HASH."]
    size_bytes: int
    reason: Annotated[str, "Difference that the last check found."]
    repositories: Annotated[list[str], "TYPE/NAMESPACE/NAME of those that need it, 100 at most."]


class DamagedObjects(TypedDict):
    """Damaged and missing objects, the largest first."""

    items: list[DamagedObject]
    next_page_token: NextPageToken
    count: Annotated[int, "Number of all of them."]


class _DamagedRow(DamagedObject):
    """The same with the ids of the repositories, and the number of all objects."""

    count: int


_LARGEST_FIRST: Final = Order({"size_bytes": int, "object": str}, descending=True)


async def damaged_count(tables: Tables, tenant: str | None) -> int:
    """Return how many objects are damaged or missing; with a tenant, those that its repositories need."""
    row = await tables.row(_DamagedRow, _DAMAGED + " LIMIT 1", {"tenant": tenant})
    return 0 if row is None else row["count"]


async def damaged_objects(
    tables: Tables, who: Who, paging: PageRequest, *, is_operator: bool
) -> DamagedObjects:
    """Return a page of damaged and missing objects, the largest first.

    Args:
        tables: The tables.
        who: The caller.
        paging: The page; without the objects that the caller may not see, it is shorter.
        is_operator: Whether the caller sees all objects; otherwise those that repositories need which the
            caller may read.
    """
    tenant = None if is_operator else who.tenant
    page = await paging.read(tables, _DamagedRow, _DAMAGED, {"tenant": tenant}, _LARGEST_FIRST)
    rows = page["items"]
    named = list(dict.fromkeys(name for row in rows for name in row["repositories"]))
    may = {
        row.repository: f"{row.type.value.lower()}/{row.full_name}"
        for row in await repositories_with_ids(tables, named)
        if level_of(who, row, row.grants) >= Level.READ
    }
    found: list[DamagedObject] = [
        {
            "object": row["object"],
            "size_bytes": row["size_bytes"],
            "reason": row["reason"],
            "repositories": [may[name] for name in row["repositories"] if name in may],
        }
        for row in rows
    ]
    return {
        "items": [each for each in found if is_operator or each["repositories"]],
        "next_page_token": page["next_page_token"],
        "count": rows[0]["count"] if rows else 0,
    }


_DAMAGED: Final = """
SELECT o.object, o.size_bytes, o.damage AS reason, count(*) OVER () AS count, ARRAY(
           SELECT f.repository FROM referred f JOIN repositories q USING (repository)
           WHERE f.object = o.object AND NOT q.deleted
             AND (%(tenant)s::text IS NULL OR q.tenant = %(tenant)s)
           ORDER BY f.repository LIMIT 100
       ) AS repositories
FROM objects o WHERE o.damage IS NOT NULL AND o.there AND (%(tenant)s::text IS NULL OR EXISTS (
    SELECT FROM referred f JOIN repositories q USING (repository)
    WHERE f.object = o.object AND q.tenant = %(tenant)s AND NOT q.deleted
))
"""
