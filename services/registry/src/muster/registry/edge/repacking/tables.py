"""What the tables know of files that came whole and lie in chunks."""

from __future__ import annotations

from collections.abc import Sequence
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
_XORBS: Final = """
SELECT o.object, o.size_bytes, o.object_key FROM tenant_xorbs x JOIN objects o USING (object)
WHERE x.tenant = %(tenant)s AND o.there
"""
