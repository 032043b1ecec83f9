"""Entities of the registry. PURE.

An object is stored under one key: a small file, a whole file, a directory, a xorb. It is used by commits that
refer to it and by claims: an organisation's open upload reservations. Unused objects are removed
(collecting.py).

An organisation with an encryption key has objects of its own: wherever this service says HASH of an object,
that means HASH~KEY then (muster.cas.naming). So only objects under the same key are shared, and the path of
an object in the store names the key that encrypts it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from muster.deciding import ByTime, Changes, Entities, Kind
from muster.events.registry_commands import (
    AccessLevel,
    GranteeKind,
    ObjectKind,
    RefKind,
    RepositoryType,
    Visibility,
)
from muster.events.registry_events import QuotaKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Repository:
    """A repository.

    Attributes:
        type: Model, dataset, space or experiment.
        namespace: The organisation, or ORGANISATION.USER.
        name: Name within the namespace.
        visibility: Who may read it without a grant.
        tenant: The organisation that it belongs to.
        created_by: ORGANISATION/USER.
    """

    type: RepositoryType
    namespace: str
    name: str
    visibility: Visibility
    tenant: str
    created_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """A live commit: reachable from a branch, tag, pointer or version.

    Attributes:
        parent: The commit before it; empty: it is the first.
        uses: Number of names that point at it and of live child commits; at 0 it is released.
    """

    parent: str
    uses: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredObject:
    """An object whose bytes are proven.

    Attributes:
        size_bytes: Its size.
        key: Its key in the store.
        free_since_ms: Since when it is unused, in milliseconds since 1970 UTC, counted again from the time at
            which it is marked for deletion; None: it is in use.
        condemned: Pending deletion: reported as absent unless it is proven again.
    """

    size_bytes: int
    key: str
    free_since_ms: int | None = None
    condemned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFile:
    """A file whose chunks are stored in xorbs.

    Attributes:
        size_bytes: Its size.
        objects: Its record and the xorbs, as KIND/HASH.
    """

    size_bytes: int
    objects: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """Upload reservation for an object.

    Attributes:
        tenant: The organisation that uploads.
        object: KIND/HASH.
        size_bytes: Size of the object, as announced.
        expires_at_ms: When the reservation expires, in milliseconds since 1970 UTC.
        proven: Whether the bytes are stored.
    """

    tenant: str
    object: str
    size_bytes: int
    expires_at_ms: int
    proven: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Open uploads of an organisation for one object.

    Attributes:
        size_bytes: Reserved bytes.
        uploads: Ids of the open uploads.
        proven: Whether one of its uploads was proven.
    """

    size_bytes: int
    uploads: tuple[str, ...]
    proven: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Organisation:
    """Storage of an organisation.

    Attributes:
        unique_bytes: Size of the distinct objects that its live commits refer to.
        reserved_bytes: Bytes reserved for uploads.
        quota_bytes: Limit on the sum of both; None: no limit.
        encryption_key: Name of the key that encrypts all of it; empty: none.
    """

    unique_bytes: int = 0
    reserved_bytes: int = 0
    quota_bytes: int | None = None
    encryption_key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """Result of a recent commit request, which a client may repeat.

    Attributes:
        commit: Id of the commit.
        at_ms: When it was made, in milliseconds since 1970 UTC.
    """

    commit: str
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Days:
    """Counts of the last 30 UTC days.

    Attributes:
        numbers: (Day since 1970, count), the earliest first; days without a count are left out.
    """

    numbers: tuple[tuple[int, int], ...] = ()

    @property
    def total(self) -> int:
        """Sum over all days."""
        return sum(number for _, number in self.numbers)

    def on(self, day: int) -> int:
        """Return the count of one day."""
        return dict(self.numbers).get(day, 0)

    def set_to(self, day: int, number: int) -> Days:
        """Return a copy with this count for the newest day, without days DAYS_KEPT or more before it."""
        kept = tuple(each for each in self.numbers if day - DAYS_KEPT < each[0] < day)
        return Days(numbers=(*kept, (day, number)))


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadedBytes:
    """Downloads by members of an organisation.

    Attributes:
        days: Bytes per day.
        quota_bytes: Limit on the bytes of 30 days; None: no limit.
    """

    days: Days = Days()
    quota_bytes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRepository:
    """Download counts of a repository, by all callers.

    Attributes:
        days: Downloads per day.
        total: Downloads of all time.
    """

    days: Days = Days()
    total: int = 0


REPOSITORIES: Final = Kind("repository", Repository)
"""Id -> the repository."""

NAMES: Final = Kind("name", str)
"""`taken_key` -> id of the repository."""

GRANTS: Final = Kind("grant", AccessLevel)
"""`grant_key` -> granted access level."""

QUARANTINES: Final = Kind("quarantine", str)
"""Id of a repository -> why its files are in quarantine: readable only with a grant."""

REFS: Final = Kind("ref", str)
"""`ref_key` -> commit."""

COMMITS: Final = Kind("commit", Commit)
"""`commit_key` -> the commit."""

COMMIT_OBJECTS: Final = Kind("commit-objects", tuple[str, ...])
"""`piece_key` -> objects that the commit refers to."""

RELEASES: Final = Kind("release", str)
"""`commit_key` of a commit that is to be released -> its organisation."""

MADE: Final = Kind("made", Made)
"""Digest of a recent request -> the commit that it made."""

MADE_BY_TIME: Final = ByTime("made-by-time", separator=" ")
"""`time_key` -> digest."""

OBJECTS: Final = Kind("object", StoredObject)
"""KIND/HASH -> the object."""

USES: Final = Kind("use", int)
"""KIND/HASH -> number of commits and claims that refer to it, and of xorbs restored with it; absent: 0."""

FREE_BY_TIME: Final = ByTime("free-by-time", separator=" ")
"""`time_key` -> KIND/HASH of an unused object."""

FILES: Final = Kind("file", StoredFile)
"""file/HASH of a record -> the file, while the record exists."""

REPACKED: Final = Kind("repacked", StoredFile)
"""`held_key` of a file uploaded whole -> the chunked file, while the organisation holds it."""

HOLDINGS: Final = Kind("holding", int)
"""`held_key` -> number of an organisation's live commits that refer to an object."""

BROUGHT: Final = Kind("brought", str)
"""`held_key` -> id of the repository that uploaded an object first, while the organisation holds it."""

KEPT: Final = Kind("kept", int)
"""REPOSITORY/OBJECT -> number of the repository's live commits that refer to a large file or xorb."""

CLAIMS: Final = Kind("claim", Claim)
"""`held_key` -> an organisation's claim on an object."""

UPLOADS: Final = Kind("upload", Upload)
"""Id -> the upload."""

UPLOADS_BY_TIME: Final = ByTime("upload-by-time", separator=" ")
"""`time_key` -> id of the upload that expires then."""

ORGANISATIONS: Final = Kind("organisation", Organisation)
"""Name -> the organisation."""

DOWNLOADED: Final = Kind("downloaded", DownloadedBytes)
"""Name of an organisation -> downloads of its members, and their quota."""

READ: Final = Kind("read", ReadRepository)
"""Id of a repository -> its download counts."""

NEARED: Final = Kind("neared", int)
"""`neared_key` -> the percentage of a quota that was last notified."""

DAYS_KEPT: Final = 30

DAY_MS: Final = 86_400_000

_LARGE: Final = ("xorb/", "lfs/")

PIECE: Final = 500
"""Maximum number of a commit's objects in one entity, and released by one fact."""


def name_key(type_: RepositoryType, namespace: str, name: str) -> str:
    """Return the key of a repository's name, ignoring case."""
    return f"{type_.value}/{namespace}/{name}".lower()


def taken_key(type_: RepositoryType, namespace: str, name: str) -> str:
    """Return the key that reserves a repository's name: case-sensitive only for experiments, as in MLflow."""
    is_exact = type_ is RepositoryType.EXPERIMENT
    return name_key(type_, namespace, "") + (name if is_exact else name.lower())


def grant_key(repository: str, kind: GranteeKind, grantee: str) -> str:
    """Return the key of a grant."""
    return f"{repository}/{kind.value}/{grantee}"


def ref_key(repository: str, kind: RefKind, name: str) -> str:
    """Return the key of a branch or tag."""
    return f"{repository}/{kind.value}/{name}"


def commit_key(repository: str, commit: str) -> str:
    """Return the key of a commit."""
    return f"{repository}/{commit}"


def piece_key(repository: str, commit: str, number: int) -> str:
    """Return the key of one piece of a commit's objects."""
    return f"{repository}/{commit}/{number:06d}"


def object_id(kind: ObjectKind, hash_: str) -> str:
    """Return an object's name in facts: KIND/HASH."""
    return f"{kind.value.lower()}/{hash_}"


def is_large(object_: str) -> bool:
    """Whether an object is compared: small ones, such as configurations, are equal in unrelated models."""
    return object_.startswith(_LARGE)


def copies_of(object_: str) -> str:
    """Return the prefix of keys for an object's proven bytes."""
    kind, _, hash_ = object_.partition("/")
    return f"registry/{kind}/{hash_[:2]}/{hash_}/"


def held_key(tenant: str, object_: str) -> str:
    """Return the key of an organisation's record about an object."""
    return f"{tenant}/{object_}"


def kept_key(repository: str, object_: str) -> str:
    """Return the key of a repository's object in KEPT."""
    return f"{repository}/{object_}"


def neared_key(tenant: str, quota: QuotaKind) -> str:
    """Return the key of an organisation's last notified quota threshold."""
    return f"{tenant}/{quota.value}"


def organisation(state: Entities, tenant: str) -> Organisation:
    """Return the storage of an organisation; a new one has none."""
    return state.get(ORGANISATIONS, tenant) or Organisation()


def downloaded(state: Entities, tenant: str) -> DownloadedBytes:
    """Return the downloads of an organisation's members; a new one has none."""
    return state.get(DOWNLOADED, tenant) or DownloadedBytes()


def use(state: Changes, object_: str, change: int, at_ms: int) -> None:
    """Change an object's use count by `change`; its bytes need not be stored yet."""
    uses = (state.get(USES, object_) or 0) + change
    if uses:
        state.put(USES, object_, uses)
    else:
        state.delete(USES, object_)
    stored = state.get(OBJECTS, object_)
    if stored is not None and (stored.free_since_ms is None) != bool(uses):
        file_object(state, object_, stored, at_ms)


def file_object(state: Changes, object_: str, stored: StoredObject, at_ms: int) -> None:
    """Store an object's entry; index it by time if it is unused."""
    before = state.get(OBJECTS, object_)
    if before is not None and before.free_since_ms is not None:
        FREE_BY_TIME.remove(state, before.free_since_ms, object_)
    free_since_ms = None if state.get(USES, object_) else at_ms
    if free_since_ms is not None:
        FREE_BY_TIME.file(state, free_since_ms, object_)
    state.put(OBJECTS, object_, replace(stored, free_since_ms=free_since_ms))
