"""The entities of runs and versions. PURE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from muster.deciding import Kind
from muster.events.registry_commands import RunKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A run, or a model that a run logged.

    Attributes:
        repository: The experiment.
        kind: Whether it is a run or a logged model.
        removed: Whether it is deleted; it can be restored.
    """

    repository: str
    kind: RunKind
    removed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version of a registered model.

    Attributes:
        commit: The commit that it numbers.
        stage: None, Staging, Production or Archived.
        removed: Whether it is removed; its number is not reused.
    """

    commit: str
    stage: str = "None"
    removed: bool = False


RUNS: Final = Kind("run", Run)
"""Id -> the run."""

PARAMS: Final = Kind("param", str)
"""`param_key` -> value of a run's parameter."""

VERSIONS: Final = Kind("version", Version)
"""`version_key` -> the version."""

LAST_VERSIONS: Final = Kind("last-version", int)
"""Id of a repository -> number of its latest version."""

ALIASES: Final = Kind("alias", int)
"""`alias_key` -> number of a version."""

ARCHIVED: Final = Kind("archived", bool)
"""Id of a deleted experiment, which can be restored -> True; its runs are deleted with it."""

FIRST_STAGE: Final = "None"
ARCHIVED_STAGE: Final = "Archived"
STAGES: Final = (FIRST_STAGE, "Staging", "Production", ARCHIVED_STAGE)
"""Stages of MLflow; each version is at one of them."""


def param_key(run: str, name: str) -> str:
    """Return the key of a parameter."""
    return f"{run}/{name}"


def version_key(repository: str, version: int) -> str:
    """Return the key of a version; keys sort by number."""
    return f"{repository}/{version:08d}"


def alias_key(repository: str, alias: str) -> str:
    """Return the key of an alias, ignoring case."""
    return f"{repository}/{alias.lower()}"
