"""What somebody may see, as conditions, is what `level` says of each repository."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hypothesis import given
from hypothesis import strategies as st
from muster.events.registry_commands import AccessLevel, GranteeKind, RepositoryType, Visibility
from muster.registry.core.repositories.access import Level, Seen, Who, level, seen_by
from muster.registry.core.state import name_key
from muster.testkit.laws import examples

TENANTS = ("acme", "globex")
USERS = ("ann", "bob")
TEAMS = ("vision", "speech")


@dataclass(frozen=True, kw_only=True)
class Repository:
    """What rules ask of a repository."""

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


@examples(400)
@given(
    who=CALLERS,
    repository=st.sampled_from(TENANTS).flatmap(repositories),
    grants=st.lists(st.tuples(GRANTS, st.sampled_from(AccessLevel)), max_size=3),
)
def test_what_is_seen_is_what_one_may_do_something_with(
    who: Who, repository: Repository, grants: list[tuple[tuple[GranteeKind, str], AccessLevel]]
) -> None:
    given = [(kind, grantee, allowed) for (kind, grantee), allowed in grants]
    seen = seen_by(who)
    shown = holds(seen, repository) or any(f"{k.value}/{to}" in seen.grantees for k, to, _ in given)
    key = name_key(repository.type, repository.namespace, repository.name)
    shown = shown and (seen.names is None or key in seen.names)
    assert shown == (level(who, repository, given) > Level.NONE)


@examples(400)
@given(
    who=CALLERS,
    repository=st.sampled_from(TENANTS).flatmap(repositories),
    grants=st.lists(st.tuples(GRANTS, st.sampled_from(AccessLevel)), max_size=3),
)
def test_a_token_for_repositories_never_allows_more_and_never_to_administer(
    who: Who, repository: Repository, grants: list[tuple[tuple[GranteeKind, str], AccessLevel]]
) -> None:
    given = [(kind, grantee, allowed) for (kind, grantee), allowed in grants]
    whole = level(replace(who, repositories=None), repository, given)
    key = name_key(repository.type, repository.namespace, repository.name)
    only = level(replace(who, repositories=frozenset({key})), repository, given)
    assert only == min(whole, Level.WRITE)
    assert level(replace(who, repositories=frozenset({f"{key}x"})), repository, given) is Level.NONE


def holds(seen: Seen, repository: Repository) -> bool:
    said = {
        "tenant": repository.tenant,
        "namespace": repository.namespace,
        "visibility": repository.visibility.value,
        "created_by": repository.created_by,
    }
    return any(alternative.items() <= said.items() for alternative in seen.alternatives)
