"""Access rules of repositories. PURE; the decider and the API use the same.

a grant            gives a user, a team or an organisation the level that it names
the creator        administers the repository
a user             administers everything in the user's own namespace
operators          administer their organisation's repositories
submitters         write to their organisation's repositories that are not private
a limited token    gives no access to any repository that it does not name, and administers none; its owner
                   may do so with another token
everybody          reads public repositories; members of the organisation also read its internal ones;
                   RESTRICTED shows its card to everybody, and its files only to those with a grant
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Protocol

from muster.deciding import Entities
from muster.events.registry_commands import AccessLevel, GranteeKind, RepositoryType, Visibility
from muster.registry.core.repositories.names import personal
from muster.registry.core.state import NAMES, name_key


class Level(IntEnum):
    """Access level; each includes the ones before it."""

    NONE = 0
    SEE = 1
    """See that the repository exists, and its card."""
    READ = 2
    WRITE = 3
    ADMIN = 4


_GRANTED: Final[Mapping[AccessLevel, Level]] = {
    AccessLevel.READ: Level.READ,
    AccessLevel.WRITE: Level.WRITE,
    AccessLevel.ADMIN: Level.ADMIN,
}
_WRITERS: Final = frozenset({"submitter", "operator"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """A caller.

    Attributes:
        tenant: The organisation.
        user: Name of the user within the organisation.
        teams: Teams of the user.
        roles: Roles of the user.
        repositories: `name_key` of the repositories that the token is limited to; None: no limit.
    """

    tenant: str
    user: str
    teams: frozenset[str]
    roles: frozenset[str]
    repositories: frozenset[str] | None = None

    @property
    def name(self) -> str:
        """Name of the caller in facts: ORGANISATION/USER."""
        return f"{self.tenant}/{self.user}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Repositories that a caller may see, as conditions for queries.

    Attributes:
        alternatives: Fields of a repository with their values; a repository that matches all fields of one
            alternative is visible.
        grantees: KIND/GRANTEE; a grant to any of these makes its repository visible as well.
        names: `name_key` of the only repositories that may be visible; None: no such limit.
    """

    alternatives: Sequence[Mapping[str, str]]
    grantees: Sequence[str]
    names: Sequence[str] | None = None


class Sender(Protocol):
    """The part of a command that names its sender."""

    @property
    def tenant(self) -> str:
        """The organisation."""
        ...

    @property
    def requested_by(self) -> str:
        """The user."""
        ...

    @property
    def teams(self) -> tuple[str, ...]:
        """Teams of the user."""
        ...

    @property
    def roles(self) -> tuple[str, ...]:
        """Roles of the user."""
        ...

    @property
    def repositories(self) -> tuple[str, ...]:
        """Repositories that the token is limited to; empty: no limit."""
        ...


class Guarded(Protocol):
    """The part of a repository that access rules depend on."""

    @property
    def tenant(self) -> str:
        """The organisation that it belongs to."""
        ...

    @property
    def type(self) -> RepositoryType:
        """Model, dataset, space or experiment."""
        ...

    @property
    def namespace(self) -> str:
        """The organisation, or a user's own namespace."""
        ...

    @property
    def name(self) -> str:
        """Name within the namespace."""
        ...

    @property
    def visibility(self) -> Visibility:
        """Visibility: the callers who may read it without a grant."""
        ...

    @property
    def created_by(self) -> str:
        """The creator: ORGANISATION/USER."""
        ...


def sender_of(command: Sender) -> Who:
    """Return the sender of a command."""
    return Who(
        tenant=command.tenant,
        user=command.requested_by,
        teams=frozenset(command.teams),
        roles=frozenset(command.roles),
        repositories=frozenset(command.repositories) or None,
    )


def may_create(who: Who, type_: RepositoryType, namespace: str, name: str) -> bool:
    """Whether a caller may create a repository of this name, or rename one to it."""
    is_own = namespace in {who.tenant, personal(who.tenant, who.user)}
    return is_own and is_for(who, name_key(type_, namespace, name))


def is_for(who: Who, key: str) -> bool:
    """Whether the caller's token covers the repository with this `name_key`."""
    return who.repositories is None or key in who.repositories


def named_by(state: Entities, who: Who) -> tuple[str, ...] | None:
    """Return the ids of the repositories that the caller's token is limited to; None: no limit."""
    if who.repositories is None:
        return None
    found = (state.get(NAMES, key) for key in sorted(who.repositories))
    return tuple(id_ for id_ in found if id_ is not None)


def level(who: Who, repository: Guarded, grants: Iterable[tuple[GranteeKind, str, AccessLevel]]) -> Level:
    """Return a caller's access level for a repository."""
    allowed = max(_inborn(who, repository), granted(who, grants))
    if who.repositories is None:
        return allowed
    is_named = is_for(who, name_key(repository.type, repository.namespace, repository.name))
    return min(allowed, Level.WRITE) if is_named else Level.NONE


def granted(who: Who, grants: Iterable[tuple[GranteeKind, str, AccessLevel]]) -> Level:
    """Return the highest level that grants give a caller."""
    mine = (_GRANTED[allowed] for kind, grantee, allowed in grants if _is_for(who, kind, grantee))
    return max(mine, default=Level.NONE)


def seen_by(who: Who) -> Seen:
    """Return conditions for the repositories that a caller may see: those for which `level` is not NONE."""
    of_tenant = {"tenant": who.tenant}
    alternatives = [
        *({"visibility": each.value} for each in Visibility if _public(each, of_tenant=False)),
        *({**of_tenant, "visibility": each.value} for each in Visibility if _public(each, of_tenant=True)),
        {**of_tenant, "created_by": who.name},
        {**of_tenant, "namespace": personal(who.tenant, who.user)},
    ]
    if "operator" in who.roles:
        alternatives.append(of_tenant)
    teams = [f"{GranteeKind.TEAM.value}/{who.tenant}/{team}" for team in sorted(who.teams)]
    mine = (f"{GranteeKind.ORGANISATION.value}/{who.tenant}", f"{GranteeKind.USER.value}/{who.name}")
    names = None if who.repositories is None else sorted(who.repositories)
    return Seen(alternatives=alternatives, grantees=[*mine, *teams], names=names)


def _inborn(who: Who, repository: Guarded) -> Level:
    """Return a caller's level without any grant."""
    private = repository.visibility is Visibility.PRIVATE
    if who.tenant == repository.tenant:
        if "operator" in who.roles or who.name == repository.created_by:
            return Level.ADMIN
        if repository.namespace != repository.tenant:  # a user's own namespace
            is_own = repository.namespace == personal(who.tenant, who.user)
            return Level.ADMIN if is_own else _public(repository.visibility, of_tenant=True)
        if not private and who.roles & _WRITERS:
            return Level.WRITE
    return _public(repository.visibility, of_tenant=who.tenant == repository.tenant)


def _public(visibility: Visibility, *, of_tenant: bool) -> Level:
    match visibility:
        case Visibility.PUBLIC:
            return Level.READ
        case Visibility.INTERNAL:
            return Level.READ if of_tenant else Level.NONE
        case Visibility.RESTRICTED:
            return Level.SEE
        case Visibility.PRIVATE:
            return Level.NONE


def _is_for(who: Who, kind: GranteeKind, grantee: str) -> bool:
    organisation, _, name = grantee.partition("/")
    if organisation != who.tenant:
        return False
    match kind:
        case GranteeKind.ORGANISATION:
            return not name
        case GranteeKind.TEAM:
            return name in who.teams
        case GranteeKind.USER:
            return name == who.user
