"""What became of repositories and of the bytes they keep.

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
    """It exists, with a branch main.

    Attributes:
        repository: Id of the repository.
        repository_type: What it is for.
        namespace: The organisation, or ORGANISATION.USER.
        name: Within the namespace.
        visibility: Who may read it.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
        commit: Its first commit, which holds nothing.
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
    """Nobody reads or writes it any longer.

    Attributes:
        repository: Id of the repository.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
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
    """It has another name.

    Attributes:
        repository: Id of the repository.
        namespace: The new one.
        name: The new one.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
        from_namespace: The former one; empty in facts of older versions.
        from_name: The former one; empty in facts of older versions.
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
        visibility: Who.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
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
    """Somebody may do something.

    Attributes:
        repository: Id of the repository.
        grantee_kind: What the grantee is.
        grantee: A user or team as ORGANISATION/NAME, or an organisation.
        level: What is allowed.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
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
    """A grant was taken back.

    Attributes:
        repository: Id of the repository.
        grantee_kind: What the grantee is.
        grantee: As it was granted.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
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
    """Its files, or one content, are read only by those with a grant.

    Attributes:
        repository: Id of the repository.
        reason: What readers are told.
        full_name: NAMESPACE/NAME.
        owner: Who created it: ORGANISATION/USER.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
        object: The content that it is about: KIND/HASH; tree/HASH: versions with this root. Empty:
            all files.
        path: Where that content lies, in one commit; empty: it is about more than a file.
        verdict: By which it is closed; after INCONCLUSIVE who administers the repository still
            reads. Null: a reviewer has closed it.
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
    """Its files, or one content, are read again by all who may.

    Attributes:
        repository: Id of the repository.
        reason: Why.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
        object: The content that it is about: KIND/HASH; tree/HASH: versions with this root. Empty:
            all files.
        path: Where that content lies, in one commit; empty: it is about more than a file.
        full_name: NAMESPACE/NAME.
        owner: Who created it: ORGANISATION/USER.
        scan: Scan that found nothing; empty: a reviewer has released it.
        rules_version: Rules by which the content had been judged: their verdict does not close it
            again. Empty: none had.
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
    """A commit has a name.

    Attributes:
        repository: Id of the repository.
        kind: Branch or tag.
        name: The name.
        commit: The commit.
        message: What a tag says; empty: nothing.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
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
    """A name was taken away.

    Attributes:
        repository: Id of the repository.
        kind: Branch or tag.
        name: The name.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
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
    """What an organisation keeps in the store.

    Attributes:
        unique_bytes: Of distinct objects that its live commits refer to.
        reserved_bytes: Of objects for which it has room kept.
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
        object_key: Where in the store it lies; another place than its upload's when it was there
            before.
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
    """How much more of what an organisation keeps belongs to a repository.

    Attributes:
        repository: Id of the repository that brought it first; empty: it was brought before that
            was kept.
        repository_type: What it is for; null: it is deleted.
        namespace: The organisation, or ORGANISATION.USER; empty: it is deleted.
        name: Within the namespace; empty: it is deleted.
        more_bytes: So many more; negative: less.
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
    """A branch is at a new commit.

    Attributes:
        repository: Id of the repository.
        branch: Name of the branch.
        commit: Its id: SHA-1 of root, parent, author, time and message.
        parent: The commit before it.
        request_digest: What a repetition of the request is known by.
        title: First line.
        description: The rest.
        root: SHA-256 of the root directory's listing.
        files: Added or replaced.
        deleted: Paths of files; of directories with a slash at the end.
        objects: Objects that this commit refers to and its parent did not bring: KIND/HASH.
        card: When README.md changed and can be read.
        at_ms: When, milliseconds since 1970 UTC.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
        stored: Of the organisation, afterwards.
        proven: Objects that were confirmed with it.
        changed: Whose bytes that changes: each object belongs to the repository that brought it
            first, until the organisation keeps it no longer.
        logical_bytes: Of all files of the commit, each as a whole copy; null: it is not said.
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
    """A commit may refer to these files.

    Attributes:
        repository: Id of the repository that they are uploaded for.
        files: Files, each once.
        key_chunks: Chunks that clients may ask for.
        proven: Records that are stored with it.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
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
    """A file that came whole lies in chunks of xorbs; the organisation uses the whole object no longer.

    Attributes:
        object: lfs/HASH of the file.
        file: Where its chunks lie.
        key_chunks: Chunks that clients may ask for.
        proven: The record and the xorbs that are stored with it.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/SERVICE.
        stored: Of the organisation, afterwards.
        changed: Whose bytes that changes: each object belongs to the repository that brought it
            first, until the organisation keeps it no longer.
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
        object_key: Where it lies.
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
    """A xorb is held as its difference from others; a day later its own bytes are removed from the store.

    Attributes:
        object: xorb/HASH.
        object_key: Where its own bytes lie until then.
        size_bytes: Of them.
        bases: What is needed to restore it; each stays in the store as long as it is.
        proven: The difference: delta/HASH, by the SHA-256 of its bytes.
        repository: Id of the repository in a version of which it was found.
        base_repository: Id of the repository whose version it is the difference from.
        tenant: The organisation that holds both.
        requested_by: Who asked: ORGANISATION/SERVICE.
        stored: Of the organisation, afterwards: what it is charged for does not change, the room is
            given back.
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
    """No name leads to a commit any longer; these references of it are taken back.

    Attributes:
        repository: Id of the repository.
        commit: The commit.
        objects: Those that this fact takes back.
        ended: The commit is gone; otherwise more facts follow.
        tenant: The organisation it belongs to.
        stored: Of the organisation, afterwards.
        chunks_of: Files that came whole, of which it held chunks until this fact.
        changed: Whose bytes that changes: each object belongs to the repository that brought it
            first, until the organisation keeps it no longer.
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
    """There is room for these objects until then.

    Attributes:
        uploads: Those of the request that the organisation does not hold.
        expires_at_ms: Milliseconds since 1970 UTC.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
        stored: Of the organisation, afterwards.
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
        object_key: Where in the store it lies; another place than this upload's when it was there
            before.
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
    """The room kept for an upload is free; what it left unused in the store is removed.

    Attributes:
        upload: Id of the upload.
        object: KIND/HASH.
        kept_key: Where the object lies; empty: it is not in the store.
        tenant: The organisation it belongs to.
        stored: Of the organisation, afterwards.
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
    """Nothing has used it for a day: it is absent for everybody, and removed a day later.

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
    """It is gone; its bytes are removed from the store.

    Attributes:
        object: KIND/HASH.
        object_key: Where its bytes lie.
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
    """What an organisation may keep in the store.

    Attributes:
        organisation: Whose.
        quota_bytes: Of unique bytes; null: no limit.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
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
    """The verdict about some content; it is told again until all repositories have heard of it.

    Attributes:
        object: The content: KIND/HASH.
        content_sha256: SHA-256 of the bytes as they were read; empty: they are not known.
        verdict: The verdict.
        reason: What readers are shown; empty: nothing.
        findings: How many there are.
        scan: Id of the scan.
        rules_version: Version of the rules.
        last: The last repository that has heard of it, by id; empty: none has the content.
        ended: All have; otherwise more follows.
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
    """Who reads content about which there is no verdict.

    Attributes:
        organisation: Whose repositories.
        policy: Who.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
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
    """Scores of a version, in place of those of the same run, task and metric.

    Attributes:
        repository: Id of the repository.
        commit: The commit.
        run: Id of the evaluation.
        scores: By task and metric.
        judge: Model and version that judged; empty: rules did.
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
    """What a gate says about a version, in place of what it said before.

    Attributes:
        repository: Id of the repository.
        commit: The commit.
        gate: Name of the gate.
        run: Id of the evaluation.
        verdict: What it says.
        blocking: Nothing is promoted against it; otherwise it is advice.
        reason: One sentence.
        baseline: Commit that it was compared with; empty: with none.
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
    """A pointer leads to a version.

    Attributes:
        repository: Id of the repository.
        commit: The commit.
        pointer: Name of the pointer, without @.
        former: Commit that it led to before; empty: to none.
        reason: Why.
        gates: Blocking gates that have passed it.
        overridden: It would have been refused, and who asked went past that.
        refusal: What was gone past; empty: nothing.
        full_name: NAMESPACE/NAME.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
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
    """A pointer leads to nothing any longer.

    Attributes:
        repository: Id of the repository.
        commit: Where it led to.
        pointer: Name of the pointer, without @.
        reason: Why.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
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
    """Who says it: the registry itself, a card, somebody, equal content or weights alone; or it is not so."""

    SEEN = "SEEN"
    DECLARED = "DECLARED"
    STATED = "STATED"
    SUGGESTED = "SUGGESTED"
    WITHDRAWN = "WITHDRAWN"


class ContentCheck(StrEnum):
    """Whether two versions share content: of one organisation and both with large files, or NOT_COMPARED."""

    NOT_COMPARED = "NOT_COMPARED"
    SHARED = "SHARED"
    NOTHING_SHARED = "NOTHING_SHARED"


class WeightsCheck(StrEnum):
    """Whether weights are kin, by fingerprints; NOT_COMPARED: one has none, or nothing follows."""

    NOT_COMPARED = "NOT_COMPARED"
    KIN = "KIN"
    NOT_KIN = "NOT_KIN"


@final
@record
class LineageEdge:
    """One artifact comes from another.

    Attributes:
        child: The one that comes later: KIND/ID.
        parent: What it comes from: KIND/ID.
        relation: What the child is to the parent.
        standing: How far it is to be relied on.
        content: What the store says to it.
        shared_bytes: Stored bytes of objects that both repositories have; a part of an object
            counts as all of it.
        weights: What the fingerprints say to it.
        likeness_ppm: Part of the child's numbers in tensors that the parent has too, in millionths;
            0 when they were not compared.
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
    """What a version comes from, or what comes from it. An edge told again replaces what was told of it.

    Attributes:
        repository: Id of the repository.
        commit: The version.
        edges: Edges, each once.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
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
    """A run has begun, or has logged a model.

    Attributes:
        repository: Id of the repository.
        run: Id of the run, or of the model.
        kind: Which of both.
        name: For people.
        model_type: Of a model: what it is for, as its client says; empty: it does not.
        source_run: Of a model: the run that logged it; empty: none.
        started_at_ms: When it began, as the client says, milliseconds since 1970 UTC.
        params: Parameters; each is set once.
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
    """Something about a run, or a model that one logged, is otherwise.

    Attributes:
        repository: Id of the repository.
        run: Id of the run, or of the model.
        status: What has become of it; null: as it was.
        ended_at_ms: When it ended, as the client says; null: as it was.
        name: For people; null: as it was.
        removed: Whether it is out of sight, until it is restored; null: as it was.
        params: Parameters to set.
        tags: Tags to set.
        removed_tags: Tags to take away.
        datasets: Datasets that it has read.
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
    """Something about a repository is otherwise.

    Attributes:
        repository: Id of the repository.
        description: For people; null: as it was.
        archived: Whether it is out of sight, until it is restored; null: as it was.
        tags: Tags to set.
        removed_tags: Tags to take away.
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
    """A commit of a model has a number.

    Attributes:
        repository: Id of the repository.
        version: Its number, from 1 on; none is given twice.
        commit: What the version is.
        source: Where the files came from, as the client says.
        run: Run that made it; empty: unknown.
        model: Model that a run logged; empty: none.
        run_link: Address of the run, as the client says; empty: none.
        description: For people.
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
    """Something about a version is otherwise.

    Attributes:
        repository: Id of the repository.
        version: Its number.
        description: For people; null: as it was.
        stage: None, Staging, Production or Archived; null: as it was.
        removed: It is gone, for good.
        tags: Tags to set.
        removed_tags: Tags to take away.
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
    """A name leads to a version, or nowhere any longer.

    Attributes:
        repository: Id of the repository.
        alias: Name; upper and lower case are one.
        version: Number of the version that it leads to; null: it leads nowhere any longer.
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
    """What was read of one repository.

    Attributes:
        repository: Id of the repository.
        downloads: More tokens that read files of it in an hour.
        read_bytes: More bytes.
        day_downloads: By anybody, on this day so far.
        month_downloads: By anybody, on this day and the 29 before.
        total_downloads: By anybody, ever.
        contents: Files, as KIND/HASH, of which a part was neither stored nor read on this day
            before.
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
    """What members of an organisation have downloaded since the fact before, and what that makes.

    Attributes:
        organisation: Whose members downloaded.
        day: UTC day, since 1970.
        day_bytes: What they have downloaded on this day so far.
        month_bytes: What they have downloaded on this day and the 29 before.
        downloads: By repository.
        tenant: The organisation it belongs to.
        requested_by: The service that told it.
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
    """What members of an organisation may download within 30 days.

    Attributes:
        organisation: Whose.
        quota_bytes: Of 30 days; null: no limit.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
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
    """What is limited: STORAGE, unique and reserved bytes; DOWNLOADS, bytes of 30 days."""

    STORAGE = "STORAGE"
    DOWNLOADS = "DOWNLOADS"


@final
@record
class QuotaNeared(OrganisationFact):
    """An organisation uses so much of a quota, for the first time since it used clearly less.

    Attributes:
        organisation: Whose.
        quota: Which quota.
        threshold_percent: 80 or 100.
        used_bytes: What it uses.
        quota_bytes: What it may use.
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
    """After how many days without a read objects go to which tier.

    Attributes:
        warm_after_days: To warm.
        cold_after_days: To cold.
        prewarmed_max: So many repositories, those that are downloaded most, are told to the CDN
            each day; 0: none.
        tenant: The organisation of who asked.
        requested_by: Who asked: ORGANISATION/USER.
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
    """A repository and how often it was downloaded.

    Attributes:
        repository: Its id.
        month_downloads: By anybody, within the 30 days up to this one.
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
    """Which repositories were downloaded most within the 30 days up to this one.

    Attributes:
        day: UTC day since 1970.
        repositories: The most downloaded first; as many as the rule says, those that nobody has
            downloaded left out.
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
    """How fast, and at what price, bytes are kept at hand."""

    HOT = "HOT"
    WARM = "WARM"
    COLD = "COLD"


@final
@record
class TieredObject:
    """One object.

    Attributes:
        object: KIND/HASH.
        object_key: Where its bytes lie.
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
    """Objects change their tier: they were not read for so long, or they are read again.

    Attributes:
        tier: HOT: read lately, may lie in local caches; WARM: in the store only; COLD: in the class
            of the store for what is seldom read.
        objects: At most 100.
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
    """In which class of the store objects lie.

    Attributes:
        placed: Those that are still there.
        gone: Keys of what was removed meanwhile: they are removed once more.
        tenant: The organisation of the service that told it.
        requested_by: The service that told it.
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
        findings: Findings about objects that are still there.
        tenant: The organisation of the service that told it.
        requested_by: The service that told it.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_events.ObjectsChecked"

    findings: tuple[Finding, ...]
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "findings": [x.to_datum() for x in self.findings],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ObjectsChecked:
        """The inverse."""
        return cls(
            findings=tuple(Finding.from_datum(x) for x in d["findings"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class WeightsRecorded(ContentFact):
    """What the weights of a version are known by, as the scanner says; lineage follows from it.

    Attributes:
        object: The version: tree/HASH of its root directory.
        weights: What equal weights are known by: SHA-256 of the marks.
        version: Of how marks are made.
        marks: Of its largest tensors.
        as_numbers: Most of its numbers are in data types that are read as numbers.
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
    """With which key what an organisation keeps is encrypted from now on.

    Attributes:
        organisation: Whose.
        key: Name of the key in the key ring of the store; empty: none.
        tenant: The organisation it belongs to.
        requested_by: Who asked: ORGANISATION/USER.
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
    """An evaluation of a version runs; its gates are pending.

    Attributes:
        repository: Id of the repository.
        commit: The commit.
        run: Id of the evaluation.
        gates: Blocking gates that it will decide; each holds the version until then.
        advisory: Gates that only advise.
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
        code: Why it ended, as a code.
        reason: The same in one sentence.
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
    """Quality of a version has moved in production; a further one of an alarm replaces the former.

    Attributes:
        repository: Id of the repository.
        commit: The commit.
        alarm: Id of the alarm.
        measure: Measure that has moved.
        text: The alarm in one sentence.
        since_ms: Estimated begin of the change, milliseconds since 1970 UTC.
        rollback: The monitor says that the version is to be taken back.
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
    """An alarm about a version is over.

    Attributes:
        alarm: Id of the alarm.
        repository: Id of the repository.
        commit: The commit.
        reason: Why, in one sentence.
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
    '":"What became of repositories and of the bytes they keep.","fields":[{"name'
    '":"event_id","type":"string","doc":"Unique for ever; the deduplication key."'
    '},{"name":"key","type":"string","doc":"The Kafka key: what this topic is ord'
    'ered by."},{"name":"occurred_at_ms","type":"long","doc":"When the producer s'
    'ays it happened, milliseconds since 1970 UTC."},{"name":"producer","type":"s'
    'tring","doc":"Service and instance that wrote the record."},{"name":"correla'
    'tion_id","type":"string","doc":"Shared by everything that follows from one r'
    'equest."},{"name":"causation_id","type":["null","string"],"doc":"event_id of'
    ' the record this one follows from.","default":null},{"name":"seq","type":["n'
    'ull","long"],"doc":"seq of the input it follows from: facts of all partition'
    's are ordered by seq, then index. Null: its writer has no such order.","defa'
    'ult":null},{"name":"index","type":["null","int"],"doc":"Which of that input\''
    's consequences it is, rising from 0; orders count, too.","default":null},{"n'
    'ame":"tenant","type":["null","string"],"doc":"The tenant it belongs to; null'
    ': no tenant.","default":null},{"name":"sender","type":["null","string"],"doc'
    '":"The judged sender of the command that it follows from, as TENANT/USER; nu'
    'll: it follows from none, or the record is older than this field.","default"'
    ':null},{"name":"payload","type":[{"type":"record","name":"CommandRejected","'
    'aliases":["muster.job_events.CommandRejected"],"doc":"A command that will no'
    't be carried out, and why.","subject":"command","fields":[{"name":"command_i'
    'd","type":"string","doc":"event_id of the command."},{"name":"command","type'
    '":"string","doc":"Its record name."},{"name":"subject","type":"string","doc"'
    ':"What it was about: a job, queue, node, or another entity of the service."}'
    ',{"name":"tenant","type":"string","doc":"Tenant."},{"name":"code","type":{"t'
    'ype":"enum","name":"RejectionCode","aliases":["muster.job_events.RejectionCo'
    'de"],"doc":"Kinds of refusal, the same for all services; each has its HTTP s'
    'tatus.","symbols":["INVALID","ALREADY_EXISTS","NOT_FOUND","WRONG_STATE","IMP'
    'OSSIBLE_REQUEST","UNKNOWN_QUEUE","QUEUE_NOT_EMPTY","FORBIDDEN","QUOTA_EXCEED'
    'ED","BAD_TREE"],"default":"FORBIDDEN","namespace":"muster.command_answers"},'
    '"doc":"Kind of refusal."},{"name":"detail_code","type":"string","doc":"The s'
    'ervice\'s own, finer code; its README lists them. Empty: `code` says all.","d'
    'efault":""},{"name":"message","type":"string","doc":"For people."},{"name":"'
    'violations","type":{"type":"array","items":{"type":"record","name":"Violatio'
    'n","aliases":["muster.job_events.Violation"],"doc":"One thing wrong with a r'
    'equest.","fields":[{"name":"field","type":"string","doc":"Path of the field.'
    '"},{"name":"value","type":"string","doc":"What was given, shortened."},{"nam'
    'e":"allowed","type":"string","doc":"What is allowed."}],"namespace":"muster.'
    'command_answers"}},"doc":"Field by field.","default":[]}],"namespace":"muste'
    'r.command_answers"},{"type":"record","name":"CommandRepeated","aliases":["mu'
    'ster.job_events.CommandRepeated"],"doc":"A command that was carried out befo'
    're came again; nothing changed.","subject":"command","fields":[{"name":"comm'
    'and_id","type":"string","doc":"event_id of the command."},{"name":"command",'
    '"type":"string","doc":"Its record name."},{"name":"subject","type":"string",'
    '"doc":"What it was about."}],"namespace":"muster.command_answers"},{"type":"'
    'record","name":"RepositoryCreated","subject":"repository","doc":"It exists, '
    'with a branch main.","fields":[{"name":"repository","type":"string","doc":"I'
    'd of the repository."},{"name":"repository_type","type":{"type":"enum","name'
    '":"RepositoryType","doc":"What a repository is for.","symbols":["MODEL","DAT'
    'ASET","SPACE","EXPERIMENT"],"namespace":"muster.registry_commands"},"doc":"W'
    'hat it is for."},{"name":"namespace","type":"string","doc":"The organisation'
    ', or ORGANISATION.USER."},{"name":"name","type":"string","doc":"Within the n'
    'amespace."},{"name":"visibility","type":{"type":"enum","name":"Visibility","'
    'doc":"Who reads a repository without a grant. RESTRICTED: everybody its card'
    ', nobody its files.","symbols":["PUBLIC","INTERNAL","PRIVATE","RESTRICTED"],'
    '"namespace":"muster.registry_commands"},"doc":"Who may read it."},{"name":"t'
    'enant","type":"string","doc":"The organisation it belongs to."},{"name":"req'
    'uested_by","type":"string","doc":"Who asked: ORGANISATION/USER."},{"name":"c'
    'ommit","type":"string","doc":"Its first commit, which holds nothing."},{"nam'
    'e":"root","type":"string","doc":"SHA-256 of its root directory."}],"namespac'
    'e":"muster.registry_events"},{"type":"record","name":"RepositoryDeleted","su'
    'bject":"repository","doc":"Nobody reads or writes it any longer.","fields":['
    '{"name":"repository","type":"string","doc":"Id of the repository."},{"name":'
    '"tenant","type":"string","doc":"The organisation it belongs to."},{"name":"r'
    'equested_by","type":"string","doc":"Who asked: ORGANISATION/USER."}],"namesp'
    'ace":"muster.registry_events"},{"type":"record","name":"RepositoryMoved","su'
    'bject":"repository","doc":"It has another name.","fields":[{"name":"reposito'
    'ry","type":"string","doc":"Id of the repository."},{"name":"namespace","type'
    '":"string","doc":"The new one."},{"name":"name","type":"string","doc":"The n'
    'ew one."},{"name":"tenant","type":"string","doc":"The organisation it belong'
    's to."},{"name":"requested_by","type":"string","doc":"Who asked: ORGANISATIO'
    'N/USER."},{"name":"from_namespace","type":"string","doc":"The former one; em'
    'pty in facts of older versions.","default":""},{"name":"from_name","type":"s'
    'tring","doc":"The former one; empty in facts of older versions.","default":"'
    '"}],"namespace":"muster.registry_events"},{"type":"record","name":"Visibilit'
    'ySet","subject":"repository","doc":"Who may read it.","fields":[{"name":"rep'
    'ository","type":"string","doc":"Id of the repository."},{"name":"visibility"'
    ',"type":"muster.registry_commands.Visibility","doc":"Who."},{"name":"tenant"'
    ',"type":"string","doc":"The organisation it belongs to."},{"name":"requested'
    '_by","type":"string","doc":"Who asked: ORGANISATION/USER."}],"namespace":"mu'
    'ster.registry_events"},{"type":"record","name":"AccessGranted","subject":"re'
    'pository","doc":"Somebody may do something.","fields":[{"name":"repository",'
    '"type":"string","doc":"Id of the repository."},{"name":"grantee_kind","type"'
    ':{"type":"enum","name":"GranteeKind","doc":"Whom a grant is for.","symbols":'
    '["USER","TEAM","ORGANISATION"],"namespace":"muster.registry_commands"},"doc"'
    ':"What the grantee is."},{"name":"grantee","type":"string","doc":"A user or '
    'team as ORGANISATION/NAME, or an organisation."},{"name":"level","type":{"ty'
    'pe":"enum","name":"AccessLevel","doc":"What a grant allows; each allows what'
    ' stands before it.","symbols":["READ","WRITE","ADMIN"],"namespace":"muster.r'
    'egistry_commands"},"doc":"What is allowed."},{"name":"tenant","type":"string'
    '","doc":"The organisation it belongs to."},{"name":"requested_by","type":"st'
    'ring","doc":"Who asked: ORGANISATION/USER."}],"namespace":"muster.registry_e'
    'vents"},{"type":"record","name":"AccessRevoked","subject":"repository","doc"'
    ':"A grant was taken back.","fields":[{"name":"repository","type":"string","d'
    'oc":"Id of the repository."},{"name":"grantee_kind","type":"muster.registry_'
    'commands.GranteeKind","doc":"What the grantee is."},{"name":"grantee","type"'
    ':"string","doc":"As it was granted."},{"name":"tenant","type":"string","doc"'
    ':"The organisation it belongs to."},{"name":"requested_by","type":"string","'
    'doc":"Who asked: ORGANISATION/USER."}],"namespace":"muster.registry_events"}'
    ',{"type":"record","name":"RepositoryQuarantined","subject":"repository","doc'
    '":"Its files, or one content, are read only by those with a grant.","fields"'
    ':[{"name":"repository","type":"string","doc":"Id of the repository."},{"name'
    '":"reason","type":"string","doc":"What readers are told."},{"name":"full_nam'
    'e","type":"string","doc":"NAMESPACE/NAME."},{"name":"owner","type":"string",'
    '"doc":"Who created it: ORGANISATION/USER."},{"name":"tenant","type":"string"'
    ',"doc":"The organisation it belongs to."},{"name":"requested_by","type":"str'
    'ing","doc":"Who asked: ORGANISATION/USER."},{"name":"object","type":"string"'
    ',"doc":"The content that it is about: KIND/HASH; tree/HASH: versions with th'
    'is root. Empty: all files.","default":""},{"name":"path","type":"string","do'
    'c":"Where that content lies, in one commit; empty: it is about more than a f'
    'ile.","default":""},{"name":"verdict","type":["null",{"type":"enum","name":"'
    'ScanVerdict","doc":"What became of a scan. INCONCLUSIVE: nobody knows; it wa'
    's not understood, or not read.","symbols":["CLEAN","SUSPICIOUS","MALICIOUS",'
    '"INCONCLUSIVE"],"namespace":"muster.scan_events"}],"doc":"By which it is clo'
    "sed; after INCONCLUSIVE who administers the repository still reads. Null: a "
    'reviewer has closed it.","default":null},{"name":"scan","type":"string","doc'
    '":"Scan that gave the verdict; empty: none.","default":""},{"name":"rules_ve'
    'rsion","type":"string","doc":"Rules of that scan; empty: none.","default":""'
    '}],"namespace":"muster.registry_events"},{"type":"record","name":"Repository'
    'Released","subject":"repository","doc":"Its files, or one content, are read '
    'again by all who may.","fields":[{"name":"repository","type":"string","doc":'
    '"Id of the repository."},{"name":"reason","type":"string","doc":"Why."},{"na'
    'me":"tenant","type":"string","doc":"The organisation it belongs to."},{"name'
    '":"requested_by","type":"string","doc":"Who asked: ORGANISATION/USER."},{"na'
    'me":"object","type":"string","doc":"The content that it is about: KIND/HASH;'
    ' tree/HASH: versions with this root. Empty: all files.","default":""},{"name'
    '":"path","type":"string","doc":"Where that content lies, in one commit; empt'
    'y: it is about more than a file.","default":""},{"name":"full_name","type":"'
    'string","doc":"NAMESPACE/NAME.","default":""},{"name":"owner","type":"string'
    '","doc":"Who created it: ORGANISATION/USER.","default":""},{"name":"scan","t'
    'ype":"string","doc":"Scan that found nothing; empty: a reviewer has released'
    ' it.","default":""},{"name":"rules_version","type":"string","doc":"Rules by '
    "which the content had been judged: their verdict does not close it again. Em"
    'pty: none had.","default":""}],"namespace":"muster.registry_events"},{"type"'
    ':"record","name":"RefCreated","subject":"repository","doc":"A commit has a n'
    'ame.","fields":[{"name":"repository","type":"string","doc":"Id of the reposi'
    'tory."},{"name":"kind","type":{"type":"enum","name":"RefKind","doc":"What a '
    'name of a commit does: a branch moves with each commit, a tag stays.","symbo'
    'ls":["BRANCH","TAG"],"namespace":"muster.registry_commands"},"doc":"Branch o'
    'r tag."},{"name":"name","type":"string","doc":"The name."},{"name":"commit",'
    '"type":"string","doc":"The commit."},{"name":"message","type":"string","doc"'
    ':"What a tag says; empty: nothing."},{"name":"tenant","type":"string","doc":'
    '"The organisation it belongs to."},{"name":"requested_by","type":"string","d'
    'oc":"Who asked: ORGANISATION/USER."}],"namespace":"muster.registry_events"},'
    '{"type":"record","name":"RefDeleted","subject":"repository","doc":"A name wa'
    's taken away.","fields":[{"name":"repository","type":"string","doc":"Id of t'
    'he repository."},{"name":"kind","type":"muster.registry_commands.RefKind","d'
    'oc":"Branch or tag."},{"name":"name","type":"string","doc":"The name."},{"na'
    'me":"tenant","type":"string","doc":"The organisation it belongs to."},{"name'
    '":"requested_by","type":"string","doc":"Who asked: ORGANISATION/USER."}],"na'
    'mespace":"muster.registry_events"},{"type":"record","name":"CommitMade","sub'
    'ject":"repository","doc":"A branch is at a new commit.","fields":[{"name":"r'
    'epository","type":"string","doc":"Id of the repository."},{"name":"branch","'
    'type":"string","doc":"Name of the branch."},{"name":"commit","type":"string"'
    ',"doc":"Its id: SHA-1 of root, parent, author, time and message."},{"name":"'
    'parent","type":"string","doc":"The commit before it."},{"name":"request_dige'
    'st","type":"string","doc":"What a repetition of the request is known by."},{'
    '"name":"title","type":"string","doc":"First line."},{"name":"description","t'
    'ype":"string","doc":"The rest."},{"name":"root","type":"string","doc":"SHA-2'
    '56 of the root directory\'s listing."},{"name":"files","type":{"type":"array"'
    ',"items":{"type":"record","name":"FileAdded","doc":"A file that a commit add'
    's or replaces.","fields":[{"name":"path","type":"string","doc":"In the repos'
    'itory."},{"name":"kind","type":{"type":"enum","name":"FileKind","doc":"How t'
    "he bytes of a file lie: INLINE and LFS as an object of its own, XET in chunk"
    's of xorbs.","symbols":["INLINE","LFS","XET"],"namespace":"muster.registry_c'
    'ommands"},"doc":"How its bytes lie."},{"name":"hash","type":"string","doc":"'
    "SHA-256 of the object; for XET, of the record that says where its chunks lie"
    '."},{"name":"size_bytes","type":"long","doc":"Its size."}],"namespace":"must'
    'er.registry_commands"}},"doc":"Added or replaced."},{"name":"deleted","type"'
    ':{"type":"array","items":"string"},"doc":"Paths of files; of directories wit'
    'h a slash at the end."},{"name":"objects","type":{"type":"array","items":"st'
    'ring"},"doc":"Objects that this commit refers to and its parent did not brin'
    'g: KIND/HASH."},{"name":"card","type":["null",{"type":"record","name":"Model'
    'Card","doc":"What the head of README.md says.","fields":[{"name":"licence","'
    'type":"string","doc":"Identifier; empty: it says none."},{"name":"base_model'
    's","type":{"type":"array","items":"string"},"doc":"What it was made from."},'
    '{"name":"datasets","type":{"type":"array","items":"string"},"doc":"What it w'
    'as trained on."},{"name":"tags","type":{"type":"array","items":"string"},"do'
    'c":"As they stand there."},{"name":"pipeline","type":"string","doc":"Task; e'
    'mpty: it says none."},{"name":"library","type":"string","doc":"Library; empt'
    'y: it says none."},{"name":"text","type":"string","doc":"Behind the head, it'
    's beginning: what searches find it by.","default":""}],"namespace":"muster.r'
    'egistry_commands"}],"doc":"When README.md changed and can be read."},{"name"'
    ':"at_ms","type":"long","doc":"When, milliseconds since 1970 UTC."},{"name":"'
    'tenant","type":"string","doc":"The organisation it belongs to."},{"name":"re'
    'quested_by","type":"string","doc":"Who asked: ORGANISATION/USER."},{"name":"'
    'stored","type":{"type":"record","name":"StoredBytes","doc":"What an organisa'
    'tion keeps in the store.","fields":[{"name":"unique_bytes","type":"long","do'
    'c":"Of distinct objects that its live commits refer to."},{"name":"reserved_'
    'bytes","type":"long","doc":"Of objects for which it has room kept."}],"names'
    'pace":"muster.registry_events"},"doc":"Of the organisation, afterwards."},{"'
    'name":"proven","type":{"type":"array","items":{"type":"record","name":"Prove'
    'nObject","doc":"An object that is in the store since this commit.","fields":'
    '[{"name":"upload","type":"string","doc":"Id of its upload."},{"name":"object'
    '","type":"string","doc":"KIND/HASH."},{"name":"size_bytes","type":"long","do'
    'c":"Its size."},{"name":"object_key","type":"string","doc":"Where in the sto'
    're it lies; another place than its upload\'s when it was there before."}],"na'
    'mespace":"muster.registry_events"}},"doc":"Objects that were confirmed with '
    'it.","default":[]},{"name":"changed","type":{"type":"array","items":{"type":'
    '"record","name":"KeptBytes","doc":"How much more of what an organisation kee'
    'ps belongs to a repository.","fields":[{"name":"repository","type":"string",'
    '"doc":"Id of the repository that brought it first; empty: it was brought bef'
    'ore that was kept."},{"name":"repository_type","type":["null","muster.regist'
    'ry_commands.RepositoryType"],"default":null,"doc":"What it is for; null: it '
    'is deleted."},{"name":"namespace","type":"string","doc":"The organisation, o'
    'r ORGANISATION.USER; empty: it is deleted."},{"name":"name","type":"string",'
    '"doc":"Within the namespace; empty: it is deleted."},{"name":"more_bytes","t'
    'ype":"long","doc":"So many more; negative: less."}],"namespace":"muster.regi'
    'stry_events"}},"doc":"Whose bytes that changes: each object belongs to the r'
    'epository that brought it first, until the organisation keeps it no longer."'
    ',"default":[]},{"name":"logical_bytes","type":["null","long"],"doc":"Of all '
    'files of the commit, each as a whole copy; null: it is not said.","default":'
    'null}],"namespace":"muster.registry_events"},{"type":"record","name":"FilesR'
    'egistered","subject":"repository","doc":"A commit may refer to these files."'
    ',"fields":[{"name":"repository","type":"string","doc":"Id of the repository '
    'that they are uploaded for."},{"name":"files","type":{"type":"array","items"'
    ':{"type":"record","name":"XetFile","doc":"A file that lies in chunks of xorb'
    's.","fields":[{"name":"record","type":"string","doc":"SHA-256 of the record '
    'that says where its chunks lie."},{"name":"file","type":"string","doc":"Its '
    'hash in xet, 64 hexadecimal digits."},{"name":"sha256","type":"string","doc"'
    ':"SHA-256 of its bytes, as the client says; empty: it does not say."},{"name'
    '":"size_bytes","type":"long","doc":"Its size."},{"name":"xorbs","type":{"typ'
    'e":"array","items":"string"},"doc":"Hashes of the xorbs that its chunks lie '
    'in, each once."},{"name":"fixed","type":{"type":"array","items":"string"},"d'
    'oc":"SHA-256 of each 64 MiB of it, in order, as the registry itself has read'
    ' them; empty: nobody has.","default":[]}],"namespace":"muster.registry_comma'
    'nds"}},"doc":"Files, each once."},{"name":"key_chunks","type":{"type":"array'
    '","items":{"type":"record","name":"KeyChunk","doc":"A chunk by which clients'
    ' find out what is stored already.","fields":[{"name":"chunk","type":"string"'
    ',"doc":"Its hash, 64 hexadecimal digits."},{"name":"xorb","type":"string","d'
    'oc":"Hash of the xorb that it lies in."},{"name":"record","type":"string","d'
    'oc":"Of a file that it is part of."}],"namespace":"muster.registry_commands"'
    '}},"doc":"Chunks that clients may ask for."},{"name":"proven","type":{"type"'
    ':"array","items":"muster.registry_events.ProvenObject"},"doc":"Records that '
    'are stored with it."},{"name":"tenant","type":"string","doc":"The organisati'
    'on it belongs to."},{"name":"requested_by","type":"string","doc":"Who asked:'
    ' ORGANISATION/USER."}],"namespace":"muster.registry_events"},{"type":"record'
    '","name":"ObjectRepacked","subject":"object","doc":"A file that came whole l'
    'ies in chunks of xorbs; the organisation uses the whole object no longer.","'
    'fields":[{"name":"object","type":"string","doc":"lfs/HASH of the file."},{"n'
    'ame":"file","type":"muster.registry_commands.XetFile","doc":"Where its chunk'
    's lie."},{"name":"key_chunks","type":{"type":"array","items":"muster.registr'
    'y_commands.KeyChunk"},"doc":"Chunks that clients may ask for."},{"name":"pro'
    'ven","type":{"type":"array","items":"muster.registry_events.ProvenObject"},"'
    'doc":"The record and the xorbs that are stored with it."},{"name":"tenant","'
    'type":"string","doc":"The organisation it belongs to."},{"name":"requested_b'
    'y","type":"string","doc":"Who asked: ORGANISATION/SERVICE."},{"name":"stored'
    '","type":"muster.registry_events.StoredBytes","doc":"Of the organisation, af'
    'terwards."},{"name":"changed","type":{"type":"array","items":"muster.registr'
    'y_events.KeptBytes"},"doc":"Whose bytes that changes: each object belongs to'
    " the repository that brought it first, until the organisation keeps it no lo"
    'nger.","default":[]}],"namespace":"muster.registry_events"},{"type":"record"'
    ',"name":"XorbRepacked","subject":"object","doc":"A xorb is held as its diffe'
    'rence from others; a day later its own bytes are removed from the store.","f'
    'ields":[{"name":"object","type":"string","doc":"xorb/HASH."},{"name":"object'
    '_key","type":"string","doc":"Where its own bytes lie until then."},{"name":"'
    'size_bytes","type":"long","doc":"Of them."},{"name":"bases","type":{"type":"'
    'array","items":{"type":"record","name":"BaseXorb","doc":"A xorb that is need'
    'ed to restore another.","fields":[{"name":"xorb","type":"string","doc":"Its '
    'hash."},{"name":"object_key","type":"string","doc":"Where it lies."}],"names'
    'pace":"muster.registry_events"}},"doc":"What is needed to restore it; each s'
    'tays in the store as long as it is."},{"name":"proven","type":"muster.regist'
    'ry_events.ProvenObject","doc":"The difference: delta/HASH, by the SHA-256 of'
    ' its bytes."},{"name":"repository","type":"string","doc":"Id of the reposito'
    'ry in a version of which it was found."},{"name":"base_repository","type":"s'
    'tring","doc":"Id of the repository whose version it is the difference from."'
    '},{"name":"tenant","type":"string","doc":"The organisation that holds both."'
    '},{"name":"requested_by","type":"string","doc":"Who asked: ORGANISATION/SERV'
    'ICE."},{"name":"stored","type":"muster.registry_events.StoredBytes","doc":"O'
    "f the organisation, afterwards: what it is charged for does not change, the "
    'room is given back."}],"namespace":"muster.registry_events"},{"type":"record'
    '","name":"CommitReleased","subject":"repository","doc":"No name leads to a c'
    'ommit any longer; these references of it are taken back.","fields":[{"name":'
    '"repository","type":"string","doc":"Id of the repository."},{"name":"commit"'
    ',"type":"string","doc":"The commit."},{"name":"objects","type":{"type":"arra'
    'y","items":"string"},"doc":"Those that this fact takes back."},{"name":"ende'
    'd","type":"boolean","doc":"The commit is gone; otherwise more facts follow."'
    '},{"name":"tenant","type":"string","doc":"The organisation it belongs to."},'
    '{"name":"stored","type":"muster.registry_events.StoredBytes","doc":"Of the o'
    'rganisation, afterwards."},{"name":"chunks_of","type":{"type":"array","items'
    '":"string"},"doc":"Files that came whole, of which it held chunks until this'
    ' fact.","default":[]},{"name":"changed","type":{"type":"array","items":"must'
    'er.registry_events.KeptBytes"},"doc":"Whose bytes that changes: each object '
    "belongs to the repository that brought it first, until the organisation keep"
    's it no longer.","default":[]}],"namespace":"muster.registry_events"},{"type'
    '":"record","name":"UploadsReserved","subject":"organisation","doc":"There is'
    ' room for these objects until then.","fields":[{"name":"uploads","type":{"ty'
    'pe":"array","items":{"type":"record","name":"ObjectUpload","doc":"An object '
    'that is to be stored.","fields":[{"name":"upload","type":"string","doc":"Id '
    'of this upload."},{"name":"kind","type":{"type":"enum","name":"ObjectKind","'
    'doc":"In this order: a small file, a whole one, a directory, a xorb, where c'
    'hunks lie, a difference.","symbols":["INLINE","LFS","TREE","XORB","FILE","DE'
    'LTA"],"namespace":"muster.registry_commands"},"doc":"What it holds."},{"name'
    '":"hash","type":"string","doc":"Its SHA-256, 64 hexadecimal digits; ~KEY beh'
    'ind it if it is encrypted."},{"name":"size_bytes","type":"long","doc":"Its s'
    'ize."}],"namespace":"muster.registry_commands"}},"doc":"Those of the request'
    ' that the organisation does not hold."},{"name":"expires_at_ms","type":"long'
    '","doc":"Milliseconds since 1970 UTC."},{"name":"tenant","type":"string","do'
    'c":"The organisation it belongs to."},{"name":"requested_by","type":"string"'
    ',"doc":"Who asked: ORGANISATION/USER."},{"name":"stored","type":"muster.regi'
    'stry_events.StoredBytes","doc":"Of the organisation, afterwards."}],"namespa'
    'ce":"muster.registry_events"},{"type":"record","name":"UploadProven","subjec'
    't":"object","doc":"An object is in the store, and its bytes have its hash.",'
    '"fields":[{"name":"upload","type":"string","doc":"Id of the upload."},{"name'
    '":"object","type":"string","doc":"KIND/HASH."},{"name":"size_bytes","type":"'
    'long","doc":"Its size."},{"name":"object_key","type":"string","doc":"Where i'
    "n the store it lies; another place than this upload's when it was there befo"
    're."},{"name":"tenant","type":"string","doc":"The organisation it belongs to'
    '."}],"namespace":"muster.registry_events"},{"type":"record","name":"UploadEn'
    'ded","subject":"object","doc":"The room kept for an upload is free; what it '
    'left unused in the store is removed.","fields":[{"name":"upload","type":"str'
    'ing","doc":"Id of the upload."},{"name":"object","type":"string","doc":"KIND'
    '/HASH."},{"name":"kept_key","type":"string","doc":"Where the object lies; em'
    'pty: it is not in the store."},{"name":"tenant","type":"string","doc":"The o'
    'rganisation it belongs to."},{"name":"stored","type":"muster.registry_events'
    '.StoredBytes","doc":"Of the organisation, afterwards."}],"namespace":"muster'
    '.registry_events"},{"type":"record","name":"ObjectCondemned","subject":"obje'
    'ct","doc":"Nothing has used it for a day: it is absent for everybody, and re'
    'moved a day later.","fields":[{"name":"object","type":"string","doc":"KIND/H'
    'ASH."}],"namespace":"muster.registry_events"},{"type":"record","name":"Objec'
    'tDeleted","subject":"object","doc":"It is gone; its bytes are removed from t'
    'he store.","fields":[{"name":"object","type":"string","doc":"KIND/HASH."},{"'
    'name":"object_key","type":"string","doc":"Where its bytes lie."}],"namespace'
    '":"muster.registry_events"},{"type":"record","name":"StorageQuotaSet","subje'
    'ct":"organisation","doc":"What an organisation may keep in the store.","fiel'
    'ds":[{"name":"organisation","type":"string","doc":"Whose."},{"name":"quota_b'
    'ytes","type":["null","long"],"doc":"Of unique bytes; null: no limit."},{"nam'
    'e":"tenant","type":"string","doc":"The organisation it belongs to."},{"name"'
    ':"requested_by","type":"string","doc":"Who asked: ORGANISATION/USER."}],"nam'
    'espace":"muster.registry_events"},{"type":"record","name":"ContentScanned","'
    'subject":"content","doc":"The verdict about some content; it is told again u'
    'ntil all repositories have heard of it.","fields":[{"name":"object","type":"'
    'string","doc":"The content: KIND/HASH."},{"name":"content_sha256","type":"st'
    'ring","doc":"SHA-256 of the bytes as they were read; empty: they are not kno'
    'wn."},{"name":"verdict","type":"muster.scan_events.ScanVerdict","doc":"The v'
    'erdict."},{"name":"reason","type":"string","doc":"What readers are shown; em'
    'pty: nothing."},{"name":"findings","type":"int","doc":"How many there are."}'
    ',{"name":"scan","type":"string","doc":"Id of the scan."},{"name":"rules_vers'
    'ion","type":"string","doc":"Version of the rules."},{"name":"last","type":"s'
    'tring","doc":"The last repository that has heard of it, by id; empty: none h'
    'as the content."},{"name":"ended","type":"boolean","doc":"All have; otherwis'
    'e more follows."}],"namespace":"muster.registry_events"},{"type":"record","n'
    'ame":"ScanPolicySet","subject":"organisation","doc":"Who reads content about'
    ' which there is no verdict.","fields":[{"name":"organisation","type":"string'
    '","doc":"Whose repositories."},{"name":"policy","type":{"type":"enum","name"'
    ':"ScanPolicy","doc":"Who reads content without a verdict: all readers, who a'
    'dministers it, nobody; by grant, anybody.","symbols":["ALLOW","OWNER_ONLY","'
    'BLOCK"],"namespace":"muster.registry_commands"},"doc":"Who."},{"name":"tenan'
    't","type":"string","doc":"The organisation it belongs to."},{"name":"request'
    'ed_by","type":"string","doc":"Who asked: ORGANISATION/USER."}],"namespace":"'
    'muster.registry_events"},{"type":"record","name":"VersionScored","subject":"'
    'version","doc":"Scores of a version, in place of those of the same run, task'
    ' and metric.","fields":[{"name":"repository","type":"string","doc":"Id of th'
    'e repository."},{"name":"commit","type":"string","doc":"The commit."},{"name'
    '":"run","type":"string","doc":"Id of the evaluation."},{"name":"scores","typ'
    'e":{"type":"array","items":{"type":"record","name":"EvalScore","doc":"One sc'
    'ore.","fields":[{"name":"task","type":"string","doc":"What was to be done."}'
    ',{"name":"metric","type":"string","doc":"What is measured."},{"name":"value"'
    ',"type":"double","doc":"The score; what it ranges over is the metric\'s."},{"'
    'name":"lower","type":["null","double"],"doc":"Lower confidence bound; null: '
    'none.","default":null},{"name":"upper","type":["null","double"],"doc":"Upper'
    ' confidence bound; null: none.","default":null},{"name":"cases","type":"int"'
    ',"doc":"Over how many cases.","default":0}],"namespace":"muster.eval_events"'
    '}},"doc":"By task and metric."},{"name":"judge","type":"string","doc":"Model'
    ' and version that judged; empty: rules did."},{"name":"config_digest","type"'
    ':"string","doc":"SHA-256 of the configuration."},{"name":"tenant","type":"st'
    'ring","doc":"The organisation it belongs to."}],"namespace":"muster.registry'
    '_events"},{"type":"record","name":"VersionGated","subject":"version","doc":"'
    'What a gate says about a version, in place of what it said before.","fields"'
    ':[{"name":"repository","type":"string","doc":"Id of the repository."},{"name'
    '":"commit","type":"string","doc":"The commit."},{"name":"gate","type":"strin'
    'g","doc":"Name of the gate."},{"name":"run","type":"string","doc":"Id of the'
    ' evaluation."},{"name":"verdict","type":{"type":"enum","name":"GateVerdict",'
    '"doc":"What a gate says. INCONCLUSIVE: the cases are too few to tell.","symb'
    'ols":["PASSED","FAILED","INCONCLUSIVE"],"namespace":"muster.eval_events"},"d'
    'oc":"What it says."},{"name":"blocking","type":"boolean","doc":"Nothing is p'
    'romoted against it; otherwise it is advice."},{"name":"reason","type":"strin'
    'g","doc":"One sentence."},{"name":"baseline","type":"string","doc":"Commit t'
    'hat it was compared with; empty: with none."},{"name":"tenant","type":"strin'
    'g","doc":"The organisation it belongs to."}],"namespace":"muster.registry_ev'
    'ents"},{"type":"record","name":"VersionPromoted","subject":"version","doc":"'
    'A pointer leads to a version.","fields":[{"name":"repository","type":"string'
    '","doc":"Id of the repository."},{"name":"commit","type":"string","doc":"The'
    ' commit."},{"name":"pointer","type":"string","doc":"Name of the pointer, wit'
    'hout @."},{"name":"former","type":"string","doc":"Commit that it led to befo'
    're; empty: to none."},{"name":"reason","type":"string","doc":"Why."},{"name"'
    ':"gates","type":{"type":"array","items":"string"},"doc":"Blocking gates that'
    ' have passed it."},{"name":"overridden","type":"boolean","doc":"It would hav'
    'e been refused, and who asked went past that."},{"name":"refusal","type":"st'
    'ring","doc":"What was gone past; empty: nothing.","default":""},{"name":"ful'
    'l_name","type":"string","doc":"NAMESPACE/NAME."},{"name":"tenant","type":"st'
    'ring","doc":"The organisation it belongs to."},{"name":"requested_by","type"'
    ':"string","doc":"Who asked: ORGANISATION/USER."}],"namespace":"muster.regist'
    'ry_events"},{"type":"record","name":"VersionWithdrawn","subject":"version","'
    'doc":"A pointer leads to nothing any longer.","fields":[{"name":"repository"'
    ',"type":"string","doc":"Id of the repository."},{"name":"commit","type":"str'
    'ing","doc":"Where it led to."},{"name":"pointer","type":"string","doc":"Name'
    ' of the pointer, without @."},{"name":"reason","type":"string","doc":"Why."}'
    ',{"name":"tenant","type":"string","doc":"The organisation it belongs to."},{'
    '"name":"requested_by","type":"string","doc":"Who asked: ORGANISATION/USER."}'
    '],"namespace":"muster.registry_events"},{"type":"record","name":"LineageReco'
    'rded","subject":"repository","doc":"What a version comes from, or what comes'
    ' from it. An edge told again replaces what was told of it.","fields":[{"name'
    '":"repository","type":"string","doc":"Id of the repository."},{"name":"commi'
    't","type":"string","doc":"The version."},{"name":"edges","type":{"type":"arr'
    'ay","items":{"type":"record","name":"LineageEdge","doc":"One artifact comes '
    'from another.","fields":[{"name":"child","type":"string","doc":"The one that'
    ' comes later: KIND/ID."},{"name":"parent","type":"string","doc":"What it com'
    'es from: KIND/ID."},{"name":"relation","type":{"type":"enum","name":"Lineage'
    'Relation","doc":"What an artifact is to one that it comes from.","symbols":['
    '"REVISION","FINE_TUNE","ADAPTER","MERGE","TRAINED_ON","MADE_BY","SAVED_BY","'
    'BUILT_FROM","EVALUATES","DEPLOYS","SHARES_CONTENT","SHARES_WEIGHTS"],"namesp'
    'ace":"muster.registry_commands"},"doc":"What the child is to the parent."},{'
    '"name":"standing","type":{"type":"enum","name":"LineageStanding","doc":"Who '
    "says it: the registry itself, a card, somebody, equal content or weights alo"
    'ne; or it is not so.","symbols":["SEEN","DECLARED","STATED","SUGGESTED","WIT'
    'HDRAWN"],"namespace":"muster.registry_events"},"doc":"How far it is to be re'
    'lied on."},{"name":"content","type":{"type":"enum","name":"ContentCheck","do'
    'c":"Whether two versions share content: of one organisation and both with la'
    'rge files, or NOT_COMPARED.","symbols":["NOT_COMPARED","SHARED","NOTHING_SHA'
    'RED"],"namespace":"muster.registry_events"},"doc":"What the store says to it'
    '."},{"name":"shared_bytes","type":"long","doc":"Stored bytes of objects that'
    ' both repositories have; a part of an object counts as all of it."},{"name":'
    '"weights","type":{"type":"enum","name":"WeightsCheck","doc":"Whether weights'
    ' are kin, by fingerprints; NOT_COMPARED: one has none, or nothing follows.",'
    '"symbols":["NOT_COMPARED","KIN","NOT_KIN"],"namespace":"muster.registry_even'
    'ts"},"doc":"What the fingerprints say to it.","default":"NOT_COMPARED"},{"na'
    'me":"likeness_ppm","type":"long","doc":"Part of the child\'s numbers in tenso'
    'rs that the parent has too, in millionths; 0 when they were not compared.","'
    'default":0}],"namespace":"muster.registry_events"}},"doc":"Edges, each once.'
    '"},{"name":"tenant","type":"string","doc":"The organisation it belongs to."}'
    ',{"name":"requested_by","type":"string","doc":"Who asked: ORGANISATION/USER.'
    '"}],"namespace":"muster.registry_events"},{"type":"record","name":"RunCreate'
    'd","subject":"repository","doc":"A run has begun, or has logged a model.","f'
    'ields":[{"name":"repository","type":"string","doc":"Id of the repository."},'
    '{"name":"run","type":"string","doc":"Id of the run, or of the model."},{"nam'
    'e":"kind","type":{"type":"enum","name":"RunKind","doc":"RUN: of an experimen'
    't. MODEL: what a run has logged as a model.","symbols":["RUN","MODEL"],"name'
    'space":"muster.registry_commands"},"doc":"Which of both."},{"name":"name","t'
    'ype":"string","doc":"For people."},{"name":"model_type","type":"string","doc'
    '":"Of a model: what it is for, as its client says; empty: it does not."},{"n'
    'ame":"source_run","type":"string","doc":"Of a model: the run that logged it;'
    ' empty: none."},{"name":"started_at_ms","type":"long","doc":"When it began, '
    'as the client says, milliseconds since 1970 UTC."},{"name":"params","type":{'
    '"type":"array","items":{"type":"record","name":"Label","doc":"A name and wha'
    't stands under it.","fields":[{"name":"name","type":"string","doc":"Name."},'
    '{"name":"value","type":"string","doc":"Text."}],"namespace":"muster.registry'
    '_commands"}},"doc":"Parameters; each is set once."},{"name":"tags","type":{"'
    'type":"array","items":"muster.registry_commands.Label"},"doc":"Tags."},{"nam'
    'e":"tenant","type":"string","doc":"The organisation that the repository belo'
    'ngs to."},{"name":"requested_by","type":"string","doc":"ORGANISATION/USER."}'
    '],"namespace":"muster.registry_events"},{"type":"record","name":"RunChanged"'
    ',"subject":"repository","doc":"Something about a run, or a model that one lo'
    'gged, is otherwise.","fields":[{"name":"repository","type":"string","doc":"I'
    'd of the repository."},{"name":"run","type":"string","doc":"Id of the run, o'
    'r of the model."},{"name":"status","type":["null",{"type":"enum","name":"Run'
    'Status","doc":"Of a run the first five; of a model that one logged the other'
    's.","symbols":["RUNNING","SCHEDULED","FINISHED","FAILED","KILLED","PENDING",'
    '"READY","UPLOAD_FAILED"],"namespace":"muster.registry_commands"}],"doc":"Wha'
    't has become of it; null: as it was.","default":null},{"name":"ended_at_ms",'
    '"type":["null","long"],"doc":"When it ended, as the client says; null: as it'
    ' was.","default":null},{"name":"name","type":["null","string"],"doc":"For pe'
    'ople; null: as it was.","default":null},{"name":"removed","type":["null","bo'
    'olean"],"doc":"Whether it is out of sight, until it is restored; null: as it'
    ' was.","default":null},{"name":"params","type":{"type":"array","items":"must'
    'er.registry_commands.Label"},"doc":"Parameters to set.","default":[]},{"name'
    '":"tags","type":{"type":"array","items":"muster.registry_commands.Label"},"d'
    'oc":"Tags to set.","default":[]},{"name":"removed_tags","type":{"type":"arra'
    'y","items":"string"},"doc":"Tags to take away.","default":[]},{"name":"datas'
    'ets","type":{"type":"array","items":{"type":"record","name":"DatasetUse","do'
    'c":"A dataset that a run has read, as its client describes it.","fields":[{"'
    'name":"name","type":"string","doc":"Name."},{"name":"digest","type":"string"'
    ',"doc":"Of its content, as the client made it."},{"name":"source_type","type'
    '":"string","doc":"Kind of place that it comes from."},{"name":"source","type'
    '":"string","doc":"Where it comes from, as JSON."},{"name":"schema","type":"s'
    'tring","doc":"Its columns, as JSON; empty: unknown."},{"name":"profile","typ'
    'e":"string","doc":"Sums about it, as JSON; empty: unknown."},{"name":"tags",'
    '"type":{"type":"array","items":"muster.registry_commands.Label"},"doc":"Tags'
    ' of this use."}],"namespace":"muster.registry_commands"}},"doc":"Datasets th'
    'at it has read.","default":[]},{"name":"tenant","type":"string","doc":"The o'
    'rganisation that the repository belongs to."},{"name":"requested_by","type":'
    '"string","doc":"ORGANISATION/USER."}],"namespace":"muster.registry_events"},'
    '{"type":"record","name":"RepositoryDescribed","subject":"repository","doc":"'
    'Something about a repository is otherwise.","fields":[{"name":"repository","'
    'type":"string","doc":"Id of the repository."},{"name":"description","type":['
    '"null","string"],"doc":"For people; null: as it was.","default":null},{"name'
    '":"archived","type":["null","boolean"],"doc":"Whether it is out of sight, un'
    'til it is restored; null: as it was.","default":null},{"name":"tags","type":'
    '{"type":"array","items":"muster.registry_commands.Label"},"doc":"Tags to set'
    '.","default":[]},{"name":"removed_tags","type":{"type":"array","items":"stri'
    'ng"},"doc":"Tags to take away.","default":[]},{"name":"tenant","type":"strin'
    'g","doc":"The organisation that the repository belongs to."},{"name":"reques'
    'ted_by","type":"string","doc":"ORGANISATION/USER."}],"namespace":"muster.reg'
    'istry_events"},{"type":"record","name":"VersionRegistered","subject":"reposi'
    'tory","doc":"A commit of a model has a number.","fields":[{"name":"repositor'
    'y","type":"string","doc":"Id of the repository."},{"name":"version","type":"'
    'int","doc":"Its number, from 1 on; none is given twice."},{"name":"commit","'
    'type":"string","doc":"What the version is."},{"name":"source","type":"string'
    '","doc":"Where the files came from, as the client says."},{"name":"run","typ'
    'e":"string","doc":"Run that made it; empty: unknown."},{"name":"model","type'
    '":"string","doc":"Model that a run logged; empty: none."},{"name":"run_link"'
    ',"type":"string","doc":"Address of the run, as the client says; empty: none.'
    '"},{"name":"description","type":"string","doc":"For people."},{"name":"tags"'
    ',"type":{"type":"array","items":"muster.registry_commands.Label"},"doc":"Tag'
    's."},{"name":"tenant","type":"string","doc":"The organisation that the repos'
    'itory belongs to."},{"name":"requested_by","type":"string","doc":"ORGANISATI'
    'ON/USER."}],"namespace":"muster.registry_events"},{"type":"record","name":"V'
    'ersionChanged","subject":"repository","doc":"Something about a version is ot'
    'herwise.","fields":[{"name":"repository","type":"string","doc":"Id of the re'
    'pository."},{"name":"version","type":"int","doc":"Its number."},{"name":"des'
    'cription","type":["null","string"],"doc":"For people; null: as it was.","def'
    'ault":null},{"name":"stage","type":["null","string"],"doc":"None, Staging, P'
    'roduction or Archived; null: as it was.","default":null},{"name":"removed","'
    'type":"boolean","doc":"It is gone, for good.","default":false},{"name":"tags'
    '","type":{"type":"array","items":"muster.registry_commands.Label"},"doc":"Ta'
    'gs to set.","default":[]},{"name":"removed_tags","type":{"type":"array","ite'
    'ms":"string"},"doc":"Tags to take away.","default":[]},{"name":"tenant","typ'
    'e":"string","doc":"The organisation that the repository belongs to."},{"name'
    '":"requested_by","type":"string","doc":"ORGANISATION/USER."}],"namespace":"m'
    'uster.registry_events"},{"type":"record","name":"AliasSet","subject":"reposi'
    'tory","doc":"A name leads to a version, or nowhere any longer.","fields":[{"'
    'name":"repository","type":"string","doc":"Id of the repository."},{"name":"a'
    'lias","type":"string","doc":"Name; upper and lower case are one."},{"name":"'
    'version","type":["null","int"],"doc":"Number of the version that it leads to'
    '; null: it leads nowhere any longer.","default":null},{"name":"tenant","type'
    '":"string","doc":"The organisation that the repository belongs to."},{"name"'
    ':"requested_by","type":"string","doc":"ORGANISATION/USER."}],"namespace":"mu'
    'ster.registry_events"},{"type":"record","name":"Watermark","doc":"Every fact'
    " of the topic with this seq or a lower one precedes this record, in every pa"
    'rtition.","subject":"log","fields":[{"name":"seq","type":"long","doc":"Of th'
    'e newest input whose consequences are all written."},{"name":"at_ms","type":'
    '"long","doc":"Time of the batch it ends, milliseconds since 1970 UTC."}],"na'
    'mespace":"muster.watermarks"},{"type":"record","name":"DownloadsRecorded","s'
    'ubject":"organisation","doc":"What members of an organisation have downloade'
    'd since the fact before, and what that makes.","fields":[{"name":"organisati'
    'on","type":"string","doc":"Whose members downloaded."},{"name":"day","type":'
    '"int","doc":"UTC day, since 1970."},{"name":"day_bytes","type":"long","doc":'
    '"What they have downloaded on this day so far."},{"name":"month_bytes","type'
    '":"long","doc":"What they have downloaded on this day and the 29 before."},{'
    '"name":"downloads","type":{"type":"array","items":{"type":"record","name":"D'
    'ownloaded","doc":"What was read of one repository.","fields":[{"name":"repos'
    'itory","type":"string","doc":"Id of the repository."},{"name":"downloads","t'
    'ype":"long","doc":"More tokens that read files of it in an hour."},{"name":"'
    'read_bytes","type":"long","doc":"More bytes."},{"name":"day_downloads","type'
    '":"long","doc":"By anybody, on this day so far."},{"name":"month_downloads",'
    '"type":"long","doc":"By anybody, on this day and the 29 before."},{"name":"t'
    'otal_downloads","type":"long","doc":"By anybody, ever."},{"name":"contents",'
    '"type":{"type":"array","items":"string"},"doc":"Files, as KIND/HASH, of whic'
    'h a part was neither stored nor read on this day before.","default":[]}],"na'
    'mespace":"muster.registry_events"}},"doc":"By repository."},{"name":"tenant"'
    ',"type":"string","doc":"The organisation it belongs to."},{"name":"requested'
    '_by","type":"string","doc":"The service that told it."}],"namespace":"muster'
    '.registry_events"},{"type":"record","name":"DownloadQuotaSet","subject":"org'
    'anisation","doc":"What members of an organisation may download within 30 day'
    's.","fields":[{"name":"organisation","type":"string","doc":"Whose."},{"name"'
    ':"quota_bytes","type":["null","long"],"doc":"Of 30 days; null: no limit."},{'
    '"name":"tenant","type":"string","doc":"The organisation it belongs to."},{"n'
    'ame":"requested_by","type":"string","doc":"Who asked: ORGANISATION/USER."}],'
    '"namespace":"muster.registry_events"},{"type":"record","name":"QuotaNeared",'
    '"subject":"organisation","doc":"An organisation uses so much of a quota, for'
    ' the first time since it used clearly less.","fields":[{"name":"organisation'
    '","type":"string","doc":"Whose."},{"name":"quota","type":{"type":"enum","nam'
    'e":"QuotaKind","symbols":["STORAGE","DOWNLOADS"],"doc":"What is limited: STO'
    'RAGE, unique and reserved bytes; DOWNLOADS, bytes of 30 days.","namespace":"'
    'muster.registry_events"},"doc":"Which quota."},{"name":"threshold_percent","'
    'type":"int","doc":"80 or 100."},{"name":"used_bytes","type":"long","doc":"Wh'
    'at it uses."},{"name":"quota_bytes","type":"long","doc":"What it may use."},'
    '{"name":"tenant","type":"string","doc":"The organisation it belongs to."}],"'
    'namespace":"muster.registry_events"},{"type":"record","name":"TierRuleSet","'
    'subject":"organisation","doc":"After how many days without a read objects go'
    ' to which tier.","fields":[{"name":"warm_after_days","type":"int","doc":"To '
    'warm."},{"name":"cold_after_days","type":"int","doc":"To cold."},{"name":"pr'
    'ewarmed_max","type":"int","doc":"So many repositories, those that are downlo'
    'aded most, are told to the CDN each day; 0: none.","default":0},{"name":"ten'
    'ant","type":"string","doc":"The organisation of who asked."},{"name":"reques'
    'ted_by","type":"string","doc":"Who asked: ORGANISATION/USER."}],"namespace":'
    '"muster.registry_events"},{"type":"record","name":"DownloadsRanked","subject'
    '":"day","doc":"Which repositories were downloaded most within the 30 days up'
    ' to this one.","fields":[{"name":"day","type":"int","doc":"UTC day since 197'
    '0."},{"name":"repositories","type":{"type":"array","items":{"type":"record",'
    '"name":"RankedRepository","doc":"A repository and how often it was downloade'
    'd.","fields":[{"name":"repository","type":"string","doc":"Its id."},{"name":'
    '"month_downloads","type":"long","doc":"By anybody, within the 30 days up to '
    'this one."}],"namespace":"muster.registry_events"}},"doc":"The most download'
    "ed first; as many as the rule says, those that nobody has downloaded left ou"
    't."}],"namespace":"muster.registry_events"},{"type":"record","name":"Objects'
    'Tiered","subject":"object","doc":"Objects change their tier: they were not r'
    'ead for so long, or they are read again.","fields":[{"name":"tier","type":{"'
    'type":"enum","name":"Tier","doc":"How fast, and at what price, bytes are kep'
    't at hand.","symbols":["HOT","WARM","COLD"],"namespace":"muster.registry_eve'
    'nts"},"doc":"HOT: read lately, may lie in local caches; WARM: in the store o'
    'nly; COLD: in the class of the store for what is seldom read."},{"name":"obj'
    'ects","type":{"type":"array","items":{"type":"record","name":"TieredObject",'
    '"doc":"One object.","fields":[{"name":"object","type":"string","doc":"KIND/H'
    'ASH."},{"name":"object_key","type":"string","doc":"Where its bytes lie."}],"'
    'namespace":"muster.registry_events"}},"doc":"At most 100."}],"namespace":"mu'
    'ster.registry_events"},{"type":"record","name":"ObjectsPlaced","subject":"ob'
    'ject","doc":"In which class of the store objects lie.","fields":[{"name":"pl'
    'aced","type":{"type":"array","items":{"type":"record","name":"Placement","do'
    'c":"Where one object lies.","fields":[{"name":"object","type":"string","doc"'
    ':"KIND/HASH."},{"name":"object_key","type":"string","doc":"Where its bytes l'
    'ie."},{"name":"storage_class","type":"string","doc":"As the store says; empt'
    'y: the store knows no classes."}],"namespace":"muster.registry_commands"}},"'
    'doc":"Those that are still there."},{"name":"gone","type":{"type":"array","i'
    'tems":"string"},"doc":"Keys of what was removed meanwhile: they are removed '
    'once more."},{"name":"tenant","type":"string","doc":"The organisation of the'
    ' service that told it."},{"name":"requested_by","type":"string","doc":"The s'
    'ervice that told it."}],"namespace":"muster.registry_events"},{"type":"recor'
    'd","name":"ObjectsChecked","subject":"object","doc":"Stored bytes of objects'
    ' were read back and found damaged, absent, or sound again.","fields":[{"name'
    '":"findings","type":{"type":"array","items":{"type":"record","name":"Finding'
    '","doc":"State of one object in the store.","fields":[{"name":"object","type'
    '":"string","doc":"KIND/HASH."},{"name":"object_key","type":"string","doc":"K'
    'ey that was read."},{"name":"state","type":{"type":"enum","name":"ObjectStat'
    'e","doc":"Whether stored bytes are those of the object.","symbols":["SOUND",'
    '"DAMAGED","ABSENT"],"namespace":"muster.registry_commands"},"doc":"SOUND: it'
    's bytes are right again."},{"name":"detail","type":"string","doc":"Differenc'
    'e that was found, or the copy that repaired it."}],"namespace":"muster.regis'
    'try_commands"}},"doc":"Findings about objects that are still there."},{"name'
    '":"tenant","type":"string","doc":"The organisation of the service that told '
    'it."},{"name":"requested_by","type":"string","doc":"The service that told it'
    '."}],"namespace":"muster.registry_events"},{"type":"record","name":"WeightsR'
    'ecorded","subject":"content","doc":"What the weights of a version are known '
    'by, as the scanner says; lineage follows from it.","fields":[{"name":"object'
    '","type":"string","doc":"The version: tree/HASH of its root directory."},{"n'
    'ame":"weights","type":"string","doc":"What equal weights are known by: SHA-2'
    '56 of the marks."},{"name":"version","type":"int","doc":"Of how marks are ma'
    'de."},{"name":"marks","type":{"type":"array","items":{"type":"record","name"'
    ':"WeightMark","doc":"What one tensor is known by: which of its numbers at fi'
    'xed places are above their median.","fields":[{"name":"shape","type":{"type"'
    ':"array","items":"long"},"doc":"The slowest dimension first."},{"name":"bits'
    '","type":"bytes","doc":"A bit for each of 1,024 numbers, or of as many as it'
    ' has."}],"namespace":"muster.scan_events"}},"doc":"Of its largest tensors."}'
    ',{"name":"as_numbers","type":"boolean","doc":"Most of its numbers are in dat'
    'a types that are read as numbers."}],"namespace":"muster.registry_events"},{'
    '"type":"record","name":"EncryptionSet","subject":"organisation","doc":"With '
    'which key what an organisation keeps is encrypted from now on.","fields":[{"'
    'name":"organisation","type":"string","doc":"Whose."},{"name":"key","type":"s'
    'tring","doc":"Name of the key in the key ring of the store; empty: none."},{'
    '"name":"tenant","type":"string","doc":"The organisation it belongs to."},{"n'
    'ame":"requested_by","type":"string","doc":"Who asked: ORGANISATION/USER."}],'
    '"namespace":"muster.registry_events"},{"type":"record","name":"GatesAwaited"'
    ',"subject":"version","doc":"An evaluation of a version runs; its gates are p'
    'ending.","fields":[{"name":"repository","type":"string","doc":"Id of the rep'
    'ository."},{"name":"commit","type":"string","doc":"The commit."},{"name":"ru'
    'n","type":"string","doc":"Id of the evaluation."},{"name":"gates","type":{"t'
    'ype":"array","items":"string"},"doc":"Blocking gates that it will decide; ea'
    'ch holds the version until then."},{"name":"advisory","type":{"type":"array"'
    ',"items":"string"},"doc":"Gates that only advise.","default":[]},{"name":"te'
    'nant","type":"string","doc":"The organisation it belongs to."}],"namespace":'
    '"muster.registry_events"},{"type":"record","name":"GatesUndecided","subject"'
    ':"version","doc":"An evaluation ended without a verdict of these gates.","fi'
    'elds":[{"name":"repository","type":"string","doc":"Id of the repository."},{'
    '"name":"commit","type":"string","doc":"The commit."},{"name":"run","type":"s'
    'tring","doc":"Id of the evaluation."},{"name":"gates","type":{"type":"array"'
    ',"items":"string"},"doc":"The gates. Those that block hold the version, unle'
    'ss an earlier verdict stands."},{"name":"code","type":"string","doc":"Why it'
    ' ended, as a code."},{"name":"reason","type":"string","doc":"The same in one'
    ' sentence.","default":""},{"name":"tenant","type":"string","doc":"The organi'
    'sation it belongs to."}],"namespace":"muster.registry_events"},{"type":"reco'
    'rd","name":"VersionDrifts","subject":"version","doc":"Quality of a version h'
    'as moved in production; a further one of an alarm replaces the former.","fie'
    'lds":[{"name":"repository","type":"string","doc":"Id of the repository."},{"'
    'name":"commit","type":"string","doc":"The commit."},{"name":"alarm","type":"'
    'string","doc":"Id of the alarm."},{"name":"measure","type":"string","doc":"M'
    'easure that has moved."},{"name":"text","type":"string","doc":"The alarm in '
    'one sentence."},{"name":"since_ms","type":"long","doc":"Estimated begin of t'
    'he change, milliseconds since 1970 UTC."},{"name":"rollback","type":"boolean'
    '","doc":"The monitor says that the version is to be taken back."},{"name":"t'
    'enant","type":"string","doc":"The organisation it belongs to."}],"namespace"'
    ':"muster.registry_events"},{"type":"record","name":"DriftEnded","subject":"v'
    'ersion","doc":"An alarm about a version is over.","fields":[{"name":"alarm",'
    '"type":"string","doc":"Id of the alarm."},{"name":"repository","type":"strin'
    'g","doc":"Id of the repository."},{"name":"commit","type":"string","doc":"Th'
    'e commit."},{"name":"reason","type":"string","doc":"Why, in one sentence."},'
    '{"name":"tenant","type":"string","doc":"The organisation it belongs to."}],"'
    'namespace":"muster.registry_events"}],"doc":"What happened."}]}'
)
