"""Grants: access of users, teams and organisations to a repository. PURE."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.events.refusal import must_be
from muster.events.registry_commands import (
    GrantAccess,
    GranteeKind,
    RevokeAccess,
)
from muster.events.registry_events import (
    AccessGranted,
    AccessRevoked,
    RegistryEvent,
)
from muster.events.shared.command_answers import RejectionCode
from muster.registry.core.access import grants_of, sender_of
from muster.registry.core.state import (
    GRANTS,
    Repository,
    grant_key,
)

GRANTS_MAX: Final = 1_000
_GRANTEE: Final = {
    GranteeKind.ORGANISATION: re.compile(r"[a-z0-9][a-z0-9-]{0,62}"),
    GranteeKind.TEAM: re.compile(r"[a-z0-9][a-z0-9-]{0,62}/[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}"),
    GranteeKind.USER: re.compile(r"[a-z0-9][a-z0-9-]{0,62}/[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}"),
}


def grant(
    state: Entities, given: Input[object], command: GrantAccess, repository: Repository
) -> Facts[RegistryEvent]:
    """Grant a user, team or organisation access to a repository."""
    pattern = _GRANTEE[command.grantee_kind]
    if not pattern.fullmatch(command.grantee):
        text = must_be("grantee", command.grantee[:80], pattern.pattern)
        yield refuse(given, RejectionCode.INVALID, text)
        return
    if sum(1 for _ in islice(grants_of(state, command.repository), GRANTS_MAX)) >= GRANTS_MAX:
        text = must_be(
            "grantee", command.grantee, f"one of the grantees of a repository, at most {GRANTS_MAX}"
        )
        yield refuse(given, RejectionCode.INVALID, text)
        return
    granted = AccessGranted(
        repository=command.repository,
        grantee_kind=command.grantee_kind,
        grantee=command.grantee,
        level=command.level,
        tenant=repository.tenant,
        requested_by=sender_of(command).name,
    )
    yield Fact(granted, command.repository, repository.tenant)


def revoke(
    state: Entities, given: Input[object], command: RevokeAccess, repository: Repository
) -> Facts[RegistryEvent]:
    """Revoke a grant."""
    if state.get(GRANTS, grant_key(command.repository, command.grantee_kind, command.grantee)) is None:
        text = must_be("grantee", command.grantee[:80], "a grantee of the repository")
        yield refuse(given, RejectionCode.NOT_FOUND, text)
        return
    revoked = AccessRevoked(
        repository=command.repository,
        grantee_kind=command.grantee_kind,
        grantee=command.grantee,
        tenant=repository.tenant,
        requested_by=sender_of(command).name,
    )
    yield Fact(revoked, command.repository, repository.tenant)


def evolve_granted(state: Changes, fact: AccessGranted | AccessRevoked) -> None:
    """Set a grant, replacing an earlier one, or delete it."""
    key = grant_key(fact.repository, fact.grantee_kind, fact.grantee)
    if isinstance(fact, AccessGranted):
        state.put(GRANTS, key, fact.level)
    else:
        state.delete(GRANTS, key)
