"""Decide commands, evolve the state, and run due work. PURE."""

from __future__ import annotations

from typing import Final, TypeAlias, assert_never, get_args

from muster.deciding import About, Changes, Decider, Entities, Facts, Happened, Input
from muster.events.drift_events import DriftAlarmEnded, DriftAlarmRaised, RollbackAsked
from muster.events.eval_events import EvalEnded, EvalStarted, GateDecided, ScoresMeasured
from muster.events.registry_commands import (
    ChangeRun,
    ChangeVersion,
    ConfirmUpload,
    CreateRef,
    CreateRepository,
    CreateRun,
    DeleteRef,
    DeleteRepository,
    DescribeRepository,
    GrantAccess,
    MakeCommit,
    MoveRepository,
    PromoteVersion,
    QuarantineRepository,
    RecordChecks,
    RecordDownloads,
    RecordPlacement,
    RegisterFiles,
    RegisterVersion,
    RegistryCommand,
    ReleaseRepository,
    RepackObject,
    RepackXorb,
    ReserveRepacking,
    ReserveUploads,
    RevokeAccess,
    SetAlias,
    SetDownloadQuota,
    SetEncryption,
    SetScanPolicy,
    SetStorageQuota,
    SetTierRule,
    SetVisibility,
    StateLineage,
    WithdrawVersion,
)
from muster.events.registry_events import (
    AccessGranted,
    AccessRevoked,
    AliasSet,
    CommitMade,
    CommitReleased,
    ContentScanned,
    DownloadQuotaSet,
    DownloadsRanked,
    DownloadsRecorded,
    DriftEnded,
    EncryptionSet,
    FilesRegistered,
    GatesAwaited,
    GatesUndecided,
    LineageRecorded,
    ObjectCondemned,
    ObjectDeleted,
    ObjectRepacked,
    ObjectsChecked,
    ObjectsPlaced,
    ObjectsTiered,
    QuotaNeared,
    RefCreated,
    RefDeleted,
    RegistryEvent,
    RepositoryCreated,
    RepositoryDeleted,
    RepositoryDescribed,
    RepositoryMoved,
    RepositoryQuarantined,
    RepositoryReleased,
    RunChanged,
    RunCreated,
    ScanPolicySet,
    StorageQuotaSet,
    TierRuleSet,
    UploadEnded,
    UploadProven,
    UploadsReserved,
    VersionChanged,
    VersionDrifts,
    VersionGated,
    VersionPromoted,
    VersionRegistered,
    VersionScored,
    VersionWithdrawn,
    VisibilitySet,
    WeightsRecorded,
    XorbRepacked,
)
from muster.events.scan_events import ScanCompleted, WeightsFingerprinted
from muster.registry.core import commits, contents, quarantine
from muster.registry.core.about import about
from muster.registry.core.deltas import door as deltas
from muster.registry.core.lineage import content as shared
from muster.registry.core.lineage import recording, weights
from muster.registry.core.prewarming import door as prewarming
from muster.registry.core.repositories import grants, refs, repositories
from muster.registry.core.repositories.repositories import OfRepository
from muster.registry.core.state import (
    FREE_BY_TIME,
    RELEASES,
    UPLOADS_BY_TIME,
    Repository,
)
from muster.registry.core.storage import (
    checking,
    collecting,
    downloading,
    encryption,
    files,
    quota_notices,
    repacking,
    tiering,
    uploads,
)
from muster.registry.core.tracking import door as tracking
from muster.registry.core.versions import drifting, gates, promotion, verdicts

Heard: TypeAlias = (
    ScanCompleted
    | WeightsFingerprinted
    | EvalStarted
    | ScoresMeasured
    | GateDecided
    | EvalEnded
    | DriftAlarmRaised
    | DriftAlarmEnded
    | RollbackAsked
)
"""Facts of other services that this core reads."""

Inputs: TypeAlias = RegistryCommand | Heard

CONCERNS: Final = frozenset(get_args(Inputs))
"""Types of input records that this core decides."""


def decide(state: Entities, given: Input[Inputs], at_ms: int) -> Facts[RegistryEvent]:
    """Decide a command, or react to a fact of another service."""
    for fact in _decided(state, given, at_ms):
        yield fact
        yield from quota_notices.notices(state, fact.payload)


def _decided(state: Entities, given: Input[Inputs], at_ms: int) -> Facts[RegistryEvent]:
    match given.payload:
        case ScanCompleted() as completed:
            yield from verdicts.record_verdict(state, completed)
        case WeightsFingerprinted() as fingerprint:
            yield from weights.record_fingerprint(state, fingerprint)
        case ScoresMeasured() as measured:
            yield from promotion.record_scores(state, measured)
        case GateDecided() as decided:
            yield from gates.record_gate(state, decided)
        case EvalStarted() as started:
            yield from gates.record_pending(state, started)
        case EvalEnded() as ended:
            yield from gates.record_undecided(state, ended)
        case DriftAlarmRaised() as alarm:
            yield from drifting.mark_version(state, alarm)
        case RollbackAsked() as request:
            yield from drifting.add_rollback_request(state, request)
        case DriftAlarmEnded() as ended_alarm:
            yield from drifting.end_mark(state, ended_alarm)
        case command:
            yield from _commanded(state, given, command, at_ms)


def _commanded(
    state: Entities, given: Input[Inputs], command: RegistryCommand, at_ms: int
) -> Facts[RegistryEvent]:
    match command:
        case CreateRepository():
            yield from repositories.create(state, given, command, at_ms)
        case SetStorageQuota():
            yield from uploads.set_quota(given, command)
        case SetEncryption():
            yield from encryption.decide(state, given, command)
        case SetScanPolicy():
            yield from verdicts.set_policy(given, command)
        case QuarantineRepository() | ReleaseRepository():
            yield from quarantine.judge(state, given, command)
        case RecordDownloads() | SetDownloadQuota():
            yield from downloading.decide(state, given, command, at_ms)
        case SetTierRule() | RecordPlacement():
            yield from tiering.decide(state, given, command)
        case RecordChecks():
            yield from checking.record(state, given, command)
        case ReserveRepacking() | RepackObject():
            yield from repacking.decide(state, given, command, at_ms)
        case RepackXorb():
            yield from deltas.decide(state, given, command)
        case _:
            repository, refusal = repositories.repository_for(state, given, command)
            if repository is None:
                yield from [refusal] if refusal is not None else []
                return
            yield from _of_repository(state, given, command, repository, at_ms)


def _of_repository(  # noqa: C901, PLR0912  (a case for each command)
    state: Entities, given: Input[Inputs], command: OfRepository, repository: Repository, at_ms: int
) -> Facts[RegistryEvent]:
    match command:
        case ReserveUploads():
            yield from uploads.reserve(state, given, command, repository.tenant, at_ms)
        case ConfirmUpload():
            yield from uploads.confirm(state, given, command, repository.tenant)
        case MakeCommit():
            for fact in commits.make(state, given, command, repository.tenant, at_ms):
                yield fact
                if isinstance(fact.payload, CommitMade):
                    yield from verdicts.about_commit(state, fact.payload)
                    yield from recording.about_commit(state, command, fact.payload)
                    yield from weights.about_commit(state, fact.payload)
        case RegisterFiles():
            yield from files.register(state, given, command, repository.tenant)
        case DeleteRepository():
            yield from repositories.delete(command, repository)
        case MoveRepository():
            deleted = tracking.reject_if_deleted(state, given, command.repository, repository)
            yield from [deleted] if deleted else repositories.move(state, given, command, repository)
        case SetVisibility():
            yield from repositories.set_visibility(command, repository)
        case GrantAccess():
            yield from grants.grant(state, given, command, repository)
        case RevokeAccess():
            yield from grants.revoke(state, given, command, repository)
        case CreateRef():
            yield from refs.create_ref(state, given, command, repository)
        case DeleteRef():
            yield from refs.delete_ref(state, given, command, repository)
        case PromoteVersion():
            yield from promotion.promote(state, given, command, repository)
        case WithdrawVersion():
            yield from promotion.withdraw(state, given, command, repository)
        case StateLineage():
            yield from recording.state_lineage(state, given, command, repository)
        case (
            CreateRun()
            | ChangeRun()
            | DescribeRepository()
            | RegisterVersion()
            | ChangeVersion()
            | SetAlias()
        ):
            yield from tracking.decide(state, given, command, repository)
        case _:
            assert_never(command)


def due(state: Entities, at_ms: int) -> Facts[RegistryEvent]:
    """Run due work: pending verdicts, commit releases, expired uploads, unused objects, tiers, rankings."""
    yield from verdicts.apply_pending(state)
    yield from commits.release_commits(state, at_ms)
    yield from uploads.end_expired(state, at_ms)
    yield from collecting.collect(state, at_ms)
    yield from tiering.due(state, at_ms)
    yield from prewarming.due(state, at_ms)


def next_deadline_ms(state: Entities) -> int | None:
    """Return the time of the next due work, in milliseconds since 1970 UTC; 0: now; None: never."""
    if next(state.scan(RELEASES), None) is not None or verdicts.is_pending(state):
        return 0
    ends_ms, free_ms = UPLOADS_BY_TIME.first_ms(state), FREE_BY_TIME.first_ms(state)
    collected_ms = None if free_ms is None else free_ms + collecting.GRACE_MS
    others_ms = (tiering.next_deadline_ms(state), prewarming.next_deadline_ms(state))
    return min((each for each in (ends_ms, collected_ms, *others_ms) if each is not None), default=None)


def evolve(state: Changes, fact: Happened[RegistryEvent]) -> None:  # noqa: C901, PLR0912, PLR0915  (a case for each fact)
    """Apply a fact to the state."""
    match fact.payload:
        case RepositoryCreated() as created:
            repositories.evolve_created(state, created)
        case RepositoryDeleted() as deleted:
            _evolve_deleted(state, deleted)
        case RepositoryMoved() as moved:
            repositories.evolve_moved(state, moved)
        case VisibilitySet() as seen:
            repositories.evolve_visibility(state, seen)
        case AccessGranted() | AccessRevoked() as granted:
            grants.evolve_granted(state, granted)
        case RepositoryQuarantined() | RepositoryReleased() as verdict:
            quarantine.evolve(state, verdict)
        case RefCreated() | RefDeleted() as ref:
            refs.evolve_ref(state, ref)
        case CommitMade() | CommitReleased() as commit:
            _evolve_commit(state, commit, fact.at_ms)
        case FilesRegistered() as registered:
            files.evolve_registered(state, registered, fact.at_ms)
        case ObjectRepacked() | XorbRepacked() as repacked:
            _evolve_repacked(state, repacked, fact.at_ms)
        case UploadsReserved() as reserved:
            uploads.evolve_reserved(state, reserved, fact.at_ms)
        case UploadProven() as proven:
            uploads.evolve_proven(state, proven, fact.at_ms)
        case UploadEnded() as ended:
            uploads.evolve_ended(state, ended, fact.at_ms)
        case ObjectCondemned() | ObjectDeleted() as collected:
            _evolve_collected(state, collected, fact.at_ms)
        case StorageQuotaSet() | EncryptionSet() as setting:
            _evolve_organisation(state, setting)
        case DownloadsRecorded() | DownloadQuotaSet() as read:
            downloading.evolve(state, read)
        case TierRuleSet() | ObjectsTiered() as tiered:
            tiering.evolve(state, tiered)
            if isinstance(tiered, TierRuleSet):
                prewarming.evolve(state, tiered)
        case DownloadsRanked() as ranked:
            prewarming.evolve(state, ranked)
        case ContentScanned() as scanned:
            verdicts.evolve_scanned(state, scanned)
        case VersionGated() | GatesAwaited() | GatesUndecided() | VersionDrifts() | DriftEnded() as judged:
            _evolve_judged(state, judged)
        case VersionPromoted() | VersionWithdrawn() as promoted:
            promotion.evolve_promoted(state, promoted)
        case LineageRecorded() as recorded:
            recording.evolve_recorded(state, recorded)
            weights.evolve_claims(state, recorded)
        case WeightsRecorded() as known:
            weights.evolve_recorded(state, known)
        case (
            RunCreated()
            | RunChanged()
            | RepositoryDescribed()
            | VersionRegistered()
            | VersionChanged()
            | AliasSet()
        ) as tracked:
            tracking.evolve(state, tracked)
        case ScanPolicySet() | VersionScored() | QuotaNeared() | ObjectsPlaced() | ObjectsChecked():
            pass  # the state does not change
        case _:
            assert_never(fact.payload)
    quota_notices.evolve(state, fact.payload)


def _evolve_deleted(state: Changes, fact: RepositoryDeleted) -> None:
    repositories.evolve_deleted(state, fact)
    tracking.evolve_deleted(state, fact.repository, fact.tenant)
    promotion.evolve_deleted(state, fact.repository, fact.tenant)
    drifting.forget_repository(state, fact.repository)
    quarantine.evolve_deleted(state, fact.repository)
    downloading.evolve_deleted(state, fact.repository)


def _evolve_collected(state: Changes, fact: ObjectCondemned | ObjectDeleted, at_ms: int) -> None:
    collecting.evolve(state, fact, at_ms)
    if isinstance(fact, ObjectDeleted):
        deltas.evolve_deleted(state, fact, at_ms)


def _evolve_commit(state: Changes, fact: CommitMade | CommitReleased, at_ms: int) -> None:
    if isinstance(fact, CommitMade):
        commits.evolve_made(state, fact)
        contents.evolve_made(state, fact)
        shared.evolve_made(state, fact)
        weights.evolve_made(state, fact)
        return
    commits.evolve_released(state, fact, at_ms)
    contents.evolve_released(state, fact)
    weights.evolve_released(state, fact)
    shared.evolve_released(state, fact)
    promotion.evolve_released(state, fact)
    if fact.ended:
        drifting.forget_version(state, fact.repository, fact.commit)


def _evolve_judged(
    state: Changes, fact: VersionGated | GatesAwaited | GatesUndecided | VersionDrifts | DriftEnded
) -> None:
    if isinstance(fact, VersionDrifts | DriftEnded):
        drifting.evolve(state, fact)
    else:
        gates.evolve(state, fact)


def _evolve_organisation(state: Changes, fact: StorageQuotaSet | EncryptionSet) -> None:
    if isinstance(fact, StorageQuotaSet):
        uploads.evolve_quota(state, fact)
    else:
        encryption.evolve(state, fact)


def _evolve_repacked(state: Changes, fact: ObjectRepacked | XorbRepacked, at_ms: int) -> None:
    if isinstance(fact, ObjectRepacked):
        repacking.evolve(state, fact, at_ms)
    else:
        deltas.evolve(state, fact, at_ms)


def _about(payload: Inputs) -> About | None:
    """Return the subject of a command; None: a fact of another service, which gets no answer."""
    return None if isinstance(payload, Heard) else about(payload)


DECIDER: Final = Decider(
    # 2: pending gates hold; advice suffices where no gate blocks. 3: names of experiments are case-sensitive,
    # their runs are deleted with them; names reserved by git are rejected for branches and tags. 4: texts of
    # rejections, quarantines and releases are reworded.
    decisions_version=4,
    decide=decide,
    evolve=evolve,
    due=due,
    next_deadline_ms=next_deadline_ms,
    about=_about,
)
