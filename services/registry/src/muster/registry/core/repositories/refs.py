"""Branches and tags. PURE."""

from __future__ import annotations

from itertools import islice
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.events.refusal import must_be
from muster.events.registry_commands import (
    CreateRef,
    DeleteRef,
    RefKind,
)
from muster.events.registry_events import (
    RefCreated,
    RefDeleted,
    RegistryEvent,
)
from muster.events.shared.command_answers import RejectionCode
from muster.registry.core.access import sender_of
from muster.registry.core.names import wrong_ref
from muster.registry.core.references import add_use, drop_use
from muster.registry.core.state import (
    COMMITS,
    REFS,
    Repository,
    commit_key,
    ref_key,
)

MAIN: Final = "main"
"""The branch that every repository has."""

REFS_MAX: Final = 10_000


def create_ref(
    state: Entities, given: Input[object], command: CreateRef, repository: Repository
) -> Facts[RegistryEvent]:
    """Create a branch or tag on a live commit."""
    if found := tuple(wrong_ref(command.name)):
        text = must_be("name", found[0].value, found[0].allowed)
        yield refuse(given, RejectionCode.INVALID, text)
        return
    if any(state.get(REFS, ref_key(command.repository, kind, command.name)) for kind in RefKind):
        text = must_be("name", command.name, "a name that no branch or tag has")
        yield refuse(given, RejectionCode.ALREADY_EXISTS, text)
        return
    if state.get(COMMITS, commit_key(command.repository, command.commit)) is None:
        text = must_be("commit", command.commit[:80], "one that a branch or tag leads to")
        yield refuse(given, RejectionCode.NOT_FOUND, text)
        return
    refs = state.scan(REFS, prefix=f"{command.repository}/")
    if sum(1 for _ in islice(refs, REFS_MAX)) >= REFS_MAX:
        text = must_be("name", command.name, f"one of the branches and tags, at most {REFS_MAX}")
        yield refuse(given, RejectionCode.INVALID, text)
        return
    created = RefCreated(
        repository=command.repository,
        kind=command.kind,
        name=command.name,
        commit=command.commit,
        message=command.message,
        tenant=repository.tenant,
        requested_by=sender_of(command).name,
    )
    yield Fact(created, command.repository, repository.tenant)


def delete_ref(
    state: Entities, given: Input[object], command: DeleteRef, repository: Repository
) -> Facts[RegistryEvent]:
    """Delete a branch or tag, but never main."""
    if command.kind is RefKind.BRANCH and command.name == MAIN:
        text = must_be("branch", MAIN, f"any branch but {MAIN}")
        yield refuse(given, RejectionCode.WRONG_STATE, text)
        return
    if state.get(REFS, ref_key(command.repository, command.kind, command.name)) is None:
        text = must_be(command.kind.value.lower(), command.name[:80], "one that exists")
        yield refuse(given, RejectionCode.NOT_FOUND, text)
        return
    deleted = RefDeleted(
        repository=command.repository,
        kind=command.kind,
        name=command.name,
        tenant=repository.tenant,
        requested_by=sender_of(command).name,
    )
    yield Fact(deleted, command.repository, repository.tenant)


def evolve_ref(state: Changes, fact: RefCreated | RefDeleted) -> None:
    """Add or delete a branch or tag."""
    key = ref_key(fact.repository, fact.kind, fact.name)
    if isinstance(fact, RefCreated):
        state.put(REFS, key, fact.commit)
        add_use(state, fact.repository, fact.commit)
        return
    commit = state.get(REFS, key)
    state.delete(REFS, key)
    if commit is not None:
        drop_use(state, fact.repository, commit, fact.tenant)
