"""What happened to repositories and the bytes they store.

Generated from schemas/registry-events.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.eval_events import EvalScore, GateVerdict
from muster.events.registry_commands import (
    AccessLevel,
    DatasetUse,
    FileAdded,
    Finding,
    GranteeKind,
    KeyChunk,
    Label,
    LineageRelation,
    ModelCard,
    ObjectState,
    ObjectUpload,
    Placement,
    RefKind,
    RepositoryType,
    RunKind,
    RunStatus,
    ScanPolicy,
    Visibility,
    XetFile,
)
from muster.events.scan_events import ScanVerdict, WeightMark
from muster.events.shared.command_answers import CommandRejected, CommandRepeated
from muster.events.shared.watermarks import Watermark
from muster.events.wire.datum import Table, branch_of, table_of
from muster.events.wire.record import record


class RepositoryFact:
    """Base of the facts whose subject is 'repository'; as a pattern it matches all of them."""

    __slots__ = ()


class ObjectFact:
    """Base of the facts whose subject is 'object'; as a pattern it matches all of them."""

    __slots__ = ()


class OrganisationFact:
    """Base of the facts whose subject is 'organisation'; as a pattern it matches all of them."""

    __slots__ = ()


class ContentFact:
    """Base of the facts whose subject is 'content'; as a pattern it matches all of them."""

    __slots__ = ()


class VersionFact:
    """Base of the facts whose subject is 'version'; as a pattern it matches all of them."""

    __slots__ = ()


class DayFact:
    """Base of the facts whose subject is 'day'; as a pattern it matches all of them."""

    __slots__ = ()


@final
@record
class RepositoryCreated(RepositoryFact):
    """A repository was created, with a branch main.

    Attributes:
        repository: Id of the repository.
        repository_type: Type of the repository.
        namespace: The organisation, or ORGANISATION.USER.
        name: Name within the namespace.
        visibility: Who may read it.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
        commit: Its first commit, which is empty.
        root: SHA-256 of its root directory.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.RepositoryCreated"

    repository: str
    repository_type: RepositoryType
    namespace: str
    name: str
    visibility: Visibility
    tenant: str
    requested_by: str
    commit: str
    root: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "repository_type": self.repository_type,
            "namespace": self.namespace,
            "name": self.name,
            "visibility": self.visibility,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "commit": self.commit,
            "root": self.root,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RepositoryCreated:
        """The inverse."""
        return cls(
            repository=d["repository"],
            repository_type=RepositoryType(d["repository_type"]),
            namespace=d["namespace"],
            name=d["name"],
            visibility=Visibility(d["visibility"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            commit=d["commit"],
            root=d["root"],
        )


@final
@record
class RepositoryDeleted(RepositoryFact):
    """A repository was deleted; it can no longer be read or written.

    Attributes:
        repository: Id of the repository.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.RepositoryDeleted"

    repository: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RepositoryDeleted:
        """The inverse."""
        return cls(
            repository=d["repository"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class RepositoryMoved(RepositoryFact):
    """A repository was renamed.

    Attributes:
        repository: Id of the repository.
        namespace: The new namespace.
        name: The new name.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
        from_namespace: Former namespace; empty in facts of older versions.
        from_name: Former name; empty in facts of older versions.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.RepositoryMoved"

    repository: str
    namespace: str
    name: str
    tenant: str
    requested_by: str
    from_namespace: str = ""
    from_name: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "namespace": self.namespace,
            "name": self.name,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "from_namespace": self.from_namespace,
            "from_name": self.from_name,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RepositoryMoved:
        """The inverse."""
        return cls(
            repository=d["repository"],
            namespace=d["namespace"],
            name=d["name"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            from_namespace=d.get("from_namespace", ""),
            from_name=d.get("from_name", ""),
        )


@final
@record
class VisibilitySet(RepositoryFact):
    """Who may read it.

    Attributes:
        repository: Id of the repository.
        visibility: Who may read it.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.VisibilitySet"

    repository: str
    visibility: Visibility
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "visibility": self.visibility,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> VisibilitySet:
        """The inverse."""
        return cls(
            repository=d["repository"],
            visibility=Visibility(d["visibility"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class AccessGranted(RepositoryFact):
    """Access was granted.

    Attributes:
        repository: Id of the repository.
        grantee_kind: Kind of the grantee.
        grantee: A user or team as ORGANISATION/NAME, or an organisation.
        level: What is allowed.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.AccessGranted"

    repository: str
    grantee_kind: GranteeKind
    grantee: str
    level: AccessLevel
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "grantee_kind": self.grantee_kind,
            "grantee": self.grantee,
            "level": self.level,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AccessGranted:
        """The inverse."""
        return cls(
            repository=d["repository"],
            grantee_kind=GranteeKind(d["grantee_kind"]),
            grantee=d["grantee"],
            level=AccessLevel(d["level"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class AccessRevoked(RepositoryFact):
    """A grant was revoked.

    Attributes:
        repository: Id of the repository.
        grantee_kind: Kind of the grantee.
        grantee: Grantee, as in the grant.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.AccessRevoked"

    repository: str
    grantee_kind: GranteeKind
    grantee: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "grantee_kind": self.grantee_kind,
            "grantee": self.grantee,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AccessRevoked:
        """The inverse."""
        return cls(
            repository=d["repository"],
            grantee_kind=GranteeKind(d["grantee_kind"]),
            grantee=d["grantee"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class RepositoryQuarantined(RepositoryFact):
    """A repository's files, or one content, can be read only with a grant.

    Attributes:
        repository: Id of the repository.
        reason: Reason that readers see.
        full_name: NAMESPACE/NAME.
        owner: Creator: ORGANISATION/USER.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
        object: Content that it concerns: KIND/HASH; tree/HASH: versions with this root. Empty: all
            files.
        path: Path of that content, in one commit; empty: it concerns more than a file.
        verdict: Verdict that caused it; after INCONCLUSIVE, administrators of the repository can
            still read. Null: a reviewer quarantined it.
        scan: Scan that gave the verdict; empty: none.
        rules_version: Rules of that scan; empty: none.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.RepositoryQuarantined"

    repository: str
    reason: str
    full_name: str
    owner: str
    tenant: str
    requested_by: str
    object: str = ""
    path: str = ""
    verdict: ScanVerdict | None = None
    scan: str = ""
    rules_version: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "reason": self.reason,
            "full_name": self.full_name,
            "owner": self.owner,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "object": self.object,
            "path": self.path,
            "verdict": self.verdict,
            "scan": self.scan,
            "rules_version": self.rules_version,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RepositoryQuarantined:
        """The inverse."""
        return cls(
            repository=d["repository"],
            reason=d["reason"],
            full_name=d["full_name"],
            owner=d["owner"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            object=d.get("object", ""),
            path=d.get("path", ""),
            verdict=None if d.get("verdict") is None else ScanVerdict(d["verdict"]),
            scan=d.get("scan", ""),
            rules_version=d.get("rules_version", ""),
        )


@final
@record
class RepositoryReleased(RepositoryFact):
    """A repository's files, or one content, can be read again by all its readers.

    Attributes:
        repository: Id of the repository.
        reason: Reason.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
        object: Content that it concerns: KIND/HASH; tree/HASH: versions with this root. Empty: all
            files.
        path: Path of that content, in one commit; empty: it concerns more than a file.
        full_name: NAMESPACE/NAME.
        owner: Creator: ORGANISATION/USER.
        scan: Scan that found nothing; empty: a reviewer released it.
        rules_version: Rules by which the content had been judged: their verdict does not quarantine
            it again. Empty: none had.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.RepositoryReleased"

    repository: str
    reason: str
    tenant: str
    requested_by: str
    object: str = ""
    path: str = ""
    full_name: str = ""
    owner: str = ""
    scan: str = ""
    rules_version: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "object": self.object,
            "path": self.path,
            "full_name": self.full_name,
            "owner": self.owner,
            "scan": self.scan,
            "rules_version": self.rules_version,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RepositoryReleased:
        """The inverse."""
        return cls(
            repository=d["repository"],
            reason=d["reason"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            object=d.get("object", ""),
            path=d.get("path", ""),
            full_name=d.get("full_name", ""),
            owner=d.get("owner", ""),
            scan=d.get("scan", ""),
            rules_version=d.get("rules_version", ""),
        )


@final
@record
class RefCreated(RepositoryFact):
    """A branch or tag was created.

    Attributes:
        repository: Id of the repository.
        kind: Branch or tag.
        name: The name.
        commit: The commit.
        message: Message of a tag; empty: none.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.RefCreated"

    repository: str
    kind: RefKind
    name: str
    commit: str
    message: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "kind": self.kind,
            "name": self.name,
            "commit": self.commit,
            "message": self.message,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RefCreated:
        """The inverse."""
        return cls(
            repository=d["repository"],
            kind=RefKind(d["kind"]),
            name=d["name"],
            commit=d["commit"],
            message=d["message"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class RefDeleted(RepositoryFact):
    """A branch or tag was deleted.

    Attributes:
        repository: Id of the repository.
        kind: Branch or tag.
        name: The name.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.RefDeleted"

    repository: str
    kind: RefKind
    name: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "kind": self.kind,
            "name": self.name,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RefDeleted:
        """The inverse."""
        return cls(
            repository=d["repository"],
            kind=RefKind(d["kind"]),
            name=d["name"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class StoredBytes:
    """Storage of an organisation.

    Attributes:
        unique_bytes: Bytes of distinct objects that its live commits refer to.
        reserved_bytes: Bytes reserved for uploads.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.StoredBytes"

    unique_bytes: int
    reserved_bytes: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "unique_bytes": self.unique_bytes,
            "reserved_bytes": self.reserved_bytes,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> StoredBytes:
        """The inverse."""
        return cls(
            unique_bytes=d["unique_bytes"],
            reserved_bytes=d["reserved_bytes"],
        )


@final
@record
class ProvenObject:
    """An object that is in the store since this commit.

    Attributes:
        upload: Id of its upload.
        object: KIND/HASH.
        size_bytes: Its size.
        object_key: Its key in the store; differs from its upload's key if it was stored before.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.ProvenObject"

    upload: str
    object: str
    size_bytes: int
    object_key: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "upload": self.upload,
            "object": self.object,
            "size_bytes": self.size_bytes,
            "object_key": self.object_key,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ProvenObject:
        """The inverse."""
        return cls(
            upload=d["upload"],
            object=d["object"],
            size_bytes=d["size_bytes"],
            object_key=d["object_key"],
        )


@final
@record
class KeptBytes:
    """Change of a repository's share of the bytes that an organisation stores.

    Attributes:
        repository: Id of the repository that added them first; empty: they were added before this
            was recorded.
        repository_type: Type of the repository; null: it is deleted.
        namespace: The organisation, or ORGANISATION.USER; empty: the repository is deleted.
        name: Name within the namespace; empty: the repository is deleted.
        more_bytes: Added bytes; negative: removed.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.KeptBytes"

    repository: str
    repository_type: RepositoryType | None = None
    namespace: str
    name: str
    more_bytes: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "repository_type": self.repository_type,
            "namespace": self.namespace,
            "name": self.name,
            "more_bytes": self.more_bytes,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> KeptBytes:
        """The inverse."""
        return cls(
            repository=d["repository"],
            repository_type=None
            if d.get("repository_type") is None
            else RepositoryType(d["repository_type"]),
            namespace=d["namespace"],
            name=d["name"],
            more_bytes=d["more_bytes"],
        )


@final
@record
class CommitMade(RepositoryFact):
    """A branch moved to a new commit.

    Attributes:
        repository: Id of the repository.
        branch: Name of the branch.
        commit: Its id: SHA-1 of root, parent, author, time and message.
        parent: Its parent.
        request_digest: Digest by which a repetition of the request is recognised.
        title: First line of the message.
        description: Rest of the message.
        root: SHA-256 of the root directory's listing.
        files: Added or replaced files.
        deleted: Deleted paths; those of directories end with a slash.
        objects: Objects that this commit refers to and its parent did not: KIND/HASH.
        card: Card, if README.md changed and can be read.
        at_ms: When, milliseconds since 1970 UTC.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
        stored: Storage of the organisation, afterwards.
        proven: Objects that were confirmed with it.
        changed: Changes of the repositories' shares: each object belongs to the repository that
            added it first, while the organisation keeps it.
        logical_bytes: Size of all files of the commit, each as a full copy; null: not stated.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.CommitMade"

    repository: str
    branch: str
    commit: str
    parent: str
    request_digest: str
    title: str
    description: str
    root: str
    files: tuple[FileAdded, ...]
    deleted: tuple[str, ...]
    objects: tuple[str, ...]
    card: ModelCard | None
    at_ms: int
    tenant: str
    requested_by: str
    stored: StoredBytes
    proven: tuple[ProvenObject, ...] = ()
    changed: tuple[KeptBytes, ...] = ()
    logical_bytes: int | None = None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "branch": self.branch,
            "commit": self.commit,
            "parent": self.parent,
            "request_digest": self.request_digest,
            "title": self.title,
            "description": self.description,
            "root": self.root,
            "files": [x.to_datum() for x in self.files],
            "deleted": list(self.deleted),
            "objects": list(self.objects),
            "card": None if self.card is None else self.card.to_datum(),
            "at_ms": self.at_ms,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "stored": self.stored.to_datum(),
            "proven": [x.to_datum() for x in self.proven],
            "changed": [x.to_datum() for x in self.changed],
            "logical_bytes": self.logical_bytes,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CommitMade:
        """The inverse."""
        return cls(
            repository=d["repository"],
            branch=d["branch"],
            commit=d["commit"],
            parent=d["parent"],
            request_digest=d["request_digest"],
            title=d["title"],
            description=d["description"],
            root=d["root"],
            files=tuple(FileAdded.from_datum(x) for x in d["files"]),
            deleted=tuple(d["deleted"]),
            objects=tuple(d["objects"]),
            card=None if d["card"] is None else ModelCard.from_datum(branch_of(d["card"])),
            at_ms=d["at_ms"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            stored=StoredBytes.from_datum(d["stored"]),
            proven=tuple(ProvenObject.from_datum(x) for x in d.get("proven", [])),
            changed=tuple(KeptBytes.from_datum(x) for x in d.get("changed", [])),
            logical_bytes=d.get("logical_bytes"),
        )


@final
@record
class FilesRegistered(RepositoryFact):
    """Files are registered: a commit may refer to them.

    Attributes:
        repository: Id of the repository for which they are uploaded.
        files: Files, each once.
        key_chunks: Chunks that clients may query.
        proven: Records that are stored with it.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.FilesRegistered"

    repository: str
    files: tuple[XetFile, ...]
    key_chunks: tuple[KeyChunk, ...]
    proven: tuple[ProvenObject, ...]
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "files": [x.to_datum() for x in self.files],
            "key_chunks": [x.to_datum() for x in self.key_chunks],
            "proven": [x.to_datum() for x in self.proven],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> FilesRegistered:
        """The inverse."""
        return cls(
            repository=d["repository"],
            files=tuple(XetFile.from_datum(x) for x in d["files"]),
            key_chunks=tuple(KeyChunk.from_datum(x) for x in d["key_chunks"]),
            proven=tuple(ProvenObject.from_datum(x) for x in d["proven"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class ObjectRepacked(ObjectFact):
    """A file that was uploaded whole is now stored in chunks of xorbs; the whole object is released.

    Attributes:
        object: lfs/HASH of the file.
        file: Location of its chunks.
        key_chunks: Chunks that clients may query.
        proven: The record and the xorbs that are stored with it.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/SERVICE.
        stored: Storage of the organisation, afterwards.
        changed: Changes of the repositories' shares: each object belongs to the repository that
            added it first, while the organisation keeps it.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.ObjectRepacked"

    object: str
    file: XetFile
    key_chunks: tuple[KeyChunk, ...]
    proven: tuple[ProvenObject, ...]
    tenant: str
    requested_by: str
    stored: StoredBytes
    changed: tuple[KeptBytes, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
            "file": self.file.to_datum(),
            "key_chunks": [x.to_datum() for x in self.key_chunks],
            "proven": [x.to_datum() for x in self.proven],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "stored": self.stored.to_datum(),
            "changed": [x.to_datum() for x in self.changed],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ObjectRepacked:
        """The inverse."""
        return cls(
            object=d["object"],
            file=XetFile.from_datum(d["file"]),
            key_chunks=tuple(KeyChunk.from_datum(x) for x in d["key_chunks"]),
            proven=tuple(ProvenObject.from_datum(x) for x in d["proven"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            stored=StoredBytes.from_datum(d["stored"]),
            changed=tuple(KeptBytes.from_datum(x) for x in d.get("changed", [])),
        )


@final
@record
class BaseXorb:
    """A xorb that is needed to restore another.

    Attributes:
        xorb: Its hash.
        object_key: Its key in the store.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.BaseXorb"

    xorb: str
    object_key: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "xorb": self.xorb,
            "object_key": self.object_key,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> BaseXorb:
        """The inverse."""
        return cls(
            xorb=d["xorb"],
            object_key=d["object_key"],
        )


@final
@record
class XorbRepacked(ObjectFact):
    """A xorb is now stored as a delta from others; a day later its own bytes are removed from the store.

    Attributes:
        object: xorb/HASH.
        object_key: Key of its own bytes until then.
        size_bytes: Their size.
        bases: Xorbs that are needed to restore it; each stays in the store while the delta does.
        proven: The difference: delta/HASH, by the SHA-256 of its bytes.
        repository: Id of a repository with a version that contains it.
        base_repository: Id of the repository whose version is the base of the delta.
        tenant: The organisation that holds both.
        requested_by: Sender: ORGANISATION/SERVICE.
        stored: Storage of the organisation, afterwards: its charged bytes do not change, and the
            reservation is released.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.XorbRepacked"

    object: str
    object_key: str
    size_bytes: int
    bases: tuple[BaseXorb, ...]
    proven: ProvenObject
    repository: str
    base_repository: str
    tenant: str
    requested_by: str
    stored: StoredBytes

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
            "object_key": self.object_key,
            "size_bytes": self.size_bytes,
            "bases": [x.to_datum() for x in self.bases],
            "proven": self.proven.to_datum(),
            "repository": self.repository,
            "base_repository": self.base_repository,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "stored": self.stored.to_datum(),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> XorbRepacked:
        """The inverse."""
        return cls(
            object=d["object"],
            object_key=d["object_key"],
            size_bytes=d["size_bytes"],
            bases=tuple(BaseXorb.from_datum(x) for x in d["bases"]),
            proven=ProvenObject.from_datum(d["proven"]),
            repository=d["repository"],
            base_repository=d["base_repository"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            stored=StoredBytes.from_datum(d["stored"]),
        )


@final
@record
class CommitReleased(RepositoryFact):
    """No ref leads to a commit any longer; these references of it are released.

    Attributes:
        repository: Id of the repository.
        commit: The commit.
        objects: References that this fact releases.
        ended: Whether the commit is gone; otherwise more facts follow.
        tenant: The organisation it belongs to.
        stored: Storage of the organisation, afterwards.
        chunks_of: Files uploaded whole of which it held chunks until this fact.
        changed: Changes of the repositories' shares: each object belongs to the repository that
            added it first, while the organisation keeps it.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.CommitReleased"

    repository: str
    commit: str
    objects: tuple[str, ...]
    ended: bool
    tenant: str
    stored: StoredBytes
    chunks_of: tuple[str, ...] = ()
    changed: tuple[KeptBytes, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "objects": list(self.objects),
            "ended": self.ended,
            "tenant": self.tenant,
            "stored": self.stored.to_datum(),
            "chunks_of": list(self.chunks_of),
            "changed": [x.to_datum() for x in self.changed],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CommitReleased:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            objects=tuple(d["objects"]),
            ended=d["ended"],
            tenant=d["tenant"],
            stored=StoredBytes.from_datum(d["stored"]),
            chunks_of=tuple(d.get("chunks_of", [])),
            changed=tuple(KeptBytes.from_datum(x) for x in d.get("changed", [])),
        )


@final
@record
class UploadsReserved(OrganisationFact):
    """Space is reserved for these objects until a deadline.

    Attributes:
        uploads: Uploads of the request that the organisation does not hold.
        expires_at_ms: End of the reservation, milliseconds since 1970 UTC.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
        stored: Storage of the organisation, afterwards.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.UploadsReserved"

    uploads: tuple[ObjectUpload, ...]
    expires_at_ms: int
    tenant: str
    requested_by: str
    stored: StoredBytes

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "uploads": [x.to_datum() for x in self.uploads],
            "expires_at_ms": self.expires_at_ms,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "stored": self.stored.to_datum(),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> UploadsReserved:
        """The inverse."""
        return cls(
            uploads=tuple(ObjectUpload.from_datum(x) for x in d["uploads"]),
            expires_at_ms=d["expires_at_ms"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            stored=StoredBytes.from_datum(d["stored"]),
        )


@final
@record
class UploadProven(ObjectFact):
    """An object is in the store, and its bytes have its hash.

    Attributes:
        upload: Id of the upload.
        object: KIND/HASH.
        size_bytes: Its size.
        object_key: Its key in the store; differs from this upload's key if it was stored before.
        tenant: The organisation it belongs to.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.UploadProven"

    upload: str
    object: str
    size_bytes: int
    object_key: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "upload": self.upload,
            "object": self.object,
            "size_bytes": self.size_bytes,
            "object_key": self.object_key,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> UploadProven:
        """The inverse."""
        return cls(
            upload=d["upload"],
            object=d["object"],
            size_bytes=d["size_bytes"],
            object_key=d["object_key"],
            tenant=d["tenant"],
        )


@final
@record
class UploadEnded(ObjectFact):
    """An upload reservation has ended; bytes that it left unused in the store are removed.

    Attributes:
        upload: Id of the upload.
        object: KIND/HASH.
        kept_key: Key of the object in the store; empty: it is not stored.
        tenant: The organisation it belongs to.
        stored: Storage of the organisation, afterwards.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.UploadEnded"

    upload: str
    object: str
    kept_key: str
    tenant: str
    stored: StoredBytes

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "upload": self.upload,
            "object": self.object,
            "kept_key": self.kept_key,
            "tenant": self.tenant,
            "stored": self.stored.to_datum(),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> UploadEnded:
        """The inverse."""
        return cls(
            upload=d["upload"],
            object=d["object"],
            kept_key=d["kept_key"],
            tenant=d["tenant"],
            stored=StoredBytes.from_datum(d["stored"]),
        )


@final
@record
class ObjectCondemned(ObjectFact):
    """An object was unused for a day: it is pending deletion, absent for all, and deleted a day later.

    Attributes:
        object: KIND/HASH.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.ObjectCondemned"

    object: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ObjectCondemned:
        """The inverse."""
        return cls(
            object=d["object"],
        )


@final
@record
class ObjectDeleted(ObjectFact):
    """An object was deleted; its bytes are removed from the store.

    Attributes:
        object: KIND/HASH.
        object_key: Key of its bytes in the store.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.ObjectDeleted"

    object: str
    object_key: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
            "object_key": self.object_key,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ObjectDeleted:
        """The inverse."""
        return cls(
            object=d["object"],
            object_key=d["object_key"],
        )


@final
@record
class StorageQuotaSet(OrganisationFact):
    """Storage limit of an organisation.

    Attributes:
        organisation: The organisation.
        quota_bytes: Maximum of unique bytes; null: no limit.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.StorageQuotaSet"

    organisation: str
    quota_bytes: int | None
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "organisation": self.organisation,
            "quota_bytes": self.quota_bytes,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> StorageQuotaSet:
        """The inverse."""
        return cls(
            organisation=d["organisation"],
            quota_bytes=d["quota_bytes"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class ContentScanned(ContentFact):
    """The verdict about some content; it is repeated until all repositories have processed it.

    Attributes:
        object: The content: KIND/HASH.
        content_sha256: SHA-256 of the bytes as they were read; empty: unknown.
        verdict: The verdict.
        reason: Reason that readers see; empty: none.
        findings: Number of findings.
        scan: Id of the scan.
        rules_version: Version of the rules.
        last: Id of the last repository that has processed it; empty: none has the content.
        ended: Whether all have processed it; otherwise more facts follow.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.ContentScanned"

    object: str
    content_sha256: str
    verdict: ScanVerdict
    reason: str
    findings: int
    scan: str
    rules_version: str
    last: str
    ended: bool

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
            "content_sha256": self.content_sha256,
            "verdict": self.verdict,
            "reason": self.reason,
            "findings": self.findings,
            "scan": self.scan,
            "rules_version": self.rules_version,
            "last": self.last,
            "ended": self.ended,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ContentScanned:
        """The inverse."""
        return cls(
            object=d["object"],
            content_sha256=d["content_sha256"],
            verdict=ScanVerdict(d["verdict"]),
            reason=d["reason"],
            findings=d["findings"],
            scan=d["scan"],
            rules_version=d["rules_version"],
            last=d["last"],
            ended=d["ended"],
        )


@final
@record
class ScanPolicySet(OrganisationFact):
    """Who can read content without a verdict.

    Attributes:
        organisation: Organisation that owns the repositories.
        policy: Who can read it.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.ScanPolicySet"

    organisation: str
    policy: ScanPolicy
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "organisation": self.organisation,
            "policy": self.policy,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ScanPolicySet:
        """The inverse."""
        return cls(
            organisation=d["organisation"],
            policy=ScanPolicy(d["policy"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class VersionScored(VersionFact):
    """Scores of a version; they replace those of the same run, task and metric.

    Attributes:
        repository: Id of the repository.
        commit: The commit.
        run: Id of the evaluation.
        scores: Scores by task and metric.
        judge: Model and version of the judge; empty: rules scored.
        config_digest: SHA-256 of the configuration.
        tenant: The organisation it belongs to.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.VersionScored"

    repository: str
    commit: str
    run: str
    scores: tuple[EvalScore, ...]
    judge: str
    config_digest: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "run": self.run,
            "scores": [x.to_datum() for x in self.scores],
            "judge": self.judge,
            "config_digest": self.config_digest,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> VersionScored:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            run=d["run"],
            scores=tuple(EvalScore.from_datum(x) for x in d["scores"]),
            judge=d["judge"],
            config_digest=d["config_digest"],
            tenant=d["tenant"],
        )


@final
@record
class VersionGated(VersionFact):
    """Decision of a gate about a version; it replaces the gate's earlier one.

    Attributes:
        repository: Id of the repository.
        commit: The commit.
        gate: Name of the gate.
        run: Id of the evaluation.
        verdict: Verdict.
        blocking: Whether it blocks promotion; otherwise it is advice.
        reason: One sentence.
        baseline: Commit that it was compared with; empty: none.
        tenant: The organisation it belongs to.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.VersionGated"

    repository: str
    commit: str
    gate: str
    run: str
    verdict: GateVerdict
    blocking: bool
    reason: str
    baseline: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "gate": self.gate,
            "run": self.run,
            "verdict": self.verdict,
            "blocking": self.blocking,
            "reason": self.reason,
            "baseline": self.baseline,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> VersionGated:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            gate=d["gate"],
            run=d["run"],
            verdict=GateVerdict(d["verdict"]),
            blocking=d["blocking"],
            reason=d["reason"],
            baseline=d["baseline"],
            tenant=d["tenant"],
        )


@final
@record
class VersionPromoted(VersionFact):
    """A pointer points to a version.

    Attributes:
        repository: Id of the repository.
        commit: The commit.
        pointer: Name of the pointer, without @.
        former: Commit that it pointed to before; empty: none.
        reason: Reason.
        gates: Blocking gates that have passed it.
        overridden: Whether gates would have refused it and the sender overrode them.
        refusal: The refusal that was overridden; empty: none.
        full_name: NAMESPACE/NAME.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.VersionPromoted"

    repository: str
    commit: str
    pointer: str
    former: str
    reason: str
    gates: tuple[str, ...]
    overridden: bool
    refusal: str = ""
    full_name: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "pointer": self.pointer,
            "former": self.former,
            "reason": self.reason,
            "gates": list(self.gates),
            "overridden": self.overridden,
            "refusal": self.refusal,
            "full_name": self.full_name,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> VersionPromoted:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            pointer=d["pointer"],
            former=d["former"],
            reason=d["reason"],
            gates=tuple(d["gates"]),
            overridden=d["overridden"],
            refusal=d.get("refusal", ""),
            full_name=d["full_name"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class VersionWithdrawn(VersionFact):
    """A pointer was cleared.

    Attributes:
        repository: Id of the repository.
        commit: Commit that it pointed to.
        pointer: Name of the pointer, without @.
        reason: Reason.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.VersionWithdrawn"

    repository: str
    commit: str
    pointer: str
    reason: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "pointer": self.pointer,
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> VersionWithdrawn:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            pointer=d["pointer"],
            reason=d["reason"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


class LineageStanding(StrEnum):
    """Source: the registry itself, a card, a person, equal content or weights alone; or it is withdrawn."""

    SEEN = "SEEN"
    DECLARED = "DECLARED"
    STATED = "STATED"
    SUGGESTED = "SUGGESTED"
    WITHDRAWN = "WITHDRAWN"


class ContentCheck(StrEnum):
    """Whether versions share content. NOT_COMPARED: of two organisations, or one has no large files."""

    NOT_COMPARED = "NOT_COMPARED"
    SHARED = "SHARED"
    NOTHING_SHARED = "NOTHING_SHARED"


class WeightsCheck(StrEnum):
    """Whether weights are similar, by fingerprints. NOT_COMPARED: one has none, or it is inconclusive."""

    NOT_COMPARED = "NOT_COMPARED"
    KIN = "KIN"
    NOT_KIN = "NOT_KIN"


@final
@record
class LineageEdge:
    """One artifact is derived from another.

    Attributes:
        child: The derived artifact: KIND/ID.
        parent: Its source: KIND/ID.
        relation: Relation of the child to the parent.
        standing: Reliability of the edge.
        content: Result of comparing stored content.
        shared_bytes: Stored bytes of objects that both repositories have; an object that is shared
            in part counts in full.
        weights: Result of comparing weight fingerprints.
        likeness_ppm: Share of the child's numbers in tensors that the parent also has, in
            millionths; 0: not compared.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.LineageEdge"

    child: str
    parent: str
    relation: LineageRelation
    standing: LineageStanding
    content: ContentCheck
    shared_bytes: int
    weights: WeightsCheck = WeightsCheck.NOT_COMPARED
    likeness_ppm: int = 0

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "child": self.child,
            "parent": self.parent,
            "relation": self.relation,
            "standing": self.standing,
            "content": self.content,
            "shared_bytes": self.shared_bytes,
            "weights": self.weights,
            "likeness_ppm": self.likeness_ppm,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> LineageEdge:
        """The inverse."""
        return cls(
            child=d["child"],
            parent=d["parent"],
            relation=LineageRelation(d["relation"]),
            standing=LineageStanding(d["standing"]),
            content=ContentCheck(d["content"]),
            shared_bytes=d["shared_bytes"],
            weights=WeightsCheck(d.get("weights", "NOT_COMPARED")),
            likeness_ppm=d.get("likeness_ppm", 0),
        )


@final
@record
class LineageRecorded(RepositoryFact):
    """Edges to what a version is derived from, or to what is derived from it; the newest of an edge holds.

    Attributes:
        repository: Id of the repository.
        commit: The version.
        edges: Edges, each once.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.LineageRecorded"

    repository: str
    commit: str
    edges: tuple[LineageEdge, ...]
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "edges": [x.to_datum() for x in self.edges],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> LineageRecorded:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            edges=tuple(LineageEdge.from_datum(x) for x in d["edges"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class RunCreated(RepositoryFact):
    """A run, or a model that a run logged, was created.

    Attributes:
        repository: Id of the repository.
        run: Id of the run, or of the model.
        kind: A run or a model.
        name: Name for people.
        model_type: Purpose of a model, as stated by the client; empty: not stated.
        source_run: Run that logged a model; empty: none.
        started_at_ms: When it began, as stated by the client, milliseconds since 1970 UTC.
        params: Parameters; each can be set once.
        tags: Tags.
        tenant: The organisation that the repository belongs to.
        requested_by: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.RunCreated"

    repository: str
    run: str
    kind: RunKind
    name: str
    model_type: str
    source_run: str
    started_at_ms: int
    params: tuple[Label, ...]
    tags: tuple[Label, ...]
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "run": self.run,
            "kind": self.kind,
            "name": self.name,
            "model_type": self.model_type,
            "source_run": self.source_run,
            "started_at_ms": self.started_at_ms,
            "params": [x.to_datum() for x in self.params],
            "tags": [x.to_datum() for x in self.tags],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RunCreated:
        """The inverse."""
        return cls(
            repository=d["repository"],
            run=d["run"],
            kind=RunKind(d["kind"]),
            name=d["name"],
            model_type=d["model_type"],
            source_run=d["source_run"],
            started_at_ms=d["started_at_ms"],
            params=tuple(Label.from_datum(x) for x in d["params"]),
            tags=tuple(Label.from_datum(x) for x in d["tags"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class RunChanged(RepositoryFact):
    """A run, or a model that a run logged, has changed.

    Attributes:
        repository: Id of the repository.
        run: Id of the run, or of the model.
        status: New status; null: unchanged.
        ended_at_ms: When it ended, as stated by the client; null: unchanged.
        name: Name for people; null: unchanged.
        removed: Whether it is hidden until it is restored; null: unchanged.
        params: Parameters to set.
        tags: Tags to set.
        removed_tags: Tags to remove.
        datasets: Data sets that it has read.
        tenant: The organisation that the repository belongs to.
        requested_by: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.RunChanged"

    repository: str
    run: str
    status: RunStatus | None = None
    ended_at_ms: int | None = None
    name: str | None = None
    removed: bool | None = None
    params: tuple[Label, ...] = ()
    tags: tuple[Label, ...] = ()
    removed_tags: tuple[str, ...] = ()
    datasets: tuple[DatasetUse, ...] = ()
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "run": self.run,
            "status": self.status,
            "ended_at_ms": self.ended_at_ms,
            "name": self.name,
            "removed": self.removed,
            "params": [x.to_datum() for x in self.params],
            "tags": [x.to_datum() for x in self.tags],
            "removed_tags": list(self.removed_tags),
            "datasets": [x.to_datum() for x in self.datasets],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RunChanged:
        """The inverse."""
        return cls(
            repository=d["repository"],
            run=d["run"],
            status=None if d.get("status") is None else RunStatus(d["status"]),
            ended_at_ms=d.get("ended_at_ms"),
            name=d.get("name"),
            removed=d.get("removed"),
            params=tuple(Label.from_datum(x) for x in d.get("params", [])),
            tags=tuple(Label.from_datum(x) for x in d.get("tags", [])),
            removed_tags=tuple(d.get("removed_tags", [])),
            datasets=tuple(DatasetUse.from_datum(x) for x in d.get("datasets", [])),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class RepositoryDescribed(RepositoryFact):
    """The details of a repository have changed.

    Attributes:
        repository: Id of the repository.
        description: Description for people; null: unchanged.
        archived: Whether it is hidden until it is restored; null: unchanged.
        tags: Tags to set.
        removed_tags: Tags to remove.
        tenant: The organisation that the repository belongs to.
        requested_by: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.RepositoryDescribed"

    repository: str
    description: str | None = None
    archived: bool | None = None
    tags: tuple[Label, ...] = ()
    removed_tags: tuple[str, ...] = ()
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "description": self.description,
            "archived": self.archived,
            "tags": [x.to_datum() for x in self.tags],
            "removed_tags": list(self.removed_tags),
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RepositoryDescribed:
        """The inverse."""
        return cls(
            repository=d["repository"],
            description=d.get("description"),
            archived=d.get("archived"),
            tags=tuple(Label.from_datum(x) for x in d.get("tags", [])),
            removed_tags=tuple(d.get("removed_tags", [])),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class VersionRegistered(RepositoryFact):
    """A commit of a model got a version number.

    Attributes:
        repository: Id of the repository.
        version: Its number, from 1; never reused.
        commit: Commit of the version.
        source: Source of the files, as stated by the client.
        run: Run that made it; empty: unknown.
        model: Model that a run logged; empty: none.
        run_link: Address of the run, as stated by the client; empty: none.
        description: Description for people.
        tags: Tags.
        tenant: The organisation that the repository belongs to.
        requested_by: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.VersionRegistered"

    repository: str
    version: int
    commit: str
    source: str
    run: str
    model: str
    run_link: str
    description: str
    tags: tuple[Label, ...]
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "version": self.version,
            "commit": self.commit,
            "source": self.source,
            "run": self.run,
            "model": self.model,
            "run_link": self.run_link,
            "description": self.description,
            "tags": [x.to_datum() for x in self.tags],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> VersionRegistered:
        """The inverse."""
        return cls(
            repository=d["repository"],
            version=d["version"],
            commit=d["commit"],
            source=d["source"],
            run=d["run"],
            model=d["model"],
            run_link=d["run_link"],
            description=d["description"],
            tags=tuple(Label.from_datum(x) for x in d["tags"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class VersionChanged(RepositoryFact):
    """A version has changed.

    Attributes:
        repository: Id of the repository.
        version: Its number.
        description: Description for people; null: unchanged.
        stage: None, Staging, Production or Archived; null: unchanged.
        removed: Whether it is removed, for good.
        tags: Tags to set.
        removed_tags: Tags to remove.
        tenant: The organisation that the repository belongs to.
        requested_by: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.VersionChanged"

    repository: str
    version: int
    description: str | None = None
    stage: str | None = None
    removed: bool = False
    tags: tuple[Label, ...] = ()
    removed_tags: tuple[str, ...] = ()
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "version": self.version,
            "description": self.description,
            "stage": self.stage,
            "removed": self.removed,
            "tags": [x.to_datum() for x in self.tags],
            "removed_tags": list(self.removed_tags),
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> VersionChanged:
        """The inverse."""
        return cls(
            repository=d["repository"],
            version=d["version"],
            description=d.get("description"),
            stage=d.get("stage"),
            removed=d.get("removed", False),
            tags=tuple(Label.from_datum(x) for x in d.get("tags", [])),
            removed_tags=tuple(d.get("removed_tags", [])),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class AliasSet(RepositoryFact):
    """An alias points to a version, or was removed.

    Attributes:
        repository: Id of the repository.
        alias: Name; case does not matter.
        version: Number of the version that it points to; null: the alias is removed.
        tenant: The organisation that the repository belongs to.
        requested_by: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.AliasSet"

    repository: str
    alias: str
    version: int | None = None
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "alias": self.alias,
            "version": self.version,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> AliasSet:
        """The inverse."""
        return cls(
            repository=d["repository"],
            alias=d["alias"],
            version=d.get("version"),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class Downloaded:
    """Downloads of one repository.

    Attributes:
        repository: Id of the repository.
        downloads: Further tokens that read files of it in an hour.
        read_bytes: Further bytes.
        day_downloads: Downloads by everybody, on this day so far.
        month_downloads: Downloads by everybody, on this day and the 29 before.
        total_downloads: Downloads by everybody, ever.
        contents: Files, as KIND/HASH, with a part that was neither stored nor read before on this
            day.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.Downloaded"

    repository: str
    downloads: int
    read_bytes: int
    day_downloads: int
    month_downloads: int
    total_downloads: int
    contents: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "downloads": self.downloads,
            "read_bytes": self.read_bytes,
            "day_downloads": self.day_downloads,
            "month_downloads": self.month_downloads,
            "total_downloads": self.total_downloads,
            "contents": list(self.contents),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Downloaded:
        """The inverse."""
        return cls(
            repository=d["repository"],
            downloads=d["downloads"],
            read_bytes=d["read_bytes"],
            day_downloads=d["day_downloads"],
            month_downloads=d["month_downloads"],
            total_downloads=d["total_downloads"],
            contents=tuple(d.get("contents", [])),
        )


@final
@record
class DownloadsRecorded(OrganisationFact):
    """Downloads by members of an organisation since the fact before, and the totals that result.

    Attributes:
        organisation: Organisation whose members downloaded.
        day: UTC day, since 1970.
        day_bytes: Bytes that they have downloaded on this day so far.
        month_bytes: Bytes that they have downloaded on this day and the 29 before.
        downloads: Downloads by repository.
        tenant: The organisation it belongs to.
        requested_by: Service that reported it.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.DownloadsRecorded"

    organisation: str
    day: int
    day_bytes: int
    month_bytes: int
    downloads: tuple[Downloaded, ...]
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "organisation": self.organisation,
            "day": self.day,
            "day_bytes": self.day_bytes,
            "month_bytes": self.month_bytes,
            "downloads": [x.to_datum() for x in self.downloads],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DownloadsRecorded:
        """The inverse."""
        return cls(
            organisation=d["organisation"],
            day=d["day"],
            day_bytes=d["day_bytes"],
            month_bytes=d["month_bytes"],
            downloads=tuple(Downloaded.from_datum(x) for x in d["downloads"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class DownloadQuotaSet(OrganisationFact):
    """Limit on what members of an organisation download within 30 days.

    Attributes:
        organisation: The organisation.
        quota_bytes: Maximum of bytes in 30 days; null: no limit.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.DownloadQuotaSet"

    organisation: str
    quota_bytes: int | None
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "organisation": self.organisation,
            "quota_bytes": self.quota_bytes,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DownloadQuotaSet:
        """The inverse."""
        return cls(
            organisation=d["organisation"],
            quota_bytes=d["quota_bytes"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


class QuotaKind(StrEnum):
    """Quota of an organisation. STORAGE: unique and reserved bytes; DOWNLOADS: bytes within 30 days."""

    STORAGE = "STORAGE"
    DOWNLOADS = "DOWNLOADS"


@final
@record
class QuotaNeared(OrganisationFact):
    """An organisation has reached a threshold of a quota, for the first time since it used clearly less.

    Attributes:
        organisation: The organisation.
        quota: The quota.
        threshold_percent: 80 or 100.
        used_bytes: Usage.
        quota_bytes: Limit.
        tenant: The organisation it belongs to.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.QuotaNeared"

    organisation: str
    quota: QuotaKind
    threshold_percent: int
    used_bytes: int
    quota_bytes: int
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "organisation": self.organisation,
            "quota": self.quota,
            "threshold_percent": self.threshold_percent,
            "used_bytes": self.used_bytes,
            "quota_bytes": self.quota_bytes,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> QuotaNeared:
        """The inverse."""
        return cls(
            organisation=d["organisation"],
            quota=QuotaKind(d["quota"]),
            threshold_percent=d["threshold_percent"],
            used_bytes=d["used_bytes"],
            quota_bytes=d["quota_bytes"],
            tenant=d["tenant"],
        )


@final
@record
class TierRuleSet(OrganisationFact):
    """Number of days without a read after which objects change their tier.

    Attributes:
        warm_after_days: Days until warm.
        cold_after_days: Days until cold.
        prewarmed_max: Number of most downloaded repositories announced to the CDN each day; 0:
            none.
        tenant: Organisation of the sender.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.TierRuleSet"

    warm_after_days: int
    cold_after_days: int
    prewarmed_max: int = 0
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "warm_after_days": self.warm_after_days,
            "cold_after_days": self.cold_after_days,
            "prewarmed_max": self.prewarmed_max,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TierRuleSet:
        """The inverse."""
        return cls(
            warm_after_days=d["warm_after_days"],
            cold_after_days=d["cold_after_days"],
            prewarmed_max=d.get("prewarmed_max", 0),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class RankedRepository:
    """A repository and its number of downloads.

    Attributes:
        repository: Its id.
        month_downloads: Downloads by everybody, within the 30 days up to this one.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.RankedRepository"

    repository: str
    month_downloads: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "month_downloads": self.month_downloads,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RankedRepository:
        """The inverse."""
        return cls(
            repository=d["repository"],
            month_downloads=d["month_downloads"],
        )


@final
@record
class DownloadsRanked(DayFact):
    """The most downloaded repositories within the 30 days up to this one.

    Attributes:
        day: UTC day since 1970.
        repositories: The most downloaded first; as many as the rule sets, without those that nobody
            downloaded.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.DownloadsRanked"

    day: int
    repositories: tuple[RankedRepository, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "day": self.day,
            "repositories": [x.to_datum() for x in self.repositories],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DownloadsRanked:
        """The inverse."""
        return cls(
            day=d["day"],
            repositories=tuple(RankedRepository.from_datum(x) for x in d["repositories"]),
        )


class Tier(StrEnum):
    """Speed and price at which bytes are available."""

    HOT = "HOT"
    WARM = "WARM"
    COLD = "COLD"


@final
@record
class TieredObject:
    """One object.

    Attributes:
        object: KIND/HASH.
        object_key: Key of its bytes in the store.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.TieredObject"

    object: str
    object_key: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
            "object_key": self.object_key,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TieredObject:
        """The inverse."""
        return cls(
            object=d["object"],
            object_key=d["object_key"],
        )


@final
@record
class ObjectsTiered(ObjectFact):
    """Objects change their tier: they were not read for the days of the rule, or are read again.

    Attributes:
        tier: HOT: read recently, may be in local caches; WARM: in the store only; COLD: in the
            storage class for rarely read data.
        objects: Objects; at most 100.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.ObjectsTiered"

    tier: Tier
    objects: tuple[TieredObject, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "tier": self.tier,
            "objects": [x.to_datum() for x in self.objects],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ObjectsTiered:
        """The inverse."""
        return cls(
            tier=Tier(d["tier"]),
            objects=tuple(TieredObject.from_datum(x) for x in d["objects"]),
        )


@final
@record
class ObjectsPlaced(ObjectFact):
    """Storage class of objects.

    Attributes:
        placed: Objects that still exist.
        gone: Keys of objects that were removed meanwhile; they are removed once more.
        tenant: Organisation of the service that reported it.
        requested_by: Service that reported it.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.ObjectsPlaced"

    placed: tuple[Placement, ...]
    gone: tuple[str, ...]
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "placed": [x.to_datum() for x in self.placed],
            "gone": list(self.gone),
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ObjectsPlaced:
        """The inverse."""
        return cls(
            placed=tuple(Placement.from_datum(x) for x in d["placed"]),
            gone=tuple(d["gone"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class ObjectsChecked(ObjectFact):
    """Stored bytes of objects were read back and found damaged, absent, or sound again.

    Attributes:
        findings: Findings about objects that still exist.
        tenant: Organisation of the service that reported it.
        requested_by: Service that reported it.
        state: State of all these objects; null: each finding has its own, in facts before
            2026-11-29.
        summary: The first findings in words; empty in facts before 2026-11-29.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.ObjectsChecked"

    findings: tuple[Finding, ...]
    tenant: str
    requested_by: str
    state: ObjectState | None = None
    summary: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "findings": [x.to_datum() for x in self.findings],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "state": self.state,
            "summary": self.summary,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ObjectsChecked:
        """The inverse."""
        return cls(
            findings=tuple(Finding.from_datum(x) for x in d["findings"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            state=None if d.get("state") is None else ObjectState(d["state"]),
            summary=d.get("summary", ""),
        )


@final
@record
class WeightsRecorded(ContentFact):
    """Weight fingerprint of a version, as the scanner reports it; lineage follows from it.

    Attributes:
        object: The version: tree/HASH of its root directory.
        weights: Fingerprint of equal weights: SHA-256 of the marks.
        version: Version of the algorithm for marks.
        marks: Marks of its largest tensors.
        as_numbers: Whether most of its numbers are in data types that are read as numbers.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.WeightsRecorded"

    object: str
    weights: str
    version: int
    marks: tuple[WeightMark, ...]
    as_numbers: bool

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
            "weights": self.weights,
            "version": self.version,
            "marks": [x.to_datum() for x in self.marks],
            "as_numbers": self.as_numbers,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WeightsRecorded:
        """The inverse."""
        return cls(
            object=d["object"],
            weights=d["weights"],
            version=d["version"],
            marks=tuple(WeightMark.from_datum(x) for x in d["marks"]),
            as_numbers=d["as_numbers"],
        )


@final
@record
class EncryptionSet(OrganisationFact):
    """Encryption key for what an organisation stores from now on.

    Attributes:
        organisation: The organisation.
        key: Name of the key in the key ring of the store; empty: none.
        tenant: The organisation it belongs to.
        requested_by: Sender: ORGANISATION/USER.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.EncryptionSet"

    organisation: str
    key: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "organisation": self.organisation,
            "key": self.key,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> EncryptionSet:
        """The inverse."""
        return cls(
            organisation=d["organisation"],
            key=d["key"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class GatesAwaited(VersionFact):
    """An evaluation of a version is running; its gates are pending.

    Attributes:
        repository: Id of the repository.
        commit: The commit.
        run: Id of the evaluation.
        gates: Blocking gates that it will decide; each holds the version until then.
        advisory: Advisory gates.
        tenant: The organisation it belongs to.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.GatesAwaited"

    repository: str
    commit: str
    run: str
    gates: tuple[str, ...]
    advisory: tuple[str, ...] = ()
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "run": self.run,
            "gates": list(self.gates),
            "advisory": list(self.advisory),
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> GatesAwaited:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            run=d["run"],
            gates=tuple(d["gates"]),
            advisory=tuple(d.get("advisory", [])),
            tenant=d["tenant"],
        )


@final
@record
class GatesUndecided(VersionFact):
    """An evaluation ended without a verdict of these gates.

    Attributes:
        repository: Id of the repository.
        commit: The commit.
        run: Id of the evaluation.
        gates: The gates. Those that block hold the version, unless an earlier verdict stands.
        code: Reason for its end, as a code.
        reason: Reason, in one sentence.
        tenant: The organisation it belongs to.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.GatesUndecided"

    repository: str
    commit: str
    run: str
    gates: tuple[str, ...]
    code: str
    reason: str = ""
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "run": self.run,
            "gates": list(self.gates),
            "code": self.code,
            "reason": self.reason,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> GatesUndecided:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            run=d["run"],
            gates=tuple(d["gates"]),
            code=d["code"],
            reason=d.get("reason", ""),
            tenant=d["tenant"],
        )


@final
@record
class VersionDrifts(VersionFact):
    """Quality of a version has moved in production; a later fact of the same alarm replaces the former.

    Attributes:
        repository: Id of the repository.
        commit: The commit.
        alarm: Id of the alarm.
        measure: Measure that has moved.
        text: The alarm in one sentence.
        since_ms: Estimated beginning of the change, milliseconds since 1970 UTC.
        rollback: Whether the monitor demands a rollback of the version.
        tenant: The organisation it belongs to.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.VersionDrifts"

    repository: str
    commit: str
    alarm: str
    measure: str
    text: str
    since_ms: int
    rollback: bool
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "alarm": self.alarm,
            "measure": self.measure,
            "text": self.text,
            "since_ms": self.since_ms,
            "rollback": self.rollback,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> VersionDrifts:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            alarm=d["alarm"],
            measure=d["measure"],
            text=d["text"],
            since_ms=d["since_ms"],
            rollback=d["rollback"],
            tenant=d["tenant"],
        )


@final
@record
class DriftEnded(VersionFact):
    """An alarm about a version has ended.

    Attributes:
        alarm: Id of the alarm.
        repository: Id of the repository.
        commit: The commit.
        reason: Reason, in one sentence.
        tenant: The organisation it belongs to.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.DriftEnded"

    alarm: str
    repository: str
    commit: str
    reason: str
    tenant: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "alarm": self.alarm,
            "repository": self.repository,
            "commit": self.commit,
            "reason": self.reason,
            "tenant": self.tenant,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DriftEnded:
        """The inverse."""
        return cls(
            alarm=d["alarm"],
            repository=d["repository"],
            commit=d["commit"],
            reason=d["reason"],
            tenant=d["tenant"],
        )


RepositoryPayload: TypeAlias = (
    RepositoryCreated
    | RepositoryDeleted
    | RepositoryMoved
    | VisibilitySet
    | AccessGranted
    | AccessRevoked
    | RepositoryQuarantined
    | RepositoryReleased
    | RefCreated
    | RefDeleted
    | CommitMade
    | FilesRegistered
    | CommitReleased
    | LineageRecorded
    | RunCreated
    | RunChanged
    | RepositoryDescribed
    | VersionRegistered
    | VersionChanged
    | AliasSet
)

ObjectPayload: TypeAlias = (
    ObjectRepacked
    | XorbRepacked
    | UploadProven
    | UploadEnded
    | ObjectCondemned
    | ObjectDeleted
    | ObjectsTiered
    | ObjectsPlaced
    | ObjectsChecked
)

OrganisationPayload: TypeAlias = (
    UploadsReserved
    | StorageQuotaSet
    | ScanPolicySet
    | DownloadsRecorded
    | DownloadQuotaSet
    | QuotaNeared
    | TierRuleSet
    | EncryptionSet
)

ContentPayload: TypeAlias = ContentScanned | WeightsRecorded

VersionPayload: TypeAlias = (
    VersionScored
    | VersionGated
    | VersionPromoted
    | VersionWithdrawn
    | GatesAwaited
    | GatesUndecided
    | VersionDrifts
    | DriftEnded
)

DayPayload: TypeAlias = DownloadsRanked

RegistryEvent: TypeAlias = (
    RepositoryCreated
    | RepositoryDeleted
    | RepositoryMoved
    | VisibilitySet
    | AccessGranted
    | AccessRevoked
    | RepositoryQuarantined
    | RepositoryReleased
    | RefCreated
    | RefDeleted
    | CommitMade
    | FilesRegistered
    | ObjectRepacked
    | XorbRepacked
    | CommitReleased
    | UploadsReserved
    | UploadProven
    | UploadEnded
    | ObjectCondemned
    | ObjectDeleted
    | StorageQuotaSet
    | ContentScanned
    | ScanPolicySet
    | VersionScored
    | VersionGated
    | VersionPromoted
    | VersionWithdrawn
    | LineageRecorded
    | RunCreated
    | RunChanged
    | RepositoryDescribed
    | VersionRegistered
    | VersionChanged
    | AliasSet
    | DownloadsRecorded
    | DownloadQuotaSet
    | QuotaNeared
    | TierRuleSet
    | DownloadsRanked
    | ObjectsTiered
    | ObjectsPlaced
    | ObjectsChecked
    | WeightsRecorded
    | EncryptionSet
    | GatesAwaited
    | GatesUndecided
    | VersionDrifts
    | DriftEnded
)

Payload: TypeAlias = RegistryEvent | CommandRejected | CommandRepeated | Watermark

PAYLOADS: Final[Table] = table_of(
    CommandRejected,
    CommandRepeated,
    RepositoryCreated,
    RepositoryDeleted,
    RepositoryMoved,
    VisibilitySet,
    AccessGranted,
    AccessRevoked,
    RepositoryQuarantined,
    RepositoryReleased,
    RefCreated,
    RefDeleted,
    CommitMade,
    FilesRegistered,
    ObjectRepacked,
    XorbRepacked,
    CommitReleased,
    UploadsReserved,
    UploadProven,
    UploadEnded,
    ObjectCondemned,
    ObjectDeleted,
    StorageQuotaSet,
    ContentScanned,
    ScanPolicySet,
    VersionScored,
    VersionGated,
    VersionPromoted,
    VersionWithdrawn,
    LineageRecorded,
    RunCreated,
    RunChanged,
    RepositoryDescribed,
    VersionRegistered,
    VersionChanged,
    AliasSet,
    Watermark,
    DownloadsRecorded,
    DownloadQuotaSet,
    QuotaNeared,
    TierRuleSet,
    DownloadsRanked,
    ObjectsTiered,
    ObjectsPlaced,
    ObjectsChecked,
    WeightsRecorded,
    EncryptionSet,
    GatesAwaited,
    GatesUndecided,
    VersionDrifts,
    DriftEnded,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.registry_events","doc'
    '":"What happened to repositories and the bytes they store.","fields":[{"name'
    '":"event_id","type":"string","doc":"Unique for ever; the deduplication key."'
    '},{"name":"key","type":"string","doc":"Kafka key; records with the same key '
    'keep their order."},{"name":"occurred_at_ms","type":"long","doc":"Time of th'
    'e event according to the producer, milliseconds since 1970 UTC."},{"name":"p'
    'roducer","type":"string","doc":"Service and instance that wrote the record."'
    '},{"name":"correlation_id","type":"string","doc":"Shared by everything that '
    'follows from one request."},{"name":"causation_id","type":["null","string"],'
    '"doc":"event_id of the record this one follows from.","default":null},{"name'
    '":"seq","type":["null","long"],"doc":"seq of the input it follows from; fact'
    "s of all partitions are ordered by seq, then index. Null: the writer assigns"
    ' no order.","default":null},{"name":"index","type":["null","int"],"doc":"Ind'
    'ex among the consequences of that input, from 0; orders count as well.","def'
    'ault":null},{"name":"tenant","type":["null","string"],"doc":"The tenant it b'
    'elongs to; null: no tenant.","default":null},{"name":"sender","type":["null"'
    ',"string"],"doc":"Authenticated sender of the command it follows from, as TE'
    'NANT/USER; null: it follows from no command, or is older than this field.","'
    'default":null},{"name":"payload","type":[{"type":"record","name":"CommandRej'
    'ected","aliases":["muster.job_events.CommandRejected"],"doc":"A command that'
    ' is not carried out, and the reason.","subject":"command","fields":[{"name":'
    '"command_id","type":"string","doc":"event_id of the command."},{"name":"comm'
    'and","type":"string","doc":"Record name of the command."},{"name":"subject",'
    '"type":"string","doc":"Its subject: a job, queue, node or other entity of th'
    'e service."},{"name":"tenant","type":"string","doc":"Tenant."},{"name":"code'
    '","type":{"type":"enum","name":"RejectionCode","aliases":["muster.job_events'
    '.RejectionCode"],"doc":"Kinds of rejection, common to all services; each has'
    ' its HTTP status.","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_'
    'STATE","IMPOSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","Q'
    'UOTA_EXCEEDED","BAD_TREE"],"default":"FORBIDDEN","namespace":"muster.command'
    '_answers"},"doc":"Kind of rejection."},{"name":"detail_code","type":"string"'
    ',"doc":"More specific code of the service; its README lists them. Empty: `co'
    'de` is specific enough.","default":""},{"name":"message","type":"string","do'
    'c":"Message for people."},{"name":"violations","type":{"type":"array","items'
    '":{"type":"record","name":"Violation","aliases":["muster.job_events.Violatio'
    'n"],"doc":"One violation in a request.","fields":[{"name":"field","type":"st'
    'ring","doc":"Path of the field."},{"name":"value","type":"string","doc":"The'
    ' value as sent, shortened."},{"name":"allowed","type":"string","doc":"What i'
    's allowed."}],"namespace":"muster.command_answers"}},"doc":"Violations by fi'
    'eld.","default":[]}],"namespace":"muster.command_answers"},{"type":"record",'
    '"name":"CommandRepeated","aliases":["muster.job_events.CommandRepeated"],"do'
    'c":"A command that was already carried out came again; nothing changed.","su'
    'bject":"command","fields":[{"name":"command_id","type":"string","doc":"event'
    '_id of the command."},{"name":"command","type":"string","doc":"Record name o'
    'f the command."},{"name":"subject","type":"string","doc":"Its subject."}],"n'
    'amespace":"muster.command_answers"},{"type":"record","name":"RepositoryCreat'
    'ed","subject":"repository","doc":"A repository was created, with a branch ma'
    'in.","fields":[{"name":"repository","type":"string","doc":"Id of the reposit'
    'ory."},{"name":"repository_type","type":{"type":"enum","name":"RepositoryTyp'
    'e","doc":"Type of a repository.","symbols":["MODEL","DATASET","SPACE","EXPER'
    'IMENT"],"namespace":"muster.registry_commands"},"doc":"Type of the repositor'
    'y."},{"name":"namespace","type":"string","doc":"The organisation, or ORGANIS'
    'ATION.USER."},{"name":"name","type":"string","doc":"Name within the namespac'
    'e."},{"name":"visibility","type":{"type":"enum","name":"Visibility","doc":"W'
    "ho can read a repository without a grant. RESTRICTED: everybody its card, no"
    'body its files.","symbols":["PUBLIC","INTERNAL","PRIVATE","RESTRICTED"],"nam'
    'espace":"muster.registry_commands"},"doc":"Who may read it."},{"name":"tenan'
    't","type":"string","doc":"The organisation it belongs to."},{"name":"request'
    'ed_by","type":"string","doc":"Sender: ORGANISATION/USER."},{"name":"commit",'
    '"type":"string","doc":"Its first commit, which is empty."},{"name":"root","t'
    'ype":"string","doc":"SHA-256 of its root directory."}],"namespace":"muster.r'
    'egistry_events"},{"type":"record","name":"RepositoryDeleted","subject":"repo'
    'sitory","doc":"A repository was deleted; it can no longer be read or written'
    '.","fields":[{"name":"repository","type":"string","doc":"Id of the repositor'
    'y."},{"name":"tenant","type":"string","doc":"The organisation it belongs to.'
    '"},{"name":"requested_by","type":"string","doc":"Sender: ORGANISATION/USER."'
    '}],"namespace":"muster.registry_events"},{"type":"record","name":"Repository'
    'Moved","subject":"repository","doc":"A repository was renamed.","fields":[{"'
    'name":"repository","type":"string","doc":"Id of the repository."},{"name":"n'
    'amespace","type":"string","doc":"The new namespace."},{"name":"name","type":'
    '"string","doc":"The new name."},{"name":"tenant","type":"string","doc":"The '
    'organisation it belongs to."},{"name":"requested_by","type":"string","doc":"'
    'Sender: ORGANISATION/USER."},{"name":"from_namespace","type":"string","doc":'
    '"Former namespace; empty in facts of older versions.","default":""},{"name":'
    '"from_name","type":"string","doc":"Former name; empty in facts of older vers'
    'ions.","default":""}],"namespace":"muster.registry_events"},{"type":"record"'
    ',"name":"VisibilitySet","subject":"repository","doc":"Who may read it.","fie'
    'lds":[{"name":"repository","type":"string","doc":"Id of the repository."},{"'
    'name":"visibility","type":"muster.registry_commands.Visibility","doc":"Who m'
    'ay read it."},{"name":"tenant","type":"string","doc":"The organisation it be'
    'longs to."},{"name":"requested_by","type":"string","doc":"Sender: ORGANISATI'
    'ON/USER."}],"namespace":"muster.registry_events"},{"type":"record","name":"A'
    'ccessGranted","subject":"repository","doc":"Access was granted.","fields":[{'
    '"name":"repository","type":"string","doc":"Id of the repository."},{"name":"'
    'grantee_kind","type":{"type":"enum","name":"GranteeKind","doc":"Kind of a gr'
    'antee.","symbols":["USER","TEAM","ORGANISATION"],"namespace":"muster.registr'
    'y_commands"},"doc":"Kind of the grantee."},{"name":"grantee","type":"string"'
    ',"doc":"A user or team as ORGANISATION/NAME, or an organisation."},{"name":"'
    'level","type":{"type":"enum","name":"AccessLevel","doc":"Access level of a g'
    'rant; each includes those before it.","symbols":["READ","WRITE","ADMIN"],"na'
    'mespace":"muster.registry_commands"},"doc":"What is allowed."},{"name":"tena'
    'nt","type":"string","doc":"The organisation it belongs to."},{"name":"reques'
    'ted_by","type":"string","doc":"Sender: ORGANISATION/USER."}],"namespace":"mu'
    'ster.registry_events"},{"type":"record","name":"AccessRevoked","subject":"re'
    'pository","doc":"A grant was revoked.","fields":[{"name":"repository","type"'
    ':"string","doc":"Id of the repository."},{"name":"grantee_kind","type":"must'
    'er.registry_commands.GranteeKind","doc":"Kind of the grantee."},{"name":"gra'
    'ntee","type":"string","doc":"Grantee, as in the grant."},{"name":"tenant","t'
    'ype":"string","doc":"The organisation it belongs to."},{"name":"requested_by'
    '","type":"string","doc":"Sender: ORGANISATION/USER."}],"namespace":"muster.r'
    'egistry_events"},{"type":"record","name":"RepositoryQuarantined","subject":"'
    'repository","doc":"A repository\'s files, or one content, can be read only wi'
    'th a grant.","fields":[{"name":"repository","type":"string","doc":"Id of the'
    ' repository."},{"name":"reason","type":"string","doc":"Reason that readers s'
    'ee."},{"name":"full_name","type":"string","doc":"NAMESPACE/NAME."},{"name":"'
    'owner","type":"string","doc":"Creator: ORGANISATION/USER."},{"name":"tenant"'
    ',"type":"string","doc":"The organisation it belongs to."},{"name":"requested'
    '_by","type":"string","doc":"Sender: ORGANISATION/USER."},{"name":"object","t'
    'ype":"string","doc":"Content that it concerns: KIND/HASH; tree/HASH: version'
    's with this root. Empty: all files.","default":""},{"name":"path","type":"st'
    'ring","doc":"Path of that content, in one commit; empty: it concerns more th'
    'an a file.","default":""},{"name":"verdict","type":["null",{"type":"enum","n'
    'ame":"ScanVerdict","doc":"Verdict of a scan. INCONCLUSIVE: the content was n'
    'ot understood, or not read.","symbols":["CLEAN","SUSPICIOUS","MALICIOUS","IN'
    'CONCLUSIVE"],"namespace":"muster.scan_events"}],"doc":"Verdict that caused i'
    "t; after INCONCLUSIVE, administrators of the repository can still read. Null"
    ': a reviewer quarantined it.","default":null},{"name":"scan","type":"string"'
    ',"doc":"Scan that gave the verdict; empty: none.","default":""},{"name":"rul'
    'es_version","type":"string","doc":"Rules of that scan; empty: none.","defaul'
    't":""}],"namespace":"muster.registry_events"},{"type":"record","name":"Repos'
    'itoryReleased","subject":"repository","doc":"A repository\'s files, or one co'
    'ntent, can be read again by all its readers.","fields":[{"name":"repository"'
    ',"type":"string","doc":"Id of the repository."},{"name":"reason","type":"str'
    'ing","doc":"Reason."},{"name":"tenant","type":"string","doc":"The organisati'
    'on it belongs to."},{"name":"requested_by","type":"string","doc":"Sender: OR'
    'GANISATION/USER."},{"name":"object","type":"string","doc":"Content that it c'
    'oncerns: KIND/HASH; tree/HASH: versions with this root. Empty: all files.","'
    'default":""},{"name":"path","type":"string","doc":"Path of that content, in '
    'one commit; empty: it concerns more than a file.","default":""},{"name":"ful'
    'l_name","type":"string","doc":"NAMESPACE/NAME.","default":""},{"name":"owner'
    '","type":"string","doc":"Creator: ORGANISATION/USER.","default":""},{"name":'
    '"scan","type":"string","doc":"Scan that found nothing; empty: a reviewer rel'
    'eased it.","default":""},{"name":"rules_version","type":"string","doc":"Rule'
    "s by which the content had been judged: their verdict does not quarantine it"
    ' again. Empty: none had.","default":""}],"namespace":"muster.registry_events'
    '"},{"type":"record","name":"RefCreated","subject":"repository","doc":"A bran'
    'ch or tag was created.","fields":[{"name":"repository","type":"string","doc"'
    ':"Id of the repository."},{"name":"kind","type":{"type":"enum","name":"RefKi'
    'nd","doc":"Kind of a ref: a branch moves with each commit, a tag stays.","sy'
    'mbols":["BRANCH","TAG"],"namespace":"muster.registry_commands"},"doc":"Branc'
    'h or tag."},{"name":"name","type":"string","doc":"The name."},{"name":"commi'
    't","type":"string","doc":"The commit."},{"name":"message","type":"string","d'
    'oc":"Message of a tag; empty: none."},{"name":"tenant","type":"string","doc"'
    ':"The organisation it belongs to."},{"name":"requested_by","type":"string","'
    'doc":"Sender: ORGANISATION/USER."}],"namespace":"muster.registry_events"},{"'
    'type":"record","name":"RefDeleted","subject":"repository","doc":"A branch or'
    ' tag was deleted.","fields":[{"name":"repository","type":"string","doc":"Id '
    'of the repository."},{"name":"kind","type":"muster.registry_commands.RefKind'
    '","doc":"Branch or tag."},{"name":"name","type":"string","doc":"The name."},'
    '{"name":"tenant","type":"string","doc":"The organisation it belongs to."},{"'
    'name":"requested_by","type":"string","doc":"Sender: ORGANISATION/USER."}],"n'
    'amespace":"muster.registry_events"},{"type":"record","name":"CommitMade","su'
    'bject":"repository","doc":"A branch moved to a new commit.","fields":[{"name'
    '":"repository","type":"string","doc":"Id of the repository."},{"name":"branc'
    'h","type":"string","doc":"Name of the branch."},{"name":"commit","type":"str'
    'ing","doc":"Its id: SHA-1 of root, parent, author, time and message."},{"nam'
    'e":"parent","type":"string","doc":"Its parent."},{"name":"request_digest","t'
    'ype":"string","doc":"Digest by which a repetition of the request is recognis'
    'ed."},{"name":"title","type":"string","doc":"First line of the message."},{"'
    'name":"description","type":"string","doc":"Rest of the message."},{"name":"r'
    'oot","type":"string","doc":"SHA-256 of the root directory\'s listing."},{"nam'
    'e":"files","type":{"type":"array","items":{"type":"record","name":"FileAdded'
    '","doc":"A file that a commit adds or replaces.","fields":[{"name":"path","t'
    'ype":"string","doc":"In the repository."},{"name":"kind","type":{"type":"enu'
    'm","name":"FileKind","doc":"How a file\'s bytes are stored: INLINE and LFS as'
    ' an object of its own, XET in chunks of xorbs.","symbols":["INLINE","LFS","X'
    'ET"],"namespace":"muster.registry_commands"},"doc":"How its bytes are stored'
    '."},{"name":"hash","type":"string","doc":"SHA-256 of the object; for XET, of'
    ' the record of its chunks."},{"name":"size_bytes","type":"long","doc":"Its s'
    'ize."}],"namespace":"muster.registry_commands"}},"doc":"Added or replaced fi'
    'les."},{"name":"deleted","type":{"type":"array","items":"string"},"doc":"Del'
    'eted paths; those of directories end with a slash."},{"name":"objects","type'
    '":{"type":"array","items":"string"},"doc":"Objects that this commit refers t'
    'o and its parent did not: KIND/HASH."},{"name":"card","type":["null",{"type"'
    ':"record","name":"ModelCard","doc":"Metadata and text of README.md.","fields'
    '":[{"name":"licence","type":"string","doc":"Identifier of the licence; empty'
    ': none is stated."},{"name":"base_models","type":{"type":"array","items":"st'
    'ring"},"doc":"Models that it is derived from."},{"name":"datasets","type":{"'
    'type":"array","items":"string"},"doc":"Data sets that it was trained on."},{'
    '"name":"tags","type":{"type":"array","items":"string"},"doc":"Tags as writte'
    'n there."},{"name":"pipeline","type":"string","doc":"Task; empty: none is st'
    'ated."},{"name":"library","type":"string","doc":"Library; empty: none is sta'
    'ted."},{"name":"text","type":"string","doc":"Beginning of the text behind th'
    'e head; searches use it.","default":""}],"namespace":"muster.registry_comman'
    'ds"}],"doc":"Card, if README.md changed and can be read."},{"name":"at_ms","'
    'type":"long","doc":"When, milliseconds since 1970 UTC."},{"name":"tenant","t'
    'ype":"string","doc":"The organisation it belongs to."},{"name":"requested_by'
    '","type":"string","doc":"Sender: ORGANISATION/USER."},{"name":"stored","type'
    '":{"type":"record","name":"StoredBytes","doc":"Storage of an organisation.",'
    '"fields":[{"name":"unique_bytes","type":"long","doc":"Bytes of distinct obje'
    'cts that its live commits refer to."},{"name":"reserved_bytes","type":"long"'
    ',"doc":"Bytes reserved for uploads."}],"namespace":"muster.registry_events"}'
    ',"doc":"Storage of the organisation, afterwards."},{"name":"proven","type":{'
    '"type":"array","items":{"type":"record","name":"ProvenObject","doc":"An obje'
    'ct that is in the store since this commit.","fields":[{"name":"upload","type'
    '":"string","doc":"Id of its upload."},{"name":"object","type":"string","doc"'
    ':"KIND/HASH."},{"name":"size_bytes","type":"long","doc":"Its size."},{"name"'
    ':"object_key","type":"string","doc":"Its key in the store; differs from its '
    'upload\'s key if it was stored before."}],"namespace":"muster.registry_events'
    '"}},"doc":"Objects that were confirmed with it.","default":[]},{"name":"chan'
    'ged","type":{"type":"array","items":{"type":"record","name":"KeptBytes","doc'
    '":"Change of a repository\'s share of the bytes that an organisation stores."'
    ',"fields":[{"name":"repository","type":"string","doc":"Id of the repository '
    'that added them first; empty: they were added before this was recorded."},{"'
    'name":"repository_type","type":["null","muster.registry_commands.RepositoryT'
    'ype"],"default":null,"doc":"Type of the repository; null: it is deleted."},{'
    '"name":"namespace","type":"string","doc":"The organisation, or ORGANISATION.'
    'USER; empty: the repository is deleted."},{"name":"name","type":"string","do'
    'c":"Name within the namespace; empty: the repository is deleted."},{"name":"'
    'more_bytes","type":"long","doc":"Added bytes; negative: removed."}],"namespa'
    'ce":"muster.registry_events"}},"doc":"Changes of the repositories\' shares: e'
    "ach object belongs to the repository that added it first, while the organisa"
    'tion keeps it.","default":[]},{"name":"logical_bytes","type":["null","long"]'
    ',"doc":"Size of all files of the commit, each as a full copy; null: not stat'
    'ed.","default":null}],"namespace":"muster.registry_events"},{"type":"record"'
    ',"name":"FilesRegistered","subject":"repository","doc":"Files are registered'
    ': a commit may refer to them.","fields":[{"name":"repository","type":"string'
    '","doc":"Id of the repository for which they are uploaded."},{"name":"files"'
    ',"type":{"type":"array","items":{"type":"record","name":"XetFile","doc":"A f'
    'ile stored in chunks of xorbs.","fields":[{"name":"record","type":"string","'
    'doc":"SHA-256 of the record of its chunks."},{"name":"file","type":"string",'
    '"doc":"Its hash in xet, 64 hexadecimal digits."},{"name":"sha256","type":"st'
    'ring","doc":"SHA-256 of its bytes, as stated by the client; empty: not state'
    'd."},{"name":"size_bytes","type":"long","doc":"Its size."},{"name":"xorbs","'
    'type":{"type":"array","items":"string"},"doc":"Hashes of the xorbs that cont'
    'ain its chunks, each once."},{"name":"fixed","type":{"type":"array","items":'
    '"string"},"doc":"SHA-256 of each 64 MiB of it, in order, as read by the regi'
    'stry itself; empty: it has not read them.","default":[]}],"namespace":"muste'
    'r.registry_commands"}},"doc":"Files, each once."},{"name":"key_chunks","type'
    '":{"type":"array","items":{"type":"record","name":"KeyChunk","doc":"A chunk '
    'by which clients find out what is already stored.","fields":[{"name":"chunk"'
    ',"type":"string","doc":"Its hash, 64 hexadecimal digits."},{"name":"xorb","t'
    'ype":"string","doc":"Hash of the xorb that contains it."},{"name":"record","'
    'type":"string","doc":"Record of a file that contains it."}],"namespace":"mus'
    'ter.registry_commands"}},"doc":"Chunks that clients may query."},{"name":"pr'
    'oven","type":{"type":"array","items":"muster.registry_events.ProvenObject"},'
    '"doc":"Records that are stored with it."},{"name":"tenant","type":"string","'
    'doc":"The organisation it belongs to."},{"name":"requested_by","type":"strin'
    'g","doc":"Sender: ORGANISATION/USER."}],"namespace":"muster.registry_events"'
    '},{"type":"record","name":"ObjectRepacked","subject":"object","doc":"A file '
    "that was uploaded whole is now stored in chunks of xorbs; the whole object i"
    's released.","fields":[{"name":"object","type":"string","doc":"lfs/HASH of t'
    'he file."},{"name":"file","type":"muster.registry_commands.XetFile","doc":"L'
    'ocation of its chunks."},{"name":"key_chunks","type":{"type":"array","items"'
    ':"muster.registry_commands.KeyChunk"},"doc":"Chunks that clients may query."'
    '},{"name":"proven","type":{"type":"array","items":"muster.registry_events.Pr'
    'ovenObject"},"doc":"The record and the xorbs that are stored with it."},{"na'
    'me":"tenant","type":"string","doc":"The organisation it belongs to."},{"name'
    '":"requested_by","type":"string","doc":"Sender: ORGANISATION/SERVICE."},{"na'
    'me":"stored","type":"muster.registry_events.StoredBytes","doc":"Storage of t'
    'he organisation, afterwards."},{"name":"changed","type":{"type":"array","ite'
    'ms":"muster.registry_events.KeptBytes"},"doc":"Changes of the repositories\' '
    "shares: each object belongs to the repository that added it first, while the"
    ' organisation keeps it.","default":[]}],"namespace":"muster.registry_events"'
    '},{"type":"record","name":"XorbRepacked","subject":"object","doc":"A xorb is'
    " now stored as a delta from others; a day later its own bytes are removed fr"
    'om the store.","fields":[{"name":"object","type":"string","doc":"xorb/HASH."'
    '},{"name":"object_key","type":"string","doc":"Key of its own bytes until the'
    'n."},{"name":"size_bytes","type":"long","doc":"Their size."},{"name":"bases"'
    ',"type":{"type":"array","items":{"type":"record","name":"BaseXorb","doc":"A '
    'xorb that is needed to restore another.","fields":[{"name":"xorb","type":"st'
    'ring","doc":"Its hash."},{"name":"object_key","type":"string","doc":"Its key'
    ' in the store."}],"namespace":"muster.registry_events"}},"doc":"Xorbs that a'
    're needed to restore it; each stays in the store while the delta does."},{"n'
    'ame":"proven","type":"muster.registry_events.ProvenObject","doc":"The differ'
    'ence: delta/HASH, by the SHA-256 of its bytes."},{"name":"repository","type"'
    ':"string","doc":"Id of a repository with a version that contains it."},{"nam'
    'e":"base_repository","type":"string","doc":"Id of the repository whose versi'
    'on is the base of the delta."},{"name":"tenant","type":"string","doc":"The o'
    'rganisation that holds both."},{"name":"requested_by","type":"string","doc":'
    '"Sender: ORGANISATION/SERVICE."},{"name":"stored","type":"muster.registry_ev'
    'ents.StoredBytes","doc":"Storage of the organisation, afterwards: its charge'
    'd bytes do not change, and the reservation is released."}],"namespace":"must'
    'er.registry_events"},{"type":"record","name":"CommitReleased","subject":"rep'
    'ository","doc":"No ref leads to a commit any longer; these references of it '
    'are released.","fields":[{"name":"repository","type":"string","doc":"Id of t'
    'he repository."},{"name":"commit","type":"string","doc":"The commit."},{"nam'
    'e":"objects","type":{"type":"array","items":"string"},"doc":"References that'
    ' this fact releases."},{"name":"ended","type":"boolean","doc":"Whether the c'
    'ommit is gone; otherwise more facts follow."},{"name":"tenant","type":"strin'
    'g","doc":"The organisation it belongs to."},{"name":"stored","type":"muster.'
    'registry_events.StoredBytes","doc":"Storage of the organisation, afterwards.'
    '"},{"name":"chunks_of","type":{"type":"array","items":"string"},"doc":"Files'
    ' uploaded whole of which it held chunks until this fact.","default":[]},{"na'
    'me":"changed","type":{"type":"array","items":"muster.registry_events.KeptByt'
    'es"},"doc":"Changes of the repositories\' shares: each object belongs to the '
    'repository that added it first, while the organisation keeps it.","default":'
    '[]}],"namespace":"muster.registry_events"},{"type":"record","name":"UploadsR'
    'eserved","subject":"organisation","doc":"Space is reserved for these objects'
    ' until a deadline.","fields":[{"name":"uploads","type":{"type":"array","item'
    's":{"type":"record","name":"ObjectUpload","doc":"An object to be uploaded.",'
    '"fields":[{"name":"upload","type":"string","doc":"Id of this upload."},{"nam'
    'e":"kind","type":{"type":"enum","name":"ObjectKind","doc":"Kind of an object'
    ", in order: small file, large file, directory, xorb, record of chunks, delta"
    '.","symbols":["INLINE","LFS","TREE","XORB","FILE","DELTA"],"namespace":"must'
    'er.registry_commands"},"doc":"Kind of the object."},{"name":"hash","type":"s'
    'tring","doc":"Its SHA-256, 64 hexadecimal digits, followed by ~KEY if it is '
    'encrypted."},{"name":"size_bytes","type":"long","doc":"Its size."}],"namespa'
    'ce":"muster.registry_commands"}},"doc":"Uploads of the request that the orga'
    'nisation does not hold."},{"name":"expires_at_ms","type":"long","doc":"End o'
    'f the reservation, milliseconds since 1970 UTC."},{"name":"tenant","type":"s'
    'tring","doc":"The organisation it belongs to."},{"name":"requested_by","type'
    '":"string","doc":"Sender: ORGANISATION/USER."},{"name":"stored","type":"must'
    'er.registry_events.StoredBytes","doc":"Storage of the organisation, afterwar'
    'ds."}],"namespace":"muster.registry_events"},{"type":"record","name":"Upload'
    'Proven","subject":"object","doc":"An object is in the store, and its bytes h'
    'ave its hash.","fields":[{"name":"upload","type":"string","doc":"Id of the u'
    'pload."},{"name":"object","type":"string","doc":"KIND/HASH."},{"name":"size_'
    'bytes","type":"long","doc":"Its size."},{"name":"object_key","type":"string"'
    ',"doc":"Its key in the store; differs from this upload\'s key if it was store'
    'd before."},{"name":"tenant","type":"string","doc":"The organisation it belo'
    'ngs to."}],"namespace":"muster.registry_events"},{"type":"record","name":"Up'
    'loadEnded","subject":"object","doc":"An upload reservation has ended; bytes '
    'that it left unused in the store are removed.","fields":[{"name":"upload","t'
    'ype":"string","doc":"Id of the upload."},{"name":"object","type":"string","d'
    'oc":"KIND/HASH."},{"name":"kept_key","type":"string","doc":"Key of the objec'
    't in the store; empty: it is not stored."},{"name":"tenant","type":"string",'
    '"doc":"The organisation it belongs to."},{"name":"stored","type":"muster.reg'
    'istry_events.StoredBytes","doc":"Storage of the organisation, afterwards."}]'
    ',"namespace":"muster.registry_events"},{"type":"record","name":"ObjectCondem'
    'ned","subject":"object","doc":"An object was unused for a day: it is pending'
    ' deletion, absent for all, and deleted a day later.","fields":[{"name":"obje'
    'ct","type":"string","doc":"KIND/HASH."}],"namespace":"muster.registry_events'
    '"},{"type":"record","name":"ObjectDeleted","subject":"object","doc":"An obje'
    'ct was deleted; its bytes are removed from the store.","fields":[{"name":"ob'
    'ject","type":"string","doc":"KIND/HASH."},{"name":"object_key","type":"strin'
    'g","doc":"Key of its bytes in the store."}],"namespace":"muster.registry_eve'
    'nts"},{"type":"record","name":"StorageQuotaSet","subject":"organisation","do'
    'c":"Storage limit of an organisation.","fields":[{"name":"organisation","typ'
    'e":"string","doc":"The organisation."},{"name":"quota_bytes","type":["null",'
    '"long"],"doc":"Maximum of unique bytes; null: no limit."},{"name":"tenant","'
    'type":"string","doc":"The organisation it belongs to."},{"name":"requested_b'
    'y","type":"string","doc":"Sender: ORGANISATION/USER."}],"namespace":"muster.'
    'registry_events"},{"type":"record","name":"ContentScanned","subject":"conten'
    't","doc":"The verdict about some content; it is repeated until all repositor'
    'ies have processed it.","fields":[{"name":"object","type":"string","doc":"Th'
    'e content: KIND/HASH."},{"name":"content_sha256","type":"string","doc":"SHA-'
    '256 of the bytes as they were read; empty: unknown."},{"name":"verdict","typ'
    'e":"muster.scan_events.ScanVerdict","doc":"The verdict."},{"name":"reason","'
    'type":"string","doc":"Reason that readers see; empty: none."},{"name":"findi'
    'ngs","type":"int","doc":"Number of findings."},{"name":"scan","type":"string'
    '","doc":"Id of the scan."},{"name":"rules_version","type":"string","doc":"Ve'
    'rsion of the rules."},{"name":"last","type":"string","doc":"Id of the last r'
    'epository that has processed it; empty: none has the content."},{"name":"end'
    'ed","type":"boolean","doc":"Whether all have processed it; otherwise more fa'
    'cts follow."}],"namespace":"muster.registry_events"},{"type":"record","name"'
    ':"ScanPolicySet","subject":"organisation","doc":"Who can read content withou'
    't a verdict.","fields":[{"name":"organisation","type":"string","doc":"Organi'
    'sation that owns the repositories."},{"name":"policy","type":{"type":"enum",'
    '"name":"ScanPolicy","doc":"Who can read content without a verdict: all reade'
    'rs, administrators, nobody; grants always can.","symbols":["ALLOW","OWNER_ON'
    'LY","BLOCK"],"namespace":"muster.registry_commands"},"doc":"Who can read it.'
    '"},{"name":"tenant","type":"string","doc":"The organisation it belongs to."}'
    ',{"name":"requested_by","type":"string","doc":"Sender: ORGANISATION/USER."}]'
    ',"namespace":"muster.registry_events"},{"type":"record","name":"VersionScore'
    'd","subject":"version","doc":"Scores of a version; they replace those of the'
    ' same run, task and metric.","fields":[{"name":"repository","type":"string",'
    '"doc":"Id of the repository."},{"name":"commit","type":"string","doc":"The c'
    'ommit."},{"name":"run","type":"string","doc":"Id of the evaluation."},{"name'
    '":"scores","type":{"type":"array","items":{"type":"record","name":"EvalScore'
    '","doc":"One score.","fields":[{"name":"task","type":"string","doc":"The tas'
    'k."},{"name":"metric","type":"string","doc":"The metric."},{"name":"value","'
    'type":"double","doc":"The score, in the range of the metric."},{"name":"lowe'
    'r","type":["null","double"],"doc":"Lower confidence bound; null: none.","def'
    'ault":null},{"name":"upper","type":["null","double"],"doc":"Upper confidence'
    ' bound; null: none.","default":null},{"name":"cases","type":"int","doc":"Num'
    'ber of cases.","default":0}],"namespace":"muster.eval_events"}},"doc":"Score'
    's by task and metric."},{"name":"judge","type":"string","doc":"Model and ver'
    'sion of the judge; empty: rules scored."},{"name":"config_digest","type":"st'
    'ring","doc":"SHA-256 of the configuration."},{"name":"tenant","type":"string'
    '","doc":"The organisation it belongs to."}],"namespace":"muster.registry_eve'
    'nts"},{"type":"record","name":"VersionGated","subject":"version","doc":"Deci'
    'sion of a gate about a version; it replaces the gate\'s earlier one.","fields'
    '":[{"name":"repository","type":"string","doc":"Id of the repository."},{"nam'
    'e":"commit","type":"string","doc":"The commit."},{"name":"gate","type":"stri'
    'ng","doc":"Name of the gate."},{"name":"run","type":"string","doc":"Id of th'
    'e evaluation."},{"name":"verdict","type":{"type":"enum","name":"GateVerdict"'
    ',"doc":"Verdict of a gate. INCONCLUSIVE: there are too few cases.","symbols"'
    ':["PASSED","FAILED","INCONCLUSIVE"],"namespace":"muster.eval_events"},"doc":'
    '"Verdict."},{"name":"blocking","type":"boolean","doc":"Whether it blocks pro'
    'motion; otherwise it is advice."},{"name":"reason","type":"string","doc":"On'
    'e sentence."},{"name":"baseline","type":"string","doc":"Commit that it was c'
    'ompared with; empty: none."},{"name":"tenant","type":"string","doc":"The org'
    'anisation it belongs to."}],"namespace":"muster.registry_events"},{"type":"r'
    'ecord","name":"VersionPromoted","subject":"version","doc":"A pointer points '
    'to a version.","fields":[{"name":"repository","type":"string","doc":"Id of t'
    'he repository."},{"name":"commit","type":"string","doc":"The commit."},{"nam'
    'e":"pointer","type":"string","doc":"Name of the pointer, without @."},{"name'
    '":"former","type":"string","doc":"Commit that it pointed to before; empty: n'
    'one."},{"name":"reason","type":"string","doc":"Reason."},{"name":"gates","ty'
    'pe":{"type":"array","items":"string"},"doc":"Blocking gates that have passed'
    ' it."},{"name":"overridden","type":"boolean","doc":"Whether gates would have'
    ' refused it and the sender overrode them."},{"name":"refusal","type":"string'
    '","doc":"The refusal that was overridden; empty: none.","default":""},{"name'
    '":"full_name","type":"string","doc":"NAMESPACE/NAME."},{"name":"tenant","typ'
    'e":"string","doc":"The organisation it belongs to."},{"name":"requested_by",'
    '"type":"string","doc":"Sender: ORGANISATION/USER."}],"namespace":"muster.reg'
    'istry_events"},{"type":"record","name":"VersionWithdrawn","subject":"version'
    '","doc":"A pointer was cleared.","fields":[{"name":"repository","type":"stri'
    'ng","doc":"Id of the repository."},{"name":"commit","type":"string","doc":"C'
    'ommit that it pointed to."},{"name":"pointer","type":"string","doc":"Name of'
    ' the pointer, without @."},{"name":"reason","type":"string","doc":"Reason."}'
    ',{"name":"tenant","type":"string","doc":"The organisation it belongs to."},{'
    '"name":"requested_by","type":"string","doc":"Sender: ORGANISATION/USER."}],"'
    'namespace":"muster.registry_events"},{"type":"record","name":"LineageRecorde'
    'd","subject":"repository","doc":"Edges to what a version is derived from, or'
    ' to what is derived from it; the newest of an edge holds.","fields":[{"name"'
    ':"repository","type":"string","doc":"Id of the repository."},{"name":"commit'
    '","type":"string","doc":"The version."},{"name":"edges","type":{"type":"arra'
    'y","items":{"type":"record","name":"LineageEdge","doc":"One artifact is deri'
    'ved from another.","fields":[{"name":"child","type":"string","doc":"The deri'
    'ved artifact: KIND/ID."},{"name":"parent","type":"string","doc":"Its source:'
    ' KIND/ID."},{"name":"relation","type":{"type":"enum","name":"LineageRelation'
    '","doc":"Relation of an artifact to its source.","symbols":["REVISION","FINE'
    '_TUNE","ADAPTER","MERGE","TRAINED_ON","MADE_BY","SAVED_BY","BUILT_FROM","EVA'
    'LUATES","DEPLOYS","SHARES_CONTENT","SHARES_WEIGHTS"],"namespace":"muster.reg'
    'istry_commands"},"doc":"Relation of the child to the parent."},{"name":"stan'
    'ding","type":{"type":"enum","name":"LineageStanding","doc":"Source: the regi'
    "stry itself, a card, a person, equal content or weights alone; or it is with"
    'drawn.","symbols":["SEEN","DECLARED","STATED","SUGGESTED","WITHDRAWN"],"name'
    'space":"muster.registry_events"},"doc":"Reliability of the edge."},{"name":"'
    'content","type":{"type":"enum","name":"ContentCheck","doc":"Whether versions'
    " share content. NOT_COMPARED: of two organisations, or one has no large file"
    's.","symbols":["NOT_COMPARED","SHARED","NOTHING_SHARED"],"namespace":"muster'
    '.registry_events"},"doc":"Result of comparing stored content."},{"name":"sha'
    'red_bytes","type":"long","doc":"Stored bytes of objects that both repositori'
    'es have; an object that is shared in part counts in full."},{"name":"weights'
    '","type":{"type":"enum","name":"WeightsCheck","doc":"Whether weights are sim'
    'ilar, by fingerprints. NOT_COMPARED: one has none, or it is inconclusive.","'
    'symbols":["NOT_COMPARED","KIN","NOT_KIN"],"namespace":"muster.registry_event'
    's"},"doc":"Result of comparing weight fingerprints.","default":"NOT_COMPARED'
    '"},{"name":"likeness_ppm","type":"long","doc":"Share of the child\'s numbers '
    'in tensors that the parent also has, in millionths; 0: not compared.","defau'
    'lt":0}],"namespace":"muster.registry_events"}},"doc":"Edges, each once."},{"'
    'name":"tenant","type":"string","doc":"The organisation it belongs to."},{"na'
    'me":"requested_by","type":"string","doc":"Sender: ORGANISATION/USER."}],"nam'
    'espace":"muster.registry_events"},{"type":"record","name":"RunCreated","subj'
    'ect":"repository","doc":"A run, or a model that a run logged, was created.",'
    '"fields":[{"name":"repository","type":"string","doc":"Id of the repository."'
    '},{"name":"run","type":"string","doc":"Id of the run, or of the model."},{"n'
    'ame":"kind","type":{"type":"enum","name":"RunKind","doc":"RUN: of an experim'
    'ent. MODEL: a model that a run has logged.","symbols":["RUN","MODEL"],"names'
    'pace":"muster.registry_commands"},"doc":"A run or a model."},{"name":"name",'
    '"type":"string","doc":"Name for people."},{"name":"model_type","type":"strin'
    'g","doc":"Purpose of a model, as stated by the client; empty: not stated."},'
    '{"name":"source_run","type":"string","doc":"Run that logged a model; empty: '
    'none."},{"name":"started_at_ms","type":"long","doc":"When it began, as state'
    'd by the client, milliseconds since 1970 UTC."},{"name":"params","type":{"ty'
    'pe":"array","items":{"type":"record","name":"Label","doc":"A name and its va'
    'lue.","fields":[{"name":"name","type":"string","doc":"Name."},{"name":"value'
    '","type":"string","doc":"Text."}],"namespace":"muster.registry_commands"}},"'
    'doc":"Parameters; each can be set once."},{"name":"tags","type":{"type":"arr'
    'ay","items":"muster.registry_commands.Label"},"doc":"Tags."},{"name":"tenant'
    '","type":"string","doc":"The organisation that the repository belongs to."},'
    '{"name":"requested_by","type":"string","doc":"ORGANISATION/USER."}],"namespa'
    'ce":"muster.registry_events"},{"type":"record","name":"RunChanged","subject"'
    ':"repository","doc":"A run, or a model that a run logged, has changed.","fie'
    'lds":[{"name":"repository","type":"string","doc":"Id of the repository."},{"'
    'name":"run","type":"string","doc":"Id of the run, or of the model."},{"name"'
    ':"status","type":["null",{"type":"enum","name":"RunStatus","doc":"The first '
    'five are for runs, the others for models that runs logged.","symbols":["RUNN'
    'ING","SCHEDULED","FINISHED","FAILED","KILLED","PENDING","READY","UPLOAD_FAIL'
    'ED"],"namespace":"muster.registry_commands"}],"doc":"New status; null: uncha'
    'nged.","default":null},{"name":"ended_at_ms","type":["null","long"],"doc":"W'
    'hen it ended, as stated by the client; null: unchanged.","default":null},{"n'
    'ame":"name","type":["null","string"],"doc":"Name for people; null: unchanged'
    '.","default":null},{"name":"removed","type":["null","boolean"],"doc":"Whethe'
    'r it is hidden until it is restored; null: unchanged.","default":null},{"nam'
    'e":"params","type":{"type":"array","items":"muster.registry_commands.Label"}'
    ',"doc":"Parameters to set.","default":[]},{"name":"tags","type":{"type":"arr'
    'ay","items":"muster.registry_commands.Label"},"doc":"Tags to set.","default"'
    ':[]},{"name":"removed_tags","type":{"type":"array","items":"string"},"doc":"'
    'Tags to remove.","default":[]},{"name":"datasets","type":{"type":"array","it'
    'ems":{"type":"record","name":"DatasetUse","doc":"A data set that a run has r'
    'ead, as its client describes it.","fields":[{"name":"name","type":"string","'
    'doc":"Name."},{"name":"digest","type":"string","doc":"Digest of its content,'
    ' computed by the client."},{"name":"source_type","type":"string","doc":"Kind'
    ' of its source."},{"name":"source","type":"string","doc":"Source, as JSON."}'
    ',{"name":"schema","type":"string","doc":"Its columns, as JSON; empty: unknow'
    'n."},{"name":"profile","type":"string","doc":"Statistics of it, as JSON; emp'
    'ty: unknown."},{"name":"tags","type":{"type":"array","items":"muster.registr'
    'y_commands.Label"},"doc":"Tags of this use."}],"namespace":"muster.registry_'
    'commands"}},"doc":"Data sets that it has read.","default":[]},{"name":"tenan'
    't","type":"string","doc":"The organisation that the repository belongs to."}'
    ',{"name":"requested_by","type":"string","doc":"ORGANISATION/USER."}],"namesp'
    'ace":"muster.registry_events"},{"type":"record","name":"RepositoryDescribed"'
    ',"subject":"repository","doc":"The details of a repository have changed.","f'
    'ields":[{"name":"repository","type":"string","doc":"Id of the repository."},'
    '{"name":"description","type":["null","string"],"doc":"Description for people'
    '; null: unchanged.","default":null},{"name":"archived","type":["null","boole'
    'an"],"doc":"Whether it is hidden until it is restored; null: unchanged.","de'
    'fault":null},{"name":"tags","type":{"type":"array","items":"muster.registry_'
    'commands.Label"},"doc":"Tags to set.","default":[]},{"name":"removed_tags","'
    'type":{"type":"array","items":"string"},"doc":"Tags to remove.","default":[]'
    '},{"name":"tenant","type":"string","doc":"The organisation that the reposito'
    'ry belongs to."},{"name":"requested_by","type":"string","doc":"ORGANISATION/'
    'USER."}],"namespace":"muster.registry_events"},{"type":"record","name":"Vers'
    'ionRegistered","subject":"repository","doc":"A commit of a model got a versi'
    'on number.","fields":[{"name":"repository","type":"string","doc":"Id of the '
    'repository."},{"name":"version","type":"int","doc":"Its number, from 1; neve'
    'r reused."},{"name":"commit","type":"string","doc":"Commit of the version."}'
    ',{"name":"source","type":"string","doc":"Source of the files, as stated by t'
    'he client."},{"name":"run","type":"string","doc":"Run that made it; empty: u'
    'nknown."},{"name":"model","type":"string","doc":"Model that a run logged; em'
    'pty: none."},{"name":"run_link","type":"string","doc":"Address of the run, a'
    's stated by the client; empty: none."},{"name":"description","type":"string"'
    ',"doc":"Description for people."},{"name":"tags","type":{"type":"array","ite'
    'ms":"muster.registry_commands.Label"},"doc":"Tags."},{"name":"tenant","type"'
    ':"string","doc":"The organisation that the repository belongs to."},{"name":'
    '"requested_by","type":"string","doc":"ORGANISATION/USER."}],"namespace":"mus'
    'ter.registry_events"},{"type":"record","name":"VersionChanged","subject":"re'
    'pository","doc":"A version has changed.","fields":[{"name":"repository","typ'
    'e":"string","doc":"Id of the repository."},{"name":"version","type":"int","d'
    'oc":"Its number."},{"name":"description","type":["null","string"],"doc":"Des'
    'cription for people; null: unchanged.","default":null},{"name":"stage","type'
    '":["null","string"],"doc":"None, Staging, Production or Archived; null: unch'
    'anged.","default":null},{"name":"removed","type":"boolean","doc":"Whether it'
    ' is removed, for good.","default":false},{"name":"tags","type":{"type":"arra'
    'y","items":"muster.registry_commands.Label"},"doc":"Tags to set.","default":'
    '[]},{"name":"removed_tags","type":{"type":"array","items":"string"},"doc":"T'
    'ags to remove.","default":[]},{"name":"tenant","type":"string","doc":"The or'
    'ganisation that the repository belongs to."},{"name":"requested_by","type":"'
    'string","doc":"ORGANISATION/USER."}],"namespace":"muster.registry_events"},{'
    '"type":"record","name":"AliasSet","subject":"repository","doc":"An alias poi'
    'nts to a version, or was removed.","fields":[{"name":"repository","type":"st'
    'ring","doc":"Id of the repository."},{"name":"alias","type":"string","doc":"'
    'Name; case does not matter."},{"name":"version","type":["null","int"],"doc":'
    '"Number of the version that it points to; null: the alias is removed.","defa'
    'ult":null},{"name":"tenant","type":"string","doc":"The organisation that the'
    ' repository belongs to."},{"name":"requested_by","type":"string","doc":"ORGA'
    'NISATION/USER."}],"namespace":"muster.registry_events"},{"type":"record","na'
    'me":"Watermark","doc":"Every fact of the topic with this seq or a lower one '
    'precedes this record, in every partition.","subject":"log","fields":[{"name"'
    ':"seq","type":"long","doc":"seq of the newest input whose consequences are a'
    'll written."},{"name":"at_ms","type":"long","doc":"Time of the batch it ends'
    ', milliseconds since 1970 UTC."}],"namespace":"muster.watermarks"},{"type":"'
    'record","name":"DownloadsRecorded","subject":"organisation","doc":"Downloads'
    " by members of an organisation since the fact before, and the totals that re"
    'sult.","fields":[{"name":"organisation","type":"string","doc":"Organisation '
    'whose members downloaded."},{"name":"day","type":"int","doc":"UTC day, since'
    ' 1970."},{"name":"day_bytes","type":"long","doc":"Bytes that they have downl'
    'oaded on this day so far."},{"name":"month_bytes","type":"long","doc":"Bytes'
    ' that they have downloaded on this day and the 29 before."},{"name":"downloa'
    'ds","type":{"type":"array","items":{"type":"record","name":"Downloaded","doc'
    '":"Downloads of one repository.","fields":[{"name":"repository","type":"stri'
    'ng","doc":"Id of the repository."},{"name":"downloads","type":"long","doc":"'
    'Further tokens that read files of it in an hour."},{"name":"read_bytes","typ'
    'e":"long","doc":"Further bytes."},{"name":"day_downloads","type":"long","doc'
    '":"Downloads by everybody, on this day so far."},{"name":"month_downloads","'
    'type":"long","doc":"Downloads by everybody, on this day and the 29 before."}'
    ',{"name":"total_downloads","type":"long","doc":"Downloads by everybody, ever'
    '."},{"name":"contents","type":{"type":"array","items":"string"},"doc":"Files'
    ", as KIND/HASH, with a part that was neither stored nor read before on this "
    'day.","default":[]}],"namespace":"muster.registry_events"}},"doc":"Downloads'
    ' by repository."},{"name":"tenant","type":"string","doc":"The organisation i'
    't belongs to."},{"name":"requested_by","type":"string","doc":"Service that r'
    'eported it."}],"namespace":"muster.registry_events"},{"type":"record","name"'
    ':"DownloadQuotaSet","subject":"organisation","doc":"Limit on what members of'
    ' an organisation download within 30 days.","fields":[{"name":"organisation",'
    '"type":"string","doc":"The organisation."},{"name":"quota_bytes","type":["nu'
    'll","long"],"doc":"Maximum of bytes in 30 days; null: no limit."},{"name":"t'
    'enant","type":"string","doc":"The organisation it belongs to."},{"name":"req'
    'uested_by","type":"string","doc":"Sender: ORGANISATION/USER."}],"namespace":'
    '"muster.registry_events"},{"type":"record","name":"QuotaNeared","subject":"o'
    'rganisation","doc":"An organisation has reached a threshold of a quota, for '
    'the first time since it used clearly less.","fields":[{"name":"organisation"'
    ',"type":"string","doc":"The organisation."},{"name":"quota","type":{"type":"'
    'enum","name":"QuotaKind","symbols":["STORAGE","DOWNLOADS"],"doc":"Quota of a'
    "n organisation. STORAGE: unique and reserved bytes; DOWNLOADS: bytes within "
    '30 days.","namespace":"muster.registry_events"},"doc":"The quota."},{"name":'
    '"threshold_percent","type":"int","doc":"80 or 100."},{"name":"used_bytes","t'
    'ype":"long","doc":"Usage."},{"name":"quota_bytes","type":"long","doc":"Limit'
    '."},{"name":"tenant","type":"string","doc":"The organisation it belongs to."'
    '}],"namespace":"muster.registry_events"},{"type":"record","name":"TierRuleSe'
    't","subject":"organisation","doc":"Number of days without a read after which'
    ' objects change their tier.","fields":[{"name":"warm_after_days","type":"int'
    '","doc":"Days until warm."},{"name":"cold_after_days","type":"int","doc":"Da'
    'ys until cold."},{"name":"prewarmed_max","type":"int","doc":"Number of most '
    'downloaded repositories announced to the CDN each day; 0: none.","default":0'
    '},{"name":"tenant","type":"string","doc":"Organisation of the sender."},{"na'
    'me":"requested_by","type":"string","doc":"Sender: ORGANISATION/USER."}],"nam'
    'espace":"muster.registry_events"},{"type":"record","name":"DownloadsRanked",'
    '"subject":"day","doc":"The most downloaded repositories within the 30 days u'
    'p to this one.","fields":[{"name":"day","type":"int","doc":"UTC day since 19'
    '70."},{"name":"repositories","type":{"type":"array","items":{"type":"record"'
    ',"name":"RankedRepository","doc":"A repository and its number of downloads."'
    ',"fields":[{"name":"repository","type":"string","doc":"Its id."},{"name":"mo'
    'nth_downloads","type":"long","doc":"Downloads by everybody, within the 30 da'
    'ys up to this one."}],"namespace":"muster.registry_events"}},"doc":"The most'
    " downloaded first; as many as the rule sets, without those that nobody downl"
    'oaded."}],"namespace":"muster.registry_events"},{"type":"record","name":"Obj'
    'ectsTiered","subject":"object","doc":"Objects change their tier: they were n'
    'ot read for the days of the rule, or are read again.","fields":[{"name":"tie'
    'r","type":{"type":"enum","name":"Tier","doc":"Speed and price at which bytes'
    ' are available.","symbols":["HOT","WARM","COLD"],"namespace":"muster.registr'
    'y_events"},"doc":"HOT: read recently, may be in local caches; WARM: in the s'
    'tore only; COLD: in the storage class for rarely read data."},{"name":"objec'
    'ts","type":{"type":"array","items":{"type":"record","name":"TieredObject","d'
    'oc":"One object.","fields":[{"name":"object","type":"string","doc":"KIND/HAS'
    'H."},{"name":"object_key","type":"string","doc":"Key of its bytes in the sto'
    're."}],"namespace":"muster.registry_events"}},"doc":"Objects; at most 100."}'
    '],"namespace":"muster.registry_events"},{"type":"record","name":"ObjectsPlac'
    'ed","subject":"object","doc":"Storage class of objects.","fields":[{"name":"'
    'placed","type":{"type":"array","items":{"type":"record","name":"Placement","'
    'doc":"Storage class of one object.","fields":[{"name":"object","type":"strin'
    'g","doc":"KIND/HASH."},{"name":"object_key","type":"string","doc":"Key of it'
    's bytes in the store."},{"name":"storage_class","type":"string","doc":"Stora'
    'ge class, as the store reports it; empty: the store has no classes."}],"name'
    'space":"muster.registry_commands"}},"doc":"Objects that still exist."},{"nam'
    'e":"gone","type":{"type":"array","items":"string"},"doc":"Keys of objects th'
    'at were removed meanwhile; they are removed once more."},{"name":"tenant","t'
    'ype":"string","doc":"Organisation of the service that reported it."},{"name"'
    ':"requested_by","type":"string","doc":"Service that reported it."}],"namespa'
    'ce":"muster.registry_events"},{"type":"record","name":"ObjectsChecked","subj'
    'ect":"object","doc":"Stored bytes of objects were read back and found damage'
    'd, absent, or sound again.","fields":[{"name":"findings","type":{"type":"arr'
    'ay","items":{"type":"record","name":"Finding","doc":"State of one object in '
    'the store.","fields":[{"name":"object","type":"string","doc":"KIND/HASH."},{'
    '"name":"object_key","type":"string","doc":"Key that was read."},{"name":"sta'
    'te","type":{"type":"enum","name":"ObjectState","doc":"Whether stored bytes a'
    're those of the object.","symbols":["SOUND","DAMAGED","ABSENT"],"namespace":'
    '"muster.registry_commands"},"doc":"State; SOUND: its bytes are right again."'
    '},{"name":"detail","type":"string","doc":"Difference that was found, or the '
    'copy that repaired it."}],"namespace":"muster.registry_commands"}},"doc":"Fi'
    'ndings about objects that still exist."},{"name":"tenant","type":"string","d'
    'oc":"Organisation of the service that reported it."},{"name":"requested_by",'
    '"type":"string","doc":"Service that reported it."},{"name":"state","type":["'
    'null","muster.registry_commands.ObjectState"],"doc":"State of all these obje'
    'cts; null: each finding has its own, in facts before 2026-11-29.","default":'
    'null},{"name":"summary","type":"string","doc":"The first findings in words; '
    'empty in facts before 2026-11-29.","default":""}],"namespace":"muster.regist'
    'ry_events"},{"type":"record","name":"WeightsRecorded","subject":"content","d'
    'oc":"Weight fingerprint of a version, as the scanner reports it; lineage fol'
    'lows from it.","fields":[{"name":"object","type":"string","doc":"The version'
    ': tree/HASH of its root directory."},{"name":"weights","type":"string","doc"'
    ':"Fingerprint of equal weights: SHA-256 of the marks."},{"name":"version","t'
    'ype":"int","doc":"Version of the algorithm for marks."},{"name":"marks","typ'
    'e":{"type":"array","items":{"type":"record","name":"WeightMark","doc":"Mark '
    'of one tensor: which of its numbers at fixed places are above their median."'
    ',"fields":[{"name":"shape","type":{"type":"array","items":"long"},"doc":"Dim'
    'ensions, the slowest first."},{"name":"bits","type":"bytes","doc":"One bit f'
    'or each of 1,024 numbers, or for all if there are fewer."}],"namespace":"mus'
    'ter.scan_events"}},"doc":"Marks of its largest tensors."},{"name":"as_number'
    's","type":"boolean","doc":"Whether most of its numbers are in data types tha'
    't are read as numbers."}],"namespace":"muster.registry_events"},{"type":"rec'
    'ord","name":"EncryptionSet","subject":"organisation","doc":"Encryption key f'
    'or what an organisation stores from now on.","fields":[{"name":"organisation'
    '","type":"string","doc":"The organisation."},{"name":"key","type":"string","'
    'doc":"Name of the key in the key ring of the store; empty: none."},{"name":"'
    'tenant","type":"string","doc":"The organisation it belongs to."},{"name":"re'
    'quested_by","type":"string","doc":"Sender: ORGANISATION/USER."}],"namespace"'
    ':"muster.registry_events"},{"type":"record","name":"GatesAwaited","subject":'
    '"version","doc":"An evaluation of a version is running; its gates are pendin'
    'g.","fields":[{"name":"repository","type":"string","doc":"Id of the reposito'
    'ry."},{"name":"commit","type":"string","doc":"The commit."},{"name":"run","t'
    'ype":"string","doc":"Id of the evaluation."},{"name":"gates","type":{"type":'
    '"array","items":"string"},"doc":"Blocking gates that it will decide; each ho'
    'lds the version until then."},{"name":"advisory","type":{"type":"array","ite'
    'ms":"string"},"doc":"Advisory gates.","default":[]},{"name":"tenant","type":'
    '"string","doc":"The organisation it belongs to."}],"namespace":"muster.regis'
    'try_events"},{"type":"record","name":"GatesUndecided","subject":"version","d'
    'oc":"An evaluation ended without a verdict of these gates.","fields":[{"name'
    '":"repository","type":"string","doc":"Id of the repository."},{"name":"commi'
    't","type":"string","doc":"The commit."},{"name":"run","type":"string","doc":'
    '"Id of the evaluation."},{"name":"gates","type":{"type":"array","items":"str'
    'ing"},"doc":"The gates. Those that block hold the version, unless an earlier'
    ' verdict stands."},{"name":"code","type":"string","doc":"Reason for its end,'
    ' as a code."},{"name":"reason","type":"string","doc":"Reason, in one sentenc'
    'e.","default":""},{"name":"tenant","type":"string","doc":"The organisation i'
    't belongs to."}],"namespace":"muster.registry_events"},{"type":"record","nam'
    'e":"VersionDrifts","subject":"version","doc":"Quality of a version has moved'
    ' in production; a later fact of the same alarm replaces the former.","fields'
    '":[{"name":"repository","type":"string","doc":"Id of the repository."},{"nam'
    'e":"commit","type":"string","doc":"The commit."},{"name":"alarm","type":"str'
    'ing","doc":"Id of the alarm."},{"name":"measure","type":"string","doc":"Meas'
    'ure that has moved."},{"name":"text","type":"string","doc":"The alarm in one'
    ' sentence."},{"name":"since_ms","type":"long","doc":"Estimated beginning of '
    'the change, milliseconds since 1970 UTC."},{"name":"rollback","type":"boolea'
    'n","doc":"Whether the monitor demands a rollback of the version."},{"name":"'
    'tenant","type":"string","doc":"The organisation it belongs to."}],"namespace'
    '":"muster.registry_events"},{"type":"record","name":"DriftEnded","subject":"'
    'version","doc":"An alarm about a version has ended.","fields":[{"name":"alar'
    'm","type":"string","doc":"Id of the alarm."},{"name":"repository","type":"st'
    'ring","doc":"Id of the repository."},{"name":"commit","type":"string","doc":'
    '"The commit."},{"name":"reason","type":"string","doc":"Reason, in one senten'
    'ce."},{"name":"tenant","type":"string","doc":"The organisation it belongs to'
    '."}],"namespace":"muster.registry_events"}],"doc":"What happened."}]}'
)
