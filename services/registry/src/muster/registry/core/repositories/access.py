"""Who may do what with a repository. PURE; the decider and the API ask the same.

a grant            what it says: to a user, a team, an organisation
its creator        administers it
a user's own       the user administers everything in the namespace
operators          administer what is their organisation's
submitters         write what is their organisation's and not private
a token for some   does nothing with any other repository, and administers none: whose it is may do so
everybody          reads what is public; who is of the organisation, what is internal; RESTRICTED shows
                   its card to everybody, and its files only to those with a grant
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
    """What somebody may do; each allows what stands before it."""

    NONE = 0
    SEE = 1
    """That it exists, and its card."""
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
    """Somebody who asks.

    Attributes:
        tenant: The organisation.
        user: Within it.
        teams: Of the user.
        roles: Of the user.
        repositories: `name_key` of those that the token is for; None: it is not limited to some.
    """

    tenant: str
    user: str
    teams: frozenset[str]
    roles: frozenset[str]
    repositories: frozenset[str] | None = None

    @property
    def name(self) -> str:
        """ORGANISATION/USER, as facts name somebody."""
        return f"{self.tenant}/{self.user}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What somebody may at least see, as conditions for stores that look for it.

    Attributes:
        alternatives: Fields of a repository and their values; one that has all of any of these is seen.
        grantees: KIND/GRANTEE; a grant to any of these shows its repository, too.
        names: `name_key` of those beside which none is seen at all; None: there is no such limit.
    """

    alternatives: Sequence[Mapping[str, str]]
    grantees: Sequence[str]
    names: Sequence[str] | None = None


class Sender(Protocol):
    """A command, as far as it names who sends it."""

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
        """Of the user."""
        ...

    @property
    def roles(self) -> tuple[str, ...]:
        """Of the user."""
        ...

    @property
    def repositories(self) -> tuple[str, ...]:
        """Those that the token is for; empty: it is not limited to some."""
        ...


class Guarded(Protocol):
    """A repository, as far as it says who may do what."""

    @property
    def tenant(self) -> str:
        """The organisation that it belongs to."""
        ...

    @property
    def type(self) -> RepositoryType:
        """What it is for."""
        ...

    @property
    def namespace(self) -> str:
        """The organisation, or a user's own."""
        ...

    @property
    def name(self) -> str:
        """Within the namespace."""
        ...

    @property
    def visibility(self) -> Visibility:
        """Who may read it besides those with a grant."""
        ...

    @property
    def created_by(self) -> str:
        """ORGANISATION/USER."""
        ...


def sender_of(command: Sender) -> Who:
    """Who sent a command."""
    return Who(
        tenant=command.tenant,
        user=command.requested_by,
        teams=frozenset(command.teams),
        roles=frozenset(command.roles),
        repositories=frozenset(command.repositories) or None,
    )


def may_create(who: Who, type_: RepositoryType, namespace: str, name: str) -> bool:
    """Whether somebody may create and keep a repository of this name."""
    is_own = namespace in {who.tenant, personal(who.tenant, who.user)}
    return is_own and is_for(who, name_key(type_, namespace, name))


def is_for(who: Who, key: str) -> bool:
    """Whether the token is for the repository with this `name_key`, or is not limited to some."""
    return who.repositories is None or key in who.repositories


def named_by(state: Entities, who: Who) -> tuple[str, ...] | None:
    """Ids of the repositories that the token is for; None: it is not limited to some."""
    if who.repositories is None:
        return None
    found = (state.get(NAMES, key) for key in sorted(who.repositories))
    return tuple(id_ for id_ in found if id_ is not None)


def level(who: Who, repository: Guarded, grants: Iterable[tuple[GranteeKind, str, AccessLevel]]) -> Level:
    """What somebody may do with a repository."""
    allowed = max(_inborn(who, repository), granted(who, grants))
    if who.repositories is None:
        return allowed
    is_named = is_for(who, name_key(repository.type, repository.namespace, repository.name))
    return min(allowed, Level.WRITE) if is_named else Level.NONE


def granted(who: Who, grants: Iterable[tuple[GranteeKind, str, AccessLevel]]) -> Level:
    """What grants allow somebody."""
    mine = (_GRANTED[allowed] for kind, grantee, allowed in grants if _is_for(who, kind, grantee))
    return max(mine, default=Level.NONE)


def seen_by(who: Who) -> Seen:
    """The repositories with which somebody may do more than nothing: those for which `level` is not NONE."""
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
    """Without any grant."""
    private = repository.visibility is Visibility.PRIVATE
    if who.tenant == repository.tenant:
        if "operator" in who.roles or who.name == repository.created_by:
            return Level.ADMIN
        if repository.namespace != repository.tenant:  # a user's own
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
