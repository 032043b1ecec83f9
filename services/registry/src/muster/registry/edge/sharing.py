"""What an organisation shares with others in the store, and what the store would keep more without that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from muster.views.reading.tables import Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedRow:
    """Of the objects in the store that an organisation refers to.

    Attributes:
        objects: Distinct ones.
        unique_bytes: Their sizes, as they came.
        shared_objects: Of these, those that other organisations need, too: they refer to them, or to what is
            held as a difference from them.
        shared_bytes: Their sizes, as they came.
        more_bytes: What the store would keep more if the organisation had all its objects for itself: a copy
            of what is shared, and whole what is a difference from what it does not refer to itself.
    """

    objects: int
    unique_bytes: int
    shared_objects: int
    shared_bytes: int
    more_bytes: int


async def shared_by(tables: Tables, tenant: str) -> SharedRow:
    """What an organisation shares with others, at most: what it once referred to counts while it is there."""
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
