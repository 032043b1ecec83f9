"""Query: storage that an organisation shares with others, and the extra storage if it did not."""

from __future__ import annotations

from typing import Annotated, Final

from muster.views.reading.tables import Tables
from typing_extensions import TypedDict


class SharedRow(TypedDict):
    """Storage of the objects that an organisation refers to, and its overlap with other organisations.

    An object is shared if others refer to it, or to a delta based on it. An organisation that shared none
    would have a copy of each, and the full size of each delta whose base it does not refer to.
    """

    objects: Annotated[int, "Distinct objects in the store that it refers to."]
    unique_bytes: Annotated[int, "Their size as uploaded."]
    shared_objects: Annotated[int, "Objects among them that other organisations refer to as well."]
    shared_bytes: Annotated[int, "Size of the shared objects as uploaded."]
    more_bytes: Annotated[int, "Maximum growth of the store if the organisation shared no objects."]


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
