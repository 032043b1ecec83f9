"""Model versions, their stages and aliases; descriptions of repositories. PURE.

A version is a numbered commit. It keeps its commit live, as a branch or tag does, until it is removed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.events.refusal import must_be
from muster.events.registry_commands import (
    ChangeVersion,
    DescribeRepository,
    RegisterVersion,
    RepositoryType,
    SetAlias,
)
from muster.events.registry_events import (
    AliasSet,
    RegistryEvent,
    RepositoryDescribed,
    VersionChanged,
    VersionRegistered,
)
from muster.events.shared.command_answers import CommandRejected, RejectionCode, Violation
from muster.registry.core.access import sender_of
from muster.registry.core.references import add_use, drop_use
from muster.registry.core.state import COMMITS, Repository, commit_key
from muster.registry.core.tracking import runs
from muster.registry.core.tracking.entities import (
    ALIASES,
    ARCHIVED,
    ARCHIVED_STAGE,
    FIRST_STAGE,
    LAST_VERSIONS,
    STAGES,
    VERSIONS,
    Version,
    alias_key,
    version_key,
)
from muster.registry.core.tracking.limits import (
    ALIAS,
    ALIAS_ALLOWED,
    NAME_MAX,
    TEXT_MAX,
    shortened,
    wrong_labels,
    wrong_size,
    wrong_text,
)
from muster.registry.core.versions import gates
from muster.registry.core.versions.promotion import PRODUCTION

VERSIONS_MAX: Final = 100_000
"""Maximum number of versions of one model."""
ALIASES_MAX: Final = 1_000
_SOURCE_MAX: Final = 2_000


def describe(
    state: Entities, given: Input[object], command: DescribeRepository, repository: Repository
) -> Facts[RegistryEvent]:
    """Describe a repository; for an experiment, also delete or restore it, with its runs."""
    refused = runs.reject_if_deleted(state, given, command.repository, repository)
    if refused and command.archived is None:
        yield refused
        return
    found = (
        *wrong_text("description", command.description, TEXT_MAX),
        *wrong_labels("tags", command.tags),
        *wrong_size(command.tags),
    )
    if command.archived is not None and repository.type is not RepositoryType.EXPERIMENT:
        found = (*found, Violation(field="archived", value=repository.name, allowed="an experiment"))
    if found:
        yield _invalid(given, found)
        return
    described = RepositoryDescribed(
        repository=command.repository,
        description=command.description,
        archived=command.archived,
        tags=command.tags,
        removed_tags=command.removed_tags,
        tenant=repository.tenant,
        requested_by=sender_of(command).name,
    )
    yield Fact(described, command.repository, repository.tenant)


def register(
    state: Entities, given: Input[object], command: RegisterVersion, repository: Repository
) -> Facts[RegistryEvent]:
    """Register a live commit as the next version."""
    last = state.get(LAST_VERSIONS, command.repository) or 0
    found = tuple(_wrong_version(command, repository, last))
    if found:
        yield _invalid(given, found)
        return
    if state.get(COMMITS, commit_key(command.repository, command.commit)) is None:
        text = must_be("commit", command.commit[:80], "one that a branch or tag leads to")
        yield refuse(given, RejectionCode.NOT_FOUND, text)
        return
    registered = VersionRegistered(
        repository=command.repository,
        version=last + 1,
        commit=command.commit,
        source=command.source,
        run=command.run,
        model=command.model,
        run_link=command.run_link,
        description=command.description,
        tags=command.tags,
        tenant=repository.tenant,
        requested_by=sender_of(command).name,
    )
    yield Fact(registered, command.repository, repository.tenant)


def change(
    state: Entities, given: Input[object], command: ChangeVersion, repository: Repository
) -> Facts[RegistryEvent]:
    """Change a version (description, tags, stage) or remove it; on request, archive others at its stage."""
    version = _live(state, command.repository, command.version)
    if version is None:
        yield _no_version(given, command.version)
        return
    found = (
        *wrong_text("description", command.description, TEXT_MAX),
        *wrong_labels("tags", command.tags),
        *wrong_size(command.tags),
    )
    if command.stage is not None and command.stage not in STAGES:
        found = (*found, Violation(field="stage", value=command.stage[:80], allowed=", ".join(STAGES)))
    if found:
        yield _invalid(given, found)
        return
    by = sender_of(command).name
    changed = VersionChanged(
        repository=command.repository,
        version=command.version,
        description=command.description,
        stage=command.stage,
        removed=command.removed,
        tags=command.tags,
        removed_tags=command.removed_tags,
        tenant=repository.tenant,
        requested_by=by,
    )
    yield Fact(changed, command.repository, repository.tenant)
    if not command.archive_others or command.stage in {None, FIRST_STAGE, ARCHIVED_STAGE}:
        return
    for number, other in _versions(state, command.repository):
        if number != command.version and other.stage == command.stage and not other.removed:
            archived = VersionChanged(
                repository=command.repository,
                version=number,
                stage=ARCHIVED_STAGE,
                tenant=repository.tenant,
                requested_by=by,
            )
            yield Fact(archived, command.repository, repository.tenant)


def set_alias(
    state: Entities, given: Input[object], command: SetAlias, repository: Repository
) -> Facts[RegistryEvent]:
    """Set an alias to a version, or remove it; removing a missing alias is not an error.

    The production alias must pass the same gates as the production pointer.
    """
    if not ALIAS.fullmatch(command.alias):
        found = (Violation(field="alias", value=command.alias[:80], allowed=ALIAS_ALLOWED),)
        yield _invalid(given, found)
        return
    if command.version is not None:
        version = _live(state, command.repository, command.version)
        if version is None:
            yield _no_version(given, command.version)
            return
        is_guarded = command.alias.lower() == PRODUCTION
        why_not = gates.why_not(state, command.repository, version.commit) if is_guarded else ""
        if why_not:
            yield refuse(given, RejectionCode.WRONG_STATE, f"alias {command.alias}: {why_not}")
            return
        is_new = state.get(ALIASES, alias_key(command.repository, command.alias)) is None
        if is_new and sum(1 for _ in state.scan(ALIASES, prefix=f"{command.repository}/")) >= ALIASES_MAX:
            found = (Violation(field="alias", value=command.alias, allowed=f"one of at most {ALIASES_MAX}"),)
            yield _invalid(given, found)
            return
    fact = AliasSet(
        repository=command.repository,
        alias=command.alias.lower(),
        version=command.version,
        tenant=repository.tenant,
        requested_by=sender_of(command).name,
    )
    yield Fact(fact, command.repository, repository.tenant)


def evolve_described(state: Changes, fact: RepositoryDescribed) -> None:
    """Archive the repository, or restore it."""
    if fact.archived:
        state.put(ARCHIVED, fact.repository, True)
    elif fact.archived is False:
        state.delete(ARCHIVED, fact.repository)


def evolve_registered(state: Changes, fact: VersionRegistered) -> None:
    """Add the version, and keep its commit live."""
    state.put(VERSIONS, version_key(fact.repository, fact.version), Version(commit=fact.commit))
    state.put(LAST_VERSIONS, fact.repository, fact.version)
    add_use(state, fact.repository, fact.commit)


def evolve_changed(state: Changes, fact: VersionChanged) -> None:
    """Set the version's stage; if it is removed, release its commit and delete its aliases."""
    key = version_key(fact.repository, fact.version)
    version = state.get(VERSIONS, key)
    if version is None:
        return
    if fact.stage is not None:
        version = replace(version, stage=fact.stage)
    if fact.removed and not version.removed:
        version = replace(version, removed=True)
        drop_use(state, fact.repository, version.commit, fact.tenant)
        for alias, number in list(state.scan(ALIASES, prefix=f"{fact.repository}/")):
            if number == fact.version:
                state.delete(ALIASES, alias)
    state.put(VERSIONS, key, version)


def evolve_alias(state: Changes, fact: AliasSet) -> None:
    """Set or delete the alias."""
    key = alias_key(fact.repository, fact.alias)
    if fact.version is None:
        state.delete(ALIASES, key)
    else:
        state.put(ALIASES, key, fact.version)


def evolve_deleted(state: Changes, repository: str, tenant: str) -> None:
    """Delete a removed repository's versions and aliases, and release their commits."""
    for number, version in list(_versions(state, repository)):
        if not version.removed:
            drop_use(state, repository, version.commit, tenant)
        state.delete(VERSIONS, version_key(repository, number))
    for alias, _ in list(state.scan(ALIASES, prefix=f"{repository}/")):
        state.delete(ALIASES, alias)
    state.delete(LAST_VERSIONS, repository)
    state.delete(ARCHIVED, repository)


def _versions(state: Entities, repository: str) -> Iterator[tuple[int, Version]]:
    for key, version in state.scan(VERSIONS, prefix=f"{repository}/"):
        yield int(key.rpartition("/")[2]), version


def _live(state: Entities, repository: str, number: int) -> Version | None:
    version = state.get(VERSIONS, version_key(repository, number)) if number > 0 else None
    return None if version is None or version.removed else version


def _wrong_version(command: RegisterVersion, repository: Repository, last: int) -> Iterator[Violation]:
    if repository.type is not RepositoryType.MODEL:
        yield Violation(field="repository", value=repository.name, allowed="a model")
    if last >= VERSIONS_MAX:
        yield Violation(field="version", value=str(last + 1), allowed=f"at most {VERSIONS_MAX}")
    yield from wrong_text("source", command.source, _SOURCE_MAX)
    yield from wrong_text("run", command.run, NAME_MAX)
    yield from wrong_text("model", command.model, NAME_MAX)
    yield from wrong_text("run_link", command.run_link, _SOURCE_MAX)
    yield from wrong_text("description", command.description, TEXT_MAX)
    yield from wrong_labels("tags", command.tags)
    yield from wrong_size(command.tags)


def _no_version(given: Input[object], number: int) -> Fact[CommandRejected]:
    text = must_be("version", number, "one that the model has")
    return refuse(given, RejectionCode.NOT_FOUND, text)


def _invalid(given: Input[object], found: tuple[Violation, ...]) -> Fact[CommandRejected]:
    return refuse(given, RejectionCode.INVALID, shortened(found))
