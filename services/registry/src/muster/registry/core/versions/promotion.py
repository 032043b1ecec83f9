"""Scores of versions, and pointers to versions. PURE.

ScoresMeasured   -> VersionScored      of a live version
PromoteVersion   -> VersionPromoted    `promote`: `production` moves only to a version that its gates allow
                                       (`promotable.py`); an operator can override that, on record
WithdrawVersion  -> VersionWithdrawn

A pointer keeps its version live, as a branch or tag does.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, Kind, refuse
from muster.events.eval_events import ScoresMeasured
from muster.events.refusal import must_be
from muster.events.registry_commands import PromoteVersion, WithdrawVersion
from muster.events.registry_events import (
    CommitReleased,
    RegistryEvent,
    VersionPromoted,
    VersionScored,
    VersionWithdrawn,
)
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.registry.core.access import sender_of
from muster.registry.core.references import add_use, drop_use
from muster.registry.core.state import COMMITS, Repository, commit_key
from muster.registry.core.versions import gates

PRODUCTION: Final = "production"
"""The pointer that gates guard."""

GATE_NOT_PASSED: Final = "GATE_NOT_PASSED"
"""Detail code: no gate has passed the version, or a blocking gate has not."""

REASON_MAX: Final = 1_000
POINTERS_MAX: Final = 100

_POINTER: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")

Command = PromoteVersion | WithdrawVersion


POINTERS: Final = Kind("pointer", str)
"""`pointer_key` -> commit."""


def pointer_key(repository: str, pointer: str) -> str:
    """Return the key of a pointer."""
    return f"{repository}/{pointer}"


def record_scores(state: Entities, measured: ScoresMeasured) -> Facts[RegistryEvent]:
    """Record the scores of a live version; ignore those of any other."""
    repository = gates.repository_of(state, measured)
    if repository is not None:
        fact = VersionScored(
            repository=measured.repository,
            commit=measured.commit,
            run=measured.run,
            scores=measured.scores,
            judge=measured.judge,
            config_digest=measured.config_digest,
            tenant=repository.tenant,
        )
        yield Fact(fact, measured.repository, repository.tenant)


def promote(
    state: Entities, given: Input[object], command: PromoteVersion, repository: Repository
) -> Facts[RegistryEvent]:
    """Set a pointer to a version."""
    refusal = _wrong(given, command) or _unknown(state, given, command)
    if refusal is not None:
        yield refusal
        return
    is_guarded = command.pointer == PRODUCTION
    why_not = gates.why_not(state, command.repository, command.commit) if is_guarded else ""
    is_operator = "operator" in command.roles and command.tenant == repository.tenant
    may_override = command.override and is_operator and not command.repositories
    if why_not and not may_override:
        yield refuse(given, RejectionCode.WRONG_STATE, why_not, detail_code=GATE_NOT_PASSED)
        return
    promoted = VersionPromoted(
        repository=command.repository,
        commit=command.commit,
        pointer=command.pointer,
        former=state.get(POINTERS, pointer_key(command.repository, command.pointer)) or "",
        reason=command.reason,
        gates=tuple(gates.passed(state, command.repository, command.commit)),
        overridden=bool(why_not),
        refusal=why_not,
        full_name=f"{repository.namespace}/{repository.name}",
        tenant=repository.tenant,
        requested_by=sender_of(command).name,
    )
    yield Fact(promoted, command.repository, repository.tenant)


def withdraw(
    state: Entities, given: Input[object], command: WithdrawVersion, repository: Repository
) -> Facts[RegistryEvent]:
    """Remove a pointer."""
    commit = state.get(POINTERS, pointer_key(command.repository, command.pointer))
    refusal = _wrong(given, command)
    if refusal is None and commit is None:
        text = must_be("pointer", command.pointer[:80], "one that leads to a version")
        refusal = refuse(given, RejectionCode.NOT_FOUND, text)
    if refusal is not None or commit is None:
        yield from [refusal] if refusal is not None else []
        return
    withdrawn = VersionWithdrawn(
        repository=command.repository,
        commit=commit,
        pointer=command.pointer,
        reason=command.reason,
        tenant=repository.tenant,
        requested_by=sender_of(command).name,
    )
    yield Fact(withdrawn, command.repository, repository.tenant)


def evolve_promoted(state: Changes, fact: VersionPromoted | VersionWithdrawn) -> None:
    """Set or delete the pointer, and release its former version."""
    key = pointer_key(fact.repository, fact.pointer)
    former = state.get(POINTERS, key)
    if isinstance(fact, VersionPromoted):
        state.put(POINTERS, key, fact.commit)
        add_use(state, fact.repository, fact.commit)
    else:
        state.delete(POINTERS, key)
    if former is not None:
        drop_use(state, fact.repository, former, fact.tenant)


def evolve_released(state: Changes, fact: CommitReleased) -> None:
    """Forget what gates say about a commit once it is gone."""
    if fact.ended:
        gates.forget_version(state, fact.repository, fact.commit)


def evolve_deleted(state: Changes, repository: str, tenant: str) -> None:
    """Delete the pointers and gates of a deleted repository."""
    for key, commit in list(state.scan(POINTERS, prefix=f"{repository}/")):
        state.delete(POINTERS, key)
        drop_use(state, repository, commit, tenant)
    gates.forget_repository(state, repository)


def _wrong(given: Input[object], command: Command) -> Fact[CommandRejected] | None:
    text = ""
    if not _POINTER.fullmatch(command.pointer):
        text = must_be("pointer", command.pointer[:80], _POINTER.pattern)
    elif not 1 <= len(command.reason) <= REASON_MAX:
        text = must_be("reason", f"{len(command.reason)} characters", f"1 to {REASON_MAX}")
    return refuse(given, RejectionCode.INVALID, text) if text else None


def _unknown(state: Entities, given: Input[object], command: PromoteVersion) -> Fact[CommandRejected] | None:
    if state.get(COMMITS, commit_key(command.repository, command.commit)) is None:
        text = must_be("commit", command.commit[:80], "one that a branch, tag or pointer leads to")
        return refuse(given, RejectionCode.NOT_FOUND, text)
    pointers = state.scan(POINTERS, prefix=f"{command.repository}/")
    is_new = state.get(POINTERS, pointer_key(command.repository, command.pointer)) is None
    if is_new and sum(1 for _ in islice(pointers, POINTERS_MAX)) >= POINTERS_MAX:
        text = must_be(
            "pointer", command.pointer, f"one of the repository's pointers, at most {POINTERS_MAX}"
        )
        return refuse(given, RejectionCode.INVALID, text)
    return None
