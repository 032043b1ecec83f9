"""Map facts to table rows. PURE."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from muster.events.registry_commands import (
    FileKind,
    Finding,
    KeyChunk,
    ObjectKind,
    ObjectState,
    RefKind,
    XetFile,
)
from muster.events.registry_events import (
    AccessGranted,
    AccessRevoked,
    AliasSet,
    CommitMade,
    CommitReleased,
    DownloadQuotaSet,
    DownloadsRanked,
    DownloadsRecorded,
    EncryptionSet,
    FilesRegistered,
    LineageRecorded,
    ObjectCondemned,
    ObjectDeleted,
    ObjectRepacked,
    ObjectsChecked,
    ObjectsPlaced,
    ObjectsTiered,
    ProvenObject,
    QuotaNeared,
    RefCreated,
    RefDeleted,
    RegistryEvent,
    RepositoryCreated,
    RepositoryDeleted,
    RepositoryDescribed,
    RepositoryMoved,
    RunChanged,
    RunCreated,
    ScanPolicySet,
    StorageQuotaSet,
    StoredBytes,
    TierRuleSet,
    UploadEnded,
    UploadProven,
    UploadsReserved,
    VersionChanged,
    VersionPromoted,
    VersionRegistered,
    VisibilitySet,
    WeightsRecorded,
    XorbRepacked,
)
from muster.journal import Delivery
from muster.registry.core.deltas import door as deltas
from muster.registry.core.lineage import rows as lineage
from muster.registry.core.repositories.refs import MAIN
from muster.registry.core.state import object_id
from muster.registry.core.tracking import door as tracking
from muster.registry.core.versions.rows import AboutVersions, version_rows
from muster.views.commands import accepted
from muster.views.rows import Upsert

_XORB: Final = object_id(ObjectKind.XORB, "")

_OfRepository = RepositoryCreated | RepositoryDeleted | RepositoryMoved | VisibilitySet
_Others = (
    LineageRecorded
    | WeightsRecorded
    | QuotaNeared
    | DownloadsRanked
    | RefCreated
    | RefDeleted
    | AccessGranted
    | AccessRevoked
    | TierRuleSet
    | StorageQuotaSet
    | DownloadQuotaSet
    | EncryptionSet
    | DownloadsRecorded
)


def registry_rows(delivery: Delivery[RegistryEvent]) -> Iterable[Upsert]:
    """Return the rows of one fact of this service."""
    fact = delivery.envelope.payload
    edges = lineage.table_rows(fact, delivery.envelope.occurred_at_ms)
    return [*_rows(fact, delivery), *edges, *accepted(delivery, _subject(fact))]


def _subject(fact: RegistryEvent) -> str:
    """Return the result of an accepted command: a commit, or the subject of the command."""
    match fact:
        case CommitMade() | RefCreated() | VersionPromoted():
            return fact.commit
        case UploadProven():
            return fact.object_key
        case StorageQuotaSet() | EncryptionSet() | ScanPolicySet() | DownloadQuotaSet() | DownloadsRecorded():
            return fact.organisation
        case TierRuleSet():
            return fact.tenant
        case VersionRegistered():
            return str(fact.version)
        case ObjectRepacked() | XorbRepacked():
            return fact.object
        case _:
            return getattr(fact, "repository", "")


def _rows(fact: RegistryEvent, delivery: Delivery[RegistryEvent]) -> Sequence[Upsert]:
    at_ms = delivery.envelope.occurred_at_ms
    if isinstance(fact, AboutVersions):
        return version_rows(fact, at_ms, delivery.position.offset)
    match fact:
        case CommitMade() | CommitReleased():
            return [*_commit(fact), _organisation(fact.tenant, fact.stored)]
        case UploadsReserved():
            return [*_uploads(fact), _organisation(fact.tenant, fact.stored)]
        case UploadProven():
            return _proven(fact)
        case FilesRegistered():
            return _registered(fact)
        case ObjectRepacked() | XorbRepacked():
            return [*_stored_otherwise(fact, at_ms), _organisation(fact.tenant, fact.stored)]
        case UploadEnded():
            ended = Upsert("uploads", {"upload": fact.upload}, {"state": "ended"})
            return [ended, _organisation(fact.tenant, fact.stored)]
        case ObjectCondemned() | ObjectDeleted() | ObjectsTiered() | ObjectsPlaced() | ObjectsChecked():
            return _lying(fact)
        case (
            RunCreated()
            | RunChanged()
            | RepositoryDescribed()
            | VersionRegistered()
            | VersionChanged()
            | AliasSet()
        ):
            return tracking.rows(fact, at_ms)
        case _:
            return _others(fact, at_ms)


def _others(fact: _OfRepository | _Others, at_ms: int) -> Sequence[Upsert]:
    match fact:
        case LineageRecorded() | WeightsRecorded() | QuotaNeared() | DownloadsRanked():
            return []  # edges have their own rows; other services send the notifications
        case RefCreated() | RefDeleted():
            return [_ref(fact)]
        case TierRuleSet():
            rule = {
                "warm_after_days": fact.warm_after_days,
                "cold_after_days": fact.cold_after_days,
                "prewarmed_max": fact.prewarmed_max,
            }
            return [Upsert("tier_rules", {"rule": ""}, rule)]
        case StorageQuotaSet() | DownloadQuotaSet() | EncryptionSet():
            return [Upsert("organisations", {"tenant": fact.organisation}, _said_of_organisation(fact))]
        case DownloadsRecorded():
            return _downloaded(fact)
        case RepositoryCreated():
            return _created(fact, at_ms)
        case RepositoryDeleted():
            return [_about(fact, {"deleted": True})]
        case RepositoryMoved():
            former = {
                "name": f"{fact.from_namespace}/{fact.from_name}".lower(),
                "repository": fact.repository,
            }
            moved = Upsert("former_names", former, {"at_ms": at_ms})
            return [_about(fact, {"namespace": fact.namespace, "name": fact.name}), moved]
        case VisibilitySet():
            return [_about(fact, {"visibility": fact.visibility.value})]
        case AccessGranted() | AccessRevoked():
            key = {"repository": fact.repository, "kind": fact.grantee_kind.value, "grantee": fact.grantee}
            granted = fact.level.value if isinstance(fact, AccessGranted) else None
            return [Upsert("grants", key, {"level": granted})]
        case _:
            assert_never(fact)


def _said_of_organisation(fact: StorageQuotaSet | DownloadQuotaSet | EncryptionSet) -> dict[str, object]:
    match fact:
        case StorageQuotaSet():
            return {"quota_bytes": fact.quota_bytes}
        case DownloadQuotaSet():
            return {"download_quota_bytes": fact.quota_bytes}
        case EncryptionSet():
            return {"encryption_key": fact.key}


def _lying(
    fact: ObjectCondemned | ObjectDeleted | ObjectsTiered | ObjectsPlaced | ObjectsChecked,
) -> Sequence[Upsert]:
    """Return rows with the presence, tier, storage class or damage of objects."""
    match fact:
        case ObjectCondemned():
            columns: dict[str, object] = {"there": False}
            return [Upsert("objects", {"object": fact.object}, columns)]
        case ObjectDeleted():
            columns = {"there": False, "tier": None, "storage_class": None, "damage": None}
            return [Upsert("objects", {"object": fact.object}, columns), *deltas.deleted_rows(fact)]
        case ObjectsTiered():
            tier = {"tier": fact.tier.value}
            return [Upsert("objects", {"object": each.object}, tier) for each in fact.objects]
        case ObjectsPlaced():
            return [
                Upsert("objects", {"object": each.object}, {"storage_class": each.storage_class})
                for each in fact.placed
            ]
        case ObjectsChecked():
            return [
                Upsert("objects", {"object": each.object}, {"damage": _damage(each)})
                for each in fact.findings
            ]


def _damage(finding: Finding) -> str | None:
    return None if finding.state is ObjectState.SOUND else finding.detail


def _downloaded(fact: DownloadsRecorded) -> Sequence[Upsert]:
    day = {"tenant": fact.organisation, "day": fact.day}
    rows = [Upsert("downloaded_days", day, {"read_bytes": fact.day_bytes})]
    for each in fact.downloads:
        of_day = {"repository": each.repository, "day": fact.day}
        total = {"total_downloads": each.total_downloads}
        rows.append(Upsert("read_days", of_day, {"downloads": each.day_downloads}))
        rows.append(Upsert("repositories", {"repository": each.repository}, total))
    return rows


def _about(fact: _OfRepository, columns: dict[str, object]) -> Upsert:
    return Upsert("repositories", {"repository": fact.repository}, columns)


def _created(fact: RepositoryCreated, at_ms: int) -> Sequence[Upsert]:
    columns: dict[str, object] = {
        "type": fact.repository_type.value,
        "namespace": fact.namespace,
        "name": fact.name,
        "visibility": fact.visibility.value,
        "tenant": fact.tenant,
        "created_by": fact.requested_by,
        "created_at_ms": at_ms,
        "changed_at_ms": at_ms,
        "deleted": False,
    }
    first = Upsert(
        "commits",
        {"repository": fact.repository, "commit": fact.commit},
        {
            "parent": "",
            "root": fact.root,
            "author": fact.requested_by,
            "at_ms": at_ms,
            "title": "initial commit",
            "description": "",
            "released": False,
            "logical_bytes": 0,
        },
    )
    return [_about(fact, columns), first, _named(fact.repository, RefKind.BRANCH, MAIN, fact.commit)]


def _commit(fact: CommitMade | CommitReleased) -> Sequence[Upsert]:
    key = {"repository": fact.repository, "commit": fact.commit}
    if isinstance(fact, CommitReleased):
        gone = [
            Upsert("repacked", {"tenant": fact.tenant, "object": object_}, {"record": None})
            for object_ in fact.chunks_of
        ]
        return [Upsert("commits", key, {"released": True}), *gone]
    columns = {
        "parent": fact.parent,
        "root": fact.root,
        "author": fact.requested_by,
        "at_ms": fact.at_ms,
        "title": fact.title,
        "description": fact.description,
        "released": False,
        "logical_bytes": fact.logical_bytes,
    }
    rows = [
        Upsert("commits", key, columns),
        _named(fact.repository, RefKind.BRANCH, fact.branch, fact.commit),
        Upsert("repositories", {"repository": fact.repository}, {"changed_at_ms": fact.at_ms}),
    ]
    for each in fact.proven:
        rows += _proven(each)
    for file in fact.files:
        if file.kind is FileKind.XET:
            used = {"record": file.hash, "repository": fact.repository, "commit": fact.commit}
            rows.append(Upsert("xet_uses", used, {"tenant": fact.tenant}))
        elif file.kind is FileKind.LFS:
            whole = {
                "object": object_id(ObjectKind.LFS, file.hash),
                "repository": fact.repository,
                "commit": fact.commit,
            }
            rows.append(Upsert("lfs_uses", whole, {"tenant": fact.tenant}))
    for object_ in fact.objects:
        rows.append(Upsert("referred", {"repository": fact.repository, "object": object_}))
    rows += _xorbs(fact.tenant, fact.objects)
    if fact.branch == MAIN and fact.card is not None:
        card = {name: value for name, value in fact.card.to_datum().items() if name != "text"}  # for search
        rows.append(Upsert("repositories", {"repository": fact.repository}, {"card": card}))
    return rows


def _ref(fact: RefCreated | RefDeleted) -> Upsert:
    if isinstance(fact, RefDeleted):
        return _named(fact.repository, fact.kind, fact.name, None)
    return _named(fact.repository, fact.kind, fact.name, fact.commit)


def _named(repository: str, kind: RefKind, name: str, commit: str | None) -> Upsert:
    key = {"repository": repository, "kind": kind.value, "name": name}
    return Upsert("refs", key, {"commit": commit})


def _uploads(fact: UploadsReserved) -> Iterable[Upsert]:
    for each in fact.uploads:
        columns = {
            "tenant": fact.tenant,
            "object": object_id(each.kind, each.hash),
            "size_bytes": each.size_bytes,
            "expires_at_ms": fact.expires_at_ms,
            "state": "open",
        }
        yield Upsert("uploads", {"upload": each.upload}, columns)


def _proven(fact: UploadProven | ProvenObject) -> Sequence[Upsert]:
    stored = {"size_bytes": fact.size_bytes, "object_key": fact.object_key, "there": True}
    return [
        Upsert("objects", {"object": fact.object}, stored),
        Upsert("uploads", {"upload": fact.upload}, {"state": "proven"}),
    ]


def _registered(fact: FilesRegistered) -> Sequence[Upsert]:
    rows = [row for each in fact.proven for row in _proven(each)]
    for file in fact.files:
        key = {"repository": fact.repository, "file": file.file, "record": file.record}
        columns: dict[str, object] = {"sha256": file.sha256, "size_bytes": file.size_bytes}
        rows.append(Upsert("xet_files", key, columns))
        rows += _fixed(fact.tenant, file)
    return [*rows, *_key_chunks(fact.tenant, fact.key_chunks)]


def _stored_otherwise(fact: ObjectRepacked | XorbRepacked, at_ms: int) -> Sequence[Upsert]:
    if isinstance(fact, ObjectRepacked):
        return _repacked(fact)
    return [*_proven(fact.proven), *deltas.rows(fact, at_ms)]


def _repacked(fact: ObjectRepacked) -> Sequence[Upsert]:
    rows = [row for each in fact.proven for row in _proven(each)]
    file = fact.file
    columns: dict[str, object] = {"record": file.record, "file": file.file, "size_bytes": file.size_bytes}
    rows.append(Upsert("repacked", {"tenant": fact.tenant, "object": fact.object}, columns))
    rows += _xorbs(fact.tenant, [object_id(ObjectKind.XORB, xorb) for xorb in file.xorbs])
    rows += _fixed(fact.tenant, file)
    return [*rows, *_key_chunks(fact.tenant, fact.key_chunks)]


def _xorbs(tenant: str, objects: Sequence[str]) -> Sequence[Upsert]:
    """Return rows for the xorbs that the organisation refers to, or once did."""
    return [
        Upsert("tenant_xorbs", {"tenant": tenant, "object": object_})
        for object_ in objects
        if object_.startswith(_XORB)
    ]


def _fixed(tenant: str, file: XetFile) -> Sequence[Upsert]:
    """Return rows for the fixed chunks of a file: its manifest, and an index from chunk to file."""
    rows: list[Upsert] = []
    for place, sha256 in enumerate(file.fixed):
        key = {"tenant": tenant, "record": file.record, "place": place}
        rows.append(Upsert("fixed_chunks", key, {"sha256": sha256, "size_bytes": file.size_bytes}))
    return rows


def _key_chunks(tenant: str, chunks: Sequence[KeyChunk]) -> Sequence[Upsert]:
    rows: list[Upsert] = []
    for chunk in chunks:
        key = {"tenant": tenant, "chunk": chunk.chunk, "record": chunk.record}
        rows.append(Upsert("key_chunks", key, {"xorb": chunk.xorb}))
    return rows


def _organisation(tenant: str, stored: StoredBytes) -> Upsert:
    columns = {"unique_bytes": stored.unique_bytes, "reserved_bytes": stored.reserved_bytes}
    return Upsert("organisations", {"tenant": tenant}, columns)
