"""Create, rename and delete repositories; set visibility; check the access of a command's sender. PURE."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.events.refusal import in_words, must_be
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
    RefKind,
    RegisterFiles,
    RegisterVersion,
    RepositoryType,
    ReserveUploads,
    RevokeAccess,
    SetAlias,
    SetVisibility,
    StateLineage,
    WithdrawVersion,
)
from muster.events.registry_events import (
    RegistryEvent,
    RepositoryCreated,
    RepositoryDeleted,
    RepositoryMoved,
    VisibilitySet,
)
from muster.events.shared.command_answers import CommandRejected, RejectionCode, Violation
from muster.registry.core.access import Denial, Level, access_to, grants_of, may_create, sender_of
from muster.registry.core.names import personal, wrong_name, wrong_title
from muster.registry.core.references import EMPTY_ROOT, commit_id, drop_use
from muster.registry.core.repositories.refs import MAIN
from muster.registry.core.state import (
    COMMITS,
    GRANTS,
    NAMES,
    REFS,
    REPOSITORIES,
    Commit,
    Repository,
    commit_key,
    name_key,
    ref_key,
    taken_key,
)

_ID: Final = re.compile(r"repo-[a-z2-7]{4,40}")
WORDS: Final = {
    RepositoryType.MODEL: "model",
    RepositoryType.DATASET: "dataset",
    RepositoryType.SPACE: "space",
    RepositoryType.EXPERIMENT: "experiment",
}

OfRepository = (
    DeleteRepository
    | MoveRepository
    | SetVisibility
    | GrantAccess
    | RevokeAccess
    | CreateRef
    | DeleteRef
    | ReserveUploads
    | ConfirmUpload
    | MakeCommit
    | RegisterFiles
    | PromoteVersion
    | WithdrawVersion
    | StateLineage
    | CreateRun
    | ChangeRun
    | DescribeRepository
    | RegisterVersion
    | ChangeVersion
    | SetAlias
)
"""Commands about a repository that exists."""


def needed_level(command: OfRepository) -> Level:
    """Return the access level that a command requires."""
    administers = DeleteRepository | MoveRepository | SetVisibility | GrantAccess | RevokeAccess
    return Level.ADMIN if isinstance(command, administers) else Level.WRITE


def repository_for(
    state: Entities, given: Input[object], command: OfRepository
) -> tuple[Repository | None, Fact[CommandRejected] | None]:
    """Return the repository if the sender may do this, else a rejection: NOT_FOUND if it is invisible."""
    repository = state.get(REPOSITORIES, command.repository)
    needed = needed_level(command)
    access = access_to(sender_of(command), needed, repository, grants_of(state, command.repository))
    if access.denial is Denial.HIDDEN:
        text = must_be("repository", command.repository[:80], "one that exists")
        return None, refuse(given, RejectionCode.NOT_FOUND, text)
    if access.denial is not None:
        text = f"{command.requested_by} may {access.level.name.lower()}; required is {needed.name.lower()}"
        return None, refuse(given, RejectionCode.FORBIDDEN, text)
    return repository, None


def create(
    state: Entities, given: Input[object], command: CreateRepository, at_ms: int
) -> Facts[RegistryEvent]:
    """Create a repository with its branch main at an empty commit."""
    yield from _refused_name(state, given, command, command.repository_type) or [
        Fact(_created(command, at_ms), command.repository, command.tenant)
    ]


def delete(command: DeleteRepository, repository: Repository) -> Facts[RegistryEvent]:
    """Delete a repository, which frees its name."""
    deleted = RepositoryDeleted(
        repository=command.repository, tenant=repository.tenant, requested_by=sender_of(command).name
    )
    yield Fact(deleted, command.repository, repository.tenant)


def move(
    state: Entities, given: Input[object], command: MoveRepository, repository: Repository
) -> Facts[RegistryEvent]:
    """Rename a repository within its organisation, which still pays for its storage."""
    refused = _refused_name(state, given, command, repository.type)
    if refused:
        yield from refused
        return
    moved = RepositoryMoved(
        repository=command.repository,
        namespace=command.namespace,
        name=command.name,
        tenant=repository.tenant,
        requested_by=sender_of(command).name,
        from_namespace=repository.namespace,
        from_name=repository.name,
    )
    yield Fact(moved, command.repository, repository.tenant)


def set_visibility(command: SetVisibility, repository: Repository) -> Facts[RegistryEvent]:
    """Set a repository's visibility."""
    seen = VisibilitySet(
        repository=command.repository,
        visibility=command.visibility,
        tenant=repository.tenant,
        requested_by=sender_of(command).name,
    )
    yield Fact(seen, command.repository, repository.tenant)


def evolve_created(state: Changes, fact: RepositoryCreated) -> None:
    """Add the repository with its name, and main at its first commit."""
    repository = Repository(
        type=fact.repository_type,
        namespace=fact.namespace,
        name=fact.name,
        visibility=fact.visibility,
        tenant=fact.tenant,
        created_by=fact.requested_by,
    )
    state.put(REPOSITORIES, fact.repository, repository)
    state.put(NAMES, taken_key(fact.repository_type, fact.namespace, fact.name), fact.repository)
    state.put(COMMITS, commit_key(fact.repository, fact.commit), Commit(parent="", uses=1))
    state.put(REFS, ref_key(fact.repository, RefKind.BRANCH, MAIN), fact.commit)


def evolve_deleted(state: Changes, fact: RepositoryDeleted) -> None:
    """Delete the repository with its names, grants and refs; its commits are released step by step."""
    repository = state.get(REPOSITORIES, fact.repository)
    if repository is None:
        return
    for key, commit in list(state.scan(REFS, prefix=f"{fact.repository}/")):
        state.delete(REFS, key)
        drop_use(state, fact.repository, commit, fact.tenant)
    for key, _ in list(state.scan(GRANTS, prefix=f"{fact.repository}/")):
        state.delete(GRANTS, key)
    _free_name(state, fact.repository, repository)
    state.delete(REPOSITORIES, fact.repository)


def evolve_moved(state: Changes, fact: RepositoryMoved) -> None:
    """Set the new name, and free the old one."""
    repository = state.get(REPOSITORIES, fact.repository)
    if repository is not None:
        _free_name(state, fact.repository, repository)
        state.put(NAMES, taken_key(repository.type, fact.namespace, fact.name), fact.repository)
        moved = replace(repository, namespace=fact.namespace, name=fact.name)
        state.put(REPOSITORIES, fact.repository, moved)


def evolve_visibility(state: Changes, fact: VisibilitySet) -> None:
    """Set the repository's visibility."""
    repository = state.get(REPOSITORIES, fact.repository)
    if repository is not None:
        state.put(REPOSITORIES, fact.repository, replace(repository, visibility=fact.visibility))


def _created(command: CreateRepository, at_ms: int) -> RepositoryCreated:
    author = sender_of(command).name
    return RepositoryCreated(
        repository=command.repository,
        repository_type=command.repository_type,
        namespace=command.namespace,
        name=command.name,
        visibility=command.visibility,
        tenant=command.tenant,
        requested_by=author,
        commit=commit_id(EMPTY_ROOT, command.repository, author, at_ms, "initial commit"),
        root=EMPTY_ROOT,
    )


def _refused_name(
    state: Entities, given: Input[object], command: CreateRepository | MoveRepository, type_: RepositoryType
) -> list[Fact[CommandRejected]]:
    """Return the rejection of a repository's name or id; empty: both are valid."""
    found = (*wrong_name("namespace", command.namespace), *_wrong_own_name(type_, command.name))
    if found:
        return [refuse(given, RejectionCode.INVALID, in_words(found))]
    if not _ID.fullmatch(command.repository):
        text = must_be("repository", command.repository[:80], _ID.pattern)
        return [refuse(given, RejectionCode.INVALID, text)]
    if not may_create(sender_of(command), type_, command.namespace, command.name):
        own = personal(command.tenant, command.requested_by)
        text = must_be("namespace", command.namespace, f"{command.tenant} or {own}")
        if command.repositories:
            text += f"; the token is limited to {', '.join(command.repositories)}"
        return [refuse(given, RejectionCode.FORBIDDEN, text)]
    if _is_taken(state, type_, command.namespace, command.name):
        text = must_be(WORDS[type_], f"{command.namespace}/{command.name}", "a name that is not taken")
        return [refuse(given, RejectionCode.ALREADY_EXISTS, text)]
    if isinstance(command, CreateRepository) and state.get(REPOSITORIES, command.repository) is not None:
        text = must_be("repository", command.repository, "an id that is not taken")
        return [refuse(given, RejectionCode.ALREADY_EXISTS, text)]
    return []


def _is_taken(state: Entities, type_: RepositoryType, namespace: str, name: str) -> bool:
    if state.get(NAMES, taken_key(type_, namespace, name)) is not None:
        return True
    folded = state.get(NAMES, name_key(type_, namespace, name))  # key of experiments before version 3
    holder = None if folded is None else state.get(REPOSITORIES, folded)
    return holder is not None and holder.name == name


def _free_name(state: Changes, id_: str, repository: Repository) -> None:
    for key_of in (taken_key, name_key):
        key = key_of(repository.type, repository.namespace, repository.name)
        if state.get(NAMES, key) == id_:
            state.delete(NAMES, key)


def _wrong_own_name(type_: RepositoryType, name: str) -> Iterator[Violation]:
    """Check a name; that of an experiment is free text, as it never becomes a path on disk."""
    yield from (wrong_title if type_ is RepositoryType.EXPERIMENT else wrong_name)("name", name)
