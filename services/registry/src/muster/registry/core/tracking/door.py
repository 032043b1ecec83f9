"""Decide and fold what MLflow's clients track: runs, logged models, numbered versions, aliases. PURE."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from muster.deciding import Changes, Entities, Facts, Input
from muster.events.registry_commands import (
    ChangeRun,
    ChangeVersion,
    CreateRun,
    DescribeRepository,
    RegisterVersion,
    SetAlias,
)
from muster.events.registry_events import (
    AliasSet,
    RegistryEvent,
    RepositoryDescribed,
    RunChanged,
    RunCreated,
    VersionChanged,
    VersionRegistered,
)
from muster.registry.core.state import Repository
from muster.registry.core.tracking import models, runs
from muster.registry.core.tracking.rows import Tracked, metric_rows, rows
from muster.registry.core.tracking.runs import reject_if_deleted
from muster.registry.core.tracking.tables import DDL

__all__ = ["DDL", "decide", "evolve", "evolve_deleted", "metric_rows", "reject_if_deleted", "rows"]

Tracking: TypeAlias = CreateRun | ChangeRun | DescribeRepository | RegisterVersion | ChangeVersion | SetAlias
"""Commands that this package decides; each is about a repository."""


def decide(
    state: Entities, given: Input[object], command: Tracking, repository: Repository
) -> Facts[RegistryEvent]:
    """Decide a command."""
    match command:
        case CreateRun():
            yield from runs.create(state, given, command, repository)
        case ChangeRun():
            yield from runs.change(state, given, command, repository)
        case DescribeRepository():
            yield from models.describe(state, given, command, repository)
        case RegisterVersion():
            yield from models.register(state, given, command, repository)
        case ChangeVersion():
            yield from models.change(state, given, command, repository)
        case SetAlias():
            yield from models.set_alias(state, given, command, repository)
        case _:
            assert_never(command)


def evolve(state: Changes, fact: Tracked) -> None:
    """Apply a fact to the state."""
    match fact:
        case RunCreated():
            runs.evolve_created(state, fact)
        case RunChanged():
            runs.evolve_changed(state, fact)
        case RepositoryDescribed():
            models.evolve_described(state, fact)
        case VersionRegistered():
            models.evolve_registered(state, fact)
        case VersionChanged():
            models.evolve_changed(state, fact)
        case AliasSet():
            models.evolve_alias(state, fact)
        case _:
            assert_never(fact)


def evolve_deleted(state: Changes, repository: str, tenant: str) -> None:
    """Remove the versions and aliases of a deleted repository."""
    models.evolve_deleted(state, repository, tenant)
