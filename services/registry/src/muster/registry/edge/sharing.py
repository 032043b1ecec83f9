"""Query: storage that an organisation shares with others, and the extra storage if it did not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from muster.views.reading.tables import Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedRow:
    """Storage of the objects that an organisation refers to, and its overlap with other organisations.

    Attributes:
        objects: Number of distinct objects in the store.
        unique_bytes: Sum of their sizes, as uploaded.
        shared_objects: Number of these that other organisations also need: they refer to them, or to a delta
            based on them.
        shared_bytes: Sum of the sizes of shared objects, as uploaded.
        more_bytes: Additional storage if the organisation had all its objects for itself: a copy of each
            shared object, and the full size of each delta whose base it does not refer to.
    """

    objects: int
    unique_bytes: int
    shared_objects: int
    shared_bytes: int
    more_bytes: int


async def shared_by(tables: Tables, tenant: str) -> SharedRow:
    """Return an upper bound of what an organisation shares: past references count while the object exists."""
    found = await tables.row(SharedRow, _SHARED, {"tenant": tenant})
    return found or SharedRow(objects=0, unique_bytes=0, shared_objects=0, shared_bytes=0, more_bytes=0)


_SHARED: Final = """
WITH own AS (
    SELECT x.object FROM referred x JOIN repositories r USING (repository)
    WHERE r.tenant = %(tenant)s AND NOT r.deleted
    UNION SELECT x.object FROM tenant_xorbs x WHERE x.tenant = %(tenant)s
), others AS (
    SELECT x.object FROM referred x JOIN repositories r USING (repository)
    WHERE r.tenant <> %(tenant)s AND NOT r.deleted
    UNION SELECT x.object FROM tenant_xorbs x WHERE x.tenant <> %(tenant)s
), others_need AS (
    SELECT object FROM others
    UNION SELECT 'xorb/' || base
    FROM others JOIN differences d USING (object), jsonb_object_keys(d.bases) base
    WHERE d.delta_key IS NOT NULL
), lying AS (
    SELECT o.object, o.size_bytes, d.delta_bytes,
           EXISTS (SELECT FROM others_need n WHERE n.object = o.object) AS is_shared,
           EXISTS (
               SELECT FROM jsonb_object_keys(d.bases) base
               WHERE NOT EXISTS (SELECT FROM own WHERE own.object = 'xorb/' || base)
           ) AS needs_others
    FROM own JOIN objects o USING (object)
         LEFT JOIN differences d ON d.object = o.object AND d.delta_key IS NOT NULL
    WHERE o.there
)
SELECT count(*) AS objects, coalesce(sum(size_bytes), 0)::bigint AS unique_bytes,
       count(*) FILTER (WHERE is_shared) AS shared_objects,
       coalesce(sum(size_bytes) FILTER (WHERE is_shared), 0)::bigint AS shared_bytes,
       coalesce(sum(CASE WHEN is_shared AND needs_others THEN size_bytes
                         WHEN is_shared THEN coalesce(delta_bytes, size_bytes)
                         WHEN needs_others THEN size_bytes - delta_bytes
                         ELSE 0 END), 0)::bigint AS more_bytes
FROM lying
"""
