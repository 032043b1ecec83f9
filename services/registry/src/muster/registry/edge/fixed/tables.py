"""Queries: fixed chunks that an organisation has, as ranges of files in xorbs or whole as uploaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from muster.cas.naming import digest_of
from muster.events.registry_commands import ObjectKind
from muster.registry.edge.queries import ObjectRow, RepositoryRow
from muster.views.reading.tables import Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeRow:
    """A fixed chunk: its number in the file (in steps of 64 MiB), and the key of the file's record."""

    sha256: str
    place: int
    size_bytes: int
    object_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestRow:
    """One line of a manifest."""

    sha256: str


async def ranges_with(
    tables: Tables, tenant: str, sha256s: Sequence[str], within: list[str] | None
) -> dict[str, RangeRow]:
    """Return those of these fixed chunks that are ranges of files in the organisation's live commits.

    Args:
        tables: The tables.
        tenant: The organisation.
        sha256s: The chunks.
        within: Ids of the repositories whose commits count; None: all.
    """
    parameters = {"tenant": tenant, "sha256s": list(sha256s), "within": within}
    rows = await tables.rows(RangeRow, _RANGES, parameters)
    return {row.sha256: row for row in rows}


async def whole_with(
    tables: Tables, repository: RepositoryRow, sha256s: Sequence[str], now_ms: int, within: list[str] | None
) -> Mapping[str, ObjectRow]:
    """Return those stored whole: proven less than 24 h ago, or themselves a file of a live commit.

    Args:
        tables: The tables.
        repository: Any repository of the organisation.
        sha256s: The chunks.
        now_ms: Current time in milliseconds.
        within: Ids of the repositories whose commits count; None: all.
    """
    objects = [repository.object_of(ObjectKind.LFS, sha256) for sha256 in sha256s]
    parameters = {"tenant": repository.tenant, "objects": objects, "now_ms": now_ms, "within": within}
    rows = await tables.rows(ObjectRow, _WHOLE, parameters)
    return {digest_of(row.object): row for row in rows}


async def manifest_of(tables: Tables, tenant: str, record: str) -> list[str]:
    """Return the manifest of a file in xorbs; empty: the file was never read in fixed chunks."""
    rows = await tables.rows(ManifestRow, _MANIFEST, {"tenant": tenant, "record": record})
    return [row.sha256 for row in rows]


_RANGES: Final = """
SELECT DISTINCT ON (f.sha256) f.sha256, f.place, f.size_bytes, o.object_key
FROM fixed_chunks f JOIN objects o ON o.object = 'file/' || f.record AND o.there
WHERE f.tenant = %(tenant)s AND f.sha256 = ANY(%(sha256s)s) AND (EXISTS (
    SELECT FROM xet_uses u JOIN commits c USING (repository, commit)
    WHERE u.record = f.record AND u.tenant = f.tenant AND NOT c.released
      AND (%(within)s::text[] IS NULL OR u.repository = ANY(%(within)s))
) OR EXISTS (
    SELECT FROM repacked p JOIN lfs_uses u USING (object, tenant) JOIN commits c USING (repository, commit)
    WHERE p.record = f.record AND p.tenant = f.tenant AND NOT c.released
      AND (%(within)s::text[] IS NULL OR u.repository = ANY(%(within)s))
))
ORDER BY f.sha256
"""
_WHOLE: Final = """
SELECT o.object, o.size_bytes, o.object_key, o.damage FROM objects o
WHERE o.object = ANY(%(objects)s) AND o.there AND (EXISTS (
    SELECT FROM uploads u
    WHERE u.object = o.object AND u.tenant = %(tenant)s
      AND u.state = 'proven' AND u.expires_at_ms > %(now_ms)s
) OR EXISTS (
    SELECT FROM lfs_uses l JOIN commits c USING (repository, commit)
    WHERE l.object = o.object AND l.tenant = %(tenant)s AND NOT c.released
      AND (%(within)s::text[] IS NULL OR l.repository = ANY(%(within)s))
))
"""
_MANIFEST: Final = """
SELECT sha256 FROM fixed_chunks WHERE tenant = %(tenant)s AND record = %(record)s ORDER BY place
"""
