"""Queries: files uploaded whole and stored in chunks, and xorbs of an organisation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from muster.registry.edge.queries import ObjectRow
from muster.views.reading.tables import Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class RepackedRow:
    """A file that was uploaded whole and is stored in chunks."""

    object: str
    file: str
    record: str
    size_bytes: int


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
_XORBS: Final = """
SELECT o.object, o.size_bytes, o.object_key, o.damage FROM tenant_xorbs x JOIN objects o USING (object)
WHERE x.tenant = %(tenant)s AND o.there
"""
