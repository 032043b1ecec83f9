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
        kind: Which of both.
        removed: It is out of sight, until it is restored.
    """

    repository: str
    kind: RunKind
    removed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version of a registered model.

    Attributes:
        commit: What it is.
        stage: None, Staging, Production or Archived.
        removed: It is gone; its number is not given again.
    """

    commit: str
    stage: str = "None"
    removed: bool = False


RUNS: Final = Kind("run", Run)
"""Id -> the run."""

PARAMS: Final = Kind("param", str)
"""`param_key` -> what a parameter of a run was set to."""

VERSIONS: Final = Kind("version", Version)
"""`version_key` -> the version."""

LAST_VERSIONS: Final = Kind("last-version", int)
"""Id of a repository -> the number that was given last."""

ALIASES: Final = Kind("alias", int)
"""`alias_key` -> number of a version."""

ARCHIVED: Final = Kind("archived", bool)
"""Id of an experiment that is deleted until it is restored, and its runs with it -> True."""

FIRST_STAGE: Final = "None"
ARCHIVED_STAGE: Final = "Archived"
STAGES: Final = (FIRST_STAGE, "Staging", "Production", ARCHIVED_STAGE)
"""What MLflow calls stages; each version is at one."""


def param_key(run: str, name: str) -> str:
    """The key of a parameter."""
    return f"{run}/{name}"


def version_key(repository: str, version: int) -> str:
    """The key of a version; keys sort by number."""
    return f"{repository}/{version:08d}"


def alias_key(repository: str, alias: str) -> str:
    """The key of an alias: upper and lower case are one."""
    return f"{repository}/{alias.lower()}"
