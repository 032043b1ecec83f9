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
    """What a repository is for."""

    MODEL = "MODEL"
    DATASET = "DATASET"
    SPACE = "SPACE"
    EXPERIMENT = "EXPERIMENT"


class Visibility(StrEnum):
    """Who reads a repository without a grant. RESTRICTED: everybody its card, nobody its files."""

    PUBLIC = "PUBLIC"
    INTERNAL = "INTERNAL"
    PRIVATE = "PRIVATE"
    RESTRICTED = "RESTRICTED"


@final
@record
class CreateRepository:
    """Create a repository, with a first commit that holds nothing.

    Attributes:
        repository: Id of the repository.
        repository_type: What it is for.
        namespace: The organisation, or ORGANISATION.USER: a user's own.
        name: Within the namespace.
        visibility: Who may read it.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """Delete a repository; what only it refers to is removed from the store later.

    Attributes:
        repository: Id of the repository.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """Give a repository another name, in the same organisation.

    Attributes:
        repository: Id of the repository.
        namespace: The new one.
        name: The new one.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """Say who may read a repository.

    Attributes:
        repository: Id of the repository.
        visibility: Who.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """Whom a grant is for."""

    USER = "USER"
    TEAM = "TEAM"
    ORGANISATION = "ORGANISATION"


class AccessLevel(StrEnum):
    """What a grant allows; each allows what stands before it."""

    READ = "READ"
    WRITE = "WRITE"
    ADMIN = "ADMIN"


@final
@record
class GrantAccess:
    """Allow somebody something, in place of an earlier grant.

    Attributes:
        repository: Id of the repository.
        grantee_kind: What the grantee is.
        grantee: A user or team as ORGANISATION/NAME, or an organisation.
        level: What is allowed.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """Take a grant back.

    Attributes:
        repository: Id of the repository.
        grantee_kind: What the grantee is.
        grantee: As it was granted.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """Let nobody read the files of a repository but those with a grant.

    Attributes:
        repository: Id of the repository.
        reason: What readers are told.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        object: The content that it is about: KIND/HASH; empty: all files.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """Let its files be read again.

    Attributes:
        repository: Id of the repository.
        reason: Why.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        object: The content that it is about: KIND/HASH; empty: all files.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """What a name of a commit does: a branch moves with each commit, a tag stays."""

    BRANCH = "BRANCH"
    TAG = "TAG"


@final
@record
class CreateRef:
    """Name a commit.

    Attributes:
        repository: Id of the repository.
        kind: Branch or tag.
        name: The name.
        commit: A commit of the repository that is live.
        message: What a tag says; empty: nothing.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """Take a name away; commits that no name leads to are given up.

    Attributes:
        repository: Id of the repository.
        kind: Branch or tag.
        name: The name.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """In this order: a small file, a whole one, a directory, a xorb, where chunks lie, a difference."""

    INLINE = "INLINE"
    LFS = "LFS"
    TREE = "TREE"
    XORB = "XORB"
    FILE = "FILE"
    DELTA = "DELTA"


@final
@record
class ObjectUpload:
    """An object that is to be stored.

    Attributes:
        upload: Id of this upload.
        kind: What it holds.
        hash: Its SHA-256, 64 hexadecimal digits; ~KEY behind it if it is encrypted.
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
    """Keep room for objects that are about to be stored.

    Attributes:
        repository: Id of the repository.
        uploads: Those that the organisation holds already take no room.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """The bytes are in the store, and were read back and have the hash.

    Attributes:
        repository: Id of the repository.
        upload: Id of the upload.
        object_key: Where in the store they lie.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """How the bytes of a file lie: INLINE and LFS as an object of its own, XET in chunks of xorbs."""

    INLINE = "INLINE"
    LFS = "LFS"
    XET = "XET"


@final
@record
class FileAdded:
    """A file that a commit adds or replaces.

    Attributes:
        path: In the repository.
        kind: How its bytes lie.
        hash: SHA-256 of the object; for XET, of the record that says where its chunks lie.
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
    """A directory that a commit writes anew.

    Attributes:
        hash: SHA-256 of its listing.
        size_bytes: Size of the listing.
    """

    AVRO_NAME: ClassVar[str] = "muster.registry_commands.TreeAdded"

    hash: str
    size_bytes: int

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
            size_bytes=d["size_bytes"],
        )


@final
@record
class ModelCard:
    """What the head of README.md says.

    Attributes:
        licence: Identifier; empty: it says none.
        base_models: What it was made from.
        datasets: What it was trained on.
        tags: As they stand there.
        pipeline: Task; empty: it says none.
        library: Library; empty: it says none.
        text: Behind the head, its beginning: what searches find it by.
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
    """The bytes of an upload are in the store, and have its hash.

    Attributes:
        upload: Id of the upload.
        object_key: Where in the store they lie.
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
    """The attempt of a job that was running as it wrote, as job-events says.

    Attributes:
        job_id: The job.
        attempt: Its attempt.
        checkpoint_step: Step of the checkpoint that it wrote last; null: it wrote none.
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
        base: The commit that the new tree was made from; the branch must be there.
        parent: What the client named as the parent; null: it named none.
        body_digest: SHA-256 of the request: the same again is the same commit.
        title: First line.
        description: The rest.
        root: SHA-256 of the root directory's listing.
        files: Added or replaced.
        deleted: Paths of files; of directories with a slash at the end.
        trees: Directories that this commit writes anew.
        card: When README.md changed and can be read.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        proofs: Of objects that were stored for this commit and are not confirmed.
        made_by: The job that makes it, if one does.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
        logical_bytes: Of all files of the commit, each as a whole copy; null: it is not said.
        follows: Digest of the request that made the commit at which the branch is, in place of
            base; empty: base.
        squash: The commit has no parent: the history of the branch is given up.
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
    """A file that lies in chunks of xorbs.

    Attributes:
        record: SHA-256 of the record that says where its chunks lie.
        file: Its hash in xet, 64 hexadecimal digits.
        sha256: SHA-256 of its bytes, as the client says; empty: it does not say.
        size_bytes: Its size.
        xorbs: Hashes of the xorbs that its chunks lie in, each once.
        fixed: SHA-256 of each 64 MiB of it, in order, as the registry itself has read them; empty:
            nobody has.
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
    """A chunk by which clients find out what is stored already.

    Attributes:
        chunk: Its hash, 64 hexadecimal digits.
        xorb: Hash of the xorb that it lies in.
        record: Of a file that it is part of.
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
    """Files whose chunks lie in xorbs that are stored; a commit may refer to them.

    Attributes:
        repository: Id of the repository that they are uploaded for.
        files: Files, each once.
        key_chunks: Chunks that clients may ask for.
        proofs: Of the records.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """Keep room for what an object that is stored already will be held as.

    Attributes:
        object: lfs/HASH of the file; xorb/HASH.
        uploads: Xorbs and the record, or the difference; what the organisation has needs no room.
        tenant: The organisation that holds it.
        requested_by: The service that asks.
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
    """A file that came whole lies in chunks of xorbs from now on.

    Attributes:
        object: lfs/HASH of the file.
        file: Where its chunks lie.
        key_chunks: Chunks that clients may ask for.
        proofs: Of the record and of xorbs that are new.
        tenant: The organisation that holds it.
        requested_by: The service that asks.
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
    """A xorb is held as its difference from others from now on.

    Attributes:
        object: xorb/HASH.
        bases: Hashes of the xorbs that are needed to restore it; none of them is held as a
            difference.
        proof: Of the difference.
        repository: Id of the repository in a version of which it was found.
        base_repository: Id of the repository whose version it is the difference from.
        tenant: The organisation that holds it and its bases.
        requested_by: The service that asks.
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
    """Limit what an organisation keeps in the store.

    Attributes:
        organisation: Whose.
        quota_bytes: Of unique bytes; null: no limit.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """Who reads content without a verdict: all readers, who administers it, nobody; by grant, anybody."""

    ALLOW = "ALLOW"
    OWNER_ONLY = "OWNER_ONLY"
    BLOCK = "BLOCK"


@final
@record
class SetScanPolicy:
    """Say who reads content about which there is no verdict.

    Attributes:
        organisation: Whose repositories.
        policy: Who.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """Point to a version.

    Attributes:
        repository: Id of the repository.
        commit: The version: a commit that is live.
        pointer: Name of the pointer, without @.
        reason: Why.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        override: Whatever gates say.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """Point to nothing any longer.

    Attributes:
        repository: Id of the repository.
        pointer: Name of the pointer, without @.
        reason: Why.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """What an artifact is to one that it comes from."""

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
    """Say what a version comes from, or what comes from it; a statement about it replaces an earlier one.

    Attributes:
        repository: Id of the repository.
        commit: The version: a commit that is live.
        artifact: The other artifact, as facts name it: KIND/ID.
        relation: What the one that comes later is to the other.
        downstream: The artifact comes from the version, not the version from it.
        withdrawn: It was said, and is not so.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """RUN: of an experiment. MODEL: what a run has logged as a model."""

    RUN = "RUN"
    MODEL = "MODEL"


@final
@record
class Label:
    """A name and what stands under it.

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
    """A run begins, or a run logs a model.

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
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """Of a run the first five; of a model that one logged the others."""

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
    """A dataset that a run has read, as its client describes it.

    Attributes:
        name: Name.
        digest: Of its content, as the client made it.
        source_type: Kind of place that it comes from.
        source: Where it comes from, as JSON.
        schema: Its columns, as JSON; empty: unknown.
        profile: Sums about it, as JSON; empty: unknown.
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
    """Something about a run, or a model that one logged; what is not named stays.

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
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """Something about a repository as a whole; what is not named stays.

    Attributes:
        repository: Id of the repository.
        description: For people; null: as it was.
        archived: Whether it is out of sight, until it is restored; null: as it was.
        tags: Tags to set.
        removed_tags: Tags to take away.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """A commit of a model gets the next number.

    Attributes:
        repository: Id of the repository.
        commit: What the version is.
        source: Where the files came from, as the client says.
        run: Run that made it; empty: unknown.
        model: Model that a run logged; empty: none.
        run_link: Address of the run, as the client says; empty: none.
        description: For people.
        tags: Tags.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """Something about a version; what is not named stays.

    Attributes:
        repository: Id of the repository.
        version: Its number.
        description: For people; null: as it was.
        stage: None, Staging, Production or Archived; null: as it was.
        archive_others: Other versions at this stage become Archived.
        removed: It is gone, for good.
        tags: Tags to set.
        removed_tags: Tags to take away.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """A name of a repository leads to a version, or nowhere.

    Attributes:
        repository: Id of the repository.
        alias: Name; upper and lower case are one.
        version: Number of the version that it leads to; null: it leads nowhere any longer.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """What was read of one repository.

    Attributes:
        repository: Id of the repository.
        downloads: Tokens that read files of it in an hour, each once an hour.
        read_bytes: Of the ranges of files that they were given, each range once a token and hour.
        contents: Files that were read, as KIND/HASH; at most 5,000 of a command, others are told
            when they are read again.
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
    """Tell what members of an organisation have downloaded since the last such command.

    Attributes:
        downloads: At most 1,000 repositories.
        tenant: The organisation whose members downloaded.
        requested_by: The service that tells it.
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
        organisation: Whose.
        quota_bytes: Of 30 days; null: no limit.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """Say after how many days without a read objects go to which tier.

    Attributes:
        warm_after_days: 1 or more.
        cold_after_days: More than those of warm; at most 3,650.
        prewarmed_max: So many repositories, those that are downloaded most, are told to the CDN
            each day; 0: none, at most 1,000.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    """Where one object lies.

    Attributes:
        object: KIND/HASH.
        object_key: Where its bytes lie.
        storage_class: As the store says; empty: the store knows no classes.
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
    """Tell in which class of the store objects lie, after they have changed their tier.

    Attributes:
        placed: At most 100.
        tenant: The organisation of the service that tells it.
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
        state: SOUND: its bytes are right again.
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
    """Report objects whose stored bytes were read back and are other than before.

    Attributes:
        findings: 1 to 100.
        tenant: The organisation of the service that tells it.
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
    """Encrypt what an organisation keeps with a key of its own, before it keeps anything.

    Attributes:
        organisation: Whose.
        key: Name of the key in the key ring of the store, never the key; empty: none.
        tenant: The organisation of who asks.
        requested_by: User.
        teams: Teams of the user, as the token says.
        roles: Roles of the user, as the token says.
        repositories: Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.
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
    '":"key","type":"string","doc":"The Kafka key: what this topic is ordered by.'
    '"},{"name":"occurred_at_ms","type":"long","doc":"When the producer says it h'
    'appened, milliseconds since 1970 UTC."},{"name":"producer","type":"string","'
    'doc":"Service and instance that wrote the record."},{"name":"correlation_id"'
    ',"type":"string","doc":"Shared by everything that follows from one request."'
    '},{"name":"causation_id","type":["null","string"],"doc":"event_id of the rec'
    'ord this one follows from.","default":null},{"name":"payload","type":[{"type'
    '":"record","name":"CreateRepository","doc":"Create a repository, with a firs'
    't commit that holds nothing.","fields":[{"name":"repository","type":"string"'
    ',"doc":"Id of the repository."},{"name":"repository_type","type":{"type":"en'
    'um","name":"RepositoryType","doc":"What a repository is for.","symbols":["MO'
    'DEL","DATASET","SPACE","EXPERIMENT"],"namespace":"muster.registry_commands"}'
    ',"doc":"What it is for."},{"name":"namespace","type":"string","doc":"The org'
    'anisation, or ORGANISATION.USER: a user\'s own."},{"name":"name","type":"stri'
    'ng","doc":"Within the namespace."},{"name":"visibility","type":{"type":"enum'
    '","name":"Visibility","doc":"Who reads a repository without a grant. RESTRIC'
    'TED: everybody its card, nobody its files.","symbols":["PUBLIC","INTERNAL","'
    'PRIVATE","RESTRICTED"],"namespace":"muster.registry_commands"},"doc":"Who ma'
    'y read it."},{"name":"tenant","type":"string","doc":"The organisation of who'
    ' asks."},{"name":"requested_by","type":"string","doc":"User."},{"name":"team'
    's","type":{"type":"array","items":"string"},"doc":"Teams of the user, as the'
    ' token says."},{"name":"roles","type":{"type":"array","items":"string"},"doc'
    '":"Roles of the user, as the token says."},{"name":"repositories","type":{"t'
    'ype":"array","items":"string"},"doc":"Those that the token is for, as TYPE/N'
    'AMESPACE/NAME; empty: all.","default":[]}],"namespace":"muster.registry_comm'
    'ands"},{"type":"record","name":"DeleteRepository","doc":"Delete a repository'
    '; what only it refers to is removed from the store later.","fields":[{"name"'
    ':"repository","type":"string","doc":"Id of the repository."},{"name":"tenant'
    '","type":"string","doc":"The organisation of who asks."},{"name":"requested_'
    'by","type":"string","doc":"User."},{"name":"teams","type":{"type":"array","i'
    'tems":"string"},"doc":"Teams of the user, as the token says."},{"name":"role'
    's","type":{"type":"array","items":"string"},"doc":"Roles of the user, as the'
    ' token says."},{"name":"repositories","type":{"type":"array","items":"string'
    '"},"doc":"Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.",'
    '"default":[]}],"namespace":"muster.registry_commands"},{"type":"record","nam'
    'e":"MoveRepository","doc":"Give a repository another name, in the same organ'
    'isation.","fields":[{"name":"repository","type":"string","doc":"Id of the re'
    'pository."},{"name":"namespace","type":"string","doc":"The new one."},{"name'
    '":"name","type":"string","doc":"The new one."},{"name":"tenant","type":"stri'
    'ng","doc":"The organisation of who asks."},{"name":"requested_by","type":"st'
    'ring","doc":"User."},{"name":"teams","type":{"type":"array","items":"string"'
    '},"doc":"Teams of the user, as the token says."},{"name":"roles","type":{"ty'
    'pe":"array","items":"string"},"doc":"Roles of the user, as the token says."}'
    ',{"name":"repositories","type":{"type":"array","items":"string"},"doc":"Thos'
    'e that the token is for, as TYPE/NAMESPACE/NAME; empty: all.","default":[]}]'
    ',"namespace":"muster.registry_commands"},{"type":"record","name":"SetVisibil'
    'ity","doc":"Say who may read a repository.","fields":[{"name":"repository","'
    'type":"string","doc":"Id of the repository."},{"name":"visibility","type":"m'
    'uster.registry_commands.Visibility","doc":"Who."},{"name":"tenant","type":"s'
    'tring","doc":"The organisation of who asks."},{"name":"requested_by","type":'
    '"string","doc":"User."},{"name":"teams","type":{"type":"array","items":"stri'
    'ng"},"doc":"Teams of the user, as the token says."},{"name":"roles","type":{'
    '"type":"array","items":"string"},"doc":"Roles of the user, as the token says'
    '."},{"name":"repositories","type":{"type":"array","items":"string"},"doc":"T'
    'hose that the token is for, as TYPE/NAMESPACE/NAME; empty: all.","default":['
    ']}],"namespace":"muster.registry_commands"},{"type":"record","name":"GrantAc'
    'cess","doc":"Allow somebody something, in place of an earlier grant.","field'
    's":[{"name":"repository","type":"string","doc":"Id of the repository."},{"na'
    'me":"grantee_kind","type":{"type":"enum","name":"GranteeKind","doc":"Whom a '
    'grant is for.","symbols":["USER","TEAM","ORGANISATION"],"namespace":"muster.'
    'registry_commands"},"doc":"What the grantee is."},{"name":"grantee","type":"'
    'string","doc":"A user or team as ORGANISATION/NAME, or an organisation."},{"'
    'name":"level","type":{"type":"enum","name":"AccessLevel","doc":"What a grant'
    ' allows; each allows what stands before it.","symbols":["READ","WRITE","ADMI'
    'N"],"namespace":"muster.registry_commands"},"doc":"What is allowed."},{"name'
    '":"tenant","type":"string","doc":"The organisation of who asks."},{"name":"r'
    'equested_by","type":"string","doc":"User."},{"name":"teams","type":{"type":"'
    'array","items":"string"},"doc":"Teams of the user, as the token says."},{"na'
    'me":"roles","type":{"type":"array","items":"string"},"doc":"Roles of the use'
    'r, as the token says."},{"name":"repositories","type":{"type":"array","items'
    '":"string"},"doc":"Those that the token is for, as TYPE/NAMESPACE/NAME; empt'
    'y: all.","default":[]}],"namespace":"muster.registry_commands"},{"type":"rec'
    'ord","name":"RevokeAccess","doc":"Take a grant back.","fields":[{"name":"rep'
    'ository","type":"string","doc":"Id of the repository."},{"name":"grantee_kin'
    'd","type":"muster.registry_commands.GranteeKind","doc":"What the grantee is.'
    '"},{"name":"grantee","type":"string","doc":"As it was granted."},{"name":"te'
    'nant","type":"string","doc":"The organisation of who asks."},{"name":"reques'
    'ted_by","type":"string","doc":"User."},{"name":"teams","type":{"type":"array'
    '","items":"string"},"doc":"Teams of the user, as the token says."},{"name":"'
    'roles","type":{"type":"array","items":"string"},"doc":"Roles of the user, as'
    ' the token says."},{"name":"repositories","type":{"type":"array","items":"st'
    'ring"},"doc":"Those that the token is for, as TYPE/NAMESPACE/NAME; empty: al'
    'l.","default":[]}],"namespace":"muster.registry_commands"},{"type":"record",'
    '"name":"QuarantineRepository","doc":"Let nobody read the files of a reposito'
    'ry but those with a grant.","fields":[{"name":"repository","type":"string","'
    'doc":"Id of the repository."},{"name":"reason","type":"string","doc":"What r'
    'eaders are told."},{"name":"tenant","type":"string","doc":"The organisation '
    'of who asks."},{"name":"requested_by","type":"string","doc":"User."},{"name"'
    ':"teams","type":{"type":"array","items":"string"},"doc":"Teams of the user, '
    'as the token says."},{"name":"roles","type":{"type":"array","items":"string"'
    '},"doc":"Roles of the user, as the token says."},{"name":"object","type":"st'
    'ring","doc":"The content that it is about: KIND/HASH; empty: all files.","de'
    'fault":""},{"name":"repositories","type":{"type":"array","items":"string"},"'
    'doc":"Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.","def'
    'ault":[]}],"namespace":"muster.registry_commands"},{"type":"record","name":"'
    'ReleaseRepository","doc":"Let its files be read again.","fields":[{"name":"r'
    'epository","type":"string","doc":"Id of the repository."},{"name":"reason","'
    'type":"string","doc":"Why."},{"name":"tenant","type":"string","doc":"The org'
    'anisation of who asks."},{"name":"requested_by","type":"string","doc":"User.'
    '"},{"name":"teams","type":{"type":"array","items":"string"},"doc":"Teams of '
    'the user, as the token says."},{"name":"roles","type":{"type":"array","items'
    '":"string"},"doc":"Roles of the user, as the token says."},{"name":"object",'
    '"type":"string","doc":"The content that it is about: KIND/HASH; empty: all f'
    'iles.","default":""},{"name":"repositories","type":{"type":"array","items":"'
    'string"},"doc":"Those that the token is for, as TYPE/NAMESPACE/NAME; empty: '
    'all.","default":[]}],"namespace":"muster.registry_commands"},{"type":"record'
    '","name":"CreateRef","doc":"Name a commit.","fields":[{"name":"repository","'
    'type":"string","doc":"Id of the repository."},{"name":"kind","type":{"type":'
    '"enum","name":"RefKind","doc":"What a name of a commit does: a branch moves '
    'with each commit, a tag stays.","symbols":["BRANCH","TAG"],"namespace":"must'
    'er.registry_commands"},"doc":"Branch or tag."},{"name":"name","type":"string'
    '","doc":"The name."},{"name":"commit","type":"string","doc":"A commit of the'
    ' repository that is live."},{"name":"message","type":"string","doc":"What a '
    'tag says; empty: nothing."},{"name":"tenant","type":"string","doc":"The orga'
    'nisation of who asks."},{"name":"requested_by","type":"string","doc":"User."'
    '},{"name":"teams","type":{"type":"array","items":"string"},"doc":"Teams of t'
    'he user, as the token says."},{"name":"roles","type":{"type":"array","items"'
    ':"string"},"doc":"Roles of the user, as the token says."},{"name":"repositor'
    'ies","type":{"type":"array","items":"string"},"doc":"Those that the token is'
    ' for, as TYPE/NAMESPACE/NAME; empty: all.","default":[]}],"namespace":"muste'
    'r.registry_commands"},{"type":"record","name":"DeleteRef","doc":"Take a name'
    ' away; commits that no name leads to are given up.","fields":[{"name":"repos'
    'itory","type":"string","doc":"Id of the repository."},{"name":"kind","type":'
    '"muster.registry_commands.RefKind","doc":"Branch or tag."},{"name":"name","t'
    'ype":"string","doc":"The name."},{"name":"tenant","type":"string","doc":"The'
    ' organisation of who asks."},{"name":"requested_by","type":"string","doc":"U'
    'ser."},{"name":"teams","type":{"type":"array","items":"string"},"doc":"Teams'
    ' of the user, as the token says."},{"name":"roles","type":{"type":"array","i'
    'tems":"string"},"doc":"Roles of the user, as the token says."},{"name":"repo'
    'sitories","type":{"type":"array","items":"string"},"doc":"Those that the tok'
    'en is for, as TYPE/NAMESPACE/NAME; empty: all.","default":[]}],"namespace":"'
    'muster.registry_commands"},{"type":"record","name":"ReserveUploads","doc":"K'
    'eep room for objects that are about to be stored.","fields":[{"name":"reposi'
    'tory","type":"string","doc":"Id of the repository."},{"name":"uploads","type'
    '":{"type":"array","items":{"type":"record","name":"ObjectUpload","doc":"An o'
    'bject that is to be stored.","fields":[{"name":"upload","type":"string","doc'
    '":"Id of this upload."},{"name":"kind","type":{"type":"enum","name":"ObjectK'
    'ind","doc":"In this order: a small file, a whole one, a directory, a xorb, w'
    'here chunks lie, a difference.","symbols":["INLINE","LFS","TREE","XORB","FIL'
    'E","DELTA"],"namespace":"muster.registry_commands"},"doc":"What it holds."},'
    '{"name":"hash","type":"string","doc":"Its SHA-256, 64 hexadecimal digits; ~K'
    'EY behind it if it is encrypted."},{"name":"size_bytes","type":"long","doc":'
    '"Its size."}],"namespace":"muster.registry_commands"}},"doc":"Those that the'
    ' organisation holds already take no room."},{"name":"tenant","type":"string"'
    ',"doc":"The organisation of who asks."},{"name":"requested_by","type":"strin'
    'g","doc":"User."},{"name":"teams","type":{"type":"array","items":"string"},"'
    'doc":"Teams of the user, as the token says."},{"name":"roles","type":{"type"'
    ':"array","items":"string"},"doc":"Roles of the user, as the token says."},{"'
    'name":"repositories","type":{"type":"array","items":"string"},"doc":"Those t'
    'hat the token is for, as TYPE/NAMESPACE/NAME; empty: all.","default":[]}],"n'
    'amespace":"muster.registry_commands"},{"type":"record","name":"ConfirmUpload'
    '","doc":"The bytes are in the store, and were read back and have the hash.",'
    '"fields":[{"name":"repository","type":"string","doc":"Id of the repository."'
    '},{"name":"upload","type":"string","doc":"Id of the upload."},{"name":"objec'
    't_key","type":"string","doc":"Where in the store they lie."},{"name":"tenant'
    '","type":"string","doc":"The organisation of who asks."},{"name":"requested_'
    'by","type":"string","doc":"User."},{"name":"teams","type":{"type":"array","i'
    'tems":"string"},"doc":"Teams of the user, as the token says."},{"name":"role'
    's","type":{"type":"array","items":"string"},"doc":"Roles of the user, as the'
    ' token says."},{"name":"repositories","type":{"type":"array","items":"string'
    '"},"doc":"Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.",'
    '"default":[]}],"namespace":"muster.registry_commands"},{"type":"record","nam'
    'e":"MakeCommit","doc":"Move a branch to a new commit.","fields":[{"name":"re'
    'pository","type":"string","doc":"Id of the repository."},{"name":"branch","t'
    'ype":"string","doc":"Name of the branch."},{"name":"base","type":"string","d'
    'oc":"The commit that the new tree was made from; the branch must be there."}'
    ',{"name":"parent","type":["null","string"],"doc":"What the client named as t'
    'he parent; null: it named none."},{"name":"body_digest","type":"string","doc'
    '":"SHA-256 of the request: the same again is the same commit."},{"name":"tit'
    'le","type":"string","doc":"First line."},{"name":"description","type":"strin'
    'g","doc":"The rest."},{"name":"root","type":"string","doc":"SHA-256 of the r'
    'oot directory\'s listing."},{"name":"files","type":{"type":"array","items":{"'
    'type":"record","name":"FileAdded","doc":"A file that a commit adds or replac'
    'es.","fields":[{"name":"path","type":"string","doc":"In the repository."},{"'
    'name":"kind","type":{"type":"enum","name":"FileKind","doc":"How the bytes of'
    " a file lie: INLINE and LFS as an object of its own, XET in chunks of xorbs."
    '","symbols":["INLINE","LFS","XET"],"namespace":"muster.registry_commands"},"'
    'doc":"How its bytes lie."},{"name":"hash","type":"string","doc":"SHA-256 of '
    'the object; for XET, of the record that says where its chunks lie."},{"name"'
    ':"size_bytes","type":"long","doc":"Its size."}],"namespace":"muster.registry'
    '_commands"}},"doc":"Added or replaced."},{"name":"deleted","type":{"type":"a'
    'rray","items":"string"},"doc":"Paths of files; of directories with a slash a'
    't the end."},{"name":"trees","type":{"type":"array","items":{"type":"record"'
    ',"name":"TreeAdded","doc":"A directory that a commit writes anew.","fields":'
    '[{"name":"hash","type":"string","doc":"SHA-256 of its listing."},{"name":"si'
    'ze_bytes","type":"long","doc":"Size of the listing."}],"namespace":"muster.r'
    'egistry_commands"}},"doc":"Directories that this commit writes anew."},{"nam'
    'e":"card","type":["null",{"type":"record","name":"ModelCard","doc":"What the'
    ' head of README.md says.","fields":[{"name":"licence","type":"string","doc":'
    '"Identifier; empty: it says none."},{"name":"base_models","type":{"type":"ar'
    'ray","items":"string"},"doc":"What it was made from."},{"name":"datasets","t'
    'ype":{"type":"array","items":"string"},"doc":"What it was trained on."},{"na'
    'me":"tags","type":{"type":"array","items":"string"},"doc":"As they stand the'
    're."},{"name":"pipeline","type":"string","doc":"Task; empty: it says none."}'
    ',{"name":"library","type":"string","doc":"Library; empty: it says none."},{"'
    'name":"text","type":"string","doc":"Behind the head, its beginning: what sea'
    'rches find it by.","default":""}],"namespace":"muster.registry_commands"}],"'
    'doc":"When README.md changed and can be read."},{"name":"tenant","type":"str'
    'ing","doc":"The organisation of who asks."},{"name":"requested_by","type":"s'
    'tring","doc":"User."},{"name":"teams","type":{"type":"array","items":"string'
    '"},"doc":"Teams of the user, as the token says."},{"name":"roles","type":{"t'
    'ype":"array","items":"string"},"doc":"Roles of the user, as the token says."'
    '},{"name":"proofs","type":{"type":"array","items":{"type":"record","name":"U'
    'ploadProof","doc":"The bytes of an upload are in the store, and have its has'
    'h.","fields":[{"name":"upload","type":"string","doc":"Id of the upload."},{"'
    'name":"object_key","type":"string","doc":"Where in the store they lie."}],"n'
    'amespace":"muster.registry_commands"}},"doc":"Of objects that were stored fo'
    'r this commit and are not confirmed.","default":[]},{"name":"made_by","type"'
    ':["null",{"type":"record","name":"MadeBy","doc":"The attempt of a job that w'
    'as running as it wrote, as job-events says.","fields":[{"name":"job_id","typ'
    'e":"string","doc":"The job."},{"name":"attempt","type":"int","doc":"Its atte'
    'mpt."},{"name":"checkpoint_step","type":["null","long"],"doc":"Step of the c'
    'heckpoint that it wrote last; null: it wrote none."}],"namespace":"muster.re'
    'gistry_commands"}],"doc":"The job that makes it, if one does.","default":nul'
    'l},{"name":"repositories","type":{"type":"array","items":"string"},"doc":"Th'
    'ose that the token is for, as TYPE/NAMESPACE/NAME; empty: all.","default":[]'
    '},{"name":"logical_bytes","type":["null","long"],"doc":"Of all files of the '
    'commit, each as a whole copy; null: it is not said.","default":null},{"name"'
    ':"follows","type":"string","doc":"Digest of the request that made the commit'
    ' at which the branch is, in place of base; empty: base.","default":""},{"nam'
    'e":"squash","type":"boolean","doc":"The commit has no parent: the history of'
    ' the branch is given up.","default":false}],"namespace":"muster.registry_com'
    'mands"},{"type":"record","name":"RegisterFiles","doc":"Files whose chunks li'
    'e in xorbs that are stored; a commit may refer to them.","fields":[{"name":"'
    'repository","type":"string","doc":"Id of the repository that they are upload'
    'ed for."},{"name":"files","type":{"type":"array","items":{"type":"record","n'
    'ame":"XetFile","doc":"A file that lies in chunks of xorbs.","fields":[{"name'
    '":"record","type":"string","doc":"SHA-256 of the record that says where its '
    'chunks lie."},{"name":"file","type":"string","doc":"Its hash in xet, 64 hexa'
    'decimal digits."},{"name":"sha256","type":"string","doc":"SHA-256 of its byt'
    'es, as the client says; empty: it does not say."},{"name":"size_bytes","type'
    '":"long","doc":"Its size."},{"name":"xorbs","type":{"type":"array","items":"'
    'string"},"doc":"Hashes of the xorbs that its chunks lie in, each once."},{"n'
    'ame":"fixed","type":{"type":"array","items":"string"},"doc":"SHA-256 of each'
    " 64 MiB of it, in order, as the registry itself has read them; empty: nobody"
    ' has.","default":[]}],"namespace":"muster.registry_commands"}},"doc":"Files,'
    ' each once."},{"name":"key_chunks","type":{"type":"array","items":{"type":"r'
    'ecord","name":"KeyChunk","doc":"A chunk by which clients find out what is st'
    'ored already.","fields":[{"name":"chunk","type":"string","doc":"Its hash, 64'
    ' hexadecimal digits."},{"name":"xorb","type":"string","doc":"Hash of the xor'
    'b that it lies in."},{"name":"record","type":"string","doc":"Of a file that '
    'it is part of."}],"namespace":"muster.registry_commands"}},"doc":"Chunks tha'
    't clients may ask for."},{"name":"proofs","type":{"type":"array","items":"mu'
    'ster.registry_commands.UploadProof"},"doc":"Of the records."},{"name":"tenan'
    't","type":"string","doc":"The organisation of who asks."},{"name":"requested'
    '_by","type":"string","doc":"User."},{"name":"teams","type":{"type":"array","'
    'items":"string"},"doc":"Teams of the user, as the token says."},{"name":"rol'
    'es","type":{"type":"array","items":"string"},"doc":"Roles of the user, as th'
    'e token says."},{"name":"repositories","type":{"type":"array","items":"strin'
    'g"},"doc":"Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all."'
    ',"default":[]}],"namespace":"muster.registry_commands"},{"type":"record","na'
    'me":"ReserveRepacking","doc":"Keep room for what an object that is stored al'
    'ready will be held as.","fields":[{"name":"object","type":"string","doc":"lf'
    's/HASH of the file; xorb/HASH."},{"name":"uploads","type":{"type":"array","i'
    'tems":"muster.registry_commands.ObjectUpload"},"doc":"Xorbs and the record, '
    'or the difference; what the organisation has needs no room."},{"name":"tenan'
    't","type":"string","doc":"The organisation that holds it."},{"name":"request'
    'ed_by","type":"string","doc":"The service that asks."}],"namespace":"muster.'
    'registry_commands"},{"type":"record","name":"RepackObject","doc":"A file tha'
    't came whole lies in chunks of xorbs from now on.","fields":[{"name":"object'
    '","type":"string","doc":"lfs/HASH of the file."},{"name":"file","type":"must'
    'er.registry_commands.XetFile","doc":"Where its chunks lie."},{"name":"key_ch'
    'unks","type":{"type":"array","items":"muster.registry_commands.KeyChunk"},"d'
    'oc":"Chunks that clients may ask for."},{"name":"proofs","type":{"type":"arr'
    'ay","items":"muster.registry_commands.UploadProof"},"doc":"Of the record and'
    ' of xorbs that are new."},{"name":"tenant","type":"string","doc":"The organi'
    'sation that holds it."},{"name":"requested_by","type":"string","doc":"The se'
    'rvice that asks."}],"namespace":"muster.registry_commands"},{"type":"record"'
    ',"name":"RepackXorb","doc":"A xorb is held as its difference from others fro'
    'm now on.","fields":[{"name":"object","type":"string","doc":"xorb/HASH."},{"'
    'name":"bases","type":{"type":"array","items":"string"},"doc":"Hashes of the '
    'xorbs that are needed to restore it; none of them is held as a difference."}'
    ',{"name":"proof","type":"muster.registry_commands.UploadProof","doc":"Of the'
    ' difference."},{"name":"repository","type":"string","doc":"Id of the reposit'
    'ory in a version of which it was found."},{"name":"base_repository","type":"'
    'string","doc":"Id of the repository whose version it is the difference from.'
    '"},{"name":"tenant","type":"string","doc":"The organisation that holds it an'
    'd its bases."},{"name":"requested_by","type":"string","doc":"The service tha'
    't asks."}],"namespace":"muster.registry_commands"},{"type":"record","name":"'
    'SetStorageQuota","doc":"Limit what an organisation keeps in the store.","fie'
    'lds":[{"name":"organisation","type":"string","doc":"Whose."},{"name":"quota_'
    'bytes","type":["null","long"],"doc":"Of unique bytes; null: no limit."},{"na'
    'me":"tenant","type":"string","doc":"The organisation of who asks."},{"name":'
    '"requested_by","type":"string","doc":"User."},{"name":"teams","type":{"type"'
    ':"array","items":"string"},"doc":"Teams of the user, as the token says."},{"'
    'name":"roles","type":{"type":"array","items":"string"},"doc":"Roles of the u'
    'ser, as the token says."},{"name":"repositories","type":{"type":"array","ite'
    'ms":"string"},"doc":"Those that the token is for, as TYPE/NAMESPACE/NAME; em'
    'pty: all.","default":[]}],"namespace":"muster.registry_commands"},{"type":"r'
    'ecord","name":"SetScanPolicy","doc":"Say who reads content about which there'
    ' is no verdict.","fields":[{"name":"organisation","type":"string","doc":"Who'
    'se repositories."},{"name":"policy","type":{"type":"enum","name":"ScanPolicy'
    '","doc":"Who reads content without a verdict: all readers, who administers i'
    't, nobody; by grant, anybody.","symbols":["ALLOW","OWNER_ONLY","BLOCK"],"nam'
    'espace":"muster.registry_commands"},"doc":"Who."},{"name":"tenant","type":"s'
    'tring","doc":"The organisation of who asks."},{"name":"requested_by","type":'
    '"string","doc":"User."},{"name":"teams","type":{"type":"array","items":"stri'
    'ng"},"doc":"Teams of the user, as the token says."},{"name":"roles","type":{'
    '"type":"array","items":"string"},"doc":"Roles of the user, as the token says'
    '."},{"name":"repositories","type":{"type":"array","items":"string"},"doc":"T'
    'hose that the token is for, as TYPE/NAMESPACE/NAME; empty: all.","default":['
    ']}],"namespace":"muster.registry_commands"},{"type":"record","name":"Promote'
    'Version","doc":"Point to a version.","fields":[{"name":"repository","type":"'
    'string","doc":"Id of the repository."},{"name":"commit","type":"string","doc'
    '":"The version: a commit that is live."},{"name":"pointer","type":"string","'
    'doc":"Name of the pointer, without @."},{"name":"reason","type":"string","do'
    'c":"Why."},{"name":"tenant","type":"string","doc":"The organisation of who a'
    'sks."},{"name":"requested_by","type":"string","doc":"User."},{"name":"teams"'
    ',"type":{"type":"array","items":"string"},"doc":"Teams of the user, as the t'
    'oken says."},{"name":"roles","type":{"type":"array","items":"string"},"doc":'
    '"Roles of the user, as the token says."},{"name":"override","type":"boolean"'
    ',"doc":"Whatever gates say.","default":false},{"name":"repositories","type":'
    '{"type":"array","items":"string"},"doc":"Those that the token is for, as TYP'
    'E/NAMESPACE/NAME; empty: all.","default":[]}],"namespace":"muster.registry_c'
    'ommands"},{"type":"record","name":"WithdrawVersion","doc":"Point to nothing '
    'any longer.","fields":[{"name":"repository","type":"string","doc":"Id of the'
    ' repository."},{"name":"pointer","type":"string","doc":"Name of the pointer,'
    ' without @."},{"name":"reason","type":"string","doc":"Why."},{"name":"tenant'
    '","type":"string","doc":"The organisation of who asks."},{"name":"requested_'
    'by","type":"string","doc":"User."},{"name":"teams","type":{"type":"array","i'
    'tems":"string"},"doc":"Teams of the user, as the token says."},{"name":"role'
    's","type":{"type":"array","items":"string"},"doc":"Roles of the user, as the'
    ' token says."},{"name":"repositories","type":{"type":"array","items":"string'
    '"},"doc":"Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.",'
    '"default":[]}],"namespace":"muster.registry_commands"},{"type":"record","nam'
    'e":"StateLineage","doc":"Say what a version comes from, or what comes from i'
    't; a statement about it replaces an earlier one.","fields":[{"name":"reposit'
    'ory","type":"string","doc":"Id of the repository."},{"name":"commit","type":'
    '"string","doc":"The version: a commit that is live."},{"name":"artifact","ty'
    'pe":"string","doc":"The other artifact, as facts name it: KIND/ID."},{"name"'
    ':"relation","type":{"type":"enum","name":"LineageRelation","doc":"What an ar'
    'tifact is to one that it comes from.","symbols":["REVISION","FINE_TUNE","ADA'
    'PTER","MERGE","TRAINED_ON","MADE_BY","SAVED_BY","BUILT_FROM","EVALUATES","DE'
    'PLOYS","SHARES_CONTENT","SHARES_WEIGHTS"],"namespace":"muster.registry_comma'
    'nds"},"doc":"What the one that comes later is to the other."},{"name":"downs'
    'tream","type":"boolean","doc":"The artifact comes from the version, not the '
    'version from it."},{"name":"withdrawn","type":"boolean","doc":"It was said, '
    'and is not so."},{"name":"tenant","type":"string","doc":"The organisation of'
    ' who asks."},{"name":"requested_by","type":"string","doc":"User."},{"name":"'
    'teams","type":{"type":"array","items":"string"},"doc":"Teams of the user, as'
    ' the token says."},{"name":"roles","type":{"type":"array","items":"string"},'
    '"doc":"Roles of the user, as the token says."},{"name":"repositories","type"'
    ':{"type":"array","items":"string"},"doc":"Those that the token is for, as TY'
    'PE/NAMESPACE/NAME; empty: all.","default":[]}],"namespace":"muster.registry_'
    'commands"},{"type":"record","name":"CreateRun","doc":"A run begins, or a run'
    ' logs a model.","fields":[{"name":"repository","type":"string","doc":"Id of '
    'the repository."},{"name":"run","type":"string","doc":"Id of the run, or of '
    'the model."},{"name":"kind","type":{"type":"enum","name":"RunKind","doc":"RU'
    'N: of an experiment. MODEL: what a run has logged as a model.","symbols":["R'
    'UN","MODEL"],"namespace":"muster.registry_commands"},"doc":"Which of both."}'
    ',{"name":"name","type":"string","doc":"For people."},{"name":"model_type","t'
    'ype":"string","doc":"Of a model: what it is for, as its client says; empty: '
    'it does not."},{"name":"source_run","type":"string","doc":"Of a model: the r'
    'un that logged it; empty: none."},{"name":"started_at_ms","type":"long","doc'
    '":"When it began, as the client says, milliseconds since 1970 UTC."},{"name"'
    ':"params","type":{"type":"array","items":{"type":"record","name":"Label","do'
    'c":"A name and what stands under it.","fields":[{"name":"name","type":"strin'
    'g","doc":"Name."},{"name":"value","type":"string","doc":"Text."}],"namespace'
    '":"muster.registry_commands"}},"doc":"Parameters; each is set once."},{"name'
    '":"tags","type":{"type":"array","items":"muster.registry_commands.Label"},"d'
    'oc":"Tags."},{"name":"tenant","type":"string","doc":"The organisation of who'
    ' asks."},{"name":"requested_by","type":"string","doc":"User."},{"name":"team'
    's","type":{"type":"array","items":"string"},"doc":"Teams of the user, as the'
    ' token says."},{"name":"roles","type":{"type":"array","items":"string"},"doc'
    '":"Roles of the user, as the token says."},{"name":"repositories","type":{"t'
    'ype":"array","items":"string"},"doc":"Those that the token is for, as TYPE/N'
    'AMESPACE/NAME; empty: all.","default":[]}],"namespace":"muster.registry_comm'
    'ands"},{"type":"record","name":"ChangeRun","doc":"Something about a run, or '
    'a model that one logged; what is not named stays.","fields":[{"name":"reposi'
    'tory","type":"string","doc":"Id of the repository."},{"name":"run","type":"s'
    'tring","doc":"Id of the run, or of the model."},{"name":"status","type":["nu'
    'll",{"type":"enum","name":"RunStatus","doc":"Of a run the first five; of a m'
    'odel that one logged the others.","symbols":["RUNNING","SCHEDULED","FINISHED'
    '","FAILED","KILLED","PENDING","READY","UPLOAD_FAILED"],"namespace":"muster.r'
    'egistry_commands"}],"doc":"What has become of it; null: as it was.","default'
    '":null},{"name":"ended_at_ms","type":["null","long"],"doc":"When it ended, a'
    's the client says; null: as it was.","default":null},{"name":"name","type":['
    '"null","string"],"doc":"For people; null: as it was.","default":null},{"name'
    '":"removed","type":["null","boolean"],"doc":"Whether it is out of sight, unt'
    'il it is restored; null: as it was.","default":null},{"name":"params","type"'
    ':{"type":"array","items":"muster.registry_commands.Label"},"doc":"Parameters'
    ' to set.","default":[]},{"name":"tags","type":{"type":"array","items":"muste'
    'r.registry_commands.Label"},"doc":"Tags to set.","default":[]},{"name":"remo'
    'ved_tags","type":{"type":"array","items":"string"},"doc":"Tags to take away.'
    '","default":[]},{"name":"datasets","type":{"type":"array","items":{"type":"r'
    'ecord","name":"DatasetUse","doc":"A dataset that a run has read, as its clie'
    'nt describes it.","fields":[{"name":"name","type":"string","doc":"Name."},{"'
    'name":"digest","type":"string","doc":"Of its content, as the client made it.'
    '"},{"name":"source_type","type":"string","doc":"Kind of place that it comes '
    'from."},{"name":"source","type":"string","doc":"Where it comes from, as JSON'
    '."},{"name":"schema","type":"string","doc":"Its columns, as JSON; empty: unk'
    'nown."},{"name":"profile","type":"string","doc":"Sums about it, as JSON; emp'
    'ty: unknown."},{"name":"tags","type":{"type":"array","items":"muster.registr'
    'y_commands.Label"},"doc":"Tags of this use."}],"namespace":"muster.registry_'
    'commands"}},"doc":"Datasets that it has read.","default":[]},{"name":"tenant'
    '","type":"string","doc":"The organisation of who asks."},{"name":"requested_'
    'by","type":"string","doc":"User."},{"name":"teams","type":{"type":"array","i'
    'tems":"string"},"doc":"Teams of the user, as the token says."},{"name":"role'
    's","type":{"type":"array","items":"string"},"doc":"Roles of the user, as the'
    ' token says."},{"name":"repositories","type":{"type":"array","items":"string'
    '"},"doc":"Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.",'
    '"default":[]}],"namespace":"muster.registry_commands"},{"type":"record","nam'
    'e":"DescribeRepository","doc":"Something about a repository as a whole; what'
    ' is not named stays.","fields":[{"name":"repository","type":"string","doc":"'
    'Id of the repository."},{"name":"description","type":["null","string"],"doc"'
    ':"For people; null: as it was.","default":null},{"name":"archived","type":["'
    'null","boolean"],"doc":"Whether it is out of sight, until it is restored; nu'
    'll: as it was.","default":null},{"name":"tags","type":{"type":"array","items'
    '":"muster.registry_commands.Label"},"doc":"Tags to set.","default":[]},{"nam'
    'e":"removed_tags","type":{"type":"array","items":"string"},"doc":"Tags to ta'
    'ke away.","default":[]},{"name":"tenant","type":"string","doc":"The organisa'
    'tion of who asks."},{"name":"requested_by","type":"string","doc":"User."},{"'
    'name":"teams","type":{"type":"array","items":"string"},"doc":"Teams of the u'
    'ser, as the token says."},{"name":"roles","type":{"type":"array","items":"st'
    'ring"},"doc":"Roles of the user, as the token says."},{"name":"repositories"'
    ',"type":{"type":"array","items":"string"},"doc":"Those that the token is for'
    ', as TYPE/NAMESPACE/NAME; empty: all.","default":[]}],"namespace":"muster.re'
    'gistry_commands"},{"type":"record","name":"RegisterVersion","doc":"A commit '
    'of a model gets the next number.","fields":[{"name":"repository","type":"str'
    'ing","doc":"Id of the repository."},{"name":"commit","type":"string","doc":"'
    'What the version is."},{"name":"source","type":"string","doc":"Where the fil'
    'es came from, as the client says."},{"name":"run","type":"string","doc":"Run'
    ' that made it; empty: unknown."},{"name":"model","type":"string","doc":"Mode'
    'l that a run logged; empty: none."},{"name":"run_link","type":"string","doc"'
    ':"Address of the run, as the client says; empty: none."},{"name":"descriptio'
    'n","type":"string","doc":"For people."},{"name":"tags","type":{"type":"array'
    '","items":"muster.registry_commands.Label"},"doc":"Tags."},{"name":"tenant",'
    '"type":"string","doc":"The organisation of who asks."},{"name":"requested_by'
    '","type":"string","doc":"User."},{"name":"teams","type":{"type":"array","ite'
    'ms":"string"},"doc":"Teams of the user, as the token says."},{"name":"roles"'
    ',"type":{"type":"array","items":"string"},"doc":"Roles of the user, as the t'
    'oken says."},{"name":"repositories","type":{"type":"array","items":"string"}'
    ',"doc":"Those that the token is for, as TYPE/NAMESPACE/NAME; empty: all.","d'
    'efault":[]}],"namespace":"muster.registry_commands"},{"type":"record","name"'
    ':"ChangeVersion","doc":"Something about a version; what is not named stays."'
    ',"fields":[{"name":"repository","type":"string","doc":"Id of the repository.'
    '"},{"name":"version","type":"int","doc":"Its number."},{"name":"description"'
    ',"type":["null","string"],"doc":"For people; null: as it was.","default":nul'
    'l},{"name":"stage","type":["null","string"],"doc":"None, Staging, Production'
    ' or Archived; null: as it was.","default":null},{"name":"archive_others","ty'
    'pe":"boolean","doc":"Other versions at this stage become Archived.","default'
    '":false},{"name":"removed","type":"boolean","doc":"It is gone, for good.","d'
    'efault":false},{"name":"tags","type":{"type":"array","items":"muster.registr'
    'y_commands.Label"},"doc":"Tags to set.","default":[]},{"name":"removed_tags"'
    ',"type":{"type":"array","items":"string"},"doc":"Tags to take away.","defaul'
    't":[]},{"name":"tenant","type":"string","doc":"The organisation of who asks.'
    '"},{"name":"requested_by","type":"string","doc":"User."},{"name":"teams","ty'
    'pe":{"type":"array","items":"string"},"doc":"Teams of the user, as the token'
    ' says."},{"name":"roles","type":{"type":"array","items":"string"},"doc":"Rol'
    'es of the user, as the token says."},{"name":"repositories","type":{"type":"'
    'array","items":"string"},"doc":"Those that the token is for, as TYPE/NAMESPA'
    'CE/NAME; empty: all.","default":[]}],"namespace":"muster.registry_commands"}'
    ',{"type":"record","name":"SetAlias","doc":"A name of a repository leads to a'
    ' version, or nowhere.","fields":[{"name":"repository","type":"string","doc":'
    '"Id of the repository."},{"name":"alias","type":"string","doc":"Name; upper '
    'and lower case are one."},{"name":"version","type":["null","int"],"doc":"Num'
    'ber of the version that it leads to; null: it leads nowhere any longer.","de'
    'fault":null},{"name":"tenant","type":"string","doc":"The organisation of who'
    ' asks."},{"name":"requested_by","type":"string","doc":"User."},{"name":"team'
    's","type":{"type":"array","items":"string"},"doc":"Teams of the user, as the'
    ' token says."},{"name":"roles","type":{"type":"array","items":"string"},"doc'
    '":"Roles of the user, as the token says."},{"name":"repositories","type":{"t'
    'ype":"array","items":"string"},"doc":"Those that the token is for, as TYPE/N'
    'AMESPACE/NAME; empty: all.","default":[]}],"namespace":"muster.registry_comm'
    'ands"},{"type":"record","name":"RecordDownloads","doc":"Tell what members of'
    ' an organisation have downloaded since the last such command.","fields":[{"n'
    'ame":"downloads","type":{"type":"array","items":{"type":"record","name":"Dow'
    'nload","doc":"What was read of one repository.","fields":[{"name":"repositor'
    'y","type":"string","doc":"Id of the repository."},{"name":"downloads","type"'
    ':"long","doc":"Tokens that read files of it in an hour, each once an hour."}'
    ',{"name":"read_bytes","type":"long","doc":"Of the ranges of files that they '
    'were given, each range once a token and hour."},{"name":"contents","type":{"'
    'type":"array","items":"string"},"doc":"Files that were read, as KIND/HASH; a'
    't most 5,000 of a command, others are told when they are read again.","defau'
    'lt":[]}],"namespace":"muster.registry_commands"}},"doc":"At most 1,000 repos'
    'itories."},{"name":"tenant","type":"string","doc":"The organisation whose me'
    'mbers downloaded."},{"name":"requested_by","type":"string","doc":"The servic'
    'e that tells it."}],"namespace":"muster.registry_commands"},{"type":"record"'
    ',"name":"SetDownloadQuota","doc":"Limit what members of an organisation down'
    'load within 30 days.","fields":[{"name":"organisation","type":"string","doc"'
    ':"Whose."},{"name":"quota_bytes","type":["null","long"],"doc":"Of 30 days; n'
    'ull: no limit."},{"name":"tenant","type":"string","doc":"The organisation of'
    ' who asks."},{"name":"requested_by","type":"string","doc":"User."},{"name":"'
    'teams","type":{"type":"array","items":"string"},"doc":"Teams of the user, as'
    ' the token says."},{"name":"roles","type":{"type":"array","items":"string"},'
    '"doc":"Roles of the user, as the token says."},{"name":"repositories","type"'
    ':{"type":"array","items":"string"},"doc":"Those that the token is for, as TY'
    'PE/NAMESPACE/NAME; empty: all.","default":[]}],"namespace":"muster.registry_'
    'commands"},{"type":"record","name":"SetTierRule","doc":"Say after how many d'
    'ays without a read objects go to which tier.","fields":[{"name":"warm_after_'
    'days","type":"int","doc":"1 or more."},{"name":"cold_after_days","type":"int'
    '","doc":"More than those of warm; at most 3,650."},{"name":"prewarmed_max","'
    'type":"int","doc":"So many repositories, those that are downloaded most, are'
    ' told to the CDN each day; 0: none, at most 1,000.","default":0},{"name":"te'
    'nant","type":"string","doc":"The organisation of who asks."},{"name":"reques'
    'ted_by","type":"string","doc":"User."},{"name":"teams","type":{"type":"array'
    '","items":"string"},"doc":"Teams of the user, as the token says."},{"name":"'
    'roles","type":{"type":"array","items":"string"},"doc":"Roles of the user, as'
    ' the token says."},{"name":"repositories","type":{"type":"array","items":"st'
    'ring"},"doc":"Those that the token is for, as TYPE/NAMESPACE/NAME; empty: al'
    'l.","default":[]}],"namespace":"muster.registry_commands"},{"type":"record",'
    '"name":"RecordPlacement","doc":"Tell in which class of the store objects lie'
    ', after they have changed their tier.","fields":[{"name":"placed","type":{"t'
    'ype":"array","items":{"type":"record","name":"Placement","doc":"Where one ob'
    'ject lies.","fields":[{"name":"object","type":"string","doc":"KIND/HASH."},{'
    '"name":"object_key","type":"string","doc":"Where its bytes lie."},{"name":"s'
    'torage_class","type":"string","doc":"As the store says; empty: the store kno'
    'ws no classes."}],"namespace":"muster.registry_commands"}},"doc":"At most 10'
    '0."},{"name":"tenant","type":"string","doc":"The organisation of the service'
    ' that tells it."},{"name":"requested_by","type":"string","doc":"The service.'
    '"}],"namespace":"muster.registry_commands"},{"type":"record","name":"RecordC'
    'hecks","doc":"Report objects whose stored bytes were read back and are other'
    ' than before.","fields":[{"name":"findings","type":{"type":"array","items":{'
    '"type":"record","name":"Finding","doc":"State of one object in the store.","'
    'fields":[{"name":"object","type":"string","doc":"KIND/HASH."},{"name":"objec'
    't_key","type":"string","doc":"Key that was read."},{"name":"state","type":{"'
    'type":"enum","name":"ObjectState","doc":"Whether stored bytes are those of t'
    'he object.","symbols":["SOUND","DAMAGED","ABSENT"],"namespace":"muster.regis'
    'try_commands"},"doc":"SOUND: its bytes are right again."},{"name":"detail","'
    'type":"string","doc":"Difference that was found, or the copy that repaired i'
    't."}],"namespace":"muster.registry_commands"}},"doc":"1 to 100."},{"name":"t'
    'enant","type":"string","doc":"The organisation of the service that tells it.'
    '"},{"name":"requested_by","type":"string","doc":"The service."}],"namespace"'
    ':"muster.registry_commands"},{"type":"record","name":"SetEncryption","doc":"'
    "Encrypt what an organisation keeps with a key of its own, before it keeps an"
    'ything.","fields":[{"name":"organisation","type":"string","doc":"Whose."},{"'
    'name":"key","type":"string","doc":"Name of the key in the key ring of the st'
    'ore, never the key; empty: none."},{"name":"tenant","type":"string","doc":"T'
    'he organisation of who asks."},{"name":"requested_by","type":"string","doc":'
    '"User."},{"name":"teams","type":{"type":"array","items":"string"},"doc":"Tea'
    'ms of the user, as the token says."},{"name":"roles","type":{"type":"array",'
    '"items":"string"},"doc":"Roles of the user, as the token says."},{"name":"re'
    'positories","type":{"type":"array","items":"string"},"doc":"Those that the t'
    'oken is for, as TYPE/NAMESPACE/NAME; empty: all.","default":[]}],"namespace"'
    ':"muster.registry_commands"}],"doc":"What happened."}]}'
)
