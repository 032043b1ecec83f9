"""Versions that may be evaluated, and the one in production. PURE.

CommitMade                         -> VersionMet
CommitReleased                     -> VersionGone     when nothing leads to it any more
VersionPromoted, VersionWithdrawn  -> ProductionMet   of the pointer `production`
RepositoryCreated, ...Moved, ...Deleted -> RepositoryMet   of models
"""

from __future__ import annotations

from typing import Final, assert_never

from muster.deciding import Changes, Entities, Fact, Facts
from muster.eval.core.state import (
    JUDGED,
    PRODUCTION,
    REPOSITORIES,
    SCORED,
    VERSIONS,
    Named,
    Outputs,
    forget_results,
    version_key,
)
from muster.events.eval_work import ProductionMet, RepositoryMet, VersionGone, VersionMet
from muster.events.registry_commands import RepositoryType
from muster.events.registry_events import (
    CommitMade,
    CommitReleased,
    RepositoryCreated,
    RepositoryDeleted,
    VersionPromoted,
    VersionWithdrawn,
)

POINTER: Final = "production"
"""The pointer of the version that candidates are compared with."""

Known = CommitMade | CommitReleased | VersionPromoted | VersionWithdrawn


def met(state: Entities, fact: Known) -> Facts[Outputs]:
    """Note what a fact of the registry says about versions."""
    match fact:
        case CommitMade():
            if state.get(VERSIONS, version_key(fact.repository, fact.commit)) is None:
                version = VersionMet(repository=fact.repository, commit=fact.commit, tenant=fact.tenant)
                yield Fact(version, fact.repository, fact.tenant)
        case CommitReleased():
            if fact.ended and state.get(VERSIONS, version_key(fact.repository, fact.commit)) is not None:
                gone = VersionGone(repository=fact.repository, commit=fact.commit, tenant=fact.tenant)
                yield Fact(gone, fact.repository, fact.tenant)
        case VersionPromoted() | VersionWithdrawn():
            if fact.pointer == POINTER:
                commit = fact.commit if isinstance(fact, VersionPromoted) else ""
                noted = ProductionMet(repository=fact.repository, commit=commit, tenant=fact.tenant)
                yield Fact(noted, fact.repository, fact.tenant)
        case _:
            assert_never(fact)


def named(state: Entities, fact: Named) -> Facts[Outputs]:
    """Note the name of a model repository, by which triggers know it."""
    name = "" if isinstance(fact, RepositoryDeleted) else f"{fact.namespace}/{fact.name}"
    is_new = isinstance(fact, RepositoryCreated) and fact.repository_type is RepositoryType.MODEL
    known = state.get(REPOSITORIES, fact.repository)
    if (is_new or known is not None) and (known or "") != name:
        met = RepositoryMet(repository=fact.repository, full_name=name, tenant=fact.tenant)
        yield Fact(met, fact.repository, fact.tenant)


def evolve(state: Changes, noted: VersionMet | VersionGone | ProductionMet | RepositoryMet) -> None:
    """Change the state as a note says."""
    match noted:
        case VersionMet():
            state.put(VERSIONS, version_key(noted.repository, noted.commit), noted.tenant)
        case VersionGone():
            state.delete(VERSIONS, version_key(noted.repository, noted.commit))
            prefix = f"{version_key(noted.repository, noted.commit)}/"
            for key, run in list(state.scan(SCORED, prefix=prefix)):
                forget_results(state, run)
                state.delete(SCORED, key)
            for key, _ in list(state.scan(JUDGED, prefix=prefix)):
                state.delete(JUDGED, key)
        case RepositoryMet():
            if noted.full_name:
                state.put(REPOSITORIES, noted.repository, noted.full_name)
            else:
                state.delete(REPOSITORIES, noted.repository)
        case ProductionMet():
            if noted.commit:
                state.put(PRODUCTION, noted.repository, noted.commit)
            else:
                state.delete(PRODUCTION, noted.repository)
        case _:
            assert_never(noted)
