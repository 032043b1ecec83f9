"""A request about repositories and their bytes.

Generated from schemas/registry-commands.avsc by `make schemas`; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, final

from muster.events.wire.datum import Table, branch_of, table_of
from muster.events.wire.record import record


class RepositoryType(StrEnum):
    """Type of a repository."""

    MODEL = "MODEL"
    DATASET = "DATASET"
    SPACE = "SPACE"
    EXPERIMENT = "EXPERIMENT"


class Visibility(StrEnum):
    """Who can read a repository without a grant. RESTRICTED: everybody its card, nobody its files."""

    PUBLIC = "PUBLIC"
    INTERNAL = "INTERNAL"
    PRIVATE = "PRIVATE"
    RESTRICTED = "RESTRICTED"


@final
@record
class CreateRepository:
    """Create a repository with an empty first commit.

    Attributes:
        repository: Id of the repository.
        repository_type: Type of the repository.
        namespace: The organisation, or ORGANISATION.USER for a user's own.
        name: Name within the namespace.
        visibility: Who may read it.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.CreateRepository"

    repository: str
    repository_type: RepositoryType
    namespace: str
    name: str
    visibility: Visibility
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

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
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CreateRepository:
        """The inverse."""
        return cls(
            repository=d["repository"],
            repository_type=RepositoryType(d["repository_type"]),
            namespace=d["namespace"],
            name=d["name"],
            visibility=Visibility(d["visibility"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class DeleteRepository:
    """Delete a repository; objects that only it refers to are removed from the store later.

    Attributes:
        repository: Id of the repository.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.DeleteRepository"

    repository: str
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DeleteRepository:
        """The inverse."""
        return cls(
            repository=d["repository"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class MoveRepository:
    """Rename a repository within its organisation.

    Attributes:
        repository: Id of the repository.
        namespace: The new namespace.
        name: The new name.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.MoveRepository"

    repository: str
    namespace: str
    name: str
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "namespace": self.namespace,
            "name": self.name,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> MoveRepository:
        """The inverse."""
        return cls(
            repository=d["repository"],
            namespace=d["namespace"],
            name=d["name"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class SetVisibility:
    """Set who may read a repository.

    Attributes:
        repository: Id of the repository.
        visibility: Who may read it.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.SetVisibility"

    repository: str
    visibility: Visibility
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "visibility": self.visibility,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SetVisibility:
        """The inverse."""
        return cls(
            repository=d["repository"],
            visibility=Visibility(d["visibility"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


class GranteeKind(StrEnum):
    """Kind of a grantee."""

    USER = "USER"
    TEAM = "TEAM"
    ORGANISATION = "ORGANISATION"


class AccessLevel(StrEnum):
    """Access level of a grant; each includes those before it."""

    READ = "READ"
    WRITE = "WRITE"
    ADMIN = "ADMIN"


@final
@record
class GrantAccess:
    """Grant access to a repository; replaces an earlier grant.

    Attributes:
        repository: Id of the repository.
        grantee_kind: Kind of the grantee.
        grantee: A user or team as ORGANISATION/NAME, or an organisation.
        level: What is allowed.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.GrantAccess"

    repository: str
    grantee_kind: GranteeKind
    grantee: str
    level: AccessLevel
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "grantee_kind": self.grantee_kind,
            "grantee": self.grantee,
            "level": self.level,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> GrantAccess:
        """The inverse."""
        return cls(
            repository=d["repository"],
            grantee_kind=GranteeKind(d["grantee_kind"]),
            grantee=d["grantee"],
            level=AccessLevel(d["level"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class RevokeAccess:
    """Revoke a grant.

    Attributes:
        repository: Id of the repository.
        grantee_kind: Kind of the grantee.
        grantee: Grantee, as in the grant.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.RevokeAccess"

    repository: str
    grantee_kind: GranteeKind
    grantee: str
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "grantee_kind": self.grantee_kind,
            "grantee": self.grantee,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RevokeAccess:
        """The inverse."""
        return cls(
            repository=d["repository"],
            grantee_kind=GranteeKind(d["grantee_kind"]),
            grantee=d["grantee"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class QuarantineRepository:
    """Quarantine a repository's files: only explicit grants can download them.

    Attributes:
        repository: Id of the repository.
        reason: Reason that readers see.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        object: Content that it concerns: KIND/HASH; empty: all files.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.QuarantineRepository"

    repository: str
    reason: str
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    object: str = ""
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "object": self.object,
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> QuarantineRepository:
        """The inverse."""
        return cls(
            repository=d["repository"],
            reason=d["reason"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            object=d.get("object", ""),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class ReleaseRepository:
    """Release the files, so that they can be read again.

    Attributes:
        repository: Id of the repository.
        reason: Reason.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        object: Content that it concerns: KIND/HASH; empty: all files.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.ReleaseRepository"

    repository: str
    reason: str
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    object: str = ""
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "object": self.object,
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ReleaseRepository:
        """The inverse."""
        return cls(
            repository=d["repository"],
            reason=d["reason"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            object=d.get("object", ""),
            repositories=tuple(d.get("repositories", [])),
        )


class RefKind(StrEnum):
    """Kind of a ref: a branch moves with each commit, a tag stays."""

    BRANCH = "BRANCH"
    TAG = "TAG"


@final
@record
class CreateRef:
    """Create a branch or tag on a live commit.

    Attributes:
        repository: Id of the repository.
        kind: Branch or tag.
        name: The name.
        commit: A live commit of the repository.
        message: Message of a tag; empty: none.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.CreateRef"

    repository: str
    kind: RefKind
    name: str
    commit: str
    message: str
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

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
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CreateRef:
        """The inverse."""
        return cls(
            repository=d["repository"],
            kind=RefKind(d["kind"]),
            name=d["name"],
            commit=d["commit"],
            message=d["message"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class DeleteRef:
    """Delete a ref; commits that no ref leads to are released.

    Attributes:
        repository: Id of the repository.
        kind: Branch or tag.
        name: The name.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.DeleteRef"

    repository: str
    kind: RefKind
    name: str
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "kind": self.kind,
            "name": self.name,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DeleteRef:
        """The inverse."""
        return cls(
            repository=d["repository"],
            kind=RefKind(d["kind"]),
            name=d["name"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


class ObjectKind(StrEnum):
    """Kind of an object, in order: small file, large file, directory, xorb, record of chunks, delta."""

    INLINE = "INLINE"
    LFS = "LFS"
    TREE = "TREE"
    XORB = "XORB"
    FILE = "FILE"
    DELTA = "DELTA"


@final
@record
class ObjectUpload:
    """An object to be uploaded.

    Attributes:
        upload: Id of this upload.
        kind: Kind of the object.
        hash: Its SHA-256, 64 hexadecimal digits, followed by ~KEY if it is encrypted.
        size_bytes: Its size.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.ObjectUpload"

    upload: str
    kind: ObjectKind
    hash: str
    size_bytes: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "upload": self.upload,
            "kind": self.kind,
            "hash": self.hash,
            "size_bytes": self.size_bytes,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ObjectUpload:
        """The inverse."""
        return cls(
            upload=d["upload"],
            kind=ObjectKind(d["kind"]),
            hash=d["hash"],
            size_bytes=d["size_bytes"],
        )


@final
@record
class ReserveUploads:
    """Reserve space for objects that are about to be uploaded.

    Attributes:
        repository: Id of the repository.
        uploads: Uploads; objects that the organisation already holds need no reservation.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.ReserveUploads"

    repository: str
    uploads: tuple[ObjectUpload, ...]
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "uploads": [x.to_datum() for x in self.uploads],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ReserveUploads:
        """The inverse."""
        return cls(
            repository=d["repository"],
            uploads=tuple(ObjectUpload.from_datum(x) for x in d["uploads"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class ConfirmUpload:
    """Confirm that the bytes are in the store, were read back and have the hash.

    Attributes:
        repository: Id of the repository.
        upload: Id of the upload.
        object_key: Key of the object in the store.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.ConfirmUpload"

    repository: str
    upload: str
    object_key: str
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "upload": self.upload,
            "object_key": self.object_key,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ConfirmUpload:
        """The inverse."""
        return cls(
            repository=d["repository"],
            upload=d["upload"],
            object_key=d["object_key"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


class FileKind(StrEnum):
    """How a file's bytes are stored: INLINE and LFS as an object of its own, XET in chunks of xorbs."""

    INLINE = "INLINE"
    LFS = "LFS"
    XET = "XET"


@final
@record
class FileAdded:
    """A file that a commit adds or replaces.

    Attributes:
        path: In the repository.
        kind: How its bytes are stored.
        hash: SHA-256 of the object; for XET, of the record of its chunks.
        size_bytes: Its size.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.FileAdded"

    path: str
    kind: FileKind
    hash: str
    size_bytes: int

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "path": self.path,
            "kind": self.kind,
            "hash": self.hash,
            "size_bytes": self.size_bytes,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> FileAdded:
        """The inverse."""
        return cls(
            path=d["path"],
            kind=FileKind(d["kind"]),
            hash=d["hash"],
            size_bytes=d["size_bytes"],
        )


@final
@record
class TreeAdded:
    """A directory that a commit rewrites.

    Attributes:
        hash: SHA-256 of its listing.
        size_bytes: Not read: its upload has reserved it. Older versions stated it.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.TreeAdded"

    hash: str
    size_bytes: int = 0

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "hash": self.hash,
            "size_bytes": self.size_bytes,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> TreeAdded:
        """The inverse."""
        return cls(
            hash=d["hash"],
            size_bytes=d.get("size_bytes", 0),
        )


@final
@record
class ModelCard:
    """Metadata and text of README.md.

    Attributes:
        licence: Identifier of the licence; empty: none is stated.
        base_models: Models that it is derived from.
        datasets: Data sets that it was trained on.
        tags: Tags as written there.
        pipeline: Task; empty: none is stated.
        library: Library; empty: none is stated.
        text: Beginning of the text behind the head; searches use it.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.ModelCard"

    licence: str
    base_models: tuple[str, ...]
    datasets: tuple[str, ...]
    tags: tuple[str, ...]
    pipeline: str
    library: str
    text: str = ""

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "licence": self.licence,
            "base_models": list(self.base_models),
            "datasets": list(self.datasets),
            "tags": list(self.tags),
            "pipeline": self.pipeline,
            "library": self.library,
            "text": self.text,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ModelCard:
        """The inverse."""
        return cls(
            licence=d["licence"],
            base_models=tuple(d["base_models"]),
            datasets=tuple(d["datasets"]),
            tags=tuple(d["tags"]),
            pipeline=d["pipeline"],
            library=d["library"],
            text=d.get("text", ""),
        )


@final
@record
class UploadProof:
    """Proof that the bytes of an upload are in the store and have its hash.

    Attributes:
        upload: Id of the upload.
        object_key: Key of the object in the store.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.UploadProof"

    upload: str
    object_key: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "upload": self.upload,
            "object_key": self.object_key,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> UploadProof:
        """The inverse."""
        return cls(
            upload=d["upload"],
            object_key=d["object_key"],
        )


@final
@record
class MadeBy:
    """Attempt of a job that was running when it wrote, by job-events.

    Attributes:
        job_id: The job.
        attempt: Its attempt.
        checkpoint_step: Step of its last checkpoint; null: it wrote none.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.MadeBy"

    job_id: str
    attempt: int
    checkpoint_step: int | None

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "job_id": self.job_id,
            "attempt": self.attempt,
            "checkpoint_step": self.checkpoint_step,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> MadeBy:
        """The inverse."""
        return cls(
            job_id=d["job_id"],
            attempt=d["attempt"],
            checkpoint_step=d["checkpoint_step"],
        )


@final
@record
class MakeCommit:
    """Move a branch to a new commit.

    Attributes:
        repository: Id of the repository.
        branch: Name of the branch.
        base: Commit that the new tree is based on; the branch must be at it.
        parent: Parent that the client named; null: none.
        body_digest: SHA-256 of the request: an equal request is the same commit.
        title: First line of the message.
        description: Rest of the message.
        root: SHA-256 of the root directory's listing.
        files: Added or replaced files.
        deleted: Deleted paths; those of directories end with a slash.
        trees: Directories that this commit rewrites.
        card: Card, if README.md changed and can be read.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        proofs: Proofs of objects that were stored for this commit and are not confirmed yet.
        made_by: Job that makes the commit; null: none.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
        logical_bytes: Size of all files of the commit, each as a full copy; null: not stated.
        follows: Digest of the request that made the branch's current commit, instead of base;
            empty: base is used.
        squash: Whether the commit has no parent: the history of the branch is dropped.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.MakeCommit"

    repository: str
    branch: str
    base: str
    parent: str | None
    body_digest: str
    title: str
    description: str
    root: str
    files: tuple[FileAdded, ...]
    deleted: tuple[str, ...]
    trees: tuple[TreeAdded, ...]
    card: ModelCard | None
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    proofs: tuple[UploadProof, ...] = ()
    made_by: MadeBy | None = None
    repositories: tuple[str, ...] = ()
    logical_bytes: int | None = None
    follows: str = ""
    squash: bool = False

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "branch": self.branch,
            "base": self.base,
            "parent": self.parent,
            "body_digest": self.body_digest,
            "title": self.title,
            "description": self.description,
            "root": self.root,
            "files": [x.to_datum() for x in self.files],
            "deleted": list(self.deleted),
            "trees": [x.to_datum() for x in self.trees],
            "card": None if self.card is None else self.card.to_datum(),
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "proofs": [x.to_datum() for x in self.proofs],
            "made_by": None if self.made_by is None else self.made_by.to_datum(),
            "repositories": list(self.repositories),
            "logical_bytes": self.logical_bytes,
            "follows": self.follows,
            "squash": self.squash,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> MakeCommit:
        """The inverse."""
        return cls(
            repository=d["repository"],
            branch=d["branch"],
            base=d["base"],
            parent=d["parent"],
            body_digest=d["body_digest"],
            title=d["title"],
            description=d["description"],
            root=d["root"],
            files=tuple(FileAdded.from_datum(x) for x in d["files"]),
            deleted=tuple(d["deleted"]),
            trees=tuple(TreeAdded.from_datum(x) for x in d["trees"]),
            card=None if d["card"] is None else ModelCard.from_datum(branch_of(d["card"])),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            proofs=tuple(UploadProof.from_datum(x) for x in d.get("proofs", [])),
            made_by=None if d.get("made_by") is None else MadeBy.from_datum(branch_of(d["made_by"])),
            repositories=tuple(d.get("repositories", [])),
            logical_bytes=d.get("logical_bytes"),
            follows=d.get("follows", ""),
            squash=d.get("squash", False),
        )


@final
@record
class XetFile:
    """A file stored in chunks of xorbs.

    Attributes:
        record: SHA-256 of the record of its chunks.
        file: Its hash in xet, 64 hexadecimal digits.
        sha256: SHA-256 of its bytes, as stated by the client; empty: not stated.
        size_bytes: Its size.
        xorbs: Hashes of the xorbs that contain its chunks, each once.
        fixed: SHA-256 of each 64 MiB of it, in order, as read by the registry itself; empty: it has
            not read them.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.XetFile"

    record: str
    file: str
    sha256: str
    size_bytes: int
    xorbs: tuple[str, ...]
    fixed: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "record": self.record,
            "file": self.file,
            "sha256": self.sha256,
            "size_bytes": self.size_bytes,
            "xorbs": list(self.xorbs),
            "fixed": list(self.fixed),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> XetFile:
        """The inverse."""
        return cls(
            record=d["record"],
            file=d["file"],
            sha256=d["sha256"],
            size_bytes=d["size_bytes"],
            xorbs=tuple(d["xorbs"]),
            fixed=tuple(d.get("fixed", [])),
        )


@final
@record
class KeyChunk:
    """A chunk by which clients find out what is already stored.

    Attributes:
        chunk: Its hash, 64 hexadecimal digits.
        xorb: Hash of the xorb that contains it.
        record: Record of a file that contains it.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.KeyChunk"

    chunk: str
    xorb: str
    record: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "chunk": self.chunk,
            "xorb": self.xorb,
            "record": self.record,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> KeyChunk:
        """The inverse."""
        return cls(
            chunk=d["chunk"],
            xorb=d["xorb"],
            record=d["record"],
        )


@final
@record
class RegisterFiles:
    """Register files whose chunks are in stored xorbs; commits may then refer to them.

    Attributes:
        repository: Id of the repository for which they are uploaded.
        files: Files, each once.
        key_chunks: Chunks that clients may query.
        proofs: Proofs of the records.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.RegisterFiles"

    repository: str
    files: tuple[XetFile, ...]
    key_chunks: tuple[KeyChunk, ...]
    proofs: tuple[UploadProof, ...]
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "files": [x.to_datum() for x in self.files],
            "key_chunks": [x.to_datum() for x in self.key_chunks],
            "proofs": [x.to_datum() for x in self.proofs],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RegisterFiles:
        """The inverse."""
        return cls(
            repository=d["repository"],
            files=tuple(XetFile.from_datum(x) for x in d["files"]),
            key_chunks=tuple(KeyChunk.from_datum(x) for x in d["key_chunks"]),
            proofs=tuple(UploadProof.from_datum(x) for x in d["proofs"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class ReserveRepacking:
    """Reserve space for the new form of a stored object.

    Attributes:
        object: lfs/HASH of the file; xorb/HASH.
        uploads: Xorbs and the record, or the delta; what the organisation already holds needs no
            reservation.
        tenant: The organisation that holds it.
        requested_by: Service that sends the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.ReserveRepacking"

    object: str
    uploads: tuple[ObjectUpload, ...]
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
            "uploads": [x.to_datum() for x in self.uploads],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ReserveRepacking:
        """The inverse."""
        return cls(
            object=d["object"],
            uploads=tuple(ObjectUpload.from_datum(x) for x in d["uploads"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class RepackObject:
    """Store a file that was uploaded whole in chunks of xorbs from now on.

    Attributes:
        object: lfs/HASH of the file.
        file: Location of its chunks.
        key_chunks: Chunks that clients may query.
        proofs: Proofs of the record and of new xorbs.
        tenant: The organisation that holds it.
        requested_by: Service that sends the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.RepackObject"

    object: str
    file: XetFile
    key_chunks: tuple[KeyChunk, ...]
    proofs: tuple[UploadProof, ...]
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
            "file": self.file.to_datum(),
            "key_chunks": [x.to_datum() for x in self.key_chunks],
            "proofs": [x.to_datum() for x in self.proofs],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RepackObject:
        """The inverse."""
        return cls(
            object=d["object"],
            file=XetFile.from_datum(d["file"]),
            key_chunks=tuple(KeyChunk.from_datum(x) for x in d["key_chunks"]),
            proofs=tuple(UploadProof.from_datum(x) for x in d["proofs"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class RepackXorb:
    """Store a xorb as a delta from others from now on.

    Attributes:
        object: xorb/HASH.
        bases: Hashes of the xorbs that are needed to restore it; none of them is stored as a delta.
        proof: Proof of the delta.
        repository: Id of a repository with a version that contains it.
        base_repository: Id of the repository whose version is the base of the delta.
        tenant: The organisation that holds it and its bases.
        requested_by: Service that sends the request.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.RepackXorb"

    object: str
    bases: tuple[str, ...]
    proof: UploadProof
    repository: str
    base_repository: str
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
            "bases": list(self.bases),
            "proof": self.proof.to_datum(),
            "repository": self.repository,
            "base_repository": self.base_repository,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RepackXorb:
        """The inverse."""
        return cls(
            object=d["object"],
            bases=tuple(d["bases"]),
            proof=UploadProof.from_datum(d["proof"]),
            repository=d["repository"],
            base_repository=d["base_repository"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class SetStorageQuota:
    """Limit the storage of an organisation.

    Attributes:
        organisation: The organisation.
        quota_bytes: Maximum of unique bytes; null: no limit.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.SetStorageQuota"

    organisation: str
    quota_bytes: int | None
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "organisation": self.organisation,
            "quota_bytes": self.quota_bytes,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SetStorageQuota:
        """The inverse."""
        return cls(
            organisation=d["organisation"],
            quota_bytes=d["quota_bytes"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


class ScanPolicy(StrEnum):
    """Who can read content without a verdict: all readers, administrators, nobody; grants always can."""

    ALLOW = "ALLOW"
    OWNER_ONLY = "OWNER_ONLY"
    BLOCK = "BLOCK"


@final
@record
class SetScanPolicy:
    """Set who can read content without a verdict.

    Attributes:
        organisation: Organisation that owns the repositories.
        policy: Who can read it.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.SetScanPolicy"

    organisation: str
    policy: ScanPolicy
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "organisation": self.organisation,
            "policy": self.policy,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SetScanPolicy:
        """The inverse."""
        return cls(
            organisation=d["organisation"],
            policy=ScanPolicy(d["policy"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class PromoteVersion:
    """Point a pointer to a version.

    Attributes:
        repository: Id of the repository.
        commit: The version: a live commit.
        pointer: Name of the pointer, without @.
        reason: Reason.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        override: Whether to override the gates.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.PromoteVersion"

    repository: str
    commit: str
    pointer: str
    reason: str
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    override: bool = False
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "pointer": self.pointer,
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "override": self.override,
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> PromoteVersion:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            pointer=d["pointer"],
            reason=d["reason"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            override=d.get("override", False),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class WithdrawVersion:
    """Clear a pointer.

    Attributes:
        repository: Id of the repository.
        pointer: Name of the pointer, without @.
        reason: Reason.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.WithdrawVersion"

    repository: str
    pointer: str
    reason: str
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "pointer": self.pointer,
            "reason": self.reason,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> WithdrawVersion:
        """The inverse."""
        return cls(
            repository=d["repository"],
            pointer=d["pointer"],
            reason=d["reason"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


class LineageRelation(StrEnum):
    """Relation of an artifact to its source."""

    REVISION = "REVISION"
    FINE_TUNE = "FINE_TUNE"
    ADAPTER = "ADAPTER"
    MERGE = "MERGE"
    TRAINED_ON = "TRAINED_ON"
    MADE_BY = "MADE_BY"
    SAVED_BY = "SAVED_BY"
    BUILT_FROM = "BUILT_FROM"
    EVALUATES = "EVALUATES"
    DEPLOYS = "DEPLOYS"
    SHARES_CONTENT = "SHARES_CONTENT"
    SHARES_WEIGHTS = "SHARES_WEIGHTS"


@final
@record
class StateLineage:
    """State what a version is derived from, or what is derived from it; replaces an earlier statement.

    Attributes:
        repository: Id of the repository.
        commit: The version: a live commit.
        artifact: The other artifact, as facts name it: KIND/ID.
        relation: Relation of the derived artifact to its source.
        downstream: Whether the artifact is derived from the version, instead of the version from
            it.
        withdrawn: Whether the statement is withdrawn: it is not true.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.StateLineage"

    repository: str
    commit: str
    artifact: str
    relation: LineageRelation
    downstream: bool
    withdrawn: bool
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "artifact": self.artifact,
            "relation": self.relation,
            "downstream": self.downstream,
            "withdrawn": self.withdrawn,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> StateLineage:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            artifact=d["artifact"],
            relation=LineageRelation(d["relation"]),
            downstream=d["downstream"],
            withdrawn=d["withdrawn"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


class RunKind(StrEnum):
    """RUN: of an experiment. MODEL: a model that a run has logged."""

    RUN = "RUN"
    MODEL = "MODEL"


@final
@record
class Label:
    """A name and its value.

    Attributes:
        name: Name.
        value: Text.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.Label"

    name: str
    value: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "name": self.name,
            "value": self.value,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Label:
        """The inverse."""
        return cls(
            name=d["name"],
            value=d["value"],
        )


@final
@record
class CreateRun:
    """Create a run, or a model that a run logs.

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
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.CreateRun"

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
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

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
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> CreateRun:
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
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


class RunStatus(StrEnum):
    """The first five are for runs, the others for models that runs logged."""

    RUNNING = "RUNNING"
    SCHEDULED = "SCHEDULED"
    FINISHED = "FINISHED"
    FAILED = "FAILED"
    KILLED = "KILLED"
    PENDING = "PENDING"
    READY = "READY"
    UPLOAD_FAILED = "UPLOAD_FAILED"


@final
@record
class DatasetUse:
    """A data set that a run has read, as its client describes it.

    Attributes:
        name: Name.
        digest: Digest of its content, computed by the client.
        source_type: Kind of its source.
        source: Source, as JSON.
        schema: Its columns, as JSON; empty: unknown.
        profile: Statistics of it, as JSON; empty: unknown.
        tags: Tags of this use.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.DatasetUse"

    name: str
    digest: str
    source_type: str
    source: str
    schema: str
    profile: str
    tags: tuple[Label, ...]

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "name": self.name,
            "digest": self.digest,
            "source_type": self.source_type,
            "source": self.source,
            "schema": self.schema,
            "profile": self.profile,
            "tags": [x.to_datum() for x in self.tags],
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DatasetUse:
        """The inverse."""
        return cls(
            name=d["name"],
            digest=d["digest"],
            source_type=d["source_type"],
            source=d["source"],
            schema=d["schema"],
            profile=d["profile"],
            tags=tuple(Label.from_datum(x) for x in d["tags"]),
        )


@final
@record
class ChangeRun:
    """Change a run, or a model that one logged; absent fields are unchanged.

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
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.ChangeRun"

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
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

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
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ChangeRun:
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
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class DescribeRepository:
    """Change the details of a repository; absent fields are unchanged.

    Attributes:
        repository: Id of the repository.
        description: Description for people; null: unchanged.
        archived: Whether it is hidden until it is restored; null: unchanged.
        tags: Tags to set.
        removed_tags: Tags to remove.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.DescribeRepository"

    repository: str
    description: str | None = None
    archived: bool | None = None
    tags: tuple[Label, ...] = ()
    removed_tags: tuple[str, ...] = ()
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

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
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> DescribeRepository:
        """The inverse."""
        return cls(
            repository=d["repository"],
            description=d.get("description"),
            archived=d.get("archived"),
            tags=tuple(Label.from_datum(x) for x in d.get("tags", [])),
            removed_tags=tuple(d.get("removed_tags", [])),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class RegisterVersion:
    """Give a commit of a model the next version number.

    Attributes:
        repository: Id of the repository.
        commit: Commit of the version.
        source: Source of the files, as stated by the client.
        run: Run that made it; empty: unknown.
        model: Model that a run logged; empty: none.
        run_link: Address of the run, as stated by the client; empty: none.
        description: Description for people.
        tags: Tags.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.RegisterVersion"

    repository: str
    commit: str
    source: str
    run: str
    model: str
    run_link: str
    description: str
    tags: tuple[Label, ...]
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "commit": self.commit,
            "source": self.source,
            "run": self.run,
            "model": self.model,
            "run_link": self.run_link,
            "description": self.description,
            "tags": [x.to_datum() for x in self.tags],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RegisterVersion:
        """The inverse."""
        return cls(
            repository=d["repository"],
            commit=d["commit"],
            source=d["source"],
            run=d["run"],
            model=d["model"],
            run_link=d["run_link"],
            description=d["description"],
            tags=tuple(Label.from_datum(x) for x in d["tags"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class ChangeVersion:
    """Change a version; absent fields are unchanged.

    Attributes:
        repository: Id of the repository.
        version: Its number.
        description: Description for people; null: unchanged.
        stage: None, Staging, Production or Archived; null: unchanged.
        archive_others: Whether other versions at this stage become Archived.
        removed: Whether it is removed, for good.
        tags: Tags to set.
        removed_tags: Tags to remove.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.ChangeVersion"

    repository: str
    version: int
    description: str | None = None
    stage: str | None = None
    archive_others: bool = False
    removed: bool = False
    tags: tuple[Label, ...] = ()
    removed_tags: tuple[str, ...] = ()
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "version": self.version,
            "description": self.description,
            "stage": self.stage,
            "archive_others": self.archive_others,
            "removed": self.removed,
            "tags": [x.to_datum() for x in self.tags],
            "removed_tags": list(self.removed_tags),
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> ChangeVersion:
        """The inverse."""
        return cls(
            repository=d["repository"],
            version=d["version"],
            description=d.get("description"),
            stage=d.get("stage"),
            archive_others=d.get("archive_others", False),
            removed=d.get("removed", False),
            tags=tuple(Label.from_datum(x) for x in d.get("tags", [])),
            removed_tags=tuple(d.get("removed_tags", [])),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class SetAlias:
    """Point an alias of a repository to a version, or remove it.

    Attributes:
        repository: Id of the repository.
        alias: Name; case does not matter.
        version: Number of the version that it points to; null: the alias is removed.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.SetAlias"

    repository: str
    alias: str
    version: int | None = None
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "alias": self.alias,
            "version": self.version,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SetAlias:
        """The inverse."""
        return cls(
            repository=d["repository"],
            alias=d["alias"],
            version=d.get("version"),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class Download:
    """Downloads of one repository.

    Attributes:
        repository: Id of the repository.
        downloads: Tokens that read files of it, each counted once an hour.
        read_bytes: Bytes of the ranges of files that they read, each range once per token and hour.
        contents: Files that were read, as KIND/HASH; at most 5,000 per command, the others are
            reported when they are read again.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.Download"

    repository: str
    downloads: int
    read_bytes: int
    contents: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "repository": self.repository,
            "downloads": self.downloads,
            "read_bytes": self.read_bytes,
            "contents": list(self.contents),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Download:
        """The inverse."""
        return cls(
            repository=d["repository"],
            downloads=d["downloads"],
            read_bytes=d["read_bytes"],
            contents=tuple(d.get("contents", [])),
        )


@final
@record
class RecordDownloads:
    """Report what members of an organisation have downloaded since the last such command.

    Attributes:
        downloads: At most 1,000 repositories.
        tenant: The organisation whose members downloaded.
        requested_by: Service that reports it.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.RecordDownloads"

    downloads: tuple[Download, ...]
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "downloads": [x.to_datum() for x in self.downloads],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RecordDownloads:
        """The inverse."""
        return cls(
            downloads=tuple(Download.from_datum(x) for x in d["downloads"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class SetDownloadQuota:
    """Limit what members of an organisation download within 30 days.

    Attributes:
        organisation: The organisation.
        quota_bytes: Maximum of bytes in 30 days; null: no limit.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.SetDownloadQuota"

    organisation: str
    quota_bytes: int | None
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "organisation": self.organisation,
            "quota_bytes": self.quota_bytes,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SetDownloadQuota:
        """The inverse."""
        return cls(
            organisation=d["organisation"],
            quota_bytes=d["quota_bytes"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class SetTierRule:
    """Set the number of days without a read after which objects change their tier.

    Attributes:
        warm_after_days: Days until warm; 1 or more.
        cold_after_days: Days until cold; more than those of warm, at most 3,650.
        prewarmed_max: Number of most downloaded repositories announced to the CDN each day; 0:
            none, at most 1,000.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.SetTierRule"

    warm_after_days: int
    cold_after_days: int
    prewarmed_max: int = 0
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "warm_after_days": self.warm_after_days,
            "cold_after_days": self.cold_after_days,
            "prewarmed_max": self.prewarmed_max,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SetTierRule:
        """The inverse."""
        return cls(
            warm_after_days=d["warm_after_days"],
            cold_after_days=d["cold_after_days"],
            prewarmed_max=d.get("prewarmed_max", 0),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


@final
@record
class Placement:
    """Storage class of one object.

    Attributes:
        object: KIND/HASH.
        object_key: Key of its bytes in the store.
        storage_class: Storage class, as the store reports it; empty: the store has no classes.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.Placement"

    object: str
    object_key: str
    storage_class: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
            "object_key": self.object_key,
            "storage_class": self.storage_class,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Placement:
        """The inverse."""
        return cls(
            object=d["object"],
            object_key=d["object_key"],
            storage_class=d["storage_class"],
        )


@final
@record
class RecordPlacement:
    """Report the storage class of objects that have changed their tier.

    Attributes:
        placed: Objects; at most 100.
        tenant: Organisation of the service that reports it.
        requested_by: The service.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.RecordPlacement"

    placed: tuple[Placement, ...]
    tenant: str
    requested_by: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "placed": [x.to_datum() for x in self.placed],
            "tenant": self.tenant,
            "requested_by": self.requested_by,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> RecordPlacement:
        """The inverse."""
        return cls(
            placed=tuple(Placement.from_datum(x) for x in d["placed"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


class ObjectState(StrEnum):
    """Whether stored bytes are those of the object."""

    SOUND = "SOUND"
    DAMAGED = "DAMAGED"
    ABSENT = "ABSENT"


@final
@record
class Finding:
    """State of one object in the store.

    Attributes:
        object: KIND/HASH.
        object_key: Key that was read.
        state: State; SOUND: its bytes are right again.
        detail: Difference that was found, or the copy that repaired it.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.Finding"

    object: str
    object_key: str
    state: ObjectState
    detail: str

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "object": self.object,
            "object_key": self.object_key,
            "state": self.state,
            "detail": self.detail,
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> Finding:
        """The inverse."""
        return cls(
            object=d["object"],
            object_key=d["object_key"],
            state=ObjectState(d["state"]),
            detail=d["detail"],
        )


@final
@record
class RecordChecks:
    """Report objects whose stored bytes were read back and have changed.

    Attributes:
        findings: 1 to 100.
        tenant: Organisation of the service that reports it.
        requested_by: The service.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.RecordChecks"

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
    def from_datum(cls, d: Mapping[str, Any]) -> RecordChecks:
        """The inverse."""
        return cls(
            findings=tuple(Finding.from_datum(x) for x in d["findings"]),
            tenant=d["tenant"],
            requested_by=d["requested_by"],
        )


@final
@record
class SetEncryption:
    """Encrypt what an organisation stores with a key of its own, before it stores anything.

    Attributes:
        organisation: The organisation.
        key: Name of the key in the key ring of the store, never the key; empty: none.
        tenant: Organisation of the sender.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.SetEncryption"

    organisation: str
    key: str
    tenant: str
    requested_by: str
    teams: tuple[str, ...]
    roles: tuple[str, ...]
    repositories: tuple[str, ...] = ()

    def to_datum(self) -> dict[str, Any]:
        """Plain data for the codec."""
        return {
            "organisation": self.organisation,
            "key": self.key,
            "tenant": self.tenant,
            "requested_by": self.requested_by,
            "teams": list(self.teams),
            "roles": list(self.roles),
            "repositories": list(self.repositories),
        }

    @classmethod
    def from_datum(cls, d: Mapping[str, Any]) -> SetEncryption:
        """The inverse."""
        return cls(
            organisation=d["organisation"],
            key=d["key"],
            tenant=d["tenant"],
            requested_by=d["requested_by"],
            teams=tuple(d["teams"]),
            roles=tuple(d["roles"]),
            repositories=tuple(d.get("repositories", [])),
        )


RegistryCommand: TypeAlias = (
    CreateRepository
    | DeleteRepository
    | MoveRepository
    | SetVisibility
    | GrantAccess
    | RevokeAccess
    | QuarantineRepository
    | ReleaseRepository
    | CreateRef
    | DeleteRef
    | ReserveUploads
    | ConfirmUpload
    | MakeCommit
    | RegisterFiles
    | ReserveRepacking
    | RepackObject
    | RepackXorb
    | SetStorageQuota
    | SetScanPolicy
    | PromoteVersion
    | WithdrawVersion
    | StateLineage
    | CreateRun
    | ChangeRun
    | DescribeRepository
    | RegisterVersion
    | ChangeVersion
    | SetAlias
    | RecordDownloads
    | SetDownloadQuota
    | SetTierRule
    | RecordPlacement
    | RecordChecks
    | SetEncryption
)

Payload: TypeAlias = RegistryCommand

PAYLOADS: Final[Table] = table_of(
    CreateRepository,
    DeleteRepository,
    MoveRepository,
    SetVisibility,
    GrantAccess,
    RevokeAccess,
    QuarantineRepository,
    ReleaseRepository,
    CreateRef,
    DeleteRef,
    ReserveUploads,
    ConfirmUpload,
    MakeCommit,
    RegisterFiles,
    ReserveRepacking,
    RepackObject,
    RepackXorb,
    SetStorageQuota,
    SetScanPolicy,
    PromoteVersion,
    WithdrawVersion,
    StateLineage,
    CreateRun,
    ChangeRun,
    DescribeRepository,
    RegisterVersion,
    ChangeVersion,
    SetAlias,
    RecordDownloads,
    SetDownloadQuota,
    SetTierRule,
    RecordPlacement,
    RecordChecks,
    SetEncryption,
)

SCHEMA: Final = (
    '{"type":"record","name":"Envelope","namespace":"muster.registry_commands","d'
    'oc":"A request about repositories and their bytes.","fields":[{"name":"event'
    '_id","type":"string","doc":"Unique for ever; the deduplication key."},{"name'
    '":"key","type":"string","doc":"Kafka key; records with the same key keep the'
    'ir order."},{"name":"occurred_at_ms","type":"long","doc":"Time of the event '
    'according to the producer, milliseconds since 1970 UTC."},{"name":"producer"'
    ',"type":"string","doc":"Service and instance that wrote the record."},{"name'
    '":"correlation_id","type":"string","doc":"Shared by everything that follows '
    'from one request."},{"name":"causation_id","type":["null","string"],"doc":"e'
    'vent_id of the record this one follows from.","default":null},{"name":"paylo'
    'ad","type":[{"type":"record","name":"CreateRepository","doc":"Create a repos'
    'itory with an empty first commit.","fields":[{"name":"repository","type":"st'
    'ring","doc":"Id of the repository."},{"name":"repository_type","type":{"type'
    '":"enum","name":"RepositoryType","doc":"Type of a repository.","symbols":["M'
    'ODEL","DATASET","SPACE","EXPERIMENT"],"namespace":"muster.registry_commands"'
    '},"doc":"Type of the repository."},{"name":"namespace","type":"string","doc"'
    ':"The organisation, or ORGANISATION.USER for a user\'s own."},{"name":"name",'
    '"type":"string","doc":"Name within the namespace."},{"name":"visibility","ty'
    'pe":{"type":"enum","name":"Visibility","doc":"Who can read a repository with'
    'out a grant. RESTRICTED: everybody its card, nobody its files.","symbols":["'
    'PUBLIC","INTERNAL","PRIVATE","RESTRICTED"],"namespace":"muster.registry_comm'
    'ands"},"doc":"Who may read it."},{"name":"tenant","type":"string","doc":"Org'
    'anisation of the sender."},{"name":"requested_by","type":"string","doc":"Use'
    'r."},{"name":"teams","type":{"type":"array","items":"string"},"doc":"Teams o'
    'f the user, as the token says."},{"name":"roles","type":{"type":"array","ite'
    'ms":"string"},"doc":"Roles of the user, as the token says."},{"name":"reposi'
    'tories","type":{"type":"array","items":"string"},"doc":"Repositories that th'
    'e token is limited to, as TYPE/NAMESPACE/NAME; empty: all.","default":[]}],"'
    'namespace":"muster.registry_commands"},{"type":"record","name":"DeleteReposi'
    'tory","doc":"Delete a repository; objects that only it refers to are removed'
    ' from the store later.","fields":[{"name":"repository","type":"string","doc"'
    ':"Id of the repository."},{"name":"tenant","type":"string","doc":"Organisati'
    'on of the sender."},{"name":"requested_by","type":"string","doc":"User."},{"'
    'name":"teams","type":{"type":"array","items":"string"},"doc":"Teams of the u'
    'ser, as the token says."},{"name":"roles","type":{"type":"array","items":"st'
    'ring"},"doc":"Roles of the user, as the token says."},{"name":"repositories"'
    ',"type":{"type":"array","items":"string"},"doc":"Repositories that the token'
    ' is limited to, as TYPE/NAMESPACE/NAME; empty: all.","default":[]}],"namespa'
    'ce":"muster.registry_commands"},{"type":"record","name":"MoveRepository","do'
    'c":"Rename a repository within its organisation.","fields":[{"name":"reposit'
    'ory","type":"string","doc":"Id of the repository."},{"name":"namespace","typ'
    'e":"string","doc":"The new namespace."},{"name":"name","type":"string","doc"'
    ':"The new name."},{"name":"tenant","type":"string","doc":"Organisation of th'
    'e sender."},{"name":"requested_by","type":"string","doc":"User."},{"name":"t'
    'eams","type":{"type":"array","items":"string"},"doc":"Teams of the user, as '
    'the token says."},{"name":"roles","type":{"type":"array","items":"string"},"'
    'doc":"Roles of the user, as the token says."},{"name":"repositories","type":'
    '{"type":"array","items":"string"},"doc":"Repositories that the token is limi'
    'ted to, as TYPE/NAMESPACE/NAME; empty: all.","default":[]}],"namespace":"mus'
    'ter.registry_commands"},{"type":"record","name":"SetVisibility","doc":"Set w'
    'ho may read a repository.","fields":[{"name":"repository","type":"string","d'
    'oc":"Id of the repository."},{"name":"visibility","type":"muster.registry_co'
    'mmands.Visibility","doc":"Who may read it."},{"name":"tenant","type":"string'
    '","doc":"Organisation of the sender."},{"name":"requested_by","type":"string'
    '","doc":"User."},{"name":"teams","type":{"type":"array","items":"string"},"d'
    'oc":"Teams of the user, as the token says."},{"name":"roles","type":{"type":'
    '"array","items":"string"},"doc":"Roles of the user, as the token says."},{"n'
    'ame":"repositories","type":{"type":"array","items":"string"},"doc":"Reposito'
    'ries that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.","def'
    'ault":[]}],"namespace":"muster.registry_commands"},{"type":"record","name":"'
    'GrantAccess","doc":"Grant access to a repository; replaces an earlier grant.'
    '","fields":[{"name":"repository","type":"string","doc":"Id of the repository'
    '."},{"name":"grantee_kind","type":{"type":"enum","name":"GranteeKind","doc":'
    '"Kind of a grantee.","symbols":["USER","TEAM","ORGANISATION"],"namespace":"m'
    'uster.registry_commands"},"doc":"Kind of the grantee."},{"name":"grantee","t'
    'ype":"string","doc":"A user or team as ORGANISATION/NAME, or an organisation'
    '."},{"name":"level","type":{"type":"enum","name":"AccessLevel","doc":"Access'
    ' level of a grant; each includes those before it.","symbols":["READ","WRITE"'
    ',"ADMIN"],"namespace":"muster.registry_commands"},"doc":"What is allowed."},'
    '{"name":"tenant","type":"string","doc":"Organisation of the sender."},{"name'
    '":"requested_by","type":"string","doc":"User."},{"name":"teams","type":{"typ'
    'e":"array","items":"string"},"doc":"Teams of the user, as the token says."},'
    '{"name":"roles","type":{"type":"array","items":"string"},"doc":"Roles of the'
    ' user, as the token says."},{"name":"repositories","type":{"type":"array","i'
    'tems":"string"},"doc":"Repositories that the token is limited to, as TYPE/NA'
    'MESPACE/NAME; empty: all.","default":[]}],"namespace":"muster.registry_comma'
    'nds"},{"type":"record","name":"RevokeAccess","doc":"Revoke a grant.","fields'
    '":[{"name":"repository","type":"string","doc":"Id of the repository."},{"nam'
    'e":"grantee_kind","type":"muster.registry_commands.GranteeKind","doc":"Kind '
    'of the grantee."},{"name":"grantee","type":"string","doc":"Grantee, as in th'
    'e grant."},{"name":"tenant","type":"string","doc":"Organisation of the sende'
    'r."},{"name":"requested_by","type":"string","doc":"User."},{"name":"teams","'
    'type":{"type":"array","items":"string"},"doc":"Teams of the user, as the tok'
    'en says."},{"name":"roles","type":{"type":"array","items":"string"},"doc":"R'
    'oles of the user, as the token says."},{"name":"repositories","type":{"type"'
    ':"array","items":"string"},"doc":"Repositories that the token is limited to,'
    ' as TYPE/NAMESPACE/NAME; empty: all.","default":[]}],"namespace":"muster.reg'
    'istry_commands"},{"type":"record","name":"QuarantineRepository","doc":"Quara'
    'ntine a repository\'s files: only explicit grants can download them.","fields'
    '":[{"name":"repository","type":"string","doc":"Id of the repository."},{"nam'
    'e":"reason","type":"string","doc":"Reason that readers see."},{"name":"tenan'
    't","type":"string","doc":"Organisation of the sender."},{"name":"requested_b'
    'y","type":"string","doc":"User."},{"name":"teams","type":{"type":"array","it'
    'ems":"string"},"doc":"Teams of the user, as the token says."},{"name":"roles'
    '","type":{"type":"array","items":"string"},"doc":"Roles of the user, as the '
    'token says."},{"name":"object","type":"string","doc":"Content that it concer'
    'ns: KIND/HASH; empty: all files.","default":""},{"name":"repositories","type'
    '":{"type":"array","items":"string"},"doc":"Repositories that the token is li'
    'mited to, as TYPE/NAMESPACE/NAME; empty: all.","default":[]}],"namespace":"m'
    'uster.registry_commands"},{"type":"record","name":"ReleaseRepository","doc":'
    '"Release the files, so that they can be read again.","fields":[{"name":"repo'
    'sitory","type":"string","doc":"Id of the repository."},{"name":"reason","typ'
    'e":"string","doc":"Reason."},{"name":"tenant","type":"string","doc":"Organis'
    'ation of the sender."},{"name":"requested_by","type":"string","doc":"User."}'
    ',{"name":"teams","type":{"type":"array","items":"string"},"doc":"Teams of th'
    'e user, as the token says."},{"name":"roles","type":{"type":"array","items":'
    '"string"},"doc":"Roles of the user, as the token says."},{"name":"object","t'
    'ype":"string","doc":"Content that it concerns: KIND/HASH; empty: all files."'
    ',"default":""},{"name":"repositories","type":{"type":"array","items":"string'
    '"},"doc":"Repositories that the token is limited to, as TYPE/NAMESPACE/NAME;'
    ' empty: all.","default":[]}],"namespace":"muster.registry_commands"},{"type"'
    ':"record","name":"CreateRef","doc":"Create a branch or tag on a live commit.'
    '","fields":[{"name":"repository","type":"string","doc":"Id of the repository'
    '."},{"name":"kind","type":{"type":"enum","name":"RefKind","doc":"Kind of a r'
    'ef: a branch moves with each commit, a tag stays.","symbols":["BRANCH","TAG"'
    '],"namespace":"muster.registry_commands"},"doc":"Branch or tag."},{"name":"n'
    'ame","type":"string","doc":"The name."},{"name":"commit","type":"string","do'
    'c":"A live commit of the repository."},{"name":"message","type":"string","do'
    'c":"Message of a tag; empty: none."},{"name":"tenant","type":"string","doc":'
    '"Organisation of the sender."},{"name":"requested_by","type":"string","doc":'
    '"User."},{"name":"teams","type":{"type":"array","items":"string"},"doc":"Tea'
    'ms of the user, as the token says."},{"name":"roles","type":{"type":"array",'
    '"items":"string"},"doc":"Roles of the user, as the token says."},{"name":"re'
    'positories","type":{"type":"array","items":"string"},"doc":"Repositories tha'
    't the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.","default":[]'
    '}],"namespace":"muster.registry_commands"},{"type":"record","name":"DeleteRe'
    'f","doc":"Delete a ref; commits that no ref leads to are released.","fields"'
    ':[{"name":"repository","type":"string","doc":"Id of the repository."},{"name'
    '":"kind","type":"muster.registry_commands.RefKind","doc":"Branch or tag."},{'
    '"name":"name","type":"string","doc":"The name."},{"name":"tenant","type":"st'
    'ring","doc":"Organisation of the sender."},{"name":"requested_by","type":"st'
    'ring","doc":"User."},{"name":"teams","type":{"type":"array","items":"string"'
    '},"doc":"Teams of the user, as the token says."},{"name":"roles","type":{"ty'
    'pe":"array","items":"string"},"doc":"Roles of the user, as the token says."}'
    ',{"name":"repositories","type":{"type":"array","items":"string"},"doc":"Repo'
    'sitories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.",'
    '"default":[]}],"namespace":"muster.registry_commands"},{"type":"record","nam'
    'e":"ReserveUploads","doc":"Reserve space for objects that are about to be up'
    'loaded.","fields":[{"name":"repository","type":"string","doc":"Id of the rep'
    'ository."},{"name":"uploads","type":{"type":"array","items":{"type":"record"'
    ',"name":"ObjectUpload","doc":"An object to be uploaded.","fields":[{"name":"'
    'upload","type":"string","doc":"Id of this upload."},{"name":"kind","type":{"'
    'type":"enum","name":"ObjectKind","doc":"Kind of an object, in order: small f'
    'ile, large file, directory, xorb, record of chunks, delta.","symbols":["INLI'
    'NE","LFS","TREE","XORB","FILE","DELTA"],"namespace":"muster.registry_command'
    's"},"doc":"Kind of the object."},{"name":"hash","type":"string","doc":"Its S'
    'HA-256, 64 hexadecimal digits, followed by ~KEY if it is encrypted."},{"name'
    '":"size_bytes","type":"long","doc":"Its size."}],"namespace":"muster.registr'
    'y_commands"}},"doc":"Uploads; objects that the organisation already holds ne'
    'ed no reservation."},{"name":"tenant","type":"string","doc":"Organisation of'
    ' the sender."},{"name":"requested_by","type":"string","doc":"User."},{"name"'
    ':"teams","type":{"type":"array","items":"string"},"doc":"Teams of the user, '
    'as the token says."},{"name":"roles","type":{"type":"array","items":"string"'
    '},"doc":"Roles of the user, as the token says."},{"name":"repositories","typ'
    'e":{"type":"array","items":"string"},"doc":"Repositories that the token is l'
    'imited to, as TYPE/NAMESPACE/NAME; empty: all.","default":[]}],"namespace":"'
    'muster.registry_commands"},{"type":"record","name":"ConfirmUpload","doc":"Co'
    'nfirm that the bytes are in the store, were read back and have the hash.","f'
    'ields":[{"name":"repository","type":"string","doc":"Id of the repository."},'
    '{"name":"upload","type":"string","doc":"Id of the upload."},{"name":"object_'
    'key","type":"string","doc":"Key of the object in the store."},{"name":"tenan'
    't","type":"string","doc":"Organisation of the sender."},{"name":"requested_b'
    'y","type":"string","doc":"User."},{"name":"teams","type":{"type":"array","it'
    'ems":"string"},"doc":"Teams of the user, as the token says."},{"name":"roles'
    '","type":{"type":"array","items":"string"},"doc":"Roles of the user, as the '
    'token says."},{"name":"repositories","type":{"type":"array","items":"string"'
    '},"doc":"Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; '
    'empty: all.","default":[]}],"namespace":"muster.registry_commands"},{"type":'
    '"record","name":"MakeCommit","doc":"Move a branch to a new commit.","fields"'
    ':[{"name":"repository","type":"string","doc":"Id of the repository."},{"name'
    '":"branch","type":"string","doc":"Name of the branch."},{"name":"base","type'
    '":"string","doc":"Commit that the new tree is based on; the branch must be a'
    't it."},{"name":"parent","type":["null","string"],"doc":"Parent that the cli'
    'ent named; null: none."},{"name":"body_digest","type":"string","doc":"SHA-25'
    '6 of the request: an equal request is the same commit."},{"name":"title","ty'
    'pe":"string","doc":"First line of the message."},{"name":"description","type'
    '":"string","doc":"Rest of the message."},{"name":"root","type":"string","doc'
    '":"SHA-256 of the root directory\'s listing."},{"name":"files","type":{"type"'
    ':"array","items":{"type":"record","name":"FileAdded","doc":"A file that a co'
    'mmit adds or replaces.","fields":[{"name":"path","type":"string","doc":"In t'
    'he repository."},{"name":"kind","type":{"type":"enum","name":"FileKind","doc'
    '":"How a file\'s bytes are stored: INLINE and LFS as an object of its own, XE'
    'T in chunks of xorbs.","symbols":["INLINE","LFS","XET"],"namespace":"muster.'
    'registry_commands"},"doc":"How its bytes are stored."},{"name":"hash","type"'
    ':"string","doc":"SHA-256 of the object; for XET, of the record of its chunks'
    '."},{"name":"size_bytes","type":"long","doc":"Its size."}],"namespace":"must'
    'er.registry_commands"}},"doc":"Added or replaced files."},{"name":"deleted",'
    '"type":{"type":"array","items":"string"},"doc":"Deleted paths; those of dire'
    'ctories end with a slash."},{"name":"trees","type":{"type":"array","items":{'
    '"type":"record","name":"TreeAdded","doc":"A directory that a commit rewrites'
    '.","fields":[{"name":"hash","type":"string","doc":"SHA-256 of its listing."}'
    ',{"name":"size_bytes","type":"long","doc":"Not read: its upload has reserved'
    ' it. Older versions stated it.","default":0}],"namespace":"muster.registry_c'
    'ommands"}},"doc":"Directories that this commit rewrites."},{"name":"card","t'
    'ype":["null",{"type":"record","name":"ModelCard","doc":"Metadata and text of'
    ' README.md.","fields":[{"name":"licence","type":"string","doc":"Identifier o'
    'f the licence; empty: none is stated."},{"name":"base_models","type":{"type"'
    ':"array","items":"string"},"doc":"Models that it is derived from."},{"name":'
    '"datasets","type":{"type":"array","items":"string"},"doc":"Data sets that it'
    ' was trained on."},{"name":"tags","type":{"type":"array","items":"string"},"'
    'doc":"Tags as written there."},{"name":"pipeline","type":"string","doc":"Tas'
    'k; empty: none is stated."},{"name":"library","type":"string","doc":"Library'
    '; empty: none is stated."},{"name":"text","type":"string","doc":"Beginning o'
    'f the text behind the head; searches use it.","default":""}],"namespace":"mu'
    'ster.registry_commands"}],"doc":"Card, if README.md changed and can be read.'
    '"},{"name":"tenant","type":"string","doc":"Organisation of the sender."},{"n'
    'ame":"requested_by","type":"string","doc":"User."},{"name":"teams","type":{"'
    'type":"array","items":"string"},"doc":"Teams of the user, as the token says.'
    '"},{"name":"roles","type":{"type":"array","items":"string"},"doc":"Roles of '
    'the user, as the token says."},{"name":"proofs","type":{"type":"array","item'
    's":{"type":"record","name":"UploadProof","doc":"Proof that the bytes of an u'
    'pload are in the store and have its hash.","fields":[{"name":"upload","type"'
    ':"string","doc":"Id of the upload."},{"name":"object_key","type":"string","d'
    'oc":"Key of the object in the store."}],"namespace":"muster.registry_command'
    's"}},"doc":"Proofs of objects that were stored for this commit and are not c'
    'onfirmed yet.","default":[]},{"name":"made_by","type":["null",{"type":"recor'
    'd","name":"MadeBy","doc":"Attempt of a job that was running when it wrote, b'
    'y job-events.","fields":[{"name":"job_id","type":"string","doc":"The job."},'
    '{"name":"attempt","type":"int","doc":"Its attempt."},{"name":"checkpoint_ste'
    'p","type":["null","long"],"doc":"Step of its last checkpoint; null: it wrote'
    ' none."}],"namespace":"muster.registry_commands"}],"doc":"Job that makes the'
    ' commit; null: none.","default":null},{"name":"repositories","type":{"type":'
    '"array","items":"string"},"doc":"Repositories that the token is limited to, '
    'as TYPE/NAMESPACE/NAME; empty: all.","default":[]},{"name":"logical_bytes","'
    'type":["null","long"],"doc":"Size of all files of the commit, each as a full'
    ' copy; null: not stated.","default":null},{"name":"follows","type":"string",'
    '"doc":"Digest of the request that made the branch\'s current commit, instead '
    'of base; empty: base is used.","default":""},{"name":"squash","type":"boolea'
    'n","doc":"Whether the commit has no parent: the history of the branch is dro'
    'pped.","default":false}],"namespace":"muster.registry_commands"},{"type":"re'
    'cord","name":"RegisterFiles","doc":"Register files whose chunks are in store'
    'd xorbs; commits may then refer to them.","fields":[{"name":"repository","ty'
    'pe":"string","doc":"Id of the repository for which they are uploaded."},{"na'
    'me":"files","type":{"type":"array","items":{"type":"record","name":"XetFile"'
    ',"doc":"A file stored in chunks of xorbs.","fields":[{"name":"record","type"'
    ':"string","doc":"SHA-256 of the record of its chunks."},{"name":"file","type'
    '":"string","doc":"Its hash in xet, 64 hexadecimal digits."},{"name":"sha256"'
    ',"type":"string","doc":"SHA-256 of its bytes, as stated by the client; empty'
    ': not stated."},{"name":"size_bytes","type":"long","doc":"Its size."},{"name'
    '":"xorbs","type":{"type":"array","items":"string"},"doc":"Hashes of the xorb'
    's that contain its chunks, each once."},{"name":"fixed","type":{"type":"arra'
    'y","items":"string"},"doc":"SHA-256 of each 64 MiB of it, in order, as read '
    'by the registry itself; empty: it has not read them.","default":[]}],"namesp'
    'ace":"muster.registry_commands"}},"doc":"Files, each once."},{"name":"key_ch'
    'unks","type":{"type":"array","items":{"type":"record","name":"KeyChunk","doc'
    '":"A chunk by which clients find out what is already stored.","fields":[{"na'
    'me":"chunk","type":"string","doc":"Its hash, 64 hexadecimal digits."},{"name'
    '":"xorb","type":"string","doc":"Hash of the xorb that contains it."},{"name"'
    ':"record","type":"string","doc":"Record of a file that contains it."}],"name'
    'space":"muster.registry_commands"}},"doc":"Chunks that clients may query."},'
    '{"name":"proofs","type":{"type":"array","items":"muster.registry_commands.Up'
    'loadProof"},"doc":"Proofs of the records."},{"name":"tenant","type":"string"'
    ',"doc":"Organisation of the sender."},{"name":"requested_by","type":"string"'
    ',"doc":"User."},{"name":"teams","type":{"type":"array","items":"string"},"do'
    'c":"Teams of the user, as the token says."},{"name":"roles","type":{"type":"'
    'array","items":"string"},"doc":"Roles of the user, as the token says."},{"na'
    'me":"repositories","type":{"type":"array","items":"string"},"doc":"Repositor'
    'ies that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.","defa'
    'ult":[]}],"namespace":"muster.registry_commands"},{"type":"record","name":"R'
    'eserveRepacking","doc":"Reserve space for the new form of a stored object.",'
    '"fields":[{"name":"object","type":"string","doc":"lfs/HASH of the file; xorb'
    '/HASH."},{"name":"uploads","type":{"type":"array","items":"muster.registry_c'
    'ommands.ObjectUpload"},"doc":"Xorbs and the record, or the delta; what the o'
    'rganisation already holds needs no reservation."},{"name":"tenant","type":"s'
    'tring","doc":"The organisation that holds it."},{"name":"requested_by","type'
    '":"string","doc":"Service that sends the request."}],"namespace":"muster.reg'
    'istry_commands"},{"type":"record","name":"RepackObject","doc":"Store a file '
    'that was uploaded whole in chunks of xorbs from now on.","fields":[{"name":"'
    'object","type":"string","doc":"lfs/HASH of the file."},{"name":"file","type"'
    ':"muster.registry_commands.XetFile","doc":"Location of its chunks."},{"name"'
    ':"key_chunks","type":{"type":"array","items":"muster.registry_commands.KeyCh'
    'unk"},"doc":"Chunks that clients may query."},{"name":"proofs","type":{"type'
    '":"array","items":"muster.registry_commands.UploadProof"},"doc":"Proofs of t'
    'he record and of new xorbs."},{"name":"tenant","type":"string","doc":"The or'
    'ganisation that holds it."},{"name":"requested_by","type":"string","doc":"Se'
    'rvice that sends the request."}],"namespace":"muster.registry_commands"},{"t'
    'ype":"record","name":"RepackXorb","doc":"Store a xorb as a delta from others'
    ' from now on.","fields":[{"name":"object","type":"string","doc":"xorb/HASH."'
    '},{"name":"bases","type":{"type":"array","items":"string"},"doc":"Hashes of '
    'the xorbs that are needed to restore it; none of them is stored as a delta."'
    '},{"name":"proof","type":"muster.registry_commands.UploadProof","doc":"Proof'
    ' of the delta."},{"name":"repository","type":"string","doc":"Id of a reposit'
    'ory with a version that contains it."},{"name":"base_repository","type":"str'
    'ing","doc":"Id of the repository whose version is the base of the delta."},{'
    '"name":"tenant","type":"string","doc":"The organisation that holds it and it'
    's bases."},{"name":"requested_by","type":"string","doc":"Service that sends '
    'the request."}],"namespace":"muster.registry_commands"},{"type":"record","na'
    'me":"SetStorageQuota","doc":"Limit the storage of an organisation.","fields"'
    ':[{"name":"organisation","type":"string","doc":"The organisation."},{"name":'
    '"quota_bytes","type":["null","long"],"doc":"Maximum of unique bytes; null: n'
    'o limit."},{"name":"tenant","type":"string","doc":"Organisation of the sende'
    'r."},{"name":"requested_by","type":"string","doc":"User."},{"name":"teams","'
    'type":{"type":"array","items":"string"},"doc":"Teams of the user, as the tok'
    'en says."},{"name":"roles","type":{"type":"array","items":"string"},"doc":"R'
    'oles of the user, as the token says."},{"name":"repositories","type":{"type"'
    ':"array","items":"string"},"doc":"Repositories that the token is limited to,'
    ' as TYPE/NAMESPACE/NAME; empty: all.","default":[]}],"namespace":"muster.reg'
    'istry_commands"},{"type":"record","name":"SetScanPolicy","doc":"Set who can '
    'read content without a verdict.","fields":[{"name":"organisation","type":"st'
    'ring","doc":"Organisation that owns the repositories."},{"name":"policy","ty'
    'pe":{"type":"enum","name":"ScanPolicy","doc":"Who can read content without a'
    ' verdict: all readers, administrators, nobody; grants always can.","symbols"'
    ':["ALLOW","OWNER_ONLY","BLOCK"],"namespace":"muster.registry_commands"},"doc'
    '":"Who can read it."},{"name":"tenant","type":"string","doc":"Organisation o'
    'f the sender."},{"name":"requested_by","type":"string","doc":"User."},{"name'
    '":"teams","type":{"type":"array","items":"string"},"doc":"Teams of the user,'
    ' as the token says."},{"name":"roles","type":{"type":"array","items":"string'
    '"},"doc":"Roles of the user, as the token says."},{"name":"repositories","ty'
    'pe":{"type":"array","items":"string"},"doc":"Repositories that the token is '
    'limited to, as TYPE/NAMESPACE/NAME; empty: all.","default":[]}],"namespace":'
    '"muster.registry_commands"},{"type":"record","name":"PromoteVersion","doc":"'
    'Point a pointer to a version.","fields":[{"name":"repository","type":"string'
    '","doc":"Id of the repository."},{"name":"commit","type":"string","doc":"The'
    ' version: a live commit."},{"name":"pointer","type":"string","doc":"Name of '
    'the pointer, without @."},{"name":"reason","type":"string","doc":"Reason."},'
    '{"name":"tenant","type":"string","doc":"Organisation of the sender."},{"name'
    '":"requested_by","type":"string","doc":"User."},{"name":"teams","type":{"typ'
    'e":"array","items":"string"},"doc":"Teams of the user, as the token says."},'
    '{"name":"roles","type":{"type":"array","items":"string"},"doc":"Roles of the'
    ' user, as the token says."},{"name":"override","type":"boolean","doc":"Wheth'
    'er to override the gates.","default":false},{"name":"repositories","type":{"'
    'type":"array","items":"string"},"doc":"Repositories that the token is limite'
    'd to, as TYPE/NAMESPACE/NAME; empty: all.","default":[]}],"namespace":"muste'
    'r.registry_commands"},{"type":"record","name":"WithdrawVersion","doc":"Clear'
    ' a pointer.","fields":[{"name":"repository","type":"string","doc":"Id of the'
    ' repository."},{"name":"pointer","type":"string","doc":"Name of the pointer,'
    ' without @."},{"name":"reason","type":"string","doc":"Reason."},{"name":"ten'
    'ant","type":"string","doc":"Organisation of the sender."},{"name":"requested'
    '_by","type":"string","doc":"User."},{"name":"teams","type":{"type":"array","'
    'items":"string"},"doc":"Teams of the user, as the token says."},{"name":"rol'
    'es","type":{"type":"array","items":"string"},"doc":"Roles of the user, as th'
    'e token says."},{"name":"repositories","type":{"type":"array","items":"strin'
    'g"},"doc":"Repositories that the token is limited to, as TYPE/NAMESPACE/NAME'
    '; empty: all.","default":[]}],"namespace":"muster.registry_commands"},{"type'
    '":"record","name":"StateLineage","doc":"State what a version is derived from'
    ', or what is derived from it; replaces an earlier statement.","fields":[{"na'
    'me":"repository","type":"string","doc":"Id of the repository."},{"name":"com'
    'mit","type":"string","doc":"The version: a live commit."},{"name":"artifact"'
    ',"type":"string","doc":"The other artifact, as facts name it: KIND/ID."},{"n'
    'ame":"relation","type":{"type":"enum","name":"LineageRelation","doc":"Relati'
    'on of an artifact to its source.","symbols":["REVISION","FINE_TUNE","ADAPTER'
    '","MERGE","TRAINED_ON","MADE_BY","SAVED_BY","BUILT_FROM","EVALUATES","DEPLOY'
    'S","SHARES_CONTENT","SHARES_WEIGHTS"],"namespace":"muster.registry_commands"'
    '},"doc":"Relation of the derived artifact to its source."},{"name":"downstre'
    'am","type":"boolean","doc":"Whether the artifact is derived from the version'
    ', instead of the version from it."},{"name":"withdrawn","type":"boolean","do'
    'c":"Whether the statement is withdrawn: it is not true."},{"name":"tenant","'
    'type":"string","doc":"Organisation of the sender."},{"name":"requested_by","'
    'type":"string","doc":"User."},{"name":"teams","type":{"type":"array","items"'
    ':"string"},"doc":"Teams of the user, as the token says."},{"name":"roles","t'
    'ype":{"type":"array","items":"string"},"doc":"Roles of the user, as the toke'
    'n says."},{"name":"repositories","type":{"type":"array","items":"string"},"d'
    'oc":"Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empt'
    'y: all.","default":[]}],"namespace":"muster.registry_commands"},{"type":"rec'
    'ord","name":"CreateRun","doc":"Create a run, or a model that a run logs.","f'
    'ields":[{"name":"repository","type":"string","doc":"Id of the repository."},'
    '{"name":"run","type":"string","doc":"Id of the run, or of the model."},{"nam'
    'e":"kind","type":{"type":"enum","name":"RunKind","doc":"RUN: of an experimen'
    't. MODEL: a model that a run has logged.","symbols":["RUN","MODEL"],"namespa'
    'ce":"muster.registry_commands"},"doc":"A run or a model."},{"name":"name","t'
    'ype":"string","doc":"Name for people."},{"name":"model_type","type":"string"'
    ',"doc":"Purpose of a model, as stated by the client; empty: not stated."},{"'
    'name":"source_run","type":"string","doc":"Run that logged a model; empty: no'
    'ne."},{"name":"started_at_ms","type":"long","doc":"When it began, as stated '
    'by the client, milliseconds since 1970 UTC."},{"name":"params","type":{"type'
    '":"array","items":{"type":"record","name":"Label","doc":"A name and its valu'
    'e.","fields":[{"name":"name","type":"string","doc":"Name."},{"name":"value",'
    '"type":"string","doc":"Text."}],"namespace":"muster.registry_commands"}},"do'
    'c":"Parameters; each can be set once."},{"name":"tags","type":{"type":"array'
    '","items":"muster.registry_commands.Label"},"doc":"Tags."},{"name":"tenant",'
    '"type":"string","doc":"Organisation of the sender."},{"name":"requested_by",'
    '"type":"string","doc":"User."},{"name":"teams","type":{"type":"array","items'
    '":"string"},"doc":"Teams of the user, as the token says."},{"name":"roles","'
    'type":{"type":"array","items":"string"},"doc":"Roles of the user, as the tok'
    'en says."},{"name":"repositories","type":{"type":"array","items":"string"},"'
    'doc":"Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; emp'
    'ty: all.","default":[]}],"namespace":"muster.registry_commands"},{"type":"re'
    'cord","name":"ChangeRun","doc":"Change a run, or a model that one logged; ab'
    'sent fields are unchanged.","fields":[{"name":"repository","type":"string","'
    'doc":"Id of the repository."},{"name":"run","type":"string","doc":"Id of the'
    ' run, or of the model."},{"name":"status","type":["null",{"type":"enum","nam'
    'e":"RunStatus","doc":"The first five are for runs, the others for models tha'
    't runs logged.","symbols":["RUNNING","SCHEDULED","FINISHED","FAILED","KILLED'
    '","PENDING","READY","UPLOAD_FAILED"],"namespace":"muster.registry_commands"}'
    '],"doc":"New status; null: unchanged.","default":null},{"name":"ended_at_ms"'
    ',"type":["null","long"],"doc":"When it ended, as stated by the client; null:'
    ' unchanged.","default":null},{"name":"name","type":["null","string"],"doc":"'
    'Name for people; null: unchanged.","default":null},{"name":"removed","type":'
    '["null","boolean"],"doc":"Whether it is hidden until it is restored; null: u'
    'nchanged.","default":null},{"name":"params","type":{"type":"array","items":"'
    'muster.registry_commands.Label"},"doc":"Parameters to set.","default":[]},{"'
    'name":"tags","type":{"type":"array","items":"muster.registry_commands.Label"'
    '},"doc":"Tags to set.","default":[]},{"name":"removed_tags","type":{"type":"'
    'array","items":"string"},"doc":"Tags to remove.","default":[]},{"name":"data'
    'sets","type":{"type":"array","items":{"type":"record","name":"DatasetUse","d'
    'oc":"A data set that a run has read, as its client describes it.","fields":['
    '{"name":"name","type":"string","doc":"Name."},{"name":"digest","type":"strin'
    'g","doc":"Digest of its content, computed by the client."},{"name":"source_t'
    'ype","type":"string","doc":"Kind of its source."},{"name":"source","type":"s'
    'tring","doc":"Source, as JSON."},{"name":"schema","type":"string","doc":"Its'
    ' columns, as JSON; empty: unknown."},{"name":"profile","type":"string","doc"'
    ':"Statistics of it, as JSON; empty: unknown."},{"name":"tags","type":{"type"'
    ':"array","items":"muster.registry_commands.Label"},"doc":"Tags of this use."'
    '}],"namespace":"muster.registry_commands"}},"doc":"Data sets that it has rea'
    'd.","default":[]},{"name":"tenant","type":"string","doc":"Organisation of th'
    'e sender."},{"name":"requested_by","type":"string","doc":"User."},{"name":"t'
    'eams","type":{"type":"array","items":"string"},"doc":"Teams of the user, as '
    'the token says."},{"name":"roles","type":{"type":"array","items":"string"},"'
    'doc":"Roles of the user, as the token says."},{"name":"repositories","type":'
    '{"type":"array","items":"string"},"doc":"Repositories that the token is limi'
    'ted to, as TYPE/NAMESPACE/NAME; empty: all.","default":[]}],"namespace":"mus'
    'ter.registry_commands"},{"type":"record","name":"DescribeRepository","doc":"'
    'Change the details of a repository; absent fields are unchanged.","fields":['
    '{"name":"repository","type":"string","doc":"Id of the repository."},{"name":'
    '"description","type":["null","string"],"doc":"Description for people; null: '
    'unchanged.","default":null},{"name":"archived","type":["null","boolean"],"do'
    'c":"Whether it is hidden until it is restored; null: unchanged.","default":n'
    'ull},{"name":"tags","type":{"type":"array","items":"muster.registry_commands'
    '.Label"},"doc":"Tags to set.","default":[]},{"name":"removed_tags","type":{"'
    'type":"array","items":"string"},"doc":"Tags to remove.","default":[]},{"name'
    '":"tenant","type":"string","doc":"Organisation of the sender."},{"name":"req'
    'uested_by","type":"string","doc":"User."},{"name":"teams","type":{"type":"ar'
    'ray","items":"string"},"doc":"Teams of the user, as the token says."},{"name'
    '":"roles","type":{"type":"array","items":"string"},"doc":"Roles of the user,'
    ' as the token says."},{"name":"repositories","type":{"type":"array","items":'
    '"string"},"doc":"Repositories that the token is limited to, as TYPE/NAMESPAC'
    'E/NAME; empty: all.","default":[]}],"namespace":"muster.registry_commands"},'
    '{"type":"record","name":"RegisterVersion","doc":"Give a commit of a model th'
    'e next version number.","fields":[{"name":"repository","type":"string","doc"'
    ':"Id of the repository."},{"name":"commit","type":"string","doc":"Commit of '
    'the version."},{"name":"source","type":"string","doc":"Source of the files, '
    'as stated by the client."},{"name":"run","type":"string","doc":"Run that mad'
    'e it; empty: unknown."},{"name":"model","type":"string","doc":"Model that a '
    'run logged; empty: none."},{"name":"run_link","type":"string","doc":"Address'
    ' of the run, as stated by the client; empty: none."},{"name":"description","'
    'type":"string","doc":"Description for people."},{"name":"tags","type":{"type'
    '":"array","items":"muster.registry_commands.Label"},"doc":"Tags."},{"name":"'
    'tenant","type":"string","doc":"Organisation of the sender."},{"name":"reques'
    'ted_by","type":"string","doc":"User."},{"name":"teams","type":{"type":"array'
    '","items":"string"},"doc":"Teams of the user, as the token says."},{"name":"'
    'roles","type":{"type":"array","items":"string"},"doc":"Roles of the user, as'
    ' the token says."},{"name":"repositories","type":{"type":"array","items":"st'
    'ring"},"doc":"Repositories that the token is limited to, as TYPE/NAMESPACE/N'
    'AME; empty: all.","default":[]}],"namespace":"muster.registry_commands"},{"t'
    'ype":"record","name":"ChangeVersion","doc":"Change a version; absent fields '
    'are unchanged.","fields":[{"name":"repository","type":"string","doc":"Id of '
    'the repository."},{"name":"version","type":"int","doc":"Its number."},{"name'
    '":"description","type":["null","string"],"doc":"Description for people; null'
    ': unchanged.","default":null},{"name":"stage","type":["null","string"],"doc"'
    ':"None, Staging, Production or Archived; null: unchanged.","default":null},{'
    '"name":"archive_others","type":"boolean","doc":"Whether other versions at th'
    'is stage become Archived.","default":false},{"name":"removed","type":"boolea'
    'n","doc":"Whether it is removed, for good.","default":false},{"name":"tags",'
    '"type":{"type":"array","items":"muster.registry_commands.Label"},"doc":"Tags'
    ' to set.","default":[]},{"name":"removed_tags","type":{"type":"array","items'
    '":"string"},"doc":"Tags to remove.","default":[]},{"name":"tenant","type":"s'
    'tring","doc":"Organisation of the sender."},{"name":"requested_by","type":"s'
    'tring","doc":"User."},{"name":"teams","type":{"type":"array","items":"string'
    '"},"doc":"Teams of the user, as the token says."},{"name":"roles","type":{"t'
    'ype":"array","items":"string"},"doc":"Roles of the user, as the token says."'
    '},{"name":"repositories","type":{"type":"array","items":"string"},"doc":"Rep'
    'ositories that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all."'
    ',"default":[]}],"namespace":"muster.registry_commands"},{"type":"record","na'
    'me":"SetAlias","doc":"Point an alias of a repository to a version, or remove'
    ' it.","fields":[{"name":"repository","type":"string","doc":"Id of the reposi'
    'tory."},{"name":"alias","type":"string","doc":"Name; case does not matter."}'
    ',{"name":"version","type":["null","int"],"doc":"Number of the version that i'
    't points to; null: the alias is removed.","default":null},{"name":"tenant","'
    'type":"string","doc":"Organisation of the sender."},{"name":"requested_by","'
    'type":"string","doc":"User."},{"name":"teams","type":{"type":"array","items"'
    ':"string"},"doc":"Teams of the user, as the token says."},{"name":"roles","t'
    'ype":{"type":"array","items":"string"},"doc":"Roles of the user, as the toke'
    'n says."},{"name":"repositories","type":{"type":"array","items":"string"},"d'
    'oc":"Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; empt'
    'y: all.","default":[]}],"namespace":"muster.registry_commands"},{"type":"rec'
    'ord","name":"RecordDownloads","doc":"Report what members of an organisation '
    'have downloaded since the last such command.","fields":[{"name":"downloads",'
    '"type":{"type":"array","items":{"type":"record","name":"Download","doc":"Dow'
    'nloads of one repository.","fields":[{"name":"repository","type":"string","d'
    'oc":"Id of the repository."},{"name":"downloads","type":"long","doc":"Tokens'
    ' that read files of it, each counted once an hour."},{"name":"read_bytes","t'
    'ype":"long","doc":"Bytes of the ranges of files that they read, each range o'
    'nce per token and hour."},{"name":"contents","type":{"type":"array","items":'
    '"string"},"doc":"Files that were read, as KIND/HASH; at most 5,000 per comma'
    'nd, the others are reported when they are read again.","default":[]}],"names'
    'pace":"muster.registry_commands"}},"doc":"At most 1,000 repositories."},{"na'
    'me":"tenant","type":"string","doc":"The organisation whose members downloade'
    'd."},{"name":"requested_by","type":"string","doc":"Service that reports it."'
    '}],"namespace":"muster.registry_commands"},{"type":"record","name":"SetDownl'
    'oadQuota","doc":"Limit what members of an organisation download within 30 da'
    'ys.","fields":[{"name":"organisation","type":"string","doc":"The organisatio'
    'n."},{"name":"quota_bytes","type":["null","long"],"doc":"Maximum of bytes in'
    ' 30 days; null: no limit."},{"name":"tenant","type":"string","doc":"Organisa'
    'tion of the sender."},{"name":"requested_by","type":"string","doc":"User."},'
    '{"name":"teams","type":{"type":"array","items":"string"},"doc":"Teams of the'
    ' user, as the token says."},{"name":"roles","type":{"type":"array","items":"'
    'string"},"doc":"Roles of the user, as the token says."},{"name":"repositorie'
    's","type":{"type":"array","items":"string"},"doc":"Repositories that the tok'
    'en is limited to, as TYPE/NAMESPACE/NAME; empty: all.","default":[]}],"names'
    'pace":"muster.registry_commands"},{"type":"record","name":"SetTierRule","doc'
    '":"Set the number of days without a read after which objects change their ti'
    'er.","fields":[{"name":"warm_after_days","type":"int","doc":"Days until warm'
    '; 1 or more."},{"name":"cold_after_days","type":"int","doc":"Days until cold'
    '; more than those of warm, at most 3,650."},{"name":"prewarmed_max","type":"'
    'int","doc":"Number of most downloaded repositories announced to the CDN each'
    ' day; 0: none, at most 1,000.","default":0},{"name":"tenant","type":"string"'
    ',"doc":"Organisation of the sender."},{"name":"requested_by","type":"string"'
    ',"doc":"User."},{"name":"teams","type":{"type":"array","items":"string"},"do'
    'c":"Teams of the user, as the token says."},{"name":"roles","type":{"type":"'
    'array","items":"string"},"doc":"Roles of the user, as the token says."},{"na'
    'me":"repositories","type":{"type":"array","items":"string"},"doc":"Repositor'
    'ies that the token is limited to, as TYPE/NAMESPACE/NAME; empty: all.","defa'
    'ult":[]}],"namespace":"muster.registry_commands"},{"type":"record","name":"R'
    'ecordPlacement","doc":"Report the storage class of objects that have changed'
    ' their tier.","fields":[{"name":"placed","type":{"type":"array","items":{"ty'
    'pe":"record","name":"Placement","doc":"Storage class of one object.","fields'
    '":[{"name":"object","type":"string","doc":"KIND/HASH."},{"name":"object_key"'
    ',"type":"string","doc":"Key of its bytes in the store."},{"name":"storage_cl'
    'ass","type":"string","doc":"Storage class, as the store reports it; empty: t'
    'he store has no classes."}],"namespace":"muster.registry_commands"}},"doc":"'
    'Objects; at most 100."},{"name":"tenant","type":"string","doc":"Organisation'
    ' of the service that reports it."},{"name":"requested_by","type":"string","d'
    'oc":"The service."}],"namespace":"muster.registry_commands"},{"type":"record'
    '","name":"RecordChecks","doc":"Report objects whose stored bytes were read b'
    'ack and have changed.","fields":[{"name":"findings","type":{"type":"array","'
    'items":{"type":"record","name":"Finding","doc":"State of one object in the s'
    'tore.","fields":[{"name":"object","type":"string","doc":"KIND/HASH."},{"name'
    '":"object_key","type":"string","doc":"Key that was read."},{"name":"state","'
    'type":{"type":"enum","name":"ObjectState","doc":"Whether stored bytes are th'
    'ose of the object.","symbols":["SOUND","DAMAGED","ABSENT"],"namespace":"must'
    'er.registry_commands"},"doc":"State; SOUND: its bytes are right again."},{"n'
    'ame":"detail","type":"string","doc":"Difference that was found, or the copy '
    'that repaired it."}],"namespace":"muster.registry_commands"}},"doc":"1 to 10'
    '0."},{"name":"tenant","type":"string","doc":"Organisation of the service tha'
    't reports it."},{"name":"requested_by","type":"string","doc":"The service."}'
    '],"namespace":"muster.registry_commands"},{"type":"record","name":"SetEncryp'
    'tion","doc":"Encrypt what an organisation stores with a key of its own, befo'
    're it stores anything.","fields":[{"name":"organisation","type":"string","do'
    'c":"The organisation."},{"name":"key","type":"string","doc":"Name of the key'
    ' in the key ring of the store, never the key; empty: none."},{"name":"tenant'
    '","type":"string","doc":"Organisation of the sender."},{"name":"requested_by'
    '","type":"string","doc":"User."},{"name":"teams","type":{"type":"array","ite'
    'ms":"string"},"doc":"Teams of the user, as the token says."},{"name":"roles"'
    ',"type":{"type":"array","items":"string"},"doc":"Roles of the user, as the t'
    'oken says."},{"name":"repositories","type":{"type":"array","items":"string"}'
    ',"doc":"Repositories that the token is limited to, as TYPE/NAMESPACE/NAME; e'
    'mpty: all.","default":[]}],"namespace":"muster.registry_commands"}],"doc":"W'
    'hat happened."}]}'
)
