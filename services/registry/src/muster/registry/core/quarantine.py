"""Quarantine: close a repository's files, or one content of it, and release them. PURE.

closed by a reviewer, or by MALICIOUS    readable only with a grant
closed by INCONCLUSIVE                   readable with a grant, or by administrators of the repository

A reviewer of the organisation releases them. Released content stays open until other rules judge it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, Kind, refuse
from muster.events.refusal import must_be
from muster.events.registry_commands import QuarantineRepository, ReleaseRepository
from muster.events.registry_events import (
    ContentScanned,
    RegistryEvent,
    RepositoryQuarantined,
    RepositoryReleased,
)
from muster.events.scan_events import ScanVerdict
from muster.events.shared.command_answers import RejectionCode
from muster.registry.core.access import sender_of
from muster.registry.core.contents import CONTENTS, content_key
from muster.registry.core.state import QUARANTINES, REPOSITORIES, Repository

REASON_MAX: Final = 1_000

SCANNER: Final = "scanner"
"""Name of the sender that closes and reopens content after a verdict."""

Verdict = QuarantineRepository | ReleaseRepository


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """Closed content of a repository.

    Attributes:
        verdict: The verdict that closed it; None: a reviewer did.
        rules_version: Version of the rules behind that verdict.
        path: Path of the content in the repository.
    """

    verdict: ScanVerdict | None
    rules_version: str
    path: str


CLOSED: Final = Kind("closed-content", Closed)
"""`closed_key` -> why the content is closed."""

REVIEWED: Final = Kind("reviewed-content", str)
"""`closed_key` -> version of the rules whose verdict a reviewer has overruled."""


def closed_key(repository: str, object_: str) -> str:
    """Return the key of some content of a repository."""
    return f"{repository}/{object_}"


def judge(state: Entities, given: Input[object], command: Verdict) -> Facts[RegistryEvent]:
    """Close or release files, as requested by a reviewer of the repository's organisation."""
    repository = state.get(REPOSITORIES, command.repository)
    if repository is None or repository.tenant != command.tenant:
        text = f"repository {command.repository[:80]} does not belong to the organisation {command.tenant}"
        yield refuse(given, RejectionCode.NOT_FOUND, text)
        return
    if not 1 <= len(command.reason) <= REASON_MAX:
        text = must_be("reason", f"{len(command.reason)} characters", f"1 to {REASON_MAX}")
        yield refuse(given, RejectionCode.INVALID, text)
        return
    if isinstance(command, QuarantineRepository):
        yield from _closed_by_reviewer(state, given, command, repository)
    else:
        yield from _released_by_reviewer(state, given, command, repository)


def close(
    id_: str, repository: Repository, path: str, scanned: ContentScanned, *, object_: str, reason: str
) -> Fact[RegistryEvent]:
    """Close content after a verdict; with an empty `object_`, all files of the repository."""
    closed = RepositoryQuarantined(
        repository=id_,
        reason=reason,
        full_name=f"{repository.namespace}/{repository.name}",
        owner=repository.created_by,
        tenant=repository.tenant,
        requested_by=SCANNER,
        object=object_,
        path=path,
        verdict=scanned.verdict,
        scan=scanned.scan,
        rules_version=scanned.rules_version,
    )
    return Fact(closed, id_, repository.tenant)


def reopen(id_: str, repository: Repository, path: str, scanned: ContentScanned) -> Fact[RegistryEvent]:
    """Reopen content that an earlier verdict had closed."""
    released = RepositoryReleased(
        repository=id_,
        reason=f"verdict by rules {scanned.rules_version}: {scanned.verdict.value.lower()}",
        tenant=repository.tenant,
        requested_by=SCANNER,
        object=scanned.object,
        path=path,
        full_name=f"{repository.namespace}/{repository.name}",
        owner=repository.created_by,
        scan=scanned.scan,
    )
    return Fact(released, id_, repository.tenant)


def evolve(state: Changes, fact: RepositoryQuarantined | RepositoryReleased) -> None:
    """Mark a repository or its content as closed or open."""
    key = closed_key(fact.repository, fact.object)
    match fact:
        case RepositoryQuarantined(object=""):
            state.put(QUARANTINES, fact.repository, fact.reason)
        case RepositoryReleased(object=""):
            state.delete(QUARANTINES, fact.repository)
        case RepositoryQuarantined():
            closed = Closed(verdict=fact.verdict, rules_version=fact.rules_version, path=fact.path)
            state.put(CLOSED, key, closed)
        case RepositoryReleased():
            state.delete(CLOSED, key)
            if fact.rules_version:
                state.put(REVIEWED, key, fact.rules_version)


def evolve_deleted(state: Changes, repository: str) -> None:
    """Delete the quarantine entries of a deleted repository."""
    state.delete(QUARANTINES, repository)
    kinds: list[Kind[Any]] = [CLOSED, REVIEWED]
    for kind in kinds:
        for key, _ in list(state.scan(kind, prefix=f"{repository}/")):
            state.delete(kind, key)


def _closed_by_reviewer(
    state: Entities, given: Input[object], command: QuarantineRepository, repository: Repository
) -> Facts[RegistryEvent]:
    content = state.get(CONTENTS, content_key(command.object, command.repository))
    if command.object and content is None:
        text = must_be("object", command.object[:80], "content of the repository, as KIND/HASH")
        yield refuse(given, RejectionCode.NOT_FOUND, text)
        return
    closed = RepositoryQuarantined(
        repository=command.repository,
        reason=command.reason,
        full_name=f"{repository.namespace}/{repository.name}",
        owner=repository.created_by,
        tenant=repository.tenant,
        requested_by=sender_of(command).name,
        object=command.object,
        path="" if content is None else content.path,
    )
    yield Fact(closed, command.repository, repository.tenant)


def _released_by_reviewer(
    state: Entities, given: Input[object], command: ReleaseRepository, repository: Repository
) -> Facts[RegistryEvent]:
    closed = state.get(CLOSED, closed_key(command.repository, command.object))
    if closed is None if command.object else state.get(QUARANTINES, command.repository) is None:
        what = f"object {command.object[:80]} of repository" if command.object else "repository"
        text = f"{what} {command.repository} is not in quarantine; must be in quarantine"
        yield refuse(given, RejectionCode.WRONG_STATE, text)
        return
    released = RepositoryReleased(
        repository=command.repository,
        reason=command.reason,
        tenant=repository.tenant,
        requested_by=sender_of(command).name,
        object=command.object,
        path="" if closed is None else closed.path,
        full_name=f"{repository.namespace}/{repository.name}",
        owner=repository.created_by,
        rules_version="" if closed is None else closed.rules_version,
    )
    yield Fact(released, command.repository, repository.tenant)
