"""Base models of a version, along the lineage, with their licences as their cards state them.

Only models that the holder of the version may know of: its own organisation's, and public ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from muster.scanning.licences.licensing import Base
from muster.views.reading.tables import Tables

DEPTH_MAX: Final = 20
BASES_MAX: Final = 256


@dataclass(frozen=True, slots=True)
class _BaseRow:
    named: str
    licence: str | None
    bases: list[str] | None


async def bases_of(tables: Tables, root: str, names: Sequence[str]) -> tuple[Base, ...]:
    """Base models, the nearest first; one that is unknown here, or must stay unknown, has no licence.

    Args:
        tables: Tables of the scanner.
        root: Hash of the version's root directory.
        names: NAMESPACE/NAME of the bases that its card names.

    Raises:
        Unavailable: Postgres does not answer.
    """
    found: dict[str, Base] = {}
    level = list(names)
    for _ in range(DEPTH_MAX):
        level = [name for name in dict.fromkeys(level) if name.lower() not in found]
        level = level[: BASES_MAX - len(found)]
        if not level:
            break
        rows = await _rows(tables, root, level)
        for name in level:
            row = rows.get(name.lower())
            found[name.lower()] = Base(name, (row.licence or "") if row else "")
        known = [rows[name.lower()] for name in level if name.lower() in rows]
        level = [base for row in known for base in (row.bases or ())]
    return tuple(found.values())


async def _rows(tables: Tables, root: str, names: Sequence[str]) -> dict[str, _BaseRow]:
    wanted = [name.lower().partition("/") for name in names if "/" in name]
    asked = {
        "namespaces": [namespace for namespace, _, _ in wanted],
        "names": [name for _, _, name in wanted],
        "root": f"tree/{root}",
    }
    return {row.named: row for row in await tables.rows(_BaseRow, _BASES, asked)}


_BASES: Final = """
SELECT w.namespace || '/' || w.name AS named, r.licence, r.bases
FROM unnest(%(namespaces)s::text[], %(names)s::text[]) AS w (namespace, name)
     JOIN repositories r ON lower(r.namespace) = w.namespace AND lower(r.name) = w.name
WHERE NOT coalesce(r.deleted, FALSE) AND r.licence IS NOT NULL
  AND (r.visibility = 'PUBLIC' OR r.tenant IN (SELECT h.tenant FROM held h WHERE h.object = %(root)s))
ORDER BY r.repository
"""
