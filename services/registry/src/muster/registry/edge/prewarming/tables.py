"""Queries: the objects that clients fetch to read a repository."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from muster.registry.core.storage.tiering import SIZE_BYTES_MIN
from muster.views.reading.tables import Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class LyingRow:
    """Key and size of an object."""

    object_key: str
    size_bytes: int


async def read_of(tables: Tables, repository: str) -> Sequence[LyingRow]:
    """Return the objects that clients fetch to read the versions of a repository, largest first.

    These are xorbs and whole files that are large enough for a tier. Objects stored as deltas are left out:
    it is not known when a restored copy of them exists.
    """
    return await tables.rows(LyingRow, _READ, {"repository": repository, "least": SIZE_BYTES_MIN})


_READ: Final = """
SELECT object_key, size_bytes FROM referred JOIN objects USING (object) LEFT JOIN differences USING (object)
WHERE referred.repository = %(repository)s AND there AND size_bytes >= %(least)s AND delta_key IS NULL
      AND (object LIKE 'xorb/%%' OR object LIKE 'lfs/%%')
ORDER BY size_bytes DESC, object_key
"""
