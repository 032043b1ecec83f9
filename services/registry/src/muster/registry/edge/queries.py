"""Queries: repositories, commits, refs, objects, uploads, files in xorbs, and storage use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, LiteralString

from muster.cas.naming import encrypted_as
from muster.events.registry_commands import (
    AccessLevel,
    GranteeKind,
    ObjectKind,
    RefKind,
    RepositoryType,
    Visibility,
)
from muster.registry.core.names import COMMIT
from muster.registry.core.state import DAYS_KEPT, object_id
from muster.views.reading.tables import Tables
from typing_extensions import TypedDict


@dataclass(frozen=True, slots=True, kw_only=True)
class RepositoryRow:
    """A repository as read from the tables."""

    repository: str
    type_name: str
    namespace: str
    name: str
    visibility_name: str
    tenant: str
    created_by: str
    created_at_ms: int
    changed_at_ms: int
    card: dict[str, Any] | None
    quarantine: str | None
    granted: list[list[str]] | None
    head: str
    downloads: int
    total_downloads: int
    encryption_key: str

    @property
    def type(self) -> RepositoryType:
        """Repository type, as an enum."""
        return RepositoryType(self.type_name)

    @property
    def visibility(self) -> Visibility:
        """Readers of the repository besides those with a grant."""
        return Visibility(self.visibility_name)

    @property
    def full_name(self) -> str:
        """NAMESPACE/NAME."""
        return f"{self.namespace}/{self.name}"

    def hash_of(self, digest: str) -> str:
        """Return the hash under which the repository's organisation stores bytes with this SHA-256."""
        return encrypted_as(digest, self.encryption_key)

    def object_of(self, kind: ObjectKind, digest: str) -> str:
        """Return the object id of bytes with this SHA-256 in the repository's organisation."""
        return object_id(kind, self.hash_of(digest))

    @property
    def grants(self) -> Sequence[tuple[GranteeKind, str, AccessLevel]]:
        """Grants: kind of grantee, grantee, and access level."""
        return [(GranteeKind(k), grantee, AccessLevel(allowed)) for k, grantee, allowed in self.granted or ()]


@dataclass(frozen=True, slots=True, kw_only=True)
class IdRow:
    """The id of a repository."""

    repository: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitRow:
    """A commit as read from the tables."""

    commit: str
    parent: str
    root: str
    author: str
    at_ms: int
    title: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RefRow:
    """A branch or tag."""

    kind: str
    name: str
    commit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectRow:
    """An object that is in the store."""

    object: str
    size_bytes: int
    object_key: str
    damage: str | None
    """Damage found in its stored bytes; None: none is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadRow:
    """An upload."""

    upload: str
    tenant: str
    object: str
    size_bytes: int
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class XetFileRow:
    """A file that is stored as chunks in xorbs.

    Attributes:
        content: Its name in verdicts: file/RECORD, or lfs/HASH if it was uploaded whole.
    """

    file: str
    record: str
    sha256: str
    size_bytes: int
    object_key: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordRow:
    """Key of the record of a file with a given chunk, and the xorb with this chunk."""

    chunk: str
    object_key: str
    xorb: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRow:
    """Storage use of a repository; other repositories of its organisation also refer to the shared bytes."""

    unique_bytes: int
    shared_bytes: int
    stored_bytes: int
    objects: int


class LogicalRow(TypedDict):
    """Logical size of the versions of an organisation."""

    versions: Annotated[int, "Commits that a branch, tag or pointer names, in all its repositories."]
    counted: Annotated[int, "Versions whose sizes are recorded."]
    logical_bytes: Annotated[int, "Size of all counted versions, if each were a whole copy."]


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeRow:
    """Logical size of a commit: the sum of its files' sizes."""

    logical_bytes: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DerivedRow:
    """Sizes of xorbs stored as deltas from those of a repository: as uploaded, and as stored."""

    derived_bytes: int
    derived_stored_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageRow:
    """Storage use, quota and encryption key of an organisation."""

    unique_bytes: int
    reserved_bytes: int
    quota_bytes: int | None
    encryption_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadsRow:
    """Downloads of an organisation's members within 30 days, and the quota; None: unlimited."""

    read_bytes: int
    quota_bytes: int | None


async def kept_by(tables: Tables, repository: RepositoryRow) -> KeptRow:
    """Return the storage use of a repository."""
    parameters = {"repository": repository.repository, "tenant": repository.tenant}
    found = await tables.row(KeptRow, _KEPT_BY, parameters)
    return found or KeptRow(unique_bytes=0, shared_bytes=0, stored_bytes=0, objects=0)


async def derived_from(tables: Tables, repository: RepositoryRow) -> DerivedRow:
    """Return the sizes of the organisation's xorbs that are stored as deltas from those of a repository."""
    parameters = {"repository": repository.repository, "tenant": repository.tenant}
    found = await tables.row(DerivedRow, _DERIVED_FROM, parameters)
    return found or DerivedRow(derived_bytes=0, derived_stored_bytes=0)


async def repository_named(
    tables: Tables, type_: RepositoryType, namespace: str, name: str
) -> RepositoryRow | None:
    """Return a repository by its name, case-insensitively unless it is an experiment; None: not found."""
    folded = {"namespace": namespace.lower(), "name": name.lower()}
    parameters = {"type": type_.value, "exact": name, **folded}
    return await tables.row(RepositoryRow, _NAMED, parameters)


async def repository_formerly_named(
    tables: Tables, type_: RepositoryType, namespace: str, name: str
) -> RepositoryRow | None:
    """Return the last repository that was moved away from a name; None: not found."""
    parameters = {"type": type_.value, "former": f"{namespace}/{name}".lower()}
    return await tables.row(RepositoryRow, _FORMERLY_NAMED, parameters)


async def repository_with_id(tables: Tables, repository: str) -> RepositoryRow | None:
    """Return a repository by its id; None: not found."""
    return await tables.row(RepositoryRow, _WITH_ID, {"repository": repository})


async def repositories_with_ids(tables: Tables, repositories: Sequence[str]) -> Sequence[RepositoryRow]:
    """Return those of these repositories that exist."""
    return await tables.rows(RepositoryRow, _WITH_IDS, {"repositories": list(repositories)})


async def granted_to(tables: Tables, grantees: Sequence[str], limit: int) -> Sequence[str]:
    """Return the ids of repositories with a grant to any of these grantees (KIND/GRANTEE)."""
    rows = await tables.rows(IdRow, _GRANTED_TO, {"grantees": list(grantees), "limit": limit})
    return [row.repository for row in rows]


async def repositories_named(tables: Tables, names: Sequence[str]) -> Sequence[str]:
    """Return the ids of those of these repositories that exist.

    Args:
        tables: The tables.
        names: TYPE/NAMESPACE/NAME, in lower case.
    """
    return [row.repository for row in await tables.rows(IdRow, NAMED_IDS, {"names": list(names)})]


async def commit_at(tables: Tables, repository: str, revision: str) -> CommitRow | None:
    """Return a live commit by its id, branch or tag; None: not found."""
    if not COMMIT.fullmatch(revision):
        return await tables.row(CommitRow, _AT_REF, {"repository": repository, "name": revision})
    return await tables.row(CommitRow, _COMMIT, {"repository": repository, "commit": revision})


async def commits_from(
    tables: Tables, repository: str, commit: str, skip: int, limit: int
) -> Sequence[CommitRow]:
    """Return a commit and its ancestors, newest first, without the first `skip`."""
    parameters = {"repository": repository, "commit": commit, "skip": skip, "limit": limit}
    return await tables.rows(CommitRow, _HISTORY, parameters)


async def refs_of(tables: Tables, repository: str) -> Sequence[RefRow]:
    """Return branches and tags, ordered by name."""
    return await tables.rows(RefRow, _REFS, {"repository": repository})


async def ref_of(tables: Tables, repository: str, kind: RefKind, name: str) -> RefRow | None:
    """Return a branch or tag; None: not found."""
    refs = await refs_of(tables, repository)
    return next((ref for ref in refs if (ref.kind, ref.name) == (kind.value, name)), None)


async def objects_there(tables: Tables, objects: Sequence[str]) -> dict[str, ObjectRow]:
    """Return those of these objects that are in the store, by object id."""
    rows = await tables.rows(ObjectRow, _OBJECTS, {"objects": list(objects)})
    return {row.object: row for row in rows}


async def referred(tables: Tables, repository: str, objects: Sequence[str]) -> dict[str, ObjectRow]:
    """Return those of these objects that commits of a repository refer to and that are in the store."""
    rows = await tables.rows(ObjectRow, _REFERRED, {"repository": repository, "objects": list(objects)})
    return {row.object: row for row in rows}


async def uploads_made(tables: Tables, uploads: Sequence[str]) -> dict[str, UploadRow]:
    """Return those of these uploads that have a reservation, by upload id."""
    rows = await tables.rows(UploadRow, _UPLOADS, {"uploads": list(uploads)})
    return {row.upload: row for row in rows}


async def xet_files_with(tables: Tables, repository: str, sha256s: Sequence[str]) -> dict[str, XetFileRow]:
    """Return the files of a repository in xorbs with these SHA-256s (as their uploaders declared them)."""
    rows = await tables.rows(XetFileRow, _XET_WITH, {"repository": repository, "sha256s": list(sha256s)})
    return {row.sha256: row for row in rows}


async def xet_file(tables: Tables, repository: str, file: str) -> XetFileRow | None:
    """Return a file in xorbs by its xet hash, uploaded in chunks or repacked; None: not found."""
    return await tables.row(XetFileRow, _XET_FILE, {"repository": repository, "file": file})


async def xet_records(tables: Tables, repository: str, files: Sequence[str]) -> Sequence[XetFileRow]:
    """Return the files of a repository that were uploaded in chunks and have these xet hashes."""
    return await tables.rows(XetFileRow, _XET_RECORDS, {"repository": repository, "files": list(files)})


async def records_with(
    tables: Tables, tenant: str, chunks: Sequence[str], within: Sequence[str] | None
) -> dict[str, RecordRow]:
    """Return records of files with these chunks, by chunk, if a live commit of the organisation has the file.

    Args:
        tables: The tables.
        tenant: The organisation.
        chunks: The chunks' hashes.
        within: Ids of the repositories whose commits count; None: all.
    """
    limited = None if within is None else list(within)
    parameters = {"tenant": tenant, "chunks": list(chunks), "within": limited}
    return {row.chunk: row for row in await tables.rows(RecordRow, _RECORDS_WITH, parameters)}


async def logical_bytes_of(tables: Tables, repository: str, commit: str) -> int | None:
    """Return the logical size of a commit in bytes, each file as a whole copy; None: not recorded."""
    parameters = {"repository": repository, "commit": commit}
    found = await tables.row(SizeRow, _LOGICAL_OF, parameters)
    return None if found is None else found.logical_bytes


async def logical_bytes_in(tables: Tables, tenant: str) -> LogicalRow:
    """Return the logical size of all versions of an organisation that a branch or tag names."""
    found = await tables.row(LogicalRow, _LOGICAL_IN, {"tenant": tenant})
    return found or LogicalRow(versions=0, counted=0, logical_bytes=0)


async def downloads_of(tables: Tables, tenant: str, day: int) -> DownloadsRow:
    """Return downloads of an organisation's members on a UTC day and the 29 before, and the quota."""
    found = await tables.row(DownloadsRow, _DOWNLOADS, {"tenant": tenant, "first": day - DAYS_KEPT + 1})
    return found or DownloadsRow(read_bytes=0, quota_bytes=None)


async def usage_of(tables: Tables, tenant: str) -> UsageRow:
    """Return storage use, quota and encryption key of an organisation."""
    found = await tables.row(UsageRow, _USAGE, {"tenant": tenant})
    return found or UsageRow(unique_bytes=0, reserved_bytes=0, quota_bytes=None, encryption_key="")


REPOSITORIES: Final = """
SELECT r.repository, r.type AS type_name, r.namespace, r.name, r.visibility AS visibility_name, r.tenant,
       r.created_by, r.created_at_ms, r.changed_at_ms, r.card, r.quarantine,
       (SELECT jsonb_agg(jsonb_build_array(g.kind, g.grantee, g.level)) FROM grants g
        WHERE g.repository = r.repository AND g.level IS NOT NULL) AS granted,
       coalesce(h.commit, '') AS head,
       coalesce((SELECT sum(d.downloads) FROM read_days d WHERE d.repository = r.repository
                 AND d.day > floor(extract(epoch FROM now()) / 86400) - 30), 0)::bigint AS downloads,
       coalesce(r.total_downloads, 0) AS total_downloads,
       coalesce((SELECT o.encryption_key FROM organisations o WHERE o.tenant = r.tenant), '')
           AS encryption_key
FROM repositories r
     LEFT JOIN refs h ON h.repository = r.repository AND h.kind = 'BRANCH' AND h.name = 'main'
"""
"""SELECT ... FROM of RepositoryRow, without WHERE. Downloads cover DAYS_KEPT days including today."""

_NAMED: Final = (
    REPOSITORIES
    + """
WHERE lower(r.namespace) = %(namespace)s AND lower(r.name) = %(name)s AND r.type = %(type)s
  AND (r.type <> 'EXPERIMENT' OR r.name = %(exact)s) AND NOT r.deleted
"""
)

_FORMERLY_NAMED: Final = (
    REPOSITORIES
    + """
     JOIN former_names f ON f.repository = r.repository AND f.name = %(former)s
WHERE r.type = %(type)s AND NOT r.deleted ORDER BY f.at_ms DESC LIMIT 1
"""
)

_WITH_ID: Final = REPOSITORIES + "WHERE r.repository = %(repository)s AND NOT r.deleted"

_WITH_IDS: Final = REPOSITORIES + "WHERE r.repository = ANY(%(repositories)s) AND NOT r.deleted"
_GRANTED_TO: Final = """
SELECT DISTINCT repository FROM grants
WHERE level IS NOT NULL AND kind || '/' || grantee = ANY(%(grantees)s)
ORDER BY repository DESC LIMIT %(limit)s
"""

NAMED_IDS: Final[LiteralString] = """
SELECT q.repository FROM unnest(%(names)s::text[]) n JOIN repositories q
  ON lower(q.namespace) = split_part(n, '/', 2) AND q.type = upper(split_part(n, '/', 1))
     AND lower(q.name) = substr(n, length(split_part(n, '/', 1)) + length(split_part(n, '/', 2)) + 3)
WHERE NOT q.deleted
"""

_COMMITS: Final = "SELECT commit, parent, root, author, at_ms, title, description FROM commits "
_COMMIT: Final = _COMMITS + "WHERE repository = %(repository)s AND commit = %(commit)s AND NOT released"
_AT_REF: Final = """
SELECT c.commit, c.parent, c.root, c.author, c.at_ms, c.title, c.description
FROM refs r JOIN commits c USING (repository, commit)
WHERE r.repository = %(repository)s AND r.name = %(name)s
"""
_HISTORY: Final = """
WITH RECURSIVE history AS (
    SELECT c.*, 0 AS depth FROM commits c WHERE c.repository = %(repository)s AND c.commit = %(commit)s
    UNION ALL
    SELECT c.*, h.depth + 1
    FROM commits c JOIN history h ON c.repository = h.repository AND c.commit = h.parent
    WHERE h.depth + 1 < %(skip)s + %(limit)s
)
SELECT commit, parent, root, author, at_ms, title, description FROM history WHERE depth >= %(skip)s
ORDER BY depth
"""
_REFS: Final = """
SELECT kind, name, commit FROM refs WHERE repository = %(repository)s AND commit IS NOT NULL ORDER BY name
"""
_OBJECTS: Final = """
SELECT object, size_bytes, object_key, damage FROM objects WHERE object = ANY(%(objects)s) AND there
"""
_REFERRED: Final = """
SELECT o.object, o.size_bytes, o.object_key, o.damage FROM referred r JOIN objects o USING (object)
WHERE r.repository = %(repository)s AND r.object = ANY(%(objects)s) AND o.there
"""
_UPLOADS: Final = """
SELECT upload, tenant, object, size_bytes, state FROM uploads WHERE upload = ANY(%(uploads)s)
"""
_XET: Final = """
SELECT x.file, x.record, x.sha256, x.size_bytes, o.object_key, 'file/' || x.record AS content
FROM xet_files x JOIN objects o ON o.object = 'file/' || x.record AND o.there
WHERE x.repository = %(repository)s AND
"""
_XET_WITH: Final = _XET + "x.sha256 = ANY(%(sha256s)s)"
_XET_RECORDS: Final = _XET + "x.file = ANY(%(files)s)"
_XET_FILE: Final = (
    _XET
    + """
x.file = %(file)s
UNION ALL
SELECT p.file, p.record, substr(p.object, 5, 64) AS sha256, p.size_bytes, o.object_key, p.object AS content
FROM repositories r JOIN repacked p ON p.tenant = r.tenant AND p.file = %(file)s
     JOIN referred f ON f.repository = r.repository AND f.object = p.object
     JOIN objects o ON o.object = 'file/' || p.record AND o.there
WHERE r.repository = %(repository)s
ORDER BY content DESC  -- files uploaded whole first: their verdicts are about lfs/HASH, not the record
LIMIT 1
"""
)
_RECORDS_WITH: Final = """
SELECT DISTINCT ON (k.chunk) k.chunk, o.object_key, k.xorb
FROM key_chunks k JOIN objects o ON o.object = 'file/' || k.record AND o.there
WHERE k.tenant = %(tenant)s AND k.chunk = ANY(%(chunks)s) AND (EXISTS (
    SELECT FROM xet_uses u JOIN commits c USING (repository, commit)
    WHERE u.record = k.record AND u.tenant = k.tenant AND NOT c.released
      AND (%(within)s::text[] IS NULL OR u.repository = ANY(%(within)s))
) OR EXISTS (
    SELECT FROM repacked p JOIN lfs_uses u USING (object, tenant) JOIN commits c USING (repository, commit)
    WHERE p.record = k.record AND p.tenant = k.tenant AND NOT c.released
      AND (%(within)s::text[] IS NULL OR u.repository = ANY(%(within)s))
))
ORDER BY k.chunk
"""
_DOWNLOADS: Final = """
SELECT coalesce((SELECT sum(d.read_bytes) FROM downloaded_days d
                 WHERE d.tenant = %(tenant)s AND d.day >= %(first)s), 0)::bigint AS read_bytes,
       (SELECT o.download_quota_bytes FROM organisations o WHERE o.tenant = %(tenant)s) AS quota_bytes
"""
_LOGICAL_OF: Final = (
    "SELECT logical_bytes FROM commits WHERE repository = %(repository)s AND commit = %(commit)s"
)
_LOGICAL_IN: Final = """
SELECT count(*) AS versions, count(c.logical_bytes) AS counted,
       coalesce(sum(c.logical_bytes), 0)::bigint AS logical_bytes
FROM (SELECT DISTINCT q.repository, f.commit FROM repositories q JOIN refs f USING (repository)
      WHERE q.tenant = %(tenant)s AND NOT q.deleted AND f.commit IS NOT NULL) v
     JOIN commits c USING (repository, commit)
"""
_USAGE: Final = """
SELECT coalesce(unique_bytes, 0) AS unique_bytes, coalesce(reserved_bytes, 0) AS reserved_bytes, quota_bytes,
       coalesce(encryption_key, '') AS encryption_key
FROM organisations WHERE tenant = %(tenant)s
"""
_DERIVED_FROM: Final = """
SELECT coalesce(sum(o.size_bytes), 0)::bigint AS derived_bytes,
       coalesce(sum(d.delta_bytes), 0)::bigint AS derived_stored_bytes
FROM differences d JOIN objects o USING (object)
WHERE d.tenant = %(tenant)s AND d.base_repository = %(repository)s AND d.delta_key IS NOT NULL AND o.there
"""
_KEPT_BY: Final = """
SELECT coalesce(sum(size_bytes), 0)::bigint AS unique_bytes, count(*) AS objects,
       coalesce(sum(size_bytes) FILTER (WHERE EXISTS (
           SELECT FROM referred x JOIN repositories q USING (repository)
           WHERE x.object = o.object AND q.repository <> r.repository
             AND q.tenant = %(tenant)s AND NOT q.deleted
       )), 0)::bigint AS shared_bytes,
       coalesce(sum(coalesce(d.delta_bytes, size_bytes)), 0)::bigint AS stored_bytes
FROM referred r JOIN objects o USING (object)
     LEFT JOIN differences d ON d.object = o.object AND d.delta_key IS NOT NULL
WHERE r.repository = %(repository)s AND o.there
"""
