"""Access rules: one answer for each caller, repository and content, and conditions for queries that agree."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hypothesis import given
from hypothesis import strategies as st
from muster.events.registry_commands import (
    AccessLevel,
    GranteeKind,
    RepositoryType,
    ScanPolicy,
    Visibility,
)
from muster.events.scan_events import ScanVerdict
from muster.registry.core.access import (
    Access,
    ContentState,
    Denial,
    Level,
    VisibleRepositories,
    Who,
    access_to,
    level_of,
    visible_to,
)
from muster.registry.core.state import name_key
from muster.testkit.laws import examples

TENANTS = ("acme", "globex")
USERS = ("ann", "bob")
TEAMS = ("vision", "speech")


@dataclass(frozen=True, kw_only=True)
class Repository:
    """The fields of a repository that access rules depend on."""

    tenant: str
    type: RepositoryType
    namespace: str
    name: str
    visibility: Visibility
    created_by: str


def repositories(tenant: str) -> st.SearchStrategy[Repository]:
    return st.builds(
        Repository,
        tenant=st.just(tenant),
        type=st.sampled_from([RepositoryType.MODEL, RepositoryType.DATASET]),
        name=st.sampled_from(["tiny", "Tiny", "other"]),
        namespace=st.sampled_from([tenant, *(f"{tenant}.{user}" for user in USERS)]),
        visibility=st.sampled_from(Visibility),
        created_by=st.sampled_from([f"{each}/{user}" for each in TENANTS for user in USERS]),
    )


GRANTS = st.one_of(
    st.tuples(st.just(GranteeKind.ORGANISATION), st.sampled_from(TENANTS)),
    st.tuples(st.just(GranteeKind.TEAM), st.sampled_from([f"{t}/{team}" for t in TENANTS for team in TEAMS])),
    st.tuples(st.just(GranteeKind.USER), st.sampled_from([f"{t}/{user}" for t in TENANTS for user in USERS])),
)
CALLERS = st.builds(
    Who,
    tenant=st.sampled_from(TENANTS),
    user=st.sampled_from(USERS),
    teams=st.frozensets(st.sampled_from(TEAMS)),
    roles=st.frozensets(st.sampled_from(["viewer", "submitter", "operator", "reviewer"])),
    repositories=st.none()
    | st.frozensets(
        st.sampled_from([f"{kind}/{t}/tiny" for kind in ("model", "dataset") for t in TENANTS]), min_size=1
    ),
)
REPOSITORIES = st.sampled_from(TENANTS).flatmap(repositories)
Granted = list[tuple[GranteeKind, str, AccessLevel]]


def grant(to: tuple[GranteeKind, str], level: AccessLevel) -> tuple[GranteeKind, str, AccessLevel]:
    return *to, level


GRANTED = st.lists(st.builds(grant, GRANTS, st.sampled_from(AccessLevel)), max_size=3)
QUARANTINES = st.none() | st.just("leaks customer data")
CONTENTS = st.builds(
    ContentState,
    is_file=st.booleans(),
    verdict=st.none() | st.sampled_from(ScanVerdict),
    is_closed=st.booleans(),
    closed_by=st.none() | st.sampled_from(ScanVerdict),
    reason=st.just("imports os.system"),
    policy=st.sampled_from(ScanPolicy),
)
POLICIES = (ScanPolicy.ALLOW, ScanPolicy.OWNER_ONLY, ScanPolicy.BLOCK)
"""The organisation's policies, each stricter than the one before."""


@examples(600)
@given(who=CALLERS, repository=REPOSITORIES, grants=GRANTED, quarantine=QUARANTINES, content=CONTENTS)
def test_content_is_read_by_exactly_the_callers_of_the_table(
    who: Who, repository: Repository, grants: Granted, quarantine: str | None, content: ContentState
) -> None:
    access = access_to(who, Level.READ, repository, grants, quarantine).to_content(content)
    part = part_of(who, repository, grants)
    assert (access.denial is None) == (part in needed_to_read(quarantine, content))
    assert bool(access.reason) == (access.denial is not None)


@examples(400)
@given(
    who=CALLERS,
    repository=st.none() | REPOSITORIES,
    grants=GRANTED,
    quarantine=QUARANTINES,
    content=CONTENTS,
    needed=st.sampled_from([Level.SEE, Level.READ, Level.WRITE, Level.ADMIN]),
)
def test_no_content_is_open_where_its_repository_is_not(  # noqa: PLR0917  (all that access depends on)
    who: Who,
    repository: Repository | None,
    grants: Granted,
    quarantine: str | None,
    content: ContentState,
    needed: Level,
) -> None:
    access = access_to(who, needed, repository, grants, quarantine)
    if access.denial is not None:
        assert access.to_content(content) == access
    assert (access.denial is Denial.HIDDEN) == (access.level is Level.NONE)
    assert (access.denial is Denial.LEVEL) == (Level.NONE < access.level < needed)
    assert access.denial is not Denial.QUARANTINE or (needed is Level.READ and quarantine is not None)


@examples(400)
@given(who=CALLERS, repository=REPOSITORIES, grants=GRANTED, quarantine=QUARANTINES, content=CONTENTS)
def test_access_only_shrinks_by_closing_and_only_grows_by_grants(
    who: Who, repository: Repository, grants: Granted, quarantine: str | None, content: ContentState
) -> None:
    def reads(state: ContentState, reason: str | None = quarantine, more: Granted | None = None) -> bool:
        access = access_to(who, Level.READ, repository, [*grants, *(more or [])], reason)
        return access.to_content(state).denial is None

    if reads(content):
        assert reads(content, more=[(GranteeKind.USER, who.name, AccessLevel.READ)])
        assert reads(content, None), "a quarantine that ends closes nothing"
    by_policy = [reads(replace(content, policy=policy)) for policy in POLICIES]
    assert by_policy == sorted(by_policy, reverse=True), "a stricter policy opens nothing"
    by_closing = [reads(replace(content, is_closed=closed)) for closed in (False, True)]
    scanned = content.verdict is not None or not content.is_file
    assert not scanned or by_closing == sorted(by_closing, reverse=True), "closing opens nothing"


@examples(400)
@given(who=CALLERS, repository=REPOSITORIES, grants=GRANTED, quarantine=QUARANTINES, content=CONTENTS)
def test_a_limited_token_reads_nothing_that_its_owner_cannot(
    who: Who, repository: Repository, grants: Granted, quarantine: str | None, content: ContentState
) -> None:
    def access(caller: Who) -> Access:
        return access_to(caller, Level.READ, repository, grants, quarantine).to_content(content)

    if access(who).denial is None:
        assert access(replace(who, repositories=None)).denial is None


@examples(400)
@given(who=CALLERS, repository=REPOSITORIES, grants=GRANTED)
def test_visibility_conditions_agree_with_access_levels(
    who: Who, repository: Repository, grants: Granted
) -> None:
    seen = visible_to(who)
    shown = holds(seen, repository) or any(f"{k.value}/{to}" in seen.grantees for k, to, _ in grants)
    key = name_key(repository.type, repository.namespace, repository.name)
    shown = shown and (seen.names is None or key in seen.names)
    assert shown == (level_of(who, repository, grants) > Level.NONE)


@examples(400)
@given(who=CALLERS, repository=REPOSITORIES, grants=GRANTED)
def test_a_limited_token_never_allows_more_and_never_administers(
    who: Who, repository: Repository, grants: Granted
) -> None:
    whole = level_of(replace(who, repositories=None), repository, grants)
    key = name_key(repository.type, repository.namespace, repository.name)
    only = level_of(replace(who, repositories=frozenset({key})), repository, grants)
    assert only == min(whole, Level.WRITE)
    assert level_of(replace(who, repositories=frozenset({f"{key}x"})), repository, grants) is Level.NONE


def holds(seen: VisibleRepositories, repository: Repository) -> bool:
    said = {
        "tenant": repository.tenant,
        "namespace": repository.namespace,
        "visibility": repository.visibility.value,
        "created_by": repository.created_by,
    }
    return any(alternative.items() <= said.items() for alternative in seen.alternatives)


def part_of(who: Who, repository: Repository, grants: Granted) -> str:
    """Return the caller's part in a repository: nobody, reader, admin or grantee."""
    level = level_of(who, repository, grants)
    mine = {
        (GranteeKind.ORGANISATION, who.tenant),
        (GranteeKind.USER, f"{who.tenant}/{who.user}"),
        *((GranteeKind.TEAM, f"{who.tenant}/{team}") for team in who.teams),
    }
    if level < Level.READ:
        return "nobody"
    if any((kind, grantee) in mine for kind, grantee, _ in grants):
        return "grantee"
    return "admin" if level is Level.ADMIN else "reader"


def needed_to_read(quarantine: str | None, content: ContentState) -> set[str]:
    """Return the parts that may read some content."""
    is_unscanned = content.is_file and content.verdict is None
    match (quarantine, content.is_closed, content.closed_by, content.policy):
        case (str(), _, _, _):
            return {"grantee"}
        case (None, True, ScanVerdict.INCONCLUSIVE, _):
            return {"grantee", "admin"}
        case (None, True, _, _):
            return {"grantee"}
        case (None, False, _, ScanPolicy.BLOCK) if is_unscanned:
            return {"grantee"}
        case (None, False, _, ScanPolicy.OWNER_ONLY) if is_unscanned:
            return {"grantee", "admin"}
        case _:
            return {"grantee", "admin", "reader"}
