"""Access: who may see, read, change and administer a repository, and who may read its content. PURE.

The decider, every route and every list ask this module: `access_to` about a repository, `Access.to_content`
about a file or version of it, `visible_to` in queries.

a grant            gives a user, a team or an organisation the level that it names
the creator        administers the repository
a user             administers everything in the user's own namespace
operators          administer their organisation's repositories
submitters         write to their organisation's repositories that are not private
a limited token    gives no access to any repository that it does not name, and administers none; its owner
                   may do so with another token
everybody          reads public repositories; members of the organisation also read its internal ones;
                   RESTRICTED shows its card to everybody, and its files only to those with a grant

Reading files requires the level READ, which is not always enough; a limited token can use its owner's grants:

the repository is in quarantine                  only callers with a grant
content closed by a reviewer, or by MALICIOUS    only callers with a grant
content closed by INCONCLUSIVE                   callers with a grant, and administrators of the repository
a file without a verdict                         callers with a grant, and by the organisation's policy:
                                                 ALLOW all readers, OWNER_ONLY administrators, BLOCK nobody
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final, Protocol

from muster.deciding import Entities
from muster.events.registry_commands import (
    AccessLevel,
    GranteeKind,
    RepositoryType,
    ScanPolicy,
    Visibility,
)
from muster.events.scan_events import ScanVerdict
from muster.registry.core.names import personal
from muster.registry.core.state import GRANTS, NAMES, REPOSITORIES, name_key


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
class VisibleRepositories:
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


class Denial(Enum):
    """The rule by which access is denied."""

    HIDDEN = "hidden"
    """The repository does not exist, or the caller may not know that it does."""
    LEVEL = "level"
    """The caller's level is too low."""
    QUARANTINE = "quarantine"
    """The whole repository is in quarantine."""
    CLOSED = "closed"
    """The content is in quarantine."""
    UNSCANNED = "unscanned"
    """The content has no verdict yet, and the organisation's policy waits for one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentState:
    """Scan and quarantine state of some content of a repository.

    Attributes:
        is_file: Whether it is a file; otherwise a root directory, which stands for a version.
        verdict: The scanner's verdict; None: not scanned yet.
        is_closed: Whether the content is closed.
        closed_by: The verdict that closed it; None: a reviewer did.
        reason: Why it is closed.
        policy: The organisation's policy for files without a verdict.
    """

    is_file: bool
    verdict: ScanVerdict | None
    is_closed: bool
    closed_by: ScanVerdict | None
    reason: str
    policy: ScanPolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """A caller's access to a repository, or to some content of it.

    Attributes:
        level: The caller's level for the repository.
        is_granted: Whether a grant lets the caller read it.
        denial: The rule that denies it; None: access is given.
        reason: Reason for the caller, after a name and "is"; empty if access is given.
    """

    level: Level
    is_granted: bool
    denial: Denial | None = None
    reason: str = ""

    def to_content(self, content: ContentState) -> Access:
        """Return the access to some content of the repository; denied wherever the repository's is."""
        if self.denial is not None or self.is_granted:
            return self
        if content.is_closed:
            if content.closed_by is not ScanVerdict.INCONCLUSIVE:
                return self._denied(Denial.CLOSED, _only_with_grants(content.reason))
            if self.level < Level.ADMIN:
                return self._denied(
                    Denial.CLOSED, f"in quarantine until a reviewer decides: {content.reason}"
                )
            return self
        if content.verdict is not None or not content.is_file:
            return self
        if content.policy is ScanPolicy.BLOCK:
            text = "not scanned yet: the organisation's policy does not allow reading it before"
            return self._denied(Denial.UNSCANNED, text)
        if content.policy is ScanPolicy.OWNER_ONLY and self.level < Level.ADMIN:
            text = "not scanned yet: until then only admins of the repository can read it"
            return self._denied(Denial.UNSCANNED, text)
        return self

    def _denied(self, denial: Denial, reason: str) -> Access:
        return Access(level=self.level, is_granted=self.is_granted, denial=denial, reason=reason)


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


def access_to(
    who: Who,
    needed: Level,
    repository: Guarded | None,
    grants: Iterable[tuple[GranteeKind, str, AccessLevel]],
    quarantine: str | None = None,
) -> Access:
    """Decide a caller's access to a repository.

    Args:
        who: The caller.
        needed: The level that the caller's request needs; with READ, files are read.
        repository: The repository; None: there is none.
        grants: Its grants: kind of grantee, grantee, level.
        quarantine: Why all its files are in quarantine; None: they are not.
    """
    granted = _granted(who, grants)
    level = Level.NONE if repository is None else _level_with(who, repository, granted)
    is_granted = granted >= Level.READ
    denial, reason = None, ""
    if level is Level.NONE:
        denial, reason = Denial.HIDDEN, "absent, or not visible to the caller"
    elif level < needed:
        denial, reason = Denial.LEVEL, f"open to callers who may {needed.name.lower()}"
    elif quarantine is not None and needed is Level.READ and not is_granted:
        denial, reason = Denial.QUARANTINE, _only_with_grants(quarantine)
    return Access(level=level, is_granted=is_granted, denial=denial, reason=reason)


def level_of(who: Who, repository: Guarded, grants: Iterable[tuple[GranteeKind, str, AccessLevel]]) -> Level:
    """Return a caller's access level for a repository, which decides everything but the reading of files."""
    return _level_with(who, repository, _granted(who, grants))


def level_in(state: Entities, who: Who, repository: str) -> Level:
    """Return a caller's access level for the repository with this id; NONE: there is none."""
    found = state.get(REPOSITORIES, repository)
    return Level.NONE if found is None else level_of(who, found, grants_of(state, repository))


def grants_of(state: Entities, repository: str) -> Iterator[tuple[GranteeKind, str, AccessLevel]]:
    """Yield the grants of a repository: kind of grantee, grantee, level."""
    for key, level in state.scan(GRANTS, prefix=f"{repository}/"):
        _, kind, grantee = key.split("/", 2)
        yield GranteeKind(kind), grantee, level


def visible_to(who: Who) -> VisibleRepositories:
    """Return conditions for the repositories that a caller may see: whose `level_of` is not NONE."""
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
    return VisibleRepositories(alternatives=alternatives, grantees=[*mine, *teams], names=names)


def _only_with_grants(reason: str) -> str:
    return f"in quarantine: {reason}; only explicit grants can read it"


def _granted(who: Who, grants: Iterable[tuple[GranteeKind, str, AccessLevel]]) -> Level:
    """Return the highest level that grants give a caller."""
    mine = (_GRANTED[level] for kind, grantee, level in grants if _is_for(who, kind, grantee))
    return max(mine, default=Level.NONE)


def _level_with(who: Who, repository: Guarded, granted: Level) -> Level:
    level = max(_inborn(who, repository), granted)
    if who.repositories is None:
        return level
    is_named = is_for(who, name_key(repository.type, repository.namespace, repository.name))
    return min(level, Level.WRITE) if is_named else Level.NONE


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
