"""The entities. PURE.

An object is what lies under one key of the store: a small file, a whole file, a directory, a xorb. It is used
by commits that refer to it and by claims: room that an organisation keeps for what it uploads. What nothing
uses is removed (collecting.py).

What an organisation with an encryption key keeps are objects of its own: wherever this service says HASH of
an object, it means HASH~KEY then (muster.cas.naming). So nothing is shared that is not under the same key,
and the path of an object in the store says with what it is encrypted.
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
        type: What it is for.
        namespace: The organisation, or ORGANISATION.USER.
        name: Within the namespace.
        visibility: Who may read it besides those with a grant.
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
    """A commit that is live: a name leads to it.

    Attributes:
        parent: The commit before it; empty: it is the first.
        uses: Names at it and live commits after it; at 0 it is given up.
    """

    parent: str
    uses: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredObject:
    """An object whose bytes are proven.

    Attributes:
        size_bytes: Its size.
        key: Where in the store it lies.
        free_since_ms: Since when nothing uses it; None: something does.
        condemned: Nobody is told that it is there, unless it is proven anew.
    """

    size_bytes: int
    key: str
    free_since_ms: int | None = None
    condemned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFile:
    """A file whose chunks lie in xorbs.

    Attributes:
        size_bytes: Its size.
        objects: Its record and the xorbs, as KIND/HASH.
    """

    size_bytes: int
    objects: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """How a xorb is held that is held as its difference from others.

    Attributes:
        delta: The object with the difference.
        bases: The xorbs that it is from, as objects.
    """

    delta: str
    bases: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """Room that is kept for an object.

    Attributes:
        tenant: Whose.
        object: KIND/HASH.
        size_bytes: Its size, as announced.
        expires_at_ms: Until when.
        proven: The bytes are there.
    """

    tenant: str
    object: str
    size_bytes: int
    expires_at_ms: int
    proven: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What an organisation has under way for an object.

    Attributes:
        size_bytes: For which room is kept.
        uploads: Ids of those that are open.
        proven: One of them was.
    """

    size_bytes: int
    uploads: tuple[str, ...]
    proven: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Organisation:
    """What an organisation keeps.

    Attributes:
        unique_bytes: Of distinct objects that its live commits refer to.
        reserved_bytes: For which room is kept.
        quota_bytes: Of both together; None: no limit.
        encryption_key: Name of the key that all of it is encrypted with; empty: none.
    """

    unique_bytes: int = 0
    reserved_bytes: int = 0
    quota_bytes: int | None = None
    encryption_key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A commit that may be asked for again.

    Attributes:
        commit: Which.
        at_ms: When it was made.
    """

    commit: str
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Days:
    """Numbers of the last 30 UTC days.

    Attributes:
        numbers: (Day since 1970, number), the earliest first; days without one are left out.
    """

    numbers: tuple[tuple[int, int], ...] = ()

    @property
    def total(self) -> int:
        """Of all these days."""
        return sum(number for _, number in self.numbers)

    def on(self, day: int) -> int:
        """Of one day."""
        return dict(self.numbers).get(day, 0)

    def set_to(self, day: int, number: int) -> Days:
        """With another number for the newest day; what lies DAYS_KEPT before it is forgotten."""
        kept = tuple(each for each in self.numbers if day - DAYS_KEPT < each[0] < day)
        return Days(numbers=(*kept, (day, number)))


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadedBytes:
    """What members of an organisation have downloaded.

    Attributes:
        days: Bytes.
        quota_bytes: Of 30 days together; None: no limit.
    """

    days: Days = Days()
    quota_bytes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRepository:
    """How often a repository was downloaded, by anybody.

    Attributes:
        days: Downloads.
        total: Of all time.
    """

    days: Days = Days()
    total: int = 0


REPOSITORIES: Final = Kind("repository", Repository)
"""Id -> the repository."""

NAMES: Final = Kind("name", str)
"""`taken_key` -> id of the repository."""

GRANTS: Final = Kind("grant", AccessLevel)
"""`grant_key` -> what is allowed."""

QUARANTINES: Final = Kind("quarantine", str)
"""Id of a repository -> why its files are read by nobody without a grant."""

REFS: Final = Kind("ref", str)
"""`ref_key` -> commit."""

COMMITS: Final = Kind("commit", Commit)
"""`commit_key` -> the commit."""

COMMIT_OBJECTS: Final = Kind("commit-objects", tuple[str, ...])
"""`piece_key` -> objects that the commit refers to."""

RELEASES: Final = Kind("release", str)
"""`commit_key` of what is to be given up -> its organisation."""

MADE: Final = Kind("made", Made)
"""Digest of a request -> the commit that it made, for a while."""

MADE_BY_TIME: Final = ByTime("made-by-time", separator=" ")
"""`time_key` -> digest."""

OBJECTS: Final = Kind("object", StoredObject)
"""KIND/HASH -> the object."""

USES: Final = Kind("use", int)
"""KIND/HASH -> commits that refer to it, claims on it, xorbs that are restored with it; nothing: none."""

FREE_BY_TIME: Final = ByTime("free-by-time", separator=" ")
"""`time_key` -> KIND/HASH of what nothing uses."""

FILES: Final = Kind("file", StoredFile)
"""file/HASH of a record -> the file, as long as the record is there."""

REPACKED: Final = Kind("repacked", StoredFile)
"""`held_key` of a file that came whole -> where it lies in chunks, as long as the organisation holds it."""

DIFFERENCES: Final = Kind("difference", Difference)
"""xorb/HASH -> how it is held, if as a difference, as long as it is there."""

LEANING: Final = Kind("leaning", int)
"""xorb/HASH -> how many xorbs are held as a difference from it; nothing: none."""

HOLDINGS: Final = Kind("holding", int)
"""`held_key` -> how many live commits of an organisation refer to an object."""

BROUGHT: Final = Kind("brought", str)
"""`held_key` -> id of the repository that brought an object first, as long as the organisation holds it."""

CLAIMS: Final = Kind("claim", Claim)
"""`held_key` -> what an organisation has under way for an object."""

UPLOADS: Final = Kind("upload", Upload)
"""Id -> the upload."""

UPLOADS_BY_TIME: Final = ByTime("upload-by-time", separator=" ")
"""`time_key` -> id of the upload that ends then."""

ORGANISATIONS: Final = Kind("organisation", Organisation)
"""Name -> the organisation."""

DOWNLOADED: Final = Kind("downloaded", DownloadedBytes)
"""Name of an organisation -> what its members have downloaded, and may."""

READ: Final = Kind("read", ReadRepository)
"""Id of a repository -> how often it was downloaded."""

NEARED: Final = Kind("neared", int)
"""`neared_key` -> the percentage of a quota that was told last."""

DAYS_KEPT: Final = 30

DAY_MS: Final = 86_400_000

PIECE: Final = 500
"""Objects of a commit in one entity, and taken back in one fact."""


def name_key(type_: RepositoryType, namespace: str, name: str) -> str:
    """The key of a repository's name: upper and lower case are one."""
    return f"{type_.value}/{namespace}/{name}".lower()


def taken_key(type_: RepositoryType, namespace: str, name: str) -> str:
    """The key under which a repository has its name: that of an experiment is exact, as MLflow has it."""
    is_exact = type_ is RepositoryType.EXPERIMENT
    return name_key(type_, namespace, "") + (name if is_exact else name.lower())


def grant_key(repository: str, kind: GranteeKind, grantee: str) -> str:
    """The key of a grant."""
    return f"{repository}/{kind.value}/{grantee}"


def ref_key(repository: str, kind: RefKind, name: str) -> str:
    """The key of a branch or tag."""
    return f"{repository}/{kind.value}/{name}"


def commit_key(repository: str, commit: str) -> str:
    """The key of a commit."""
    return f"{repository}/{commit}"


def piece_key(repository: str, commit: str, number: int) -> str:
    """The key of the objects of a commit, in pieces."""
    return f"{repository}/{commit}/{number:06d}"


def object_id(kind: ObjectKind, hash_: str) -> str:
    """An object, as facts name it."""
    return f"{kind.value.lower()}/{hash_}"


def copies_of(object_: str) -> str:
    """How keys begin at which the proven bytes of an object may lie."""
    kind, _, hash_ = object_.partition("/")
    return f"registry/{kind}/{hash_[:2]}/{hash_}/"


def held_key(tenant: str, object_: str) -> str:
    """The key of what an organisation has of an object."""
    return f"{tenant}/{object_}"


def neared_key(tenant: str, quota: QuotaKind) -> str:
    """The key of what an organisation was told of a quota."""
    return f"{tenant}/{quota.value}"


def organisation(state: Entities, tenant: str) -> Organisation:
    """What an organisation keeps."""
    return state.get(ORGANISATIONS, tenant) or Organisation()


def downloaded(state: Entities, tenant: str) -> DownloadedBytes:
    """What members of an organisation have downloaded."""
    return state.get(DOWNLOADED, tenant) or DownloadedBytes()


def use(state: Changes, object_: str, change: int, at_ms: int) -> None:
    """So many more, or fewer, use an object; its bytes need not be there yet."""
    uses = (state.get(USES, object_) or 0) + change
    if uses:
        state.put(USES, object_, uses)
    else:
        state.delete(USES, object_)
    stored = state.get(OBJECTS, object_)
    if stored is not None and (stored.free_since_ms is None) != bool(uses):
        file_object(state, object_, stored, at_ms)


def file_object(state: Changes, object_: str, stored: StoredObject, at_ms: int) -> None:
    """Put an object, under the time if nothing uses it."""
    before = state.get(OBJECTS, object_)
    if before is not None and before.free_since_ms is not None:
        FREE_BY_TIME.remove(state, before.free_since_ms, object_)
    free_since_ms = None if state.get(USES, object_) else at_ms
    if free_since_ms is not None:
        FREE_BY_TIME.file(state, free_since_ms, object_)
    state.put(OBJECTS, object_, replace(stored, free_since_ms=free_since_ms))
